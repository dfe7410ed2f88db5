"""The state as the events of a phase combat find it: the clock, and what the table keeps."""

from rules.engine.state import BattleState
from rules.systems.phases.state import Length, TableNotes

DECLARE, RESOLVED = "declare", "resolved"
"""The two steps of a phase (PH-40)."""


def clock_of(phase: int, step: str) -> dict[str, int | bool | str]:
    """Give the clock in a phase (PH-40)."""

    def count(length: Length) -> int:
        return -(-phase // length.phases)

    return {
        "phase": phase,
        "round": count(Length.ROUND),
        "turn": count(Length.TURN),
        "minute": count(Length.MINUTE),
        "step": step,
    }


def notes_of(state: BattleState) -> TableNotes:
    """Give what the table keeps."""
    notes = state.shared
    assert isinstance(notes, TableNotes)
    return notes
