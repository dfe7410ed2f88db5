"""The page of dice with dice on it, and proof that a player takes home from it and has checked."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.looks import accessible, look_over
from tests.browser.people import come_in, command
from tests.browser.seat import Seat
from tests.load.server import Server


def throw(seat: Seat, dice: str) -> None:
    """Throw free dice, and wait until they stand in the log."""
    there = seat.find(".log-line.said").count()
    seat.find("#talk-words").fill(f"/r {dice}")
    seat.find("#talk-words").press("Enter")
    expect(seat.find(".log-line.said")).to_have_count(there + 1)


def check(seat: Seat, file: Path) -> None:
    seat.find("[name=file]").set_input_files(file)
    seat.press(seat.button("Check it"))


def test_a_player_takes_proof_home_and_has_it_checked(sit: Sit, server: Server, tmp_path: Path) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    gm.wait_until_live()
    command(gm, do="begin")
    for dice in ("100d20", "60d6+6d12", "40d100", "d4"):
        throw(gm, dice)
    ann.page.goto(f"{urlsplit(ann.page.url).path}/dice")
    expect(ann.find(".die-kind")).to_have_count(5)
    for seat, role in ((ann, "play"), (gm, "gm")):
        if seat is gm:
            gm.page.goto(f"{urlsplit(gm.page.url).path}/dice")
        look_over(seat, f"dice that fell, {role}")
        accessible(seat, f"dice that fell, {role}")
    with ann.page.expect_download() as got:
        ann.press(ann.page.get_by_role("link", name="Download with proofs"))
    file = tmp_path / "ann.dice.json"
    got.value.save_as(file)
    check(ann, file)
    expect(ann.find(".die-agrees")).to_contain_text("rolls agree with the seal")
    expect(ann.find(".die-agrees")).to_contain_text("under the seal of this fight")
    data = json.loads(file.read_text("utf-8"))
    data["rolls"][-1]["faces"] = [data["rolls"][-1]["faces"][0] % 4 + 1]
    file.write_text(json.dumps(data), "utf-8")
    check(ann, file)
    expect(ann.find(".die-differs")).to_contain_text("does not agree: the seal has")
    look_over(ann, "dice that do not agree")
