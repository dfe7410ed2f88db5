"""The database counts what changes of a table: by that number other processes find what they missed."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_COUNT = """
CREATE FUNCTION count_table_change(changed varchar) RETURNS void LANGUAGE sql AS $$
    INSERT INTO table_changes (table_id, changes) VALUES (changed, 1)
    ON CONFLICT (table_id) DO UPDATE SET changes = table_changes.changes + 1
$$
"""
_OF_ROW = """
CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'DELETE' THEN {old} ELSE {new} END IF;
    RETURN NULL;
END $$
"""
_BY_TABLE = "PERFORM count_table_change({row}.table_id);"
_BY_BATTLE = "PERFORM count_table_change(table_id) FROM battles WHERE id = {row}.battle_id;"
_BY_PERSON = "PERFORM count_table_change(table_id) FROM people WHERE id = {row}.person_id;"
_BY_GM = "PERFORM count_table_change(table_id) FROM table_gms WHERE gm_id = {row}.id;"
_BY_ID = "PERFORM count_table_change({row}.id);"

_WATCHED = {
    "tables": ("tables_changed", _BY_ID),
    "current_battles": ("of_table_changed", _BY_TABLE),
    "people": ("of_table_changed", _BY_TABLE),
    "battles": ("of_table_changed", _BY_TABLE),
    "kept_groups": ("of_table_changed", _BY_TABLE),
    "table_gms": ("of_table_changed", _BY_TABLE),
    "papers": ("of_table_changed", _BY_TABLE),
    "seats": ("of_battle_changed", _BY_BATTLE),
    "habits": ("of_person_changed", _BY_PERSON),
    "gms": ("gms_changed", _BY_GM),
}
"""The tables of the database whose rows count as a change, with the function that counts, and how it does."""


def upgrade() -> None:
    """Make the count, and on PostgreSQL what counts."""
    op.create_table(
        "table_changes",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("changes", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_table_changes"),
    )
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute(_COUNT)
    for name, way in dict(_WATCHED.values()).items():
        op.execute(_OF_ROW.format(name=name, old=way.format(row="OLD"), new=way.format(row="NEW")))
    for table, (name, _) in _WATCHED.items():
        op.execute(
            f"CREATE TRIGGER {table}_counts AFTER INSERT OR UPDATE OR DELETE ON {table}"
            f" FOR EACH ROW EXECUTE FUNCTION {name}()"
        )


def downgrade() -> None:
    """Count no more."""
    if op.get_bind().dialect.name == "postgresql":
        for table in _WATCHED:
            op.execute(f"DROP TRIGGER {table}_counts ON {table}")
        for name in dict(_WATCHED.values()):
            op.execute(f"DROP FUNCTION {name}()")
        op.execute("DROP FUNCTION count_table_change(varchar)")
    op.drop_table("table_changes")
