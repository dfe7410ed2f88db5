"""Laying a grid over a picture: from a cell's pixels and one corner to columns, rows and the picture's box.

The grid is the map's measure, and the picture lies somewhere under it, so that its own painted lines meet the
grid's. What was drawn already (walls, zones, lights, ground, heights) keeps its place on the picture when the
grid is laid anew; who stands on the map keeps the cell.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, sqrt
from typing import TypeVar

from rules.engine.refusal import Refusal
from rules.engine.text import text
from rules.map.grid import cell_at, cell_centre
from rules.map.level_json import relaid
from rules.map.levels import is_frame, level_box
from rules.map.model import (
    BattleMap,
    Cell,
    Elevation,
    Floor,
    Grid,
    GridKind,
    Ground,
    Level,
    PictureBox,
    Point,
    Zone,
)
from webapp.drawing.zone_layout import UNIT, lay_out

MAX_CELLS = 200
"""Longest side, in cells, of a map that is started here or laid over a picture."""
SMALLEST_CELL = 8
"""In pixels of the picture: below that no token could be told from the next."""

_SLIVER = 0.02  # of a cell: less than this of the picture beyond the last line is no cell of its own
_INSIDE = 0.05  # of a cell: how far inside the picture a hex's middle must lie
_SAME = 0.03  # of the height: less is the same proportions
_ROW = sqrt(3) / 2  # from one row of hexes to the next
_TIP = 2 / sqrt(3)  # from tip to tip of a hex


@dataclass(frozen=True, slots=True)
class Laying:
    """How a grid is laid: its kind, a cell's width and height in pixels, and where a first cell begins.

    `corner` is the pixel where some cell's box begins: a square's corner; half a cell left of and above the
    middle of a hex.
    """

    kind: GridKind
    cell: Point
    corner: Point = (0.0, 0.0)
    per_cell: float = 1.0
    unit: str = "cell"


def by_count(
    kind: GridKind,
    picture: tuple[int, int],
    cols: int,
    rows: int,
    per_cell: float = 1.0,
    unit: str = "cell",
) -> Laying:
    """Lay so many columns and rows over the whole of a picture, its size given in pixels."""
    check_count(cols, rows)
    width, height = picture
    if kind is GridKind.HEX_ROWS:
        cell = width / (cols + (0.5 if rows > 1 else 0)), height / ((rows - 1) * _ROW + _TIP)
        corner = (0.0, (_TIP - 1) / 2 * cell[1])
    elif kind is GridKind.HEX_COLUMNS:
        cell = width / ((cols - 1) * _ROW + _TIP), height / (rows + (0.5 if cols > 1 else 0))
        corner = ((_TIP - 1) / 2 * cell[0], 0.0)
    else:
        cell, corner = (width / cols, height / rows), (0.0, 0.0)
    return Laying(kind, cell, corner, per_cell, unit)


def check_count(cols: int, rows: int) -> None:
    """Refuse (`bad-grid`) more or fewer cells than a map has here."""
    if not (1 <= cols <= MAX_CELLS and 1 <= rows <= MAX_CELLS):
        said = text(
            "A map has from 1 x 1 to {most} x {most} cells; {cols} x {rows} is not among these.",
            most=MAX_CELLS,
            cols=cols,
            rows=rows,
        )
        raise Refusal("bad-grid", said)


def laid_out(laying: Laying, picture: tuple[int, int]) -> BattleMap:
    """Make the empty map that a laying gives: its grid and where the picture lies. Raises `Refusal`."""
    across, down = laying.cell
    if min(laying.cell) < SMALLEST_CELL:
        least = text(
            "at least {least} pixels wide and high; these have {across} x {down}",
            least=SMALLEST_CELL,
            across=f"{across:.3g}",
            down=f"{down:.3g}",
        )
        raise Refusal("bad-grid", text("A cell is {least}. Lay fewer, larger cells.", least=least))
    size = (picture[0] / across, picture[1] / down)
    corner = (laying.corner[0] / across, laying.corner[1] / down)
    if laying.kind is GridKind.ZONES:
        grid = Grid(GridKind.ZONES, 0, 0, laying.per_cell, laying.unit)
        return BattleMap(grid, zones=_halves(size), picture=_box((0.0, 0.0), size))
    if laying.kind is GridKind.SQUARE:
        start = _square_start(corner[0]), _square_start(corner[1])
        cols, rows = (ceil(size[n] - start[n] - _SLIVER) for n in (0, 1))
    elif laying.kind is GridKind.HEX_ROWS:
        start, (cols, rows) = _hexes(corner, size)
    else:
        turned_start, (rows, cols) = _hexes(_turned(corner), _turned(size))
        start = _turned(turned_start)
    check_count(cols, rows)
    grid = Grid(laying.kind, cols, rows, laying.per_cell, laying.unit)
    return BattleMap(grid, picture=_box((-start[0], -start[1]), size))


def _square_start(corner: float) -> float:
    """Give the first grid line at or before the picture's edge, in cells; a sliver is no cell of its own."""
    past = corner % 1
    return past if past <= _SLIVER else past - 1


def _hexes(corner: Point, size: Point) -> tuple[Point, tuple[int, int]]:
    """Find the first hex of hex-rows, and count the columns and rows with their middles in the picture."""
    number = ceil((_INSIDE - corner[1] - 0.5) / _ROW)  # of the row of the first middle, from the corner's on
    y = corner[1] + number * _ROW
    x = corner[0] + 0.5 * (number % 2)
    x += ceil(_INSIDE - x - 0.5)
    cols = floor(size[0] - _INSIDE - x - 0.5) + 1
    rows = floor((size[1] - _INSIDE - y - 0.5) / _ROW) + 1
    return (x, y), (cols, rows)


def _turned(point: Point) -> Point:
    return point[1], point[0]


def _halves(size: Point) -> tuple[Zone, Zone]:
    """Start a zones-only map over a picture: one zone on each half, for the GM to draw anew."""
    middle, (right, bottom) = _tidy(size[0] / 2), (_tidy(size[0]), _tidy(size[1]))
    left = Zone(
        "zone-1", str(text("West")), ((0, 0), (middle, 0), (middle, bottom), (0, bottom)), ("zone-2",)
    )
    return left, Zone(
        "zone-2", str(text("East")), ((middle, 0), (right, 0), (right, bottom), (middle, bottom))
    )


def _box(at: Point, size: Point) -> PictureBox:
    return PictureBox(at=(_tidy(at[0]), _tidy(at[1])), size=(_tidy(size[0]), _tidy(size[1])))


def _tidy(number: float) -> float:
    return round(number, 6) + 0.0


# -------------------------------------------------------------------------------------------- laying anew
def picture_box(battle_map: BattleMap) -> PictureBox:
    """Tell where a map's picture lies, in cells: where nothing says so, it fills the drawn grid."""
    if battle_map.picture is not None:
        return battle_map.picture
    layout = lay_out(battle_map)
    return PictureBox(at=(0.0, 0.0), size=(layout.width / UNIT, layout.height / UNIT))


def box_under(battle_map: BattleMap, picture: tuple[int, int]) -> PictureBox:
    """Tell where another picture, of so many pixels, is laid under a map: where one lies now, as wide.

    It is as high too, where its proportions are nearly the same.
    """
    now = picture_box(battle_map)
    height = now.size[0] * picture[1] / picture[0]
    if abs(height - now.size[1]) <= _SAME * now.size[1]:
        return now
    return _box(now.at, (now.size[0], height))


def laid_anew(battle_map: BattleMap, laying: Laying, picture: tuple[int, int]) -> BattleMap:
    """Lay another grid over a map's picture; what is drawn keeps its place on it. Raises `Refusal`."""
    fresh = laid_out(laying, picture)
    assert fresh.picture is not None
    box = replace(fresh.picture, id=picture_box(battle_map).id)
    fresh = replace(fresh, picture=box)
    move = _Move(picture_box(battle_map), box)
    zones = [replace(zone, polygon=tuple(map(move.forth, zone.polygon))) for zone in battle_map.zones]
    moved = replace(
        fresh,
        walls=tuple(
            replace(w, start=move.forth(w.start), end=move.forth(w.end))
            for w in battle_map.walls
            if not is_frame(w.id)
        ),
        lights=tuple(
            replace(lamp, at=move.forth(lamp.at), range_cells=_tidy(lamp.range_cells * move.scale))
            for lamp in battle_map.lights
        ),
    )
    if laying.kind is GridKind.ZONES:
        return replace(moved, zones=tuple(zones) or fresh.zones)
    drawn = [zone for zone in zones if zone.polygon]  # on a grid a zone is where it was drawn, or nowhere
    kept = {zone.id for zone in drawn}
    laid = replace(
        moved,
        zones=tuple(replace(z, links=tuple(link for link in z.links if link in kept)) for z in drawn),
        ground=_relaid(battle_map.ground, battle_map.grid, fresh.grid, move),
        elevation=_relaid(battle_map.elevation, battle_map.grid, fresh.grid, move),
        surface=battle_map.surface,
        floors=_relaid(battle_map.floors, battle_map.grid, fresh.grid, move),
    )
    return _with_levels(laid, battle_map, move) if battle_map.levels else laid


def _with_levels(laid: BattleMap, before: BattleMap, move: "_Move") -> BattleMap:
    """Let levels and passages keep their places on the picture, in whole cells, as far as they fit."""

    def cell(old: Cell) -> Cell:
        return cell_at(laid.grid, move.forth(cell_centre(before.grid, old))) or old

    def moved(level: Level) -> Level:
        left, top, right, bottom = level_box(before, level)
        (column, row), (last_column, last_row) = (
            tuple(round(part) for part in move.forth(corner)) for corner in ((left, top), (right, bottom))
        )
        over_column, over_row = (round(part * move.scale) for part in level.over)
        cols, rows = max(1, last_column - column), max(1, last_row - row)
        return replace(level, at=(column, row), cols=cols, rows=rows, over=(over_column, over_row))

    passages = [
        replace(passage, joins=tuple((cell(one), cell(other)) for one, other in passage.joins))
        for passage in before.passages
    ]
    return relaid(laid, [moved(level) for level in before.levels], passages)


@dataclass(frozen=True, slots=True)
class _Move:
    """From where a point lay by the old box of the picture to where it lies by the new one, and back."""

    old: PictureBox
    new: PictureBox

    @property
    def scale(self) -> float:
        """Tell how many new cells an old one is wide, on the mean of both directions."""
        return sqrt(self.new.size[0] / self.old.size[0] * self.new.size[1] / self.old.size[1])

    def forth(self, point: Point) -> Point:
        return _carried(point, self.old, self.new)

    def back(self, point: Point) -> Point:
        return _carried(point, self.new, self.old)


def _carried(point: Point, start: PictureBox, end: PictureBox) -> Point:
    x, y = (end.at[n] + (point[n] - start.at[n]) * (end.size[n] / start.size[n]) for n in (0, 1))
    return _tidy(x), _tidy(y)


_Painted = TypeVar("_Painted", Ground, Elevation, Floor)


def _relaid(things: Sequence[_Painted], old: Grid, new: Grid, move: _Move) -> tuple[_Painted, ...]:
    """Paint ground, heights or floors on those new cells whose middle lies on an old cell that had them."""
    if not things or old.kind is GridKind.ZONES:
        return ()
    lies_on: dict[Cell, list[Cell]] = {}
    for row in range(new.rows):
        for column in range(new.cols):
            below = cell_at(old, move.back(cell_centre(new, (column, row))))
            if below is not None:
                lies_on.setdefault(below, []).append((column, row))
    relaid = []
    for thing in things:
        cells = tuple(sorted(cell for old_cell in thing.cells for cell in lies_on.get(old_cell, ())))
        if cells:
            relaid.append(replace(thing, cells=cells))
    return tuple(relaid)
