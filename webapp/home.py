"""What is there before anybody has made anything: the first table, with a fight that is ready to play."""

from flask import Flask

from rules.map.model import BattleMap, Grid, GridKind
from webapp.context import STORE
from webapp.demo.gantry import read_gantry
from webapp.demo.painting import paint
from webapp.importers.pictures import encode_picture
from webapp.links import Links, links_to
from webapp.scenes import lay_out_scene
from webapp.store import Store, TableRow

__all__ = ["Links", "first_table", "new_table"]

_SYSTEM = "atomic"
_EMPTY = BattleMap(Grid(kind=GridKind.SQUARE, cols=24, rows=16))


def first_table(app: Flask) -> Links:
    """Give the links of the oldest table; where there is none, make one with the fight on the Gantry."""
    store: Store = app.extensions[STORE]
    gantry = read_gantry()
    table = store.any_table() or store.create_table(gantry.table_name)
    if table.battle_id is None:  # new, or the power failed just after it was made
        picture = store.save_picture(encode_picture(paint(gantry)))
        scene = lay_out_scene(
            store,
            table.id,
            system=gantry.system,
            name=gantry.name,
            battle_map=gantry.map,
            combatants=gantry.combatants(),
            picture_id=picture.id,
        )
        store.set_current(table.id, scene.id)
    return links_to(table)


def new_table(store: Store, name: str) -> TableRow:
    """Make a table with an empty map before it."""
    table = store.create_table(name)
    scene = lay_out_scene(store, table.id, system=_SYSTEM, name="Empty map", battle_map=_EMPTY)
    store.set_current(table.id, scene.id)
    return table
