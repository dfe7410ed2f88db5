"""Several processes of one start that serve one port: how they begin, share it, are replaced, and end."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
import redis
from flask import Flask
from sqlalchemy import create_engine, text

from tests.load.server import ROOT
from tests.postgres import own_schema
from tests.redis_server import redis_url
from tests.webapp.server.front import Started, free_port, started
from webapp.app import Settings, create_app
from webapp.cli import parse
from webapp.cluster.supervisor import Supervisor
from webapp.cluster.worker import hear_supervisor
from webapp.context import CLUSTER, STORE
from webapp.options import BadOptions, settings_of
from webapp.server.lan_name import LAN_NAME
from webapp.store.database import StoreTrouble

PLACES = ("--database", "postgresql://nobody@127.0.0.1/nowhere", "--redis", "redis://127.0.0.1:1/0")
ON_WINDOWS = pytest.mark.skipif(sys.platform == "win32", reason="one process serves alone there")


@pytest.fixture(scope="module")
def places() -> Iterator[tuple[str, ...]]:
    """The options by which processes share a database, empty at first, and a Redis."""
    with own_schema() as url:
        yield ("--database", url, "--redis", redis_url())


def until(is_so: Callable[[], Any]) -> None:
    """Wait for something that the processes bring about by themselves."""
    end = time.monotonic() + 120
    while not is_so():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


def workers_of(server: Started) -> dict[int, int]:
    """Give the processes' ids by the workers' numbers."""
    listed = subprocess.check_output(["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], text=True)
    found = re.findall(rf"^\s*(\d+)\s+{server.process.pid}\s.* --worker (\d+):\d+\s*$", listed, re.M)
    return {int(number): int(process) for process, number in found}


def is_running(process: int) -> bool:
    done = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True)
    return done.stdout.strip()[:1] not in ("", "Z")


def who_answers(server: Started) -> Counter[str]:
    """Say which worker answers on a new connection."""
    found = re.search(r'battlemat_pages\{worker="(\d+)"\}', server.ask("/metrics").text)
    assert found is not None
    return Counter([found[1]])


@ON_WINDOWS
@pytest.mark.parametrize("way", ["gevent", "threading"])
def test_workers_share_the_port_are_replaced_and_end(places: Sequence[str], tmp_path: Path, way: str) -> None:
    options = ("--local", "--metrics", "--workers", "2", "--async", way, *places)
    with started(tmp_path, *options) as server:
        until(lambda: set(who_answers(server)) == {"1"})
        until(lambda: set(who_answers(server)) == {"2"})
        answered: Counter[str] = Counter()
        while min(answered["1"], answered["2"]) < 10:
            answered += who_answers(server)
            assert answered.total() < 400, f"hardly anything is left for one of them: {answered}"
            time.sleep(0.005)  # who is held up for a moment by another program gets none in it
        assert '"redis":true' in server.ask("/readyz").text

        before = workers_of(server)
        assert set(before) == {1, 2}
        os.kill(before[2], signal.SIGINT)  # as Ctrl-C in the terminal does: it is for the supervisor
        os.kill(before[1], signal.SIGKILL)
        until(lambda: workers_of(server).get(1, before[1]) != before[1])
        until(lambda: set(who_answers(server)) == {"1"})
        after = workers_of(server)
        assert after[2] == before[2]
        rest = server.stop()
    assert server.process.returncode == 0
    assert "Process 1 of 2 was ended by signal 9; another one starts in 0.5 s." in rest
    said = server.said + rest
    assert [said.count(once) for once in ("a fight is ready to play", "  GM  ", "Stopped.")] == [1, 1, 1]
    assert "Traceback" not in said
    assert not any(map(is_running, after.values()))


@ON_WINDOWS
def test_workers_end_when_their_supervisor_is_killed(places: Sequence[str], tmp_path: Path) -> None:
    with started(tmp_path, "--local", "--workers", "2", *places) as server:
        until(lambda: len(workers_of(server)) == 2)
        assert server.ask("/healthz").status == 200
        workers = list(workers_of(server).values())
        assert all(map(is_running, workers))
        server.process.kill()
        try:
            until(lambda: not any(map(is_running, workers)))
        finally:
            for worker in filter(is_running, workers):
                os.kill(worker, signal.SIGKILL)


class Enough(Exception):
    """What ends a task of the test's."""


def begin(task: Callable[..., object], *given: object) -> None:
    """Begin a task beside the test, as a server does."""

    def run() -> None:
        with suppress(Enough):
            task(*given)

    Thread(target=run, daemon=True).start()


def supervisor(script: str, sleep: Callable[[float], object], told: list[str], *arguments: str) -> Supervisor:
    """Make one whose workers carry out a small script; the test's process is the supervisor's."""
    command = (sys.executable, "-I", "-S", "-c", script, *arguments)
    address = ("127.0.0.1", 0)
    return Supervisor(address, 1, begin, sleep, lambda words, *_, **__: told.append(words), command)


@ON_WINDOWS
def test_a_worker_that_ends_again_and_again_is_started_ever_more_seldom() -> None:
    pauses: list[float] = []
    told: list[str] = []
    is_enough = Event()

    def sleep(seconds: float) -> None:
        if seconds > 60:  # what the supervisor itself waits for its end
            raise Enough
        pauses.append(seconds)
        if len(pauses) == 8:
            is_enough.set()
            raise Enough

    team = supervisor("raise SystemExit(3)", sleep, told)
    begin(team.run)
    assert is_enough.wait(60)
    team.end()
    assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert told[2] == "Process 1 of 1 ended with status 3; another one starts in 2 s."


@ON_WINDOWS
def test_workers_are_told_the_name_now_and_when_they_begin_later(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    script = "import sys\nfor line in sys.stdin: open(sys.argv[1], 'a').write(line)"
    team = supervisor(script, time.sleep, [], str(heard))
    team.tell_name("first.local")
    begin(team.run)
    until(heard.exists)
    team.tell_name("second.local")
    until(lambda: heard.read_text() == "first.local\nsecond.local\n")
    team.end()


def test_a_worker_takes_the_name_and_ends_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    signals: list[int] = []
    monkeypatch.setattr(os, "kill", lambda _process, number: signals.append(number))
    app, (here, there) = Flask(__name__), socket.socketpair()
    with here:
        here.sendall(b"map.local\n")
    with there:
        hear_supervisor(app, there)
    assert app.extensions[LAN_NAME] == "map.local"
    assert signals == [signal.SIGTERM]


STARTS = """
import sys
from pathlib import Path
from webapp.app import Settings, create_app
from webapp.demo.first_table import first_table
sys.stdin.readline()
settings = Settings(data_dir=Path(sys.argv[1]), lan=False, async_mode="threading", database=sys.argv[2])
print(first_table(create_app(settings)).gm)
"""


def test_starts_at_the_same_moment_make_one_table(tmp_path: Path) -> None:
    with own_schema() as url:
        starts = [
            subprocess.Popen(
                [sys.executable, "-c", STARTS, str(tmp_path), url],
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for _ in range(4)
        ]
        with ThreadPoolExecutor(len(starts)) as pool:
            told = list(pool.map(lambda start: start.communicate("\n", timeout=240), starts))
        assert [start.returncode for start in starts] == [0] * 4, [errors for _, errors in told]
        assert len({link for link, _ in told}) == 1
        engine = create_engine(url)
        with engine.connect() as connection:
            counts = [
                connection.scalar(text(f"SELECT count(*) FROM {name}")) for name in ("tables", "battles")
            ]
        engine.dispose()
        assert counts == [1, 1]


def test_a_start_without_an_answer_from_redis_says_what_to_do(tmp_path: Path) -> None:
    port = free_port()
    with own_schema() as url:
        settings = Settings(
            data_dir=tmp_path,
            lan=False,
            async_mode="threading",
            database=url,
            redis=f"redis://:a-password@127.0.0.1:{port}/0",
        )
        with pytest.raises(StoreTrouble, match=rf"127.0.0.1:{port} does not answer: start it") as caught:
            create_app(settings)
    assert "a-password" not in str(caught.value)


def test_who_asks_whether_it_is_ready_hears_of_redis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with own_schema() as url:
        settings = Settings(
            data_dir=tmp_path, lan=False, async_mode="threading", database=url, redis=redis_url()
        )
        app = create_app(settings)

        def fail(*_: object) -> None:
            raise redis.ConnectionError("gone")

        monkeypatch.setattr(redis.Redis, "ping", fail)
        answer = app.test_client().get("/readyz")
        app.extensions[CLUSTER].stop()
        app.extensions[STORE].close()
    assert answer.status_code == 503
    assert answer.get_json()["checks"] == {"database": True, "disk": True, "redis": False}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (["--workers", "2"], "needs --redis and --database"),
        (["--workers", "2", "--https", *PLACES], "for one process alone"),
    ],
)
def test_options_that_do_not_go_with_workers_are_refused(line: list[str], why: str) -> None:
    with pytest.raises(BadOptions, match=why):
        settings_of(parse(line))


def test_windows_has_no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    args = parse(["--workers", "2", *PLACES])
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(BadOptions, match="Windows"):
        settings_of(args)


@pytest.mark.parametrize("number", ["0", "-1", "two", "1000"])
def test_a_number_of_workers_is_at_least_one(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse([f"--workers={number}"])
    assert "no number of processes" in capsys.readouterr().err
