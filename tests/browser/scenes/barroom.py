"""The ready-made fight in the bar, to play in tests."""

from pathlib import Path
from typing import Any

from rules.engine.system import find_system
from rules.systems import load_systems
from tests.browser.fights import lay_out_fight
from webapp.demo.fights import BAR, read_fight
from webapp.store.rows import TableRow

DUEL = ("earl", "leroy")
READY = {"earl": "heavy-pistol", "leroy": "light-pistol"}


def lay_out(data: Path, *, only: tuple[str, ...] = ()) -> TableRow:
    """Put a table with the fight in the bar, unpainted into a data folder.

    Args:
        only: those who are there, Earl and Leroy with their pistols drawn; everybody by default.
    """
    load_systems()
    fight = read_fight(BAR)
    cast: list[dict[str, Any]] = [one for one in fight.combatants() if not only or one["id"] in only]
    if only:
        drawn = {who: {"ready": [weapon]} for who, weapon in READY.items()}
        cast = [{**one, "sheet": {**one["sheet"], **drawn.get(one["id"], {})}} for one in cast]
    return lay_out_fight(
        data,
        fight.table_name,
        system=find_system(fight.system).id,
        name=fight.name,
        battle_map=fight.map,
        combatants=cast,
    )
