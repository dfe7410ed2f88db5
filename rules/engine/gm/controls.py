"""What the GM changes of a combatant's state by touching it: dials, chips and lines of text.

A system lists them (`Looks.controls`); each says which values of the state it sets, as `gm-set` takes them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from rules.engine.shown import Mark
from rules.engine.state import BattleState
from rules.engine.text import Text, Words, as_text, combatant, joined, key_words, text

PIPS, BAR, COUNT = "pips", "bar", "count"
Patch = Mapping[str, Any]
"""Values of the state, as `gm-set` takes them."""
HIGHEST = 9999
"""How far a count goes that the rules give no limit."""


def patch_of(path: tuple[str, ...], value: Any, beside: Patch | None = None) -> dict[str, Any]:
    """Write one value of the state as a patch.

    Args:
        path: the keys that lead to it, from the outermost.
        beside: what else stands in the innermost object, where that is set whole.
    """
    *outer, last = path
    whole: dict[str, Any] = {**(beside or {}), last: value}
    for key in reversed(outer):
        whole = {key: whole}
    return whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Dial:
    """A number: pips that are pressed, a bar that is pressed or drawn, or a count with a step up and down.

    Attributes:
        path: the keys that lead to it in the state.
        value: None where there is none now, as is possible of an `optional` one.
        most: how many pips or how long a bar is drawn; beside a count, how many a full one has.
        beside: what else stands in the innermost object of the path, where that is set whole.
    """

    label: Words
    path: tuple[str, ...]
    value: float | None
    low: int = 0
    high: int = HIGHEST
    most: int | None = None
    shape: str = COUNT
    optional: bool = False
    unit: Words = ""
    rule: str = ""
    beside: Patch = field(default_factory=dict)

    def patch(self, value: float | None) -> dict[str, Any]:
        """Write the patch that sets it to a value."""
        return patch_of(self.path, value, self.beside)

    def stepped(self, by: int) -> float | None:
        """Give the value so many steps up or down; None where the limit is reached."""
        if self.value is None:
            return max(self.low, 0) if by > 0 else None
        to = self.value + by
        return to if self.low <= to <= self.high else None

    def pressed(self, pip: int) -> int:
        """Give what pressing a pip sets, counted from 1: so many, or one less where there are so many."""
        return pip - 1 if self.value == pip else pip


@dataclass(frozen=True, slots=True, kw_only=True)
class Chip:
    """Something that is so or is not, and changes when it is pressed: a condition, a weapon in hand."""

    label: Words
    is_on: bool
    patch: Patch
    """What pressing it sets."""
    id: str = ""
    shape: str = ""
    tone: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """Chips that belong together under a heading: any of them are on, or just one where `is_one`."""

    id: str
    label: Words
    chips: tuple[Chip, ...]
    is_one: bool = False
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Words that the GM writes into the state: a note, what somebody waits for."""

    label: Words
    path: tuple[str, ...]
    value: str
    optional: bool = True
    """Whether nothing written is none, rather than an empty text."""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Controls:
    """All that the GM sets by touch of one combatant, in the order in which a GM needs it.

    Attributes:
        dials, chips, rows: what a fight changes all the time.
        seldom_dials, seldom_chips, seldom_rows, lines: what is folded away.
    """

    dials: tuple[Dial, ...] = ()
    chips: tuple[Chip, ...] = ()
    rows: tuple[Row, ...] = ()
    seldom_dials: tuple[Dial, ...] = ()
    seldom_chips: tuple[Chip, ...] = ()
    seldom_rows: tuple[Row, ...] = ()
    lines: tuple[Line, ...] = ()


# ------------------------------------------------------------------------------------------- made by systems
def switch(key: str, label: Words, is_on: bool, *, rule: str = "", shape: str = "", tone: str = "") -> Chip:
    """Make the chip of a state key that is true or false."""
    patch = {key: not is_on}
    return Chip(id=key, label=label, is_on=is_on, patch=patch, rule=rule, shape=shape, tone=tone)


def ended(key: str, label: Words, value: Any, *, rule: str = "") -> tuple[Chip, ...]:
    """Make the chip of what lasts now and ends when it is pressed; nothing where there is none."""
    if value is None:
        return ()
    return (Chip(id=key, label=label, is_on=True, patch={key: None}, rule=rule),)


def one_of(key: str, label: Words, now: Any, choices: Iterable[tuple[Any, Words]], *, rule: str = "") -> Row:
    """Make the row of a state key that has one of several values."""
    chips = (
        Chip(id=str(value), label=said, is_on=value == now, patch={key: value}) for value, said in choices
    )
    return Row(id=key, label=label, chips=tuple(chips), is_one=True, rule=rule)


def any_of(
    key: str, label: Words, now: tuple[str, ...], choices: Iterable[tuple[str, Words]], *, rule: str = ""
) -> Row:
    """Make the row of a state key that lists any of several ids."""
    chips = tuple(
        Chip(
            id=id_,
            label=said,
            is_on=id_ in now,
            patch={key: [one for one in now if one != id_] if id_ in now else [*now, id_]},
        )
        for id_, said in choices
    )
    return Row(id=key, label=label, chips=chips, rule=rule)


def conditions(key: str, marks: Mapping[Any, Mark], now: Any, none: Any) -> tuple[Chip, ...]:
    """Make the chips of a state key that holds one condition, which has a mark, or `none`."""
    return tuple(
        Chip(
            id=mark.id,
            label=mark.label,
            is_on=now is condition,
            patch={key: none if now is condition else condition},
            shape=mark.shape,
            tone=mark.tone,
            rule=mark.rule,
        )
        for condition, mark in marks.items()
    )


def others(state: BattleState, who: str) -> tuple[tuple[str, Words], ...]:
    """List the other combatants, by ids, and what refers to them."""
    return tuple((c.id, text("{who}", who=combatant(c))) for c in state.combatants.values() if c.id != who)


# ----------------------------------------------------------------------------------- by the state alone
def plain_controls(state: BattleState, who: str) -> Controls:
    """List what a state has that is a number, a text, or true or false, for a system that lists none."""
    found = state.combatants[who].state
    values = {f.name: getattr(found, f.name) for f in fields(found)}
    label: dict[str, Text] = {key: key_words(key).large for key in values}
    return Controls(
        dials=tuple(
            Dial(label=label[key], path=(key,), value=value, low=-HIGHEST)
            for key, value in values.items()
            if isinstance(value, int | float) and not isinstance(value, bool)
        ),
        chips=tuple(
            switch(key, label[key], value) for key, value in values.items() if isinstance(value, bool)
        ),
        lines=tuple(
            Line(label=label[key], path=(key,), value=value, optional=False)
            for key, value in values.items()
            if isinstance(value, str)
        ),
    )


# ------------------------------------------------------------------------------------------ what has changed
def changes(before: Controls, after: Controls) -> tuple[Text, ...]:
    """Word what is different between what two states show."""
    was, now = _shown(before), _shown(after)
    fresh = (said for key, said in now.items() if was.get(key) != said and (key in was or said.is_there))
    gone = (Shown(said.label, _NONE, is_there=False) for key, said in was.items() if key not in now)
    return tuple(said.words for said in (*fresh, *gone))


_NONE = text("none")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a control shows: a value, or for a chip (`value` is None) whether it is on."""

    label: Words
    value: Text | None
    is_there: bool = True

    @property
    def words(self) -> Text:
        """Return it in words, as what has become so."""
        label = as_text(self.label)
        if self.value is not None:
            return text("{key} {value}", key=label, value=self.value)
        return label if self.is_there else text("no more {state}", state=label)


def _shown(controls: Controls) -> dict[tuple[str, ...], Shown]:
    """Give what each control shows, by its place in the state."""
    found: dict[tuple[str, ...], Shown] = {}
    for dial in (*controls.dials, *controls.seldom_dials):
        value = _NONE if dial.value is None else text("{number}", number=dial.value)
        found["dial", *dial.path] = Shown(dial.label, value)
    for chip in (*controls.chips, *controls.seldom_chips):
        found["chip", chip.id] = Shown(chip.label, None, is_there=chip.is_on)
    for row in (*controls.rows, *controls.seldom_rows):
        on = [as_text(chip.label) for chip in row.chips if chip.is_on]
        found["row", row.id] = Shown(row.label, joined(on) if on else _NONE)
    for line in controls.lines:
        value = text("{typed}", typed=line.value) if line.value else _NONE
        found["line", *line.path] = Shown(line.label, value)
    return found
