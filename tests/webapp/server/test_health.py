"""Whether the server is alive and ready, and what it counts: who may read it, and that it is true."""

import importlib
import io
import json
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from tests.load.player import come_as_gm
from tests.load.server import ROOT
from tests.webapp.conftest import World
from tests.webapp.server.front import TWO_ADDRESSES, Answer, Started, proxied, started
from webapp.__main__ import UNUSED, hidden, packages_read_once
from webapp.server.health import READINESS, Readiness
from webapp.server.json_log import JsonLines
from webapp.store.database import StoreTrouble


# -------------------------------------------------------------------------------------------- readiness
def test_a_server_whose_data_answers_is_ready(world: World) -> None:
    answer = world.stranger().get("/readyz")
    assert (answer.status_code, answer.json) == (
        200,
        {"ok": True, "checks": {"database": True, "disk": True}},
    )


def test_without_its_database_it_is_not_ready(world: World) -> None:
    world.store.close()
    database = Path(world.store._engine.url.database or "")
    for end in ("", "-wal", "-shm"):
        database.with_name(database.name + end).unlink(missing_ok=True)
    database.mkdir()
    answer = world.stranger().get("/readyz")
    assert answer.status_code == 503
    assert answer.json == {"ok": False, "checks": {"database": False, "disk": True}}
    assert world.stranger().get("/healthz").status_code == 200, "it is alive all the same"


def test_with_a_disk_that_cannot_be_written_it_is_not_ready(world: World) -> None:
    folder = Path(world.store._engine.url.database or "").parent
    folder.rename(folder.with_name("away"))
    answer = world.stranger().get("/readyz")
    assert answer.status_code == 503
    assert answer.json["checks"]["disk"] is False
    folder.with_name("away").rename(folder)


def test_a_look_leaves_nothing_behind(world: World) -> None:
    folder = Path(world.store._engine.url.database or "").parent
    before = {file.name for file in folder.iterdir()}
    assert world.stranger().get("/readyz").status_code == 200
    assert {file.name for file in folder.iterdir()} == before


def test_what_joins_the_checks_is_asked_too(world: World) -> None:
    readiness: Readiness = world.app.extensions[READINESS]

    def fail() -> None:
        raise StoreTrouble("It does not answer.")

    readiness.checks["redis"] = fail
    assert world.stranger().get("/readyz").json["checks"]["redis"] is False


def test_however_many_ask_it_looks_once_a_second() -> None:
    now, looks = [0.0], []
    readiness = Readiness({"disk": lambda: looks.append(now[0])}, clock=lambda: now[0])
    for now[0] in (0.0, 0.5, 0.9, 1.0, 1.5):
        assert readiness.look() == {"disk": True}
    assert looks == [0.0, 1.0]


# ---------------------------------------------------------------------------------------------- metrics
@pytest.fixture(scope="module")
def server(first_start: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    data = Path(shutil.copytree(first_start, tmp_path_factory.mktemp("metrics") / "data"))
    with started(data, "--metrics", "--local") as server:
        yield server


def read(answer: Answer) -> dict[str, float]:
    assert answer.status == 200, answer.text
    lines = [line.rpartition(" ") for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_commands_refusals_pages_and_bytes_are_counted(server: Started) -> None:
    before = read(server.ask("/metrics"))
    gm = come_as_gm(f"http://127.0.0.1:{server.port}", server.links["GM"])
    gm.connect()
    assert gm.ask("command", {"id": "one", "do": "gm-set", "target": "kit", "state": {"at": [5, 3]}})["ok"]
    assert not gm.ask("command", {"id": "two", "do": "move", "actor": "nobody-here", "to": [1, 1]})["ok"]
    now = read(server.ask("/metrics"))
    gm.close()

    def grown(name: str) -> float:
        return now[name] - before.get(name, 0)

    assert grown("battlemat_commands_total") == 1
    assert grown('battlemat_refusals_total{code="unknown-combatant"}') == 1
    assert grown("battlemat_command_seconds_count") == 2
    assert 0 < grown("battlemat_command_seconds_sum") < 60
    assert now['battlemat_command_seconds_bucket{le="+Inf"}'] == now["battlemat_command_seconds_count"]
    assert (now["battlemat_pages"], now["battlemat_tables_awake"]) == (1, 1)
    assert grown('battlemat_sent_bytes_total{over="http"}') > 10_000, "the GM's page"
    assert grown('battlemat_sent_bytes_total{over="sockets"}') > 100
    assert now["process_resident_memory_bytes"] > 0 or sys.platform != "linux"


def test_another_name_of_this_machine_is_no_way_in_from_elsewhere(server: Started) -> None:
    assert server.ask("/metrics", {"Host": "evil.example"}).status == 400


def test_without_the_option_there_are_no_metrics(world: World) -> None:
    assert world.stranger().get("/metrics").status_code == 404


@TWO_ADDRESSES
def test_behind_a_proxy_only_the_key_opens_them(first_start: Path, tmp_path: Path) -> None:
    data = Path(shutil.copytree(first_start, tmp_path / "data"))
    with proxied(data, tmp_path, "--metrics") as (server, proxy):
        key = (data / "metrics-key").read_text()
        assert (data / "metrics-key").stat().st_mode & 0o777 == 0o600
        for asked in (server.ask, proxy.ask):
            assert asked("/metrics").status == 403
            assert asked("/metrics", {"Authorization": "Bearer guessed"}).status == 403
            assert "battlemat_pages" in asked("/metrics", {"Authorization": f"Bearer {key}"}).text
        assert str(data / "metrics-key") in server.said
        assert key not in server.said


# --------------------------------------------------------------------------------------- lines of JSON
def test_every_line_is_json_where_that_is_asked_for(first_start: Path, tmp_path: Path) -> None:
    data = Path(shutil.copytree(first_start, tmp_path / "data"))
    with started(data, "--log-json", "--local", until='"Battlemat is ready"') as server:
        told = json.loads(server.said.splitlines()[-1])
        server.links["GM"] = told["gm"].partition(str(server.port))[2]
        page = server.ask(server.links["GM"]).headers["Location"]
        assert server.ask("/readyz").status == 200
        assert server.ask(page).status == 403, "no cookie came along, which is told once somebody plays there"
        lines = [json.loads(line) for line in (server.said + server.stop()).splitlines()]
    assert {"time", "level", "from", "message"} <= set.intersection(*map(set, lines))
    assert [line["message"] for line in lines][-1] == "Stopped"
    assert {line["level"] for line in lines} == {"info"}


def test_what_fails_is_json_too_with_its_trace(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    line = [
        sys.executable,
        "-m",
        "webapp",
        "--log-json",
        "--no-browser",
        "--data",
        str(tmp_path / "file" / "data"),
    ]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert (told["level"], told["message"][:28]) == ("error", "Battlemat could not start: [")
    assert done.stderr == ""


def test_a_bug_is_one_line_with_all_of_its_trace() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    log = logging.Logger("somewhere")
    log.addHandler(handler)
    try:
        raise KeyError("ä")
    except KeyError:
        log.exception("It failed\n%s", "twice")
    told = json.loads(stream.getvalue())
    assert stream.getvalue().count("\n") == 1
    assert (told["from"], told["level"], told["message"]) == ("somewhere", "error", "It failed\ntwice")
    assert told["trace"].endswith("KeyError: 'ä'")


# ---------------------------------------------------------------------------------- a laptop's start
LARGE = (*UNUSED, "cryptography", "prometheus_client", "psycopg", "werkzeug.middleware.proxy_fix")
OURS = ("webapp.server.tls", "webapp.server.proxy", "webapp.server.metrics", "webapp.server.json_log")
START = """
import sys
from webapp.__main__ import UNUSED, hidden, patch_for_gevent
patch_for_gevent()
with hidden(UNUSED):
    from webapp import cli
class Serving(SystemExit): pass
def serve_on(*_): raise Serving
cli.serve_on = serve_on
try:
    cli.main(sys.argv[1:])
except Serving:
    print("MODULES", *sys.modules, sep="\\n")
"""


def test_a_laptops_start_imports_nothing_that_only_others_ask_for(first_start: Path, tmp_path: Path) -> None:
    data = Path(shutil.copytree(first_start, tmp_path / "data"))
    plain = modules_after_a_start(data)
    assert sorted(plain & {*LARGE, *OURS}) == []
    asked = modules_after_a_start(data, "--https", "--metrics")
    assert asked - plain >= {
        "cryptography",
        "prometheus_client",
        "webapp.server.tls",
        "webapp.server.metrics",
    }


def test_what_is_hidden_for_a_while_can_be_imported_afterwards() -> None:
    with hidden(("tabnanny", "sys")):
        assert sys.modules["sys"] is sys
        with pytest.raises(ImportError):
            importlib.import_module("tabnanny")
    assert importlib.import_module("tabnanny").__name__ == "tabnanny"


def test_plug_ins_are_found_by_the_one_look_too() -> None:
    group, look = "pytest11", metadata.entry_points
    found = look(group=group)
    with packages_read_once():
        assert metadata.entry_points is not look
        assert list(metadata.entry_points(group=group)) == list(found) != []
    assert metadata.entry_points is look


def modules_after_a_start(data: Path, *options: str) -> set[str]:
    """List what a start has imported up to where it would serve."""
    line = [
        sys.executable,
        "-c",
        START,
        "--no-browser",
        "--local",
        "--port",
        "0",
        "--data",
        str(data),
        *options,
    ]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=120, env=without_options())
    assert "MODULES" in done.stdout, done.stdout + done.stderr
    return set(done.stdout.rpartition("MODULES")[2].split())


def without_options() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("BATTLEMAT_")}
