"""What the map says about an attack, and what the GM says instead (PH-25 to PH-27)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.facts import Legal, is_bool, is_one_of, is_whole, kept_with_map
from rules.engine.facts import read_given as read_legal
from rules.engine.state import BattleState
from rules.engine.system import Choice, Fact
from rules.map.cover import DEFAULT_SCALE, CoverScale
from rules.map.grid import Footprint, cells_apart, has_cells
from rules.map.line_of_fire import LineOfFire, line_of_fire
from rules.map.model import BattleMap
from rules.map.zones import zone_distance, zone_of
from rules.systems.phases import house as own
from rules.systems.phases.sheet.gear import (
    CHEST,
    FARTHEST,
    HEAD,
    LEFT_ARM,
    LEFT_LEG,
    LOCATIONS,
    RIGHT_ARM,
    RIGHT_LEG,
    location_words,
)
from rules.systems.phases.state import Fighter

COVER: Mapping[str, int] = {"none": 0, **own.COVER}
"""The words for cover, with what each usually takes from a ranged attack (PH-25)."""
SCALE = CoverScale(DEFAULT_SCALE.steps)
ZONE_CELLS = 5
"""Cells that a step from zone to zone counts where no cells are drawn (our ruling PH-R20)."""
MOST_MODIFIER = 20


@dataclass(frozen=True, slots=True)
class Reading:
    """What the map says of two places: the cells between them, None where nothing links them; the shot."""

    cells: int | None
    line: LineOfFire


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts of one attack as they count; `overruled` are those that the GM has given."""

    distance: int = 1
    line_of_fire: bool = True
    cover: str = "none"
    exposed: tuple[str, ...] = LOCATIONS
    modifier: int = 0
    overruled: tuple[str, ...] = ()
    reading: Reading | None = None

    def as_json(self) -> dict[str, Any]:
        """Give the facts by name."""
        return {
            "distance": self.distance,
            "line_of_fire": self.line_of_fire,
            "cover": self.cover,
            "exposed": list(self.exposed),
            "modifier": self.modifier,
        }


def read_map_between(battle_map: BattleMap, one: Fighter, other: Fighter) -> Reading | None:
    """Ask the map about two combatants; None where one of them stands nowhere."""
    if one.at is None or other.at is None:
        return None
    return _read(battle_map, Footprint(one.at, one.size), Footprint(other.at, other.size))


@kept_with_map
def _read(battle_map: BattleMap, here: Footprint, there: Footprint) -> Reading:
    return Reading(cells=cells_between(battle_map, here, there), line=line_of_fire(battle_map, here, there))


def cells_between(battle_map: BattleMap, here: Footprint, there: Footprint) -> int | None:
    """Count the cells between two places; on zones alone by their links (PH-R20)."""
    if has_cells(battle_map.grid):
        return int(cells_apart(battle_map.grid, here, there))
    links = zone_distance(battle_map, zone_of(battle_map, here.place), zone_of(battle_map, there.place))
    return None if links is None else max(1, links * ZONE_CELLS)


def sees_by_map(state: BattleState, one: Fighter, other: Fighter) -> bool:
    """Tell whether, by the map alone, a line of fire between two is clear (PH-26, PH-63)."""
    reading = None if state.map is None else read_map_between(state.map, one, other)
    return reading is None or (reading.line.clear and reading.cells is not None)


def facts_of(state: BattleState, attacker: Fighter, target: Fighter, given: Mapping[str, Any]) -> Facts:
    """Work out the facts of an attack (PH-25, PH-26).

    Args:
        given: what the GM says instead, by name.
    Raises:
        Refusal: `bad-command`, for a fact that there is not, or a value that it cannot have.
    """
    said = read_given(given)
    reading = None if state.map is None else read_map_between(state.map, attacker, target)
    found: dict[str, Any] = {}
    if reading is not None:
        found["distance"] = FARTHEST if reading.cells is None else reading.cells
        found["line_of_fire"] = reading.line.clear
        found["cover"] = SCALE.word(reading.line.cover_share)
    return Facts(**{**found, **said}, overruled=tuple(said), reading=reading)


def _are_places(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(place in LOCATIONS for place in value)


_LEGAL: Mapping[str, Legal] = {
    "distance": (is_whole(0, FARTHEST), f"A distance is a whole number of cells up to {FARTHEST}"),
    "line_of_fire": (is_bool, "The line of fire is true or false"),
    "cover": (is_one_of(COVER), f"Cover is {', '.join(COVER)}"),
    "exposed": (_are_places, f"What is exposed is a list out of {', '.join(LOCATIONS)}"),
    "modifier": (
        is_whole(-MOST_MODIFIER, MOST_MODIFIER),
        f"The GM's modifier is a whole number from {-MOST_MODIFIER} to {MOST_MODIFIER}",
    ),
}


def read_given(given: Mapping[str, Any]) -> dict[str, Any]:
    """Read the facts that a command gives; null means as the map says. Raises `Refusal` `bad-command`."""
    exposed = given.get("exposed")
    if isinstance(exposed, str):  # as the aim panel's list says it
        given = {**given, "exposed": [place for place in exposed.split(",") if place]}
    said = read_legal(given, _LEGAL)
    if "exposed" in said:
        said["exposed"] = tuple(place for place in LOCATIONS if place in said["exposed"])
    return said


_COVERS = tuple(Choice(id=c, label=f"{c} cover" if n else "no cover") for c, n in COVER.items())
_HIDDEN_BEHIND = {
    LOCATIONS: "all of the body",
    (HEAD, CHEST, RIGHT_ARM, LEFT_ARM): "above the waist",
    (HEAD, RIGHT_ARM, LEFT_ARM): "head and arms",
    (HEAD,): "the head alone",
    (RIGHT_LEG, LEFT_LEG): "the legs alone",
}
"""What usual hiding places leave exposed, for the GM to choose from (PH-26)."""
_CLEAR = Choice(id="true", label="clear"), Choice(id="false", label="none")


def shown_facts(facts: Facts, *, melee: bool) -> tuple[Fact, ...]:
    """List the facts for the aim preview, with what the GM may say instead."""
    hidden = [location_words(place) for place in LOCATIONS if place not in facts.exposed]
    cover = f"{facts.cover} cover" if COVER[facts.cover] else "no cover"
    line = facts.reading.line if facts.reading else None
    if line is not None and line.cover_share and line.rays and "cover" not in facts.overruled:
        behind = f" by {', '.join(line.named_cover)}" if line.named_cover else ""
        count = round(line.cover_share * len(line.rays))
        cover = f"{cover}: {count} of {len(line.rays)} rays hidden{behind}"
    if melee and COVER[facts.cover]:
        cover = f"{cover}; does not count at hand"
    exposed = _HIDDEN_BEHIND.get(facts.exposed, f"not the {', '.join(hidden)}")
    values = {**facts.as_json(), "exposed": ",".join(facts.exposed)}

    def fact(id_: str, label: str, words: str, rule: str, choices: tuple[Choice, ...] = ()) -> Fact:
        overruled = id_ in facts.overruled
        is_number = id_ in ("distance", "modifier")
        return Fact(
            id=id_,
            label=label,
            value=values[id_],
            words=words,
            rule=rule,
            choices=choices,
            overruled=overruled,
            number=is_number,
        )

    cells = f"{facts.distance} cell{'' if facts.distance == 1 else 's'}"
    clear = "clear" if facts.line_of_fire else "none"
    ways = {**_HIDDEN_BEHIND, facts.exposed: exposed}
    return (
        fact("distance", "Distance", cells, "PH-75" if melee else "PH-65"),
        fact("cover", "Cover", cover, "PH-25", _COVERS),
        fact("line_of_fire", "Line of fire", clear, "PH-26", _CLEAR),
        fact(
            "exposed",
            "Exposed",
            exposed,
            "PH-26",
            tuple(Choice(id=",".join(places), label=words) for places, words in ways.items()),
        ),
        fact("modifier", "GM", f"{facts.modifier:+d}" if facts.modifier else "no modifier", "PH-27"),
    )
