"""A GURPS-style fight to play in tests: two heroes in a yard, and those against them, close at hand."""

from pathlib import Path

from rules.map.map_json import read_map
from tests.browser.fights import lay_out_fight, standing, walled
from webapp.store.rows import TableRow

WALLS = (("wall", (0, 9), (16, 9), "wall", "stone"),)
CAST = (
    ("aldric", "Aldric", "heroes", (5, 5), {"stock": "knight"}),
    ("nia", "Nia", "heroes", (2, 5), {"stock": "grenadier"}),
    ("thug", "Thug", "robbers", (6, 5), {"stock": "thug"}),
    ("rook", "Rook", "robbers", (10, 5), {"stock": "thug"}),
    ("pike", "Pike", "robbers", (11, 6), {"stock": "spearman"}),
)


def lay_out(data: Path) -> TableRow:
    """Put a table with this fight into a data folder."""
    grid = {"kind": "square", "cols": 16, "rows": 11, "unit": "yd", "per_cell": 1}
    return lay_out_fight(
        data,
        "The Yard",
        system="gurps",
        name="The yard",
        battle_map=read_map({"grid": grid, "walls": walled(WALLS)}),
        combatants=standing(CAST),
    )
