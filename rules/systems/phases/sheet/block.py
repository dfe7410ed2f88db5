"""A stat block of phase combat: dice of attributes and skills, gear; made into a sheet and written of one."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.engine.sheets.block_gear import Figures, Shelf, number
from rules.engine.sheets.block_words import any_of, ids_by_word, said_as
from rules.engine.sheets.import_report import Imported, text_of, why_no_sheet
from rules.engine.sheets.stat_block import Block, Part, Section, StatBlock
from rules.engine.text import text
from rules.systems.phases.sheet import block_words as words
from rules.systems.phases.sheet.gear import (
    DEFAULT_SHOTS,
    FIST,
    LOCATIONS,
    STOCK_ARMOUR,
    STOCK_WEAPONS,
    Armour,
    Mode,
    Weapon,
)
from rules.systems.phases.sheet.sheet import PhasesSheet

_FIGURES = Figures(words.FIELDS, words.FLAGS)
_SKILLS = ids_by_word(words.SKILLS)
_PLACES, _PAIRS = ids_by_word(words.PLACES), ids_by_word(words.PAIRS)
_MEANT: Mapping[str, tuple[str, ...]] = {
    "arms": ("right-arm", "left-arm"),
    "legs": ("right-leg", "left-leg"),
    "torso": ("chest", "abdomen"),
    "body": LOCATIONS,
}
_LIMITS = {"reflexes": (0, 10), "toughness": (0, 10), "initiative": (0, 20), "move": (0, 50)}
_DAMAGE = r"(\d{1,2})\s*[dw](?:10)?\s*(?:\+\s*(\d{1,2}))?"
_SIGNS = re.compile(
    rf"\b(?:reflexes|reflexe)\s*[:=]?\s*\d|\b(?:{any_of(words.SKILLS)})\s*:?\s*\d{{1,2}}\b(?!\s*%)"
    r"|\b\d{1,2}d\+\d",
    re.IGNORECASE,
)
_MOST_SKILLS = 40


def read_block(block: Block, read_sheet: Callable[[Mapping[str, Any]], PhasesSheet]) -> Imported:
    """Read a stat block. Raises `Refusal` `bad-sheet` if no sheet can be made of it."""
    return _Reader(block, read_sheet).read()


class _Reader:
    def __init__(self, block: Block, read_sheet: Callable[[Mapping[str, Any]], PhasesSheet]) -> None:
        self.block, self.read_sheet = block, read_sheet
        self.sheet: dict[str, Any] = {"attributes": {}, "skills": {}}
        self.weapons = Shelf.of_stock("weapons", STOCK_WEAPONS, words.WEAPONS, self._why_not, {FIST.id})
        self.armour = Shelf.of_stock("armour", STOCK_ARMOUR, words.ARMOUR, self._why_not)
        self.ready: list[Part] = []

    def _why_not(self, piece: dict[str, Any]) -> Any:
        return why_no_sheet(self.read_sheet, piece)

    def read(self) -> Imported:
        sections = self.block.sections(words.LABELS)
        name = self.block.read_name(sections)
        for section in sections:
            self._section(section)
        for key, names in words.ATTRIBUTES.items():
            if key not in self.sheet["attributes"]:
                self.block.lacks(text(names[0]), 3)
        self.sheet |= {"weapons": self.weapons.things, "armour": self.armour.things}
        self._hands()
        return self.block.imported(name, self.sheet, self._why_not(self.sheet))

    def _section(self, section: Section) -> None:
        content, key = section.content, section.key
        if key in _LIMITS:
            if found := content.begins(r"\s*(\d{1,4})(?:\s*[dw](?:10)?\b)?"):
                value = found[0].fitted(text(words.NUMBERS[key][0]), int(found[1][1]), *_LIMITS[key])
                into = self.sheet["attributes"] if key in words.ATTRIBUTES else self.sheet
                into.setdefault(key, value)
        elif key == "skills":
            for item in content.items():
                self._skill(item)
        elif key == "weapons":
            for item in content.items():
                self._thing(item)
        elif key == "armour":
            for item in content.items():
                self._piece(item)
        else:
            self.ready = content.items()

    def _skill(self, item: Part) -> None:
        skills = self.sheet["skills"]
        found = item.match(r"(.{1,60}?)\s*:?\s*(\d{1,3})(?:\s*[dw](?:10)?)?")
        name = "" if found is None else text_of(found[1])
        if found is None or not name or len(skills) >= _MOST_SKILLS:
            return
        id_ = _SKILLS.get(name.lower(), name)
        if id_ in skills:
            item.leave(text("{name} stands there twice; {die} is taken.", name=name, die=str(skills[id_])))
        else:
            skills[id_] = item.fitted(name, int(found[2]), 0, 10)

    # ---------------------------------------------------------------------------------------------- gear
    def _thing(self, item: Part) -> None:
        named, inside = item.bracketed()
        name = text_of(named.words)
        if inside is not None:
            self._weapon(named, name, inside)
        elif found := item.match(rf"(.{{1,60}}?)\s*[:,]?\s*{_DAMAGE}"):
            damage = {"damage": min(10, int(found[2])), "bonus": min(20, int(found[3] or 0))}
            self.weapons.take(item, found[1].strip(" :"), damage, self._made(damage, {}))
        elif not self.weapons.take_known(item, name):
            self.armour.take_known(item, name)

    def _weapon(self, named: Part, name: str, inside: Part) -> None:
        figures, rest = _FIGURES.of(inside)
        found: dict[str, Any] = {}
        for part in (*rest, *(figures[key].part for key in ("damage", "range", "cells") if key in figures)):
            if "damage" not in found and (hurt := part.find(_DAMAGE)) and not part.match(r".*\d/\d.*"):
                found["damage"] = hurt[0].fitted(text("Damage dice"), int(hurt[1][1]), 0, 10)
                found["bonus"] = min(20, int(hurt[1][2] or 0))
                part.read()
            elif reach := part.match(r"\D*(\d{1,5})/(\d{1,5})/(\d{1,5})\D*"):
                found["range"] = [int(reach[n]) for n in (1, 2, 3)]
                part.read()
        if (shots := number(figures.get("shots"), 1, 1000, text("Rounds"))) is not None:
            found["shots"] = shots
        if "skill" in figures and (skill := text_of(figures["skill"].value)):
            found["skill"] = _SKILLS.get(skill.lower(), skill)
            figures["skill"].part.read()
        for key in (*words.FLAGS,):
            if key in figures:
                figures[key].part.read()
        if "stun" in figures:
            found["stun"] = True
        if modes := [mode.value for mode in Mode if mode.value in figures]:
            found["modes"] = modes
        self.weapons.take(named, name, found, self._made(found, figures))

    def _made(self, found: Mapping[str, Any], figures: Mapping[str, Any]) -> dict[str, Any] | None:
        """Make a weapon of its own whole; None without damage."""
        if "damage" not in found:
            return None
        thing = {"bonus": 0, "stun": False, **found}
        if found.get("range") is not None:
            thing |= {"kind": "ranged", "skill": found.get("skill", "firearms")}
            return {"modes": ["single"], "shots": DEFAULT_SHOTS, **thing}
        thing |= {"kind": "melee", "skill": found.get("skill", "melee"), "range": None, "modes": []}
        return {**thing, "shots": None}

    def _piece(self, item: Part) -> None:
        named, inside = item.bracketed()
        name = text_of(named.words)
        if inside is None:
            if found := item.match(r"(.{1,60}?)\s+\+?(\d{1,2})"):
                self._worn(item, item, found[1], int(found[2]), [])
            else:
                self.armour.take_known(item, name)
            return
        points, counted = None, inside
        covers: list[str] = []
        for part in inside.items():
            said = part.words.lower()
            if points is None and (figure := part.match(r"\+?(\d{1,2})(?:\s+\D{1,20})?")):
                points, counted = int(figure[1]), part
            elif said in _PLACES or said in _PAIRS:
                covers += [_PLACES[said]] if said in _PLACES else list(_MEANT[_PAIRS[said]])
                part.read()
        if points is not None:
            self._worn(named, counted, name, points, list(dict.fromkeys(covers)))

    def _worn(self, named: Part, counted: Part, name: str, points: int, covers: list[str]) -> None:
        value = counted.fitted(text("{name}: {what}", name=name, what=text("Points")), points, 1, 20)
        found: dict[str, Any] = {"points": value, **({"covers": covers} if covers else {})}
        own = {"points": value, "covers": covers or ["chest", "abdomen"]}
        if self.armour.take(named, name, found, own) and not covers and self.armour.known(name) is None:
            said = text(
                "{name}: what it covers is not in the block; it covers chest and abdomen here.", name=name
            )
            named.guess(said)

    def _hands(self) -> None:
        ids = [self.weapons.id_of(item.words.strip(".")) for item in self.ready]
        there = {thing if isinstance(thing, str) else thing["id"] for thing in self.weapons.things}
        self.sheet["ready"] = [id_ for id_ in dict.fromkeys(ids) if id_ in there]
        for item, id_ in zip(self.ready, ids, strict=True):
            if id_ in there or item.words.lower() in words.NONE:
                item.read()


# ---------------------------------------------------------------------------------------------- writing
def written(name: str, sheet: PhasesSheet, language: str) -> Sequence[str]:
    """Write a combatant down, line by line."""

    def say(vocabulary: Any, id_: str) -> str:
        return said_as(vocabulary, id_, language)

    def listed(key: str, parts: Sequence[str]) -> str:
        return f"{say(words.LISTS, key)}: {', '.join(parts)}" if parts else ""

    def skill(id_: str) -> str:
        return say(words.SKILLS, id_) if id_ in words.SKILLS else id_

    def weapon(thing: Weapon) -> str:
        parts = [f"{thing.damage}d+{thing.bonus}" if thing.bonus else f"{thing.damage}d"]
        if thing.range is not None:
            parts.append(f"{'/'.join(map(str, thing.range))} {say(words.FIELDS, 'cells')}")
        parts += [say(words.FLAGS, mode) for mode in thing.modes]
        if thing.shots is not None:
            parts.append(f"{thing.shots} {say(words.FIELDS, 'shots')}")
        if thing.skill != ("melee" if thing.is_melee else "firearms"):
            parts.append(f"{say(words.FIELDS, 'skill')} {skill(thing.skill)}")
        if thing.stun:
            parts.append(say(words.FLAGS, "stun"))
        return f"{thing.name} ({', '.join(parts)})"

    def piece(worn: Armour) -> str:
        places = [say(words.PLACES, place) for place in worn.covers]
        return f"{worn.name} ({', '.join([str(worn.points), *places])})"

    figures = {
        "reflexes": sheet.attributes.reflexes,
        "toughness": sheet.attributes.toughness,
        "initiative": sheet.initiative,
        "move": sheet.move,
    }
    ready = [found.name for id_ in sheet.ready if (found := sheet.weapon(id_)) is not None]
    lines = [
        name,
        "; ".join(f"{say(words.NUMBERS, key)} {value}" for key, value in figures.items()),
        listed("skills", [f"{skill(id_)} {dice}" for id_, dice in sheet.skills.items()]),
        listed("weapons", [weapon(thing) for thing in sheet.weapons]),
        listed("ready", ready),
        listed("armour", [piece(worn) for worn in sheet.armour]),
    ]
    return [line for line in lines if line]


BLOCK = StatBlock(signs=_SIGNS, read=read_block, write=written)
"""How this game's players write somebody down."""
