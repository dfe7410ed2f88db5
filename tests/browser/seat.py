"""Somebody in front of a browser: the page, what went wrong in it, the gestures of mouse, finger and keys."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import (
    CDPSession,
    ConsoleMessage,
    Error,
    FloatRect,
    Locator,
    Page,
    TimeoutError,
    expect,
)

Cell = tuple[int, int]
Spot = tuple[float, float]

CELL = 100  # map units
NO_CLICK = 3000
"""For so many milliseconds a tap's click is waited for."""
REFUSED = 422  # what a form is answered with that asks for something the rules forbid

ON_GLASS = """([x, y]) => {
    const map = document.getElementById("map");
    const at = new DOMPoint(x, y).matrixTransform(map.getScreenCTM());
    const there = document.elementFromPoint(at.x, at.y);
    return [at.x, at.y, map.contains(there) || there?.id === "map-glass"];
}"""
"""Says where a place of the map lies in the window, and whether a hand comes onto the map there."""

NOTE_HANDS = """
const hands = window.handsNoted = [];
window.clicksNoted = Math.random(); // no two pages begin alike
const note = (event) => {
    const { target } = event, id = target.id ? "#" + target.id : "";
    const what = `${target.tagName ?? "document"}${id} ${(target.textContent ?? "").trim().slice(0, 24)}`;
    const at = `${Math.round(event.clientX)},${Math.round(event.clientY)}`;
    const [done, heard] = [event.timeStamp, performance.now()].map(Math.round);
    if (event.type === "click") window.clicksNoted += 1;
    hands.push(`${done} (${heard}) ${event.type} ${at} ${what}`);
    if (hands.length > 60) hands.shift();
};
for (const kind of "pointerdown pointerup pointercancel click contextmenu submit".split(" ")) {
    addEventListener(kind, note, { capture: true, passive: true });
}
"""
"""Keeps what hands did last on a page, with the time when it was done and, in brackets, when it was heard."""


@dataclass  # no slots: Playwright hangs its handlers onto the object
class Seat:
    """One person's browser. Errors of pages and of the console, failed requests too, gather in `troubles`."""

    page: Page
    name: str
    touch: bool = False
    troubles: list[str] = field(default_factory=list)
    forgiven: list[str] = field(default_factory=list)
    """What may be part of a trouble that this test itself brings about, such as a dead server."""
    is_live: bool = False
    """Whether the page has heard from the server over its own line."""
    _fingers: CDPSession | None = None

    def watch(self) -> None:
        """Begin to note what goes wrong, what hands do, and whether the page is live."""
        self.page.add_init_script(NOTE_HANDS)
        self.page.on("framenavigated", lambda frame: self._hears(False))
        self.page.on("websocket", lambda line: line.on("framereceived", lambda data: self._hears(True, data)))
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self._note(f"page error: {error}"))

    def _hears(self, live: bool, data: str | bytes = "update") -> None:
        if "update" in str(data):
            self.is_live = live

    def wait_until_live(self) -> None:
        """Wait until the page has its line to the server, and what listens to it."""
        self.page.wait_for_load_state("domcontentloaded")
        until = time.monotonic() + 60
        while not self.is_live:
            assert time.monotonic() < until, f"{self.name} does not hear from the server"
            self.page.wait_for_timeout(20)

    def door(self) -> tuple[str, str, str]:
        """Give what a command is sent with from this page: the table, the role and the token."""
        self.page.wait_for_load_state("domcontentloaded")
        table, role, csrf = self.page.evaluate(
            """() => {
                const { table, role } = document.body.dataset;
                const headers = JSON.parse(document.body.getAttribute("hx-headers:inherited"));
                return [table, role, headers["X-CSRF-Token"]];
            }"""
        )
        return table, role, csrf

    def session(self) -> dict[str, Any]:
        """Ask the server what this page's session may do, and how far it has been told."""
        table, role, _ = self.door()
        # A line that lay idle may be cut just as it is used again: browsers ask once more then.
        answer = self.page.request.get(f"/tables/{table}/session?as={role}", max_retries=1)
        assert answer.ok, answer.text()
        return dict(answer.json())

    def catch_up(self, seq: int | None = None) -> None:
        """Wait until the page shows all that the server has told it, or up to this number, the card too.

        Whether something stands on the page can only be asked once after this: what a command brings about
        comes to the page over its own line, a moment after the command is answered.
        """
        self.page.wait_for_function(
            """seq => {
                const shown = Number(document.body?.dataset.seq ?? (document.body ? seq : 0));
                const stream = (number) => Math.floor(number / 2 ** 20);  // another scene has another
                const isCardComing = document.querySelector("#selected[data-ui-coming]");
                return shown >= seq && stream(shown) === stream(seq) && !isCardComing;
            }""",
            arg=self.session()["seq"] if seq is None else seq,
        )

    def is_asked(self, about: str | re.Pattern[str] = "") -> bool:
        """Say whether there is a question for this person by now, or one with these words."""
        self.catch_up()
        return self.find("#prompt[data-mine]").filter(has_text=about).count() > 0

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and f"status of {REFUSED}" not in message.text:
            self._note(f"console {message.type}: {message.text} ({message.location['url']})")

    def _note(self, trouble: str) -> None:
        if not any(part in trouble for part in self.forgiven):
            self.troubles.append(f"{self.name}: {trouble}")

    def leave(self) -> None:
        """Leave the page, whatever it is at: Chromium may wait for ever to close one that is loading."""
        self.forgiven.append("")  # what breaks off now is no trouble
        if not self.page.is_closed():
            with suppress(Error):
                self.page.goto("about:blank")

    def hands_noted(self) -> str:
        """Tell what hands did last on this page, for a test that failed."""
        if self.page.is_closed():
            return ""
        return "\n".join(self.page.evaluate("window.handsNoted ?? []"))

    @contextmanager
    def forgiving(self, *parts: str) -> Iterator[None]:
        """Let troubles pass that hold one of these texts, for as long as the block lasts."""
        self.forgiven += parts
        yield
        self.page.evaluate("0")  # what has happened meanwhile is heard first
        self.forgiven = [part for part in self.forgiven if part not in parts]

    # ----------------------------------------------------------------------------------- looking
    def find(self, selector: str) -> Locator:
        """Find elements by CSS, on a page whose scripts have run: a hand is slower than they are."""
        self.page.wait_for_load_state("domcontentloaded")
        return self.page.locator(selector)

    def button(self, name: str | re.Pattern[str], inside: str = "body") -> Locator:
        """Find a button, or what acts as one, by its name."""
        return self.find(inside).get_by_role("button", name=name)

    def token(self, who: str) -> Locator:
        """Find a combatant's token."""
        return self.find(f"#token-{who}")

    def place(self, who: str) -> Cell:
        """Give the cell that a token stands on."""
        column, row = (self.token(who).get_attribute("data-place") or "").split(",")
        return int(column), int(row)

    def is_at(self, who: str, cell: Cell) -> None:
        """Wait until a token stands on a cell, and is drawn there."""
        middle = [CELL * part + CELL // 2 for part in cell]
        expect(self.token(who)).to_have_attribute("data-place", f"{cell[0]},{cell[1]}")
        x, y = re.split(r"[ (),]+", self.token(who).get_attribute("transform") or "")[1:3]
        assert [float(x), float(y)] == middle

    def tokens(self) -> list[str]:
        """List who is to be seen on the map."""
        return [
            str(who)
            for who in self.find("#tokens > .token").evaluate_all("all => all.map(t => t.dataset.who)")
        ]

    def toast(self) -> Locator:
        """Find the sentence that says why something could not be done."""
        return self.find("#refusal .toast-body")

    def log(self, text: str | re.Pattern[str]) -> Locator:
        """Find lines of the log."""
        return self.find("#log .log-line").filter(has_text=text)

    def drawn(self, layer: str) -> Locator:
        """Find what is drawn on a layer of the map."""
        return self.find(f"#{layer} > *")

    def box(self, target: Locator) -> FloatRect:
        """Give where something lies in the window, once it does: what is being drawn anew does not."""
        until = time.monotonic() + 60
        while (found := target.bounding_box()) is None:
            assert time.monotonic() < until, f"{self.name} does not see {target}"
        return found

    @contextmanager
    def glimpsing(self, *selectors: str) -> Iterator[None]:
        """Wait after the block until each of these has stood on the page since it began, or stands there."""
        self.page.evaluate(
            """selectors => {
                const left = window.glimpsed = new Set(selectors);
                const look = () => {
                    for (const each of left) if (document.querySelector(each)) left.delete(each);
                };
                new MutationObserver(look).observe(document, { subtree: true, childList: true });
            }""",
            list(selectors),
        )
        yield
        self.page.wait_for_function("() => window.glimpsed.size === 0")

    # ------------------------------------------------------------------------------------- hands
    def press(self, target: Locator) -> None:
        """Tap or click something.

        A busy browser now and then makes no click of a tap: a hand sees that nothing happens, and taps again.
        """
        if not self.touch:
            target.click()
            return
        is_button = target.evaluate("e => e.matches('button, label, summary, a')")
        before = self._clicks() if is_button else 0
        target.tap()
        if not is_button:
            return
        if not self._is_clicked(before):
            target.tap()

    def _is_clicked(self, before: float) -> bool:
        """Say whether a click has come since there were so many; a page that comes after begins anew."""
        try:
            self.page.wait_for_function("n => window.clicksNoted !== n", arg=before, timeout=NO_CLICK)
        except TimeoutError:
            with suppress(Error):
                return self._clicks() != before  # a page that is busy answers late, or another by now
        except Error:  # it leads to another page
            pass
        return True

    def _clicks(self) -> float:
        count: float = self.page.evaluate("window.clicksNoted")
        return count

    def press_token(self, who: str) -> None:
        """Tap or click the middle of somebody's disc, wherever the name stands."""
        self.press(self.token(who).locator(".figure"))

    def select(self, who: str) -> None:
        """Choose somebody in the order, and wait for the card."""
        self.press(self.find(f"[data-order-who='{who}'] .order-pick").first)
        expect(self.find("#selected")).to_have_attribute("data-who", who)
        self.catch_up()

    @contextmanager
    def pressing_twice(self, x: float, y: float) -> Iterator[None]:
        """Press this spot once more after the block, by a press that was made when the block began.

        However slow the machine is, it comes quickly after those in the block, by the time that it bears.
        """
        press = self.page.evaluate_handle(
            """([x, y]) => {
                const at = { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y };
                const again = new MouseEvent("click", at);
                return () => void document.elementFromPoint(x, y)?.dispatchEvent(again);
            }""",
            [x, y],
        )
        yield
        press.evaluate("press => press()")

    def press_cell(self, cell: Cell) -> None:
        """Tap or click the middle of a cell."""
        self.press_map(cell[0] + 0.5, cell[1] + 0.5)

    def press_map(self, column: float, row: float) -> None:
        """Tap or click a place of the map, in cells: a door is a line, too thin for `press` to find."""
        self.on_glass(column, row)
        self.stand_still()
        x, y = self.on_glass(column, row)
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def open(self, fold: str) -> None:
        """Unfold a part of the page."""
        if self.find(fold).get_attribute("open") is None:
            self.press(self.find(f"{fold} > summary"))

    def whole_map(self) -> None:
        """Bring the whole map into sight."""
        self.press(self.map_tool("[data-zoom=fit]"))

    def map_tool(self, selector: str) -> Locator:
        """Find a tool of the map, and bring it out where a phone keeps them folded."""
        fold = self.find("#tools-fold")
        if fold.is_visible() and fold.get_attribute("aria-expanded") == "false":
            self.press(fold)
        return self.find(selector)

    def drag(self, who: str, to: Cell, freely: bool = False) -> None:
        """Drag a token to a cell and let it go."""
        with self.dragging(who, to, freely):
            pass

    @contextmanager
    def dragging(self, who: str, to: Cell, freely: bool = False) -> Iterator[None]:
        """Hold a token over a cell for as long as the block lasts, then let it go there."""
        middles = [(column + 0.5, row + 0.5) for column, row in (self.place(who), to)]
        with self.pulling(middles[0], middles[1], "Shift" if freely else None):
            yield

    @contextmanager
    def pulling(self, start: Spot, end: Spot, key: str | None = None) -> Iterator[None]:
        """Pull from one place of the map to another, in cells, and let go after the block.

        Args:
            key: held down from the beginning on, by those who have a keyboard.
        """
        self.stand_still()
        a, b = self.on_glass(*start), self.on_glass(*end)
        steps = [(a[0] + (b[0] - a[0]) * n / 6, a[1] + (b[1] - a[1]) * n / 6) for n in range(1, 7)]
        if self.touch:
            self.fingers("touchStart", a)
            for step in steps:
                self.fingers("touchMove", step)
            yield
            self.fingers("touchEnd")
            return
        mouse, keys = self.page.mouse, self.page.keyboard
        mouse.move(*a)
        if key:
            keys.down(key)
        mouse.down()
        for step in steps:
            mouse.move(*step)
        yield
        mouse.up()
        if key:
            keys.up(key)

    def fingers(self, kind: str, *points: tuple[float, float]) -> None:
        """Put fingers down on the glass, move them or lift them: touchStart, touchMove, touchEnd."""
        self._fingers = self._fingers or self.page.context.new_cdp_session(self.page)
        at = [{"x": x, "y": y} for x, y in points]
        self._fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    def stand_still(self) -> None:
        """Wait until the map lies still: where it gets more room it is laid out anew a frame later."""
        self.page.evaluate(
            """async () => {
                const map = document.getElementById("map");
                const lies = () => ["a", "e", "f"].map((part) => map.getScreenCTM()[part]).join();
                const frame = () => new Promise(requestAnimationFrame);
                for (let was = null; was !== lies();) {
                    was = lies();
                    await frame(); // before the page is laid out ...
                    await frame(); // ... and after it
                }
            }"""
        )

    def on_glass(self, column: float, row: float) -> tuple[float, float]:
        """Give where a place of the map lies in the window, which nothing else may cover there.

        A hand waits until the page has brought it into sight, as it does with the cells of a step, say.
        """
        place = [CELL * column, CELL * row]
        try:
            self.page.wait_for_function(f"place => ({ON_GLASS})(place)[2]", arg=place)
        except TimeoutError:
            raise AssertionError(
                f"{self.name} cannot reach {column}, {row}: something lies over it, or it is out of sight"
            ) from None
        x, y, _ = self.page.evaluate(ON_GLASS, place)
        return x, y
