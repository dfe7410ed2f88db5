"""The exchanges of fights as somebody saw them, worked out beside the loop and kept while they are asked for.

The log says what came; how it could have come out takes the odds of every exchange. They are worked out by
the processes for heavy odds, which serve whoever aims in between.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Lock
from typing import Any

from flask import current_app

from rules.engine.state import BattleState, Combatant
from rules.report.exchanges import Fought
from rules.report.luck import Reckoned, reckoned
from webapp.live.odds_pool import odds_pool
from webapp.report.seen_exchanges import SeenFight, seen_fight
from webapp.server.background import begin, run_apart
from webapp.table.grants import Visitor
from webapp.table.host import Host

_REPORTS = "battlemat-reports"
_MOST_KEPT = 16

_Key = tuple[str, int, int, tuple[str, ...]]
"""An exchange: its command's id, the place of its last event, which a new answer moves, part and targets."""
_Seen = tuple[str, tuple[Any, ...]]
"""A scene, and the knowledge of those who look at it."""


@dataclass(slots=True)
class _Scene:
    """What is known of the exchanges of one scene, as viewers of one knowledge saw them."""

    entries: int = -1
    """Of how many entries of the log the exchanges were read; -1 for none yet."""
    undone: frozenset[str] = frozenset()
    seen: SeenFight = field(default_factory=lambda: SeenFight((), {}, {}))
    found: dict[_Key, Reckoned | None] = field(default_factory=dict)
    """What was worked out; None for what could not be."""
    is_worked_on: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What a fight's report is made of, as far as it is worked out."""

    exchanges: tuple[Reckoned, ...]
    people: dict[str, Combatant]
    """Whoever took part, as they were known last."""
    sides: dict[str, int]
    """The numbers of the sides' colours."""
    done: int
    """How many exchanges are worked out, those that could not be included."""
    of: int
    left_out: int
    """How many could not be: the rules of today refuse them, or they took too long."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing is still being worked out."""
        return self.done == self.of


class Reports:
    """The fights that were asked for last. Safe in any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._scenes: OrderedDict[_Seen, _Scene] = OrderedDict()

    def read(self, host: Host, visitor: Visitor) -> Read:
        """Give what is worked out by now of a scene's fight as a visitor saw it, and see to the rest."""
        with host.lock:
            entries, undone = list(host.battle.entries), host.battle.taken_back
            system, scene_id, viewer = host.scene.system, host.scene.id, host.viewer(visitor)
        key = scene_id, viewer.knowledge
        with self._lock:
            scene = self._scenes.setdefault(key, _Scene())
            self._scenes.move_to_end(key)
            while len(self._scenes) > _MOST_KEPT:
                self._scenes.popitem(last=False)
        if (scene.entries, scene.undone) != (len(entries), undone):
            scene.seen = run_apart(seen_fight, system, scene_id, entries, viewer)
            scene.entries, scene.undone = len(entries), undone
        with self._lock:
            begins = not scene.is_worked_on and bool(_missing(scene))
            scene.is_worked_on |= begins
        if begins:
            begin(lambda: self._work(key, scene))
        seen = scene.seen
        found = [scene.found[each] for _, one in seen.fought if (each := _key(one)) in scene.found]
        exchanges = tuple(one for one in found if one is not None)
        return Read(
            exchanges=exchanges,
            people=seen.people,
            sides=seen.sides,
            done=len(found),
            of=len(seen.fought),
            left_out=len(found) - len(exchanges),
        )

    def forget(self, scene_ids: set[str]) -> None:
        """Let go of what was worked out of scenes that nobody looks at."""
        with self._lock:
            for key in [key for key in self._scenes if key[0] in scene_ids]:
                del self._scenes[key]

    def _work(self, seen: _Seen, scene: _Scene) -> None:
        """Work out what is missing of a scene, as long as it is kept."""
        while True:
            with self._lock:
                missing = _missing(scene) if self._scenes.get(seen) is scene else []
                if not missing:
                    scene.is_worked_on = False
                    return
            before, fought = missing[0]
            scene.found[_key(fought)] = _reckoned(seen, before, fought)


def _key(fought: Fought) -> _Key:
    return fought.entry, fought.point, fought.part, fought.targets


def _missing(scene: _Scene) -> list[tuple[BattleState, Fought]]:
    return [(before, one) for before, one in scene.seen.fought if _key(one) not in scene.found]


def _reckoned(seen: _Seen, before: BattleState, fought: Fought) -> Reckoned | None:
    """Have an exchange worked out by another process, and wait for it; None where that cannot be."""
    if not fought.is_foreseeable:
        return reckoned(before, fought)  # there is nothing to work out
    answers: SimpleQueue[Any] = SimpleQueue()

    def tell(found: Any, is_last: bool) -> None:
        if is_last:
            answers.put(found)

    odds_pool().ask(f"report {seen}", before, fought, tell)
    found = answers.get()
    return found if isinstance(found, Reckoned) else None


def reports() -> Reports:
    """Give the app's reports."""
    found: Reports = current_app.extensions.setdefault(_REPORTS, Reports())
    return found
