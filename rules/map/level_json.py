"""Put levels and what joins them on a map, checked or as far as they fit; and write them (README.md)."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from rules.map.grid import is_inside
from rules.map.levels import below, frames, is_frame, level_of
from rules.map.model import BattleMap, Cell, GridKind, Level, Passage, PassageKind


def put_levels(battle_map: BattleMap, levels: tuple[Level, ...], passages: tuple[Passage, ...]) -> BattleMap:
    """Give the map with levels, a frame of walls about each, and what joins them.

    Raises:
        ValueError: the sentence says which level or passage cannot be.
    """
    for number, level in enumerate(levels):
        if problem := _problem(battle_map, level):
            raise ValueError(f"levels[{number}]: {problem}")
    ids = [level.id for level in levels]
    if len(set(ids)) < len(ids):
        raise ValueError("levels: two of them have the same id.")
    for one, other in combinations(levels, 2):
        if _overlap(one, other):
            raise ValueError(f"levels: {one.id!r} and {other.id!r} have cells in common.")
    laid = replace(battle_map, levels=levels)
    for number, passage in enumerate(passages):
        for join in passage.joins:
            if problem := _problem_of_join(laid, passage.kind, join):
                raise ValueError(f"passages[{number}]: {problem}")
    return relaid(battle_map, levels, passages)


def relaid(battle_map: BattleMap, levels: Sequence[Level], passages: Sequence[Passage]) -> BattleMap:
    """Give the map with levels and passages as far as they fit: of two in one place the first stays."""
    fitting: list[Level] = []
    for level in levels:
        if not _problem(battle_map, level) and not any(_overlap(level, other) for other in fitting):
            fitting.append(level)
    walls = tuple(wall for wall in battle_map.walls if not is_frame(wall.id))
    laid = replace(battle_map, walls=walls, levels=tuple(fitting), passages=())
    joined = (_joined(laid, passage) for passage in passages)
    kept = tuple(passage for passage in joined if passage.joins)
    return replace(laid, walls=(*walls, *frames(laid)), passages=kept)


def _joined(battle_map: BattleMap, passage: Passage) -> Passage:
    """Give a passage with the joins that the levels allow; the cells of a hole lead to those below them."""
    joins = []
    for one, other in passage.joins:
        if not _problem_of_join(battle_map, passage.kind, (one, other)):
            under = below(battle_map, one) if passage.kind is PassageKind.HOLE else None
            joins.append((one, under or other))
    return replace(passage, joins=tuple(joins))


def _problem(battle_map: BattleMap, level: Level) -> str:
    grid = battle_map.grid
    if grid.kind is GridKind.ZONES:
        return "a map of zones alone has no levels; a zone may be a storey of its own."
    last = level.at[0] + level.cols - 1, level.at[1] + level.rows - 1
    if not (is_inside(grid, level.at) and is_inside(grid, last)):
        return "the level lies partly off the map."
    side = {GridKind.HEX_ROWS: 1, GridKind.HEX_COLUMNS: 0}.get(grid.kind)
    if side is not None and (level.at[side] - level.over[side]) % 2:
        return "on hexes a level lies an even number of rows (columns) off."
    return ""


def _overlap(one: Level, other: Level) -> bool:
    across = one.at[0] < other.at[0] + other.cols and other.at[0] < one.at[0] + one.cols
    return across and one.at[1] < other.at[1] + other.rows and other.at[1] < one.at[1] + one.rows


def _problem_of_join(battle_map: BattleMap, kind: PassageKind, join: tuple[Cell, Cell]) -> str:
    one, other = join
    if kind is PassageKind.HOLE:
        under = below(battle_map, one)
        if under is None:
            return f"there is nothing below the cell {list(one)}."
        other = under
    for cell in (one, other):
        if level_of(battle_map, cell) is None:
            return f"the cell {list(cell)} is on none of the levels."
    if level_of(battle_map, one) == level_of(battle_map, other):
        return f"{list(one)} and {list(other)} are on one level."
    return ""


def write_level(level: Level) -> dict[str, Any]:
    """Write a level as a map lists it."""
    data: dict[str, Any] = {"id": level.id, "name": level.name, "elevation": _plain(level.elevation)}
    return {**data, "at": list(level.at), "cols": level.cols, "rows": level.rows, "over": list(level.over)}


def write_passage(passage: Passage) -> dict[str, Any]:
    """Write what joins two levels: of a hole the upper cells."""
    data: dict[str, Any] = {"kind": passage.kind.value}
    if passage.kind is PassageKind.HOLE:
        data["cells"] = [list(upper) for upper, _ in passage.joins]
    else:
        data["joins"] = [[list(one), list(other)] for one, other in passage.joins]
    return data if passage.cost == 1 else {**data, "cost": _plain(passage.cost)}


def _plain(number: float) -> float:
    return int(number) if number == int(number) else number
