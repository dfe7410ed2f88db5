from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_mock_engine, inspect, text
from sqlalchemy.exc import IntegrityError

from webapp.database import open_database, writing
from webapp.migrations import config_for
from webapp.migrations.versions import v0001_first_tables
from webapp.store import Store
from webapp.tables import metadata


def test_the_migrations_make_the_tables_that_the_code_uses(tmp_path: Path) -> None:
    with open_database(tmp_path / "battlemat.db").connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_checks_and_names_agree_too(tmp_path: Path) -> None:
    made = inspect(open_database(tmp_path / "made.db"))
    wanted_engine = open_database(tmp_path / "wanted.db")
    with wanted_engine.begin() as connection:
        connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        metadata.drop_all(connection)
        metadata.create_all(connection)
    wanted = inspect(wanted_engine)
    for name in metadata.tables:
        assert made.get_check_constraints(name) == wanted.get_check_constraints(name)
        assert made.get_pk_constraint(name) == wanted.get_pk_constraint(name)
        assert sorted(k["name"] or "" for k in made.get_foreign_keys(name)) == sorted(
            k["name"] or "" for k in wanted.get_foreign_keys(name)
        )


def test_there_is_one_newest_revision(tmp_path: Path) -> None:
    with open_database(tmp_path / "battlemat.db").connect() as connection:
        script = ScriptDirectory.from_config(config_for(connection))
        assert script.get_heads() == [MigrationContext.configure(connection).get_current_revision()]


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "battlemat.db", tmp_path / "pictures")
    table = store.create_table("Ours")
    store.close()
    assert Store(tmp_path / "battlemat.db", tmp_path / "pictures").table(table.id) == table


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET kind = 'never-happened'",
        "DELETE FROM events",
        "INSERT OR REPLACE INTO events SELECT battle_id, seq, command_id, 'other', data, at FROM events",
    ],
)
def test_the_log_can_only_grow(tmp_path: Path, statement: str) -> None:
    store = Store(tmp_path / "battlemat.db", tmp_path / "pictures")
    id_ = store.create_battle(store.create_table("Ours").id, "atomic", "One").id
    store.append(id_, 1, "c1", [("moved", {})])
    with pytest.raises(IntegrityError, match="append-only"), writing(store._engine) as connection:
        connection.execute(text(statement))
    assert [e.kind for e in store.events(id_)] == ["moved"]


def test_postgresql_gets_its_own_triggers_for_change_and_truncation() -> None:
    statements = " ".join(v0001_first_tables._POSTGRESQL)
    assert "BEFORE UPDATE OR DELETE ON events" in statements
    assert "BEFORE TRUNCATE ON events" in statements


def test_the_tables_can_be_written_for_postgresql() -> None:
    written: list[str] = []
    engine = create_mock_engine(
        "postgresql+psycopg://",
        lambda sql, *_, **__: written.append(str(sql.compile(dialect=engine.dialect))),
    )
    metadata.create_all(engine, checkfirst=False)
    assert any("TIMESTAMP WITH TIME ZONE" in sql for sql in written)
    assert sum("CREATE TABLE" in sql for sql in written) == len(metadata.tables)
