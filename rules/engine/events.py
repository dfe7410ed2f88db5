"""What an event is, how it is declared, written down and read back.

Those of every battle stand in `rules.engine.battle_events`; those that tell who takes part in it and as what
in `rules.engine.combatant_events`.

An event's `kind` stands in every saved battle: it is never renamed, reused or given another meaning; a new
field has a default. `apply` is the fold: pure, and the only way a battle changes.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, ClassVar, TypeVar, dataclass_transform

from pydantic import TypeAdapter, ValidationError

from rules.engine.gm.gm_marks import SeenBy
from rules.engine.state import BattleState, adapter
from rules.engine.text import Words, in_full, text
from rules.map.model import Point


class SavedBattleError(Exception):
    """A saved battle holds something that this version cannot read; the message says what."""

    def __init__(self, text: Words) -> None:
        super().__init__(in_full(text))
        self.text = text


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One thing that happened. Subclasses say what it changes in `apply`."""

    kind: ClassVar[str]
    of_turns: ClassVar[bool] = False
    """Whether it tells of nothing but whose turn it is: who may not know of them is told nothing then."""
    ends_turn: ClassVar[bool] = False
    """Whether it tells of nothing but that a turn is over, as who goes on notices soon enough."""
    of_doer: ClassVar[bool] = False
    """Whether whom it names besides who does it notices nothing of it: who is studied, or aimed at."""

    def is_doers_own(self) -> bool:
        """Say whether only who does it (`who`) has a part in it, whomever it names."""
        return self.of_doer

    def apply(self, state: BattleState) -> BattleState:
        """Give the state after this happened."""
        return state

    def subjects(self) -> tuple[str, ...]:
        """Name the combatants it tells of: who may not know of one of them is not told of the event."""
        return tuple(who for name in ("who", "target") if isinstance(who := getattr(self, name, None), str))

    def as_known(self, known: Collection[str]) -> "Event":
        """Give it as it is told to who knows of these combatants alone: lists lose the others."""
        return self

    def spots(self) -> tuple[Point, ...]:
        """Name the points of the map, in cells, that it tells of: it is for who has explored one of them."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OfOne(Event):
    """An event of one combatant."""

    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ForSome(OfOne):
    """An event of one combatant that is told only to those who may know of it (`gm_marks.may_know`)."""

    seen_by: SeenBy


E = TypeVar("E", bound=Event)


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def event(kind: str) -> Callable[[type[E]], type[E]]:
    """Declare an event under the kind that stands in saved battles: it is never renamed or reused."""

    def declared(cls: type[E]) -> type[E]:
        made: type[E] = dataclass(frozen=True, slots=True, kw_only=True)(cls)
        made.kind = kind
        return made

    return declared


def events_in(*modules: ModuleType) -> tuple[type[Event], ...]:
    """List the events that are declared in modules, in the order in which they stand there."""
    return tuple(
        thing
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type) and issubclass(thing, Event) and "kind" in vars(thing)
        if thing.__module__ == module.__name__
    )


def event_as_json(event: Event) -> dict[str, Any]:
    """Write an event's fields as JSON-able data (its `kind` is kept beside it)."""
    data: dict[str, Any] = adapter(type(event)).dump_python(event, mode="json")
    return data


def event_from_json(kinds: Mapping[str, type[Event]], kind: str, data: Mapping[str, Any]) -> Event:
    """Read an event of one of the kinds. Raises `SavedBattleError`."""
    return _read(kinds, kind, lambda reader: reader.validate_python(dict(data)))


def event_from_text(kinds: Mapping[str, type[Event]], kind: str, text: str) -> Event:
    """Read an event of one of the kinds from its JSON as text: faster. Raises `SavedBattleError`."""
    return _read(kinds, kind, lambda reader: reader.validate_json(text))


def _read(kinds: Mapping[str, type[Event]], kind: str, read: Callable[[TypeAdapter[Any]], Event]) -> Event:
    if kind not in kinds:
        raise SavedBattleError(
            text(
                "This battle holds an event {kind} that this version of Battlemat does not know.",
                kind=repr(kind),
            )
        )
    try:
        return read(adapter(kinds[kind]))
    except ValidationError as error:
        raise SavedBattleError(
            text("An event {kind} of this battle cannot be read: {error}.", kind=repr(kind), error=str(error))
        ) from None
