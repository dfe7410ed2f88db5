"""How smoothly the largest map moves: `python -m tests.load.pages.map_browser [--seconds 4] [--keep FOLDER]`.

A real server with a map of 200 x 200 cells, 5,000 segments, 250 tokens and a picture of 8192 x 8192 pixels; a
real Chromium shows it to the GM (1440 x 900, mouse) and to a player (390 x 844, touch). Measured are the time
from the click on the link until tokens, walls and picture are drawn, and then frames while the map is dragged
about and zoomed in three stages of nearness.

Two counts of frames, so that neither can flatter: those that the page's own code sees, and those that
the compositor presented with everything in them (from a trace). Exit status 1 below the goal.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from tests.browser.chromium import launch
from tests.browser.conftest import GM, PHONE
from tests.load.scene import CELLS, ROOM, WALLS, lay_out
from tests.load.server import Server, running

TOKENS = 250
GOAL_FPS, GOAL_READY = 30.0, 3.0
STAGES = {"fit": None, "middle": 30.0, "close": 70.0}
"""Pixels of a cell on the glass at each stage; None shows the whole map."""

_COLOURS = ("#ff9a3c", "#4fd8ff", "#ffffff")

_WATCH = """
(() => {
  const drawn = () => {
    const map = document.getElementById("map");
    const tokens = map?.querySelectorAll("#tokens > .token").length ?? 0;
    const placed = document.getElementById("world")?.style.transform;
    return tokens >= %(tokens)d && placed && document.readyState === "complete";
  };
  performance.setResourceTimingBufferSize(5000);
  const loaded = (image) => performance.getEntriesByName(new URL(image.href.baseVal, location)).length;
  const look = () => {
    const images = [...document.querySelectorAll("#map-picture image")];
    const shown = images.length && images.every(loaded);
    if (drawn() && shown) {
      requestAnimationFrame(() => requestAnimationFrame(() => { window.readyAt = performance.now(); }));
    } else requestAnimationFrame(look);
  };
  look();
})();
"""


@dataclass(slots=True)
class Gesture:
    """What came of one gesture: times between frames in milliseconds, and whole frames presented a second."""

    name: str
    gaps: list[float]
    presented: float

    @property
    def fps(self) -> float:
        return 1000 * len(self.gaps) / sum(self.gaps)

    def row(self) -> str:
        cuts = statistics.quantiles(self.gaps, n=20) if len(self.gaps) > 1 else [self.gaps[0]] * 19
        times = f"{cuts[9]:.1f} | {cuts[18]:.1f} | {max(self.gaps):.0f}"
        return f"{self.name} | {self.fps:.1f} | {self.presented:.1f} | {times}"


def main() -> int:
    """Run the benchmark and print a line for each page and gesture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--keep", type=Path, help="keep the laid out scene in this folder, and use it again")
    parser.add_argument(
        "--fog", action="store_true", help="in the dark, with fog over it and a lamp in each room"
    )
    parser.add_argument("--pictures", type=Path, help="a folder for screenshots of each stage")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kept = args.keep or Path(folder) / "scene"
        if not kept.exists():
            lay_out(kept, TOKENS)
        data = Path(shutil.copytree(kept, Path(folder) / "data"))
        with running(data) as server, sync_playwright() as playwright:
            browser = launch(playwright)
            try:
                return 0 if _measure(browser, server, args) else 1
            finally:
                browser.close()


def _measure(browser: Browser, server: Server, args: argparse.Namespace) -> bool:
    good, pictures = True, args.pictures
    print(f"{WALLS} segments, {TOKENS} tokens, picture 8192 x 8192")
    for name, window in (("GM", GM), ("player", PHONE)):
        context = browser.new_context(base_url=server.origin, color_scheme="dark", **window)
        context.set_default_timeout(120_000)
        page = context.new_page()
        come_in(page, server, name)
        if args.fog and name == "GM":
            _darken(page)
        for visit in ("first", "second"):
            page, ready = _open(context, page, name)
            good &= ready <= GOAL_READY or visit == "first"
            print(
                f"{name}: ready in {ready:.2f} s ({visit} visit)",
                flush=True,
            )
        print("| page, gesture | fps | presented/s | p50 ms | p95 ms | worst ms |\n|---|---|---|---|---|---|")
        hand: type[_Mouse] = _Finger if window.get("has_touch") else _Mouse
        for stage, cell in STAGES.items():
            _settle(page, cell)
            if pictures:
                pictures.mkdir(parents=True, exist_ok=True)
                page.screenshot(path=pictures / f"{name}-{stage}.png")
            for what in ("pan", "zoom"):
                gesture = _play(page, hand(page), f"{name}, {what}, {stage}", what, args.seconds)
                good &= gesture.fps >= GOAL_FPS
                print(f"| {gesture.row()} |", flush=True)
        print(f"{name}: the page took {_memory():.0f} MiB in the end", flush=True)
        context.close()
    return good


def come_in(page: Page, server: Server, name: str) -> None:
    """Open the table as the GM or as Ann, and wait for the map."""
    page.goto(server.gm if name == "GM" else server.join)
    if name != "GM":
        page.fill("[name=name]", "Ann")
        page.check("input[name=character] >> nth=0", force=True)
        page.click("button.primary")
        page.wait_for_selector("#map")


def _darken(page: Page) -> None:
    """Lay fog over the map, and light a lamp in the middle of every other room."""
    lamps = [
        {"at": [column + ROOM / 2, row + ROOM / 2], "range": ROOM, "colour": _COLOURS[n % 3]}
        for n, (column, row) in enumerate(product(range(0, CELLS, ROOM), repeat=2))
        if n % 2
    ]
    table = page.get_attribute("body", "data-table")
    csrf = page.request.get(f"/tables/{table}/session").json()["csrf"]
    for fields in ({"do": "edit-map", "lights": lamps, "ambient": "dark"}, {"do": "set-fog", "on": True}):
        told = page.request.post(
            f"/tables/{table}/commands?as=gm", data=fields, headers={"X-CSRF-Token": csrf}, timeout=120_000
        )
        assert told.ok, told.text()


def _open(context: BrowserContext, page: Page, name: str) -> tuple[Page, float]:
    """Open the page anew and tell after how many seconds everything was drawn."""
    address = page.url
    page.close()
    fresh = context.new_page()
    fresh.add_init_script(_WATCH % {"tokens": TOKENS if name == "GM" else 1})
    fresh.goto(address, wait_until="commit")
    until = time.monotonic() + 120
    while (ready := fresh.evaluate("window.readyAt")) is None:
        if time.monotonic() > until:
            raise TimeoutError("the page was never ready")
        fresh.wait_for_timeout(20)
    return fresh, float(ready) / 1000


def _memory() -> float:
    """Give the renderer's resident memory in MiB, the largest of them."""
    largest = 0.0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
            command = (status.parent / "cmdline").read_text()
        except OSError:
            continue
        if "--type=renderer" in command:
            found = [line for line in text.splitlines() if line.startswith("VmRSS:")]
            largest = max([largest, *(int(line.split()[1]) / 1024 for line in found)])
    return largest


def _settle(page: Page, cell: float | None) -> None:
    """Bring the page to a stage by its own buttons, and let it come to rest."""
    _press_tool(page, "[data-zoom=fit]")
    page.wait_for_timeout(600)
    while cell is not None and _cell(page) < cell:
        _press_tool(page, "[data-zoom=in]")
        page.wait_for_timeout(400)
    page.wait_for_timeout(1_500)


def _press_tool(page: Page, tool: str) -> None:
    """Press a tool of the map; a phone keeps them folded."""
    if not page.is_visible(tool):
        page.click("#tools-fold")
    page.click(tool)


def _cell(page: Page) -> float:
    return float(page.evaluate("document.getElementById('map').getScreenCTM().a * 100"))


class _Mouse:
    """A mouse over the middle of the map."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        box = page.locator("#map-box").bounding_box()
        assert box is not None
        self.x, self.y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.45
        self.wide, self.high = box["width"] * 0.3, box["height"] * 0.3

    def pan(self, towards: tuple[int, int]) -> None:
        """Drag the ground once, in steps as a hand makes them."""
        for kind, x, y in self._stroke(towards):
            self._send(kind, x, y)

    def _stroke(self, towards: tuple[int, int]) -> Iterator[tuple[str, float, float]]:
        steps = 24
        path = [(2 * n / steps - 1) for n in range(steps + 1)]
        points = [(self.x + t * towards[0] * self.wide, self.y + t * towards[1] * self.high) for t in path]
        yield "press", *points[0]
        for point in points[1:]:
            yield "move", *point
        yield "release", *points[-1]

    def _send(self, kind: str, x: float, y: float) -> None:
        names = {"press": "mousePressed", "move": "mouseMoved", "release": "mouseReleased"}
        held = {"button": "left", "buttons": 0 if kind == "release" else 1, "clickCount": 1}
        self.cdp.send("Input.dispatchMouseEvent", {"type": names[kind], "x": x, "y": y, **held})

    def zoom(self, nearer: bool) -> None:
        """Turn the wheel by some notches."""
        turn = -60 if nearer else 60
        for _ in range(6):
            wheel = {"type": "mouseWheel", "x": self.x, "y": self.y, "deltaX": 0, "deltaY": turn}
            self.cdp.send("Input.dispatchMouseEvent", wheel)
            self.page.wait_for_timeout(12)


class _Finger(_Mouse):
    """One finger or two."""

    def _send(self, kind: str, x: float, y: float) -> None:
        self._touch(kind, [(x, y)])

    def _touch(self, kind: str, points: list[tuple[float, float]]) -> None:
        names = {"press": "touchStart", "move": "touchMove", "release": "touchEnd"}
        at = [] if kind == "release" else [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self.cdp.send("Input.dispatchTouchEvent", {"type": names[kind], "touchPoints": at})

    def zoom(self, nearer: bool) -> None:
        """Spread two fingers, or close them."""
        spreads = [40 + 4 * n for n in range(16)]
        for number, spread in enumerate(spreads if nearer else reversed(spreads)):
            points = [(self.x - spread, self.y), (self.x + spread, self.y)]
            self._touch("move" if number else "press", points)
        self._touch("release", [])


_ROUND = [(1, 0), (1, 0), (0, 1), (0, 1), (-1, 0), (-1, 0), (0, -1), (0, -1)]


def _play(page: Page, hand: _Mouse, name: str, what: str, seconds: float) -> Gesture:
    """Make a gesture again and again for some seconds, and count frames meanwhile."""
    page.evaluate(_SAMPLER)
    with _traced(page) as trace:
        start, number = time.monotonic(), 0
        while time.monotonic() - start < seconds:
            if what == "pan":
                hand.pan(_ROUND[number % len(_ROUND)])
            else:
                hand.zoom(number % 4 < 2)
            number += 1
        took = time.monotonic() - start
        gaps = page.evaluate("window.stopFrames()")
    page.wait_for_timeout(600)
    return Gesture(name, gaps, trace() / took)


_SAMPLER = """
(() => {
  const gaps = [];
  let last = performance.now();
  let going = true;
  const step = () => {
    const now = performance.now();
    gaps.push(now - last);
    last = now;
    if (going) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  window.stopFrames = () => { going = false; return gaps; };
})()
"""


@contextmanager
def _traced(page: Page) -> Iterator[Callable[[], int]]:
    """Trace the compositor; what is handed out gives the count of whole frames once the block has ended."""
    browser = page.context.browser
    assert browser is not None
    cdp = browser.new_browser_cdp_session()
    events: list[dict[str, Any]] = []
    ended: list[bool] = []
    cdp.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    cdp.on("Tracing.tracingComplete", lambda data: ended.append(True))
    config = {
        "includedCategories": ["disabled-by-default-devtools.timeline.frame"],
        "excludedCategories": ["*"],
    }
    cdp.send("Tracing.start", {"traceConfig": config, "transferMode": "ReportEvents"})
    yield lambda: _whole_frames(events)
    cdp.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(20)
    cdp.detach()


def _whole_frames(events: list[dict[str, Any]]) -> int:
    """Count the frames that came to the glass with nothing missing."""
    reports = [e["args"].get("frame_reporter", {}) for e in events if e["name"] == "PipelineReporter"]
    shown = {
        (r.get("layer_tree_host_id"), r["frame_sequence"])
        for r in reports
        if r.get("state") == "STATE_PRESENTED_ALL" and not r.get("has_missing_content")
    }
    return len(shown)


if __name__ == "__main__":
    sys.exit(main())
