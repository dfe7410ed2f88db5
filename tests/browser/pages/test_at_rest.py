"""Where nobody does anything, no page does: no message but the heartbeat, no script that runs."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.people import command
from tests.browser.seat import Seat
from tests.load.server import Server
from tests.load.tables.at_rest import WITHOUT_LOCK, open_pages, settle


def test_pages_at_rest_do_nothing(chromium: Browser, server: Server) -> None:
    pages = open_pages(chromium, server)
    projector = pages[WITHOUT_LOCK].page
    try:
        settle(list(pages.values()))
        command(Seat(pages["GM"].page, "GM"), do="gm-set", target="kit", state={"at": [2, 3]})
        settle(list(pages.values()))
        projector.wait_for_timeout(3000)
        noise = {name: (one.messages, one.wake_ups) for name, one in pages.items()}
        assert noise == {name: ([], []) for name in pages}
        # The screen that a browser gives no lock for is kept awake by a video, which goes on meanwhile.
        assert projector.locator("video.awake").evaluate("video => !video.paused && video.loop")
    finally:
        for one in pages.values():
            one.page.context.close()
