"""A Savage Worlds-style fight to play in tests: two heroes in a saloon, and those against them."""

from pathlib import Path

from rules.map.map_json import read_map
from tests.browser.fights import lay_out_fight, standing, walled
from webapp.store.rows import TableRow

WALLS = (
    ("bar-1", (9, 2), (9, 6), "low", "counter"),
    ("back", (0, 0), (20, 0), "wall", ""),
    ("side", (14, 9), (14, 14), "wall", ""),
)
ROSA = {"stock": "gunslinger", "weapons": ["pistol", "grenade", "knife"], "edges": ["level-headed"]}
BLACK = {"stock": "gunslinger", "weapons": ["pistol", "submachine-gun"], "held": ["submachine-gun"]}
CAST = (
    ("rosa", "Rosa", "heroes", (3, 6), ROSA),
    ("dirk", "Dirk", "heroes", (3, 9), {"stock": "duellist"}),
    ("thug-1", "Thug 1", "gang", (10, 6), {"stock": "thug"}),
    ("thug-2", "Thug 2", "gang", (11, 7), {"stock": "thug"}),
    ("thug-3", "Thug 3", "gang", (10, 8), {"stock": "thug"}),
    ("black", "Black Jack", "gang", (6, 6), BLACK),
)


def lay_out(data: Path) -> TableRow:
    """Put a table with this fight into a data folder."""
    grid = {"kind": "square", "cols": 20, "rows": 14, "unit": "in", "per_cell": 1}
    return lay_out_fight(
        data,
        "The Gilded Spur",
        system="savage",
        name="The saloon",
        battle_map=read_map({"grid": grid, "walls": walled(WALLS)}),
        combatants=standing(CAST),
    )
