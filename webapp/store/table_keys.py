"""The keys of a table's links, and how they are made anew. A part of the store."""

import secrets

from sqlalchemy import Connection, select, update

from webapp.store import schema as t

# What is read aloud across a room: no vowels (no words), nothing that looks or sounds like another.
_CODE_SIGNS = "CFGHJKMPRTWXY234679"


def new_key() -> str:
    """Make a key that nobody guesses."""
    return secrets.token_urlsafe(24)


def free_code(connection: Connection) -> str:
    """Make a code to join by that no table has."""
    while True:
        code = "".join(secrets.choice(_CODE_SIGNS) for _ in range(6))
        taken = select(t.tables.c.id).where(t.tables.c.join_code == code)
        if connection.execute(taken).first() is None:
            return code


def change_gm_key(connection: Connection, table_id: str) -> None:
    """Give a table another GM's key: the old link, and pages that came by it, end."""
    connection.execute(update(t.tables).where(t.tables.c.id == table_id).values(gm_key=new_key()))


def change_all_keys(connection: Connection, table_id: str) -> None:
    """Give a table another key of each kind, so that none of its links leads anywhere."""
    change_gm_key(connection, table_id)
    fresh = {"screen_key": new_key(), "join_code": free_code(connection)}
    connection.execute(update(t.tables).where(t.tables.c.id == table_id).values(fresh))


def clean_code(typed: str) -> str:
    """Read a join code as people type it: capitals, without blanks and hyphens."""
    return "".join(sign for sign in typed.upper() if sign.isalnum())[:16]
