"""What players may do: settings of the table, with exceptions for one person, in the list `RIGHTS`.

A right is a field of `TableSettings`. What is asked for is judged by `Rights.require()`, and what a page
offers by the `Rights` of its frame: both read the same list. The GM may do everything.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rules.engine.refusal import Refusal
from rules.engine.system import Action
from rules.engine.text import Text, text
from webapp.store.rows import TableSettings

OWN, OWN_SIDE, ALL_SHEETS = "own", "side", "all"
"""Whose sheets a player reads: those of whom they play, of their side, of all whom they know of."""

Value = bool | str


@dataclass(frozen=True, slots=True)
class Right:
    """Something that a GM lets players do or not."""

    id: str
    """The field of `TableSettings` that says so for the whole table."""
    usual: Callable[[TableSettings], Value]
    """Tells what is so for the whole table."""
    words: Text
    """What is allowed, behind "Players may"."""
    refusal: Text
    """What who may not is told."""
    code: str = "not-allowed"
    choices: tuple[tuple[str, Text], ...] = ()
    """What may be chosen, the least first; without any it is a yes or no."""

    @property
    def least(self) -> str:
        """Give what a form means that says nothing of it."""
        return self.choices[0][0] if self.choices else "0"

    def read(self, typed: str) -> Value:
        """Read what was chosen in a form. Raises `Refusal` `bad-choice`."""
        if not self.choices:
            return typed == "1"
        if typed not in dict(self.choices):
            raise Refusal("bad-choice", text("That is none of what can be chosen there."))
        return typed

    @property
    def offered(self) -> tuple[tuple[str, Text], ...]:
        """List what can be chosen, each as a form sends it and in words."""
        return self.choices or (("1", _YES_NO[True]), ("0", _YES_NO[False]))

    def typed(self, value: Value) -> str:
        """Give a value as a form sends it."""
        return str(value) if self.choices else str(int(value is True))

    def value_words(self, value: Value) -> Text:
        """Say what a value means."""
        if not self.choices:
            return _YES_NO[value is True]
        return dict(self.choices).get(str(value), self.choices[0][1])


_YES_NO = {True: text("yes"), False: text("no")}

SHEETS = Right(
    "own_sheets",
    lambda settings: settings.own_sheets,
    text("Change the sheets and pictures of their own characters"),
    text("The GM has locked the sheets: ask the GM to change yours, or to unlock it."),
    "locked",
)
READ = Right(
    "readable_sheets",
    lambda settings: settings.readable_sheets,
    text("Read the sheets of"),
    text("There is no sheet here for you: it is another's, or the combatant is gone."),
    choices=(
        (OWN, text("their own characters")),
        (OWN_SIDE, text("everybody on their side")),
        (ALL_SHEETS, text("everybody whom they know of")),
    ),
)
DOORS = Right(
    "player_doors",
    lambda settings: settings.player_doors,
    text("Open and close doors"),
    text("At this table only the GM opens and closes doors."),
)
NOTES = Right(
    "player_notes",
    lambda settings: settings.player_notes,
    text("Write and draw on the map"),
    text("At this table only the GM draws on the map."),
)
SECRET_ROLLS = Right(
    "secret_rolls",
    lambda settings: settings.secret_rolls,
    text("Roll in secret: to some alone, or blind"),
    text("At this table players roll openly: choose “everybody”."),
)
ADVICE = Right(
    "player_advice",
    lambda settings: settings.player_advice,
    text("Ask the AI what their own characters would do"),
    text("At this table only the GM asks the AI."),
)
HANDOVER = Right(
    "player_handover",
    lambda settings: settings.player_handover,
    text("Leave their own characters to the AI for a while"),
    text("At this table only the GM leaves characters to the AI."),
)
RIGHTS = (SHEETS, READ, DOORS, NOTES, SECRET_ROLLS, ADVICE, HANDOVER)
"""All rights, in the order in which a GM reads them."""
_IDS = frozenset(right.id for right in RIGHTS)


def _usual() -> tuple[tuple[str, Value], ...]:
    """Give what players may do at a table where nobody has chosen anything."""
    return tuple((one.id, one.usual(TableSettings())) for one in RIGHTS)


@dataclass(frozen=True, slots=True)
class Rights:
    """What somebody may do: the table's settings, and what is otherwise for them."""

    values: tuple[tuple[str, Value], ...] = field(default_factory=_usual)

    @classmethod
    def of(cls, settings: TableSettings, exceptions: Mapping[str, Value] | None = None) -> "Rights":
        """Give the rights of somebody, by the table's settings and the exceptions made for them."""
        kept = exceptions or {}
        return cls(tuple((right.id, kept.get(right.id, right.usual(settings))) for right in RIGHTS))

    @classmethod
    def all(cls) -> "Rights":
        """Give the rights of the GM."""
        return cls(tuple((one.id, one.choices[-1][0] if one.choices else True) for one in RIGHTS))

    def value(self, right: Right) -> Value:
        """Tell what was chosen for a right."""
        return dict(self.values)[right.id]

    def may(self, right: Right | str) -> bool:
        """Say whether something is allowed that is allowed or not."""
        return bool(dict(self.values)[right if isinstance(right, str) else right.id])

    def require(self, right: Right) -> None:
        """Refuse (with the right's own code and sentence) what is not allowed."""
        if not self.may(right):
            raise Refusal(right.code, right.refusal)


def needs_door(action: Action | None) -> bool:
    """Say whether an action of the rules opens and closes doors, which takes the right to."""
    return action is not None and any(one.kind == "door" for one in action.parameters)


def exceptions_of(settings: TableSettings, person_id: str | None) -> tuple[tuple[str, Value], ...]:
    """List what is otherwise for one person than for the table's others: rights, and what is so."""
    own = (one[1:] for one in settings.exceptions if one[0] == person_id)
    return tuple((right, value) for right, value in own if right in _IDS)


def with_exceptions(
    settings: TableSettings, person_id: str, chosen: Mapping[str, Value]
) -> tuple[tuple[str, str, Value], ...]:
    """Give the table's exceptions, with these for a person in the place of those before."""
    others = tuple(one for one in settings.exceptions if one[0] != person_id)
    return (*others, *((person_id, right, value) for right, value in chosen.items()))
