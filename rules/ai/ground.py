"""Where it may be well to stand: near whom one can strike, behind cover, away from who is dangerous."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from rules.engine.state import BattleState, Combatant
from rules.map.grid import Footprint, has_cells
from rules.map.line_of_fire import fire_table
from rules.map.model import BattleMap, Cell, Place, with_open_doors
from rules.map.way_costs import WayCosts, way_costs
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
        self._ways: dict[tuple[str, Place], _Ways] = {}
        """The ways from where each stands or may come to stand."""

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
        key = foe.id, foe.at
        if key not in self._ways:
            self._ways[key] = _Ways(self._map, Footprint(foe.at, who.size, who.altitude))
        cost = self._ways[key].to(place)
        if cost is not None:
            return cost
        straight = max(abs(place[0] - foe.at[0]), abs(place[1] - foe.at[1]))
        return 2.0 * straight + _NO_WAY

    def beside(self, who: Combatant, foe: Combatant, state: BattleState) -> Place | None:
        """Give a place next to a foe that nobody takes, the nearest by the way; None where there is none."""
        if foe.at is None or isinstance(foe.at, str) or self._map is None:
            return foe.at
        self._way(who, foe, foe.at)
        taken = {c.at for c in state.combatants.values() if c.id != who.id and isinstance(c.at, tuple)}
        return self._ways[foe.id, foe.at].nearest(taken)

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


class _Ways:
    """The ways from a place, those through closed doors among them as longer than they are."""

    def __init__(self, battle_map: BattleMap, there: Footprint) -> None:
        self._map, self._there = battle_map, there
        self._plain = way_costs(battle_map, there)

    @cached_property
    def _through_doors(self) -> WayCosts | None:
        """What ways cost with all doors open: asked where no other leads, which is seldom."""
        opened = with_open_doors(self._map)
        return None if opened is self._map else way_costs(opened, self._there)

    def to(self, cell: Cell) -> float | None:
        """Give what the way to a cell costs; None without one."""
        cost = self._plain.to(cell)
        if cost is None and self._through_doors is not None:
            cost = self._through_doors.to(cell)
            return None if cost is None else cost + _A_DOOR
        return cost

    def nearest(self, taken: Collection[Cell]) -> Cell | None:
        """Give the cell at the end of the shortest way but for some that are taken."""
        found = self._plain.nearest(taken)
        if (found is None or found[0] > _A_DOOR) and self._through_doors is not None:
            further = self._through_doors.nearest(taken, beyond=self._plain)
            if further is not None:
                longer = further[0] + _A_DOOR, further[1]
                found = longer if found is None else min(found, longer)
        return None if found is None else found[1]


def _take(chosen: dict[Place, None], places: Iterable[Place], count: int) -> None:
    for place in places:
        if count == 0:
            return
        if place not in chosen:
            chosen[place] = None
            count -= 1
