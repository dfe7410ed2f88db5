"""What a combatant may do: the maneuvers, and what needs none (sections 7.1 and 7.2)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange, tell
from rules.engine.refusal import Refusal
from rules.engine.shown import Laid
from rules.engine.state import Combatant, Scene
from rules.engine.system import Action, Choice, Parameter, Plan, Reach
from rules.map.areas import Blast
from rules.map.grid import cell_centre
from rules.systems.gurps import maneuvers as mv
from rules.systems.gurps.areas import laid_by
from rules.systems.gurps.assault import attack_maneuver
from rules.systems.gurps.choices import (
    body_choices,
    facing_choices,
    gear_choices,
    option_choices,
    variant_choices,
    weapons_for,
)
from rules.systems.gurps.choosing import (
    attack_choices,
    filled,
    maneuver_of,
    require_usable,
    spelled_out,
    step_choices,
    usable,
)
from rules.systems.gurps.defence import Said
from rules.systems.gurps.events import (
    Aimed,
    AimLost,
    Braced,
    Concentrated,
    Evaluated,
    FacingSet,
    ManeuverTaken,
    RoundsFired,
    Waited,
    ZoneSet,
)
from rules.systems.gurps.facts import facts_of, read_given, shown_facts
from rules.systems.gurps.feint import feint_contest, feint_skill, shock_of
from rules.systems.gurps.gear import Use, Weapon
from rules.systems.gurps.injury import covering
from rules.systems.gurps.maneuvers import MANEUVERS, Maneuver
from rules.systems.gurps.moving import PACE_NAMES, Pace, Way, find_way, reach_of, yards_of
from rules.systems.gurps.order import (
    AttackOrder,
    brace_on,
    find_use,
    read_attack,
    read_options,
    require_ready,
    require_variant,
)
from rules.systems.gurps.readying import Readying, read_ready
from rules.systems.gurps.state import GurpsState, is_ready
from rules.systems.gurps.strike import LEAST_SKILL, Strike
from rules.systems.gurps.turn_order import recover, require_awake
from rules.systems.gurps.walking import collapses, walk

COST = "maneuver"


def require_able(actor: Combatant, action: str) -> None:
    """Refuse who can do nothing, and the stunned everything but to do nothing (GU-801, GU-607, GU-1001)."""
    require_awake(actor)
    if actor.state.is_stunned and action not in (mv.DO_NOTHING, "check"):
        text = f"{actor.name} is stunned: nothing but Do Nothing is left."
        raise Refusal("must-do-nothing", text, "GU-1001")


def require_maneuver(actor: Combatant) -> None:
    """Refuse a second maneuver in a turn. Raises `Refusal` `maneuver-used`."""
    state: GurpsState = actor.state
    if state.maneuver is not None:
        taken = MANEUVERS.get(state.maneuver.id)
        label = state.maneuver.id if taken is None else taken.label
        text = f"{actor.name} has taken its maneuver this turn: {label}."
        raise Refusal("maneuver-used", text, "GU-601")


def require_target(scene: Scene, actor: Combatant, command: Command) -> Combatant:
    """Find the enemy that a maneuver names. Raises `Refusal` `no-target` or `unknown-combatant`."""
    id_ = command.text("target")
    if id_ is None:
        raise Refusal("no-target", "Say at whom ('target').", "GU-801")
    target = scene.combatant(id_, "target")
    if target.id == actor.id:
        raise Refusal("no-target", f"{actor.name} cannot do that to itself; choose somebody else.", "GU-801")
    return target


def require_use(scene: Scene, command: Command, maneuver: Maneuver) -> None:
    """Refuse a weapon that is not ready or that a maneuver does not take, if one is named."""
    id_ = command.text("with")
    if id_ is not None:
        actor = scene.combatant(command.actor, "actor")
        found = find_use(actor, id_)
        require_ready(actor, found if isinstance(found, Weapon) else found.weapon)
        as_use(found, maneuver)


def as_use(found: Use | Weapon, maneuver: Maneuver) -> Use:
    """Refuse a weapon that a maneuver does not take. Raises `Refusal` `bad-option` (GU-703)."""
    if isinstance(found, Use) and found.kind in maneuver.kinds:
        return found
    kinds = ", ".join(sorted(kind.value for kind in maneuver.kinds))
    name = found.name.lower()
    raise Refusal("bad-option", f"{maneuver.label} takes {kinds} weapons; the {name} is none.", "GU-703")


_TARGET = Parameter(id="target", kind="combatant", label="Target")
_ANY_WEAPON = Parameter(
    id="with", kind="weapon", label="Weapon", choices=weapons_for(MANEUVERS[mv.MOVE_AND_ATTACK])
)
_TO = Parameter(id="to", kind="cell", label="Step to", optional=True, choices=step_choices(Pace.STEP))
_FACE = Parameter(id="face", kind="choice", label="Face", optional=True, choices=facing_choices)


class ManeuverAction(Action):
    """What the maneuvers have in common: one a turn, a movement, a collapse roll below 0 HP."""

    maneuver: ClassVar[Maneuver]
    cost = COST

    def ways(self, scene: Scene, actor: Combatant) -> tuple[tuple[Mapping[str, str], str], ...]:
        """Give it one button: with what and how is chosen after it is."""
        return (({}, ""),)

    def leaves(self, scene: Scene, actor: Combatant) -> str:
        """Say which defence and how much movement it leaves (GU-701)."""
        yards = yards_of(actor, self.maneuver.pace)
        moves = f"{PACE_NAMES[self.maneuver.pace]} {yards} yd" if yards else "no movement"
        return f"{self.maneuver.defence[:1].upper()}{self.maneuver.defence[1:]} · {moves}"

    def why_not(self, scene: Scene, command: Command) -> Refusal | None:
        """Refuse a maneuver for which there is no weapon ready too, before any is named."""
        refusal = super().why_not(scene, command)
        if refusal is None and spelled_out(command).params.get("with") is None:
            try:
                require_usable(scene.combatant(command.actor, "actor"), self.maneuver)
            except Refusal as missing:
                return missing
        return refusal

    def filled(self, scene: Scene, command: Command) -> Command:
        """Choose a weapon that reaches, and the first variant, where none is said."""
        return filled(scene, command, self.maneuver, lambda tried: self.why_not(scene, tried) is None)

    def options(self, scene: Scene, command: Command) -> tuple[Parameter, ...]:
        """List what fits it and its weapon (GU-702)."""
        return attack_choices(scene, command, self.maneuver) if self.aimed else ()

    def reach(self, scene: Scene, command: Command) -> Reach | None:
        """Tell where its own movement leads (GU-701)."""
        return reach_of(scene.state, scene.combatant(command.actor, "actor"), self.maneuver.pace)

    def require_turn(self, scene: Scene, command: Command) -> Combatant:
        """Refuse a second maneuver."""
        actor = scene.combatant(command.actor, "actor")
        require_maneuver(actor)
        return actor

    def way(self, scene: Scene, actor: Combatant, command: Command) -> Way:
        """Read the movement of the maneuver."""
        return find_way(scene.state, actor, command, self.maneuver.pace, self.maneuver.forward)

    def check(self, scene: Scene, command: Command) -> None:
        """Refuse what may not be done, as far as the command says it."""
        command = spelled_out(command)
        actor = self.require_turn(scene, command)
        require_variant(self.maneuver, command, False)
        self.way(scene, actor, command)


def take(scene: Scene, who: str, maneuver: Maneuver, way: Way, said: Said, **more: Any) -> Exchange[bool]:
    """Begin a maneuver: the collapse roll, the maneuver itself, its movement (GU-611, GU-704).

    Returns:
        Whether it goes on.
    """
    out_of_turn = more.get("out_of_turn", False)
    if not out_of_turn and maneuver.id != mv.DO_NOTHING and (yield from collapses(scene, who)):
        return False
    yield ManeuverTaken(who=who, maneuver=maneuver.id, **more)
    if maneuver.id != mv.AIM and scene.combatant(who).state.aim is not None:
        yield AimLost(who=who)
    if not (yield from walk(scene, who, way.before, way.yards_before, said)):
        return False
    if way.face is not None:
        yield FacingSet(who=who, facing=way.face)
    return True


def said_by(command: Command) -> Said:
    """Read the facts that a command gives. Raises `Refusal` `bad-command`."""
    facts = command.table("facts")
    read_given(facts)
    return Said(dict(facts))


def finish(scene: Scene, who: str, way: Way, said: Said) -> Exchange[None]:
    """Go on with what of the movement comes after."""
    if way.after and not scene.combatant(who).state.is_out:
        yield from walk(scene, who, way.after, way.yards_after, said)


# -------------------------------------------------------------------------------------------------- attacking
class AttackManeuver(ManeuverAction):
    """A maneuver that attacks."""

    aimed = True
    group = "Attack"

    def ways(self, scene: Scene, actor: Combatant) -> tuple[tuple[Mapping[str, str], str], ...]:
        """Give it a button, and one for each weapon that fills an area: that is aimed at a place."""
        areas = [use for use in usable(actor, self.maneuver) if use.weapon.area is not None]
        if self.maneuver.id == mv.ALL_OUT_RANGED:
            areas = []
        return (({}, ""), *(({"with": use.id}, use.name) for use in areas))

    def is_laid(self, scene: Scene, command: Command) -> bool:
        """Say whether its weapon fills an area (GU-830)."""
        actor = scene.combatant(command.actor, "actor")
        use = actor.sheet.use(spelled_out(command).text("with") or "")
        return use is not None and use.weapon.area is not None

    def check(self, scene: Scene, command: Command) -> None:
        """Refuse an attack, as far as it is said, in the order of GU-801."""
        command = spelled_out(command)
        self.require_turn(scene, command)
        if _is_suppression(command):
            read_suppression(scene, command, False)
        else:
            read_attack(scene, command, self.maneuver, complete=False)

    def plan(self, scene: Scene, command: Command) -> Plan:
        """Prepare a complete attack."""
        command = spelled_out(command)
        self.require_turn(scene, command)
        return attack_plan(scene, command, self.maneuver)


def _is_suppression(command: Command) -> bool:
    return command.do == mv.ALL_OUT_RANGED and command.params.get("variant") == mv.SUPPRESSION


def attack_plan(scene: Scene, command: Command, maneuver: Maneuver, out_of_turn: bool = False) -> Plan:
    """Prepare an attack: its exchange, the facts and numbers of its first blow."""
    if maneuver.id == mv.ALL_OUT_RANGED and command.params.get("variant") == mv.SUPPRESSION:
        return read_suppression(scene, command, True)
    order = read_attack(scene, command, maneuver, out_of_turn=out_of_turn)
    assert order is not None
    _require_feint(scene, order)
    said = dict(command.table("facts"))
    first = order.strikes[0]
    return Plan(
        exchange=lambda scene: attack_maneuver(scene, order, Said(dict(said))),
        facts=shown_facts(first.facts, first.use.kind),
        roll=f"{first.use.name} {first.base}",
        target_number=first.target_number,
        modifiers=first.modifiers,
        notes=(*first.damage_modifiers, *_what_it_meets(scene, first)),
        line=first.facts.line if first.facts.line is not None and first.facts.line.rays else None,
        target=first.target,
        laid=laid_by(scene, first),
    )


def _what_it_meets(scene: Scene, strike: Strike) -> tuple[Modifier, ...]:
    """Say what protects the place that is aimed at (GU-219)."""
    if strike.target is None or strike.is_area:
        return ()
    target = scene.combatant(strike.target)
    place = target.sheet.body.find(strike.location)
    dr = 0 if place is None else covering(target, place).dr
    return (Modifier(f"DR of the {place.name}", -dr, "GU-219"),) if place is not None and dr else ()


def _require_feint(scene: Scene, order: AttackOrder) -> None:
    """Refuse the feint before an all-out attack whose skill is too low (GU-405, GU-711)."""
    if order.variant != mv.FEINTING:
        return
    actor = scene.combatant(order.actor)
    require_feint_skill(actor, order.strikes[0].use, order.basis)


def require_feint_skill(actor: Combatant, use: Use, basis: str) -> int:
    """Give the effective skill of a feint. Raises `Refusal` `skill-too-low` (GU-405)."""
    skill = feint_skill(actor, use, basis) + sum(modifier.value for modifier in shock_of(actor))
    if skill < LEAST_SKILL:
        text = f"The effective skill of the feint would be {skill}; below {LEAST_SKILL} there is none."
        raise Refusal("skill-too-low", text, "GU-405")
    return skill


def _weapon(maneuver: Maneuver) -> Parameter:
    return Parameter(id="with", kind="weapon", label="Weapon", choices=weapons_for(maneuver))


def _attack_parameters(maneuver: Maneuver) -> tuple[Parameter, ...]:
    variant = (Parameter(id="variant", kind="choice", label="How", choices=variant_choices(maneuver)),)
    return (
        *(variant if maneuver.variants else ()),
        _weapon(maneuver),
        _TARGET,
        Parameter(id="location", kind="location", label="Where to", optional=True, choices=body_choices),
        Parameter(id="options", kind="options", label="Options", optional=True, choices=option_choices),
        _TO,
        _FACE,
    )


def _of(maneuver: Maneuver) -> Mapping[str, Any]:
    return {
        "id": maneuver.id,
        "label": maneuver.label,
        "help": f"{maneuver.help} Leaves {maneuver.defence}.",
        "rule": maneuver.rule,
        "maneuver": maneuver,
    }


def _attacking(id_: str) -> AttackManeuver:
    maneuver = MANEUVERS[id_]
    made = {**_of(maneuver), "parameters": _attack_parameters(maneuver)}
    made["__doc__"] = f"{maneuver.label} ({maneuver.rule})."
    kind: type[AttackManeuver] = type(f"Maneuver_{id_.replace('-', '_')}", (AttackManeuver,), made)
    return kind()


ATTACKS: tuple[AttackManeuver, ...] = tuple(
    _attacking(maneuver.id) for maneuver in MANEUVERS.values() if maneuver.is_attack
)
"""The maneuvers that attack, in the order of the table."""


# ------------------------------------------------------------------------------------------- suppression fire
LEAST_ROF = 5
"""How fast a weapon must fire to keep a place under fire (GU-712)."""


def suppressed_width(weapon: Weapon) -> int:
    """Give how wide a place a weapon keeps under fire, in yards (GU-712)."""
    return 4 if weapon.rof >= 10 else 2


def read_suppression(scene: Scene, command: Command, complete: bool) -> Plan:
    """Check suppression fire, and prepare it (GU-712)."""
    maneuver = MANEUVERS[mv.ALL_OUT_RANGED]
    actor = scene.combatant(command.actor, "actor")
    way = find_way(scene.state, actor, command, maneuver.pace, maneuver.forward)
    id_ = command.text("with")
    if id_ is None and not complete:
        return Plan(exchange=lambda scene: tell())
    found = find_use(actor, id_)
    require_ready(actor, found if isinstance(found, Weapon) else found.weapon)
    use = as_use(found, maneuver)
    weapon = use.weapon
    said = said_by(command)
    zone = command.place("zone")
    if weapon.rof < LEAST_ROF:
        text = f"Suppression fire needs RoF 5; the {weapon.name.lower()} has {weapon.rof}."
        raise Refusal("rof-too-low", text, "GU-712")
    distance = said.facts.get("distance")
    if isinstance(distance, int | float) and distance > weapon.range[1]:
        text = f"That is {distance:g} yards away; the {weapon.name.lower()} reaches {weapon.range[1]:g}."
        raise Refusal("out-of-range", text, "GU-304")
    if zone is None and complete:
        raise Refusal("no-target", "Say where to keep under fire: a cell ('zone').", "GU-712")
    left = actor.state.ammo.get(weapon.id)
    if left is not None and left < weapon.rof:
        raise Refusal("out-of-ammo", f"That takes {weapon.rof} rounds; {left} are left.", "GU-305")
    width = suppressed_width(weapon)

    def keep_under_fire(scene: Scene) -> Exchange[None]:
        if not (yield from take(scene, actor.id, maneuver, way, said, variant=mv.SUPPRESSION)):
            return
        yield RoundsFired(who=actor.id, weapon=weapon.id, rounds=weapon.rof)
        yield ZoneSet(who=actor.id, weapon=use.id, at=zone, width=width, shots=weapon.rof)
        yield from finish(scene, actor.id, way, said)

    return Plan(exchange=keep_under_fire, roll=f"8 for everybody who comes into {width} yards")


# ---------------------------------------------------------------------------------------------- aim, evaluate
class Aim(ManeuverAction):
    """Aim (GU-710)."""

    maneuver = MANEUVERS[mv.AIM]
    id, label, help, rule = maneuver.id, maneuver.label, f"{maneuver.help}", maneuver.rule
    aimed = True
    group = "Prepare"
    parameters = (
        _weapon(maneuver),
        _TARGET,
        Parameter(id="options", kind="options", label="Options", optional=True, choices=option_choices),
        _TO,
        _FACE,
    )

    def check(self, scene: Scene, command: Command) -> None:
        """Refuse a weapon that cannot be aimed, as far as it is said."""
        command = spelled_out(command)
        super().check(scene, command)
        require_use(scene, command, self.maneuver)

    def plan(self, scene: Scene, command: Command) -> Plan:
        """Prepare the aim."""
        command = spelled_out(command)
        actor = self.require_turn(scene, command)
        way = self.way(scene, actor, command)
        target = require_target(scene, actor, command)
        found = find_use(actor, command.text("with"))
        require_ready(actor, found if isinstance(found, Weapon) else found.weapon)
        use = as_use(found, self.maneuver)
        facts = facts_of(scene.state, actor, target, use.kind, command.table("facts"))
        options = read_options(command)
        if strange := sorted(set(options) - {"brace"}):
            raise Refusal("bad-option", f"{strange[0]!r} is nothing to aim with.", "GU-710")
        brace = brace_on(actor, use, facts) if options else None
        said = said_by(command)
        aim = actor.state.aim
        same = aim is not None and aim.target == target.id and aim.with_.split("/")[0] == use.weapon.id
        turns = aim.turns + 1 if same and aim is not None else 1

        def work(scene: Scene) -> Exchange[None]:
            if not (yield from take(scene, actor.id, self.maneuver, way, said, target=target.id)):
                return
            if brace is not None:
                yield Braced(who=actor.id, weapon=brace[0], on=brace[1])
            yield Aimed(who=actor.id, weapon=use.weapon.id, target=target.id, turns=turns)
            yield from finish(scene, actor.id, way, said)

        worth = use.weapon.acc + min(turns, 3) - 1 + (brace is not None)
        return Plan(
            exchange=work,
            facts=shown_facts(facts, use.kind),
            line=facts.line,
            notes=(Modifier(f"to the attack after {turns} s of aim", worth, "GU-710"),),
        )


class Evaluate(ManeuverAction):
    """Evaluate (GU-716)."""

    maneuver = MANEUVERS[mv.EVALUATE]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    aimed = True
    group = "Prepare"
    parameters = (_TARGET, _TO, _FACE)

    def plan(self, scene: Scene, command: Command) -> Plan:
        """Prepare it."""
        command = spelled_out(command)
        actor = self.require_turn(scene, command)
        way = self.way(scene, actor, command)
        target = require_target(scene, actor, command)
        watched = actor.state.evaluate
        bonus = min(3, watched.bonus + 1) if watched is not None and watched.target == target.id else 1
        said = said_by(command)

        def work(scene: Scene) -> Exchange[None]:
            if not (yield from take(scene, actor.id, self.maneuver, way, said, target=target.id)):
                return
            yield Evaluated(who=actor.id, target=target.id, bonus=bonus)
            yield from finish(scene, actor.id, way, said)

        return Plan(exchange=work, notes=(Modifier("to the next attack at it", bonus, "GU-716"),))


class Feint(ManeuverAction):
    """Feint (GU-717)."""

    maneuver = MANEUVERS[mv.FEINT]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    aimed = True
    group = "Prepare"
    parameters = (
        _weapon(maneuver),
        _TARGET,
        Parameter(
            id="basis",
            kind="choice",
            label="On",
            optional=True,
            choices=lambda scene, actor: tuple(Choice(id=b, label=b.upper()) for b in ("dx", "iq", "st")),
        ),
        _TO,
        _FACE,
    )

    def check(self, scene: Scene, command: Command) -> None:
        """Refuse a weapon that cannot feint, as far as it is said."""
        command = spelled_out(command)
        super().check(scene, command)
        require_use(scene, command, self.maneuver)

    def plan(self, scene: Scene, command: Command) -> Plan:
        """Prepare the contest."""
        command = spelled_out(command)
        self.require_turn(scene, command)
        return feint_plan(scene, command)


def feint_plan(scene: Scene, command: Command, out_of_turn: bool = False) -> Plan:
    """Prepare a feint (GU-717)."""
    maneuver = MANEUVERS[mv.FEINT]
    actor = scene.combatant(command.actor, "actor")
    basis = command.text("basis") or "dx"
    if basis not in ("dx", "iq", "st"):
        raise Refusal("bad-variant", "A feint is on dx, iq or st.", "GU-717")
    way = find_way(scene.state, actor, command, maneuver.pace)
    target = require_target(scene, actor, command)
    found = find_use(actor, command.text("with"))
    require_ready(actor, found if isinstance(found, Weapon) else found.weapon)
    use = as_use(found, maneuver)
    state = scene.state.with_changes(actor.id, at=way.before[-1]) if way.before else scene.state
    facts = facts_of(state, state.combatants[actor.id], target, use.kind, command.table("facts"))
    reach = facts.distance <= use.far if use.kind.value == "jet" else use.reaches(facts.distance)
    if not reach:
        text = f"{target.name} is {facts.distance:g} yards away, out of reach of the {use.name.lower()}."
        raise Refusal("out-of-range", text, "GU-717")
    skill = require_feint_skill(actor, use, basis)
    said = said_by(command)

    def work(scene: Scene) -> Exchange[None]:
        more = {"target": target.id, "out_of_turn": out_of_turn}
        if not (yield from take(scene, actor.id, maneuver, way, said, **more)):
            return
        yield from feint_contest(scene, actor.id, target.id, use, basis)
        yield from finish(scene, actor.id, way, said)

    return Plan(
        exchange=work,
        facts=shown_facts(facts, use.kind),
        roll=f"feint {skill}",
        target_number=skill,
        modifiers=shock_of(actor),
    )


# --------------------------------------------------------------------------------------------- the plain ones
class Plain(ManeuverAction):
    """A maneuver of which nothing follows but its movement, and what `after` tells."""

    def after(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Tell what else it brings."""
        yield from ()

    def more(self, command: Command) -> Mapping[str, Any]:
        """Give what else the maneuver says."""
        return {}

    def plan(self, scene: Scene, command: Command) -> Plan:
        """Prepare it."""
        actor = self.require_turn(scene, command)
        variant = require_variant(self.maneuver, command, True)
        way = self.way(scene, actor, command)
        said = said_by(command)
        more = {"variant": variant, **self.more(command)}

        def work(scene: Scene) -> Exchange[None]:
            if not (yield from take(scene, actor.id, self.maneuver, way, said, **more)):
                return
            yield from self.after(scene, actor, command)
            yield from finish(scene, actor.id, way, said)

        return Plan(exchange=work)


class Move(Plain):
    """Move (GU-719)."""

    maneuver = MANEUVERS[mv.MOVE]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    group = "Move and defend"
    parameters = (Parameter(id="to", kind="cell", label="Where to"), _FACE)

    def plan(self, scene: Scene, command: Command) -> Plan:
        """Prepare the move; on a map it must say where to."""
        actor = self.require_turn(scene, command)
        placed = scene.state.map is not None and actor.at is not None
        if placed and not any(command.params.get(key) is not None for key in ("to", "path", "face")):
            text = "Say where to move: a cell or a zone ('to'), or a 'path'."
            raise Refusal("no-path", text, "GU-719")
        return super().plan(scene, command)


class AllOutDefense(Plain):
    """All-Out Defense (GU-713)."""

    maneuver = MANEUVERS[mv.ALL_OUT_DEFENSE]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    group = "Move and defend"
    parameters = (
        Parameter(id="variant", kind="choice", label="How", choices=variant_choices(maneuver)),
        Parameter(
            id="defence",
            kind="choice",
            label="Better",
            optional=True,
            choices=lambda scene, actor: tuple(
                Choice(id=kind, label=kind.capitalize()) for kind in ("dodge", "parry", "block")
            ),
        ),
        _TO,
        _FACE,
    )

    def way(self, scene: Scene, actor: Combatant, command: Command) -> Way:
        """Allow half the Move with an enhanced dodge (GU-713)."""
        dodging = command.params.get("variant") == mv.ENHANCED and command.params.get("defence") == "dodge"
        return find_way(scene.state, actor, command, Pace.HALF if dodging else self.maneuver.pace)

    def more(self, command: Command) -> Mapping[str, Any]:
        """Say which defence is better."""
        if command.params.get("variant") != mv.ENHANCED:
            return {}
        defence = command.text("defence")
        if defence not in ("dodge", "parry", "block"):
            text = "An enhanced defence is a better dodge, parry or block ('defence')."
            raise Refusal("bad-variant", text, "GU-713")
        return {"defence": defence}


class Concentrate(Plain):
    """Concentrate (GU-720)."""

    maneuver = MANEUVERS[mv.CONCENTRATE]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    group = "Prepare"
    parameters = (Parameter(id="on", kind="text", label="On what", optional=True), _TO, _FACE)

    def after(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Note on what."""
        yield Concentrated(who=actor.id, on=command.text("on") or "something")


class DoNothing(Plain):
    """Do Nothing (GU-723)."""

    maneuver = MANEUVERS[mv.DO_NOTHING]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    group = "Move and defend"

    def after(self, scene: Scene, actor: Combatant, command: Command) -> Exchange[None]:
        """Shake off a stun, perhaps."""
        yield from recover(scene, actor.id)


# ------------------------------------------------------------------------------------------------------ ready
class Ready(ManeuverAction):
    """Ready (GU-721)."""

    maneuver = MANEUVERS[mv.READY]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    group = "Prepare"
    parameters = (
        Parameter(
            id="what",
            kind="choice",
            label="What",
            choices=lambda scene, actor: tuple(Choice(id=w, label=w) for w in mv.READY_WAYS),
        ),
        Parameter(id="with", kind="weapon", label="Weapon", optional=True, choices=gear_choices),
        Parameter(id="note", kind="text", label="Note", optional=True),
        _TO,
        _FACE,
    )

    def ways(self, scene: Scene, actor: Combatant) -> tuple[tuple[Mapping[str, str], str], ...]:
        """Give a button to each thing that can be made ready now, and to each posture."""
        return ready_ways(scene, actor)

    def check(self, scene: Scene, command: Command) -> None:
        """Refuse what cannot be readied, as far as it is said."""
        super().check(scene, command)
        if command.text("what") is not None:
            read_ready(scene, scene.combatant(command.actor, "actor"), command, False)

    def plan(self, scene: Scene, command: Command) -> Plan:
        """Prepare it."""
        self.require_turn(scene, command)
        return ready_plan(scene, command)


def ready_ways(scene: Scene, actor: Combatant) -> tuple[tuple[Mapping[str, str], str], ...]:
    """List what can be made ready now, in words (GU-721)."""
    found: list[tuple[Mapping[str, str], str]] = []
    for weapon in actor.sheet.weapons:
        if weapon.hands and not is_ready(actor, weapon):
            found.append(({"what": "weapon", "with": weapon.id}, f"take up the {weapon.name.lower()}"))
        left = actor.state.ammo.get(weapon.id)
        if left is not None and weapon.shots is not None and left < weapon.shots:
            found.append(({"what": "reload", "with": weapon.id}, f"reload the {weapon.name.lower()}"))
    for what, words in (("stand", "rise"), ("kneel", "kneel"), ("prone", "lie down")):
        found.append(({"what": what}, words))
    found.append(({"what": "other"}, "something else"))
    kept = []
    for fixed, words in found:
        try:
            read_ready(scene, actor, Command(do=mv.READY, actor=actor.id, params=fixed), False)
        except Refusal:
            continue
        kept.append((fixed, words))
    return tuple(kept)


def ready_plan(scene: Scene, command: Command, out_of_turn: bool = False) -> Plan:
    """Prepare a Ready maneuver (GU-721)."""
    maneuver = MANEUVERS[mv.READY]
    actor = scene.combatant(command.actor, "actor")
    readying: Readying | None = read_ready(scene, actor, command, True)
    way = find_way(scene.state, actor, command, maneuver.pace)
    assert readying is not None
    said = said_by(command)

    def work(scene: Scene) -> Exchange[None]:
        more = {"detail": readying.what, "out_of_turn": out_of_turn}
        if not (yield from take(scene, actor.id, maneuver, way, said, **more)):
            return
        yield from readying.carry_out(scene, actor.id)
        yield from finish(scene, actor.id, way, said)

    return Plan(exchange=work)


# ------------------------------------------------------------------------------------------------------- wait
class Wait(ManeuverAction):
    """Wait (GU-722)."""

    maneuver = MANEUVERS[mv.WAIT]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    group = "Move and defend"
    parameters = (
        Parameter(id="trigger", kind="text", label="For what"),
        Parameter(
            id="then",
            kind="choice",
            label="And then",
            choices=lambda scene, actor: tuple(Choice(id=m, label=MANEUVERS[m].label) for m in mv.WAIT_FOR),
        ),
    )

    def check(self, scene: Scene, command: Command) -> None:
        """Refuse what cannot be waited with."""
        super().check(scene, command)
        _then(command, False)

    def plan(self, scene: Scene, command: Command) -> Plan:
        """Prepare it."""
        actor = self.require_turn(scene, command)
        then = _then(command, True)
        way = self.way(scene, actor, command)
        trigger = command.text("trigger") or ""
        said = said_by(command)

        def work(scene: Scene) -> Exchange[None]:
            if (yield from take(scene, actor.id, self.maneuver, way, said, detail=then)):
                yield Waited(who=actor.id, trigger=trigger, then=then)

        return Plan(exchange=work)


def _then(command: Command, complete: bool) -> str:
    then = command.text("then")
    if then not in mv.WAIT_FOR and (complete or then is not None):
        words = ", ".join(mv.WAIT_FOR)
        raise Refusal("bad-variant", f"One waits with one of {words}; not with {then!r}.", "GU-722")
    return then or ""


class TriggerWait(Action):
    """Do what one has waited for, in anybody's turn (GU-722)."""

    id = "trigger-wait"
    label = "Now!"
    help = "What you waited for has come: do what you waited with."
    rule = "GU-722"
    aimed = True
    group = "Now"
    parameters = (
        Parameter(id="variant", kind="choice", label="How", optional=True),
        _ANY_WEAPON,
        _TARGET,
        Parameter(id="location", kind="location", label="Where to", optional=True, choices=body_choices),
        Parameter(id="options", kind="options", label="Options", optional=True, choices=option_choices),
        _TO,
        _FACE,
    )

    def interrupts(self, scene: Scene, actor: Combatant) -> bool:
        """Let whoever waits break in."""
        return actor.state.wait is not None

    def is_aimed(self, scene: Scene, command: Command) -> bool:
        """Say whether what was waited with is aimed at somebody: a Ready is not."""
        waits = scene.combatant(command.actor, "actor").state.wait
        return waits is None or waits.then != mv.READY

    def ways(self, scene: Scene, actor: Combatant) -> tuple[tuple[Mapping[str, str], str], ...]:
        """Give it a button, or one for each thing that can be made ready."""
        waits = actor.state.wait
        return ready_ways(scene, actor) if waits is not None and waits.then == mv.READY else (({}, ""),)

    def leaves(self, scene: Scene, actor: Combatant) -> str:
        """Say what it is that was waited with."""
        waits = actor.state.wait
        return "" if waits is None else MANEUVERS[waits.then].label

    def filled(self, scene: Scene, command: Command) -> Command:
        """Choose a weapon that reaches, and the first variant, where none is said."""
        actor = scene.combatant(command.actor, "actor")
        maneuver = maneuver_of(actor, self.id)
        if maneuver is None:
            return command
        return filled(scene, command, maneuver, lambda tried: self.why_not(scene, tried) is None)

    def options(self, scene: Scene, command: Command) -> tuple[Parameter, ...]:
        """List what fits what was waited with, and its weapon."""
        maneuver = maneuver_of(scene.combatant(command.actor, "actor"), self.id)
        return () if maneuver is None else attack_choices(scene, command, maneuver)

    def reach(self, scene: Scene, command: Command) -> Reach | None:
        """Tell where the movement of what was waited with leads."""
        actor = scene.combatant(command.actor, "actor")
        maneuver = maneuver_of(actor, self.id)
        return None if maneuver is None else reach_of(scene.state, actor, maneuver.pace)

    def check(self, scene: Scene, command: Command) -> None:
        """Refuse it to who waits for nothing."""
        command = spelled_out(command)
        actor = scene.combatant(command.actor, "actor")
        if actor.state.wait is None:
            raise Refusal("maneuver-used", f"{actor.name} is waiting for nothing.", "GU-722")
        maneuver = MANEUVERS[actor.state.wait.then]
        if maneuver.is_attack:
            read_attack(scene, command, maneuver, complete=False, out_of_turn=True)
        elif maneuver.id == mv.READY and command.text("what") is not None:
            read_ready(scene, actor, command, False)

    def plan(self, scene: Scene, command: Command) -> Plan:
        """Prepare the maneuver that was waited with."""
        command = spelled_out(command)
        actor = scene.combatant(command.actor, "actor")
        if actor.state.wait is None:
            raise Refusal("maneuver-used", f"{actor.name} is waiting for nothing.", "GU-722")
        then = actor.state.wait.then
        if then == mv.FEINT:
            return feint_plan(scene, command, out_of_turn=True)
        if then == mv.READY:
            return ready_plan(scene, command, out_of_turn=True)
        return attack_plan(scene, command, MANEUVERS[then], out_of_turn=True)


# ------------------------------------------------------------------------------------ suppression, as a place
class SuppressionFire(ManeuverAction):
    """Suppression fire as it is chosen on the map: the all-out attack, aimed at a place (GU-712)."""

    maneuver = MANEUVERS[mv.ALL_OUT_RANGED]
    id = "suppression-fire"
    label = "Suppression Fire"
    help = "Empty the weapon into a place: whoever comes into it before your next turn is shot at."
    rule = "GU-712"
    group = "Attack"
    aimed = True
    parameters = (
        Parameter(id="with", kind="weapon", label="Weapon", choices=weapons_for(maneuver)),
        Parameter(id="at", kind="cell", label="Where"),
    )

    def ways(self, scene: Scene, actor: Combatant) -> tuple[tuple[Mapping[str, str], str], ...]:
        """Give a button to each weapon that fires fast enough."""
        uses = (use for use in usable(actor, self.maneuver) if use.weapon.rof >= LEAST_ROF)
        return tuple(({"with": use.id}, use.name) for use in uses)

    def is_laid(self, scene: Scene, command: Command) -> bool:
        """Say that it covers a place."""
        return True

    def options(self, scene: Scene, command: Command) -> tuple[Parameter, ...]:
        """List nothing: with what is chosen already, and everything else follows from that."""
        return ()

    def filled(self, scene: Scene, command: Command) -> Command:
        """Leave it as it is said."""
        return command

    def check(self, scene: Scene, command: Command) -> None:
        """Refuse it, as far as it is said."""
        self.require_turn(scene, command)
        read_suppression(scene, _as_suppression(command), False)

    def plan(self, scene: Scene, command: Command) -> Plan:
        """Prepare it, with the place as it lies on the map."""
        actor = self.require_turn(scene, command)
        at, battle_map = command.place("at"), scene.state.map
        target = scene.state.combatants.get(command.text("target") or "")
        if at is None and target is not None and target.at is not None:
            at = target.at
            params = {**command.params, "at": at if isinstance(at, str) else list(at)}
            command = replace(command, params=params)
        plan = read_suppression(scene, _as_suppression(command), True)
        use = actor.sheet.use(command.text("with") or "")
        if at is None or isinstance(at, str) or battle_map is None or use is None:
            return plan
        width = suppressed_width(use.weapon)
        middle = cell_centre(battle_map.grid, at)
        laid = Laid(
            area=Blast(middle, width / 2),
            at=middle,
            caught=(),
            words=f"fire, {width} yards wide,",
            rule="GU-712",
            stopped_by_walls=False,
        )
        return replace(plan, laid=laid)


def _as_suppression(command: Command) -> Command:
    params = {key: value for key, value in command.params.items() if key not in ("at", "target", "options")}
    at = command.place("at")
    zone = {} if at is None else {"zone": at if isinstance(at, str) else list(at)}
    return replace(command, do=mv.ALL_OUT_RANGED, params={**params, **zone, "variant": mv.SUPPRESSION})


MANEUVER_ACTIONS: tuple[Action, ...] = (
    *ATTACKS,
    SuppressionFire(),
    Aim(),
    Evaluate(),
    Feint(),
    Ready(),
    Concentrate(),
    Move(),
    AllOutDefense(),
    Wait(),
    DoNothing(),
    TriggerWait(),
)
"""The maneuvers, the attacking ones first."""
