"""Levels of a map as a page shows them, one at a time, and the passages between them; in map units."""

from dataclasses import dataclass
from typing import Any

from rules.map.grid import cell_centre
from rules.map.levels import level_box, level_of, plan_shift
from rules.map.model import BattleMap, Cell, Level
from webapp.drawing.zone_layout import UNIT


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelView:
    """A level: where it lies on the map, and how far that is from its place on the plan."""

    id: str
    name: str
    elevation: float
    cells: tuple[int, int, int, int]
    """Its first column and row, and how many of both it has."""
    box: tuple[float, float, float, float]
    """Left, top, width and height."""
    shift: tuple[float, float]

    def as_json(self) -> dict[str, Any]:
        """Give what the page works with."""
        return {"id": self.id, "name": self.name, "cells": self.cells, "box": self.box, "shift": self.shift}


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageEnd:
    """One end of what joins two levels, where somebody may stand to take it."""

    kind: str
    x: float
    y: float
    here: str
    there: str
    """The other end; both as `column,row`."""
    way: str
    """`up` or `down`; empty where the viewer does not know the level that it leads to."""
    to: str
    """The name of that level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelsView:
    """The levels of a map, the highest first, and what joins them."""

    levels: tuple[LevelView, ...]
    ends: tuple[PassageEnd, ...]

    def as_json(self) -> list[dict[str, Any]]:
        """Give the levels as the page works with them."""
        return [level.as_json() for level in self.levels]


def see_levels(battle_map: BattleMap) -> LevelsView | None:
    """Draw the levels of a map as far as it is known; None where there are none."""
    if not battle_map.levels:
        return None
    highest_first = sorted(battle_map.levels, key=lambda level: (-level.elevation, level.at))
    ends = []
    for passage in battle_map.passages:
        for one, other in passage.joins:
            for here, there in ((one, other), (other, one)):
                if level_of(battle_map, here) is not None:
                    ends.append(_end(battle_map, passage.kind.value, here, there))
    return LevelsView(levels=tuple(_level(battle_map, level) for level in highest_first), ends=tuple(ends))


def _level(battle_map: BattleMap, level: Level) -> LevelView:
    left, top, right, bottom = (round(part * UNIT, 2) for part in level_box(battle_map, level))
    x, y = plan_shift(battle_map, level)
    return LevelView(
        id=level.id,
        name=level.name,
        elevation=level.elevation,
        cells=(*level.at, level.cols, level.rows),
        box=(left, top, round(right - left, 2), round(bottom - top, 2)),
        shift=(round(x * UNIT, 2), round(y * UNIT, 2)),
    )


def _end(battle_map: BattleMap, kind: str, here: Cell, there: Cell) -> PassageEnd:
    own, other = level_of(battle_map, here), level_of(battle_map, there)
    way, name = "", ""
    if own is not None and other is not None:
        way, name = "up" if other.elevation > own.elevation else "down", other.name
    x, y = cell_centre(battle_map.grid, here)
    key, to_key = (f"{column},{row}" for column, row in (here, there))
    return PassageEnd(
        kind=kind, x=round(x * UNIT, 1), y=round(y * UNIT, 1), here=key, there=to_key, way=way, to=name
    )
