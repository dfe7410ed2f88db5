"""A Savage Worlds-style sheet written as a stat block, as books and players write it."""

from collections.abc import Sequence
from typing import Any

from rules.engine.sheets.block_words import said_as
from rules.systems.savage.sheet.block_words import (
    ATTRIBUTES,
    EDGES,
    FIELDS,
    FLAGS,
    LISTS,
    NUMBERS,
    PLACES,
    SKILLS,
    TEMPLATES,
    WORDS,
)
from rules.systems.savage.sheet.gear import Armour, Weapon
from rules.systems.savage.sheet.sheet import Kind, SavageSheet

_SHOWN = ("agility", "smarts", "spirit", "strength", "vigor")


def written(name: str, sheet: SavageSheet, language: str) -> Sequence[str]:
    """Write a combatant down, line by line."""
    return _Writer(name, sheet, language).lines()


class _Writer:
    def __init__(self, name: str, sheet: SavageSheet, language: str) -> None:
        self.name, self.sheet, self.language = name, sheet, language

    def lines(self) -> list[str]:
        sheet, found = self.sheet, []
        found.append(f"{self.name} ({self._say(WORDS, 'wild-card' if sheet.wild_card else 'extra')})")
        if sheet.kind is not Kind.CHARACTER:
            kind = self._say(WORDS, sheet.kind.value)
            found.append(self._list("kind", [f"{kind} ({sheet.object})" if sheet.object else kind]))
        if not sheet.is_object:
            found.append(self._traits())
        dice = [f"{said_as(SKILLS, id_, self.language)} {die}" for id_, die in sheet.skills.items()]
        found.append(self._list("skills", dice))
        found.append(self._figures())
        for key in ("hindrances", "edges"):
            found.append(self._list(key, [self._edge(id_) for id_ in getattr(sheet, key)]))
        natural = [w for w in sheet.weapons if w.natural] if self._has_natural_last() else []
        gear = [self._weapon(w) for w in sheet.weapons if w not in natural]
        found.append(self._list("gear", [*gear, *map(self._armour, sheet.armour)]))
        found.append(self._list("special", [*self._bonuses(), *(self._weapon(w) for w in natural)], "; "))
        if sheet.held is not None:
            found.append(self._list("held", [w.name for id_ in sheet.held if (w := sheet.weapon(id_))]))
        if sheet.group:
            found.append(self._list("group", [sheet.group]))
        return [line for line in found if line]

    def _say(self, words: Any, id_: str) -> str:
        return said_as(words, id_, self.language)

    def _list(self, key: str, parts: Sequence[str], between: str = ", ") -> str:
        return f"{self._say(LISTS, key)}: {between.join(parts)}" if parts else ""

    def _traits(self) -> str:
        parts = [f"{self._say(ATTRIBUTES, id_)} {getattr(self.sheet.attributes, id_)}" for id_ in _SHOWN]
        return self._list("attributes", parts)

    def _figures(self) -> str:
        sheet = self.sheet
        armour = max((piece.value for piece in sheet.armour if "torso" in piece.covers), default=0)
        armour += sheet.natural_armour
        toughness = f"{sheet.toughness()} ({armour})" if armour else str(sheet.toughness())
        figures = {
            "pace": str(sheet.pace),
            "run": "" if str(sheet.run_die) == "d6" else str(sheet.run_die),
            "parry": "" if sheet.is_object else str(sheet.parry(sheet.starts_held)),
            "toughness": "" if sheet.is_object else toughness,
            "bennies": "" if sheet.bennies is None else str(sheet.bennies),
        }
        return "; ".join(f"{self._say(NUMBERS, key)}: {value}" for key, value in figures.items() if value)

    def _edge(self, id_: str) -> str:
        return said_as(EDGES, id_, self.language) if id_ in EDGES else id_

    def _bonuses(self) -> list[str]:
        sheet = self.sheet
        figures = {
            "natural-armour": sheet.natural_armour,
            "toughness-bonus": sheet.toughness_bonus,
            "parry-bonus": sheet.parry_bonus,
        }
        found = [f"{self._say(WORDS, key)} {value:+d}" for key, value in figures.items() if value]
        return [*found, self._say(WORDS, "mountable")] if sheet.mountable else found

    def _has_natural_last(self) -> bool:
        order = [weapon.natural for weapon in self.sheet.weapons]
        return order == sorted(order)

    # --------------------------------------------------------------------------------------------------- gear
    def _armour(self, piece: Armour) -> str:
        places = [self._say(PLACES, str(place)) for place in piece.covers]
        return f"{piece.name} ({', '.join([f'+{piece.value}', *places])})"

    def _weapon(self, weapon: Weapon) -> str:
        parts: list[str] = [str(weapon.damage)] if weapon.damage is not None else []
        if weapon.range is not None:
            parts.append(f"{self._say(FIELDS, 'range')} {'/'.join(map(str, weapon.range))}")
        if weapon.template is not None:
            parts.append(self._say(TEMPLATES, str(weapon.template)))
        for key, usual in (("rof", 1), ("ap", 0), ("parry", 0), ("reach", 0)):
            if (value := getattr(weapon, key)) != usual:
                sign = "+" if key == "parry" and value > 0 else ""
                parts.append(f"{self._say(FIELDS, key)} {sign}{value}")
        if weapon.min_str is not None:
            parts.append(f"{self._say(FIELDS, 'min_str')} {weapon.min_str}")
        if weapon.skill is not None:
            parts.append(f"{self._say(FIELDS, 'skill')} {weapon.skill}")
        return f"{weapon.name} ({', '.join([*parts, *self._flags(weapon)])})"

    def _flags(self, weapon: Weapon) -> list[str]:
        keys = [
            key
            for key in (
                *("two_handed", "natural", "sharp", "shotgun", "double_barrel"),
                *("mystic", "improvised", "shield"),
            )
            if getattr(weapon, key)
        ]
        with_strength = weapon.uses_strength
        melee, thrown = with_strength or not weapon.is_ranged, weapon.is_ranged and with_strength
        if not weapon.shield and weapon.melee != melee:
            keys.append("melee" if weapon.melee else "not-melee")
        if weapon.thrown != thrown:
            keys.append("thrown" if weapon.thrown else "not-thrown")
        return [self._say(FLAGS, key) for key in keys]
