"""How the chances of fights went, rehearsed beside the server in processes that stand back for all else.

They are kept by scene in this process's memory, and end with it. A fight is first rehearsed a few times from
each cut (`rules.report.win_curve`), those that part it best first; then again, until all fights are played.
"""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from flask import current_app

from rules.engine.battle import Battle
from rules.engine.history.entry import Entry
from rules.rehearsal.rehearsal import FightsWanted
from rules.report.win_curve import Cut, cuts_in
from webapp.rehearsal.fight_player import rehearsal_pool
from webapp.server.background import run_apart
from webapp.table.host import Host

_CURVES = "battlemat-win-curves"
_MOST_KEPT = 8
_AT_ONCE = 2
"""So many cuts are rehearsed at once; a rehearsal that the GM wants meanwhile gets its turn soon."""
FIGHTS = 32
"""So many are played from each cut."""
_PASSES = 2
"""In so many goes: after the first one all of the curve is there, less surely."""


@dataclass(slots=True, eq=False)
class _Curve:
    """One curve, under way or over."""

    scene_id: str
    cuts: tuple[Cut, ...]
    entries: int
    """How many entries the log had as it began."""
    undone: frozenset[str]
    left: Iterator[tuple[int, int]]
    """Which cuts are still to be rehearsed, and in which go."""
    at_work: set[tuple[int, int]] = field(default_factory=set)
    won: dict[int, dict[int, str | None]] = field(default_factory=dict)
    """Who won, by the number of the cut and the fight's own."""
    done: int = 0
    """How many parts are over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveRead:
    """What is known of a curve by now."""

    cuts: tuple[Cut, ...]
    won: dict[int, dict[int, str | None]]
    done: int
    of: int
    is_running: bool
    has_gone_on: bool
    """Whether anything has happened at the table since it was begun."""


class WinCurves:
    """All that are kept. Safe in any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[str, _Curve] = OrderedDict()

    def begin(self, host: Host) -> None:
        """Work a scene's curve out for all that has happened in it; what was found before goes."""
        with host.lock:
            entries, undone = list(host.battle.entries), host.battle.taken_back
            scene_id, system = host.scene.id, host.scene.system
        cuts = run_apart(_cuts, system, entries)
        self.cancel(scene_id)
        begun = _Curve(scene_id, cuts, len(entries), undone, _in_order(len(cuts)))
        with self._lock:
            self._kept[scene_id] = begun
            self._kept.move_to_end(scene_id)
            gone = [self._kept.popitem(last=False)[1] for _ in range(len(self._kept) - _MOST_KEPT)]
        for curve in gone:
            self._stop(curve)
        for _ in range(_AT_ONCE):
            self._go_on(begun)

    def cancel(self, scene_id: str) -> None:
        """Rehearse a scene's curve no more; what was found stays."""
        with self._lock:
            curve = self._kept.get(scene_id)
        if curve is not None:
            self._stop(curve)

    def read(self, host: Host) -> CurveRead | None:
        """Give what is known of a scene's curve; None where there is none."""
        with host.lock:
            entries, undone = len(host.battle.entries), host.battle.taken_back
        with self._lock:
            curve = self._kept.get(host.scene.id)
            if curve is None:
                return None
            return CurveRead(
                cuts=curve.cuts,
                won={at: dict(won) for at, won in curve.won.items()},
                done=curve.done,
                of=len(curve.cuts) * _PASSES,
                is_running=bool(curve.at_work),
                has_gone_on=(entries, undone) != (curve.entries, curve.undone),
            )

    def _stop(self, curve: _Curve) -> None:
        with self._lock:
            parts, curve.at_work, curve.left = curve.at_work, set(), iter(())
        for part in parts:
            rehearsal_pool().drop(_page(curve, part))

    def _go_on(self, curve: _Curve) -> None:
        """Have the next part rehearsed, if there is one."""
        with self._lock:
            part = next(curve.left, None)
            if part is None:
                return
            curve.at_work.add(part)
        at, go = part
        wanted = FightsWanted(seed=f"{curve.scene_id} curve", most=FIGHTS, share=go, of=_PASSES)

        def tell(found: Any, is_last: bool) -> None:
            with self._lock:
                if part not in curve.at_work:
                    return
                if isinstance(found, tuple):
                    number, outcome = found
                    curve.won.setdefault(at, {})[number] = outcome.won
                if is_last:
                    curve.at_work.discard(part)
                    curve.done += 1
            if is_last:
                self._go_on(curve)

        rehearsal_pool().ask(_page(curve, part), curve.cuts[at].state, wanted, tell)


def _cuts(system: str, entries: Sequence[Entry]) -> tuple[Cut, ...]:
    battle = Battle(system)
    for entry in entries:
        battle.log.keep(entry)
    return cuts_in(battle)


def _in_order(count: int) -> Iterator[tuple[int, int]]:
    """Give the cuts of each go: the ends, the middle, the middles of the halves and so on."""
    order = dict.fromkeys((0, count - 1)) if count else {}
    step = count
    while step > 1:
        step = (step + 1) // 2
        order |= dict.fromkeys(range(0, count, step))
    return iter([(at, go) for go in range(_PASSES) for at in order])


def _page(curve: _Curve, part: tuple[int, int]) -> str:
    return f"{curve.scene_id} curve {part}"


def win_curves() -> WinCurves:
    """Give the app's curves."""
    found: WinCurves = current_app.extensions.setdefault(_CURVES, WinCurves())
    return found
