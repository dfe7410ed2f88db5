"""An actor of Foundry's GURPS Game Aid, written anew as GCS writes a character: that reader makes the sheet.

The Game Aid keeps what GCS has worked out (levels, parries, DR) under keys of its own, lists as objects with
numbered keys, and most numbers as texts. Notes and descriptions, which come from books, are not read.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rules.engine.sheets.import_report import Imported, part, slug, text_of, whole
from rules.systems.gurps.attack.damage import read_damage
from rules.systems.gurps.sheet import gcs

_ATTRIBUTES = {"st": "ST", "dx": "DX", "iq": "IQ", "ht": "HT", "will": "WILL", "per": "PER"}
_PLACES = frozenset(
    {"eye", "skull", "face", "leg", "arm", "torso", "groin", "hand", "foot", "neck", "vitals"}
)
_MOST = 400
_DEPTH = 12
_SPECIAL = re.compile(r"(?P<name>[^(]+?)(?:/TL\d*\^?)?\s*(?:\((?P<special>[^)]*)\))?\s*(?:/TL\d*\^?)?")


def read_character(data: Mapping[str, Any], name: str, read_sheet: gcs.SheetReader) -> Imported:
    """Read a character of GCS, or an actor of Foundry's GURPS Game Aid.

    Raises:
        Refusal: `unknown-format` if it is neither; `bad-sheet` if no sheet can be made of it.
    """
    inside = part(data, "system") or part(data, "data")  # before Foundry 10
    if not isinstance(part(inside, "attributes", "ST"), Mapping) or part(inside, "HP") is None:
        return gcs.read_character(data, name, read_sheet)
    return gcs.read_character(_as_gcs(data, inside), text_of(data.get("name")) or name, read_sheet)


def _as_gcs(actor: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    strength = _number(part(data, "attributes", "ST", "value")) or 10
    carried = list(_walk(part(data, "equipment", "carried")))
    things = {slug(text_of(entry.get("name"))) for entry in carried}
    equipment: list[dict[str, Any]] = [{"description": "Load", "calc": {"extended_weight": _load(data)}}]
    traits: list[dict[str, Any]] = [{"name": text_of(entry.get("name"))} for entry in _walk(data.get("ads"))]
    for called, usages in _attacks(data, strength).items():
        if slug(called) in things:
            equipment.append({"description": called, "equipped": True, "weapons": usages})
        elif own := next((trait for trait in traits if trait["name"] == called), None):
            own["weapons"] = usages
        else:
            traits.append({"name": called, "weapons": usages, "children": []})  # a blow, and no trait
    return {
        "version": gcs.VERSION,
        "profile": {
            "name": text_of(actor.get("name")),
            "title": text_of(part(data, "traits", "title")),
            "gender": text_of(part(data, "traits", "gender")),
            "SM": _number(part(data, "traits", "sizemod")) or 0,
        },
        "attributes": list(_attributes(data)),
        "calc": {
            "basic_lift": text_of(part(data, "liftingmoving", "basiclift")),
            "move": [_number(entry.get("move")) for entry in _entries(data.get("encumbrance"))],
            "dodge": [_number(entry.get("dodge")) for entry in _entries(data.get("encumbrance"))],
        },
        "settings": {"body_type": _body(data)},
        "traits": traits,
        "skills": [_skill(entry) for entry in _walk(data.get("skills"))],
        "spells": [{"name": text_of(entry.get("name"))} for entry in _walk(data.get("spells"))],
        "equipment": equipment,
    }


# ------------------------------------------------------------------------------------------------- its lists
def _entries(listing: Any) -> list[Mapping[str, Any]]:
    """Give the entries of a list that is kept as an object, in the order of its keys."""
    if not isinstance(listing, Mapping):
        return []
    return [listing[key] for key in sorted(listing) if isinstance(listing[key], Mapping)][:_MOST]


def _walk(listing: Any, depth: int = 0) -> Iterator[Mapping[str, Any]]:
    """Give all entries with those that they contain, folded or not."""
    for entry in _entries(listing) if depth < _DEPTH else ():
        yield entry
        for inner in ("contains", "collapsed"):
            yield from _walk(entry.get(inner), depth + 1)


def _number(value: Any) -> int | None:
    found = re.match(r"\s*([+-]?\d{1,6})", text_of(value)) if isinstance(value, str) else None
    return whole(found[1]) if found else None if isinstance(value, str) else whole(value)


def _attributes(data: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for id_, key in _ATTRIBUTES.items():
        value = _number(part(data, "attributes", key, "value")) or _number(
            part(data, "attributes", key, "import")
        )
        yield {"attr_id": id_, "calc": {"value": value}}
    for id_, key in (("hp", "HP"), ("fp", "FP")):
        now = _number(part(data, key, "value"))
        yield {"attr_id": id_, "calc": {"value": _number(part(data, key, "max")), "current": now}}
    try:
        speed = float(text_of(str(part(data, "basicspeed", "value"))))
    except ValueError:
        speed = 0.0
    if 0 < speed < 100:
        yield {"attr_id": "basic_speed", "calc": {"value": speed}}
    yield {"attr_id": "basic_move", "calc": {"value": _number(part(data, "basicmove", "value"))}}


def _skill(entry: Mapping[str, Any]) -> dict[str, Any]:
    level = _number(entry.get("level")) or _number(entry.get("import"))
    return {**_named(text_of(entry.get("name"))), "calc": {"level": level}}


def _named(name: str) -> dict[str, str]:
    found = _SPECIAL.fullmatch(name)
    if found is None:
        return {"name": name, "specialization": ""}
    return {"name": found["name"].strip(), "specialization": (found["special"] or "").strip()}


def _load(data: Mapping[str, Any]) -> str:
    weights = [entry.get("weightsum") for entry in _entries(part(data, "equipment", "carried"))]
    known = [weight for weight in map(_weight, weights) if weight is not None]
    return f"{sum(known):g} lb"


def _weight(value: Any) -> float | None:
    try:
        number = float(value) if isinstance(value, int | float | str) else None
    except ValueError:
        return None
    return number if number is not None and 0 <= number < 1e6 else None


def _body(data: Mapping[str, Any]) -> dict[str, Any]:
    locations = []
    for entry in _entries(data.get("hitlocations")):
        where = text_of(entry.get("where"))
        last = slug(where).split("-")[-1]
        dr = max(_number(entry.get("import")) or 0, _number(entry.get("dr")) or 0)
        locations.append(
            {
                "id": last if last in _PLACES else slug(where),
                "table_name": where,
                "hit_penalty": _number(entry.get("penalty")) or 0,
                "calc": {"roll_range": text_of(entry.get("roll")), "dr": {"all": dr}},
            }
        )
    plan = text_of(part(data, "additionalresources", "bodyplan")) or "humanoid"
    return {"name": plan.capitalize(), "locations": locations}


# ----------------------------------------------------------------------------------------------- its attacks
def _attacks(data: Mapping[str, Any], strength: int) -> dict[str, list[dict[str, Any]]]:
    """Give the ways to attack by what is struck or shot with."""
    found: dict[str, list[dict[str, Any]]] = {}
    for key in ("melee", "ranged"):
        for entry in _walk(data.get(key)):
            name = text_of(entry.get("name"))
            if name:
                found.setdefault(name, []).append(_usage(entry, strength, ranged=key == "ranged"))
    return found


def _usage(entry: Mapping[str, Any], strength: int, *, ranged: bool) -> dict[str, Any]:
    written = text_of(entry.get("damage"))
    level = _number(entry.get("level")) or _number(entry.get("import"))
    base = next((base for base in ("thr", "sw") if written.startswith(base)), "")
    skills = re.findall(r'S:"([^"]{1,60})"', text_of(entry.get("otf"), 400))
    usage: dict[str, Any] = {
        "usage": text_of(entry.get("mode")),
        "strength": text_of(str(entry.get("st") or "")),
        "damage": {"st": base},
        "reach": text_of(entry.get("reach")),
        "defaults": [
            {"type": "skill", **_named(skill.replace("*(", " ("))} for skill in skills if skill.strip()
        ],
        "calc": {
            "level": level,
            "damage": _rolled(written, strength),
            "parry": _defence(entry.get("parry"), level),
            "block": _defence(entry.get("block"), level),
            "reach": text_of(entry.get("reach")),
        },
    }
    if ranged:
        figures = {
            "accuracy": "acc",
            "rate_of_fire": "rof",
            "recoil": "rcl",
            "bulk": "bulk",
            "shots": "shots",
        }
        usage |= {ours: text_of(str(entry.get(theirs) or "")) for ours, theirs in figures.items()}
        usage["range"] = text_of(str(entry.get("range") or "")).replace(",", "")
    return usage


def _rolled(written: str, strength: int) -> str:
    """Turn damage by ST into dice: what GCS writes; anything else stays as it is."""
    try:
        return read_damage(written).words(max(1, min(100, strength)))
    except ValueError:
        return written


def _defence(value: Any, level: int | None) -> str:
    """Give the number of a parry or a block; a small one is a bonus on what the level makes."""
    words = text_of(str(value)) if value is not None else ""
    number = _number(words)
    if number is None:
        return ""
    if number <= 3 and level is not None:
        return f"{level // 2 + 3 + number}{words.lstrip('+-0123456789')}"
    return words
