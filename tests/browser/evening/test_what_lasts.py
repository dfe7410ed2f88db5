"""What the GM keeps through an evening: a counter, an aura, a torch, smoke; and how the clock ends them."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.looks import accessible, look_over
from tests.browser.people import gather, settle
from tests.browser.seat import Seat
from tests.load.server import Server


def open_extras(gm: Seat, who: str) -> None:
    gm.select(who)
    gm.open(f"#gm-{who}")
    gm.press(gm.button("Counters, auras, light …"))
    expect(gm.find(f"#note-page [data-open-extras='{who}']")).to_be_visible()


def fill(gm: Seat, form: str, press: str, **fields: str) -> None:
    """Fill in a form beside the map, and send it."""
    found = gm.find(form)
    if found.is_hidden():
        gm.press(gm.find(f"#note-page details:has({form}) > summary"))
    for name, value in fields.items():
        field = found.locator(f"[name='{name}'], [name='json:{name}']").first
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    gm.press(found.get_by_role("button", name=press))


def next_round(gm: Seat) -> None:
    was = gm.find("#turn-words, .clock").first.inner_text()
    rounds = re.search(r"Round (\d+)", gm.find("#top").inner_text())
    assert rounds, was
    for _ in range(12):
        active = gm.find("#top").get_attribute("data-active") or ""
        gm.button("Next turn").click()
        expect(gm.find("#top")).not_to_have_attribute("data-active", active)
        if f"Round {int(rounds[1]) + 1}" in gm.find("#top").inner_text():
            return
    raise AssertionError("the round does not end")


def test_what_the_gm_keeps_is_seen_by_whom_it_is_for_and_ends_by_the_clock(sit: Sit, server: Server) -> None:
    gm, ann, ben, table = gather(sit, server)
    gm.wait_until_live()
    a_counter_is_kept_and_stepped(gm, ann)
    an_aura_goes_with_its_bearer(gm, ann, ben, table)
    a_torch_is_lit_put_out_and_lit_again(gm, ann, ben)
    smoke_stays_on_the_map(gm, ann, table)
    the_clock_ends_them(gm, ann, ben, table)


def a_counter_is_kept_and_stepped(gm: Seat, ann: Seat) -> None:
    open_extras(gm, "kit")
    look_over(gm, "gm-extras")
    gm.find("#new-counter [name='json:by_owner']").check()
    fill(gm, "#new-counter", "Add the counter", name="Luck", value="3", most="5", seen_by="owner")
    expect(gm.find("#note-page summary b").first).to_have_text("Luck")
    expect(ann.find(".counter-value")).to_have_text("3/5")
    ann.press(ann.find(".counters").get_by_role("button", name="Luck: one less"))
    for seat in (gm, ann):
        expect(seat.log("Luck: 3 → 2")).to_be_attached()
    expect(ann.find(".counter-value")).to_have_text("2/5")


def an_aura_goes_with_its_bearer(gm: Seat, ann: Seat, ben: Seat, table: Seat) -> None:
    fill(
        gm, "#new-aura", "Add the aura", name="Courage", radius="4", holds="allies", seen_by="all", lasts="1"
    )
    for seat in (gm, ann, ben, table):
        expect(seat.find(".kept-area")).to_have_count(1)
        expect(seat.token("brannock")).to_have_attribute("aria-label", re.compile("In Courage of Kit"))
    accessible(gm, "gm-extras")
    expect(ann.find(".auras")).to_contain_text("Courage, 4 cells, allies alone, 1 round more")
    before = gm.find(".kept-area path").get_attribute("d")
    gm.drag("kit", (2, 2), freely=True)
    for seat in (gm, ann, table):
        expect(seat.find(".kept-area path")).not_to_have_attribute("d", before or "")
        expect(seat.token("brannock")).not_to_have_attribute("aria-label", re.compile("In Courage"))
    gm.find("[data-undo]").click()
    expect(ann.token("brannock")).to_have_attribute("aria-label", re.compile("In Courage of Kit"))


def a_torch_is_lit_put_out_and_lit_again(gm: Seat, ann: Seat, ben: Seat) -> None:
    open_extras(gm, "kit")
    fill(gm, "#lamp-kit", "Light", bright="3", dim="6", lasts="1")
    expect(ann.find(".light-row")).to_contain_text("1 round more")
    look_over(ann, "play-light")
    ann.press(ann.button("Put it out", ".light-row"))
    expect(ben.log("Kit puts the light out.")).to_be_attached()
    expect(ann.find(".light-row")).to_contain_text("Light, put out")
    ann.press(ann.button("Light it", ".light-row"))
    expect(gm.log("Kit lights the light again.")).to_be_attached()
    gm.press(gm.find("#note-page [data-note-do=close]"))


def smoke_stays_on_the_map(gm: Seat, ann: Seat, table: Seat) -> None:
    gm.press(gm.find(".map-tools [data-tool=area]"))
    gm.press_map(10.5, 12.5)
    expect(gm.find("#area-words")).to_contain_text("blast")
    expect(gm.find("#area-keep")).to_have_attribute("data-beside", re.compile("shape=blast"))
    gm.press(gm.find("#area-keep"))
    look_over(gm, "gm-areas")
    fill(gm, "#keep-area", "Keep it on the map", name="Smoke", tone="warn", lasts="1")
    for seat in (gm, ann, table):
        expect(seat.find(".kept-area.tone-warn")).to_have_count(1)
    expect(gm.find("#overlay-area .area-fill")).to_have_count(
        0
    )  # what was measured is kept, and no longer measured
    gm.press(gm.find("#area-keep"))
    gm.press(gm.find("#note-page .extra > summary").first)
    gm.press(gm.find("#measure-area [data-tool='']"))
    look_over(gm, "gm-areas-listed")
    accessible(gm, "gm-areas-listed")
    gm.press(gm.find("#note-page [data-note-do=close]"))
    expect(ann.log("An area on the map: Smoke.")).to_be_attached()


def the_clock_ends_them(gm: Seat, ann: Seat, ben: Seat, table: Seat) -> None:
    gm.button("Begin fight").click()
    expect(gm.find("#order .order-row.active")).to_be_visible()
    settle(gm)
    next_round(gm)
    for seat in (gm, ann, ben, table):
        expect(seat.find(".kept-area")).to_have_count(0)
    for seat in (gm, ann, ben):
        for said in ("Smoke is over.", "Kit: the aura Courage is over.", "The light of Kit has burnt down."):
            expect(seat.log(said)).to_be_attached()
    expect(ann.find(".light-row")).to_have_count(0)
    expect(ann.find(".counter-value")).to_have_text("2/5")


def test_the_pages_for_it_fit_a_gms_phone_and_are_used_by_keys(sit: Sit, server: Server) -> None:
    phone: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}
    gm = sit("GM", {**GM, **phone}, server.gm)
    gm.wait_until_live()
    open_extras(gm, "kit")
    form = gm.find("#new-aura")
    gm.find("#note-page details:has(#new-aura) > summary").press("Enter")
    form.locator("[name=name]").press_sequentially("Dread")
    form.locator("[name='json:radius']").press_sequentially("2.5")
    look_over(gm, "gm-extras-phone")
    form.locator("[name='json:radius']").press("Enter")
    expect(gm.find(".kept-area")).to_have_count(1)
    gm.find("#note-page").press("Escape")
    expect(gm.find("#note-page")).to_be_hidden()


def test_what_is_closed_while_it_is_put_on_the_page_stays_closed(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    gm.page.evaluate(
        """() => {
          const { swap } = window.htmx;
          window.htmx.swap = async (what) => {
            await swap(what);
            if (what.target?.id !== "note-page") return;
            what.target.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
            what.target.dataset.closed = "meanwhile";
          };
        }"""
    )
    gm.select("kit")
    gm.open("#gm-kit")
    gm.press(gm.button("Counters, auras, light …"))
    expect(gm.find("#note-page")).to_have_attribute("data-closed", "meanwhile")
    expect(gm.find("#note-page")).to_be_hidden()
