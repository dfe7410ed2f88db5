"""A PostgreSQL and a Redis of a test's own, started from the machine's programs: to stop and to break.

    with OwnPostgres() as postgres, OwnRedis() as redis:
        url = postgres.new_database()
        redis.restart()

Data lies in memory where the system has a folder for that. PostgreSQL refuses to run as root, so that root
starts both as another user.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import SystemRandom
from types import TracebackType
from typing import Any, Self

import psycopg
import redis

_PLACES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/opt/homebrew/bin",
    "/usr/local/bin",
    "/usr/sbin",
)
_USERS = ("postgres", "nobody")
_STARTS = 60.0
"""Seconds that a server has to answer after its start: the machine may be busy."""


class ProgramMissing(Exception):
    """This machine lacks a program that is needed here; the text names it."""


def find_program(name: str) -> str:
    """Give the path of a program, on `PATH` or in the usual places. Raises `ProgramMissing`."""
    found = shutil.which(name)
    if found is None:
        there = [path for place in _PLACES for path in Path("/").glob(f"{place[1:]}/{name}")]
        found = str(max(there, key=lambda path: path.stat().st_mtime)) if there else None
    if found is None or not hasattr(os, "fork"):
        raise ProgramMissing(f"this machine has no {name}")
    return found


def own_port() -> int:
    """Give a free port below those that systems give out by themselves: it stays free after a stop."""
    chance = SystemRandom()
    while True:
        port = chance.randrange(10_000, 20_000)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port


def _lesser_user() -> dict[str, Any]:
    """Give what lets a process of root's run as somebody else; nothing where this is not root."""
    if os.geteuid():
        return {}
    import pwd

    for name in _USERS:
        with suppress(KeyError):
            entry = pwd.getpwnam(name)
            return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": ()}
    raise ProgramMissing("root runs no PostgreSQL, and this machine has no user to run it as")


class OwnServer(ABC):
    """A server that starts with the block and is gone after it, with its data."""

    def __init__(self, ends_at_once_by: signal.Signals, stops_by: signal.Signals) -> None:
        self.port = own_port()
        self._ends_at_once_by, self._stops_by = ends_at_once_by, stops_by
        self._user = _lesser_user()
        memory = Path("/dev/shm")
        self.folder = Path(
            tempfile.mkdtemp(prefix="battlemat-", dir=memory if os.access(memory, os.W_OK) else None)
        )
        if self._user:
            os.chown(self.folder, self._user["user"], self._user["group"])
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self._prepare()
            self.start()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def start(self) -> None:
        """Start it, and wait until it answers. Raises `RuntimeError` with what it said, if it does not."""
        with open(self.folder / "said", "ab") as said:
            self._process = subprocess.Popen(
                self._line(), cwd=self.folder, stdout=said, stderr=said, **self._user
            )
        until = time.monotonic() + _STARTS
        while self._process.poll() is None and time.monotonic() < until:
            if self._answers():
                return
            time.sleep(0.02)
        raise RuntimeError((self.folder / "said").read_text(encoding="utf-8", errors="replace"))

    def stop(self, *, at_once: bool = False) -> None:
        """Stop it, in good order or as if it had crashed, and wait until it is gone."""
        assert self._process is not None
        self._process.send_signal(self._ends_at_once_by if at_once else self._stops_by)
        self._process.wait(60)

    def restart(self, *, at_once: bool = False) -> None:
        """Stop it and start it again."""
        self.stop(at_once=at_once)
        self.start()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let it take connections and answer nothing while the block lasts."""
        family = self._family()
        _signal_all(family, signal.SIGSTOP)
        try:
            yield
        finally:
            _signal_all(family, signal.SIGCONT)

    def _family(self) -> list[int]:
        """List its processes, the first one first."""
        assert self._process is not None
        listed = subprocess.run(("ps", "-A", "-o", "pid=,ppid="), capture_output=True, text=True, check=True)
        pairs = [line.split() for line in listed.stdout.splitlines()]
        return [self._process.pid, *(int(pid) for pid, of in pairs if int(of) == self._process.pid)]

    def end(self) -> None:
        """End it, whatever state it is in, and take its data away."""
        if self._process is not None and self._process.poll() is None:
            _signal_all(self._family(), signal.SIGCONT)
            self.stop(at_once=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    @abstractmethod
    def _prepare(self) -> None:
        """Do what is needed once, before the first start."""

    @abstractmethod
    def _line(self) -> list[str]:
        """Give the command that starts it."""

    @abstractmethod
    def _answers(self) -> bool:
        """Say whether it answers."""

    @abstractmethod
    def cut_connections(self) -> None:
        """Let it hang up on everybody."""


def _signal_all(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


class OwnPostgres(OwnServer):
    """A PostgreSQL that keeps what was written through its own crashes; not through one of the machine."""

    def __init__(self) -> None:
        super().__init__(ends_at_once_by=signal.SIGQUIT, stops_by=signal.SIGINT)

    def url(self, database: str) -> str:
        """Give the URL of one of its databases."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """Make an empty database, and give its URL."""
        name = f"battlemat_{secrets.token_hex(4)}"
        self._run(f"CREATE DATABASE {name}")
        return self.url(name)

    def cut_connections(self) -> None:
        """Let it hang up on everybody, in the middle of whatever they do."""
        own = "pid <> pg_backend_pid() AND backend_type = 'client backend'"
        self._run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {own}")

    def _run(self, statement: str) -> None:
        with closing(psycopg.connect(self.url("postgres"), autocommit=True)) as connection:
            connection.execute(statement.encode())

    def _prepare(self) -> None:
        program = find_program("initdb")
        options = ("--no-sync", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale", "C")
        made = subprocess.run(
            [program, *options, "-D", str(self._data)],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            **self._user,
        )
        if made.returncode:
            raise RuntimeError(made.stdout + made.stderr)

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _line(self) -> list[str]:
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "shared_buffers": "16MB",
            "max_connections": 200,
            "fsync": "off",  # what it wrote outlives its own crash in the system's memory
        }
        named = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return [find_program("postgres"), "-D", str(self._data), *named]

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True


class OwnRedis(OwnServer):
    """A Redis that keeps nothing: each start finds it empty."""

    def __init__(self) -> None:
        super().__init__(ends_at_once_by=signal.SIGKILL, stops_by=signal.SIGTERM)

    @property
    def url(self) -> str:
        """Give its URL."""
        return f"redis://127.0.0.1:{self.port}/0"

    def cut_connections(self) -> None:
        """Let it hang up on everybody, those who listen too."""
        with closing(redis.Redis.from_url(self.url)) as client:
            for kind in ("normal", "pubsub"):
                client.client_kill_filter(_type=kind, skipme=True)

    def _prepare(self) -> None:
        find_program("redis-server")

    def _line(self) -> list[str]:
        options = ("--save", "", "--appendonly", "no", "--bind", "127.0.0.1", "--port", str(self.port))
        return [find_program("redis-server"), *options, "--dir", str(self.folder)]

    def _answers(self) -> bool:
        try:
            with closing(redis.Redis.from_url(self.url, socket_timeout=2)) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False
