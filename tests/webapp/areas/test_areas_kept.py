"""Areas, auras and lights that burn down are kept: after a restart, and in a table's file."""

import io
from typing import Any

from tests.webapp.archive.test_table_file import saved
from tests.webapp.notes.notes_table import WEST, NotesTable
from webapp.archive.table_file_import import open_table
from webapp.archive.table_file_reader import read_table
from webapp.table.host import Host


def lay_all(table: NotesTable) -> tuple[Any, ...]:
    """Lay one of each, some of it changed since; give what stands."""
    where = {"shape": "line", "at": WEST, "size": 3, "direction": 45, "width": 1}
    table.gm.do("put-area", name="Fire", **where, lasts=9, seen_by="gm")
    table.gm.do("put-aura", target="kit", name="Ward", radius=2, holds="allies", seen_by="side", lasts=7)
    table.gm.do("set-lamp", target="kit", bright=2, dim=4, lasts=60)
    table.gm.do("set-lamp", target="bo", bright=1, dim=2, lasts=30)
    table.gm.do("put-out-lamp", target="bo")
    table.gm.do("pass-time", lasts=2)
    found = what_stands(table.host)
    assert found[0][0].left == 7
    return found


def what_stands(host: Host) -> tuple[Any, ...]:
    people = host.battle.state.combatants.values()
    return (host.battle.state.areas, *((c.auras, c.lamp, c.put_out) for c in people))


def test_they_are_there_again_after_a_restart(table: NotesTable) -> None:
    was = lay_all(table)
    assert what_stands(Host(table.world.store, table.world.table.id)) == was


def test_a_table_file_brings_them_back(table: NotesTable) -> None:
    was = lay_all(table)
    file = read_table(io.BytesIO(saved(table.world)))
    assert what_stands(Host(table.world.store, open_table(table.world.store, file).id)) == was
