"""A second Savage Worlds-style fight to play in tests: a lancer, a pike, shotguns, a gate at a ford."""

from pathlib import Path

from rules.map.map_json import read_map
from tests.browser.fights import lay_out_fight, standing, walled
from webapp.store.rows import TableRow

WALLS = (
    ("dyke", (13, 9), (13, 13), "low", "dyke"),
    ("mill", (17, 0), (17, 5), "wall", ""),
)
LENA = {
    "stock": "duellist",
    "weapons": ["lance", "long-sword"],
    "held": ["lance"],
    "skills": {"riding": "d10"},
}
GUS = {
    "stock": "gunslinger",
    "weapons": ["double-shotgun", "flamethrower", "pistol", "grenade"],
    "held": ["double-shotgun"],
    "attributes": {"strength": "d8"},
}
TOM = {"stock": "duellist", "weapons": ["short-sword", "knife"], "held": ["short-sword", "knife"]}
PIKE = {"stock": "guard", "weapons": ["spear", "club"], "held": ["spear"], "armour": []}
BOSS = {"stock": "gunslinger", "weapons": ["submachine-gun", "knife"], "held": ["submachine-gun"]}
CAST = (
    ("roan", "Roan", "heroes", (2, 3), {"stock": "war-horse"}),
    ("lena", "Lena", "heroes", (2, 4), LENA),
    ("gus", "Gus", "heroes", (4, 10), GUS),
    ("tom", "Tom", "heroes", (6, 7), TOM),
    ("pike", "Pike", "gang", (12, 3), PIKE),
    ("thug-1", "Thug 1", "gang", (7, 10), {"stock": "thug"}),
    ("thug-2", "Thug 2", "gang", (8, 10), {"stock": "thug"}),
    ("thug-3", "Thug 3", "gang", (14, 11), {"stock": "thug"}),
    ("boss", "Boss", "gang", (15, 7), {**BOSS, "edges": ["level-headed"]}),
    ("gate", "Gate", "", (7, 3), {"kind": "object", "object": "light-door"}),
)


def lay_out(data: Path) -> TableRow:
    """Put a table with this fight into a data folder."""
    grid = {"kind": "square", "cols": 20, "rows": 14, "unit": "in", "per_cell": 1}
    return lay_out_fight(
        data,
        "The ford",
        system="savage",
        name="The ford",
        battle_map=read_map({"grid": grid, "walls": walled(WALLS)}),
        combatants=standing(CAST),
    )
