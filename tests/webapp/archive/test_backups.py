import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.load.server import start
from tests.webapp.pages import Page
from tests.webapp.world import World
from webapp.archive import backups
from webapp.archive.backup_runs import back_up_hourly, marked_as_running, note_data, running_on
from webapp.archive.backups import Backup, back_up, back_up_whole, find_backup, list_backups, restore
from webapp.archive.data_check import find_problem
from webapp.cli import main
from webapp.context import SETTINGS
from webapp.demo.first_table import new_table
from webapp.settings import Settings
from webapp.store.database import StoreTrouble
from webapp.store.store import Store


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time by which backups are named; a test moves it on."""
    now = [datetime(2026, 3, 1, 18, 0, tzinfo=UTC)]

    class Clock(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return now[0]

    monkeypatch.setattr(backups, "datetime", Clock)
    return now


def settings_of(world: World) -> Settings:
    settings: Settings = world.app.extensions[SETTINGS]
    return settings


def events_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM events").fetchone()[0])


def test_a_backup_is_made_when_something_changed_and_only_then(world: World, clock: list[datetime]) -> None:
    settings = settings_of(world)
    first = back_up(settings)
    assert first is not None
    assert events_in(first.path) == len(world.store.events(world.battle_id))
    clock[0] += timedelta(hours=1)
    assert back_up(settings) is None
    world.store.append(world.battle_id, world.store.last_seq(world.battle_id) + 1, "c", [("k", {})])
    second = back_up(settings)
    assert second is not None
    assert events_in(second.path) == events_in(first.path) + 1
    assert [backup.id for backup in list_backups(settings)] == ["20260301-190000", "20260301-180000"]
    assert not list((settings.data_dir / "backups").glob(".new-*"))


def test_a_change_of_names_or_seats_is_a_change(world: World, clock: list[datetime]) -> None:
    settings = settings_of(world)
    back_up(settings)
    for change in (
        lambda: world.store.people.add(world.table.id, "Ann"),
        lambda: world.store.people.seat(
            world.battle_id, "kit", world.store.people.of_table(world.table.id)[0].id
        ),
        lambda: world.store.new_join_code(world.table.id),
    ):
        change()
        clock[0] += timedelta(hours=1)
        assert back_up(settings) is not None


def test_old_backups_make_room_but_the_last_of_each_day_stays() -> None:
    day = datetime(2026, 3, 1, 12, tzinfo=UTC)
    every_three_hours = [day - timedelta(hours=3 * n) for n in range(400)]
    all_ = [Backup(Path(f"{n}"), made, 1) for n, made in enumerate(every_three_hours)]
    gone = backups._too_many(all_)
    kept = [backup for backup in all_ if backup not in gone]
    assert kept[: backups.LATEST] == all_[: backups.LATEST]
    days = [backup.made.date() for backup in kept]
    assert len(set(days)) == backups.DAYS
    assert len(kept) == backups.LATEST + backups.DAYS - len({b.made.date() for b in all_[: backups.LATEST]})
    for backup in kept[backups.LATEST :]:
        assert backup.made == max(made for made in every_three_hours if made.date() == backup.made.date())


def test_backing_up_goes_on_for_ever_and_outlives_a_full_disk(
    world: World, clock: list[datetime], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings = settings_of(world)
    slept: list[float] = []
    really = backups._copy_database

    class Enough(Exception):
        pass

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock[0] += timedelta(hours=1)
        if len(slept) == 3:
            raise Enough
        if len(slept) == 1:
            monkeypatch.setattr(backups, "_copy_database", full)
        else:
            monkeypatch.setattr(backups, "_copy_database", really)
            world.store.people.add(world.table.id, "Ann")

    def full(*_: object) -> None:
        raise StoreTrouble("The disk is full: make room on it. Nothing was changed.")

    with pytest.raises(Enough):
        back_up_hourly(settings, sleep)
    assert slept == [3600.0] * 3
    assert "No backup was made. The disk is full" in caplog.text
    assert len(list_backups(settings)) == 2


def test_a_whole_backup_comes_back_on_another_machine(world: World, tmp_path: Path) -> None:
    settings, file = settings_of(world), tmp_path / "elsewhere" / "all.zip"
    assert back_up_whole(settings, file) == 1
    with pytest.raises(StoreTrouble, match="is there already"):
        back_up_whole(settings, file)
    there = Settings(data_dir=tmp_path / "there")
    assert restore(there, file) is None
    store = Store(there.database_place, there.pictures)
    table = store.any_table()
    assert table is not None
    assert table.gm_key == world.table.gm_key
    assert store.events(world.battle_id) == world.store.events(world.battle_id)
    scene = store.battle(world.battle_id)
    assert scene is not None
    picture = store.picture(str(scene.picture_id))
    assert picture is not None
    assert picture.path.read_bytes()[8:12] == b"WEBP"


def test_restoring_keeps_what_was_there(world: World, clock: list[datetime]) -> None:
    settings = settings_of(world)
    old = back_up(settings)
    assert old is not None
    table = world.table.id
    world.store.people.add(table, "Ann")
    world.store.close()
    aside = restore(settings, old.path)
    assert aside is not None
    assert Store(settings.database_place, settings.pictures).people.of_table(table) == []
    assert [p.name for p in Store(aside / "battlemat.db", settings.pictures).people.of_table(table)] == [
        "Ann"
    ]


@pytest.mark.parametrize("content", [b"", b"no database", b"PK\x03\x04 no zip"])
def test_what_is_no_backup_changes_nothing(world: World, tmp_path: Path, content: bytes) -> None:
    settings = settings_of(world)
    before = world.store.events(world.battle_id)
    file = tmp_path / "x"
    file.write_bytes(content)
    with pytest.raises(StoreTrouble, match="Nothing was changed"):
        restore(settings, file)
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE tables (id)")
    with pytest.raises(StoreTrouble, match="Nothing was changed"):
        restore(settings, foreign)
    assert world.store.events(world.battle_id) == before
    assert not list(settings.data_dir.glob(".restore-*"))


def test_the_gm_brings_the_table_back_and_nothing_is_lost(world: World) -> None:
    settings, gm = settings_of(world), Page(world, world.gm(), "gm")
    made = back_up(settings)
    assert made is not None
    gm.do("gm-set", target="kit", state={"at": [2, 2]})
    now = len(world.store.events(world.battle_id))
    first = world.battle_id
    page = gm.load()
    assert "Backups: 1" in page
    answer = gm.browser.htmx(f"/tables/{world.table.id}/gm/bring-back", backup=made.id)
    assert answer.status_code == 204
    assert world.battle_id != first
    assert len(world.store.events(first)) == now
    names = [scene.name for scene in world.store.battles(world.table.id)]
    assert len(names) == 2
    assert re.fullmatch(rf"{re.escape(names[0])}, as it was \w+, \w+ \d+, \d\d:\d\d", names[1])
    assert 'data-place="2,2"' not in gm.load()
    gm.do("gm-set", target="kit", state={"at": [3, 2]})
    refused = gm.browser.htmx(f"/tables/{world.table.id}/gm/bring-back", backup="20200101-000000")
    assert "not there any more" in refused.text


def test_a_damaged_backup_is_not_offered_on_the_page_and_brings_nothing_back(
    world: World, clock: list[datetime]
) -> None:
    settings, gm = settings_of(world), Page(world, world.gm(), "gm")
    whole = back_up(settings)
    clock[0] += timedelta(hours=1)
    world.store.people.add(world.table.id, "Ann")
    damaged = back_up(settings)
    assert whole is not None
    assert damaged is not None
    content = damaged.path.read_bytes()
    damaged.path.write_bytes(content[: len(content) // 2])
    page = gm.load()
    assert page.count("damaged: passed over") == 1
    assert f'value="{whole.id}"' in page
    assert f'value="{damaged.id}"' not in page
    refused = gm.browser.htmx(f"/tables/{world.table.id}/gm/bring-back", backup=damaged.id)
    assert "That backup is damaged" in refused.text
    assert len(world.store.battles(world.table.id)) == 1


def test_a_clock_that_was_set_back_does_not_make_the_newest_backup_the_oldest(
    world: World, clock: list[datetime]
) -> None:
    settings = settings_of(world)
    for number in range(backups.LATEST + 1):
        world.store.people.add(world.table.id, f"Ann {number}")
        assert back_up(settings) is not None
        clock[0] += timedelta(hours=1)
    clock[0] -= timedelta(days=400)
    world.store.people.add(world.table.id, "Ben")
    made = back_up(settings)
    assert made is not None
    assert list_backups(settings)[0] == made, "it is kept, and it is the newest"


def test_papers_and_kept_rolls_that_are_gone_come_back_and_what_was_said_stays(world: World) -> None:
    settings, gm = settings_of(world), world.gm()
    at = f"/tables/{world.table.id}/gm"
    for title in ("Letter", "Map"):
        assert gm.htmx(f"{at}/talk/papers", title=title, words=f"The {title} of old").status_code == 204
    for name in ("Stealth", "Climbing"):
        assert gm.htmx(f"{at}/talk/rolls", name=name, dice="3d6").status_code == 204
    letter, chart = world.store.talk.papers(world.table.id)
    gm.htmx(f"{at}/talk/papers/{letter.id}/show", to="all")
    made = back_up(settings)
    assert made is not None

    gm.htmx(f"{at}/talk/papers/{letter.id}/drop")
    gm.htmx(f"{at}/talk/papers", paper=chart.id, title="Map", words="drawn anew")
    gm.htmx(f"{at}/talk/rolls/drop", name="Stealth")
    gm.htmx(f"{at}/talk/rolls", name="Climbing", dice="4d6")
    gm.htmx(f"{at}/talk/say", words="Where has it gone?")
    said = world.store.talk.said(world.table.id)
    for _ in range(2):  # twice: nothing comes back a second time
        assert gm.htmx(f"{at}/bring-back", backup=made.id).status_code == 204
        papers = {paper.title: paper for paper in world.store.talk.papers(world.table.id)}
        assert {title: paper.words for title, paper in papers.items()} == {
            "Letter": "The Letter of old",
            "Map": "drawn anew",
        }
        assert papers["Letter"].shown == ()
        rolls = {roll.name: roll.dice for roll in world.store.talk.kept_rolls(world.table.id, "gm")}
        assert rolls == {"Stealth": "3d6", "Climbing": "4d6"}
        assert world.store.talk.said(world.table.id) == said


def test_players_and_strangers_get_no_backup_and_no_table_file(world: World) -> None:
    settings = settings_of(world)
    made = back_up(settings)
    assert made is not None
    for path in ("gm/table.battlemat", "gm/log.txt"):
        assert world.stranger().get(f"/tables/{world.table.id}/{path}").status_code == 403
    back = f"/tables/{world.table.id}/gm/bring-back"
    assert world.stranger().htmx(back, backup=made.id).status_code == 403


def test_a_backup_of_a_table_that_was_not_there_yet_is_refused(world: World) -> None:
    made = back_up(settings_of(world))
    assert made is not None
    gm = world.gm()
    answer = gm.post("/tables", name="Later", system="atomic")
    address = answer.headers["Location"]
    refused = gm.htmx(f"{address}/bring-back", backup=made.id)
    assert "did not exist yet" in refused.text


# ------------------------------------------------------------------------------------ from the terminal
def battlemat(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "webapp", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_backup_and_restore_from_the_terminal_while_it_runs_and_after(
    first_start: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, file = Path(shutil.copytree(first_start, tmp_path / "data")), tmp_path / "all.zip"
    server = start(data)
    try:
        assert running_on(data) is not None
        said = battlemat("backup", file, "--data", data)
        assert said.returncode == 0, said.stderr
        assert "every table, and 1 picture." in said.stdout
        assert main(["restore", str(file), "--data", str(data)]) == 1
        assert "stop it first. Nothing was changed." in capsys.readouterr().err
    finally:
        server.stop()
    assert running_on(data) is None
    assert not (data / "running-on-port").exists()
    assert main(["restore", str(file), "--data", str(data)]) == 0
    assert "before-restore-" in capsys.readouterr().out
    assert main(["restore", "--data", str(data)]) == 0
    assert re.search(r"^  \d{8}-\d{6}   ", capsys.readouterr().out, re.M)
    assert main(["restore", "20200101-000000", "--data", str(data)]) == 1
    assert "There is no backup 20200101-000000" in capsys.readouterr().err


def test_a_note_of_a_server_that_was_killed_is_passed_over(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, port=1)
    with marked_as_running(settings):
        assert (tmp_path / "running-on-port").read_text() == "1"
        assert running_on(tmp_path) is None
    assert find_backup(settings, "20260301-180000") is None


def test_a_table_file_is_opened_from_the_terminal(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, there = tmp_path / "ours.battlemat", tmp_path / "there"
    file.write_bytes(world.gm().get(f"/tables/{world.table.id}/gm/table.battlemat").data)
    assert main(["import", str(file), "--data", str(there)]) == 0
    key = re.search(r"/gm/(\S+)", capsys.readouterr().out)
    assert key is not None
    store = Store(there / "battlemat.db", there / "pictures")
    table = store.table_by_gm_key(key[1])
    assert table is not None
    assert table.name == world.table.name
    assert main(["import", str(tmp_path / "none"), "--data", str(there)]) == 1
    assert "There is no file" in capsys.readouterr().err


def test_a_deleted_table_is_not_missed_at_the_next_start(world: World) -> None:
    settings = settings_of(world)
    gone = new_table(world.store, "Gone", "atomic")
    note_data(settings, is_closed=False)
    world.store.gms.delete_table(gone.id)
    assert find_problem(settings) is None
    with closing(sqlite3.connect(settings.data_dir / "battlemat.db")) as connection:
        connection.execute("DELETE FROM deleted_battles")
        connection.commit()
    problem = find_problem(settings)
    assert problem is not None
    assert "A fight is gone" in str(problem), "what was lost is missed as ever"


def test_a_table_that_was_deleted_comes_back_with_a_backup(world: World) -> None:
    settings = settings_of(world)
    gone = new_table(world.store, "Gone", "atomic")
    kept = back_up(settings)
    assert kept is not None
    world.store.gms.delete_table(gone.id)
    world.store.close()
    restore(settings, kept.path)
    assert find_problem(settings) is None
    again = Store(settings.database_place, settings.pictures)
    assert again.table(gone.id) is not None
    again.close()
