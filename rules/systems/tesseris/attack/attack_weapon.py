"""Which weapon an attack takes, and why that will not do: its kind, the hand, its rounds (TS-028, TS-208)."""

from rules.engine.refusal import Refusal
from rules.engine.text import combatant, text
from rules.systems.tesseris.attack.attack_form import IN_GRAPPLE, OFF_HAND, PRIMARY, Form
from rules.systems.tesseris.names import called
from rules.systems.tesseris.sheet.gear import FISTS, Weapon
from rules.systems.tesseris.state import Fighter, TesserisState
from rules.systems.tesseris.turns.command_targets import find_weapon
from rules.systems.tesseris.turns.tick_action import refuse_if


def chosen_weapon(form: Form, actor: Fighter, named: str | None) -> Weapon:
    """Give the weapon named, or the one that an attack takes by itself. Raises `Refusal`."""
    weapon = _usual_weapon(form, actor) if named is None else find_weapon(actor, named)
    ranged = form.ranged
    if ranged is not None and weapon.is_melee == ranged:
        need = text("a ranged or thrown weapon") if ranged else text("a melee weapon")
        raise Refusal(
            "wrong-weapon",
            text("That takes {need}; the {weapon} is none.", need=need, weapon=weapon.words.low),
            "TS-208",
        )
    if not weapon.is_melee and weapon.rounds(form.mode) is None:
        said = text("The {weapon} has no {mode} fire.", weapon=weapon.words.low, mode=called(form.mode))
        raise Refusal("wrong-weapon", said, "TS-208")
    return weapon


def _usual_weapon(form: Form, actor: Fighter) -> Weapon:
    held: tuple[Weapon, ...] = actor.sheet.held_weapons(actor.state.held)
    if form.weapon == IN_GRAPPLE:
        return FISTS
    if form.weapon == OFF_HAND:
        if len(held) < 2:
            raise Refusal(
                "wrong-weapon",
                text("{actor} holds nothing in an off hand.", actor=combatant(actor)),
                "TS-235",
            )
        return held[1]
    if held and (form.ranged is None or held[0].is_melee != form.ranged):
        return held[0]
    return FISTS


def require_loaded(form: Form, actor: Fighter, weapon: Weapon) -> None:
    """Refuse a weapon that is jammed or has too few rounds (TS-028). Raises `Refusal`."""
    now: TesserisState = actor.state
    if weapon.is_melee:
        return
    if weapon.id in now.jammed:
        raise Refusal(
            "jammed",
            text("The {weapon} is jammed; clear it first.", weapon=weapon.words.low),
            "TS-222",
        )
    rounds = weapon.rounds(form.mode) or 1
    left = now.ammo.get(weapon.id)
    if left is not None and left < rounds:
        said = text(
            "That takes {rounds} rounds; the {weapon} has {left}.",
            rounds=rounds,
            weapon=weapon.words.low,
            left=left,
        )
        raise Refusal("no-ammo", said, "TS-028")


def require_hand(form: Form, actor: Fighter, weapon: Weapon) -> None:
    """Refuse a weapon that is not in the hand that an attack takes (TS-208, TS-235)."""
    held, name = actor.state.held, weapon.words.low
    if weapon.id != FISTS.id and weapon.id not in held:
        raise Refusal(
            "wrong-weapon",
            text(
                "{actor} does not hold the {weapon}: draw it first.",
                actor=combatant(actor),
                weapon=name,
            ),
            "TS-208",
        )
    if form.weapon == IN_GRAPPLE:
        wrong = not weapon.light
        said = text(
            "In a grapple only light weapons and bare hands will do; the {weapon} is neither.",
            weapon=name,
        )
        refuse_if(wrong, "wrong-weapon", said, "TS-112")
    elif form.weapon == PRIMARY and weapon.id not in (FISTS.id, *held[:1]):
        raise Refusal("wrong-weapon", text("The {weapon} is in an off hand.", weapon=name), "TS-235")
    elif form.weapon == OFF_HAND and weapon.id not in held[1:]:
        raise Refusal("wrong-weapon", text("The {weapon} is not in an off hand.", weapon=name), "TS-235")
