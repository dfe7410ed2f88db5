"""A walk over the pages: whatever it comes by is held to what was promised, in a window of either size."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask
from playwright.sync_api import ViewportSize

from tests.browser.conftest import GM, PHONE, SCREEN
from tests.browser.looks import accessible, by_keys, look_over, pale_on_paper, within_edges
from tests.browser.seat import Seat

LINKS = "all => [...new Set(all.map(a => a.href.split('#')[0]))].filter(h => h.startsWith(location.origin))"

_UNFOLD = """(id) => {
    const isIn = (one) => Boolean(id && one.closest(`#${id}`));
    for (const one of document.querySelectorAll(".tools details")) one.open = isIn(one);
}"""
"""Opens one tool of the GM's and all in it, and closes the others."""

MAGNIFIED: ViewportSize = {"width": 320, "height": 256}
"""What is left of a window of 1280 by 1024 px at 400 %."""


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
        accessible(self.seat, what)
        self.turn()
        self._measure(what)
        self._use_keys()
        self._magnify(what)
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
        accessible(self.seat, what)
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

    def magnify(self, path: str, what: str) -> None:
        """Open a page, and hold it to being in reach at 400 %."""
        self.seat.page.goto(path)
        self._magnify(what)

    def magnify_folds(self, what: str) -> None:
        """Hold each tool of the GM's page to being in reach at 400 %, with all that can be opened in it."""
        own = self.seat.page.viewport_size or GM["viewport"]
        self.seat.page.set_viewport_size(MAGNIFIED)
        for fold in self.seat.find(".tools > details").evaluate_all("all => all.map(one => one.id)"):
            self.seat.page.evaluate(_UNFOLD, fold)
            within_edges(self.seat, f"{what}, {fold}")
        self.seat.page.evaluate(_UNFOLD, "")
        self.seat.page.set_viewport_size(own)

    def _magnify(self, what: str) -> None:
        """Look at the page as it is at 400 % in a window of 1280 by 1024 px: all has to be in reach."""
        own = self.seat.page.viewport_size or GM["viewport"]
        self.seat.page.set_viewport_size(MAGNIFIED)
        within_edges(self.seat, what)
        self.seat.page.set_viewport_size(own)

    def note(self, url: str) -> None:
        """Note what route an address belongs to, with what there is more than one of."""
        endpoint, values = self._routes.match(urlsplit(url).path)
        self.seen.add((endpoint, values.get("role") or values.get("system") or ""))

    def links_lead_somewhere(self) -> None:
        """Ask for every page that was linked to."""
        for link in sorted(self.links):
            answer = self.seat.page.request.head(link)
            assert answer.status in (200, 303), link
