"""A GURPS-style fight to play in tests: two heroes in a yard, and those against them, close at hand."""

from pathlib import Path

from rules.map.reading import read_map
from webapp.app import Settings, create_app
from webapp.context import STORE
from webapp.scenes import lay_out_scene
from webapp.store import Store

CAST = (
    ("aldric", "Aldric", "heroes", (5, 5), {"stock": "knight"}),
    ("nia", "Nia", "heroes", (2, 5), {"stock": "grenadier"}),
    ("thug", "Thug", "robbers", (6, 5), {"stock": "thug"}),
    ("rook", "Rook", "robbers", (10, 5), {"stock": "thug"}),
    ("pike", "Pike", "robbers", (11, 6), {"stock": "spearman"}),
)


def lay_out(data: Path) -> None:
    """Make a data folder whose first table is this fight."""
    app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    store: Store = app.extensions[STORE]
    table = store.create_table("The Yard")
    battle_map = read_map(
        {
            "grid": {"kind": "square", "cols": 16, "rows": 11, "unit": "yd", "per_cell": 1},
            "walls": [{"id": "wall", "from": [0, 9], "to": [16, 9], "kind": "wall", "material": "stone"}],
        }
    )
    scene = lay_out_scene(
        store,
        table.id,
        system="gurps",
        name="The yard",
        battle_map=battle_map,
        combatants=[
            {"id": id_, "name": name, "side": side, "at": list(at), "sheet": sheet}
            for id_, name, side, at, sheet in CAST
        ],
    )
    store.set_current(table.id, scene.id)
    store.close()
