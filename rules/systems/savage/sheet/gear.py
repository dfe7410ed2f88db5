"""Weapons, shields and armour as a sheet carries them (SW-12, SW-05, SW-160)."""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from rules.engine.sheets.wrong_values import WrongValue
from rules.engine.state import Sheet
from rules.engine.text import Text, text
from rules.systems.savage.sheet.die import DamageField, Die, DieField

Inches = Annotated[int, Field(ge=1, le=2000)]


class Template(StrEnum):
    """The areas that an attack can cover (SW-160)."""

    SMALL_BLAST = "small-blast"
    MEDIUM_BLAST = "medium-blast"
    LARGE_BLAST = "large-blast"
    CONE = "cone"
    LINE = "line"

    @property
    def radius(self) -> int:
        """The radius of a blast in inches; 0 for a cone or a line."""
        return {"small-blast": 1, "medium-blast": 2, "large-blast": 3}.get(self.value, 0)

    @property
    def length(self) -> int:
        """The length of a cone or line in inches; 0 for a blast."""
        return {"cone": 9, "line": 12}.get(self.value, 0)

    @property
    def words(self) -> Text:
        """What it is called inside a sentence."""
        return _TEMPLATES[self]


_TEMPLATES: Mapping[Template, Text] = {
    Template.SMALL_BLAST: text("small blast"),
    Template.MEDIUM_BLAST: text("medium blast"),
    Template.LARGE_BLAST: text("large blast"),
    Template.CONE: text("cone"),
    Template.LINE: text("line"),
}


class Location(StrEnum):
    """Where armour sits and a called shot goes (SW-122)."""

    HEAD = "head"
    TORSO = "torso"
    ARMS = "arms"
    LEGS = "legs"

    @property
    def words(self) -> Text:
        """What it is called inside a sentence."""
        return _LOCATIONS[self]


_LOCATIONS: Mapping[Location, Text] = {
    Location.HEAD: text("head"),
    Location.TORSO: text("torso"),
    Location.ARMS: text("arms"),
    Location.LEGS: text("legs"),
}


@lru_cache(maxsize=1024)
def low_name(name: str) -> Text:
    """Give a thing's name as it stands inside a sentence."""
    return text(name).low


class Weapon(Sheet):
    """A weapon or a shield (SW-12)."""

    id: str = Field(min_length=1, title="Id", description="small letters with hyphens")
    name: str = Field(title="Name")
    melee: bool = Field(default=False, title="Used with Fighting")
    damage: DamageField | None = Field(default=None, title="Damage", description="Str+d6 or 2d6")
    range: tuple[Inches, Inches, Inches] | None = Field(
        default=None, strict=False, title="Range", description="short/medium/long in inches: 12/24/48"
    )
    thrown: bool = Field(default=False, title="Thrown")
    skill: str | None = Field(
        default=None, title="Skill at range", description="empty is Shooting, or Athletics if thrown"
    )
    rof: int = Field(default=1, ge=1, le=6, title="Rate of fire")
    ap: int = Field(default=0, ge=0, le=30, title="AP")
    min_str: DieField | None = Field(default=None, title="Min. Strength")
    parry: int = Field(default=0, ge=-3, le=5, title="Parry")
    reach: int = Field(default=0, ge=0, le=3, title="Reach")
    two_handed: bool = Field(default=False, title="Two hands")
    natural: bool = Field(default=False, title="Natural")
    sharp: bool = Field(default=False, title="Sharp")
    shotgun: bool = Field(default=False, title="Shotgun")
    double_barrel: bool = Field(default=False, title="Two barrels")
    mystic: bool = Field(default=False, title="Mystic")
    improvised: bool = Field(default=False, title="Improvised")
    shield: bool = Field(default=False, title="Shield")
    template: Template | None = Field(default=None, strict=False, title="Template")

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, data: Any) -> Any:
        """Make a thing with neither range nor template a melee weapon, unless it is a shield (SW-12)."""
        if not isinstance(data, Mapping):
            return data
        ranged = data.get("range") is not None or data.get("template") is not None
        return {"melee": not ranged and not data.get("shield"), **data}

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.range is not None and not self.range[0] < self.range[1] < self.range[2]:
            raise WrongValue("range", text("the three ranges must rise ({rule})", rule="SW-12"))
        if self.damage is None and not self.shield and not self.shotgun:
            raise WrongValue("damage", text("this is missing ({rule})", rule="SW-12"))
        return self

    @property
    def low_name(self) -> Text:
        """Its name as it stands inside a sentence."""
        return low_name(self.name)

    @property
    def hands(self) -> int:
        """How many hands it fills (SW-08)."""
        if self.natural or self.id == UNARMED_ID:
            return 0
        return 2 if self.two_handed else 1

    @property
    def is_ranged(self) -> bool:
        """Whether it can be used at a distance."""
        return self.range is not None or self.template is not None

    @property
    def uses_strength(self) -> bool:
        """Whether its damage counts on Strength (SW-15)."""
        return self.damage is not None and self.damage.uses_strength

    @property
    def ranged_skill(self) -> str:
        """The skill of its ranged use (SW-12)."""
        return self.skill or ("athletics" if self.thrown else "shooting")

    def is_too_heavy(self, strength: Die) -> bool:
        """Tell whether somebody's Strength die is smaller than it needs (SW-15)."""
        return self.min_str is not None and not self.shield and strength.sides < self.min_str.sides


class Armour(Sheet):
    """A piece of armour (SW-05)."""

    id: str = Field(min_length=1, title="Id", description="small letters with hyphens")
    name: str = Field(title="Name")
    value: int = Field(ge=0, le=20, title="Armour")
    covers: Annotated[tuple[Location, ...], Field(strict=False)] = Field(title="Covers")


UNARMED_ID = "unarmed"
UNARMED = Weapon.model_validate({"id": UNARMED_ID, "name": "Bare hands", "damage": "Str"})
"""Everybody has it, and it is no weapon for SW-75 and SW-222 (SW-11)."""
