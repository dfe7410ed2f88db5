"""Areas of effect laid over the map, and whom they catch (README.md, Sight and areas).

Readings of README.md that people may ask about:
- Lengths are in cells. A direction is in degrees, 0 to the right and on clockwise, as y runs down: 90 points
  down, 180 to the left. `direction_of` gives that from one point to another.
- A cone with an angle is a piece of a disc: it ends in an arc, everywhere `length` from its apex. A cone with
  a width is a triangle, whose far side lies `length` away and is that wide. A line is a rectangle that begins
  at its `start`, half its width to either side. An arc is a cone.
- On the border is inside, within `TOUCH`: a centre that an area just reaches is covered, and with `touch` a
  cell that it just brushes is too, unless `brush` says that a brush without any area in common is none.
- What an area covers is told cell by cell. Where walls stop it, a cell counts if the very centre that it
  covers can be seen from its origin; with `touch`, if any of the points that someone in that cell has can be
  (README.md, Line of fire). An origin that a wall touches sees nothing.
- Footprints in zones without cells are in no area.
- An area stays on the level on which it begins.
- An area follows the ground: painted heights take nobody out of it. Who is above the ground is in it as far
  as it reaches up there: a blast as a ball, a cone as high as it is wide, a line half its width.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rules.map.geometry.lattice import lattice
from rules.map.geometry.skyline import ARC_STEP
from rules.map.grid import (
    Footprint,
    cell_at,
    cell_centre,
    cell_corners,
    footprint_cells,
    footprint_points,
    has_cells,
)
from rules.map.levels import storeys
from rules.map.model import BattleMap, Cell, Grid, Point
from rules.map.walls import TOUCH, Bools, Floats, stops, wall_index

_STEEPEST = 85.0  # degrees off its axis up to which a cone rises: a whole disc rises no higher
_LEAST_UP = 0.5  # cells that a line reaches up and down at least
_ROUNDING = 1e-12  # so that two sides of a line without width still have something between them


@dataclass(frozen=True, slots=True)
class Part:
    """A convex piece of an area: what lies on the inner side of each line, and in the disc if there is one.

    Attributes:
        sides: rows (a, b, c), a * a + b * b being 1; inside is where a * x + b * y <= c.
        disc: its centre and radius.
        inner: a point of the piece.
    """

    sides: Floats
    disc: tuple[Point, float] | None
    inner: Point

    def covers(self, points: Floats) -> Bools:
        """Tell which points lie in the piece or on its border."""
        over = points @ self.sides[:, :2].T - self.sides[:, 2]
        covered: Bools = np.all(over <= TOUCH, axis=1)
        if self.disc is not None:
            covered &= np.hypot(*(points - np.array(self.disc[0])).T) <= self.disc[1] + TOUCH
        return covered

    def meets(self, cells: Floats) -> Bools:
        """Tell which cells have a point in the piece.

        Args:
            cells: for each its corners, clockwise on the map, and for each corner x and y.
        """
        along = np.roll(cells, -1, axis=1) - cells
        # The share of each edge of each cell that lies on the inner side of all lines ...
        at = cells @ self.sides[:, :2].T - self.sides[:, 2] - _ROUNDING
        slope = along @ self.sides[:, :2].T
        slope[np.abs(slope) < _ROUNDING] = 0.0
        with np.errstate(divide="ignore", invalid="ignore"):
            cut = -at / slope
        outside = np.where((slope == 0) & (at > 0), np.inf, 0.0)
        begin = np.where(slope < 0, cut, outside).max(axis=2, initial=0.0)
        end = np.where(slope > 0, cut, 1.0).min(axis=2, initial=1.0)
        met = begin <= end
        if self.disc is not None:  # ... and whether its point nearest to the centre lies in the disc.
            middle, radius = np.array(self.disc[0]), self.disc[1]
            nearest = ((middle - cells) * along).sum(axis=2) / (along * along).sum(axis=2)
            share = np.clip(nearest, np.where(met, begin, 0.0), np.where(met, end, 1.0))
            gap = cells + share[:, :, None] * along - middle
            met &= np.hypot(gap[:, :, 0], gap[:, :, 1]) <= radius
        # Or else the whole piece lies inside the cell.
        apart = np.array(self.inner) - cells
        turn = along[:, :, 0] * apart[:, :, 1] - along[:, :, 1] * apart[:, :, 0]
        within: Bools = met.any(axis=1) | (turn >= 0).all(axis=1)
        return within


@dataclass(frozen=True, slots=True)
class Slope:
    """How far above the ground an area begins, in the grid's unit, and how much it rises with each cell."""

    start: float
    rise: float = 0.0

    def at(self, cells: float) -> float:
        """Give how high it is so many cells from its origin."""
        return self.start + self.rise * cells


class Area(ABC):
    """A shape on the map, made up of convex parts."""

    @property
    @abstractmethod
    def origin(self) -> Point:
        """Where the area comes from, in cells."""

    @abstractmethod
    def parts(self) -> tuple[Part, ...]:
        """Give the convex pieces that together are the area."""

    @abstractmethod
    def outline(self) -> tuple[Point, ...]:
        """List the corners to draw, clockwise on the map; circles in pieces of `ARC_STEP`."""

    def cells(
        self,
        battle_map: BattleMap,
        *,
        touch: bool = False,
        brush: bool = True,
        stopped_by_walls: bool = False,
    ) -> tuple[Cell, ...]:
        """List the cells of the map that the area covers, row by row.

        Args:
            touch: count a cell of which any part is covered, not only its centre.
            brush: with `touch`, count a cell whose border alone is covered.
            stopped_by_walls: leave out what walls hide from the origin.
        """
        grid = battle_map.grid
        if not has_cells(grid):
            return ()
        points = lattice(grid, (0.0, 0.0))
        centres = points.points(np.arange(grid.cols * grid.rows))
        corners = np.array(self.outline())
        low, high = corners.min(axis=0) - 1, corners.max(axis=0) + 1  # a hex reaches 0.58 from its centre
        near = np.flatnonzero(((centres >= low) & (centres <= high)).all(axis=1))
        covered = np.zeros(len(centres), dtype=np.bool_)
        covered[near] = self._covered(battle_map, centres[near], touch, brush, stopped_by_walls)
        if battle_map.levels:
            covered &= self._on_its_level(battle_map, centres)
        rows, columns = np.nonzero(points.by_rows(covered))
        return tuple(zip(columns.tolist(), rows.tolist(), strict=True))

    def caught(
        self,
        battle_map: BattleMap,
        footprints: Mapping[str, Footprint],
        *,
        touch: bool = False,
        brush: bool = True,
        stopped_by_walls: bool = False,
        slope: "Slope | None" = None,
    ) -> tuple[str, ...]:
        """List whom the area catches by any of their cells, in the order given; for the rest see `cells`.

        Args:
            slope: how high it begins and how it rises; None for all along the ground.
        """
        grid = battle_map.grid
        if not has_cells(grid):
            return ()
        if slope is not None or any(footprint.altitude for footprint in footprints.values()):
            footprints = self._near_in_height(grid, footprints, slope or Slope(0.0))
        held = [
            (name, cell_centre(grid, cell))
            for name, footprint in footprints.items()
            if not isinstance(footprint.place, str)
            for cell in footprint_cells(grid, footprint)
        ]
        centres = np.array([centre for _, centre in held]).reshape(-1, 2)
        covers = self._covered(battle_map, centres, touch, brush, stopped_by_walls)
        if battle_map.levels:
            covers &= self._on_its_level(battle_map, centres)
        covered = covers.tolist()
        return tuple(dict.fromkeys(name for (name, _), yes in zip(held, covered, strict=True) if yes))

    def _near_in_height(
        self, grid: Grid, footprints: Mapping[str, Footprint], slope: "Slope"
    ) -> dict[str, Footprint]:
        """Leave out whom the area passes above or below."""

        def is_near(footprint: Footprint) -> bool:
            height = footprint.altitude
            centres = [cell_centre(grid, cell) for cell in footprint_cells(grid, footprint)]
            gaps = (abs(height - slope.at(math.dist(self.origin, centre))) for centre in centres)
            ups = (self.reach_up(centre) for centre in centres)
            return any(gap / grid.per_cell <= up + TOUCH for gap, up in zip(gaps, ups, strict=True))

        return {
            name: footprint
            for name, footprint in footprints.items()
            if not isinstance(footprint.place, str) and is_near(footprint)
        }

    def _on_its_level(self, battle_map: BattleMap, centres: Floats) -> Bools:
        """Tell which centres lie on the level of the area's origin: floors stop it, open or not."""
        known = storeys(battle_map)
        same: Bools = known.level_numbers(centres) == known.level_numbers(np.array([self.origin]))[0]
        return same

    @abstractmethod
    def reach_up(self, point: Point) -> float:
        """Give how far the area reaches up and down from its origin's height over a point, in cells."""

    def _covered(
        self, battle_map: BattleMap, centres: Floats, touch: bool, brush: bool, stopped_by_walls: bool
    ) -> Bools:
        """Tell which cells are covered, given their centres."""
        grid = battle_map.grid
        middle = np.array(cell_centre(grid, (0, 0)))
        covered = np.zeros(len(centres), dtype=np.bool_)
        corners = (np.array(cell_corners(grid, (0, 0))) - middle) * (1 + (2 if brush else -2) * TOUCH)
        for part in self.parts():
            covered |= part.meets(centres[:, None] + corners) if touch else part.covers(centres)
        if stopped_by_walls:
            points = np.array(footprint_points(grid, Footprint((0, 0)))) - middle
            some = np.flatnonzero(covered)
            ends = centres[some, None] + (points if touch else points[:1])
            hidden = wall_index(battle_map).meets_any(
                self.origin, ends.reshape(-1, 2), stops(battle_map).sight
            )
            covered[some] = ~hidden.reshape(ends.shape[:2]).all(axis=1)
        return covered


@dataclass(frozen=True, slots=True)
class Blast(Area):
    """A disc."""

    centre: Point
    radius: float

    @property
    def origin(self) -> Point:
        """Give the centre."""
        return self.centre

    def parts(self) -> tuple[Part, ...]:
        """Give the disc."""
        return (Part(np.zeros((0, 3)), (self.centre, self.radius), self.centre),)

    def reach_up(self, point: Point) -> float:
        """Give half the height of the ball over a point; at its edge it has none."""
        return math.sqrt(max(self.radius**2 - math.dist(self.centre, point) ** 2, 0.0))

    def outline(self) -> tuple[Point, ...]:
        """List points on the circle, one degree apart."""
        return _arc(self.centre, self.radius, 0.0, math.tau)[:-1]


@dataclass(frozen=True, slots=True)
class Cone(Area):
    """A piece of a disc with an angle at its apex, or a triangle with a width at its far side.

    Attributes:
        direction: of its axis, in degrees, 0 to the right and on clockwise.
        angle: in degrees, above 0 to 360.
        width: in cells. A cone has either an angle or a width.
    """

    apex: Point
    direction: float
    length: float
    angle: float | None = None
    width: float | None = None

    def __post_init__(self) -> None:
        if (self.angle is None) == (self.width is None):
            raise ValueError("A cone has either an angle or a width at its far end.")

    @property
    def origin(self) -> Point:
        """Give the apex."""
        return self.apex

    def parts(self) -> tuple[Part, ...]:
        """Give the triangle, or the piece of the disc, halved where its angle is reflex."""
        axis = math.radians(self.direction)
        if self.angle is None:
            far = _half_plane(axis, self.apex, self.length)
            sides = np.array([far, *_wedge(self.apex, axis, self._half)])
            return (Part(sides, None, self.apex),)
        pieces = [(axis, self._half)]
        if self.angle > 180:
            pieces = [(axis + sign * self._half / 2, self._half / 2) for sign in (-1, 1)]
        disc = self.apex, self.length
        return tuple(Part(np.array(_wedge(self.apex, *piece)), disc, self.apex) for piece in pieces)

    def reach_up(self, point: Point) -> float:
        """Give half its width at a point: a cone is as high as wide."""
        away = math.dist(self.apex, point)
        return away * math.tan(min(self._half, math.radians(_STEEPEST)))

    def outline(self) -> tuple[Point, ...]:
        """List the apex and the points of the far end; a whole disc has no apex."""
        axis = math.radians(self.direction)
        if self.angle is None:
            slant = math.hypot(self.length, (self.width or 0.0) / 2)
            far = tuple(_at(self.apex, axis + sign * self._half, slant) for sign in (-1, 1))
            return self.apex, *far
        arc = _arc(self.apex, self.length, axis - self._half, 2 * self._half)
        return arc[:-1] if self.angle >= 360 else (self.apex, *arc)

    @property
    def _half(self) -> float:
        """Half the angle at the apex, in radians."""
        if self.angle is not None:
            return math.radians(min(self.angle, 360.0)) / 2
        return math.atan2((self.width or 0.0) / 2, self.length)


@dataclass(frozen=True, slots=True)
class Line(Area):
    """A rectangle from the middle of one of its short sides on.

    Attributes:
        direction: in degrees, 0 to the right and on clockwise.
        width: in cells, half of it to either side; may be 0.
    """

    start: Point
    direction: float
    length: float
    width: float

    @property
    def origin(self) -> Point:
        """Give the start."""
        return self.start

    def parts(self) -> tuple[Part, ...]:
        """Give the rectangle."""
        axis, half = math.radians(self.direction), self.width / 2
        across = ((0.0, self.length), (math.pi, 0.0), (math.pi / 2, half), (-math.pi / 2, half))
        sides = np.array([_half_plane(axis + turn, self.start, far) for turn, far in across])
        return (Part(sides, None, self.start),)

    def reach_up(self, point: Point) -> float:
        """Give half its width, at least half a cell: a line is as high as wide."""
        return max(self.width / 2, _LEAST_UP)

    def outline(self) -> tuple[Point, ...]:
        """List the four corners."""
        axis, half = math.radians(self.direction), self.width / 2
        far = _at(self.start, axis, self.length)
        left, right = axis - math.pi / 2, axis + math.pi / 2
        return (
            _at(self.start, left, half),
            _at(far, left, half),
            _at(far, right, half),
            _at(self.start, right, half),
        )


def slope_to(
    battle_map: BattleMap, area: Area, start: Footprint | None, aim: Point, others: Iterable[Footprint]
) -> Slope | None:
    """Give the slope of an area that is aimed at a point: at whoever is over it, of several at the highest.

    Args:
        start: from where it comes; None for a blast, which is where it is aimed at.
        others: all who may be there.

    Returns:
        None where heights make no difference.
    """
    standing = tuple(others)
    if not any(one.altitude for one in (standing if start is None else (start, *standing))):
        return None
    cell = cell_at(battle_map.grid, aim)
    there = [one for one in standing if cell in footprint_cells(battle_map.grid, one)]
    end = max((one.altitude for one in there), default=0.0)
    if start is None:
        return Slope(end)
    return Slope(start.altitude, (end - start.altitude) / max(math.dist(area.origin, aim), 0.5))


def direction_of(start: Point, end: Point) -> float:
    """Give the direction from one point to another, in degrees from 0 up to 360."""
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0])) % 360.0


def _at(point: Point, angle: float, far: float) -> Point:
    return point[0] + far * math.cos(angle), point[1] + far * math.sin(angle)


def _arc(centre: Point, radius: float, begin: float, wide: float) -> tuple[Point, ...]:
    steps = math.ceil(wide / ARC_STEP - TOUCH)
    return tuple(_at(centre, begin + wide * step / steps, radius) for step in range(steps + 1))


def _half_plane(angle: float, point: Point, far: float) -> tuple[float, float, float]:
    """Give the side that lies so far from a point in a direction, and faces away from it."""
    a, b = math.cos(angle), math.sin(angle)
    return a, b, a * point[0] + b * point[1] + far


def _wedge(apex: Point, axis: float, half: float) -> Sequence[tuple[float, float, float]]:
    """Give the sides of what lies within half an angle (up to a right one) of an axis."""
    turns = (half + math.pi / 2, -half - math.pi / 2, math.pi)
    return [_half_plane(axis + turn, apex, 0.0) for turn in turns]
