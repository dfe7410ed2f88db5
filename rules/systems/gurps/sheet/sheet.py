"""The sheet of the 3d6 game: attributes, skills, gear, and what is worked out from them (section 2)."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from rules.engine.refusal import BadSheetRefusal
from rules.engine.sheets.wrong_values import WrongValue, require_once
from rules.engine.state import Sheet
from rules.engine.text import Text, joined, listed, text
from rules.systems.gurps.sheet.armour_stock import RAW_ARMOUR
from rules.systems.gurps.sheet.beast_bodies import BODY_PLANS
from rules.systems.gurps.sheet.body import HUMANOID, BodyPlan, Part
from rules.systems.gurps.sheet.gear import ALL, HANDS, Armour, Use, Weapon, expand_weapon
from rules.systems.gurps.sheet.natural_weapons import BODY_WEAPONS, KICK, NATURAL_WEAPONS, PUNCH
from rules.systems.gurps.sheet.weapon_stock import STOCK_WEAPONS

COMBAT_REFLEXES = "combat-reflexes"
TRAINED = "trained-by-a-master"
WEAPON_MASTER = "weapon-master"
RULED_ADVANTAGES = (COMBAT_REFLEXES, TRAINED, WEAPON_MASTER)
"""The advantages that a rule asks for; a sheet may have any others."""
ATTRIBUTES = ("ST", "DX", "IQ", "HT", "Will", "Per")
"""What a check may be rolled against besides skills."""
LOAD_FACTORS = tuple(Fraction(tenths, 10) for tenths in (10, 8, 6, 4, 2))
"""What each level of encumbrance leaves of the Move (GU-210)."""
DEFAULTS: Mapping[str, tuple[str, int]] = {
    "tactics": ("IQ", -6),
    "survival": ("Per", -5),
    "streetwise": ("IQ", -5),
    "acrobatics": ("DX", -6),
    "jumping": ("DX", -5),
    "physician": ("IQ", -7),
}
"""What the skills that have one are rolled at by those who lack them (GU-218)."""
RAW_WEAPONS: Mapping[str, Mapping[str, Any]] = {**STOCK_WEAPONS, **NATURAL_WEAPONS}
"""What a sheet may name by its id among its weapons, written out."""

Attribute = Annotated[int, Field(ge=1, le=100)]
Load = Annotated[tuple[Annotated[int, Field(ge=0, le=100)], ...], Field(min_length=5, max_length=5)]


class GurpsSheet(Sheet):
    """A character (GU-201). What can be worked out is a property.

    What is titled "worked out elsewhere" is for characters from another program's file: what that has worked
    out counts as it stands.
    """

    ST: Attribute = Field(default=10, title="ST")
    DX: Attribute = Field(default=10, title="DX")
    IQ: Attribute = Field(default=10, title="IQ")
    HT: Attribute = Field(default=10, title="HT")
    HP: Annotated[int, Field(ge=1, le=500)] | None = Field(default=None, title="HP", description="ST")
    Will: Attribute | None = Field(default=None, title="Will", description="IQ")
    Per: Attribute | None = Field(default=None, title="Per", description="IQ")
    FP: Annotated[int, Field(ge=1, le=200)] | None = Field(default=None, title="FP", description="HT")
    basic_speed: Annotated[float, Field(ge=0.25, le=40, multiple_of=0.25)] | None = Field(
        default=None, title="Basic Speed", description="(HT + DX) / 4"
    )
    basic_move: Annotated[int, Field(ge=0, le=100)] | None = Field(
        default=None, title="Basic Move", description="Basic Speed, rounded down"
    )
    encumbrance: int = Field(default=0, ge=0, le=4, title="Encumbrance", description="level 0 to 4")
    sm: int = Field(default=0, ge=-10, le=10, title="Size modifier")
    male: bool = False
    skills: dict[
        Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")], Annotated[int, Field(ge=1, le=50)]
    ] = Field(default={}, title="Skills")
    quick_shot: int = Field(default=0, ge=0, le=6, title="Quick Shot")
    advantages: tuple[str, ...] = Field(
        default=(),
        title="Advantages",
        description="these have an effect; others are kept as notes",
        json_schema_extra={"known": {id_: id_.replace("-", " ").capitalize() for id_ in RULED_ADVANTAGES}},
    )
    weapons: tuple[Weapon, ...] = Field(
        default=(),
        title="Weapons and shields",
        json_schema_extra={"known": {id_: raw["name"] for id_, raw in RAW_WEAPONS.items()}},
    )
    armour: tuple[Armour, ...] = Field(
        default=(),
        title="Armour",
        json_schema_extra={"known": {id_: raw["name"] for id_, raw in RAW_ARMOUR.items()}},
    )
    dr: dict[str, Annotated[int, Field(ge=0, le=100)]] = Field(default={}, title="Natural DR")
    notes: str = ""
    body: BodyPlan = Field(
        default=HUMANOID,
        title="Body",
        json_schema_extra={"known": {id_: plan.name for id_, plan in BODY_PLANS.items()}},
    )
    moves: Load | None = Field(default=None, title="Move by encumbrance, worked out elsewhere")
    dodges: Load | None = Field(default=None, title="Dodge by encumbrance, worked out elsewhere")
    worn_numbers: bool = Field(default=False, title="Worked out elsewhere for somebody reeling or tired")

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        for name, things in (("weapons", self.weapons), ("armour", self.armour)):
            require_once(name, [thing.id for thing in things])
        worn = [place for piece in self.armour for place in piece.locations]
        for name, places in (("dr", list(self.dr)), ("armour", worn)):
            if strange := [place for place in places if place not in (ALL, *self.body.ids)]:
                words = text("{place} is no location of this body", place=f"“{strange[0]}”")
                raise WrongValue(name, words)
        for hand in HANDS:
            held = [weapon.name for weapon in self.weapons if weapon.ready and hand in weapon.hands]
            if len(held) > 1:
                words = text(
                    "{weapons} cannot both be ready in the same hand ({rule})",
                    weapons=listed(held),
                    rule="GU-320",
                )
                raise WrongValue("weapons", words)
        return self

    # --------------------------------------------------------------------------------------------- attributes
    @property
    def full_hp(self) -> int:
        """Full hit points."""
        return self.ST if self.HP is None else self.HP

    @property
    def full_fp(self) -> int:
        """Full fatigue points."""
        return self.HT if self.FP is None else self.FP

    @property
    def speed(self) -> float:
        """Basic Speed."""
        return (self.HT + self.DX) / 4 if self.basic_speed is None else self.basic_speed

    def attribute(self, name: str) -> int:
        """Give the score of an attribute."""
        score: int | None = getattr(self, name)
        return self.IQ if score is None else score

    @property
    def unloaded_move(self) -> int:
        """Basic Move."""
        return floor(self.speed) if self.basic_move is None else self.basic_move

    @property
    def loaded_move(self) -> int:
        """What the encumbrance leaves of the Move (GU-210)."""
        if self.moves is not None and not self.worn_numbers:
            return self.moves[self.encumbrance]
        return floor(self.unloaded_move * LOAD_FACTORS[self.encumbrance])

    @property
    def plain_dodge(self) -> int:
        """The dodge score of the unhurt (GU-213)."""
        if self.dodges is not None and not self.worn_numbers:
            return self.dodges[self.encumbrance]
        return floor(self.speed) + 3 - self.encumbrance

    # ------------------------------------------------------------------------------------------------- skills
    def has(self, advantage: str) -> bool:
        """Tell whether an advantage is on the sheet."""
        return advantage in self.advantages

    @property
    def is_master(self) -> bool:
        """Whether the penalties of rapid strikes and repeated parries are halved (GU-730, GU-812)."""
        return self.has(TRAINED) or self.has(WEAPON_MASTER)

    def skill(self, name: str) -> int | None:
        """Give a skill's level, or what it defaults to; None where there is no default (GU-218)."""
        if name in self.skills:
            return self.skills[name]
        if name not in DEFAULTS:
            return None
        attribute, penalty = DEFAULTS[name]
        return self.attribute(attribute) + penalty

    def weapon_skill(self, name: str) -> int:
        """Give the level of a weapon's skill; without it, DX (GU-216)."""
        return self.skills.get(name, self.DX)

    def attack_skill(self, use: Use) -> int:
        """Give the skill that an attack is rolled against (GU-216)."""
        if use.mode.level is not None:
            return use.mode.level
        return self.weapon_skill(use.weapon.skill) + use.mode.skill_mod

    def on(self, score: int, attribute: str) -> int:
        """Turn a skill resting on DX into one on ST or IQ (GU-217)."""
        return score - self.DX + self.attribute(attribute)

    # --------------------------------------------------------------------------------------------------- gear
    @cached_property
    def arms(self) -> tuple[Weapon, ...]:
        """All that the combatant can strike with: what it carries, then punch, kick and slam (GU-201).

        It takes a hand to punch with and a leg to kick with, which not every body has (our ruling GU-R70).
        """
        without = {weapon.id for weapon in self.weapons}
        without |= set() if any(place.side for place in self.body.locations) else {PUNCH}
        without |= set() if any(place.part is Part.LEG for place in self.body.locations) else {KICK}
        return (*self.weapons, *(weapon for weapon in BODY_WEAPONS if weapon.id not in without))

    def weapon(self, id_: str) -> Weapon | None:
        """Find a weapon by its id."""
        return next((weapon for weapon in self.arms if weapon.id == id_), None)

    def use(self, id_: str) -> Use | None:
        """Find `weapon` or `weapon/mode` (GU-301)."""
        name, _, mode = id_.partition("/")
        weapon = self.weapon(name)
        return None if weapon is None else weapon.use(mode)

    def natural_dr(self, location: str) -> int:
        """Give the natural DR of a location; its own entry counts before that for all (GU-201)."""
        return self.dr.get(location, self.dr.get(ALL, 0))


# ------------------------------------------------------------------------------------ reading what is written
def expand_sheet(data: Mapping[str, Any], stock: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Put in the stock combatant that a sheet starts from, and the stock gear that it names (GU-201).

    Args:
        stock: the ready-made combatants, by id.

    Raises:
        Refusal: `bad-sheet`, for a stock id that there is not.
    """
    filled = dict(data)
    id_ = filled.pop("stock", None)
    if id_ is not None:
        base = _named(stock, id_, "stock", text("stock combatant"))
        for key in ("skills", "dr"):
            if key in base and isinstance(filled.get(key), Mapping):
                filled[key] = {**base[key], **filled[key]}
        filled = {**base, **filled}
    if isinstance(filled.get("weapons"), list):
        filled["weapons"] = [_weapon(weapon, i) for i, weapon in enumerate(filled["weapons"])]
    if isinstance(filled.get("armour"), list):
        filled["armour"] = [_piece(piece, i) for i, piece in enumerate(filled["armour"])]
    if isinstance(filled.get("body"), str):
        filled["body"] = _named(BODY_PLANS, filled["body"], "body", text("body plan")).model_dump(mode="json")
    return filled


def _weapon(data: Any, index: int) -> Any:
    if isinstance(data, str):
        data = _named(RAW_WEAPONS, data, f"weapons.{index}", text("stock weapon"))
    if not isinstance(data, Mapping):
        return data
    try:
        return expand_weapon(data)
    except ValueError as error:
        raise BadSheetRefusal(joined((f"weapons.{index}", *error.args), ": "), "GU-201") from None


def _piece(data: Any, index: int) -> Any:
    if isinstance(data, str):
        data = _named(RAW_ARMOUR, data, f"armour.{index}", text("stock armour"))
    if isinstance(data, Mapping):
        filled = dict(data)
        if filled.get("name") in (None, ""):
            filled["name"] = data.get("id")
        if filled.get("locations") == ALL:
            filled["locations"] = [ALL]
        return filled
    return data


def _named(known: Mapping[str, Any], id_: Any, key: str, what: Text) -> Any:
    if not isinstance(id_, str) or id_ not in known:
        ids = ", ".join(known)
        why = text(
            "{key}: there is no {what} {id}; known are {ids}", key=key, what=what, id=repr(id_), ids=ids
        )
        raise BadSheetRefusal(why, "GU-201")
    return known[id_]
