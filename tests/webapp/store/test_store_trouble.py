"""A database that cannot be reached, read or written is told of in a sentence, and nothing has changed."""

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.webapp.store.store_kit import battle, of_postgresql, of_sqlite
from webapp.store import database as databases
from webapp.store.store import Store, StoreTrouble


@of_sqlite
def test_a_locked_database_is_told_in_a_sentence(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_ = battle(store)
    other = sqlite3.connect(tmp_path / "battlemat.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(databases, "BUSY_SECONDS", 0.05)
    with pytest.raises(StoreTrouble, match="locked"):
        store.append(id_, 1, "c1", [("moved", {})])
    other.execute("ROLLBACK")
    other.close()
    assert store.append(id_, 1, "c1", [("moved", {})]) == 1


@of_sqlite
def test_a_full_disk_is_told_in_a_sentence_and_changes_nothing(store: Store) -> None:
    id_ = battle(store)
    with store._engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreTrouble, match="disk is full"):
        store.append(id_, 1, "c1", [("moved", {"text": "x" * 100_000})])
    assert store.events(id_) == []


@of_postgresql
def test_a_line_that_postgresql_has_cut_is_opened_again(
    opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "_PAUSE", 0.0)
    store, axe = opened(), opened()
    id_ = battle(store)
    with store._engine.connect() as line:
        own = line.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
    with axe._engine.connect() as other:
        assert other.exec_driver_sql(f"SELECT pg_terminate_backend({own}, 5000)").scalar_one()
    assert store.append(id_, 1, "c1", [("moved", {})]) == 1
    assert [event.seq for event in store.events(id_)] == [1]


@of_postgresql
def test_who_finds_no_connection_free_is_told_in_a_sentence(
    opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "_LINES", 1)
    monkeypatch.setattr(databases, "_LINE_WAIT", 0.05)
    store = opened()
    with ExitStack() as taken:
        for _ in range(3):
            taken.enter_context(store._engine.connect())
        with pytest.raises(StoreTrouble, match="does not answer"):
            store.any_table()
    assert store.any_table() is None


@of_postgresql
def test_a_postgresql_that_does_not_let_write_is_told_in_a_sentence(
    opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "BUSY_SECONDS", 0.05)
    store = opened()
    id_ = battle(store)
    line = store._engine.connect().execution_options(isolation_level="READ COMMITTED")
    with line as other, other.begin():
        other.exec_driver_sql("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(StoreTrouble, match="locked"):
            store.append(id_, 1, "c1", [("moved", {})])
    assert store.append(id_, 1, "c1", [("moved", {})]) == 1


def test_a_postgresql_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreTrouble, match="does not answer"):
        Store("postgresql://postgres@127.0.0.1:1/test", tmp_path / "pictures")


def test_a_closed_store_keeps_no_connection_that_was_in_use_and_opens_none(store: Store) -> None:
    """Whatever is still at work as a server ends, a timer or a page, would leave it open for good."""
    id_ = battle(store)
    with store._engine.connect() as used:
        driver = used.connection.dbapi_connection
        store.close()
        used.exec_driver_sql("SELECT 1")  # who is in the middle of it ends it
    assert not is_open(driver)
    for ask in (lambda: store.events(id_), lambda: store.append(id_, 1, "late", [("moved", {})])):
        with pytest.raises(StoreTrouble, match="closed"):
            ask()


def is_open(connection: Any) -> bool:
    try:
        connection.execute("SELECT 1")
    except (sqlite3.ProgrammingError, psycopg.OperationalError):
        return False
    return True


def test_a_file_that_is_no_database_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "battlemat.db").write_bytes(b"this is a shopping list " * 400)
    with pytest.raises(StoreTrouble, match="damaged"):
        Store(tmp_path / "battlemat.db", tmp_path / "pictures")


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    with pytest.raises(StoreTrouble):
        Store(tmp_path / "data" / "battlemat.db", tmp_path / "data" / "pictures")
