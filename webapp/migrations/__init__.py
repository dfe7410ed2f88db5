"""The history of the database's tables, by Alembic; run at every start, so that nobody has to think of it.

A new revision is a new module in `versions/`, beside the change in `webapp/tables.py`. A revision that has
been in anybody's hands is never changed.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

_PLACE = str(Path(__file__).parent).replace("%", "%%")
_ANY_NUMBER = 7_274_510  # what every Battlemat process agrees on for the advisory lock


def config_for(connection: Connection) -> Config:
    """Give Alembic's configuration for work on an open connection; needs no file."""
    config = Config()
    config.set_main_option("script_location", _PLACE)
    config.attributes["connection"] = connection
    return config


def newest_revision() -> str:
    """Give the id of the revision that this version of the code works with."""
    config = Config()
    config.set_main_option("script_location", _PLACE)
    head = ScriptDirectory.from_config(config).get_current_head()
    assert head is not None, "there are revisions"
    return head


def upgrade(connection: Connection) -> None:
    """Bring the tables up to the newest revision, within the connection's transaction."""
    if connection.dialect.name == "postgresql":  # SQLite has locked the file already
        connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _ANY_NUMBER})
    command.upgrade(config_for(connection), "head")
