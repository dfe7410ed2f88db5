"""Every page that there is: on a laptop and a phone, dark and light, by keys. None may go without a visit.

A page is loaded once, in a window of either size by turns, and then made as large as the other one. Each walk
is a test of its own, so that several processes share them; it says what pages it comes by, and all of them
together come by every page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import expect
from werkzeug.routing import Rule

from rules.engine.system import systems
from tests.browser.conftest import GM, PHONE, Sit
from tests.browser.people import command, invite_by_hand, second_link
from tests.browser.seat import Seat
from tests.browser.walk import Walk
from tests.load.server import Server
from webapp.app import Settings, create_app
from webapp.demo.fights import ONE_A_SYSTEM, read_fight

NO_PAGES = {
    "a file or a picture": (
        "static keeping.save_table maps.save_map pictures.picture pictures.tile seen_pictures.tile setup.qr"
        " sheets.save pasted.block talk.picture notes.picture faces.face replay.face portrait"
        " invited.save_all report.file dice.file"
        " miniatures.scene miniatures.fight ready_fights.picture"
    ),
    "told to scripts": (
        "healthz readyz house.notes join.still_waits language.texts map_tools.map_data play.session"
        " replay.moment setup.rules setup.schema"
    ),
    "a part of a page, which holds it from the start or opens it in itself": (
        "play.selected talk.panel talk.read_paper grids.grid_panel report.panel rehearsal.panel"
        " win_curve.panel notes.page notes.scene_notes extras.page areas.page"
    ),
    "leads on to a page": ("start.gm start.screen start.watch join.by_code host_page.come_in"),
}
"""The routes that give no page of their own, and why."""

PAGES = {
    "anybody": (
        "start.home join.page cover_page.show help.index help.of_system:atomic help.of_system:gurps"
        " help.of_system:phases help.of_system:savage help.of_system:tesseris"
    ),
    "player": (
        "play.page:play sheets.show:play sheets.edit_form:play replay.page:play dice.page:play"
        " pasted.replacement:play report.page:play house.show:play keeping.save_log:play"
    ),
    "gm": (
        "start.home sheets.new_form pasted.newcomer replay.page:gm report.page:gm dice.page:gm house.show:gm"
        " rehearsal.page ready_fights.show"
        " house.form keeping.save_log:gm eyes.page"
        " play.page:watch house.show:watch play.page:screen house.show:screen"
    ),
    "guest": "join.wait second_gms.page",
    "host": "invited.come_in host_page.show host_page.ask_away host_page.ask_delete start.home",
    "invited": "start.home invited.ask_delete invited.ask_leave",
    "fight": "play.page:gm sheets.show:gm sheets.edit_form:gm pasted.replacement:gm",
}
"""The walks, and the pages that each comes by: a route, and after a colon the role that it names, if any."""


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    """An app that is asked for its routes alone."""
    return create_app(Settings(tmp_path / "data"))


def listed(walk: str) -> set[tuple[str, str]]:
    """Read what pages a walk is to come by."""
    return {(route, kind) for route, _, kind in (page.partition(":") for page in PAGES[walk].split())}


def wanted(app: Flask) -> set[tuple[str, str]]:
    """List the routes that give pages: each for every role that it names, help for every system."""
    none = {endpoint for listed in NO_PAGES.values() for endpoint in listed.split()}
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    assert none <= {rule.endpoint for rule in rules}, "listed as no pages, but gone"
    return {entry for rule in rules if rule.endpoint not in none for entry in _each(rule)}


def _each(rule: Rule) -> Iterator[tuple[str, str]]:
    roles = re.search(r"<any\(([^)]*)\):role>", rule.rule)
    if roles:
        yield from ((rule.endpoint, role.strip()) for role in roles[1].split(","))
    elif "<system>" in rule.rule:
        yield from ((rule.endpoint, system.id) for system in systems() if system.id != "toy")
    elif "<role>" in rule.rule:
        yield from ((rule.endpoint, role) for role in ("gm", "play"))
    else:
        yield rule.endpoint, ""


def ended(walk: Walk, name: str) -> None:
    """Hold a walk to having come by the pages that it is there for, with links that lead somewhere."""
    assert walk.seen == listed(name)
    walk.links_lead_somewhere()


def test_no_page_goes_without_a_visit(app: Flask) -> None:
    assert set().union(*map(listed, PAGES)) == wanted(app)


def test_pages_that_anybody_may_open(app: Flask, sit: Sit, server: Server) -> None:
    walk = Walk(app, sit("newcomer", PHONE, "/"))
    walk.look("start")
    walk.go(server.join, "join")
    with walk.seat.forgiving("404"):
        walk.seat.page.goto("/join/NOSUCH")
    expect(walk.seat.find("h1")).to_be_visible()
    walk.glance("error")
    for path in ("/help", "/help/cover", *(f"/help/{s.id}" for s in systems() if s.id != "toy")):
        walk.go(path, path.strip("/").replace("/", "-"))
    ended(walk, "anybody")


def test_pages_of_a_player(app: Flask, sit: Sit, server: Server) -> None:
    walk = Walk(app, sit("Ann", GM, server.join))
    a_player(walk)
    ended(walk, "player")


def test_pages_of_the_gm(app: Flask, sit: Sit, server: Server) -> None:
    walk = Walk(app, sit("GM", GM, server.join))
    come_in(walk.seat)
    a_gm(walk, server)
    ended(walk, "gm")


def test_pages_at_the_door(app: Flask, sit: Sit, server: Server) -> None:
    guest, gm = Walk(app, sit("guest", PHONE, "/")), sit("GM", GM, server.gm)
    guest.go(second_link(gm), "second-gm")
    the_door(gm, guest, server)
    ended(guest, "guest")


def test_pages_of_the_host_and_of_a_gm_who_is_invited(app: Flask, sit: Sit, server: Server) -> None:
    host = Walk(app, sit("host", GM, server.host))
    link = invite_by_hand(host.seat, "Wanda")
    host.glance("host-link")
    host.go(link, "go-on")
    gm = Walk(app, sit("Wanda", PHONE, link))
    seat = gm.seat
    seat.find("form[action='/tables'] [name=name]").fill("The Forge")
    seat.press(seat.button("Create"))
    seat.wait_until_live()
    table = seat.find("body").get_attribute("data-table")
    gm.go("/", "invited")
    gm.go(f"/mine/tables/{table}/delete", "delete")
    gm.go("/mine/leave", "leave")
    ended(gm, "invited")
    host.go("/host", "host")
    host.go("/", "host-start")
    host.seat.page.goto("/host")
    away = host.seat.page.get_by_role("link", name="Send away: Wanda").get_attribute("href")
    assert away is not None
    host.go(away, "away")
    host.go(f"/host/tables/{table}/delete", "host-delete")
    ended(host, "host")


@pytest.mark.parametrize("fight", ONE_A_SYSTEM)
def test_pages_of_each_ready_made_fight(app: Flask, sit: Sit, server: Server, fight: str) -> None:
    walk = Walk(app, sit("GM", GM, server.gm))
    a_system(walk, fight)
    ended(walk, "fight")


def come_in(seat: Seat) -> None:
    """Come in as a player, on whatever window this is."""
    seat.find("[name=name]").fill("Ann")
    seat.press(seat.find("label.character:has([name=character])").first)
    seat.press(seat.button("Join"))
    expect(seat.find("#selected")).to_have_attribute("data-who", re.compile(r"\w"))


def a_player(walk: Walk) -> None:
    """Come in as a player: the page of play, the own sheet on screen and on paper, the fight told again."""
    seat = walk.seat
    come_in(seat)
    shown_around(walk)
    walk.look("play")
    at, who = urlsplit(seat.page.url).path, seat.find("#selected").get_attribute("data-who")
    walk.go(f"{at}/sheet/{who}", "sheet-play")
    walk.print("sheet-play")
    walk.go(f"{at}/sheet/{who}/edit", "edit-play")
    walk.go(f"{at}/sheet/{who}/paste", "paste-play")
    walk.go(f"{at}/replay", "replay-play")
    walk.go(f"{at}/report", "report-play")
    walk.go(f"{at}/dice", "dice-play")
    walk.go(f"{at}/house", "house-play")
    walk.note(f"{at}/log.html")


def shown_around(walk: Walk) -> None:
    """Follow the guide in both windows: each of its five hints points at something that is to be seen."""
    seat = walk.seat
    seat.wait_until_live()
    for first in (True, False):
        seat.open("#help-menu")
        seat.press(seat.button("Show me around", "#help-menu"))
        for number in range(1, 6):
            expect(seat.find(".guide-foot")).to_contain_text(f"{number} of 5")
            expect(seat.find(".guide-card")).to_be_in_viewport(ratio=1)
            expect(seat.find(".guide-ring")).to_be_in_viewport(ratio=0.9)
            if number == 2 and first:
                walk.glance("guide")
            seat.press(seat.find(".guide-card .primary"))
        expect(seat.find(".guide-card")).to_have_count(0)
        walk.turn()


def a_gm(walk: Walk, server: Server) -> None:
    """Open what the GM has besides the page of play: tables, others' eyes, the projector, the log alone."""
    seat = walk.seat
    seat.page.goto(server.gm)
    at = urlsplit(seat.page.url).path
    watch = seat.find("#watch-url").input_value()
    shown_around(walk)
    walk.go("/", "tables")
    walk.go("/ready-made/mill", "ready-fight")
    walk.go(f"{at}/sheet-new", "sheet-new")
    walk.go(f"{at}/paste", "paste")
    walk.go(f"{at}/replay", "replay-gm")
    walk.go(f"{at}/report", "report")
    walk.go(f"{at}/rehearsal", "rehearsal")
    walk.go(f"{at}/dice", "dice-gm")
    walk.go(f"{at}/house", "house-gm")
    for part in ("conditions", "weapons"):
        walk.go(f"{at}/house/{part}/new", f"house-{part}")
    walk.go(watch, "watch")
    walk.go(f"{urlsplit(seat.page.url).path}/house", "house-watch")
    walk.look_at_screen(f"{at}/eyes/party", "eyes")
    walk.look_at_screen(server.screen, "screen")
    walk.look_at_screen(f"{urlsplit(seat.page.url).path}/house", "house-screen")
    log = seat.page.request.get(f"{at}/log.html")
    walk.note(log.url)
    seat.page.goto("about:blank")
    seat.page.set_content(log.text())
    walk.glance("log-alone")


def the_door(gm: Seat, newcomer: Walk, server: Server) -> None:
    """Let somebody wait at the door, and be sent away."""
    guest = newcomer.seat
    gm.wait_until_live()
    at = urlsplit(gm.page.url).path
    csrf = gm.page.request.get(f"{at.removesuffix('/gm')}/session").json()["csrf"]
    settings = {"csrf": csrf, "sight": "1", "own_sheets": "1"}
    assert gm.page.request.post(f"{at}/settings", form={**settings, "waiting_room": "1"}).ok
    guest.page.goto(server.join)
    guest.find("[name=name]").fill("Ben")
    guest.press(guest.button("Join"))
    expect(guest.find("[role=status]").first).to_contain_text("the GM has been told")
    language = guest.find("form.language")
    language.evaluate("form => form.dataset.mark = 'as it was loaded'")
    with guest.page.expect_response("**/waits"):
        newcomer.look("door")
    expect(language).to_have_attribute("data-mark", "as it was loaded")
    gm.press(gm.button("Decline"))
    expect(guest.find(".refused")).to_be_visible()
    newcomer.glance("door-away")
    assert gm.page.request.post(f"{at}/settings", form=settings).ok


def a_system(walk: Walk, fight: str) -> None:
    """Open a ready-made fight, begin it, and look at its page and its first sheet."""
    seat, system = walk.seat, read_fight(fight).system
    session = f"/tables/{seat.find('body').get_attribute('data-table')}/session"
    form = {"csrf": seat.page.request.get(session).json()["csrf"], "fight": fight}
    made = seat.page.request.post("/tables/ready-made", form=form, max_redirects=0)
    seat.page.goto(made.headers["location"])
    seat.wait_until_live()
    command(seat, do="begin")
    expect(seat.find("#top")).to_have_attribute("data-running", "1")
    seat.find("#tokens .token").first.focus()
    seat.page.keyboard.press("Enter")
    expect(seat.find("#selected .card-name")).to_be_visible()
    walk.look(f"gm-{system}")
    walk.magnify_folds(f"gm-{system}")
    if seat.find("#table-menu").count():
        seat.open("#table-menu")
        walk.glance(f"gm-{system}-deeds")
    at, who = urlsplit(seat.page.url).path, seat.find("#selected").get_attribute("data-who")
    for token in seat.find("#tokens .token").evaluate_all("all => all.map(one => one.id)"):
        one = token.removeprefix("token-")
        walk.magnify(f"{at}/sheet/{one}", f"sheet-{system} of {one}")
    walk.go(f"{at}/sheet/{who}", f"sheet-{system}")
    walk.print(f"sheet-{system}")
    walk.go(f"{at}/sheet/{who}/edit", f"edit-{system}")
    walk.go(f"{at}/sheet/{who}/paste", f"paste-{system}")
    seat.find("textarea[name=text]").fill(seat.page.request.get(f"{at}/sheet/{who}/block.txt").text())
    seat.press(seat.button("Read it"))
    expect(seat.find("#sheet-form")).to_be_visible()
    walk.look(f"pasted-{system}")
