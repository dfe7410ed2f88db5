"""The events of areas that stay on the map: one was laid or changed, goes on, or is gone.

As with all events a `kind` is never renamed.
"""

from rules.engine.areas.kept_areas import AreaSeenBy, KeptArea, is_sound
from rules.engine.events import Event, event
from rules.engine.state import BattleState, changed


def _without(state: BattleState, id_: str) -> tuple[KeptArea, ...]:
    return tuple(one for one in state.areas if one.id != id_)


@event("area-kept")
class AreaKept(Event):
    """The GM laid an area on the map, or changed one."""

    area: KeptArea

    def apply(self, state: BattleState) -> BattleState:
        """Put it over the others, or in the place of the one that it changes."""
        area = self.area
        if not is_sound(area):
            return state
        if all(one.id != area.id for one in state.areas):
            return changed(state, areas=(*state.areas, area))
        return changed(state, areas=tuple(area if one.id == area.id else one for one in state.areas))


@event("area-counted")
class AreaCounted(Event):
    """The clock went on, and an area lasts so much longer."""

    area: str
    left: int

    def apply(self, state: BattleState) -> BattleState:
        """Let it last so long."""
        areas = tuple(changed(one, left=self.left) if one.id == self.area else one for one in state.areas)
        return changed(state, areas=areas)


@event("area-taken")
class AreaTaken(Event):
    """An area is gone: the GM took it away (or from those who saw it), or its time is over."""

    area: str
    name: str
    seen_by: AreaSeenBy = "all"
    ended: bool = False
    """Whether it ended by itself."""

    def apply(self, state: BattleState) -> BattleState:
        """Let the others be."""
        return changed(state, areas=_without(state, self.area))
