"""A second Savage Worlds-style fight to play in tests: a lancer, a pike, shotguns, a gate at a ford."""

from pathlib import Path

from rules.map.reading import read_map
from webapp.app import Settings, create_app
from webapp.context import STORE
from webapp.scenes import lay_out_scene
from webapp.store import Store

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


def lay_out(data: Path) -> None:
    """Make a data folder whose first table is this fight."""
    app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    store: Store = app.extensions[STORE]
    table = store.create_table("The ford")
    walls = [
        {"id": id_, "from": list(a), "to": list(b), "kind": kind, "material": material}
        for id_, a, b, kind, material in WALLS
    ]
    grid = {"kind": "square", "cols": 20, "rows": 14, "unit": "in", "per_cell": 1}
    scene = lay_out_scene(
        store,
        table.id,
        system="savage",
        name="The ford",
        battle_map=read_map({"grid": grid, "walls": walls}),
        combatants=[
            {"id": id_, "name": name, "side": side, "at": list(at), "sheet": sheet}
            for id_, name, side, at, sheet in CAST
        ],
    )
    store.set_current(table.id, scene.id)
    store.close()
