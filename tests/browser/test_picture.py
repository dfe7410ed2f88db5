"""The picture in the README: a shot is being aimed. The walk runs always, and keeps its picture when asked.

`BATTLEMAT_PICTURES=some/folder` keeps this one in static/pictures and all others of the suite in that folder.
"""

from __future__ import annotations

import io
import re

from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import GM, PICTURES, Sit
from tests.browser.people import come_in, command
from tests.load.server import ROOT, Server

PICTURE = ROOT / "static" / "pictures" / "fight.png"
MOST_BYTES = 750_000


def test_a_shot_is_aimed_across_the_gantry(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    for name, character in (("Ann", "kit"), ("Ben", "brannock")):
        come_in(sit, server.join, name, character)
    command(gm, do="set-door", wall="gantry-door", state="open")
    for who, cell, wounds in (
        ("brannock", [8, 6], 1),
        ("kit", [7, 8], 0),
        ("dutch", [9, 12], 2),
        ("raider-1", [14, 7], 1),
        ("raider-2", [16, 8], 0),
        ("raider-3", [12, 12], 3),
    ):
        command(gm, do="gm-set", target=who, state={"at": cell, "wounds": wounds})
    party = {"kit": 58, "brannock": 60, "dutch": 54}
    for who in party:
        command(gm, do="edit", target=who, by_hand=True)
    command(gm, do="begin")
    for who, face in party.items():  # successes, and higher than any success of a raider
        command(gm, actor=who, answer="faces", faces=[face])
    for who in party:
        command(gm, do="edit", target=who, by_hand=False)
    expect(gm.find("#turn-words")).to_contain_text("Brannock")
    gm.token("brannock").click()
    expect(gm.find("#selected")).to_have_attribute("data-who", "brannock")
    gm.token("raider-1").click()

    aim = gm.find("#aim.open")
    expect(aim.locator(".needed-number")).to_have_text("70")
    expect(aim.locator(".bar").first).to_be_visible()
    expect(aim.locator(".facts")).to_contain_text(re.compile("cover.*AT-38", re.I | re.S))
    expect(gm.find("#overlay-aim .ray")).not_to_have_count(0)
    expect(gm.find("#overlay-aim .ray-dot.screened, #overlay-aim .ray-dot.stopped").first).to_be_attached()
    gm.page.mouse.move(720, 880)
    shot = gm.page.screenshot()
    assert Image.open(io.BytesIO(shot)).size == (1440, 900)
    if PICTURES:
        keep(shot)


def keep(shot: bytes) -> None:
    """Write the picture as small as can be without another colour in it."""
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    Image.open(io.BytesIO(shot)).convert("RGB").save(PICTURE, optimize=True)
    assert PICTURE.stat().st_size < MOST_BYTES
