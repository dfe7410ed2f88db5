"""Every page that there is: on a laptop and a phone, dark and light, by keys. None may go without a visit.

A page is loaded once, in a window of either size by turns, and then made as large as the other one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask
from playwright.sync_api import ViewportSize, expect
from werkzeug.routing import Rule

from rules.engine.system import systems
from tests.browser.conftest import GM, PHONE, SCREEN, Sit
from tests.browser.looks import by_keys, look_over, pale_on_paper
from tests.browser.people import command
from tests.browser.seat import Seat
from tests.load.server import Server
from webapp.app import Settings, create_app
from webapp.demo.fights import READY_MADE, read_fight

NO_PAGES = {
    "a file or a picture": (
        "static keeping.save_table maps.save_map pictures.picture pictures.tile seen_pictures.tile setup.qr"
        " sheets.save talk.picture faces.face replay.face"
    ),
    "told to scripts": (
        "healthz house.notes language.texts map_tools.map_data play.session replay.moment"
        " setup.rules setup.schema"
    ),
    "a part of a page, which holds it from the start or opens it in itself": (
        "play.selected talk.panel talk.read_paper grids.grid_panel"
    ),
    "leads on to a page": "start.gm start.screen start.watch join.by_code",
}
"""The routes that give no page of their own, and why."""

LINKS = "all => [...new Set(all.map(a => a.href.split('#')[0]))].filter(h => h.startsWith(location.origin))"


class Walk:
    """Somebody's walk over the pages, which notes what routes it has come by."""

    def __init__(self, app: Flask, seat: Seat) -> None:
        self.seat = seat
        self.seen: set[tuple[str, str]] = set()
        self.links: set[str] = set()
        self._routes = app.url_map.bind("localhost")
        self._glass = seat.page.context.new_cdp_session(seat.page)

    def go(self, path: str, what: str) -> None:
        """Open a page, in the other window than the last, and hold it to everything that was promised."""
        self.turn()
        self.seat.page.goto(path)
        self.look(what)

    def look(self, what: str) -> None:
        """Hold the page that is open to everything that was promised, in both windows."""
        self.note(self.seat.page.url)
        self._measure(what)  # before the focus shows anywhere
        self.turn()
        self._measure(what)
        self._use_keys()
        self.turn()
        self._use_keys()

    def _use_keys(self) -> None:
        by_keys(self.seat)
        self.links.update(self.seat.find("a[href]:not([download])").evaluate_all(LINKS))

    def glance(self, what: str) -> None:
        """Hold the page to how it is to look, in both windows."""
        for _ in "ab":
            self._measure(what)
            self.turn()

    def look_at_screen(self, path: str, what: str) -> None:
        """Open a page for the table's own screen, and hold it to everything that was promised there."""
        own = self.seat.page.viewport_size or GM["viewport"]
        self._make(SCREEN["viewport"])
        self.seat.page.goto(path)
        self.note(self.seat.page.url)
        self._measure(what)
        self._use_keys()
        self._make(own)

    def print(self, what: str) -> None:
        """Hold the page to being read on paper, from both windows."""
        for _ in "ab":
            pale_on_paper(self.seat, what)
            self.turn()

    def turn(self) -> None:
        """Make the window a phone's where it is a laptop's, and the other way round."""
        self._make(GM["viewport"] if self._is_small() else PHONE["viewport"])

    def _is_small(self) -> bool:
        return self.seat.page.viewport_size == PHONE["viewport"]

    def _make(self, size: ViewportSize) -> None:
        self.seat.page.set_viewport_size(size)
        small = self._is_small()
        self._glass.send("Emulation.setTouchEmulationEnabled", {"enabled": small, "maxTouchPoints": 1})
        assert self.seat.page.evaluate("matchMedia('(pointer: coarse)').matches") is small

    def _measure(self, what: str) -> None:
        own, self.seat.touch = self.seat.touch, self._is_small()
        look_over(self.seat, what)
        self.seat.touch = own

    def note(self, url: str) -> None:
        """Note what route an address belongs to, with what there is more than one of."""
        endpoint, values = self._routes.match(urlsplit(url).path)
        self.seen.add((endpoint, values.get("role") or values.get("system") or ""))


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


def test_every_page_keeps_its_promises(sit: Sit, server: Server, tmp_path: Path) -> None:
    app = create_app(Settings(tmp_path / "data"))
    walk, newcomer = Walk(app, sit("GM", GM, server.join)), Walk(app, sit("newcomer", PHONE, "/"))
    newcomer.look("start")
    newcomer.go(server.join, "join")
    with newcomer.seat.forgiving("404"):
        newcomer.seat.page.goto("/join/NOSUCH")
    expect(newcomer.seat.find("h1")).to_be_visible()
    newcomer.glance("error")
    for path in ("/help", "/help/cover", *(f"/help/{s.id}" for s in systems() if s.id != "toy")):
        newcomer.go(path, path.strip("/").replace("/", "-"))

    a_player(walk)
    a_gm(walk, server)
    the_door(walk, newcomer, server)
    for fight in READY_MADE:
        a_system(walk, fight)
    assert walk.seen | newcomer.seen == wanted(app)
    for link in sorted(walk.links | newcomer.links):
        answer = walk.seat.page.request.head(link)
        assert answer.status in (200, 303), link


def a_player(walk: Walk) -> None:
    """Come in as a player: the page of play, the own sheet on screen and on paper, the fight told again."""
    seat = walk.seat
    seat.find("[name=name]").fill("Ann")
    seat.press(seat.find("label.character:has([name=character])").first)
    seat.press(seat.button("Join"))
    expect(seat.find("#selected")).to_have_attribute("data-who", re.compile(r"\w"))
    shown_around(walk)
    walk.look("play")
    at, who = urlsplit(seat.page.url).path, seat.find("#selected").get_attribute("data-who")
    walk.go(f"{at}/sheet/{who}", "sheet-play")
    walk.print("sheet-play")
    walk.go(f"{at}/sheet/{who}/edit", "edit-play")
    walk.go(f"{at}/replay", "replay-play")
    walk.go(f"{at}/house", "house-play")
    walk.note(f"{at}/log.html")


def shown_around(walk: Walk) -> None:
    """Follow the guide in both windows: each of its five hints points at something that is to be seen."""
    seat = walk.seat
    seat.wait_until_live()
    for first in (True, False):
        seat.open("#help-menu")
        seat.press(seat.button("Show me around"))
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
    walk.go(f"{at}/sheet-new", "sheet-new")
    walk.go(f"{at}/replay", "replay-gm")
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


def the_door(walk: Walk, newcomer: Walk, server: Server) -> None:
    """Let somebody wait at the door, and be sent away."""
    gm, guest = walk.seat, newcomer.seat
    gm.page.goto(server.gm)
    gm.wait_until_live()
    at = urlsplit(gm.page.url).path
    csrf = gm.page.request.get(f"{at.removesuffix('/gm')}/session").json()["csrf"]
    settings = {"csrf": csrf, "sight": "1", "own_sheets": "1"}
    assert gm.page.request.post(f"{at}/settings", form={**settings, "waiting_room": "1"}).ok
    guest.page.goto(server.join)
    guest.find("[name=name]").fill("Ben")
    guest.press(guest.button("Join"))
    expect(guest.find("[role=status]").first).to_contain_text("the GM has been told")
    newcomer.look("door")
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
    if seat.find("#table-menu").count():
        seat.open("#table-menu")
        walk.glance(f"gm-{system}-deeds")
    at, who = urlsplit(seat.page.url).path, seat.find("#selected").get_attribute("data-who")
    walk.go(f"{at}/sheet/{who}", f"sheet-{system}")
    walk.print(f"sheet-{system}")
    walk.go(f"{at}/sheet/{who}/edit", f"edit-{system}")
