"""How tables and their scenes lie in the database."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, insert, select

from rules.engine.text import text
from webapp.store import schema as t
from webapp.store.database import StoreTrouble
from webapp.store.rows import SceneRows, TableRow, TableSettings
from webapp.store.table_keys import free_code, new_key
from webapp.store.table_pictures import note_pictures
from webapp.table.names import new_id

IS_OPEN = t.gms.c.sent_away.is_(None)
"""Whether a table's GM, where it is an invited one, has not been sent away."""
TABLES = (
    select(
        t.tables.c.id,
        t.tables.c.name,
        t.tables.c.gm_key,
        t.tables.c.screen_key,
        t.tables.c.join_code,
        t.current_battles.c.battle_id,
        t.tables.c.settings,
        t.tables.c.created,
        t.table_gms.c.gm_id,
        t.gms.c.sent_away.is_not(None).label("is_closed"),
    )
    .outerjoin(t.current_battles, t.current_battles.c.table_id == t.tables.c.id)
    .outerjoin(t.table_gms, t.table_gms.c.table_id == t.tables.c.id)
    .outerjoin(t.gms, t.gms.c.id == t.table_gms.c.gm_id)
)
"""All of a table, for `table_row`."""


def table_row(row: Any) -> TableRow:
    """Read a row of `TABLES`."""
    return TableRow(**{**row._mapping, "settings": TableSettings.read(row.settings)})


def hold_table(connection: Connection, table_id: str) -> None:
    """Let nobody delete a table until the transaction ends. Raises `StoreTrouble` if somebody has."""
    held = select(t.tables.c.id).where(t.tables.c.id == table_id)
    if connection.execute(held.with_for_update(read=True, key_share=True)).first() is None:
        raise StoreTrouble(text("This table is gone."))


def insert_table(connection: Connection, name: str, settings: TableSettings) -> str:
    """Add a table with fresh keys, and give its id."""
    row = {
        "id": new_id(),
        "name": name,
        "gm_key": new_key(),
        "screen_key": new_key(),
        "join_code": free_code(connection),
        "settings": json.dumps(asdict(settings)),
        "created": datetime.now(UTC),
    }
    connection.execute(insert(t.tables), row)
    return str(row["id"])


def insert_scenes(connection: Connection, table_id: str, scenes: Sequence[SceneRows]) -> None:
    """Add scenes with their logs and seats to a table."""
    for scene in scenes:
        battle = scene.battle
        connection.execute(insert(t.battles), {**asdict(battle), "table_id": table_id})
        note_pictures(connection, table_id, [battle.picture_id] if battle.picture_id else [])
        rows = [
            {**asdict(event), "battle_id": battle.id, "data": fields_as_text(event.data)}
            for event in scene.events
        ]
        if rows:
            connection.execute(insert(t.events), rows)
        seats = [
            {"battle_id": battle.id, "combatant": who, "person_id": person}
            for who, person in scene.seats.items()
        ]
        if seats:
            connection.execute(insert(t.seats), seats)


def fields_as_text(data: Mapping[str, Any]) -> str:
    """Write an event's fields as they are kept."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
