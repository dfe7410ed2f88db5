"""Read a scenario file (rules/README.md, Scenario files) into typed data, or say which key is wrong."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from rules.engine.command import Command
from rules.engine.declared.cards import card_face
from rules.engine.refusal import Refusal
from rules.map.area_json import read_area
from rules.map.grid import Diagonals
from rules.map.map_json import MapError, read_map
from rules.map.model import BattleMap


class ScenarioError(Exception):
    """A scenario that is not valid; the message begins with the key."""


@dataclass(frozen=True, slots=True)
class Query:
    """What a step asks instead of commanding, on a map of its own perhaps."""

    kind: str
    params: Mapping[str, Any]
    map: BattleMap | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the script: a command, an answer or a query, and what is expected of it."""

    number: int
    """Counted from 1."""
    said: Mapping[str, Any]
    """The step as written, without what it expects."""
    ask: Command | Query
    expect: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A battle to be played with given dice."""

    id: str
    system: str
    map: Mapping[str, Any] | None
    combatants: tuple[Mapping[str, Any], ...]
    dice: Mapping[str, tuple[int, ...]]
    cards: tuple[int, ...]
    """The faces that stand for the cards, in the order in which they are drawn."""
    steps: tuple[Step, ...]
    title: str = ""


def parse_scenario(text: str | bytes) -> Scenario:
    """Read a scenario from the text of its file. Raises `ScenarioError`."""
    try:
        data = json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise ScenarioError(f"the file is not JSON: {error}") from None
    return read_scenario(data)


def read_scenario(data: Any) -> Scenario:
    """Check a scenario, key by key, and read it. Raises `ScenarioError`."""
    whole = _object(data, "the scenario", set(_TOP))
    for key in ("id", "system", "combatants", "script"):
        if key not in whole:
            raise ScenarioError(f"{key}: is missing")
    for key, (holds, words) in _TOP.items():
        if key in whole and not holds(whole[key]):
            raise ScenarioError(f"{key}: must be {words}, not {_shown(whole[key])}")
    return Scenario(
        id=whole["id"],
        system=whole["system"],
        map=_map(whole.get("map"), "map"),
        combatants=tuple(_combatant(c, f"combatants[{i}]") for i, c in enumerate(whole["combatants"])),
        dice={key: _faces(faces, f"dice.{key}", key) for key, faces in whole.get("dice", {}).items()},
        cards=tuple(_card(card, f"cards[{i}]") for i, card in enumerate(whole.get("cards", []))),
        steps=tuple(_step(step, i) for i, step in enumerate(whole["script"])),
        title=whole.get("title", ""),
    )


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(part, str) for part in value)


def _or_null(holds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or holds(value)


_Kinds = Mapping[str, tuple[Callable[[Any], bool], str]]
_TEXT, _TEXTS, _OBJECT, _LIST = (
    (_is_text, "a text"),
    (_is_texts, "a list of texts"),
    (_is_object, "an object"),
    (_is_list, "a list"),
)
_TOP: _Kinds = {
    "id": _TEXT,
    "title": _TEXT,
    "system": _TEXT,
    "rules": _TEXTS,
    "map": (_or_null(_is_object), "an object or null"),
    "combatants": _LIST,
    "dice": _OBJECT,
    "cards": _TEXTS,
    "script": _LIST,
}
_EXPECT: _Kinds = {
    "rolls": _OBJECT,
    "state": _OBJECT,
    "order": _TEXTS,
    "active": (_or_null(_is_text), "an id or null"),
    "clock": _OBJECT,
    "prompt": (_or_null(_is_object), "an object or null"),
    "events": _TEXTS,
    "error": _TEXT,
}
_COMBATANT = {"id", "name", "side", "sheet", "state", "at", "size", "hidden", "altitude", "flies"}
AREA_OPTIONS = ("touch", "stopped_by_walls")
"""What an area query may say besides the area."""
# What each query may be told, with what it needs first, and what it answers. An odds query is a command, and
# an area says itself which keys it has.
_QUERIES: Mapping[str, tuple[tuple[str, ...], set[str] | None, set[str] | None]] = {
    "distance": (("from", "to"), {"diagonals"}, {"distance"}),
    "line-of-fire": (
        ("from", "to"),
        set(),
        {"clear", "blocked_share", "cover_share", "materials", "first_hit", "standing_between"},
    ),
    "reach": (("actor",), {"budget", "diagonals"}, {"cost", "not_reached"}),
    "path": (("actor", "to"), {"diagonals"}, {"cost", "path"}),
    "sight": (("actor",), {"range"}, {"sees", "not_sees", "area"}),
    "area": (("shape",), None, {"catches", "not_catches", "cells"}),
    "held": (("name",), {"of"}, {"holds", "not_holds"}),
    "advice": (("actor",), {"count"}, {"best", "all", "tolerance"}),
    "odds": (
        ("actor", "do"),
        None,
        {"hit", "harm", "down", "by_answer", "best", "sampled", "standard_error", "tolerance"},
    ),
}


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(n, int | float) for n in value)


_SEEN: _Kinds = {
    "sees": _TEXTS,
    "not_sees": _TEXTS,
    "area": (_is_pair, "the least and the greatest area"),
    "catches": _TEXTS,
    "not_catches": _TEXTS,
    "holds": _TEXTS,
    "not_holds": _TEXTS,
}


def _step(data: Any, index: int) -> Step:
    key = f"script[{index}]"
    said = dict(_object(data, key))
    expect = _object(said.pop("expect", {}), f"{key}.expect")
    ways = [way for way in ("do", "answer", "query") if way in said]
    if "query" in said:
        return Step(index + 1, said, _query(said, expect, key), expect)
    if len(ways) != 1:
        raise ScenarioError(f"{key}: a step needs one of the keys do, answer and query; it has {len(ways)}")
    _kinds(expect, _EXPECT, f"{key}.expect")
    for part in ("rolls", "state"):
        for name, value in expect.get(part, {}).items():
            if not isinstance(value, dict):
                raise ScenarioError(f"{key}.expect.{part}.{name}: must be an object, not {_shown(value)}")
    if "facts" in said:
        _object(said["facts"], f"{key}.facts")
    return Step(index + 1, said, _command(said, key), expect)


def _command(said: Mapping[str, Any], key: str) -> Command:
    try:
        return Command.parse(said)
    except Refusal as refusal:
        raise ScenarioError(f"{key}: {refusal.message}") from None


def _query(said: Mapping[str, Any], expect: Mapping[str, Any], key: str) -> Query:
    kind = said["query"]
    if not isinstance(kind, str) or kind not in _QUERIES:
        raise ScenarioError(f"{key}.query: must be one of {', '.join(_QUERIES)}, not {_shown(kind)}")
    needed, allowed, answered = _QUERIES[kind]
    for name in needed:
        if name not in said:
            raise ScenarioError(f"{key}.{name}: is missing")
    if allowed is not None:
        _object(said, key, {"query", "map", *needed, *allowed})
    if answered is not None:
        _object(expect, f"{key}.expect", answered | {"error"})
    _kinds({name: expect[name] for name in _SEEN if name in expect}, _SEEN, f"{key}.expect")
    diagonals = said.get("diagonals", Diagonals.ONE)
    if diagonals not in list(Diagonals):
        words = ", ".join(Diagonals)
        raise ScenarioError(f"{key}.diagonals: must be one of {words}, not {_shown(diagonals)}")
    for name in ("budget", "range", "tolerance"):
        holder = expect if name == "tolerance" else said
        value = holder.get(name, 0)
        if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
            raise ScenarioError(f"{key}.{name}: must be a number from 0 up, not {_shown(value)}")
    count = said.get("count", 1)
    if kind == "advice" and (type(count) is not int or count < 1):
        raise ScenarioError(f"{key}.count: must be a whole number from 1 up, not {_shown(count)}")
    own_map = _map(said.get("map"), f"{key}.map")
    params = {name: value for name, value in said.items() if name not in ("query", "map")}
    if kind == "area":
        _area(params, key)
    return Query(kind, params, None if own_map is None else read_map(own_map))


def _area(params: Mapping[str, Any], key: str) -> None:
    for name in AREA_OPTIONS:
        if not isinstance(params.get(name, False), bool):
            raise ScenarioError(f"{key}.{name}: must be true or false, not {_shown(params[name])}")
    try:
        read_area({name: value for name, value in params.items() if name not in AREA_OPTIONS})
    except MapError as error:
        raise ScenarioError(f"{key}.{error}") from None


def _map(data: Any, key: str) -> Mapping[str, Any] | None:
    if data is None:
        return None
    whole = _object(data, key)
    try:
        read_map(whole)
    except MapError as error:
        raise ScenarioError(f"{key}: {error}") from None
    return whole


def _combatant(data: Any, key: str) -> Mapping[str, Any]:
    combatant = _object(data, key, _COMBATANT)
    if not _is_text(combatant.get("id")):
        raise ScenarioError(f"{key}.id: must be a text, not {_shown(combatant.get('id'))}")
    return combatant


def _faces(faces: Any, where: str, key: str) -> tuple[int, ...]:
    if "." not in key:
        raise ScenarioError(f"{where}: dice are named who.purpose, like ann.attack")
    if not isinstance(faces, list):
        raise ScenarioError(f"{where}: must be a list of faces, not {_shown(faces)}")
    for number, face in enumerate(faces):
        if type(face) is not int or face < 1:
            raise ScenarioError(f"{where}[{number}]: must be a face from 1 up, not {_shown(face)}")
    return tuple(faces)


def _card(card: str, key: str) -> int:
    try:
        return card_face(card)
    except Refusal as refusal:
        raise ScenarioError(f"{key}: {refusal.message}") from None


def _object(data: Any, key: str, known: set[str] | None = None) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise ScenarioError(f"{key}: must be an object, not {_shown(data)}")
    if known is not None:
        for name in data:
            if name not in known:
                words = ", ".join(sorted(known))
                raise ScenarioError(f"{key}.{name}: there is no such key; known are {words}")
    return data


def _kinds(data: Mapping[str, Any], kinds: _Kinds, key: str) -> None:
    _object(data, key, set(kinds))
    for name, value in data.items():
        holds, words = kinds[name]
        if not holds(value):
            raise ScenarioError(f"{key}.{name}: must be {words}, not {_shown(value)}")


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ScenarioError(f"{key}: is given twice in one object")
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
