"""Areas of effect: where they land, who dives out of them, and whom they hurt (section 8.3)."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from rules.engine.dice import Modifier
from rules.engine.exchange import Answer, Ask, Exchange, Ways, ask, checkpoint, shortcut, throw
from rules.engine.refusal import Refusal
from rules.engine.shown import Laid
from rules.engine.state import BattleState, Combatant, Offer, Scene
from rules.map.areas import Area, Blast, Cone, direction_of
from rules.map.grid import Footprint, cell_centre, footprint_cells, footprint_centre, has_cells
from rules.map.model import BattleMap, Point
from rules.map.walls import stops, wall_index
from rules.systems.gurps import guard, guard_rolls
from rules.systems.gurps.arcs import footprint_of
from rules.systems.gurps.attack_events import (
    AreaBurst,
    AttackHit,
    AttackMissed,
    Scattered,
)
from rules.systems.gurps.defence import Said, after_defence, give_way, try_defence
from rules.systems.gurps.facts import Facts, facts_of, read_given
from rules.systems.gurps.gear import AreaShape
from rules.systems.gurps.guard import DODGE, NONE, Against, Prepared
from rules.systems.gurps.hits import damage_roll, fumble, throw_area_damage
from rules.systems.gurps.hits_foreseen import burst_foreseen
from rules.systems.gurps.injury import take_hit
from rules.systems.gurps.moving import step_back
from rules.systems.gurps.rolls import AreaRoll, Check, chance_of, die
from rules.systems.gurps.strike import Strike

DIVE = "dive"


@dataclass(frozen=True, slots=True)
class Landing:
    """Where an area has landed: how far it went astray, and on a map with cells, the point."""

    astray: int = 0
    point: Point | None = None


def area_attack(scene: Scene, strike: Strike, said: Said) -> Exchange[None]:
    """Carry out an attack that fills an area, once it has begun (GU-830 to GU-836)."""
    roll = yield from throw(
        AreaRoll(
            who=strike.attacker,
            purpose="attack",
            label=strike.use.name.lower(),
            base=strike.base,
            modifiers=strike.modifiers,
        )
    )
    landing = Landing(point=_aim_point(scene, strike))
    asked: set[str] = set()
    if not roll.succeeded:  # GU-831
        yield AttackMissed(who=strike.attacker, target=strike.target)
        if roll.is_fumble:
            yield from fumble(scene, strike)
        landing = yield from _scatter(scene, strike, landing, roll.failed_by)
    elif strike.target is not None and not strike.at_ground:  # GU-832
        tried = yield from _dive(scene, strike, said, strike.target, landing, asked, moves=False)
        if tried is not None and tried.succeeded:
            landing = yield from _scatter(scene, strike, landing, max(1, tried.made_by))
    stepped: dict[str, int] = {}
    full = roll.succeeded and roll.total == 3
    for who in tuple(scene.state.combatants):  # GU-833
        yield from checkpoint("area", who, landing, full, tuple(sorted(asked)), tuple(stepped))
        yield from shortcut(lambda it: _foreseen(scene, strike, said, landing, stepped, full, it, asked))
        if who in asked or who not in inside(scene, strike, said, landing, stepped):
            continue
        tried = yield from _dive(scene, strike, said, who, landing, asked, moves=True)
        if tried is not None and tried.succeeded:
            stepped[who] = 1
    yield from checkpoint("burst", landing, full, tuple(stepped))
    yield from _burst(scene, strike, said, landing, stepped, full)


def _burst(
    scene: Scene, strike: Strike, said: Said, landing: Landing, stepped: Mapping[str, int], full: bool
) -> Exchange[None]:
    """Throw the damage once, and let everybody inside take its share (GU-835)."""
    caught = inside(scene, strike, said, landing, stepped)
    victims = [who for who in scene.state.combatants if who in caught]
    if landing.point is not None:
        yield AreaBurst(
            who=strike.attacker, weapon=strike.use.weapon.id, at=landing.point, caught=tuple(victims)
        )
    if not victims:
        return
    yield from shortcut(lambda it: _foreseen(scene, strike, said, landing, stepped, full, it))
    shares = [(scene.combatant(who), strike.blow(caught[who])) for who in victims]
    basic = yield from throw_area_damage(damage_roll(strike, ""), shares, full)
    for who in victims:
        yield AttackHit(who=strike.attacker, target=who, location="")
        yield from take_hit(scene, strike.attacker, who, strike.blow(caught[who]), None, basic)


def _foreseen(
    scene: Scene,
    strike: Strike,
    said: Said,
    landing: Landing,
    stepped: Mapping[str, int],
    full: bool,
    who: str,
    asked: Collection[str] | None = None,
) -> Ways | None:
    """Foresee what a landed area does to somebody; None while it may still dive (GU-833, GU-835).

    Args:
        asked: who has had its dive already; None where all have.
    """
    caught = inside(scene, strike, said, landing, stepped)
    if who not in caught:
        return (((), 1.0),)
    if asked is not None and who not in asked:
        return None
    return burst_foreseen(scene.combatant(who), strike, caught[who], full)


# --------------------------------------------------------------------------------------------- where it lands
def _shape(strike: Strike) -> AreaShape:
    shape = strike.use.weapon.area
    assert shape is not None
    return shape


def _map_of(scene: Scene) -> BattleMap | None:
    battle_map = scene.state.map
    return battle_map if battle_map is not None and has_cells(battle_map.grid) else None


def _middle(scene: Scene, who: str) -> Point | None:
    return middle_of(scene.state, scene.combatant(who))


def middle_of(state: BattleState, who: Combatant) -> Point | None:
    """Give where the middle of somebody stands, on a map with cells."""
    battle_map, place = state.map, footprint_of(who)
    if battle_map is not None and not has_cells(battle_map.grid):
        return None
    return None if battle_map is None or place is None else footprint_centre(battle_map.grid, place)


def _aim_point(scene: Scene, strike: Strike) -> Point | None:
    battle_map = _map_of(scene)
    if battle_map is None:
        return None
    if strike.at is not None and strike.target is None:
        return cell_centre(battle_map.grid, strike.at)
    return None if strike.target is None else _middle(scene, strike.target)


def _scatter(scene: Scene, strike: Strike, aimed: Landing, yards: int) -> Exchange[Landing]:
    """Let it land away from its mark, by so many yards in a thrown direction (GU-831).

    What would land behind a wall stops before it (our ruling GU-R58).
    """
    thrown = yield from throw(die(strike.attacker, "scatter", "which way it goes astray"))
    degrees = 60 * (thrown.total - 1)
    point = aimed.point
    start = _middle(scene, strike.attacker)
    battle_map = _map_of(scene)
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
    scene: Scene, strike: Strike, said: Said, landing: Landing, stepped: Mapping[str, int]
) -> dict[str, float]:
    """Give whom the area catches, with the yards from its origin (GU-834)."""
    facts = said.over(strike.facts)
    radius = _shape(strike).radius
    if facts.area is not None or landing.point is None:
        found = _as_told(strike, facts, landing)
        found = {who: yards + stepped.get(who, 0) for who, yards in found.items()}
        return {
            who: yards for who, yards in found.items() if yards <= radius and who in scene.state.combatants
        }
    return _on_map(scene, strike, landing.point)


def _as_told(strike: Strike, facts: Facts, landing: Landing) -> dict[str, float]:
    found = dict(facts.area or {})
    if strike.target is None or strike.target in found:
        return found
    shape = _shape(strike)
    if shape.shape == "sphere":
        found[strike.target] = landing.astray
    elif landing.astray <= shape.width * facts.distance / (2 * shape.radius):
        found[strike.target] = facts.distance
    return found


def area_on_map(scene: Scene, strike: Strike, point: Point) -> Area | None:
    """Give the area as it lies on the map: a sphere about the point, or a cone towards it."""
    return area_at(_shape(strike), _middle(scene, strike.attacker), point)


def area_at(shape: AreaShape, start: Point | None, point: Point) -> Area | None:
    """Give a sphere about a point, or a cone from where the attacker stands towards it."""
    if shape.shape == "sphere":
        return Blast(point, shape.radius)
    return None if start is None else Cone(start, direction_of(start, point), shape.radius, width=shape.width)


def laid_by(scene: Scene, strike: Strike) -> Laid | None:
    """Give the area as it lies on the map before the throw, if it lands where it is aimed (GU-834)."""
    battle_map, point = _map_of(scene), _aim_point(scene, strike) if strike.is_area else None
    area = None if point is None else area_on_map(scene, strike, point)
    if battle_map is None or point is None or area is None:
        return None
    shape = _shape(strike)
    how = "round" if shape.shape == "sphere" else "long"
    words = f"{strike.use.weapon.name.lower()}, {shape.radius:g} yards {how},"
    return Laid(area=area, at=point, caught=tuple(_on_map(scene, strike, point)), words=words, rule="GU-834")


_Bursts = dict[tuple[Area, tuple[tuple[str, Footprint], ...]], tuple[str, ...]]
_BURSTS_KEPT = 2_000
"""How many areas are kept with the map that they were read from: odds lay the same again and again."""


def _no_bursts(_: BattleMap) -> _Bursts:
    return {}


def _on_map(scene: Scene, strike: Strike, point: Point) -> dict[str, float]:
    """Read whom the area catches from the map; walls stop it (our ruling GU-R58)."""
    battle_map = _map_of(scene)
    area = area_on_map(scene, strike, point)
    if battle_map is None or area is None:
        return {}
    cone = isinstance(area, Cone)
    found = battle_map.derived(_no_bursts)
    if len(found) > _BURSTS_KEPT:
        found.clear()
    places = {
        who: place
        for who, other in scene.state.combatants.items()
        if (place := footprint_of(other)) is not None and not (cone and who == strike.attacker)
    }
    key = (area, tuple(places.items()))
    if key not in found:
        found[key] = area.caught(battle_map, places, stopped_by_walls=True)
    caught = found[key]
    return {who: _yards(battle_map, scene.combatant(who), area.origin) for who in caught}


def _yards(battle_map: BattleMap, who: Combatant, origin: Point) -> float:
    place = footprint_of(who)
    assert place is not None
    cells = footprint_cells(battle_map.grid, place)
    return math.floor(min(math.dist(cell_centre(battle_map.grid, cell), origin) for cell in cells) + 0.5)


# ----------------------------------------------------------------------------------------------------- diving
def _prepare(scene: Scene, strike: Strike, said: Said, who: str, landing: Landing) -> Prepared | None:
    """Work out somebody's dive, None if it has none (GU-836)."""
    victim = scene.combatant(who)
    facts = _facts_for(scene, strike, said, victim)
    if who == strike.attacker:
        facts = replace(facts, facing="front")
    if guard.is_defenceless(victim, facts):
        return None
    origin = landing.point
    if _shape(strike).shape == "cone":
        origin = _middle(scene, strike.attacker)
    cell = step_back(scene.state, victim, origin)
    known = origin is not None and footprint_of(victim) is not None
    room = facts.space if "space" in facts.overruled or not known else cell is not None
    if not room:
        return None
    met = Against(
        state=scene.state,
        attacker=scene.combatant(strike.attacker),
        defender=victim,
        strike=strike,
        facts=facts,
        kinds=(DODGE,),
    )
    made = guard_rolls.prepare(met, DODGE)
    dive = Modifier("dive", 3, "GU-836")
    return replace(made, modifiers=(*made.modifiers, dive), dives=True, cell=cell)


def _facts_for(scene: Scene, strike: Strike, said: Said, victim: Combatant) -> Facts:
    if victim.id == strike.target:
        return said.over(strike.facts)
    if victim.id == strike.attacker:
        return said.over(Facts())
    return facts_of(scene.state, scene.combatant(strike.attacker), victim, strike.use.kind, said.facts)


def _dive(
    scene: Scene, strike: Strike, said: Said, who: str, landing: Landing, asked: set[str], *, moves: bool
) -> Exchange[Check | None]:
    """Ask somebody, once, whether it dives, and roll it (GU-832, GU-833); None if it was not tried."""
    made = _prepare(scene, strike, said, who, landing)
    if made is None:
        return None
    asked.add(who)
    answer = yield from ask(_question(scene, strike, said, who, made))
    said.hear(answer)
    if answer == NONE:
        return None
    made = _prepare(scene, strike, said, who, landing)
    if made is None:
        return None
    roll = yield from try_defence(scene, who, made, strike, veers=not moves)
    if roll.succeeded and moves:
        yield from give_way(scene, who, made.cell)
    yield from after_defence(scene, who)
    return roll


def _question(scene: Scene, strike: Strike, said: Said, who: str, made: Prepared) -> Ask:
    def check(answer: Answer) -> None:
        given = answer.extra.get("facts")
        if given is not None and not isinstance(given, Mapping):
            raise Refusal("bad-answer", "'facts' must be an object.")
        read_given(given or {})

    name = strike.use.name.lower()
    return Ask(
        to=who,
        purpose=DIVE,
        question=f"The {name} of {scene.combatant(strike.attacker).name} comes your way. Do you dive?",
        choices=(DIVE, NONE),
        default=NONE,
        about=strike.attacker,
        check=check,
        weighed="least" if who == strike.target else "",
        offers=lambda: (
            Offer(
                id=DIVE,
                label="Dive",
                chance=chance_of(made.target),
                note=f"{made.target} or less, and prone afterwards",
                modifiers=made.modifiers,
                rule="GU-836",
            ),
            Offer(id=NONE, label="Stay", note="take what comes", rule="GU-833"),
        ),
    )
