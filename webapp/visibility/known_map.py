"""The map as viewers in the fog know it: what they have explored of it, as they saw it last.

A door that somebody works out of sight, or a wall that falls there, is as it was to those who do not see it,
until they look there again. What they have never seen is not there at all, and no step leads into it.
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, compress
from typing import TypeVar

import numpy as np

from rules.engine.caches import Same
from rules.map.cell_bits import CellBits, bits_of, unpack
from rules.map.grid import cell_centre
from rules.map.levels import is_frame
from rules.map.model import (
    BattleMap,
    Cell,
    Elevation,
    Floor,
    Grid,
    Ground,
    Level,
    Passage,
    Point,
    Wall,
    WallKind,
    Zone,
    hand_on,
)
from rules.map.wall_pieces import Pieces, known_stretches, wall_pieces
from rules.map.walls import Bools, Floats, Ints
from rules.map.zones import contains
from webapp.visibility.known_people import MapKnowledge
from webapp.visibility.known_walls import as_known, looks_of

UNKNOWN = 1_000_000.0
"""What a step into an unexplored cell costs: more than anybody has."""
_NOTHING = 1e-5  # of a wall
_Area = TypeVar("_Area", Ground, Elevation, Floor)


@dataclass(eq=False)
class _Asking:
    """The map that rules are asked of: made once for all who know the same, out of the one before it."""

    _of: tuple[BattleMap, CellBits, tuple[Zone, ...]] | None = None
    _made: BattleMap | None = None

    def give(self, drawn: BattleMap, explored: CellBits, zones: tuple[Zone, ...]) -> BattleMap:
        """Give the known map with all zones, and with no way into what is unknown."""
        before, of = self._made, (drawn, explored, zones)
        known = self._of
        if before is not None and known is not None and known[0] is drawn and known[1:] == of[1:]:
            return before
        dark = tuple(compress(_all_cells(drawn.grid), (~unpack(explored, drawn.grid)).tobytes()))
        unknown = (Ground(cells=dark, cost=UNKNOWN),) if dark else ()
        made = replace(drawn, ground=(*drawn.ground, *unknown), zones=zones)
        if before is not None and before.grid == made.grid:
            hand_on(before, made)
        self._of, self._made = of, made
        return made


@lru_cache(maxsize=8)
def _all_cells(grid: Grid) -> tuple[Cell, ...]:
    return tuple((column, row) for row in range(grid.rows) for column in range(grid.cols))


@dataclass(frozen=True)
class KnownMap:
    """What viewers know of a map: `drawn` is shown to them, `asked` answers what they ask of the rules."""

    drawn: BattleMap
    map_knowledge: MapKnowledge
    zones: tuple[Zone, ...]
    """All that there are: distances are counted in them, whoever knows them."""

    asking: _Asking

    @property
    def asked(self) -> BattleMap:
        """Give the map that rules are asked of: with all zones, and with no way into what is unknown."""
        return self.asking.give(self.drawn, self.map_knowledge.explored, self.zones)


_Stretches = tuple[list[tuple[float, float]], tuple[Wall, ...]]
"""The stretches of a wall that are known, as shares of it and as walls."""


@dataclass(eq=False)
class Memory:
    """The walls and doors of a map as viewers of one knowledge saw them last."""

    _map: BattleMap | None = None
    _explored: CellBits = 0
    _walls: dict[str, Wall] = field(default_factory=dict)
    _changed: set[str] = field(default_factory=set)
    """Walls that are not as they are remembered."""
    _pieces: tuple[tuple[Wall, ...], Pieces] | None = None
    _cut: tuple[Pieces, dict[int, _Stretches]] | None = None
    """What is known of the walls in these pieces, by their numbers."""
    _known: KnownMap | None = None
    _asking: _Asking = field(default_factory=_Asking)
    _drawn: tuple[BattleMap, CellBits, BattleMap] | None = None

    def as_kept(self) -> "Memory":
        """Give what is remembered without what was worked out of it."""
        return Memory(self._map, self._explored, self._walls, self._changed)

    def copy(self) -> "Memory":
        """Give what is remembered now, to stay so whatever is seen later."""
        other = copy(self)
        other._changed = set(self._changed)
        return other

    def look(self, battle_map: BattleMap | None, map_knowledge: MapKnowledge | None) -> bool:
        """Look around, and say whether what is remembered of explored ground changed by it."""
        if map_knowledge is None or battle_map is None:
            self._map = None
            return False
        if self._map is None or self._map.grid != battle_map.grid:
            self._walls = {wall.id: wall for wall in battle_map.walls}
            self._changed, self._pieces = set(), None
            self._map, self._explored = battle_map, map_knowledge.explored
            return True
        if battle_map is not self._map:
            now = {wall.id: wall for wall in battle_map.walls}
            self._changed = {i for i in now.keys() | self._walls.keys() if now.get(i) != self._walls.get(i)}
            self._map = battle_map
            self._take_frames(now)
        looked = map_knowledge.seen | map_knowledge.explored & ~self._explored
        self._explored = map_knowledge.explored
        return bool(self._changed) and self._refresh(battle_map, looked)

    def _take_frames(self, now: Mapping[str, Wall]) -> None:
        """Take over the frames about levels: they are no things that anybody sees, or has to see again."""
        frames = {id_ for id_ in self._changed if is_frame(id_)}
        if not frames:
            return
        self._walls = {i: wall for i, wall in self._walls.items() if i not in frames}
        self._walls.update((i, now[i]) for i in now if i in frames)
        self._changed -= frames
        self._pieces = None

    def _refresh(self, battle_map: BattleMap, looked: CellBits) -> bool:
        """Take in what has changed where somebody looks; say whether any of it looks otherwise now."""
        now = {wall.id: wall for wall in battle_map.walls if wall.id in self._changed}
        mask, done = unpack(looked, battle_map.grid).reshape(-1), set()
        for id_ in self._changed:
            looks = [wall for wall in (self._walls.get(id_), now.get(id_)) if wall is not None]
            if mask[wall_pieces(battle_map.grid, looks).cell].any():
                done.add(id_)
        if not done:
            return False
        self._changed -= done
        before = looks_of(wall for i, wall in self._walls.items() if i in done)
        kept = {i: wall for i, wall in self._walls.items() if i not in done or i in now}
        self._walls = {**kept, **{i: wall for i, wall in now.items() if i in done}}
        if looks_of(wall for i, wall in now.items() if i in done) == before:
            return False  # a wall that is a secret door from now on, say
        self._pieces = None
        return True

    def known(self, battle_map: BattleMap, map_knowledge: MapKnowledge) -> KnownMap:
        """Give the map as it is known; made once, as long as nothing changes."""
        found = self._known
        if (
            found is None
            or found.map_knowledge != map_knowledge
            or self._pieces is None
            or self._map is not battle_map
            or self._drawn is None
            or not _is_painted_alike(self._drawn[0], battle_map)
        ):
            if self._map is not battle_map:
                self.look(battle_map, map_knowledge)
            self._known = found = self._make(battle_map, map_knowledge)
        return found

    def _make(self, battle_map: BattleMap, map_knowledge: MapKnowledge) -> KnownMap:
        kept = self._drawn if self._pieces is not None else None
        if kept is None or kept[0] is not battle_map or kept[1] != map_knowledge.explored:
            drawn = self._draw(battle_map, map_knowledge)
            if self._drawn is not None and self._drawn[2].grid == drawn.grid:
                hand_on(self._drawn[2], drawn)
            self._drawn = kept = battle_map, map_knowledge.explored, drawn
        return KnownMap(kept[2], map_knowledge, battle_map.zones, self._asking)

    def _draw(self, battle_map: BattleMap, map_knowledge: MapKnowledge) -> BattleMap:
        grid = battle_map.grid
        explored, zones = unpack(map_knowledge.explored, grid), known_zones(battle_map, map_knowledge)
        return BattleMap(
            grid=grid,
            walls=self._stretches(grid, explored),
            ground=_within(battle_map.ground, explored),
            elevation=_within(battle_map.elevation, explored),
            zones=tuple(zone for zone in battle_map.zones if zone.id in zones),
            picture=battle_map.picture,
            surface=battle_map.surface,
            floors=_within(battle_map.floors, explored),
            levels=_known_levels(battle_map, explored),
            passages=_known_passages(battle_map, explored),
        )

    def _stretches(self, grid: Grid, explored: Bools) -> tuple[Wall, ...]:
        if self._pieces is None:
            walls = tuple(map(as_known, self._walls.values()))
            self._pieces = walls, wall_pieces(grid, walls)
        walls, pieces = self._pieces
        if self._cut is None or self._cut[0] is not pieces:
            self._cut = pieces, {}
        before, now = self._cut[1], dict[int, _Stretches]()
        for number, stretches in known_stretches(pieces, explored.reshape(-1)).items():
            known = before.get(number)
            if known is None or known[0] != stretches:  # else it is the very same walls: much hangs on them
                known = stretches, _stretched(walls[number], stretches)
            now[number] = known
        self._cut = pieces, now
        return tuple(chain.from_iterable(known for _, known in now.values()))

    def touches(self, wall_id: str, cells: CellBits) -> bool:
        """Say whether a wall, as it is now or was, lies in or along any of some cells."""
        if self._map is None:
            return False
        now = (wall for wall in self._map.walls if wall.id == wall_id)
        looks = [wall for wall in (self._walls.get(wall_id), *now) if wall is not None]
        return touched_by(self._map.grid, looks, cells)


def _is_painted_alike(one: BattleMap, other: BattleMap) -> bool:
    """Say whether two maps differ at most in their walls, which are remembered, and their light."""
    if one is other:
        return True
    return all(
        getattr(one, part) == getattr(other, part)
        for part in ("ground", "elevation", "zones", "picture", "surface", "floors", "levels", "passages")
    )


def touched_by(grid: Grid, walls: list[Wall], cells: CellBits) -> bool:
    """Say whether any of some walls lies in or along any of some cells."""
    return bool(unpack(cells, grid).reshape(-1)[wall_pieces(grid, walls).cell].any())


def _stretched(wall: Wall, stretches: list[tuple[float, float]]) -> tuple[Wall, ...]:
    """Give what is known of a wall; of a door that is its longest stretch."""
    if wall.kind is WallKind.DOOR:
        stretches = [max(stretches, key=lambda stretch: stretch[1] - stretch[0])]
    return tuple(_stretch(wall, begin, end) for begin, end in stretches)


def _stretch(wall: Wall, begin: float, end: float) -> Wall:
    if begin < _NOTHING and end > 1 - _NOTHING:
        return wall
    return replace(wall, start=_along(wall, begin), end=_along(wall, end))


def _along(wall: Wall, share: float) -> Point:
    (x1, y1), (x2, y2) = wall.start, wall.end
    if min(share, 1 - share) < _NOTHING:
        return (x2, y2) if share > _NOTHING else (x1, y1)
    return round(x1 + (x2 - x1) * share, 6), round(y1 + (y2 - y1) * share, 6)


def _within(areas: tuple[_Area, ...], explored: Bools) -> tuple[_Area, ...]:
    """Cut areas to what is explored; those of which nothing is are left out."""
    cut = []
    for area in areas:
        inside, row, column = _cells_on(Same(area), *explored.shape)
        known = inside & explored[row, column]
        if known.any():
            cut.append(replace(area, cells=tuple(compress(area.cells, known.tolist()))))
    return tuple(cut)


@lru_cache(maxsize=512)
def _cells_on(area: Same, rows: int, cols: int) -> tuple[Bools, Ints, Ints]:
    """Tell of each cell of an area whether it lies on such a map, and its row and column: 0 if not."""
    every = area.thing.cells
    column, row = np.fromiter(chain.from_iterable(every), np.int64, 2 * len(every)).reshape(-1, 2).T
    inside = (column >= 0) & (column < cols) & (row >= 0) & (row < rows)
    return inside, np.where(inside, row, 0), np.where(inside, column, 0)


def known_levels(
    battle_map: BattleMap, map_knowledge: MapKnowledge
) -> tuple[tuple[Level, ...], tuple[Passage, ...]]:
    """List the levels and passages that viewers know of."""
    if not battle_map.levels:
        return (), ()
    explored = unpack(map_knowledge.explored, battle_map.grid)
    return _known_levels(battle_map, explored), _known_passages(battle_map, explored)


def _known_levels(battle_map: BattleMap, explored: Bools) -> tuple[Level, ...]:
    """List the levels of which anything is explored; of others nobody knows even that there are any."""

    def is_known(level: Level) -> bool:
        (column, row), cols, rows = level.at, level.cols, level.rows
        return bool(explored[row : row + rows, column : column + cols].any())

    return tuple(level for level in battle_map.levels if is_known(level))


def _known_passages(battle_map: BattleMap, explored: Bools) -> tuple[Passage, ...]:
    """List the passages of which an end is explored: whoever has found stairs can take them."""
    known = (
        replace(passage, joins=tuple(pair for pair in passage.joins if any(explored[r, c] for c, r in pair)))
        for passage in battle_map.passages
    )
    return tuple(passage for passage in known if passage.joins)


def known_zones(battle_map: BattleMap, map_knowledge: MapKnowledge) -> frozenset[str]:
    """Name the zones that viewers know of: all of whose cells they have explored."""
    found = battle_map.derived(_cells_of_zones).items()
    return frozenset(zone for zone, cells in found if cells and not cells & ~map_knowledge.explored)


def _cells_of_zones(battle_map: BattleMap) -> Mapping[str, CellBits]:
    grid = battle_map.grid
    every = [(column, row) for row in range(grid.rows) for column in range(grid.cols)]
    centres = np.array([cell_centre(grid, cell) for cell in every])
    return {zone.id: _cells_of(grid, zone, every, centres) for zone in battle_map.zones}


def _cells_of(grid: Grid, zone: Zone, every: list[tuple[int, int]], centres: Floats) -> CellBits:
    if len(zone.polygon) < 3:
        return 0
    return bits_of(grid, (every[n] for n in np.flatnonzero(contains(zone.polygon, centres)).tolist()))
