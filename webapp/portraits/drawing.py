"""Putting a portrait together: the parts in `parts/` over one another, in its colours, under one light.

A part says of its shapes only what they are: `fill="@skin-d"` names a colour of the palette, and
`cel="cloth"` asks for a whole shape in it, with shade on the side that is turned from the light (upper
left) and an outline.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from webapp.portraits.palette import INK, colour, darker, lighter

_PARTS = Path(__file__).parent / "parts"
_SHADE = 5.0  # how wide the shade of a shape is, in about units of a disc of 128
_NAMED = re.compile(r"@([a-z-]+)")
_GROUND = (
    '<clipPath id="disc"><circle cx="64" cy="64" r="64"/></clipPath>'
    '<radialGradient id="ground" cx="0.36" cy="0.3" r="0.85">'
    '<stop offset="0" stop-color="{light}"/><stop offset="0.55" stop-color="{plain}"/>'
    '<stop offset="1" stop-color="{dark}"/></radialGradient>'
    '<linearGradient id="light" x1="0" y1="0" x2="1" y2="1">'
    '<stop offset="0" stop-color="#fff6df" stop-opacity="0.22"/>'
    '<stop offset="0.45" stop-color="#fff6df" stop-opacity="0"/>'
    '<stop offset="1" stop-color="#0c0a1c" stop-opacity="0.42"/></linearGradient>'
)
_SHADED = (
    '<radialGradient id="{name}" cx="0.36" cy="0.32" r="{radius:.3f}">'
    '<stop offset="0.96" stop-color="{lit}"/><stop offset="1" stop-color="{dark}"/></radialGradient>'
)
"""A fill that is lit from the upper left, in any shape: shade cut out by each would be slow to draw."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What a portrait shows: its parts by their names, its own colours, and what it stands before."""

    parts: tuple[str, ...]
    ground: str
    colours: Mapping[str, str]


def drawn(figure: Figure) -> str:
    """Write a portrait as an SVG: a disc, 128 wide."""
    found = sorted((_part(name) for name in figure.parts), key=lambda part: part[0])
    shaded: dict[str, str] = {}
    inside = "".join(_written(child, figure.colours, shaded) for _, part in found for child in part)
    ground = _GROUND.format(light=lighter(figure.ground), plain=figure.ground, dark=darker(figure.ground))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><defs>{ground}'
        f'{"".join(shaded.values())}</defs><g clip-path="url(#disc)">'
        f'<path d="M0 0H128V128H0Z" fill="url(#ground)"/>{inside}'
        '<path d="M0 0H128V128H0Z" fill="url(#light)"/></g></svg>'
    )


def _part(name: str) -> tuple[int, ElementTree.Element]:
    """Find a part, with its layer: what has a lower number lies under it."""
    part = _all_parts()[name]
    return int(part.get("layer", "0")), part


@cache
def _all_parts() -> dict[str, ElementTree.Element]:
    files = sorted(_PARTS.glob("*.svg"))
    return {part.get("id", ""): part for file in files for part in ElementTree.parse(file).getroot()}


def _written(element: ElementTree.Element, own: Mapping[str, str], shaded: dict[str, str]) -> str:
    """Write an element in the portrait's colours, with shade and outline where it is a whole shape.

    Args:
        shaded: the fills with shade, by their names; one that is lacking is added.
    """
    tag = element.tag.rpartition("}")[2]
    said = {k: _NAMED.sub(lambda found: colour(found[1], own), v) for k, v in element.items()}
    whole, by = said.pop("cel", ""), float(said.pop("by", _SHADE))
    shape = "".join(f' {key}="{value}"' for key, value in said.items())
    if not whole:
        inside = "".join(_written(child, own, shaded) for child in element)
        return f"<{tag}{shape}>{inside}</{tag}>" if inside else f"<{tag}{shape}/>"
    name = f"{whole}-{by:g}"
    if name not in shaded:
        lit = colour(whole, own)
        radius = 0.68 - by / 60
        shaded[name] = _SHADED.format(name=name, radius=radius, lit=lit, dark=darker(lit))
    return f'<{tag}{shape} fill="url(#{name})" stroke="{INK}" stroke-width="3" stroke-linejoin="round"/>'
