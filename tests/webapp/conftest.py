from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.routing import Rule

from tests.webapp.pages import Page
from tests.webapp.world import World, app_on_copy


@pytest.fixture(scope="session", autouse=True)
def routes_are_worked_out_once() -> Iterator[None]:
    """Let each of hundreds of apps take over what the first has made of a route: two thirds of its time."""
    work_out = Rule._compile_builder
    made: dict[object, Callable[..., tuple[str, str]]] = {}

    def look_up(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        route = (rule.rule, tuple(rule._trace), repr(rule.defaults), append_unknown)
        return made.get(route) or made.setdefault(route, work_out(rule, append_unknown))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", look_up)
        yield


@pytest.fixture
def app(tmp_path: Path, first_start: Path) -> Iterator[Flask]:
    yield from app_on_copy(first_start, tmp_path)


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
