"""An attack as it is shown before it is made: facts, roll, modifiers, what else counts."""

from collections.abc import Callable, Mapping
from functools import partial

from rules.engine.chances.odds_figures import Contest
from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange
from rules.engine.facts import shown_fact
from rules.engine.house.house import House
from rules.engine.shown import LazyFacts, Strays
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Choice, Fact, Plan
from rules.engine.text import Text, combatant, joined, text
from rules.systems.tesseris import house as own
from rules.systems.tesseris.attack.attack import CONTESTS, found_elsewhere
from rules.systems.tesseris.attack.checks import modifiers_of, pool
from rules.systems.tesseris.attack.facts import Facts
from rules.systems.tesseris.attack.strike import Attack, attack_trial, range_band
from rules.systems.tesseris.harm.injury import soak_of
from rules.systems.tesseris.moves.cover_state import shields
from rules.systems.tesseris.names import PLACES, called
from rules.systems.tesseris.sheet.gear import Weapon
from rules.systems.tesseris.state import Fighter

YES, NO = text("yes"), text("no")
YES_NO = (Choice(id="true", label=YES), Choice(id="false", label=NO))
_NEAR_MISS = text("by a miss that the melee is to blame for")
LIGHT = {"good": text("good"), "dark": text("dark")}


def attack_plan(
    state: BattleState,
    attack: Attack,
    target: str | None,
    exchange: Callable[[BattleView], Exchange[None]],
) -> Plan:
    """Lay an attack out."""
    named = target if target is not None and target in attack.facts else attack.targets[0]
    facts = attack.facts[named]
    who = state.combatants[attack.actor]
    trial = attack_trial(state, attack, named)
    roll = pool(who, trial)
    others = found_elsewhere(state, attack)
    return Plan(
        exchange=exchange,
        facts=LazyFacts(
            lambda: facts_shown(
                state,
                facts,
                who,
                attack.weapon,
                effect=attack.effect,
                sprayed=attack.targets if attack.action == "spray-n-pray" else None,
            )
        ),
        roll=roll.words_with(attack.skill),
        modifiers=modifiers_of(who, trial),
        notes=_notes(state, attack, named, facts),
        contest=Contest() if attack.effect in CONTESTS else None,
        line=facts.line,
        target=named,
        strays=Strays(who=others, words=_NEAR_MISS, rule="TS-240") if others else None,
    )


def facts_shown(
    state: BattleState,
    facts: Facts,
    actor: Fighter,
    weapon: Weapon,
    *,
    effect: str = "",
    sprayed: tuple[str, ...] | None = None,
) -> tuple[Fact, ...]:
    """List the facts that bear on an attack, each with what the GM may say instead.

    Args:
        sprayed: who stands in the arc of Spray 'n Pray; None for other attacks.
    """
    ranged, fact = not weapon.is_melee, partial(shown_fact, facts.given)
    others = tuple(
        Choice(id=c.id, label=text("{who}", who=combatant(c)))
        for c in state.combatants.values()
        if c.id != actor.id
    )
    cover = actor.state.cover

    def yes_no(id_: str, label: Text, value: bool, rule: str) -> Fact:
        return fact(id_, label, value, YES if value else NO, rule, choices=YES_NO)

    def count(id_: str, label: Text, value: int, rule: str) -> Fact:
        return fact(id_, label, value, str(value), rule, number=True)

    def people(id_: str, label: Text, who: tuple[str, ...], rule: str) -> Fact:
        names = [combatant(state.combatants[one]) for one in who if one in state.combatants]
        words = joined(names) if names else text("nobody")
        return fact(id_, label, list(who), words, rule, choices=others, many=True)

    def one_of(id_: str, label: Text, value: str, choices: Mapping[str, Text], rule: str) -> Fact:
        listed = tuple(Choice(id=choice, label=words) for choice, words in choices.items())
        return fact(id_, label, value, choices[value], rule, choices=listed)

    yards = text("{distance} yd", distance=float(facts.distance))
    distance = _distance_words(yards, facts, weapon, state.house)
    higher = text("{yards} yards", yards=facts.elevation)
    found = [fact("distance", text("Distance"), facts.distance, distance, "TS-048", number=True, brief=yards)]
    if ranged:
        found.append(yes_no("line_of_fire", text("Line of fire"), facts.line_of_fire, "TS-200"))
        found.append(people("in_melee", text("Others in the melee"), facts.in_melee, "TS-240"))
    found += [
        yes_no("flanked", text("Past the cover"), facts.flanked, "TS-284"),
        yes_no("unaware", text("Unaware"), facts.unaware, "TS-234"),
        fact("elevation", text("Higher by"), facts.elevation, higher, "TS-241", number=True),
        count("adjacent_allies", text("Your side beside it"), facts.adjacent_allies, "TS-237"),
        count("adjacent_foes", text("Its side beside you"), facts.adjacent_foes, "TS-237"),
        one_of("location", text("Place"), facts.location, PLACES, "TS-255"),
        one_of("light", text("Lighting"), "dark" if facts.dark else "good", LIGHT, "TS-305"),
        people("allies_adjacent", text("Who may block for it"), facts.allies_adjacent, "TS-144"),
    ]
    if cover is not None and cover.hunkered:
        found.append(yes_no("near_side", text("On your side of the cover"), facts.near_side, "TS-145"))
    if effect == "swordpoint":
        found.append(yes_no("armoured_head", text("Armour on the head"), facts.armoured_head, "TS-344"))
    if sprayed is not None:
        found.append(people("targets", text("In the arc"), sprayed, "TS-130"))
    return tuple(found)


def _distance_words(yards: Text, facts: Facts, weapon: Weapon, house: House) -> Text:
    band = None if weapon.is_melee else range_band(weapon, facts.distance, house)
    return yards if band is None else joined((yards, band.label))


def _notes(state: BattleState, attack: Attack, target: str, facts: Facts) -> tuple[Modifier, ...]:
    """List what counts after the roll: weapons and bullets that have less of it, damage, and soak."""
    if attack.effect in CONTESTS:
        return ()
    who, other = state.combatants[attack.actor], state.combatants[target]
    weapon = attack.weapon
    arm = who.sheet.dice("strength") if weapon.adds_strength else 0
    damage = weapon.damage + arm + attack.extra_damage
    location = "head" if attack.effect in ("called", "swordpoint") else facts.location
    soak = soak_of(other, location, weapon.ap + attack.extra_ap, cover=shields(other, facts))
    several = "TS-126" if attack.ranged else "TS-110"
    found = [
        Modifier(text("with the {arm}", arm=strike.weapon.words.low), strike.offset, several)
        for strike in attack.strikes
        if strike.offset
    ]
    if attack.strikes[0].bullets > 1 and attack.action != "spray-n-pray":
        found.append(own.BULLET.added(state.house, text("each further bullet"), -1))
    found.append(Modifier(text("damage, and the net"), damage, "TS-250"))
    if soak:
        found.append(Modifier(text("soak at the {location}", location=called(location)), -soak, "TS-253"))
    return tuple(found)
