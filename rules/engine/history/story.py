"""A log told again: what each entry came on, and what it led to."""

from collections.abc import Iterable, Iterator, Sequence

from rules.engine.history.entry import Entry
from rules.engine.history.log import Log
from rules.engine.history.log_fold import Fold, Step
from rules.engine.state import BattleState


def told_anew(log: Log, fold: Fold, entries: Iterable[Entry]) -> Iterator[tuple[Entry, list[Step]]]:
    """Take entries into a log and its fold one by one; give of each its events with the states round them."""
    folded = fold.turn_to(log.folded)
    for entry in entries:
        log.keep(entry)
        steps, folded = fold.tell(entry, log, folded)
        yield entry, steps


def states_before(wanted: Sequence[Entry], entries: Sequence[Entry], fold: Fold) -> list[BattleState]:
    """Give the state that each of some entries of a log was accepted on.

    Args:
        entries: the whole log.
        fold: that of the log, which stays where it is.
    """
    past, left, found = Log(), {entry.command.id for entry in wanted}, []
    for entry in entries:
        if entry.id in left:
            found.append(fold.state_of(past.folded))
            if len(found) == len(wanted):
                break
        past.keep(entry)
    return found
