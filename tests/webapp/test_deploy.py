"""What is handed out for servers; the container's file is carried out by hand, as far as that goes."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tests.load.server import ROOT
from tests.webapp.server.front import started
from webapp.cli import qr_code
from webapp.options import PORT, EnvironmentParser, add_serve_options, variable

DEPLOY = ROOT / "webapp" / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text(encoding="utf-8")


def copied_to(folder: Path) -> dict[str, str]:
    """Lay out what the container is given, and give what it finds in its environment."""
    copied = re.findall(r"^COPY (\S+) (\S+)$", CONTAINER, re.M)
    assert ("webapp", "./webapp") in copied
    for source, to in copied:
        place = folder / "battlemat" / to
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, place, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            place.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / source, place)
    environment = dict(re.findall(r"^ENV (\w+)=(\S+)$", CONTAINER, re.M))
    return {**environment, "BATTLEMAT_DATA": str(folder / "data"), "PYTHONPATH": ""}


def test_what_the_container_is_given_is_enough_to_serve(tmp_path: Path) -> None:
    environment = {**copied_to(tmp_path), "BATTLEMAT_LOG_JSON": "1"}  # as compose.yaml has it
    with started(
        None, "--local", until='"Battlemat is ready"', environment=environment, cwd=tmp_path / "battlemat"
    ) as server:
        assert server.ask("/readyz").status == 200
        assert (tmp_path / "data" / "battlemat.db").exists()
        assert not (tmp_path / "battlemat" / ".venv").exists(), "it sets nothing up by itself"
        assert is_healthy(server.port)
    assert not is_healthy(server.port)
    assert 'CMD ["python", "-m", "webapp"]' in CONTAINER


def is_healthy(port: int) -> bool:
    """Do what the engine does to see whether the container is well."""
    check = re.search(r"^HEALTHCHECK .*\\\n\s+CMD (\[.+\])$", CONTAINER, re.M)
    assert check is not None
    program, *arguments = json.loads(check[1])
    assert program == "python"
    line = [sys.executable, *(part.replace(":8000/", f":{port}/") for part in arguments)]
    return subprocess.run(line, stderr=subprocess.DEVNULL, check=False).returncode == 0


def run_at_home() -> list[str]:
    """Give the README's line that starts a container, in its parts."""
    line = re.search(r"^docker run .+$", (ROOT / "README.md").read_text(encoding="utf-8"), re.M)
    assert line is not None
    assert line[0] in CONTAINER
    return shlex.split(line[0])


def test_the_line_for_a_table_at_home_fits_the_container() -> None:
    line = run_at_home()
    inside = line[line.index("-p") + 1].rpartition(":")[2]
    assert inside == str(PORT)
    assert f"EXPOSE {inside}\n" in CONTAINER
    kept = line[line.index("-v") + 1].rpartition(":")[2]
    assert f"VOLUME {kept}\n" in CONTAINER
    assert f"ENV BATTLEMAT_DATA={kept}\n" in CONTAINER
    assert "-it" in line, "Ctrl-C ends it"
    assert line[line.index("-e") + 1].partition("=")[0] in serve_variables()


def test_links_from_a_container_have_the_address_of_the_machine_around_it(tmp_path: Path) -> None:
    line = run_at_home()
    name, _, public = line[line.index("-e") + 1].partition("=")
    environment = {**copied_to(tmp_path), name: public}
    with started(None, "--local", environment=environment, cwd=tmp_path / "battlemat") as server:
        assert server.origins == {public}
        assert qr_code(public + server.links["Players"]) in server.said
        host = {"Host": public.partition("//")[2]}
        assert server.ask(server.links["Players"], host).status == 200
        assert server.ask(server.links["Players"], {"Host": "elsewhere.example"}).status == 400
        come = server.ask(server.links["GM"])  # by 127.0.0.1, at the machine itself
        page = server.ask(come.headers["Location"], {"Cookie": come.cookie})
        assert public + server.links["Players"] in page.text


def test_what_is_copied_is_all_that_is_sent_to_the_engine() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    copied = {source for source, _ in re.findall(r"^COPY (\S+) (\S+)$", CONTAINER, re.M)}
    assert ignored[0] == "*"
    assert {line.removeprefix("!") for line in ignored if line.startswith("!")} == copied


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
