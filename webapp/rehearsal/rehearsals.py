"""The rehearsals that were asked for last: fights played in processes that stand back for all else.

They are kept by scene in this process's memory, and end with it. What was found is of the state that the
rehearsal began with; the fight may have gone on since.
"""

import atexit
import os
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any

from flask import current_app

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.engine.text import text
from rules.rehearsal.changes import with_change
from rules.rehearsal.comparison import PairedDifference
from rules.rehearsal.intervals import Share
from rules.rehearsal.outcome import sides_standing
from rules.rehearsal.rehearsal import FightsWanted
from rules.rehearsal.tally import Tally
from webapp.live.odds_pool import OddsPool
from webapp.live.odds_worker import NICEST
from webapp.rehearsal.changes import FEWER, Key, able_foes, change_of
from webapp.rehearsal.runs import Rehearsal, Run
from webapp.table.host import Host

_REHEARSALS = "battlemat-rehearsals"
_MOST_KEPT = 20
_AT_ONCE = max(1, min(4, os.cpu_count() or 1))
"""Processes that play: all processors, since each gives way to the server."""
_MOST_SECONDS = 600.0
"""How much of the processor's time each of them gives to one rehearsal."""
_MOST_TO_WAIT = 1_800.0
MOST_FIGHTS = 600
MOST_ROWS = 30
"""So many changes of one fight are compared at most."""


@cache
def rehearsal_pool() -> OddsPool:
    """Give this process's pool for rehearsals; its processes end with it."""
    pool = OddsPool(_MOST_SECONDS, _MOST_TO_WAIT, _AT_ONCE, NICEST, works_here=False)
    atexit.register(pool.close)
    return pool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRow:
    """What is known by now of the fights with one change."""

    run: Run
    is_running: bool
    chance: Share
    """The heroes' share of the fights won, of those that have a counterpart."""
    difference: PairedDifference


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What is known of a rehearsal by now."""

    state: BattleState
    """The state that it began with."""
    heroes: str
    tally: Tally | None
    """None as long as no fight is over."""
    is_running: bool
    plays_plain: bool
    """Whether the fights without a change are still being played."""
    has_gone_on: bool
    """Whether anything has happened at the table since."""
    rows: tuple[ReadRow, ...]
    most: int = MOST_FIGHTS


class Rehearsals:
    """All that are kept. Safe in any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[str, Rehearsal] = OrderedDict()

    def begin(self, host: Host) -> None:
        """Rehearse a scene's fight as it stands now; what was found before goes."""
        with host.lock:
            battle, scene_id = host.battle, host.scene.id
            asked = battle.state.prompt is not None and not battle.is_stuck
            begun = Rehearsal(
                scene_id,
                len(battle.entries),
                host.heroes(),
                Run(battle.state),
                battle.open_exchange() if asked else None,
            )
        self.cancel(scene_id)
        with self._lock:
            self._kept[scene_id] = begun
            self._kept.move_to_end(scene_id)
            gone = [self._kept.popitem(last=False)[1] for _ in range(len(self._kept) - _MOST_KEPT)]
        for other in gone:
            self._stop(other)
        self._play(begun, begun.plain)

    def compare(self, host: Host, keys: Sequence[Key]) -> None:
        """Play a scene's rehearsed fight with each of some changes, on the same dice, behind what is played.

        Raises:
            Refusal: `not-rehearsed`, `prompt-open`, `too-many`, `no-fight`, or as `change_of`.
        """
        rehearsal = self._find(host)
        with self._lock:
            new = [key for key in dict.fromkeys(keys) if key not in rehearsal.rows]
            if len(rehearsal.rows) + len(new) > MOST_ROWS:
                said = text(
                    "At most {most} changes are compared: rehearse again to begin anew.", most=MOST_ROWS
                )
                raise Refusal("too-many", said)
        runs = [changed_run(rehearsal, key) for key in new]
        with self._lock:
            rehearsal.rows.update({run.key: run for run in runs})
        for run in runs:
            self._play(rehearsal, run)

    def compare_each_foe(self, host: Host) -> None:
        """Play it without each foe in turn: whose absence makes most difference decides it. See `compare`."""
        rehearsal = self._find(host)
        foes = able_foes(rehearsal.state, rehearsal.heroes)
        self.compare(host, [(FEWER, foe.id) for foe in foes if len(foes) > 1])

    def cancel(self, scene_id: str) -> None:
        """Play no more fights of a scene; what was found stays."""
        with self._lock:
            kept = self._kept.get(scene_id)
        if kept is not None:
            self._stop(kept)

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
                heroes=kept.heroes,
                tally=kept.plain.tally,
                is_running=kept.is_running,
                plays_plain=kept.plain.is_running,
                has_gone_on=entries != kept.entries,
                rows=tuple(_row(kept, run) for run in kept.rows.values()),
            )

    def _find(self, host: Host) -> Rehearsal:
        with self._lock:
            kept = self._kept.get(host.scene.id)
        if kept is None or not (kept.plain.in_order or kept.plain.is_running):
            raise Refusal("not-rehearsed", text("Rehearse the fight as it stands first."))
        if kept.open_exchange is not None:
            said = text("A question was open as this was rehearsed: have it answered, and rehearse again.")
            raise Refusal("prompt-open", said)
        return kept

    # ---------------------------------------------------------------------------------------- played
    def _play(self, rehearsal: Rehearsal, run: Run) -> None:
        """Have a run's fights played, shared by as many processes as there are."""
        run.at_work.update(range(_AT_ONCE))
        for share in range(_AT_ONCE):
            wanted = FightsWanted(
                seed=f"{rehearsal.scene_id} {rehearsal.entries}",
                most=self._most(rehearsal, run),
                share=share,
                of=_AT_ONCE,
                open_exchange=rehearsal.open_exchange if run is rehearsal.plain else None,
                begin=run.begin,
            )
            tell = self._taker(rehearsal, run, share)
            rehearsal_pool().ask(_page(rehearsal, run, share), run.state, wanted, tell)

    def _most(self, rehearsal: Rehearsal, run: Run) -> int:
        is_paired = run is not rehearsal.plain and not rehearsal.plain.is_running
        return len(rehearsal.plain.in_order) if is_paired else MOST_FIGHTS

    def _taker(self, rehearsal: Rehearsal, run: Run, share: int) -> Any:
        def tell(found: Any, is_last: bool) -> None:
            with self._lock:
                was_running = run.is_running
                if isinstance(found, tuple):
                    number, outcome = found
                    run.take_in(number, outcome, rehearsal.is_enough)
                if is_last:
                    run.at_work.discard(share)
                is_over = was_running and not run.is_running
            if is_over:
                _drop(rehearsal, run)

        return tell

    def _stop(self, rehearsal: Rehearsal) -> None:
        with self._lock:
            runs = [rehearsal.plain, *rehearsal.rows.values()]
            for run in runs:
                run.at_work.clear()
        for run in runs:
            _drop(rehearsal, run)


def changed_run(rehearsal: Rehearsal, key: Key) -> Run:
    """Give the fights with a change, none played yet. Raises `Refusal` where there is no such fight."""
    change = change_of(rehearsal.state, rehearsal.heroes, key)
    state = with_change(rehearsal.state, change)
    if len(sides_standing(find_system(state.system), state)) < 2:
        raise Refusal("no-fight", text("Then there are no two sides left that can fight."))
    return Run(state, key, change.words, change.begin)


def _row(kept: Rehearsal, run: Run) -> ReadRow:
    found = kept.difference(run)
    won = sum(map(kept.won, run.in_order[: found.of]))
    return ReadRow(run=run, is_running=run.is_running, chance=Share(won, found.of), difference=found)


def _page(rehearsal: Rehearsal, run: Run, share: int) -> str:
    return f"{rehearsal.scene_id} rehearsal {run.key} {share}"


def _drop(rehearsal: Rehearsal, run: Run) -> None:
    for share in range(_AT_ONCE):
        rehearsal_pool().drop(_page(rehearsal, run, share))


def rehearsals() -> Rehearsals:
    """Give the app's rehearsals."""
    found: Rehearsals = current_app.extensions.setdefault(_REHEARSALS, Rehearsals())
    return found
