"""The wheel, which pipx and uvx install: run where there is no checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from tests.load.server import ROOT, start
from webapp.demo.fights import READY_MADE, read_fight

PARTS = (
    ("webapp", "webapp"),
    ("rules", "rules"),
    ("templates", "webapp/templates"),
    ("static", "webapp/static"),
)
"""The folders of a checkout, and where the wheel has them."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with what the wheel has, and nothing else."""
    wheels, folder = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("installed")
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(wheels), str(ROOT)], check=True)
    (wheel,) = wheels.glob("battlemat-*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", str(folder), str(wheel)], check=True)
    return folder


def files(folder: Path) -> Iterator[str]:
    for found in folder.rglob("*"):
        if found.is_file() and "__pycache__" not in found.parts:
            yield found.relative_to(folder).as_posix()


@pytest.mark.parametrize(("here", "there"), PARTS)
def test_it_has_every_file(installed: Path, here: str, there: str) -> None:
    assert set(files(ROOT / here)) - set(files(installed / there)) == set()


def test_its_command_runs(installed: Path, tmp_path: Path) -> None:
    command = [str(installed / "bin" / "battlemat"), "--version"]
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    said = subprocess.run(
        command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True
    ).stdout
    assert re.fullmatch(r"\S+ \d+\.\d+\.\d+\n", said)


def test_a_table_is_ready_to_play(installed: Path, tmp_path: Path) -> None:
    server = start(tmp_path / "data", code=installed)
    try:
        visitor = requests.Session()
        page = visitor.get(server.origin + server.gm, timeout=60)
        wanted = set(re.findall(r'(?:src|href)="(/static/[^"#?]+)', page.text))
        assert {path.rpartition("/")[2] for path in wanted} >= {"gm.css", "gm.js"}
        refused = [path for path in wanted if not visitor.get(server.origin + path, timeout=60).ok]
        assert refused == []
        links = set(re.findall(r'href="(/[^"]*)"', visitor.get(f"{server.origin}/", timeout=60).text))
        for fight in READY_MADE:
            (link,) = (link for link in links if link.rpartition("/")[2] == fight)
            assert read_fight(fight).name in visitor.get(server.origin + link, timeout=60).text
    finally:
        server.stop()
