"""One attack of an order made ready: its place, its distance, every modifier (GU-750 to GU-772)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.engine.command import Command, Said
from rules.engine.dice import Modifier
from rules.engine.house.house import House
from rules.engine.refusal import Refusal
from rules.engine.text import combatant, counted, joined, text
from rules.systems.gurps import house as own
from rules.systems.gurps.attack.facts import FULL, Facts
from rules.systems.gurps.attack.order_needs import is_near
from rules.systems.gurps.attack.order_parameters import AT, BASIS, SLAM_DAMAGE, STRUCK
from rules.systems.gurps.attack.order_words import AttackSpec, Options, punching_hand
from rules.systems.gurps.attack.strike import (
    Strike,
    damage_modifier,
    find_struck,
    location_modifier,
    maneuver_modifiers,
    own_modifiers,
    range_modifiers,
    rapid_fire_bonus,
    require_location,
    slam_dice,
)
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.maneuver_table import Maneuver
from rules.systems.gurps.moves.movement import Way
from rules.systems.gurps.sheet.body import RANDOM, WEAPON
from rules.systems.gurps.sheet.gear import Flag, Kind, Use
from rules.systems.gurps.sheet.names import use_name
from rules.systems.gurps.sheet.natural_weapons import SLAM
from rules.systems.gurps.sheet.sheet import GurpsSheet
from rules.systems.gurps.state import Fighter, step_of

_SEVERAL = text("several attacks")
_RAPID_FIRE = text("rapid fire")
_DISARM = text("disarm")
_IN_THE_WAY = text("somebody in the way")
_GM = text("gm")
_AIM = text("aim")


def make_strike(
    actor: Fighter,
    maneuver: Maneuver,
    variant: str | None,
    way: Way,
    options: Options,
    command: Command,
    parts: tuple[AttackSpec, Fighter | None, Use, Facts, int],
) -> Strike:
    """Make one attack of a command ready, with every modifier. Raises `Refusal`."""
    spec, target, use, facts, wasted = parts
    sheet: GurpsSheet = actor.sheet
    disarm = options.get("disarm")
    type_ = "cut" if "tip-slash" in options else use.damage.type
    location, struck = _where(target, spec, use, disarm, type_, "chinks" in options)
    _require_distance(actor, target, use, facts, variant)
    burst = "rapid-fire" in options or "spraying-fire" in options
    far_shot = use.is_shotgun and not is_near(use, facts)
    rounds = spec.shots * (use.weapon.pellets if far_shot else 1)
    times = max(1, use.weapon.pellets // 2) if use.is_shotgun and not far_shot else 1
    running = maneuver.id == mv.MOVE_AND_ATTACK
    at_ground = "at-ground" in options
    modifiers = [
        *own_modifiers(actor, use, facts),
        *range_modifiers(use, facts, target, running, at_ground, actor.house),
        *maneuver_modifiers(maneuver.id, variant, use, way.yards / max(1, step_of(actor)), actor.house),
    ]
    if facts.in_the_way and use.weapon.area is None:
        modifiers.append(own.IN_THE_WAY.added(actor.house, _IN_THE_WAY, len(facts.in_the_way)))
    if spec.penalty:
        rule = "GU-731" if "rapid-strike" not in options else "GU-730"
        modifiers.append(Modifier(_SEVERAL, spec.penalty, rule))
    if (burst or far_shot) and rapid_fire_bonus(rounds):
        modifiers.append(Modifier(_RAPID_FIRE, rapid_fire_bonus(rounds), "GU-732"))
    if target is not None:
        weapon = None if struck is None else target.sheet.weapon(struck)
        where = None
        if use.weapon.area is None:
            where = location_modifier(target, location, weapon, "chinks" in options, facts.facing)
        modifiers += [where] if where is not None else []
        if disarm is not None and not use.weapon.has(Flag.FENCING):
            modifiers.append(own.DISARM.added(actor.house, _DISARM))
        watched = actor.state.evaluate
        if watched is not None and watched.target == target.id and use.kind in mv.MELEE:
            modifiers.append(_evaluated(watched.bonus, actor.house))
    if facts.modifier:
        modifiers.append(Modifier(_GM, facts.modifier, "GU-753"))
    modifiers += actor.own_modifiers("attack")
    dice, is_slam = _dice(sheet, use, facts, command, running)
    return Strike(
        attacker=actor.id,
        target=None if target is None else target.id,
        at=AT.of(command),
        use=use,
        facts=facts,
        base=sheet.attack_skill(use),
        modifiers=tuple(modifiers),
        location=location,
        struck=struck,
        disarm=None if disarm is None else _disarm_basis(disarm),
        chinks="chinks" in options,
        at_ground=at_ground,
        rounds=rounds if burst or far_shot else 1,
        fired=spec.shots,
        wasted=wasted,
        rcl=use.weapon.rcl,
        times=times,
        dice=dice,
        damage_modifiers=damage_modifier(maneuver.id, variant, use, dice, actor.house),
        type=type_,
        divisor=use.damage.divisor,
        is_slam=is_slam and use.weapon.id == SLAM,
        used=(punching_hand(actor),) if use.weapon.id == "punch" else (use.weapon.id,),
    )


def _dice(sheet: GurpsSheet, use: Use, facts: Facts, command: Command, running: bool) -> tuple[Any, bool]:
    """Give the dice of damage: the weapon's, or those of the run (GU-330, GU-718)."""
    own = use.damage.dice_at(sheet.ST)
    slam = slam_dice(sheet, facts.moved)
    if use.weapon.id == SLAM:
        return slam, True
    if not SLAM_DAMAGE.of(command):
        return own, False
    if not (running and use.mode.thrust and use.kind is Kind.MELEE and slam.mean > own.mean):
        said = text(
            "Slam damage is for a thrust on the run, when it is more: here {slam} against {own}.",
            slam=str(slam),
            own=str(own),
        )
        raise Refusal("bad-option", said, "GU-718")
    return slam, True


def _disarm_basis(disarm: Said) -> str:
    basis = BASIS.of(disarm) or "dx"
    if basis not in ("dx", "st"):
        raise Refusal("bad-option", text("A disarm is on dx or st."), "GU-744")
    return basis


def _where(
    target: Fighter | None,
    spec: AttackSpec,
    use: Use,
    disarm: Said | None,
    type_: str,
    chinks: bool,
) -> tuple[str, str | None]:
    """Give the location, and the weapon that is struck at. Raises `bad-option` or `bad-location`."""
    location = spec.location
    if disarm is not None:
        if location not in ("", WEAPON):
            raise Refusal("bad-option", text("A disarm strikes at the weapon, and nowhere else."), "GU-744")
        location = WEAPON
    if target is None:
        return RANDOM, None
    location = location or target.sheet.body.torso.id
    if use.weapon.area is not None:
        if spec.location not in ("", target.sheet.body.torso.id):
            raise Refusal("bad-location", text("What fills an area hits no place in particular."), "GU-835")
        return location, None
    require_location(target, location, type_, chinks)
    if location != WEAPON:
        return location, None
    named = (STRUCK.of(disarm) if disarm is not None else None) or spec.weapon
    return location, find_struck(target, named, disarm is not None).id


def _require_distance(
    actor: Fighter, target: Fighter | None, use: Use, facts: Facts, variant: str | None
) -> None:
    yards = counted("{n} yard", "{n} yards", n=facts.distance)
    name = text("the place") if target is None else combatant(target)
    if not use.is_in_range(facts.distance, variant == mv.LONG):
        if use.kind is Kind.MELEE:
            reach = joined(use.mode.reach)
            said = text(
                "{value} is {yards} away; the {use} reaches {reach}.",
                value=name,
                yards=yards,
                use=use_name(use).low,
                reach=reach,
            )
            raise Refusal("out-of-range", said, "GU-303")
        said = text(
            "{value} is {yards} away; the {use} reaches {range}.",
            value=name,
            yards=yards,
            use=use_name(use).low,
            range=use.weapon.range[1],
        )
        raise Refusal("out-of-range", said, "GU-304")
    if not facts.line_of_fire or facts.cover == FULL:
        said = text("Something stands between {actor} and {value}.", actor=combatant(actor), value=name)
        raise Refusal("no-line-of-fire", said, "GU-504" if use.kind is Kind.MELEE else "GU-503")


def require_ammo(actor: Fighter, strikes: Sequence[Strike]) -> None:
    """Refuse more rounds than are left. Raises `Refusal` `out-of-ammo` (GU-305)."""
    ammo: Mapping[str, int] = actor.state.ammo
    for id_ in dict.fromkeys(strike.use.weapon.id for strike in strikes):
        needed = sum(s.fired + s.wasted for s in strikes if s.use.weapon.id == id_)
        if id_ in ammo and needed > ammo[id_]:
            said = text(
                "That takes {needed} rounds; {ammo} are left. Reload first.", needed=needed, ammo=ammo[id_]
            )
            raise Refusal("out-of-ammo", said, "GU-305")


def _evaluated(bonus: int, house: House) -> Modifier:
    """Give what watching an enemy adds to hit it (GU-716)."""
    capped = bonus == own.EVALUATE.value(house) < own.EVALUATE.usual
    label = text("evaluate")
    if capped:
        usual = f"{own.EVALUATE.usual:+d}"
        label = text("evaluate (house rule, usually up to {usual})", usual=usual)
    return Modifier(label, bonus, "GU-716")


def with_aim(actor: Fighter, strikes: Sequence[Strike], brace: tuple[str, str] | None) -> list[Strike]:
    """Give the first attack that was aimed what the aim is worth (GU-710)."""
    aim = actor.state.aim
    found = list(strikes)
    for number, strike in enumerate(strikes):
        if aim is None or aim.target != strike.target or aim.with_.split("/")[0] != strike.use.weapon.id:
            continue
        bonus = strike.use.weapon.acc + min(aim.turns, 3) - 1
        held = actor.state.braced
        if brace is not None or (held is not None and held.with_ == strike.use.weapon.id):
            bonus += 1
        modifier = (Modifier(_AIM, bonus, "GU-710"),) if bonus else ()
        found[number] = replace(strike, modifiers=(*strike.modifiers, *modifier), uses_aim=True)
        break
    return found


def capped(maneuver: Maneuver, strike: Strike, house: House) -> Strike:
    """Let the run hold the skill down to 9, but not that of a slam (GU-718)."""
    most = own.ON_THE_RUN.number(house, "cap")
    over = strike.target_number - most
    if maneuver.id != mv.MOVE_AND_ATTACK or strike.is_slam or over <= 0 or not own.CAPPED.on(house):
        return strike
    usual = own.ON_THE_RUN["cap"]
    label = text("cap")
    if most != usual:
        label = text("cap at {most} (house rule, usually {usual})", most=most, usual=usual)
    return replace(strike, modifiers=(*strike.modifiers, Modifier(label, -over, "GU-718")))
