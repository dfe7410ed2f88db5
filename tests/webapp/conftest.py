from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.postgres import KINDS, ReusedSchema
from tests.webapp.made_once import made_once
from tests.webapp.pages import Page
from tests.webapp.world import World, app_on_copy


@pytest.fixture(scope="session", autouse=True)
def apps_take_over_what_the_first_has_made() -> Iterator[None]:
    with made_once():
        yield


HERE = Path(__file__).parent
_OF_TABLES = (
    *(
        "command_queue",
        "gms",
        "groups",
        "hand_over",
        "host",
        "picture_quota",
        "prepared_scenes",
        "rights",
        "second_gms",
        "sleep",
    ),
    *("snapshot", "two_servers", "what_if", "wishes"),
)
ON_BOTH = (
    "store/",
    "live/",
    "fog/",
    "notes/",
    "areas/",
    "battle_log/",
    *(f"table/test_{name}.py" for name in _OF_TABLES),
)
"""Where each test runs on SQLite and on PostgreSQL: what is kept, how what several do gets into one log, what
is pushed of it and when, what the fog hides, what undo brings back. So does `talk/`, at a table of its own.
"""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let tests run on both kinds of database; where there are seeds, each runs on one of them in turn."""
    place = metafunc.definition.path.relative_to(HERE).as_posix()
    if "kept_in" in metafunc.fixturenames and place.startswith(ON_BOTH) and not _is_chosen(metafunc):
        metafunc.parametrize("kept_in", KINDS, indirect=True)


def _is_chosen(metafunc: pytest.Metafunc) -> bool:
    """Say whether a test says itself what keeps its tables, or its seed does."""
    marks = metafunc.definition.iter_markers("parametrize")
    return any(mark.args[0] in ("seed", "kept_in") for mark in marks)


@pytest.fixture(scope="session")
def reused_schema() -> Iterator[ReusedSchema]:
    """A schema of a PostgreSQL, for one test of this process after the other."""
    with ReusedSchema() as schema:
        yield schema


@pytest.fixture
def kept_in(request: pytest.FixtureRequest) -> ReusedSchema | None:
    """What keeps a test's tables: a schema of a PostgreSQL, or None for SQLite's file."""
    seed = getattr(request.node, "callspec", None) and request.node.callspec.params.get("seed")
    wanted = getattr(request, "param", KINDS[0] if seed is None else KINDS[seed % 2])
    if wanted == "sqlite":
        return None
    try:
        schema: ReusedSchema = request.getfixturevalue("reused_schema")
    except pytest.skip.Exception:
        if seed is None:
            raise
        return None  # a seed is tried on what there is
    return schema


@pytest.fixture
def app(tmp_path: Path, first_start: Path, kept_in: ReusedSchema | None) -> Iterator[Flask]:
    yield from app_on_copy(first_start, tmp_path, kept_in)


@pytest.fixture
def world(app: Flask) -> World:
    return World(app)


@pytest.fixture
def gm(world: World) -> Iterator[Page]:
    """The GM's page."""
    page = Page(world, world.gm(), "gm")
    yield page
    page.close()


@pytest.fixture
def ann(world: World, gm: Page) -> Iterator[Page]:
    """The page of Ann, who plays Kit."""
    page = Page(world, world.player("Ann", "kit"), "play")
    yield page
    page.close()
