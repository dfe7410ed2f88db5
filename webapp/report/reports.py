"""The exchanges of fights, worked out beside the loop one after the other, and kept while they are asked for.

The log says what came; how it could have come out takes the odds of every exchange. They are worked out by
the processes for heavy odds, which serve whoever aims in between.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Lock
from typing import Any

from flask import current_app

from rules.engine.battle import Battle
from rules.engine.history.entry import Entry
from rules.engine.state import BattleState, Combatant
from rules.report.exchanges import Fought, fought_in
from rules.report.luck import Reckoned
from webapp.live.odds_pool import odds_pool
from webapp.server.background import begin, run_apart
from webapp.table.host import Host

_REPORTS = "battlemat-reports"
_MOST_KEPT = 4

_Key = tuple[str, int]
"""An exchange: the id of its command, and the place of its last event, which a new answer moves."""


@dataclass(slots=True)
class _Scene:
    """What is known of the exchanges of one scene."""

    entries: int = -1
    """Of how many entries of the log the exchanges were read; -1 for none yet."""
    undone: frozenset[str] = frozenset()
    fought: list[tuple[BattleState, Fought]] = field(default_factory=list)
    people: dict[str, Combatant] = field(default_factory=dict)
    """Whoever took part, as they are now or were last."""
    found: dict[_Key, Reckoned | None] = field(default_factory=dict)
    """What was worked out; None for what could not be."""
    is_worked_on: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What a fight's report is made of, as far as it is worked out."""

    exchanges: tuple[Reckoned, ...]
    people: dict[str, Combatant]
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
        self._scenes: OrderedDict[str, _Scene] = OrderedDict()

    def read(self, host: Host) -> Read:
        """Give what is worked out of a scene's fight by now, and see to it that the rest will be."""
        with host.lock:
            entries, undone = list(host.battle.entries), host.battle.taken_back
            system, scene_id, people = host.scene.system, host.scene.id, host.battle.state.combatants
        with self._lock:
            scene = self._scenes.setdefault(scene_id, _Scene())
            self._scenes.move_to_end(scene_id)
            while len(self._scenes) > _MOST_KEPT:
                self._scenes.popitem(last=False)
        if (scene.entries, scene.undone) != (len(entries), undone):
            scene.fought = run_apart(_fought, system, entries)
            scene.entries, scene.undone = len(entries), undone
        scene.people = {who: one for before, _ in scene.fought for who, one in before.combatants.items()}
        scene.people |= people
        with self._lock:
            begins = not scene.is_worked_on and bool(_missing(scene))
            scene.is_worked_on |= begins
        if begins:
            begin(lambda: self._work(scene_id, scene))
        found = [scene.found[key] for _, one in scene.fought if (key := _key(one)) in scene.found]
        exchanges = tuple(one for one in found if one is not None)
        return Read(
            exchanges=exchanges,
            people=scene.people,
            done=len(found),
            of=len(scene.fought),
            left_out=len(found) - len(exchanges),
        )

    def forget(self, scene_ids: set[str]) -> None:
        """Let go of what was worked out of scenes that nobody looks at."""
        with self._lock:
            for scene_id in scene_ids & self._scenes.keys():
                del self._scenes[scene_id]

    def _work(self, scene_id: str, scene: _Scene) -> None:
        """Work out what is missing of a scene, as long as it is kept."""
        while True:
            with self._lock:
                missing = _missing(scene) if self._scenes.get(scene_id) is scene else []
                if not missing:
                    scene.is_worked_on = False
                    return
            before, fought = missing[0]
            scene.found[_key(fought)] = _reckoned(scene_id, before, fought)


def _fought(system: str, entries: list[Entry]) -> list[tuple[BattleState, Fought]]:
    battle = Battle(system)
    for entry in entries:
        battle.log.keep(entry)
    return list(fought_in(battle))


def _key(fought: Fought) -> _Key:
    return fought.entry, fought.point


def _missing(scene: _Scene) -> list[tuple[BattleState, Fought]]:
    return [(before, one) for before, one in scene.fought if _key(one) not in scene.found]


def _reckoned(scene_id: str, before: BattleState, fought: Fought) -> Reckoned | None:
    """Have an exchange worked out by another process, and wait for it; None where that cannot be."""
    answers: SimpleQueue[Any] = SimpleQueue()

    def tell(found: Any, is_last: bool) -> None:
        if is_last:
            answers.put(found)

    odds_pool().ask(f"{scene_id} report", before, fought, tell)
    found = answers.get()
    return found if isinstance(found, Reckoned) else None


def reports() -> Reports:
    """Give the app's reports."""
    found: Reports = current_app.extensions.setdefault(_REPORTS, Reports())
    return found
