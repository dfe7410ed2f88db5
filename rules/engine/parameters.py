"""What may be said of a command, and what each part of it names: read off what an action declares.

Whoever is named in a command is found by the kind of the parameter, whatever the parameter is called, so that
a system from outside may call its own as it likes: `ally`, `mount`, `bearer`.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic

from typing_extensions import TypeVar  # its own one knows defaults only from Python 3.13 on

from rules.engine.command import Said
from rules.engine.kinds import (
    DOOR,
    FACTS,
    OBJECT,
    ONE,
    PLACE,
    PLACES,
    READERS,
    SEVERAL,
    Reader,
    read_object,
    read_objects,
    read_text,
    whole,
)
from rules.engine.refusal import Refusal
from rules.engine.shown import Choice
from rules.engine.state import BattleView, Combatant
from rules.engine.text import Words, text
from rules.map.model import Cell, Place

ValueT = TypeVar("ValueT", default=Any)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter(Generic[ValueT]):
    """Something that an action may be told. `kind` is one of `READERS`.

    An action reads its command by what it declares: `WITH.of(command)` is a `str` or None.
    The choices of a cell are the JSON of the places that are near, for who has no map to tap on.
    """

    id: str
    kind: str
    label: Words = ""
    """What it is called where a form asks for it; empty for what no form asks for."""
    help: Words = ""
    """What is said beside it, for who does not know it."""
    optional: bool = False
    choices: Callable[[BattleView, Combatant], tuple[Choice, ...]] | None = None
    low: int = 0
    high: int = 0
    rule: str = ""
    """Where the book has it, for what may be chosen besides."""
    blank: Words = "–"
    """What stands for no choice."""
    default: str = ""
    """Which of its choices goes without saying."""
    template: str = ""
    """The Jinja template that draws its choices, where a list says too little; its `o` is the option."""
    apart_from: str = ""
    """Of a list of combatants: the id of another list; nobody stands in both."""
    parts: tuple["Parameter", ...] = ()
    """What stands within it: within each object, where it is a list of them."""
    reader: Reader[ValueT] | None = None
    """What reads it, where that is narrower than its kind."""

    def __post_init__(self) -> None:
        """Find a kind that is none where it is declared, not where a check passes over it."""
        assert self.kind in READERS, f"there is no kind of parameter {self.kind!r}"

    def of(self, said: Said) -> ValueT | None:
        """Give what a command says by it, read once; None where it is left out. Raises `Refusal`."""
        return said.value(self.id, self.reader or READERS[self.kind])

    def is_in(self, said: Said) -> bool:
        """Say whether a command has it at all, be it as null: for what is taken away by that."""
        return self.id in said.params


def weapon(id_: str, label: Words = "", **more: Any) -> Parameter[str]:
    """Declare a piece of the sheet, by its id."""
    return Parameter(id=id_, kind="weapon", label=label, **more)


def one(id_: str, label: Words = "", **more: Any) -> Parameter[str]:
    """Declare a combatant, by its id."""
    return Parameter(id=id_, kind=ONE, label=label, **more)


def several(id_: str, label: Words = "", **more: Any) -> Parameter[tuple[str, ...]]:
    """Declare a list of combatants, by their ids, which may be left out."""
    return Parameter(id=id_, kind=SEVERAL, label=label, optional=True, **more)


def door(id_: str, label: Words = "", **more: Any) -> Parameter[str]:
    """Declare a door of the map, by its id."""
    return Parameter(id=id_, kind=DOOR, label=label, **more)


def words(id_: str, label: Words = "", **more: Any) -> Parameter[str]:
    """Declare free words."""
    return Parameter(id=id_, kind="text", label=label, optional=True, **more)


def flag(id_: str, label: Words = "", **more: Any) -> Parameter[bool]:
    """Declare what is true or false."""
    return Parameter(id=id_, kind="flag", label=label, **more)


def number(id_: str, low: int, high: int, label: Words = "", **more: Any) -> Parameter[int]:
    """Declare a whole number of a range, which may be left out."""
    read = whole(low, high)
    return Parameter(
        id=id_, kind="number", label=label, optional=True, low=low, high=high, reader=read, **more
    )


def place(id_: str, label: Words = "", **more: Any) -> Parameter[Place]:
    """Declare a cell or a zone."""
    return Parameter(id=id_, kind=PLACE, label=label, **more)


def way(id_: str) -> Parameter[tuple[Place, ...]]:
    """Declare a list of places, in the order entered, for which no form asks."""
    return Parameter(id=id_, kind=PLACES, optional=True)


def choice(id_: str, label: Words = "", **more: Any) -> Parameter[str]:
    """Declare one of several words."""
    return Parameter(id=id_, kind="choice", label=label, reader=read_text, **more)


def record(id_: str, *parts: Parameter) -> Parameter[Said]:
    """Declare an object for which no form asks; its parts are read by what declares them."""
    return Parameter(id=id_, kind=OBJECT, optional=True, parts=parts, reader=_read_part)


def records(id_: str, *parts: Parameter) -> Parameter[tuple[Said, ...]]:
    """Declare a list of such objects."""
    return Parameter(id=id_, kind="list", optional=True, parts=parts, reader=_read_parts)


def _read_part(key: str, value: Any) -> Said:
    return Said(params=read_object(key, value))


def _read_parts(key: str, value: Any) -> tuple[Said, ...]:
    return tuple(Said(params=part) for part in read_objects(key, value))


def keys(kind: str, *ids: str) -> tuple[Parameter, ...]:
    """Declare what no form asks for, but a page, a program or the GM may say besides."""
    return tuple(Parameter(id=id_, kind=kind, optional=True) for id_ in ids)


GIVEN: Parameter[Mapping[str, Any]] = Parameter(id="facts", kind=FACTS, optional=True)
"""What the GM says in place of the map."""
TOGETHER = words("together")
"""Which order a command is part of that was given to several at once: they are taken back as one."""
ALWAYS = (GIVEN, *keys("choice", "choice"), TOGETHER)
"""What may be said of any action: the GM's facts, for which of its cells one asks where it may lead, and
which order to several it is part of."""
OF_ANSWER = (*keys("text", "answer"), *keys("list", "faces"), GIVEN)
"""What may be said with any answer: the dice that were thrown by hand, and the GM's facts."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a command names, wherever it does."""

    people: tuple[str, ...] = ()
    doors: tuple[str, ...] = ()
    cells: tuple[Cell, ...] = ()


def named(declared: Iterable[Parameter], said: Mapping[str, Any]) -> Named:
    """List the combatants, doors and cells of the map that are named, at whatever depth."""
    people: list[str] = []
    doors: list[str] = []
    cells: list[Cell] = []
    for parameter, value in _leaves(tuple(declared), said):
        match parameter.kind:
            case "combatant" | "combatants":
                people += _texts(value)
            case "door":
                doors += _texts(value)
            case "cell" | "cells":
                cells += _cells(value)
    return Named(tuple(people), tuple(doors), tuple(cells))


def require_declared(declared: Iterable[Parameter], said: Mapping[str, Any], what: Words) -> None:
    """Refuse a key that nobody declared: whom or what it names could not be known.

    Args:
        what: what the keys belong to, in words.
    Raises:
        Refusal: `bad-command`, with the keys that there are.
    """
    known = by_id(declared)
    for key, value in said.items():
        parameter = known.get(key)
        if parameter is None:
            if not _says_nothing(value):
                raise Refusal(
                    "bad-command",
                    text(
                        "{what} takes no {key}; it takes {known}.",
                        what=what,
                        key=repr(key),
                        known=_listed(known),
                    ),
                )
        elif parameter.parts:
            for part in _objects(value):
                require_declared(parameter.parts, part, repr(key))


def require_kinds(declared: Iterable[Parameter], said: Said) -> None:
    """Read what is said by the kinds that are declared, and refuse what does not fit; None is left out.

    What nobody declared is left as it is: the GM may say it, a player's is refused (`require_declared`).

    Raises:
        Refusal: `bad-command`, with the key and what belongs there.
    """
    for parameter in by_id(one for one in declared if one.id in said.params).values():
        parameter.of(said)


def read_all(declared: Iterable[Parameter], said: Said) -> dict[str, Any]:
    """Give what is said by each of these parameters, by their ids; what is left out is not there."""
    read = {parameter.id: parameter.of(said) for parameter in declared}
    return {id_: value for id_, value in read.items() if value is not None}


def _leaves(declared: tuple[Parameter, ...], said: Mapping[str, Any]) -> Iterator[tuple[Parameter, Any]]:
    known = by_id(declared)
    for key, value in said.items():
        parameter = known.get(key)
        if parameter is not None and parameter.parts:
            for part in _objects(value):
                yield from _leaves(parameter.parts, part)
        elif parameter is not None:
            yield parameter, value


def by_id(declared: Iterable[Parameter]) -> dict[str, Parameter]:
    """Sort parameters by their ids; of one declared twice the one that says what stands within it counts."""
    found: dict[str, Parameter] = {}
    for parameter in declared:
        if parameter.id not in found or (parameter.parts and not found[parameter.id].parts):
            found[parameter.id] = parameter
    return found


def _says_nothing(value: Any) -> bool:
    return value is None or (isinstance(value, Mapping | list | tuple) and not value)


def _listed(known: Collection[str]) -> str:
    return ", ".join(sorted(known)) or "nothing"


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    """List the objects of a value that is one, or a list of them; what is neither is refused elsewhere."""
    for part in value if isinstance(value, list | tuple) else (value,):
        if isinstance(part, Mapping):
            yield part


def _texts(value: Any) -> Iterator[str]:
    for part in value if isinstance(value, list | tuple) else (value,):
        if isinstance(part, str):
            yield part


def _cells(said: Any) -> Iterator[Cell]:
    """List the cells of a place or of a way; what is none of both is refused elsewhere."""
    if isinstance(said, str):  # as a form sends it
        with suppress(ValueError, RecursionError):
            yield from _cells(json.loads(said))
    if isinstance(said, list | tuple):
        if len(said) == 2 and all(type(part) is int for part in said):
            yield said[0], said[1]
        else:
            for part in said:
                yield from _cells(part)
