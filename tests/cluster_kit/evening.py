"""A table on several processes that is busy while something breaks, and what must be true of it afterwards.

Three GMs give commands without pause: one moves a token over a socket, one another over posts, the third
lets somebody throw real dice, so that a question is open half of the time. Somebody loads pages. Five pages
stay open.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import cycle
from random import Random
from threading import Barrier
from types import TracebackType
from typing import Any, Self

from rules.engine.battle import Battle
from rules.engine.events import event_from_json
from rules.engine.system import find_system
from tests.cluster_kit.cluster import Cluster
from tests.cluster_kit.giver import HANGS, MEANWHILE, Busy, Giver
from tests.cluster_kit.live_page import LivePage, fresh_page
from tests.load.player import BREAKS, Player, come_as_gm, come_to_play, come_to_screen
from webapp.store.database import StoreTrouble
from webapp.store.rows import StoredEvent

_SETTLES = 60.0
"""Seconds that pages have to show all that happened: the machine may be busy."""
_LOOKS_AGAIN = 0.1
ASKED: dict[str, Any] = {"do": "use", "actor": "dutch", "value": 60, "note": "open the hatch"}
"""A command after which a question is open."""
ANSWERED: dict[str, Any] = {"do": "answer", "actor": "dutch", "answer": "faces", "faces": [40]}
"""One that answers it."""


class Evening:
    """One table. `chance` says where everybody begins."""

    def __init__(
        self, cluster: Cluster, chance: Random, *, asks: bool = True, answer_seconds: int | None = None
    ) -> None:
        """Lay out the table, and let everybody come.

        Args:
            asks: whether somebody is asked again and again, without being told to.
            answer_seconds: after which a question is answered by itself.
        """
        self.cluster, self.chance, self.table = cluster, chance, cluster.new_table()
        cluster.store.change_settings(self.table.id, answer_seconds=answer_seconds)
        links, origins = self.table.links, cluster.origins

        def somewhere() -> str:
            return chance.choice(origins)

        gm = come_as_gm(somewhere(), links.gm)

        people = [
            come_to_play(somewhere(), links.join, *who) for who in (("Ann", "kit"), ("Bob", "brannock"))
        ]
        screen = come_to_screen(somewhere(), links.screen)
        self.pages = [LivePage(one, origins) for one in (*map(gm.again, origins), *people, screen)]
        first, second, third = (gm.again(somewhere()) for _ in range(3))
        self.mover, self.poster, self.asker = (
            Giver("a", first, origins),
            Giver("b", second, origins, by_form=True),
            Giver("c", third, origins),
        )
        self.givers = [self.mover, self.poster, self.asker]
        self.asker.do("edit", target="dutch", by_hand=True)
        self._exchange = cycle(({"do": "turn", "actor": "dutch"}, ASKED, ANSWERED))
        self._reader = gm.again(somewhere())
        self._strikes = 0
        self.slowest_page = 0.0
        """The longest that a page took to load, in seconds."""
        deeds = (self._move, self._post, self._read, *((self._ask,) if asks else ()))
        self.busy = [Busy(deed) for deed in deeds]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for one in self.busy:
            one.end()
        for page in self.pages:
            page.close()
        for giver in self.givers:
            giver.player.close()

    # ------------------------------------------------------------------------------- what they do
    def _move(self) -> None:
        self.mover.do("gm-set", target="kit", state={"at": [2 + self.mover.given % 9, 3]})

    def _post(self) -> None:
        self.poster.do("gm-set", target="brannock", state={"at": [2 + self.poster.given % 9, 4]})

    def _ask(self) -> None:
        self.asker.do(**next(self._exchange))

    def _read(self) -> None:
        """Load a page at one process or the other; what cannot be shown just now is told on a page."""
        began, page = time.monotonic(), self._reader
        page.origin = self.chance.choice(self.cluster.origins)
        with suppress(*BREAKS):
            answer = page.session.get(f"{page.origin}/tables/{page.table}/gm", timeout=HANGS)
            assert answer.status_code in (200, 503), (answer.status_code, answer.text)
        took = time.monotonic() - began
        assert took < HANGS, "a page never came"
        self.slowest_page = max(self.slowest_page, took)
        time.sleep(_LOOKS_AGAIN)

    def give_everywhere(self, commands: Sequence[dict[str, Any]]) -> list[Any]:
        """Give each process one of some commands, all at once, and give the replies."""
        doors = [self.asker.player.again(origin) for origin in self.cluster.origins]
        for door in doors:
            door.connect()
        gate = Barrier(len(doors))

        def give(door: Player, command: dict[str, Any]) -> Any:
            gate.wait()
            while True:
                reply = door.ask("command", command)
                if reply["ok"] or reply["refusal"]["code"] not in MEANWHILE:
                    return reply

        with ThreadPoolExecutor(len(doors)) as pool:
            replies = list(pool.map(give, doors, commands))
        for door in doors:
            door.close()
        return replies

    def wait_for_answer(self) -> None:
        """Wait until no question is open any more."""
        until = time.monotonic() + _SETTLES
        while self._events_of_questions()[-1:] == ["prompt-opened"]:
            assert time.monotonic() < until, "nobody answered"
            time.sleep(_LOOKS_AGAIN)

    def _events_of_questions(self) -> list[str]:
        kinds = [row.kind for row in self.cluster.store.events(self.table.battle_id)]
        return [kind for kind in kinds if kind in ("prompt-opened", "prompt-answered")]

    # ---------------------------------------------------------------------------- what must be true
    def strike(self, fault: Callable[[], None], up: float = 0.2) -> None:
        """Let something break at a random moment under load, and look what became of the table.

        Args:
            fault: comes back once what broke serves again.
            up: for how long all is well before it, in seconds at most.
        """
        for one in self.busy:
            one.go()
        for one in self.busy:
            one.wait_for_more(1)
        time.sleep(self.chance.uniform(0, up))
        fault()
        for one in self.busy:
            one.wait_for_more(2)  # the second was begun after it
        for one in self.busy:
            one.rest()
        self._strikes += 1
        self._require_whole_log()
        self._require_same_pages()

    def _rows(self) -> Sequence[StoredEvent]:
        """Read the log; what broke may have cut this line to it, too: the next try has another."""
        with suppress(StoreTrouble):
            return self.cluster.store.events(self.table.battle_id)
        return self.cluster.store.events(self.table.battle_id)

    def _require_whole_log(self) -> None:
        rows = self._rows()
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        kinds = find_system("atomic").event_kinds()
        battle = Battle.load("atomic", [event_from_json(kinds, row.kind, row.data) for row in rows])
        assert not battle.is_stuck
        ids = [entry.command.id for entry in battle.entries]
        assert len(set(ids)) == len(ids), "each command once"
        for giver in self.givers:
            own = set(giver.sent)
            assert [id_ for id_ in ids if id_ in own] == giver.acknowledged, "all of them, in their order"
        for entry in battle.entries:
            if entry.command.do == "gm-set":
                assert [event.kind for event in entry.events] == ["command", "state-set"], "whole"
        questions = self._events_of_questions()
        assert questions[::2] == ["prompt-opened"] * ((len(questions) + 1) // 2), "asked once"
        assert questions[1::2] == ["prompt-answered"] * (len(questions) // 2), "and answered once"

    def _require_same_pages(self) -> None:
        """Look that each page shows what one does that is opened at this process or another."""
        origins, until = self.cluster.origins, time.monotonic() + _SETTLES
        for n, page in enumerate(self.pages, self._strikes):
            while found := self._differences(page, origins[n % len(origins)], loads=not n % len(self.pages)):
                assert not page.trouble, page.trouble
                assert time.monotonic() < until, f"{page.player.role} at {page.player.origin}: {found}"
                time.sleep(_LOOKS_AGAIN)

    def _differences(self, page: LivePage, origin: str, *, loads: bool) -> list[str]:
        """Name what a page shows otherwise than one whose line is opened anew.

        Args:
            loads: whether to load such a page as well, and to name what is otherwise on it.
        """
        fresh = fresh_page(page.player, origin)
        differing = page.shown.differs_from(fresh)
        if loads and not differing:
            at = f"{origin}/tables/{page.player.table}/{page.player.role}"
            loaded = page.player.session.get(at, timeout=HANGS)
            assert loaded.status_code == 200, loaded.text
            differing = [f"{name}, as loaded" for name in fresh.differs_from_page(loaded.text)]
        return differing

    def wait_for_pages(self) -> None:
        """Wait until every page has a line."""
        until = time.monotonic() + _SETTLES
        while not all(page.has_line for page in self.pages):
            assert time.monotonic() < until, "a page found no process"
            time.sleep(0.01)

    @property
    def refusals(self) -> list[str]:
        """List what was told meanwhile that cannot be done."""
        return [said for giver in self.givers for said in giver.refusals]

    @property
    def slowest(self) -> float:
        """Give the longest that anybody waited for an answer of any kind, in seconds."""
        return max(self.slowest_page, *(giver.slowest for giver in self.givers))

    @property
    def away(self) -> list[float]:
        """List for how long pages were without a line, each time, in seconds."""
        return [seconds for page in self.pages for seconds in page.away]
