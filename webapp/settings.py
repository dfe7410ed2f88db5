"""What the app is started with."""

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

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
    async_mode: str = "gevent"
    database: str | None = None
    """URL of another database; None keeps an SQLite file in `data_dir`."""
    patience: Patience = Patience()
    idle: float = 600.0
    """Seconds that nobody looks at a table before it leaves memory."""
    debug: bool = False
    """Whether pages load each script and style sheet by itself, as it lies in the folder now."""

    @property
    def database_place(self) -> str | Path:
        """The database's URL, or the path of its file."""
        return self.database or self.data_dir / "battlemat.db"

    @property
    def pictures(self) -> Path:
        """The folder of pictures."""
        return self.data_dir / "pictures"


def secret_key(data_dir: Path) -> str:
    """Give the key that signs sessions: made once, kept where only its owner can read it.

    Raises:
        StoreTrouble: if the folder cannot be read or written.
    """
    path = data_dir / "secret-key"
    with told_plainly():
        data_dir.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _write_private(path, secrets.token_hex(32))
        return path.read_text(encoding="ascii").strip()


def _write_private(path: Path, text: str) -> None:
    """Write a new file whole; where another process was first, leave that one's."""
    part = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(part, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        os.replace(part, path)
        return
    part.unlink()
