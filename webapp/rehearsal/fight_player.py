"""The fights of rehearsals, played in processes that stand back for all else."""

import atexit
import os
from collections.abc import Sequence
from functools import cache
from typing import Any

from rules.engine.refusal import Refusal
from rules.rehearsal.outcome import Outcome
from rules.rehearsal.rehearsal import FIRST_FIGHTS, SERIES, FightsWanted
from webapp.live.odds_pool import OddsPool, Tell
from webapp.live.odds_worker import NICEST
from webapp.rehearsal.fair_fight import MOST_TRIED, FairSearch
from webapp.rehearsal.held_rehearsals import HeldRehearsals
from webapp.rehearsal.held_work import Held
from webapp.rehearsal.kept import changed_run
from webapp.rehearsal.rehearsal import Rehearsal
from webapp.rehearsal.runs import Run

_AT_ONCE = max(1, min(SERIES, os.cpu_count() or 1))
"""Processes that play: all processors, since each gives way to the server."""
_MOST_SECONDS = 600.0
"""How much of the processor's time each of them gives to one rehearsal."""
_MOST_TO_WAIT = 1_800.0
_MOST_IDLE = 60.0
"""So many seconds they wait for who has opened the page, or has stopped, to ask for more."""
MOST_FIGHTS = 600


@cache
def rehearsal_pool() -> OddsPool:
    """Give this process's pool for rehearsals; its processes end with it."""
    pool = OddsPool(_MOST_SECONDS, _MOST_TO_WAIT, _AT_ONCE, NICEST, works_here=False, most_idle=_MOST_IDLE)
    atexit.register(pool.close)
    return pool


class FightPlayer:
    """Has fights played, and lets what they find lead on to the next. Safe in any thread."""

    def __init__(self, held: HeldRehearsals) -> None:
        self._held = held

    def play(self, held: Held[Rehearsal], runs: Sequence[Run]) -> None:
        """Have the fights of some runs played, each shared by as many processes as there are."""
        rehearsal = held.work
        with self._held.lock:
            for run in runs:
                run.start(range(_AT_ONCE))
        for run in runs:
            for share in range(_AT_ONCE):
                wanted = _wanted(rehearsal, run, _most(rehearsal, run), share, _AT_ONCE)
                tell = self._taker(held, run, share)
                rehearsal_pool().ask(_page(rehearsal, run, share), run.state, wanted, tell)

    def foresee(self, rehearsal: Rehearsal) -> None:
        """Have the first fights of what may be rehearsed soon played; they count once it is.

        One process begins alone, so that it has the first one soon; the others follow, and remember them too.
        """
        run = rehearsal.plain

        def take_in(found: tuple[int, Outcome] | None, is_last: bool) -> None:
            if found is not None:
                with self._held.lock:
                    run.foresee(*found)

        def tell_first(found: tuple[int, Outcome] | None, is_last: bool) -> None:
            take_in(found, is_last)
            if found is not None and found[0] == 0 and not run.is_running:
                for share in range(1, _AT_ONCE):
                    ask(share, take_in)

        def ask(share: int, tell: Tell) -> None:
            wanted = _wanted(rehearsal, run, FIRST_FIGHTS, share=0, of=1)
            rehearsal_pool().ask(_first_page(rehearsal, run, share), run.state, wanted, tell)

        ask(0, tell_first)

    def give_up(self, rehearsal: Rehearsal) -> None:
        """Play no more of what was foreseen."""
        _drop(rehearsal, rehearsal.plain)

    def _taker(self, held: Held[Rehearsal], run: Run, share: int) -> Any:
        rehearsal = held.work

        def tell(found: Any, is_last: bool) -> None:
            with self._held.lock:
                was_running = run.is_running
                if isinstance(found, tuple):
                    number, outcome = found
                    run.take_in(number, outcome, rehearsal.is_enough)
                if is_last:
                    run.at_work.discard(share)
                is_over = was_running and not run.is_running
            if is_over:
                _drop(rehearsal, run)
                self._go_on(held, run)
            elif was_running and held.is_due:
                self.keep(held)

        return tell

    def _go_on(self, held: Held[Rehearsal], run: Run) -> None:
        """Let what a run found lead on to the next one, where a search waits for it."""
        with self._held.lock:
            search = held.work.fair
            if search is not None and run is search.trying:
                search.note(run)
            else:
                search = None
        if search is None or not self.try_next(held, search):
            self.keep(held)

    def try_next(self, held: Held[Rehearsal], search: FairSearch) -> bool:
        """Play the next step of a search; false if none is left to try."""
        rehearsal = held.work
        while search is rehearsal.fair and (key := search.next_key()) is not None:
            try:
                run = changed_run(rehearsal.state, rehearsal.heroes, key)
            except Refusal:
                search.give_up_line()
                continue
            with self._held.lock:
                search.trying = run
            self.play(held, [run])
            return True
        return False

    def keep(self, held: Held[Rehearsal]) -> None:
        """Keep what was found by now; where another process plays it by now, play no more."""
        if not self._held.keep(held):
            self.stop(held)

    def stop(self, held: Held[Rehearsal]) -> None:
        """Have no more fights of it played."""
        rehearsal = held.work
        with self._held.lock:
            runs = rehearsal.runs
            for run in runs:
                run.at_work.clear()
            if rehearsal.fair is not None:
                rehearsal.fair.stop()
        for run in runs:
            _drop(rehearsal, run)


def _most(rehearsal: Rehearsal, run: Run) -> int:
    """Say how many fights of a run are played at most."""
    if rehearsal.fair is not None and run is rehearsal.fair.trying:
        return MOST_TRIED
    is_paired = run is not rehearsal.plain and not rehearsal.plain.is_running
    return len(rehearsal.plain.in_order) if is_paired else MOST_FIGHTS


def _wanted(rehearsal: Rehearsal, run: Run, most: int, share: int, of: int) -> FightsWanted:
    return FightsWanted(
        seed=f"{rehearsal.scene_id} {rehearsal.entries}",
        most=most,
        share=share,
        of=of,
        open_exchange=rehearsal.open_exchange if run is rehearsal.plain else None,
        begin=run.begin,
    )


def _page(rehearsal: Rehearsal, run: Run, share: int) -> str:
    return f"{rehearsal.scene_id} rehearsal {id(run)} {share}"


def _first_page(rehearsal: Rehearsal, run: Run, share: int) -> str:
    return f"{_page(rehearsal, run, share)} first"


def _drop(rehearsal: Rehearsal, run: Run) -> None:
    for share in range(_AT_ONCE):
        for page in (_page, _first_page):
            rehearsal_pool().drop(page(rehearsal, run, share))
