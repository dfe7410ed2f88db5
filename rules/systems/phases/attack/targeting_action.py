"""Targeting and what needs it: aiming, and targeting and firing in one round (PH-55 to PH-64)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Parameter
from rules.engine.text import combatant, text
from rules.systems.phases.actions import (
    ATTACKING,
    Declarable,
    require_arms,
)
from rules.systems.phases.attack.attack import Attack
from rules.systems.phases.attack.facts import facts_of
from rules.systems.phases.attack.targeted_action import (
    AT,
    SHOOT_WITH,
    Aimed,
    Offensive,
    called_at,
    exposed_to,
    options_of,
    options_with,
    read_location,
    require_exposed,
    require_line,
    require_reach,
    require_rounds,
)
from rules.systems.phases.events.weapon_events import Targeted
from rules.systems.phases.sheet.gear import Mode, named
from rules.systems.phases.state import Declaration, Fighter, Length, PhasesState, Targeting
from rules.systems.phases.turns.resolution import (
    AIM,
    ATTACK,
    SHOTS,
    TARGET,
    TARGET_AND_FIRE,
    Moment,
    with_dice,
)

_LOCATION: Parameter[str] = Parameter(id="location", kind="location", optional=True)
_OPTIONS = options_with("called")


class WithTargeting(Offensive):
    """An action that takes somebody in the sights, where a location may be called (PH-55, PH-60)."""

    parameters = (SHOOT_WITH, AT)
    also = (_LOCATION, _OPTIONS)

    def options(self, view: BattleView, command: Command) -> tuple[Parameter, ...]:
        """Let the location be called that the shots are meant for (PH-60, PH-68)."""
        actor = view.combatant(command.actor, "actor")
        return (called_at(text("Targeted at"), exposed_to(view, actor, command)),)

    def location_of(self, command: Command) -> str | None:
        """Read the location: `location`, or the option `called`."""
        options = options_of(command, _OPTIONS)
        said = _LOCATION.of(command)
        return read_location(options.get("called") if said is None else said, "location")

    def shown(self, actor: Fighter, action: Declaration) -> Fighter:
        """Give the actor with its target in its sights."""
        return replace(actor, state=replace(actor.state, targeting=_targeting(action), aim=0))


class Target(WithTargeting):
    """Get somebody in one's sights (PH-60)."""

    id = TARGET
    label = text("Target")
    help = text(
        "Take somebody in your sights: shots at them are no longer wild, and may be called and aimed."
    )
    group = ATTACKING
    rule = "PH-60"
    promises = True

    def read(self, view: BattleView, actor: Fighter, command: Command, given: Mapping[str, Any]) -> Aimed:
        """Refuse a weapon that does not shoot, and a target that cannot be seen (PH-27)."""
        weapon = self.require_weapon(view, actor, command)
        target = self.require_target(view, actor, command)
        location, facts = self.location_of(command), None
        if target is not None:
            facts = facts_of(view.state, actor, target, given)
            require_line(actor, target, facts)
            require_exposed(target, location, facts)
        parts = {
            "weapon": None if weapon is None else weapon.id,
            "target": None if target is None else target.id,
            "called": location,
        }
        return Aimed(parts, facts)

    def notes(self, attack: Attack) -> list[Modifier]:
        """Say that nothing is fired yet."""
        return [Modifier(text("a single shot in a later phase"), 0, "PH-60"), *super().notes(attack)]

    def aim_of(self, view: BattleView, who: str, action: Declaration) -> Exchange[None]:
        """Target, and fire once: what a later phase is likely to bring."""
        yield Targeted(who=who, targeting=_targeting(action))
        shot = replace(action, id=ATTACK, mode=Mode.SINGLE)
        yield from with_dice(view, view.state, Moment(), who, shot)


class Aim(Declarable):
    """Aim at who is targeted (PH-64)."""

    id = AIM
    label = text("Aim")
    help = text("Aim at your target for a phase: +1 to your next shot at it, up to +3.")
    group = ATTACKING
    rule = "PH-64"

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse it without targeting. Raises `not-targeted`."""
        state: PhasesState = actor.state
        if state.targeting is None:
            said = text("{actor} has nobody targeted to aim at.", actor=combatant(actor))
            raise Refusal("not-targeted", said, "PH-64")
        require_arms(actor, state.targeting.weapon)
        return {}


class TargetAndFire(WithTargeting):
    """Target somebody and fire twice, in one round (PH-55, PH-56)."""

    id = TARGET_AND_FIRE
    label = text("Target and fire")
    help = text(
        "Take a round: target somebody in its first phase, fire two single shots at the end of the second."
    )
    group = ATTACKING
    rule = "PH-55"
    length = Length.ROUND

    def read(self, view: BattleView, actor: Fighter, command: Command, given: Mapping[str, Any]) -> Aimed:
        """Refuse it, as far as it is said, in the order of section 8."""
        location, facts = self.location_of(command), None
        weapon = self.require_weapon(view, actor, command)
        if weapon is not None:
            if not weapon.allows(Mode.SEMI):
                words = text(
                    "The {weapon} does not load itself: target, then fire single shots.",
                    weapon=named(weapon.name),
                )
                raise Refusal("no-mode", words, "PH-06")
            require_rounds(actor, weapon, SHOTS)
        target = self.require_target(view, actor, command)
        if weapon is not None and target is not None:
            facts = facts_of(view.state, actor, target, given)
            require_reach(target, weapon, facts)
            require_line(actor, target, facts)
            require_exposed(target, location, facts)
        parts = {
            "weapon": None if weapon is None else weapon.id,
            "target": None if target is None else target.id,
            "mode": Mode.SINGLE,
            "called": location,
        }
        return Aimed(parts, facts)

    def notes(self, attack: Attack) -> list[Modifier]:
        """Say when it fires, and how often."""
        return [*super().notes(attack), Modifier(text("two shots, at the end of the round"), 0, "PH-56")]

    def aim_of(self, view: BattleView, who: str, action: Declaration) -> Exchange[None]:
        """Target, and fire both shots."""
        yield Targeted(who=who, targeting=_targeting(action))
        yield from with_dice(view, view.state, Moment(), who, action)


def _targeting(action: Declaration) -> Targeting:
    assert action.target is not None, "a complete command names it"
    assert action.weapon is not None, "a complete command names it"
    return Targeting(target=action.target, weapon=action.weapon, location=action.called)
