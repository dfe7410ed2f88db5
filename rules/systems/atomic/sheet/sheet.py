"""The sheet of Atomic Tomorrow, weapons and armour, and what is worked out from them (AT-01 to AT-16)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, model_validator

from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.sheets.stock import stock_reader
from rules.engine.sheets.wrong_values import WrongValue, require_among_weapons, require_once
from rules.engine.state import Sheet
from rules.engine.text import Text, template, text
from rules.systems.atomic import house as own


class AttackSkill(StrEnum):
    """The skills that attack (AT-08)."""

    UNARMED = "unarmed"
    MELEE = "melee"
    RANGED = "ranged"


class Range(StrEnum):
    """The four ranges (AT-34 to AT-37), nearest first."""

    ENGAGED = "engaged"
    NEAR = "near"
    FAR = "far"
    DISTANT = "distant"


SKILL_WORDS: Mapping[AttackSkill, Text] = {
    AttackSkill.UNARMED: text("Unarmed"),
    AttackSkill.MELEE: text("Melee"),
    AttackSkill.RANGED: text("Ranged"),
}
RANGE_WORDS: Mapping[Range, Text] = {
    Range.ENGAGED: text("engaged"),
    Range.NEAR: text("near"),
    Range.FAR: text("far"),
    Range.DISTANT: text("distant"),
}
AT_HAND = (Range.ENGAGED,)
DEFAULT_RANGES: Mapping[AttackSkill, tuple[Range, ...]] = {
    AttackSkill.UNARMED: AT_HAND,
    AttackSkill.MELEE: AT_HAND,
    AttackSkill.RANGED: (Range.ENGAGED, Range.NEAR),
}


CHECK = 5
"""A check of an attribute rolls against this many times it (AT-02)."""


class Weapon(Sheet):
    """A weapon: the skill that uses it, its Wound Rating and its ranges (AT-11, AT-13, AT-15)."""

    id: str = Field(min_length=1)
    name: str = ""
    skill: AttackSkill
    wounds: int = Field(ge=1, le=4, title="Wound Rating")
    # Strict reading knows no tuple in what a validator has handled; the ranges themselves stay strict.
    ranges: Annotated[tuple[Range, ...], Field(strict=False, min_length=1)]
    ap: int = Field(default=0, ge=0, le=3, title="Armour-piercing")

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, data: Any) -> Any:
        """Name it after its id, and give it the ranges of its skill, where they are left out."""
        if isinstance(data, Mapping):
            filled = {"name": data.get("id"), **data}
            skill = filled.get("skill")
            if "ranges" not in filled and isinstance(skill, str) and skill in set(AttackSkill):
                filled["ranges"] = DEFAULT_RANGES[AttackSkill(skill)]
            return filled
        return data

    @property
    def is_melee(self) -> bool:
        """Whether its attacks are melee attacks, whatever the distance (AT-11)."""
        return self.skill is not AttackSkill.RANGED


class Armour(Sheet):
    """What a combatant wears, one at a time (AT-14)."""

    id: str = Field(min_length=1)
    name: str = ""
    rating: int = Field(ge=0, le=3)

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, data: Any) -> Any:
        return {"name": data.get("id"), **data} if isinstance(data, Mapping) else data


def _weapon(
    id_: str, name: str, skill: AttackSkill, wounds: int, ranges: tuple[Range, ...], ap: int
) -> Weapon:
    return Weapon(id=id_, name=name, skill=skill, wounds=wounds, ranges=ranges, ap=ap)


_CLOSE = (Range.ENGAGED, Range.NEAR)
_PISTOL = (Range.ENGAGED, Range.NEAR, Range.FAR)
_RIFLE = (Range.NEAR, Range.FAR, Range.DISTANT)
_LONG = (Range.FAR, Range.DISTANT)

FIST = _weapon("fist", template("Bare hands"), AttackSkill.UNARMED, 1, AT_HAND, 0)
"""Everybody has it, it is always ready, and it stands on no sheet (AT-12)."""

STOCK_WEAPONS: Mapping[str, Weapon] = {
    weapon.id: weapon
    for weapon in (
        _weapon("combat-knife", "Combat knife", AttackSkill.MELEE, 1, AT_HAND, 0),
        _weapon("combat-staff", "Combat staff", AttackSkill.MELEE, 2, AT_HAND, 0),
        _weapon("vibro-blade", "Vibro-blade", AttackSkill.MELEE, 2, AT_HAND, 1),
        _weapon("force-sword", "Force sword", AttackSkill.MELEE, 3, AT_HAND, 2),
        _weapon("hold-out-blaster", "Hold-out blaster", AttackSkill.RANGED, 1, _CLOSE, 0),
        _weapon("blast-pistol", "Blast pistol", AttackSkill.RANGED, 2, _PISTOL, 0),
        _weapon("laser-pistol", "Laser pistol", AttackSkill.RANGED, 2, _PISTOL, 1),
        _weapon("blast-rifle", "Blast rifle", AttackSkill.RANGED, 3, _RIFLE, 0),
        _weapon("gauss-rifle", "Gauss rifle", AttackSkill.RANGED, 3, _RIFLE, 2),
        _weapon("anti-materiel-rifle", "Anti-materiel rifle", AttackSkill.RANGED, 4, _LONG, 3),
    )
}
STOCK_ARMOUR: Mapping[str, Armour] = {
    armour.id: armour
    for armour in (
        Armour(id="none", name="No armour", rating=0),
        Armour(id="light", name="Armour vest", rating=1),
        Armour(id="medium", name="Patrol armour", rating=2),
        Armour(id="heavy", name="Combat vacuum armour", rating=3),
    )
}


_FISTS = {FIST.id: "everybody has fists: they are not listed on a sheet (AT-12)"}
_read_weapon = stock_reader(STOCK_WEAPONS, "weapon", _FISTS)
_read_armour = stock_reader(STOCK_ARMOUR, "armour")
Score = Annotated[int, Field(ge=1, le=30)]
Percent = Annotated[int, Field(ge=0, le=200)]


class Attributes(Sheet):
    """The seven attributes, of which combat reads REFLEX, NERVE and GRIT (AT-01)."""

    brawn: Score = Field(default=10, title="BRAWN")
    reflex: Score = Field(default=10, title="REFLEX", description="initiative; untrained skills")
    nerve: Score = Field(default=10, title="NERVE", description="the last stand")
    savvy: Score = Field(default=10, title="SAVVY")
    charm: Score = Field(default=10, title="CHARM")
    grit: Score = Field(default=10, title="GRIT", description="soaking wounds; acting at four of them")
    guile: Score = Field(default=10, title="GUILE")


class Skills(Sheet):
    """The combat skills; None is untrained (AT-08, AT-09)."""

    unarmed: Percent | None = Field(default=None, title="Unarmed Combat")
    melee: Percent | None = Field(default=None, title="Melee")
    ranged: Percent | None = Field(default=None, title="Ranged")
    parry: Percent | None = Field(default=None, title="Parry")
    dodge: Percent | None = Field(default=None, title="Dodge")


class AtomicSheet(Sheet):
    """A character of Atomic Tomorrow. What can be worked out is a property and never read (AT-03)."""

    attributes: Attributes = Field(default=Attributes(), title="Attributes")
    skills: Skills = Field(default=Skills(), title="Skills")
    epithet: str | None = Field(
        default=None,
        title="Epithet",
        description="two-fisted has a rule (AT-10)",
        json_schema_extra={"known": {"two-fisted": "Two-fisted"}},
    )
    weapons: tuple[Annotated[Weapon, BeforeValidator(_read_weapon)], ...] = Field(
        default=(),
        title="Weapons",
        json_schema_extra={"known": {id_: weapon.name for id_, weapon in STOCK_WEAPONS.items()}},
    )
    ready: tuple[str, ...] | None = Field(
        default=None, title="In hand", description="the ids of weapons; empty is the first"
    )
    armour: Annotated[Armour, BeforeValidator(_read_armour)] = Field(
        default=STOCK_ARMOUR["none"],
        title="Armour",
        json_schema_extra={"known": {id_: piece.name for id_, piece in STOCK_ARMOUR.items()}},
    )
    shield: bool = Field(default=False, title="Shield")

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        ids = [weapon.id for weapon in self.weapons]
        if FIST.id in ids:
            words = text("everybody has fists: they are not listed on a sheet ({rule})", rule="AT-12")
            raise WrongValue("weapons", words)
        require_once("weapons", ids)
        require_among_weapons("ready", self.ready or (), ids)
        return self

    def init(self, house: House = AS_WRITTEN) -> int:
        """Give what initiative is rolled against (AT-04)."""
        return self.attributes.reflex * own.INITIATIVE.value(house)

    def soak(self, house: House = AS_WRITTEN) -> int:
        """Give what soaking is rolled against (AT-05)."""
        return self.attributes.grit * own.SOAK.value(house)

    def last_stand(self, house: House = AS_WRITTEN) -> int:
        """Give what a last stand is rolled against (AT-06)."""
        return self.attributes.nerve * own.LAST_STAND.value(house)

    def incapacitated_action(self, house: House = AS_WRITTEN) -> int:
        """Give what acting at four wounds is rolled against (AT-07)."""
        return self.attributes.grit * own.EFFORT.value(house)

    @property
    def is_two_fisted(self) -> bool:
        """Whether the one epithet with a rule is this one's (AT-10)."""
        return self.epithet == "two-fisted"

    @property
    def has_unarmed_combat(self) -> bool:
        """Whether Unarmed Combat is written on the sheet (AT-09)."""
        return self.skills.unarmed is not None

    def skill(self, name: str, house: House = AS_WRITTEN) -> int:
        """Give a skill's percentage, trained or not (AT-09)."""
        trained: int | None = getattr(self.skills, name)
        return self.attributes.reflex * own.UNTRAINED.value(house) if trained is None else trained

    @property
    def starts_ready(self) -> tuple[str, ...]:
        """The ids of the weapons in hand at the start (AT-16)."""
        return tuple(weapon.id for weapon in self.weapons[:1]) if self.ready is None else self.ready

    def weapon(self, id_: str | None) -> Weapon | None:
        """Find a weapon of the sheet, or the fist (AT-12)."""
        return FIST if id_ == FIST.id else next((w for w in self.weapons if w.id == id_), None)
