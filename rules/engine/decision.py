"""What a command comes to, worked out on a battle and not yet so.

Between deciding and accepting lies whatever keeps the log: a slow disk holds nobody up who only looks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.events import Event
from rules.engine.exchange import Play
from rules.engine.fog.exploration import explored_by, note_all_explored
from rules.engine.history.entry import Entry
from rules.engine.history.log import Log
from rules.engine.history.log_fold import Turned
from rules.engine.state import BattleState


@dataclass(frozen=True, slots=True)
class History:
    """The log after its first new entry, which takes back or puts back, and what that folds to."""

    log: Log
    turned: Turned


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a command comes to: `Battle.accept` makes it so. One that is not accepted never was."""

    events: tuple[Event, ...]
    entries: tuple[Entry, ...]
    """What goes into the log; nothing for a command that was carried out before."""
    before: BattleState
    """The state that it was decided on; on no other can it be accepted."""
    state: BattleState
    opened: int
    """Which of the live entries began the last exchange."""
    play: Play | None = None
    """The exchange that waits for an answer from then on."""
    resumes: bool = False
    """Whether the exchange that waits must be taken up from the log."""
    history: History | None = None

    @property
    def is_new(self) -> bool:
        """Whether anything comes of it: a command that is sent twice counts once."""
        return bool(self.entries)

    @property
    def ends_itself(self) -> bool:
        """Whether nothing is left open by it and nothing taken back: others may be decided behind it."""
        is_over = self.play is None and not self.resumes and self.state.prompt is None
        return self.is_new and is_over and self.history is None


def with_explored(
    events: Sequence[Event], before: BattleState, state: BattleState
) -> tuple[list[Event], BattleState]:
    """Add to events what is explored by them, and to the state that they lead to."""
    found = explored_by(before, events)
    for event in found:
        state = event.apply(state)
    note_all_explored(state)
    return [*events, *found], state
