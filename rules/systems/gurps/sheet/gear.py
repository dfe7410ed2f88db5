"""Weapons, shields and armour as a sheet carries them (GU-301 to GU-306, GU-320, section 3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from rules.engine.sheets.wrong_values import WrongValue
from rules.engine.state import Sheet
from rules.engine.text import text
from rules.systems.gurps.attack.damage import Damage, read_damage

CLOSE = "C"
"""The reach of what strikes body to body (GU-303)."""
ALL = "all"
"""What armour and natural DR write for every location."""
HANDS = ("right", "left")


class Kind(StrEnum):
    """How a weapon is used."""

    MELEE = "melee"
    THROWN = "thrown"
    MISSILE = "missile"
    JET = "jet"
    SHIELD = "shield"


NO_PARRY = frozenset({Kind.MISSILE, Kind.JET, Kind.SHIELD})
"""Kinds that never parry, whatever is written (GU-301)."""
RANGED = frozenset({Kind.THROWN, Kind.MISSILE})
"""Kinds with range bands; a jet is resolved as a melee attack (GU-736, GU-750)."""


class Flag(StrEnum):
    """What a weapon is besides (section 3.1)."""

    FENCING = "fencing"
    UNBALANCED = "unbalanced"
    FLAIL = "flail"
    FAST = "fast"
    PISTOL = "pistol"
    SHOTGUN = "shotgun"
    HEAT = "heat"


class AreaShape(Sheet):
    """What a weapon fills: a sphere of a radius, or a cone as long as its radius and so wide at its end."""

    shape: Literal["sphere", "cone"]
    radius: float = Field(gt=0, le=100, title="Radius in yards")
    width: float = Field(default=1, gt=0, le=100, title="Width at the end of a cone in yards")


MOST_LEVEL = 60
"""The highest level of a skill, a parry or a block that was worked out elsewhere."""
_Level = Annotated[int, Field(ge=0, le=MOST_LEVEL)]


class Mode(Sheet):
    """One way to use a weapon."""

    id: str = ""
    damage: str = ""
    reach: Annotated[tuple[Literal["C"] | Annotated[int, Field(ge=1, le=100)], ...], Field(min_length=1)] = (
        1,
    )
    thrust: bool = False
    parry: Annotated[int, Field(ge=-20, le=20)] | None = 0
    skill_mod: int = Field(default=0, ge=-20, le=20)
    kind: Kind = Kind.MELEE
    level: _Level | None = Field(default=None, title="Skill level, where it was worked out elsewhere")
    parry_level: _Level | None = Field(default=None, title="Parry, where it was worked out elsewhere")
    text: str = Field(default="", title="Damage as it was written", description="kept word for word")

    @field_validator("damage")
    @classmethod
    def _can_be_read(cls, damage: str) -> str:
        if damage:
            read_damage(damage)
        return damage

    @property
    def reading(self) -> Damage:
        """The damage, read. A shield has none."""
        return read_damage(self.damage)


class Weapon(Sheet):
    """A weapon or shield (GU-301). What differs from mode to mode stands in its modes."""

    id: str = Field(min_length=1, pattern="^[^/]+$")
    name: str = ""
    kind: Kind = Kind.MELEE
    skill: str = Field(min_length=1)
    unarmed: bool = False
    hand: Literal["right", "left", "both"] = "right"
    ready: bool = Field(default=True, title="Ready at the start")
    modes: Annotated[tuple[Mode, ...], Field(min_length=1)]
    flags: tuple[Flag, ...] = ()
    acc: int = Field(default=0, ge=0, le=20, title="Acc")
    range: tuple[Annotated[float, Field(gt=0)] | None, Annotated[float, Field(gt=0)]] = Field(
        default=(None, 100), title="Range", description="half damage and farthest, in yards: 150/1850 or -/10"
    )
    rof: int = Field(default=1, ge=1, le=300, title="RoF")
    pellets: int = Field(default=1, ge=1, le=20)
    rcl: int = Field(default=1, ge=1, le=10, title="Rcl")
    shots: Annotated[int, Field(ge=1, le=1000)] | None = None
    reload: int = Field(default=3, ge=1, le=60, title="Turns to reload")
    bulk: int = Field(default=0, ge=-10, le=0, title="Bulk")
    area: AreaShape | None = None
    db: int = Field(default=0, ge=0, le=3, title="DB")
    block_level: _Level | None = Field(default=None, title="Block, where it was worked out elsewhere")
    dr: int = Field(default=4, ge=0, le=100, title="DR of the weapon itself")
    hp: int = Field(default=12, ge=1, le=500, title="HP of the weapon itself")

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        ids = [mode.id for mode in self.modes]
        if len(set(ids)) < len(ids):
            raise WrongValue("modes", text("one is listed twice"))
        if self.kind is not Kind.SHIELD and not all(mode.damage for mode in self.modes):
            raise WrongValue("damage", text("this is missing"))
        if any((mode.kind is Kind.SHIELD) != (self.kind is Kind.SHIELD) for mode in self.modes):
            raise WrongValue("modes", text("a shield is no way to use another weapon"))
        return self

    @property
    def is_shield(self) -> bool:
        """Whether it blocks and does not strike."""
        return self.kind is Kind.SHIELD

    @property
    def hands(self) -> tuple[str, ...]:
        """The hands that hold it: none for what is part of the body."""
        if self.unarmed:
            return ()
        return HANDS if self.hand == "both" else (self.hand,)

    def parry_name(self, mode: Mode) -> str:
        """Call a way to parry with it as people do."""
        return f"{self.name}, {mode.id}" if len(self.parries) > 1 else self.name

    def has(self, flag: Flag) -> bool:
        """Tell whether it has a flag."""
        return flag in self.flags

    def use(self, mode: str = "") -> "Use | None":
        """Give a way to use it, the first without a mode; None for an unknown mode, or a shield."""
        if self.is_shield:
            return None
        found = next((m for m in self.modes if mode in ("", m.id)), None)
        return None if found is None else Use(self, found)

    @property
    def parries(self) -> tuple[Mode, ...]:
        """The modes that it parries with; of those that do alike the first (GU-214, GU-301)."""
        found: dict[tuple[int | None, int | None], Mode] = {}
        for mode in self.modes:
            if Use(self, mode).can_parry:
                found.setdefault((mode.parry, mode.parry_level), mode)
        return tuple(found.values())

    def way(self, mode: Mode) -> str:
        """Name a way to parry with it: the weapon, and the mode where they are not all alike."""
        return f"{self.id}/{mode.id}" if len(self.parries) > 1 else self.id


def in_yards(reach: str | int) -> int:
    """Give a reach in yards: body to body is good for one (GU-303)."""
    return reach if isinstance(reach, int) else 1


@dataclass(frozen=True, slots=True)
class Use:
    """A weapon in one of its modes: what an attack is made with."""

    weapon: Weapon
    mode: Mode

    @property
    def id(self) -> str:
        """What a command calls it: the weapon, and the mode if there are several."""
        return f"{self.weapon.id}/{self.mode.id}" if len(self.weapon.modes) > 1 else self.weapon.id

    @property
    def name(self) -> str:
        """What people call it."""
        several = len(self.weapon.modes) > 1 and self.mode.id
        return f"{self.weapon.name}, {self.mode.id}" if several else self.weapon.name

    @property
    def kind(self) -> Kind:
        """How it is used."""
        return self.mode.kind

    @property
    def is_ranged(self) -> bool:
        """Whether it has range bands; a jet has none (GU-736)."""
        return self.kind in RANGED

    @property
    def damage(self) -> Damage:
        """What it does."""
        return self.mode.reading

    @property
    def can_parry(self) -> bool:
        """Whether it parries: with a number of its own, and not as part of the body (GU-214)."""
        return self.mode.parry is not None and self.kind not in NO_PARRY and not self.weapon.unarmed

    @property
    def is_shotgun(self) -> bool:
        """Whether it fires pellets (GU-734, GU-735)."""
        return self.weapon.has(Flag.SHOTGUN)

    @property
    def far(self) -> float:
        """The farthest it reaches, in yards: of a melee weapon its longest reach."""
        if self.kind is Kind.MELEE:
            return max(in_yards(reach) for reach in self.mode.reach)
        return self.weapon.range[1]

    def is_in_range(self, yards: float, longer: bool = False) -> bool:
        """Tell whether an attack gets so far, by reach or by range (GU-303, GU-304, GU-711)."""
        return self.reaches(yards, longer) if self.kind is Kind.MELEE else yards <= self.weapon.range[1]

    def reaches(self, yards: float, longer: bool = False) -> bool:
        """Tell whether a melee attack reaches so far (GU-303); `longer` by the all-out attack (GU-711)."""
        for reach in self.mode.reach:
            most = in_yards(reach)
            least = 0 if most == 1 else most
            if least <= yards <= most + (longer and reach != CLOSE):  # GU-711: C also 1, as it is here
                return True
        return False


class Armour(Sheet):
    """A piece of armour (section 3.3)."""

    id: str = Field(min_length=1)
    name: str = ""
    dr: int = Field(ge=0, le=100, title="DR")
    locations: Annotated[tuple[str, ...], Field(min_length=1)]
    flexible: bool = False
    gaps: bool = Field(default=False, title="Large gaps")

    def covers(self, location: str) -> bool:
        """Tell whether it lies over a location."""
        return location in self.locations or ALL in self.locations


_BY_MODE = ("damage", "reach", "thrust", "parry", "skill_mod", "kind", "level", "parry_level", "text")
_OF_SHIELDS = frozenset({"id", "name", "kind", "skill", "hand", "db", "ready", "block_level"})


def expand_weapon(data: Mapping[str, Any]) -> dict[str, Any]:
    """Fill in what a weapon object leaves out, with its modes written whole (GU-301).

    Raises:
        ValueError: for a key that a shield does not have.
    """
    filled = dict(data)
    if filled.get("name") in (None, ""):
        filled["name"] = data.get("id")
    if data.get("kind") == Kind.SHIELD:
        modes = [{"kind": Kind.SHIELD.value, "parry": None}]
        written_whole = {"modes"} if data.get("modes") == modes else set()  # as a sheet gives it again
        if strange := sorted(set(data) - _OF_SHIELDS - written_whole):
            raise ValueError(text("a shield has no key {key}", key=repr(strange[0])))
        return {**filled, "modes": modes}
    shared = {key: filled.pop(key) for key in _BY_MODE if key in filled}
    given = filled.get("modes")
    modes = given if isinstance(given, list) and given else [{}]
    filled["modes"] = [
        _with_thrust({**shared, **mode}) if isinstance(mode, Mapping) else mode for mode in modes
    ]
    if "kind" in shared:
        filled["kind"] = shared["kind"]
    return filled


def _with_thrust(mode: dict[str, Any]) -> dict[str, Any]:
    damage = mode.get("damage")
    if "thrust" not in mode and isinstance(damage, str):
        mode["thrust"] = damage.startswith("thr")
    return mode
