"""What the map says about an attack, and what the GM says instead (PH-25 to PH-27)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rules.engine.facts import Legal, asked_of_two, is_bool, is_ids, is_one_of, is_whole, shown_fact
from rules.engine.facts import read_given as read_legal
from rules.engine.in_the_way import in_the_way, shown_in_the_way
from rules.engine.state import BattleState
from rules.engine.system import Choice, Fact
from rules.engine.text import Text, counted, joined, text
from rules.map.cover import DEFAULT_SCALE, CoverScale
from rules.map.distance import apart
from rules.map.grid import Footprint, has_cells
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
    LOCATION_WORDS,
    LOCATIONS,
    RIGHT_ARM,
    RIGHT_LEG,
)
from rules.systems.phases.state import Condition, Fighter

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
    in_the_way: tuple[str, ...] = ()
    """Who stands in the way of a shot, nearest first, where the house lets them count (PH-R41)."""
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


@asked_of_two
def read_map_between(battle_map: BattleMap, here: Footprint, there: Footprint) -> Reading:
    """Ask the map about two combatants; None where one of them stands nowhere."""
    return Reading(cells=cells_between(battle_map, here, there), line=line_of_fire(battle_map, here, there))


def cells_between(battle_map: BattleMap, here: Footprint, there: Footprint) -> int | None:
    """Count the cells between two places; on zones alone by their links (PH-R20, PH-R50)."""
    if has_cells(battle_map.grid):
        return apart(battle_map, here, there)
    links = zone_distance(battle_map, zone_of(battle_map, here.place), zone_of(battle_map, there.place))
    return None if links is None else max(1, links * ZONE_CELLS)


def sees_by_map(state: BattleState, one: Fighter, other: Fighter) -> bool:
    """Tell whether, by the map alone, a line of fire between two is clear (PH-26, PH-63)."""
    reading = None if state.map is None else read_map_between(state.map, one, other)
    return reading is None or (reading.line.clear and reading.cells is not None)


def facts_of(state: BattleState, attacker: Fighter, target: Fighter, given: Mapping[str, Any]) -> Facts:
    """Work out the facts of an attack (PH-25, PH-26).

    Args:
        given: what the GM says instead, by name, as `read_given` has read it.
    """
    reading = None if state.map is None else read_map_between(state.map, attacker, target)
    found: dict[str, Any] = {}
    if reading is not None:
        found["distance"] = FARTHEST if reading.cells is None else reading.cells
        found["line_of_fire"] = reading.line.clear
        found["cover"] = SCALE.word(reading.line.cover_share)
    if counts_in_the_way(state):
        found["in_the_way"] = in_the_way(state, attacker, target, _is_up)
    facts = Facts(**{**found, **given}, overruled=tuple(given), reading=reading)
    if not facts.in_the_way:
        return facts
    there = tuple(who for who in facts.in_the_way if who in state.combatants)
    return replace(facts, in_the_way=there if counts_in_the_way(state) else ())


def counts_in_the_way(state: BattleState) -> bool:
    """Tell whether those in the way of a shot count at this table: by the book they do not (PH-R41)."""
    return bool(own.IN_THE_WAY.value(state.house))


def _is_up(fighter: Fighter) -> bool:
    return fighter.state.condition is Condition.UP


def _are_places(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(place in LOCATIONS for place in value)


_LEGAL: Mapping[str, Legal] = {
    "distance": (
        is_whole(0, FARTHEST),
        text("A distance is a whole number of cells up to {most}", most=FARTHEST),
    ),
    "line_of_fire": (is_bool, text("The line of fire is true or false")),
    "cover": (is_one_of(COVER), text("Cover is {covers}", covers=joined(COVER))),
    "exposed": (_are_places, text("What is exposed is a list out of {places}", places=joined(LOCATIONS))),
    "modifier": (
        is_whole(-MOST_MODIFIER, MOST_MODIFIER),
        text(
            "The GM's modifier is a whole number from {low} to {high}",
            low=-MOST_MODIFIER,
            high=MOST_MODIFIER,
        ),
    ),
    "in_the_way": (is_ids, text("Who stands in the way is a list of ids")),
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


COVER_WORDS: Mapping[str, Text] = {
    "none": text("no cover"),
    "partial": text("partial cover"),
    "good": text("good cover"),
    "excellent": text("excellent cover"),
}
_COVERS = tuple(Choice(id=cover, label=words) for cover, words in COVER_WORDS.items())
_HIDDEN_BEHIND = {
    LOCATIONS: text("all of the body"),
    (HEAD, CHEST, RIGHT_ARM, LEFT_ARM): text("above the waist"),
    (HEAD, RIGHT_ARM, LEFT_ARM): text("head and arms"),
    (HEAD,): text("the head alone"),
    (RIGHT_LEG, LEFT_LEG): text("the legs alone"),
}
"""What usual hiding places leave exposed, for the GM to choose from (PH-26)."""
_CLEAR = Choice(id="true", label=text("clear")), Choice(id="false", label=text("none"))


def shown_facts(state: BattleState, facts: Facts, *, melee: bool) -> tuple[Fact, ...]:
    """List the facts for the aim preview, with what the GM may say instead."""
    hidden = joined(LOCATION_WORDS[place] for place in LOCATIONS if place not in facts.exposed)
    exposed = _HIDDEN_BEHIND.get(facts.exposed, text("not the {hidden}", hidden=hidden))
    fact = partial(shown_fact, facts.overruled)
    cells = counted("{n} cell", "{n} cells", n=facts.distance)
    far = "PH-75" if melee else "PH-65"
    clear = text("clear") if facts.line_of_fire else text("none")
    ways = {**_HIDDEN_BEHIND, facts.exposed: exposed}
    places = tuple(Choice(id=",".join(places), label=words) for places, words in ways.items())
    modifier = f"{facts.modifier:+d}" if facts.modifier else text("no modifier")
    counts = not melee and counts_in_the_way(state)
    others = (shown_in_the_way(state, facts.in_the_way, facts.overruled, "PH-R41"),) if counts else ()
    return (
        fact("distance", text("Distance"), facts.distance, cells, far, number=True, brief=cells),
        fact(
            "cover",
            text("Cover"),
            facts.cover,
            _cover_words(facts, melee=melee),
            "PH-25",
            choices=_COVERS,
            brief=COVER_WORDS[facts.cover],
        ),
        fact("line_of_fire", text("Line of fire"), facts.line_of_fire, clear, "PH-26", choices=_CLEAR),
        fact("exposed", text("Exposed"), ",".join(facts.exposed), exposed, "PH-26", choices=places),
        fact("modifier", text("GM"), facts.modifier, modifier, "PH-27", number=True),
        *others,
    )


def _cover_words(facts: Facts, *, melee: bool) -> Text:
    """Say how much covers a target, and behind what."""
    words = COVER_WORDS[facts.cover]
    line = facts.reading.line if facts.reading else None
    if line is not None and line.cover_share and line.rays and "cover" not in facts.overruled:
        count = round(line.cover_share * len(line.rays))
        hidden = text("{hidden} of {rays} rays hidden", hidden=count, rays=len(line.rays))
        if line.named_cover:
            hidden = text("{hidden} by {what}", hidden=hidden, what=joined(map(text, line.named_cover)))
        words = joined((words, hidden), ": ")
    if melee and COVER[facts.cover]:
        return text("{cover}; does not count at hand", cover=words)
    return words
