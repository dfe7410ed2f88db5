"""What a phone tells of the fight: what happened last stays, a question makes room, targets are listed."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.looks import look_over
from tests.browser.people import come_in, command, shoot
from tests.browser.seat import Seat
from tests.load.server import Server

ABOVE_THE_CARD = """([who]) => {
    const token = document.querySelector(`#token-${who} .figure`).getBoundingClientRect();
    const card = document.querySelector("#prompt .prompt-card").getBoundingClientRect();
    const top = document.getElementById("top").getBoundingClientRect();
    const { left, right } = token;
    return token.bottom <= card.top && token.top >= top.bottom && left >= 0 && right <= innerWidth;
}"""
"""Whether somebody's token lies free above the question."""

OVERLAPS = """async () => {
    const found = [], live = () => [...document.querySelectorAll("#overlay-top .flash:not(.turned)")];
    window.overlaps = found;
    new MutationObserver(() => requestAnimationFrame(() => {
        const all = live().map((flash) => [flash.dataset.at, flash.getBoundingClientRect()]);
        for (const [one, a] of all) for (const [other, b] of all) {
            const over = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
            if (one < other && over) found.push(`${one} ${other}`);
        }
    })).observe(document.getElementById("overlay-top"), { childList: true });
}"""
"""Keeps who is told of over what is told of somebody else."""


def told(seat: Seat) -> list[str]:
    """Give the lines of what happened last, as they open."""
    return [str(line) for line in seat.find("#just-now-lines .log-text").all_text_contents()]


def test_what_happened_last_stays_until_something_else_has(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    just_now = ann.find("#just-now")
    expect(just_now).to_be_hidden()
    command(gm, do="gm-set", target="raider-3", state={"at": [6, 9]})
    command(gm, do="begin")
    ann.catch_up()
    expect(just_now).to_be_hidden()  # initiatives are nothing that somebody did
    command(gm, do="end-battle")
    gm.page.evaluate(OVERLAPS)
    shoot(gm, "kit", "raider-3", face=3)
    command(gm, actor="raider-3", answer="none")
    ann.catch_up()
    ends = ann.find("#just-now-ends > *")
    expect(ends.first).to_contain_text("Kit attacks Raider 3 with the blast pistol")
    expect(ends.nth(1)).to_contain_text("hits Raider 3")
    look_over(ann, "just-now")
    ann.press(just_now.locator("summary"))
    lines = told(ann)
    assert any("blast pistol against 60" in re.sub(r"\s+", " ", line) for line in lines)
    assert any("soak" in line for line in lines)
    look_over(ann, "just-now-open")
    ann.press(just_now.locator("summary"))

    command(gm, do="gm-set", target="brannock", state={"at": [4, 11]})
    command(gm, do="turn", actor="kit")
    ann.catch_up()
    assert told(ann) == lines  # moves and turns are no results
    command(gm, do="undo", to=gm.log("Kit attacks Raider 3").first.get_attribute("data-command"))
    ann.catch_up()
    expect(just_now).to_be_hidden()
    assert gm.page.evaluate("window.overlaps") == []


def test_what_happened_last_tells_no_more_than_the_log(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    command(gm, do="gm-set", target="raider-4", state={"at": [18, 3]})  # unseen
    command(gm, do="gm-set", target="raider-2", state={"at": [19, 4]})
    command(gm, do="edit", target="raider-2", hidden=True)
    shoot(gm, "raider-4", "raider-2", face=3)
    command(gm, actor="raider-2", answer="none")
    expect(gm.log("Raider 4 attacks Raider 2")).to_have_count(1)
    ann.catch_up()
    expect(ann.find("#just-now")).to_be_hidden()
    assert told(ann) == []

    command(gm, do="gm-set", target="raider-3", state={"at": [6, 9]})
    shoot(gm, "raider-3", "kit", face=3)
    command(gm, actor="kit", answer="none")
    ann.catch_up()
    expect(ann.find("#just-now")).to_be_visible()
    log = ann.find("#log-lines .log-text").all_text_contents()
    assert told(ann)
    assert set(told(ann)) <= set(log)


def test_a_question_leaves_both_in_sight_and_can_be_made_small(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    ben = come_in(sit, server.join, "Ben", "brannock")
    command(gm, do="gm-set", target="raider-3", state={"at": [6, 4]})
    shoot(gm, "raider-3", "kit", face=3)
    card = ann.find("#prompt .prompt-card")
    expect(card.locator(".offer-button").first).to_be_visible()
    expect(ben.find("#prompt")).to_contain_text("Waiting for Kit’s answer")
    for who in ("kit", "raider-3"):
        ann.page.wait_for_function(ABOVE_THE_CARD, arg=[who])
    fold = ann.find("[data-prompt-fold]")
    expect(fold).to_have_attribute("aria-expanded", "true")
    high = ann.box(card)["height"]
    ann.press(fold)
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(card.locator(".offer-button").first).to_be_hidden()
    assert ann.box(card)["height"] < high / 2
    look_over(ann, "asked-small")
    command(gm, do="gm-set", target="brannock", state={"at": [4, 11]})  # a push leaves it small
    ann.catch_up()
    expect(fold).to_have_attribute("aria-expanded", "false")
    ann.press(fold)
    ann.press(card.get_by_role("button", name=re.compile("^No defence")))
    expect(ann.find("#prompt")).to_be_empty()
    command(gm, do="turn", actor="raider-3")
    shoot(gm, "raider-3", "kit", face=3)
    expect(card.locator(".offer-button").first).to_be_visible()  # the next one comes whole


def test_targets_are_listed_below_the_map_and_the_chosen_one_comes_into_sight(
    sit: Sit, server: Server
) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    command(gm, do="gm-set", target="raider-3", state={"at": [6, 9]})
    ann.is_at("raider-3", (6, 9))
    ann.press(ann.find("#selected [data-mode=aim]").first)
    rows = ann.find("#targets .target-pick")
    expect(rows.first).to_be_in_viewport(ratio=1)
    expect(rows.first).to_contain_text(re.compile(r"\d+ %"))
    expect(ann.find("#sheet")).to_have_attribute("data-ui-height", "actions")
    look_over(ann, "targets")
    ann.press(ann.find("#targets [data-target=raider-3]"))
    expect(ann.find("#aim.open .aim-go .primary")).to_be_visible()
    for who in ("kit", "raider-3"):
        expect(ann.token(who).locator(".figure")).to_be_in_viewport(ratio=1)
    assert ann.page.evaluate(
        """() => {
            const [sign, tools] = ["#overlay-aim .chip", ".map-tools"].map((each) =>
                document.querySelector(each).getBoundingClientRect());
            return sign.left >= 0 && sign.right <= innerWidth
                && (sign.right < tools.left || sign.bottom < tools.top || sign.top > tools.bottom);
        }"""
    ), "what is written at the line can be read"


def test_the_gm_selects_another_of_the_same_side_by_a_tap(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    command(gm, do="begin")
    gm.catch_up()
    active = gm.find("#top").get_attribute("data-active") or ""
    same = "brannock" if active in ("kit", "dutch") else "kit" if active == "brannock" else "raider-2"
    if same == active:
        same = "raider-3"
    gm.select(active)
    gm.press_token(same)
    expect(gm.find("#selected")).to_have_attribute("data-who", same)
    expect(gm.find("#aim.open")).to_have_count(0)
