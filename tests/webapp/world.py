"""An app as tests have it: the ready-made fight, or data laid out before, and people's browsers."""

import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from tests.postgres import ReusedSchema, rows_of
from webapp.app import Settings, create_app
from webapp.context import STORE
from webapp.demo.first_table import first_table
from webapp.live.shared_rulers import showings
from webapp.store import schema as t
from webapp.store.store import Store, StoreTrouble, TableRow
from webapp.table.hosts import hosts

TOKEN = "the token of this session"


class Browser:
    """Somebody's browser: keeps its session, and sends the token with every form."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        with client.session_transaction() as session:
            session["csrf"] = TOKEN

    def get(self, path: str, **options: Any) -> TestResponse:
        return self.client.get(path, buffered=True, **options)

    def post(self, path: str, **form: Any) -> TestResponse:
        return self.client.post(path, data={"csrf": TOKEN, **form})

    def htmx(self, path: str, **form: Any) -> TestResponse:
        return self.client.post(path, data=form, headers={"HX-Request": "true", "X-CSRF-Token": TOKEN})

    def json(self, path: str, body: Any) -> TestResponse:
        return self.client.post(path, json=body, headers={"X-CSRF-Token": TOKEN})


class World:
    """An app with the ready-made fight, and as many browsers as a test wants."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.links = first_table(app)
        self.store: Store = app.extensions[STORE]

    @property
    def table(self) -> TableRow:
        table = self.store.any_table()
        assert table is not None
        return table

    @property
    def battle_id(self) -> str:
        assert self.table.battle_id is not None
        return self.table.battle_id

    def pictures_kept(self) -> set[str]:
        """Name the pictures whose bytes are kept, in the folder or in the database."""
        with self.store._engine.connect() as connection:
            in_database = set(connection.execute(select(t.picture_bytes.c.picture_id)).scalars())
        return in_database | {path.stem for path in self.store.pictures.iterdir() if path.is_file()}

    def stranger(self) -> Browser:
        return Browser(self.app.test_client())

    def gm(self) -> Browser:
        browser = self.stranger()
        browser.get(self.links.gm)
        return browser

    def player(self, name: str, character: str = "") -> Browser:
        browser = self.stranger()
        answer = browser.post(self.links.join, name=name, character=character)
        assert answer.status_code == 303, answer.text
        return browser

    def at(self, path: str) -> str:
        return f"/tables/{self.table.id}/{path}"


def copied(prepared: Path, folder: Path, schema: ReusedSchema | None = None) -> Settings:
    """Copy data into a folder, and give the settings of an app on it; `schema` as for `app_on_copy`."""
    shutil.copytree(prepared, folder)
    settings = Settings(data_dir=folder, lan=False, async_mode="threading")
    if schema is None:
        return settings
    rows = _rows_of(prepared / "battlemat.db")
    for file in folder.glob("battlemat.db*"):
        file.unlink()
    return replace(settings, database=schema.holding(rows))


_rows_of = cache(rows_of)


def app_on_copy(prepared: Path, folder: Path, schema: ReusedSchema | None = None) -> Iterator[Flask]:
    """Open an app on a copy of data, and close it when the test is over.

    Args:
        schema: of a PostgreSQL, which is to hold what the folder's database does.
    """
    made = create_app(copied(prepared, folder / "data", schema))
    made.testing = True
    yield made
    with made.app_context(), suppress(StoreTrouble):  # another test plays at a table of the same address
        first = made.extensions[STORE].any_table()
        for host in hosts().open_at(first.id if first is not None else ""):
            showings().close(host)
    made.extensions[STORE].close()
