"""What the clock ends, in words: conditions that last so long, and time that passes."""

from collections.abc import Callable

from rules.engine.gm.time_events import ConditionRanOut, ConditionTimed, TimePassed
from rules.engine.state import BattleState
from rules.engine.system import Line, System
from rules.engine.text import Words, as_text, text


def time_line(
    event: ConditionTimed | ConditionRanOut | TimePassed,
    before: BattleState,
    system: System,
    as_told: Callable[[Words], Words],
) -> Line:
    """Word what was set to end by the clock, what it ended, and that time has passed.

    Args:
        before: the battle before it.
        as_told: gives words as the reader is told them, whoever they name.
    """
    if isinstance(event, TimePassed):
        return Line(
            text=text("Time passes: {time}.", time=system.turns.time_words(event.n, event.unit)), tone="turn"
        )
    who = before.called(event.who)
    label = as_text(as_told(event.label))
    if isinstance(event, ConditionRanOut):
        return Line(text=text("{who}: {mark} is over.", who=who, mark=label), tone="good")
    if event.left is None:
        return Line(text=text("What {who} has does not end by the clock any more.", who=who), tone="gm")
    time = system.turns.time_words(event.left, event.unit)
    return Line(text=text("{who}: {mark} ends after {time}.", who=who, mark=label, time=time), tone="gm")
