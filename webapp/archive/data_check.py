"""Whether the data that is here is whole: looked at before a server or a command works on it.

A database that is missing beside what belongs to it is not made anew, and one that is damaged is not gone on
with in silence. What SQLite's own check cannot see (bytes changed within a text, an end that is lost) shows
by the seal that Battlemat leaves (`data_seal`) and by the logs, which have no gaps.
"""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from webapp.archive.data_seal import Seal, digest_of, read_seal
from webapp.archive.write_ahead import commits_behind_damage, log_beside
from webapp.migrations import newest_revision
from webapp.settings import Settings
from webapp.store.database import StoreTrouble, is_damage, open_to_read, told_plainly

_MAGIC = b"SQLite format 3\0"
_OURS = {"tables", "battles", "events", "alembic_version"}
_LOGS = """
    SELECT e.battle_id, b.name, count(*), min(e.seq), max(e.seq), sum(NOT json_valid(e.data))
    FROM events AS e NOT INDEXED LEFT JOIN battles AS b ON b.id = e.battle_id GROUP BY e.battle_id
"""


class DataProblem(StoreTrouble):
    """What is wrong with the data of a folder, in sentences."""

    def __init__(self, *sentences: str, is_usable: bool = False) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences
        self.is_usable = is_usable
        """Whether one can go on with what is there all the same."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a look into a database came to."""

    broken: tuple[str, ...] = ()
    """Why it cannot be used, in sentences."""
    doubtful: tuple[str, ...] = ()
    """What is wrong with it besides."""
    logs: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """The name and the number of events of each battle that has any, by its id."""
    is_empty: bool = False
    """Whether nothing was ever kept in it."""


def require_whole(settings: Settings, *, for_reading: bool = False) -> None:
    """Raise what is wrong with the data of a folder, before a command works on it.

    Args:
        for_reading: let pass what can be read, though not all of it may be there.
    """
    problem = find_problem(settings)
    if problem is not None and not (for_reading and problem.is_usable):
        raise DataProblem(
            *problem.sentences,
            "Nothing was changed; `battlemat restore` lists the backups and goes back to one.",
        )


def find_problem(settings: Settings) -> DataProblem | None:
    """Tell what is wrong with the data of a folder; None where nothing is, or where there is none yet.

    Raises:
        StoreTrouble: if it cannot be looked at.
    """
    database = settings.database_place
    if not isinstance(database, Path):
        return None
    with told_plainly():
        if not database.exists() or not database.stat().st_size:
            return _missing(settings, database)
        had_log = log_beside(database).exists()  # SQLite makes one when it looks
        found = check_database(database)
        if found.broken:
            return DataProblem(*found.broken)
        if found.is_empty:
            return None if had_log and not _what_belongs_to_it(settings, database) else _empty(database)
        seal = read_seal(settings)
        wrong = [*found.doubtful, *_beside_the_seal(database, found, seal), *_lost_behind(database)]
    accepted = seal.accepted if seal is not None else ()
    if all(sentence in accepted for sentence in wrong):
        return None
    return DataProblem(*wrong, is_usable=True)


def check_database(path: Path) -> Checked:
    """Look whether a database is whole, of itself and by its logs; nothing is changed.

    Raises:
        StoreTrouble: if it cannot be looked at just now.
    """
    with told_plainly():
        with open(path, "rb") as file:
            head = file.read(100)
        if not head.startswith(_MAGIC):
            return Checked((f"The beginning of {path.name} is overwritten: it is no database any more.",))
        try:
            with closing(open_to_read(path)) as connection:
                connection.text_factory = lambda text: text.decode("utf-8", "replace")
                said = [str(line) for (line,) in connection.execute("PRAGMA quick_check(5)")]
                if said == ["ok"]:
                    return _check_logs(connection, path.name)
        except UnicodeDecodeError:  # SQLite quotes in its complaint what is damaged
            said = ["its table of contents"]
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            said = [str(error)]
        return Checked(
            (_cut_off(path, head) or f"{path.name} is damaged inside ({said[0].splitlines()[-1]}).",)
        )


def _check_logs(connection: sqlite3.Connection, name: str) -> Checked:
    tables = {table for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return Checked(is_empty=True)
    if not tables >= _OURS:
        return Checked((f"{name} is the database of another program.",))
    kept = [str(revision) for (revision,) in connection.execute("SELECT version_num FROM alembic_version")]
    if any(revision > newest_revision() for revision in kept):
        raise StoreTrouble(f"{name} was written by a newer Battlemat: start that one. Nothing was changed.")
    doubtful, logs = [], {}
    for id_, battle, count, first, last, garbled in connection.execute(_LOGS):
        logs[str(id_)] = (battle or str(id_), last)
        if battle is None:
            doubtful.append(f"{count:,} events belong to a fight that is missing.")
        elif first != 1 or count != last:
            doubtful.append(f"{last - count:,} events of the fight {battle} are missing.")
        if garbled:
            doubtful.append(f"{garbled:,} events of the fight {battle} cannot be read.")
    return Checked(doubtful=tuple(doubtful), logs=logs)


def _cut_off(path: Path, head: bytes) -> str:
    """Say how much of a database's end is missing; empty where none is, as far as its beginning tells."""
    page, pages = int.from_bytes(head[16:18], "big"), int.from_bytes(head[28:32], "big")
    whole, size = (65536 if page == 1 else page) * pages, path.stat().st_size
    return f"{path.name} is cut off: it has {size:,} of {whole:,} bytes." if size < whole else ""


def _missing(settings: Settings, database: Path) -> DataProblem | None:
    beside = _what_belongs_to_it(settings, database)
    if not beside:
        return None
    return DataProblem(f"{database.name} is missing, and there is what belongs to it: {', '.join(beside)}.")


def _empty(database: Path) -> DataProblem:
    """Tell of a database without any table; no first start that was interrupted leaves it so."""
    text = (
        f"{database.name} holds nothing. If it is a copy: what was written last may still lie beside the file"
    )
    return DataProblem(f"{text} that it was copied from, in {log_beside(database).name}. Copy that too.")


def _what_belongs_to_it(settings: Settings, database: Path) -> list[str]:
    log, pictures, backups = log_beside(database), settings.pictures, settings.data_dir / "backups"
    found = []
    if log.exists() and log.stat().st_size and not database.exists():
        found.append(log.name)
    if pictures.is_dir() and any(pictures.iterdir()):
        found.append("pictures")
    if backups.is_dir() and any(backups.glob("battlemat-*.db")):
        found.append("backups")
    if (settings.data_dir / "secret-key").exists():
        found.append("secret-key")
    return found


def _beside_the_seal(database: Path, found: Checked, seal: Seal | None) -> list[str]:
    if seal is None:
        return []
    wrong = []
    for id_, known in seal.events.items():
        name, here = found.logs.get(id_, ("", 0))
        if here < known:
            text = f"The fight {name} has {here:,} events" if name else "A fight is gone"
            wrong.append(f"{text}; it had {known:,} when Battlemat last looked.")
    log = log_beside(database)
    if seal.digest and not (log.exists() and log.stat().st_size) and digest_of(database) != seal.digest:
        wrong.append(f"{database.name} is not as Battlemat left it: some of its bytes are others.")
    return wrong


def _lost_behind(database: Path) -> list[str]:
    behind = commits_behind_damage(log_beside(database))
    if not behind:
        return []
    return [f"{log_beside(database).name} is damaged: {behind:,} changes behind the damage cannot be read."]
