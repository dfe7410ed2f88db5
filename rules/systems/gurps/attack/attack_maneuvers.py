"""The maneuvers that attack, in the order of the table (GU-701 to GU-718)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.in_the_way import strays_in_the_way
from rules.engine.state import BattleView
from rules.engine.system import Parameter, Plan
from rules.engine.text import Words, text
from rules.systems.gurps.attack.area_landing import laid_by
from rules.systems.gurps.attack.attack_maneuver import attack_maneuver
from rules.systems.gurps.attack.attack_order import Attack, read_attack
from rules.systems.gurps.attack.choices import body_choices, variant_choices
from rules.systems.gurps.attack.facts_shown import shown_facts
from rules.systems.gurps.attack.feint import require_feint_skill
from rules.systems.gurps.attack.flat_order import spelled_out, usable
from rules.systems.gurps.attack.order_parameters import LOCATION, OPTIONS, ORDER, TARGET, VARIANT, WITH
from rules.systems.gurps.attack.strike import Strike
from rules.systems.gurps.attack.suppression import ZONE, is_suppression, read_suppression
from rules.systems.gurps.defence.defence import Said
from rules.systems.gurps.harm.protection import covering
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.maneuver_action import (
    FACE,
    STEP_TO,
    ManeuverAction,
    weapon_parameter,
)
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS, Maneuver
from rules.systems.gurps.rolls import chance_of
from rules.systems.gurps.sheet.names import name_of, use_name
from rules.systems.gurps.state import Fighter


class AttackManeuver(ManeuverAction):
    """A maneuver that attacks."""

    aimed = True
    group = text("Attack")
    also = (*ORDER, ZONE)
    goes_first = STEP_TO.id

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Give it a button, and one for each weapon that fills an area: that is aimed at a place."""
        areas = [use for use in usable(actor, self.maneuver) if use.weapon.area is not None]
        if self.maneuver.id == mv.ALL_OUT_RANGED:
            areas = []
        return (({}, ""), *(({"with": use.id}, use_name(use)) for use in areas))

    def is_laid(self, view: BattleView, command: Command) -> bool:
        """Say whether its weapon fills an area (GU-830)."""
        actor = view.combatant(command.actor, "actor")
        use = actor.sheet.use(WITH.of(spelled_out(command)) or "")
        return use is not None and use.weapon.area is not None

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse an attack, as far as it is said, in the order of GU-801."""
        command = spelled_out(command)
        self.require_turn(view, command)
        if is_suppression(command):
            read_suppression(view, command, TARGET.of(command) is not None)
        else:
            read_attack(view, command, self.maneuver, complete=False)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare a complete attack."""
        command = spelled_out(command)
        self.require_turn(view, command)
        return attack_plan(view, command, self.maneuver)


def attack_plan(view: BattleView, command: Command, maneuver: Maneuver, out_of_turn: bool = False) -> Plan:
    """Prepare an attack: its exchange, the facts and numbers of its first blow."""
    if maneuver.id == mv.ALL_OUT_RANGED and VARIANT.of(command) == mv.SUPPRESSION:
        return read_suppression(view, command, True)
    order = read_attack(view, command, maneuver, out_of_turn=out_of_turn)
    assert order is not None
    _require_feint(view, order)
    first = order.strikes[0]
    return Plan(
        exchange=lambda view: attack_maneuver(view, order, Said(dict(order.given))),
        facts=shown_facts(
            first.facts,
            first.use,
            sprays=len(order.strikes) > 1 and first.rounds > 1,
            runs=first.use.kind in mv.MELEE and maneuver.id in mv.SLAMMING,
            state=view.state,
        ),
        roll=text("{weapon} {skill}", weapon=use_name(first.use), skill=first.base),
        target_number=first.target_number,
        chance=chance_of(first.target_number),
        modifiers=first.modifiers,
        notes=first.damage_modifiers,
        target_notes=_what_it_meets(view, first),
        line=first.facts.line if first.facts.line is not None and first.facts.line.rays else None,
        target=first.target,
        laid=laid_by(view, first),
        strays=strays_in_the_way(
            tuple(dict.fromkeys(who for strike in order.strikes for who in strike.in_the_way)), "GU-R81"
        ),
    )


def _what_it_meets(view: BattleView, strike: Strike) -> tuple[Modifier, ...]:
    """Say what protects the place that is aimed at (GU-219), more often against a near shotgun (GU-734)."""
    if strike.target is None or strike.is_area:
        return ()
    target = view.combatant(strike.target)
    place = target.sheet.body.find(strike.location)
    dr = 0 if place is None else covering(target, place).dr
    if place is None or not dr:
        return ()
    rule = "GU-219" if strike.times == 1 else "GU-734"
    return (Modifier(text("DR of the {place}", place=name_of(place)), -dr * strike.times, rule),)


def _require_feint(view: BattleView, order: Attack) -> None:
    """Refuse the feint before an all-out attack whose skill is too low (GU-405, GU-711)."""
    if order.variant != mv.FEINTING:
        return
    actor = view.combatant(order.actor)
    require_feint_skill(actor, order.strikes[0].use, order.basis)


def _attack_parameters(maneuver: Maneuver) -> tuple[Parameter, ...]:
    variant = replace(VARIANT, label=text("How"), choices=variant_choices(maneuver), optional=False)
    return (
        *((variant,) if maneuver.variants else ()),
        weapon_parameter(maneuver),
        TARGET,
        replace(LOCATION, label=text("Where to"), choices=body_choices),
        OPTIONS,
        STEP_TO,
        FACE,
    )


def _of(maneuver: Maneuver) -> Mapping[str, Any]:
    return {
        "id": maneuver.id,
        "label": maneuver.label,
        "help": text("{what} Leaves {defence}.", what=maneuver.help, defence=maneuver.defence),
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
