"""The first tables, and the triggers that keep the log append-only."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_SQLITE = (
    "CREATE TRIGGER events_no_update BEFORE UPDATE ON events"
    " BEGIN SELECT RAISE(ABORT, 'events is append-only'); END",
    "CREATE TRIGGER events_no_delete BEFORE DELETE ON events"
    " BEGIN SELECT RAISE(ABORT, 'events is append-only'); END",
    # INSERT OR REPLACE deletes without asking the trigger above
    "CREATE TRIGGER events_no_replace BEFORE INSERT ON events"
    " WHEN EXISTS (SELECT 1 FROM events WHERE battle_id = NEW.battle_id AND seq = NEW.seq)"
    " BEGIN SELECT RAISE(ABORT, 'events is append-only'); END",
)
_POSTGRESQL = (
    "CREATE FUNCTION events_append_only() RETURNS trigger LANGUAGE plpgsql AS"
    " $$ BEGIN RAISE EXCEPTION 'events is append-only'; END $$",
    "CREATE TRIGGER events_no_change BEFORE UPDATE OR DELETE ON events"
    " FOR EACH ROW EXECUTE FUNCTION events_append_only()",
    "CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON events"
    " FOR EACH STATEMENT EXECUTE FUNCTION events_append_only()",
)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("gm_key", sa.String(64), nullable=False),
        sa.Column("screen_key", sa.String(64), nullable=False),
        sa.Column("join_code", sa.String(16), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.UniqueConstraint("gm_key", name="uq_tables_gm_key"),
        sa.UniqueConstraint("screen_key", name="uq_tables_screen_key"),
        sa.UniqueConstraint("join_code", name="uq_tables_join_code"),
    )
    op.create_table(
        "pictures",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("media_type", sa.String(32), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pictures"),
    )
    op.create_table(
        "battles",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("system", sa.String(64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("picture_id", sa.String(32)),
        sa.Column("dice_seed", sa.String(64), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_battles"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_battles_table_id"),
        sa.ForeignKeyConstraint(["picture_id"], ["pictures.id"], name="fk_battles_picture_id"),
    )
    op.create_index("ix_battles_table_id", "battles", ["table_id"])
    op.create_table(
        "current_battles",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("battle_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_current_battles"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_current_battles_table_id"),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_current_battles_battle_id"),
    )
    op.create_table(
        "events",
        sa.Column("battle_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("command_id", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("battle_id", "seq", name="pk_events"),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_events_battle_id"),
        sa.CheckConstraint("seq > 0", name=op.f("ck_events_seq")),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("key", name="uq_people_key"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_people_table_id"),
    )
    op.create_index("ix_people_table_id", "people", ["table_id"])
    op.create_table(
        "seats",
        sa.Column("battle_id", sa.String(32), nullable=False),
        sa.Column("combatant", sa.String(128), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("battle_id", "combatant", name="pk_seats"),
        sa.ForeignKeyConstraint(["battle_id"], ["battles.id"], name="fk_seats_battle_id"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_seats_person_id", ondelete="CASCADE"),
    )
    op.create_index("ix_seats_person_id", "seats", ["person_id"])
    for statement in _SQLITE if op.get_bind().dialect.name == "sqlite" else _POSTGRESQL:
        op.execute(statement)


def downgrade() -> None:
    """Refuse: there is nothing before the first tables, and dropping them would lose every fight."""
    raise RuntimeError("There is no revision before the first one.")
