"""What the map says about an action, and what the GM says instead (section 5)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from rules.engine.caches import Same
from rules.engine.command import Said
from rules.engine.facts import Legal, is_bool, is_ids, is_one_of, is_whole
from rules.engine.facts import read_given as read_legal
from rules.engine.fog.lamps import lit_map
from rules.engine.kinds import read_object
from rules.engine.parameters import GIVEN, Parameter
from rules.engine.state import BattleState
from rules.engine.text import Text, text
from rules.map.areas import Area, Blast, Cone, Slope, direction_of
from rules.map.grid import Diagonals, Footprint, cell_centre, cells_apart, footprint_centre, has_cells
from rules.map.line_of_fire import LineOfFire, line_of_fire
from rules.map.model import Brightness, Place
from rules.map.vision import brightness_at
from rules.systems.tesseris.moves.places import (
    Piece,
    adjacent_to,
    are_adjacent,
    beside,
    cover_at,
    height_over,
    knows_places,
    stand_of,
    yards_apart,
)
from rules.systems.tesseris.sheet.gear import COVER, LOCATIONS
from rules.systems.tesseris.state import Cover, Fighter

COVERED_FROM = 0.2
"""The share of hidden rays from which cover faces an attack (TS-049)."""
ARC_DEGREES = 45
DOORWAY = 1.0
"""How far round its cell a watched doorway reaches, in yards."""
FARTHEST = 100_000


_IDS, _YES_NO = (is_ids, text("a list of ids")), (is_bool, text("true or false"))
_COUNT = (is_whole(0, FARTHEST), text("a whole number from 0 up"))
_FACTS: Mapping[str, tuple[Callable[[Any], bool], Text]] = {
    "distance": (
        lambda value: type(value) in (int, float) and 0 <= value <= FARTHEST,
        text("a number of yards from 0 up"),
    ),
    "line_of_fire": _YES_NO,
    "flanked": _YES_NO,
    "near_side": _YES_NO,
    "distracted": _YES_NO,
    "cover_available": (
        lambda value: value is None or is_one_of(COVER)(value),
        text("one of {ids}, or null", ids=", ".join(COVER)),
    ),
    "elevation": (is_whole(-FARTHEST, FARTHEST), text("a whole number")),
    "adjacent_allies": _COUNT,
    "adjacent_foes": _COUNT,
    "unaware": _YES_NO,
    "in_melee": _IDS,
    "location": (is_one_of(LOCATIONS), text("one of {ids}", ids=", ".join(LOCATIONS))),
    "item": (lambda value: isinstance(value, str), text("the id of a weapon")),
    "light": (is_one_of(("good", "dark")), text("good or dark")),
    "provokes": _IDS,
    "watchers": _IDS,
    "allies_adjacent": _IDS,
    "targets": _IDS,
    "difficulty": _COUNT,
    "armoured_head": _YES_NO,
    "doomed": _YES_NO,
}
_LEGAL: Mapping[str, Legal] = {
    name: (holds, text("The fact {key} must be {legal}", key=repr(name), legal=words))
    for name, (holds, words) in _FACTS.items()
}


def read_facts(key: str, stated: Any) -> Mapping[str, Any]:
    """Read the facts that are said; that no cover is at hand may be one, for which null stands.

    Raises:
        Refusal: `bad-command`.
    """
    stated = read_object(key, stated)
    facts = read_legal(stated, _LEGAL)
    if "cover_available" in stated:
        facts["cover_available"] = stated["cover_available"]
    return {
        # the same one may be named for each of several weapons
        fact: tuple(dict.fromkeys(value)) if isinstance(value, tuple) and fact != "targets" else value
        for fact, value in facts.items()
    }


FACTS: Parameter[Mapping[str, Any]] = replace(GIVEN, reader=read_facts)
"""What the GM says in place of the map, and what may stand on the step itself (`spread`)."""


def read_given(state: BattleState, said: Said) -> Mapping[str, Any]:
    """Give the facts of a command or an answer, which are read once.

    Raises:
        Refusal: `bad-command` or `unknown-combatant`.
    """
    facts = FACTS.of(said) or {}
    for value in facts.values():
        for id_ in value if isinstance(value, tuple) else ():
            state.combatant(id_, "combatant")
    return facts


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts of one attack as they count; `given` are those that the GM has said."""

    distance: float = 1
    adjacent: bool = True
    line_of_fire: bool = True
    flanked: bool = False
    near_side: bool = False
    distracted: bool = False
    elevation: int = 0
    adjacent_allies: int = 1
    adjacent_foes: int = 1
    unaware: bool = False
    in_melee: tuple[str, ...] = ()
    location: str = "torso"
    item: str | None = None
    dark: bool = False
    allies_adjacent: tuple[str, ...] = ()
    cover_share: float = 0.0
    armoured_head: bool = False
    given: Mapping[str, Any] = field(default_factory=dict)
    line: LineOfFire | None = field(default=None, compare=False)


def facts_of(
    state: BattleState,
    attacker: Fighter,
    target: Fighter,
    given: Mapping[str, Any],
    *,
    ranged: bool = True,
) -> Facts:
    """Gather the facts of an attack: the map's, and the GM's over them."""
    if not given:  # a page asks for the same ones once for each of its buttons
        return _facts_by_map(Same(state), attacker.id, target.id, ranged)
    return _facts(state, attacker, target, given, ranged=ranged)


@lru_cache(maxsize=512)
def _facts_by_map(state: Same, attacker: str, target: str, ranged: bool) -> Facts:
    people = state.thing.combatants
    return _facts(state.thing, people[attacker], people[target], {}, ranged=ranged)


def _facts(
    state: BattleState, attacker: Fighter, target: Fighter, given: Mapping[str, Any], *, ranged: bool
) -> Facts:
    here, there = stand_of(state, attacker), stand_of(state, target)
    covered = attacker.state.cover is not None or target.state.cover is not None
    between = line = None
    if (ranged or covered) and here is not None and there is not None and state.map is not None:
        between = line_of_fire(state.map, here, there)
        line = between if ranged else None
    share = 0.0 if line is None else line.cover_share
    in_the_open = between is not None and between.cover_share < COVERED_FROM - 1e-9
    on_map = knows_places(state, attacker, target)
    distance = given.get("distance", yards_apart(state, attacker, target))
    adjacent = distance <= 1 if "distance" in given else are_adjacent(state, attacker, target)
    allies = foes = 1
    beside = adjacent_to(state, target)
    if on_map and here is not None:
        allies = max(1, sum(other.side == attacker.side for other in beside))
        foes = max(1, sum(o.side != attacker.side for o in adjacent_to(state, attacker)))
    return Facts(
        distance=distance,
        adjacent=adjacent,
        line_of_fire=given.get("line_of_fire", line is None or line.clear),
        flanked=given.get("flanked", in_the_open and target.state.cover is not None),
        near_side=given.get("near_side", in_the_open),
        distracted=given.get("distracted", False),
        elevation=given.get("elevation", height_over(state, attacker, target)),
        adjacent_allies=given.get("adjacent_allies", allies),
        adjacent_foes=given.get("adjacent_foes", foes),
        unaware=given.get("unaware", False),
        in_melee=given.get("in_melee", _in_melee(state, attacker, target, beside) if ranged else ()),
        location=given.get("location", "torso"),
        item=given.get("item"),
        dark=given.get("light", _light_at(state, there)) == "dark",
        allies_adjacent=given.get("allies_adjacent", _friends_of(target, beside)),
        cover_share=share,
        armoured_head=given.get("armoured_head", False),
        given=given,
        line=line,
    )


def _light_at(state: BattleState, there: Footprint | None) -> str:
    """Tell in what light somebody stands: what is dim is good enough to aim by."""
    lit = lit_map(state)
    is_dark = lit is not None and there is not None and brightness_at(lit, there) is Brightness.DARK
    return "dark" if is_dark else "good"


def facts_of_piece(state: BattleState, shooter: Fighter, piece: Piece) -> Facts:
    """Gather the facts of an attack on a piece of a wall: how far its nearer side is, and if it is seen."""
    here = stand_of(state, shooter)
    assert here is not None
    assert state.map is not None
    sides = [Footprint(cell) for cell in beside(state.map, piece)]
    distance = min(cells_apart(state.map.grid, here, side, Diagonals.ALTERNATE) for side in sides)
    clear = any(line_of_fire(state.map, here, side).clear for side in sides)
    return Facts(distance=distance, adjacent=distance <= 1, line_of_fire=clear or distance == 0)


def _in_melee(
    state: BattleState, attacker: Fighter, target: Fighter, beside: Sequence[Fighter]
) -> tuple[str, ...]:
    """List the others in the melee that the target is in (section 5), a rider and a mount each (TS-R72).

    Whoever else stands on the line of fire does not count (TS-R71).

    Args:
        beside: who is next to the target.
    """
    foes = [other for other in beside if other.side != target.side]
    found = {other.id for other in foes}
    for foe in foes:
        found |= {other.id for other in adjacent_to(state, foe) if other.side != foe.side}
    found -= {attacker.id, target.id}
    return tuple(id_ for id_ in state.combatants if id_ in found)


def _friends_of(target: Fighter, beside: Sequence[Fighter]) -> tuple[str, ...]:
    return tuple(other.id for other in beside if other.side == target.side)


def cover_for(state: BattleState, who: Fighter, given: Mapping[str, Any]) -> Cover | None:
    """Give the cover that is at hand: as the GM says, or as the map shows (TS-067)."""
    if "cover_available" in given:
        named = given["cover_available"]
        by_map = cover_at(state, who)
        if by_map is not None and by_map.material == named:
            return by_map
        return None if named is None else Cover(material=named)
    return cover_at(state, who)


def arc_of(state: BattleState, shooter: Fighter, direction: float, yards: float) -> Cone | None:
    """Give a 45 degree arc of so many yards before somebody; None off the map (TS-130, TS-131)."""
    here = stand_of(state, shooter)
    if here is None or state.map is None:
        return None
    apex = footprint_centre(state.map.grid, here)
    return Cone(apex=apex, direction=direction, length=yards, angle=ARC_DEGREES)


def in_arc(state: BattleState, shooter: Fighter, direction: float, yards: float, who: Fighter) -> bool:
    """Tell whether somebody stands in a 45 degree arc of so many yards (TS-130, TS-131)."""
    cone = arc_of(state, shooter, direction, yards)
    here, there = stand_of(state, shooter), stand_of(state, who)
    if cone is None or there is None or state.map is None:
        return False
    slope = Slope(here.altitude) if here is not None else None
    return bool(cone.caught(state.map, {who.id: there}, stopped_by_walls=True, slope=slope))


def watched_area(state: BattleState, watcher: Fighter) -> Area | None:
    """Give the part of the map that somebody on Overwatch watches (TS-131).

    An arc of half the range of the weapon, or a doorway: the cell named and a yard round it.
    """
    watch = watcher.state.watch
    if watch is None or state.map is None or not has_cells(state.map.grid):
        return None
    if watch.at is not None:
        return Blast(centre=cell_centre(state.map.grid, watch.at), radius=DOORWAY)
    weapon = watcher.sheet.weapon(watch.weapon)
    if watch.direction is None or weapon is None:
        return None
    return arc_of(state, watcher, watch.direction, (weapon.range or 0) / 2)


def enters(state: BattleState, area: Area, who: Fighter, places: Sequence[Place]) -> bool:
    """Tell whether somebody of that size is in an area at any of these places (TS-131)."""
    assert state.map is not None
    stands = {
        str(number): Footprint(place, who.size, who.altitude)
        for number, place in enumerate(places)
        if not isinstance(place, str)
    }
    return bool(area.caught(state.map, stands, stopped_by_walls=isinstance(area, Cone)))


def direction_to(state: BattleState, a: Fighter, b: Fighter) -> float | None:
    """Give the direction from one to another on the map, in degrees; None off it."""
    here, there = stand_of(state, a), stand_of(state, b)
    if here is None or there is None or state.map is None:
        return None
    return direction_of(footprint_centre(state.map.grid, here), footprint_centre(state.map.grid, there))
