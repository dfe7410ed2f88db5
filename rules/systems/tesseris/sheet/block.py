"""A stat block of Tesseris made into a sheet: dice of the characteristics, ranks of skills, gear."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.sheets.block_gear import Figure, Figures, Shelf, number
from rules.engine.sheets.block_words import any_of, ids_by_word
from rules.engine.sheets.import_report import Imported, text_of, why_no_sheet
from rules.engine.sheets.stat_block import Block, Part, Section, StatBlock
from rules.engine.text import Text, text
from rules.systems.tesseris.sheet import block_words as words
from rules.systems.tesseris.sheet.block_text import written
from rules.systems.tesseris.sheet.gear import FISTS, STOCK_ARMOUR, STOCK_CLOAKS, STOCK_WEAPONS
from rules.systems.tesseris.sheet.sheet import TesserisSheet

SheetReader = Callable[[Mapping[str, Any]], TesserisSheet]
_FIGURES = Figures(words.FIELDS, words.FLAGS)
_SKILLS, _TRAITS, _GEAR = ids_by_word(words.SKILLS), ids_by_word(words.TRAITS), ids_by_word(words.GEAR)
_PLACES = ids_by_word(words.PLACES)
_LIMITS = {
    "speed": (0, 20),
    "max_wounds": (1, 50),
    "ego": (0, 60),
    "dapper": (0, 20),
    "fate": (0, 10),
    "bonus_ticks": (-4, 5),
    "initiative_misc": (-20, 20),
    "soak": (0, 50),
    "hands": (0, 8),
}
_SIGNS = re.compile(
    rf"\b(?:{any_of(words.CHARACTERISTICS)})\s*[:=]?\s*\d|\b(?:dapper|schneid|ballistics|scrutiny|argwohn)\s*:?\s*\d",
    re.IGNORECASE,
)


def read_block(block: Block, read_sheet: SheetReader) -> Imported:
    """Read a stat block. Raises `Refusal` `bad-sheet` if no sheet can be made of it."""
    return _Reader(block, read_sheet).read()


class _Reader:
    def __init__(self, block: Block, read_sheet: SheetReader) -> None:
        self.block, self.read_sheet = block, read_sheet
        self.sheet: dict[str, Any] = {"characteristics": {}, "skills": {}}
        stocks = (("weapons", STOCK_WEAPONS), ("armour", STOCK_ARMOUR), ("cloak", STOCK_CLOAKS))
        names = {"weapons": words.WEAPONS, "armour": words.ARMOUR, "cloak": words.CLOAKS}
        self.shelves = {
            key: Shelf.of_stock(
                *(key, stock, names[key], lambda piece: why_no_sheet(read_sheet, piece), {FISTS.id}),
                is_list=key == "weapons",
            )
            for key, stock in stocks
        }
        self.stamina: tuple[int, Part] | None = None
        self.held: list[Part] = []

    def read(self) -> Imported:
        sections = self.block.sections(words.LABELS)
        name = self._name(self.block.read_name(sections))
        for section in sections:
            self._section(section)
        for key, names in words.CHARACTERISTICS.items():
            if key not in self.sheet["characteristics"]:
                self.block.lacks(text(names[0]), 3)
        self._gear()
        self._stamina()
        return self.block.imported(name, self.sheet, why_no_sheet(self.read_sheet, self.sheet))

    def _name(self, name: str) -> str:
        player = re.compile(rf"\s*\((?:{any_of({'p': words.WORDS['player']})})\)?\s*$", re.IGNORECASE)
        self.sheet["player"] = player.search(name) is not None
        return player.sub("", name)

    def _section(self, section: Section) -> None:
        content, key = section.content, section.key
        if key in words.CHARACTERISTICS or key in words.FIGURES:
            self._figure(key, content)
        elif key == "skills":
            for item in content.items():
                if found := item.match(rf"({any_of(words.SKILLS)})\s*:?\s*(\d{{1,3}})"):
                    id_ = _SKILLS[" ".join(found[1].lower().split())]
                    self.sheet["skills"][id_] = item.fitted(found[1], int(found[2]), 0, 20)
        elif key in ("weapons", "armour", "cloak"):
            for item in content.items():
                self._thing(key, item)
        elif key in ("traits", "gear"):
            self._known(key, content)
        elif key == "kind":
            if content.match(any_of({"i": words.WORDS["inhuman"], "h": words.WORDS["humanoid"]})):
                inhuman = (word.lower() for word in words.WORDS["inhuman"])
                self.sheet["humanoid"] = content.words.lower() not in inhuman
                content.read()
        else:
            self.held = content.items()

    def _figure(self, key: str, content: Part) -> None:
        found = content.begins(r"\s*([+-]?\d{1,4})")
        if found is None:
            return
        value = int(found[1][1])
        if key == "stamina":
            found[0].read()
            self.stamina = (value, found[0])
        elif key in words.CHARACTERISTICS:
            what = text(words.CHARACTERISTICS[key][0])
            self.sheet["characteristics"].setdefault(key, found[0].fitted(what, value, 0, 20))
        else:
            kept = found[0].fitted(text(words.FIGURES[key][0]), value, *_LIMITS[key])
            self.sheet.setdefault(key, kept)

    def _known(self, key: str, content: Part) -> None:
        known = _TRAITS if key == "traits" else _GEAR
        found = []
        for item in content.items():
            if id_ := known.get(item.words.lower().strip(".")):
                found.append(id_)
                item.read()
            elif key == "gear":
                self._thing("weapons", item)
        self.sheet[key] = list(dict.fromkeys([*self.sheet.get(key, ()), *found]))

    # ---------------------------------------------------------------------------------------------- gear
    def _thing(self, key: str, item: Part) -> None:
        named, inside = item.bracketed()
        name, shelf = text_of(named.words), self.shelves[key]
        if key != "weapons" and shelf.things:
            item.leave(text("{name}: one piece of armour is worn at a time.", name=text_of(item.words)))
        elif inside is None:
            self._plain(shelf, item, name)
        elif key == "weapons":
            self._weapon(named, name, inside)
        else:
            self._piece(shelf, named, name, inside)

    def _plain(self, shelf: Shelf, item: Part, name: str) -> None:
        """Take what has no brackets: known by its name, or with a figure behind it."""
        if shelf.take_known(item, name):
            return
        found = item.match(r"(.{1,60}?)\s*:?\s+\+?(\d{1,2})")
        if found is None:
            return
        what = text("{name}: {what}", name=found[1], what=text("damage"))
        if shelf.key == "weapons":
            damage = {"damage": item.fitted(what, int(found[2]), 0, 50)}
            shelf.take(item, found[1], damage, _weapon(damage))
        else:
            points = {"ap": item.fitted(found[1], int(found[2]), 0, 30)}
            shelf.take(item, found[1], points, {"slot": shelf.key, **points})

    def _piece(self, shelf: Shelf, named: Part, name: str, inside: Part) -> None:
        figures, rest = _FIGURES.of(inside)
        found: dict[str, Any] = {}
        covers = []
        for part in rest:
            if "ap" not in found and (points := part.match(r"\+?(\d{1,2})")):
                found["ap"] = part.fitted(name, int(points[1]), 0, 30)
            elif part.words.lower() in _PLACES:
                covers.append(_PLACES[part.words.lower()])
                part.read()
        if (points_ := number(figures.get("ap"), 0, 30, text("AP"))) is not None:
            found["ap"] = points_
        if (bulk := number(figures.get("bulk"), -10, 0, text("Bulk"))) is not None:
            found["bulk"] = bulk
        if covers:
            found["covers"] = covers
        shelf.take(named, name, found, {"slot": shelf.key, **found} if "ap" in found else None)

    def _weapon(self, named: Part, name: str, inside: Part) -> None:
        figures, rest = _FIGURES.of(inside)
        found: dict[str, Any] = {}
        for key, low, high in (
            ("damage", 0, 50),
            ("ap", 0, 30),
            ("range", 1, 10_000),
            ("magazine", 1, 10_000),
        ):
            if (value := number(figures.get(key), low, high, _of(name, key))) is not None:
                found[key] = value
        if (ticks := number(figures.get("reload"), 0, 20, _of(name, "reload"))) is not None:
            found["reload_ticks"] = ticks
        if rof := _rate(figures.get("rof")):
            found["rof"] = rof
        for part in rest:
            if "damage" not in found and (hurt := part.match(r"\+?(\d{1,3})")):
                found["damage"] = part.fitted(_of(name, "damage"), int(hurt[1]), 0, 50)
        found |= _flags(figures)
        self.shelves["weapons"].take(named, name, found, _weapon(found) if "damage" in found else None)

    def _gear(self) -> None:
        weapons = self.shelves["weapons"]
        self.sheet["weapons"] = weapons.things
        for key in ("armour", "cloak"):
            if self.shelves[key].things:
                self.sheet[key] = self.shelves[key].things[0]
        ids = [weapons.id_of(item.words.strip(".")) for item in self.held]
        if self.held and why_no_sheet(self.read_sheet, {**self.sheet, "held": ids}) is None:
            self.sheet["held"] = ids
            for item in self.held:
                item.read()

    def _stamina(self) -> None:
        """Let the maximum stamina be what the block says, by the bonus on the sheet."""
        if self.stamina is None or why_no_sheet(self.read_sheet, self.sheet):
            return
        said, part = self.stamina
        bonus = said - self.read_sheet(self.sheet).full_stamina
        if said >= 1 and -20 <= bonus <= 100:
            self.sheet["stamina_bonus"] = bonus
        else:
            part.leave(text("{what} {n} is out of range.", what=text("Stamina"), n=said))


def _of(name: str, key: str) -> Text:
    return text("{name}: {what}", name=name, what=text(words.FIELDS[key][0]))


def _rate(figure: Figure | None) -> dict[str, int | None] | None:
    """Read rounds by mode: `1/3/-`."""
    found = (
        None
        if figure is None
        else re.fullmatch(r"(\d{1,2}|-)(?:/(\d{1,2}|-))?(?:/(\d{1,3}|-))?", figure.value)
    )
    if figure is None or found is None:
        return None
    figure.part.read()
    modes = zip(("single", "burst", "auto"), found.groups(), (50, 50, 100), strict=True)
    return {mode: min(most, int((rounds or "0").strip("-") or 0)) or None for mode, rounds, most in modes}


def _flags(figures: Mapping[str, Figure]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in words.FLAGS:
        if key not in figures:
            continue
        figures[key].part.read()
        if key in ("melee", "ballistics", "archery", "throwing"):
            found["skill"] = key
        elif key in ("ranged", "thrown"):
            found["kind"] = key
        elif key in ("reliable", "unreliable"):
            found["reliability"] = key
        elif key in ("jams", "never-jams"):
            found["jams"] = key == "jams"
        elif key == "two-hands":
            found["hands"] = 2
        else:
            found[key] = True
    return found


def _weapon(found: Mapping[str, Any]) -> dict[str, Any]:
    """Make a weapon of its own whole by what its figures imply."""
    thing = dict(found)
    if "skill" not in thing:
        thing["skill"] = "melee" if "range" not in thing else "ballistics"
    kinds = {"melee": "melee", "throwing": "thrown"}
    thing.setdefault("kind", kinds.get(thing["skill"], "ranged"))
    return thing


BLOCK = StatBlock(signs=_SIGNS, read=read_block, write=written)
"""How this game's players write somebody down."""
