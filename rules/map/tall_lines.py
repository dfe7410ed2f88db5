"""Which walls a straight line meets that rises or falls: it passes over those that end below it (README.md).

A line runs from foot to foot. So on level ground it meets whatever stands on that ground, however low, and
the answers are those of `WallIndex`; where one end is higher, a wall counts as far as it reaches up to it.
"""

from dataclasses import dataclass

import numpy as np

from rules.map.heights import tops_from_the_ground, wall_tops
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
    """Tell for each line whether it meets any wall of `which`, a truth value for each wall."""
    index = wall_index(battle_map)
    if lines.heights is None:
        return index.meets_any(lines.starts, lines.ends, which)
    met = np.zeros(len(lines.starts), dtype=np.bool_)
    met[meetings(battle_map, lines, which).line] = True
    return met


def meetings(battle_map: BattleMap, lines: Lines, which: Bools) -> Hits:
    """List every wall of `which` that each line meets, and where."""
    hits = wall_index(battle_map).meetings(lines.starts, lines.ends, which)
    if lines.heights is None:
        return hits
    start, end = lines.heights[hits.line, 0, 0], lines.heights[hits.line, 1, 0]
    lowest = np.minimum(start + hits.enter * (end - start), start + hits.leave * (end - start))
    aloft = lines.heights[hits.line, :, 1].any(axis=1)
    tops = np.where(aloft, wall_tops(battle_map)[hits.wall], tops_from_the_ground(battle_map)[hits.wall])
    below = lowest < tops - TOUCH
    return Hits(hits.line[below], hits.wall[below], hits.enter[below], hits.leave[below])
