"""The history of the database's tables, by Alembic; run at every start, so that nobody has to think of it.

A new revision is a new module in `versions/`, beside the change in `webapp/tables.py`. A revision that has
been in anybody's hands is never changed.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

_ANY_NUMBER = 7_274_510  # what every Battlemat process agrees on for the advisory lock


def config_for(connection: Connection) -> Config:
    """Give Alembic's configuration for work on an open connection; needs no file."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def upgrade(connection: Connection) -> None:
    """Bring the tables up to the newest revision, within the connection's transaction."""
    if connection.dialect.name == "postgresql":  # SQLite has locked the file already
        connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _ANY_NUMBER})
    command.upgrade(config_for(connection), "head")
