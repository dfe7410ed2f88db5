"""While somebody aims, those who may be hit instead are marked on the map, on a phone too."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Sit
from tests.browser.fights import own_table
from tests.browser.people import come_in
from tests.browser.scenes.ford import lay_out
from tests.browser.seat import Seat
from tests.load.server import Server


@pytest.fixture
def server(house: Server) -> Server:
    """A table with the fight at the ford."""
    return own_table(house, lay_out(house.data))


def test_who_may_be_hit_instead_is_marked_on_the_map_with_the_chance(sit: Sit, server: Server) -> None:
    """SW-173, SW-220"""
    ben = come_in(sit, server.join, "Ben", "gus", **PHONE)
    ben.token("thug-1").click()
    marked(ben)
    ben.find("#aim [data-close-aim]").first.click()
    expect(ben.find(".stray-ring")).to_have_count(0)
    expect(ben.find(".token.may-be-hit, .token[aria-description]")).to_have_count(0)


def marked(seat: Seat) -> None:
    """See that Thug 2 is marked with the chance that the panel tells."""
    expect(seat.find("#aim.open .strays li[data-stray='thug-2']")).to_contain_text("hits")
    expect(seat.token("thug-2")).to_have_class(re.compile("may-be-hit"))
    expect(seat.token("thug-2")).to_have_attribute(
        "aria-description", re.compile(r"^May be hit instead: [\d.]+ %$")
    )
    chance = seat.find("#aim.open .strays li[data-stray='thug-2']").get_attribute("data-chance")
    expect(seat.find("#overlay-strays .chip text").filter(has_text=chance or "?").first).to_be_attached()
