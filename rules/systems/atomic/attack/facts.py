"""What the map says about an attack, and what the GM says instead (AT-33 to AT-40)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from rules.engine.declared.measures import RangeWords
from rules.engine.facts import Legal, asked_of_two, is_bool, is_ids, is_one_of, is_whole, shown_fact
from rules.engine.facts import read_given as read_legal
from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.in_the_way import in_the_way, shown_in_the_way
from rules.engine.state import BattleState
from rules.engine.system import Choice, Fact
from rules.engine.text import Text, Words, counted, head, joined, text
from rules.map.cover import DEFAULT_SCALE, CoverScale
from rules.map.distance import apart
from rules.map.grid import Footprint, has_cells
from rules.map.line_of_fire import LineOfFire, line_of_fire
from rules.map.model import BattleMap
from rules.map.zones import Zoning, zoning
from rules.systems.atomic import house as own
from rules.systems.atomic.sheet.sheet import RANGE_WORDS, Range, Weapon
from rules.systems.atomic.state import Condition, Fighter

BLOCK = 8
"""Cells a side of the blocks in which a grid without zones is read (AT-33)."""
COVER: Mapping[str, int] = {"none": 0, **own.COVER}
"""The words for cover, with what each usually takes from the Wound Rating (AT-84)."""
SCALE = CoverScale(DEFAULT_SCALE.steps)
"""From which share of hidden rays on each cover begins; only stopped rays forbid a shot (AT-38)."""
RANGE_RULES: Mapping[Range, str] = {
    Range.ENGAGED: "AT-34",
    Range.NEAR: "AT-35",
    Range.FAR: "AT-36",
    Range.DISTANT: "AT-37",
}
MOST_MODIFIER = 200


@dataclass(frozen=True, slots=True)
class Reading:
    """What the map says about two places: cells between them (None on zones alone), links, and the shot."""

    cells: int | None
    zones: int | None
    line: LineOfFire


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts of one attack as they count, and what they came from."""

    range: Range
    cover: str
    line_of_fire: bool
    aware: bool
    modifier: int
    in_the_way: tuple[str, ...] = ()
    """Who stands in the way of a shot, nearest first, where the house lets them count (AT-R41)."""
    overruled: tuple[str, ...] = ()
    reading: Reading | None = None
    house: House = AS_WRITTEN

    @property
    def protecting_cover(self) -> str:
        """The cover that counts: none at all when engaged (AT-39)."""
        return "none" if self.range is Range.ENGAGED and own.ENGAGED_BARE.on(self.house) else self.cover

    def as_json(self) -> dict[str, Any]:
        """Give the facts by name."""
        return {
            "range": self.range.value,
            "cover": self.cover,
            "line_of_fire": self.line_of_fire,
            "aware": self.aware,
            "modifier": self.modifier,
        }


def zones_of(battle_map: BattleMap) -> Zoning:
    """Give the zones of a map, or the blocks that stand for them (AT-33)."""
    return zoning(battle_map, BLOCK)


@asked_of_two
def read_map_between(battle_map: BattleMap, here: Footprint, there: Footprint) -> Reading:
    """Ask the map about two combatants; None where one of them stands nowhere."""
    cells, zones = _apart(battle_map, here, there)
    return Reading(cells=cells, zones=zones, line=line_of_fire(battle_map, here, there))


def range_between(reading: Reading, attacker: Fighter, target: Fighter, weapon: Weapon) -> Range:
    """Name the range at which a weapon would be used (AT-34 to AT-37)."""
    if reading.cells is None:
        both = target.id in attacker.state.engaged_with and attacker.id in target.state.engaged_with
        if reading.zones == 0 and (weapon.is_melee or both):
            return Range.ENGAGED
    return _range_at(reading.cells, reading.zones)


def _range_at(cells: int | None, zones: int | None) -> Range:
    if cells is not None and cells <= 1:
        return Range.ENGAGED
    return zone_range(zones)


def zone_range(links: int | None) -> Range:
    """Name the range of a zone so many links away, for those who are not engaged (AT-35 to AT-37)."""
    return {0: Range.NEAR, 1: Range.FAR}.get(-1 if links is None else links, Range.DISTANT)


def range_words(battle_map: BattleMap, here: Footprint, there: Footprint, house: House) -> RangeWords:
    """Name the range between two places, whoever stands there, with the links (AT-34 to AT-37)."""
    cells, zones = _apart(battle_map, here, there)
    found = _range_at(cells, zones)
    name = RANGE_WORDS[found]
    return RangeWords(name=name, words=joined((name, _links_apart(zones))), rule=RANGE_RULES[found])


def _apart(battle_map: BattleMap, here: Footprint, there: Footprint) -> tuple[int | None, int | None]:
    """Count the cells (None on zones alone), height among them, and the links between two (AT-R50)."""
    zones = zones_of(battle_map)
    links = zones.distance(zones.zone_of(here.place), zones.zone_of(there.place))
    return apart(battle_map, here, there) if has_cells(battle_map.grid) else None, links


def facts_of(
    state: BattleState, attacker: Fighter, target: Fighter, weapon: Weapon, given: Mapping[str, Any]
) -> Facts:
    """Work out the facts of an attack.

    Args:
        given: what the GM says instead, by name.
    Raises:
        Refusal: `bad-command`, for a fact that there is not, or a value that it cannot have;
            `unknown-combatant`.
    """
    said = read_given(given)
    if not counts_in_the_way(state, weapon):
        said.pop("in_the_way", None)
    for who in said.get("in_the_way", ()):
        state.combatant(who)
    return Facts(**{**_by_map(state, attacker, target, weapon), **said}, overruled=tuple(said))


def facts_by_map(state: BattleState, attacker: Fighter, target: Fighter, weapon: Weapon) -> Facts:
    """Give the facts of an attack of which the GM has said nothing."""
    return Facts(**_by_map(state, attacker, target, weapon))


def _by_map(state: BattleState, attacker: Fighter, target: Fighter, weapon: Weapon) -> dict[str, Any]:
    reading = None if state.map is None else read_map_between(state.map, attacker, target)
    found: dict[str, Any] = {"line_of_fire": True, "cover": "none", "aware": True, "modifier": 0}
    found |= {"reading": reading, "house": state.house}
    if reading is None:
        found["range"] = Range.ENGAGED if weapon.is_melee else Range.NEAR
    else:
        found["range"] = range_between(reading, attacker, target, weapon)
        found["line_of_fire"] = reading.line.clear
        found["cover"] = SCALE.word(reading.line.cover_share)
    if counts_in_the_way(state, weapon):
        found["in_the_way"] = in_the_way(state, attacker, target, _is_upright)
    return found


def counts_in_the_way(state: BattleState, weapon: Weapon) -> bool:
    """Tell whether those in the way of a shot count at this table: by the book they do not (AT-R41)."""
    return not weapon.is_melee and bool(own.IN_THE_WAY.value(state.house))


def _is_upright(fighter: Fighter) -> bool:
    return fighter.state.condition in (Condition.FIT, Condition.INCAPACITATED)


_LEGAL: Mapping[str, Legal] = {
    "range": (is_one_of(set(Range)), text("A range is {ranges}", ranges=joined(Range))),
    "cover": (is_one_of(COVER), text("Cover is {covers}", covers=joined(COVER))),
    "line_of_fire": (is_bool, text("The line of fire is true or false")),
    "aware": (is_bool, text("Whether the target is aware is true or false")),
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


_KNOWN = tuple(_LEGAL)


def read_given(given: Mapping[str, Any], known: tuple[str, ...] = _KNOWN) -> dict[str, Any]:
    """Read the facts that a command gives; null means as the map says. Raises `Refusal` `bad-command`."""
    said = read_legal(given, {name: _LEGAL[name] for name in known})
    return {**said, "range": Range(said["range"])} if "range" in said else said


# -------------------------------------------------------------------------------------------- shown to people
def _yes_no(yes: Text, no: Text) -> tuple[Choice, ...]:
    return Choice(id="true", label=yes), Choice(id="false", label=no)


GM = text("gm")
_NO_COVER = text("no cover")
COVER_NAMES: Mapping[str, Text] = {
    "none": text("none"),
    "partial": text("partial"),
    "good": text("good"),
    "excellent": text("excellent"),
}
_COVER_CHOICES: Mapping[str, Text] = {
    "none": _NO_COVER,
    "partial": text("partial cover"),
    "good": text("good cover"),
    "excellent": text("excellent cover"),
}
_RANGES = tuple(Choice(id=each.value, label=words) for each, words in RANGE_WORDS.items())
_COVERS = tuple(Choice(id=cover, label=words) for cover, words in _COVER_CHOICES.items())
_CLEAR, _NO_LINE = text("clear"), text("none")
_AWARE = text("sees it coming")
_LINES, _AWARENESS = _yes_no(_CLEAR, _NO_LINE), _yes_no(_AWARE, text("unaware"))


def how_far(reading: Reading | None) -> Words:
    """Say in numbers how far apart two stand."""
    if reading is None:
        return ""
    links = _links_apart(reading.zones)
    if reading.cells is None:
        return links
    return joined((counted("{n} cell away", "{n} cells away", n=reading.cells), links))


def _links_apart(links: int | None) -> Text:
    if links is None:
        return text("no link between the zones")
    if links == 0:
        return text("the same zone")
    return text("the next zone") if links == 1 else text("{links} zones away", links=links)


def shown_facts(state: BattleState, facts: Facts, weapon: Weapon) -> tuple[Fact, ...]:
    """List the facts for the aim preview, with what the GM may say instead."""
    fact = partial(shown_fact, facts.overruled)
    clear = _CLEAR if facts.line_of_fire else _NO_LINE
    aware = _AWARE if facts.aware else text("unaware: cannot defend")
    modifier = f"{facts.modifier:+d}" if facts.modifier else text("no modifier")
    counts = counts_in_the_way(state, weapon)
    others = (shown_in_the_way(state, facts.in_the_way, facts.overruled, "AT-R41"),) if counts else ()
    return (
        fact(
            "range",
            text("Range"),
            facts.range.value,
            _range_words(facts),
            RANGE_RULES[facts.range],
            choices=_RANGES,
            brief=_range_brief(facts),
        ),
        fact(
            "cover",
            text("Cover"),
            facts.cover,
            _cover_words(facts),
            "AT-38",
            choices=_COVERS,
            brief=_COVER_CHOICES[facts.cover],
        ),
        fact("line_of_fire", text("Line of fire"), facts.line_of_fire, clear, "AT-38", choices=_LINES),
        fact("aware", text("Target"), facts.aware, aware, "AT-40", choices=_AWARENESS),
        fact("modifier", text("GM"), facts.modifier, modifier, "AT-66", number=True),
        *others,
    )


def _range_brief(facts: Facts) -> Text:
    """Name the range with how far it is in cells, or in links where the map has no cells."""
    words, far = RANGE_WORDS[facts.range], head(how_far(facts.reading))
    return joined((words, far), ": ") if far and "range" not in facts.overruled else words


def _range_words(facts: Facts) -> Text:
    words, far = RANGE_WORDS[facts.range], how_far(facts.reading)
    return joined((words, far), ": ") if far and "range" not in facts.overruled else words


def _cover_words(facts: Facts) -> Text:
    if "cover" in facts.overruled:
        return COVER_NAMES[facts.cover]
    words = COVER_NAMES[facts.cover] if COVER[facts.cover] else _NO_COVER
    if facts.reading is not None and facts.reading.line.cover_share:
        words = _cover_seen(words, facts.reading.line)
    if facts.protecting_cover != facts.cover and COVER[facts.cover]:
        return text("{cover}; does not count when engaged", cover=words)
    return words


def _cover_seen(cover: Text, line: LineOfFire) -> Text:
    """Say how much the map hides of a target, and behind what."""
    hidden = text("{share} hidden", share=f"{line.cover_share:.0%}")
    if line.rays:
        count = round(line.cover_share * len(line.rays))
        hidden = text("{hidden} of {rays} rays hidden", hidden=count, rays=len(line.rays))
    if line.named_cover:
        hidden = text("{hidden} by {what}", hidden=hidden, what=joined(map(text, line.named_cover)))
    return joined((cover, hidden), ": ")
