"""The sheet, and what is worked out from it (TS-001 to TS-006)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from rules.engine.sheets.wrong_values import WrongValue, require_once
from rules.engine.state import Sheet
from rules.engine.text import Text, Words, text
from rules.systems.tesseris.sheet.gear import (
    FISTS,
    STOCK_ARMOUR,
    STOCK_CLOAKS,
    STOCK_WEAPONS,
    Armour,
    Weapon,
    read_armour,
    read_cloak,
    read_weapon,
)

SKILLS: Mapping[str, str] = {
    "athletics": "strength",
    "melee": "agility",
    "acrobatics": "agility",
    "stealth": "agility",
    "ballistics": "perception",
    "archery": "perception",
    "throwing": "perception",
    "awareness": "perception",
    "scrutiny": "perception",
    "medicine": "intelligence",
    "arcana": "intelligence",
    "resolve": "willpower",
    "psy": "willpower",
    "barter": "charisma",
    "charm": "charisma",
    "deception": "charisma",
    "intimidation": "charisma",
    "leadership": "charisma",
    "persuasion": "charisma",
}
"""Each skill with the characteristic whose dice it throws (TS-003)."""
TRAITS: Mapping[str, Text] = {
    "multi-weapon-melee": text("strikes with several weapons on one roll (TS-110)"),
    "multi-weapon-pistol": text("shoots with several pistols on one roll (TS-126)"),
    "multi-weapon-ranged": text("shoots with several weapons on one roll (TS-126)"),
    "ambidextrous": text("off-hand penalties are 2 better (TS-236)"),
    "martial-artist": text("parries unarmed, and is no easy prey without a weapon (TS-217, TS-341)"),
    "swordpoint-break": text("breaks out of swordpoint without a roll (TS-347)"),
}
"""The traits with a rule (TS-005)."""
Trait = Literal[
    "multi-weapon-melee",
    "multi-weapon-pistol",
    "multi-weapon-ranged",
    "ambidextrous",
    "martial-artist",
    "swordpoint-break",
]
BASE_STAMINA = 10
BASE_EGO = 5
_Rank = Annotated[int, Field(ge=0, le=20)]


def _piece_words(piece: Armour) -> str:
    return f"{piece.name}, {piece.ap}" if piece.ap else "None"


class Characteristics(Sheet):
    """The six characteristics, each a number of dice (TS-001)."""

    strength: _Rank = Field(default=3, title="Strength")
    agility: _Rank = Field(default=3, title="Agility")
    perception: _Rank = Field(default=3, title="Perception")
    intelligence: _Rank = Field(default=3, title="Intelligence")
    willpower: _Rank = Field(default=3, title="Willpower")
    charisma: _Rank = Field(default=3, title="Charisma")


class Skills(Sheet):
    """The ranks of all skills (TS-003)."""

    athletics: _Rank = Field(default=0, title="Athletics")
    melee: _Rank = Field(default=0, title="Melee")
    acrobatics: _Rank = Field(default=0, title="Acrobatics")
    stealth: _Rank = Field(default=0, title="Stealth")
    ballistics: _Rank = Field(default=0, title="Ballistics")
    archery: _Rank = Field(default=0, title="Archery")
    throwing: _Rank = Field(default=0, title="Throwing")
    awareness: _Rank = Field(default=0, title="Awareness")
    scrutiny: _Rank = Field(default=0, title="Scrutiny")
    medicine: _Rank = Field(default=0, title="Medicine")
    arcana: _Rank = Field(default=0, title="Arcana")
    resolve: _Rank = Field(default=0, title="Resolve")
    psy: _Rank = Field(default=0, title="Psy")
    barter: _Rank = Field(default=0, title="Barter")
    charm: _Rank = Field(default=0, title="Charm")
    deception: _Rank = Field(default=0, title="Deception")
    intimidation: _Rank = Field(default=0, title="Intimidation")
    leadership: _Rank = Field(default=0, title="Leadership")
    persuasion: _Rank = Field(default=0, title="Persuasion")


class TesserisSheet(Sheet):
    """A combatant as written down. What can be worked out is a property and never read."""

    stock: str | None = Field(
        default=None,
        title="Ready-made",
        description="an id of the stock: what is left out here is as on its sheet (TS-032)",
    )
    player: bool = Field(default=False, title="Player character", description="may be given mayhem (TS-280)")
    characteristics: Characteristics = Field(default=Characteristics(), title="Characteristics")
    skills: Skills = Field(default=Skills(), title="Skills")
    speed: int = Field(default=3, ge=0, le=20, title="Speed", description="yards a tick")
    stamina_bonus: int = Field(
        default=0,
        ge=-20,
        le=100,
        title="Stamina bonus",
        description="on top of 10 + 2 × Strength + Willpower (TS-002)",
    )
    max_wounds: int = Field(
        default=10, ge=1, le=50, title="Most wounds", description="at so many it is deadly"
    )
    ego: int | None = Field(
        default=None, ge=0, le=60, title="Ego", description="empty is 5 + Willpower + Charisma"
    )
    dapper: int = Field(
        default=0,
        ge=0,
        le=20,
        title="Dapper",
        description="the higher has +1 in social rolls; points are spent on them (TS-334)",
    )
    fate: int = Field(default=0, ge=0, le=10, title="Fate")
    bonus_ticks: int = Field(default=0, ge=-4, le=5, title="Bonus ticks", description="a round, on top of 5")
    initiative_misc: int = Field(
        default=0,
        ge=-20,
        le=20,
        title="Initiative bonus",
        description="on top of d10 and the characteristics",
    )
    soak: int = Field(
        default=0, ge=0, le=50, title="Natural soak", description="taken off every hit, whatever is worn"
    )
    hands: int = Field(default=2, ge=0, le=8, title="Hands", description="what is held must not need more")
    humanoid: bool = Field(default=True, title="Biological and humanoid")
    traits: Annotated[tuple[Trait, ...], Field(strict=False)] = Field(default=(), title="Traits")
    weapons: tuple[Annotated[Weapon, BeforeValidator(read_weapon)], ...] = Field(
        default=(FISTS,),
        title="Weapons",
        description="fists are always there",
        json_schema_extra={"known": {id_: weapon.name for id_, weapon in STOCK_WEAPONS.items()}},
    )
    held: tuple[str, ...] | None = Field(
        default=None,
        title="In hand",
        description="the ids of weapons, the primary hand first; empty is the first that is not fists",
    )
    armour: Annotated[Armour, BeforeValidator(read_armour)] = Field(
        default=STOCK_ARMOUR["none"],
        title="Armour",
        json_schema_extra={"known": {id_: _piece_words(piece) for id_, piece in STOCK_ARMOUR.items()}},
    )
    cloak: Annotated[Armour, BeforeValidator(read_cloak)] = Field(
        default=STOCK_CLOAKS["none"],
        title="Cloak",
        json_schema_extra={"known": {id_: _piece_words(piece) for id_, piece in STOCK_CLOAKS.items()}},
    )
    gear: Annotated[tuple[Literal["shield", "bracer"], ...], Field(strict=False)] = Field(
        default=(), title="Gear"
    )

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        require_once("weapons", [weapon.id for weapon in self.weapons])
        if self.armour.slot != "armour" or self.cloak.slot != "cloak":
            words = text("armour and cloak each have a slot of their own ({rule})", rule="TS-024")
            raise WrongValue("armour", words)
        if self.full_stamina < 1:
            words = text("it leaves no stamina at all ({rule})", rule="TS-002")
            raise WrongValue("stamina_bonus", words)
        if why_not := self.why_not_held(self.held or ()):
            raise WrongValue("held", why_not)
        return self

    def why_not_held(self, held: Sequence[str]) -> Words:
        """Say why these cannot all be in the hands; empty if they can (section 2)."""
        if strange := [id_ for id_ in held if self.weapon(id_) is None]:
            return text("{weapon} is not among the weapons", weapon=f"“{strange[0]}”")
        if FISTS.id in held or len(set(held)) < len(held):
            return text("each weapon once, and fists are no weapon to hold")
        hands = sum(weapon.hands for weapon in self.held_weapons(held))
        if hands <= self.hands:
            return ""
        return text("that takes {hands} hands, and there are {most}", hands=hands, most=self.hands)

    def has_hands_for(self, weapon: Weapon, held: Sequence[str]) -> bool:
        """Tell whether the hands have room for a weapon beside those held, whoever's it is."""
        return weapon.hands + sum(w.hands for w in self.held_weapons(held)) <= self.hands

    def weapon(self, id_: str | None) -> Weapon | None:
        """Find a weapon of the sheet; fists are always there."""
        for weapon in self.weapons:  # no generator: draws of odds ask by the thousand
            if weapon.id == id_:
                return weapon
        return FISTS if id_ == FISTS.id else None

    def with_weapon(self, weapon: Weapon) -> "TesserisSheet":
        """Give the sheet with a weapon more, or with this one in place of that of its id."""
        rest = tuple(known for known in self.weapons if known.id != weapon.id)
        return self.model_copy(update={"weapons": (*rest, weapon)})

    def without_weapon(self, id_: str) -> "TesserisSheet":
        """Give the sheet without a weapon, nor that in the hands that a fight starts with."""
        weapons = tuple(weapon for weapon in self.weapons if weapon.id != id_)
        held = None if self.held is None else tuple(other for other in self.held if other != id_)
        return self.model_copy(update={"weapons": weapons, "held": held})

    def held_weapons(self, held: Sequence[str]) -> tuple[Weapon, ...]:
        """List the weapons in the hands, that of the primary hand first."""
        return tuple([weapon for id_ in held if (weapon := self.weapon(id_)) is not None])

    @property
    def starts_held(self) -> tuple[str, ...]:
        """What is in the hands at first: what the sheet says, else the first weapon that is not fists."""
        if self.held is not None:
            return self.held
        first = next((w for w in self.weapons if w.id != FISTS.id and w.hands <= self.hands), None)
        return () if first is None else (first.id,)

    @property
    def full_stamina(self) -> int:
        """The maximum stamina without a wound (TS-002)."""
        c = self.characteristics
        return BASE_STAMINA + 2 * c.strength + c.willpower + self.stamina_bonus

    @property
    def full_ego(self) -> int:
        """The maximum ego."""
        c = self.characteristics
        return BASE_EGO + c.willpower + c.charisma if self.ego is None else self.ego

    @property
    def deadly(self) -> int:
        """The number of wounds that kills (TS-275)."""
        return min(self.max_wounds, self.full_stamina)

    @property
    def bulk(self) -> int:
        """The bulk of armour and cloak, 0 or less (TS-026)."""
        return self.armour.bulk + self.cloak.bulk

    def dice(self, characteristic: str) -> int:
        """Give the dice of a characteristic (TS-001)."""
        dice: int = getattr(self.characteristics, characteristic)
        return dice

    def rank(self, skill: str) -> int:
        """Give the rank of a skill (TS-003)."""
        rank: int = getattr(self.skills, skill)
        return rank
