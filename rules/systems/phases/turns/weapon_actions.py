"""Weapons drawn, put away, filled and dropped, at once or by the end of the phase (PH-05, PH-08, PH-46)."""

from dataclasses import replace
from typing import Any

from rules.engine.command import Command
from rules.engine.exchange import Exchange, throw
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Choice, Plan
from rules.engine.text import combatant, text
from rules.systems.phases import house as own
from rules.systems.phases.actions import (
    HANDLING,
    WITH,
    Declarable,
    FreeAction,
    carried_weapon,
    require_arms,
    require_ranged,
    require_ready,
    require_said,
)
from rules.systems.phases.events.weapon_events import WeaponChanged
from rules.systems.phases.harm.injury import lose_targeting
from rules.systems.phases.rolls import BOTCH, PoolRoll
from rules.systems.phases.sheet.gear import FIST, named
from rules.systems.phases.sheet.sheet import FAST_DRAW
from rules.systems.phases.state import (
    Declaration,
    Fighter,
    Length,
    carried,
    is_ready,
    wounds_of,
)
from rules.systems.phases.turns import turn_order
from rules.systems.phases.turns.resolution import DRAW, HOLSTER, RELOAD


def _in_hand(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    return tuple(
        Choice(id=w.id, label=text(w.name)) for w in actor.sheet.weapons if w.id in actor.state.ready
    )


def _shooters_in_hand(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            id=w.id,
            label=text(
                "{weapon}, {ammo} of {shots}",
                weapon=text(w.name),
                ammo=actor.state.ammo.get(w.id, 0),
                shots=w.shots or 0,
            ),
        )
        for w in actor.sheet.weapons
        if w.id in actor.state.ready and not w.is_melee
    )


def _put_away(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    weapons = (w for w in carried(view.state, actor) if not is_ready(actor, w))
    return tuple(Choice(id=w.id, label=text(w.name)) for w in weapons)


_NO_WEAPON = text("Say which weapon ('with').")


_FAST_DRAW = text("fast draw")


def _change(actor: Fighter, weapon_id: str, change: str) -> WeaponChanged:
    weapon = actor.sheet.weapon(weapon_id)
    assert weapon is not None, "checked before"
    return WeaponChanged(who=actor.id, weapon=weapon_id, weapon_name=weapon.name, change=change)


def _drop(view: BattleView, who: str, weapon_id: str) -> Exchange[None]:
    """Let a weapon fall, and what was targeted with it (PH-63)."""
    actor = view.combatant(who)
    yield _change(actor, weapon_id, "dropped")
    if actor.state.targeting is not None and actor.state.targeting.weapon == weapon_id:
        yield from lose_targeting(view, who, text("the weapon is dropped"))


class Drop(FreeAction):
    """Let a weapon fall (PH-05)."""

    id = "drop"
    label = text("Drop")
    help = text("Let a weapon fall, at once. You no longer carry it.")
    rule = "PH-05"
    parameters = (replace(WITH, choices=_in_hand),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> None:
        """Refuse a weapon that is not in hand."""
        id_ = WITH.of(command)
        if id_ is not None:
            require_ready(actor, carried_weapon(view, actor, id_, fists=False))

    def require_complete(self, command: Command) -> None:
        """Ask for the weapon."""
        require_said(command, WITH, "unknown-weapon", _NO_WEAPON)

    def work(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """Let it fall."""
        yield from _drop(view, who, WITH.of(command) or "")


def _require_drawable(view: BattleView, actor: Fighter, command: Command) -> None:
    id_ = WITH.of(command)
    if id_ is None:
        return
    require_arms(actor, id_)
    weapon = carried_weapon(view, actor, id_)
    if is_ready(actor, weapon):
        said = text(
            "{actor} has the {weapon} in hand already.", actor=combatant(actor), weapon=named(weapon.name)
        )
        raise Refusal("already-ready", said, "PH-04" if weapon is FIST else "PH-05")


class FastDraw(FreeAction):
    """Draw a weapon so fast that it costs no phase, if it succeeds (PH-46)."""

    id = "fast-draw"
    label = text("Fast draw")
    help = text(
        "Roll fast-draw against 8: on a success the weapon is in hand at once, else you declare a draw."
    )
    rule = "PH-46"
    parameters = (replace(WITH, choices=_put_away),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> None:
        """Refuse a weapon that cannot be drawn."""
        _require_drawable(view, actor, command)

    def require_complete(self, command: Command) -> None:
        """Ask for the weapon."""
        require_said(command, WITH, "unknown-weapon", _NO_WEAPON)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare it, with the number to reach."""
        plan = super().plan(view, command)
        actor = view.combatant(command.actor, "actor")
        return Plan(
            exchange=plan.exchange,
            roll=text("fast-draw {skill}d10", skill=actor.sheet.skill(FAST_DRAW)),
            target_number=own.FAST_DRAW.value(actor.house),
            modifiers=wounds_of(actor),
        )

    def work(self, view: BattleView, who: str, command: Command) -> Exchange[None]:
        """Roll; a failure is an ordinary draw, a botch drops the weapon and ends the declaration."""
        actor, weapon_id = view.combatant(who), WITH.of(command) or ""
        roll = yield from throw(
            PoolRoll(
                who=who,
                purpose="fast-draw",
                label=_FAST_DRAW,
                dice=actor.sheet.skill(FAST_DRAW),
                target=own.FAST_DRAW.value(actor.house),
                house=actor.house,
                modifiers=wounds_of(actor),
            )
        )
        if roll.succeeded:
            yield _change(actor, weapon_id, "drawn")
        elif roll.outcome != BOTCH:
            action = Declaration(id=DRAW, length=Length.PHASE, declared=0, due=0, weapon=weapon_id)
            yield from turn_order.declare(view, who, turn_order.timed(view, who, action))
        else:
            yield from _drop(view, who, weapon_id)
            if view.state.running:
                yield from turn_order.advance(view, who)


class WeaponAction(Declarable):
    """Do something with a weapon that takes a phase."""

    group = HANDLING

    def require_complete(self, command: Command) -> None:
        """Ask for the weapon."""
        require_said(command, WITH, "unknown-weapon", _NO_WEAPON)


class Draw(WeaponAction):
    """Take a weapon in hand (PH-05)."""

    id = DRAW
    label = text("Draw")
    help = text("Take a weapon that you carry in hand, by the end of the phase.")
    rule = "PH-05"
    parameters = (replace(WITH, choices=_put_away),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse a weapon that cannot be drawn."""
        _require_drawable(view, actor, command)
        return {"weapon": WITH.of(command)}


class Holster(WeaponAction):
    """Put a weapon away (PH-05)."""

    id = HOLSTER
    label = text("Holster")
    help = text("Put a weapon away, by the end of the phase; you still carry it.")
    rule = "PH-05"
    parameters = (replace(WITH, choices=_in_hand),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse a weapon that is not in hand."""
        id_ = WITH.of(command)
        if id_ is not None:
            require_ready(actor, carried_weapon(view, actor, id_, fists=False))
        return {"weapon": id_}


class Reload(WeaponAction):
    """Fill a weapon (PH-08)."""

    id = RELOAD
    label = text("Reload")
    help = text("Fill a ranged weapon that you have in hand, by the end of the phase.")
    rule = "PH-08"
    parameters = (replace(WITH, choices=_shooters_in_hand),)

    def require(self, view: BattleView, actor: Fighter, command: Command) -> dict[str, Any]:
        """Refuse a weapon that is not in hand, or holds no rounds."""
        id_ = WITH.of(command)
        if id_ is not None:
            weapon = carried_weapon(view, actor, id_, fists=False)
            require_ranged(weapon)
            require_ready(actor, weapon)
        return {"weapon": id_}
