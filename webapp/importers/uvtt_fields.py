"""The entries of a Universal VTT file, each checked: what can't be read is left out and counted.

Points are still in the file's own coordinates here: cells of the source map, which may have been cropped.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import dist, isfinite
from typing import Any

from rules.engine.text import Text, counted, template, text
from rules.map.model import Point
from webapp.importers.problem import ImportProblem
from webapp.importers.segments import Segment

MAX_NUMBER = 1e6
MAX_POINTS = 100_000
MAX_DOORS = 1_000
MAX_LIGHTS = 1_000
SHORTEST_DOOR = 1e-3
"""In cells; anything shorter is a slip of the exporting program, or what a crop left of a door."""

WHITE = "#ffffff"

_COUNTED = {
    "wall": (template("{n} wall"), template("{n} walls")),
    "wall segment": (template("{n} wall segment"), template("{n} wall segments")),
    "wall point": (template("{n} wall point"), template("{n} wall points")),
    "list of walls": (template("{n} list of walls"), template("{n} lists of walls")),
    "object": (template("{n} object"), template("{n} objects")),
    "object segment": (template("{n} object segment"), template("{n} object segments")),
    "object point": (template("{n} object point"), template("{n} object points")),
    "list of objects": (template("{n} list of objects"), template("{n} lists of objects")),
    "segment of object outlines": (
        template("{n} segment of object outlines"),
        template("{n} segments of object outlines"),
    ),
    "door": (template("{n} door"), template("{n} doors")),
    "list of doors": (template("{n} list of doors"), template("{n} lists of doors")),
    "light": (template("{n} light"), template("{n} lights")),
    "list of lights": (template("{n} list of lights"), template("{n} lists of lights")),
}


def counted_of(noun: str, n: int) -> Text:
    """Count what a file has, by its name in the singular: "1 door", "2 wall segments"."""
    one, many = _COUNTED[noun]
    return counted(one, many, n=n)


@dataclass(frozen=True, slots=True)
class FileDoor:
    """A portal: its gap from end to end, and whether it stands open."""

    gap: Segment
    is_open: bool


@dataclass(frozen=True, slots=True)
class FileLight:
    """A light with its range in cells and its colour as #rrggbb."""

    at: Point
    range_cells: float
    colour: str
    intensity: float
    shadows: bool


@dataclass(slots=True)
class FieldReader:
    """Reads the entries of one file; `unreadable` counts what it left out, by name in the singular."""

    fields: dict[str, Any]
    unreadable: Counter[str] = field(default_factory=Counter)

    def outlines(self, key: str, name: str, closed: bool = False) -> list[list[Point]]:
        """Read polylines. A bad point breaks its line in two, so that no wall is made up to bridge it.

        Args:
            key: the field to read.
            name: what a single line is called where it is counted as unreadable.
            closed: lead each whole outline back to its first point.

        Raises:
            ImportProblem: if there are more points than any real map has.
        """
        lines: list[list[Point]] = []
        points_left = MAX_POINTS
        for entry in self._entries(key, name):
            if not isinstance(entry, list):
                self.unreadable[name] += 1
                continue
            points_left -= len(entry)
            if points_left < 0:
                said = text(
                    "The file has over {points}: export a smaller part of the map.",
                    points=counted_of(f"{name} point", MAX_POINTS),
                )
                raise ImportProblem(said)
            points = [point(raw) for raw in entry]
            bad = points.count(None)
            self.unreadable[f"{name} point"] += bad
            whole = list(_without_gaps(points))
            if closed and not bad and len(points) > 2 and points[0] != points[-1]:
                whole[0].append(whole[0][0])
            lines += whole
        return lines

    def doors(self) -> list[FileDoor]:
        """Read the portals by their bounds alone: `position` and `rotation` differ from tool to tool."""
        doors = []
        for entry in self._entries("portals", "door", MAX_DOORS * 4):
            gap = _gap(entry)
            if gap is None:
                self.unreadable["door"] += 1
            else:
                doors.append(FileDoor(gap=gap, is_open=entry.get("closed") is False))
        return doors

    def lights(self) -> list[FileLight]:
        """Read the lights; one without a place or a range is no light."""
        lights = []
        for entry in self._entries("lights", "light", MAX_LIGHTS * 4):
            light = _light(entry)
            if light is None:
                self.unreadable["light"] += 1
            else:
                lights.append(light)
        return lights

    def part(self, key: str) -> dict[str, Any]:
        """Return the object under a key, empty where there is none."""
        value = self.fields.get(key)
        return value if isinstance(value, dict) else {}

    def _entries(self, key: str, name: str, limit: int = MAX_POINTS) -> list[Any]:
        value = self.fields.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            self.unreadable[f"list of {name}s"] += 1
            return []
        if len(value) > limit:
            said = text(
                "The file has {things}; at most {most} are read. Export a smaller part.",
                things=counted_of(name, len(value)),
                most=limit,
            )
            raise ImportProblem(said)
        return value


def number(value: object) -> float | None:
    """Read a number, also one written as a string; None if it isn't finite or is absurdly large."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        result = float(value)
    except (ValueError, OverflowError):
        return None
    return result if isfinite(result) and abs(result) <= MAX_NUMBER else None


def point(value: object) -> Point | None:
    """Read {x, y}."""
    if not isinstance(value, dict):
        return None
    x, y = number(value.get("x")), number(value.get("y"))
    return None if x is None or y is None else (x, y)


def colour(value: object) -> str | None:
    """Turn AARRGGBB (alpha first, unlike CSS) or RRGGBB into #rrggbb; None if it is neither."""
    if not isinstance(value, str):
        return None
    digits = value.removeprefix("#").lower()
    if len(digits) not in (6, 8) or not set(digits) <= set("0123456789abcdef"):
        return None
    return "#" + digits[-6:]


def _without_gaps(points: list[Point | None]) -> Iterator[list[Point]]:
    stretch: list[Point] = []
    for place in [*points, None]:
        if place is not None:
            stretch.append(place)
        else:
            if len(stretch) > 1:
                yield stretch
            stretch = []


def _gap(entry: object) -> Segment | None:
    bounds = entry.get("bounds") if isinstance(entry, dict) else None
    if not isinstance(bounds, list) or len(bounds) != 2:
        return None
    start, end = point(bounds[0]), point(bounds[1])
    if start is None or end is None or dist(start, end) < SHORTEST_DOOR:
        return None
    return start, end


def _light(entry: object) -> FileLight | None:
    if not isinstance(entry, dict):
        return None
    at, range_cells = point(entry.get("position")), number(entry.get("range"))
    if at is None or range_cells is None or range_cells <= 0:
        return None
    intensity = number(entry.get("intensity"))
    return FileLight(
        at=at,
        range_cells=range_cells,
        colour=colour(entry.get("color")) or WHITE,
        intensity=1.0 if intensity is None else max(0.0, intensity),
        shadows=entry.get("shadows") is not False,
    )
