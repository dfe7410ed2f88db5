"""The host, a GM who is invited and a player: from the invitation to the end of it."""

import re
import zipfile
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, Sit
from tests.browser.people import invite_by_hand
from tests.browser.seat import Seat
from tests.load.server import Server


def makes_table(gm: Seat, name: str) -> str:
    """Make a table by hand, and give the path of its players' link."""
    gm.find("form[action='/tables'] [name=name]").fill(name)
    gm.press(gm.button("Create"))
    gm.wait_until_live()
    return urlsplit(gm.find("#join-url").input_value()).path


def test_a_gm_is_invited_plays_and_is_sent_away(sit: Sit, server: Server) -> None:
    host = sit("host", GM, server.host)
    link = invite_by_hand(host, "Ada")
    gm = sit("Ada", GM, link)
    expect(gm.find("h2").first).to_have_text("Tables of Ada")
    expect(gm.find(".own-table")).to_have_count(0)
    join = makes_table(gm, "The Mill")
    player = sit("Ann", PHONE, join)
    player.find("[name=name]").fill("Ann")
    player.press(player.button("Join"))
    player.wait_until_live()
    expect(gm.find("#people")).to_contain_text("Ann")

    host.page.goto("/host")
    shelf = host.find("section").filter(has_text="The Mill")
    expect(shelf.locator(".tag").filter(has_text="awake")).to_have_count(1)
    host.press(host.page.get_by_role("link", name="Send away: Ada"))
    expect(host.find("h1")).to_have_text("Send Ada away?")
    expect(host.find(".about")).to_have_text("The Mill")
    with gm.forgiving("403", "WebSocket"), player.forgiving("403", "WebSocket"):
        host.press(host.button("Send Ada away"))
        expect(host.find(".tag").filter(has_text="sent away")).to_be_visible()
        expect(gm.find("h1")).to_have_text("Not for you")  # the page loads itself anew when it is cut
        expect(player.find("h1")).to_have_text("Not for you")
    gm.page.goto("/")
    expect(gm.find("[role=status]")).to_contain_text("does not hold any more")
    expect(gm.find(".own-table")).to_have_count(0)

    host.press(host.find(".own-table").filter(has_text="The Mill").get_by_role("button", name="Give"))
    expect(host.find("section").filter(has_text="The host’s own tables")).to_contain_text("The Mill")
    player.page.reload()
    player.wait_until_live()


def test_a_gm_takes_everything_along_and_leaves(sit: Sit, server: Server) -> None:
    host = sit("host", GM, server.host)
    gm = sit("Ben", PHONE, invite_by_hand(host, "Ben"))
    makes_table(gm, "The Yard")
    gm.page.goto("/")
    with gm.page.expect_download() as download:
        gm.press(gm.page.get_by_role("link", name="Download all tables"))
    with zipfile.ZipFile(download.value.path()) as packed:
        assert packed.namelist() == ["01 The Yard.battlemat"]
    gm.press(gm.page.get_by_role("link", name="Delete everything and leave"))
    expect(gm.find(".about")).to_have_text("The Yard")
    gm.press(gm.page.get_by_role("link", name="Cancel"))
    expect(gm.find(".own-table")).to_have_count(1)
    gm.press(gm.page.get_by_role("link", name="Delete everything and leave"))
    gm.press(gm.button("Delete everything and leave"))
    expect(gm.find("h2")).to_have_text("Join a table")
    host.page.goto("/host")
    expect(host.find("h2").filter(has_text=re.compile("^Ben$"))).to_have_count(0)


def test_an_invitation_is_copied_by_its_button(sit: Sit, server: Server) -> None:
    host = sit("host", GM, server.host)
    invite_by_hand(host, "Cy")
    button = host.button("Copy")
    host.press(button)
    expect(host.find("[data-copy]")).to_have_text("Copied")
    expect(host.find("[data-copy]")).to_have_text("Copy")
