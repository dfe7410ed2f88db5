"""The attack: its modes, where it is called, and when it is refused (section 8)."""

from collections.abc import Mapping
from typing import Any

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Choice, Parameter
from rules.engine.text import combatant, joined, text
from rules.systems.phases.actions import (
    ATTACKING,
)
from rules.systems.phases.attack.attack import is_targeted
from rules.systems.phases.attack.facts import facts_of
from rules.systems.phases.attack.targeted_action import (
    AT,
    ATTACK_WITH,
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
from rules.systems.phases.sheet.gear import MODE_WORDS, Mode, Weapon, named, rounds_of
from rules.systems.phases.state import Declaration, Fighter, Length
from rules.systems.phases.turns.resolution import ATTACK, Moment, with_dice

_ATTACK_MODES = (Mode.SINGLE, Mode.BURST, Mode.AUTO)
_MODE_WORDS = {Mode.BURST: text("Burst"), Mode.AUTO: text("Full auto, a round")}


_OPTIONS = options_with("mode", "called")


class AttackAction(Offensive):
    """Attack somebody with a weapon in hand (section 8)."""

    id = ATTACK
    label = text("Attack")
    help = text("Roll the weapon's skill at the end of the phase; a hit rolls damage against toughness.")
    group = ATTACKING
    rule = "PH-69"
    parameters = (ATTACK_WITH, AT)
    also = (_OPTIONS,)

    def options(self, view: BattleView, command: Command) -> tuple[Parameter, ...]:
        """List the modes of the weapon, and the locations where one may be called (PH-06, PH-07, PH-67)."""
        actor = view.combatant(command.actor, "actor")
        weapon: Weapon | None = actor.sheet.weapon(ATTACK_WITH.of(command))
        if weapon is None:
            return ()
        modes = tuple(Choice(id=m.value, label=words) for m, words in _MODE_WORDS.items() if weapon.allows(m))
        mode = Parameter(
            id="mode",
            kind="choice",
            label=text("Mode"),
            optional=True,
            choices=lambda view, actor: modes,
            rule="PH-72",
            blank=text("Single shot"),
        )
        found = [mode] if modes else []
        targeted = is_targeted(actor, AT.of(command) or "", weapon)
        bursts = (_OPTIONS.of(command) or {}).get("mode") in (Mode.BURST, Mode.AUTO)
        if weapon.is_melee or (targeted and not bursts):
            meant = actor.state.targeting.location if targeted else None
            found.append(called_at(text("Called at"), exposed_to(view, actor, command), meant))
        return tuple(found)

    def require_kind(self, weapon: Weapon) -> None:
        """Take any weapon."""

    def length_of(self, command: Command) -> Length:
        """Give a round for full auto, else a phase (PH-72)."""
        return Length.ROUND if (_OPTIONS.of(command) or {}).get("mode") == Mode.AUTO else Length.PHASE

    def read(self, view: BattleView, actor: Fighter, command: Command, given: Mapping[str, Any]) -> Aimed:
        """Refuse an attack, as far as it is said, in the order of section 8."""
        options, facts = options_of(command, _OPTIONS), None
        wished = read_location(options.get("called"), "called")
        weapon = self.require_weapon(view, actor, command)
        mode = None
        if weapon is not None:
            mode = _mode_of(weapon, options.get("mode"))
            if mode is not None:
                require_rounds(actor, weapon, rounds_of(mode, actor.house))
        target = self.require_target(view, actor, command)
        called = wished
        if weapon is not None and target is not None:
            facts = facts_of(view.state, actor, target, given)
            require_reach(target, weapon, facts)
            require_line(actor, target, facts)
            called = _called(actor, target, weapon, mode, options)
            require_exposed(target, called, facts)
        parts = {
            "weapon": None if weapon is None else weapon.id,
            "target": None if target is None else target.id,
            "mode": mode,
            "called": called,
        }
        return Aimed(parts, facts)

    def aim_of(self, view: BattleView, who: str, action: Declaration) -> Exchange[None]:
        """Make the attack."""
        yield from with_dice(view, view.state, Moment(), who, action)


def _mode_of(weapon: Weapon, wished: Any) -> Mode | None:
    """Read in which mode a weapon is to be used (PH-06, PH-07)."""
    if wished is None:
        return None if weapon.is_melee else Mode.SINGLE
    if wished not in set(Mode):
        known = joined(_ATTACK_MODES)
        raise Refusal(
            "bad-command",
            text("An attack's mode is {known}; {wished} is none.", known=known, wished=f"{wished!r}"),
            "PH-07",
        )
    mode = Mode(wished)
    if not weapon.allows(mode) or mode not in _ATTACK_MODES:
        can = joined(MODE_WORDS[m] for m in _ATTACK_MODES if weapon.allows(m)) or text("no mode at all")
        said = text(
            "The {weapon} cannot attack in the mode {mode}; it has: {can}.",
            weapon=named(weapon.name),
            mode=MODE_WORDS[mode],
            can=can,
        )
        raise Refusal("no-mode", said, "PH-07")
    return mode


def _called(
    actor: Fighter, target: Fighter, weapon: Weapon, mode: Mode | None, options: Mapping[str, Any]
) -> str | None:
    """Find what an attack calls: the location named, else that of the targeting (PH-67, PH-68, PH-70)."""
    wished: str | None = options.get("called")
    targeted = is_targeted(actor, target.id, weapon)
    if mode in (Mode.BURST, Mode.AUTO):
        if wished is not None:
            raise Refusal(
                "cannot-call", text("A burst cannot be called: choose single shots, or no location."), "PH-70"
            )
        return None
    if wished is not None and not targeted and not weapon.is_melee:
        said = text(
            "{actor} has not targeted {target} with the {weapon}: nothing can be called.",
            actor=combatant(actor),
            target=combatant(target),
            weapon=named(weapon.name),
        )
        raise Refusal("wild-called", said, "PH-67")
    if "called" in options or not targeted:
        return wished
    return None if actor.state.targeting is None else actor.state.targeting.location
