"""What pages at rest cost: `python -m tests.load.tables.at_rest [--seconds 60]`.

A real server with the ready-made fight; the GM's page, a player's phone and the projector, the latter with
the browser's own lock of the screen and without it, as on plain http. Nobody does anything. Printed for each
page: messages over its line beside the heartbeat, wake-ups of the page's scripts by timers and drawing, and
milliseconds of its scripts; then the server's milliseconds on the processor. Exit status 1 if any page had
messages or wake-ups.
"""

import argparse
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, WebSocket, sync_playwright

from tests.browser.chromium import launch
from tests.browser.conftest import GM, PHONE, SCREEN
from tests.load.server import Server, processor_time, running

HEARTBEAT = frozenset({"2", "3"})
WATCH = """
(() => {
  window.wakeUps = [];
  for (const name of ["setTimeout", "setInterval", "requestAnimationFrame", "requestIdleCallback"]) {
    const given = window[name];
    window[name] = (work, ...more) => given.call(window, (...passed) => {
      window.wakeUps.push(name);
      return work(...passed);
    }, ...more);
  }
})();
"""
"""Notes what wakes a page's scripts, beside messages and hands."""
WITHOUT_LOCK = "projector on plain http"
"""There the browser gives no lock of the screen."""


@dataclass  # no slots: Playwright hangs its handlers onto the object
class Rest:
    """What reaches a page and wakes it. Made before the page is opened."""

    page: Page
    messages: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.add_init_script(WATCH)
        self.page.on("websocket", self._listen)

    def _listen(self, line: WebSocket) -> None:
        line.on("framereceived", self._note)
        line.on("framesent", self._note)

    def _note(self, data: str | bytes) -> None:
        if str(data) not in HEARTBEAT:
            self.messages.append(str(data)[:200])

    @property
    def wake_ups(self) -> list[str]:
        """What has woken the page's scripts since `forget`."""
        return list(self.page.evaluate("window.wakeUps"))

    def forget(self) -> bool:
        """Begin to count anew; say whether nothing had come since the last time."""
        was_quiet = not (self.messages or self.wake_ups)
        self.messages.clear()
        self.page.evaluate("window.wakeUps.length = 0")
        return was_quiet


def settle(pages: list[Rest], seconds: float = 2, tries: int = 60) -> None:
    """Wait until nothing has come to any of the pages for a while.

    Raises:
        TimeoutError: with what still comes, if they do not come to rest.
    """
    for _ in range(tries):
        pages[0].page.wait_for_timeout(1000 * seconds)
        noise = {one.page.url: (one.messages[-3:], one.wake_ups[-3:]) for one in pages}
        was_quiet = [one.forget() for one in pages]
        if all(was_quiet):
            return
    raise TimeoutError(f"the pages do not come to rest: {noise}")


def open_pages(browser: Browser, server: Server) -> dict[str, Rest]:
    """Open the GM's page, a phone's, and the projector with the lock of the screen and without."""
    pages: dict[str, Rest] = {}
    for name, window in (("GM", GM), ("phone", PHONE), ("projector", SCREEN), (WITHOUT_LOCK, SCREEN)):
        page = browser.new_context(base_url=server.origin, **window).new_page()
        pages[name] = Rest(page)
        if name == WITHOUT_LOCK:
            page.add_init_script('Object.defineProperty(navigator, "wakeLock", { value: undefined });')
        page.goto({"GM": server.gm, "phone": server.join}.get(name, server.screen))
        if name == "phone":
            page.fill("[name=name]", "Ann")
            page.check("input[name=character] >> nth=0", force=True)
            page.click("button.primary")
        page.wait_for_selector("#map")
    return pages


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    args = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        pages = open_pages(browser, server)
        settle(list(pages.values()))
        tools = {name: one.page.context.new_cdp_session(one.page) for name, one in pages.items()}
        for line in tools.values():
            line.send("Performance.enable")
        before = {name: _scripts(line) for name, line in tools.items()}
        served = processor_time(server.process.pid)
        pages["GM"].page.wait_for_timeout(1000 * args.seconds)
        served = processor_time(server.process.pid) - served
        good = True
        for name, one in pages.items():
            worked = 1e3 * (_scripts(tools[name]) - before[name])
            counts = f"{len(one.messages)} messages, {len(one.wake_ups)} wake-ups"
            print(f"{name}: {counts}, {worked:.1f} ms of scripts in {args.seconds:.0f} s")
            good &= not one.messages and not one.wake_ups
        print(f"server: {1e3 * served:.0f} ms")
        browser.close()
    return 0 if good else 1


def _scripts(tools: CDPSession) -> float:
    metrics = tools.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "ScriptDuration"))


if __name__ == "__main__":
    sys.exit(main())
