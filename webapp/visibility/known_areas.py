"""The areas that stay on the map as a viewer knows them: those for all, once the place is explored.

How long one still lasts is the GM's alone to know; others see that it is over.
"""

from dataclasses import replace

from rules.engine.areas.kept_areas import ZONE, KeptArea
from rules.engine.state import BattleState
from rules.map.grid import cell_at
from webapp.visibility.known_people import MapKnowledge, is_explored
from webapp.visibility.viewer import Viewer


def known_areas(state: BattleState, viewer: Viewer, ground: MapKnowledge | None) -> tuple[KeptArea, ...]:
    """List the areas that a viewer knows of, as the viewer does, in the order in which they were laid.

    Args:
        ground: what of the map is known in the fog; None for all of it.
    """
    if viewer.is_gm or not state.areas:
        return state.areas
    return tuple(
        replace(area, left=None, unit="round")
        for area in state.areas
        if area.seen_by == "all" and _begins_in_sight(area, state, ground)
    )


def _begins_in_sight(area: KeptArea, state: BattleState, ground: MapKnowledge | None) -> bool:
    if area.shape == ZONE or state.map is None:
        return True
    return is_explored(ground, state.map, cell_at(state.map.grid, area.at))
