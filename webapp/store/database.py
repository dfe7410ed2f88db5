"""Opening the database: SQLite by default, PostgreSQL by URL, brought up to the newest revision.

SQLite runs with a write-ahead log and full synchronisation: what a player was told has happened is on the
disk before the telling. A transaction that writes takes its lock at the start, so that none fails half-way.
Under gevent a real thread waits for the disk; who writes meanwhile waits as a greenlet does, and nobody else.
"""

import logging
import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, Table, create_engine, event, insert
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPICursor, ExceptionContext
from sqlalchemy.exc import DBAPIError, DisconnectionError, OperationalError
from sqlalchemy.exc import TimeoutError as NoLineError
from sqlalchemy.pool import ConnectionPoolEntry

from rules.engine.text import Words, in_full, text
from webapp.migrations import upgrade
from webapp.server.background import wait_apart

BUSY_SECONDS = 5.0
"""How long a write waits for another program that keeps the database locked."""
_LOOKS_AGAIN = 0.05
_LINES = 8
"""Connections to PostgreSQL that are kept open; three times as many may be for a while."""
_LINE_WAIT = 10.0
"""Seconds that somebody waits for one of them."""
_PAUSE = 1.0
"""Seconds after which a connection to PostgreSQL that nobody used is looked at before it is used again."""


class StoreTrouble(Exception):
    """The database or the disk cannot do what is asked just now; the text says what and what to do."""

    def __init__(self, text: Words) -> None:
        super().__init__(in_full(text))
        self.text = text


class PatientConnection(sqlite3.Connection):
    """An SQLite connection that holds nobody up while it waits for the disk."""

    def commit(self) -> None:
        """Keep what was written, and come back once it is on the disk."""
        wait_apart(self.sync)

    def sync(self) -> None:
        """Keep what was written, and hold everything up until it is on the disk."""
        super().commit()


_writers: WeakKeyDictionary[Engine, Lock] = WeakKeyDictionary()
"""One at a time of this process writes to an SQLite file: SQLite itself would hold all up for who waits."""
_writes: WeakKeyDictionary[Engine, int] = WeakKeyDictionary()


def open_database(database: str | Path) -> Engine:
    """Open a database, by the path of an SQLite file or by a URL, and bring its tables up to date.

    Raises:
        StoreTrouble: if it cannot be opened or written.
    """
    url = make_url(database) if isinstance(database, str) and "://" in database else None
    if url is None:
        path = Path(database)
        with told_plainly():
            path.parent.mkdir(parents=True, exist_ok=True)
        connect_args = {"factory": PatientConnection}
        engine = create_engine(f"sqlite:///{path.absolute()}", connect_args=connect_args)
        _writers[engine] = Lock()
    else:
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")
        # A statement is a transaction by itself, asked in one way and back, but for what `writing` writes.
        lines = {"pool_size": _LINES, "max_overflow": 2 * _LINES, "pool_timeout": _LINE_WAIT}
        engine = create_engine(url, isolation_level="AUTOCOMMIT", **lines)
        logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of what it raises besides
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    elif engine.dialect.name == "postgresql":
        event.listen(engine, "connect", _prepare_postgresql)
        event.listen(engine, "checkout", _require_alive)
        event.listen(engine, "handle_error", _give_up_if_broken)
    try:
        with writing(engine) as connection:
            upgrade(connection)
    except BaseException:
        engine.dispose()
        raise
    return engine


def close_database(engine: Engine) -> None:
    """Close all connections for good, those in use as they come back; who asks for one is refused."""
    event.listen(engine, "do_connect", _refuse_to_connect)
    event.listen(engine, "checkin", _close_on_return)
    engine.dispose()


def _refuse_to_connect(*_: object) -> None:
    raise StoreTrouble(text("Battlemat has closed its data: it is ending. Nothing was changed."))


def _close_on_return(_connection: object, record: ConnectionPoolEntry) -> None:
    record.invalidate()


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Give a connection to read on; its trouble is told as `StoreTrouble`."""
    with told_plainly(), engine.connect() as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Give a connection whose work is kept as one when the block ends, or not at all."""
    try:
        with (
            told_plainly(),
            _one_at_a_time(engine),
            _connected(engine, battlemat_writes=True) as connection,
            connection.begin(),
        ):
            yield connection
    finally:
        _writes[engine] = writes(engine) + 1


def writes(engine: Engine) -> int:
    """Tell how often this process has written anything but events of a log, whatever came of it."""
    return _writes.get(engine, 0)


def _connected(engine: Engine, **options: Any) -> Connection:
    """Connect for a transaction of several statements."""
    if engine.dialect.name == "postgresql":
        options["isolation_level"] = "READ COMMITTED"
    return engine.connect().execution_options(**options)


def _one_at_a_time(engine: Engine) -> AbstractContextManager[Any]:
    return _writers[engine] if engine in _writers else nullcontext()


class Insertion(Protocol):
    """Puts rows into a table, as a part of what is done on a connection, or by themselves, as one."""

    def __call__(self, rows: Sequence[tuple[Any, ...]], connection: Connection | None = None) -> None:
        """Put them in. Each row has a value for every column, in their order."""


def insertion(engine: Engine, table: Table) -> Insertion:
    """Prepare what puts rows into a table: the statement is made once, and goes to the driver as it is."""
    dialect, names = engine.dialect, [column.name for column in table.columns]
    compiled = insert(table).compile(dialect=dialect, column_keys=names)
    statement, put_alone = str(compiled), _put_alone if dialect.name == "sqlite" else _put_at_once
    kinds = [column.type.dialect_impl(dialect) for column in table.columns]
    ways = [kind.bind_processor(dialect) or _as_it_is for kind in kinds]

    def put(rows: Sequence[tuple[Any, ...]], connection: Connection | None = None) -> None:
        made = [tuple(way(value) for way, value in zip(ways, row, strict=True)) for row in rows]
        if connection is None:
            put_alone(engine, statement, made)
        elif compiled.positional:
            connection.exec_driver_sql(statement, made)
        else:
            connection.exec_driver_sql(statement, [dict(zip(names, row, strict=True)) for row in made])

    return put


def _put_alone(engine: Engine, statement: str, rows: list[tuple[Any, ...]]) -> None:
    """Write some rows to SQLite as one, without what SQLAlchemy does about any statement there may be."""
    with (
        told_plainly(),
        _one_at_a_time(engine),
        closing(engine.raw_connection()) as connection,
    ):  # closed, it forgets what was not kept
        cursor = connection.cursor()
        _begin_immediately(cursor)
        cursor.executemany(statement, rows)
        connection.commit()


def _put_at_once(engine: Engine, statement: str, rows: list[tuple[Any, ...]]) -> None:
    """Write some rows to PostgreSQL as one statement, which is a transaction by itself: one way and back."""
    head, values, row = re.sub(r"%\(\w+\)s", "%s", statement).rpartition(" VALUES ")
    several = head + values + ", ".join([row] * len(rows))
    with told_plainly(), engine.connect() as connection:
        connection.exec_driver_sql(several, tuple(value for each in rows for value in each))


def _as_it_is(value: Any) -> Any:
    return value


def checkpoint(database: str | Path) -> bool:
    """Bring all that lies in the write-ahead log into the database's own file, and empty the log.

    Waits some seconds for whoever writes or reads just now. Says whether it is done; other databases than
    SQLite's files have none.

    Raises:
        StoreTrouble: if the disk or the file does not serve.
    """
    if not isinstance(database, Path) or not database.exists():
        return True
    until = time.monotonic() + BUSY_SECONDS
    with told_plainly(), closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA busy_timeout = 100")
        while True:
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if not busy or time.monotonic() > until:
                return not busy
            time.sleep(_LOOKS_AGAIN)


def lengthen_log(database: str | Path) -> None:
    """Let SQLite's write-ahead log be as long now as it is to become; other databases have none.

    A commit that makes the file longer waits until the disk has noted its new length, too; one that writes
    over what was brought into the database before waits for its own pages alone. So commits that change
    nothing fill the log, unsynced, and a checkpoint lets it be written anew from its beginning. Where
    somebody else writes for long just now it is left as it is, and grows as it always did.

    Raises:
        StoreTrouble: if the disk or the file does not serve.
    """
    if not isinstance(database, Path) or not database.exists():
        return
    with told_plainly(), closing(sqlite3.connect(database, isolation_level=None)) as connection:
        for pragma in ("busy_timeout = 100", "wal_autocheckpoint = 0", "synchronous = OFF"):
            connection.execute(f"PRAGMA {pragma}")
        [(version,)] = connection.execute("PRAGMA user_version")
        try:
            for _ in range(_LOG_PAGES):
                connection.execute(f"PRAGMA user_version = {version}")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
        connection.execute("PRAGMA synchronous = FULL")  # what others have written goes along
        connection.execute("PRAGMA wal_checkpoint(RESTART)")


_LOG_PAGES = 1000
"""Pages after which SQLite by itself brings the log into the database, and begins it anew."""


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open an SQLite file by itself, so that nothing of it can be changed; whoever opens it closes it."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver would begin transactions late, and not for table changes
    cursor = connection.cursor()
    for pragma in (
        "busy_timeout = 100",  # milliseconds in which nobody is served: `_begin_sqlite` waits longer
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _require_alive(connection: Any, record: Any, _proxy: object) -> None:
    """Look after a pause whether a connection still stands: the database may have been restarted."""
    now = time.monotonic()
    if now - record.info.get("used", now) > _PAUSE:
        try:
            connection.execute("SELECT 1")
            connection.rollback()
        except Exception as error:
            raise DisconnectionError from error  # another one is opened in its place
    record.info["used"] = now


def _give_up_if_broken(context: ExceptionContext) -> None:
    """Let a connection go that broke amid several statements: it takes no rollback, nor anything else.

    They are sent together ("pipeline mode"), and it stays in that mode if the database goes meanwhile.
    """
    connection = context.connection
    if connection is None or connection.invalidated:
        return
    line = connection.connection.dbapi_connection
    if line is not None and line.pgconn.pipeline_status:
        context.is_disconnect = True


def _prepare_postgresql(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = '{BUSY_SECONDS}s'")
    cursor.close()
    connection.commit()


def _begin_sqlite(connection: Connection) -> None:
    """Begin to write, as soon as no other program does; whoever else is served meanwhile is not held up."""
    if not connection.get_execution_options().get("battlemat_writes"):
        return  # what reads is one statement at a time
    _begin_immediately(connection.connection.cursor())


def _begin_immediately(cursor: DBAPICursor) -> None:
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(_LOOKS_AGAIN)


_WORDS = (
    ("full", text("The disk is full: make room on it. Nothing was changed.")),
    ("no space", text("The disk is full: make room on it. Nothing was changed.")),
    ("quota", text("The disk is full: you have used up your share of it. Nothing was changed.")),
    ("too large", text("The disk takes no file as large as this. Nothing was changed.")),
    ("disk i/o", text("The disk failed while Battlemat wrote: look after it. Nothing was changed.")),
    (
        "lock timeout",
        text("Another program keeps Battlemat's data locked. Nothing was changed; try again."),
    ),
    ("locked", text("Another program keeps Battlemat's data locked. Nothing was changed; try again.")),
    (
        "readonly",
        text("Battlemat may not write its data: check the rights of its folder. Nothing was changed."),
    ),
    (
        "read-only",
        text("Battlemat may not write its data: check the rights of its folder. Nothing was changed."),
    ),
    ("denied", text("Battlemat may not use its data folder: check its rights. Nothing was changed.")),
    (
        "unable to open",
        text("Battlemat cannot open its data: check that its folder is there and may be written."),
    ),
    ("not a database", text("The data file is damaged or belongs to another program: restore a backup.")),
    ("malformed", text("The data file is damaged: restore a backup.")),
    ("could not decode", text("The data file is damaged: restore a backup.")),
)


def is_damage(error: Exception) -> bool:
    """Say whether a database complains of its own file, and not of what it was asked."""
    said = str(error.orig if isinstance(error, DBAPIError) else error).lower()
    return any(word in said for word in ("malformed", "not a database", "could not decode", "corrupt"))


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turn what a disk or a database complains of into a `StoreTrouble` with a clear sentence."""
    try:
        yield
    except (OperationalError, sqlite3.OperationalError, OSError, NoLineError) as error:
        raise _trouble(error) from error
    except UnicodeDecodeError as error:  # in what a database keeps, or quotes of it in a complaint
        raise StoreTrouble(text("The data file is damaged: restore a backup.")) from error
    except (DBAPIError, sqlite3.DatabaseError) as error:
        if is_damage(error):
            raise _trouble(error) from error
        raise


def _trouble(error: Exception) -> StoreTrouble:
    said = str(error.orig if isinstance(error, DBAPIError) else error).lower()
    for word, sentence in _WORDS:
        if word in said:
            return StoreTrouble(sentence)
    if isinstance(error, OSError):
        return StoreTrouble(
            text("Battlemat cannot use its data folder: {error}.", error=error.strerror or str(error))
        )
    return StoreTrouble(text("The database does not answer. Nothing was changed; try again in a moment."))
