"""Commands that change what was done: undo, redo, and a modifier that was forgotten.

Each is decided on a battle as it stands, and changes nothing of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.engine.battle_events import MapSet, Redone, Undone
from rules.engine.command import Command
from rules.engine.decision import Decision, History, with_explored
from rules.engine.dice import FaceSource
from rules.engine.events import Event
from rules.engine.exchange import Play
from rules.engine.fog.exploration import explored_more
from rules.engine.gm.gm_commands import WHILE_ASKED
from rules.engine.history.amendment import (
    AMENDING,
    Record,
    amended,
    as_params,
    difference,
    from_params,
    read_amendment,
)
from rules.engine.history.entry import Entry, command_of, entry_of
from rules.engine.history.log import OF_MAP, Log, id_of_taking_back
from rules.engine.history.log_fold import Fold
from rules.engine.history.undo import to_redo, to_undo
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import find_system
from rules.engine.text import text


@dataclass(frozen=True, slots=True)
class Standing:
    """A battle as it stands: its log, what that folds to, and which live entry began the last exchange."""

    log: Log
    fold: Fold
    state: BattleState
    opened: int

    def position(self, state: BattleState) -> Position:
        """Give what may be done in a state of it."""
        return Position(find_system(self.state.system), state)


def undone(standing: Standing, command: Command) -> Decision:
    """Decide what a command takes back. Raises `Refusal`."""
    return _swapped(standing, command, to_undo(standing.log, command, standing.opened))


def redone(standing: Standing, command: Command) -> Decision:
    """Decide what a command puts back. Raises `Refusal`."""
    return _swapped(standing, command, to_redo(standing.log, command))


def _swapped(standing: Standing, command: Command, change: Undone | Redone) -> Decision:
    """Take back or put back, but slide no other map under an open question."""
    if change.of == OF_MAP and standing.log.get(change.commands[0]).command.do not in WHILE_ASKED:
        standing.position(standing.state).require_no_prompt()
    left = _left_explored(standing, change) if isinstance(change, Undone) else []
    entry = entry_of(command, [*left, change])
    history = _history(standing, entry)
    folded = history.turned.folded
    return Decision(
        events=entry.events,
        entries=(entry,),
        before=standing.state,
        state=folded.state,
        opened=folded.opened,
        resumes=True,
        history=history,
    )


def reconsidered(standing: Standing, command: Command, faces: FaceSource) -> Decision:
    """Take the last exchange back and work it out again with a modifier more, as one. Raises `Refusal`."""
    own = last_exchange(standing.log, standing.opened)
    if not own:
        raise Refusal("no-such-roll", text("Nothing has been rolled that a modifier could be added to."))
    first, amendments = command_of(own[0]), [read_amendment(command, own)]
    if first.do == AMENDING:
        first, earlier = from_params(first.params)
        amendments = [*earlier, *amendments]
    old = [event for entry in own for event in entry.events]
    taken = {entry.command.id for entry in own}
    change = Undone(commands=tuple(entry.command.id for entry in reversed(own)))
    left = _left_explored(standing, change)
    base = standing.fold.state_of([e for e in standing.log.folded if e.command.id not in taken])
    for event in left:
        base = event.apply(base)
    view = BattleView(base)
    play = Play(view, amended(standing.position(base).exchange(first)(view), amendments))
    told = Record.of(own).play(play, faces)
    apart = difference(amendments[-1], old, told, standing.state, view.state)
    back = replace(command, id=id_of_taking_back(command.id), do="undo", params={})
    taking_back = entry_of(back, [*left, change])
    history = _history(standing, taking_back)
    told, state = with_explored([apart, *told], base, view.state)
    done = entry_of(replace(command, actor=None, params=as_params(first, amendments)), told)
    return Decision(
        events=(*taking_back.events, *done.events),
        entries=(taking_back, done),
        before=standing.state,
        state=state,
        opened=len(history.log.live),
        play=None if play.done else play,
        history=history,
    )


def last_exchange(log: Log, opened: int) -> Sequence[Entry]:
    """List the entries of the last exchange: what began it, and the answers in it.

    Args:
        opened: which of the live entries began it.
    """
    since = log.live[opened:]
    return since[:1] + [entry for entry in since[1:] if entry.command.do == "answer"]


def _history(standing: Standing, entry: Entry) -> History:
    """Work out what the log folds to with an entry more that takes back or puts back."""
    log = standing.log.copy()
    log.keep(entry)
    return History(log, standing.fold.turned(log.folded))


def _left_explored(standing: Standing, change: Undone) -> list[Event]:
    """List what stays explored when something is taken back, where the GM wants that to stay."""
    if not standing.state.fog.lasting:
        return []
    gone = [entry for entry in standing.log.live if entry.command.id in change.commands]
    if any(isinstance(event, MapSet) for entry in gone for event in entry.events):
        return []  # it is ground of another map
    left = [entry for entry in standing.log.folded if entry.id not in change.commands]
    return explored_more(standing.state.fog, standing.fold.state_of(left).fog)
