"""Weapons, armour and what cover is made of (TS-020 to TS-028, TS-285)."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from rules.engine.sheets.stock import stock_reader
from rules.engine.sheets.wrong_values import WrongValue
from rules.engine.state import Sheet
from rules.engine.text import Text, as_text, text
from rules.systems.tesseris.house import MATERIALS

Location = Literal["head", "torso", "arms", "legs"]
LOCATIONS: tuple[Location, ...] = ("head", "torso", "arms", "legs")
"""The places of a body, in the order in which lists name them."""
COVERED: tuple[Location, ...] = ("torso", "legs")
"""What is in cover that was taken in one's own turn (TS-287)."""
COVER: Mapping[str, tuple[int, int]] = MATERIALS
"""The materials of cover, with the usual armour and structure points of a yard (TS-285)."""


def cover_material(material: str | None) -> str | None:
    """Read a map's word for a material as cover: plain wood is thick (TS-049)."""
    named = "wood-thick" if material == "wood" else material
    return named if named in COVER else None


class Kind(StrEnum):
    """How a weapon reaches its target (TS-020)."""

    MELEE = "melee"
    RANGED = "ranged"
    THROWN = "thrown"


class Mode(StrEnum):
    """How many rounds go at once (TS-204)."""

    SINGLE = "single"
    BURST = "burst"
    AUTO = "auto"


class RateOfFire(Sheet):
    """The rounds of each mode; None where the weapon lacks it."""

    single: int | None = Field(default=None, ge=1, le=50)
    burst: int | None = Field(default=None, ge=1, le=50)
    auto: int | None = Field(default=None, ge=1, le=100)


_SINGLE = RateOfFire(single=1)
_Skill = Literal["melee", "ballistics", "archery", "throwing"]


class Weapon(Sheet):
    """A weapon. Its range is in yards (TS-020)."""

    id: str = Field(min_length=1)
    name: str = ""
    kind: Kind = Field(strict=False)
    skill: _Skill = "melee"
    damage: int = Field(default=0, ge=0, le=50)
    ap: int = Field(default=0, ge=0, le=30)
    range: int | None = Field(default=None, ge=1, le=10_000)
    rof: RateOfFire = _SINGLE
    magazine: int | None = Field(default=None, ge=1, le=10_000)
    reload_ticks: int = Field(default=3, ge=0, le=20)
    reliability: Literal["reliable", "normal", "unreliable"] = "normal"
    jams: bool | None = None
    firearm: bool = False
    pistol: bool = False
    impact: bool = False
    light: bool = False
    hands: int = Field(default=1, ge=1, le=2)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        melee = self.kind is Kind.MELEE
        if melee != (self.skill == "melee"):
            words = text("melee weapons use melee, all others ballistics, archery or throwing")
            raise WrongValue("skill", words)
        if melee != (self.range is None):
            raise WrongValue("range", text("every weapon but those for melee has one, in yards"))
        return self

    @property
    def label(self) -> str:
        """What it is called."""
        return self.name or self.id.replace("-", " ")

    @property
    def words(self) -> Text:
        """The same within a text: names of the stock are translated, what somebody typed stands as it is."""
        return as_text(self.label)

    @property
    def is_melee(self) -> bool:
        """Whether it strikes at those next to one."""
        return self.kind is Kind.MELEE

    @property
    def can_jam(self) -> bool:
        """Whether it jams: firearms do unless they say otherwise; blades and bows never (TS-021)."""
        if self.is_melee or self.kind is Kind.THROWN or self.skill == "archery":
            return False
        return self.firearm if self.jams is None else self.jams

    def rounds(self, mode: Mode) -> int | None:
        """Count the rounds of a mode; None where it lacks it."""
        rounds: int | None = getattr(self.rof, mode.value)
        return rounds

    @property
    def adds_strength(self) -> bool:
        """Whether the arm behind it counts for damage (TS-250)."""
        return self.kind is not Kind.RANGED


class Armour(Sheet):
    """A piece of armour or a cloak; bulk is 0 or less (TS-024)."""

    id: str = Field(min_length=1)
    name: str = ""
    slot: Literal["armour", "cloak"] = "armour"
    ap: int = Field(default=0, ge=0, le=30)
    bulk: int = Field(default=0, ge=-10, le=0)
    covers: Annotated[tuple[Location, ...], Field(strict=False)] | None = None

    @property
    def label(self) -> str:
        """What it is called."""
        return self.name or self.id.replace("-", " ")

    @property
    def words(self) -> Text:
        """The same within a text."""
        return as_text(self.label)

    def at(self, location: str) -> int:
        """Give its armour points at a place."""
        default = LOCATIONS if self.slot == "armour" else COVERED
        return self.ap if location in (default if self.covers is None else self.covers) else 0


def _weapon(id_: str, kind: Kind, damage: int, ap: int = 0, **rest: Any) -> Weapon:
    return Weapon(id=id_, name=id_.replace("-", " ").capitalize(), kind=kind, damage=damage, ap=ap, **rest)


def _gun(id_: str, damage: int, ap: int, range_: int, rof: tuple[int | None, ...], **rest: Any) -> Weapon:
    single, burst, auto = rof
    rate = RateOfFire(single=single, burst=burst, auto=auto)
    return _weapon(
        id_, Kind.RANGED, damage, ap, skill="ballistics", range=range_, rof=rate, firearm=True, **rest
    )


FISTS = _weapon("fists", Kind.MELEE, 0, impact=True, light=True)
_SMALL: Mapping[str, Any] = {"pistol": True, "light": True}
STOCK_WEAPONS: Mapping[str, Weapon] = {
    weapon.id: weapon
    for weapon in (
        FISTS,
        _weapon("knife", Kind.MELEE, 2, light=True),
        _weapon("club", Kind.MELEE, 3, impact=True),
        _weapon("sword", Kind.MELEE, 4),
        _weapon("spear", Kind.MELEE, 4, 1, hands=2),
        _weapon("greatsword", Kind.MELEE, 6, 1, hands=2),
        _weapon("throwing-knife", Kind.THROWN, 2, skill="throwing", range=6, light=True),
        _weapon("bow", Kind.RANGED, 4, 1, skill="archery", range=20, hands=2),
        _gun("pistol", 4, 1, 10, (1, 3, None), magazine=12, **_SMALL),
        _gun("revolver", 5, 1, 10, (1, None, None), magazine=6, reliability="reliable", **_SMALL),
        _gun("blunderbuss", 7, 0, 6, (1, None, None), magazine=1, hands=2, reliability="unreliable"),
        _gun("rifle", 6, 3, 30, (1, None, None), magazine=5, hands=2),
        _gun("assault-rifle", 5, 2, 24, (1, 3, 8), magazine=24, hands=2),
        _gun("machine-gun", 6, 3, 30, (1, 4, 10), magazine=50, hands=2),
    )
}
"""The stock weapons (TS-022)."""


def _armour(id_: str, slot: Literal["armour", "cloak"], ap: int, bulk: int) -> Armour:
    return Armour(id=id_, name=id_.replace("-", " ").capitalize(), slot=slot, ap=ap, bulk=bulk)


STOCK_ARMOUR: Mapping[str, Armour] = {
    "none": _armour("none", "armour", 0, 0),
    "leather": _armour("leather", "armour", 2, 0),
    "flak": _armour("flak", "armour", 4, -1),
    "mail": _armour("mail", "armour", 5, -2),
    "plate": _armour("plate", "armour", 8, -3),
}
STOCK_CLOAKS: Mapping[str, Armour] = {
    "none": _armour("none", "cloak", 0, 0),
    "greatcoat": _armour("greatcoat", "cloak", 1, 0),
    "armoured-coat": _armour("armoured-coat", "cloak", 3, -1),
}
"""The stock armour and cloaks (TS-025)."""


read_weapon = stock_reader(STOCK_WEAPONS, "weapon")
read_armour = stock_reader(STOCK_ARMOUR, "armour")
_read_cloak = stock_reader(STOCK_CLOAKS, "cloak")


def read_cloak(value: Any) -> Any:
    """Take a stock cloak by its id; one written out lies in the slot for cloaks. Raises ValueError."""
    if isinstance(value, Mapping):
        return {"slot": "cloak", **value}
    return _read_cloak(value)
