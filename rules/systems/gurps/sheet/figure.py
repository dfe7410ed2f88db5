"""A picture of a body on which a location is chosen: outlines on a sheet 100 wide and 200 high.

The humanoid is drawn, and so are the beasts of the rules, seen from the front; any other body is a column of
fields in the order of its plan, so that whatever a plan lists can be found and hit.
"""

from collections.abc import Mapping

from rules.engine.text import Words
from rules.systems.gurps.sheet.body import BodyPlan, Location
from rules.systems.gurps.sheet.names import name_of

WIDTH, HEIGHT = 100.0, 200.0


def _box(x: float, y: float, width: float, height: float, round_: float = 3) -> str:
    """Write a rounded box as a path."""
    r = min(round_, width / 2, height / 2)
    across, down = width - 2 * r, height - 2 * r
    return (
        f"M{x + r:g} {y:g}h{across:g}a{r:g} {r:g} 0 0 1 {r:g} {r:g}v{down:g}a{r:g} {r:g} 0 0 1 {-r:g} {r:g}"
        f"h{-across:g}a{r:g} {r:g} 0 0 1 {-r:g} {-r:g}v{-down:g}a{r:g} {r:g} 0 0 1 {r:g} {-r:g}z"
    )


_HUMANOID: Mapping[str, str] = {  # its right is the reader's left, as it faces the reader
    "skull": "M30 22a20 20 0 0 1 40 0z",
    "face": "M30 23h40v10a20 18 0 0 1 -40 0z",
    "right-eye": _box(33, 25, 15, 11, 5),
    "left-eye": _box(52, 25, 15, 11, 5),
    "neck": _box(41, 52, 18, 9, 2),
    "torso": "M30 62h40l-3 42h-34z",
    "vitals": _box(40, 66, 20, 16, 8),
    "groin": "M33 106h34l-4 12h-26z",
    "right-arm": _box(13, 63, 15, 46, 6),
    "left-arm": _box(72, 63, 15, 46, 6),
    "right-hand": _box(11, 111, 17, 15, 6),
    "left-hand": _box(72, 111, 17, 15, 6),
    "right-leg": _box(32, 120, 17, 58, 6),
    "left-leg": _box(51, 120, 17, 58, 6),
    "right-foot": _box(24, 180, 25, 14, 5),
    "left-foot": _box(51, 180, 25, 14, 5),
}
_BEASTS: Mapping[str, str] = {
    "right-foreleg": _box(11, 64, 17, 66, 6),
    "left-foreleg": _box(72, 64, 17, 66, 6),
    "right-forefoot": _box(7, 132, 21, 15, 6),
    "left-forefoot": _box(72, 132, 21, 15, 6),
    "right-hind-leg": _box(32, 120, 17, 58, 6),
    "left-hind-leg": _box(51, 120, 17, 58, 6),
    "right-hind-foot": _box(24, 180, 25, 14, 5),
    "left-hind-foot": _box(51, 180, 25, 14, 5),
    "right-wing": "M28 64l-26 -22v78l26 -12z",
    "left-wing": "M72 64l26 -22v78l-26 -12z",
}
_DRAWN: Mapping[str, str] = {**_HUMANOID, **_BEASTS}
_SPOTS: Mapping[str, tuple[float, float]] = {"torso": (50, 94), "face": (50, 43), "skull": (50, 13)}
"""Where a figure is written that lies under another one, or is not as broad everywhere."""


def outlines(body: BodyPlan) -> Mapping[str, str]:
    """Give the path of each location of a body, those on top of others last."""
    if set(body.ids) <= set(_DRAWN):
        return {id_: path for id_, path in _DRAWN.items() if id_ in body.ids}
    return _fields(body.locations)


def caption(body: BodyPlan, location: Location) -> Words:
    """Give what is written into an outline besides a number: its name, on a body that is no drawn one."""
    return "" if set(body.ids) <= set(_DRAWN) else name_of(location)


def _fields(locations: tuple[Location, ...]) -> Mapping[str, str]:
    """Lay the locations out in two columns: the right ones on the reader's left, single ones across."""
    rows: list[list[Location]] = []
    for location in locations:
        left = rows[-1] if rows else []
        pair = len(left) == 1 and left[0].part is location.part and _sided(left[0]) and _sided(location)
        if pair:
            left.append(location)
        else:
            rows.append([location])
    high = (HEIGHT - 4) / len(rows)
    found: dict[str, str] = {}
    for number, row in enumerate(rows):
        wide = (WIDTH - 4) / len(row)
        for column, location in enumerate(row):
            x, y = 2 + column * wide, 2 + number * high
            found[location.id] = _box(x + 1, y + 1, wide - 2, high - 2)
    return found


def _sided(location: Location) -> bool:
    return any(word in location.id.split("-") for word in ("right", "left"))


def spot(id_: str, path: str) -> tuple[float, float]:
    """Give where a figure is written in an outline: the middle of the points that its path goes through."""
    if id_ in _SPOTS and path == _DRAWN[id_]:
        return _SPOTS[id_]
    x = y = 0.0
    xs, ys = [], []
    for command, numbers in _steps(path):
        if command == "M":
            x, y = numbers
        elif command == "h":
            x += numbers[0]
        elif command == "v":
            y += numbers[0]
        elif command in ("l", "a"):
            x, y = x + numbers[-2], y + numbers[-1]
        xs.append(x)
        ys.append(y)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _steps(path: str) -> list[tuple[str, list[float]]]:
    found: list[tuple[str, list[float]]] = []
    word = ""
    for sign in [*path, " "]:
        if sign.isalpha() and sign != "e":
            if word.strip():
                found[-1][1].extend(float(part) for part in word.split())
            word = ""
            if sign != "z":
                found.append((sign, []))
        else:
            word += sign
    return found
