"""The seal: what the data came to when Battlemat last looked, in a small file beside the database.

It has the number of events of each battle, so that an end which is lost is noticed, and, from a clean stop to
the next start, the digest of the whole file, so that no byte changes unnoticed. It is written at the start,
after each backup and at the stop; where there is none (an older version's data), nothing is compared.
"""

import json
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from webapp.settings import Settings
from webapp.store.database import open_to_read, told_plainly


@dataclass(frozen=True, slots=True)
class Seal:
    """What was known of the data."""

    events: dict[str, int]
    """How many events each battle has, at least."""
    digest: str = ""
    """The SHA-256 of the database file, as long as nobody works on it."""
    accepted: tuple[str, ...] = ()
    """What is wrong with the data, and somebody said to go on with it all the same."""


def read_seal(settings: Settings) -> Seal | None:
    """Read the seal of a data folder; None where there is none that can be read."""
    try:
        read = json.loads(_place(settings).read_text(encoding="utf-8"))
        events = {str(id_): int(count) for id_, count in read["events"].items()}
        return Seal(events, str(read["digest"]), tuple(map(str, read["accepted"])))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def write_seal(settings: Settings, *, is_closed: bool, accepted: Sequence[str] | None = None) -> None:
    """Write down what the data comes to now.

    Args:
        is_closed: whether nobody works on it any more, so that its bytes stay as they are.
        accepted: what is to be gone on with from now on; None for what was before.

    Raises:
        StoreTrouble: if it cannot be read or written.
    """
    database = settings.database_place
    if not isinstance(database, Path) or not database.exists():
        return
    with told_plainly():
        with closing(open_to_read(database)) as connection:
            events = _count_events(connection)
        if accepted is None:
            before = read_seal(settings)
            accepted = before.accepted if before is not None else ()
        seal = Seal(events, digest_of(database) if is_closed else "", tuple(accepted))
        place = _place(settings)
        part = place.with_name(f"{place.name}-new")
        part.write_text(json.dumps(asdict(seal)), encoding="utf-8")
        os.replace(part, place)


def _count_events(connection: sqlite3.Connection) -> dict[str, int]:
    """Give the number of the last event of each battle; none where a first start was broken off."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone():
        return {}
    counts = connection.execute("SELECT battle_id, max(seq) FROM events GROUP BY battle_id")
    return {str(id_): int(last) for id_, last in counts}


def break_seal(settings: Settings) -> None:
    """Forget what was known: other data takes the place of this."""
    with told_plainly(), suppress(FileNotFoundError):
        _place(settings).unlink()


def digest_of(path: Path) -> str:
    """Give the digest of a file."""
    found = sha256()
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            found.update(piece)
    return found.hexdigest()


def _place(settings: Settings) -> Path:
    return settings.data_dir / "battlemat.db-seal"
