"""The ready-made fight in the bar, to play in tests."""

from pathlib import Path
from typing import Any

from rules.engine.system import find_system
from webapp.app import Settings, create_app
from webapp.context import STORE
from webapp.demo.fights import BAR, read_fight
from webapp.scenes import lay_out_scene
from webapp.store import Store

DUEL = ("earl", "leroy")
READY = {"earl": "heavy-pistol", "leroy": "light-pistol"}


def lay_out(data: Path, *, only: tuple[str, ...] = ()) -> None:
    """Make a data folder whose first table is the fight in the bar, unpainted.

    Args:
        only: those who are there, Earl and Leroy with their pistols drawn; everybody by default.
    """
    app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    store: Store = app.extensions[STORE]
    fight = read_fight(BAR)
    table = store.create_table(fight.table_name)
    cast: list[dict[str, Any]] = [one for one in fight.combatants() if not only or one["id"] in only]
    if only:
        drawn = {who: {"ready": [weapon]} for who, weapon in READY.items()}
        cast = [{**one, "sheet": {**one["sheet"], **drawn.get(one["id"], {})}} for one in cast]
    scene = lay_out_scene(
        store,
        table.id,
        system=find_system(fight.system).id,
        name=fight.name,
        battle_map=fight.map,
        combatants=cast,
    )
    store.set_current(table.id, scene.id)
    store.close()
