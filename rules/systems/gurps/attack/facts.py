"""What the map says about an attack, and what the GM says instead (section 5)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, dist, isfinite
from typing import Any

from rules.engine.caches import Same
from rules.engine.facts import is_bool, is_ids, is_one_of, is_whole, kept_with_map
from rules.engine.facts import read_given as read_legal
from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.in_the_way import in_the_way
from rules.engine.moves.ways import footprint_of
from rules.engine.state import BattleState
from rules.engine.text import Text, text
from rules.map.cover import CoverScale
from rules.map.distance import apart
from rules.map.grid import (
    Diagonals,
    Footprint,
    cell_centre,
    footprint_cells,
    footprint_centre,
    has_cells,
)
from rules.map.heights import height_of
from rules.map.line_of_fire import LineOfFire, line_of_fire
from rules.map.model import BattleMap, Wall, WallKind
from rules.map.walls import distance_to, stops, wall_index
from rules.map.zones import zone_distance, zone_of
from rules.systems.gurps import house as own
from rules.systems.gurps.moves.arcs import arc_of, bearing, turn_between
from rules.systems.gurps.sheet.gear import Kind
from rules.systems.gurps.state import Fighter, Posture

COVER: Mapping[str, int] = {"none": 0, **own.COVER}
"""The words for cover, with what each usually takes from a shot; `full` forbids it (GU-503)."""
FULL = "full"
SCALE = CoverScale(((0.2, "light"), (0.5, "heavy")))
"""From which share of hidden rays on each cover begins (GU-503)."""
ZONE_YARDS = 10
"""Yards for each link between two zones of a map without cells (our ruling GU-R54)."""
MOST = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts of one attack as they count (section 5)."""

    distance: float = 1
    speed: float = 0
    close_quarters: bool = True
    facing: str = "front"
    adjacent: tuple[str, ...] = ()
    cover: str = "none"
    line_of_fire: bool = True
    elevation: float = 0
    aware: bool = True
    visibility: int = 0
    surface: bool = False
    space: bool = True
    moved: float = 0
    gaps: tuple[float, ...] = ()
    in_arc: bool = True
    area: Mapping[str, float] | None = None
    enters_zone: tuple[str, ...] | None = None
    in_the_way: tuple[str, ...] = ()
    """Who stands in the way of a shot, nearest first, where the house lets them count (GU-R81)."""
    modifier: int = 0
    defence_modifier: int = 0
    house: House = AS_WRITTEN
    overruled: tuple[str, ...] = ()
    line: LineOfFire | None = field(default=None, compare=False)

    def with_given(self, given: Mapping[str, Any]) -> "Facts":
        """Put what somebody says, as `read_given` has read it, in the place of what the map says."""
        if not given:
            return self
        said = dict(given)
        overruled = tuple(dict.fromkeys((*self.overruled, *said)))
        if "distance" in said and "close_quarters" not in overruled and self.line is None:
            said["close_quarters"] = said["distance"] <= 1
        return replace(self, **said, overruled=overruled)

    def as_json(self) -> dict[str, Any]:
        """Give the facts that are worth a line in the log, by name."""
        told: dict[str, Any] = {
            "distance": self.distance,
            "facing": self.facing,
            "cover": self.cover,
            "line_of_fire": self.line_of_fire,
            "aware": self.aware,
        }
        for name in ("speed", "visibility", "elevation", "modifier", "defence_modifier"):
            if getattr(self, name):
                told[name] = getattr(self, name)
        return told


# ---------------------------------------------------------------------------------------------- what is given
def _number(value: Any) -> bool:
    return type(value) in (int, float) and isfinite(value) and 0 <= value <= MOST


def _signed(value: Any) -> bool:
    return type(value) in (int, float) and isfinite(value) and abs(value) <= MOST


_YES_NO = text("true or false")
_YARDS = text("a number of yards from 0 to {most}", most=MOST)
_FACTS: Mapping[str, tuple[Callable[[Any], bool], Text]] = {
    "distance": (_number, _YARDS),
    "speed": (_number, text("a number of yards a second from 0 up")),
    "close_quarters": (is_bool, _YES_NO),
    "facing": (is_one_of(("front", "side", "back")), text("front, side or back")),
    "adjacent": (is_ids, text("a list of combatants")),
    "cover": (is_one_of((*COVER, FULL)), text("none, light, heavy or full")),
    "line_of_fire": (is_bool, _YES_NO),
    "elevation": (_signed, text("a number of yards")),
    "aware": (is_bool, _YES_NO),
    "visibility": (is_whole(-10, 0), text("a whole number from -10 to 0")),
    "surface": (is_bool, _YES_NO),
    "space": (is_bool, _YES_NO),
    "moved": (_number, _YARDS),
    "gaps": (
        lambda value: isinstance(value, list | tuple) and all(_number(part) for part in value),
        text("a list of yards"),
    ),
    "in_arc": (is_bool, _YES_NO),
    "area": (
        lambda value: isinstance(value, Mapping) and all(_number(part) for part in value.values()),
        text("an object from combatants to yards"),
    ),
    "enters_zone": (is_ids, text("a list of combatants")),
    "in_the_way": (is_ids, text("a list of combatants")),
    "modifier": (is_whole(-100, 100), text("a whole number from -100 to 100")),
    "defence_modifier": (is_whole(-100, 100), text("a whole number from -100 to 100")),
}


_LEGAL = {
    name: (holds, text("The fact {fact} is {words}", fact=repr(name), words=words))
    for name, (holds, words) in _FACTS.items()
}


def read_given(given: Mapping[str, Any]) -> dict[str, Any]:
    """Read the facts that a command gives; null means as the map says. Raises `Refusal` `bad-command`."""
    return read_legal(given, _LEGAL)


# ----------------------------------------------------------------------------------------------- what is read
@kept_with_map
def shot_between(battle_map: BattleMap, here: Footprint, there: Footprint) -> LineOfFire:
    """Judge a shot from one place at another, once."""
    return line_of_fire(battle_map, here, there)


@kept_with_map
def can_be_struck(battle_map: BattleMap, here: Footprint, there: Footprint) -> bool:
    """Tell whether a blow can land: nothing solid between the middles of the nearest cells (GU-504)."""
    grid = battle_map.grid
    pairs = [
        (cell_centre(grid, mine), cell_centre(grid, theirs))
        for mine in footprint_cells(grid, here)
        for theirs in footprint_cells(grid, there)
    ]
    start, end = min(pairs, key=lambda pair: round(dist(*pair), 9))
    if start == end:
        return True
    return not bool(wall_index(battle_map).meets_any([start], [end], stops(battle_map).movement)[0])


LEANING = 0.75
"""How far from the middle of one's cell something to lean on may run, in cells (our ruling GU-R68)."""


def _supports(battle_map: BattleMap) -> tuple[Wall, ...]:
    return tuple(wall for wall in battle_map.walls if wall.kind in (WallKind.LOW, WallKind.WINDOW))


def can_lean(battle_map: BattleMap, here: Footprint) -> bool:
    """Tell whether low cover or a window runs along a place, to lean a weapon on (GU-741, GU-R68)."""
    centres = [cell_centre(battle_map.grid, cell) for cell in footprint_cells(battle_map.grid, here)]
    walls = battle_map.derived(_supports)
    return any(distance_to(wall, centre) <= LEANING for wall in walls for centre in centres)


def yards_between(state: BattleState, one: Fighter, other: Fighter) -> float | None:
    """Give the yards between two, a height difference as the third side (GU-501); None if unknown."""
    battle_map = state.map
    here, there = footprint_of(one), footprint_of(other)
    if battle_map is None:
        return None
    if not has_cells(battle_map.grid):
        if one.at is None or other.at is None:
            return None
        links = zone_distance(battle_map, zone_of(battle_map, one.at), zone_of(battle_map, other.at))
        return MOST if links is None else max(1, ZONE_YARDS * links)
    if here is None or there is None:
        return None
    return apart(battle_map, here, there, Diagonals.TRUE)


def enemy_at_hand(state: BattleState, attacker: Fighter) -> bool:
    """Tell whether an enemy who is neither dead nor unconscious stands within a yard."""
    return any(
        other.side != attacker.side and not other.state.is_out and not other.hidden
        for other in _within_a_yard(Same(state), Same(attacker))
    )


@lru_cache(maxsize=256)
def _within_a_yard(state: Same, who: Same) -> tuple[Fighter, ...]:
    """List the others near somebody, once: each weapon and each target asks for them."""
    there, near = state.thing, []
    for other in there.combatants.values():
        yards = None if other.id == who.thing.id else yards_between(there, who.thing, other)
        if yards is not None and yards <= 1:
            near.append(other)
    return tuple(near)


def facts_of(
    state: BattleState,
    attacker: Fighter,
    target: Fighter,
    kind: Kind,
    given: Mapping[str, Any],
) -> Facts:
    """Work out the facts of an attack, with what the GM says instead, as `read_given` has read it."""
    facts = _read_once(Same(state), Same(attacker), Same(target), kind).with_given(given)
    if not facts.in_the_way:
        return facts
    there = tuple(who for who in facts.in_the_way if who in state.combatants)
    return replace(facts, in_the_way=there if counts_in_the_way(kind, state.house) else ())


def counts_in_the_way(kind: Kind, house: House) -> bool:
    """Tell whether those in the way count at this table: by the digest they do not (GU-R81)."""
    return kind in (Kind.THROWN, Kind.MISSILE) and bool(own.IN_THE_WAY.value(house))


def _is_upright(fighter: Fighter) -> bool:
    return not fighter.state.is_out and fighter.state.posture is not Posture.PRONE


@lru_cache(maxsize=256)
def _read_once(state: Same, attacker: Same, target: Same, kind: Kind) -> Facts:
    """Read the map once, where a card and the AI ask of each weapon and each way to use it."""
    return replace(_read(state.thing, attacker.thing, target.thing, kind), house=state.thing.house)


def _read(state: BattleState, attacker: Fighter, target: Fighter, kind: Kind) -> Facts:
    moved = attacker.state.moved
    battle_map = state.map
    yards = yards_between(state, attacker, target)
    if battle_map is None or yards is None:
        return Facts(moved=moved)
    close = enemy_at_hand(state, attacker)
    here, there = footprint_of(attacker), footprint_of(target)
    if here is None or there is None:
        links = yards < MOST
        return Facts(distance=yards, close_quarters=close, moved=moved, line_of_fire=links, line=_CLEAR)
    line = _CLEAR
    cover, clear = "none", True
    if kind is Kind.MELEE:
        clear = can_be_struck(battle_map, here, there)
    else:
        line = shot_between(battle_map, here, there)
        clear = line.clear
        if kind is not Kind.JET:
            cover = SCALE.word(line.cover_share) if line.clear else FULL
    up = height_of(battle_map, here) - height_of(battle_map, there)
    return Facts(
        distance=yards,
        close_quarters=close,
        facing=arc_of(state, attacker, target),
        adjacent=tuple(other.id for other in _within_a_yard(Same(state), Same(attacker))),
        cover=cover,
        line_of_fire=clear,
        elevation=up,
        surface=kind in (Kind.THROWN, Kind.MISSILE) and can_lean(battle_map, here),
        moved=moved,
        in_the_way=in_the_way(state, attacker, target, _is_upright)
        if counts_in_the_way(kind, state.house)
        else (),
        line=line,
    )


_CLEAR = LineOfFire(clear=True, blocked_share=0.0, cover_share=0.0)


def gaps_between(state: BattleState, targets: Sequence[Fighter]) -> tuple[float, ...]:
    """Give the yards between successive targets of a spray, 0 where nothing is known (GU-733)."""
    return tuple(yards_between(state, one, other) or 0 for one, other in pairwise(targets))


def all_in_arc(state: BattleState, attacker: Fighter, targets: Sequence[Fighter]) -> bool:
    """Tell whether all targets lie within 30 degrees as the attacker sees them (GU-733)."""
    battle_map, here = state.map, footprint_of(attacker)
    if battle_map is None or here is None:
        return True
    grid = battle_map.grid
    start = footprint_centre(grid, here)
    places = [there for target in targets if (there := footprint_of(target)) is not None]
    ways = [bearing(start, footprint_centre(grid, there)) for there in places]
    return all(turn_between(one, other) <= 30.0 + 1e-9 for one in ways for other in ways)


def band(distance: float, speed: float, house: House = AS_WRITTEN) -> tuple[str, int]:
    """Name the range band of a shot, and what it takes from it (GU-750)."""
    yards = ceil(distance + (speed if speed >= 2 else 0))
    name = next(name for most, name in _BANDS if yards <= most)
    return name, own.RANGE.number(house, name)


BAND_WORDS: Mapping[str, Text] = {
    "close": text("close"),
    "short": text("short"),
    "medium": text("medium"),
    "long": text("long"),
    "far": text("far"),
}
_BANDS = ((5, "close"), (20, "short"), (100, "medium"), (500, "long"), (10**9, "far"))
