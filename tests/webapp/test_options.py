"""Options, by the command line and by the environment; and which of them do not go together."""

import ipaddress
import shutil
from pathlib import Path

import pytest

from tests.postgres import own_schema
from tests.webapp.server.front import TWO_ADDRESSES, proxied, started
from webapp import __main__ as entry
from webapp.app import create_app
from webapp.archive.backup_runs import running_on
from webapp.cli import main, parse
from webapp.context import STORE
from webapp.demo.first_table import first_table
from webapp.options import BadOptions, settings_of
from webapp.server.network import LOOPBACK
from webapp.table.links import host_key

PROXIED = ["--behind-proxy", "--public-url", "https://table.example"]
SERVE_OPTIONS = {
    *("PORT", "DATA", "DATABASE", "NO_BROWSER", "SHARE", "DEBUG", "LOCAL", "ASYNC", "PUBLIC_URL"),
    "PICTURES",
    *("BEHIND_PROXY", "PROXY_ADDRESS", "HTTPS", "METRICS", "LOG_JSON"),
}


# -------------------------------------------------------------------------------------- the environment
def test_each_option_may_stand_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {
        "PORT": "8010",
        "DATA": "/srv/tables",
        "ASYNC": "threading",
        "PUBLIC_URL": "https://table.example",
        "PROXY_ADDRESS": "10.0.0.5",
        "DATABASE": "postgresql://ann:secret@db/tables",
        "PICTURES": "/mnt/all/pictures",
    }
    for name in SERVE_OPTIONS:
        monkeypatch.setenv(f"BATTLEMAT_{name}", values.get(name, "1"))
    monkeypatch.delenv("BATTLEMAT_HTTPS")
    args = parse([])
    assert (args.port, args.data, args.mode, args.share, args.debug) == (
        *(8010, Path("/srv/tables"), "threading", True, True),
    )
    monkeypatch.delenv("BATTLEMAT_LOCAL")
    settings = settings_of(parse([]))
    assert settings.public_url == "https://table.example"
    assert settings.proxies == (ipaddress.ip_network("10.0.0.5/32"),)
    assert settings.database == "postgresql://ann:secret@db/tables"
    assert settings.shared_pictures == Path("/mnt/all/pictures")
    assert settings.metrics
    assert settings.log_json


def test_the_command_line_counts_more_than_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BATTLEMAT_PORT", "8010")
    assert parse(["--port", "8020"]).port == 8020


@pytest.mark.parametrize(
    ("value", "is_on"), [("1", True), ("yes", True), ("TRUE", True), ("0", False), ("", False)]
)
def test_a_yes_or_no_is_read_as_people_write_it(
    value: str, is_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BATTLEMAT_LOCAL", value)
    assert parse([]).local is is_on


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PORT", "http", "'http' is not a port"),
        ("LOCAL", "perhaps", "BATTLEMAT_LOCAL is 'perhaps': it is 1 for yes, or 0 for no"),
        ("ASYNC", "asyncio", "invalid choice: 'asyncio'"),
        ("PUBLIC_URL", "https://table.example/mat", "nothing behind the name"),
        ("PUBLIC_URL", "table.example", "is no such address"),
        ("PROXY_ADDRESS", "caddy", "is no list of addresses"),
        ("PROXY_ADDRESS", "10.0.0.1,0.0.0.0/0", "is everybody"),
        ("DATABASE", "mysql://ann:secret@db/tables", "it is like postgresql://"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(f"BATTLEMAT_{name}", value)
    with pytest.raises(SystemExit):
        parse([])
    told = capsys.readouterr().err
    assert said in told
    assert "secret" not in told


def test_the_datas_commands_look_into_the_environment_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BATTLEMAT_DATA", str(tmp_path))
    assert main(["backup"]) == 1
    assert f"There is no data to back up in {tmp_path}" in capsys.readouterr().err
    monkeypatch.setenv("BATTLEMAT_DATABASE", "postgresql://nobody@127.0.0.1:1/none")
    assert main(["backup"]) == 1
    assert "with the server's own tools" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "environment", "wants"),
    [
        ([], {"BATTLEMAT_ASYNC": "threading"}, False),
        (["--async", "gevent"], {"BATTLEMAT_ASYNC": "threading"}, True),
        (["--async=threading"], {"BATTLEMAT_ASYNC": "gevent"}, False),
    ],
)
def test_threads_are_asked_for_in_the_environment_as_well(
    line: list[str], environment: dict[str, str], wants: bool
) -> None:
    assert entry.wants_gevent(line, environment) is wants


# ---------------------------------------------------------------------------------------- what goes with what
@pytest.mark.parametrize(
    ("line", "why"),
    [
        (["--behind-proxy"], "needs --public-url"),
        (["--proxy-address", "10.0.0.5"], "goes with --behind-proxy"),
        ([*PROXIED, "--https"], "leave --https out"),
        ([*PROXIED, "--local", "--proxy-address", "10.0.0.5"], "leave one of the two out"),
        (["--pictures", "/mnt/all"], "for several processes on one --database"),
        (["--https"], "needs gevent"),  # this process waits by threads
    ],
)
def test_options_that_do_not_go_together_are_told_in_a_sentence(line: list[str], why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        settings_of(parse(line))


def test_behind_a_proxy_of_this_machine_nobody_else_reaches_the_server() -> None:
    here = settings_of(parse(PROXIED))
    assert (here.lan, here.proxies, here.hosts) == (False, LOOPBACK, ["table.example"])
    assert settings_of(parse([*PROXIED, "--proxy-address", "172.18.0.0/16"])).lan


@TWO_ADDRESSES
def test_behind_a_proxy_a_busy_port_is_not_stepped_over(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with proxied(tmp_path / "one", tmp_path) as (server, _):
        options = [*PROXIED, "--no-browser", "--port", str(server.port), "--data", str(tmp_path / "two")]
        assert main(options) == 1
    assert "the proxy would not find Battlemat" in capfd.readouterr().err


# ------------------------------------------------------------------------------------------- the secret
GIVEN = "a secret that nobody guesses, as long as it has to be"


def test_machines_with_the_same_secret_know_each_others_sessions_and_have_the_same_hosts_link(
    tmp_path: Path, first_start: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BATTLEMAT_SECRET_KEY", f" {GIVEN} ")
    keys = []
    for name in ("one", "two"):
        data = shutil.copytree(first_start, tmp_path / name, ignore=shutil.ignore_patterns("secret-key"))
        app = create_app(settings_of(parse(["--data", str(data), "--local"])))
        keys.append((app.config["SECRET_KEY"], first_table(app).host))
        app.extensions[STORE].close()
        assert not (data / "secret-key").exists()
    assert keys == [(GIVEN, f"/host/{host_key(GIVEN)}")] * 2


def test_without_one_in_the_environment_the_folders_own_secret_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BATTLEMAT_SECRET_KEY", "")
    assert settings_of(parse([])).secret is None


def test_a_short_secret_is_refused_and_none_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BATTLEMAT_SECRET_KEY", GIVEN[:31])
    assert main(["--no-browser", "--local"]) == 1
    told = capsys.readouterr().err
    assert "BATTLEMAT_SECRET_KEY has 31 characters; it needs at least 32" in told
    assert GIVEN[:31] not in told
    monkeypatch.setenv("BATTLEMAT_SECRET_KEY", GIVEN)
    assert GIVEN not in repr(settings_of(parse([])))
    with pytest.raises(SystemExit):
        parse(["--secret-key", GIVEN])


# ------------------------------------------------------------------------------------------- PostgreSQL
def test_the_tables_lie_in_the_database_that_is_named(tmp_path: Path) -> None:
    with own_schema() as url, started(tmp_path, "--local", environment={"BATTLEMAT_DATABASE": url}) as server:
        assert running_on(tmp_path) == server.port
        assert server.ask("/readyz").text.count("true") == 3
        answer = server.ask(server.links["GM"])
        page = server.ask(answer.headers["Location"], {"Cookie": answer.cookie})
        assert page.status == 200
        assert "Kit" in page.text
        assert not (tmp_path / "battlemat.db").exists()
        assert not (tmp_path / "pictures").exists()
        assert "Traceback" not in server.stop()


def test_a_shared_folder_of_pictures_is_looked_at_before_a_server_is_ready(tmp_path: Path) -> None:
    with own_schema() as url:
        line = ["--data", str(tmp_path / "data"), "--database", url, "--pictures", str(tmp_path / "all")]
        app = create_app(settings_of(parse([*line, "--local", "--async", "threading"])))
        first_table(app)
        assert len(list((tmp_path / "all").iterdir())) == 1
        shutil.rmtree(tmp_path / "all")
        assert app.test_client().get("/readyz").json == {
            "ok": False,
            "checks": {"database": True, "disk": True, "pictures": False},
        }
        app.extensions[STORE].close()


def test_a_database_that_does_not_answer_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = "postgresql://nobody:secret@127.0.0.1:1/none"
    assert main(["--no-browser", "--local", "--data", str(tmp_path), "--database", url]) == 1
    told = capsys.readouterr().err
    assert "database" in told
    assert "secret" not in told
