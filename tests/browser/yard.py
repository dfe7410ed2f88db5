"""A Tesseris fight to play in tests: two heroes in a brickyard, and those who hold it."""

from pathlib import Path

from rules.map.reading import read_map
from webapp.app import Settings, create_app
from webapp.context import STORE
from webapp.scenes import lay_out_scene
from webapp.store import Store

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


def lay_out(data: Path) -> None:
    """Make a data folder whose first table is this fight."""
    app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    store: Store = app.extensions[STORE]
    table = store.create_table("The Brickyard")
    walls = [
        {"id": id_, "from": list(a), "to": list(b), "kind": kind, "material": material}
        for id_, a, b, kind, material in WALLS
    ]
    battle_map = read_map(
        {"grid": {"kind": "square", "cols": 20, "rows": 14, "unit": "yd", "per_cell": 1}, "walls": walls}
    )
    scene = lay_out_scene(
        store,
        table.id,
        system="tesseris",
        name="The brickyard",
        battle_map=battle_map,
        combatants=[
            {"id": id_, "name": name, "side": side, "at": list(at), "sheet": sheet}
            for id_, name, side, at, sheet in CAST
        ],
    )
    store.set_current(table.id, scene.id)
    store.close()
