"""A connection to PostgreSQL that breaks amid several statements which were sent together."""

from pathlib import Path

import pytest
from sqlalchemy import Engine

from webapp.store.database import close_database, open_database, reading, writing
from webapp.store.store import StoreTrouble


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_what_broke_among_statements_sent_together_is_let_go_and_told_plainly(
    database: str | Path, caplog: pytest.LogCaptureFixture
) -> None:
    engine = open_database(database)
    try:
        with pytest.raises(StoreTrouble, match="does not answer"):
            _break(engine)
        assert not caplog.records, "nobody has to read how it is rolled back: it is not"
        with reading(engine) as connection:
            assert connection.exec_driver_sql("SELECT 1").scalar() == 1
    finally:
        close_database(engine)


def _break(engine: Engine) -> None:
    with writing(engine) as connection:
        line = connection.connection.dbapi_connection
        assert line is not None
        line.pgconn.enter_pipeline_mode()  # as it stays where the database goes meanwhile
        connection.exec_driver_sql("SELECT 1")
