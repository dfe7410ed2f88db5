import re
import sqlite3
import threading
from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import UTC
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy.exc import IntegrityError

from webapp.importers import Picture
from webapp.store import database as databases
from webapp.store.rows import TableSettings
from webapp.store.store import SeqTaken, Store, StoreTrouble
from webapp.store.table_keys import clean_code

of_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
of_postgresql = pytest.mark.parametrize("database", ["postgresql"], indirect=True)

PICTURE = Picture(b"RIFF and so on", "image/webp", 20, 10)


def battle(store: Store) -> str:
    return store.create_battle(store.create_table("Ours").id, "atomic", "The Gantry").id


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


def test_a_table_is_found_by_each_of_its_keys_and_no_other(store: Store) -> None:
    table, other = store.create_table("Ours"), store.create_table("Theirs")
    assert store.table(table.id) == table
    assert store.table_by_gm_key(table.gm_key) == table
    assert store.table_by_screen_key(table.screen_key) == table
    assert store.table_by_join_code(table.join_code) == table
    assert store.table_by_gm_key(table.screen_key) is None
    assert store.table_by_screen_key(table.gm_key) is None
    assert store.table_by_gm_key("") is None
    assert store.tables_of([other.id, "nobody", table.id]) == [other, table]
    assert store.any_table() == table


def test_a_join_code_may_be_typed_carelessly(store: Store) -> None:
    table = store.create_table("Ours")
    code = table.join_code.lower()
    assert store.table_by_join_code(f" {code[:3]}-{code[3:]} ") == table


def test_join_codes_have_no_letters_that_look_or_sound_alike(store: Store) -> None:
    table = store.create_table("Ours")
    codes = "".join(store.new_join_code(table.id) for _ in range(60))
    assert len(codes) == 360
    assert not set(codes) & set("0O1IL5S8B")
    assert clean_code(codes) == codes[:16]


def test_an_old_join_code_leads_nowhere(store: Store) -> None:
    table = store.create_table("Ours")
    new = store.new_join_code(table.id)
    assert store.table_by_join_code(table.join_code) is None
    found = store.table_by_join_code(new)
    assert found is not None
    assert found.id == table.id


def test_settings_are_kept_and_start_with_sight(store: Store) -> None:
    table = store.create_table("Ours")
    assert table.settings == TableSettings(sight=True, answer_seconds=None)
    store.change_settings(table.id, sight=False, answer_seconds=30)
    assert store.settings(table.id) == TableSettings(sight=False, answer_seconds=30)


def test_settings_of_a_newer_version_are_passed_over() -> None:
    assert TableSettings.read('{"sight": false, "fog": 3}') == TableSettings(sight=False)


def test_a_table_shows_the_battle_put_before_it(store: Store) -> None:
    table = store.create_table("Ours")
    first = store.create_battle(table.id, "atomic", "One")
    then = store.create_battle(table.id, "atomic", "Two")
    store.set_current(table.id, first.id)
    store.set_current(table.id, then.id)
    found = store.table(table.id)
    assert found is not None
    assert found.battle_id == then.id
    assert [b.id for b in store.battles(table.id)] == [first.id, then.id]


def test_a_table_cannot_show_anothers_battle(store: Store) -> None:
    foreign, table = battle(store), store.create_table("Ours")
    with pytest.raises(ValueError, match="not one of"):
        store.set_current(table.id, foreign)


def test_every_battle_has_dice_of_its_own(store: Store) -> None:
    seeds = {store.battle(battle(store)).dice_seed for _ in range(5)}  # type: ignore[union-attr]
    assert len(seeds) == 5
    assert all(len(seed) == 64 for seed in seeds)


def test_secrets_do_not_show_in_a_printed_row(store: Store) -> None:
    table = store.create_table("Ours")
    fight = store.create_battle(table.id, "atomic", "One")
    person = store.people.add(table.id, "Ann")
    shown = f"{table!r} {fight!r} {person!r}"
    secrets = (table.gm_key, table.screen_key, table.join_code, fight.dice_seed, person.key)
    assert not [secret for secret in secrets if secret in shown]


def test_people_come_and_are_renamed_and_go(store: Store) -> None:
    table = store.create_table("Ours")
    ann, bob = store.people.add(table.id, "Ann"), store.people.add(table.id, "Bob")
    store.people.rename(ann.id, "Anna")
    assert [p.name for p in store.people.of_table(table.id)] == ["Anna", "Bob"]
    store.people.remove(bob.id)
    assert store.people.find(bob.id) is None
    assert [p.id for p in store.people.of_table(table.id)] == [ann.id]


def test_a_removed_persons_seats_are_free(store: Store) -> None:
    id_ = battle(store)
    ann = store.people.add(store.battle(id_).table_id, "Ann")  # type: ignore[union-attr]
    store.people.seat(id_, "kit", ann.id)
    assert store.people.seats(id_) == {"kit": ann.id}
    store.people.remove(ann.id)
    assert store.people.seats(id_) == {}


def test_a_taken_seat_is_not_taken_twice(store: Store) -> None:
    id_ = battle(store)
    table_id = store.battle(id_).table_id  # type: ignore[union-attr]
    ann, bob = store.people.add(table_id, "Ann"), store.people.add(table_id, "Bob")
    assert store.people.take_seat(id_, "kit", ann.id)
    assert not store.people.take_seat(id_, "kit", bob.id)
    assert store.people.take_seat(id_, "kit", ann.id)
    assert store.people.seats(id_) == {"kit": ann.id}
    store.people.seat(id_, "kit", bob.id)  # the GM may
    assert store.people.seats(id_) == {"kit": bob.id}
    store.people.seat(id_, "kit", None)
    assert store.people.seats(id_) == {}


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


# ------------------------------------------------------------------------------------- GMs and their tables
def test_a_deleted_table_takes_with_it_all_that_is_its_own(store: Store, opened: Callable[[], Store]) -> None:
    key = store.gms.invite("ada", "Ada")
    other = store.create_table("Other")
    ours = store.create_table("Ours")
    store.gms.give(ours.id, "ada")
    for table in (other, ours):
        picture = store.save_picture(PICTURE, table.id)
        id_ = store.create_battle(table.id, "atomic", "One", picture.id).id
        store.set_current(table.id, id_)
        store.append(id_, 1, "c1", [("moved", {})])
        person = store.people.add(table.id, "Ann")
        store.people.seat(id_, "kit", person.id)
        store.groups.keep(table.id, "atomic", "Party", [{"name": "Kit"}])
        store.talk.set_real_dice(person.id, on=True)
    late = opened()
    assert store.gms.delete_table(ours.id) == [], "the other table has the same picture"
    assert late.table(ours.id) is None
    assert late.gms.tables_of("ada") == []
    assert store.picture_file(picture) == picture.path
    kept = late.table(other.id)
    assert kept is not None
    assert late.last_seq(str(kept.battle_id)) == 1
    with pytest.raises(StoreTrouble, match="gone"):
        late.append(id_, 2, "late", [("moved", {})])
    assert store.gms.delete_table(other.id) == [picture.id]
    assert not picture.path.exists()
    assert store.picture_file(picture) is None
    assert late.picture_file(late.save_picture(PICTURE, store.create_table("Third").id)) == picture.path
    found = late.gms.find_by_key(key)
    assert found is not None
    assert found.name == "Ada"


def test_who_is_sent_away_is_let_in_by_nothing_until_invited_again(store: Store) -> None:
    key = store.gms.invite("ada", "Ada")
    table = store.create_table("Ours")
    store.gms.give(table.id, "ada")
    ann = store.people.add(table.id, "Ann")
    assert store.people.find_let_in(ann.id) == ann
    store.gms.send_away("ada")
    closed = store.table(table.id)
    assert closed is not None
    assert closed.is_closed
    assert store.gms.find_by_key(key) is None
    assert store.table_by_join_code(closed.join_code) is None
    assert store.table_by_screen_key(closed.screen_key) is None
    assert store.people.find_let_in(ann.id) is None
    again = store.gms.renew("ada")
    assert store.gms.find_by_key(again) is not None
    assert store.table_by_join_code(closed.join_code) is not None
    assert store.people.find_let_in(ann.id) == ann


def test_a_gm_who_was_sent_away_is_forgotten_with_the_last_table(store: Store) -> None:
    for name in ("ada", "ben", "cy"):
        store.gms.invite(name, name)
        table = store.create_table(name)
        store.gms.give(table.id, name)
        store.gms.send_away(name)
    assert [gm.id for gm in store.gms.all()] == ["ada", "ben", "cy"]
    [ada], [ben] = store.gms.tables_of("ada"), store.gms.tables_of("ben")
    store.gms.delete_table(ada)
    store.gms.give(ben, None)
    assert [gm.id for gm in store.gms.all()] == ["cy"]
    assert store.gms.leave("cy") == []
    assert store.gms.all() == []


def test_the_first_table_of_the_host_is_none_of_an_invited_gms(store: Store) -> None:
    store.gms.invite("ada", "Ada")
    first = store.create_table("First")
    store.gms.give(first.id, "ada")
    assert store.any_table() is None
    [given] = [table for table in store.all_tables() if table.gm_id == "ada"]
    assert store.table_by_gm_key(given.gm_key) is None
    second = store.create_table("Second")
    assert store.any_table() == second
