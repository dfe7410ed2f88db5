"""Ground, heights and floors as they are drawn: patches of cells with their rims, hatched or tinted."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.engine.text import Gap, Words, as_text, text
from rules.map.grid import cell_centre, cell_corners, has_cells, neighbours
from rules.map.model import (
    Cell,
    Elevation,
    Floor,
    Grid,
    Ground,
    Point,
)
from webapp.drawing.wall_drawing import in_units
from webapp.drawing.zone_layout import UNIT, Box

_MOST_DRAWN = 20_000  # cells of one grid
_WATER = frozenset(
    (
        *("water", "river", "stream", "brook", "pond", "pool", "lake", "sea", "canal"),
        *("wasser", "fluss", "bach", "teich", "see", "meer", "kanal"),
    )
)
"""Words in the names of ground, as GMs type them, that make it water."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PatchView:
    """Ground or height as it is drawn: all its cells, their outer rim, and its sign once on every island."""

    name: Words
    sign: str
    cells: str
    rim: str
    signs: tuple[tuple[float, float], ...]
    is_water: bool = False
    """Whether it is tinted as water, and not hatched as rough ground."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorView:
    """A floor as it is drawn: what it looks like, all its cells, and their outer rim."""

    surface: str
    cells: str
    rim: str


Taken = tuple[Box, ...]
"""What other writing lies on, in map units: names of zones, signs."""


@lru_cache(maxsize=256)
def see_ground(grid: Grid, ground: Ground, taken: Taken = ()) -> PatchView:
    """Draw ground, with what a step into it costs, or as water by its name; its signs keep clear."""
    name: Gap = ground.name or text("difficult ground")
    words = text("{name}: a step costs {cost}", name=name, cost=float(ground.cost))
    patch = _see_patch(grid, frozenset(ground.cells), words, f"×{ground.cost:g}", taken)
    return replace(patch, is_water=not _WATER.isdisjoint(ground.name.casefold().split()))


@lru_cache(maxsize=256)
def see_height(grid: Grid, patch: Elevation, taken: Taken = ()) -> PatchView:
    """Draw raised or sunken cells, with how high they lie; their signs keep clear."""
    sign = f"{patch.height:+g}".replace("-", "−")
    words = text("height {sign} {unit}", sign=sign, unit=as_text(grid.unit))
    return _see_patch(grid, frozenset(patch.cells), words, sign, taken)


@lru_cache(maxsize=256)
def see_floor(grid: Grid, floor: Floor) -> FloorView:
    """Draw a floor."""
    patch = _see_patch(grid, frozenset(floor.cells), "", "", ())
    return FloorView(surface=floor.surface.value, cells=patch.cells, rim=patch.rim)


def _see_patch(grid: Grid, cells: frozenset[Cell], name: Words, sign: str, taken: Taken) -> PatchView:
    if not has_cells(grid):
        return PatchView(name=name, sign=sign, cells="", rim="", signs=())
    drawn, fill, sides, ordered = _drawn_on(grid), list[str](), dict[str, str](), sorted(cells)
    for cell in ordered:
        whole, around, _ = drawn[cell]
        fill.append(whole)
        for side, line in around:
            sides[side] = "" if side in sides else line  # a side of two cells is no rim
    signs = tuple(_sign_of(grid, island, taken) for island in _islands(drawn, ordered))
    return PatchView(name=name, sign=sign, cells="".join(fill), rim="".join(sides.values()), signs=signs)


_DrawnCell = tuple[str, tuple[tuple[str, str], ...], tuple[Cell, ...]]


class _DrawnCells(dict[Cell, _DrawnCell]):
    """For each cell how it is drawn, each of its sides by its ends, and the cells next to it.

    They are kept as they are asked for: patches grow cell by cell as they are explored.
    """

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self._grid = grid

    def __missing__(self, cell: Cell) -> _DrawnCell:
        """Draw a cell."""
        corners = [f"{in_units(x)} {in_units(y)}" for x, y in cell_corners(self._grid, cell)]
        pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
        sides = tuple((f"{min(a, b)} {max(a, b)}", f"M{a}L{b}") for a, b in pairs)
        if len(self) >= _MOST_DRAWN:
            self.clear()
        made = self[cell] = f"M{'L'.join(corners)}Z", sides, neighbours(self._grid, cell)
        return made


@lru_cache(maxsize=4)
def _drawn_on(grid: Grid) -> _DrawnCells:
    return _DrawnCells(grid)


def _islands(drawn: _DrawnCells, ordered: Sequence[Cell]) -> list[list[Cell]]:
    left, islands = set(ordered), []
    for first in ordered:
        if first not in left:
            continue
        left.discard(first)
        island = [first]
        for cell in island:  # grows while it is walked through
            near = [other for other in drawn[cell][2] if other in left]
            left.difference_update(near)
            island += near
        islands.append(island)
    return islands


def _sign_of(grid: Grid, island: list[Cell], taken: Taken) -> tuple[float, float]:
    """Put a sign into the cell nearest to the middle of its island, of those that are clear if any is."""
    centres = [cell_centre(grid, cell) for cell in island]
    x, y = (sum(part) / len(centres) for part in zip(*centres, strict=True))

    def is_taken(centre: Point) -> bool:
        sign = _sign_box(centre[0] * UNIT, centre[1] * UNIT)
        return any(box.meets(sign) for box in taken)

    nearest = sorted(centres, key=lambda centre: ((centre[0] - x) ** 2 + (centre[1] - y) ** 2, centre))
    at = next((centre for centre in nearest if not is_taken(centre)), nearest[0])
    return round(at[0] * UNIT, 2), round(at[1] * UNIT, 2)


def sign_boxes(patch: PatchView) -> Taken:
    """Give what the signs of a patch lie on."""
    return tuple(_sign_box(x, y) for x, y in patch.signs)


def _sign_box(x: float, y: float) -> Box:
    return Box(x - UNIT / 2, y - 0.3 * UNIT, UNIT, 0.6 * UNIT)
