"""`battlemat verify FILE` on a command line of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.webapp.dice.test_verification import written
from webapp.bootstrap import ROOT
from webapp.cli import parse


def run(*words: str) -> int:
    args = parse(["verify", *words])
    status: int = args.run(args)
    return status


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ford.dice.json"
    path.write_text(json.dumps(written()), "utf-8")
    return path


def tampered(file: Path) -> Path:
    data = json.loads(file.read_text("utf-8"))
    data["rolls"][0]["faces"][0] = data["rolls"][0]["faces"][0] % 6 + 1
    file.write_text(json.dumps(data), "utf-8")
    return file


def test_one_sentence_says_that_all_agree(file: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "webapp", "verify", str(file)], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "5 rolls agree with the seal. 1 was of real dice."


def test_a_tampered_file_does_not_verify(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tampered(file))) == 1
    assert "Roll 1 (kit, attack) does not agree" in capsys.readouterr().err


def test_a_file_of_another_fight_does_not_verify_against_the_seal_of_this_one(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seal = written()["seal"]
    assert run(str(file), "--seal", f"{seal[:32].upper()} {seal[32:]}") == 0
    assert run(str(file), "--seal", "0" * 64) == 1
    assert "of another seal" in capsys.readouterr().err


def test_what_is_no_file_of_dice_has_a_status_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("no dice", "utf-8")
    assert [run(str(other)), run(str(tmp_path / "nowhere"))] == [2, 2]
    said = capsys.readouterr().err
    assert "This is no file of dice" in said
    assert "There is no file" in said
