"""The log in a database: nothing is lost, doubled or written in another's place, whoever writes beside."""

import re
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from tests.webapp.store.store_kit import battle, of_sqlite
from webapp.store import database as databases
from webapp.store.store import SeqTaken, Store, StoreTrouble


def test_what_is_appended_comes_back_in_order(store: Store) -> None:
    id_ = battle(store)
    assert store.append(id_, 1, "c1", [("command", {"do": "move"}), ("moved", {"to": [3, 4]})]) == 2
    assert store.append(id_, 3, "c2", [("moved", {"who": "Zoë"})]) == 3
    told = [(e.seq, e.kind, e.data, e.command_id) for e in store.events(id_)]
    assert told == [
        (1, "command", {"do": "move"}, "c1"),
        (2, "moved", {"to": [3, 4]}, "c1"),
        (3, "moved", {"who": "Zoë"}, "c2"),
    ]
    assert [e.seq for e in store.events(id_, after=2)] == [3]
    assert store.events(id_)[0].at.tzinfo is UTC


def test_of_two_processes_only_one_gets_a_place_in_the_log(store: Store, opened: Callable[[], Store]) -> None:
    id_, other = battle(store), opened()
    store.append(id_, 1, "mine", [("moved", {"to": 1})])
    with pytest.raises(SeqTaken):
        other.append(id_, 1, "theirs", [("moved", {"to": 2})])
    assert [e.command_id for e in store.events(id_)] == ["mine"]


def test_many_writers_at_once_lose_and_double_nothing(store: Store, opened: Callable[[], Store]) -> None:
    id_ = battle(store)

    def write(name: str) -> None:
        own = opened()
        done = 0
        while done < 10:
            try:
                own.append(id_, own.last_seq(id_) + 1, f"{name}-{done}", [("a", {}), ("b", {})])
                done += 1
            except SeqTaken:
                continue

    threads = [threading.Thread(target=write, args=(name,)) for name in "xyz"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    events = store.events(id_)
    assert [e.seq for e in events] == list(range(1, 61))
    assert len({e.command_id for e in events}) == 30
    assert all(a.command_id == b.command_id for a, b in zip(events[::2], events[1::2], strict=True))


def test_an_event_that_cannot_be_written_takes_the_whole_command_with_it(store: Store) -> None:
    id_ = battle(store)
    with pytest.raises(ValueError, match="JSON"):
        store.append(id_, 1, "c1", [("moved", {}), ("moved", {"cost": float("nan")})])
    assert store.last_seq(id_) == 0


def test_the_log_has_no_gaps(store: Store) -> None:
    id_ = battle(store)
    with pytest.raises(ValueError, match="gap"):
        store.append(id_, 2, "c1", [("moved", {})])
    assert store.events(id_) == []


def test_who_wrote_last_is_told_when_another_came_between(store: Store, opened: Callable[[], Store]) -> None:
    id_, other = battle(store), opened()
    store.append(id_, 1, "mine", [("a", {})])
    other.append(id_, 2, "theirs", [("a", {}), ("b", {})])
    with pytest.raises(SeqTaken):
        store.append(id_, 2, "mine too", [("a", {}), ("b", {}), ("c", {})])
    assert store.append(id_, 4, "mine too", [("a", {})]) == 4
    assert [e.command_id for e in store.events(id_)] == ["mine", "theirs", "theirs", "mine too"]


def test_who_wrote_last_leaves_no_gap_either(store: Store) -> None:
    id_ = battle(store)
    store.append(id_, 1, "c1", [("a", {})])
    with pytest.raises(ValueError, match="gap"):
        store.append(id_, 3, "c2", [("a", {})])
    with pytest.raises(SeqTaken):
        store.append(id_, 1, "c2", [("a", {})])
    assert store.append(id_, 2, "c2", [("a", {})]) == 2


def test_what_could_not_be_written_leaves_its_place_free(store: Store) -> None:
    id_ = battle(store)
    store.append(id_, 1, "c1", [("a", {})])
    with pytest.raises(ValueError, match="not JSON compliant"):
        store.append(id_, 2, "c2", [("a", {}), ("b", {"number": float("nan")})])
    with pytest.raises(IntegrityError):
        store.append("no battle", 1, "c3", [("a", {})])
    assert store.append(id_, 2, "c2", [("a", {})]) == 2


@of_sqlite
def test_what_is_written_after_the_first_is_refused_and_told_as_the_first_was(
    opened: Callable[[], Store], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What follows upon one's own goes straight to the driver, whose errors are told alike."""
    store = opened()
    id_ = battle(store)
    store.append(id_, 1, "c1", [("a", {})])
    with store._engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreTrouble, match="disk is full"):
        store.append(id_, 2, "c2", [("a", {}), ("b", {"text": "x" * 100_000})])
    with store._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
    with closing(sqlite3.connect(tmp_path / "battlemat.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        monkeypatch.setattr(databases, "BUSY_SECONDS", 0.05)
        with pytest.raises(StoreTrouble, match="locked"):
            store.append(id_, 2, "c2", [("a", {})])
    with pytest.raises(ValueError, match="not JSON compliant"):
        store.append(id_, 2, "c2", [("a", {"number": float("inf")})])
    assert [e.seq for e in store.events(id_)] == [1], "nothing of it was kept"
    theirs = opened()
    assert theirs.append(id_, 2, "c3", [("a", {})]) == 2
    with pytest.raises(SeqTaken):
        store.append(id_, 2, "c2", [("a", {})])
    assert store.append(id_, 3, "c2", [("a", {})]) == 3


@of_sqlite
def test_a_moment_is_kept_alike_by_whichever_way_it_was_written(store: Store) -> None:
    """It is read as text by those who sort by it, and by other programs."""
    id_ = battle(store)
    for n in (1, 2):
        store.append(id_, n, f"c{n}", [("a", {})])
    with store._engine.connect() as connection:
        kept = connection.exec_driver_sql("SELECT at FROM events UNION SELECT created FROM battles")
        assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}", at) for (at,) in kept)
    assert {event.at.tzinfo for event in store.events(id_)} == {UTC}


def test_the_log_survives_closing(store: Store, opened: Callable[[], Store]) -> None:
    id_ = battle(store)
    store.append(id_, 1, "c1", [("moved", {"to": [1, 2]})])
    store.close()
    assert opened().events(id_)[0].data == {"to": [1, 2]}


@of_sqlite
def test_the_database_waits_for_the_disk(store: Store) -> None:
    with store._engine.connect() as connection:
        answers = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert answers == ["wal", 2, 1]
