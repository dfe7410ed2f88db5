"""Which walls a straight line meets that rises or falls: it passes over those that end below it (README.md).

A line runs from foot to foot. So on level ground it meets whatever stands on that ground, however low, and
the answers are those of `WallIndex`; where one end is higher, a wall counts as far as it reaches up to it.
From one level to another it runs from eye to eye, a cell above the feet, through openings of the floors.
"""

from dataclasses import dataclass

import numpy as np

from rules.map.heights import tops_from_the_ground, wall_tops
from rules.map.levels import floors_met, storeys
from rules.map.model import BattleMap
from rules.map.walls import TOUCH, Bools, Floats, Hits, Ints, wall_index


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines over a map: a start and an end (x, y) for each, in cells.

    `heights` has for each start and end how high it is and how far off the ground, in the grid's unit; None
    where heights make no difference.
    """

    starts: Floats
    ends: Floats
    heights: Floats | None = None

    def some(self, which: Ints | Bools) -> "Lines":
        """Give some of them, by their numbers or a truth value for each."""
        heights = None if self.heights is None else self.heights[which]
        return Lines(self.starts[which], self.ends[which], heights)


def meets_any(battle_map: BattleMap, lines: Lines, which: Bools) -> Bools:
    """Tell for each line whether it meets any wall of `which` (a truth value for each), or a floor."""
    if lines.heights is None:
        return wall_index(battle_map).meets_any(lines.starts, lines.ends, which)
    met = np.isfinite(floors_between(battle_map, lines))
    met[meetings(battle_map, lines, which).line] = True
    return met


def meetings(battle_map: BattleMap, lines: Lines, which: Bools) -> Hits:
    """List every wall of `which` that each line meets, and where."""
    if lines.heights is None:
        return wall_index(battle_map).meetings(lines.starts, lines.ends, which)
    across = _across(battle_map, lines)
    if not across.any():
        return _on_one_level(battle_map, lines, which)
    numbers = np.flatnonzero(~across), np.flatnonzero(across)
    parts = (
        _on_one_level(battle_map, lines.some(numbers[0]), which),
        _from_level_to_level(battle_map, lines.some(numbers[1]), which),
    )
    line = np.concatenate([number[part.line] for number, part in zip(numbers, parts, strict=True)])
    wall, enter, leave = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("wall", "enter", "leave")
    )
    order = np.lexsort((wall, enter, line))
    return Hits(line[order], wall[order], enter[order], leave[order])


def floors_between(battle_map: BattleMap, lines: Lines) -> Floats:
    """Give the share of each line at which it meets the floor of a level; inf for none."""
    found = np.full(len(lines.starts), np.inf)
    across = np.flatnonzero(_across(battle_map, lines))
    if len(across):
        flat = _over_the_plan(battle_map, lines.some(across))
        found[across] = floors_met(battle_map, *flat)
    return found


def _across(battle_map: BattleMap, lines: Lines) -> Bools:
    if not battle_map.levels or lines.heights is None:
        return np.zeros(len(lines.starts), dtype=np.bool_)
    known = storeys(battle_map)
    crosses: Bools = known.level_numbers(lines.starts) != known.level_numbers(lines.ends)
    return crosses


def _on_one_level(battle_map: BattleMap, lines: Lines, which: Bools) -> Hits:
    assert lines.heights is not None
    hits = wall_index(battle_map).meetings(lines.starts, lines.ends, which)
    start, end = lines.heights[hits.line, 0, 0], lines.heights[hits.line, 1, 0]
    lowest = np.minimum(start + hits.enter * (end - start), start + hits.leave * (end - start))
    aloft = lines.heights[hits.line, :, 1].any(axis=1)
    tops = np.where(aloft, wall_tops(battle_map)[hits.wall], tops_from_the_ground(battle_map)[hits.wall])
    below = lowest < tops - TOUCH
    return Hits(hits.line[below], hits.wall[below], hits.enter[below], hits.leave[below])


def _over_the_plan(battle_map: BattleMap, lines: Lines) -> tuple[Floats, Floats, Floats]:
    """Give the ends of lines on the plan of the house, and how high the eyes are there."""
    assert lines.heights is not None
    known = storeys(battle_map)
    moved = [
        points - np.vstack([known.shifts, [[0.0, 0.0]]])[known.level_numbers(points)]
        for points in (lines.starts, lines.ends)
    ]
    return moved[0], moved[1], lines.heights[:, :, 0] + battle_map.grid.per_cell


def _from_level_to_level(battle_map: BattleMap, lines: Lines, which: Bools) -> Hits:
    """List what lines meet on each level that they pass: its walls, up to the floor of the next."""
    known, index = storeys(battle_map), wall_index(battle_map)
    starts, ends, eyes = _over_the_plan(battle_map, lines)
    begin, rise = eyes[:, 0], eyes[:, 1] - eyes[:, 0]
    found = [(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0), np.zeros(0))]
    lowest = known.floors.min()
    for number, (floor, ceiling) in enumerate(zip(known.floors, known.ceilings, strict=True)):
        bottom = -np.inf if floor == lowest else floor
        with np.errstate(divide="ignore", invalid="ignore"):
            ways = np.stack([(bottom - begin) / rise, (ceiling - begin) / rise])
        level = (begin >= bottom) & (begin < ceiling)
        first = np.where(rise == 0, np.where(level, 0.0, 2.0), ways.min(axis=0)).clip(0.0)
        last = np.where(rise == 0, np.where(level, 1.0, -1.0), ways.max(axis=0)).clip(max=1.0)
        passing = np.flatnonzero(first < last)
        if not len(passing):
            continue
        one, other = first[passing, None], last[passing, None]
        way = (ends - starts)[passing]
        from_ = starts[passing] + one * way + known.shifts[number]
        to = starts[passing] + other * way + known.shifts[number]
        hits = index.meetings(from_, to, which & known.walls[number])
        line = passing[hits.line]
        enter, leave = (
            first[line] + share * (last[line] - first[line]) for share in (hits.enter, hits.leave)
        )
        feet = begin[line] + enter * rise[line] - battle_map.grid.per_cell
        below = feet < wall_tops(battle_map)[hits.wall] - TOUCH
        found.append((line[below], hits.wall[below], enter[below], leave[below]))
    line, wall, enter, leave = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.lexsort((wall, enter, line))
    return Hits(line[order], wall[order], enter[order], leave[order])
