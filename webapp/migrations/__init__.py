"""The history of the database's tables, by Alembic; run at every start, so that nobody has to think of it.

A new revision is a new module in `versions/`, beside the change in `webapp/store/schema.py`. A revision that
has been in anybody's hands is never changed. Each module's name begins with `v` and its revision, and
revisions count upwards: so tables that are up to date are known for it without Alembic, which takes long to
load.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

_PLACE = Path(__file__).parent
_ANY_NUMBER = 7_274_510  # what every Battlemat process agrees on for the advisory lock
_WAITS = "60s"  # while another process, begun at the same moment, makes or changes the tables


def config_for(connection: Connection) -> Config:
    """Give Alembic's configuration for work on an open connection; needs no file."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_PLACE).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def newest_revision() -> str:
    """Give the id of the revision that this version of the code works with."""
    modules = (_PLACE / "versions").glob("v*.py")
    return max(module.stem[1:].partition("_")[0] for module in modules)


def is_newest(connection: Connection) -> bool:
    """Say whether the tables are those of the newest revision."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    kept = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    return list(kept) == [newest_revision()]


def upgrade(connection: Connection) -> None:
    """Bring the tables up to the newest revision, within the connection's transaction."""
    if connection.dialect.name == "postgresql":  # SQLite has locked the file already
        connection.execute(text(f"SET LOCAL lock_timeout = '{_WAITS}'"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _ANY_NUMBER})
    if is_newest(connection):
        return
    from alembic import command

    command.upgrade(config_for(connection), "head")
