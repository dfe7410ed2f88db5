"""The GMs whom the host has invited, and which tables are whose: a part of the store.

A table that is nobody's here is the host's own. Whenever a table changes hands, its GM's key is made anew,
and with it goes every page that the GM before had open.
"""

import json
from dataclasses import asdict
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Engine, delete, insert, select, update

from webapp.store import schema as t
from webapp.store.database import reading, writing
from webapp.store.rows import GmRow, HostSettings
from webapp.store.table_deletion import TableDeletion
from webapp.store.table_keys import change_all_keys, change_gm_key, new_key


class GmStore:
    """Who is invited. Any method may raise `StoreTrouble`."""

    def __init__(self, engine: Engine, deletion: TableDeletion) -> None:
        self._engine, self._deletion = engine, deletion

    # ------------------------------------------------------------------------------------ who is here
    def invite(self, gm_id: str, name: str) -> str:
        """Take a GM in, and give the key of the invitation: it is told once, and kept nowhere."""
        key, now = new_key(), datetime.now(UTC)
        row = GmRow(gm_id, name, key_hash(key), now, None)
        with writing(self._engine) as connection:
            connection.execute(insert(t.gms), asdict(row))
        return key

    def find(self, gm_id: str) -> GmRow | None:
        """Find a GM, sent away or not."""
        return self._find(t.gms.c.id == gm_id)

    def find_by_key(self, key: str) -> GmRow | None:
        """Find the GM whom an invitation leads to; None for one who was sent away."""
        return self._find((t.gms.c.key_hash == key_hash(key)) & t.gms.c.sent_away.is_(None))

    def all(self) -> list[GmRow]:
        """List the GMs in the order in which they were invited, with those sent away who left tables."""
        with reading(self._engine) as connection:
            rows = connection.execute(select(t.gms).order_by(t.gms.c.created, t.gms.c.id))
            return [GmRow(*row) for row in rows]

    def _find(self, condition: Any) -> GmRow | None:
        with reading(self._engine) as connection:
            row = connection.execute(select(t.gms).where(condition)).first()
        return GmRow(*row) if row else None

    def renew(self, gm_id: str) -> str:
        """Give a GM another key, and let back in who was sent away; the old key and its sessions end."""
        key = new_key()
        with writing(self._engine) as connection:
            change = update(t.gms).where(t.gms.c.id == gm_id)
            connection.execute(change.values(key_hash=key_hash(key), sent_away=None))
            for table_id in _tables_of(connection, gm_id):
                change_gm_key(connection, table_id)
        return key

    def send_away(self, gm_id: str) -> None:
        """End a GM's key and every link to their tables, which stay, closed, until somebody else has them."""
        with writing(self._engine) as connection:
            values = {"sent_away": datetime.now(UTC), "key_hash": key_hash(new_key())}
            connection.execute(update(t.gms).where(t.gms.c.id == gm_id).values(values))
            for table_id in _tables_of(connection, gm_id):
                change_all_keys(connection, table_id)
            _forget_who_left_nothing(connection)

    # ------------------------------------------------------------------------------------ whose is what
    def tables_of(self, gm_id: str) -> list[str]:
        """List the ids of a GM's tables, the oldest first."""
        with reading(self._engine) as connection:
            return _tables_of(connection, gm_id)

    def give(self, table_id: str, gm_id: str | None) -> None:
        """Make a table another GM's; None makes it the host's own."""
        with writing(self._engine) as connection:
            connection.execute(delete(t.table_gms).where(t.table_gms.c.table_id == table_id))
            if gm_id is not None:
                connection.execute(insert(t.table_gms), {"table_id": table_id, "gm_id": gm_id})
            change_gm_key(connection, table_id)
            _forget_who_left_nothing(connection)

    def delete_table(self, table_id: str) -> list[str]:
        """Delete a table with all that is its own, as one; give the ids of the pictures that went with it."""
        with writing(self._engine) as connection:
            gone = self._deletion.delete(connection, [table_id])
            _forget_who_left_nothing(connection)
        return gone

    def leave(self, gm_id: str) -> list[str]:
        """Delete a GM with all tables, as one; give the ids of the pictures that went with them."""
        with writing(self._engine) as connection:
            gone = self._deletion.delete(connection, _tables_of(connection, gm_id))
            connection.execute(delete(t.gms).where(t.gms.c.id == gm_id))
        return gone

    # -------------------------------------------------------------------------------- the host's choices
    def settings(self) -> HostSettings:
        """Give what the host has chosen."""
        with reading(self._engine) as connection:
            kept = connection.execute(select(t.host_settings.c.settings)).scalar()
        return HostSettings.read(kept) if kept is not None else HostSettings()

    def set_settings(self, settings: HostSettings) -> None:
        """Keep what the host chose."""
        with writing(self._engine) as connection:
            connection.execute(delete(t.host_settings))
            connection.execute(insert(t.host_settings), {"id": 1, "settings": json.dumps(asdict(settings))})


def key_hash(key: str) -> str:
    """Give the digest by which an invitation's key is known again."""
    return sha256(key.encode()).hexdigest()


def own_table(connection: Connection, table_id: str, gm_id: str | None) -> None:
    """Note whose a new table is."""
    if gm_id is not None:
        connection.execute(insert(t.table_gms), {"table_id": table_id, "gm_id": gm_id})


def _tables_of(connection: Connection, gm_id: str) -> list[str]:
    wanted = select(t.tables.c.id).join(t.table_gms, t.table_gms.c.table_id == t.tables.c.id)
    wanted = wanted.where(t.table_gms.c.gm_id == gm_id).order_by(t.tables.c.created, t.tables.c.id)
    return list(connection.execute(wanted).scalars())


def _forget_who_left_nothing(connection: Connection) -> None:
    """Forget GMs who were sent away, and whose last table is deleted or somebody else's."""
    having = select(t.table_gms.c.gm_id)
    gone = delete(t.gms).where(t.gms.c.sent_away.is_not(None), t.gms.c.id.not_in(having))
    connection.execute(gone)
