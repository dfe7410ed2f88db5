"""A Savage Worlds-style fight to play in tests: two heroes in a saloon, and those against them."""

from pathlib import Path

from rules.map.reading import read_map
from webapp.app import Settings, create_app
from webapp.context import STORE
from webapp.scenes import lay_out_scene
from webapp.store import Store

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


def lay_out(data: Path) -> None:
    """Make a data folder whose first table is this fight."""
    app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    store: Store = app.extensions[STORE]
    table = store.create_table("The Gilded Spur")
    walls = [
        {"id": id_, "from": list(a), "to": list(b), "kind": kind, "material": material}
        for id_, a, b, kind, material in WALLS
    ]
    battle_map = read_map(
        {"grid": {"kind": "square", "cols": 20, "rows": 14, "unit": "in", "per_cell": 1}, "walls": walls}
    )
    scene = lay_out_scene(
        store,
        table.id,
        system="savage",
        name="The saloon",
        battle_map=battle_map,
        combatants=[
            {"id": id_, "name": name, "side": side, "at": list(at), "sheet": sheet}
            for id_, name, side, at, sheet in CAST
        ],
    )
    store.set_current(table.id, scene.id)
    store.close()
