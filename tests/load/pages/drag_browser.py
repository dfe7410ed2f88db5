"""How quickly a drag is answered: `python -m tests.load.pages.drag_browser [--drags 100] [--movers 5]`.

The GM's page in a real Chromium, on 200 x 200 cells with 5,000 segments and 100 tokens. Each drag takes
another token over some cells and lets it fall where it was. Measured inside the page, from the event to the
drawing that answers it: the reach from the press, path and cost and the signs of cover from each move into
another cell, and line of fire, cover and odds when a target is aimed at; beside them how much of it server
and socket took. A door is opened before every tenth drag. Then all of it again while others move tokens, four
times a second each. A mouse rests on a token before it presses; `--rest 0` drags as a finger does.
With `--fog` it is the page of a player who plays the twenty heroes in the fog: each of them is moved on a
little before it is dragged, so that every reach is the first one after more of the map was explored.
Exit status 1 above 50 ms at the 95th percentile while nobody else moves.
"""

import argparse
import os
import re
import shutil
import statistics
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from rules.map.model import WallKind
from rules.systems import load_systems
from tests.browser.chromium import launch
from tests.browser.conftest import GM
from tests.load.player import come_as_gm
from tests.load.scene import lay_out, make_combatants, make_map
from tests.load.server import Server, running

TOKENS, GOAL = 100, 50.0

_WATCH = """
() => {
  const times = {};
  const since = {};
  const note = (what, took) => (times[what] ??= []).push(took);
  window.took = times;
  window.begin = (what) => { since[what] = performance.now(); };
  const ended = (what) => {
    if (since[what] === undefined) return;
    note(what, performance.now() - since[what]);
    delete since[what];
  };
  const look = (id, what, wanted) => new MutationObserver(() => {
    if (document.querySelector(`#${id} ${wanted}`)) ended(what);
  }).observe(document.getElementById(id), { childList: true });
  const map = document.getElementById("map");
  const cover = document.createElementNS(map.namespaceURI, "g");
  cover.id = "overlay-cover";
  map.insertBefore(cover, document.getElementById("overlay-top"));
  look("overlay-reach", "reach", ".reach-cell");
  look("overlay-aim", "path", ".path-end");
  look("overlay-aim", "aim", ":is(.ray, .ray-back)");
  look("overlay-cover", "cover", ".cover-sign");
  const box = document.getElementById("map-box");
  box.addEventListener("pointerdown", () => window.begin("reach"), true);
  let cell = "";
  box.addEventListener("pointermove", ({ clientX, clientY, buttons }) => {
    const at = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM().inverse());
    const now = `${Math.floor(at.x / 100)},${Math.floor(at.y / 100)}`;
    if (!buttons || now === cell) return;
    cell = now;
    window.begin("path");
    window.begin("cover");
  }, true);
  // From a question on the wire to its answer: what server and socket take, apart from what the page does.
  const asked = {};
  const frames = { send: WebSocket.prototype.send };
  const listened = new WeakSet();
  WebSocket.prototype.send = function (data) {
    if (!listened.has(this)) {
      listened.add(this);
      this.addEventListener("message", ({ data }) => {
        const found = /^43(\\d+)\\[/.exec(typeof data === "string" ? data.slice(0, 20) : "");
        const mine = found && asked[found[1]];
        if (mine) note(`${mine[0]}, server and socket`, performance.now() - mine[1]);
      });
    }
    const found = /^42(\\d+)\\["(reach|cover|aim)"/.exec(typeof data === "string" ? data.slice(0, 30) : "");
    if (found) asked[found[1]] = [found[2], performance.now()];
    return frames.send.call(this, data);
  };
}
"""


def main() -> int:
    """Run the benchmark and print a line for each thing that is answered."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--drags", type=int, default=100)
    parser.add_argument("--movers", type=int, default=5)
    parser.add_argument("--rest", type=int, default=120, help="ms between coming to a token and pressing")
    parser.add_argument("--keep", type=Path, help="keep the laid out scene in this folder, and use it again")
    parser.add_argument("--fog", action="store_true", help="drag as a player in the fog")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kept = args.keep or Path(folder) / "scene"
        if not kept.exists():
            lay_out(kept, TOKENS, picture=False)
        data = Path(shutil.copytree(kept, Path(folder) / "data"))
        with running(data, ("--local", "--debug")) as server, sync_playwright() as playwright:
            browser = launch(playwright)
            page = browser.new_context(base_url=server.origin, **GM).new_page()
            page.goto(server.gm)
            fog = _Fog(server, page) if args.fog else None
            page.wait_for_timeout(1_500)
            page.evaluate(_WATCH)
            print("| others | answered | times | p50 ms | p95 ms | worst ms |\n|---|---|---|---|---|---|")
            good = _measure(page, server, args.drags, 0, args.rest, fog)
            if args.movers:
                _measure(page, server, args.drags, args.movers, args.rest, fog)
            browser.close()
    print(f"The machine: {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the end.")
    return 0 if good else 1


class _Fog:
    """Fog over the scene, and the page of a player who plays the heroes."""

    def __init__(self, server: Server, page: Page) -> None:
        """Lay it, and turn the page into the player's."""
        self.gm = come_as_gm(server.origin, server.gm)
        self.gm.connect()
        load_systems()
        people = make_combatants(TOKENS)
        self.heroes = [n for n, one in enumerate(people) if one["side"] == "heroes"]
        self.places: dict[int, Any] = {n: people[n]["at"] for n in self.heroes}
        self.doors = [wall.id for wall in make_map().walls if wall.kind is WallKind.DOOR]
        page.context.clear_cookies()
        page.goto(server.join)
        page.fill("[name=name]", "Ann")
        page.check("[name=character][value='']")
        page.get_by_role("button", name="Join").click()
        page.wait_for_selector("#map")
        at = f"{server.origin}/tables/{self.gm.table}"
        csrf = self.gm.session.get(f"{at}/session", timeout=30).json()["csrf"]
        [person] = re.findall(r'id="person-(\w+)"', self.gm.session.get(f"{at}/gm", timeout=60).text)
        for number in self.heroes:
            form = {"csrf": csrf, "who": f"one-{number}", "person": person}
            self.gm.session.post(f"{at}/gm/seat", data=form, timeout=60).raise_for_status()
        self.do("set-fog", on=True)
        page.wait_for_selector("#map-fog > g", state="attached")

    def do(self, do: str, **params: Any) -> None:
        """Let the GM do something."""
        reply = self.gm.ask("command", {"do": do, **params})
        assert reply["ok"], reply

    def explore(self, number: int) -> int:
        """Move a hero on, and give its number."""
        hero = self.heroes[number % len(self.heroes)]
        column, row = self.places[hero]
        self.places[hero] = at = [column + (1 if column < 150 else -1), row]
        self.do("gm-set", target=f"one-{hero}", state={"at": at})
        return hero

    def open_a_door(self, number: int) -> None:
        """Open one of the doors."""
        with suppress(AssertionError):  # it stands open already
            self.do("set-door", wall=self.doors[(number * 37) % len(self.doors)], state="open")


def _measure(page: Page, server: Server, drags: int, movers: int, rest: int, fog: _Fog | None) -> bool:
    stop = threading.Event()
    threads = [threading.Thread(target=_keep_moving, args=(server, n, stop)) for n in range(movers)]
    for thread in threads:
        thread.start()
    for number in range(drags):
        if number % 10 == 5:
            _open_a_door(page, number) if fog is None else fog.open_a_door(number)
        if number == 0:
            _come_near(page)
        _drag(page, number % TOKENS if fog is None else fog.explore(number), rest)
    for number in range(0 if fog is not None else drags // 2):
        _aim(page, number * 2 % TOKENS)
    stop.set()
    for thread in threads:
        thread.join()
    times: dict[str, list[float]] = page.evaluate("window.took")
    page.evaluate("Object.keys(window.took).forEach((what) => { delete window.took[what]; })")
    good = True
    for what, list_ in sorted(times.items()):
        if len(list_) > 1:
            cuts = statistics.quantiles(list_, n=20, method="inclusive")
            good &= cuts[18] <= GOAL or "," in what
            figures = f"{cuts[9]:.1f} | {cuts[18]:.1f} | {max(list_):.0f}"
            print(f"| {movers} | {what} | {len(list_)} | {figures} |", flush=True)
    return good


def _keep_moving(server: Server, number: int, stop: threading.Event) -> None:
    """Move a token back and forth, four times a second, as somebody else's page would."""
    other = come_as_gm(server.origin, server.gm)
    other.connect()
    who, step = f"one-{TOKENS - 1 - number}", 0
    home: Any = None
    while not stop.is_set():
        step += 1
        home = home or [100 + number, 100]
        place = [home[0] + step % 2, home[1] + number]
        other.ask("command", {"do": "gm-set", "target": who, "state": {"at": place}})
        time.sleep(0.25)
    other.close()


def _open_a_door(page: Page, number: int) -> None:
    page.evaluate(
        """async (number) => {
            const { ask } = await import(document.querySelector("script[src$='/js/core/socket.js']").src);
            const doors = [...document.querySelectorAll(".door")];
            const door = doors[(number * 37) % doors.length];
            const state = door.dataset.state === "open" ? "closed" : "open";
            await ask("command", { do: "set-door", wall: door.dataset.wall, state });
        }""",
        number,
    )


def _show(page: Page, who: str) -> tuple[float, float]:
    """Bring a token into sight, near enough to be dragged, and tell where it is on the glass."""
    x, y = page.evaluate(
        """async (who) => {
            const token = document.getElementById(`token-${who}`);
            const { x, y } = token.dataset;
            const detail = { x: Number(x), y: Number(y) };
            document.dispatchEvent(new CustomEvent("battlemat:look-at", { detail }));
            await new Promise((resolve) => setTimeout(resolve, 400)); // a hand is slower than the drawing
            const glass = document.getElementById("map").getScreenCTM();
            const at = new DOMPoint(detail.x, detail.y).matrixTransform(glass);
            return [at.x, at.y];
        }""",
        who,
    )
    return x, y


def _come_near(page: Page) -> None:
    page.click("[data-zoom=fit]")
    while page.evaluate("document.getElementById('map').getScreenCTM().a * 100") < 30:
        page.click("[data-zoom=in]")
    page.wait_for_timeout(500)


def _drag(page: Page, number: int, rest: int) -> None:
    x, y = _show(page, f"one-{number}")
    page.mouse.move(x, y)
    page.wait_for_timeout(rest)
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(x + 12 * step, y + 5 * step)
        page.wait_for_timeout(30)
    page.mouse.move(x, y)
    page.mouse.up()
    page.wait_for_timeout(220)


def _aim(page: Page, number: int) -> None:
    page.evaluate(
        """async (number) => {
            const script = document.querySelector("script[src$='/js/play/aim.js']");
            const { aimAt, disarm } = await import(script.src);
            window.begin("aim");
            aimAt(`one-${(number + 1) % 100}`, `one-${number}`);
            await new Promise((resolve) => setTimeout(resolve, 250));
            disarm();
        }""",
        number,
    )


if __name__ == "__main__":
    sys.exit(main())
