"""What the map says about an attack, and what the GM says instead (SW-55 to SW-59)."""

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.facts import is_bool, is_ids, is_one_of, is_whole, kept_with_map
from rules.engine.facts import read_given as read_legal
from rules.engine.fog.lamps import lit_map
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.text import Text, joined, text
from rules.map.cover import CoverScale
from rules.map.grid import Footprint, cell_at, footprint_centre
from rules.map.line_of_fire import LineOfFire, line_of_fire
from rules.map.model import BattleMap, Cell, Point
from rules.map.vision import brightness_at
from rules.systems.savage import house as own
from rules.systems.savage.moves.places import (
    are_adjacent,
    centre_of,
    fighters_next_to,
    inches_apart,
    next_to,
    parts_by_window,
    stand_of,
)
from rules.systems.savage.sheet.gear import Weapon
from rules.systems.savage.state import Fighter, SavageState, mount_of

RANGES = ("short", "medium", "long", "extreme", "out")
COVER: Mapping[str, int] = {"none": 0, **own.COVER}
LIGHT: Mapping[str, int] = {"bright": 0, **own.LIGHT}
"""The words for cover and for light, with what each usually costs."""
SCALE = CoverScale(((0.2, "light"), (0.4, "medium"), (0.6, "heavy"), (0.8, "near-total")))
LOW_WALLS_BELOW = 0.2
"""With fewer rays stopped than this share, only low walls cover, and medium is the most (SW-56, SW-R14)."""
EXTREME = 4
MOST_SPEED = 10
FARTHEST = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts of one attack as they count; `overruled` are those that the GM has given."""

    distance: int = 1
    adjacent: bool = True
    line_of_fire: bool = True
    cover: str = "none"
    light: str = "bright"
    speed_penalty: int = 0
    range: str | None = None
    """What the GM says of the bracket; otherwise it follows from the distance (SW-82)."""
    adjacent_foes: tuple[str, ...] = ()
    adjacent_allies: tuple[str, ...] = ()
    engaged_by: tuple[str, ...] = ()
    bystanders: tuple[str, ...] = ()
    still_adjacent: tuple[str, ...] = ()
    caught: tuple[str, ...] = ()
    caught_after: tuple[str, ...] | None = None
    blast_cover: Mapping[str, str] | None = None
    straight_move: float = 0
    in_front: bool = True
    mount_running: bool | None = None
    aware: bool = True
    overruled: tuple[str, ...] = ()
    line: LineOfFire | None = field(default=None, compare=False)
    through_window: bool = False
    """Whether a window lies between the two, through which nobody strikes (SW-C3)."""

    def is_in_reach(self, inches: int) -> bool:
        """Tell whether a blow that reaches so far meets the target (SW-57, SW-74, SW-C3)."""
        return self.distance <= inches and not self.through_window

    def bracket(self, weapon: Weapon) -> str:
        """Name the range bracket (SW-82, SW-84)."""
        if self.range is not None:
            return self.range
        assert weapon.range is not None
        short, medium, long_ = weapon.range
        for name, most in (("short", short), ("medium", medium), ("long", long_)):
            if self.distance <= most:
                return name
        if self.distance > EXTREME * long_ or weapon.thrown or weapon.shotgun:
            return "out"
        return "extreme"


# ------------------------------------------------------------------------------------------ what the GM says
def _is_cover_by_id(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(word, str) and word in COVER for word in value.values()
    )


def _is_inches(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= FARTHEST


_IDS = (is_ids, text("is a list of ids"))
_YES_NO = (is_bool, text("is true or false"))


def _one_of(words: Collection[str]) -> tuple[Callable[[Any], bool], Text]:
    return is_one_of(words), text("is one of {choices}", choices=joined(words))


_FACTS: Mapping[str, tuple[Callable[[Any], bool], Text]] = {
    "distance": (is_whole(0, FARTHEST), text("is a whole number of inches")),
    "range": _one_of(RANGES),
    "adjacent": _YES_NO,
    "line_of_fire": _one_of(("clear", "blocked")),
    "cover": _one_of(COVER),
    "light": _one_of(LIGHT),
    "speed_penalty": (
        is_whole(-MOST_SPEED, 0),
        text("is a whole number from {least} to 0", least=-MOST_SPEED),
    ),
    "adjacent_foes": _IDS,
    "adjacent_allies": _IDS,
    "engaged_by": _IDS,
    "bystanders": _IDS,
    "still_adjacent": _IDS,
    "caught": _IDS,
    "caught_after": _IDS,
    "blast_cover": (_is_cover_by_id, text("gives each id a cover")),
    "straight_move": (_is_inches, text("is a number of inches")),
    "in_front": _YES_NO,
    "mount_running": _YES_NO,
    "aware": _YES_NO,
}


_LEGAL = {
    name: (holds, text("The fact {fact} {words}", fact=repr(name), words=words))
    for name, (holds, words) in _FACTS.items()
}


def read_given(state: BattleState, given: Mapping[str, Any]) -> dict[str, Any]:
    """Read the facts that a command gives; null means as the map says. Raises `Refusal` `bad-command`."""
    said = read_legal(given, _LEGAL)
    for name, value in said.items():
        for id_ in value if isinstance(value, tuple | Mapping) else ():
            if id_ not in state.combatants:
                raise Refusal(
                    "bad-command",
                    text(
                        "The fact {fact} names {who}, and nobody here is that.",
                        fact=repr(name),
                        who=repr(id_),
                    ),
                )
    if "line_of_fire" in said:
        said["line_of_fire"] = said["line_of_fire"] == "clear"
    return said


# ------------------------------------------------------------------------------------------ what the map says
@dataclass(frozen=True, slots=True)
class Reading:
    """What the map says about two places."""

    distance: int
    adjacent: bool
    line: LineOfFire
    through_window: bool


@kept_with_map
def read_between(battle_map: BattleMap, here: Footprint, there: Footprint) -> Reading:
    """Ask the map about two places."""
    return Reading(
        distance=inches_apart(battle_map, here, there),
        adjacent=are_adjacent(battle_map, here, there),
        line=line_of_fire(battle_map, here, there),
        through_window=parts_by_window(battle_map, here, there),
    )


def cover_word(line: LineOfFire) -> str:
    """Name the cover that a line of fire gives (SW-56); figures on it give none (our ruling SW-R81)."""
    word = SCALE.word(line.cover_share)
    if line.blocked_share < LOW_WALLS_BELOW and COVER[word] < COVER["medium"]:
        return "medium"
    return word


def aimed_cell(state: BattleState, target: Fighter | None, at: Cell | None) -> Cell | None:
    """Give the square that an area attack is aimed at (SW-162)."""
    if at is not None or target is None or state.map is None:
        return at
    centre = centre_of(state, target)
    return None if centre is None else cell_at(state.map.grid, centre)


def facts_of(
    state: BattleState,
    attacker: Fighter,
    target: Fighter | None,
    given: Mapping[str, Any],
    at: Cell | None = None,
) -> Facts:
    """Work out the facts of an attack, but those that rest on a template (`areas` has them).

    Args:
        given: what is said instead, by name, as `read_given` has read it.
        at: the square aimed at, where it is not the target's.
    """
    found = _from_map(state, attacker, target, at)
    found |= given
    if "adjacent" in given or "distance" in given:  # what the GM says of the two, no window denies
        found["through_window"] = False
    if "adjacent" not in given and ("distance" in given or "distance" not in found):
        found["adjacent"] = found.get("distance", 1) <= 1
    if target is not None and "engaged_by" not in found:
        foe = target.side != attacker.side and not target.sheet.is_object
        found["engaged_by"] = (target.id,) if found["adjacent"] and foe else ()
    if target is not None and "adjacent_foes" not in found:
        found["adjacent_foes"] = (attacker.id,)
    return Facts(**found, overruled=tuple(given))


def _from_map(
    state: BattleState, attacker: Fighter, target: Fighter | None, at: Cell | None
) -> dict[str, Any]:
    battle_map, here = state.map, stand_of(state, attacker)
    there = Footprint(at) if at is not None else None if target is None else stand_of(state, target)
    if battle_map is None or here is None or there is None:
        return {}
    reading = read_between(battle_map, here, there)
    found: dict[str, Any] = {
        "distance": reading.distance,
        "adjacent": reading.adjacent,
        "line_of_fire": reading.line.clear,
        "cover": cover_word(reading.line),
        "line": reading.line,
        "through_window": reading.through_window,
        "light": brightness_at(lit_map(state) or battle_map, there).value,
        "engaged_by": fighters_next_to(state, attacker, enemies=True),
    }
    runner = mount_of(state, attacker.id) or attacker
    aim = footprint_centre(battle_map.grid, there)
    found["straight_move"] = _straight_towards(state, runner, aim)
    found["in_front"] = _is_in_front(state, runner, aim)
    if target is not None:
        found["adjacent_foes"] = fighters_next_to(state, target, enemies=True)
        found["adjacent_allies"] = fighters_next_to(state, target, enemies=False)
        near = next_to(state, target)
        found["bystanders"] = tuple(other.id for other in near if other.id != attacker.id)
    return found


def _is_in_front(state: BattleState, mover: Fighter, aim: Point) -> bool:
    """Tell whether a point lies in the half plane ahead of somebody's last step (SW-58, SW-R16)."""
    return _cosine(state, mover, aim) >= -1e-9


def _straight_towards(state: BattleState, mover: Fighter, aim: Point) -> float:
    """Count the inches moved this turn in a straight line, if that line leads towards a point."""
    now: SavageState = mover.state
    towards = now.heading is not None and _cosine(state, mover, aim) >= math.cos(math.pi / 4) - 1e-9
    return now.straight if towards else 0


def _cosine(state: BattleState, mover: Fighter, aim: Point) -> float:
    """Give how well somebody's last step points at a point: 1 straight at it, 0 across; 1 before any step."""
    heading, here = mover.state.heading, centre_of(state, mover)
    if heading is None or here is None:
        return 1.0
    apart = aim[0] - here[0], aim[1] - here[1]
    lengths = math.hypot(*heading) * math.hypot(*apart)
    return (heading[0] * apart[0] + heading[1] * apart[1]) / lengths if lengths else 1.0
