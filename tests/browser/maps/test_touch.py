"""The GM changes a state by touching it: pips, steppers, chips and marks, with mouse, thumb and keyboard."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, Sit
from tests.load.server import Server

SMALL = """() => [...document.querySelectorAll('.touch button, .touch summary, .touch input, .touch select')]
    .filter(e => e.offsetParent && e.type !== 'hidden' && e.type !== 'radio' && !e.matches('.rule'))
    .filter(e => e.getBoundingClientRect().height < 40).map(e => e.outerHTML)"""

TOLD_LATE = """async (values) => {
    const shown = [];
    for (const value of values) {
        const form = document.getElementById("dial-kit-defences");
        const text = form.outerHTML.replace(/ value="\\d+"/, ` value="${value}"`);
        await htmx.swap({ text, target: form, swap: "outerMorph" });
        const number = document.getElementById("dial-kit-defences-value");
        shown.push([number.value, number.defaultValue]);
    }
    return shown;
}"""
"""Draws a dial anew as pushes do, and gives what it shows then and what counts as set."""


def test_pips_steps_and_chips_are_pressed(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    gm.press(gm.find("#order [data-select=kit]"))
    third = gm.find("#selected").get_by_role("button", name="Wounds: 3 of 5")
    gm.press(third)
    expect(gm.find(".touch-pip.on")).to_have_count(3)
    third.press("Enter")
    expect(gm.find(".touch-pip.on")).to_have_count(2)
    expect(third).to_be_focused()

    gm.press(gm.find("#press-kit-is-collapsed"))
    expect(gm.find("#press-kit-is-collapsed")).to_have_attribute("aria-pressed", "true")
    gm.press(gm.find("#touch-more-kit > summary"))
    more = gm.find("#press-kit-defences-more")
    for _ in range(3):
        more.click()
    number = gm.find("#dial-kit-defences-value")
    expect(number).to_have_attribute("value", "3")
    expect(gm.find("#log .log-text").last).to_have_text("The GM sets Kit: Defences counted 3.")
    number.fill("5")
    number.press("Enter")
    expect(number).to_have_attribute("value", "5")
    # What was set before comes late, while the cursor still stands there; then what is so now.
    assert gm.page.evaluate(TOLD_LATE, ["3", "5"]) == [["3", "3"], ["5", "5"]]
    gm.press(gm.find("[data-undo]"))
    expect(number).to_have_value("3")


def test_a_thumb_finds_everything_and_puts_a_mark_that_only_the_gm_sees(sit: Sit, server: Server) -> None:
    gm = sit("GM", PHONE, server.gm)
    gm.wait_until_live()
    gm.press(gm.find("#order [data-select=kit]"))
    for fold in ("#touch-more-kit", "#new-mark-kit"):
        gm.press(gm.find(f"{fold} > summary"))
    assert gm.page.evaluate(SMALL) == []
    gm.find("#new-mark-name-kit").fill("Cursed")
    gm.find("#new-mark-rounds-kit").fill("2")
    gm.find("#new-mark-seen-kit").select_option("gm")
    gm.press(gm.button("Add the mark"))
    mark = gm.find(".touch-chip.on").filter(has_text="Cursed, 2 rounds more")
    expect(mark).to_contain_text("the GM alone")
    gm.press(mark)
    expect(mark).to_have_count(0)
