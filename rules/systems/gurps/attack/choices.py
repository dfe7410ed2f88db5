"""What may be chosen for a parameter of an action, with the words for it."""

from collections.abc import Callable

from rules.engine.state import BattleView
from rules.engine.system import Choice
from rules.systems.gurps.attack.strike import LABELS
from rules.systems.gurps.maneuvers.maneuver_table import SLAMMING, SUPPRESSION, VARIANT_WORDS, Maneuver
from rules.systems.gurps.moves.arcs import directions
from rules.systems.gurps.sheet.body import RANDOM, WEAPON
from rules.systems.gurps.sheet.gear import Kind, Use
from rules.systems.gurps.sheet.gear_stock import SLAM
from rules.systems.gurps.state import Fighter, carried, is_ready

DIRECTION_WORDS = {
    "n": "north",
    "ne": "north-east",
    "e": "east",
    "se": "south-east",
    "s": "south",
    "sw": "south-west",
    "w": "west",
    "nw": "north-west",
}
OPTION_WORDS = {
    "rapid-strike": "Rapid strike: several attacks, each at -6",
    "dual-weapon": "Two weapons, each at -4",
    "rapid-fire": "Rapid fire",
    "spraying-fire": "Spray several targets",
    "tip-slash": "Tip slash: cut instead of impaling",
    "brace": "Brace the weapon",
    "disarm": "Disarm",
    "chinks": "At the weak spots of armour",
    "at-ground": "At the ground: +4",
}


def use_words(actor: Fighter, use: Use) -> str:
    """Name a way to use a weapon with its level, damage and reach: `Broadsword, swing 14: 1d+3 cut`."""
    level = actor.sheet.attack_skill(use)
    damage = use.mode.text or use.damage.words(actor.sheet.ST)
    if use.kind is Kind.MELEE:
        far = "reach " + ", ".join(str(reach) for reach in use.mode.reach)
    else:
        far = f"to {use.weapon.range[1]:g} yards"
    ready = "" if is_ready(actor, use.weapon) else " (not ready)"
    return f"{use.name} {level}: {damage}, {far}{ready}"


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
    return tuple(Choice(id=weapon.id, label=weapon.name) for weapon in gear)


def body_choices(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    """List the locations of a body like the actor's with what aiming takes, then random and weapon."""
    places = (
        Choice(id=place.id, label=f"{place.name} ({place.front:+d})" if place.front else place.name)
        for place in actor.sheet.body.locations
    )
    return (*places, Choice(id=RANDOM, label="wherever it hits"), Choice(id=WEAPON, label="the weapon"))


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
