"""Where zones and the tokens in them are drawn, in map units (100 a cell).

Zones with polygons stand where they were drawn; on a zones-only map those without get a box each, in rows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, sqrt

import numpy as np

from rules.map.model import BattleMap, GridKind
from rules.map.zones import contains
from webapp.drawing.zone_links import link_path

UNIT = 100.0
_WIDTH, _HEIGHT, _GAP = 7 * UNIT, 5 * UNIT, 1 * UNIT


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle that tokens are set into."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> tuple[float, float]:
        """Give the middle, which links and rulers go to."""
        return self.x + self.width / 2, self.y + self.height / 2

    def meets(self, other: "Box") -> bool:
        """Say whether a part of one lies on the other."""
        across = self.x < other.x + other.width and other.x < self.x + self.width
        return across and self.y < other.y + other.height and other.y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Layout:
    """Outlines, boxes, name positions and links of all zones, and the size of the whole."""

    width: float
    height: float
    outlines: Mapping[str, tuple[tuple[float, float], ...]]
    boxes: Mapping[str, Box]
    labels: Mapping[str, tuple[float, float]]
    links: tuple[str, ...]
    """The lines between linked zones, each as the `d` of a path."""

    def middle(self, zone: str) -> tuple[float, float]:
        """Give the middle of a zone that has a box."""
        return self.boxes[zone].middle

    def slots(self, zone: str, count: int) -> tuple[tuple[float, float], ...]:
        """Give places for so many tokens, in rows under the zone's name; a crowd stands closer together."""
        return _slots(self.outlines[zone], self.boxes[zone], count)


_NAME = 0.9 * UNIT
_HIGH, _WIDE = 0.48 * UNIT, 0.27 * UNIT
"""How large a zone's name is where a cell is some 25 pixels wide: its height, and the width of a letter."""


def name_box(at: tuple[float, float], name: str) -> Box:
    """Give about what the name of a zone lies on, that stands at a position of a layout."""
    return Box(at[0] - len(name) * _WIDE / 2, at[1] - 0.8 * _HIGH, len(name) * _WIDE, _HIGH)


_STEPS = (1.2, 1.0, 0.8, 0.65, 0.5, 0.4, 0.3, 0.2)
"""How far apart tokens stand, in cells: the first at which all of them find room."""


@lru_cache(maxsize=512)
def _slots(outline: tuple[tuple[float, float], ...], box: Box, count: int) -> tuple[tuple[float, float], ...]:
    found: list[tuple[float, float]] = []
    for step in _STEPS:
        across = max(1, int((box.width - 0.2 * UNIT) // (step * UNIT)))
        down = max(1, int((box.height - _NAME - 0.2 * UNIT) // (step * UNIT)))
        spots = [
            (box.x + (column + 0.5) * box.width / across, box.y + _NAME + (row + 0.5) * step * UNIT)
            for row in range(down)
            for column in range(across)
        ]
        inside = contains([(x, y) for x, y in outline], np.array(spots))
        found = [spot for spot, yes in zip(spots, inside.tolist(), strict=True) if yes]
        if len(found) >= count:
            return tuple(found[:count])
    spare = found or [box.middle]  # a zone too small for its crowd: they stand on one another
    return tuple(spare[number % len(spare)] for number in range(count))


def lay_out(battle_map: BattleMap) -> Layout:
    """Work out the layout of a map; the same map is worked out once."""
    return battle_map.derived(_lay_out)


def _lay_out(battle_map: BattleMap) -> Layout:
    only = battle_map.grid.kind is GridKind.ZONES
    outlines: dict[str, tuple[tuple[float, float], ...]] = {}
    boxes: dict[str, Box] = {}
    across = ceil(sqrt(len(battle_map.zones))) or 1
    for number, zone in enumerate(battle_map.zones):
        if zone.polygon:
            outline = tuple((x * UNIT, y * UNIT) for x, y in zone.polygon)
        elif only:
            x, y = (number % across) * (_WIDTH + _GAP), (number // across) * (_HEIGHT + _GAP)
            outline = ((x, y), (x + _WIDTH, y), (x + _WIDTH, y + _HEIGHT), (x, y + _HEIGHT))
        else:
            continue
        xs, ys = [p[0] for p in outline], [p[1] for p in outline]
        outlines[zone.id] = outline
        boxes[zone.id] = Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    right = max((b.x + b.width for b in boxes.values()), default=_WIDTH)
    bottom = max((b.y + b.height for b in boxes.values()), default=_HEIGHT)
    # A drawing has some room at least, wherever its zones lie: pictures are measured by it.
    size = (max(right, UNIT), max(bottom, UNIT)) if only else _grid_size(battle_map)
    labels = {i: (b.x + b.width / 2, b.y + 0.5 * UNIT) for i, b in boxes.items()}
    pairs = {
        (min(z.id, other), max(z.id, other)) for z in battle_map.zones for other in z.links if other in boxes
    }
    links = tuple(_link(boxes, a, b) for a, b in sorted(pairs) if a in boxes) if only else ()
    return Layout(size[0], size[1], outlines, boxes, labels, links)


def _link(boxes: Mapping[str, Box], one: str, other: str) -> str:
    between = [
        (box.x, box.y, box.width, box.height) for zone, box in boxes.items() if zone not in (one, other)
    ]
    return link_path(boxes[one].middle, boxes[other].middle, between)


def _grid_size(battle_map: BattleMap) -> tuple[float, float]:
    """Measure the map's bounding box; hexes are pushed by half a cell and stand sqrt(3)/2 apart."""
    grid = battle_map.grid
    if grid.kind is GridKind.HEX_ROWS:
        return (grid.cols + 0.5) * UNIT, ((grid.rows - 1) * sqrt(3) / 2 + 1.2) * UNIT
    if grid.kind is GridKind.HEX_COLUMNS:
        return ((grid.cols - 1) * sqrt(3) / 2 + 1.2) * UNIT, (grid.rows + 0.5) * UNIT
    return grid.cols * UNIT, grid.rows * UNIT
