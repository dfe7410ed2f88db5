"""Empty maps to start from: a grid of squares or hexes, or a few zones in a row."""

from rules.engine.refusal import Refusal
from rules.engine.text import text
from rules.map.model import BattleMap, Grid, GridKind, Surface, Zone
from webapp.pictures.grid_alignment import check_count
from webapp.table.names import read_name

MOST_ZONES = 24
FIRST_ZONES = str(text("Front, Middle, Back"))


def grid_map(grid: Grid, surface: Surface = Surface.PLAIN) -> BattleMap:
    """Make an empty map of squares or hexes. Raises `Refusal` `bad-grid` if it has too many or none."""
    check_count(grid.cols, grid.rows)
    return BattleMap(grid, surface=surface)


def zones_map(names: str, per_cell: float = 1.0, unit: str = "cell") -> BattleMap:
    """Make a zones-only map of the names given, each linked with the next.

    Args:
        names: with commas between them; empty for three to start with.

    Raises:
        Refusal: `bad-name` or `bad-grid`.
    """
    typed = [name for name in (names.strip() or FIRST_ZONES).split(",") if name.strip()]
    if not 2 <= len(typed) <= MOST_ZONES:
        said = text(
            "A map of zones has from 2 to {most}, with commas between them; these are {count}.",
            most=MOST_ZONES,
            count=len(typed),
        )
        raise Refusal("bad-grid", said)
    named = [read_name(name, text("each zone's name")) for name in typed]
    zones = tuple(
        Zone(f"zone-{n}", name, links=(f"zone-{n + 1}",) if n < len(named) else ())
        for n, name in enumerate(named, 1)
    )
    return BattleMap(Grid(GridKind.ZONES, 0, 0, per_cell, unit), zones=zones)
