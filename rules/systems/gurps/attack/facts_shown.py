"""The facts of an attack as people read them, and as the GM may overrule them (section 5)."""

from collections.abc import Mapping
from typing import Any

from rules.engine.facts import shown_fact
from rules.engine.in_the_way import shown_in_the_way
from rules.engine.state import BattleState
from rules.engine.system import Choice, Fact
from rules.engine.text import Text, Words, combatant, counted, joined, text
from rules.systems.gurps.attack.facts import BAND_WORDS, FULL, Facts, band, counts_in_the_way
from rules.systems.gurps.sheet.gear import Kind, Use
from rules.systems.gurps.sheet.names import called

_RANGED = (Kind.THROWN, Kind.MISSILE)
_AS_THE_MAP_SAYS = text("as the map says")
ARC_WORDS: Mapping[str, Text] = {
    "front": text("from the front"),
    "side": text("from the side"),
    "back": text("from behind"),
}
COVER_WORDS: Mapping[str, Text] = {
    "none": text("none"),
    "light": text("light"),
    "heavy": text("heavy"),
    FULL: text("full"),
}


def shown_facts(
    facts: Facts, use: Use, *, sprays: bool = False, runs: bool = False, state: BattleState | None = None
) -> tuple[Fact, ...]:
    """List the facts of an attack for the aim preview, with what the GM may say instead.

    Args:
        sprays: whether it is spread over several targets (GU-733).
        runs: whether the yards that were run count for its damage (GU-330, GU-718).
        state: the battle: who may be inside an area, or in the way.
    """
    found = [_distance(facts, use.kind)]
    if use.kind in _RANGED:
        found += _at_range(facts)
        if state is not None and counts_in_the_way(use.kind, facts.house) and use.weapon.area is None:
            found.append(shown_in_the_way(state, facts.in_the_way, facts.overruled, "GU-R81"))
    found.append(_arc(facts))
    clear, found_in = (text("clear"), text("none")), "GU-503" if use.kind in _RANGED else "GU-504"
    found.append(_yes_no(facts, "line_of_fire", text("Line of fire"), *clear, found_in))
    found.append(_aware(facts))
    found.append(_number(facts, "visibility", text("Lighting"), f"{facts.visibility:d}", "GU-753"))
    if runs:
        found.append(
            _number(
                facts,
                "moved",
                text("Run"),
                text("{moved} yards this turn", moved=facts.moved),
                "GU-330",
            )
        )
    if sprays:
        found += _spraying(facts)
    if use.weapon.area is not None and state is not None:
        found.append(area_fact(state, facts.area, "area" in facts.overruled))
    found.append(_number(facts, "modifier", text("GM"), f"{facts.modifier:+d}", "GU-753"))
    found.append(_on_defences(facts))
    return tuple(found)


def guard_facts(facts: Facts, *, room: bool) -> tuple[Fact, ...]:
    """List the facts that a defence rests on, for the GM who may overrule them with the answer (GU-500).

    Args:
        room: whether there is a place to give way to (GU-505).
    """
    places = Fact(
        id="space",
        label=text("Room to give way"),
        value=room,
        words=text("there is") if room else text("none"),
        rule="GU-505",
        choices=_choices(("true", text("there is")), ("false", text("none"))),
        overruled="space" in facts.overruled,
    )
    return (_arc(facts), _aware(facts), places, _on_defences(facts))


def area_fact(state: BattleState, inside: Mapping[str, float] | None, overruled: bool = False) -> Fact:
    """Say who stands in an area, so many yards from its origin (GU-834); None is as the map says."""
    people = tuple(Choice(id=c.id, label=called(c)) for c in state.combatants.values())
    value = {} if inside is None else dict(inside)
    words = _AS_THE_MAP_SAYS
    if inside is not None:
        named = (
            text("{who} {yards}", who=combatant(c), yards=value[c.id])
            for c in state.combatants.values()
            if c.id in value
        )
        words = joined(named) or text("nobody")
    return Fact(
        id="area",
        label=text("Inside, yards from the middle"),
        value=value,
        words=words,
        rule="GU-834",
        choices=people,
        overruled=overruled,
        each=True,
    )


# ------------------------------------------------------------------------------------------ fact by fact
def _choices(*pairs: tuple[str, Words]) -> tuple[Choice, ...]:
    return tuple(Choice(id=id_, label=label) for id_, label in pairs)


def _fact(facts: Facts, id_: str, label: Words, words: Words, rule: str, **more: Any) -> Fact:
    return shown_fact(facts.overruled, id_, label, getattr(facts, id_), words, rule, **more)


def _number(facts: Facts, id_: str, label: Words, words: Words, rule: str, brief: Words = "") -> Fact:
    return _fact(facts, id_, label, words, rule, number=True, brief=brief)


def _yes_no(facts: Facts, id_: str, label: Words, yes: Words, no: Words, rule: str) -> Fact:
    words = yes if getattr(facts, id_) else no
    return _fact(facts, id_, label, words, rule, choices=_choices(("true", yes), ("false", no)))


def _distance(facts: Facts, kind: Kind) -> Fact:
    away = counted("{n} yard", "{n} yards", n=facts.distance)
    if kind not in _RANGED:
        return _number(facts, "distance", text("Distance"), away, "GU-303", brief=away)
    name, penalty = band(facts.distance, facts.speed, facts.house)
    words = text("{yards}: {band} ({penalty})", yards=away, band=BAND_WORDS[name], penalty=f"{penalty:+d}")
    return _number(facts, "distance", text("Distance"), words, "GU-750", brief=words)


def _at_range(facts: Facts) -> list[Fact]:
    covered = COVER_WORDS[facts.cover]
    if facts.line is not None and facts.line.rays and "cover" not in facts.overruled:
        rays = len(facts.line.rays)
        covered = text(
            "{cover}: {hidden} of {rays} rays hidden",
            cover=covered,
            hidden=round(facts.line.cover_share * rays),
            rays=rays,
        )
    covers = {**COVER_WORDS, "none": text("no cover")}
    return [
        _number(
            facts,
            "speed",
            text("Target's speed"),
            text("{speed} yards a second", speed=facts.speed),
            "GU-750",
        ),
        _fact(
            facts,
            "cover",
            text("Cover"),
            covered,
            "GU-503",
            choices=_choices(*covers.items()),
            brief=covers[facts.cover],
        ),
        _yes_no(
            facts,
            "close_quarters",
            text("Close quarters"),
            text("an enemy within a yard"),
            text("nobody near"),
            "GU-751",
        ),
        _yes_no(facts, "surface", text("To lean on"), text("something at hand"), text("nothing"), "GU-741"),
    ]


def _arc(facts: Facts) -> Fact:
    arcs = _choices(*ARC_WORDS.items())
    return _fact(facts, "facing", text("Arc"), ARC_WORDS[facts.facing], "GU-502", choices=arcs)


def _aware(facts: Facts) -> Fact:
    return _yes_no(
        facts, "aware", text("Target"), text("sees it coming"), text("unaware: cannot defend"), "GU-810"
    )


def _on_defences(facts: Facts) -> Fact:
    return _number(
        facts, "defence_modifier", text("GM, on defences"), f"{facts.defence_modifier:+d}", "GU-811"
    )


def _spraying(facts: Facts) -> list[Fact]:
    between = joined(facts.gaps) or _AS_THE_MAP_SAYS
    gaps = _fact(facts, "gaps", text("Yards between targets"), between, "GU-733", number=True, many=True)
    return [
        _yes_no(facts, "in_arc", text("Targets"), text("within 30 degrees"), text("too far apart"), "GU-733"),
        gaps,
    ]
