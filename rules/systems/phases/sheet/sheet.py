"""The sheet of the phase combat game, and what is read from it (PH-01 to PH-05)."""

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, model_validator

from rules.engine.sheets.stock import stock_reader
from rules.engine.sheets.wrong_values import WrongValue, require_among_weapons, require_once
from rules.engine.state import Sheet
from rules.engine.text import Text, text
from rules.systems.phases.sheet.gear import FIST, STOCK_ARMOUR, STOCK_WEAPONS, Armour, Weapon, weapon_words

FIREARMS, MELEE, BRAWLING, FAST_DRAW = "firearms", "melee", "brawling", "fast-draw"
"""The skills that rules read; others are named freely (PH-01)."""
_SKILL_WORDS: Mapping[str, Text] = {
    FIREARMS: text("Firearms"),
    MELEE: text("Melee"),
    BRAWLING: text("Brawling"),
    FAST_DRAW: text("Fast draw"),
}


def skill_words(name: str) -> Text:
    """Call a skill as people do; those that are named freely are called what they are named."""
    return _SKILL_WORDS.get(name) or text(name).large


_FISTS = {FIST.id: "everybody has fists: they are not listed on a sheet (PH-04)"}
_read_weapon = stock_reader(STOCK_WEAPONS, "weapon", _FISTS)
_read_armour = stock_reader(STOCK_ARMOUR, "armour")
Dice = Annotated[int, Field(ge=0, le=10)]


class Attributes(Sheet):
    """The two attributes that a fight reads, in dice."""

    reflexes: Dice = Field(default=3, title="Reflexes", description="initiative; reacting to surprise")
    toughness: Dice = Field(default=3, title="Toughness", description="resisting traumatic wounds")


class PhasesSheet(Sheet):
    """A character of the phase combat game."""

    attributes: Attributes = Field(default=Attributes(), title="Attributes")
    initiative: int = Field(
        default=10, ge=0, le=20, title="Initiative", description="added to the initiative roll"
    )
    skills: dict[str, Dice] = Field(
        default={},
        title="Skills",
        description="dice by name; fights read the four that are named here",
        json_schema_extra={"known": {id_: str(words) for id_, words in _SKILL_WORDS.items()}},
    )
    move: int = Field(default=5, ge=0, le=50, title="Move", description="cells a phase")
    weapons: tuple[Annotated[Weapon, BeforeValidator(_read_weapon)], ...] = Field(
        default=(),
        title="Weapons",
        json_schema_extra={
            "known": {id_: str(weapon_words(weapon)) for id_, weapon in STOCK_WEAPONS.items()}
        },
    )
    ready: tuple[str, ...] = Field(
        default=(),
        title="In hand",
        description="as a fight begins: some of the weapons above, those of one's own by their ids",
        json_schema_extra={"known": {id_: weapon.name for id_, weapon in STOCK_WEAPONS.items()}},
    )
    armour: tuple[Annotated[Armour, BeforeValidator(_read_armour)], ...] = Field(
        default=(),
        title="Armour",
        description="pieces are not added together: the best one at a location counts",
        json_schema_extra={
            "known": {id_: f"{piece.name}, {piece.points}" for id_, piece in STOCK_ARMOUR.items()}
        },
    )

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        ids = [weapon.id for weapon in self.weapons]
        if FIST.id in ids:
            words = text("everybody has fists: they are not listed on a sheet ({rule})", rule="PH-04")
            raise WrongValue("weapons", words)
        require_once("weapons", ids)
        require_among_weapons("ready", self.ready, ids)
        require_once("ready", self.ready)
        return self

    def skill(self, name: str) -> int:
        """Give the dice of a skill; one that is missing has none (PH-01)."""
        return self.skills.get(name, 0)

    def weapon(self, id_: str | None) -> Weapon | None:
        """Find a weapon of the sheet, or the fist (PH-04)."""
        return FIST if id_ == FIST.id else next((w for w in self.weapons if w.id == id_), None)

    def armour_at(self, location: str) -> int:
        """Give the points of the best piece worn there; pieces are not added together (PH-03)."""
        return max((piece.points for piece in self.armour if location in piece.covers), default=0)
