"""The page on cover in a browser: on a laptop and a phone, dark and light, and reached from the aim."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, Sit
from tests.browser.looks import look_over
from tests.browser.people import come_in
from tests.browser.seat import Seat
from tests.load.server import Server


@pytest.mark.parametrize("window", [GM, PHONE], ids=["1440", "390"])
def test_the_page_on_cover_is_well_laid_out(sit: Sit, server: Server, window: dict[str, Any]) -> None:
    seat: Seat = sit("reader", window, "/help/cover")
    expect(seat.find(".cover-scene")).to_have_count(5)
    look_over(seat, "cover")


def test_the_aim_leads_to_it(sit: Sit, server: Server) -> None:
    ann = come_in(sit, server.join, "Ann", "kit")
    ann.press(ann.token("brannock"))
    link = ann.find("#aim.open").get_by_role("link", name="How cover is worked out")
    expect(link).to_have_attribute("href", "/help/cover")
    expect(link).to_have_attribute("target", "_blank")
