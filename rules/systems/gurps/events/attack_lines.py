"""How attacks, and what stops them, are worded for the log."""

from collections.abc import Callable, Mapping

from rules.engine.events import Event
from rules.engine.shown import Trace
from rules.engine.state import BattleState
from rules.engine.system import Figure, Line
from rules.engine.text import Gap, Names, Text, Words, counted, joined, text
from rules.systems.gurps.attack.area_landing import area_at, middle_of
from rules.systems.gurps.events import attack_events as ev
from rules.systems.gurps.sheet.body import RANDOM
from rules.systems.gurps.sheet.names import place_words

_DEFENDED: Mapping[str, tuple[Callable[[Gap, Gap], Text], Text]] = {
    "dodge": (
        lambda who, target: text("{target} dodges the attack of {who}.", who=who, target=target),
        text("Dodged"),
    ),
    "parry": (
        lambda who, target: text("{target} parries the attack of {who}.", who=who, target=target),
        text("Parried"),
    ),
    "block": (
        lambda who, target: text("{target} blocks the attack of {who}.", who=who, target=target),
        text("Blocked"),
    ),
}
_FACTS: Mapping[str, Text] = {
    "front": text("front"),
    "side": text("side"),
    "back": text("back"),
    "none": text("none"),
    "light": text("light"),
    "heavy": text("heavy"),
    "full": text("full"),
}
"""What arcs and covers are called beside their names."""


def attack_line(event: Event, name: Names) -> Line | None:
    """Word an attack and what stops it; None for other events."""
    match event:
        case ev.AttackBegun():
            return _attack_begun(event, name)
        case ev.AttackMissed():
            said = text("{who} misses.", who=name(event.who))
            if event.target is not None:
                said = text("{who} misses {target}.", who=name(event.who), target=name(event.target))
            return Line(text=said, rule="GU-803", big=text("Miss"))
        case ev.HitInstead():
            said = text(
                "{target} stood in the way: the shot of {who} goes there.",
                who=name(event.who),
                target=name(event.target),
            )
            return Line(text=said, rule="GU-R81", tone="warn", big=text("Hit instead"))
        case ev.AttackHit():
            times = text(", {hits} times", hits=event.hits) if event.hits > 1 else ""
            grazed = text(", having missed its mark by one") if event.grazed else ""
            where = text(" in {place}", place=place_words(event.location)) if event.location else ""
            said = text(
                "{who} hits {target}{where}{times}{grazed}.",
                who=name(event.who),
                target=name(event.target),
                where=where,
                times=times,
                grazed=grazed,
            )
            rule = "GU-760" if event.grazed else "GU-732" if event.hits > 1 else "GU-808"
            return Line(text=said, tone="harm", rule=rule, big=text("Hit"))
        case ev.AttackDefended():
            does, big = _DEFENDED[event.defence]
            said = does(name(event.who), name(event.target))
            return Line(text=said, tone="good", rule="GU-807", big=big)
        case ev.Scattered():
            said = text(
                "It lands {yards} off, {degrees} degrees from the line.",
                yards=counted("{n} yard", "{n} yards", n=event.yards),
                degrees=event.degrees,
            )
            trace = None if event.to is None or event.aimed is None else Trace(path=(event.aimed, event.to))
            return Line(text=said, tone="warn", rule="GU-831", big=text("Astray"), trace=trace)
    return None


def burst_line(event: ev.AreaBurst, name: Names, state: BattleState) -> Line | None:
    """Word whom an area catches, and show it; None where its weapon is gone."""
    attacker = state.combatants.get(event.who)
    weapon = None if attacker is None else attacker.sheet.weapon(event.weapon)
    if attacker is None or weapon is None or weapon.area is None:
        return None
    names = joined(name(who) for who in event.caught) or text("nobody")
    area = area_at(weapon.area, middle_of(state, attacker), event.at)
    return Line(
        text=text("The {weapon} catches {names}.", weapon=text(weapon.name).low, names=names),
        tone="harm" if event.caught else "plain",
        rule="GU-834",
        trace=None if area is None else Trace(area=area),
    )


def _attack_begun(event: ev.AttackBegun, name: Names) -> Line:
    facts = event.facts
    labels = (
        ("distance", text("distance"), "GU-501"),
        ("speed", text("target's speed"), "GU-750"),
        ("facing", text("arc"), "GU-502"),
        ("cover", text("cover"), "GU-503"),
        ("aware", text("target aware"), "GU-810"),
        ("visibility", text("lighting"), "GU-753"),
        ("elevation", text("higher by"), "GU-501"),
        ("modifier", text("GM"), "GU-753"),
        ("defence_modifier", text("GM, on defences"), "GU-811"),
    )

    def value(key: str) -> Words:
        said = facts[key]
        if isinstance(said, bool):
            return text("yes") if said else text("no")
        return f"{said:g}" if isinstance(said, int | float) else _FACTS.get(str(said), str(said))

    figures = tuple(
        Figure(
            label=text("{fact} (overruled)", fact=label) if key in event.overruled else label,
            value=value(key),
            rule=rule,
        )
        for key, label, rule in labels
        if key in facts
    )
    whom = text("a place") if event.target is None else name(event.target)
    where = (
        "" if event.location in ("torso", RANDOM) else text(", at {place}", place=place_words(event.location))
    )
    rounds = counted(", {n} round", ", {n} rounds", n=event.shots) if event.shots > 1 else ""
    said = text(
        "{who} attacks {whom} with {weapon}{where}{rounds}.",
        who=name(event.who),
        whom=whom,
        weapon=text(event.name).low,
        where=where,
        rounds=rounds,
    )
    return Line(text=said, rule="GU-802", figures=figures)
