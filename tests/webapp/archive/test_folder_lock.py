"""Two servers on one data folder: the second says so, unless it was told to share."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.load.server import ROOT, running, start
from webapp.archive.backup_runs import serving_alone
from webapp.archive.folder_lock import FolderInUse, holding
from webapp.cli import main
from webapp.store.database import StoreTrouble

HOLDING = """
import sys
from pathlib import Path
from webapp.archive.folder_lock import FolderInUse, holding
try:
    with holding(Path(sys.argv[1]), sys.argv[2]):
        print("held", flush=True)
        sys.stdin.read()
except FolderInUse:
    print("in use", flush=True)
"""


def other(data: Path, way: str) -> "subprocess.Popen[str]":
    line = [sys.executable, "-c", HOLDING, str(data), way]
    return subprocess.Popen(line, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def word_of(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def end(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.communicate(timeout=120)


@pytest.mark.parametrize(
    ("first", "second", "came"),
    [
        ("first", "first", "in use"),
        ("first", "beside", "held"),
        ("first", "alone", "in use"),
        ("beside", "first", "in use"),
        ("beside", "beside", "held"),
        ("alone", "beside", "in use"),
    ],
)
def test_who_may_come_to_whom(tmp_path: Path, first: str, second: str, came: str) -> None:
    one = other(tmp_path, first)
    try:
        assert word_of(one) == "held"
        two = other(tmp_path, second)
        assert word_of(two) == came
        end(two)
    finally:
        end(one)


def test_a_lock_ends_with_a_process_that_is_killed(tmp_path: Path) -> None:
    one = other(tmp_path, "first")
    assert word_of(one) == "held"
    with pytest.raises(FolderInUse), holding(tmp_path, "alone"):
        pass
    end(one)
    with holding(tmp_path, "alone"):
        pass


def test_who_is_left_may_close_the_data_for_good(tmp_path: Path) -> None:
    with holding(tmp_path, "first") as one:
        with holding(tmp_path, "beside"):
            assert not one.keep_alone()
        assert one.keep_alone()
        with (
            pytest.raises(StoreTrouble, match="runs on this data already"),
            serving_alone(tmp_path, share=False),
        ):
            pass


def test_the_second_server_says_so_and_shares_if_it_is_told_to(
    first_start: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = Path(shutil.copytree(first_start, tmp_path / "data"))
    with running(data) as one:
        port = one.origin.rpartition(":")[2]
        assert main(["serve", "--no-browser", "--local", "--port", "0", "--data", str(data)]) == 1
        said = capsys.readouterr().err
        assert f"Battlemat runs on this data already (port {port})" in said
        assert "--share" in said
        two = start(data, ("--local", "--share"))
        assert (two.gm, two.origin) != (one.gm, one.origin)
        assert two.gm == one.gm
        two.stop()
        assert main(["restore", "--data", str(data), "x"]) == 1
        one.kill()
    again = start(data)
    assert again.gm == one.gm, "a kill leaves no lock behind"
    again.stop()
