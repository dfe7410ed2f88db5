"""What is known of a rehearsal by now, to be laid out on a page."""

from dataclasses import dataclass

from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.rehearsal.comparison import PairedDifference
from rules.rehearsal.intervals import Share
from rules.rehearsal.tally import Tally
from webapp.rehearsal.fair_page import FairView, fair_view
from webapp.rehearsal.fight_player import MOST_FIGHTS
from webapp.rehearsal.held_rehearsals import HeldRehearsals
from webapp.rehearsal.rehearsal import Rehearsal
from webapp.rehearsal.runs import Run
from webapp.table.host import Host


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


def read_rehearsal(rehearsals: HeldRehearsals, host: Host) -> Read | None:
    """Give what is known of a scene's rehearsal; None where there is none."""
    held = rehearsals.known(host)
    if held is None:
        return None
    with host.lock:
        entries = len(host.battle.entries)
    with rehearsals.lock:
        found = held.work
        elsewhere = rehearsals.is_elsewhere(held)
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


def _fair(found: Rehearsal) -> FairView | None:
    system = find_system(found.state.system)
    return None if found.fair is None else fair_view(found.fair, system, found.heroes)


def _row(found: Rehearsal, run: Run) -> ReadRow:
    difference = found.difference(run)
    won = sum(map(found.won, run.in_order[: difference.of]))
    return ReadRow(
        run=run, is_running=run.is_running, chance=Share(won, difference.of), difference=difference
    )
