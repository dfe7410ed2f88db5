"""Where an area of effect lands, how it lies on the map, and whom it catches (GU-830, GU-831, GU-834)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.exchange import Exchange, throw
from rules.engine.moves.ways import footprint_of
from rules.engine.shown import Laid
from rules.engine.state import BattleState, BattleView
from rules.engine.text import text
from rules.map.areas import Area, Blast, Cone, Slope, direction_of, slope_to
from rules.map.grid import Footprint, cell_centre, footprint_cells, footprint_centre, has_cells
from rules.map.model import BattleMap, Point
from rules.map.walls import stops, wall_index
from rules.systems.gurps.attack.facts import Facts
from rules.systems.gurps.attack.strike import Strike
from rules.systems.gurps.defence.defence import Said
from rules.systems.gurps.events.attack_events import Scattered
from rules.systems.gurps.rolls import die
from rules.systems.gurps.sheet.gear import AreaShape
from rules.systems.gurps.sheet.names import weapon_words
from rules.systems.gurps.state import Fighter


@dataclass(frozen=True, slots=True)
class Landing:
    """Where an area has landed: how far it went astray, and on a map with cells, the point."""

    astray: int = 0
    point: Point | None = None


def shape_of(strike: Strike) -> AreaShape:
    """Give the area that the weapon of a strike fills."""
    shape = strike.use.weapon.area
    assert shape is not None
    return shape


def _map_of(view: BattleView) -> BattleMap | None:
    battle_map = view.state.map
    return battle_map if battle_map is not None and has_cells(battle_map.grid) else None


def middle(view: BattleView, who: str) -> Point | None:
    """Give where the middle of somebody stands now, on a map with cells."""
    return middle_of(view.state, view.combatant(who))


def middle_of(state: BattleState, who: Fighter) -> Point | None:
    """Give where the middle of somebody stands, on a map with cells."""
    battle_map, place = state.map, footprint_of(who)
    if battle_map is not None and not has_cells(battle_map.grid):
        return None
    return None if battle_map is None or place is None else footprint_centre(battle_map.grid, place)


def aim_point(view: BattleView, strike: Strike) -> Point | None:
    """Give the point that an area is aimed at, on a map with cells."""
    battle_map = _map_of(view)
    if battle_map is None:
        return None
    if strike.at is not None and strike.target is None:
        return cell_centre(battle_map.grid, strike.at)
    return None if strike.target is None else middle(view, strike.target)


def scatter(view: BattleView, strike: Strike, aimed: Landing, yards: int) -> Exchange[Landing]:
    """Let it land away from its mark, by so many yards in a thrown direction (GU-831).

    What would land behind a wall stops before it (our ruling GU-R58).
    """
    thrown = yield from throw(die(strike.attacker, "scatter", text("which way it goes astray")))
    degrees = 60 * (thrown.total - 1)
    point = aimed.point
    start = middle(view, strike.attacker)
    battle_map = _map_of(view)
    if point is not None and start is not None and battle_map is not None:
        along = math.radians(direction_of(start, point) + degrees if start != point else degrees)
        far = yards * math.cos(along), yards * math.sin(along)
        point = _short_of_walls(battle_map, point, (point[0] + far[0], point[1] + far[1]))
    yield Scattered(who=strike.attacker, yards=yards, degrees=degrees, to=point, aimed=aimed.point)
    return Landing(yards, point)


def _short_of_walls(battle_map: BattleMap, start: Point, end: Point) -> Point:
    hits = wall_index(battle_map).meetings([start], [end], stops(battle_map).fire)
    if not len(hits.enter):
        return end
    length = math.dist(start, end)
    share = max(0.0, float(hits.enter.min()) - 0.25 / length)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


# ---------------------------------------------------------------------------------------------- who is inside
def inside(
    view: BattleView, strike: Strike, said: Said, landing: Landing, stepped: Mapping[str, int]
) -> dict[str, float]:
    """Give whom the area catches, with the yards from its origin (GU-834)."""
    facts = said.over(strike.facts)
    radius = shape_of(strike).radius
    if facts.area is not None or landing.point is None:
        found = _as_told(strike, facts, landing)
        found = {who: yards + stepped.get(who, 0) for who, yards in found.items()}
        return {
            who: yards for who, yards in found.items() if yards <= radius and who in view.state.combatants
        }
    return _on_map(view, strike, landing.point)


def _as_told(strike: Strike, facts: Facts, landing: Landing) -> dict[str, float]:
    found = dict(facts.area or {})
    if strike.target is None or strike.target in found:
        return found
    shape = shape_of(strike)
    if shape.shape == "sphere":
        found[strike.target] = landing.astray
    elif landing.astray <= shape.width * facts.distance / (2 * shape.radius):
        found[strike.target] = facts.distance
    return found


def area_on_map(view: BattleView, strike: Strike, point: Point) -> Area | None:
    """Give the area as it lies on the map: a sphere about the point, or a cone towards it."""
    return area_at(shape_of(strike), middle(view, strike.attacker), point)


def area_at(shape: AreaShape, start: Point | None, point: Point) -> Area | None:
    """Give a sphere about a point, or a cone from where the attacker stands towards it."""
    if shape.shape == "sphere":
        return Blast(point, shape.radius)
    return None if start is None else Cone(start, direction_of(start, point), shape.radius, width=shape.width)


def laid_by(view: BattleView, strike: Strike) -> Laid | None:
    """Give the area as it lies on the map before the throw, if it lands where it is aimed (GU-834)."""
    battle_map, point = _map_of(view), aim_point(view, strike) if strike.is_area else None
    area = None if point is None else area_on_map(view, strike, point)
    if battle_map is None or point is None or area is None:
        return None
    shape = shape_of(strike)
    weapon = weapon_words(strike.use.weapon).low
    words = text("{weapon}, {radius} yards long,", weapon=weapon, radius=shape.radius)
    if shape.shape == "sphere":
        words = text("{weapon}, {radius} yards round,", weapon=weapon, radius=shape.radius)
    return Laid(area=area, at=point, caught=tuple(_on_map(view, strike, point)), words=words, rule="GU-834")


_Bursts = dict[tuple[Area, tuple[tuple[str, Footprint], ...], Slope | None], tuple[str, ...]]
_BURSTS_KEPT = 2_000
"""How many areas are kept with the map that they were read from: odds lay the same again and again."""


def _no_bursts(_: BattleMap) -> _Bursts:
    return {}


def _on_map(view: BattleView, strike: Strike, point: Point) -> dict[str, float]:
    """Read whom the area catches from the map; walls stop it (our rulings GU-R58, GU-R90)."""
    battle_map = _map_of(view)
    area = area_on_map(view, strike, point)
    if battle_map is None or area is None:
        return {}
    cone = isinstance(area, Cone)
    found = battle_map.derived(_no_bursts)
    if len(found) > _BURSTS_KEPT:
        found.clear()
    places = {
        who: place
        for who, other in view.state.combatants.items()
        if (place := footprint_of(other)) is not None and not (cone and who == strike.attacker)
    }
    start = footprint_of(view.combatant(strike.attacker)) if cone else None
    slope = slope_to(battle_map, area, start, point, places.values())
    key = (area, tuple(places.items()), slope)
    if key not in found:
        found[key] = area.caught(battle_map, places, stopped_by_walls=True, slope=slope)
    caught = found[key]
    high = None if slope is None else slope.start
    return {who: _yards(battle_map, view.combatant(who), area.origin, high) for who in caught}


def _yards(battle_map: BattleMap, who: Fighter, origin: Point, high: float | None) -> float:
    """Give the yards from where an area begins, `high` yards up if heights count, as the third side."""
    place = footprint_of(who)
    assert place is not None
    cells = footprint_cells(battle_map.grid, place)
    flat = min(math.dist(cell_centre(battle_map.grid, cell), origin) for cell in cells)
    up = 0.0 if high is None else place.altitude - high
    return math.floor(math.hypot(flat, up) + 0.5)
