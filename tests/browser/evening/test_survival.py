"""What goes wrong on an evening: the power, the network, a nervous finger. Nothing may be lost by it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.people import come_in, command, gather, shoot
from tests.browser.seat import Seat
from tests.load.server import Server, start

LOST = "Connection lost. Trying again…"
BESIDE_KIT = [3, 7]


@pytest.fixture
def server(first_start: Path, tmp_path: Path) -> Iterator[Server]:
    """A server for each test: here it is killed, and its fight gets far."""
    running = start(Path(shutil.copytree(first_start, tmp_path / "data")))
    yield running
    stop(running)


def stop(server: Server) -> None:
    if server.process.poll() is None:
        server.stop()
    assert server.process.stdout is not None
    server.process.stdout.close()


def log_of(seat: Seat) -> list[str]:
    lines = seat.find("#log .log-line").evaluate_all("all => all.map(line => [line.id, line.textContent])")
    return [re.sub(r"\s+", " ", " ".join(line)) for line in lines]


def test_after_a_power_cut_the_same_question_stands_on_the_same_phone(sit: Sit, server: Server) -> None:
    gm, ann, ben, table = gather(sit, server)
    command(gm, do="gm-set", target="raider-3", state={"at": BESIDE_KIT})
    shoot(gm, "raider-3", "kit", face=3)
    card = ann.find("#prompt[data-mine]")
    expect(card).to_contain_text("Kit is asked")
    asked, number, told = card.inner_text(), card.get_attribute("data-number"), log_of(gm)

    seats = (gm, ann, ben, table)
    for seat in seats:
        seat.forgiven += ["net::ERR_", "WebSocket connection to"]  # whatever was under way breaks off
    server.kill()
    for seat in seats:
        expect(seat.find("#connection")).to_be_visible()
        expect(seat.find("#connection")).to_have_text(LOST)
    again = start(server.data, port=int(server.origin.rpartition(":")[2]))
    try:
        assert again.origin == server.origin
        for seat in seats:
            expect(seat.find("#connection")).to_be_hidden()
        expect(card).to_have_attribute("data-number", str(number))
        assert card.inner_text() == asked
        card.get_by_role("button", name=re.compile("No defence")).tap()
        for seat in seats:
            expect(seat.find("#prompt")).to_be_empty()
        assert log_of(gm)[: len(told)] == told
        ann.page.reload()  # what the page was sent bit by bit is what a new page shows
        expect(ann.log("soak against 50")).to_have_count(1)
        ann.is_at("raider-3", (3, 7))
    finally:
        for seat in seats:
            seat.page.goto("about:blank")
        stop(again)


def test_a_phone_that_was_away_catches_up_with_everything_and_the_open_question(
    sit: Sit, server: Server
) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    with ann.forgiving("ERR_INTERNET_DISCONNECTED", "Failed to fetch"):
        ann.page.context.set_offline(True)
        expect(ann.find("#connection")).to_be_visible()
        expect(ann.find("#connection")).to_have_text(LOST)
        expect(gm.find("#people .person.here")).to_have_count(0)
        command(gm, do="move", actor="brannock", to=[6, 10])
        command(gm, do="gm-set", target="raider-3", state={"at": BESIDE_KIT})
        shoot(gm, "raider-3", "kit", face=3)
        expect(gm.find("#prompt[data-mine]")).to_be_visible()
        assert ann.place("brannock") == (3, 10)
        ann.press(ann.button("New turn"))
        expect(ann.toast()).to_contain_text("That did not reach the table")
        ann.page.context.set_offline(False)
        expect(ann.find("#connection")).to_be_hidden()
    ann.is_at("brannock", (6, 10))
    ann.is_at("raider-3", (3, 7))
    expect(ann.find("#prompt[data-mine]")).to_contain_text("Kit is asked")
    expect(ann.log("blast pistol against 40")).not_to_have_count(0)
    ann.find("#prompt").get_by_role("button", name=re.compile("No defence")).tap()
    expect(gm.find("#prompt")).to_be_empty()
    expect(gm.find("#people .person.here")).to_have_count(1)


def test_a_second_click_counts_once(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    command(gm, do="gm-set", target="raider-3", state={"at": BESIDE_KIT})
    shoot(gm, "raider-3", "kit", face=3)
    expect(ann.find("#prompt[data-mine]")).to_be_visible()
    ann.find("#prompt").get_by_role("button", name=re.compile("No defence")).dblclick()
    expect(gm.find("#prompt")).to_be_empty()
    expect(gm.log("soak against 50")).to_have_count(1)
    expect(ann.toast()).to_have_count(0)

    gm.find("[data-select=kit]").click()
    use = gm.find("#action-kit-use-")
    use.locator("summary").click()
    use.locator("form").evaluate("form => { form.requestSubmit(); form.requestSubmit(); }")
    expect(gm.find("#selected .allowances .spent")).to_have_count(1)
    assert gm.toast().count() == 0
