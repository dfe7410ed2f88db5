"""A Tesseris fight to play in tests: two heroes in a brickyard, and those who hold it."""

from pathlib import Path

from rules.map.map_json import read_map
from tests.browser.fights import lay_out_fight, standing, walled
from webapp.store.rows import TableRow

WALLS = (
    ("crates", (9, 2), (9, 6), "low", "wood-thin"),
    ("bricks", (5, 9), (9, 9), "low", "stone"),
    ("back", (0, 0), (20, 0), "wall", "concrete"),
)
ANN = {"stock": "duellist", "player": True, "fate": 1, "dapper": 1, "hands": 2, "held": ["sword"]}
BEN = {"stock": "trooper", "player": True}
CAST = (
    ("ann", "Ann", "heroes", (3, 6), ANN),
    ("ben", "Ben", "heroes", (2, 11), BEN),
    ("rook", "Rook", "gang", (5, 6), {"stock": "brute", "held": ["club"]}),
    ("finch", "Finch", "gang", (12, 11), {"stock": "trooper"}),
    ("wren", "Wren", "gang", (11, 4), {"stock": "militia"}),
)


def lay_out(data: Path) -> TableRow:
    """Put a table with this fight into a data folder."""
    grid = {"kind": "square", "cols": 20, "rows": 14, "unit": "yd", "per_cell": 1}
    return lay_out_fight(
        data,
        "The Brickyard",
        system="tesseris",
        name="The brickyard",
        battle_map=read_map({"grid": grid, "walls": walled(WALLS)}),
        combatants=standing(CAST),
    )
