"""A real server on a new data folder, one Chromium for the session, a window for each person at the table.

Whatever goes wrong in any window, in its console or on the network, fails the test, and so does a bug that
the server has written to the terminal.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.browsers import Browsers
from tests.browser.chromium import NoBrowser, launch
from tests.browser.fights import lay_out_the_gantry, load_dice, own_table, serving
from tests.browser.seat import Seat
from tests.load.server import Server

GM: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
SCREEN: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}

PICTURES = os.environ.pop("BATTLEMAT_PICTURES", None)  # a server would take it for its option `--pictures`
"""A folder to keep pictures of all pages in, or nothing."""

Sit = Callable[..., Seat]

_FAILED = pytest.StashKey[bool]()

expect.set_options(timeout=60_000)  # two of these windows may share one busy core


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The one browser of the session."""
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright)
        except NoBrowser as problem:
            pytest.fail(str(problem))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def browsers(chromium: Browser) -> Browsers:
    """The windows that were sat at before, as good as new."""
    return Browsers(chromium)


@pytest.fixture(scope="session")
def first_start(first_start: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder after the first start, with dice that fall alike in each run."""
    data = Path(shutil.copytree(first_start, tmp_path_factory.mktemp("loaded") / "data"))
    load_dice(data)
    return data


@pytest.fixture(scope="session")
def house(first_start: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the session: each test plays at a table of its own."""
    data = Path(shutil.copytree(first_start, tmp_path_factory.mktemp("house") / "data"))
    with serving(data) as running:
        yield running


@pytest.fixture
def server(house: Server) -> Server:
    """A table with the ready-made fight, as no other test knows it."""
    return own_table(house, lay_out_the_gantry(house.data))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Let the windows of a test that failed be photographed before they close."""
    result = yield
    report = result.get_result()  # type: ignore[attr-defined]
    if report.when == "call":
        item.stash[_FAILED] = report.failed


@pytest.fixture
def sit(browsers: Browsers, server: Server, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Sit]:
    """Sit somebody down: `sit("Ann", PHONE, path, **more options of the window)` opens the page for them."""
    seats: list[Seat] = []

    def sit_down(name: str, window: dict[str, Any], path: str, **more: Any) -> Seat:
        options = {
            "base_url": server.origin,
            "color_scheme": "dark",
            "reduced_motion": "reduce",
            **window,
            **more,
        }
        seat = Seat(browsers.take(options).new_page(), name, touch=bool(window.get("has_touch")))
        seat.watch()
        seats.append(seat)
        seat.page.goto(path)
        return seat

    yield sit_down
    for number, seat in enumerate(seats):
        if request.node.stash.get(_FAILED, False):
            print(f"What hands did last on {seat.name}'s page:\n{seat.hands_noted()}")
            seat.page.screenshot(path=tmp_path / f"{number}-{seat.name}.png")
        seat.leave()
        browsers.put_back(seat.page, server.origin)
    troubles = [trouble for seat in seats for trouble in seat.troubles]
    assert not troubles, "\n".join(troubles)
