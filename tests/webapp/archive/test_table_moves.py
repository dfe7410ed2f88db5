"""A table moves between a laptop (SQLite, a folder) and a server (PostgreSQL) as its file, without loss."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.postgres import own_schema
from tests.webapp.archive.test_table_file import saved, unpacked
from tests.webapp.pages import host_of
from tests.webapp.pictures.test_faces import put_on
from tests.webapp.table.invited import invited, lay_map, makes_table, noise
from tests.webapp.table.invited import picture as painted
from tests.webapp.table.test_groups import keep
from tests.webapp.talk.talk_table import Table, shoot
from tests.webapp.talk.test_kept_talk import fill
from tests.webapp.world import World
from webapp.app import Settings, create_app
from webapp.archive.table_file_import import check_logs, open_table
from webapp.archive.table_file_reader import read_table
from webapp.cli import main
from webapp.context import STORE
from webapp.store.store import Store


@pytest.fixture
def url() -> Iterator[str]:
    with own_schema() as found:
        yield found


@pytest.fixture
def server(url: str, tmp_path: Path) -> Iterator[Flask]:
    """An app on PostgreSQL, with no table yet."""
    app = create_app(Settings(data_dir=tmp_path / "server", database=url, lan=False, async_mode="threading"))
    app.testing = True
    yield app
    app.extensions[STORE].close()


def lived_in(world: World) -> None:
    """Do some of everything at a table that a file is to hold."""
    table, gm = Table(world), world.gm()
    fill(table)
    put_on(world, "kit")
    put_on(world, "raider-4", (20, 90, 60))
    keep(world, "kit", as_now="1")
    shoot(table)
    table.gm.do("undo")
    assert lay_map(gm, world.table, noise(3, 900)).status_code == 200
    assert lay_map(gm, world.table, painted(7)).status_code == 200
    host_of(world).change_settings(enemy_harm="words", answer_seconds=40)


def move(data: bytes, store: Store) -> str:
    """Open a table's file elsewhere, and give the table's id there."""
    file = read_table(io.BytesIO(data))
    check_logs(file)
    return open_table(store, file).id


def test_people_stay_in_the_order_in_which_they_came(world: World) -> None:
    names = [f"Person {n}" for n in range(12)]
    for name in names:
        world.store.people.add(world.table.id, name)
    moved = move(saved(world), world.store)
    assert [person.name for person in world.store.people.of_table(moved)] == names


def as_written(data: bytes) -> dict[str, Any]:
    """Give what a table's file holds; people and papers, who have new ids everywhere, by their places."""
    files = unpacked(data)
    people = json.loads(files["manifest.json"])["people"]
    papers = json.loads(files["talk.json"])["papers"]
    for kind, ids in (("person", people), ("paper", papers)):
        for place, one in enumerate(ids):
            old, new = one["id"].encode(), f"{kind}-{place}".encode()
            files = {
                name: text if name.startswith("pictures/") else text.replace(old, new)
                for name, text in files.items()
            }
    manifest, talk = json.loads(files.pop("manifest.json")), json.loads(files.pop("talk.json"))
    del manifest["made"]
    for name in ("talk.json", *(name for name in manifest["files"] if name.startswith("scenes/"))):
        del manifest["files"][name]["sha256"]  # of bytes with ids in them
    for unordered in ("kept_rolls", "real_dice"):
        talk[unordered].sort(key=json.dumps)
    return {**files, "manifest": manifest, "talk": talk}


def test_a_table_moves_to_a_server_and_back_as_it_was(world: World, server: Flask, tmp_path: Path) -> None:
    lived_in(world)
    on_laptop = saved(world)
    there = move(on_laptop, server.extensions[STORE])
    on_server = saved(World(server))
    laptop = tmp_path / "other"
    store = Store(laptop / "battlemat.db", laptop / "pictures")
    back = move(on_server, store)
    store.close()
    app = create_app(Settings(data_dir=laptop, lan=False, async_mode="threading"))
    app.testing = True
    again = World(app)
    assert (again.table.id, World(server).table.id) == (back, there)
    on_other = saved(again)
    wanted = as_written(on_laptop)
    assert len(wanted["manifest"]["people"]) == 2
    assert len([name for name in wanted if name.startswith("pictures/")]) == 6
    assert len(wanted["manifest"]["scenes"]) == 3
    assert wanted["manifest"]["settings"]["answer_seconds"] == 40
    assert wanted["manifest"]["groups"]
    assert wanted["talk"]["said"]
    assert as_written(on_server) == wanted
    assert as_written(on_other) == wanted
    app.extensions[STORE].close()


def test_a_table_that_begins_on_a_server_moves_to_a_laptop(server: Flask, tmp_path: Path) -> None:
    world = World(server)
    assert lay_map(world.gm(), world.table, noise(4, 700)).status_code == 200
    data, laptop = saved(world), tmp_path / "laptop"
    store = Store(laptop / "battlemat.db", laptop / "pictures")
    table = store.table(move(data, store))
    assert table is not None
    battle = store.battle(str(table.battle_id))
    assert battle is not None
    picture = world.store.picture(str(host_of(world).scene.picture_id))
    kept = store.picture(str(battle.picture_id))
    assert picture is not None
    assert kept is not None
    assert kept.path.read_bytes() == picture.path.read_bytes()
    store.close()


def test_the_command_opens_a_tables_file_in_a_database(
    world: World, url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ours.battlemat"
    file.write_bytes(saved(world))
    where = ["--data", str(tmp_path / "server"), "--database", url]
    assert main(["import", str(file), *where]) == 0
    assert "/gm/" in capsys.readouterr().out
    elsewhere = Store(url, tmp_path / "elsewhere" / "pictures")
    [table] = elsewhere.all_tables()
    battle = elsewhere.battle(str(table.battle_id))
    picture = elsewhere.picture(str(battle.picture_id)) if battle else None
    assert picture is not None
    assert elsewhere.picture_file(picture) is not None, "another machine has it"
    elsewhere.close()


def test_an_invited_gm_takes_all_tables_along_from_a_server(server: Flask, tmp_path: Path) -> None:
    world = World(server)
    ada = invited(world, "Ada")
    for name, shade in (("The Mill", 1), ("The Yard", 2)):
        assert lay_map(ada, makes_table(world, ada, name), painted(shade)).status_code == 200
    answer = ada.get("/mine/tables.zip")
    with zipfile.ZipFile(io.BytesIO(answer.data)) as packed:
        files = [packed.read(name) for name in packed.namelist()]
    store = Store(tmp_path / "battlemat.db", tmp_path / "pictures")
    for data in files:
        table = store.table(move(data, store))
        assert table is not None
        assert len(store.table_pictures.sizes(table.id)) == 1
    assert [table.name for table in store.all_tables()] == ["The Mill", "The Yard"]
    store.close()
