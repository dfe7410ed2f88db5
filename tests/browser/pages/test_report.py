"""The report of a fight, as the GM and as a player on a phone read it, and as it is printed."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.looks import accessible, look_over
from tests.browser.people import REHEARSED, come_in, command, leave_two, send
from tests.browser.seat import Seat
from tests.load.server import Server

LONG = 120
"""So many attacks are a long evening's."""


def fight(gm: Seat, blows: int, wounds: int = 0) -> None:
    """Let Kit and a raider fire at each other, each time with so many wounds."""
    command(gm, do="gm-set", target="kit", state={"at": [6, 8]})
    command(gm, do="gm-set", target="raider-1", state={"at": [7, 8]})
    for number in range(blows):
        actor, target = ("kit", "raider-1") if number % 2 else ("raider-1", "kit")
        for who in (actor, target):
            send(gm, do="gm-set", target=who, state={"wounds": wounds})
        send(gm, do="turn", actor=actor)
        told = send(gm, do="attack", actor=actor, target=target, **{"with": "blast-pistol"})
        while any(event["kind"] == "prompt-opened" for event in told["events"]):
            told = send(gm, do="answer", actor=target, answer="none")


def test_the_gm_has_the_turning_points_found_and_stops_it(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    leave_two(gm)
    fight(gm, 2, wounds=4)  # it is soon over, from wherever it is rehearsed
    gm.page.goto(f"{urlsplit(gm.page.url).path}/report")
    expect(gm.find("#report")).not_to_have_attribute("aria-busy", "true")
    gm.press(gm.button("Find them"))
    expect(gm.find(".curve polyline")).to_have_count(2)
    figures = gm.find(".curve-figures tbody tr").filter(has_text="%")
    expect(figures).not_to_have_count(0, timeout=REHEARSED)
    gm.press(gm.button("Stop"))
    expect(gm.button("Work it out again")).to_be_visible()
    gm.press(gm.find(".curve-figures > summary"))
    for width, height in ((1440, 900), (390, 844)):
        gm.page.set_viewport_size({"width": width, "height": height})
        gm.find("#win-curve").scroll_into_view_if_needed()
        look_over(gm, "turning points")
        accessible(gm, "turning points")


def test_a_player_reads_the_report_on_a_phone_by_a_press_in_the_log(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    gm.wait_until_live()
    fight(gm, 6)
    ann.press(ann.find("#tab-fight"))
    ann.press(ann.find(".log-head a[href$='/report']"))
    expect(ann.find("#report")).not_to_have_attribute("aria-busy", "true")
    expect(ann.find(".blows").last.locator("li")).to_have_count(6)
    look_over(ann, "report, play")
    accessible(ann, "report, play")
    ann.press(ann.find(".blows").last.get_by_role("link", name="replay").last)
    expect(ann.find("h1")).to_contain_text("Replay")


def test_the_file_of_a_long_fight_prints_on_two_pages_in_german_too(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    leave_two(gm)
    fight(gm, LONG, wounds=4)
    table, _, csrf = gm.door()
    gm.page.goto(f"/tables/{table}/gm/report")
    expect(gm.find("#report")).not_to_have_attribute("aria-busy", "true")
    gm.press(gm.button("Find them"))
    expect(gm.find(".curve-figures tbody tr").filter(has_text="%")).not_to_have_count(0, timeout=REHEARSED)
    gm.press(gm.button("Stop"))
    expect(gm.button("Work it out again")).to_be_visible()
    files = {}
    for language in ("de", "en"):
        chosen = {"csrf": csrf, "language": language, "next": "/"}
        assert gm.page.request.post("/language", form=chosen).ok
        files[language] = gm.page.request.get(f"/tables/{table}/gm/report/report.html").text()
    gm.page.goto("about:blank")
    for language, title in (("en", "Report"), ("de", "Bericht")):
        gm.page.set_content(files[language])
        expect(gm.find("h1")).to_have_text(title)
        expect(gm.find(".report-rounds li")).to_have_count(LONG)
        expect(gm.find(".curve polyline")).to_have_count(2)
        for line in gm.find(".curve polyline").all():
            expect(line).not_to_have_css("stroke", "none")
            expect(line).to_have_css("fill", "none")
        printed = gm.page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
        box = re.search(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed)
        assert box is not None
        assert [round(float(side)) for side in box.groups()] == [595, 842], "A4, in points"
