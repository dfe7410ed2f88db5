"""Lay out a fight to play in tests, with dice that fall the same way each time, and serve it."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from rules.map.model import BattleMap
from tests.load.server import Server, start
from webapp.app import Settings, create_app
from webapp.context import STORE
from webapp.scenes import lay_out_scene
from webapp.store import Store

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
) -> None:
    """Make a data folder whose first table is this fight."""
    app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    store: Store = app.extensions[STORE]
    table = store.create_table(table_name)
    scene = lay_out_scene(
        store, table.id, system=system, name=name, battle_map=battle_map, combatants=combatants
    )
    store.set_current(table.id, scene.id)
    store.close()
    load_dice(data)


def load_dice(data: Path) -> None:
    """Let the server's dice of all scenes fall as they fell in the last run."""
    with closing(sqlite3.connect(data / "battlemat.db")) as connection, connection:
        connection.execute("update battles set dice_seed = ?", ("5" * 64,))


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


@contextmanager
def serving(data: Path) -> Iterator[Server]:
    """Run a server for the block; a bug that it has written to the terminal fails the test."""
    running = start(data)
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
