"""An attack as it is shown before it is made: facts, roll, modifiers, what else counts."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange
from rules.engine.state import BattleState, Scene
from rules.engine.system import Choice, Fact, Plan
from rules.systems.tesseris.checks import modifiers_of, pool
from rules.systems.tesseris.facts import Facts
from rules.systems.tesseris.gear import LOCATIONS
from rules.systems.tesseris.injury import soak_of
from rules.systems.tesseris.shelter import shields
from rules.systems.tesseris.strike import Attack, attack_trial, range_band

YES_NO = (Choice(id="true", label="yes"), Choice(id="false", label="no"))


def attack_plan(
    state: BattleState,
    attack: Attack,
    target: str | None,
    exchange: Callable[[Scene], Exchange[None]],
) -> Plan:
    """Lay an attack out."""
    named = target if target is not None and target in attack.facts else attack.targets[0]
    facts = attack.facts[named]
    who = state.combatants[attack.actor]
    trial = attack_trial(state, attack, named)
    roll = pool(who, trial)
    rank = f" + {roll.rank}" if roll.rank else ""
    return Plan(
        exchange=exchange,
        facts=facts_shown(facts, attack),
        roll=f"{roll.notation}{rank} ({attack.skill})",
        modifiers=modifiers_of(who, trial),
        notes=_notes(state, attack, named, facts),
        line=facts.line,
        target=named,
    )


def facts_shown(facts: Facts, attack: Attack) -> tuple[Fact, ...]:
    """List the facts that bear on an attack, each with what the GM may say instead."""
    given = facts.given

    def fact(id_: str, label: str, value: Any, words: str, rule: str, **rest: Any) -> Fact:
        return Fact(id=id_, label=label, value=value, words=words, rule=rule, overruled=id_ in given, **rest)

    def yes_no(id_: str, label: str, value: bool, rule: str) -> Fact:
        return fact(id_, label, value, "yes" if value else "no", rule, choices=YES_NO)

    found = [
        fact("distance", "Distance", facts.distance, _distance_words(facts, attack), "TS-048", number=True)
    ]
    if attack.ranged:
        found.append(yes_no("line_of_fire", "Line of fire", facts.line_of_fire, "TS-200"))
        others = ", ".join(facts.in_melee) or "nobody"
        found.append(fact("in_melee", "Others in the melee", list(facts.in_melee), others, "TS-240"))
    found += [
        yes_no("flanked", "Past the cover", facts.flanked, "TS-284"),
        yes_no("unaware", "Unaware", facts.unaware, "TS-234"),
        fact("elevation", "Higher by", facts.elevation, f"{facts.elevation} yards", "TS-241", number=True),
        fact(
            "adjacent_allies",
            "Your side beside it",
            facts.adjacent_allies,
            str(facts.adjacent_allies),
            "TS-237",
            number=True,
        ),
        fact(
            "adjacent_foes",
            "Its side beside you",
            facts.adjacent_foes,
            str(facts.adjacent_foes),
            "TS-237",
            number=True,
        ),
        fact(
            "location",
            "Place",
            facts.location,
            facts.location,
            "TS-255",
            choices=tuple(Choice(id=place, label=place) for place in LOCATIONS),
        ),
        fact(
            "light",
            "Light",
            "dark" if facts.dark else "good",
            "dark" if facts.dark else "good",
            "TS-305",
            choices=(Choice(id="good", label="good"), Choice(id="dark", label="dark")),
        ),
    ]
    return tuple(found)


def _distance_words(facts: Facts, attack: Attack) -> str:
    words = f"{facts.distance:g} yd"
    if attack.ranged:
        band = range_band(attack.weapon, facts.distance)
        words += f", {band.label}" if band is not None else ""
    return words


def _notes(state: BattleState, attack: Attack, target: str, facts: Facts) -> tuple[Modifier, ...]:
    """List what counts after the roll: damage and soak."""
    if attack.effect in ("grapple", "pin", "break-pin", "disarm", "trip", "distract"):
        return ()
    who, other = state.combatants[attack.actor], state.combatants[target]
    weapon = attack.weapon
    arm = who.sheet.dice("strength") if weapon.adds_strength else 0
    damage = weapon.damage + arm + attack.extra_damage
    location = "head" if attack.effect in ("called", "swordpoint") else facts.location
    soak = soak_of(other, location, weapon.ap + attack.extra_ap, cover=shields(other, facts))
    found = [Modifier("damage, and the net", damage, "TS-250")]
    if soak:
        found.append(Modifier(f"soak at the {location}", -soak, "TS-253"))
    return tuple(found)


def plain_facts(given: Mapping[str, Any]) -> tuple[Fact, ...]:
    """List only what the GM has said, for an action that rests on nothing else."""
    return tuple(
        Fact(
            id=id_, label=id_.replace("_", " "), value=value, words=str(value), rule="TS-049", overruled=True
        )
        for id_, value in given.items()
    )
