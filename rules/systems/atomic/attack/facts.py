"""What the map says about an attack, and what the GM says instead (AT-33 to AT-40)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.measures import RangeWords
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant
from rules.engine.system import Choice, Fact
from rules.engine.text import joined, text
from rules.map.cover import DEFAULT_SCALE, CoverScale
from rules.map.grid import Footprint, cells_apart, has_cells
from rules.map.line_of_fire import LineOfFire, line_of_fire
from rules.map.model import BattleMap, Place
from rules.map.zones import Zoning, zoning
from rules.systems.atomic import house as own
from rules.systems.atomic.sheet.sheet import Range, Weapon

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
_READINGS_KEPT = 4096


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
        cells, zones = _apart(battle_map, here, there)
        kept[key] = Reading(cells=cells, zones=zones, line=line_of_fire(battle_map, here, there))
    return kept[key]


def range_between(reading: Reading, attacker: Combatant, target: Combatant, weapon: Weapon) -> Range:
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


def range_words(battle_map: BattleMap, here: Footprint, there: Footprint) -> RangeWords:
    """Name the range between two places, whoever stands there, with the links (AT-34 to AT-37)."""
    cells, zones = _apart(battle_map, here, there)
    found = _range_at(cells, zones)
    words = f"{found.value}, {_links_apart(zones)}"
    return RangeWords(name=found.value, words=words, rule=RANGE_RULES[found])


def _apart(battle_map: BattleMap, here: Footprint, there: Footprint) -> tuple[int | None, int | None]:
    """Count the cells (None on zones alone) and the links between two places."""
    zones = zones_of(battle_map)
    links = zones.distance(zones.zone_of(here.place), zones.zone_of(there.place))
    return cells_apart(battle_map.grid, here, there) if has_cells(battle_map.grid) else None, links


def facts_of(
    state: BattleState, attacker: Combatant, target: Combatant, weapon: Weapon, given: Mapping[str, Any]
) -> Facts:
    """Work out the facts of an attack.

    Args:
        given: what the GM says instead, by name.
    Raises:
        Refusal: `bad-command`, for a fact that there is not, or a value that it cannot have.
    """
    said = read_given(given)
    reading = None if state.map is None else read_map_between(state.map, attacker, target)
    found: dict[str, Any] = {"line_of_fire": True, "cover": "none", "aware": True, "modifier": 0}
    if reading is None:
        found["range"] = Range.ENGAGED if weapon.is_melee else Range.NEAR
    else:
        found["range"] = range_between(reading, attacker, target, weapon)
        found["line_of_fire"] = reading.line.clear
        found["cover"] = SCALE.word(reading.line.cover_share)
    return Facts(**{**found, **said}, overruled=tuple(said), reading=reading, house=state.house)


_KNOWN = ("range", "cover", "line_of_fire", "aware", "modifier")


def read_given(given: Mapping[str, Any], known: tuple[str, ...] = _KNOWN) -> dict[str, Any]:
    """Read the facts that a command gives; null means as the map says. Raises `Refusal` `bad-command`."""
    said: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise Refusal(
                "bad-command",
                text(
                    "There is no fact {value} here; known are {known}.",
                    value=f"{name!r}",
                    known=joined(known),
                ),
            )
        if value is None:
            continue
        if not _is_legal(name, value):
            raise Refusal(
                "bad-command",
                text("{value}; {value2} is not.", value=text(_LEGAL[name]), value2=f"{value!r}"),
            )
        said[name] = Range(value) if name == "range" else value
    return said


def _is_legal(name: str, value: Any) -> bool:
    match name:
        case "range":
            return isinstance(value, str) and value in set(Range)
        case "cover":
            return isinstance(value, str) and value in COVER
        case "modifier":
            return type(value) is int and abs(value) <= MOST_MODIFIER
        case _:
            return type(value) is bool


_LEGAL = {
    "range": f"A range is {', '.join(Range)}",
    "cover": f"Cover is {', '.join(COVER)}",
    "line_of_fire": "The line of fire is true or false",
    "aware": "Whether the target is aware is true or false",
    "modifier": f"The GM's modifier is a whole number from {-MOST_MODIFIER} to {MOST_MODIFIER}",
}


# -------------------------------------------------------------------------------------------- shown to people
def _yes_no(yes: str, no: str) -> tuple[Choice, ...]:
    return Choice(id="true", label=yes), Choice(id="false", label=no)


_RANGES = tuple(Choice(id=r.value, label=r.value) for r in Range)
_COVERS = tuple(Choice(id=c, label=f"{c} cover" if n else "no cover") for c, n in COVER.items())


def how_far(reading: Reading | None) -> str:
    """Say in numbers how far apart two stand."""
    if reading is None:
        return ""
    cells = "" if reading.cells is None else f"{reading.cells} cell{'' if reading.cells == 1 else 's'} away"
    return ", ".join(part for part in (cells, _links_apart(reading.zones)) if part)


def _links_apart(links: int | None) -> str:
    if links is None:
        return "no link between the zones"
    return {0: "the same zone", 1: "the next zone"}.get(links, f"{links} zones away")


def shown_facts(facts: Facts) -> tuple[Fact, ...]:
    """List the facts for the aim preview, with what the GM may say instead."""
    reading, line = facts.reading, facts.reading.line if facts.reading else None
    cover = facts.cover if COVER[facts.cover] else "no cover"
    if line is not None and line.cover_share:
        hidden = round(line.cover_share * len(line.rays)) if line.rays else 0
        of = f"{hidden} of {len(line.rays)} rays hidden" if line.rays else f"{line.cover_share:.0%} hidden"
        behind = f" by {', '.join(line.materials)}" if line.materials else ""
        cover = f"{cover}: {of}{behind}"
    if facts.protecting_cover != facts.cover and COVER[facts.cover]:
        cover = f"{cover}; does not count when engaged"
    far = how_far(reading)

    def fact(id_: str, label: str, words: str, rule: str, choices: tuple[Choice, ...] = ()) -> Fact:
        value = facts.as_json()[id_]
        return Fact(
            id=id_,
            label=label,
            value=value,
            words=words,
            rule=rule,
            choices=choices,
            overruled=id_ in facts.overruled,
            number=id_ == "modifier",
        )

    return (
        fact(
            "range",
            "Range",
            f"{facts.range.value}: {far}" if far and "range" not in facts.overruled else facts.range.value,
            RANGE_RULES[facts.range],
            _RANGES,
        ),
        fact("cover", "Cover", facts.cover if "cover" in facts.overruled else cover, "AT-38", _COVERS),
        fact(
            "line_of_fire",
            "Line of fire",
            "clear" if facts.line_of_fire else "none",
            "AT-38",
            _yes_no("clear", "none"),
        ),
        fact(
            "aware",
            "Target",
            "sees it coming" if facts.aware else "unaware: cannot defend",
            "AT-40",
            _yes_no("sees it coming", "unaware"),
        ),
        fact("modifier", "GM", f"{facts.modifier:+d}" if facts.modifier else "no modifier", "AT-66"),
    )
