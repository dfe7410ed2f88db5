"""Invited GMs and whose tables are whose, which pictures are a table's, and tables that can be deleted."""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy import text as sql

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_SQLITE = (
    "DROP TRIGGER events_no_delete",
    "CREATE TRIGGER events_no_delete BEFORE DELETE ON events"
    " WHEN OLD.battle_id NOT IN (SELECT battle_id FROM deleted_battles)"
    " BEGIN SELECT RAISE(ABORT, 'events is append-only'); END",
)
_POSTGRESQL = (
    "CREATE OR REPLACE FUNCTION events_append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    " IF TG_OP = 'DELETE' THEN"
    " IF EXISTS (SELECT 1 FROM deleted_battles WHERE battle_id = OLD.battle_id) THEN RETURN OLD; END IF;"
    " END IF;"
    " RAISE EXCEPTION 'events is append-only'; END $$",
)
_NAMING = ("map-set", "map-edited", "combatant-added", "picture-set")
"""The kinds of events that name a picture."""


def upgrade() -> None:
    """Make the tables, and write down which pictures the tables that are here have had."""
    op.create_table(
        "gms",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_away", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name="pk_gms"),
        sa.UniqueConstraint("key_hash", name="uq_gms_key_hash"),
    )
    op.create_table(
        "table_gms",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("gm_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_table_gms"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_table_gms_table_id"),
        sa.ForeignKeyConstraint(["gm_id"], ["gms.id"], name="fk_table_gms_gm_id"),
    )
    op.create_index("ix_table_gms_gm_id", "table_gms", ["gm_id"])
    op.create_table(
        "table_pictures",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("picture_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "picture_id", name="pk_table_pictures"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_table_pictures_table_id"),
        sa.ForeignKeyConstraint(["picture_id"], ["pictures.id"], name="fk_table_pictures_picture_id"),
    )
    op.create_index("ix_table_pictures_picture_id", "table_pictures", ["picture_id"])
    op.create_table(
        "deleted_battles",
        sa.Column("battle_id", sa.String(32), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("battle_id", name="pk_deleted_battles"),
    )
    op.create_table(
        "host_settings",
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_host_settings"),
    )
    connection = op.get_bind()
    for statement in _SQLITE if connection.dialect.name == "sqlite" else _POSTGRESQL:
        op.execute(statement)
    _note_pictures(connection)


def _note_pictures(connection: sa.Connection) -> None:
    known = set(connection.execute(sql("SELECT id FROM pictures")).scalars())
    rows = sorted({(table, id_) for table, id_ in _named(connection) if id_ in known})
    if rows:
        connection.execute(
            sql("INSERT INTO table_pictures (table_id, picture_id) VALUES (:table, :id)"),
            [{"table": table, "id": id_} for table, id_ in rows],
        )


def _named(connection: sa.Connection) -> Iterator[tuple[str, str]]:
    """Give each table's id with that of each picture that it names anywhere."""
    for named in ("battles", "papers"):
        by_name = sql(f"SELECT table_id, picture_id FROM {named} WHERE picture_id IS NOT NULL")
        for table, id_ in connection.execute(by_name):
            yield table, id_
    of_events = sql(
        "SELECT b.table_id, e.data FROM events e JOIN battles b ON b.id = e.battle_id WHERE e.kind IN :kinds"
    ).bindparams(sa.bindparam("kinds", _NAMING, expanding=True))
    for query in (of_events, sql("SELECT table_id, members FROM kept_groups")):
        for table, data in connection.execute(query):
            for id_ in _pictures_in(data):
                yield table, id_


def _pictures_in(data: str) -> Iterator[str]:
    """Give what is called a picture in some JSON: an id, or an object with one."""
    if '"picture"' not in data:
        return
    try:
        waiting: list[Any] = [json.loads(data)]
    except ValueError:  # a damaged log is none of this revision's business
        return
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            waiting += value.values()
            named = value.get("picture")
            id_ = named.get("id") if isinstance(named, dict) else named
            if isinstance(id_, str):
                yield id_


def downgrade() -> None:
    """Refuse: whose the tables are would be lost."""
    raise RuntimeError("Whose the tables are would be lost.")
