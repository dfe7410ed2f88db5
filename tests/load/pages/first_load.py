"""How soon a page can be played on.

The command: `python -m tests.load.pages.first_load [--loads 3] [--debug] [--slowdown 4]`.

A real server with the ready-made fight, and a real Chromium that is slowed down by its own throttling, as a
phone on a poor line is (`--slowdown`, `--megabits` a second, milliseconds of `--delay`). The pages of GM and
player are opened with an empty cache (cold) and once more (warm), and the median of some loads is told:
the requests that reached the server, apart from them those for pictures; the kibibytes that came; the seconds
until the page has drawn itself and heard from the server over its own line; the seconds on the processor of
the browser, with all its processes, and of the server. `--debug` has each module and style sheet sent by
itself. Exit status 1 beyond the goal: 12 requests, 3 s cold, 1 s warm.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, sync_playwright

from tests.browser.chromium import launch
from tests.browser.conftest import GM, PHONE
from tests.load.pages.map_browser import come_in
from tests.load.server import Server, processor_time, running

MOST_REQUESTS, COLD, WARM = 12, 3.0, 1.0

_WATCH = """
(() => {
  const listened = new WeakSet();
  const { send } = WebSocket.prototype;
  const heard = ({ data }) => {
    if (window.playableAt || !String(data).startsWith('42["update"')) return;
    requestAnimationFrame(() => requestAnimationFrame(() => { window.playableAt ??= performance.now(); }));
  };
  WebSocket.prototype.send = function (data) {
    if (!listened.has(this)) this.addEventListener("message", heard);
    listened.add(this);
    return send.call(this, data);
  };
})();
"""


@dataclass(frozen=True, slots=True)
class Line:
    """How slow the phone and its line are."""

    slowdown: float
    megabits: float
    delay: float
    """Milliseconds there and back."""

    def lay(self, tools: CDPSession) -> None:
        """Slow a page down."""
        tools.send("Emulation.setCPUThrottlingRate", {"rate": self.slowdown})
        rate = self.megabits * 1e6 / 8
        throughput = {"downloadThroughput": rate, "uploadThroughput": rate}
        tools.send(
            "Network.emulateNetworkConditions", {"offline": False, "latency": self.delay, **throughput}
        )


@dataclass  # no slots: Playwright hangs its handlers onto the object
class Traffic:
    """What a page asked the server for."""

    kinds: dict[str, str] = field(default_factory=dict)
    cached: set[str] = field(default_factory=set)
    sizes: dict[str, float] = field(default_factory=dict)

    def listen(self, tools: CDPSession) -> None:
        """Count from now on."""
        tools.on("Network.requestWillBeSent", self._asked)
        tools.on("Network.webSocketCreated", lambda event: self._note(event["requestId"], "WebSocket"))
        tools.on("Network.requestServedFromCache", lambda event: self.cached.add(event["requestId"]))
        tools.on("Network.responseReceived", self._answered)
        tools.on("Network.loadingFinished", self._ended)
        tools.send("Network.enable")

    def count(self) -> tuple[int, int, float]:
        """Give the requests, those for pictures apart, and the kibibytes that came."""
        asked = [kind for number, kind in self.kinds.items() if number not in self.cached]
        pictures = asked.count("Picture")
        return len(asked) - pictures, pictures, sum(self.sizes.values()) / 1024

    def _note(self, number: str, kind: str) -> None:
        self.kinds[number] = kind

    def _asked(self, event: dict[str, Any]) -> None:
        url = event["request"]["url"]
        if url.startswith("http"):
            is_picture = event.get("type") == "Image" and "/static/" not in url
            self._note(event["requestId"], "Picture" if is_picture else str(event.get("type")))

    def _answered(self, event: dict[str, Any]) -> None:
        if event["response"].get("fromDiskCache"):
            self.cached.add(event["requestId"])

    def _ended(self, event: dict[str, Any]) -> None:
        self.sizes[event["requestId"]] = event["encodedDataLength"]


@dataclass(slots=True)
class Load:
    """What one loading of a page came to: times in seconds."""

    requests: float
    pictures: float
    kibibytes: float
    playable: float
    browser: float
    server: float


def main() -> int:
    """Run the benchmark and print a line for each page, cold and warm."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slowdown", type=float, default=4.0)
    parser.add_argument("--megabits", type=float, default=1.5)
    parser.add_argument("--delay", type=float, default=100.0)
    parser.add_argument("--loads", type=int, default=3)
    parser.add_argument("--debug", action="store_true")
    args = parser.parse_args()
    line = Line(args.slowdown, args.megabits, args.delay)
    options = ("--local", "--debug") if args.debug else ("--local",)
    print("| page | requests | pictures | KiB | playable s | browser cpu s | server cpu s |")
    print("|" + "---|" * 7)
    good = True
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), options) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for name, window in (("GM", GM), ("player", PHONE)):
            for state, load in measure(browser, server, name, window, line, args.loads):
                good &= load.requests <= MOST_REQUESTS
                good &= load.playable <= (COLD if state == "cold" else WARM)
                figures = (f"{load.requests:.0f}", f"{load.pictures:.0f}", f"{load.kibibytes:.0f}")
                seconds = (f"{value:.2f}" for value in (load.playable, load.browser, load.server))
                print("| " + " | ".join((f"{name}, {state}", *figures, *seconds)) + " |", flush=True)
        browser.close()
    return 0 if good else 1


def measure(
    browser: Browser, server: Server, name: str, window: dict[str, Any], line: Line, loads: int
) -> Iterator[tuple[str, Load]]:
    """Open a page so often with an empty cache and with a full one; give the medians of both."""
    options = {"base_url": server.origin, "color_scheme": "dark", **window}
    context = browser.new_context(**options)
    address = _come_in(context, server, name)
    granted = context.storage_state()
    context.close()
    found: dict[str, list[Load]] = {"cold": [], "warm": []}
    for _ in range(loads):
        context = browser.new_context(storage_state=granted, **options)
        for loaded in found.values():
            loaded.append(_open(context, address, server, line))
        context.close()
    for state, each in found.items():
        columns = zip(*(astuple(load) for load in each), strict=True)
        yield state, Load(*(statistics.median(column) for column in columns))


def _come_in(context: BrowserContext, server: Server, name: str) -> str:
    page = context.new_page()
    come_in(page, server, name)
    return page.url


def _open(context: BrowserContext, address: str, server: Server, line: Line) -> Load:
    """Open the page anew, and close it once it can be played on and has come to rest."""
    page = context.new_page()
    tools, traffic = context.new_cdp_session(page), Traffic()
    traffic.listen(tools)
    line.lay(tools)
    page.add_init_script(_WATCH)
    before = _worked()
    page.goto(address, wait_until="commit")
    until = time.monotonic() + 120
    while (playable := page.evaluate("window.playableAt")) is None:
        if time.monotonic() > until:
            raise TimeoutError("the page was never ready")
        page.wait_for_timeout(50)
    page.wait_for_load_state("networkidle")
    worked = {pid: seconds - before.get(pid, 0.0) for pid, seconds in _worked().items()}
    served = worked.pop(server.process.pid)
    page.close()
    return Load(*traffic.count(), playable / 1000, sum(worked.values()), served)


def _worked() -> dict[int, float]:
    """Give the seconds on the processor of each process started by this one, and by those."""
    children: dict[int, list[int]] = {}
    worked: dict[int, float] = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = int(status.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(status.parent.name))
    left = [*children.get(os.getpid(), ())]
    while left:
        pid = left.pop()
        left += children.get(pid, ())
        with suppress(OSError):
            worked[pid] = processor_time(pid)
    return worked


if __name__ == "__main__":
    sys.exit(main())
