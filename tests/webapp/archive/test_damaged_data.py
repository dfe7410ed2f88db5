"""Data that is missing or damaged, as those meet it who start Battlemat on it: real files, real servers."""

import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from random import Random
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener
from uuid import uuid4

import pytest

from tests.load.player import come_as_gm
from tests.load.server import ROOT, Server, running, start, wait_until_up
from webapp.archive.backups import back_up, back_up_whole, is_whole, list_backups, newest_whole
from webapp.archive.data_check import check_database, find_problem, require_whole
from webapp.archive.data_seal import read_seal, write_seal
from webapp.cli import main
from webapp.settings import Settings
from webapp.store.database import StoreTrouble
from webapp.store.store import Store

PAGE = 4096


@pytest.fixture(scope="module")
def played(first_start: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a backup, some moves after it, and a clean stop."""
    data = Path(shutil.copytree(first_start, tmp_path_factory.mktemp("played") / "data"))
    assert back_up(Settings(data_dir=data)) is not None
    with running(data) as server:
        move_about(server, 60)
    return data


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(played, tmp_path / "data"))


def move_about(server: Server, times: int) -> None:
    gm = come_as_gm(server.origin, server.gm)
    gm.connect()
    try:
        for number in range(times):
            place = {"at": [2 + number % 9, 3]}
            command = {"id": uuid4().hex, "do": "gm-set", "target": "kit", "state": place}
            assert gm.ask("command", command)["ok"]
    finally:
        gm.close()


# ---------------------------------------------------------------------------------------- kinds of damage
def cut_by_a_page(file: Path) -> None:
    with open(file, "rb+") as opened:
        opened.truncate(file.stat().st_size - PAGE)


def halve(file: Path) -> None:
    with open(file, "rb+") as opened:
        opened.truncate(file.stat().st_size // 2)


def overwrite_the_header(file: Path) -> None:
    with open(file, "rb+") as opened:
        opened.write(b"\0" * 100)


def flip_bytes(file: Path) -> None:
    """Turn over every bit of three hundred bytes, anywhere behind the header."""
    chance, content = Random(7), bytearray(file.read_bytes())
    for _ in range(300):
        content[chance.randrange(100, len(content))] ^= 0xFF
    file.write_bytes(content)


def flip_one_digit(file: Path) -> None:
    """Change one digit of one event's text: nothing that SQLite could notice."""
    content = file.read_bytes()
    at = content.rindex(b'"at":[') + len(b'"at":[')
    file.write_bytes(content[:at] + b"8" + content[at + 1 :])


def empty_it(file: Path) -> None:
    file.write_bytes(b"")


def take_it_away(file: Path) -> None:
    file.unlink()


DAMAGE: dict[Callable[[Path], None], str] = {
    cut_by_a_page: "is cut off",
    halve: "is cut off",
    overwrite_the_header: "is no database any more",
    flip_bytes: "damaged",
    flip_one_digit: "is not as Battlemat left it",
    empty_it: "is missing",
    take_it_away: "is missing",
}
each_damage = pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: damage.__name__)


# ------------------------------------------------------------------------------------------ at the start
class Asking:
    """A server that asks what to do about its data."""

    def __init__(self, process: "subprocess.Popen[str]", said: str) -> None:
        self.process, self.said = process, said
        found = re.search(r"(http://127\.0\.0\.1:\d+)(/recovery/\S+)", said)
        assert found is not None, said
        self.origin, self.path = found.groups()

    def browser(self) -> OpenerDirector:
        return build_opener(HTTPCookieProcessor(CookieJar()))

    def press(self, way: str) -> str:
        browser = self.browser()
        with browser.open(self.origin + self.path, timeout=120) as answer:
            page = answer.read().decode()
        token = re.search(r'name="csrf" value="([^"]+)"', page)
        assert token is not None
        form = urlencode({"csrf": token[1], "way": way}).encode()
        with browser.open(self.origin + self.path, form, timeout=120) as answer:
            return str(answer.read().decode())

    def then(self) -> str:
        """Give what the terminal says once the tables are served."""
        said = read_up_to_stop(self.process)
        wait_until_up(self.origin, self.process)
        return said


def read_up_to_stop(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if line.startswith("  Stop"):
            break
    return said


@contextmanager
def asked(data: Path, *options: str) -> Iterator[Asking]:
    line = [sys.executable, "-m", "webapp", "--no-browser", "--local", "--port", "0", "--data", str(data)]
    with subprocess.Popen(
        [*line, *options], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        try:
            asking = Asking(process, read_up_to_stop(process))
            wait_for_page(asking)
            yield asking
            process.terminate()
            rest, _ = process.communicate(timeout=120)
            assert "Traceback" not in asking.said + rest
        finally:
            process.kill()


def wait_for_page(asking: Asking) -> None:
    with pytest.raises(HTTPError, match="503"):
        asking.browser().open(asking.origin + "/", timeout=120)


def events_in(data: Path) -> int:
    with closing(sqlite3.connect(data / "battlemat.db")) as connection:
        return int(connection.execute("SELECT count(*) FROM events").fetchone()[0])


def table_key(data: Path) -> str:
    with closing(sqlite3.connect(data / "battlemat.db")) as connection:
        return "/gm/" + str(connection.execute("SELECT gm_key FROM tables").fetchone()[0])


@each_damage
def test_what_is_wrong_is_told_and_a_press_brings_the_backup_back(
    data: Path, damage: Callable[[Path], None]
) -> None:
    newest = list_backups(Settings(data_dir=data))[0]
    damage(data / "battlemat.db")
    broken = (data / "battlemat.db").read_bytes() if (data / "battlemat.db").exists() else None
    with asked(data) as asking:
        assert DAMAGE[damage] in asking.said
        assert f"battlemat restore {newest.id}" in asking.said
        if broken is not None:
            assert (data / "battlemat.db").read_bytes() == broken, "nothing was changed"
        assert "The backup has been restored" in asking.press("restore")
        said = asking.then()
        assert "a fight is ready to play" in said
    if broken is not None:
        (aside,) = (data / "backups").glob("before-restore-*/battlemat.db")
        assert aside.read_bytes() == broken, "the damaged file is kept"


def test_only_the_key_of_the_terminal_opens_the_page(data: Path) -> None:
    cut_by_a_page(data / "battlemat.db")
    with asked(data) as asking:
        for path in ("/", "/gm/x", "/join/CODE", "/recovery/x", "/recovery/", "/healthz"):
            with pytest.raises(HTTPError) as refused:
                asking.browser().open(asking.origin + path, timeout=120)
            assert refused.value.code == 503
            assert "battlemat.db" not in refused.value.read().decode()
        form = urlencode({"way": "restore"}).encode()
        for path in ("/recovery/x", asking.path):  # a wrong key; the right one without the page's own token
            with pytest.raises(HTTPError):
                asking.browser().open(asking.origin + path, form, timeout=120)
        assert find_problem(Settings(data_dir=data)) is not None


def test_what_was_restored_in_the_terminal_meanwhile_is_noticed(data: Path) -> None:
    newest = list_backups(Settings(data_dir=data))[0]
    halve(data / "battlemat.db")
    with asked(data) as asking:
        assert main(["restore", newest.id, "--data", str(data)]) == 0
        assert "a fight is ready to play" in asking.then()


def test_one_can_go_on_with_a_file_that_can_be_read_and_is_not_asked_again(data: Path) -> None:
    flip_one_digit(data / "battlemat.db")
    events = events_in(data)
    with asked(data) as asking:
        assert "Continuing" in asking.press("go-on")
        asking.then()
    assert events_in(data) == events
    with running(data) as server:
        assert "a fight is ready to play" in server.said


def test_a_gap_that_was_accepted_is_not_asked_about_again_and_its_scene_says_so(data: Path) -> None:
    without_the_fifth(data)
    with asked(data, "--async", "threading") as asking:
        assert "1 events of the fight" in asking.said
        asking.press("go-on")
        said = asking.then()
        link = re.search(r"GM +(http\S+)", said)
        assert link is not None
        with pytest.raises(HTTPError) as told:
            asking.browser().open(link[1], timeout=120)
        assert told.value.code == 503
        assert "are missing. Restore a backup." in told.value.read().decode()
    assert find_problem(Settings(data_dir=data)) is None
    assert back_up(Settings(data_dir=data)) is None or newest_whole(Settings(data_dir=data)) is not None


def without_the_fifth(data: Path) -> None:
    with closing(sqlite3.connect(data / "battlemat.db")) as connection, connection:
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (trigger,) in triggers:
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute("DELETE FROM events WHERE seq = 5")


def test_without_any_whole_backup_one_can_begin_anew_and_everything_is_kept(data: Path) -> None:
    for backup in list_backups(Settings(data_dir=data)):
        cut_by_a_page(backup.path)
    halve(data / "battlemat.db")
    broken = (data / "battlemat.db").read_bytes()
    with asked(data) as asking:
        assert "There is no whole backup" in asking.said
        assert "Damaged backups that were passed over: " in asking.said
        assert "not whole any more" in asking.press("restore")
        assert "One cannot go on" in asking.press("go-on")
        assert "Starting over" in asking.press("begin-anew")
        assert "a fight is ready to play" in asking.then()
    (aside,) = (data / "backups").glob("set-aside-*/battlemat.db")
    assert aside.read_bytes() == broken


def test_an_empty_folder_is_a_first_start(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "new")
    assert find_problem(settings) is None
    (tmp_path / "new" / "pictures").mkdir(parents=True)
    assert find_problem(settings) is None


@pytest.mark.parametrize("left", ["secret-key", "pictures", "backups", "battlemat.db-wal"])
def test_a_database_that_is_missing_beside_what_belongs_to_it_is_told(
    data: Path, tmp_path: Path, left: str
) -> None:
    alone = tmp_path / "alone"
    alone.mkdir()
    if left.endswith("-wal"):
        (alone / left).write_bytes(b"something")
    else:
        (shutil.copytree if (data / left).is_dir() else shutil.copy)(data / left, alone / left)
    problem = find_problem(Settings(data_dir=alone))
    assert problem is not None
    assert str(problem) == f"battlemat.db is missing, and there is what belongs to it: {left}."
    with pytest.raises(StoreTrouble, match="is missing"):
        require_whole(Settings(data_dir=alone))


# --------------------------------------------------------------------------------------- the clean stop
def test_after_a_clean_stop_the_database_alone_has_everything(data: Path, tmp_path: Path) -> None:
    with running(data) as server:
        move_about(server, 3)
    assert (data / "battlemat.db-wal").stat().st_size == 0
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(data / "battlemat.db", alone)
    events = events_in(data)
    assert events_in(alone) == events
    with running(alone) as server:
        assert server.gm == table_key(alone), "its own table, and no demo"
    assert events_in(alone) == events


def test_after_each_backup_the_database_alone_has_everything(first_start: Path, tmp_path: Path) -> None:
    from webapp.archive.backup_runs import _back_up_and_tidy

    data = Path(shutil.copytree(first_start, tmp_path / "data"))
    settings = Settings(data_dir=data)
    store = Store(settings.database_place, settings.pictures)
    table = store.any_table()
    assert table is not None
    assert table.battle_id is not None
    store.append(table.battle_id, store.last_seq(table.battle_id) + 1, "c", [("k", {})])
    alone = tmp_path / "alone"
    alone.mkdir()

    def events_of_a_copy() -> int:
        shutil.copy(data / "battlemat.db", alone)  # and not the log beside it
        return events_in(alone)

    before = events_in(data)
    assert events_of_a_copy() == before - 1
    _back_up_and_tidy(settings)
    assert events_of_a_copy() == before == events_in(data)
    seal = read_seal(settings)
    assert seal is not None
    assert seal.events[table.battle_id] == store.last_seq(table.battle_id)
    store.close()


def test_a_copy_of_an_older_version_without_what_lay_beside_it_starts_no_demo(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "battlemat.db")) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    for end in ("-wal", "-shm"):
        (tmp_path / f"battlemat.db{end}").unlink(missing_ok=True)
    problem = find_problem(Settings(data_dir=tmp_path))
    assert problem is not None
    assert "battlemat.db-wal. Copy that too" in str(problem)


def test_the_end_that_a_killed_server_lost_is_noticed(data: Path) -> None:
    """An older file in the place of a newer one: SQLite finds nothing, the seal does."""
    settings = Settings(data_dir=data)
    older = (data / "battlemat.db").read_bytes()
    server = start(data)
    move_about(server, 5)
    server.stop()
    write_seal(settings, is_closed=False)  # as an hourly backup leaves it, with a kill after it
    (data / "battlemat.db").write_bytes(older)
    problem = find_problem(settings)
    assert problem is not None
    assert re.search(r"The fight .* has \d+ events; it had \d+ when Battlemat last looked", str(problem))
    assert problem.is_usable


@contextmanager
def unfinished(data: Path) -> Iterator[Path]:
    """Let the last twenty changes lie in the write-ahead log alone."""
    with closing(sqlite3.connect(data / "battlemat.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        battle, last = connection.execute("SELECT battle_id, max(seq) FROM events GROUP BY 1").fetchone()
        for seq in range(last + 1, last + 21):
            row = (battle, seq, f"c{seq}", "k", "{}", "2026-03-01 18:00:00")
            connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", row)
        yield data / "battlemat.db-wal"


def killed(data: Path, left: Path) -> Path:
    """Give a copy of the data as a kill leaves it."""
    with unfinished(data):
        shutil.copytree(data, left)
    (left / "battlemat.db-shm").unlink()
    return left


def test_damage_in_the_write_ahead_log_of_a_killed_server_is_noticed(data: Path, tmp_path: Path) -> None:
    left = killed(data, tmp_path / "left")
    settings, log = Settings(data_dir=left), left / "battlemat.db-wal"
    assert find_problem(settings) is None, "a kill alone damages nothing"
    whole = log.read_bytes()
    for at in (4 + len(whole) // 2, 3):
        content = bytearray(whole)
        content[at] ^= 0xFF
        log.write_bytes(content)
        problem = find_problem(settings)
        assert problem is not None
        assert re.search(r"battlemat.db-wal is damaged: \d+ changes behind the damage", str(problem))
        assert problem.is_usable
    log.write_bytes(whole[: len(whole) - 100])
    assert find_problem(settings) is None, "half of the last change: what a power cut leaves"


def test_a_log_with_a_gap_or_a_garbled_event_is_noticed(data: Path) -> None:
    without_the_fifth(data)
    with closing(sqlite3.connect(data / "battlemat.db")) as connection, connection:
        connection.execute("UPDATE events SET data = '{\"at\":[' WHERE seq = 7")
    found = check_database(data / "battlemat.db")
    assert not found.broken
    assert [re.sub(r"fight .*?( are| cannot)", r"fight X\1", str(said)) for said in found.doubtful] == [
        "1 events of the fight X are missing.",
        "1 events of the fight X cannot be read.",
    ]


# ------------------------------------------------------------------------------- backups and the commands
def test_no_backup_is_made_of_damaged_data_and_the_others_stay(data: Path, tmp_path: Path) -> None:
    settings = Settings(data_dir=data)
    before = list_backups(settings)
    flip_bytes(data / "battlemat.db")
    for back in (lambda: back_up(settings), lambda: back_up_whole(settings, tmp_path / "all.zip")):
        with pytest.raises(StoreTrouble, match="damaged"):
            back()
    assert list_backups(settings) == before
    assert not (tmp_path / "all.zip").exists()


def test_a_damaged_backup_is_passed_over_with_a_word(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings(data_dir=data)
    newest, *older = list_backups(settings)
    flip_bytes(newest.path)
    assert not is_whole(settings, newest)
    assert newest_whole(settings) == (older[0] if older else None)
    assert main(["restore", "--data", str(data)]) == 0
    assert f"{newest.id}   damaged: passed over" in capsys.readouterr().out
    assert main(["restore", newest.id, "--data", str(data)]) == 1
    said = capsys.readouterr().err
    assert f"The backup {newest.id} is damaged." in said
    assert "Nothing was changed" in said
    again = back_up(settings)
    assert again is not None, "the damaged one is no reason not to make another"


@each_damage
def test_no_command_ends_in_a_traceback(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: Callable[[Path], None]
) -> None:
    damage(data / "battlemat.db")
    for words in (["backup", str(tmp_path / "all.zip")], ["replay"], ["import", str(data / "in-use")]):
        code = main([*words, "--data", str(data)])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        if damage is not flip_one_digit:  # which can be read
            assert code == 1
            assert said.err.strip()
    newest = list_backups(Settings(data_dir=data))[0]
    assert main(["restore", newest.id, "--data", str(data)]) == 0
    assert find_problem(Settings(data_dir=data)) is None


def test_the_log_beside_a_lost_database_does_not_get_into_the_backup_that_takes_its_place(
    data: Path, tmp_path: Path
) -> None:
    data = killed(data, tmp_path / "left")
    (data / "battlemat.db").unlink()
    newest = list_backups(Settings(data_dir=data))[0]
    events = sqlite3.connect(newest.path).execute("SELECT count(*) FROM events").fetchone()[0]
    assert main(["restore", newest.id, "--data", str(data)]) == 0
    assert events_in(data) == events
    assert list((data / "backups").glob("before-restore-*/battlemat.db-wal"))


def test_data_of_a_newer_version_is_left_alone(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(data / "battlemat.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = (data / "battlemat.db").read_bytes()
    assert main(["serve", "--no-browser", "--local", "--port", "0", "--data", str(data)]) == 1
    assert "was written by a newer Battlemat: start that one." in capsys.readouterr().err
    assert (data / "battlemat.db").read_bytes() == before
