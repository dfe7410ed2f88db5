"""A Savage Worlds-style stat block, as books and players write it, made into a sheet and written of one."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.sheets.block_words import any_of, ids_by_word
from rules.engine.sheets.import_report import Imported, slug, text_of, why_no_sheet
from rules.engine.sheets.stat_block import Block, Part, Section, StatBlock
from rules.engine.text import Text, as_text, counted, text
from rules.systems.savage.house import OBJECT_TOUGHNESS
from rules.systems.savage.sheet.block_gear import DAMAGE, BlockGear
from rules.systems.savage.sheet.block_text import written
from rules.systems.savage.sheet.block_words import ATTRIBUTES, EDGES, LABELS, SKILLS, WORDS
from rules.systems.savage.sheet.book_names import ATTRIBUTES as ATTRIBUTE_NAMES
from rules.systems.savage.sheet.sheet import SavageSheet

SheetReader = Callable[[Mapping[str, Any]], SavageSheet]
_DIE = r"[dw](4|6|8|10|12)\s*([+-]\s*[1-8])?"
_ATTRIBUTES, _SKILLS, _EDGES = ids_by_word(ATTRIBUTES), ids_by_word(SKILLS), ids_by_word(EDGES)
_MOST_NAMES = 40
_SIGNS = re.compile(
    rf"\b(?:{any_of(ATTRIBUTES)})\s*:?\s*[dw]\d|\b(?:pace|toughness|robustheit|edges|hindrances|handicaps)\s*:"
    rf"|\((?:{any_of({key: WORDS[key] for key in ('wild-card', 'extra')})})\)",
    re.IGNORECASE,
)


def read_block(block: Block, read_sheet: SheetReader) -> Imported:
    """Read a stat block. Raises `Refusal` `bad-sheet` if no sheet can be made of it."""
    return _Reader(block, read_sheet).read()


def _die(found: re.Match[str], sides: int, plus: int) -> str:
    number = re.sub(r"\s", "", found[plus] or "")
    return f"d{found[sides]}{number}"


class _Reader:
    def __init__(self, block: Block, read_sheet: SheetReader) -> None:
        self.block, self.read_sheet = block, read_sheet
        self.notes = block.notes
        self.sheet: dict[str, Any] = {}
        self.gear = BlockGear(lambda piece: why_no_sheet(read_sheet, piece))
        self.figures: dict[str, tuple[int, int | None, Part]] = {}
        self.natural: Part | None = None

    def read(self) -> Imported:
        sections = self.block.sections(LABELS)
        before = min((section.label.start for section in sections), default=len(self.block.text))
        name = self._name(self.block.whole.sub(0, before))
        self.sheet |= {"attributes": {}, "skills": {}}
        for section in sections:
            self._section(section)
        self._lacking()
        self._gear()
        self._worked_out()
        return self.block.imported(name, self.sheet, why_no_sheet(self.read_sheet, self.sheet))

    # ---------------------------------------------------------------------------------------------- who it is
    def _name(self, part: Part) -> str:
        first = next(iter(part.items("\n")), None)
        if first is None:
            self._extra(None)
            return ""
        wild = first.find(rf"(?<!\w)(?:{any_of({'w': WORDS['wild-card']})})(?!\w)|[★✪☆✦♠♣♥♦]")
        extra = first.find(rf"(?<!\w)(?:{any_of({'e': WORDS['extra']})})(?!\w)")
        shown = first.words
        for found in (wild, extra):
            if found is not None:
                shown = shown.replace(found[1][0], "")
        first.read()
        self.sheet["wild_card"] = wild is not None
        if wild is None and extra is None:
            self._extra(first)
        return text_of(shown.replace("()", "").strip(" ,()[]"))

    def _extra(self, part: Part | None) -> None:
        said = text("The block does not say whether this is a Wild Card: an Extra is taken.")
        self.sheet["wild_card"] = False
        self._guess(part, said)

    def _guess(self, part: Part | None, said: Text) -> None:
        if part is not None:
            part.guess(said)
        else:
            self.notes.doubtful.append(said)

    # ----------------------------------------------------------------------------------------------- sections
    def _section(self, section: Section) -> None:
        content = section.content
        match section.key:
            case "attributes":
                self._attributes(content)
            case "skills":
                self._skills(content)
            case "edges" | "hindrances":
                self._names(section.key, content)
            case "gear":
                for item in content.items(",;."):
                    self.gear.take(item)
            case "special":
                self._special(content)
            case "kind":
                self._kind(content)
            case "group" | "held":
                self._words(section.key, content)
            case "pace" | "parry" | "toughness" | "size" | "bennies" | "run":
                self._figure(section.key, content)
            case "powers" | "power-points":
                content.leave(text("Powers are not in these rules; write a mystic attack as a weapon."))

    def _attributes(self, content: Part) -> None:
        for item in content.items():
            found = item.match(rf"({any_of(ATTRIBUTES)})\s*:?\s*{_DIE}\s*(\(?[at]\)?|\(?animal\)?)?")
            if found is None:
                continue
            self.sheet["attributes"][_ATTRIBUTES[found[1].lower()]] = _die(found, 2, 3)
            if found[4]:
                self.sheet["kind"] = "animal"
            item.read()

    def _skills(self, content: Part) -> None:
        skills = self.sheet["skills"]
        for item in content.items(",;."):
            found = item.match(rf"(.{{1,60}}?)\s*:?\s*\(?{_DIE}\)?")
            id_ = "" if found is None else _SKILLS.get(found[1].lower(), slug(found[1]))
            if found is None or not id_:
                continue
            if id_.startswith("unskilled"):
                item.read()  # here everybody may try untrained
            elif id_ in skills:
                item.leave(text("{name} stands there twice; {die} is taken.", name=found[1], die=skills[id_]))
            else:
                skills[id_] = _die(found, 2, 3)
                item.read()

    def _names(self, key: str, content: Part) -> None:
        found: dict[str, str] = {}
        for item in content.items(",;"):
            name = text_of(item.words.strip(".").replace(",", ""))
            known = _EDGES.get(name.lower())
            id_ = known or slug(name) or name
            if not id_ or len(found) >= _MOST_NAMES:
                continue
            found[id_] = known or name
            item.read()
        self.sheet[key] = [*dict.fromkeys([*self.sheet.get(key, ()), *found.values()])]

    def _kind(self, content: Part) -> None:
        words = content.words.lower()
        named, inside = content.bracketed()
        if words in (name.lower() for name in WORDS["animal"]):
            self.sheet["kind"] = "animal"
        elif inside is not None and named.words.lower() in (name.lower() for name in WORDS["object"]):
            found = {"kind": "object", "object": slug(inside.words)}
            self.sheet |= found if found["object"] in OBJECT_TOUGHNESS else {}
        if "kind" in self.sheet:
            content.read()

    def _words(self, key: str, content: Part) -> None:
        if key == "group" and (group := text_of(content.words.strip("."))):
            self.sheet["group"] = group
            content.read()
        elif key == "held":
            self.sheet["held"] = [item.words.strip(".") for item in content.items()]
            content.read()

    def _special(self, content: Part) -> None:
        bonuses = {"toughness-bonus": "toughness_bonus", "parry-bonus": "parry_bonus", "size": "size"}
        for item in content.items("\n;."):
            for part in item.items(",") if not item.match(rf"[^:,(]+:\s*{DAMAGE}.*") else [item]:
                self._ability(part, bonuses)

    def _ability(self, item: Part, bonuses: Mapping[str, str]) -> None:
        if found := item.begins(rf"({any_of({'n': WORDS['natural-armour']})})\s*:?\s*\+(\d{{1,2}})"):
            what = text("Natural armour")
            self.natural = found[0]
            self.sheet["natural_armour"] = found[0].fitted(what, int(found[1][2]), 0, 20)
            return
        for key, into in bonuses.items():
            if found := item.begins(rf"({any_of({key: WORDS[key]})})\s*:?\s*([+-]?\d{{1,3}})"):
                self.figures[into] = (int(found[1][2]), None, found[0])
                found[0].read()
                return
        if item.match(rf"(?:{any_of({'m': WORDS['mountable']})})"):
            self.sheet["mountable"] = True
            item.read()
        elif blow := item.begins(rf"[^:\n(]{{1,40}}:\s*{DAMAGE}"):
            self.gear.take(blow[0], natural=True)
        else:
            self.gear.take(item, natural=item.bracketed()[1] is not None)

    def _figure(self, key: str, content: Part) -> None:
        if key == "run":
            if found := content.begins(rf"\s*{_DIE}"):
                self.sheet["run_die"] = _die(found[1], 1, 2)
                found[0].read()
            return
        if not (found := content.begins(r"\s*([+-]?\d{1,4})\"?\s*(?:\(([+-]?\d{1,3})\))?")):
            return
        value, second = int(found[1][1]), found[1][2]
        if key == "pace":
            self.sheet["pace"] = found[0].fitted(text("Pace"), value, 0, 24)
            if run := content.find(rf"\([^)]{{0,20}}?{_DIE}[^)]{{0,20}}\)"):
                self.sheet["run_die"] = _die(run[1], 1, 2)
                run[0].read()
        elif key == "bennies":
            self.sheet["bennies"] = found[0].fitted(text("Bennies"), value, 0, 99)
        else:
            self.figures[key] = (value, None if second is None else int(second), found[0])
            found[0].read()

    # ------------------------------------------------------------------------------------------- what follows
    def _lacking(self) -> None:
        if self.sheet.get("kind") == "object":
            return
        lacking = [as_text(ATTRIBUTE_NAMES[key]) for key in ATTRIBUTES if key not in self.sheet["attributes"]]
        for name in lacking:
            said = text("{what}: the block gives no die; {die} is taken.", what=name, die="d6")
            self.notes.doubtful.append(said)

    def _gear(self) -> None:
        self.sheet |= {"weapons": self.gear.weapons, "armour": self.gear.armour}
        if "held" in self.sheet:
            held = [self.gear.id_of(name) for name in self.sheet["held"]]
            self.sheet["held"] = held
            if why_no_sheet(self.read_sheet, self.sheet):
                del self.sheet["held"]
        edges = len(self.sheet.get("edges", ())) + len(self.sheet.get("hindrances", ()))
        if edges:
            said = counted(
                "{n} Edge or Hindrance, kept by name; those with a rule here work.",
                "{n} Edges and Hindrances, kept by name; those with a rule here work.",
                n=edges,
            )
            self.notes.read.append(said)

    def _worked_out(self) -> None:
        """Let Toughness and Parry come out as the block says, by the bonuses on the sheet."""
        if why_no_sheet(self.read_sheet, self.sheet) or self.sheet.get("kind") == "object":
            return
        size = self.figures.get("size")
        for key in ("toughness_bonus", "parry_bonus"):
            if key in self.figures:
                low, high = (-3, 30) if key == "toughness_bonus" else (-4, 8)
                value, _, part = self.figures[key]
                self.sheet[key] = part.fitted(part.words, value, low, high)
        if size is not None and "toughness_bonus" not in self.sheet:
            self.sheet["toughness_bonus"] = min(30, max(-3, size[0]))
        self._natural_armour()
        here = self.read_sheet(self.sheet)
        self._bonus("toughness", text("Toughness"), here.toughness(), -3, 30)
        self._bonus("parry", text("Parry"), here.parry(here.starts_held), -4, 8)

    def _natural_armour(self) -> None:
        """Take the armour that the block counts in Toughness, and no piece of gear has, for natural."""
        said = self.figures.get("toughness")
        if said is None or said[1] is None or self.natural is not None:
            return
        worn = max((piece.value for piece in self._pieces() if "torso" in piece.covers), default=0)
        if 0 < said[1] - worn <= 20:
            self.sheet["natural_armour"] = said[1] - worn
            why = text(
                "Natural armour {n}: the block counts {said}, and what is worn on the torso has {worn}.",
                n=said[1] - worn,
                said=said[1],
                worn=worn,
            )
            said[2].guess(why)

    def _pieces(self) -> tuple[Any, ...]:
        return self.read_sheet(self.sheet).armour

    def _bonus(self, key: str, what: Text, here: int, low: int, high: int) -> None:
        said = self.figures.get(key)
        if said is None or said[0] == here:
            return
        bonus = self.sheet.get(f"{key}_bonus", 0) + said[0] - here
        if low <= bonus <= high:
            self.sheet[f"{key}_bonus"] = bonus
            why = text(
                "{what}: the block says {there}, dice and gear make {here}; so the bonus is {bonus}.",
                what=what,
                there=said[0],
                here=here,
                bonus=f"{bonus:+d}",
            )
        else:
            why = text(
                "{what}: the block says {there}; here it comes to {here}.",
                what=what,
                there=said[0],
                here=here,
            )
        said[2].guess(why)


BLOCK = StatBlock(signs=_SIGNS, read=read_block, write=written)
"""How this game's players write somebody down."""
