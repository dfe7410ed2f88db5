"""Lay out a fight to play in tests, with dice that fall the same way each time, and serve it."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rules.map.model import BattleMap
from rules.systems import load_systems
from tests.load.server import Server, start
from webapp.demo.fights import read_gantry
from webapp.store.rows import TableRow, TableSettings
from webapp.store.store import Store
from webapp.table.links import links_to
from webapp.table.setup.scenes import laid_out_scene

LOADED = "7" * 64
"""The seed of the dice of all these fights, so that they fall alike in each run."""

Person = tuple[str, str, str, tuple[int, int], Mapping[str, Any]]
"""Id, name, side, cell and sheet of somebody on the map."""
Wall = tuple[str, tuple[int, int], tuple[int, int], str, str]
"""Id, ends, kind and material of a wall."""


def lay_out_fight(
    data: Path,
    table_name: str,
    *,
    system: str,
    name: str,
    battle_map: BattleMap,
    combatants: Sequence[Mapping[str, Any]],
    picture_id: str | None = None,
) -> TableRow:
    """Put a table with this fight into a data folder, new or of a server that runs."""
    store = _store(data)
    scene = laid_out_scene(
        system=system, name=name, battle_map=battle_map, combatants=combatants, picture_id=picture_id
    )
    scene = replace(scene, battle=replace(scene.battle, dice_seed=LOADED))
    table = store.put_table(table_name, TableSettings(), (), [scene], scene.battle.id)
    store.close()
    return table


def lay_out_the_gantry(data: Path) -> TableRow:
    """Put the ready-made fight on one more table of a folder that has it, with the picture that is there."""
    store = _store(data)
    battle = store.battle(str(store.all_tables()[0].battle_id))
    store.close()
    assert battle is not None
    fight = read_gantry()
    return lay_out_fight(
        data,
        fight.table_name,
        system=fight.system,
        name=fight.name,
        battle_map=fight.map,
        combatants=fight.combatants(),
        picture_id=battle.picture_id,
    )


def _store(data: Path) -> Store:
    load_systems()
    return Store(data / "battlemat.db", data / "pictures")


def load_dice(data: Path) -> None:
    """Let the server's dice of all scenes fall as they fell in the last run; no server may have them open."""
    with closing(sqlite3.connect(data / "battlemat.db")) as connection, connection:
        connection.execute("update battles set dice_seed = ?", (LOADED,))


def standing(cast: Sequence[Person]) -> list[dict[str, Any]]:
    """Write down who stands where as the command `add` takes them."""
    return [
        {"id": id_, "name": name, "side": side, "at": list(at), "sheet": sheet}
        for id_, name, side, at, sheet in cast
    ]


def walled(walls: Sequence[Wall]) -> list[dict[str, Any]]:
    """Write down walls as a map file has them."""
    return [
        {"id": id_, "from": list(a), "to": list(b), "kind": kind, "material": material}
        for id_, a, b, kind, material in walls
    ]


def own_table(house: Server, table: TableRow) -> Server:
    """Give a running server as the people of one of its tables know it."""
    links = links_to(table)
    return replace(house, gm=links.gm, join=links.join, screen=links.screen)


@contextmanager
def serving(data: Path, *options: str) -> Iterator[Server]:
    """Run a server for the block; a bug that it has written to the terminal fails the test."""
    running = start(data, ("--local", *options))
    yield running
    if running.process.poll() is None:
        said = ended(running)
        assert "Traceback" not in said, said


def ended(server: Server) -> str:
    """End a server, and give all that it said."""
    said = server.said + server.stop()
    assert server.process.stdout is not None
    server.process.stdout.close()
    return said
