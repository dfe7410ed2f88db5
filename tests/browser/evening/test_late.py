"""What a person has begun ends as they meant it, however late answers come and whatever is pushed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import GM, PHONE, Sit
from tests.browser.late import ANSWERS, LateLine
from tests.browser.people import come_in, command, send
from tests.browser.seat import Seat, Spot
from tests.load.server import Server


def middle_of(seat: Seat, who: str) -> Spot:
    column, row = seat.place(who)
    return seat.on_glass(column + 0.5, row + 0.5)


def high(part: Locator) -> float:
    return float(part.evaluate("node => node.getBoundingClientRect().height"))


def test_no_push_moves_the_map_under_a_finger_that_taps(sit: Sit, server: Server) -> None:
    gm = sit("GM on a phone", PHONE, server.gm)
    line = LateLine(gm)
    was = high(gm.find("#top"))
    line.hold()
    send(gm, do="begin")
    line.wait()
    gm.fingers("touchStart", middle_of(gm, "kit"))
    line.release()
    assert gm.find("#top").get_attribute("data-running") == ""
    assert high(gm.find("#top")) == was
    gm.fingers("touchEnd")
    expect(gm.find("#selected")).to_have_attribute("data-who", "kit")
    expect(gm.find("#top")).to_have_attribute("data-running", "1")
    assert high(gm.find("#top")) != was, "the push would have moved the map"


def test_a_map_that_a_push_moves_stays_under_the_finger_that_drags(sit: Sit, server: Server) -> None:
    gm = sit("GM on a phone", PHONE, server.gm)
    line = LateLine(gm)
    gm.press(gm.find("#place-freely"))
    gm.whole_map()
    gm.stand_still()
    was, (x, y) = high(gm.find("#top")), gm.on_glass(5.5, 8.5)
    line.hold()
    send(gm, do="begin")
    line.wait()
    with gm.dragging("kit", (5, 8)):
        line.release()
        expect(gm.find("#top")).to_have_attribute("data-running", "1")  # others' deeds do not wait for a drag
        gm.stand_still()
        assert high(gm.find("#top")) != was, "the push would have moved the map"
        assert gm.on_glass(5.5, 8.5) == pytest.approx((x, y), abs=1)
    gm.is_at("kit", (5, 8))
    gm.press_token("kit")
    expect(gm.find("#selected")).to_have_attribute("data-who", "kit")


def test_an_answer_that_comes_late_raises_no_sheet_under_a_finger(sit: Sit, server: Server) -> None:
    ann = come_in(sit, server.join, "Ann", "kit")
    line = LateLine(ann)
    sheet = ann.find("#sheet")
    for height in ("whole", "line"):
        ann.press(ann.find("#sheet-grip"))
        expect(sheet).to_have_attribute("data-ui-height", height)
    ann.whole_map()
    ann.stand_still()
    there = middle_of(ann, "dutch")
    line.hold()
    ann.press_map(*(part + 0.5 for part in ann.place("raider-3")))
    line.wait()
    ann.fingers("touchStart", there)
    line.release()
    assert sheet.get_attribute("data-ui-height") == "line"
    ann.fingers("touchEnd")
    expect(ann.find("#aim.open")).to_have_attribute("data-target", "dutch")
    expect(sheet).to_have_attribute("data-ui-height", "actions")


def test_a_tap_is_over_with_its_click_and_not_before(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    line = LateLine(gm)
    row, brannock = gm.find("[data-select=dutch]"), gm.find("[data-select=brannock]")
    line.hold()
    send(gm, do="remove", target="brannock")
    line.wait()
    there = row.evaluate(
        """async (row, tasks) => {
            const finger = { bubbles: true, pointerId: 7, pointerType: "touch" };
            row.dispatchEvent(new PointerEvent("pointerdown", finger));
            row.dispatchEvent(new PointerEvent("pointerup", finger));
            window.line.release();
            const { port1, port2 } = new MessageChannel();
            for (let task = 0; task < tasks; task += 1) { // no clock: it might run out
                await new Promise((go) => { port1.onmessage = go; port2.postMessage(0); });
            }
            const there = document.querySelectorAll("[data-select=brannock]").length;
            row.click(); // the click of a tap comes by itself
            return there;
        }""",
        20,
    )
    assert there == 1
    expect(gm.find("#selected")).to_have_attribute("data-who", "dutch")
    expect(brannock).to_have_count(0)


def test_a_place_to_go_that_is_worked_out_late_undoes_no_aim(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    line = LateLine(gm)
    gm.select("kit")
    actions = gm.find("#selected .action")
    line.hold()
    gm.find("#selected [data-mode=move]").click()
    line.wait()
    gm.find("#selected [data-mode=aim]").first.click()
    line.release()
    expect(gm.find("#move-words")).to_have_text("Choose a target on the map.")
    gm.token("raider-3").click()
    expect(gm.find("#aim.open")).to_have_attribute("data-target", "raider-3")
    expect(actions.first).to_be_visible()


def test_a_place_is_tapped_before_it_is_known_to_be_in_reach(sit: Sit, server: Server) -> None:
    ann = come_in(sit, server.join, "Ann", "kit")
    line = LateLine(ann)
    ann.whole_map()
    line.hold()
    ann.press_token("kit")
    line.wait()
    ann.press_cell((4, 5))
    expect(ann.find("#move-here")).to_be_hidden()
    line.release()
    expect(ann.find("#move-here")).to_be_visible()
    ann.press(ann.find("#move-here"))
    ann.is_at("kit", (4, 5))


def test_what_is_chosen_last_is_meant_whatever_is_in_the_hand(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    gm.select("kit")
    gm.find(".map-tools [data-tool=ruler]").click()
    gm.find("#selected [data-mode=aim]").first.click()
    expect(gm.find("#measure-ruler")).to_be_hidden()
    gm.token("raider-3").click()
    expect(gm.find("#aim.open")).to_have_attribute("data-target", "raider-3")


def test_an_aim_that_takes_the_table_long_comes_all_the_same(sit: Sit, server: Server) -> None:
    ann = come_in(sit, server.join, "Ann", "kit")
    ann.page.clock.install()
    line = LateLine(ann)
    ann.whole_map()
    line.hold(only=ANSWERS)
    ann.press(ann.token("raider-3"))
    line.wait()
    expect(ann.token("raider-3")).to_have_class(re.compile(r"\btarget\b"))
    expect(ann.find("#move-words")).to_have_text("Working out the chances…")
    ann.page.clock.fast_forward(20_000)
    expect(ann.toast()).to_contain_text("The table is slow to answer.")
    line.release()
    expect(ann.find("#aim.open")).to_have_attribute("data-target", "raider-3")
    expect(ann.find("#move-bar")).to_be_hidden()


def test_others_who_are_quicker_than_an_answer_do_not_undo_the_question(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    line = LateLine(ann)
    ann.whole_map()
    line.hold(only=ANSWERS)
    ann.press(ann.token("raider-3"))
    line.wait()
    asked = line.waiting
    for column in (5, 6):
        command(gm, do="gm-set", target="dutch", state={"at": [column, 12]})
        ann.is_at("dutch", (column, 12))
    ann.page.wait_for_timeout(300)  # by when the page would have asked again
    assert line.waiting == asked
    line.release()
    expect(ann.find("#aim.open")).to_have_attribute("data-target", "raider-3")


def test_others_who_are_quicker_than_a_card_do_not_keep_it_away(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    cards: list[Route] = []
    gm.page.route("**/selected/kit", lambda card: cards.append(card))
    with gm.page.expect_request("**/selected/kit"):
        gm.find("[data-select=kit]").click()
    for column in (5, 6):
        send(gm, do="gm-set", target="dutch", state={"at": [column, 12]})
        gm.is_at("dutch", (column, 12))
    gm.page.wait_for_timeout(300)  # by when the page would have fetched it again
    assert len(cards) == 1
    with gm.page.expect_request("**/selected/kit"):  # what has changed meanwhile comes after it
        cards[0].continue_()
    expect(gm.find("#selected")).to_have_attribute("data-who", "kit")
    gm.page.unroute("**/selected/kit")
    gm.catch_up()


def test_an_aim_that_is_put_away_says_why(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    command(gm, do="begin")
    while (active := gm.find("#top").get_attribute("data-active")) != "kit":
        command(gm, do="end-turn", actor=active)
    expect(ann.find("#top")).to_have_attribute("data-my-turn", "1")
    ann.whole_map()
    for deed, why in (
        ({"do": "edit", "target": "raider-3", "hidden": True}, "not to be seen any more"),
        ({"do": "end-turn", "actor": "kit"}, "The turn has passed on"),
    ):
        command(gm, do="edit", target="raider-3", hidden=False)
        ann.press(ann.token("raider-3"))
        expect(ann.find("#aim.open")).to_have_attribute("data-target", "raider-3")
        command(gm, **deed)
        expect(ann.toast()).to_contain_text(why)
        expect(ann.find("#aim.open")).to_have_count(0)


def test_a_push_leaves_the_sheet_as_the_hand_has_put_it(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    ann.whole_map()
    ann.press(ann.token("raider-3"))
    expect(ann.find("#aim.open")).to_have_attribute("data-target", "raider-3")
    ann.press(ann.find("#tab-fight"))
    for _ in range(2):
        ann.press(ann.find("#sheet-grip"))
    expect(ann.find("#sheet")).to_have_attribute("data-ui-height", "line")
    number = ann.find("#aim").get_attribute("data-asked")
    command(gm, do="gm-set", target="dutch", state={"at": [6, 12]})
    ann.is_at("dutch", (6, 12))
    expect(ann.find("#aim")).not_to_have_attribute("data-asked", number or "")
    expect(ann.find("#sheet")).to_have_attribute("data-ui-height", "line")
    expect(ann.find("#sheet")).to_have_attribute("data-ui-tab", "fight")


# ------------------------------------------------------------------------------- reached by a finger
def test_a_token_that_was_put_under_a_button_comes_out_from_there(sit: Sit, server: Server) -> None:
    gm = sit("GM on a phone", PHONE, server.gm)
    gm.wait_until_live()
    gm.press(gm.find("#place-freely"))
    for _ in range(4):
        gm.press(gm.find("[data-zoom=in]"))
    gm.stand_still()
    for button in (".draw-button", "[data-zoom=fit]"):
        box = gm.box(gm.find(button))
        gm.press(gm.find("[data-select=kit]"))
        gm.find("#map-area").scroll_into_view_if_needed()
        gm.stand_still()
        start = middle_of(gm, "kit")
        end = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        gm.fingers("touchStart", start)
        for n in range(1, 7):
            x, y = (a + (b - a) * n / 6 for a, b in zip(start, end, strict=True))
            gm.fingers("touchMove", (x, y))
        was = gm.token("kit").get_attribute("data-place")
        gm.fingers("touchEnd")
        expect(gm.token("kit")).not_to_have_attribute("data-place", was or "")
        gm.page.wait_for_function(
            """() => {
                const disc = document.querySelector("#token-kit .back").getBoundingClientRect();
                const [x, y] = [disc.left + disc.width / 2, disc.top + disc.height / 2];
                const there = document.elementFromPoint(x, y);
                return there?.closest("#token-kit");
            }"""
        )


def test_a_finger_meets_a_token_that_is_smaller_than_it(sit: Sit, server: Server) -> None:
    gm = sit("GM on a phone", PHONE, server.gm)
    gm.wait_until_live()
    command(gm, do="gm-set", target="raider-3", state={"at": [6, 12]})
    command(gm, do="gm-set", target="kit", state={"at": [4, 7]})
    gm.is_at("kit", (4, 7))
    gm.whole_map()
    gm.press_map(4.5, 6.7)  # beside it, by half of its own size
    expect(gm.find("#selected")).to_have_attribute("data-who", "kit")
    expect(gm.drawn("overlay-reach")).not_to_have_count(0)
    name = gm.token("kit").locator(".name")
    expect(name).to_be_visible()
    gm.press_cell((4, 6))  # where it may go is the place that is meant
    expect(gm.find("#move-here")).to_be_visible()


def test_a_name_stands_for_its_token(sit: Sit, server: Server) -> None:
    gm = sit("GM on a phone", PHONE, server.gm)
    gm.wait_until_live()
    command(gm, do="begin")
    active = gm.find("#top").get_attribute("data-active") or ""
    gm.select("dutch" if active == "kit" else "kit")
    gm.whole_map()
    gm.page.evaluate("scrollTo(0, 0)")
    gm.stand_still()
    box = gm.box(gm.token(active).locator(".name"))
    gm.page.touchscreen.tap(box["x"] + box["width"] - 8, box["y"] + box["height"] / 2)
    expect(gm.find("#selected")).to_have_attribute("data-who", active)


def test_what_is_looked_up_on_a_phone_lies_below_the_bar(sit: Sit, server: Server) -> None:
    gm = sit("GM on a phone", PHONE, server.gm)
    gm.wait_until_live()
    command(gm, do="gm-set", target="raider-3", state={"at": [6, 9]})
    gm.is_at("raider-3", (6, 9))
    gm.whole_map()
    gm.select("kit")
    gm.press(gm.find("#selected [data-mode=aim]").first)
    gm.press(gm.token("raider-3"))
    expect(gm.find("#aim.open .aim-go .primary")).to_be_in_viewport(ratio=1)
    gm.page.wait_for_function(
        """() => {
            const box = (id) => document.getElementById(id).getBoundingClientRect();
            const [bar, aim] = [box("top"), box("aim")];
            return aim.top >= bar.bottom - 1;
        }"""
    )


def test_two_fingers_are_lifted_one_by_one(sit: Sit, server: Server) -> None:
    gm = sit("GM on a phone", PHONE, server.gm)
    gm.wait_until_live()
    gm.find("#map-box").evaluate(
        """box => {
            const finger = (type, pointerId, clientX, clientY) => {
                const at = { bubbles: true, pointerId, pointerType: "touch", clientX, clientY };
                box.dispatchEvent(new PointerEvent(type, at));
            };
            finger("pointerdown", 1, 100, 400);
            finger("pointerdown", 2, 200, 400);
            finger("pointermove", 2, 220, 410);
            finger("pointerup", 2, 220, 410);
            finger("pointermove", 1, 110, 400);
            finger("pointerup", 1, 110, 400);
        }"""
    )
    gm.press_token("kit")
    expect(gm.find("#selected")).to_have_attribute("data-who", "kit")
