"""A page that stays open through whatever happens: it finds another process when its line breaks.

It does with what it is pushed what `static/js/core/socket.js` does, and keeps the text of each part, to
compare it with a page that is opened anew.
"""

import re
import threading
import time
from collections.abc import Sequence
from html.parser import HTMLParser
from typing import Any

from tests.load.player import BREAKS, Player

_VOID = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})
_LINE = re.compile(r'<li id="log-\d+".*?(?=<li id="log-\d+"|\Z)', re.S)
_OWN = (
    (re.compile(r' hx-swap-oob="\w+"'), ""),
    (re.compile(r'name="csrf" value="[^"]*"'), 'name="csrf" value=""'),
    (re.compile(r"127\.0\.0\.1:\d+"), "127.0.0.1"),  # in links: behind a proxy all have one address
)
"""What is not the same wherever and however a page came by it."""
_AGAIN = 0.05
"""Seconds after which a line is tried again."""


class LivePage:
    """Somebody's page. Its line is looked after by a thread of its own until `close`."""

    def __init__(self, player: Player, origins: Sequence[str]) -> None:
        """Open it at the player's own process.

        Args:
            origins: of all processes, to which it goes in turn when a line breaks.
        """
        self.player, self._origins = player, list(origins)
        self.shown = Shown()
        self.away: list[float] = []
        """For how many seconds it was without a line, each time that it lost one."""
        self.trouble = ""
        """What went wrong otherwise than by a line that broke."""
        self.has_line = self._is_open = True
        self._resumes = False
        player.on_update = self._take
        player.connect()
        self._thread = threading.Thread(target=self._stay, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Leave."""
        self._is_open = False
        self.player.close()
        self._thread.join(20)

    def _stay(self) -> None:
        try:
            while self._is_open:
                self.player.listen()
                self._find_a_line()
        except Exception as trouble:  # told by the thread that looks at this page
            self.trouble = repr(trouble)

    def _find_a_line(self) -> None:
        lost, self.has_line = time.monotonic(), False
        while self._is_open and not self._comes_back():
            time.sleep(_AGAIN)
        self.has_line = True
        self.away.append(time.monotonic() - lost)

    def _comes_back(self) -> bool:
        here = self._origins.index(self.player.origin)
        self.player.origin = self._origins[(here + 1) % len(self._origins)]
        try:
            self.player.connect(self.shown.seq)
        except (*BREAKS, AssertionError):
            return False
        return True

    def _take(self, _at: float, update: dict[str, Any]) -> None:
        if self.shown.take(update):
            self._resumes = False
        elif not self._resumes:
            self._resumes = True
            self.player.send("resume", {"seq": self.shown.seq})


class Shown:
    """What a page shows, put together from what it was pushed."""

    def __init__(self) -> None:
        self.seq: int | None = None
        self.parts: dict[str, str] = {}
        """The text of each panel and each part of the map, by the id of its element."""
        self.lines: list[str] = []
        """The lines of the log."""

    def take(self, update: dict[str, Any]) -> bool:
        """Take an update in; say whether it followed on what is shown."""
        assert not update.get("reload"), "nothing happens here for which a page is loaded anew"
        if update.get("ahead"):
            tokens = self.parts.get("tokens", "")  # a page that missed something may lack one
            self._move([move for move in update["moves"] if f'id="token-{move["id"]}"' in tokens])
            return True
        if update["prev"] is not None and update["prev"] != self.seq:
            return False
        for id_, text in elements(_plain(update["panels"])):
            self._put(id_, text)
        self._move(update["moves"])
        for part in update["drawn"]:
            self._draw(part["id"], part["in"], part["svg"])
        self.seq = update["seq"]
        return True

    def _move(self, moves: list[dict[str, Any]]) -> None:
        for move in moves:
            self.parts["tokens"] = _moved(self.parts["tokens"], **move)

    def _put(self, id_: str, text: str) -> None:
        if id_ == "log":
            self.lines = _lines(text)
        elif id_ == "":  # what is put behind the lines that there are
            self.lines += _lines(text)
        elif id_ == "tokens":
            self.parts[id_] = _inside(_inside(text))
        else:
            self.parts[id_] = text

    def _draw(self, id_: str, layer: str, svg: str) -> None:
        if layer == "doors":
            doors = dict(elements(_inside(self.parts["doors"]))) | {id_: svg}
            self.parts["doors"] = f'<g id="doors">{"".join(doors.values())}</g>'
        elif svg:
            self.parts[id_] = svg
        else:
            self.parts.pop(id_, None)

    def differs_from(self, fresh: "Shown") -> list[str]:
        """Name what is not as on a page that is opened anew, which may show less of the log."""
        names = sorted({*self.parts, *fresh.parts})
        found = [name for name in names if self.parts.get(name) != fresh.parts.get(name)]
        if self.seq != fresh.seq:
            found.append(f"seq {self.seq} and {fresh.seq}")
        if self.lines[-len(fresh.lines) :] != fresh.lines:
            found.append("log")
        return found

    def differs_from_page(self, loaded: str) -> list[str]:
        """Name what is otherwise on a page that was loaded anew; the projector's has no log, for one."""
        loaded = _plain(loaded)
        shown = {**self.parts, "log": "".join(line + "\n" for line in self.lines)}
        there = {name: text.strip() for name, text in shown.items() if f'id="{name}"' in loaded}
        assert {"tokens", "map-ground"} <= there.keys(), "a page shows a map"
        return [name for name, text in there.items() if text not in loaded]


def _plain(text: str) -> str:
    for pattern, instead in _OWN:
        text = pattern.sub(instead, text)
    return text


def _inside(element: str) -> str:
    return element[element.index(">") + 1 : element.rindex("<")]


def _lines(log: str) -> list[str]:
    inner = log[: log.rindex("</ol>")]
    return [line.strip() for line in _LINE.findall(inner)]


def _moved(tokens: str, id: str, x: Any, y: Any, place: str) -> str:
    head = re.search(rf'<g id="token-{re.escape(id)}"[^>]*>', tokens)
    assert head is not None, f"{id} is on the map"
    fresh = head[0]
    now = {"transform": f"translate({x} {y})", "data-x": x, "data-y": y, "data-place": place}
    for name, value in now.items():
        fresh = re.sub(rf' {name}="[^"]*"', f' {name}="{value}"', fresh, count=1)
    return tokens.replace(head[0], fresh)


def elements(text: str) -> list[tuple[str, str]]:
    """Cut a text into its outermost elements, each with its id: that of what a wrapper without one holds."""
    cutter = _Cutter(text)
    cutter.feed(text)
    cutter.close()
    return cutter.found


class _Cutter(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self._starts = [0]
        for line in text.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._text, self._depth, self._from, self._id = text, 0, 0, ""
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VOID:
            return
        if not self._depth:
            self._from, self._id = self._at(), ""
        if self._depth < 2 and not self._id:
            named = dict(attrs).get("id") or ""
            self._id = named if not self._depth or tag == "g" else ""
        self._depth += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        return

    def handle_endtag(self, tag: str) -> None:
        self._depth -= 1
        if not self._depth:
            end = self._text.index(">", self._at()) + 1
            self.found.append((self._id, self._text[self._from : end]))

    def _at(self) -> int:
        line, column = self.getpos()
        return self._starts[line - 1] + column


def fresh_page(player: Player, origin: str) -> Shown:
    """Open a page with somebody's session at a process, and give what it shows."""
    page, shown = player.again(origin), Shown()

    def take(_at: float, update: dict[str, Any]) -> None:
        shown.take(update)

    page.on_update = take
    page.connect()
    while shown.seq is None:
        page.take()
    page.close()
    return shown
