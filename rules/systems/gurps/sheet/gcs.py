"""A character of GCS (`.gcs`, version 5) as a sheet: what the file says, and what it cannot.

GCS works everything out itself and writes it beside what it comes from. Those numbers are read, not worked
out anew: attributes, skill levels, damage, parry, block, Move, dodge, and the DR of every location.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.engine.refusal import Refusal
from rules.engine.sheets.import_report import (
    Imported,
    Notes,
    objects_in,
    part,
    slug,
    text_of,
    whole,
    why_no_sheet,
)
from rules.engine.text import Text, counted, joined, listed, text
from rules.systems.gurps.sheet.gcs_body import Piece, read_body, read_protection
from rules.systems.gurps.sheet.gcs_gear import Arms, skill_id
from rules.systems.gurps.sheet.names import advantage_words
from rules.systems.gurps.sheet.sheet import COMBAT_REFLEXES, TRAINED, WEAPON_MASTER, GurpsSheet

VERSION = 5
_ATTRIBUTES = {
    "st": "ST",
    "dx": "DX",
    "iq": "IQ",
    "ht": "HT",
    "will": "Will",
    "per": "Per",
    "hp": "HP",
    "fp": "FP",
}
_MOST = {"HP": 500, "FP": 200}
_MOST_OF_LOAD = 100
_RULED = {
    "combat reflexes": COMBAT_REFLEXES,
    "trained by a master": TRAINED,
    "weapon master": WEAPON_MASTER,
}
_BY_KIND = (
    "survival",
    "tactics",
    "streetwise",
    "physician",
    "surgery",
    "judo",
    "karate",
    "brawling",
    "boxing",
)
"""Skills that a rule asks for by their name alone: of several specializations the best counts."""
_POUNDS = {"lb": 1.0, "#": 1.0, "oz": 1 / 16, "tn": 2000.0, "lt": 2240.0, "kg": 2.0, "g": 0.002, "t": 2000.0}
_LOADS = (1, 2, 3, 6, 10)
_DEPTH = 12
SheetReader = Callable[[Mapping[str, Any]], GurpsSheet]


def read_character(data: Mapping[str, Any], name: str, read_sheet: SheetReader) -> Imported:
    """Read a character.

    Args:
        name: what to call it if it has no name.
        read_sheet: checks a sheet and all that it names.

    Raises:
        Refusal: `unknown-format` if it is none of GCS; `bad-sheet` if no sheet can be made of it.
    """
    attributes = data.get("attributes")
    of_gcs = isinstance(attributes, list) and any(part(entry, "attr_id") for entry in attributes)
    if not of_gcs or not isinstance(data.get("profile", {}), Mapping):
        raise Refusal("unknown-format", text("The file is no character of GCS: choose a .gcs file."))
    if not isinstance(data.get("calc"), Mapping):
        said = text(
            "The file was written by an older GCS, which leaves out what it has worked out. Open it in GCS, "
            "save it there once, and choose it again."
        )
        raise Refusal("bad-sheet", said)
    return _Reader(data, text_of(part(data, "profile", "name")) or name, read_sheet).read()


def _walk(listing: Any, depth: int = 0) -> Iterator[Mapping[str, Any]]:
    """Give everything of a list with what it contains."""
    for entry in listing if isinstance(listing, list) and depth < _DEPTH else ():
        if isinstance(entry, Mapping) and entry.get("disabled") is not True:
            yield entry
            yield from _walk(entry.get("children"), depth + 1)


def _is_there(entry: Mapping[str, Any]) -> bool:
    return entry.get("quantity") != 0


class _Reader:
    def __init__(self, data: Mapping[str, Any], name: str, read_sheet: SheetReader) -> None:
        self.data, self.name, self.read_sheet = data, name, read_sheet
        self.notes = Notes()
        self.sheet: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.traits = list(_walk(data.get("traits")))
        self.equipment = [entry for entry in _walk(data.get("equipment")) if _is_there(entry)]

    def read(self) -> Imported:
        self._attributes()
        self._profile()
        self._traits()
        self._skills()
        self._movement()
        places = self._body()
        self._weapons()
        self._protection(places)
        if why := why_no_sheet(self.read_sheet, self.sheet):
            raise Refusal("bad-sheet", text("The character cannot be made into a sheet: {why}", why=why))
        return Imported(
            name=self.name, sheet=self.sheet, state=self.state, size=self._cells(), report=self.notes.report()
        )

    # --------------------------------------------------------------------------------------------- what one i
    def _attributes(self) -> None:
        found = {text_of(part(entry, "attr_id")): part(entry, "calc") for entry in self.data["attributes"]}
        told: list[Text] = []
        for id_, key in _ATTRIBUTES.items():
            value = whole(part(found.get(id_), "value"))
            most = _MOST.get(key, 100)
            if value is None:
                self.notes.doubtful.append(text("{what} is not in the file.", what=text(key)))
                continue
            self.sheet[key] = self.notes.fitted(text(key), value, 1, most)
            told.append(text("{trait} {score}", trait=text(key), score=value))
        self.notes.read.append(text("Attributes: {all}.", all=joined(told)))
        for id_, key in (("hp", "hp"), ("fp", "fp")):
            now = whole(part(found.get(id_), "current"))
            if now is not None:
                self.state[key] = now
        speed = part(found.get("basic_speed"), "value")
        if isinstance(speed, int | float) and 0.25 <= speed <= 40:
            self.sheet["basic_speed"] = round(speed * 4) / 4
        elif speed is not None:
            self.notes.doubtful.append(text("Basic Speed cannot be that of the file here: it is worked out."))
        move = whole(part(found.get("basic_move"), "value"))
        if move is not None:
            self.sheet["basic_move"] = self.notes.fitted(text("Basic Move"), move, 0, 100)

    def _profile(self) -> None:
        profile = self.data.get("profile", {})
        self.sheet["male"] = text_of(part(profile, "gender")).lower() in ("male", "m", "man")
        size = whole(part(profile, "SM"))
        if size:
            self.sheet["sm"] = self.notes.fitted(text("The size modifier"), size, -10, 10)
        words = [text_of(part(profile, key)) for key in ("title", "organization", "religion")]
        if any(words):
            self.sheet["notes"] = ", ".join(filter(None, words))

    def _traits(self) -> None:
        advantages: list[str] = []
        for trait in self.traits:
            name = text_of(trait.get("name"))
            if not name or isinstance(trait.get("children"), list):
                continue
            level = whole(part(trait, "calc", "current_level"))
            ruled = next((id_ for words, id_ in _RULED.items() if name.lower().startswith(words)), None)
            words = ruled or (f"{name} {level}" if level else name)
            if words not in advantages:
                advantages.append(words)
        self.sheet["advantages"] = advantages
        if not advantages:
            return
        working = [advantage_words(id_) for id_ in advantages if id_ in _RULED.values()]
        traits = counted("{n} trait", "{n} traits", n=len(advantages))
        said = text("{traits}, kept by name; none of them has an effect here.", traits=traits)
        if working:
            said = text(
                "{traits}, kept by name; with an effect here: {working}.",
                traits=traits,
                working=listed(working),
            )
        self.notes.read.append(said)

    @property
    def _reflexes(self) -> int:
        return int(COMBAT_REFLEXES in self.sheet["advantages"])

    def _skills(self) -> None:
        skills: dict[str, int] = {}
        lost = []
        for skill in _walk(self.data.get("skills")):
            name, level = text_of(skill.get("name")), whole(part(skill, "calc", "level"))
            if not name or isinstance(skill.get("children"), list):
                continue
            id_ = skill_id(skill)
            if not id_ or level is None or not 1 <= level <= 50:
                lost.append(name)
                continue
            skills[id_] = max(level, skills.get(id_, 0))
            plain = slug(name)
            if plain in _BY_KIND or plain == "shield":
                skills[plain] = max(level, skills.get(plain, 0))
        self.sheet["skills"] = skills
        self.notes.read.append(
            counted("{n} skill with its level.", "{n} skills with their levels.", n=len(skills))
        )
        if lost:
            said = text("Skills without a level that can be rolled: {lost}.", lost=listed(lost))
            self.notes.dropped.append(said)
        spells = sum(
            1 for spell in _walk(self.data.get("spells")) if not isinstance(spell.get("children"), list)
        )
        if spells:
            said = text(
                "{spells}: there is no magic in these rules. Those that strike are weapons.",
                spells=counted("{n} spell", "{n} spells", n=spells),
            )
            self.notes.dropped.append(said)

    # ---------------------------------------------------------------------------------------------- movement
    def _movement(self) -> None:
        """Read Move and dodge by encumbrance; those of somebody reeling or tired count as such."""
        self.sheet["encumbrance"] = self._load()
        off = self._reflexes + self._db
        for key, written, what, less in (
            ("moves", "move", text("Move"), 0),
            ("dodges", "dodge", text("Dodge"), off),
        ):
            numbers = part(self.data, "calc", written)
            listed_ = [whole(number) for number in numbers] if isinstance(numbers, list) else []
            if len(listed_) == 5 and all(number is not None for number in listed_):
                self.sheet[key] = [min(_MOST_OF_LOAD, max(0, (number or 0) - less)) for number in listed_]
                self.notes.fitted(what, max(n or 0 for n in listed_), 0, _MOST_OF_LOAD)
        at = self.sheet["encumbrance"]
        if "moves" in self.sheet and "dodges" in self.sheet:
            said = text(
                "Move {move} and dodge {dodge}, as the file has worked them out.",
                move=self.sheet["moves"][at],
                dodge=self.sheet["dodges"][at] + off,
            )
            self.notes.read.append(said)
            if self._is_worn():
                self.sheet["worn_numbers"] = True
                said = text(
                    "Move and dodge are those of somebody reeling or tired; when that is over, these rules "
                    "work them out from Basic Speed and Move."
                )
                self.notes.doubtful.append(said)
        else:
            said = text("Move and dodge are not in the file: these rules work them out.")
            self.notes.doubtful.append(said)

    def _is_worn(self) -> bool:
        sheet, state = self.sheet, self.state
        hurt = "hp" in state and 3 * state["hp"] <= sheet.get("HP", sheet.get("ST", 10))
        tired = "fp" in state and 3 * state["fp"] < sheet.get("FP", sheet.get("HT", 10))
        return bool((hurt or tired) and sheet["moves"][0] < sheet.get("basic_move", 0))

    def _load(self) -> int:
        """Tell the level of encumbrance by the weights in the file, which does not name it."""
        lift = _weight(part(self.data, "calc", "basic_lift"))
        top = self.data.get("equipment")
        carried = sum(
            _weight(part(entry, "calc", "extended_weight")) or 0
            for entry in (top if isinstance(top, list) else ())
            if isinstance(entry, Mapping)
        )
        if not lift:
            self.notes.doubtful.append(text("Basic lift is not in the file: no encumbrance is taken."))
            return 0
        level = next((n for n, times in enumerate(_LOADS) if carried <= times * lift), len(_LOADS) - 1)
        said = text(
            "Encumbrance level {level}: {carried} lb carried at a basic lift of {lift} lb. Change the level "
            "on the sheet if things are laid down.",
            level=level,
            carried=carried,
            lift=lift,
        )
        self.notes.doubtful.append(said)
        return level

    # -------------------------------------------------------------------------------------------------- gear
    @property
    def _db(self) -> int:
        """What the file has added to every defence for the best shield that is worn."""
        return max((_db_of(entry) for entry in self.equipment if entry.get("equipped") is True), default=0)

    def _body(self) -> Any:
        body, places = read_body(self.data.get("settings"), self.notes)
        self.sheet["body"] = body
        return places

    def _weapons(self) -> None:
        arms = Arms(self._weapon_problem, self.sheet["skills"], self.notes, self._reflexes, self._db)
        for entry in self.equipment:
            name = text_of(entry.get("description")) or text_of(entry.get("name")) or "Weapon"
            arms.take(name, entry.get("weapons"), of_body=False, db=_db_of(entry))
        for entry in (*self.traits, *_walk(self.data.get("skills")), *_walk(self.data.get("spells"))):
            arms.take(text_of(entry.get("name")) or "Attack", entry.get("weapons"), of_body=True)
        arms.put_in_hand()
        self.sheet["weapons"] = arms.weapons
        if arms.weapons:
            names = listed(list(dict.fromkeys(str(weapon["name"]) for weapon in arms.weapons)))
            self.notes.read.append(text("Weapons: {names}.", names=names))
        if arms.kept_text:
            said = text(
                "More of the damage is written than is rolled; the GM reads it: {kept}.",
                kept=joined(arms.kept_text, "; "),
            )
            self.notes.doubtful.append(said)

    def _weapon_problem(self, weapon: dict[str, Any]) -> Text | None:
        return why_no_sheet(self.read_sheet, {"weapons": [weapon]})

    def _protection(self, places: Any) -> None:
        pieces = []
        for entry in self.equipment:
            given = _dr_of(entry) if entry.get("equipped") is True else {}
            if given:
                pieces.append(Piece(text_of(entry.get("description")) or "Armour", given))
        self.sheet["armour"], self.sheet["dr"] = read_protection(places, pieces, self.notes)

    def _cells(self) -> int:
        """Give the cells across: a yard and a half for each step of size from 1 up."""
        return 1 if self.sheet.get("sm", 0) < 2 else min(10, self.sheet["sm"])


def _features(entry: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    modifiers = (m for m in _walk(entry.get("modifiers")))
    for source in (entry, *modifiers):
        yield from objects_in(source, "features")


def _db_of(entry: Mapping[str, Any]) -> int:
    blocks = any(part(usage, "calc", "block") for usage in objects_in(entry, "weapons"))
    found = [
        whole(feature.get("amount")) or 0
        for feature in _features(entry)
        if feature.get("type") == "attribute_bonus" and feature.get("attribute") == "dodge"
    ]
    return max(0, min(3, max(found, default=0))) if blocks else 0


def _dr_of(entry: Mapping[str, Any]) -> dict[str, int]:
    """List the DR that a thing gives against everything, by the ids of the file."""
    found: dict[str, int] = {}
    for feature in _features(entry):
        amount = whole(feature.get("amount"))
        if feature.get("type") != "dr_bonus" or amount is None or amount <= 0:
            continue
        if text_of(feature.get("specialization")).lower() not in ("", "all"):
            continue
        listed_ = feature.get("locations")
        ids = listed_ if isinstance(listed_, list) else [feature.get("location")]
        for id_ in ids:
            if named := slug(text_of(id_)):
                found[named] = min(100, found.get(named, 0) + amount)
    return found


def _weight(written: Any) -> float | None:
    words = text_of(written).replace(",", "").split()
    try:
        number = float(words[0]) if words else None
    except ValueError:
        return None
    if number is None or not 0 <= number < 1e9:
        return None
    return number * _POUNDS.get(words[1] if len(words) > 1 else "lb", 1.0)
