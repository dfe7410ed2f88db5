"""Locations of the body, weapons and armour, with those in stock (PH-02 to PH-08, PH-81, PH-85)."""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from rules.engine.house.house import House
from rules.engine.sheets.wrong_values import WrongValue
from rules.engine.state import Sheet
from rules.engine.text import Text, Words, joined, template, text
from rules.systems.phases.house import ROUNDS

HEAD, CHEST, ABDOMEN = "head", "chest", "abdomen"
RIGHT_ARM, LEFT_ARM, RIGHT_LEG, LEFT_LEG = "right-arm", "left-arm", "right-leg", "left-leg"
LOCATIONS = (HEAD, CHEST, ABDOMEN, RIGHT_ARM, LEFT_ARM, RIGHT_LEG, LEFT_LEG)
LOCATION_WORDS: Mapping[str, Text] = {
    HEAD: text("head"),
    CHEST: text("chest"),
    ABDOMEN: text("abdomen"),
    RIGHT_ARM: text("right arm"),
    LEFT_ARM: text("left arm"),
    RIGHT_LEG: text("right leg"),
    LEFT_LEG: text("left leg"),
}
ARMS, LEGS = frozenset({RIGHT_ARM, LEFT_ARM}), frozenset({RIGHT_LEG, LEFT_LEG})
TABLE = (HEAD, CHEST, CHEST, CHEST, ABDOMEN, ABDOMEN, RIGHT_ARM, LEFT_ARM, RIGHT_LEG, LEFT_LEG)
"""Where each face from 1 to 10 of the location die hits (PH-81)."""
CHAINS: Mapping[str, tuple[str, ...]] = {
    HEAD: (CHEST, RIGHT_ARM, LEFT_ARM, ABDOMEN),
    CHEST: (ABDOMEN, RIGHT_ARM, LEFT_ARM, HEAD),
    ABDOMEN: (CHEST, RIGHT_LEG, LEFT_LEG, RIGHT_ARM, LEFT_ARM),
    RIGHT_ARM: (CHEST, ABDOMEN, RIGHT_LEG, LEFT_ARM, HEAD),
    LEFT_ARM: (CHEST, ABDOMEN, LEFT_LEG, RIGHT_ARM, HEAD),
    RIGHT_LEG: (LEFT_LEG, ABDOMEN, RIGHT_ARM, LEFT_ARM, CHEST),
    LEFT_LEG: (RIGHT_LEG, ABDOMEN, LEFT_ARM, RIGHT_ARM, CHEST),
}
"""Where a called attack goes instead, a step for each point that it misses by (PH-85)."""
FARTHEST = 100_000


class Kind(StrEnum):
    """How a weapon is used."""

    RANGED = "ranged"
    MELEE = "melee"


class Mode(StrEnum):
    """The ways in which a ranged weapon fires (PH-06, PH-07)."""

    SINGLE = "single"
    SEMI = "semi"
    BURST = "burst"
    AUTO = "auto"


MODE_WORDS: Mapping[Mode, Text] = {
    Mode.SINGLE: text("single"),
    Mode.SEMI: text("target and fire"),
    Mode.BURST: text("burst"),
    Mode.AUTO: text("full auto"),
}


def rounds_of(mode: Mode, house: House) -> int:
    """Give what a way of attacking uses up (PH-08)."""
    return ROUNDS.of(house).get(mode.value, 1)


DEFAULT_SHOTS = 10
_Cells = Annotated[int, Field(ge=0, le=FARTHEST)]


class Weapon(Sheet):
    """A weapon: its skill, its damage, and for a ranged one how far, in which ways and how often."""

    id: str = Field(min_length=1, title="Id", description="a short word of its own")
    name: str = Field(default="", title="Name", description="its id where it is left out")
    kind: Annotated[Kind, Field(strict=False, title="Kind")]
    skill: str = Field(
        min_length=1, title="Skill", json_schema_extra={"examples": ["firearms", "melee", "brawling"]}
    )
    damage: int = Field(ge=0, le=10, title="Damage dice")
    bonus: int = Field(default=0, ge=0, le=20, title="Damage bonus")
    stun: bool = Field(default=False, title="Stuns", description="it stuns where others cripple")
    range: Annotated[
        tuple[_Cells, _Cells, _Cells] | None,
        Field(strict=False, title="Range", description="such as 8/16/32 cells; ranged weapons alone"),
    ] = None
    modes: Annotated[
        tuple[Annotated[Mode, Field(strict=False)], ...],
        Field(strict=False, title="Modes", description="ranged weapons alone"),
    ] = ()
    shots: int | None = Field(
        default=None, ge=1, le=1000, title="Rounds", description="ranged weapons alone; 10 if left out"
    )

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, data: Any) -> Any:
        """Name it after its id, and give a ranged one its modes and shots, where they are left out."""
        if not isinstance(data, Mapping):
            return data
        filled = {"name": data.get("id"), **data}
        if filled.get("kind") == Kind.RANGED:
            filled = {"modes": [Mode.SINGLE.value], "shots": DEFAULT_SHOTS, **filled}
        return filled

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Self:
        if self.kind is Kind.MELEE:
            if self.range is not None or self.modes or self.shots is not None:
                words = text("a melee weapon has no range, modes or shots")
                raise ValueError(text("{weapon}: {why}", weapon=self.id, why=words))
            return self
        if self.range is None or not self.range[0] < self.range[1] < self.range[2]:
            raise WrongValue("range", text("a ranged weapon needs three rising numbers of cells"))
        if not self.modes or self.shots is None:
            words = text("a ranged weapon needs modes and shots")
            raise ValueError(text("{weapon}: {why}", weapon=self.id, why=words))
        return self

    @property
    def is_melee(self) -> bool:
        """Whether it strikes at hand (PH-75)."""
        return self.kind is Kind.MELEE

    def allows(self, mode: Mode) -> bool:
        """Tell whether it can be fired so (PH-06, PH-07)."""
        if self.is_melee:
            return False
        if mode is Mode.SINGLE:
            return True
        return mode in self.modes or (mode is Mode.BURST and Mode.AUTO in self.modes)


class Armour(Sheet):
    """A piece of armour: its points, and what it covers (PH-03)."""

    id: str = Field(min_length=1, title="Id", description="a short word of its own")
    name: str = Field(default="", title="Name", description="its id where it is left out")
    points: int = Field(ge=1, le=20, title="Points", description="taken off the damage")
    covers: Annotated[
        tuple[str, ...],
        Field(
            strict=False,
            title="Covers",
            json_schema_extra={"known": {place: str(words.large) for place, words in LOCATION_WORDS.items()}},
        ),
    ]

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, data: Any) -> Any:
        return {"name": data.get("id"), **data} if isinstance(data, Mapping) else data

    @model_validator(mode="after")
    def _covers_a_body(self) -> Self:
        if strange := [place for place in self.covers if place not in LOCATIONS]:
            place, known = f"“{strange[0]}”", joined(LOCATIONS)
            words = text("{place} is no location of a body; those are {known}", place=place, known=known)
            raise WrongValue("covers", words)
        return self


def _melee(id_: str, name: str, skill: str, damage: int, bonus: int = 0) -> Weapon:
    return Weapon(id=id_, name=name, kind=Kind.MELEE, skill=skill, damage=damage, bonus=bonus)


def _ranged(
    id_: str,
    name: str,
    damage: int,
    bonus: int,
    reach: tuple[int, int, int],
    modes: tuple[Mode, ...],
    shots: int,
    *,
    stun: bool = False,
) -> Weapon:
    return Weapon(
        id=id_,
        name=name,
        kind=Kind.RANGED,
        skill="firearms",
        damage=damage,
        bonus=bonus,
        range=reach,
        modes=modes,
        shots=shots,
        stun=stun,
    )


FIST = _melee("fist", template("Bare hands"), "brawling", 1)
"""Everybody has it, it is always ready, and it stands on no sheet (PH-04)."""

_SEMI = (Mode.SINGLE, Mode.SEMI)
STOCK_WEAPONS: Mapping[str, Weapon] = {
    weapon.id: weapon
    for weapon in (
        _melee("club", "Club", "melee", 2),
        _melee("knife", "Knife", "melee", 2, 1),
        _melee("sword", "Sword", "melee", 3, 2),
        _ranged("light-pistol", "Light pistol", 2, 2, (6, 12, 24), _SEMI, 10),
        _ranged("heavy-pistol", "Heavy pistol", 3, 3, (8, 16, 32), _SEMI, 8),
        _ranged("rifle", "Rifle", 4, 4, (20, 40, 80), _SEMI, 10),
        _ranged("carbine", "Assault carbine", 3, 3, (15, 30, 60), tuple(Mode), 30),
        _ranged("stunner", "Stunner", 3, 2, (5, 10, 20), (Mode.SINGLE,), 10, stun=True),
    )
}
STOCK_ARMOUR: Mapping[str, Armour] = {
    armour.id: armour
    for armour in (
        Armour(id="helmet", name=template("Helmet"), points=4, covers=(HEAD,)),
        Armour(id="vest", name=template("Vest"), points=3, covers=(CHEST, ABDOMEN)),
        Armour(id="suit", name=template("Full suit"), points=2, covers=LOCATIONS[1:]),
    )
}


@lru_cache(maxsize=256)
def named(name: str) -> Text:
    """Call a weapon or a piece of armour by its name, as it stands inside a sentence."""
    return text(name).low


def damage_words(weapon: Weapon) -> Words:
    """Write damage as dice: `2d+1`, `3d+2, stun`."""
    dice = f"{weapon.damage}d+{weapon.bonus}" if weapon.bonus else f"{weapon.damage}d"
    return text("{dice}, stun", dice=dice) if weapon.stun else dice


def weapon_words(weapon: Weapon) -> Text:
    """Name a weapon with what it does and how far."""
    return joined((text(weapon.name), what_it_does(weapon)))


def what_it_does(weapon: Weapon) -> Words:
    """Say what a weapon does and how far: `3d+3, 8/16/32 cells`."""
    damage = damage_words(weapon)
    if weapon.range is None:
        return damage
    return text("{damage}, {range} cells", damage=damage, range="/".join(map(str, weapon.range)))
