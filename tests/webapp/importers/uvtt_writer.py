"""Writes Universal VTT files for tests, correct ones, and the odd ones of webapp/importers/README.md."""

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any

from PIL import Image

Line = Sequence[tuple[float, float]]


def png(width: int, height: int, mode: str = "RGB", colour: Any = "sienna") -> bytes:
    """Make a picture of one colour."""
    return saved(Image.new(mode, (width, height), colour), "PNG")


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    """Encode a picture as PNG, JPEG or WEBP."""
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def point(x: float, y: float) -> dict[str, float]:
    """Write a point as the format does."""
    return {"x": x, "y": y}


def portal(start: tuple[float, float], end: tuple[float, float], **changes: Any) -> dict[str, Any]:
    """Write a door; `changes` replace or add keys, for instance a misleading `rotation` or `position`."""
    middle = point((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    bounds = [point(*start), point(*end)]
    door = {"position": middle, "bounds": bounds, "rotation": 0, "closed": True, "freestanding": False}
    return {**door, **changes}


def light(x: float, y: float, **changes: Any) -> dict[str, Any]:
    """Write a light of range 5; `changes` replace or add keys."""
    lamp = {"position": point(x, y), "range": 5, "intensity": 1, "color": "ffeccd8b", "shadows": True}
    return {**lamp, **changes}


def uvtt_fields(
    size: tuple[float, float] = (10, 10),
    origin: tuple[float, float] = (0, 0),
    pixels: int = 8,
    walls: Iterable[Line] = (),
    objects: Iterable[Line] | None = None,
    portals: Any = (),
    lights: Any = (),
    picture: bytes | None = None,
    environment: Mapping[str, Any] | None = None,
    **extra: Any,
) -> dict[str, Any]:
    """Write a file's fields; None leaves a key out, and `extra` replaces or adds keys as they stand.

    Args:
        size, origin: in cells.
        pixels: of a cell's side.
        walls, objects: polylines in cells of the source map.
        picture: the bytes of a picture; None makes a plain one of the right size.
    """
    if picture is None:
        picture = png(max(1, round(size[0] * pixels)), max(1, round(size[1] * pixels)))
    fields: dict[str, Any] = {
        "format": 0.2 if objects is None else 0.3,
        "resolution": {"map_origin": point(*origin), "map_size": point(*size), "pixels_per_grid": pixels},
        "line_of_sight": [[point(*place) for place in line] for line in walls],
        "portals": portals,
        "image": base64.b64encode(picture).decode(),
    }
    if objects is not None:
        fields["objects_line_of_sight"] = [[point(*place) for place in line] for line in objects]
    if lights is not None:
        fields["lights"] = lights
    if environment is not None:
        fields["environment"] = dict(environment)
    return {**fields, **extra}


def uvtt(without: Sequence[str] = (), bom: bool = False, encoding: str = "utf-8", **fields: Any) -> bytes:
    """Write a file from the arguments of `uvtt_fields`, without some of its keys, or in another encoding."""
    written = {key: value for key, value in uvtt_fields(**fields).items() if key not in without}
    return (b"\xef\xbb\xbf" if bom else b"") + json.dumps(written).encode(encoding)
