"""The rehearsals that were asked for last: fights played in processes that stand back for all else.

They are kept by scene in this process's memory, and end with it. What was found is of the state that the
rehearsal began with; the fight may have gone on since.
"""

import atexit
import os
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cache
from threading import Lock
from typing import Any

from flask import current_app

from rules.engine.open_exchange import OpenExchange
from rules.engine.state import BattleState
from rules.rehearsal.outcome import Outcome
from rules.rehearsal.rehearsal import FightsWanted
from rules.rehearsal.tally import Tally, tallied
from webapp.live.odds_pool import OddsPool
from webapp.live.odds_worker import NICEST
from webapp.table.host import Host

_REHEARSALS = "battlemat-rehearsals"
_MOST_KEPT = 20
_AT_ONCE = max(1, min(4, os.cpu_count() or 1))
"""Processes that play: all processors, since each gives way to the server."""
_MOST_SECONDS = 600.0
"""How much of the processor's time each of them gives to one rehearsal."""
_MOST_TO_WAIT = 1_800.0
MOST_FIGHTS = 600
NARROW = 0.04
"""It stops once each side's chance is known to within so much."""


@cache
def rehearsal_pool() -> OddsPool:
    """Give this process's pool for rehearsals; its processes end with it."""
    pool = OddsPool(_MOST_SECONDS, _MOST_TO_WAIT, _AT_ONCE, NICEST, works_here=False)
    atexit.register(pool.close)
    return pool


@dataclass(slots=True, eq=False)
class _Rehearsal:
    """One rehearsal, under way or over."""

    state: BattleState
    entries: int
    """How many entries the log had as it began."""
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    at_work: set[int] = field(default_factory=set)
    """Which shares are still being played."""
    tally: Tally | None = None
    in_order: list[Outcome] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What is known of a rehearsal by now."""

    state: BattleState
    """The state that it began with."""
    tally: Tally | None
    """None as long as no fight is over."""
    is_running: bool
    has_gone_on: bool
    """Whether anything has happened at the table since."""
    most: int = MOST_FIGHTS


class Rehearsals:
    """All that are kept. Safe in any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[str, _Rehearsal] = OrderedDict()

    def begin(self, host: Host) -> None:
        """Rehearse a scene's fight as it stands now; what was found before goes."""
        with host.lock:
            battle, scene_id = host.battle, host.scene.id
            state, entries = battle.state, len(battle.entries)
            asked = state.prompt is not None and not battle.is_stuck
            open_exchange = battle.open_exchange() if asked else None
        self.cancel(scene_id)
        begun = _Rehearsal(state, entries, at_work=set(range(_AT_ONCE)))
        with self._lock:
            self._kept[scene_id] = begun
            self._kept.move_to_end(scene_id)
            gone = [self._kept.popitem(last=False)[0] for _ in range(len(self._kept) - _MOST_KEPT)]
        for other in gone:
            _drop(other)
        for share in range(_AT_ONCE):
            self._ask(scene_id, begun, share, open_exchange)

    def cancel(self, scene_id: str) -> None:
        """Play no more fights of a scene; what was found stays."""
        _drop(scene_id)
        with self._lock:
            if scene_id in self._kept:
                self._kept[scene_id].at_work.clear()

    def read(self, host: Host) -> Read | None:
        """Give what is known of a scene's rehearsal; None where there is none."""
        with host.lock:
            entries, scene_id = len(host.battle.entries), host.scene.id
        with self._lock:
            kept = self._kept.get(scene_id)
            if kept is None:
                return None
            return Read(
                state=kept.state,
                tally=kept.tally,
                is_running=bool(kept.at_work),
                has_gone_on=entries != kept.entries,
            )

    def _ask(self, scene_id: str, begun: _Rehearsal, share: int, open_exchange: OpenExchange | None) -> None:
        def tell(found: Any, is_last: bool) -> None:
            with self._lock:
                is_enough = self._note(begun, found)
                if is_last:
                    begun.at_work.discard(share)
                if is_enough:
                    begun.at_work.clear()
            if is_enough:
                _drop(scene_id)

        wanted = FightsWanted(
            seed=f"{scene_id} {begun.entries}",
            most=MOST_FIGHTS,
            share=share,
            of=_AT_ONCE,
            open_exchange=open_exchange,
        )
        rehearsal_pool().ask(_page(scene_id, share), begun.state, wanted, tell)

    def _note(self, begun: _Rehearsal, found: Any) -> bool:
        """Take in a fight that is over; true once there have been enough.

        They count in the order of their numbers, so that it does not matter who was quicker.
        """
        if not begun.at_work or not isinstance(found, tuple):
            return False
        number, outcome = found
        begun.outcomes[number] = outcome
        while len(begun.in_order) in begun.outcomes:
            begun.in_order.append(begun.outcomes[len(begun.in_order)])
            begun.tally = tallied(begun.state, begun.in_order)
            if begun.tally.is_narrow(NARROW):
                return True
        return False


def _page(scene_id: str, share: int) -> str:
    return f"{scene_id} rehearsal {share}"


def _drop(scene_id: str) -> None:
    for share in range(_AT_ONCE):
        rehearsal_pool().drop(_page(scene_id, share))


def rehearsals() -> Rehearsals:
    """Give the app's rehearsals."""
    found: Rehearsals = current_app.extensions.setdefault(_REHEARSALS, Rehearsals())
    return found
