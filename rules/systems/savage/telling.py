"""Words."""

from rules.engine.events import Event, Rolled
from rules.engine.state import BattleState
from rules.engine.system import Line

OUTCOME_WORDS: dict[str, str] = {}


def describe(event: Event, state: BattleState) -> Line | None:
    return None


def describe_roll(rolled: Rolled) -> str:
    return rolled.outcome
