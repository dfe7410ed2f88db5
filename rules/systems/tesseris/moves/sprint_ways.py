"""Ways with one turn of at most 90 degrees, as straight as cells allow (TS-164)."""

import math
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import cast

import numpy as np

from rules.engine.caches import Same
from rules.engine.moves.lazy_places import LazyPlaces
from rules.engine.moves.ways import Others
from rules.map import movement
from rules.map.grid import Diagonals, Footprint, cell_centre
from rules.map.model import BattleMap, Cell, Place
from rules.map.walls import Ints

STEP_APART = 60.001
"""How far apart the directions of two neighbouring steps are, in degrees: 45 on squares, 60 on hexes."""
TURN = 90.0
_ROUNDING = 1e-6
_Leg = tuple[int, int, tuple[Cell, ...]]
"""A straight leg: where it comes to, what it costs, the cells entered."""
_Destination = tuple[float | None, tuple[Cell, ...] | None]
"""What a place costs, None where none leads there, and the cells entered on a way that turns."""
_NO_WAY: _Destination = (None, None)


class Sprinter:
    """One sprinter on one map, and the ways open to it."""

    def __init__(
        self,
        battle_map: BattleMap,
        here: Footprint,
        most: float,
        enemies: frozenset[Cell],
        friends: frozenset[Cell],
    ) -> None:
        assert not isinstance(here.place, str)
        self._map, self._here, self._most = battle_map, here, most
        self._start: Cell = here.place
        self._enemies, self._friends = enemies, friends
        self._walker = movement.Walker(
            battle_map, here, diagonals=Diagonals.ALTERNATE, enemies=enemies, friends=friends
        )
        self._firsts: dict[Cell, list[_Leg]] = {}
        self._destinations: dict[Place, _Destination] = {}

    @cached_property
    def near(self) -> movement.Reach:
        """All that is so near by any way: no way with one turn is shorter."""
        return movement.reach(
            self._map,
            self._here,
            self._most,
            diagonals=Diagonals.ALTERNATE,
            enemies=self._enemies,
            friends=self._friends,
        )

    @property
    def costs(self) -> LazyPlaces[float]:
        """Give what each place costs that it may sprint to."""
        return LazyPlaces(self._places, lambda place: self._destination(place)[0])

    @property
    def turning(self) -> LazyPlaces[Sequence[Place]]:
        """Give the ways to those of them that it must turn on the way to."""
        return LazyPlaces(self._places, lambda place: self._destination(place)[1])

    @cached_property
    def _places(self) -> dict[Place, float]:
        """What is near by any way, with what that costs, its own cell first."""
        return cast(dict[Place, float], self.near.costs)

    def _destination(self, place: Place) -> _Destination:
        if place not in self._destinations:
            assert not isinstance(place, str)
            self._destinations[place] = self._search(place, self._places[place])
        return self._destinations[place]

    def _search(self, cell: Cell, cheapest: float) -> _Destination:
        """Find what a place costs, and the way if it turns; what has a straight leg needs no way searched."""
        legs = self._first_legs(cell) if self._walker.may_stop(cell) else []
        direct = min((self._walker.cells_of(leg[1]) for leg in legs), default=math.inf)
        if cell == self._start or direct <= cheapest + _ROUNDING:
            return cheapest, None
        way = self.way_to(cell)
        if way is None or way.cost > self._most + _ROUNDING:
            return _NO_WAY
        return way.cost, way.cells

    def way_to(self, to: Cell) -> movement.Path | None:
        """Give the cheapest way if it turns once at most, or the cheapest of two legs; None without one."""
        found = self.near.path_to(to)
        if found is None:
            found = movement.path(
                self._map,
                self._here,
                to,
                diagonals=Diagonals.ALTERNATE,
                enemies=self._enemies,
                friends=self._friends,
            )
        if found is None or turns_once(self._map, self._start, found.cells):
            return found
        return self._two_legs(to, found.cost)

    def _two_legs(self, to: Cell, cheapest: float) -> movement.Path | None:
        """Find the cheapest way of two straight legs, whatever cell they meet in.

        Args:
            cheapest: what the cheapest way of any shape costs: one of two legs that costs as much will do.
        """
        if not self._walker.may_stop(to):
            return None
        best: _Leg | None = None
        least = math.inf
        for length, corner in self._corners_towards(to):
            if max(length, cheapest) >= least:
                break
            for at, cost, cells in self._first_legs(corner):
                for leg in self._legs(at, corner, to):
                    if best is None or cost + leg[1] < best[1]:
                        best = leg[0], cost + leg[1], (*cells, *leg[2])
                        least = self._walker.cells_of(best[1])
        return None if best is None else movement.Path(best[2], least)

    def _corners_towards(self, to: Cell) -> Iterator[tuple[int, Cell]]:
        """Give the corners of ways to a cell that turn no farther than they may, the shortest ways first."""
        corners = self._corners
        first, second = corners - self._start, np.subtract(to, corners)
        steps = np.abs(first).max(axis=1) + np.abs(second).max(axis=1)
        may_turn = (first * second).sum(axis=1) >= 0  # by a right angle at most
        kept = np.flatnonzero(may_turn & (steps <= self._most))
        for number in kept[np.lexsort((corners[kept, 1], corners[kept, 0], steps[kept]))].tolist():
            yield int(steps[number]), (int(corners[number, 0]), int(corners[number, 1]))

    @cached_property
    def _corners(self) -> Ints:
        """List the cells that a straight leg leads to."""
        return np.array([cell for cell in (self._start, *self.near.came_from) if self._first_legs(cell)])

    def _first_legs(self, corner: Cell) -> list[_Leg]:
        if corner not in self._firsts:
            start = self._walker.start
            self._firsts[corner] = [] if start is None else self._legs(start, self._start, corner)
        return self._firsts[corner]

    def _legs(self, at: int, start: Cell, end: Cell) -> list[_Leg]:
        """Walk the straight lines from one cell to another, as far as nothing stops them."""
        found = []
        (x, y), along = start, self._walker.along
        for line in _lines(end[0] - x, end[1] - y):
            led = along(at, start, line)
            if led is not None:
                found.append((*led, tuple((x + column, y + row) for column, row in line)))
        return found


@lru_cache(maxsize=128)
def sprinter(battle_map: Same, here: Footprint, most: float, others: Others) -> Sprinter:
    """Give who sprints so, with all that has been searched for them: the AI asks again and again."""
    return Sprinter(battle_map.thing, here, most, *others)


def turns_once(battle_map: BattleMap, start: Place, cells: Sequence[Cell]) -> bool:
    """Tell whether a way is straight but for one turn of at most 90 degrees (TS-164).

    A straight line over cells wavers between two neighbouring directions, as evenly as can be.
    """
    headings = _headings(battle_map, start, cells)
    return any(
        _is_leg(headings[:at]) and _is_leg(headings[at:]) and _turn(headings, at) <= TURN + _ROUNDING
        for at in range(len(headings) + 1)
    )


def _headings(battle_map: BattleMap, start: Place, cells: Sequence[Cell]) -> tuple[float, ...]:
    assert not isinstance(start, str)
    headings, here = [], start
    for cell in cells:
        (x1, y1), (x2, y2) = cell_centre(battle_map.grid, here), cell_centre(battle_map.grid, cell)
        headings.append(round(math.degrees(math.atan2(y2 - y1, x2 - x1)), 3))
        here = cell
    return tuple(headings)


@lru_cache(maxsize=4096)
def _is_leg(headings: tuple[float, ...]) -> bool:
    """Tell whether steps go straight: stretches of one length have each direction as often, or once more."""
    directions = sorted(set(headings))
    if len(directions) < 2:
        return True
    if len(directions) > 2 or _between(*directions) > STEP_APART:
        return False
    sums = list(accumulate((heading == directions[0] for heading in headings), initial=0))
    for length in range(1, len(headings)):
        counts = [sums[at + length] - sums[at] for at in range(len(sums) - length)]
        if max(counts) - min(counts) > 1:
            return False
    return True


def _between(a: float, b: float) -> float:
    apart = abs(a - b) % 360
    return min(apart, 360 - apart)


def _turn(headings: Sequence[float], at: int) -> float:
    if at in (0, len(headings)):
        return 0.0
    return _between(_mean(headings[:at]), _mean(headings[at:]))


def _mean(headings: Sequence[float]) -> float:
    x = sum(math.cos(math.radians(heading)) for heading in headings)
    y = sum(math.sin(math.radians(heading)) for heading in headings)
    return math.degrees(math.atan2(y, x))


@lru_cache(maxsize=8192)
def _lines(columns: int, rows: int) -> tuple[tuple[Cell, ...], ...]:
    """Walk as straight as squares allow: through the middle, and along either side of the line."""
    count = max(abs(columns), abs(rows))

    def line(shift: float) -> tuple[Cell, ...]:
        return tuple(
            (math.floor(columns * n / count + shift), math.floor(rows * n / count + shift))
            for n in range(1, count + 1)
        )

    return tuple(dict.fromkeys(line(shift) for shift in (0.5, 1e-9, 1 - 1e-9)))
