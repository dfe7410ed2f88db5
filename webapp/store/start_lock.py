"""A lock for what a start does once, where several processes may start on one database at the same moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine, func, make_url, select
from sqlalchemy.pool import NullPool

from webapp.store.database import told_plainly

_ANY_NUMBER = 7_274_511  # what every Battlemat process agrees on; the migrations have another one
_WAITS = "60s"


@contextmanager
def starting_alone(database: str | Path) -> Iterator[None]:
    """Let one process at a time through the block, where the database is PostgreSQL.

    The lock belongs to a connection of its own, and ends with it, however the process ends. A data folder
    with SQLite has its own lock (`webapp/archive/folder_lock.py`).

    Raises:
        StoreTrouble: if the database does not answer, or another process keeps the lock for a minute.
    """
    if isinstance(database, Path):
        yield
        return
    engine = create_engine(make_url(database).set(drivername="postgresql+psycopg"), poolclass=NullPool)
    with told_plainly():
        connection = engine.connect()
    with connection, connection.begin():
        with told_plainly():
            connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{_WAITS}'")
            connection.execute(select(func.pg_advisory_xact_lock(_ANY_NUMBER)))
        yield
