"""What the app is started with."""

import os
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from webapp.server.network import IPNetwork
from webapp.store.database import told_plainly


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the server waits for those who have shown no right to anything yet, in seconds."""

    grant: float = 20.0
    """For a page to be let in over its socket."""
    head: float = 20.0
    """For a request's first lines, from the moment when its connection is open and free."""
    body: float = 20.0
    """In which a request's body has to bring `body_bytes` more, or to end."""
    body_bytes: int = 20_000
    """A kilobyte a second: the slowest phone that still loads a page has thirty."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the data lies, how the server is reached, and what it runs on."""

    data_dir: Path
    port: int = 8000
    lan: bool = True
    """Whether machines of the local network may reach it."""
    hosts: list[str] = field(default_factory=list)
    """Names besides its own under which it is reached (a public name behind a proxy)."""
    public_url: str | None = None
    """The address under which everybody opens it, without a path; None for this machine's own addresses."""
    proxies: tuple[IPNetwork, ...] = ()
    """Where the proxy has its address that it stands behind; empty where there is none."""
    https: bool = False
    """Whether it encrypts by a certificate of its own."""
    metrics: bool = False
    """Whether it counts what it does, for Prometheus."""
    log_json: bool = False
    """Whether what it tells is lines of JSON."""
    async_mode: str = "gevent"
    database: str | None = None
    """URL of another database; None keeps an SQLite file in `data_dir`."""
    shared_pictures: Path | None = None
    """A folder for pictures that all processes share; None leaves them to PostgreSQL, or to `data_dir`."""
    secret: str | None = field(default=None, repr=False)
    """What signs sessions, where several machines are to have the same; None takes what `data_dir` has."""
    redis: str | None = None
    """URL of the Redis over which several processes serve the same tables; None where one serves alone."""
    worker: int = 0
    """Which of the processes this is that one supervisor started, from 1; 0 where it serves alone."""
    patience: Patience = Patience()
    idle: float = 600.0
    """Seconds that nobody looks at a table before it leaves memory."""
    debug: bool = False
    """Whether pages load each script and style sheet by itself, as it lies in the folder now."""

    def origin(self, name: str) -> str:
        """Give the address of this server under a name of this machine."""
        return f"{'https' if self.https else 'http'}://{name}:{self.port}"

    def cookie_name(self, key: str) -> str:
        """Name the session's cookie: cookies know no ports.

        Several processes that serve the same tables, each at a port of its own, have one name, by the key
        that they share. It is another one where it comes by https alone: a browser lets no page without take
        its place later.

        Args:
            key: what signs sessions.
        """
        whose = str(self.port) if self.redis is None else sha256(f"cookie:{key}".encode()).hexdigest()[:8]
        return f"battlemat_{whose}{'_tls' if self.https or self.proxies else ''}"

    @property
    def database_place(self) -> str | Path:
        """The database's URL, or the path of its file."""
        return self.database or self.data_dir / "battlemat.db"

    @property
    def pictures(self) -> Path:
        """The folder of pictures in the data folder."""
        return self.data_dir / "pictures"


def secret_key(settings: Settings) -> str:
    """Give the key that signs sessions. Raises `StoreTrouble` if the folder cannot be read or written."""
    return settings.secret or kept_secret(settings.data_dir, "secret-key")


def kept_secret(data_dir: Path, name: str) -> str:
    """Give a secret of this server: made once, kept where only its owner can read it.

    Raises:
        StoreTrouble: if the folder cannot be read or written.
    """
    path = data_dir / name
    with told_plainly():
        data_dir.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            write_private(path, secrets.token_hex(32))
        return path.read_text(encoding="ascii").strip()


def write_private(path: Path, text: str, *, replaces: bool = False) -> None:
    """Write a file whole that its owner alone may read.

    Args:
        replaces: whether it takes the place of one that is there; else that stays, of whichever process.
    """
    part = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    if replaces:
        os.replace(part, path)
        return
    try:
        os.link(part, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        os.replace(part, path)
        return
    part.unlink()
