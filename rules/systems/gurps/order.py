"""Reading an attack command: every check of GU-801, in its order, up to strikes made ready."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant, Scene
from rules.map.grid import Footprint
from rules.map.model import Cell
from rules.systems.gurps import maneuvers as mv
from rules.systems.gurps.arcs import distance_between, footprint_of
from rules.systems.gurps.body import RANDOM, WEAPON
from rules.systems.gurps.facts import (
    FULL,
    SCALE,
    Facts,
    all_in_arc,
    enemy_at_hand,
    facts_of,
    gaps_between,
    shot_between,
)
from rules.systems.gurps.gear import Flag, Kind, Use, Weapon
from rules.systems.gurps.gear_stock import SLAM
from rules.systems.gurps.maneuvers import Maneuver
from rules.systems.gurps.moving import Way, find_way
from rules.systems.gurps.sheet import GurpsSheet
from rules.systems.gurps.state import (
    GurpsState,
    can_be_used,
    carried,
    free_hands,
    is_ready,
    step_of,
)
from rules.systems.gurps.strike import (
    CAP,
    LABELS,
    LEAST_SKILL,
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

MOST_SPLITS = 5
Options = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackOrder:
    """An attack command that has passed every check."""

    actor: str
    maneuver: Maneuver
    variant: str | None
    way: Way
    strikes: tuple[Strike, ...] = ()
    basis: str = "dx"
    """The attribute of the feint that comes before an all-out attack (GU-711)."""
    end_posture: str | None = None
    brace: tuple[str, str] | None = None
    """The weapon that is braced with the attack, and on what (GU-741)."""
    is_aimed_again: bool = False
    """Whether the attack is the one that was aimed, so that the aim is no loss (GU-710)."""
    feint_skill: int = 0
    out_of_turn: bool = False


@dataclass(frozen=True, slots=True)
class _Spec:
    """One attack of a command as far as it is said."""

    target: str | None
    with_: str | None
    location: str
    shots: int
    weapon: str | None
    penalty: int
    """From rapid strike and dual weapon."""
    second: bool = False


# -------------------------------------------------------------------------------------------- what is written
def read_options(command: Command) -> Options:
    """Read the attack options. Raises `Refusal` `bad-command`, or `bad-option` for one that there is not."""
    value = command.params.get("options")
    if value is None:
        return {}
    if not isinstance(value, list | tuple):
        raise Refusal("bad-command", f"'options' must be a list of options; {value!r} is none.")
    found: dict[str, Mapping[str, Any]] = {}
    for part in value:
        option = {"id": part} if isinstance(part, str) else part
        if not isinstance(option, Mapping) or not isinstance(option.get("id"), str):
            raise Refusal("bad-command", f"An option is an id, or an object with one; {part!r} is neither.")
        if option["id"] not in LABELS:
            text = f"There is no attack option {option['id']!r}; there are {', '.join(LABELS)}."
            raise Refusal("bad-option", text, "GU-702")
        if option["id"] in found:
            raise Refusal("bad-option", f"The option {option['id']!r} is given twice.", "GU-702")
        found[option["id"]] = option
    return found


def _text(data: Mapping[str, Any], key: str) -> str | None:
    return Command(do="attack", params=data).text(key)


def _shots(data: Mapping[str, Any]) -> int | None:
    return Command(do="attack", params=data).number("shots", 1, 300)


def require_variant(maneuver: Maneuver, command: Command, complete: bool) -> str | None:
    """Give the variant of a maneuver. Raises `Refusal` `bad-variant`."""
    variant = command.text("variant")
    if not maneuver.variants:
        if variant is not None:
            raise Refusal("bad-variant", f"{maneuver.label} has no variants.", maneuver.rule)
        return None
    if variant not in maneuver.variants and (variant is not None or complete):
        words = ", ".join(maneuver.variants)
        raise Refusal("bad-variant", f"Choose how: {maneuver.label} has {words}.", maneuver.rule)
    return variant


def find_use(actor: Combatant, id_: str | None) -> Use | Weapon:
    """Find what an id names: a way to use a weapon, or a shield. Raises `Refusal` `unknown-weapon`."""
    sheet: GurpsSheet = actor.sheet
    names = ", ".join(weapon.id for weapon in carried(actor))
    if id_ is None:
        raise Refusal("unknown-weapon", f"Say with which weapon ('with'): {names}.", "GU-301")
    weapon = sheet.weapon(id_.partition("/")[0])
    use = sheet.use(id_)
    if weapon is None or (use is None and not weapon.is_shield):
        raise Refusal("unknown-weapon", f"{actor.name} has no {id_!r}; it has {names}.", "GU-301")
    return weapon if use is None else use


def require_ready(actor: Combatant, weapon: Weapon) -> None:
    """Refuse a weapon that is not ready, or whose hand cannot be used. Raises `Refusal` `not-ready`."""
    if not is_ready(actor, weapon):
        state: GurpsState = actor.state
        where = "lies on the ground" if weapon.id in state.dropped else "is not ready"
        where = "is broken" if weapon.id in state.broken else where
        raise Refusal("not-ready", f"The {weapon.name.lower()} of {actor.name} {where}.", "GU-306")
    if not can_be_used(actor, weapon):
        text = f"{actor.name} cannot use the {weapon.name.lower()}: the hand is crippled."
        raise Refusal("not-ready", text, "GU-1006")
    if weapon.id == "punch" and not free_hands(actor):
        raise Refusal("not-ready", f"{actor.name} has no free hand to strike with.", "GU-306")


def punching_hand(actor: Combatant) -> str:
    """Give the hand that punches: the right one if it is free."""
    return f"{(free_hands(actor) or ('right',))[0]}-hand"


# -------------------------------------------------------------------------------------------- the whole order
def read_attack(
    scene: Scene, command: Command, maneuver: Maneuver, complete: bool = True, out_of_turn: bool = False
) -> AttackOrder | None:
    """Check an attack, in the order of GU-801 from the variant on.

    Args:
        complete: whether everything needed must be there; else what is left out is not checked.

    Returns:
        The order, None where the command is not complete.
    """
    actor = scene.combatant(command.actor, "actor")
    variant = require_variant(maneuver, command, complete)
    way = find_way(scene.state, actor, command, maneuver.pace, maneuver.forward)
    placed, actor = _placed(scene.state, actor, way)
    options = read_options(command)
    specs = _specs(actor, command, options, variant)
    if any(spec.target is None for spec in specs) and command.params.get("at") is None:
        if complete:
            raise Refusal("no-target", "Say at whom ('target').", "GU-801")
        if specs[0].with_ is not None:
            _require_weapon(actor, specs[0], maneuver)
        return None
    targets = [_target(placed, actor, spec.target) for spec in specs]
    if any(spec.with_ is None for spec in specs) and not complete:
        return None
    uses = [_require_weapon(actor, spec, maneuver) for spec in specs]
    at = _cell(command)
    if at is None and None in [spec.target for spec in specs]:
        raise Refusal("no-target", "Say at whom ('target').", "GU-801")
    facts = [
        _facts(placed, actor, target, at, use, command.table("facts"), way)
        for target, use in zip(targets, uses, strict=True)
    ]
    _require_options(actor, maneuver, variant, options, specs, uses, facts)
    brace = _brace(actor, options, uses, facts)
    wasted = _wasted(placed, actor, options, specs, uses, targets, facts, command)
    strikes = [
        _strike(actor, maneuver, variant, way, options, command, parts)
        for parts in zip(specs, targets, uses, facts, wasted, strict=True)
    ]
    _require_ammo(actor, strikes)
    if maneuver.is_attack:
        strikes = _with_aim(actor, strikes, brace)
    strikes = [replace(_capped(maneuver, strike), number=n) for n, strike in enumerate(strikes)]
    for strike in strikes:
        if strike.target_number < LEAST_SKILL:
            skill = strike.target_number
            text = f"The effective skill would be {skill}; below {LEAST_SKILL} there is no attack."
            raise Refusal("skill-too-low", text, "GU-405")
    return AttackOrder(
        actor=actor.id,
        maneuver=maneuver,
        variant=variant,
        way=way,
        strikes=tuple(strikes),
        basis=_basis(command),
        end_posture=_end_posture(command, variant),
        brace=brace,
        is_aimed_again=any(strike.uses_aim for strike in strikes),
        out_of_turn=out_of_turn,
    )


def _placed(state: BattleState, actor: Combatant, way: Way) -> tuple[BattleState, Combatant]:
    """Give the battle as it is once the actor has gone where it attacks from."""
    if way.before:
        state = state.with_changes(actor.id, at=way.before[-1])
    if way.face is not None:
        state = state.with_state(actor.id, facing=way.face)
    if way.yards_before:
        state = state.with_state(actor.id, moved=actor.state.moved + way.yards_before)
    return state, state.combatants[actor.id]


def _specs(actor: Combatant, command: Command, options: Options, variant: str | None) -> list[_Spec]:
    """List the attacks of a command, with what rapid strike and dual weapon take (GU-730, GU-731)."""
    rapid, dual = options.get("rapid-strike"), options.get("dual-weapon")
    spraying = "spraying-fire" in options
    parts = _attacks(command)
    splits = 0
    if rapid is not None:
        splits = Command(do="attack", params=rapid).number("splits", 1, MOST_SPLITS) or 1
    first = 1 + splits
    if spraying:
        first = max(1, len(parts))
    elif variant == mv.DOUBLE and rapid is None and dual is None:
        first = 2
    count = first + (dual is not None)
    if len(parts) > count:
        text = f"This makes {count} attack{'' if count == 1 else 's'}; 'attacks' lists {len(parts)}."
        raise Refusal("bad-option", text, "GU-729")
    found = []
    for number in range(count):
        part: Mapping[str, Any] = parts[number] if number < len(parts) else {}
        second = dual is not None and number == first
        use = actor.sheet.use(_text(part, "with") or command.text("with") or "")
        penalty = 0
        if splits and not second:
            penalty -= _split_penalty(actor.sheet, use) * min(number + 1, splits)
        if dual is not None:
            penalty -= 4
        named = _text(dual, "with") if second and dual is not None else None
        fire = options.get("rapid-fire", {})
        found.append(
            _Spec(
                target=_text(part, "target") or command.text("target"),
                with_=_text(part, "with") or named or (None if second else command.text("with")),
                location=_text(part, "location") or command.text("location") or "",
                shots=_shots(part) or _shots(fire) or command.number("shots", 1, 300) or 1,
                weapon=_text(part, "weapon") or command.text("weapon"),
                penalty=penalty,
                second=second,
            )
        )
    return found


def _attacks(command: Command) -> Sequence[Mapping[str, Any]]:
    value = command.params.get("attacks")
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(part, Mapping) for part in value):
        raise Refusal("bad-command", f"'attacks' must be a list of objects; {value!r} is none.")
    return value


def _split_penalty(sheet: GurpsSheet, use: Use | None) -> int:
    full = 3 if sheet.is_master else 6
    return max(0, full - sheet.quick_shot) if use is not None and use.is_ranged else full


def _target(state: BattleState, actor: Combatant, id_: str | None) -> Combatant | None:
    if id_ is None:
        return None
    target = state.combatant(id_, "target")
    if target.id == actor.id:
        raise Refusal("no-target", f"{actor.name} cannot attack itself; choose somebody else.", "GU-801")
    return target


def _cell(command: Command) -> Cell | None:
    at = command.place("at")
    if isinstance(at, str):
        raise Refusal("bad-command", "'at' must be a cell, like [3, 4].")
    return at


def _require_weapon(actor: Combatant, spec: _Spec, maneuver: Maneuver) -> Use:
    found = find_use(actor, spec.with_)
    weapon = found if isinstance(found, Weapon) else found.weapon
    require_ready(actor, weapon)
    if isinstance(found, Weapon) or found.kind not in maneuver.kinds:
        kinds = ", ".join(sorted(kind.value for kind in maneuver.kinds))
        text = f"{maneuver.label} takes {kinds} weapons; the {weapon.name.lower()} is none."
        raise Refusal("bad-option", text, "GU-703")
    return found


def _facts(
    state: BattleState,
    actor: Combatant,
    target: Combatant | None,
    at: Cell | None,
    use: Use,
    given: Mapping[str, Any],
    way: Way,
) -> Facts:
    if target is not None:
        return facts_of(state, actor, target, use.kind, given)
    here = footprint_of(actor)
    if state.map is None or here is None or at is None:
        return Facts(moved=actor.state.moved).with_given(given)
    there = Footprint(at, 1)
    line = shot_between(state.map, here, there)
    return Facts(
        distance=distance_between(state.map.grid, here, there),
        close_quarters=enemy_at_hand(state, actor),
        cover=SCALE.word(line.cover_share) if line.clear else FULL,
        line_of_fire=line.clear,
        moved=actor.state.moved,
        line=line,
    ).with_given(given)


# ------------------------------------------------------------------------------------------ what options need
def _require_options(
    actor: Combatant,
    maneuver: Maneuver,
    variant: str | None,
    options: Options,
    specs: Sequence[_Spec],
    uses: Sequence[Use],
    facts: Sequence[Facts],
) -> None:
    first = uses[0]
    ranged = first.is_ranged
    _require_combination(maneuver, variant, options, specs, uses)
    for name in ("tip-slash", "brace", "at-ground", "rapid-fire", "spraying-fire"):
        if name in options and (name == "tip-slash") == ranged:
            kind = "a ranged weapon" if name != "tip-slash" else "a thrust"
            raise Refusal("bad-option", f"{name!r} needs {kind}.", LABELS[name])
    if "tip-slash" in options and not all(use.mode.thrust and use.damage.type == "imp" for use in uses):
        raise Refusal("bad-option", "A tip slash needs a thrust that impales.", "GU-740")
    if "at-ground" in options and (first.weapon.area is None or first.weapon.area.shape != "sphere"):
        raise Refusal("bad-option", "Only what bursts in a sphere is aimed at the ground.", "GU-752")
    rof = first.weapon.rof
    if "rapid-fire" in options and rof < 3:
        raise Refusal(
            "rof-too-low", f"Rapid fire needs RoF 3; the {first.weapon.name.lower()} has {rof}.", "GU-732"
        )
    if "spraying-fire" in options and rof < 5:
        raise Refusal(
            "rof-too-low", f"Spraying fire needs RoF 5; the {first.weapon.name.lower()} has {rof}.", "GU-733"
        )
    if "rapid-strike" in options and ranged and rof < 2:
        raise Refusal("bad-option", "A rapid strike with a ranged weapon needs RoF 2.", "GU-730")
    if "spraying-fire" in options and not all(fact.in_arc for fact in facts):
        raise Refusal("arc-too-wide", "All targets of a spray must lie within 30 degrees.", "GU-733")
    for spec, use, fact in zip(specs, uses, facts, strict=True):
        _require_shots(options, spec, use, fact)
        _require_slam(maneuver, use, fact)


def _require_combination(
    maneuver: Maneuver, variant: str | None, options: Options, specs: Sequence[_Spec], uses: Sequence[Use]
) -> None:
    rapid, dual, spray = ("rapid-strike" in options, "dual-weapon" in options, "spraying-fire" in options)
    if variant == mv.DOUBLE and (rapid or dual):
        raise Refusal(
            "bad-option", "A double attack goes with no rapid strike and no second weapon.", "GU-711"
        )
    if variant == mv.DOUBLE and len({spec.target for spec in specs}) > 1:
        raise Refusal("bad-option", "Both blows of a double attack go to one target.", "GU-711")
    if spray and (rapid or dual):
        raise Refusal(
            "bad-option", "Spraying fire is one burst: no rapid strike, no second weapon.", "GU-733"
        )
    if not uses[0].is_ranged and rapid and uses[0].kind is not Kind.MELEE:
        raise Refusal("bad-option", "A jet is one stream: no rapid strike.", "GU-730")
    firsts = {use.weapon.id for spec, use in zip(specs, uses, strict=True) if not spec.second}
    if len(firsts) > 1:
        raise Refusal("bad-option", "All these attacks are made with one weapon.", "GU-729")
    if dual and uses[-1].weapon.id in firsts:
        raise Refusal("bad-option", "A second weapon must be another one.", "GU-731")
    if dual and {"punch", "kick", SLAM} & {use.weapon.id for use in uses}:
        raise Refusal("bad-option", "Dual weapon needs two weapons.", "GU-731")
    area = any(use.weapon.area is not None for use in uses)
    if area and (len(uses) > 1 or "disarm" in options or "chinks" in options):
        raise Refusal(
            "bad-option", "What fills an area is one attack, and hits no place in particular.", "GU-830"
        )


def _require_shots(options: Options, spec: _Spec, use: Use, fact: Facts) -> None:
    """Refuse more rounds than one without an option that fires them (GU-728, GU-734, GU-735)."""
    if spec.shots == 1:
        return
    if not use.is_ranged:
        raise Refusal("bad-option", "Only ranged weapons fire rounds.", "GU-728")
    near = is_near(use, fact)
    if use.is_shotgun and near and use.weapon.rof < 3:
        raise Refusal("bad-option", "So near, several rounds are rapid fire, which needs RoF 3.", "GU-734")
    bursts = "rapid-fire" in options or "spraying-fire" in options or (use.is_shotgun and not near)
    if not bursts:
        raise Refusal("bad-option", "More than one round needs rapid fire or spraying fire.", "GU-728")


def is_near(use: Use, fact: Facts) -> bool:
    """Tell whether a shotgun's pellets still fly together: a tenth of the half-damage range (GU-734)."""
    half = use.weapon.range[0]
    return half is not None and fact.distance * 10 <= half


def _require_slam(maneuver: Maneuver, use: Use, fact: Facts) -> None:
    if use.weapon.id != SLAM:
        return
    if maneuver.id not in mv.SLAMMING:
        raise Refusal("bad-option", "A slam is a move and attack, or an all-out attack.", "GU-331")
    if fact.moved < 1:
        raise Refusal("bad-option", "A slam needs a yard's run at least.", "GU-331")


def _brace(
    actor: Combatant, options: Options, uses: Sequence[Use], facts: Sequence[Facts]
) -> tuple[str, str] | None:
    if "brace" not in options:
        return None
    return brace_on(actor, uses[0], facts[0])


def brace_on(actor: Combatant, use: Use, fact: Facts) -> tuple[str, str]:
    """Give the weapon that is braced and on what (GU-741). Raises `Refusal` `cannot-brace`."""
    if fact.surface:
        return use.weapon.id, "surface"
    if use.weapon.has(Flag.PISTOL) and free_hands(actor):
        return use.weapon.id, "hand"
    text = "Bracing needs something to lean the weapon on, or a pistol and a free hand."
    raise Refusal("cannot-brace", text, "GU-741")


def _wasted(
    state: BattleState,
    actor: Combatant,
    options: Options,
    specs: Sequence[_Spec],
    uses: Sequence[Use],
    targets: Sequence[Combatant | None],
    facts: Sequence[Facts],
    command: Command,
) -> list[int]:
    """Count the rounds wasted before each attack, and refuse more rounds than the RoF (GU-728, GU-733)."""
    wasted = [0] * len(specs)
    if "spraying-fire" in options:
        known = [target for target in targets if target is not None]
        if "in_arc" not in facts[0].overruled and not all_in_arc(state, actor, known):
            raise Refusal("arc-too-wide", "All targets of a spray must lie within 30 degrees.", "GU-733")
        gaps = facts[0].gaps if "gaps" in facts[0].overruled else gaps_between(state, known)
        each = 2 if uses[0].weapon.rof >= 16 else 1
        for number, gap in enumerate(gaps[: len(specs) - 1], start=1):
            wasted[number] = each * ceil(gap) if gap > 1 else 0
    for use in {use.weapon.id: use for use in uses}.values():
        if not use.is_ranged:
            continue
        rounds = sum(
            spec.shots + lost
            for spec, other, lost in zip(specs, uses, wasted, strict=True)
            if other.weapon.id == use.weapon.id
        )
        if rounds > use.weapon.rof:
            lost_words = f", {sum(wasted)} of them between targets" if any(wasted) else ""
            name = use.weapon.name.lower()
            text = f"That takes {rounds} rounds{lost_words}; the {name} fires {use.weapon.rof}."
            raise Refusal("too-many-shots", text, "GU-733" if any(wasted) else "GU-728")
    return wasted


# --------------------------------------------------------------------------------------------------- a strike
def _strike(
    actor: Combatant,
    maneuver: Maneuver,
    variant: str | None,
    way: Way,
    options: Options,
    command: Command,
    parts: tuple[_Spec, Combatant | None, Use, Facts, int],
) -> Strike:
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
        *range_modifiers(use, facts, target, running, at_ground),
        *maneuver_modifiers(maneuver.id, variant, use, way.yards / step_of(actor)),
    ]
    if spec.penalty:
        rule = "GU-731" if "rapid-strike" not in options else "GU-730"
        modifiers.append(Modifier("several attacks", spec.penalty, rule))
    if (burst or far_shot) and rapid_fire_bonus(rounds):
        modifiers.append(Modifier("rapid fire", rapid_fire_bonus(rounds), "GU-732"))
    if target is not None:
        weapon = None if struck is None else target.sheet.weapon(struck)
        where = None
        if use.weapon.area is None:
            where = location_modifier(target, location, weapon, "chinks" in options, facts.facing)
        modifiers += [where] if where is not None else []
        if disarm is not None and not use.weapon.has(Flag.FENCING):
            modifiers.append(Modifier("disarm", -2, "GU-744"))
        watched = actor.state.evaluate
        if watched is not None and watched.target == target.id and use.kind in mv.MELEE:
            modifiers.append(Modifier("evaluate", watched.bonus, "GU-716"))
    if facts.modifier:
        modifiers.append(Modifier("gm", facts.modifier, "GU-753"))
    dice, is_slam = _dice(sheet, use, facts, command, running)
    return Strike(
        attacker=actor.id,
        target=None if target is None else target.id,
        at=_cell(command),
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
        damage_modifiers=damage_modifier(maneuver.id, variant, use, dice),
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
    if command.params.get("slam_damage") is not True:
        return own, False
    if not (running and use.mode.thrust and use.kind is Kind.MELEE and slam.mean > own.mean):
        text = f"Slam damage is for a thrust on the run, when it is more: here {slam} against {own}."
        raise Refusal("bad-option", text, "GU-718")
    return slam, True


def _disarm_basis(disarm: Mapping[str, Any]) -> str:
    basis = _text(disarm, "basis") or "dx"
    if basis not in ("dx", "st"):
        raise Refusal("bad-option", "A disarm is on dx or st.", "GU-744")
    return basis


def _where(
    target: Combatant | None,
    spec: _Spec,
    use: Use,
    disarm: Mapping[str, Any] | None,
    type_: str,
    chinks: bool,
) -> tuple[str, str | None]:
    """Give the location, and the weapon that is struck at. Raises `bad-option` or `bad-location`."""
    location = spec.location
    if disarm is not None:
        if location not in ("", WEAPON):
            raise Refusal("bad-option", "A disarm strikes at the weapon, and nowhere else.", "GU-744")
        location = WEAPON
    if target is None:
        return RANDOM, None
    location = location or target.sheet.body.torso.id
    if use.weapon.area is not None:
        if spec.location not in ("", target.sheet.body.torso.id):
            raise Refusal("bad-location", "What fills an area hits no place in particular.", "GU-835")
        return location, None
    require_location(target, location, type_, chinks)
    if location != WEAPON:
        return location, None
    named = (_text(disarm, "weapon") if disarm is not None else None) or spec.weapon
    return location, find_struck(target, named, disarm is not None).id


def _require_distance(
    actor: Combatant, target: Combatant | None, use: Use, facts: Facts, variant: str | None
) -> None:
    yards = f"{facts.distance:g} yard{'' if facts.distance == 1 else 's'}"
    name = "the place" if target is None else target.name
    if use.kind is Kind.MELEE:
        if not use.reaches(facts.distance, variant == mv.LONG):
            reach = ", ".join(str(part) for part in use.mode.reach)
            text = f"{name} is {yards} away; the {use.name.lower()} reaches {reach}."
            raise Refusal("out-of-range", text, "GU-303")
    elif facts.distance > use.weapon.range[1]:
        text = f"{name} is {yards} away; the {use.name.lower()} reaches {use.weapon.range[1]:g}."
        raise Refusal("out-of-range", text, "GU-304")
    if not facts.line_of_fire or facts.cover == FULL:
        text = f"Something stands between {actor.name} and {name}."
        raise Refusal("no-line-of-fire", text, "GU-504" if use.kind is Kind.MELEE else "GU-503")


def _require_ammo(actor: Combatant, strikes: Sequence[Strike]) -> None:
    ammo: Mapping[str, int] = actor.state.ammo
    for id_ in dict.fromkeys(strike.use.weapon.id for strike in strikes):
        needed = sum(s.fired + s.wasted for s in strikes if s.use.weapon.id == id_)
        if id_ in ammo and needed > ammo[id_]:
            text = f"That takes {needed} rounds; {ammo[id_]} are left. Reload first."
            raise Refusal("out-of-ammo", text, "GU-305")


def _with_aim(actor: Combatant, strikes: Sequence[Strike], brace: tuple[str, str] | None) -> list[Strike]:
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
        modifier = (Modifier("aim", bonus, "GU-710"),) if bonus else ()
        found[number] = replace(strike, modifiers=(*strike.modifiers, *modifier), uses_aim=True)
        break
    return found


def _capped(maneuver: Maneuver, strike: Strike) -> Strike:
    over = strike.target_number - CAP
    if maneuver.id != mv.MOVE_AND_ATTACK or strike.is_slam or over <= 0:
        return strike
    return replace(strike, modifiers=(*strike.modifiers, Modifier("cap", -over, "GU-718")))


def _basis(command: Command) -> str:
    basis = command.text("basis") or "dx"
    if basis not in ("dx", "iq", "st"):
        raise Refusal("bad-variant", "A feint is on dx, iq or st.", "GU-717")
    return basis


def _end_posture(command: Command, variant: str | None) -> str | None:
    posture = command.text("end_posture")
    if posture is None:
        return None
    if variant != mv.LONG or posture != "crouching":
        raise Refusal("bad-variant", "Only a long all-out attack may end crouching.", "GU-711")
    return posture
