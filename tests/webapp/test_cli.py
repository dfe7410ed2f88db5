import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from webapp import __main__ as entry
from webapp.bootstrap import ROOT
from webapp.cli import parse, qr_code, welcome
from webapp.demo.first_table import Links
from webapp.options import default_data_dir
from webapp.server.network import Network
from webapp.settings import Settings

LINKS = Links(gm="/gm/key", join="/join/CODE", screen="/screen/key")
HOME = ("127.0.0.1", "localhost")


def test_options_alone_start_the_server() -> None:
    args = parse(["--port", "8010", "--local"])
    assert (args.command, args.port, args.local) == ("serve", 8010, True)
    assert parse([]) == parse(["serve"])


@pytest.mark.parametrize("port", ["65536", "-1", "http"])
def test_a_port_that_is_none_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse([f"--port={port}"])
    assert "ports go from 0 to 65535" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--async", "threading"], ["serve", "--async=threading"]])
def test_threads_leave_the_standard_library_as_it_is(words: list[str]) -> None:
    assert not entry.wants_gevent(words, {})
    assert parse(words).mode == "threading"


def test_gevent_is_wanted_without_a_word() -> None:
    assert entry.wants_gevent(["--port", "8010"], {})
    assert parse([]).mode == "gevent"


def test_the_data_lies_where_the_system_keeps_such_things(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/kit"))
    monkeypatch.setenv("XDG_DATA_HOME", "relative/is/ignored")
    monkeypatch.setattr(sys, "platform", "linux")
    assert default_data_dir() == Path("/home/kit/.local/share/battlemat")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert default_data_dir() == Path("/home/kit/Library/Application Support/battlemat")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("APPDATA", "/home/kit/Roaming")
    assert default_data_dir() == Path("/home/kit/Roaming/battlemat")


def test_the_terminal_shows_who_opens_what() -> None:
    network = Network("0.0.0.0", ("192.168.77.5", "10.0.0.3"), HOME)
    text = welcome(LINKS, network, Settings(data_dir=Path("/data"), port=8001))
    assert "GM         http://127.0.0.1:8001/gm/key" in text
    assert "Players    http://192.168.77.5:8001/join/CODE" in text
    assert "or   http://10.0.0.3:8001/join/CODE" in text
    assert "Projector  http://192.168.77.5:8001/screen/key" in text
    assert qr_code("http://192.168.77.5:8001/join/CODE").rstrip("\n") in text
    assert f"Data       {Path('/data')}" in text


def test_this_machine_alone_gets_no_code_to_scan() -> None:
    text = welcome(LINKS, Network("127.0.0.1", (), HOME), Settings(data_dir=Path("/data")))
    assert "Players    http://127.0.0.1:8000/join/CODE" in text
    assert "█" not in text


def test_a_missing_network_is_mentioned() -> None:
    assert "No network was found" in welcome(
        LINKS, Network("0.0.0.0", (), HOME), Settings(data_dir=Path("/data"))
    )


def serve(data: Path, *options: str) -> "subprocess.Popen[str]":
    line = (sys.executable, "-m", "webapp", "--no-browser", "--local", "--data", str(data), *options)
    return subprocess.Popen(
        line, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    )


def gm_link(server: "subprocess.Popen[str]") -> str:
    """Return the GM's link as soon as the server prints it."""
    assert server.stdout
    said = []
    for line in server.stdout:
        said.append(line)
        if line.startswith("  Stop "):
            return next(words[1] for words in map(str.split, said) if words[:1] == ["GM"])
    pytest.fail("".join(said))


def fetch(url: str) -> int:
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())  # a grant is kept in a cookie
    for _ in range(100):
        try:
            with browser.open(url, timeout=5) as answer:
                return int(answer.status)
        except urllib.error.URLError as error:
            if isinstance(error, urllib.error.HTTPError):
                return error.code
            time.sleep(0.1)
    raise TimeoutError(url)


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no SIGTERM, and Ctrl-C goes to the whole console")
@pytest.mark.parametrize("mode", ["gevent", "threading"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_server_answers_and_stops_cleanly(
    first_start: Path, tmp_path: Path, mode: str, number: signal.Signals
) -> None:
    data = Path(shutil.copytree(first_start, tmp_path / "data"))
    with serve(data, "--port", "0", "--async", mode) as server:
        try:
            link = gm_link(server)
            assert fetch(link.split("/gm/")[0] + "/healthz") == 200
            assert fetch(link) == 200
            server.send_signal(number)
            rest, _ = server.communicate(timeout=120)
        finally:
            server.kill()
    assert server.returncode == 0
    assert rest.strip() == f"Stopped. Everything is kept in {data}"


def test_a_data_folder_that_cannot_be_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with serve(tmp_path / "file" / "data") as server:
        said, _ = server.communicate(timeout=120)
    assert server.returncode == 1
    assert said.startswith("Battlemat could not start: ")
    assert "Traceback" not in said
