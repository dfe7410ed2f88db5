"""A PostgreSQL for the tests that need one: the one that `BATTLEMAT_TEST_POSTGRES` names, or a local one.

Each test has a schema of its own in it, which is gone afterwards.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Engine, create_engine, make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

NAMED = "BATTLEMAT_TEST_POSTGRES"
_LOCAL = "postgresql://postgres@127.0.0.1:5432/test"


@contextmanager
def own_schema() -> Iterator[str]:
    """Give the URL of an empty database: a schema of its own in the one that there is.

    Without any the test is skipped, unless one is named: then it fails.
    """
    named = os.environ.get(NAMED)
    url = make_url(named or _LOCAL).set(drivername="postgresql+psycopg")
    engine = create_engine(url, poolclass=NullPool, connect_args={"connect_timeout": 5})
    name = f"battlemat_{secrets.token_hex(8)}"
    try:
        _run(engine, f"CREATE SCHEMA {name}")
    except OperationalError:
        if named:
            raise
        pytest.skip(f"no PostgreSQL answers at its local port, and {NAMED} names none")
    try:
        in_it = url.update_query_dict({"options": f"-csearch_path={name}"})
        yield in_it.render_as_string(hide_password=False)
    finally:
        _run(engine, f"DROP SCHEMA {name} CASCADE")


def _run(engine: Engine, statement: str) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
