"""Who sees which cells in a battle, and what of the map becomes explored by what happens.

What was explored is written into the log with the command that brought it about: it survives a restart as it
was, whatever the rules of sight become, and goes with that command when it is taken back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from rules.engine.battle_events import Moved
from rules.engine.events import Event
from rules.engine.fog.fog import Fog
from rules.engine.fog.fog_events import Explored
from rules.engine.fog.lamps import lit_map
from rules.engine.state import BattleState, Combatant, changed
from rules.engine.system import find_system
from rules.map.cell_bits import CellBits, write_bits
from rules.map.grid import Footprint, has_cells
from rules.map.model import BattleMap, Place
from rules.map.vision import cells_seen, look_from


def is_foggy(state: BattleState) -> bool:
    """Say whether fog lies over the map: there is none without cells."""
    return state.fog.on and state.map is not None and has_cells(state.map.grid)


def seen_by(state: BattleState, watchers: Iterable[Combatant]) -> CellBits:
    """Give the cells that any of some combatants sees now, whatever the GM has covered."""
    bits, lit, eyes_of = 0, lit_map(state), find_system(state.system).map.eyes
    for watcher in watchers:
        if lit is not None and isinstance(watcher.at, tuple):
            spot = Footprint(watcher.at, watcher.size, watcher.altitude)
            bits |= cells_seen(lit, spot, eyes_of(watcher, lit))
    return bits


def explored_by(before: BattleState, events: Sequence[Event]) -> list[Event]:
    """List what was explored by some events, and all along the ways that were walked."""
    state, found, looks = before, dict(before.fog.explored), dict[str, _Look]()
    if not is_all_explored(before):
        _look_around(state, found, looks)
    elif (lit := lit_map(before)) is not None:
        looks = {one.id: (one, lit, before.fog) for one in before.combatants.values()}
    for event in events:
        after = event.apply(state)
        if isinstance(event, Moved) and is_foggy(after) and event.who in after.combatants:
            walker = after.combatants[event.who]
            _look_along(after, walker, event.path)
            if walker.lamp:
                for place in event.path:  # with the light that is carried along
                    _look_around(after.with_changes(walker.id, at=place), found, looks)
            else:
                _add(after, found, walker, *(changed(walker, at=place) for place in event.path))
        if after.fog.explored is not state.fog.explored:
            found = dict(after.fog.explored)  # another map, or some of this one was forgotten
        state = after
        _look_around(state, found, looks)
    return explored_more(replace(state.fog, explored=found), state.fog)


def is_all_explored(state: BattleState) -> bool:
    """Say whether what everybody sees is known to be explored: it was the last time that somebody looked."""
    people, battle_map, fog = _LAST[0]
    return people is state.combatants and battle_map is state.map and fog is state.fog


def note_all_explored(state: BattleState) -> None:
    """Note that all that is seen in a state is explored in it."""
    _LAST[0] = state.combatants, state.map, state.fog


_LAST: list[tuple[Any, Any, Any]] = [(None, None, None)]
"""The combatants, the map and the fog of the state that was noted last: most commands are decided on it. They
are taken as one, since another thread may note others meanwhile."""


def _look_along(state: BattleState, walker: Combatant, path: Iterable[Place]) -> None:
    """Look from all places of a way at once, before each is asked for what is seen from it."""
    lit = lit_map(state)
    if lit is not None and state.fog.keeps(walker.side):
        look_from(lit, [Footprint(place, walker.size, walker.altitude) for place in path])


def explored_more(fog: Fog, than: Fog) -> list[Event]:
    """List what is explored in one fog and not in another."""
    told: list[Event] = []
    for (side, who), cells in fog.explored.items():
        fresh = cells & ~than.explored.get((side, who), 0)
        if fresh:
            told.append(Explored(who=who, side=side, cells=write_bits(fresh)))
    return told


_Look = tuple[Combatant, BattleMap | None, Fog]
"""Who looked, on which map as it is lit, in which fog."""


def _look_around(state: BattleState, found: dict[tuple[str, str], CellBits], looks: dict[str, _Look]) -> None:
    """Let everybody look around whose last look, as `looks` has it, was not this very one.

    In another fog all do: some of what they had explored may have been forgotten.
    """
    if not is_foggy(state):
        return
    lit = lit_map(state)
    for combatant in state.combatants.values():
        who, on, fog = looks.get(combatant.id, (None, None, None))
        if who is not combatant or on is not lit or fog is not state.fog:
            looks[combatant.id] = combatant, lit, state.fog
            _add(state, found, combatant)


def _add(state: BattleState, found: dict[tuple[str, str], CellBits], *watcher: Combatant) -> None:
    """Add what a combatant sees, or does from several places."""
    one = watcher[0]
    if state.fog.keeps(one.side):
        key = one.side, one.id
        found[key] = found.get(key, 0) | seen_by(state, watcher) & ~state.fog.covered
