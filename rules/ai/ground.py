"""Where it may be well to stand: near whom one can strike, behind cover, away from who is dangerous."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rules.engine.state import BattleState, Combatant
from rules.map.grid import Footprint, has_cells
from rules.map.line_of_fire import fire_table
from rules.map.model import BattleMap, Cell, DoorState, Place
from rules.map.movement import reach
from rules.map.zones import zoning

_A_DOOR = 3.0
"""By so much a way is longer that has closed doors on it."""
_NO_WAY = 20.0
_MOST_JUDGED = 60
"""For so many places it is worked out how well they are covered."""


class Ground:
    """The map with the foes of one side on it, as it lies at one moment."""

    def __init__(self, state: BattleState, foes: Sequence[Combatant]) -> None:
        self._map, self._foes = state.map, [foe for foe in foes if foe.at is not None]
        self._ways: dict[str, Mapping[Cell, float]] = {}

    def far(self, who: Combatant, place: Place | None) -> float:
        """Give the way to the nearest foe, in cells or zones; 0 without any."""
        return min((self._way(who, foe, place) for foe in self._foes), default=0.0)

    def _way(self, who: Combatant, foe: Combatant, place: Place | None) -> float:
        if self._map is None or place is None or foe.at is None:
            return 0.0
        if not has_cells(self._map.grid) or isinstance(place, str) or isinstance(foe.at, str):
            zones = zoning(self._map)
            links = zones.distance(zones.zone_of(place), zones.zone_of(foe.at))
            return 99.0 if links is None else float(links)
        if foe.id not in self._ways:
            self._ways[foe.id] = self._ways_to(self._map, Footprint(foe.at, who.size, who.altitude))
        straight = max(abs(place[0] - foe.at[0]), abs(place[1] - foe.at[1]))
        return self._ways[foe.id].get(place, 2.0 * straight + _NO_WAY)

    def _ways_to(self, battle_map: BattleMap, there: Footprint) -> Mapping[Cell, float]:
        """Give the ways to a place, those through closed doors among them as longer than they are."""
        plain = reach(battle_map, there).costs
        open_ = with_open_doors(battle_map)
        if open_ is None or open_ is battle_map:
            return plain
        return {**{cell: cost + _A_DOOR for cell, cost in reach(open_, there).costs.items()}, **plain}

    def beside(self, who: Combatant, foe: Combatant, state: BattleState) -> Place | None:
        """Give a place next to a foe that nobody takes, the nearest by the way; None where there is none."""
        if foe.at is None or isinstance(foe.at, str) or self._map is None:
            return foe.at
        self._way(who, foe, foe.at)
        taken = {c.at for c in state.combatants.values() if c.id != who.id}
        near = ((cost, place) for place, cost in self._ways[foe.id].items() if place not in taken)
        return min(near, default=(0.0, None))[1]

    def way(self, who: Combatant, foe: Combatant) -> float:
        """Give the way between two, in cells or zones."""
        return self._way(who, foe, who.at)

    def shortlist(self, who: Combatant, costs: Mapping[Place, float], most: int) -> list[Place]:
        """Choose the places that are worth a closer look: the nearest to each foe, the best covered, the
        farthest off, those from which most can be shot at.
        """
        near = sorted(costs, key=lambda place: (self.far(who, place), costs[place]))
        chosen: dict[Place, None] = {}
        share = max(1, most // 4)
        for foe in self._foes[:share]:
            best = min(costs, key=lambda place: (self._way(who, foe, place), costs[place]), default=None)
            if best is not None:
                chosen[best] = None
        _take(chosen, near, share)
        _take(chosen, reversed(near), 1)
        for order in self._by_cover(who, near):
            _take(chosen, order, share)
        return list(chosen)[:most]

    def _by_cover(self, who: Combatant, near: Sequence[Place]) -> Iterable[list[Place]]:
        """Give the places by how well they are covered: where a foe can be shot at first, then all."""
        cells = [place for place in near if not isinstance(place, str)]
        if self._map is None or not has_cells(self._map.grid) or not cells or not self._foes:
            return
        cells = cells[:: max(1, len(cells) // _MOST_JUDGED)]
        prints = [Footprint(cell, who.size, who.altitude) for cell in cells]
        foes = [Footprint(foe.at, foe.size, foe.altitude) for foe in self._foes if isinstance(foe.at, tuple)]
        if not foes:
            return
        taken = fire_table(self._map, foes, prints).cover_share.mean(axis=0)
        given = fire_table(self._map, prints, foes).cover_share.min(axis=1)
        by_cover = sorted(range(len(cells)), key=lambda n: (round(float(given[n]) - float(taken[n]), 3), n))
        yield [cells[n] for n in by_cover]
        yield [cells[n] for n in sorted(range(len(cells)), key=lambda n: (-round(float(taken[n]), 3), n))]


def _take(chosen: dict[Place, None], places: Iterable[Place], count: int) -> None:
    for place in places:
        if count == 0:
            return
        if place not in chosen:
            chosen[place] = None
            count -= 1


def with_open_doors(battle_map: BattleMap | None) -> BattleMap | None:
    """Give a map as it would be with all doors open that stand closed; the same one where none does."""
    if battle_map is None or all(wall.state is not DoorState.CLOSED for wall in battle_map.walls):
        return battle_map
    key = id(battle_map)
    if key not in _OPENED:
        if len(_OPENED) >= _MOST_OPENED:
            _OPENED.clear()
        walls = (
            replace(w, state=DoorState.OPEN) if w.state is DoorState.CLOSED else w for w in battle_map.walls
        )
        _OPENED[key] = battle_map, replace(battle_map, walls=tuple(walls))
    return _OPENED[key][1]


_OPENED: dict[int, tuple[BattleMap, BattleMap]] = {}
"""The maps that were asked for last, by the ids of those with closed doors, which live on by it."""
_MOST_OPENED = 20
