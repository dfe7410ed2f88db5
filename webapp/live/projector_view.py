"""What part of the map the projector shows: a frame that the GM sees on the own map and moves.

Each screen says how much of the map it can show, which depends on its size and on what was measured there; it
is told where to look. The frame goes by whole cells, so that miniatures that are moved with it stand on cells
again. A peek shows another place for a while and is kept nowhere: the frame stays where it was, and so does
everything that its place depends on, whatever happens meanwhile.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite, sqrt
from typing import Any

from flask import current_app
from flask_socketio import SocketIO

from rules.engine.refusal import Refusal
from rules.engine.text import text
from rules.map.model import BattleMap, GridKind
from webapp.drawing.zone_layout import UNIT, lay_out
from webapp.live.audiences import audiences
from webapp.live.per_table import PerTable
from webapp.table.host import Host

FRAMINGS = "battlemat-framings"
PEEK, MEASURE, LEVEL = "peek", "measure", "level"
WINDOWS = "windows"
"""The part of a table that each process shows the others: the projectors that are open there."""
LARGEST_CELL, SMALLEST_CELL = 200.0, 5.0
"""What a cell may measure on the table, in millimetres."""
_MEASURES = ("card", "ruler", "diagonal")
_LONGEST_NAME = 80  # of a level
_FARTHEST = 1e6  # map units: no frame is as large, or lies as far out

Spot = tuple[float, float]


def step_of(battle_map: BattleMap | None) -> Spot:
    """Give how far the frame goes at a time, in map units, so that cells lie where cells lay before."""
    kind = battle_map.grid.kind if battle_map is not None else GridKind.SQUARE
    pair = sqrt(3) * UNIT  # of two rows of hexes: the next one is pushed by half a cell
    if kind is GridKind.HEX_COLUMNS:
        return (pair, UNIT)
    return (UNIT, pair) if kind is GridKind.HEX_ROWS else (UNIT, UNIT)


@dataclass(frozen=True, slots=True)
class Window:
    """A screen as it says that it is. Width and height are of the map that it shows, in map units."""

    width: float
    height: float
    pixels: tuple[int, int]
    measured: bool
    """Whether somebody has measured it: only then it knows how large a cell is."""
    awake: bool
    """Whether it can keep itself from going to sleep."""
    measuring: str = ""
    """How it is being measured just now, if it is."""
    level: str = ""
    """The level of the map that it shows; empty on a map without."""

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> "Window":
        """Read what a screen says of itself. Raises `Refusal` `bad-command`."""
        width, height = _length(data.get("width")), _length(data.get("height"))
        wide, high = (_length(part) for part in _pair(data.get("pixels")))
        measuring = data.get("measuring", "")
        return cls(
            width=width,
            height=height,
            pixels=(int(wide), int(high)),
            measured=data.get("measured") is True,
            awake=data.get("awake") is True,
            measuring=measuring if measuring in _MEASURES else "",
            level=_name(data.get("level", "")),
        )


def _name(value: Any) -> str:
    return value if isinstance(value, str) and len(value) <= _LONGEST_NAME else ""


def _length(value: Any) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value):
        return min(max(float(value), -_FARTHEST), _FARTHEST)
    raise Refusal(
        "bad-command", text("A length must be a number; {given} is none.", given=repr(str(value)[:20]))
    )


def _pair(value: Any) -> tuple[Any, Any]:
    if isinstance(value, list | tuple) and len(value) == 2:
        return (value[0], value[1])
    raise Refusal("bad-command", text("A place on the map must be two numbers."))


class Framing:
    """The screens of one table. Its methods but `command` are called with the host's lock held."""

    def __init__(self, socketio: SocketIO, host: Host) -> None:
        self._socketio, self._host = socketio, host
        self._windows: dict[str, Window] = {}
        self._looks: dict[str, dict[str, Any]] = {}
        self._told: dict[str, Any] = {}

    # --------------------------------------------------------------------------------- from its pages
    def report(self, sid: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """Take in what a screen says of itself, and tell it where to look."""
        self._windows[sid] = window = Window.parse(data)
        self._looks[sid] = look = self._look(window)
        self._tell_gm()
        return look

    def leave(self, sid: str) -> None:
        """Let a page go."""
        self._looks.pop(sid, None)
        if self._windows.pop(sid, None) is not None:
            self._tell_gm()

    def welcome(self, sid: str) -> None:
        """Show a GM's page that comes in where the screens look."""
        self._socketio.emit("frames", self._frames(), to=sid)

    def command(self, data: Mapping[str, Any]) -> None:
        """Move the frame, peek elsewhere, come back, or stay on a level. Raises `Refusal` `bad-command`."""
        if "level" in data:
            self._stay_on(data["level"])
            return
        with self._host.lock:
            frame = self._look_elsewhere(data)
            if frame is None:
                self.publish()
        if frame is not None:
            self._host.change_settings(frame=frame)

    def _stay_on(self, level: Any) -> None:
        """Have the screens stay on a level of the map; None lets them go with who acts."""
        with self._host.lock:
            battle_map = self._host.battle.state.map
            if level is None:
                self._host.notes.take(LEVEL, LEVEL)
            elif battle_map is not None and any(one.id == level for one in battle_map.levels):
                self._host.notes.put(LEVEL, LEVEL, (self._host.scene.id, level))
            else:
                raise Refusal("bad-command", text("The map has no such level."))
            self.publish()

    @property
    def _held_level(self) -> dict[str, Any]:
        """Give the level that the screens stay on, as they are told; nothing at all on a map without."""
        battle_map = self._host.battle.state.map
        if battle_map is None or not battle_map.levels:
            return {}
        kept = self._host.notes.of(LEVEL).get(LEVEL)
        is_held = kept is not None and kept[0] == self._host.scene.id
        return {"level": kept[1] if is_held and kept is not None else None}

    def _look_elsewhere(self, data: Mapping[str, Any]) -> tuple[str, float, float] | None:
        """Take in where the table looks; give the frame, where that is to be kept."""
        if not (data.get("return") is True or "peek" in data or "to" in data):
            raise Refusal("bad-command", text("Say where the table looks ('to'), 'peek', or 'return'."))
        scene, peek, frame = self._host.scene.id, None, None
        if data.get("return") is not True and "peek" in data:
            peek = (scene, self._snap(_pair(data["peek"])))
        elif data.get("return") is not True:
            frame = (scene, *self._snap(_pair(data["to"])))
        if peek is None:
            self._host.notes.take(PEEK, PEEK)
        else:
            self._host.notes.put(PEEK, PEEK, peek)
        return frame

    @property
    def _peek(self) -> tuple[str, Spot] | None:
        """Give the scene and the place that the projector shows for a while."""
        kept = self._host.notes.of(PEEK).get(PEEK)
        return (kept[0], (kept[1][0], kept[1][1])) if kept is not None else None

    def measure(self, data: Mapping[str, Any]) -> None:
        """Hand on to the screens what the GM does to measure them. Raises `Refusal` `bad-command`."""
        told: dict[str, Any] = {key: data[key] for key in ("open", "keep", "leave") if data.get(key) is True}
        if data.get("by") in _MEASURES:
            told["by"] = data["by"]
        told |= {key: _length(data[key]) for key in ("grow", "inches") if key in data}
        if not told:
            raise Refusal("bad-command", text("Say what is to be done to measure the screen."))
        self.tell_windows(told)
        self._host.others.ask(self._host, MEASURE, told)

    def tell_windows(self, told: dict[str, Any]) -> None:
        """Hand on to the screens of this process how they are measured."""
        for sid in self._windows:
            self._socketio.emit("measure-screen", told, to=sid)

    # ---------------------------------------------------------------------------------- to its pages
    def publish(self) -> None:
        """Tell screens and GM what has changed of where they look."""
        if self._peek is not None and self._peek[0] != self._host.scene.id:
            self._host.notes.take(PEEK, PEEK)
        for sid, window in self._windows.items():
            look = self._look(window)
            if self._looks.get(sid) != look:
                self._looks[sid] = look
                self._socketio.emit("look", look, to=sid)
        self._tell_gm()

    def _look(self, window: Window) -> dict[str, Any]:
        settings = self._host.settings
        framed = self._is_framed(window)
        peek = self._peek
        at = (peek[1] if peek else self._home(window)) if framed else None
        return {"cellMm": settings.cell_mm, "trueSize": settings.true_size, "at": at, **self._held_level}

    def _is_framed(self, window: Window) -> bool:
        return window.measured and self._host.settings.true_size and window.width > 0 and window.height > 0

    def _home(self, window: Window) -> Spot:
        """Give the left and upper edge of a window's frame: where the GM put it, or in the middle."""
        frame = self._host.settings.frame
        if frame is not None and frame[0] == self._host.scene.id:
            return self._snap(frame[1:])
        width, height = self._size()
        return self._snap(((width - window.width) / 2, (height - window.height) / 2))

    def _size(self) -> Spot:
        battle_map = self._host.battle.state.map
        layout = lay_out(battle_map) if battle_map is not None else None
        return (layout.width, layout.height) if layout is not None else (UNIT, UNIT)

    def _snap(self, place: tuple[Any, Any]) -> Spot:
        """Give the whole cell that is nearest to a place, so that no frame leaves the map behind."""
        steps, size = step_of(self._host.battle.state.map), self._size()
        x, y = (
            min(max(round(_length(part) / step), -round(_FARTHEST / step)), int((length - 1) // step)) * step
            for part, step, length in zip(place, steps, size, strict=True)
        )
        return (x, y)

    def _frames(self) -> dict[str, Any]:
        rows = []
        for sid, window in self._windows.items():
            at = self._look(window)["at"]
            level = {"level": window.level} if window.level else {}
            rows.append(
                {
                    **level,
                    "id": sid[:8],
                    "at": at,
                    "home": self._home(window) if at is not None else None,
                    "size": (window.width, window.height),
                    "pixels": window.pixels,
                    "measured": window.measured,
                    "awake": window.awake,
                    "measuring": window.measuring,
                }
            )
        self._host.others.show(self._host, WINDOWS, list(rows))
        for theirs in self._host.others.parts(self._host, WINDOWS):
            rows += theirs
        return {
            "frames": rows,
            "peeking": self._peek is not None,
            "step": step_of(self._host.battle.state.map),
            **self._held_level,
        }

    def _tell_gm(self) -> None:
        frames = self._frames()
        if frames == self._told:
            return
        self._told = frames
        for name, viewer in audiences().of(self._host).rooms():
            if viewer.is_gm:
                self._socketio.emit("frames", frames, to=name)


class Framings(PerTable[Framing]):
    """The screens of all tables in this process."""

    def close(self, host: Host) -> None:
        """Forget a host that is no more."""
        self._forget(host)

    def publish(self, host: Host) -> None:
        """Bring a table's screens up to date."""
        shown = self._if_made(host)
        if shown is not None:
            with self._app.app_context():
                shown.publish()

    def _make(self, host: Host) -> Framing:
        return Framing(self._socketio, host)


def framings() -> Framings:
    """Give the app's screens."""
    found: Framings = current_app.extensions[FRAMINGS]
    return found
