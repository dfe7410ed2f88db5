"""What a command to undo or to redo takes back or puts back.

undo                     what was done last; of an exchange its answers too, while what the GM changed as it
asked stays; of an order to several (`together`) all that was done of it without a break
undo  {"of": "turn"}     all that was done since the present turn began
undo  {"to": ID}         that command and all after it, back to any line of the log
undo  {"of": "map"}      the last change of the map alone, wherever it stands
redo                     all that the last undo took
redo  {"of": "map"}      the change of the map that was taken back last

Where an exchange that was amended is taken back, it stands again as it was before, if it stood at that
moment; redo puts the amended one into its place once more.
"""

from rules.engine.battle_events import Redone, Undone
from rules.engine.command import Command
from rules.engine.gm.gm_parameters import OF, TO
from rules.engine.history.amendment import AMENDING
from rules.engine.history.entry import Entry
from rules.engine.history.log import OF_LINE, OF_MAP, OF_TURN, Log
from rules.engine.parameters import TOGETHER
from rules.engine.refusal import Refusal
from rules.engine.text import Text, joined, text


def to_undo(log: Log, command: Command, opened: int) -> Undone:
    """Tell which commands are taken back, the last first.

    Args:
        opened: which of the live entries began the last exchange.

    Raises:
        Refusal: `nothing-to-undo` or `bad-command`.
    """
    of, to = _of(command, (OF_MAP, OF_TURN)), TO.of(command)
    if of == OF_MAP:
        edit = log.last_map_edit
        if edit is None:
            raise _nothing(text("The map is as it was laid out: nothing was changed on it."))
        return Undone(commands=(edit.id,), of=OF_MAP)
    if not log.can_undo:
        raise _nothing(text("There is nothing left to take back."))
    if of == OF_TURN:
        began, taken = log.since_turn()
        if not taken:
            raise _nothing(text("Nothing was done since this turn began."))
    elif to is not None:
        of, taken = OF_LINE, _from_on(log, to)
        began = taken[0]
    else:
        taken = _last(log, opened)
        began = taken[0]
    commands = tuple(entry.id for entry in reversed(taken))
    return Undone(commands=commands, of=of, restored=_restored(log, taken, began))


def _restored(log: Log, taken: list[Entry], began: Entry | None) -> tuple[str, ...]:
    """Name what stood, before that moment, in the place of what was amended since and is taken back."""
    amended = [id_ for entry in taken if entry.do == AMENDING for id_ in log.amended_by(entry)]
    if not amended or began is None:
        return ()
    before, found = log.before(began), []
    for id_ in amended:  # grows: what was amended twice stood as it was first, if it is that long ago
        if id_ in before:
            found.append(id_)
        else:
            amended += log.amended_by(log.get(id_))
    return tuple(found)


def _last(log: Log, opened: int) -> list[Entry]:
    last = log.live[-1]
    if last.do != "answer":
        return _with_order(log, [last])
    since = log.live[opened:]
    return _with_order(log, [since[0], *(entry for entry in since[1:] if entry.do == "answer")])


def _with_order(log: Log, taken: list[Entry]) -> list[Entry]:
    """Add what was done right before as part of the same order to several, with the answers in between."""
    order = _order_of(taken[0])
    if order is None:
        return taken
    first = at = log.live.index(taken[0])
    while at and (log.live[at - 1].do == "answer" or _order_of(log.live[at - 1]) == order):
        at -= 1
        if log.live[at].do != "answer":
            first = at
    return [*log.live[first : log.live.index(taken[0])], *taken]


def _order_of(entry: Entry) -> tuple[str, str] | None:
    """Tell which order to several an entry is part of, and whose; None for what stands by itself."""
    command = entry.command
    order = command.params.get(TOGETHER.id)
    return (order, command.by) if isinstance(order, str) and order else None


def _from_on(log: Log, id_: str) -> list[Entry]:
    taken = log.from_on(id_)
    if not taken:
        raise _nothing(text("That was taken back already, or is not in this log."))
    if len(log.live) - len(taken) < log.laid_out:
        raise _nothing(
            text("That laid the scene out before anything was done on it; it cannot be taken back.")
        )
    return taken


def to_redo(log: Log, command: Command) -> Redone:
    """Tell which commands are put back.

    Raises:
        Refusal: `nothing-to-redo` or `bad-command`.
    """
    if _of(command, (OF_MAP,)) == OF_MAP:
        edit = log.map_edit_to_redo
        if edit is None:
            said = text("There is no change of the map to put back: it was changed since.")
            raise Refusal("nothing-to-redo", said)
        return Redone(commands=(edit.id,), of=OF_MAP)
    undone = log.to_redo
    if undone is None:
        raise Refusal("nothing-to-redo", text("There is nothing to put back: something has been done since."))
    return Redone(commands=undone.commands, removed=undone.restored)


def _of(command: Command, known: tuple[str, ...]) -> str:
    of = OF.of(command)
    if of is not None and of not in known:
        kinds, do = joined(map(repr, known)), command.do.capitalize()
        raise Refusal(
            "bad-command",
            text("{do} is of all, or of {kinds} alone; not of {of}.", do=do, kinds=kinds, of=f"{of!r}"),
        )
    return of or ""


def _nothing(said: Text) -> Refusal:
    return Refusal("nothing-to-undo", said)
