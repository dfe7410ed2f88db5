"""The actions against somebody: their checks in the order of section 8, and what is shown before."""

from abc import abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import Combatant, Scene
from rules.engine.system import Choice, Parameter, Plan
from rules.systems.phases import turn_order
from rules.systems.phases.actions import (
    LENGTH_WORDS,
    Declarable,
    carried_weapon,
    require_arms,
    require_ranged,
    require_ready,
    require_said,
)
from rules.systems.phases.attack import AT_HAND, Strike, in_reach, is_targeted, make_ready
from rules.systems.phases.events import Targeted
from rules.systems.phases.facts import Facts, facts_of, read_given, shown_facts
from rules.systems.phases.gear import CHAINS, LOCATIONS, ROUNDS, Mode, Weapon, location_words, weapon_words
from rules.systems.phases.resolution import (
    AIM,
    ATTACK,
    SHOTS,
    TARGET,
    TARGET_AND_FIRE,
    Moment,
    with_dice,
)
from rules.systems.phases.state import (
    Condition,
    Declaration,
    Length,
    PhasesState,
    Targeting,
    carried,
    is_ready,
)

_ATTACK_MODES = (Mode.SINGLE, Mode.BURST, Mode.AUTO)
_MODE_WORDS = {Mode.SINGLE: "Single shot", Mode.BURST: "Burst", Mode.AUTO: "Full auto, a round"}
NOTHING = "nothing"
"""What is called where nothing is, although the targeting names a location."""
_CALLED_TEMPLATE = "sheets/phases_called.html"


def _called_at(label: str, exposed: Collection[str], default: str | None = None) -> Parameter:
    """Offer the locations, each with what it costs and its chain (PH-68, PH-83, PH-85)."""
    places = tuple(
        Choice(
            id=place,
            label=location_words(place).capitalize(),
            note=f"−{len(CHAINS[place])}",
            falls_to=CHAINS[place],
            why_not="" if place in exposed else "hidden",
        )
        for place in LOCATIONS
    )
    return Parameter(
        id="called",
        kind="choice",
        label=label,
        optional=True,
        choices=lambda scene, actor: (Choice(id=NOTHING, label="Nothing called", note="±0"), *places),
        default=default or NOTHING,
        template=_CALLED_TEMPLATE,
    )


def _options(command: Command, known: Collection[str]) -> dict[str, Any]:
    """Read what is said of an attack besides; calling nothing is null. Raises `Refusal` `bad-command`."""
    options = dict(command.table("options"))
    if strange := sorted(set(options) - set(known)):
        raise Refusal("bad-command", f"There is no option {strange[0]!r} for this.", "PH-69")
    if options.get("called") == NOTHING:
        options["called"] = None
    return options


def _exposed_to(scene: Scene, actor: Combatant, command: Command) -> tuple[str, ...]:
    """List which locations of the target can be hit, as far as there is a target."""
    target = scene.state.combatants.get(command.text("target") or "")
    if target is None:
        return LOCATIONS
    return tuple(facts_of(scene.state, actor, target, command.table("facts")).exposed)


def _weapons(scene: Scene, actor: Combatant) -> tuple[Choice, ...]:
    weapons = sorted(carried(scene.state, actor), key=lambda w: not is_ready(actor, w))
    return tuple(Choice(id=w.id, label=weapon_words(w)) for w in weapons)


def _shooters(scene: Scene, actor: Combatant) -> tuple[Choice, ...]:
    return tuple(
        Choice(id=w.id, label=weapon_words(w))
        for w in carried(scene.state, actor)
        if not w.is_melee and is_ready(actor, w)
    )


_WITH = Parameter(id="with", kind="weapon", label="Weapon", choices=_weapons)
_SHOOT_WITH = Parameter(id="with", kind="weapon", label="Weapon", choices=_shooters)
_AT = Parameter(id="target", kind="combatant", label="Target")


def _target_of(scene: Scene, actor: Combatant, command: Command) -> Combatant:
    target = scene.combatant(command.text("target"), "target")
    if target.id == actor.id:
        raise Refusal("no-target", f"{actor.name} cannot choose itself; choose somebody else.", "PH-69")
    if target.state.condition is Condition.DEAD:
        raise Refusal("no-target", f"{target.name} is dead; choose somebody else.", "PH-69")
    return target


def _require_line(actor: Combatant, target: Combatant, facts: Facts) -> None:
    if not facts.line_of_fire:
        met = facts.reading.line.first_hit if facts.reading else None
        known = met is not None and "line_of_fire" not in facts.overruled
        what = f"a {met.kind.value}" if met is not None and known else "something"
        text = f"No line of fire: {what} stands between {actor.name} and {target.name}."
        raise Refusal("no-line-of-fire", text, "PH-26")


def _require_reach(target: Combatant, weapon: Weapon, facts: Facts) -> None:
    if not in_reach(weapon, facts.distance):
        most = AT_HAND if weapon.range is None else weapon.range[-1]
        text = (
            f"The {weapon.name.lower()} reaches {most} cell{'' if most == 1 else 's'}; "
            f"{target.name} is {facts.distance} away."
        )
        raise Refusal("out-of-range", text, "PH-75" if weapon.is_melee else "PH-65")


def _require_rounds(actor: Combatant, weapon: Weapon, needed: int) -> None:
    left = actor.state.ammo.get(weapon.id, 0)
    if left < needed:
        text = f"The {weapon.name.lower()} has {left} rounds left; this takes {needed}. Reload it first."
        raise Refusal("out-of-ammo", text, "PH-08")


def _require_exposed(target: Combatant, location: str | None, facts: Facts) -> None:
    if location is not None and location not in facts.exposed:
        text = f"The {location_words(location)} of {target.name} is hidden and cannot be called."
        raise Refusal("location-hidden", text, "PH-83")


def _location(value: Any, key: str) -> str | None:
    if value is not None and value not in LOCATIONS:
        known = ", ".join(LOCATIONS)
        raise Refusal("bad-command", f"{key!r} must be one of {known}; {value!r} is not.", "PH-02")
    return value if value is None else str(value)


def _facts_said(command: Command) -> dict[str, Any]:
    given = command.table("facts")
    read_given(given)
    return {"facts": dict(given)} if given else {}


class Against(Declarable):
    """An action against somebody with a weapon."""

    def require_complete(self, command: Command) -> None:
        """Ask for the weapon."""
        require_said(command, "with", "unknown-weapon", "Say which weapon ('with').")

    def declaration(self, scene: Scene, command: Command) -> Declaration:
        """Check a complete command, which names somebody. Raises `Refusal`."""
        action = super().declaration(scene, command)
        scene.combatant(action.target, "target")
        return action

    def require_weapon(self, scene: Scene, actor: Combatant, command: Command) -> Weapon | None:
        """Find the weapon, if one is named, and refuse one that will not do."""
        id_ = command.text("with")
        if id_ is None:
            return None
        require_arms(actor, id_)
        weapon = carried_weapon(scene, actor, id_)
        self.require_kind(weapon)
        require_ready(actor, weapon)
        return weapon

    def require_kind(self, weapon: Weapon) -> None:
        """Refuse a weapon that is not made for this."""
        require_ranged(weapon)

    def require_target(self, scene: Scene, actor: Combatant, command: Command) -> Combatant | None:
        """Find the target, if one is named."""
        return None if command.text("target") is None else _target_of(scene, actor, command)


class Offensive(Against):
    """An action that is aimed: one attack, targeting and two shots, or the targeting alone."""

    aimed = True

    @abstractmethod
    def aim_of(self, scene: Scene, who: str, action: Declaration) -> Exchange[None]:
        """Do what the odds are of, at once and by itself."""

    def shown(self, actor: Combatant, action: Declaration) -> Combatant:
        """Give the actor as it will be when the attack is made, as far as that is known."""
        return actor

    def notes(self, strike: Strike) -> list[Modifier]:
        """List what else counts."""
        return [Modifier("the target parries", 0, "PH-77")] if strike.is_parried else []

    def plan(self, scene: Scene, command: Command) -> Plan:
        """Prepare the declaration, with facts, numbers and what the odds walk."""
        action, who = self.declaration(scene, command), command.actor or ""
        target = scene.combatant(action.target, "target")
        actor = self.shown(scene.combatant(who, "actor"), action)
        weapon = actor.sheet.weapon(action.weapon)
        facts = facts_of(scene.state, actor, target, command.table("facts"))
        strike = make_ready(actor, target, weapon, action.mode, action.called, facts)
        notes = self.notes(strike)
        if (points := max(target.sheet.armour_at(place) for place in facts.exposed or LOCATIONS)) > 0:
            notes.append(Modifier("armour, at most", -points, "PH-91"))
        return Plan(
            exchange=lambda scene: turn_order.declare(scene, who, action),
            foreseen=lambda scene: self.aim_of(scene, who, action),
            facts=shown_facts(facts, melee=weapon.is_melee),
            roll=f"{weapon.skill} {strike.dice}d10 against {strike.number}",
            target_number=strike.number,
            modifiers=strike.modifiers,
            notes=tuple(notes),
            line=facts.reading.line if facts.reading and facts.reading.line.rays else None,
            target=target.id,
        )


class WithTargeting(Offensive):
    """An action that takes somebody in the sights, where a location may be called (PH-55, PH-60)."""

    parameters = (_SHOOT_WITH, _AT)

    def options(self, scene: Scene, command: Command) -> tuple[Parameter, ...]:
        """Let the location be called that the shots are meant for (PH-60, PH-68)."""
        actor = scene.combatant(command.actor, "actor")
        return (_called_at("Targeted at", _exposed_to(scene, actor, command)),)

    def location_of(self, command: Command) -> str | None:
        """Read the location: `location`, or the option `called`."""
        options = _options(command, {"called"})
        return _location(command.params.get("location", options.get("called")), "location")

    def shown(self, actor: Combatant, action: Declaration) -> Combatant:
        """Give the actor with its target in its sights."""
        return replace(actor, state=replace(actor.state, targeting=_targeting(action), aim=0))


class Target(WithTargeting):
    """Get somebody in one's sights (PH-60)."""

    id = TARGET
    label = "Target"
    help = "Take somebody in your sights: shots at them are no longer wild, and may be called and aimed."
    cost = LENGTH_WORDS[Length.PHASE]
    rule = "PH-60"

    def require(self, scene: Scene, actor: Combatant, command: Command) -> dict[str, Any]:
        """Refuse a weapon that does not shoot, and a target that cannot be seen (PH-27)."""
        weapon = self.require_weapon(scene, actor, command)
        target = self.require_target(scene, actor, command)
        location, said = self.location_of(command), _facts_said(command)
        if target is not None:
            facts = facts_of(scene.state, actor, target, command.table("facts"))
            _require_line(actor, target, facts)
            _require_exposed(target, location, facts)
        return {
            "weapon": None if weapon is None else weapon.id,
            "target": None if target is None else target.id,
            "called": location,
            "said": said,
        }

    def notes(self, strike: Strike) -> list[Modifier]:
        """Say that nothing is fired yet."""
        return [Modifier("a single shot in a later phase", 0, "PH-60"), *super().notes(strike)]

    def aim_of(self, scene: Scene, who: str, action: Declaration) -> Exchange[None]:
        """Target, and fire once: what a later phase is likely to bring."""
        yield Targeted(who=who, targeting=_targeting(action))
        shot = replace(action, id=ATTACK, mode=Mode.SINGLE)
        yield from with_dice(scene, scene.state, Moment(), who, shot)


class Aim(Declarable):
    """Aim at who is targeted (PH-64)."""

    id = AIM
    label = "Aim"
    help = "Aim at your target for a phase: +1 to your next shot at it, up to +3."
    cost = LENGTH_WORDS[Length.PHASE]
    rule = "PH-64"

    def require(self, scene: Scene, actor: Combatant, command: Command) -> dict[str, Any]:
        """Refuse it without targeting. Raises `not-targeted`."""
        state: PhasesState = actor.state
        if state.targeting is None:
            text = f"{actor.name} has nobody targeted to aim at."
            raise Refusal("not-targeted", text, "PH-64")
        require_arms(actor, state.targeting.weapon)
        return {}


class Attack(Offensive):
    """Attack somebody with a weapon in hand (section 8)."""

    id = ATTACK
    label = "Attack"
    help = "Roll the weapon's skill at the end of the phase; a hit rolls damage against toughness."
    cost = LENGTH_WORDS[Length.PHASE]
    rule = "PH-69"
    parameters = (_WITH, _AT)

    def options(self, scene: Scene, command: Command) -> tuple[Parameter, ...]:
        """List the modes of the weapon, and the locations where one may be called (PH-06, PH-07, PH-67)."""
        actor = scene.combatant(command.actor, "actor")
        weapon: Weapon | None = actor.sheet.weapon(command.text("with"))
        if weapon is None:
            return ()
        modes = tuple(Choice(id=m.value, label=_MODE_WORDS[m]) for m in _ATTACK_MODES if weapon.allows(m))
        mode = Parameter(
            id="mode", kind="choice", label="Mode", optional=True, choices=lambda scene, actor: modes
        )
        found = [mode] if len(modes) > 1 else []
        targeted = is_targeted(actor, command.text("target") or "", weapon)
        bursts = command.table("options").get("mode") in (Mode.BURST, Mode.AUTO)
        if weapon.is_melee or (targeted and not bursts):
            meant = actor.state.targeting.location if targeted else None
            found.append(_called_at("Called at", _exposed_to(scene, actor, command), meant))
        return tuple(found)

    def require_kind(self, weapon: Weapon) -> None:
        """Take any weapon."""

    def length_of(self, command: Command) -> Length:
        """Give a round for full auto, else a phase (PH-72)."""
        return Length.ROUND if command.table("options").get("mode") == Mode.AUTO else Length.PHASE

    def require(self, scene: Scene, actor: Combatant, command: Command) -> dict[str, Any]:
        """Refuse an attack, as far as it is said, in the order of section 8."""
        options, said = _options(command, {"mode", "called"}), _facts_said(command)
        wished = _location(options.get("called"), "called")
        weapon = self.require_weapon(scene, actor, command)
        mode = None
        if weapon is not None:
            mode = _mode_of(weapon, options.get("mode"))
            if mode is not None:
                _require_rounds(actor, weapon, ROUNDS[mode])
        target = self.require_target(scene, actor, command)
        called = wished
        if weapon is not None and target is not None:
            facts = facts_of(scene.state, actor, target, command.table("facts"))
            _require_reach(target, weapon, facts)
            _require_line(actor, target, facts)
            called = _called(actor, target, weapon, mode, options)
            _require_exposed(target, called, facts)
        return {
            "weapon": None if weapon is None else weapon.id,
            "target": None if target is None else target.id,
            "mode": mode,
            "called": called,
            "said": said,
        }

    def aim_of(self, scene: Scene, who: str, action: Declaration) -> Exchange[None]:
        """Make the attack."""
        yield from with_dice(scene, scene.state, Moment(), who, action)


def _mode_of(weapon: Weapon, wished: Any) -> Mode | None:
    """Read in which mode a weapon is to be used (PH-06, PH-07)."""
    if wished is None:
        return None if weapon.is_melee else Mode.SINGLE
    if wished not in set(Mode):
        known = ", ".join(_ATTACK_MODES)
        raise Refusal("bad-command", f"An attack's mode is {known}; {wished!r} is none.", "PH-07")
    mode = Mode(wished)
    if not weapon.allows(mode) or mode not in _ATTACK_MODES:
        can = ", ".join(m for m in _ATTACK_MODES if weapon.allows(m)) or "no mode at all"
        text = f"The {weapon.name.lower()} cannot attack in the mode {mode.value}; it has: {can}."
        raise Refusal("no-mode", text, "PH-07")
    return mode


def _called(
    actor: Combatant, target: Combatant, weapon: Weapon, mode: Mode | None, options: Mapping[str, Any]
) -> str | None:
    """Find what an attack calls: the location named, else that of the targeting (PH-67, PH-68, PH-70)."""
    wished: str | None = options.get("called")
    targeted = is_targeted(actor, target.id, weapon)
    if mode in (Mode.BURST, Mode.AUTO):
        if wished is not None:
            raise Refusal(
                "cannot-call", "A burst cannot be called: choose single shots, or no location.", "PH-70"
            )
        return None
    if wished is not None and not targeted and not weapon.is_melee:
        name = weapon.name.lower()
        text = f"{actor.name} has not targeted {target.name} with the {name}: nothing can be called."
        raise Refusal("wild-called", text, "PH-67")
    if "called" in options or not targeted:
        return wished
    location: str | None = actor.state.targeting.location
    return location


class TargetAndFire(WithTargeting):
    """Target somebody and fire twice, in one round (PH-55, PH-56)."""

    id = TARGET_AND_FIRE
    label = "Target and fire"
    help = "Take a round: target somebody in its first phase, fire two single shots at the end of the second."
    cost = LENGTH_WORDS[Length.ROUND]
    rule = "PH-55"
    length = Length.ROUND

    def require(self, scene: Scene, actor: Combatant, command: Command) -> dict[str, Any]:
        """Refuse it, as far as it is said, in the order of section 8."""
        location, said = self.location_of(command), _facts_said(command)
        weapon = self.require_weapon(scene, actor, command)
        if weapon is not None:
            if not weapon.allows(Mode.SEMI):
                text = f"The {weapon.name.lower()} does not load itself: target, then fire single shots."
                raise Refusal("no-mode", text, "PH-06")
            _require_rounds(actor, weapon, SHOTS)
        target = self.require_target(scene, actor, command)
        if weapon is not None and target is not None:
            facts = facts_of(scene.state, actor, target, command.table("facts"))
            _require_reach(target, weapon, facts)
            _require_line(actor, target, facts)
            _require_exposed(target, location, facts)
        return {
            "weapon": None if weapon is None else weapon.id,
            "target": None if target is None else target.id,
            "mode": Mode.SINGLE,
            "called": location,
            "said": said,
        }

    def notes(self, strike: Strike) -> list[Modifier]:
        """Say when it fires, and how often."""
        return [*super().notes(strike), Modifier("two shots, at the end of the round", 0, "PH-56")]

    def aim_of(self, scene: Scene, who: str, action: Declaration) -> Exchange[None]:
        """Target, and fire both shots."""
        yield Targeted(who=who, targeting=_targeting(action))
        yield from with_dice(scene, scene.state, Moment(), who, action)


def _targeting(action: Declaration) -> Targeting:
    assert action.target is not None, "a complete command names it"
    assert action.weapon is not None, "a complete command names it"
    return Targeting(target=action.target, weapon=action.weapon, location=action.called)
