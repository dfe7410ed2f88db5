"""What an attack command says: its options, its weapon, and each of its attacks (section 7.3)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.command import Command, Said
from rules.engine.refusal import Refusal
from rules.engine.text import as_text, combatant, joined, text
from rules.systems.gurps.attack.order_parameters import (
    ATTACKS,
    LOCATION,
    OPTIONS,
    SHOTS,
    SPLITS,
    STRUCK,
    TARGET,
    VARIANT,
    WITH,
)
from rules.systems.gurps.attack.strike import LABELS
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.maneuver_table import Maneuver
from rules.systems.gurps.sheet.gear import Use, Weapon
from rules.systems.gurps.sheet.names import weapon_words
from rules.systems.gurps.sheet.sheet import GurpsSheet
from rules.systems.gurps.state import Fighter, GurpsState, can_be_used, carried, free_hands, is_ready

Options = Mapping[str, Said]


@dataclass(frozen=True, slots=True)
class AttackSpec:
    """One attack of a command as far as it is said."""

    target: str | None
    with_: str | None
    location: str
    shots: int
    weapon: str | None
    penalty: int
    """From rapid strike and dual weapon."""
    second: bool = False


def read_options(command: Command) -> Options:
    """Read the attack options, known or not. Raises `Refusal` `bad-command`, or `bad-option` for a twin."""
    value = OPTIONS.of(command)
    if not value:
        return {}
    if isinstance(value, Mapping):
        raise Refusal(
            "bad-command", text("'options' must be a list of options; {value} is none.", value=f"{value!r}")
        )
    found: dict[str, Said] = {}
    for part in value:
        option = {"id": part} if isinstance(part, str) else part
        if not isinstance(option, Mapping) or not isinstance(option.get("id"), str):
            raise Refusal(
                "bad-command",
                text("An option is an id, or an object with one; {part} is neither.", part=f"{part!r}"),
            )
        id_ = option["id"]
        if id_ in found:
            said = text("The option {option} is given twice.", option=repr(id_))
            raise Refusal("bad-option", said, "GU-702")
        found[id_] = Said(params=option)
    return found


def require_known(options: Options) -> None:
    """Refuse an option that there is not, after target and weapon (GU-801). Raises `Refusal` `bad-option`."""
    for option in options:
        if option not in LABELS:
            said = text(
                "There is no attack option {option}; there are {value}.",
                option=f"{option!r}",
                value=joined(LABELS),
            )
            raise Refusal("bad-option", said, "GU-702")


def require_variant(maneuver: Maneuver, command: Command, complete: bool) -> str | None:
    """Give the variant of a maneuver. Raises `Refusal` `bad-variant`."""
    variant = VARIANT.of(command)
    if not maneuver.variants:
        if variant is not None:
            raise Refusal(
                "bad-variant",
                text("{maneuver} has no variants.", maneuver=maneuver.label),
                maneuver.rule,
            )
        return None
    if variant not in maneuver.variants and (variant is not None or complete):
        words = joined(maneuver.variants)
        raise Refusal(
            "bad-variant",
            text("Choose how: {maneuver} has {value}.", maneuver=maneuver.label, value=words),
            maneuver.rule,
        )
    return variant


def find_use(actor: Fighter, id_: str | None) -> Use | Weapon:
    """Find what an id names: a way to use a weapon, or a shield. Raises `Refusal` `unknown-weapon`."""
    sheet: GurpsSheet = actor.sheet
    names = joined(as_text(weapon.id) for weapon in carried(actor))
    if id_ is None:
        raise Refusal(
            "unknown-weapon", text("Say with which weapon ('with'): {names}.", names=names), "GU-301"
        )
    weapon = sheet.weapon(id_.partition("/")[0])
    use = sheet.use(id_)
    if weapon is None or (use is None and not weapon.is_shield):
        raise Refusal(
            "unknown-weapon",
            text(
                "{actor} has no {value}; it has {names}.",
                actor=combatant(actor),
                value=f"{id_!r}",
                names=names,
            ),
            "GU-301",
        )
    return weapon if use is None else use


def require_ready(actor: Fighter, weapon: Weapon) -> None:
    """Refuse a weapon that is not ready, or whose hand cannot be used. Raises `Refusal` `not-ready`."""
    if not is_ready(actor, weapon):
        state: GurpsState = actor.state
        where = text("lies on the ground") if weapon.id in state.dropped else text("is not ready")
        where = text("is broken") if weapon.id in state.broken else where
        raise Refusal(
            "not-ready",
            text(
                "The {weapon} of {actor} {where}.",
                weapon=weapon_words(weapon).low,
                actor=combatant(actor),
                where=where,
            ),
            "GU-306",
        )
    if not can_be_used(actor, weapon):
        said = text(
            "{actor} cannot use the {weapon}: the hand is crippled.",
            actor=combatant(actor),
            weapon=weapon_words(weapon).low,
        )
        raise Refusal("not-ready", said, "GU-1006")
    if weapon.id == "punch" and not free_hands(actor):
        raise Refusal(
            "not-ready", text("{actor} has no free hand to strike with.", actor=combatant(actor)), "GU-306"
        )


def punching_hand(actor: Fighter) -> str:
    """Give the hand that punches: the right one if it is free."""
    return f"{(free_hands(actor) or ('right',))[0]}-hand"


def read_specs(actor: Fighter, command: Command, options: Options, variant: str | None) -> list[AttackSpec]:
    """List the attacks of a command, with what rapid strike and dual weapon take (GU-730, GU-731)."""
    rapid, dual = options.get("rapid-strike"), options.get("dual-weapon")
    spraying = "spraying-fire" in options
    parts = ATTACKS.of(command) or ()
    splits = 0
    if rapid is not None:
        splits = SPLITS.of(rapid) or 1
    first = 1 + splits
    if spraying:
        first = max(1, len(parts))
    elif variant == mv.DOUBLE and rapid is None and dual is None:
        first = 2
    count = first + (dual is not None)
    if len(parts) > count:
        said = (
            text("This makes {count} attack; 'attacks' lists {parts}.", count=count, parts=len(parts))
            if count == 1
            else text("This makes {count} attacks; 'attacks' lists {parts}.", count=count, parts=len(parts))
        )
        raise Refusal("bad-option", said, "GU-729")
    found = []
    for number in range(count):
        part = parts[number] if number < len(parts) else Said()
        second = dual is not None and number == first
        use = actor.sheet.use(WITH.of(part) or WITH.of(command) or "")
        penalty = 0
        if splits and not second:
            penalty -= _split_penalty(actor.sheet, use) * min(number + 1, splits)
        if dual is not None:
            penalty -= 4
        named = WITH.of(dual) if second and dual is not None else None
        fire = options.get("rapid-fire", Said())
        found.append(
            AttackSpec(
                target=TARGET.of(part) or TARGET.of(command),
                with_=WITH.of(part) or named or (None if second else WITH.of(command)),
                location=LOCATION.of(part) or LOCATION.of(command) or "",
                shots=SHOTS.of(part) or SHOTS.of(fire) or SHOTS.of(command) or 1,
                weapon=STRUCK.of(part) or STRUCK.of(command),
                penalty=penalty,
                second=second,
            )
        )
    return found


def _split_penalty(sheet: GurpsSheet, use: Use | None) -> int:
    full = 3 if sheet.is_master else 6
    return max(0, full - sheet.quick_shot) if use is not None and use.is_ranged else full
