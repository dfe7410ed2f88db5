"""The rehearsals of scenes: fights played in processes that stand back for all else.

What was found is kept with the scene in the store, so that any process shows it and goes on with it; the one
that has it played keeps it every so often, and gives up where another has taken it over. What was found is of
the state that the rehearsal began with; the fight may have gone on since.
"""

import atexit
import logging
import os
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from threading import Lock
from typing import Any

from flask import current_app

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.engine.text import text
from rules.rehearsal.comparison import PairedDifference
from rules.rehearsal.intervals import Share
from rules.rehearsal.rehearsal import FightsWanted
from rules.rehearsal.tally import FEWEST, Tally
from webapp.context import get_store
from webapp.live.odds_pool import OddsPool
from webapp.live.odds_worker import NICEST
from webapp.rehearsal.changes import FEWER, Key, able_foes
from webapp.rehearsal.fair_fight import MOST_TRIED, FairSearch, wish_words
from webapp.rehearsal.fair_page import FairView, fair_view
from webapp.rehearsal.kept import begun_from, changed_run, read_again, written_down
from webapp.rehearsal.rehearsal import Rehearsal
from webapp.rehearsal.runs import Run
from webapp.store.database import StoreTrouble
from webapp.store.rehearsals import RehearsalMark, RehearsalShelf
from webapp.table.host import Host
from webapp.table.names import new_id

_log = logging.getLogger(__name__)

_REHEARSALS = "battlemat-rehearsals"
_MOST_KEPT = 20
"""So many are held in memory, the last ones that were looked at; all are in the store."""
_AT_ONCE = max(1, min(4, os.cpu_count() or 1))
"""Processes that play: all processors, since each gives way to the server."""
_MOST_SECONDS = 600.0
"""How much of the processor's time each of them gives to one rehearsal."""
_MOST_TO_WAIT = 1_800.0
MOST_FIGHTS = 600
MOST_ROWS = 20
"""So many changes of one fight are compared at most."""
_MOST_FOES = 12
"""It is played without so many of the foes, those who did most harm."""
_KEPT_EVERY = timedelta(seconds=10)
_SILENT = timedelta(seconds=120)
"""Who has kept nothing for so long plays no more: its process has ended."""


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
    fair: FairView | None
    """The search for a wish, where there was one."""
    most: int = MOST_FIGHTS


@dataclass(slots=True, eq=False)
class _Held:
    """A rehearsal in memory, and how it was kept last."""

    rehearsal: Rehearsal
    shelf: RehearsalShelf
    mark: RehearsalMark


class Rehearsals:
    """Those that are played by this process, and those that were looked at last. Safe in any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._held: OrderedDict[str, _Held] = OrderedDict()

    # ------------------------------------------------------------------------------------------ asked for
    def begin(self, host: Host) -> None:
        """Rehearse a scene's fight as it stands now; what was found before goes."""
        self.cancel(host.scene.id)
        begun = begun_from(host)
        assert begun is not None, "the log is as long as it is"
        held = _Held(begun, get_store().rehearsals, RehearsalMark("", False, datetime.now(UTC)))
        self._take_over(held)
        self._play(held, [begun.plain])

    def compare(self, host: Host, keys: Sequence[Key]) -> None:
        """Play a scene's rehearsed fight with each of some changes, on the same dice, behind what is played.

        Raises:
            Refusal: `not-rehearsed`, `prompt-open`, `still-running`, `too-many`, `no-fight`, or that of
                `change_of`.
        """
        held = self._find(host)
        rehearsal = held.rehearsal
        with self._lock:
            new = [key for key in dict.fromkeys(keys) if not rehearsal.has(key)]
            if len({*rehearsal.rows, *new}) > MOST_ROWS:
                said = text("At most {most} changes are compared: rehearse again first.", most=MOST_ROWS)
                raise Refusal("too-many", said)
        runs = [changed_run(rehearsal.state, rehearsal.heroes, key) for key in new]
        self._take_over(held)
        with self._lock:
            rehearsal.rows.update({run.key: run for run in runs})
        self._play(held, runs)

    def compare_each_foe(self, host: Host) -> None:
        """Play it without each foe in turn: whose absence makes most difference decides it. See `compare`."""
        rehearsal = self._find(host).rehearsal
        foes = able_foes(rehearsal.state, rehearsal.heroes)
        with self._lock:
            tally = rehearsal.plain.tally
        harm = {one.who: one.harm_done for one in tally.fared} if tally is not None else {}
        foes.sort(key=lambda foe: -harm.get(foe.id, 0.0))
        self.compare(host, [(FEWER, foe.id) for foe in foes[:_MOST_FOES] if len(foes) > 1])

    def make_fair(self, host: Host, wish_id: str) -> None:
        """Search for changes of numbers that bring a wish about; what was found for another wish goes.

        Raises:
            Refusal: `not-rehearsed`, `prompt-open`, `no-such-wish` or `still-running`.
        """
        held = self._find(host)
        rehearsal = held.rehearsal
        if wish_id not in wish_words(find_system(rehearsal.state.system), rehearsal.heroes):
            raise Refusal("no-such-wish", text("Choose a wish from the list."))
        if rehearsal.is_running:
            raise _still_running()
        if len(rehearsal.plain.in_order) < FEWEST:
            said = text("Rehearse at least {fewest} fights first, to see where it stands.", fewest=FEWEST)
            raise Refusal("not-rehearsed", said)
        rehearsal.fair = FairSearch.begun(wish_id, rehearsal.plain, rehearsal.heroes)
        self._take_over(held)
        if not self._try_next(held, rehearsal.fair):
            self._keep(held)

    def cancel(self, scene_id: str) -> None:
        """Play no more fights of a scene, whichever process plays them; what was found stays."""
        with self._lock:
            held = self._held.get(scene_id)
        if held is not None and held.rehearsal.is_running:
            self._stop(held)
            self._keep(held)
        get_store().rehearsals.end(scene_id)

    def read(self, host: Host) -> Read | None:
        """Give what is known of a scene's rehearsal; None where there is none."""
        held = self._known(host)
        if held is None:
            return None
        with host.lock:
            entries = len(host.battle.entries)
        with self._lock:
            found = held.rehearsal
            elsewhere = self._is_elsewhere(held)
            return Read(
                state=found.state,
                heroes=found.heroes,
                tally=found.plain.tally,
                is_running=found.is_running or elsewhere,
                plays_plain=found.plain.is_running,
                has_gone_on=entries != found.entries,
                fair=_fair(found),
                rows=tuple(_row(found, run) for run in found.rows.values()),
            )

    # ---------------------------------------------------------------------------------------------- held
    def _hold(self, held: _Held) -> None:
        with self._lock:
            self._held[held.rehearsal.scene_id] = held
            self._held.move_to_end(held.rehearsal.scene_id)
            idle = [id_ for id_, one in self._held.items() if not one.rehearsal.is_running]
            for scene_id in idle[: max(0, len(self._held) - _MOST_KEPT)]:
                if scene_id != held.rehearsal.scene_id:
                    del self._held[scene_id]

    def _known(self, host: Host) -> _Held | None:
        """Give a scene's rehearsal: the one that is played here, or as it was kept last."""
        scene_id, shelf = host.scene.id, get_store().rehearsals
        mark = shelf.mark(scene_id)
        with self._lock:
            held = self._held.get(scene_id)
            is_own = held is not None and held.rehearsal.is_running
        if mark is None or (held is not None and (is_own or mark == held.mark)):
            return held
        rehearsal = read_again(host, shelf.found(scene_id))
        if rehearsal is None:
            return None
        held = _Held(rehearsal, shelf, mark)
        self._hold(held)
        return held

    def _is_elsewhere(self, held: _Held) -> bool:
        """Say whether another process plays it."""
        mark = held.mark
        is_fresh = datetime.now(UTC) - mark.at < _SILENT
        return mark.is_running and is_fresh and not held.rehearsal.is_running

    def _find(self, host: Host) -> _Held:
        held = self._known(host)
        if held is None or not (held.rehearsal.plain.in_order or held.rehearsal.plain.is_running):
            raise Refusal("not-rehearsed", text("Rehearse the fight as it stands first."))
        if held.rehearsal.open_exchange is not None:
            said = text("A question was open as this was rehearsed: have it answered, and rehearse again.")
            raise Refusal("prompt-open", said)
        if self._is_elsewhere(held):
            raise _still_running()
        return held

    def _keep(self, held: _Held) -> None:
        """Keep what was found by now; where that is somebody else's by now, play no more."""
        with self._lock:
            found, is_running = written_down(held.rehearsal), held.rehearsal.is_running
            token, scene_id = held.mark.token, held.rehearsal.scene_id
        try:
            mark = held.shelf.keep(scene_id, token, found, is_running=is_running)
        except StoreTrouble:
            _log.warning("What a rehearsal found could not be kept", exc_info=True)
            return
        if held.mark.token != token:  # taken over anew meanwhile, here
            return
        if mark is not None:
            held.mark = mark
        elif is_running:
            self._stop(held)

    # -------------------------------------------------------------------------------------------- played
    def _take_over(self, held: _Held) -> None:
        """Make a rehearsal this process's, unless it is played here already."""
        with self._lock:
            if held.rehearsal.is_running:
                return
            found = written_down(held.rehearsal)
        held.mark = held.shelf.begin(held.rehearsal.scene_id, new_id(), found)
        self._hold(held)

    def _play(self, held: _Held, runs: Sequence[Run]) -> None:
        """Have the fights of some runs played, each shared by as many processes as there are."""
        rehearsal = held.rehearsal
        with self._lock:
            for run in runs:
                run.at_work.update(range(_AT_ONCE))
        for run in runs:
            for share in range(_AT_ONCE):
                wanted = FightsWanted(
                    seed=f"{rehearsal.scene_id} {rehearsal.entries}",
                    most=_most(rehearsal, run),
                    share=share,
                    of=_AT_ONCE,
                    open_exchange=rehearsal.open_exchange if run is rehearsal.plain else None,
                    begin=run.begin,
                )
                tell = self._taker(held, run, share)
                rehearsal_pool().ask(_page(rehearsal, run, share), run.state, wanted, tell)

    def _taker(self, held: _Held, run: Run, share: int) -> Any:
        rehearsal = held.rehearsal

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
                self._go_on(held, run)
            elif was_running and datetime.now(UTC) - held.mark.at > _KEPT_EVERY:
                self._keep(held)

        return tell

    def _go_on(self, held: _Held, run: Run) -> None:
        """Let what a run found lead on to the next one, where a search waits for it."""
        with self._lock:
            search = held.rehearsal.fair
            if search is not None and run is search.trying:
                search.note(run)
            else:
                search = None
        if search is None or not self._try_next(held, search):
            self._keep(held)

    def _try_next(self, held: _Held, search: FairSearch) -> bool:
        """Play the next step of a search; false if none is left to try."""
        rehearsal = held.rehearsal
        while search is rehearsal.fair and (key := search.next_key()) is not None:
            try:
                run = changed_run(rehearsal.state, rehearsal.heroes, key)
            except Refusal:
                search.give_up_line()
                continue
            with self._lock:
                search.trying = run
            self._play(held, [run])
            return True
        return False

    def _stop(self, held: _Held) -> None:
        rehearsal = held.rehearsal
        with self._lock:
            runs = rehearsal.runs
            for run in runs:
                run.at_work.clear()
            if rehearsal.fair is not None:
                rehearsal.fair.stop()
        for run in runs:
            _drop(rehearsal, run)


def _still_running() -> Refusal:
    said = text("Fights are still being played: wait until they are over, or stop them.")
    return Refusal("still-running", said)


def _most(rehearsal: Rehearsal, run: Run) -> int:
    """Say how many fights of a run are played at most."""
    if rehearsal.fair is not None and run is rehearsal.fair.trying:
        return MOST_TRIED
    is_paired = run is not rehearsal.plain and not rehearsal.plain.is_running
    return len(rehearsal.plain.in_order) if is_paired else MOST_FIGHTS


def _fair(found: Rehearsal) -> FairView | None:
    system = find_system(found.state.system)
    return None if found.fair is None else fair_view(found.fair, system, found.heroes)


def _row(found: Rehearsal, run: Run) -> ReadRow:
    difference = found.difference(run)
    won = sum(map(found.won, run.in_order[: difference.of]))
    return ReadRow(
        run=run, is_running=run.is_running, chance=Share(won, difference.of), difference=difference
    )


def _page(rehearsal: Rehearsal, run: Run, share: int) -> str:
    return f"{rehearsal.scene_id} rehearsal {id(run)} {share}"


def _drop(rehearsal: Rehearsal, run: Run) -> None:
    for share in range(_AT_ONCE):
        rehearsal_pool().drop(_page(rehearsal, run, share))


def rehearsals() -> Rehearsals:
    """Give the app's rehearsals."""
    found: Rehearsals = current_app.extensions.setdefault(_REHEARSALS, Rehearsals())
    return found
