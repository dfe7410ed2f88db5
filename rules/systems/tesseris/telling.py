"""How the events of this system are worded for the log."""

from rules.engine.events import Event, Rolled
from rules.engine.state import BattleState
from rules.engine.system import Line
from rules.systems.tesseris.rolls import OUTCOME_WORDS


def describe_roll(rolled: Rolled) -> str:
    """Word what came of a roll."""
    if not rolled.outcome:
        return str(rolled.total)
    return f"{rolled.total}, {OUTCOME_WORDS.get(rolled.outcome, rolled.outcome)}"


def describe(event: Event, state: BattleState) -> Line | None:
    """Word an event."""
    return None
