"""Whom a viewer may know of, and in the fog of war what of the ground.

It starts from nothing and adds what may be known. Hidden tokens are the GM's (and their owner's) alone; one
of another side is known while one of the party's has a free line of sight to it, as long as the table wants
it so. In the fog of war one is known while it stands on a cell that the viewer's eyes see now, in the light
that there is, and of the map no more is known than has been explored (`MapKnowledge`, and `known_map`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import is_not
from typing import Any

from rules.engine.fog.exploration import is_foggy, seen_by
from rules.engine.fog.fog import Fog
from rules.engine.fog.lamps import lit_map
from rules.engine.state import BattleState, Combatant
from rules.engine.system import find_system
from rules.map.cell_bits import CellBits, bits_of, holds
from rules.map.grid import Footprint, footprint_cells, footprint_centre, has_cells
from rules.map.levels import joined_cells
from rules.map.line_of_fire import sees_which
from rules.map.model import BattleMap, Brightness, Place, Point
from webapp.visibility.viewer import Viewer


def visible(state: BattleState, viewer: Viewer) -> frozenset[str]:
    """List the combatants that a viewer may know of."""
    return visible_on(state, viewer, map_knowledge(state, viewer))


def visible_on(state: BattleState, viewer: Viewer, looked: "MapKnowledge | None") -> frozenset[str]:
    """Give what `visible` does to who has the viewer's `map_knowledge` at hand."""
    if viewer.is_gm:
        return frozenset(state.combatants)
    own = _own(state, viewer)
    mine = {c.id for c in own}
    others = [c for c in state.combatants.values() if c.id not in mine and not c.hidden]
    if looked is not None and state.map is not None:
        others = [c for c in others if _stands_in(state.map, c, looked.seen)]
    elif viewer.sight and state.map is not None and has_cells(state.map.grid):
        others = _in_sight(state.map, own, others)
    return frozenset(c.id for c in (*own, *others))


def _own(state: BattleState, viewer: Viewer) -> list[Combatant]:
    """List those whose eyes a viewer sees with; each of them is always known to it."""
    people = state.combatants
    if viewer.alone:
        return [people[who] for who in sorted(viewer.owns) if who in people]
    return [c for c in people.values() if sees_with(viewer, c)]


def sees_with(viewer: Viewer, c: Combatant) -> bool:
    """Say whether somebody's eyes are among those that a viewer sees with."""
    return c.id in viewer.owns or (not viewer.alone and c.side in viewer.sides and not c.hidden)


def own_eyes(state: BattleState, viewer: Viewer) -> tuple[Point, ...]:
    """List from where a viewer in the fog looks at the map, in cells: where its own stand, whom it knows."""
    if viewer.is_gm or state.map is None or not is_foggy(state):
        return ()
    places = {Footprint(c.at, c.size) for c in _own(state, viewer) if isinstance(c.at, tuple)}
    return tuple(sorted(footprint_centre(state.map.grid, place) for place in places))


Feeling = tuple[float, float, float]
"""Where somebody looks from, and how far they see what no light falls on: all in cells."""


def own_dark_sight(state: BattleState, viewer: Viewer) -> tuple[Feeling, ...]:
    """List how far a viewer's own see in the dark, in the fog, where it is not bright everywhere."""
    lit = None if viewer.is_gm or not is_foggy(state) else lit_map(state)
    if lit is None or lit.ambient is Brightness.BRIGHT or not has_cells(lit.grid):
        return ()
    eyes = find_system(state.system).map.eyes
    far = float(max(lit.grid.cols, lit.grid.rows))
    found: list[Feeling] = []
    for own in _own(state, viewer):
        if isinstance(own.at, tuple):
            x, y = footprint_centre(lit.grid, Footprint(own.at, own.size))
            reach = eyes(own, lit).dark
            found.append((x, y, 2 * far if reach is None else reach))
    return tuple(found)


def _stands_in(battle_map: BattleMap, c: Combatant, cells: CellBits) -> bool:
    if not isinstance(c.at, tuple):
        return False
    if c.size == 1:
        return holds(cells, battle_map.grid, c.at)
    return bool(bits_of(battle_map.grid, footprint_cells(battle_map.grid, Footprint(c.at, c.size))) & cells)


@dataclass(frozen=True, slots=True)
class MapKnowledge:
    """What a viewer in the fog knows of the map: the cells that it sees now, and all that it has explored."""

    seen: CellBits
    explored: CellBits


def map_knowledge(state: BattleState, viewer: Viewer) -> MapKnowledge | None:
    """Tell what a viewer sees and has explored; None where nothing of the map is kept from it."""
    return Looks().look(state, viewer)


@dataclass(slots=True)
class Looks:
    """What one viewer sees of the map, state by state: worked out anew when what it depends on changed."""

    _people: Mapping[str, Combatant] | None = None
    """The combatants of the battle when it was looked at last."""
    _eyes: tuple[Combatant, ...] = ()
    """Those of them with whose eyes the viewer sees."""
    _hidden: frozenset[str] = frozenset()
    """Those of them whom the GM hides."""
    _own: tuple[Combatant, ...] = ()
    """Who looked when `_seen` was worked out."""
    _of: tuple[BattleMap | None, str, CellBits] | None = None
    """The map as it was lit, the system, and what the GM had covered."""
    _seen: CellBits = 0
    _fog: Fog | None = None
    _silent: frozenset[str] = frozenset()
    _found: MapKnowledge | None = None

    def look(self, state: BattleState, viewer: Viewer) -> MapKnowledge | None:
        """Give what `map_knowledge` does; the very same object as before, where all is as it was."""
        if viewer.is_gm or not is_foggy(state):
            return None
        if state.combatants is not self._people:
            self._people, self._eyes = state.combatants, tuple(_own(state, viewer))
            self._hidden = frozenset([c.id for c in state.combatants.values() if c.hidden])
        fog, silent, seen = state.fog, self._hidden, self._seen_by(state, self._eyes)
        if self._found is None or seen != self._found.seen or fog is not self._fog or silent != self._silent:
            sides = frozenset() if viewer.alone else viewer.sides
            explored = seen | fog.known_to(sides, viewer.owns, silent)
            if self._found is None or (seen, explored) != (self._found.seen, self._found.explored):
                self._found = MapKnowledge(seen, explored)
            self._fog, self._silent = fog, silent
        return self._found

    def _seen_by(self, state: BattleState, own: tuple[Combatant, ...]) -> CellBits:
        lit, covered = lit_map(state), state.fog.covered
        of = self._of
        is_same = of is not None and of[0] is lit and of[1:] == (state.system, covered)
        if not is_same or len(own) != len(self._own) or any(map(is_not, own, self._own)):
            self._own, self._of = own, (lit, state.system, covered)
            self._seen = seen_by(state, own) & ~covered
        return self._seen


def is_explored(ground: MapKnowledge | None, battle_map: BattleMap | None, place: Place | None) -> bool:
    """Say whether a place lies on ground that a viewer knows; off the map is nothing that they could know.

    Args:
        ground: what of the map is known; None for all of it.
    """
    if ground is None or battle_map is None or isinstance(place, str):
        return True
    return place is not None and holds(ground.explored, battle_map.grid, place)


def may_be_entered(ground: MapKnowledge | None, battle_map: BattleMap | None, place: Place | None) -> bool:
    """Say whether a viewer knows a way into a place: it is explored, or known stairs or a lift lead there."""
    if is_explored(ground, battle_map, place):
        return True
    if battle_map is None or not battle_map.passages or not isinstance(place, tuple):
        return False
    return any(is_explored(ground, battle_map, end) for end, _ in joined_cells(battle_map).get(place, ()))


def visibility_key(state: BattleState) -> tuple[Any, ...]:
    """Give what `visible` depends on besides the map: as long as it stays the same, so does who is seen."""
    people, key = _LAST_KEY[0]
    if people is not state.combatants:
        people = state.combatants
        key = tuple((c.id, c.at, c.size, c.altitude, c.side, c.hidden) for c in people.values())
        _LAST_KEY[0] = people, key
    return key


_LAST_KEY: list[tuple[Mapping[str, Combatant] | None, tuple[Any, ...]]] = [(None, ())]
"""The combatants whose key was asked for last, and the key: all who are told of an event ask for the same. It
is taken as one, since another thread may ask for others meanwhile."""


_InSight = dict[Footprint, dict[Footprint, bool]]


_LOOKS_KEPT = 2_000  # places to look from, on one map


def _no_looks(_: BattleMap) -> _InSight:
    return {}


def _in_sight(
    battle_map: BattleMap, own: Sequence[Combatant], others: Sequence[Combatant]
) -> list[Combatant]:
    """List those of `others` that one of `own` sees. What was looked at once is kept as long as the map."""
    looks = battle_map.derived(_no_looks)
    if len(looks) > _LOOKS_KEPT:
        looks.clear()
    standing = [(c, Footprint(c.at, c.size, c.altitude)) for c in others if c.at is not None]
    seen: set[str] = set()
    for watcher in own:
        if watcher.at is None:
            continue
        eye = Footprint(watcher.at, watcher.size, watcher.altitude)
        looked = looks.setdefault(eye, {})
        left = [(c, spot) for c, spot in standing if c.id not in seen]
        fresh = [spot for _, spot in left if spot not in looked]
        if fresh:
            looked.update(zip(fresh, sees_which(battle_map, eye, fresh), strict=True))
        seen.update(c.id for c, spot in left if looked[spot])
    return [c for c in others if c.id in seen]
