"""A GURPS-style stat block made into a sheet: attributes, figures, traits, skills, attacks, gear."""

import re
from collections.abc import Callable, Mapping, Sequence
from math import floor
from typing import Any

from rules.engine.sheets.block_words import ids_by_word
from rules.engine.sheets.import_report import Imported, slug, text_of, why_no_sheet
from rules.engine.sheets.stat_block import Block, Part, Section, StatBlock
from rules.engine.text import Text, text
from rules.systems.gurps.sheet import block_words as words
from rules.systems.gurps.sheet.beast_bodies import BODY_PLANS
from rules.systems.gurps.sheet.block_gear import ATTACK, BlockGear, places_of, skill_id
from rules.systems.gurps.sheet.block_text import written
from rules.systems.gurps.sheet.sheet import COMBAT_REFLEXES, LOAD_FACTORS, GurpsSheet

SheetReader = Callable[[Mapping[str, Any]], GurpsSheet]
_TRAITS = ids_by_word(words.TRAITS)
_LIMITS = {"HP": (1, 500), "FP": (1, 200)}
_MOST_TRAITS = 80
_SIGNS = re.compile(
    r"\b(?:ST|DX|IQ|HT)\s*[:=]?\s*\d|\b(?:Basic Speed|Grundtempo|Dodge)\s*:?\s*\d|\b\w+\)?-\d{2}\b"
    r"|\b\d{1,2}d(?:[+-]\d)?\s+(?:cr|cut|imp|pi|burn)\b"
)


def read_block(block: Block, read_sheet: SheetReader) -> Imported:
    """Read a stat block. Raises `Refusal` `bad-sheet` if no sheet can be made of it."""
    return _Reader(block, read_sheet).read()


class _Reader:
    def __init__(self, block: Block, read_sheet: SheetReader) -> None:
        self.block, self.read_sheet = block, read_sheet
        self.sheet: dict[str, Any] = {"skills": {}, "advantages": []}
        self.gear = BlockGear(self._why_not)
        self.figures: dict[str, tuple[float, Part]] = {}
        self.dr: list[Part] = []

    def _why_not(self, piece: dict[str, Any]) -> Text | None:
        body = {"body": self.sheet["body"]} if "body" in self.sheet else {}
        return why_no_sheet(self.read_sheet, {**body, **piece})

    def read(self) -> Imported:
        attacks = self._attacks()
        sections = self.block.sections(words.LABELS)
        starts = min((named.start for named, *_ in attacks), default=len(self.block.text))
        name = self.block.read_name([*sections]) if not attacks or starts > 0 else ""
        things = [section for section in sections if section.key in ("weapons", "gear")]
        for section in sorted(sections, key=lambda one: one.key != "body"):
            if section not in things:
                self._section(section)
        for key in ("ST", "DX", "IQ", "HT"):
            if key not in self.sheet:
                self.block.lacks(text(key), 10)
        for named, rest, called, level in attacks:
            strength = self.sheet.get("ST", 10)
            self.gear.take_attack(named, rest, called, level, self.sheet["skills"], strength)
        for section in things:
            self._section(section)
        self._gear()
        self._moving()
        return self.block.imported(name, self.sheet, self._why_not(self.sheet))

    def _attacks(self) -> Sequence[tuple[Part, Part, str, int]]:
        """Find the attacks that have lines of their own."""
        return [
            (
                self.block.whole.sub(*found.span("name")),
                Part(self.block, *found.span("rest")),
                text_of(found["name"]),
                int(found["level"]),
            )
            for found in ATTACK.finditer(self.block.text)
            if re.search(r"\d\s?[dw]|\b(?:sw|thr)", found["rest"])
        ]

    # ------------------------------------------------------------------------------------------- sections
    def _section(self, section: Section) -> None:
        content, key = section.content, section.key
        if key in words.ATTRIBUTES:
            if found := content.begins(r"\s*(\d{1,4})"):
                low, high = _LIMITS.get(key, (1, 100))
                self.sheet.setdefault(key, found[0].fitted(text(key), int(found[1][1]), low, high))
        elif key == "dr":
            self.dr.append(content)
        elif key in words.FIGURES:
            self._figure(key, content)
        elif key == "skills":
            for item in content.items(",;."):
                self._skill(item)
        elif key == "traits":
            for item in content.items(";" if ";" in content.words else ",;"):
                self._trait(item)
        elif key in ("weapons", "gear"):
            for item in content.items(",;." if not re.search(r"\d\.\d", content.words) else ",;"):
                self.gear.take(item)
        else:
            self._other(key, content)

    def _other(self, key: str, content: Part) -> None:
        said = content.words.strip(".")
        if key == "body":
            plan = next((id_ for id_, plan in BODY_PLANS.items() if slug(plan.name) == slug(said)), None)
            if plan is not None:
                self.sheet["body"] = plan
                content.read()
        elif key == "sex":
            self.sheet["male"] = said.lower() in words.MALE
            content.read()
        elif key == "notes":
            self.sheet["notes"] = said
            content.read()
        elif key == "natural-dr":
            self._natural(content.items())

    def _natural(self, items: Sequence[Part]) -> None:
        dr: dict[str, int] = self.sheet.setdefault("dr", {})
        for item in items:
            found = item.match(r"(.*?)\s*(\d{1,3})")
            places = places_of(found[1]) if found and found[1] else ["all"] if found else []
            if found and places:
                value = item.fitted(text("DR"), int(found[2]), 0, 100)
                dr |= dict.fromkeys(places, value)

    def _figure(self, key: str, content: Part) -> None:
        found = content.begins(r"\s*([+-]?\d{1,4}(?:[.,]\d{1,2})?)U?F?")
        if found is None:
            return
        value = float(found[1][1].replace(",", "."))
        if key == "sm":
            self.sheet["sm"] = found[0].fitted(text("The size modifier"), int(value), -10, 10)
        elif key == "encumbrance":
            self.sheet["encumbrance"] = found[0].fitted(text("Encumbrance"), int(value), 0, 4)
        elif key == "quick_shot":
            self.sheet["quick_shot"] = found[0].fitted(text("Quick Shot"), int(value), 0, 6)
        elif key in ("parry", "block"):
            found[0].leave(text("Parry and block follow from skill and gear here."))
        else:
            found[0].read()
            self.figures.setdefault(key, (value, found[0]))

    def _skill(self, item: Part) -> None:
        skills = self.sheet["skills"]
        found = item.match(r"(.{1,60}?)\s*(?:[-:@]|\s)\s*(\d{1,3})(?:\s*[\[(][^\])]*[\])])*")
        id_ = skill_id(found[1]) if found else ""
        if found is None or not id_ or len(skills) >= _MOST_TRAITS:
            return
        level = item.fitted(text_of(found[1]), int(found[2]), 1, 50)
        skills[id_] = max(level, skills.get(id_, 0))

    def _trait(self, item: Part) -> None:
        name = text_of(re.sub(r"\s*\[[^\]]*\]", "", item.words).strip("."))
        if not name or len(self.sheet["advantages"]) >= _MOST_TRAITS:
            return
        known = next((id_ for words_, id_ in _TRAITS.items() if name.lower().startswith(words_)), None)
        kept = known or name.replace(",", "")  # a form parts them by commas
        if kept not in self.sheet["advantages"]:
            self.sheet["advantages"].append(kept)
        item.read()

    # ------------------------------------------------------------------------------------------- what follows
    def _gear(self) -> None:
        if full := self.gear.in_hand():
            self.block.notes.doubtful.append(full)
        self.sheet |= {"weapons": self.gear.weapons.things, "armour": self.gear.armour.things}
        for part in self.dr:
            self._worn_dr(part)
        for key, of in (("HP", "ST"), ("FP", "HT"), ("Will", "IQ"), ("Per", "IQ")):
            if self.sheet.get(key) == self.sheet.get(of, 10):
                self.sheet.pop(key, None)

    def _worn_dr(self, content: Part) -> None:
        """Take a DR that the block gives in all for natural, where no armour was read."""
        found = content.begins(r"\s*(\d{1,3})\*?(?:\s*\(([^)]{1,60})\)|\s+on\s+([a-z ]{3,30}))?")
        if found is None or int(found[1][1]) > 100:
            return
        value, where = int(found[1][1]), places_of(found[1][2] or found[1][3] or "") or ["all"]
        if not value:
            found[0].read()
        elif self.gear.armour.things:
            found[0].guess(text("DR {n}: the armour that was read counts, and nothing beside it.", n=value))
        elif self._why_not({"dr": dict.fromkeys(where, value)}) is None:
            self.sheet.setdefault("dr", {}).update(dict.fromkeys(where, value))
            found[0].guess(text("DR {n}: the block names no armour, so that it counts as natural.", n=value))

    def _moving(self) -> None:
        """Let speed, Move and dodge come out as the block says."""
        sheet, figures = self.sheet, self.figures
        if why_no_sheet(self.read_sheet, sheet):
            return
        if "basic_speed" in figures:
            value, part = figures["basic_speed"]
            speed = min(40.0, max(0.25, floor(value * 4) / 4))
            if speed != value:
                part.guess(
                    text(
                        "{what} {n} is out of range; {kept} is taken.",
                        what=text("Basic Speed"),
                        n=value,
                        kept=speed,
                    )
                )
            if speed != self.read_sheet(sheet).speed:
                sheet["basic_speed"] = speed
        if "basic_move" in figures:
            value, part = figures["basic_move"]
            move = part.fitted(text("Basic Move"), int(value), 0, 100)
            if move != self.read_sheet(sheet).unloaded_move:
                sheet["basic_move"] = move
        self._load()

    def _load(self) -> None:
        here = self.read_sheet(self.sheet)
        if "move" in self.figures:
            value, part = self.figures["move"]
            loads = [
                n for n, factor in enumerate(LOAD_FACTORS) if floor(here.unloaded_move * factor) == int(value)
            ]
            if int(value) == here.loaded_move:
                pass
            elif loads and "basic_move" not in self.sheet and "encumbrance" not in self.sheet:
                self.sheet["encumbrance"] = loads[0]
                part.guess(
                    text(
                        "Move {n} is that of encumbrance {level}, which is taken.",
                        n=int(value),
                        level=loads[0],
                    )
                )
            elif 0 <= value <= 100 and "basic_move" not in self.sheet:
                self.sheet["basic_move"] = int(value)
                part.guess(
                    text(
                        "Move {n} is not what follows from Basic Speed: it is taken for Basic Move.",
                        n=int(value),
                    )
                )
            else:
                self._differs(part, text("Move"), int(value), here.loaded_move)
        if "dodge" in self.figures:
            value, part = self.figures["dodge"]
            here = self.read_sheet(self.sheet)
            dodge = here.plain_dodge + here.has(COMBAT_REFLEXES)
            if int(value) != dodge:
                self._differs(part, text("Dodge"), int(value), dodge)

    def _differs(self, part: Part, what: Text, there: int, here: int) -> None:
        part.guess(
            text(
                "{what}: the block says {there}; here it comes to {here}.", what=what, there=there, here=here
            )
        )


BLOCK = StatBlock(signs=_SIGNS, read=read_block, write=written)
"""How this game's players write somebody down."""
