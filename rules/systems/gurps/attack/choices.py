"""What may be chosen for a parameter of an action, with the words for it."""

from collections.abc import Callable, Mapping

from rules.engine.state import BattleView
from rules.engine.system import Choice
from rules.engine.text import Text, as_text, joined, text
from rules.systems.gurps.attack.strike import LABELS
from rules.systems.gurps.maneuvers.maneuver_table import SLAMMING, SUPPRESSION, VARIANT_WORDS, Maneuver
from rules.systems.gurps.moves.arcs import directions
from rules.systems.gurps.sheet.body import RANDOM, WEAPON, Location
from rules.systems.gurps.sheet.gear import Kind, Use
from rules.systems.gurps.sheet.names import name_of, use_name, weapon_words
from rules.systems.gurps.sheet.natural_weapons import SLAM
from rules.systems.gurps.state import Fighter, carried, is_ready

DIRECTION_WORDS: Mapping[str, Text] = {
    "n": text("north"),
    "ne": text("north-east"),
    "e": text("east"),
    "se": text("south-east"),
    "s": text("south"),
    "sw": text("south-west"),
    "w": text("west"),
    "nw": text("north-west"),
}
OPTION_WORDS: Mapping[str, Text] = {
    "rapid-strike": text("Rapid strike: several attacks, each at -6"),
    "dual-weapon": text("Two weapons, each at -4"),
    "rapid-fire": text("Rapid fire"),
    "spraying-fire": text("Spray several targets"),
    "tip-slash": text("Tip slash: cut instead of impaling"),
    "brace": text("Brace the weapon"),
    "disarm": text("Disarm"),
    "chinks": text("At the weak spots of armour"),
    "at-ground": text("At the ground: +4"),
}


def use_words(actor: Fighter, use: Use) -> Text:
    """Name a way to use a weapon with its level, damage and reach: `Broadsword, swing 14: 1d+3 cut`."""
    weapon, level, blow = use_name(use), actor.sheet.attack_skill(use), blow_words(actor, use)
    if is_ready(actor, use.weapon):
        return text("{weapon} {level}: {blow}", weapon=weapon, level=level, blow=blow)
    return text("{weapon} {level}: {blow} (not ready)", weapon=weapon, level=level, blow=blow)


def blow_words(actor: Fighter, use: Use) -> Text:
    """Say what a way to use a weapon does and how far it reaches: `1d+3 cut, reach 1`."""
    damage = use.mode.text or use.damage.words(actor.sheet.ST)
    if use.kind is Kind.MELEE:
        return text("{damage}, reach {reach}", damage=damage, reach=joined(use.mode.reach))
    return text("{damage}, to {far} yards", damage=damage, far=use.weapon.range[1])


def aimed_at(place: Location) -> Text:
    """Name a location with what aiming at it takes: `skull (-7)`."""
    name = name_of(place)
    return (
        text("{place} ({modifier})", place=name, modifier=f"{place.front:+d}")
        if place.front
        else as_text(name)
    )


def weapons_for(maneuver: Maneuver) -> Callable[[BattleView, Fighter], tuple[Choice, ...]]:
    """Give what lists every use of a weapon that a maneuver takes, the ready ones first (GU-703, GU-331)."""

    def choices(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
        weapons = sorted(carried(actor), key=lambda weapon: (weapon.unarmed, not is_ready(actor, weapon)))
        uses = (use for weapon in weapons for mode in weapon.modes if (use := weapon.use(mode.id)))
        return tuple(
            Choice(id=use.id, label=use_words(actor, use))
            for use in uses
            if use.kind in maneuver.kinds and (use.weapon.id != SLAM or maneuver.id in SLAMMING)
        )

    return choices


def gear_choices(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    """List what can be readied: weapons and shields, on the body or on the ground."""
    gear = (weapon for weapon in actor.sheet.weapons if weapon.hands and weapon.id not in actor.state.broken)
    return tuple(Choice(id=weapon.id, label=weapon_words(weapon)) for weapon in gear)


def body_choices(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    """List the locations of a body like the actor's with what aiming takes, then random and weapon."""
    return (
        *(Choice(id=place.id, label=aimed_at(place)) for place in actor.sheet.body.locations),
        Choice(id=RANDOM, label=text("wherever it hits")),
        Choice(id=WEAPON, label=text("the weapon")),
    )


def facing_choices(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    """List the directions of the grid."""
    return tuple(Choice(id=name, label=DIRECTION_WORDS[name]) for name in directions(view.state.map))


def option_choices(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    """List the attack options."""
    return tuple(Choice(id=id_, label=OPTION_WORDS[id_]) for id_ in LABELS)


def variant_choices(maneuver: Maneuver) -> Callable[[BattleView, Fighter], tuple[Choice, ...]]:
    """Give what lists the variants of a maneuver."""
    choices = tuple(
        Choice(id=variant, label=VARIANT_WORDS[variant])
        for variant in maneuver.variants
        if variant != SUPPRESSION  # that is laid on a place, by a button of its own
    )
    return lambda view, actor: choices
