"""Actors as Foundry's "Export Data" writes them for this family of games, read into a sheet.

Names and numbers alone are read; what the texts of items say is not. Whatever has no place on our sheet, or
looks odd, is named in the report.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.refusal import Refusal
from rules.engine.system import Imported
from rules.systems.savage.die import SIDES, read_damage
from rules.systems.savage.sheet import Attributes, SavageSheet

_RANGE = re.compile(r"(\d+)/(\d+)/(\d+)")
_EDGES = ("dodge", "quick", "level-headed", "improved-level-headed")
_FLAGS = {
    "hasLevelHeaded": "level-headed",
    "hasImpLevelHeaded": "improved-level-headed",
    "hasQuick": "quick",
    "hasHesitant": "hesitant",
}
_UNTRAINED = frozenset({"unskilled", "unskilled-attempt", "untrained"})
_LOCATIONS = ("head", "torso", "arms", "legs")
_MOST_BONUS = {"toughness_bonus": (-3, 30), "parry_bonus": (-4, 8)}


@dataclass(slots=True)
class _Notes:
    read: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    doubtful: list[str] = field(default_factory=list)


def read_actor(data: Mapping[str, Any], check: Callable[[Mapping[str, Any]], SavageSheet]) -> Imported:
    """Make a sheet of an actor, as far as it goes.

    Args:
        check: reads a finished sheet, or refuses it.
    Raises:
        Refusal: `unknown-format` if it is no such actor; `bad-sheet` if no sheet can be made of it.
    """
    system = data.get("system")
    if not isinstance(system, Mapping) or not isinstance(system.get("attributes"), Mapping):
        text = "This is no actor as Foundry exports it: it has no 'system' with 'attributes'."
        raise Refusal("unknown-format", text)
    notes = _Notes()
    name = _text(data.get("name")) or "Somebody"
    items = [item for item in _list(data.get("items")) if isinstance(item, Mapping)]
    sheet: dict[str, Any] = {
        "wild_card": data.get("type") == "character" or system.get("wildcard") is True,
        "attributes": _attributes(system, notes),
        **_pace(system, notes),
        "skills": dict(_skills(items, notes)),
        "weapons": list(_weapons(items, notes)),
        "armour": list(_armour(items, notes)),
        **_edges(system, items, notes),
    }
    bennies = _number(_at(system, "bennies", "max"), _number(_at(system, "bennies", "value")))
    if bennies is not None and 0 <= bennies <= 99:
        sheet["bennies"] = bennies
    for item in items:
        if item.get("type") not in _KNOWN:
            notes.dropped.append(f"{_named(item)} ({_text(item.get('type')) or 'of no kind'})")
    sheet |= _bonuses(system, check(sheet), notes)
    check(sheet)
    return Imported(
        name=name,
        sheet=sheet,
        read=tuple(notes.read),
        dropped=tuple(notes.dropped),
        doubtful=tuple(notes.doubtful),
    )


_KNOWN = frozenset({"skill", "edge", "hindrance", "weapon", "armor", "shield"})


# -------------------------------------------------------------------------------------- attributes and skills
def _attributes(system: Mapping[str, Any], notes: _Notes) -> dict[str, str]:
    found = {}
    for name in Attributes.model_fields:
        die = _die(_at(system, "attributes", name, "die"))
        if die is None:
            notes.doubtful.append(f"{name.capitalize()} has no die that can be read: d6")
        else:
            found[name] = die
    notes.read.append(f"{len(found)} attributes")
    return found


def _pace(system: Mapping[str, Any], notes: _Notes) -> dict[str, Any]:
    found: dict[str, Any] = {}
    ground = _number(_at(system, "pace", "ground"))
    if ground is not None and 0 <= ground <= 24:
        found["pace"] = ground
    running = _at(system, "pace", "running", "die")
    sides = _number(running, _number(_at(system, "pace", "running", "die", "sides")))
    if sides in SIDES:
        found["run_die"] = f"d{sides}"
    elif running is not None:
        notes.doubtful.append("The running die cannot be read: d6")
    return found


def _skills(items: list[Mapping[str, Any]], notes: _Notes) -> Iterator[tuple[str, str]]:
    count = 0
    for item in items:
        if item.get("type") != "skill" or _id(item) in _UNTRAINED:
            continue
        die = _die(_at(item, "system", "die"))
        if die is None or not _id(item):
            notes.doubtful.append(f"The skill {_named(item)} has no die that can be read, and is left out")
            continue
        count += 1
        yield _id(item), die
    notes.read.append(f"{count} skills")


def _edges(system: Mapping[str, Any], items: list[Mapping[str, Any]], notes: _Notes) -> dict[str, list[str]]:
    edges = [_id(item) for item in items if item.get("type") == "edge" and _id(item)]
    hindrances = [_id(item) for item in items if item.get("type") == "hindrance" and _id(item)]
    for flag, id_ in _FLAGS.items():
        known = hindrances if id_ == "hesitant" else edges
        if _at(system, "initiative", flag) is True and id_ not in known:
            known.append(id_)
    silent = [id_ for id_ in (*edges, *hindrances) if id_ not in (*_EDGES, "hesitant")]
    notes.read.append(f"{len(edges)} edges and {len(hindrances)} hindrances")
    if silent:
        notes.doubtful.append(f"These are kept, and no rule here reads them: {', '.join(silent)}")
    if "hesitant" in hindrances and set(edges) & set(_EDGES[1:]):
        hindrances.remove("hesitant")
        notes.dropped.append("Hesitant, which does not go with the edges on cards")
    return {"edges": edges, "hindrances": hindrances}


# ------------------------------------------------------------------------------------------------------- gear
def _weapons(items: list[Mapping[str, Any]], notes: _Notes) -> Iterator[dict[str, Any]]:
    taken: set[str] = set()
    for item in items:
        kind = item.get("type")
        if kind not in ("weapon", "shield"):
            continue
        weapon = _weapon(item, notes) if kind == "weapon" else _shield(item)
        if weapon is not None:
            weapon["id"] = _free(_id(item) or "weapon", taken)
            notes.read.append(f"the {kind} {_named(item)}")
            yield weapon


def _free(id_: str, taken: set[str]) -> str:
    found, number = id_, 2
    while found in taken:
        found, number = f"{id_}-{number}", number + 1
    taken.add(found)
    return found


def _weapon(item: Mapping[str, Any], notes: _Notes) -> dict[str, Any] | None:
    system = item.get("system")
    text = _text(_at(system, "damage")).lower().replace(" ", "").replace("@str", "Str")
    try:
        read_damage(text)
    except ValueError:
        notes.dropped.append(f"{_named(item)}: its damage {text!r} is none that can be read")
        return None
    found: dict[str, Any] = {"name": _named(item), "damage": text}
    ranges = _RANGE.fullmatch(_text(_at(system, "range")).replace(" ", ""))
    inches = [int(part) for part in ranges.groups()] if ranges else []
    if inches and 0 < inches[0] < inches[1] < inches[2] <= 2000:
        found["range"] = inches
        thrown = text.startswith("Str")
        found |= {"thrown": thrown, "melee": thrown}
    for key, ours, low, high in (("ap", "ap", 0, 30), ("rof", "rof", 1, 6), ("parry", "parry", -3, 5)):
        number = _number(_at(system, key))
        if number is not None and low <= number <= high:
            found[ours] = number
    strength = re.fullmatch(r"d(4|6|8|10|12)", _text(_at(system, "minStr")).lower().strip())
    if strength:
        found["min_str"] = strength.group(0)
    return found


def _shield(item: Mapping[str, Any]) -> dict[str, Any]:
    parry = _number(_at(item, "system", "parry"), 0) or 0
    return {"name": _named(item), "shield": True, "parry": max(-3, min(5, parry))}


def _armour(items: list[Mapping[str, Any]], notes: _Notes) -> Iterator[dict[str, Any]]:
    for item in items:
        if item.get("type") != "armor":
            continue
        value = _number(_at(item, "system", "armor"))
        if value is None or not 0 <= value <= 20:
            notes.dropped.append(f"{_named(item)}: its armour value cannot be read")
            continue
        covers = [spot for spot in _LOCATIONS if _at(item, "system", "locations", spot) is True]
        if not covers:
            notes.doubtful.append(f"{_named(item)} does not say what it covers: the torso")
        notes.read.append(f"the armour {_named(item)}")
        yield {
            "id": _id(item) or "armour",
            "name": _named(item),
            "value": value,
            "covers": covers or ["torso"],
        }


def _bonuses(system: Mapping[str, Any], sheet: SavageSheet, notes: _Notes) -> dict[str, int]:
    """Make up for what Parry and Toughness have there beyond what is worked out here."""
    ours = {"parry_bonus": sheet.parry(sheet.starts_held), "toughness_bonus": sheet.toughness()}
    found = {}
    for key, stat in (("parry_bonus", "parry"), ("toughness_bonus", "toughness")):
        theirs = _number(_at(system, "stats", stat, "value"))
        if theirs is None or theirs in (0, ours[key]):
            continue
        low, high = _MOST_BONUS[key]
        more = theirs - ours[key]
        if low <= more <= high:
            found[key] = more
            notes.doubtful.append(
                f"{stat.capitalize()} is {theirs} there and {ours[key]} here: {more:+d} added"
            )
        else:
            notes.doubtful.append(f"{stat.capitalize()} is {theirs} there, and stays {ours[key]} here")
    return found


# ---------------------------------------------------------------------------------------------------- reading
def _at(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: Any) -> str:
    return value.strip()[:80] if isinstance(value, str) else ""


def _number(value: Any, default: int | None = None) -> int | None:
    """Read a whole number, also one that is written as a text."""
    if isinstance(value, str) and re.fullmatch(r"[+-]?\d{1,6}", value.strip()):
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not float(value).is_integer():
        return default
    return int(value)


def _die(value: Any) -> str | None:
    """Read a die of sides and a modifier."""
    sides, plus = _number(_at(value, "sides")), _number(_at(value, "modifier"), 0) or 0
    if sides not in SIDES or not -8 <= plus <= 8:
        return None
    return f"d{sides}{plus:+d}" if plus else f"d{sides}"


def _named(item: Mapping[str, Any]) -> str:
    return _text(item.get("name")) or "something without a name"


def _id(item: Mapping[str, Any]) -> str:
    return re.sub(r"[^a-z0-9]+", "-", _text(item.get("name")).lower()).strip("-")
