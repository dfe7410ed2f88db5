"""A line that brings what the server says when the test lets it: a slow machine, each time alike."""

from __future__ import annotations

from tests.browser.seat import Seat
from webapp.live.odds_pool import MOST_TO_WAIT

_HELD_LINE = """(() => {
  const Line = window.WebSocket;
  let held = null;
  let kind = "";
  const isHeld = ({ data }) => held && String(data).startsWith(kind);
  window.line = {
    hold(only) { [held, kind] = [held ?? [], only]; },
    waiting: () => held?.length ?? 0,
    release() {
      const all = held ?? [];
      held = null;
      for (const deliver of all) deliver();
    },
  };
  window.WebSocket = class extends Line {
    set onmessage(hear) {
      const deliver = (event) => hear.call(this, event);
      super.onmessage = (event) => (isHeld(event) ? held.push(() => deliver(event)) : deliver(event));
    }
  };
})();"""

TWO_FRAMES = "new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"


ANSWERS = "43"
"""What answers begin with on the line."""


class LateLine:
    """The line of a page that is loaded anew with it, and live when this is made."""

    def __init__(self, seat: Seat) -> None:
        self._page = seat.page
        self._page.add_init_script(_HELD_LINE)
        seat.wait_until_live()  # a page that is left while it comes in may be troubled by that
        self._page.reload()
        seat.wait_until_live()

    def hold(self, only: str = "") -> None:
        """Let nothing that the server says come to the page from now on, or nothing that begins so."""
        self._page.evaluate("only => window.line.hold(only)", only)

    def wait(self, number: int = 1) -> None:
        """Wait until this much has been said and not come to the page: as long as odds may take."""
        until = "number => window.line.waiting() >= number"
        self._page.wait_for_function(until, arg=number, timeout=1e3 * MOST_TO_WAIT)

    @property
    def waiting(self) -> int:
        """How much has been said and not come to the page."""
        return int(self._page.evaluate("window.line.waiting()"))

    def release(self) -> None:
        """Let it all come to the page, and the page draw what it makes of it."""
        self._page.evaluate("window.line.release()")
        self._page.evaluate(TWO_FRAMES)
