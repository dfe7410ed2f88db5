"""Levels and passages in the GM's command `edit-map`: what is asked for, checked against the map."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.engine.gm.gm_parameters import read_map_object
from rules.engine.refusal import Refusal
from rules.engine.text import text
from rules.map.level_json import put_levels, write_level
from rules.map.map_changes import MapPatch
from rules.map.map_json import MapError, read_cell, read_level, read_passage
from rules.map.model import BattleMap, Cell, Level, Passage

MAX_LEVELS = 50
MAX_PASSAGES = 500
"""The most joins of two cells that a map may be drawn to have."""
MAX_COST = 100
MAX_HEIGHT = 10_000
LONGEST_NAME = 80
"""Characters that the name of a level may have."""


def levels_put(battle_map: BattleMap, asked: Sequence[Any], fresh: Callable[[], str]) -> tuple[Level, ...]:
    """Read the levels that are drawn or changed; those are left out that are so already.

    Args:
        fresh: makes the id of a new one.
    Raises:
        MapError, Refusal: if one of them cannot be.
    """
    known = {level.id: level for level in battle_map.levels}
    put: dict[str, Level] = {}
    for number, item in enumerate(asked):
        key = f"levels[{number}]"
        data = read_map_object(key, item)
        level = read_level(_whole(data, key, known, fresh), key)
        if not level.name.strip():
            raise MapError(f"{key}.name: a level needs a name.")
        if len(level.name) > LONGEST_NAME:
            raise MapError(f"{key}.name: at most {LONGEST_NAME} characters, and this has {len(level.name)}.")
        if abs(level.elevation) > MAX_HEIGHT:
            raise MapError(f"{key}.elevation: expected at most {MAX_HEIGHT}, not {level.elevation:g}.")
        if level.id in put:
            raise MapError(f"{key}.id: {level.id!r} is changed twice in one command.")
        put[level.id] = level
    return tuple(level for level in put.values() if known.get(level.id) != level)


def _whole(
    data: Mapping[str, Any], key: str, known: Mapping[str, Level], fresh: Callable[[], str]
) -> dict[str, Any]:
    """Give a level as it is to be: a new one with a name, one that is there with what does not change."""
    id_ = data.get("id")
    if id_ is None:
        return {"name": f"Level {len(known) + 1}", **data, "id": fresh()}
    if not isinstance(id_, str) or id_ not in known:
        raise Refusal(
            "no-level", text("{key}.id: there is no level {id} on this map.", key=key, id=f"{id_!r}")
        )
    return {**write_level(known[id_]), **data}


def levels_gone(battle_map: BattleMap, asked: Sequence[Any]) -> tuple[str, ...]:
    """Read which levels go. Raises `Refusal`."""
    known = {level.id for level in battle_map.levels}
    for number, id_ in enumerate(asked):
        if not isinstance(id_, str) or id_ not in known:
            key = f"drop.levels[{number}]"
            raise Refusal(
                "no-level", text("{key}: there is no level {id} on this map.", key=key, id=f"{id_!r}")
            )
    return tuple(dict.fromkeys(asked))


def passages_put(battle_map: BattleMap, asked: Sequence[Any]) -> tuple[Passage, ...]:
    """Read the passages that are drawn; those are left out that are there already. Raises `MapError`."""
    there = {(p.kind, p.cost, join) for p in battle_map.passages for join in p.joins}
    put = []
    for number, item in enumerate(asked):
        passage = read_passage(item, f"passages[{number}]")
        if passage.cost > MAX_COST:
            raise MapError(f"passages[{number}].cost: expected at most {MAX_COST}, not {passage.cost:g}.")
        if any((passage.kind, passage.cost, join) not in there for join in passage.joins):
            put.append(passage)
    return tuple(put)


def passages_gone(battle_map: BattleMap, asked: Sequence[Any]) -> tuple[Cell, ...]:
    """Read from which cells nothing is to lead to another level any more. Raises `MapError` or `Refusal`."""
    ends = {cell for passage in battle_map.passages for join in passage.joins for cell in join}
    gone: dict[Cell, None] = {}
    for number, item in enumerate(asked):
        cell = read_cell(item, f"drop.passages[{number}]")
        if cell not in ends:
            raise Refusal(
                "no-passage",
                text(
                    "drop.passages[{number}]: nothing leads from the cell {cell} to another level.",
                    number=number,
                    cell=f"{list(cell)}",
                ),
            )
        gone[cell] = None
    return tuple(gone)


def require_fitting(battle_map: BattleMap, patch: MapPatch, after: BattleMap) -> None:
    """Refuse levels and passages that cannot be: off the map, over one another, from one level to the same.

    What is there already gives way: passages of a level that goes are gone with it.
    """
    if not (patch.levels or patch.passages):
        return
    levels = {level.id: level for level in battle_map.levels if level.id not in patch.levels_gone}
    levels.update((level.id, level) for level in patch.levels)
    try:
        put_levels(battle_map, tuple(levels.values()), patch.passages)
    except ValueError as problem:
        raise MapError(str(problem)) from None
    if len(levels) > max(MAX_LEVELS, len(battle_map.levels)):
        raise MapError(f"levels: a map may have {MAX_LEVELS} of them.")
    joins, before = (sum(len(passage.joins) for passage in m.passages) for m in (after, battle_map))
    if joins > max(MAX_PASSAGES, before):
        raise MapError(f"passages: a map may have {MAX_PASSAGES} of them.")
