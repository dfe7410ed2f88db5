"""A stat block of Atomic Tomorrow: attributes, skills in percent, gear; read into a sheet, written of one."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.engine.sheets.block_gear import Figures, Shelf, number
from rules.engine.sheets.block_words import any_of, ids_by_word, said_as
from rules.engine.sheets.import_report import Imported, text_of, why_no_sheet
from rules.engine.sheets.stat_block import Block, Part, Section, StatBlock
from rules.engine.text import text
from rules.systems.atomic.sheet import block_words as words
from rules.systems.atomic.sheet.sheet import (
    DEFAULT_RANGES,
    FIST,
    STOCK_ARMOUR,
    STOCK_WEAPONS,
    AtomicSheet,
    AttackSkill,
    Range,
    Weapon,
)

_FIGURES = Figures(words.FIELDS, words.FLAGS)
_SKILLS, _EPITHETS = ids_by_word(words.SKILLS), ids_by_word(words.EPITHETS)
_MOST_SKILL = 200
_SIGNS = re.compile(
    rf"\b(?:{any_of(words.ATTRIBUTES)})\s*[:=]?\s*\d|\b(?:{any_of(words.SKILLS)})\s*:?\s*\d{{1,3}}\s?%",
    re.IGNORECASE,
)
_RATING = re.compile(r"\+?(\d{1,2})(?:\s*\D{0,20})?")


def read_block(block: Block, read_sheet: Callable[[Mapping[str, Any]], AtomicSheet]) -> Imported:
    """Read a stat block. Raises `Refusal` `bad-sheet` if no sheet can be made of it."""
    return _Reader(block, read_sheet).read()


class _Reader:
    def __init__(self, block: Block, read_sheet: Callable[[Mapping[str, Any]], AtomicSheet]) -> None:
        self.block, self.read_sheet = block, read_sheet
        self.sheet: dict[str, Any] = {"attributes": {}, "skills": {}}
        self.weapons = Shelf.of_stock("weapons", STOCK_WEAPONS, words.WEAPONS, self._why_not, {FIST.id})
        self.armour = Shelf.of_stock("armour", STOCK_ARMOUR, words.ARMOUR, self._why_not, is_list=False)
        self.ready: list[Part] = []

    def _why_not(self, piece: dict[str, Any]) -> Any:
        return why_no_sheet(self.read_sheet, piece)

    def read(self) -> Imported:
        sections = self.block.sections(words.LABELS)
        name = self.block.read_name(sections)
        for section in sections:
            self._section(section)
        for id_ in ("reflex", "nerve", "grit"):
            if id_ not in self.sheet["attributes"]:
                self.block.lacks(id_.upper(), 10)
        self._gear()
        why_not = self._why_not(self.sheet)
        if why_not is None:
            self._compare(sections)
        return self.block.imported(name, self.sheet, why_not)

    def _section(self, section: Section) -> None:
        content = section.content
        match section.key:
            case "skills":
                for item in content.items():
                    self._skill(item)
            case "epithet":
                if epithet := text_of(content.words.strip(".")):
                    self.sheet["epithet"] = _EPITHETS.get(epithet.lower(), epithet)
                    content.read()
            case "weapons":
                for item in content.items():
                    self._thing(item)
            case "ready":
                self.ready = content.items()
            case "armour":
                for item in content.items():
                    self._piece(item)
            case "shield":
                said = content.words.lower().strip(".")
                if said in (*words.YES["yes"], *words.YES["no"]):
                    self.sheet["shield"] = said in words.YES["yes"]
                    content.read()
            case _ if section.key in words.ATTRIBUTES:
                if found := content.begins(r"\s*(\d{1,4})"):
                    score = found[0].fitted(section.key.upper(), int(found[1][1]), 1, 30)
                    self.sheet["attributes"].setdefault(section.key, score)

    def _skill(self, item: Part) -> None:
        found = item.match(rf"({any_of(words.SKILLS)})\s*:?\s*(\d{{1,4}})\s?%?")
        if found is not None:
            id_ = _SKILLS[" ".join(found[1].lower().split())]
            self.sheet["skills"][id_] = item.fitted(found[1], int(found[2]), 0, _MOST_SKILL)

    # ---------------------------------------------------------------------------------------------- gear
    def _thing(self, item: Part) -> None:
        named, inside = item.bracketed()
        name = text_of(named.words)
        if name.lower() in (word.lower() for word in words.LISTS["shield"]):
            self.sheet["shield"] = True
            item.read()
        elif inside is None:
            if not self.weapons.take_known(item, name) and self.armour.known(name):
                self._piece(item)
        else:
            self._weapon(named, name, inside)

    def _weapon(self, named: Part, name: str, inside: Part) -> None:
        figures, _ = _FIGURES.of(inside)
        found: dict[str, Any] = {}
        if (rating := number(figures.get("wounds"), 1, 4, text("Wound Rating"))) is not None:
            found["wounds"] = rating
        if (ap := number(figures.get("ap"), 0, 3, text("AP"))) is not None:
            found["ap"] = ap
        skill = next((skill for skill in AttackSkill if skill in figures), None)
        ranges = [reach for reach in Range if reach in figures]
        if skill is not None:
            found["skill"] = skill.value
        if ranges:
            found["ranges"] = [reach.value for reach in ranges]
        for key in (*AttackSkill, *Range):
            if key in figures:
                figures[key].part.read()
        own = None
        if "wounds" in found:
            own = {"ap": 0, **found}
            if skill is None:
                own["skill"] = "ranged" if any(reach is not Range.ENGAGED for reach in ranges) else "melee"
            own.setdefault("ranges", [reach.value for reach in DEFAULT_RANGES[AttackSkill(own["skill"])]])
        if (
            self.weapons.take(named, name, found, own)
            and own
            and skill is None
            and not self.weapons.known(name)
        ):
            said = text(
                "{name}: the skill is not in the block; {taken} is taken.", name=name, taken=own["skill"]
            )
            named.guess(said)

    def _piece(self, item: Part) -> None:
        if self.armour.things:
            item.leave(text("{name}: one piece of armour is worn at a time.", name=text_of(item.words)))
            return
        named, inside = item.bracketed()
        name = text_of(named.words)
        if inside is None and (found := item.match(r"(.{1,60}?)\s+\+?(\d{1,2})")):
            rating = item.fitted(found[1], int(found[2]), 0, 3)
            self.armour.take(item, found[1], {"rating": rating}, {"rating": rating})
        elif inside is not None and (found := _RATING.fullmatch(inside.words)):
            rating = inside.fitted(name, int(found[1]), 0, 3)
            self.armour.take(named, name, {"rating": rating}, {"rating": rating})
        else:
            self.armour.take_known(item, name)

    def _gear(self) -> None:
        self.sheet["weapons"] = self.weapons.things
        if self.armour.things:
            self.sheet["armour"] = self.armour.things[0]
        if self.ready:
            ids = [self.weapons.id_of(item.words.strip(".")) for item in self.ready]
            there = {thing if isinstance(thing, str) else thing["id"] for thing in self.weapons.things}
            self.sheet["ready"] = [id_ for id_ in dict.fromkeys(ids) if id_ in there]
            for item, id_ in zip(self.ready, ids, strict=True):
                if id_ in there or item.match(any_of({"no": words.YES["no"]})):
                    item.read()

    def _compare(self, sections: Sequence[Section]) -> None:
        """Hold what the block says against what follows from the attributes: it cannot be set by itself."""
        sheet = self.read_sheet(self.sheet)
        here = {"init": sheet.init(), "soak": sheet.soak(), "last-stand": sheet.last_stand()}
        for section in sections:
            found = section.content.begins(r"\s*(\d{1,4})\s*%?") if section.key in here else None
            if found is None:
                continue
            found[0].read()
            if int(found[1][1]) != here[section.key]:
                said = text(
                    "{what}: the block says {there}; here it comes to {here}.",
                    what=section.label.words.strip(": "),
                    there=int(found[1][1]),
                    here=here[section.key],
                )
                found[0].guess(said)


# ---------------------------------------------------------------------------------------------- writing
def written(name: str, sheet: AtomicSheet, language: str) -> Sequence[str]:
    """Write a combatant down, line by line."""

    def say(vocabulary: Any, id_: str) -> str:
        return said_as(vocabulary, id_, language)

    def listed(key: str, parts: Sequence[str]) -> str:
        return f"{say(words.LISTS, key)}: {', '.join(parts)}" if parts else ""

    def weapon(thing: Weapon) -> str:
        parts = [say(words.FLAGS, thing.skill), f"{say(words.FIELDS, 'wounds')} {thing.wounds}"]
        if thing.ap:
            parts.append(f"{say(words.FIELDS, 'ap')} {thing.ap}")
        parts += [say(words.FLAGS, reach) for reach in thing.ranges]
        return f"{thing.name} ({', '.join(parts)})"

    scores = [f"{id_.upper()} {getattr(sheet.attributes, id_)}" for id_ in words.ATTRIBUTES]
    derived = {"init": sheet.init(), "soak": sheet.soak(), "last-stand": sheet.last_stand()}
    skills = [(id_, getattr(sheet.skills, id_)) for id_ in words.SKILLS]
    ready = None if sheet.ready is None else [w.name for id_ in sheet.ready if (w := sheet.weapon(id_))]
    known = sheet.epithet or ""
    epithet = [say(words.EPITHETS, known) if known in words.EPITHETS else known] if known else []
    lines = [
        name,
        "; ".join(scores),
        "; ".join(f"{say(words.DERIVED, key)} {value}%" for key, value in derived.items()),
        listed("epithet", epithet),
        listed(
            "skills", [f"{say(words.SKILLS, id_)} {value}%" for id_, value in skills if value is not None]
        ),
        listed("weapons", [weapon(thing) for thing in sheet.weapons]),
        "" if ready is None else listed("ready", ready or [words.YES["no"][language == "de"]]),
        ""
        if sheet.armour.id == "none"
        else listed("armour", [f"{sheet.armour.name} ({sheet.armour.rating})"]),
        listed("shield", [words.YES["yes"][language == "de"]] if sheet.shield else []),
    ]
    return [line for line in lines if line]


BLOCK = StatBlock(signs=_SIGNS, read=read_block, write=written)
"""How this game's players write somebody down."""
