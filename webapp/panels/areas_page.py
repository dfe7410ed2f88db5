"""The areas that stay on the map, on a page of the GM's beside it: one to be kept, and those there."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from rules.engine.areas.kept_areas import FARTHEST, SHAPES, ZONE, KeptArea
from rules.engine.declared.clock_units import ClockUnit
from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.engine.text import Words
from webapp.drawing.measured_table import zone_at
from webapp.drawing.zone_layout import UNIT
from webapp.panels.page_frame import Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class AreasView:
    """What there is of it, for the GM."""

    frame: Frame
    fresh: tuple[tuple[str, str], ...]
    """What the form for the area that was just measured says of where it lies: names of fields and values."""
    areas: tuple[tuple[KeptArea, Words], ...]
    """Those on the map, each with how long it still lasts, if that is known."""
    units: tuple[ClockUnit, ...]
    running: bool


def areas_view(state: BattleState, frame: Frame, measured: Mapping[str, str]) -> AreasView:
    """List the areas on the map.

    Args:
        measured: the area that the GM has just measured, in map units and the map's unit; empty for none.
    """
    turns = find_system(state.system).turns
    return AreasView(
        frame=frame,
        fresh=_fields(state, measured),
        areas=tuple(
            (area, "" if area.left is None else turns.time_words(area.left, area.unit))
            for area in state.areas
        ),
        units=turns.clock_units,
        running=state.running,
    )


def _fields(state: BattleState, measured: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Write a measured area down as a form says it to the command, in cells; nothing for none that can be."""
    shape, at = measured.get("shape", ""), (_number(measured, "x"), _number(measured, "y"))
    if state.map is None or shape not in SHAPES or None in at:
        return ()
    x, y = (float(part or 0.0) / UNIT for part in at)
    if shape == ZONE:
        zone = zone_at(state.map, (x, y))
        return () if zone is None else (("shape", ZONE), ("zone", zone))
    per_cell = state.map.grid.per_cell
    found: dict[str, Any] = {"shape": shape, "json:at": f"[{x:.3f},{y:.3f}]"}
    for key, share in (("size", per_cell), ("width", per_cell), ("direction", 1.0), ("angle", 1.0)):
        value = _number(measured, key)
        if value is not None and 0 <= value / share <= FARTHEST:
            found[f"json:{key}"] = f"{value / share:.4f}"
    for key in ("touch", "walls"):
        found[f"json:{key}"] = "true" if measured.get(key) == "true" else "false"
    return tuple(found.items())


def _number(measured: Mapping[str, str], key: str) -> float | None:
    try:
        value = float(measured.get(key, ""))
    except ValueError:
        return None
    return value if isfinite(value) else None
