"""What is there before anybody has made anything: the first table, with a fight that is ready to play."""

from dataclasses import replace

from flask import Flask

from rules.engine.system import find_system
from rules.engine.text import text
from rules.map.model import BattleMap, Grid, GridKind
from webapp.context import SETTINGS, STORE
from webapp.demo.fights import Fight, fight_picture, read_gantry
from webapp.importers.pictures import Picture
from webapp.store.rows import SceneRows, TableSettings
from webapp.store.start_lock import starting_alone
from webapp.store.store import Store, TableRow
from webapp.table.links import Links, host_key, links_to
from webapp.table.setup.scenes import laid_out_scene

__all__ = ["Links", "first_table", "lay_out_fight", "new_table", "table_of_fight"]

_COLUMNS, _ROWS = 24, 16


def first_table(app: Flask) -> Links:
    """Give the host's link, and those of the oldest own table, made of the fight on the Gantry if need be."""
    store: Store = app.extensions[STORE]
    table = store.any_table()
    if table is None or table.battle_id is None:
        with starting_alone(app.extensions[SETTINGS].database_place):
            table = _table_with_fight(store, read_gantry())
    return replace(links_to(table), host=f"/host/{host_key(app.config['SECRET_KEY'])}")


def _table_with_fight(store: Store, gantry: Fight) -> TableRow:
    table = store.any_table() or store.create_table(gantry.table_name)
    if table.battle_id is None:  # new, or the power failed just after it was made
        lay_out_fight(store, table, gantry, fight_picture(gantry.id))
    return table


def lay_out_fight(store: Store, table: TableRow, fight: Fight, picture: Picture | None) -> None:
    """Bring a ready-made fight before a table, on its painted map or on the bare one."""
    scene = _fight_scene(store, fight, picture)
    store.put_scenes(table.id, [scene])
    store.set_current(table.id, scene.battle.id)


def _fight_scene(store: Store, fight: Fight, picture: Picture | None) -> SceneRows:
    return laid_out_scene(
        system=fight.system,
        name=fight.name,
        battle_map=fight.map,
        combatants=fight.combatants(),
        picture_id=None if picture is None else store.save_picture(picture).id,
    )


def new_table(store: Store, name: str, system: str, gm_id: str | None = None) -> TableRow:
    """Make a table with an empty map before it, played by a rule system.

    Args:
        gm_id: the invited GM whose it is; None makes it the host's own.

    Raises:
        Refusal: `unknown-system`.
    """
    per_cell, unit = find_system(system).cell
    empty = BattleMap(Grid(GridKind.SQUARE, _COLUMNS, _ROWS, per_cell, unit))
    scene = laid_out_scene(system=system, name=str(text("Empty map")), battle_map=empty)
    return store.put_table(name, TableSettings(), (), [scene], scene.battle.id, gm_id)


def table_of_fight(store: Store, fight: Fight, gm_id: str | None = None) -> TableRow:
    """Make a table with a ready-made fight before it."""
    scene = _fight_scene(store, fight, fight_picture(fight.id))
    return store.put_table(fight.name, TableSettings(), (), [scene], scene.battle.id, gm_id)
