"""How the chances of fights went, rehearsed beside the server in processes that stand back for all else.

A fight is first rehearsed a few times from each cut (`rules.report.win_curve`), those that part it best
first; then again, until all fights are played. What was found is kept with the scene.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import current_app

from rules.rehearsal.rehearsal import FightsWanted
from rules.report.win_curve import Cut
from webapp.context import get_store
from webapp.rehearsal.fight_player import rehearsal_pool
from webapp.rehearsal.held_work import Held, HeldWork
from webapp.report.kept_curves import Curve, curve_of, read_again, written_down
from webapp.table.host import Host

_CURVES = "battlemat-win-curves"
_AT_ONCE = 2
"""So many cuts are rehearsed at once; a rehearsal that the GM wants meanwhile gets its turn soon."""
FIGHTS = 32
"""So many are played from each cut."""
_PASSES = 2
"""In so many goes: after the first one all of the curve is there, less surely."""


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
    """Those of all scenes. Safe in any thread."""

    def __init__(self) -> None:
        self.held = HeldWork[Curve](lambda store: store.win_curves, written_down, read_again)

    def begin(self, host: Host) -> None:
        """Work a scene's curve out for all that has happened in it; what was found before goes."""
        curve = curve_of(host)
        curve.left = _in_order(len(curve.cuts))
        self.cancel(curve.scene_id)
        held = self.held.begin(curve)
        for _ in range(_AT_ONCE):
            self._go_on(held)
        if not curve.cuts:  # nobody has fought
            self.held.keep(held)

    def cancel(self, scene_id: str) -> None:
        """Rehearse a scene's curve no more, whichever process does; what was found stays."""
        held = self.held.get(scene_id)
        if held is not None and held.work.is_running:
            self._stop(held)
            self.held.keep(held)
        get_store().win_curves.end(scene_id)

    def read(self, host: Host) -> CurveRead | None:
        """Give what is known of a scene's curve; None where there is none."""
        held = self.held.known(host)
        if held is None:
            return None
        with host.lock:
            entries, undone = len(host.battle.entries), host.battle.taken_back
        with self.held.lock:
            curve = held.work
            return CurveRead(
                cuts=curve.cuts,
                won={at: dict(won) for at, won in curve.won.items()},
                done=curve.done,
                of=len(curve.cuts) * _PASSES,
                is_running=curve.is_running or self.held.is_elsewhere(held),
                has_gone_on=(entries, undone) != (curve.entries, curve.undone),
            )

    def _stop(self, held: Held[Curve]) -> None:
        curve = held.work
        with self.held.lock:
            parts, curve.at_work, curve.left = curve.at_work, set(), iter(())
        for part in parts:
            rehearsal_pool().drop(_page(curve, part))

    def _go_on(self, held: Held[Curve]) -> None:
        """Have the next part rehearsed, if there is one."""
        curve = held.work
        with self.held.lock:
            part = next(curve.left, None)
            if part is None:
                return
            curve.at_work.add(part)
        at, go = part
        wanted = FightsWanted(seed=f"{curve.scene_id} curve", most=FIGHTS, share=go, of=_PASSES)

        def tell(found: Any, is_last: bool) -> None:
            with self.held.lock:
                if part not in curve.at_work:
                    return
                if isinstance(found, tuple):
                    number, outcome = found
                    curve.won.setdefault(at, {})[number] = outcome.won
                if is_last:
                    curve.at_work.discard(part)
                    curve.done += 1
            if is_last:
                self._go_on(held)
            if (held.is_due or not curve.is_running) and not self.held.keep(held):
                self._stop(held)

        rehearsal_pool().ask(_page(curve, part), curve.cuts[at].state, wanted, tell)


def _in_order(count: int) -> Iterator[tuple[int, int]]:
    """Give the cuts of each go: the ends, the middle, the middles of the halves and so on."""
    order = dict.fromkeys((0, count - 1)) if count else {}
    step = count
    while step > 1:
        step = (step + 1) // 2
        order |= dict.fromkeys(range(0, count, step))
    return iter([(at, go) for go in range(_PASSES) for at in order])


def _page(curve: Curve, part: tuple[int, int]) -> str:
    return f"{curve.scene_id} curve {id(curve)} {part}"


def win_curves() -> WinCurves:
    """Give the app's curves."""
    found: WinCurves = current_app.extensions.setdefault(_CURVES, WinCurves())
    return found
