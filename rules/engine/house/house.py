"""House rules: what one table plays otherwise than the book, as data that the rules look numbers up through.

A system declares which of its rules may be switched off (`Switch`) and which numbers of its tables may be
others (`NumberTable`). A `House` holds what a table has changed: it lies in the battle's state and on every
combatant, so that each rule has it in its arguments and nothing is read from outside. A table or a switch
stands where the rule that reads it stands, and holds the usual numbers itself: without a house they count.

Own weapons and armour are kept whole, as the system's sheets write them; own conditions are `OwnCondition`s.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from rules.engine.dice import Modifier
from rules.engine.text import Gap, Text, Words, as_text, joined, key_words, lowered, template, text

RULES, TABLES, CONDITIONS = "rules", "tables", "conditions"
"""The parts of a house that every system has; the others are the kinds of its own stock."""
EVERY_ROLL = template("every roll")
"""What a condition names to bear on whatever is thrown."""
EVERY_ACTION = template("every action")
"""What a condition names to forbid whatever can be done."""
MOST_OF_A_KIND = 100
"""Own weapons, pieces of armour or conditions that one table keeps at most, of each kind."""

Shape = Literal[
    "dot", "cross", "bolt", "drop", "eye-off", "skull", "hand", "flame", "shield", "chain", "arrow-down",
    "spiral", "star", "lock", "question", "clock", "sword", "feather", "sun",
]  # fmt: skip
SHAPES: tuple[str, ...] = get_args(Shape)
"""The marks that a condition may have on a token; the app draws all of them."""
Tone = Literal["harm", "warn", "info", "good"]
OWN_RULE = "house"
"""What stands for the rule of what a condition of one's own does."""


class _Written(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class RollChange(_Written):
    """What a condition adds to one kind of roll."""

    roll: str = Field(min_length=1, max_length=60, title=template("Roll"))
    value: int = Field(ge=-100, le=100, title=template("Added"))


class OwnCondition(_Written):
    """A condition that the GM has made: its name, words and mark, and what the engine does for it."""

    name: str = Field(min_length=1, max_length=40, title="Name")
    words: str = Field(default="", max_length=300, title=template("What it means"))
    shape: Shape = Field(default="dot", title=template("Mark"))
    tone: Tone = Field(default="warn", title=template("Colour"))
    rolls: list[RollChange] = Field(
        default_factory=list, max_length=12, title=template("Rolls that it changes")
    )
    forbids: list[str] = Field(default_factory=list, max_length=40, title=template("Actions that it forbids"))

    def modifier(self, purpose: str) -> Modifier | None:
        """Give what it adds to a roll for this purpose; None for nothing."""
        value = sum(change.value for change in self.rolls if change.roll in (purpose, EVERY_ROLL))
        return Modifier(text("{name} (own condition)", name=self.name), value, OWN_RULE) if value else None


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What one table has changed.

    Attributes:
        off: the rules that are switched off, by their ids.
        tables: the cells that are others than usual, by table and cell.
        stock: own weapons, armour and the like, by kind and id, as a sheet would write them.
        conditions: own conditions by their ids.
    """

    off: frozenset[str] = frozenset()
    tables: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    stock: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    conditions: Mapping[str, OwnCondition] = field(default_factory=dict)

    def __hash__(self) -> int:
        """Hash what the rules look numbers up in: results that rest on a house are kept by it."""
        if not (self.off or self.tables):
            return 0  # hardly any table has house rules, and rolls are looked up by the thousand
        return hash((self.off, tuple((id_, *sorted(cells.items())) for id_, cells in self.tables.items())))

    @property
    def is_usual(self) -> bool:
        """Say whether everything is played by the book, with nothing of one's own."""
        return not (self.off or self.tables or self.conditions or any(self.stock.values()))


AS_WRITTEN = House()
"""A table that plays by the book."""


_ONLY = "number"
_AS_USUAL = Text("")


def _plain(number: int) -> str:
    """Write a number as people do."""
    return str(number).replace("-", "−")


@dataclass(frozen=True, slots=True)
class Switch:
    """A rule that a table may do without; `without` says what is played then."""

    rule: str
    title: Words
    without: Words

    def on(self, house: House) -> bool:
        """Say whether the rule counts at this table."""
        return self.rule not in house.off


class NumberTable(Mapping[str, int]):
    """A table of the rules: cells with the usual numbers, and how far a table may move each.

    As a mapping it gives the usual numbers; `of` gives those of a house.
    """

    def __init__(
        self,
        id_: str,
        rule: str,
        title: Words,
        usual: Mapping[str, int],
        *,
        low: int,
        high: int,
        labels: Mapping[str, Words] | None = None,
    ) -> None:
        """Declare a table.

        Args:
            low, high: the least and the most that a cell may hold.
            labels: what cells are called where the id says too little.
        """
        assert all(low <= number <= high for number in usual.values()), "the usual numbers must be legal"
        self.id, self.rule, self.title, self.low, self.high = id_, rule, title, low, high
        self._usual, self._labels = dict(usual), dict(labels or {})

    def __getitem__(self, cell: str) -> int:
        """Give the usual number of a cell."""
        return self._usual[cell]

    def __iter__(self) -> Iterator[str]:
        """List the cells."""
        return iter(self._usual)

    def __len__(self) -> int:
        """Count the cells."""
        return len(self._usual)

    def label(self, cell: str) -> Words:
        """Name a cell for people."""
        return self._labels.get(cell) or key_words(cell)

    def of(self, house: House) -> Mapping[str, int]:
        """Give the numbers that count at a table."""
        own = house.tables.get(self.id)
        return self._usual if own is None else {**self._usual, **own}

    def number(self, house: House, cell: str) -> int:
        """Give one number that counts at a table."""
        own = house.tables.get(self.id)
        return self._usual[cell] if own is None or cell not in own else own[cell]

    def note(self, house: House, cell: str, shown: int | None = None) -> Words:
        """Say that a number is another than usual, for behind its label; empty where it is not.

        Args:
            shown: the usual number as it stands beside, where that is not the cell's own.
        """
        if self.number(house, cell) == self._usual[cell]:
            return _AS_USUAL
        usual = self._usual[cell] if shown is None else shown
        return text(" (house rule, usually {usual})", usual=f"{usual:+d}")

    def noted(self, house: House, cell: str, label: Words, shown: int | None = None) -> Words:
        """Put the note on a number that is another than usual behind its label (`note`)."""
        return noted(label, self.note(house, cell, shown))

    @classmethod
    def single(cls, id_: str, rule: str, title: Words, usual: int, *, low: int, high: int) -> "NumberTable":
        """Declare a table of a single number, called as the table is."""
        return cls(
            id_,
            rule,
            title,
            {_ONLY: usual},
            low=low,
            high=high,
            labels={_ONLY: lowered(title)},
        )

    def value(self, house: House) -> int:
        """Give the number of a table that has but one."""
        return self.number(house, _ONLY)

    @property
    def usual(self) -> int:
        """The usual number of a table that has but one."""
        return self._usual[_ONLY]

    def added(self, house: House, label: Words, times: int = 1) -> Modifier:
        """Give the number of a table that has but one as a modifier, so many times."""
        note = self.note(house, _ONLY, times * self._usual[_ONLY])
        return Modifier(noted(label, note), times * self.value(house), self.rule)

    def change(self, house: House, cell: str) -> Text:
        """Say what a cell holds instead of the usual number; empty where it is the usual one."""
        number, usual = self.number(house, cell), self._usual[cell]
        if number == usual:
            return _AS_USUAL
        given: dict[str, Gap] = {"number": _plain(number), "usual": _plain(usual)}
        if cell == _ONLY:
            return text("{number} (usually {usual})", **given)
        return text("{cell} {number} (usually {usual})", cell=as_text(self.label(cell)), **given)

    def modifier(self, house: House, cell: str, label: Words, rule: str | None = None) -> Modifier:
        """Give the modifier that a cell is, worded so that one sees where it is not the usual one."""
        number = self.number(house, cell)
        return Modifier(self.noted(house, cell, label), number, rule or self.rule)


def noted(label: Words, note: Words) -> Words:
    """Put the note on a number that is another than usual behind its label."""
    return joined((as_text(label), as_text(note)), "") if note else label


@dataclass(frozen=True, slots=True)
class OwnKind:
    """A kind of stock of which a table may make its own: weapons, armour.

    Attributes:
        id: the key of the sheet that holds it, which checks it too.
        one: what a single one is called.
        is_list: whether a sheet holds several.
    """

    id: str
    one: Words
    is_list: bool = True


WEAPONS_AND_ARMOUR = (OwnKind("weapons", text("weapon")), OwnKind("armour", text("piece of armour")))
"""What most systems have on their sheets."""


def own_condition(data: Any) -> OwnCondition:
    """Read a condition. Raises `ValidationError`."""
    return OwnCondition.model_validate(data)


def house_notes(house: House, switches: Sequence[Switch], tables: Sequence[NumberTable]) -> dict[str, Text]:
    """Word what is changed, in one sentence for each rule that it touches."""
    notes: dict[str, list[Text]] = {}
    for switch in switches:
        if not switch.on(house):
            notes.setdefault(switch.rule, []).append(
                text("not played here: {without}", without=as_text(switch.without))
            )
    for table in tables:
        for cell in table:
            if words := table.change(house, cell):
                notes.setdefault(table.rule, []).append(words)
    return {rule: text("House rule: {parts}.", parts=joined(parts, "; ")) for rule, parts in notes.items()}
