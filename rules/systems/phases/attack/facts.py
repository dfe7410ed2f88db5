"""What the map says about an attack, and what the GM says instead (PH-25 to PH-27)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant
from rules.engine.system import Choice, Fact
from rules.engine.text import joined, text
from rules.map.cover import DEFAULT_SCALE, CoverScale
from rules.map.grid import Footprint, cells_apart, has_cells
from rules.map.line_of_fire import LineOfFire, line_of_fire
from rules.map.model import BattleMap, Place
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

COVER: Mapping[str, int] = {"none": 0, **own.COVER}
"""The words for cover, with what each usually takes from a ranged attack (PH-25)."""
SCALE = CoverScale(DEFAULT_SCALE.steps)
ZONE_CELLS = 5
"""Cells that a step from zone to zone counts where no cells are drawn (our ruling PH-R20)."""
MOST_MODIFIER = 20
_READINGS_KEPT = 4096


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


def _no_readings(_: BattleMap) -> dict[tuple[Place, int, Place, int], Reading]:
    return {}


def read_map_between(battle_map: BattleMap, one: Combatant, other: Combatant) -> Reading | None:
    """Ask the map about two combatants; None where one of them stands nowhere."""
    if one.at is None or other.at is None:
        return None
    kept = battle_map.derived(_no_readings)
    key = one.at, one.size, other.at, other.size
    if key not in kept:
        if len(kept) >= _READINGS_KEPT:
            kept.clear()
        here, there = Footprint(one.at, one.size), Footprint(other.at, other.size)
        line = line_of_fire(battle_map, here, there)
        kept[key] = Reading(cells=cells_between(battle_map, here, there), line=line)
    return kept[key]


def cells_between(battle_map: BattleMap, here: Footprint, there: Footprint) -> int | None:
    """Count the cells between two places; on zones alone by their links (PH-R20)."""
    if has_cells(battle_map.grid):
        return int(cells_apart(battle_map.grid, here, there))
    links = zone_distance(battle_map, zone_of(battle_map, here.place), zone_of(battle_map, there.place))
    return None if links is None else max(1, links * ZONE_CELLS)


def sees_by_map(state: BattleState, one: Combatant, other: Combatant) -> bool:
    """Tell whether, by the map alone, a line of fire between two is clear (PH-26, PH-63)."""
    reading = None if state.map is None else read_map_between(state.map, one, other)
    return reading is None or (reading.line.clear and reading.cells is not None)


def facts_of(state: BattleState, attacker: Combatant, target: Combatant, given: Mapping[str, Any]) -> Facts:
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


def read_given(given: Mapping[str, Any]) -> dict[str, Any]:
    """Read the facts that a command gives; null means as the map says. Raises `Refusal` `bad-command`."""
    said: dict[str, Any] = {}
    for name, value in given.items():
        if name not in _LEGAL:
            raise Refusal(
                "bad-command",
                text(
                    "There is no fact {value} here; known are {value2}.",
                    value=f"{name!r}",
                    value2=joined(_LEGAL),
                ),
            )
        if value is None:
            continue
        if name == "exposed" and isinstance(value, str):  # as the aim panel's list says it
            value = [place for place in value.split(",") if place]
        if not _is_legal(name, value):
            raise Refusal(
                "bad-command",
                text("{value}; {value2} is not.", value=text(_LEGAL[name]), value2=f"{value!r}"),
            )
        said[name] = tuple(place for place in LOCATIONS if place in value) if name == "exposed" else value
    return said


def _is_legal(name: str, value: Any) -> bool:
    match name:
        case "distance":
            return type(value) is int and 0 <= value <= FARTHEST
        case "cover":
            return isinstance(value, str) and value in COVER
        case "exposed":
            return isinstance(value, list | tuple) and all(place in LOCATIONS for place in value)
        case "modifier":
            return type(value) is int and abs(value) <= MOST_MODIFIER
        case _:
            return type(value) is bool


_LEGAL = {
    "distance": f"A distance is a whole number of cells up to {FARTHEST}",
    "line_of_fire": "The line of fire is true or false",
    "cover": f"Cover is {', '.join(COVER)}",
    "exposed": f"What is exposed is a list out of {', '.join(LOCATIONS)}",
    "modifier": f"The GM's modifier is a whole number from {-MOST_MODIFIER} to {MOST_MODIFIER}",
}
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
        behind = f" by {', '.join(line.materials)}" if line.materials else ""
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
