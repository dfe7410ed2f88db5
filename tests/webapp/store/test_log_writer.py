"""What waits for the disk together is kept together, and whoever fails fails alone."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from tests.webapp.store.slow_disk import until
from tests.webapp.store.store_kit import battle, of_sqlite
from webapp.store.database import PatientConnection, writing
from webapp.store.store import SeqTaken, Store, StoreTrouble


class Kept:
    """Commands that are given at once: what became of each, and how often the database was told to keep."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.outcomes: dict[str, int | Exception] = {}
        self.threads: list[threading.Thread] = []
        self.commits = 0

    def give(self, name: str, battle_id: str, seq: int, data: dict[str, Any] | None = None) -> None:
        """Append as a table would, without waiting for it."""

        def append() -> None:
            try:
                self.outcomes[name] = self.store.append(battle_id, seq, name, [("a", data or {})])
            except (SeqTaken, StoreTrouble, ValueError) as error:
                self.outcomes[name] = error

        self.threads.append(threading.Thread(target=append))
        self.threads[-1].start()

    def wait(self) -> None:
        for thread in self.threads:
            thread.join()


@pytest.fixture
def kept(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kept]:
    kept, sync = Kept(store), PatientConnection.sync

    def counted(connection: PatientConnection) -> None:
        kept.commits += 1
        sync(connection)

    def count(connection: object) -> None:
        kept.commits += 1

    monkeypatch.setattr(PatientConnection, "sync", counted)
    if store._engine.dialect.name != "sqlite":
        event.listen(store._engine, "commit", count)
    yield kept
    kept.wait()


@contextmanager
def held(kept: Kept, other: Store, battle_id: str, waiting: int) -> Iterator[None]:
    """Let one command wait for another program that writes; what is given meanwhile comes after it."""
    with writing(other._engine) as connection:
        if other._engine.dialect.name != "sqlite":
            connection.exec_driver_sql("LOCK TABLE events IN EXCLUSIVE MODE")
        kept.give("first", battle_id, 1)
        log = kept.store._log
        until(lambda: log._is_writing and not log._waiting)
        yield
        until(lambda: len(log._waiting) == waiting)
        kept.commits = -1 if other._engine.dialect.name == "sqlite" else 0  # the other program's own
    kept.wait()


def test_commands_of_several_tables_share_one_transaction(kept: Kept, opened: Callable[[], Store]) -> None:
    first, *others = [battle(kept.store) for _ in range(5)]
    with held(kept, opened(), first, waiting=4):
        for number, id_ in enumerate(others):
            kept.give(f"c{number}", id_, 1)
    assert kept.outcomes == {"first": 1, "c0": 1, "c1": 1, "c2": 1, "c3": 1}
    assert [kept.store.last_seq(id_) for id_ in others] == [1, 1, 1, 1]
    assert kept.commits == 2, "the first one's, and that of all who came meanwhile"


def test_who_fails_fails_alone(kept: Kept, opened: Callable[[], Store]) -> None:
    first, good, late, gap, last = [battle(kept.store) for _ in range(5)]
    other = opened()
    kept.store.append(late, 1, "before", [("a", {})])
    other.append(late, 2, "theirs", [("a", {})])
    with held(kept, other, first, waiting=4):
        kept.give("good", good, 1)
        kept.give("late", late, 2)
        kept.give("gap", gap, 7)
        kept.give("last", last, 1)
    assert (kept.outcomes["good"], kept.outcomes["last"]) == (1, 1)
    assert isinstance(kept.outcomes["late"], SeqTaken)
    assert isinstance(kept.outcomes["gap"], ValueError)
    assert [kept.store.last_seq(id_) for id_ in (first, good, late, gap, last)] == [1, 1, 2, 0, 1]
    assert [one.command_id for one in kept.store.events(late)] == ["before", "theirs"]
    assert kept.store.append(late, 3, "again", [("a", {})]) == 3


@of_sqlite
def test_what_finds_no_room_is_refused_and_what_came_with_it_is_kept(
    kept: Kept, opened: Callable[[], Store]
) -> None:
    first, large, small = [battle(kept.store) for _ in range(3)]
    with writing(kept.store._engine) as connection:
        count = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {count + 1}")
    with held(kept, opened(), first, waiting=2):
        kept.give("large", large, 1, {"text": "x" * 100_000})
        kept.give("small", small, 1)
    assert isinstance(kept.outcomes["large"], StoreTrouble)
    assert "The disk is full" in str(kept.outcomes["large"])
    assert (kept.outcomes["small"], kept.store.last_seq(small), kept.store.last_seq(large)) == (1, 1, 0)


@of_sqlite
def test_a_store_is_closed_once_everything_is_kept(
    kept: Kept, opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    id_, works, goes_on = battle(kept.store), threading.Event(), threading.Event()
    sync = PatientConnection.sync

    def slow(connection: PatientConnection) -> None:
        works.set()
        goes_on.wait(30)
        sync(connection)

    monkeypatch.setattr(PatientConnection, "sync", slow)
    kept.give("last", id_, 1)
    assert works.wait(30)
    closing = threading.Thread(target=kept.store.close)
    closing.start()
    closing.join(0.2)
    assert closing.is_alive()
    goes_on.set()
    closing.join()
    assert opened().last_seq(id_) == 1


@of_sqlite
def test_who_writes_beside_the_log_waits_for_it_and_is_not_told_that_the_data_is_locked(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_, works, goes_on = battle(kept.store), threading.Event(), threading.Event()
    table, sync, order = kept.store.all_tables()[0], PatientConnection.sync, list[str]()

    def slow(connection: PatientConnection) -> None:
        works.set()
        goes_on.wait(30)
        sync(connection)
        order.append("kept")

    monkeypatch.setattr(PatientConnection, "sync", slow)
    monkeypatch.setattr("webapp.store.database.BUSY_SECONDS", 0.0)
    kept.give("first", id_, 1)
    assert works.wait(30)
    joins = threading.Thread(target=lambda: order.append(kept.store.people.add(table.id, "Ann").name))
    joins.start()
    assert kept.store.table(table.id) == table, "who reads does not wait"
    goes_on.set()
    joins.join()
    assert order == ["kept", "kept", "Ann"]
