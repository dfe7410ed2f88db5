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

from rules.engine.text import Gap, Text, joined, text
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

    def __init__(self, *sentences: Text, is_usable: bool = False) -> None:
        super().__init__(joined(sentences, " "))
        self.sentences = sentences
        self.is_usable = is_usable
        """Whether one can go on with what is there all the same."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a look into a database came to."""

    broken: tuple[Text, ...] = ()
    """Why it cannot be used, in sentences."""
    doubtful: tuple[Text, ...] = ()
    """What is wrong with it besides."""
    logs: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    """The name and the number of events of each battle that has any, by its id."""
    deleted: frozenset[str] = frozenset()
    """The battles that were deleted, so that nobody misses them."""
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
            text("Nothing was changed; `battlemat restore` lists the backups and goes back to one."),
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
    if all(str(sentence) in accepted for sentence in wrong):
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
            return Checked(
                (
                    text(
                        "The beginning of {database} is overwritten: it is no database any more.",
                        database=path.name,
                    ),
                )
            )
        try:
            with closing(open_to_read(path)) as connection:
                connection.text_factory = lambda text: text.decode("utf-8", "replace")
                said = [str(line) for (line,) in connection.execute("PRAGMA quick_check(5)")]
                if said == ["ok"]:
                    return _check_logs(connection, path.name)
                why: Gap = said[0].splitlines()[-1]
        except UnicodeDecodeError:  # SQLite quotes in its complaint what is damaged
            why = text("its table of contents")
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            why = str(error).splitlines()[-1]
        return Checked(
            (
                _cut_off(path, head)
                or text("{database} is damaged inside ({why}).", database=path.name, why=why),
            )
        )


def _check_logs(connection: sqlite3.Connection, name: str) -> Checked:
    tables = {table for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return Checked(is_empty=True)
    if not tables >= _OURS:
        return Checked((text("{database} is the database of another program.", database=name),))
    kept = [str(revision) for (revision,) in connection.execute("SELECT version_num FROM alembic_version")]
    if any(revision > newest_revision() for revision in kept):
        raise StoreTrouble(
            text(
                "{database} was written by a newer Battlemat: start that one. Nothing was changed.",
                database=name,
            )
        )
    doubtful: list[Text] = []
    logs = {}
    for id_, battle, count, first, last, garbled in connection.execute(_LOGS):
        logs[str(id_)] = (battle or str(id_), last)
        if battle is None:
            doubtful.append(text("{count} events belong to a fight that is missing.", count=count))
        elif first != 1 or count != last:
            doubtful.append(
                text(
                    "{missing} events of the fight {fight} are missing.",
                    missing=last - count,
                    fight=battle,
                )
            )
        if garbled:
            doubtful.append(
                text("{count} events of the fight {fight} cannot be read.", count=garbled, fight=battle)
            )
    deleted: frozenset[str] = frozenset()
    if "deleted_battles" in tables:
        rows = connection.execute("SELECT battle_id FROM deleted_battles")
        deleted = frozenset(str(id_) for (id_,) in rows)
    return Checked(doubtful=tuple(doubtful), logs=logs, deleted=deleted)


def _cut_off(path: Path, head: bytes) -> Text:
    """Say how much of a database's end is missing; empty where none is, as far as its beginning tells."""
    page, pages = int.from_bytes(head[16:18], "big"), int.from_bytes(head[28:32], "big")
    whole, size = (65536 if page == 1 else page) * pages, path.stat().st_size
    return (
        text(
            "{database} is cut off: it has {size} of {whole} bytes.",
            database=path.name,
            size=size,
            whole=whole,
        )
        if size < whole
        else Text("")
    )


def _missing(settings: Settings, database: Path) -> DataProblem | None:
    beside = _what_belongs_to_it(settings, database)
    if not beside:
        return None
    return DataProblem(
        text(
            "{database} is missing, and there is what belongs to it: {beside}.",
            database=database.name,
            beside=", ".join(beside),
        )
    )


def _empty(database: Path) -> DataProblem:
    """Tell of a database without any table; no first start that was interrupted leaves it so."""
    said = text(
        "{database} holds nothing. If it is a copy: what was written last may still lie beside the file "
        "that it was copied from, in {log}. Copy that too.",
        database=database.name,
        log=log_beside(database).name,
    )
    return DataProblem(said)


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


def _beside_the_seal(database: Path, found: Checked, seal: Seal | None) -> list[Text]:
    if seal is None:
        return []
    wrong = []
    for id_, known in seal.events.items():
        if id_ in found.deleted:
            continue
        name, here = found.logs.get(id_, ("", 0))
        if here < known:
            fight = (
                text("The fight {fight} has {here} events", fight=name, here=here)
                if name
                else text("A fight is gone")
            )
            wrong.append(
                text("{fight}; it had {known} when Battlemat last looked.", fight=fight, known=known)
            )
    log = log_beside(database)
    if seal.digest and not (log.exists() and log.stat().st_size) and digest_of(database) != seal.digest:
        wrong.append(
            text(
                "{database} is not as Battlemat left it: some of its bytes are others.",
                database=database.name,
            )
        )
    return wrong


def _lost_behind(database: Path) -> list[Text]:
    behind = commits_behind_damage(log_beside(database))
    if not behind:
        return []
    return [
        text(
            "{database} is damaged: {count} changes behind the damage cannot be read.",
            database=log_beside(database).name,
            count=behind,
        )
    ]
