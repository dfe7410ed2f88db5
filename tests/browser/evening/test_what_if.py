"""What if: from a line of the log or a moment of the replay to a scene of its own, and back."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Sit
from tests.browser.looks import look_over
from tests.browser.people import command, gather
from tests.load.server import Server

TRIAL = re.compile(r"~\w+/gm$")


def test_a_line_of_the_log_is_tried_out_and_thrown_away(sit: Sit, server: Server) -> None:
    gm, ann, _, table = gather(sit, server)
    for at in ([6, 8], [6, 9]):
        command(gm, do="gm-set", target="kit", state={"at": at})
    home = gm.page.url
    line = gm.log("place G9")
    line.hover()
    gm.press(line.get_by_role("button", name="What if"))
    expect(gm.page).to_have_url(TRIAL)
    gm.wait_until_live()
    gm.is_at("kit", (6, 8))
    bar = gm.find("#prepared-bar")
    expect(bar).to_contain_text("Trying out")
    look_over(gm, "a trial")
    command(gm, do="gm-set", target="kit", state={"at": [9, 9]})
    for seat in (ann, table):
        seat.is_at("kit", (6, 9))
    gm.press(bar.get_by_role("button", name="Throw it away"))
    expect(gm.page).to_have_url(home)
    gm.is_at("kit", (6, 9))
    expect(gm.find("#scene-list")).to_have_count(0)


def test_a_moment_of_the_replay_comes_to_the_table(sit: Sit, server: Server) -> None:
    gm = sit("GM", PHONE, server.gm)
    gm.page.goto(gm.page.url.rstrip("/") + "/replay")
    look_over(gm, "the replay")
    gm.press(gm.button(re.compile("What if")))
    expect(gm.page).to_have_url(TRIAL)
    gm.wait_until_live()
    look_over(gm, "a trial on a phone")
    gm.press(gm.button("Bring it to the table"))
    expect(gm.find("#prepared-bar")).to_have_count(0)
