"""What is handed out for servers; the container's file is carried out by hand, as far as that goes."""

import re
import shutil
from pathlib import Path

from tests.load.server import ROOT
from tests.webapp.server.front import started
from webapp.options import EnvironmentParser, add_serve_options, variable

DEPLOY = ROOT / "webapp" / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text(encoding="utf-8")


def test_what_the_container_is_given_is_enough_to_serve(tmp_path: Path) -> None:
    copied = re.findall(r"^COPY (\S+) (\S+)$", CONTAINER, re.M)
    assert ("webapp", "./webapp") in copied
    for source, to in copied:
        place = tmp_path / "battlemat" / to
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, place, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            place.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, place)
    environment = dict(re.findall(r"^ENV (\w+)=(\S+)$", CONTAINER, re.M))
    environment["BATTLEMAT_DATA"] = str(tmp_path / "data")
    with started(
        None,
        "--local",
        until='"Battlemat is ready"',
        environment={**environment, "PYTHONPATH": ""},
        cwd=tmp_path / "battlemat",
    ) as server:
        assert server.ask("/readyz").status == 200
        assert (tmp_path / "data" / "battlemat.db").exists()
        assert not (tmp_path / "battlemat" / ".venv").exists(), "it sets nothing up by itself"
    assert 'CMD ["python", "-m", "webapp"]' in CONTAINER


def serve_variables() -> set[str]:
    parser = EnvironmentParser()
    add_serve_options(parser)
    return set(parser.variables)


def test_only_options_that_there_are_stand_in_the_files() -> None:
    for file in ("Containerfile", "compose.yaml"):
        named = set(re.findall(r"\bBATTLEMAT_[A-Z_]+", (DEPLOY / file).read_text(encoding="utf-8")))
        assert named
        assert named <= serve_variables(), file


def test_the_table_of_options_names_each_with_its_variable() -> None:
    page = (ROOT / "webapp" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(--[a-z-]+)[^`]*` \| `(BATTLEMAT_[A-Z_]+)` \|", page, re.M)
    assert [variable(option) for option, _ in rows] == [name for _, name in rows]
    assert {name for _, name in rows} == serve_variables()
