"""A sheet of Tesseris written as a stat block."""

from collections.abc import Sequence
from typing import Any

from rules.engine.sheets.block_words import said_as
from rules.systems.tesseris.sheet import block_words as words
from rules.systems.tesseris.sheet.gear import FISTS, Armour, Kind, Mode, Weapon
from rules.systems.tesseris.sheet.sheet import TesserisSheet

_USUAL = {"max_wounds": 10, "ego": None, "hands": 2}


def written(name: str, sheet: TesserisSheet, language: str) -> Sequence[str]:
    """Write a combatant down, line by line."""
    return _Writer(name, sheet, language).lines()


class _Writer:
    def __init__(self, name: str, sheet: TesserisSheet, language: str) -> None:
        self.name, self.sheet, self.language = name, sheet, language

    def _say(self, vocabulary: Any, id_: str) -> str:
        return said_as(vocabulary, id_, self.language)

    def _list(self, key: str, parts: Sequence[str]) -> str:
        return f"{self._say(words.LISTS, key)}: {', '.join(parts)}" if parts else ""

    def lines(self) -> list[str]:
        sheet = self.sheet
        player = f" ({self._say(words.WORDS, 'player')})" if sheet.player else ""
        scores = [
            f"{self._say(words.CHARACTERISTICS, id_)} {sheet.dice(id_)}" for id_ in words.CHARACTERISTICS
        ]
        ranks = [(id_, sheet.rank(id_)) for id_ in words.SKILLS]
        weapons = [weapon for weapon in sheet.weapons if weapon != FISTS or len(sheet.weapons) == 1]
        held = None if sheet.held is None else [w.label for w in sheet.held_weapons(sheet.held)]
        found = [
            f"{self.name}{player}",
            "; ".join(scores),
            "" if sheet.humanoid else self._list("kind", [self._say(words.WORDS, "inhuman")]),
            self._figures(),
            self._list("skills", [f"{self._say(words.SKILLS, id_)} {rank}" for id_, rank in ranks if rank]),
            self._list("traits", [self._say(words.TRAITS, id_) for id_ in sheet.traits]),
            self._list("weapons", [self._weapon(weapon) for weapon in weapons]),
            self._list("held", held or []),
            self._list("armour", [self._piece(sheet.armour)] if sheet.armour.id != "none" else []),
            self._list("cloak", [self._piece(sheet.cloak)] if sheet.cloak.id != "none" else []),
            self._list("gear", [self._say(words.GEAR, id_) for id_ in sheet.gear]),
        ]
        return [line for line in found if line]

    def _figures(self) -> str:
        sheet = self.sheet
        figures = {"speed": sheet.speed, "stamina": sheet.full_stamina}
        for key in words.FIGURES:
            if key not in figures and (value := getattr(sheet, key)) != _USUAL.get(key, 0):
                figures[key] = value
        return "; ".join(f"{self._say(words.FIGURES, key)} {value}" for key, value in figures.items())

    def _piece(self, piece: Armour) -> str:
        parts = [f"{self._say(words.FIELDS, 'ap')} {piece.ap}"]
        if piece.bulk:
            parts.append(f"{self._say(words.FIELDS, 'bulk')} {piece.bulk}")
        parts += [self._say(words.PLACES, place) for place in piece.covers or ()]
        return f"{piece.label} ({', '.join(parts)})"

    def _weapon(self, weapon: Weapon) -> str:
        parts = [self._say(words.FLAGS, weapon.skill), f"{self._say(words.FIELDS, 'damage')} {weapon.damage}"]
        if weapon.ap:
            parts.append(f"{self._say(words.FIELDS, 'ap')} {weapon.ap}")
        if weapon.range is not None:
            parts.append(f"{self._say(words.FIELDS, 'range')} {weapon.range}")
        if not weapon.is_melee:
            rounds = "/".join(str(weapon.rounds(mode) or "-") for mode in Mode)
            parts.append(f"{self._say(words.FIELDS, 'rof')} {rounds}")
        if weapon.magazine is not None:
            parts.append(f"{self._say(words.FIELDS, 'magazine')} {weapon.magazine}")
        if weapon.reload_ticks != 3:
            parts.append(f"{self._say(words.FIELDS, 'reload')} {weapon.reload_ticks}")
        return f"{weapon.label} ({', '.join([*parts, *self._flags(weapon)])})"

    def _flags(self, weapon: Weapon) -> list[str]:
        keys = []
        usual = {"melee": Kind.MELEE, "throwing": Kind.THROWN}.get(weapon.skill, Kind.RANGED)
        if weapon.kind is not usual:
            keys.append(str(weapon.kind))
        if weapon.reliability != "normal":
            keys.append(weapon.reliability)
        if weapon.jams is not None:
            keys.append("jams" if weapon.jams else "never-jams")
        keys += [key for key in ("firearm", "pistol", "impact", "light") if getattr(weapon, key)]
        return [self._say(words.FLAGS, key) for key in (*keys, *(["two-hands"] if weapon.hands == 2 else []))]
