"""A page of play asks for few files, what is joined works there, and what is pushed is little work for it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.conftest import GM, Sit
from tests.browser.people import come_in, command
from tests.browser.seat import Seat
from tests.load.server import Server

MOST_REQUESTS = 12
"""The line over which the page hears of changes is one of them; pictures come beside these."""


@pytest.mark.parametrize("name", ["GM", "Ann"])
def test_a_page_of_play_asks_for_few_files_and_is_live(name: str, sit: Sit, server: Server) -> None:
    seat = sit(name, GM, server.gm) if name == "GM" else come_in(sit, server.join, name, "kit")
    asked = load_afresh(seat)
    by_themselves = {request.url for request in asked if "/static/" in request.url and "/js/" in request.url}
    assert {url.rpartition("/js/")[2] for url in by_themselves} == {"core/theme.js", "core/line.js"}
    assert len(asked) + 1 <= MOST_REQUESTS, [request.url for request in asked]
    seat.wait_until_live()
    seat.whole_map()
    seat.stand_still()


def test_what_is_told_before_the_modules_are_there_is_not_lost(sit: Sit, server: Server) -> None:
    gm, late = sit("GM", GM, server.gm), come_in(sit, server.join, "Ann", "kit")
    bundle, waiting = re.compile(r"/bundles/play\.js"), list[Route]()
    late.page.route(bundle, lambda route: waiting.append(route))
    with late.page.expect_websocket() as line:
        late.page.reload(wait_until="commit")
        with line.value.expect_event("framereceived", lambda frame: frame.startswith('42["update"')):
            pass
    with line.value.expect_event("framereceived", lambda frame: frame.startswith('42["update"')):
        command(gm, do="gm-set", target="brannock", state={"at": [4, 4]})
    [held] = waiting
    held.continue_()
    late.wait_until_live()
    expect(late.page.locator("#token-brannock")).to_have_attribute("data-place", "4,4")


def load_afresh(seat: Seat) -> list[Request]:
    """Load a page as if for the first time, and give what it asked for, but for pictures of the table's."""
    asked: list[Request] = []
    seat.page.on("request", lambda request: asked.append(request))
    seat.page.context.new_cdp_session(seat.page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    seat.page.reload(wait_until="networkidle")
    return [request for request in asked if request.resource_type != "image" or "/static/" in request.url]


@pytest.mark.parametrize("name", ["GM", "Ann"])
def test_a_push_has_what_it_changes_styled_anew_and_not_the_page(name: str, sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    seat = gm if name == "GM" else come_in(sit, server.join, name, "kit")
    seat.wait_until_live()
    page, seq = seat.page, "document.body.dataset.seq"
    [before, size] = page.evaluate(f"[{seq}, document.body.querySelectorAll('*').length]")
    with styled(page) as counts:
        command(gm, do="turn", actor="brannock" if name == "GM" else "kit")
        page.wait_for_function(f"before => {seq} !== before", arg=before)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert counts, "what is pushed is styled"
    assert max(counts) < size / 4


@contextmanager
def styled(page: Page) -> Iterator[list[int]]:
    """Note how many elements are styled at each go while the block lasts."""
    counts: list[int] = []
    over: list[Any] = []

    def take(part: dict[str, Any]) -> None:
        counts.extend(
            event["args"]["elementCount"]
            for event in part["value"]
            if event["name"] == "UpdateLayoutTree" and "elementCount" in event["args"]
        )

    tools = page.context.new_cdp_session(page)
    tools.on("Tracing.dataCollected", take)
    tools.on("Tracing.tracingComplete", lambda event: over.append(event))
    traced = {"includedCategories": ["devtools.timeline"]}
    tools.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": traced})
    yield counts
    tools.send("Tracing.end")
    while not over:
        page.wait_for_timeout(20)
    tools.detach()
