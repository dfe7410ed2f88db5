"""The set-up's own decisions; what it installs is proved by every run from a fresh clone."""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from webapp import bootstrap


class Ran(Exception):
    """The command was started again in `.venv`."""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with nothing set up, seen from a Python outside of any environment."""
    for name in ("pyproject.toml", *bootstrap.LOCKS.values()):
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / ".venv" / "battlemat-stamp")
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)

    def run_again() -> None:
        raise Ran

    monkeypatch.setattr(bootstrap, "run_again", run_again)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    return tmp_path


@pytest.fixture
def steps(tree: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Stand in for the processes of the set-up: all are noted, and `-m venv` makes an interpreter."""
    noted: list[str] = []

    def call(line: tuple[str, ...], **_: object) -> int:
        noted.append(" ".join(line).replace(str(tree), "ROOT"))
        if "venv" in line:
            make_interpreter()
        return 0

    monkeypatch.setattr(subprocess, "call", call)
    return noted


def make_interpreter() -> None:
    bootstrap.venv_python().parent.mkdir(parents=True)
    bootstrap.venv_python().touch()


def stamp(extra: str) -> None:
    bootstrap.STAMP.write_text("\n".join((*bootstrap.fingerprint(), extra)))


def test_an_old_python_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer; this is 3\.9\.2"):
        bootstrap.ensure()


def test_an_installed_wheel_needs_no_set_up(tree: Path, steps: list[str]) -> None:
    (tree / "pyproject.toml").unlink()
    bootstrap.ensure()
    assert steps == []


def test_a_fresh_checkout_is_set_up_with_the_lock_and_run_again(tree: Path, steps: list[str]) -> None:
    with pytest.raises(Ran):
        bootstrap.ensure()
    pip = "-m pip install --quiet --disable-pip-version-check --no-compile"
    assert [step.split(" ", 1)[1] for step in steps] == [
        "-m venv ROOT/.venv",
        f"{pip} --require-hashes -r ROOT/constraints-run.txt",
        f"{pip} --no-deps -e ROOT",
    ]
    assert bootstrap.serves(bootstrap.read_stamp(), "")
    assert not bootstrap.serves(bootstrap.read_stamp(), "test")


def test_a_second_start_installs_nothing(tree: Path, steps: list[str]) -> None:
    make_interpreter()
    stamp("")
    with pytest.raises(Ran):
        bootstrap.ensure()
    assert steps == []


def test_inside_the_finished_environment_nothing_is_run_again(
    tree: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_interpreter()
    stamp("test")
    monkeypatch.setattr(sys, "prefix", str(tree / ".venv"))
    bootstrap.ensure()
    bootstrap.ensure("test")
    assert steps == []


def test_an_environment_made_by_hand_is_left_alone(
    tree: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tree / "mine"))
    bootstrap.ensure("test")
    assert steps == []


def test_an_interrupted_set_up_is_begun_again_from_nothing(tree: Path, steps: list[str]) -> None:
    make_interpreter()
    (tree / ".venv" / "half").touch()
    with pytest.raises(Ran):
        bootstrap.ensure()
    assert "-m venv" in steps[0]
    assert not (tree / ".venv" / "half").exists()


def test_a_failing_step_leaves_no_stamp(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_interpreter()
    stamp("")
    (tree / "pyproject.toml").write_text("changed")
    monkeypatch.setattr(subprocess, "call", lambda *_, **__: 1)
    with pytest.raises(SystemExit, match="The set-up stopped at"):
        bootstrap.ensure()
    assert bootstrap.read_stamp() is None


def test_ctrl_c_ends_the_set_up_with_a_sentence(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def call(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "call", call)
    with pytest.raises(SystemExit, match="starts the set-up anew"):
        bootstrap.ensure()
    assert bootstrap.read_stamp() is None


@pytest.mark.parametrize("changed", ["pyproject.toml", "constraints-run.txt", "constraints.txt"])
def test_a_changed_wish_refreshes_the_environment_and_keeps_its_extra(
    tree: Path, steps: list[str], changed: str
) -> None:
    make_interpreter()
    stamp("test")
    (tree / changed).write_text("changed")
    with pytest.raises(Ran):
        bootstrap.ensure()
    assert not any("-m venv" in step for step in steps)
    assert "ROOT/constraints.txt" in steps[0]
    assert bootstrap.serves(bootstrap.read_stamp(), "test")


def test_a_moved_checkout_gets_a_new_environment(
    tree: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make_interpreter()
    stamp("")
    moved = tree.with_name(f"{tree.name}-moved")
    tree.rename(moved)
    monkeypatch.setattr(bootstrap, "ROOT", moved)
    monkeypatch.setattr(bootstrap, "VENV", moved / ".venv")
    monkeypatch.setattr(bootstrap, "STAMP", moved / ".venv" / "battlemat-stamp")
    monkeypatch.setattr(sys, "prefix", str(moved / ".venv"))
    monkeypatch.setattr(sys, "executable", str(moved / ".venv" / "bin" / "python"))
    monkeypatch.setattr(sys, "_base_executable", "outside/python")
    with pytest.raises(Ran):
        bootstrap.ensure()
    assert steps[0].startswith("outside/python -m venv")  # the one in it is gone by then


def test_uv_is_used_where_it_is(tree: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: "uv" if name == "uv" else None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)  # it needs no ensurepip
    with pytest.raises(Ran):
        bootstrap.ensure("test")
    assert [step.split(" --")[0] for step in steps] == ["uv venv", "uv pip install", "uv pip install"]
    assert "--require-hashes -r ROOT/constraints.txt" in steps[1]


def without_ensurepip(monkeypatch: pytest.MonkeyPatch, *, apt: bool, root: bool) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: "apt-get" if apt and name == "apt-get" else None)
    monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000, raising=False)


PACKAGE = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"


def test_a_missing_ensurepip_is_installed_by_root(
    tree: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_ensurepip(monkeypatch, apt=True, root=True)
    with pytest.raises(Ran):
        bootstrap.ensure()
    assert steps[0] == f"apt-get install -y -qq --no-install-recommends {PACKAGE}"
    assert "-m venv" in steps[1]


def test_a_missing_ensurepip_is_named_to_others(
    tree: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_ensurepip(monkeypatch, apt=True, root=False)
    with pytest.raises(SystemExit, match=f"sudo apt-get install {PACKAGE}"):
        bootstrap.ensure()
    assert steps == []


def test_a_missing_ensurepip_without_apt_is_explained(
    tree: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_ensurepip(monkeypatch, apt=False, root=True)
    with pytest.raises(SystemExit, match="lacks ensurepip"):
        bootstrap.ensure()
    assert steps == []


def test_apt_refreshes_its_lists_when_the_package_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[tuple[str, ...]] = []

    def call(line: tuple[str, ...], **_: object) -> int:
        noted.append(line[1:2])
        return int(len(noted) == 1)

    monkeypatch.setattr(subprocess, "call", call)
    bootstrap.apt_install("chromium")
    assert noted == [("install",), ("update",), ("install",)]


@pytest.mark.parametrize(
    ("exits", "has", "steps"),
    [
        ([0], True, ["show"]),
        ([100, 0, 0], True, ["show", "update", "show"]),
        ([100, 0, 100], False, ["show", "update", "show"]),
    ],
)
def test_apt_is_asked_for_its_newest_list_before_a_package_is_given_up(
    exits: list[int], has: bool, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[str] = []

    def call(line: tuple[str, ...], **_: object) -> int:
        noted.append(line[1])
        return exits[len(noted) - 1]

    monkeypatch.setattr(subprocess, "call", call)
    assert bootstrap.apt_has("chromium-headless-shell") is has
    assert noted == steps
