"""Dice that roll over the map: to the faces that the server threw, for who wants to see them; and sounds."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, SCREEN, Sit
from tests.browser.people import come_in, command
from tests.browser.seat import Seat
from tests.load.server import Server

MOVES = {"reduced_motion": "no-preference"}
NOTE_FALLS = """() => {
    window.falls = [];
    new MutationObserver((all) => {
        for (const { target } of all) {
            if (!target.classList?.contains("lies") || window.falls.includes(target)) continue;
            window.falls.push(target);
        }
    }).observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""Keeps every throw once it lies, also when it is gone from the page again."""
UP = """() => window.falls.map((thrown) => [...thrown.querySelectorAll(".rolling-die")].map((die) => {
    const area = (side) => {
        const spots = side.getAttribute("points").split(" ").map((spot) => spot.split(",").map(Number));
        return Math.abs(spots.reduce((sum, [x, y], n) => {
            const [a, b] = spots[(n + 1) % spots.length];
            return sum + x * b - a * y;
        }, 0));
    };
    const faces = [...die.children].filter((part) => part.style.display !== "none");
    const size = (part) => area(part.querySelector(".die-side"));
    const up = faces.reduce((a, b) => (size(a) >= size(b) ? a : b));
    return up.querySelector(".die-number")?.textContent ?? String(up.querySelectorAll(".die-pip").length);
}))"""
"""Reads what lies upward on each die: of the faces that are seen the one that is seen most of."""


def watch(seat: Seat) -> None:
    seat.wait_until_live()
    seat.page.evaluate(NOTE_FALLS)


def lying(seat: Seat, throws: int = 1) -> list[list[str]]:
    """Wait until the dice of so many throws have fallen, and read them."""
    seat.page.wait_for_function("throws => window.falls.length >= throws", arg=throws)
    return [list(thrown) for thrown in seat.page.evaluate(UP)]


def test_dice_roll_to_the_faces_that_the_server_threw_on_phone_and_projector(
    sit: Sit, server: Server
) -> None:
    gm = sit("GM", GM, server.gm, **MOVES)
    ann = come_in(sit, server.join, "Ann", "kit", **MOVES)
    table = sit("projector", SCREEN, server.screen, **MOVES)
    for seat in (gm, ann, table):
        watch(seat)
    told = command(gm, do="attack", actor="raider-3", target="dutch", **{"with": "blast-pistol"})
    face = next(event["faces"][0] for event in told if event["kind"] == "roll")
    wanted = [[f"{face % 100 // 10}0", str(face % 10)]]
    assert [lying(seat) for seat in (gm, table)] == [wanted, wanted]
    for seat in (gm, table):
        expect(seat.find(".thrown")).to_have_count(0)  # and goes
    gm.find("#talk-words").fill("/r d4+d6+d8+d12+d20")
    gm.find("#talk-words").press("Enter")
    expect(gm.find(".log-line.said")).to_have_count(1)
    named = gm.find(".log-line.said .dice .die").all_text_contents()
    assert [lying(seat, 2) for seat in (gm, ann)] == [[*wanted, named]] * 2


def test_nothing_rolls_where_nothing_is_to_move_or_somebody_does_not_want_it(
    sit: Sit, server: Server
) -> None:
    gm = sit("GM", GM, server.gm, **MOVES)
    table = sit("projector", SCREEN, server.screen)  # which asks for reduced motion
    for seat in (gm, table):
        watch(seat)
    gm.find("#wishes-menu > summary").click()
    gm.find("[data-wish=dice]").uncheck()
    gm.page.reload()
    watch(gm)
    assert not gm.find("[data-wish=dice]").is_checked()  # this browser remembers it
    command(gm, do="attack", actor="raider-3", target="dutch", **{"with": "blast-pistol"})
    for seat in (gm, table):
        expect(seat.find("#prompt")).to_contain_text("Dutch")
        assert seat.page.evaluate("window.falls.length") == 0
        expect(seat.find(".dice-layer")).to_have_count(0)


def test_a_fight_told_again_shows_its_dice(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm, **MOVES)
    told = command(gm, do="attack", actor="raider-3", target="dutch", **{"with": "blast-pistol"})
    face = next(event["faces"][0] for event in told if event["kind"] == "roll")
    gm.press(gm.find(".log-replay"))
    gm.page.wait_for_url(re.compile("at=0"))
    gm.page.evaluate(NOTE_FALLS)
    last = int(gm.find("#replay-at").get_attribute("max") or 0)
    line = gm.find(".replay-line").filter(has_text="Raider 3, blast pistol").last
    before = int(line.get_attribute("data-moment") or 0) - 1
    gm.find("#replay-at").fill(str(before))
    expect(gm.find("#replay-count")).to_have_text(f"{before} of {last}")
    gm.press(gm.find("[data-go=on]"))
    assert lying(gm) == [[f"{face % 100 // 10}0", str(face % 10)]]
    gm.press(gm.find("[data-go=back]"))
    expect(gm.find(".thrown, .flash")).to_have_count(0)  # they belong to what is to come again
    gm.page.evaluate("localStorage.setItem('battlemat-dice', 'off')")
    gm.page.reload()
    expect(gm.find("#order .order-pick[tabindex='0']")).not_to_have_count(0)  # from then on it hears presses
    gm.page.evaluate(NOTE_FALLS)
    gm.press(gm.find("[data-go=on]"))
    expect(gm.find("#replay-now")).to_contain_text("blast pistol against")
    assert gm.page.evaluate("window.falls.length") == 0


def test_a_phone_is_silent_until_it_is_asked_and_a_laptop_is_not(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    assert gm.find("[data-wish=sound]").is_checked()
    assert not ann.find("[data-wish=sound]").is_checked()
    heard = """() => {
        window.sung = [];
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function(...when) {
            window.sung.push(this.type);
            start.apply(this, when);
        };
    }"""
    for seat in (gm, ann):
        seat.page.evaluate(heard)
    gm.find("#map-area").click(position={"x": 700, "y": 30})  # a page that nobody has touched makes no sound
    command(gm, do="gm-set", target="raider-1", state={"condition": "dead"})
    gm.page.wait_for_function("() => window.sung.length > 0")
    assert ann.page.evaluate("window.sung.length") == 0
    ann.press(ann.find("#wishes-menu > summary"))
    ann.press(ann.find("label:has([data-wish=sound])"))
    ann.page.wait_for_function("() => window.sung.length > 0")
