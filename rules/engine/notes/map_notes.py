"""A note on the map: a text, an arrow, a free line, or a pin with a page behind it; and who may see it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, dist

from rules.map.cell_bits import CellBits, bits_of
from rules.map.grid import cell_at, has_cells
from rules.map.model import BattleMap, Cell, Grid, Point
from rules.map.sight import map_edge

TEXT, ARROW, LINE, PIN = "text", "arrow", "line", "pin"
SHAPES = (TEXT, ARROW, LINE, PIN)
WRITTEN = frozenset({TEXT, PIN})
"""Notes that stand on one spot and have words."""
COLOURS = ("yellow", "red", "blue", "green", "white", "black")
SIZES = ("small", "medium", "large")
GM_ALONE, ALL, SOME = "gm", "all", "some"
SEEN_BY = (GM_ALONE, ALL, SOME)
"""Who sees a note besides the GM and who drew it: nobody, all, or who plays one of those that it names."""

MOST_NOTES = 300
"""Notes of the GM's that a scene has at most."""
MOST_OF_ONE = 40
"""Notes that one character's player has at most on a scene."""
MOST_SENT = 2_000
"""Points with which a line may be sent."""
MOST_POINTS = 200
"""Points that are kept of a line."""
LONGEST_LINE = 1_000.0
"""How long a line may be in all, in cells."""
LONGEST_WORDS = 120
"""Letters of a text, or of a pin's title."""
LONGEST_PAGE = 10_000
"""Letters of the page behind a pin, and of a scene's own notes."""

FARTHEST = 1_000.0
"""How far from the map's corner a note may lie, in cells: no map has more of them a side."""
_STEP = 0.2  # cells from one look along a line to the next: less than any cell's corner is worth hiding by


@dataclass(frozen=True, slots=True, kw_only=True)
class MapNote:
    """A note on the map."""

    id: str
    shape: str
    points: tuple[Point, ...]
    """Where it lies, in cells from the map's upper left corner: one spot, two ends, or a line's points."""
    words: str = ""
    """What a text says, or a pin's title."""
    page: str = ""
    """What stands on the page behind a pin."""
    picture: str = ""
    """What the app keeps the picture of that page under; empty where it has none."""
    colour: str = COLOURS[0]
    size: str = "medium"
    seen_by: str = GM_ALONE
    whom: tuple[str, ...] = ()
    """With `some`: those whose players see it."""
    in_fog: bool = False
    """Whether it is seen even on ground that its viewer has not explored."""
    by: str = ""
    """Whose player drew it; empty for the GM."""


def is_sound(note: MapNote) -> bool:
    """Say whether a note out of a saved log can be one: a file may hold anything."""
    return (
        note.shape in SHAPES
        and note.colour in COLOURS
        and note.size in SIZES
        and 0 < len(note.points) <= MOST_POINTS
        and (len(note.points) > 1) != (note.shape in WRITTEN)
        and all(abs(x) <= FARTHEST and abs(y) <= FARTHEST for x, y in note.points)
        and length_of(note.points) <= max(LONGEST_LINE, 3 * FARTHEST if note.shape == ARROW else 0.0)
        and (note.shape != ARROW or note.points[0] != note.points[-1])
    )


def length_of(points: Sequence[Point]) -> float:
    """Give the length of a line, in cells."""
    return sum(dist(one, other) for one, other in pairwise(points))


def may_see(note: MapNote, owns: Collection[str]) -> bool:
    """Say whether somebody who plays these, and is not the GM, may see a note wherever it lies."""
    return (
        note.by in owns
        or note.seen_by == ALL
        or (note.seen_by == SOME and not set(note.whom).isdisjoint(owns))
    )


@lru_cache(maxsize=4096)
def cells_under(grid: Grid, points: tuple[Point, ...]) -> CellBits:
    """Give the cells that a note lies on: those of all its points, and all along its line."""
    return bits_of(grid, _cells_along(grid, points))


def _cells_along(grid: Grid, points: tuple[Point, ...]) -> set[Cell]:
    found = {cell_at(grid, points[0])}
    for (x1, y1), (x2, y2) in pairwise(points):
        steps = max(1, ceil(dist((x1, y1), (x2, y2)) / _STEP))
        found |= {
            cell_at(grid, (x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps))
            for n in range(1, steps + 1)
        }
    return {cell for cell in found if cell is not None}


def lies_on(note: MapNote, battle_map: BattleMap | None) -> bool:
    """Say whether a note lies within a map, so that it may stay as another map is laid out."""
    if battle_map is None:
        return False
    left, top, right, bottom = bounds(battle_map.grid)
    return all(left <= x <= right and top <= y <= bottom for x, y in note.points)


def bounds(grid: Grid) -> tuple[float, float, float, float]:
    """Give left, top, right and bottom of where notes may lie, in cells."""
    return map_edge(grid) if has_cells(grid) else (-FARTHEST, -FARTHEST, FARTHEST, FARTHEST)
