"""What a battle is at one moment: frozen data, the fold of its events."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Generic, Self

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from typing_extensions import TypeVar  # its own one knows defaults only from Python 3.13 on

from rules.engine.areas.auras import Aura
from rules.engine.areas.kept_areas import KeptArea
from rules.engine.declared.tempers import STEADY
from rules.engine.dice import Modifier, ThrownAgain
from rules.engine.fog.fog import NO_FOG, Fog
from rules.engine.gm.aims import PLAIN_AIM, Aim
from rules.engine.gm.counters import Counter
from rules.engine.gm.gm_marks import GmMark
from rules.engine.gm.timed_conditions import TimedCondition
from rules.engine.house.house import AS_WRITTEN, House, OwnCondition
from rules.engine.notes.map_notes import MapNote
from rules.engine.refusal import Refusal
from rules.engine.sheets.wrong_values import explain
from rules.engine.text import Gap, Words, joined, text
from rules.engine.text import combatant as named
from rules.map.grid import Footprint, fits
from rules.map.model import BattleMap, GridKind, Place


class Sheet(BaseModel):
    """A character as written down; systems subclass it with labelled fields. Unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


_T = TypeVar("_T")


def changed(instance: _T, **changes: Any) -> _T:
    """Give a copy of a frozen dataclass (one without a `__post_init__`) with some fields changed.

    It is what `dataclasses.replace` does, but quicker, and many times as fast where neither the class nor a
    base of it keeps fields in slots, as states do not: events are applied by the thousand in odds. All or
    none are in slots.
    """
    copy = object.__new__(type(instance))
    if not hasattr(instance, "__dict__"):
        cls: Any = type(instance)
        for name, put in _slots_of(cls):
            put(copy, changes.pop(name) if name in changes else getattr(instance, name))
        if changes:
            raise TypeError(f"{type(instance).__name__} has no {', '.join(changes)}")
        return copy
    copy.__dict__.update(instance.__dict__)
    copy.__dict__.update(changes)
    return copy


@cache
def _slots_of(cls: Any) -> tuple[tuple[str, Callable[[Any, Any], None]], ...]:
    """Give what puts values into the slots of a frozen dataclass, by their names."""
    return tuple((one.name, getattr(cls, one.name).__set__) for one in fields(cls))


_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


def adapter(cls: type[Any]) -> TypeAdapter[Any]:
    """Give what reads and writes a class as JSON-able data; made once a class, for making it takes long."""
    if cls not in _ADAPTERS:
        _ADAPTERS[cls] = TypeAdapter(cls)
    return _ADAPTERS[cls]


@dataclass(frozen=True, slots=True)
class CombatantState:
    """What a fight does to a combatant; systems subclass it, a field for each state key, with defaults."""

    @property
    def is_out(self) -> bool:
        """Say whether one is out of the fight: turn order passes over them."""
        return False

    def as_json(self) -> dict[str, Any]:
        """Give the state keys as scenario files write them."""
        data: dict[str, Any] = adapter(type(self)).dump_python(self, mode="json")
        return data

    def merged(self, patch: Mapping[str, Any]) -> Self:
        """Put in new values: objects are merged key by key, anything else is replaced.

        Raises:
            Refusal: `bad-state`, for an unknown key or a value that the key cannot have.
        """
        data = self.as_json()
        known = {f.name for f in fields(self)}
        for key, value in patch.items():
            if key not in known:
                raise Refusal(
                    "bad-state",
                    text(
                        "There is no state {key}; known are {known}.",
                        key=f"{key!r}",
                        known=joined(sorted(known)),
                    ),
                )
            if isinstance(value, Mapping) and isinstance(data[key], Mapping):
                value = {**data[key], **value}
            data[key] = value
        return self.from_json(data)

    def replaced(self, values: Mapping[str, Any]) -> Self:
        """Put in new values, objects whole. Raises `Refusal` `bad-state`."""
        return self.from_json({**self.as_json(), **values})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read the state keys; what is left out takes its default. Raises `Refusal` `bad-state`."""
        try:
            state: Self = adapter(cls).validate_python(dict(data))
        except ValidationError as error:
            raise Refusal(
                "bad-state", text("That state cannot be: {explain}.", explain=explain(error))
            ) from None
        return state


@dataclass(frozen=True, slots=True)
class Lamp:
    """A light that somebody carries: bright and dim so many cells far, and how long it burns."""

    bright: float
    dim: float
    left: int | None = None
    """How many units of the clock it still burns; None for as long as the GM wants."""
    unit: str = "round"


SheetT = TypeVar("SheetT", default=Any)
StateT = TypeVar("StateT", default=Any)


@dataclass(frozen=True, kw_only=True)
class Combatant(Generic[SheetT, StateT]):
    """A token, its sheet and its state. `at` is the top left cell of its footprint, or a zone's id.

    A system names its own (`Fighter = Combatant[SavageSheet, SavageState]`), so that its types are checked.
    """

    id: str
    name: str
    side: str
    sheet: SheetT
    state: StateT
    at: Place | None = None
    size: int = 1
    altitude: float = 0.0
    """How far above its ground it is, in the grid's unit: flying, climbing, on a rope."""
    flies: bool = False
    """Whether it may change its altitude as it moves."""
    hidden: bool = False
    by_hand: bool = False
    """Whether its owner throws real dice and types the faces in."""
    miniature: bool = False
    """Whether a miniature stands for it on the real table."""
    lamp: Lamp | None = None
    """The light that it carries, if any burns."""
    put_out: Lamp | None = None
    """One that it carries and that was put out: it may be lit again."""
    picture: str = ""
    """What the app keeps the picture of its token under; empty where it has none."""
    portrait: str = ""
    """Whose portrait it came with, for as long as it has no picture; empty where its name tells."""
    house: House = AS_WRITTEN
    """The house rules of its table: the battle's own, so that whoever reads a combatant has them too."""
    conditions: tuple[str, ...] = ()
    """The table's own conditions that it has, by their ids."""
    temper: str = STEADY
    """How it fights where no person plays it (`TEMPERS`): the GM's alone to know."""
    aim: Aim = PLAIN_AIM
    """What it is to do where no person plays it: the GM's alone to know, too."""
    by_itself: bool = False
    """Whether its player has left it to the AI for a while."""
    gm_marks: tuple[GmMark, ...] = ()
    """What the GM has marked it with; others than the GM may know of some alone (`gm_marks.may_know`)."""
    counters: tuple[Counter, ...] = ()
    """What the GM counts of it; others may see some alone, by the same rule."""
    auras: tuple[Aura, ...] = ()
    """The areas that go about with it; others may know of some alone, by the same rule."""
    timed: tuple[TimedCondition, ...] = ()
    """Which of its conditions end by the clock."""

    def is_hidden_from(self, side: str) -> bool:
        """Say whether a side can know nothing of it, so that it answers to nothing that it does."""
        return self.hidden and side != self.side

    @property
    def own_conditions(self) -> tuple[tuple[str, OwnCondition], ...]:
        """List the table's own conditions that it has and that there still are, with their ids."""
        made = self.house.conditions
        return tuple((id_, made[id_]) for id_ in self.conditions if id_ in made)

    def own_modifiers(self, purpose: str) -> tuple[Modifier, ...]:
        """List what the table's own conditions add to a roll of this combatant's."""
        found = (condition.modifier(purpose) for _, condition in self.own_conditions)
        return tuple(modifier for modifier in found if modifier is not None)


def has_place(battle_map: BattleMap | None, place: Place, size: int = 1) -> bool:
    """Tell whether a token of this size can stand there. Without a map every place will do."""
    if battle_map is None:
        return True
    if battle_map.grid.kind is GridKind.ZONES:
        return any(place == zone.id for zone in battle_map.zones)
    return not isinstance(place, str) and fits(battle_map.grid, Footprint(place, size))


def still_there(battle_map: BattleMap | None, place: Place | None, size: int) -> Place | None:
    """Give a place if the map has it: the edit that drew it may have been taken back since."""
    return place if place is None or has_place(battle_map, place, size) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """Something that may be said with a choice: one of its `ways`, or one of the `options` on top of it."""

    id: str
    label: Words
    chance: float | None = None
    """The chance with this extra and nothing else."""
    note: Words = ""
    rule: str | None = None
    low: int = 0
    high: int = 0
    """For an option with a number: its range, under the key `number`; the same means no number."""
    number: str = ""
    picks: tuple[str, ...] = ()
    """For an option that needs a second thing: the ids that its key `pick` may have."""
    pick: str = ""
    seldom: bool = False
    """Whether it is folded away, for hardly anybody wants it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """A step of what a choice may come to: the chance of so much or more."""

    label: Words
    chance: float
    note: Words = ""
    """What so much of it does; empty for nothing in particular."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """One choice of a prompt as it is shown: words, chance, what it costs, and why."""

    id: str
    label: Words
    chance: float | None = None
    chance_of: Words = ""
    """What the chance is of, in a few words such as "stops the attack"; said wherever a chance is."""
    note: Words = ""
    modifiers: tuple[Modifier, ...] = ()
    rule: str | None = None
    ways: tuple[Extra, ...] = ()
    """What it may be done with (the answer's key `with`), the best first."""
    options: tuple[Extra, ...] = ()
    """What may be added to it (the answer's key `options`)."""
    places: tuple[Place, ...] = ()
    """Where on the map it may take one (the answer's key `to`); without one it is done where one stands."""
    place_words: Words = ""
    """What it is to go somewhere with it, and what that costs."""
    rungs: tuple[Rung, ...] = ()
    """Where it may succeed by more or less: the chances of at least so much, the least first."""
    faces: tuple[tuple[int, int], ...] = ()
    """Where one die decides: which of its faces succeed, in runs from the first to the last."""
    sides: int = 0
    """How many faces that die has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """An open question to one combatant's owner. `number` counts the battle's prompts from 1."""

    number: int
    to: str
    purpose: str
    question: Words
    offers: tuple[Offer, ...]
    default: str
    about: str | None = None
    dice: str | None = None
    """For a question that asks for real dice: what to throw, such as `d100`."""
    explodes: bool = False
    """Whether a die among them that shows its highest face is thrown again."""
    again: ThrownAgain | None = None
    """Which of the dice are thrown again, where that is more than `explodes` says."""
    interrupts: bool = False
    """Whether it offers to break into what another does: a reaction, which may be let pass."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The ids of what may be answered."""
        return tuple(offer.id for offer in self.offers)


@dataclass(frozen=True, kw_only=True)
class BattleState:
    """One battle on one map under one system. Changed only by applying events."""

    system: str
    map: BattleMap | None = None
    combatants: Mapping[str, Combatant] = field(default_factory=dict)
    running: bool = False
    order: tuple[str, ...] = ()
    active: str | None = None
    clock: Mapping[str, Any] = field(default_factory=dict)
    """Where in time the battle is, in the system's own numbers and words."""
    prompt: Prompt | None = None
    prompts: int = 0
    fog: Fog = NO_FOG
    shared: Any = None
    """What a system keeps for the whole table (a deck, a timeline); None for those that need nothing."""
    house: House = AS_WRITTEN
    """What the table plays otherwise than the book."""
    gone: frozenset[str] = frozenset()
    """Those who were taken out: the states of others may name them still."""
    map_notes: tuple[MapNote, ...] = ()
    """What is written and drawn on the map, in the order in which it was; not for all to see (`may_see`)."""
    areas: tuple[KeptArea, ...] = ()
    """The areas that stay on the map, in the order in which they were laid; not for all to know."""
    scene_notes: str = ""
    """What the GM has written down about the scene: nobody else's to read."""

    @property
    def round(self) -> int:
        """The number of the round, or of what the system counts in place of rounds; 0 out of a fight."""
        numbers = [number for number in self.clock.values() if type(number) is int]
        return int(self.clock.get("round", max(numbers, default=0))) if self.running else 0

    def unknown_to(self, known: Collection[str]) -> frozenset[str]:
        """List the ids that somebody who knows these may not come by, of those who are gone too."""
        return frozenset(who for who in (*self.combatants, *self.gone) if who not in known)

    def combatant(self, who: str | None, role: str = "combatant") -> Combatant:
        """Find a combatant. Raises `Refusal` `unknown-combatant`."""
        found = self.combatants.get(who) if who is not None else None
        if found is None:
            # who is here is not listed: whoever asks may not know of all of them
            said = (
                text("There is no {role} {who} in this battle.", role=text(role), who=f"{who!r}")
                if who
                else text("This needs a {role}.", role=text(role))
            )
            raise Refusal("unknown-combatant", said)
        return found

    def called(self, who: str | None) -> Gap:
        """Refer to a combatant by its id; one that is not here is called by the id itself."""
        known = self.combatants.get(who or "")
        return str(who) if known is None else named(known)

    def with_combatant(self, combatant: Combatant) -> "BattleState":
        """Put a combatant in the place of the one with its id, or at the end of the list."""
        return changed(self, combatants={**self.combatants, combatant.id: combatant})

    def with_changes(self, who: str, **changes: Any) -> "BattleState":
        """Change fields of a combatant (place, side, name ...)."""
        return self.with_combatant(changed(self.combatants[who], **changes))

    def with_state(self, who: str, **changes: Any) -> "BattleState":
        """Change fields of a combatant's system state."""
        combatant = self.combatants[who]
        return self.with_combatant(changed(combatant, state=changed(combatant.state, **changes)))


class BattleView:
    """The battle as an exchange sees it: each event is applied the moment the rule yields it."""

    __slots__ = ("state",)

    def __init__(self, state: BattleState) -> None:
        self.state = state

    def combatant(self, who: str | None, role: str = "combatant") -> Combatant:
        """Find a combatant as it stands now. Raises `Refusal` `unknown-combatant`."""
        return self.state.combatant(who, role)
