"""The sheet, and what is worked out from it (SW-01 to SW-11, SW-230, SW-231)."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.sheets.wrong_values import WrongValue, require_once
from rules.engine.state import Sheet
from rules.engine.text import Text, joined, key_words, text
from rules.systems.savage.house import OBJECT_PARRY, OBJECT_TOUGHNESS
from rules.systems.savage.sheet.book_names import EDGES, SKILLS
from rules.systems.savage.sheet.die import Die, DieField
from rules.systems.savage.sheet.gear import UNARMED, UNARMED_ID, Armour, Location, Weapon
from rules.systems.savage.sheet.gear_stock import STOCK_ARMOUR, STOCK_WEAPONS, stock_armour, stock_weapon

HANDS = 2
WILD_CARD_WOUNDS = 3
UNTRAINED = Die(4)
"""What an untrained skill throws, at -2 (SW-43)."""
RULED_SKILLS = ("fighting", "shooting", "athletics", "notice", "riding")
"""The skills that a rule asks for; a sheet may have any others (SW-01)."""
RULED_EDGES = ("quick", "level-headed", "improved-level-headed", "dodge")
"""The Edges that have an effect here (SW-01)."""
_KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_STARTING_SKILLS = {"athletics": Die(4), "notice": Die(4)}


class Kind(StrEnum):
    """What a combatant is (SW-01, SW-230)."""

    CHARACTER = "character"
    ANIMAL = "animal"
    OBJECT = "object"


class Attributes(Sheet):
    """The five attributes."""

    agility: DieField = Field(default=Die(6), title="Agility")
    smarts: DieField = Field(default=Die(6), title="Smarts")
    spirit: DieField = Field(default=Die(6), title="Spirit")
    strength: DieField = Field(default=Die(6), title="Strength")
    vigor: DieField = Field(default=Die(6), title="Vigor")


def _skill_id(value: str) -> str:
    if not _KEBAB.fullmatch(value):
        raise ValueError(f"a skill's id is in lower case with hyphens, like short-range; {value!r} is not")
    return value


SkillId = Annotated[str, AfterValidator(_skill_id)]


class SavageSheet(Sheet):
    """A combatant as written down. What can be worked out is a property and never read."""

    stock: str | None = Field(default=None, title="Ready-made", json_schema_extra={"form": False})
    wild_card: bool = Field(
        default=False, title="Wild Card", description="rolls the Wild Die and takes three wounds"
    )
    kind: Kind = Field(default=Kind.CHARACTER, strict=False, title="Kind")
    object: str | None = Field(
        default=None,
        title="Thing",
        description="for the kind object alone",
        json_schema_extra={"known": {id_: str(key_words(id_)) for id_ in OBJECT_TOUGHNESS}},
    )
    attributes: Attributes = Field(default=Attributes(), title="Attributes")
    skills: dict[SkillId, DieField] = Field(
        default_factory=dict,
        title="Skills",
        description="a die each; empty is untrained, but Athletics and Notice are then a d4",
        json_schema_extra={"known": {id_: str(SKILLS[id_]) for id_ in RULED_SKILLS}},
    )
    pace: int = Field(default=6, ge=0, le=24, title="Pace", description="inches a turn")
    run_die: DieField = Field(default=Die(6), title="Running die")
    edges: Annotated[tuple[str, ...], Field(strict=False)] = Field(
        default=(),
        title="Edges",
        description="these have an effect; others are kept as notes",
        json_schema_extra={"known": {id_: str(EDGES[id_]) for id_ in RULED_EDGES}},
    )
    hindrances: Annotated[tuple[str, ...], Field(strict=False)] = Field(
        default=(),
        title="Hindrances",
        description="this one has an effect; others are kept as notes",
        json_schema_extra={"known": {"hesitant": str(EDGES["hesitant"])}},
    )
    bennies: int | None = Field(
        default=None,
        ge=0,
        le=99,
        title="Bennies",
        description="at the start; empty is 3 for a Wild Card and none for an Extra",
    )
    group: str | None = Field(
        default=None, title="Group", description="Extras of a side and group share a card; empty is the side"
    )
    armour: tuple[Annotated[Armour, BeforeValidator(stock_armour)], ...] = Field(
        default=(),
        title="Armour",
        json_schema_extra={"known": {id_: piece.name for id_, piece in STOCK_ARMOUR.items()}},
    )
    natural_armour: int = Field(
        default=0, ge=0, le=20, title="Natural armour", description="on every location"
    )
    toughness_bonus: int = Field(
        default=0, ge=-3, le=30, title="Toughness bonus", description="Edges, bulk and the like"
    )
    parry_bonus: int = Field(default=0, ge=-4, le=8, title="Parry bonus", description="Edges and the like")
    weapons: tuple[Annotated[Weapon, BeforeValidator(stock_weapon)], ...] = Field(
        default=(),
        title="Weapons and shields",
        json_schema_extra={
            "known": {id_: thing.name for id_, thing in STOCK_WEAPONS.items() if id_ != UNARMED_ID}
        },
    )
    held: tuple[str, ...] | None = Field(
        default=None,
        title="In hand at the start",
        description="the ids of weapons; empty is what fits, in order",
    )
    mountable: bool = Field(default=False, title="May be ridden")

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if (self.kind is Kind.OBJECT) != (self.object is not None):
            words = text("an object needs one of the table, and nothing else has one ({rule})", rule="SW-231")
            raise WrongValue("object", words)
        if self.object is not None and self.object not in OBJECT_TOUGHNESS:
            named, known = f"“{self.object}”", joined(OBJECT_TOUGHNESS)
            raise WrongValue(
                "object", text("there is no {object}; known are {known}", object=named, known=known)
            )
        if "hesitant" in self.hindrances and set(self.edges) & QUICK_EDGES:
            words = text("hesitant does not go with quick or level headed edges ({rule})", rule="SW-10")
            raise WrongValue("hindrances", words)
        require_once("weapons", [weapon.id for weapon in self.weapons])
        if words := self.why_not_held(self.held or ()):
            raise WrongValue("held", words)
        return self

    def why_not_held(self, held: Sequence[str]) -> Text:
        """Say why these cannot all be in the hands; empty if they can (SW-08)."""
        if strange := [id_ for id_ in held if self.weapon(id_) is None]:
            return text("{thing} is not among the weapons", thing=f"“{strange[0]}”")
        if len(set(held)) < len(held):
            return text("one thing cannot be held twice")
        hands = sum(weapon.hands for weapon in self.held_weapons(held))
        too_many = text("that takes {hands} hands, and there are {most} (SW-08)", hands=hands, most=HANDS)
        return too_many if hands > HANDS else Text("")

    @property
    def limit(self) -> int:
        """How many wounds one can carry (SW-07)."""
        return WILD_CARD_WOUNDS if self.wild_card else 0

    @property
    def starting_bennies(self) -> int:
        """The Bennies at the start of the battle."""
        if self.bennies is not None:
            return self.bennies
        return 3 if self.wild_card else 0

    @property
    def starts_held(self) -> tuple[str, ...]:
        """What is in the hands at the start (SW-08, SW-R2)."""
        if self.held is not None:
            return self.held
        free, found = HANDS, []
        for weapon in self.weapons:
            if 0 < weapon.hands <= free:
                found.append(weapon.id)
                free -= weapon.hands
        return tuple(found)

    @property
    def is_object(self) -> bool:
        """Whether it is a thing rather than somebody (SW-230)."""
        return self.kind is Kind.OBJECT

    def trait(self, name: str) -> tuple[Die, bool]:
        """Give the die of an attribute or skill, and whether it is trained (SW-43)."""
        if name in Attributes.model_fields:
            die: Die = getattr(self.attributes, name)
            return die, True
        found = self.skills.get(name, _STARTING_SKILLS.get(name))
        return (UNTRAINED, False) if found is None else (found, True)

    def weapon(self, id_: str | None) -> Weapon | None:
        """Find a weapon of the sheet, or bare hands (SW-11)."""
        found = next((weapon for weapon in self.weapons if weapon.id == id_), None)
        return UNARMED if found is None and id_ == UNARMED_ID else found

    def held_weapons(self, held: Sequence[str]) -> tuple[Weapon, ...]:
        """List the weapons and shields with these ids, in the order of the sheet."""
        return tuple(weapon for weapon in self.weapons if weapon.id in held)

    @property
    def natural_weapons(self) -> tuple[Weapon, ...]:
        """List teeth, claws and the like."""
        return tuple(weapon for weapon in self.weapons if weapon.natural)

    def armour_at(self, location: Location) -> int:
        """Count the armour at a location: the best piece, and the natural armour (SW-05, SW-06, SW-R1)."""
        worn = [piece.value for piece in self.armour if location in piece.covers]
        return self.natural_armour + max(worn, default=0)

    def toughness(self, location: Location = Location.TORSO, house: House = AS_WRITTEN) -> int:
        """Give Toughness at a location, armour included (SW-05); of an object that of the table (SW-231)."""
        if self.object is not None:
            return OBJECT_TOUGHNESS.number(house, self.object)
        return 2 + self.attributes.vigor.half + self.toughness_bonus + self.armour_at(location)

    def parry(self, held: Sequence[str], house: House = AS_WRITTEN) -> int:
        """Give Parry with these things in the hands (SW-04, SW-15, SW-230)."""
        if self.is_object:
            return OBJECT_PARRY.value(house)
        fighting, trained = self.trait("fighting")
        strength = self.attributes.strength
        from_held = sum(
            min(0, w.parry) if w.uses_strength and w.is_too_heavy(strength) else w.parry
            for w in self.held_weapons(held)
        )
        return 2 + (fighting.half if trained else 0) + self.parry_bonus + from_held

    def reach(self, weapon: Weapon) -> int:
        """Give a weapon's extra inches in melee; one that is too heavy has none (SW-15)."""
        too_heavy = weapon.uses_strength and weapon.is_too_heavy(self.attributes.strength)
        return 0 if too_heavy else weapon.reach


QUICK_EDGES = frozenset({"quick", "level-headed", "improved-level-headed"})
"""The Edges that touch the cards, which Hesitant does not go with (SW-10, SW-34)."""
