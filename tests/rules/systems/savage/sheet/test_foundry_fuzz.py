"""Whatever an actor holds, it is read into a sheet that can be used, or refused in a sentence."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.systems.savage.system import SYSTEM
from tests.rules.kit import in_english
from tests.rules.systems.savage.sheet.swade import actor, item, skill, weapon

VALID = actor(
    skill("Fighting", 8),
    weapon("Dart", "@str+d4", range="3/6/12", ap=1, minStr="d6"),
    item("armor", "Coat", armor=2, locations={"torso": True}),
    item("shield", "Buckler", parry=1),
    item("edge", "Quick"),
    item("hindrance", "Hesitant"),
)
KEYS = sorted(
    {"attributes", "agility", "die", "sides", "modifier", "wild-die", "stats", "parry", "toughness", "size"}
    | {"value", "max", "armor", "locations", "damage", "range", "rof", "ap", "minStr", "templates", "cone"}
    | {"status", "isShaken", "wounds", "bennies", "pace", "running", "initiative", "hasQuick", "wildcard"}
    | {"name", "type", "system", "equipStatus", "notes", "actions", "trait", "items", "_stats", "shots"}
)
WORDS = ("weapon", "skill", "edge", "armor", "shield", "@str+d6", "12/24/48", "d8", "2d6", "Knife", "+2", "ſ")
numbers = st.integers() | st.floats() | st.integers(-5, 15)
scalars = st.none() | st.booleans() | numbers | st.text(max_size=12) | st.sampled_from(WORDS)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=12,
)


def read_or_refuse(data: dict[str, Any]) -> None:
    """Read an actor; what comes out must be fit to be added to a battle and to be shown."""
    found, refused = None, "."
    try:
        found = SYSTEM.import_character(data, "some")
    except Refusal as refusal:
        refused = refusal.message
    assert refused.endswith(".")
    assert refused.isprintable()
    if found is None:
        return
    battle = Battle(SYSTEM.id)
    one = {"id": "a", "name": found.name, "sheet": found.sheet, "state": found.state, "size": found.size}
    battle.handle(Command(do="add", params={"combatants": [one]}), None)  # type: ignore[arg-type]
    combatant = battle.state.combatants["a"]
    assert battle.system.looks.sections(combatant)
    assert battle.system.looks.sheet_page(combatant)
    for line in in_english((*found.report.read, *found.report.dropped, *found.report.doubtful)):
        assert line.isprintable()


def spots(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List the ways to every value in some JSON."""
    found = [path] if path else []
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in pairs:
        found += spots(value, (*path, key))
    return found


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(spots(VALID)), values), min_size=1, max_size=4))
def test_any_value_anywhere_is_read_or_refused(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    data = json.loads(json.dumps(VALID))
    for path, value in changes:
        inner = data
        for key in path[:-1]:
            inner = inner[key] if isinstance(inner, dict | list) and _has(inner, key) else None
        if isinstance(inner, dict) or (isinstance(inner, list) and _has(inner, path[-1])):
            inner[path[-1]] = value
    read_or_refuse(data)


def _has(inner: Any, key: Any) -> bool:
    return key in inner if isinstance(inner, dict) else isinstance(key, int) and key < len(inner)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.dictionaries(st.sampled_from(KEYS), values, max_size=4), max_size=5), values)
def test_any_items_and_any_system_are_read_or_refused(items: list[Any], system: Any) -> None:
    read_or_refuse({**VALID, "items": [*VALID["items"], *items]})
    read_or_refuse({**VALID, "system": system})
