"""A page of play asks for few files, and what is joined works there."""

import pytest
from playwright.sync_api import Request

from tests.browser.conftest import GM, Sit
from tests.browser.people import come_in
from tests.browser.seat import Seat
from tests.load.server import Server

MOST_REQUESTS = 12
"""The line over which the page hears of changes is one of them; pictures come beside these."""


@pytest.mark.parametrize("name", ["GM", "Ann"])
def test_a_page_of_play_asks_for_few_files_and_is_live(name: str, sit: Sit, server: Server) -> None:
    seat = sit(name, GM, server.gm) if name == "GM" else come_in(sit, server.join, name, "kit")
    asked = load_afresh(seat)
    assert [request.url for request in asked if "/static/" in request.url and "/js/" in request.url] == [
        f"{server.origin}{seat.page.locator('script:not([defer], [type])').get_attribute('src')}"
    ]
    assert len(asked) + 1 <= MOST_REQUESTS, [request.url for request in asked]
    seat.wait_until_live()
    seat.whole_map()
    seat.stand_still()


def load_afresh(seat: Seat) -> list[Request]:
    """Load a page as if for the first time, and give what it asked for, but for pictures of the table's."""
    asked: list[Request] = []
    seat.page.on("request", lambda request: asked.append(request))
    seat.page.context.new_cdp_session(seat.page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    seat.page.reload(wait_until="networkidle")
    return [request for request in asked if request.resource_type != "image" or "/static/" in request.url]
