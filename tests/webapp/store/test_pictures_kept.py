"""Pictures are kept beside an SQLite file, in PostgreSQL, or in a folder that all processes share."""

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from tests.postgres import own_schema
from webapp.importers.pictures import Picture
from webapp.store import picture_bytes, picture_start
from webapp.store.database import StoreTrouble, writing
from webapp.store.rows import PictureRow
from webapp.store.store import Store

SMALL = Picture(b"RIFF and so on", "image/webp", 20, 10)
LARGE = Picture(random.Random(1).randbytes(2 * picture_bytes.PART_BYTES + 1), "image/webp", 4000, 4000)

Machine = Callable[[str], Store]
"""Opens the store as a machine of this name does, which has a data folder of its own."""


@pytest.fixture(params=["sqlite", "postgresql", "shared folder"])
def machine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Machine]:
    """Machines with the same database; with SQLite it is always the same one."""
    stores: list[Store] = []

    def opened(url: str | None, name: str) -> Store:
        data = tmp_path / (name if url else "one")
        shared = tmp_path / "shared" if request.param == "shared folder" else None
        stores.append(Store(url or data / "battlemat.db", data / "pictures", shared))
        return stores[-1]

    with nullcontext() if request.param == "sqlite" else own_schema() as url:
        yield lambda name: opened(url, name)
        for store in stores:
            store.close()


@pytest.fixture
def url() -> Iterator[str]:
    with own_schema() as found:
        yield found


def bytes_of(store: Store, id_: str) -> bytes | None:
    row = store.picture(id_)
    file = store.picture_file(row) if row is not None else None
    return file.read_bytes() if file is not None else None


def in_database(store: Store) -> dict[str, int]:
    """Say how many parts the database has of each picture."""
    with writing(store._engine) as connection:
        rows = connection.execute(text("SELECT picture_id, count(*) FROM picture_bytes GROUP BY 1"))
        return {row[0]: row[1] for row in rows}


def files_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# ----------------------------------------------------------------------------------- wherever they are
def test_a_picture_is_kept_once_and_every_machine_has_it(machine: Machine) -> None:
    store, other = machine("one"), machine("two")
    row = store.save_picture(LARGE)
    assert store.save_picture(LARGE) == row
    assert other.save_picture(LARGE).id == row.id
    assert store.picture(row.id) == row
    assert (row.media_type, row.width, row.height) == ("image/webp", 4000, 4000)
    assert bytes_of(store, row.id) == bytes_of(other, row.id) == LARGE.data


def test_a_lost_file_comes_again_with_the_picture(machine: Machine) -> None:
    store = machine("one")
    row = store.save_picture(SMALL)
    file = store.picture_file(row)
    assert file is not None
    file.unlink()
    assert store.save_picture(SMALL) == row
    assert bytes_of(store, row.id) == SMALL.data


def test_what_a_tables_pictures_take_is_the_same_everywhere(machine: Machine) -> None:
    store, table = machine("one"), machine("two").create_table("Ours")
    for picture in (SMALL, LARGE):
        store.save_picture(picture, table.id)
    store.save_picture(Picture(b"of nobody", "image/webp", 1, 1))
    assert sorted(store.table_pictures.sizes(table.id)) == [len(SMALL.data), len(LARGE.data)]


def test_a_picture_goes_with_the_last_table_that_has_it(machine: Machine, tmp_path: Path) -> None:
    store = machine("one")
    tables = [store.create_table(name) for name in "ab"]
    for table in tables:
        row = store.save_picture(LARGE, table.id)
    assert bytes_of(store, row.id) == LARGE.data
    row.tiles.mkdir(parents=True)
    assert store.gms.delete_table(tables[0].id) == []
    assert bytes_of(store, row.id) == LARGE.data
    assert store.gms.delete_table(tables[1].id) == [row.id]
    assert store.picture_file(row) is None
    assert in_database(store) == {}
    assert list(tmp_path.rglob(f"{row.id}*")) == []
    assert bytes_of(store, store.save_picture(LARGE).id) == LARGE.data, "it may come again"


def test_what_was_deleted_on_one_machine_is_gone_from_the_other_at_its_next_start(
    machine: Machine, tmp_path: Path
) -> None:
    store, other = machine("one"), machine("two")
    table = store.create_table("Ours")
    gone, stays = store.save_picture(LARGE, table.id), store.save_picture(SMALL)
    for id_ in (gone.id, stays.id):
        assert bytes_of(other, id_) is not None
    there = other.picture(gone.id)
    assert there is not None
    there.tiles.mkdir(parents=True)
    store.gms.delete_table(table.id)
    again = machine("two")
    assert again.picture(gone.id) is None
    assert bytes_of(again, stays.id) == SMALL.data
    assert [path for path in tmp_path.rglob(f"{gone.id}*") if "pictures" not in path.parts] == []


def test_two_who_bring_the_same_picture_at_once_both_have_it(machine: Machine) -> None:
    machines = [machine("one"), machine("two")]
    tables = [machines[0].create_table(name) for name in "ab"]
    brought: list[PictureRow] = []
    gate = threading.Barrier(2)

    def bring(store: Store, table_id: str) -> None:
        gate.wait()
        brought.append(store.save_picture(LARGE, table_id))

    threads = [
        threading.Thread(target=bring, args=(store, table.id))
        for store, table in zip(machines, tables, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({row.id for row in brought}) == 1
    assert len(brought) == 2
    for table in tables:
        assert machines[0].table_pictures.sizes(table.id) == [len(LARGE.data)]


@pytest.mark.parametrize("round_", range(3))
def test_a_picture_that_comes_while_its_last_table_goes_is_there_afterwards(
    machine: Machine, round_: int
) -> None:
    store, other = machine("one"), machine("two")
    going, staying = store.create_table("Going"), store.create_table("Staying")
    id_ = store.save_picture(LARGE, going.id).id
    gate = threading.Barrier(2)

    def delete() -> None:
        gate.wait()
        store.gms.delete_table(going.id)

    thread = threading.Thread(target=delete)
    thread.start()
    gate.wait()
    other.save_picture(LARGE, staying.id)
    thread.join()
    assert other.picture_at(staying.id, id_) is not None
    assert bytes_of(other, id_) == bytes_of(store, id_) == LARGE.data


@pytest.mark.parametrize("round_", range(3))
def test_a_picture_that_comes_again_while_its_table_goes_holds_nobody_up(
    machine: Machine, round_: int
) -> None:
    store, other = machine("one"), machine("two")
    table = store.create_table("Going")
    id_ = store.save_picture(LARGE, table.id).id
    gate, told = threading.Barrier(2), list[str]()

    def bring() -> None:
        gate.wait()
        try:
            other.save_picture(LARGE, table.id)
        except StoreTrouble as trouble:
            told.append(str(trouble))

    thread = threading.Thread(target=bring)
    thread.start()
    gate.wait()
    assert store.gms.delete_table(table.id) == [id_]
    thread.join()
    assert told in ([], ["This table is gone."])
    assert store.picture(id_) is None
    with pytest.raises(StoreTrouble, match="gone"):
        other.save_picture(LARGE, table.id)


# ----------------------------------------------------------------------------------------- PostgreSQL
def test_postgresql_takes_a_picture_in_parts_and_does_not_compress_them(url: str, tmp_path: Path) -> None:
    store = Store(url, tmp_path / "pictures")
    row = store.save_picture(LARGE)
    assert in_database(store) == {row.id: 3}
    with store._engine.connect() as connection:
        storage = connection.execute(
            text(
                "SELECT attstorage FROM pg_attribute"
                " WHERE attrelid = 'picture_bytes'::regclass AND attname = 'bytes'"
            )
        ).scalar_one()
    assert storage == "e"
    assert not (tmp_path / "pictures").exists(), "nothing is kept beside it"
    store.close()


def test_the_copies_may_be_thrown_away_at_any_time(url: str, tmp_path: Path) -> None:
    store = Store(url, tmp_path / "pictures")
    row = store.save_picture(LARGE)
    for _ in range(2):
        assert bytes_of(store, row.id) == LARGE.data
        row.path.unlink()
        row.path.parent.rmdir()
    store.close()


@pytest.mark.parametrize("damage", [b"", b"something else", LARGE.data[:-1] + b"?"])
def test_a_damaged_copy_is_fetched_anew(url: str, tmp_path: Path, damage: bytes) -> None:
    store = Store(url, tmp_path / "pictures")
    row = store.save_picture(LARGE)
    assert bytes_of(store, row.id) == LARGE.data
    row.path.write_bytes(damage)
    os.utime(row.path, ns=(1, 1))
    assert bytes_of(store, row.id) == LARGE.data
    store.close()


def test_a_picture_whose_bytes_are_not_whole_in_the_database_is_none(url: str, tmp_path: Path) -> None:
    store = Store(url, tmp_path / "pictures")
    row = store.save_picture(LARGE)
    with writing(store._engine) as connection:
        connection.execute(text("DELETE FROM picture_bytes WHERE part = 1"))
    assert store.picture_file(row) is None
    assert files_in(tmp_path / "picture-copies") == []
    store.close()


def test_a_line_that_is_cut_while_a_picture_is_fetched_is_told_and_opened_again(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, other = Store(url, tmp_path / "pictures"), Store(url, tmp_path / "other" / "pictures")
    row, parts = store.save_picture(LARGE), picture_bytes._parts

    def cut_off(connection: Connection, id_: str) -> Iterator[bytes]:
        pieces = parts(connection, id_)
        yield next(pieces)
        own = connection.connection.driver_connection.info.backend_pid  # type: ignore[union-attr]
        with other._engine.connect() as another:
            assert another.exec_driver_sql(f"SELECT pg_terminate_backend({own}, 5000)").scalar_one()
        yield from pieces

    monkeypatch.setattr(picture_bytes, "_parts", cut_off)
    with pytest.raises(StoreTrouble, match="does not answer"):
        store.picture_file(row)
    assert files_in(tmp_path / "picture-copies") == []
    monkeypatch.setattr(picture_bytes, "_parts", parts)
    assert bytes_of(store, row.id) == LARGE.data
    for one in (store, other):
        one.close()


def test_many_who_want_a_picture_have_it_fetched_once(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, fetched = Store(url, tmp_path / "pictures"), list[str]()
    row, parts = store.save_picture(LARGE), picture_bytes._parts

    def counted(connection: Connection, id_: str) -> Iterator[bytes]:
        fetched.append(id_)
        return parts(connection, id_)

    monkeypatch.setattr(picture_bytes, "_parts", counted)
    threads = [threading.Thread(target=store.picture_file, args=(row,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert fetched == [row.id]
    store.close()


def test_others_have_their_turns_while_a_large_picture_is_kept_and_fetched(url: str, tmp_path: Path) -> None:
    megabytes = 8
    line = (sys.executable, "-m", "tests.webapp.store.pictures_beside", url, str(tmp_path), str(megabytes))
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    said = json.loads(done.stdout)
    assert min(said[what]["turns"] for what in ("keep", "fetch")) >= megabytes


def test_what_a_process_that_was_killed_left_half_fetched_is_cleared_away(url: str, tmp_path: Path) -> None:
    copies = tmp_path / "picture-copies"
    copies.mkdir()
    for name, age in ((".new-old", 2 * 3600.0), (".new-young", 0.0)):
        (copies / name).write_bytes(b"half")
        os.utime(copies / name, (time.time() - age,) * 2)
    Store(url, tmp_path / "pictures").close()
    assert files_in(copies) == [".new-young"]


# ------------------------------------------------------------------------- what an older version has left
def as_before(store: Store, folder: Path, *pictures: Picture) -> list[PictureRow]:
    """Lay pictures into a folder, as versions did whose database kept none."""
    rows = [store.save_picture(picture) for picture in pictures]
    with writing(store._engine) as connection:
        connection.execute(text("DELETE FROM picture_bytes"))
    folder.mkdir()
    for row, picture in zip(rows, pictures, strict=True):
        (folder / row.path.name).write_bytes(picture.data)
    return rows


def test_a_start_brings_pictures_from_the_folder_into_postgresql_once(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, folder = Store(url, tmp_path / "other" / "pictures"), tmp_path / "pictures"
    rows = as_before(before, folder, SMALL, LARGE)
    before.close()
    store = Store(url, folder)
    assert in_database(store) == {rows[0].id: 1, rows[1].id: 3}
    assert files_in(folder) == sorted(row.path.name for row in rows), "they stay where they are"
    assert [bytes_of(store, row.id) for row in rows] == [SMALL.data, LARGE.data]
    store.close()
    monkeypatch.setattr(picture_start, "_found", lambda *_: pytest.fail("there is nothing more to bring in"))
    Store(url, folder).close()


def test_what_is_damaged_missing_or_unknown_in_the_folder_is_not_brought_in(url: str, tmp_path: Path) -> None:
    before, folder = Store(url, tmp_path / "other" / "pictures"), tmp_path / "pictures"
    small, large = as_before(before, folder, SMALL, LARGE)
    (folder / small.path.name).write_bytes(b"cut off")
    (folder / large.path.name).unlink()
    (folder / f"{'0' * 32}.webp").write_bytes(b"nobody knows me")
    before.close()
    store = Store(url, folder)
    assert in_database(store) == {}
    assert bytes_of(store, small.id) is None
    (folder / small.path.name).write_bytes(SMALL.data)
    store.close()
    again = Store(url, folder)
    assert bytes_of(again, small.id) == SMALL.data
    again.close()


def test_a_deleted_table_takes_what_had_stayed_in_the_folder_too(url: str, tmp_path: Path) -> None:
    before, folder = Store(url, tmp_path / "other" / "pictures"), tmp_path / "pictures"
    table = before.create_table("Ours")
    before.save_picture(SMALL, table.id)
    as_before(before, folder, SMALL)
    store = Store(url, folder)
    store.gms.delete_table(table.id)
    assert files_in(folder) == []
    for one in (before, store):
        one.close()


def test_a_folder_that_is_shared_from_now_on_takes_in_what_the_database_and_the_data_folder_have(
    url: str, tmp_path: Path
) -> None:
    first, folder, shared = Store(url, tmp_path / "one" / "pictures"), tmp_path / "pictures", tmp_path / "all"
    [small] = as_before(first, folder, SMALL)
    large = first.save_picture(LARGE)
    first.close()
    store = Store(url, folder, shared)
    assert files_in(shared) == sorted(row.path.name for row in (small, large))
    third = store.save_picture(Picture(b"the third", "image/webp", 1, 1))
    assert third.path == shared / f"{third.id}.webp"
    assert third.id not in in_database(store)
    store.close()
