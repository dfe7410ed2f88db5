import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, create_mock_engine, inspect, make_url, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import NullPool

from tests.postgres import own_schema
from webapp.app import Settings, create_app
from webapp.archive.backups import restore
from webapp.context import HOSTS, STORE
from webapp.demo.first_table import first_table
from webapp.migrations import config_for, is_newest, newest_revision
from webapp.migrations.versions import v0001_first_tables
from webapp.store.database import open_database, writing
from webapp.store.schema import metadata
from webapp.store.store import Store
from webapp.table.grants import Visitor
from webapp.table.host import Host


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
        assert script.get_heads() == [newest_revision()]
        assert MigrationContext.configure(connection).get_current_revision() == newest_revision()
        assert is_newest(connection)


def test_a_server_whose_tables_are_up_to_date_does_without_alembic(tmp_path: Path) -> None:
    open_database(tmp_path / "battlemat.db").dispose()
    again = (
        "import pathlib, sys; from webapp.store.database import open_database;"
        "open_database(pathlib.Path(sys.argv[1])); sys.exit('alembic' in sys.modules)"
    )
    subprocess.run((sys.executable, "-c", again, str(tmp_path / "battlemat.db")), check=True)


# ------------------------------------------------------------------ data that the first version has left
KEPT = Path(__file__).parents[1] / "kept" / "data-first-version.zip"
"""What `battlemat backup` wrote when the first tables were new: a fight of each system, a question open."""


@pytest.fixture
def old_data(tmp_path: Path) -> Settings:
    settings = Settings(data_dir=tmp_path / "data", lan=False, async_mode="threading")
    restore(settings, KEPT)
    return settings


def rows_of(settings: Settings, wanted: str) -> list[Any]:
    with closing(sqlite3.connect(settings.data_dir / "battlemat.db")) as connection:
        return connection.execute(wanted).fetchall()


def test_the_first_versions_data_opens_in_this_one_with_nothing_lost(old_data: Settings) -> None:
    assert rows_of(old_data, "SELECT version_num FROM alembic_version") == [(v0001_first_tables.revision,)]
    everything = "SELECT battle_id, seq, command_id, kind, data, at FROM events ORDER BY 1, 2"
    people = "SELECT id, table_id, name, key FROM people ORDER BY 1"
    before = [rows_of(old_data, wanted) for wanted in (everything, people)]
    create_app(old_data).extensions[STORE].close()
    assert [rows_of(old_data, wanted) for wanted in (everything, people)] == before
    assert rows_of(old_data, "SELECT version_num FROM alembic_version") == [(newest_revision(),)]


def test_the_fights_of_the_first_version_go_on(old_data: Settings) -> None:
    app = create_app(old_data)
    store: Store = app.extensions[STORE]
    tables = [id_ for (id_,) in rows_of(old_data, "SELECT id FROM tables ORDER BY created")]
    played = []
    for table_id in tables:
        host, gm = app.extensions[HOSTS].get(table_id), Visitor("gm", table_id, None, "GM")
        state, first = host.battle.state, next(iter(host.battle.state.combatants))
        assert not host.battle.is_stuck
        assert state.combatants[first].at == (3, 3)
        [ann] = store.people.of_table(table_id)
        assert (ann.name, host.seats) == ("Ann", {first: ann.id})
        played.append((host.scene.system, len(host.battle.entries), state.prompt is not None, state.running))
        if state.prompt is not None:
            host.handle({"do": "answer", "actor": state.prompt.to, "answer": "faces", "faces": [30]}, gm)
        host.handle({"do": "gm-set", "target": first, "state": {"at": [4, 3]}}, gm)
        host.handle({"do": "undo"}, gm)
        host.handle({"do": "redo"}, gm)
        assert Host(store, table_id).battle.state == host.battle.state
    assert played == [
        ("atomic", 13, True, False),
        ("savage", 10, False, True),
        ("gurps", 10, False, True),
        ("phases", 10, False, True),
        ("tesseris", 10, False, True),
    ]
    [picture] = [row.picture_id for id_ in tables for row in store.battles(id_) if row.picture_id]
    found = store.picture(picture)
    assert found is not None
    assert found.path.is_file()
    store.close()


def test_who_had_a_gms_link_or_session_before_there_were_invitations_has_it(
    old_data: Settings,
) -> None:
    app = create_app(old_data)
    app.testing = True
    tables = rows_of(old_data, "SELECT id, gm_key FROM tables ORDER BY created")
    for table_id, key in tables:
        browser = app.test_client()
        assert browser.get(f"/gm/{key}").location == f"/tables/{table_id}/gm"
        assert browser.get(f"/tables/{table_id}/gm").status_code == 200
    with (kept := app.test_client()).session_transaction() as session:
        session["gm"] = [table_id for table_id, _ in tables]  # as the first version wrote it
    assert {kept.get(f"/tables/{table_id}/gm").status_code for table_id, _ in tables} == {200}
    assert kept.get("/").text.count('class="table-link"') == len(tables)
    assert first_table(app).gm == f"/gm/{tables[0][1]}"
    app.extensions[STORE].close()


def test_old_data_knows_which_pictures_its_tables_have_had(old_data: Settings) -> None:
    named = rows_of(old_data, "SELECT table_id, picture_id FROM battles WHERE picture_id IS NOT NULL")
    [(table_id, picture)] = named
    with closing(sqlite3.connect(old_data.data_dir / "battlemat.db")) as connection:
        battle, last = connection.execute(
            "SELECT id, max(seq) FROM battles JOIN events ON battle_id = id WHERE table_id = ?", (table_id,)
        ).fetchone()
        faces = [f"{n:032x}" for n in range(1, 4)]
        for n, (kind, data) in enumerate(
            (
                ("picture-set", {"who": "kit", "picture": faces[0]}),
                ("map-edited", {"patch": {"picture": {"id": faces[1], "at": [0, 0], "size": [1, 1]}}}),
                ("moved", {"picture": faces[2]}),
                ("picture-set", {"who": "kit", "picture": "f" * 32}),
            ),
            last + 1,
        ):
            row = (battle, n, f"c{n}", kind, json.dumps(data), "2026-01-01 00:00:00")
            connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", row)
        rows = [(face, "image/webp", 256, 256) for face in faces]
        connection.executemany("INSERT INTO pictures VALUES (?, ?, ?, ?)", rows)
        connection.commit()
    Store(old_data.database_place, old_data.pictures).close()
    noted = rows_of(old_data, "SELECT table_id, picture_id FROM table_pictures ORDER BY picture_id")
    assert sorted(noted) == sorted((table_id, id_) for id_ in (faces[0], faces[1], picture))


def test_pictures_that_lay_beside_a_postgresql_of_before_are_in_it_after_a_start(
    old_data: Settings, tmp_path: Path
) -> None:
    [(table_id, id_)] = rows_of(old_data, "SELECT table_id, picture_id FROM battles WHERE picture_id NOTNULL")
    [picture] = rows_of(old_data, f"SELECT id, media_type, width, height FROM pictures WHERE id = '{id_}'")
    [table] = rows_of(old_data, f"SELECT * FROM tables WHERE id = '{table_id}'")
    [file] = old_data.pictures.glob(f"{id_}.*")
    with own_schema() as url:
        engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"), poolclass=NullPool)
        with engine.begin() as connection:
            command.upgrade(config_for(connection), "0005")
            connection.execute(metadata.tables["tables"].insert().values([*table[:-1], datetime.now(UTC)]))
            connection.execute(metadata.tables["pictures"].insert().values(picture))
            connection.execute(metadata.tables["table_pictures"].insert().values((table_id, id_)))
        for name in ("this machine", "another"):
            folder = old_data.pictures if name == "this machine" else tmp_path / name / "pictures"
            store = Store(url, folder)
            found = store.picture_at(table_id, id_)
            assert found is not None
            kept = store.picture_file(found)
            assert kept is not None
            assert kept.read_bytes() == file.read_bytes()
            assert store.table_pictures.sizes(table_id) == [file.stat().st_size]
            store.close()


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "battlemat.db", tmp_path / "pictures")
    table = store.create_table("Ours")
    store.close()
    assert Store(tmp_path / "battlemat.db", tmp_path / "pictures").table(table.id) == table


def test_a_log_goes_once_its_battle_is_deleted_and_no_other_does(tmp_path: Path) -> None:
    store = Store(tmp_path / "battlemat.db", tmp_path / "pictures")
    battles = [store.create_battle(store.create_table(name).id, "atomic", "One") for name in "ab"]
    for battle in battles:
        store.append(battle.id, 1, "c1", [("moved", {})])
    store.gms.delete_table(battles[0].table_id)
    assert [store.last_seq(battle.id) for battle in battles] == [0, 1]
    with pytest.raises(IntegrityError, match="append-only"), writing(store._engine) as connection:
        connection.execute(text("DELETE FROM events"))
    assert store.last_seq(battles[1].id) == 1


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
