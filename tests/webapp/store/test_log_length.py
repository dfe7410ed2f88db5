import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from webapp.store.database import lengthen_log
from webapp.store.store import Store

FRAME = 4096 + 24
COMMITS = 50
of_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def battle(store: Store) -> str:
    return store.create_battle(store.create_table("Ours").id, "atomic", "The Gantry").id


def play(store: Store, id_: str, first: int) -> None:
    for seq in range(first, first + COMMITS):
        store.append(id_, seq, f"c{seq}", [("moved", {"to": [seq, 1]})])


def log_of(database: Path) -> Path:
    return database.with_name(f"{database.name}-wal")


@of_sqlite
def test_a_log_of_its_full_length_does_not_grow_as_it_is_written(database: Path, store: Store) -> None:
    id_ = battle(store)
    play(store, id_, 1)
    lengthen_log(database)
    length = log_of(database).stat().st_size
    assert length >= 1000 * FRAME
    play(store, id_, 1 + COMMITS)
    assert log_of(database).stat().st_size == length


@of_sqlite
def test_a_log_that_is_lengthened_leaves_everything_in_the_databases_own_file(
    database: Path, store: Store, tmp_path: Path
) -> None:
    id_ = battle(store)
    play(store, id_, 1)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA user_version = 7")
    lengthen_log(database)
    copy = tmp_path / "copy.db"
    shutil.copy(database, copy)  # without the log beside it
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT max(seq) FROM events").fetchone() == (COMMITS,)
        assert connection.execute("PRAGMA user_version").fetchone() == (7,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@of_sqlite
def test_what_is_written_while_the_log_is_lengthened_is_kept(
    database: Path, store: Store, opened: Callable[[], Store]
) -> None:
    id_ = battle(store)
    writer = threading.Thread(target=play, args=(store, id_, 1))
    writer.start()
    while writer.is_alive():
        lengthen_log(database)
    writer.join()
    assert [event.seq for event in opened().events(id_)] == list(range(1, COMMITS + 1))


@of_sqlite
def test_a_log_is_left_as_it_is_while_somebody_writes_for_long(database: Path, store: Store) -> None:
    id_ = battle(store)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        lengthen_log(database)
        other.execute("ROLLBACK")
    play(store, id_, 1)
    assert store.last_seq(id_) == COMMITS


def test_databases_without_such_a_log_are_left_alone(tmp_path: Path) -> None:
    lengthen_log("postgresql://nobody@127.0.0.1/nothing")
    lengthen_log(tmp_path / "none.db")
    assert not list(tmp_path.iterdir())
