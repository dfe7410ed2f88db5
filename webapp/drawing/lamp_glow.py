"""Lamps as they are drawn: a glow in the colour of the light that ends at walls, and the night about it.

In the fog a viewer is shown the lamps that hang or are carried where it looks, and their light as the walls
that it knows let it through: nothing else of the map goes into what is drawn.
"""

from dataclasses import dataclass

import numpy as np

from rules.engine.state import BattleState
from rules.map.cell_bits import holds
from rules.map.grid import Footprint, cell_at, footprint_centre, has_cells
from rules.map.model import BattleMap, Brightness, Light, Point
from rules.map.sight import map_edge, skyline_from
from rules.map.vision import flames
from webapp.drawing.fog_drawing import cover_cells
from webapp.drawing.zone_layout import UNIT
from webapp.visibility.known_people import Feeling, MapKnowledge

_KEPT = 400  # lamps whose light was followed to the walls, on one map
_WHITE = "#ffffff"
_FLAME = "#ffcf87"
"""What light is drawn with that has no colour of its own."""
_GLARE = {Brightness.BRIGHT: 0.34, Brightness.DIM: 0.42, Brightness.DARK: 0.5}
"""How strong a glow is at its lamp: the darker it is about it, the stronger."""
_DEPTHS = {Brightness.DIM: (0.2, 0.28), Brightness.DARK: (0.38, 1.0)}
"""How dark the night is drawn: for whom nothing is kept from, and in the fog. In the dark light fades there
into what is unseen: anything paler would end in the stairs of the cells that are lit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GlowView:
    """The light of a lamp, in map units: where it stands, how far it shines, what it reaches."""

    id: str
    x: float
    y: float
    r: float
    bright: float
    """The share of its range that is bright."""
    colour: str
    strength: float
    d: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NightView:
    """What lies in the dark, as a path in map units, but where a lamp glows or eyes need none."""

    d: str
    box: tuple[float, float, float, float]
    depth: float
    eyes: tuple[tuple[float, float, float], ...]
    """Where somebody looks, with how far they feel their way: x, y and a radius."""


def carried_lights(state: BattleState, known: frozenset[str]) -> tuple[Light, ...]:
    """List the lights that are carried by those whom a viewer knows of and the GM does not hide."""
    grid = None if state.map is None else state.map.grid
    if grid is None or not has_cells(grid):
        return ()
    return tuple(
        Light(
            at=footprint_centre(grid, Footprint(c.at, c.size)),
            range_cells=c.lamp.dim,
            bright_cells=c.lamp.bright,
        )
        for c in state.combatants.values()
        if c.lamp is not None and isinstance(c.at, tuple) and c.id in known and not c.hidden
    )


def see_glows(
    drawn: BattleMap,
    lights: tuple[Light, ...],
    carried: tuple[Light, ...],
    ambient: Brightness,
    map_knowledge: MapKnowledge | None = None,
) -> tuple[GlowView, ...]:
    """Draw the light of lamps.

    Args:
        drawn: the map as the viewer knows it.
        lights: those that stand on the map.
        carried: those of combatants whom the viewer knows.
        ambient: how light it is where none of them shines.
        map_knowledge: what the viewer sees in the fog: of the lights of the map those there; None for all.
    """
    if not has_cells(drawn.grid):
        return ()
    standing = [light for light in lights if map_knowledge is None or _is_seen(drawn, light, map_knowledge)]
    glows = (
        _glow(drawn, light, f"glow-{kind}{n}", ambient)
        for kind, group in (("", standing), ("by-", carried))
        for n, light in enumerate(group)
    )
    return tuple(glow for glow in glows if glow is not None)


def see_night(
    drawn: BattleMap,
    ambient: Brightness,
    in_the_dark: tuple[Feeling, ...] = (),
    map_knowledge: MapKnowledge | None = None,
) -> NightView | None:
    """Draw the dark: over what is seen in the fog, or over all of the map; None where it is bright.

    Args:
        in_the_dark: where the viewer's own stand in the fog, and how far they see without a light.
    """
    if ambient is Brightness.BRIGHT or not has_cells(drawn.grid):
        return None
    left, top, right, bottom = (round(edge * UNIT, 1) for edge in map_edge(drawn.grid))
    if map_knowledge is None:
        covered, depth = f"M{left:g} {top:g}H{right:g}V{bottom:g}H{left:g}z", _DEPTHS[ambient][0]
    else:
        covered, depth = cover_cells(drawn.grid, map_knowledge.seen), _DEPTHS[ambient][1]
    eyes = tuple((round(x * UNIT, 1), round(y * UNIT, 1), r * UNIT) for x, y, r in in_the_dark)
    return NightView(d=covered, box=(left, top, right - left, bottom - top), depth=depth, eyes=eyes)


def _is_seen(drawn: BattleMap, light: Light, map_knowledge: MapKnowledge) -> bool:
    cell = cell_at(drawn.grid, light.at)
    return cell is not None and holds(map_knowledge.seen, drawn.grid, cell)


def _glow(drawn: BattleMap, light: Light, id_: str, ambient: Brightness) -> GlowView | None:
    if light.range_cells <= 0:
        return None
    outline = _outline(drawn, light)
    if not outline:
        return None
    bright = light.range_cells / 2 if light.bright_cells is None else light.bright_cells
    return GlowView(
        id=id_,
        x=round(light.at[0] * UNIT, 1),
        y=round(light.at[1] * UNIT, 1),
        r=round(light.range_cells * UNIT, 1),
        bright=round(min(max(bright / light.range_cells, 0.0), 1.0), 3),
        colour=_FLAME if light.colour.lower() == _WHITE else light.colour,
        strength=round(_GLARE[ambient] * min(max(light.intensity, 0.35), 1.0), 3),
        d=outline,
    )


def _outline(drawn: BattleMap, light: Light) -> str:
    """Give what a lamp reaches as a path; empty where it reaches nothing."""
    kept: dict[tuple[Point, float, bool], str] = drawn.derived(_no_outlines)
    of = light.at, light.range_cells, light.shadows
    if of not in kept:
        if len(kept) > _KEPT:
            kept.clear()
        kept[of] = _circle(light) if not light.shadows else "".join(_reached(drawn, light))
    return kept[of]


def _no_outlines(_: BattleMap) -> dict[tuple[Point, float, bool], str]:
    return {}


def _reached(drawn: BattleMap, light: Light) -> list[str]:
    found = []
    for flame in flames(drawn, light.at):
        skyline = skyline_from(drawn, flame, light.range_cells)
        if skyline is not None:
            points = np.rint((skyline.outline() + np.array(flame)) * UNIT).astype(np.int64).tolist()
            found.append("M" + "L".join(f"{x} {y}" for x, y in points) + "Z")
    return found


def _circle(light: Light) -> str:
    (x, y), r = light.at, light.range_cells * UNIT
    return f"M{x * UNIT - r:g} {y * UNIT:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0Z"
