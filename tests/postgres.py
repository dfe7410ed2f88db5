"""A PostgreSQL for the tests that need one: the one that `BATTLEMAT_TEST_POSTGRES` names, or a local one.

Each test has a schema to itself. To make its tables takes longer than most tests: where these are of no
interest by themselves, `ReusedSchema` has made them before.
"""

import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest
from sqlalchemy import URL, Connection, Engine, create_engine, insert, make_url, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from webapp.store.database import open_database
from webapp.store.schema import metadata

NAMED = "BATTLEMAT_TEST_POSTGRES"
_LOCAL = "postgresql://postgres@127.0.0.1:5432/test"

KINDS = ("sqlite", "postgresql")
"""The kinds of database, as parameters of tests."""
Rows = Mapping[str, Sequence[Mapping[str, Any]]]
"""What tables hold, by their names."""


@contextmanager
def own_schema() -> Iterator[str]:
    """Give the URL of an empty database: a schema of its own in the one that there is.

    Without any the test is skipped, unless one is named: then it fails.
    """
    engine, name = _reached(), _fresh_name()
    with engine.begin() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {name}")
    try:
        yield _url_of(engine, name)
    finally:
        with engine.begin() as connection:
            connection.exec_driver_sql(f"DROP SCHEMA {name} CASCADE")


class ReusedSchema:
    """A schema whose tables are made once, and which each test finds as fresh as if it had made them.

    It has another name each time: what a test before has left running finds it no more. What is written to it
    is not waited for until it is on the disk.
    """

    def __init__(self) -> None:
        """Make it, in the PostgreSQL that there is; where there is none the test is skipped."""
        self._engine, self._name = _reached(), _fresh_name()
        with self._engine.begin() as connection:
            connection.exec_driver_sql(f"CREATE SCHEMA {self._name}")
        try:
            open_database(_url_of(self._engine, self._name)).dispose()
        except BaseException:
            self.drop()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.drop()

    def drop(self) -> None:
        """Take it away."""
        with self._engine.begin() as connection:
            connection.exec_driver_sql(f"DROP SCHEMA {self._name} CASCADE")

    def holding(self, rows: Rows | None = None) -> str:
        """Give the URL of the schema, with these rows in its tables and no others."""
        was, self._name = self._name, _fresh_name()
        with self._engine.begin() as connection:
            connection.exec_driver_sql(f"ALTER SCHEMA {was} RENAME TO {self._name}")
            connection.exec_driver_sql(f"SET LOCAL search_path = {self._name}")
            connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
            self._fill(connection, rows or {})
        return _url_of(self._engine, self._name, "synchronous_commit=off")

    def _fill(self, connection: Connection, rows: Rows) -> None:
        tables = metadata.sorted_tables
        names = [table.name for table in tables]
        # A log can only grow, by a trigger, and others count changes.
        for way in ("DISABLE", "ENABLE"):
            connection.exec_driver_sql("; ".join(f"ALTER TABLE {name} {way} TRIGGER USER" for name in names))
            if way == "DISABLE":
                connection.exec_driver_sql("; ".join(f"DELETE FROM {name}" for name in reversed(names)))
                for table in tables:
                    if rows.get(table.name):
                        connection.execute(insert(table), list(rows[table.name]))


@contextmanager
def each_database() -> Iterator[list[ReusedSchema | None]]:
    """Give what tables may be kept in: None for SQLite's file, and a schema where a PostgreSQL answers."""
    try:
        schema = ReusedSchema()
    except pytest.skip.Exception:
        yield [None]
        return
    with schema:
        yield [None, schema]


def rows_of(database: Path) -> Rows:
    """Read all that an SQLite file holds."""
    engine = open_database(database)
    try:
        with engine.connect() as connection:
            return {
                table.name: [dict(row) for row in connection.execute(select(table)).mappings()]
                for table in metadata.sorted_tables
            }
    finally:
        engine.dispose()


def _reached() -> Engine:
    """Give what reaches the PostgreSQL that there is. Without any the test is skipped."""
    named = os.environ.get(NAMED)
    url = make_url(named or _LOCAL).set(drivername="postgresql+psycopg")
    engine = create_engine(url, poolclass=NullPool, connect_args={"connect_timeout": 5})
    try:
        engine.connect().close()
    except OperationalError:
        if named:
            raise
        pytest.skip(f"no PostgreSQL answers at its local port, and {NAMED} names none")
    return engine


def _fresh_name() -> str:
    return f"battlemat_{secrets.token_hex(8)}"


def _url_of(engine: Engine, schema: str, *settings: str) -> str:
    options = " ".join(f"-c{setting}" for setting in (f"search_path={schema}", *settings))
    url: URL = engine.url.update_query_dict({"options": options})
    return url.render_as_string(hide_password=False)
