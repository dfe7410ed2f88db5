"""A full disk and a locked database, as those at the table meet them: a sentence, nothing lost, then on."""

import io
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import pytest
from PIL import Image

from rules.map.map_json import read_map
from rules.map.map_writer import write_map
from rules.map.model import BattleMap
from tests.webapp.pages import Page, host_of
from tests.webapp.world import World
from webapp.archive.backup_runs import back_up_first, note_data
from webapp.archive.backups import back_up, back_up_whole, list_backups
from webapp.archive.data_seal import read_seal
from webapp.context import SETTINGS
from webapp.settings import Settings
from webapp.store import database
from webapp.store.database import StoreTrouble, reading
from webapp.store.store import Store
from webapp.table.host import Host
from webapp.table.setup.scenes import bring_scene

WALLS = [{"from": [n % 24, n % 16], "to": [n % 24 + 1, n % 16], "material": f"stone {n}"} for n in range(300)]
"""So much at once that no page of the database has room for it."""


def settings_of(world: World) -> Settings:
    settings: Settings = world.app.extensions[SETTINGS]
    return settings


def give_pages(world: World, more: int) -> None:
    """Let the database grow by so many pages and no further."""
    with reading(world.store._engine) as connection:
        count = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {count + more}")


def the_map(host: Host) -> BattleMap:
    assert host.battle.state.map is not None
    return host.battle.state.map


def check(world: World) -> None:
    """The file is whole, and tells the battle that stands."""
    with closing(sqlite3.connect(settings_of(world).data_dir / "battlemat.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    store = Store(settings_of(world).database_place, settings_of(world).pictures)
    assert Host(store, world.table.id).battle.state == host_of(world).battle.state
    store.close()


def test_on_a_full_disk_everybody_is_told_and_nothing_changes_until_there_is_room(world: World) -> None:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "kit"), "play")
    give_pages(world, 0)
    host, edit = host_of(world), {"id": "once", "do": "edit-map", "walls": WALLS}
    before, events = host.battle.state, len(world.store.events(world.battle_id))
    ann.take()
    refused = gm.refused("command", edit)
    assert refused["code"] == "store-trouble"
    assert refused["message"] == "The disk is full: make room on it. Nothing was changed."
    form = {"do": "edit-map", "json:walls": str(WALLS).replace("'", '"')}
    panel = gm.browser.htmx(world.at("gm/do"), **form)
    assert (panel.status_code, "The disk is full" in panel.text) == (503, True)
    answer = gm.browser.json(world.at("commands"), edit)
    assert answer.status_code == 503
    assert "The disk is full" in answer.json["refusal"]["message"]  # type: ignore[index]
    with pytest.raises(StoreTrouble):
        bring_scene(host, name="Cellar", battle_map=read_map({**write_map(the_map(host)), "walls": WALLS}))
    assert len(world.store.battles(world.table.id)) == 1, "no half of a scene"
    assert ann.take() == []
    assert host.battle.state == before
    assert len(world.store.events(world.battle_id)) == events
    assert ann.refused("command", {"do": "move", "actor": "kit", "to": [99, 99]})["code"] != "store-trouble"
    give_pages(world, 1000)
    assert gm.ask("command", edit)["ok"]
    assert ann.take(), "the walls are told"
    check(world)


@contextmanager
def files_up_to(size: int) -> Iterator[None]:
    """Let no file grow beyond a size, in bytes, as a disk would that has so much room."""
    resource = pytest.importorskip("resource", reason="Windows sets no such limit")
    signal = pytest.importorskip("signal")
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


def noise(side: int) -> bytes:
    """A picture that packs badly."""
    out = io.BytesIO()
    Image.frombytes("RGB", (side, side), os.urandom(3 * side * side)).save(out, "PNG")
    return out.getvalue()


def test_a_picture_that_finds_no_room_leaves_nothing_behind(world: World) -> None:
    gm, host, kept = world.gm(), host_of(world), sorted(settings_of(world).pictures.iterdir())
    picture, scene = noise(400), host.scene
    parts: dict[str, Any] = {"csrf": "the token of this session", "under": ""}

    def bring() -> Any:
        form = {**parts, "file": (io.BytesIO(picture), "cellar [8x8].png")}
        return gm.client.post(world.at("gm/map"), data=form, headers={"HX-Request": "true"})

    with files_up_to(60_000):
        refused = bring()
    assert refused.status_code == 503
    assert "The disk" in refused.text
    assert sorted(settings_of(world).pictures.iterdir()) == kept
    assert host.scene == scene
    assert len(world.store.battles(world.table.id)) == 1
    assert bring().status_code == 200
    assert host.scene.name.startswith("cellar")
    check(world)


def test_a_backup_that_finds_no_room_leaves_nothing_behind(world: World) -> None:
    settings = settings_of(world)
    with files_up_to(20_000), pytest.raises(StoreTrouble, match="The disk"):
        back_up(settings)
    with files_up_to(20_000), pytest.raises(StoreTrouble, match="The disk"):
        back_up_whole(settings, settings.data_dir / "all.zip")
    assert list_backups(settings) == []
    assert [p.name for p in settings.data_dir.rglob("*") if p.name.startswith((".new-", "all."))] == []
    assert back_up(settings) is not None


def test_a_full_disk_keeps_nobody_from_starting_and_leaves_no_seal_that_is_untrue(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    settings = settings_of(world)
    note_data(settings, is_closed=True)
    assert read_seal(settings) is not None
    with files_up_to(10):
        note_data(settings, is_closed=False)
    assert "was not noted. The disk" in caplog.text
    assert read_seal(settings) is None


def test_without_a_place_for_backups_it_starts_and_says_so(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    settings = settings_of(world)
    (settings.data_dir / "backups").write_text("a file where the folder should be")
    back_up_first(settings)
    assert "No backup was made." in caplog.text
    assert "is in the way" in caplog.text
    page = Page(world, world.gm(), "gm")
    page.do("gm-set", target="kit", state={"at": [2, 2]})
    assert "Backups: 0" in page.load()


def test_data_of_an_older_version_is_not_touched_before_there_is_a_backup(world: World) -> None:
    settings = settings_of(world)
    world.store.close()
    with closing(sqlite3.connect(settings.data_dir / "battlemat.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'older'")
    (settings.data_dir / "backups").write_text("a file where the folder should be")
    with pytest.raises(StoreTrouble, match="changed only once a backup of it is made"):
        back_up_first(settings)


# ------------------------------------------------------------------------------ another program's lock
LOCKING = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


@contextmanager
def locked_elsewhere(world: World) -> Iterator[None]:
    """Let another process keep the database locked for as long as the block lasts."""
    line = [sys.executable, "-c", LOCKING, str(settings_of(world).data_dir / "battlemat.db")]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "locked\n"
        yield


def test_while_another_program_keeps_the_data_locked_play_can_be_looked_at_and_waits(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "kit"), "play")
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    step = {"id": "a", "do": "gm-set", "target": "kit", "state": {"at": [2, 2]}}
    with locked_elsewhere(world):
        refused = gm.refused("command", step)
        assert refused["code"] == "store-trouble"
        assert refused["message"] == (
            "Another program keeps Battlemat's data locked. Nothing was changed; try again."
        )
        assert 'data-place="2,2"' not in ann.load()
        assert ann.ask("reach", {"actor": "kit"})["ok"]
    assert gm.ask("command", step)["ok"]
    assert host_of(world).battle.state.combatants["kit"].at == (2, 2)
    check(world)


def test_a_lock_that_is_soon_given_back_is_waited_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    gm, waits = Page(world, world.gm(), "gm"), []
    path = settings_of(world).data_dir / "battlemat.db"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")

        def sleep(seconds: float) -> None:
            waits.append(seconds)
            if len(waits) == 2:
                other.execute("ROLLBACK")

        monkeypatch.setattr(database.time, "sleep", sleep)
        gm.do("gm-set", target="kit", state={"at": [2, 2]})
    assert len(waits) == 2
    check(world)
