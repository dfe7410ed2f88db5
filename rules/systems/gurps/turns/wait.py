"""Waiting, and doing what was waited with in anybody's turn (GU-722)."""

from collections.abc import Mapping
from dataclasses import replace

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.parameters import choice
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Action, Choice, Parameter, Plan, Reach
from rules.engine.text import Words, combatant, joined, text
from rules.systems.gurps.attack.attack_choices import attack_choices, maneuver_of
from rules.systems.gurps.attack.attack_maneuvers import attack_plan
from rules.systems.gurps.attack.attack_order import read_attack
from rules.systems.gurps.attack.choices import body_choices
from rules.systems.gurps.attack.flat_order import filled, spelled_out
from rules.systems.gurps.attack.order_parameters import LOCATION, OPTIONS, ORDER, TARGET, VARIANT
from rules.systems.gurps.events.maneuver_events import Waited
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.aim_and_evaluate import feint_plan, is_armed_and_aimed
from rules.systems.gurps.maneuvers.maneuver_action import (
    ANY_WEAPON,
    FACE,
    STEP_TO,
    ManeuverAction,
    reach_within,
    said_by,
    take,
)
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS
from rules.systems.gurps.maneuvers.ready_maneuver import ready_plan, ready_ways
from rules.systems.gurps.maneuvers.ready_targets import NOTE, WHAT, read_ready
from rules.systems.gurps.moves.movement import MOVES
from rules.systems.gurps.state import Fighter

TRIGGER: Parameter[str] = Parameter(id="trigger", kind="text", label=text("For what"))
_THEN = tuple(Choice(id=id_, label=MANEUVERS[id_].label) for id_ in mv.WAIT_FOR)
THEN = choice("then", text("And then"), choices=lambda view, actor: _THEN)


class Wait(ManeuverAction):
    """Wait (GU-722)."""

    maneuver = MANEUVERS[mv.WAIT]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    group = text("Move and defend")
    parameters = (TRIGGER, THEN)

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse what cannot be waited with."""
        super().check(view, command)
        _then(command, False)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Plan to wait for the trigger, with what is done then."""
        actor = self.require_turn(view, command)
        then = _then(command, True)
        way = self.way(view, actor, command)
        trigger = TRIGGER.of(command) or ""
        said = said_by(command)

        def work(view: BattleView) -> Exchange[None]:
            if (yield from take(view, actor.id, self.maneuver, way, said, detail=then)):
                yield Waited(who=actor.id, trigger=trigger, then=then)

        return Plan(exchange=work)


def _then(command: Command, complete: bool) -> str:
    then = THEN.of(command)
    if then not in mv.WAIT_FOR and (complete or then is not None):
        words = joined(mv.WAIT_FOR)
        raise Refusal(
            "bad-variant",
            text("One waits with one of {value}; not with {then}.", value=words, then=f"{then!r}"),
            "GU-722",
        )
    return then or ""


class TriggerWait(Action):
    """Do what one has waited for, in anybody's turn (GU-722)."""

    id = "trigger-wait"
    label = text("Now!")
    help = text("What you waited for has come: do what you waited with.")
    rule = "GU-722"
    is_free = True  # the Wait was the maneuver
    aimed = True
    group = text("Now")
    parameters = (
        replace(VARIANT, label=text("How")),
        ANY_WEAPON,
        TARGET,
        replace(LOCATION, label=text("Where to"), choices=body_choices),
        OPTIONS,
        STEP_TO,
        FACE,
    )
    also = (*MOVES, *ORDER, WHAT, NOTE)

    def interrupts(self, view: BattleView, actor: Fighter) -> bool:
        """Let whoever waits break in."""
        return actor.state.wait is not None

    def is_aimed(self, view: BattleView, command: Command) -> bool:
        """Say whether what was waited with is aimed at somebody: a Ready is not."""
        waits = view.combatant(command.actor, "actor").state.wait
        return waits is None or waits.then != mv.READY

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Give it a button, or one for each thing that can be made ready."""
        waits = actor.state.wait
        return ready_ways(view, actor) if waits is not None and waits.then == mv.READY else (({}, ""),)

    def asks(self, view: BattleView, command: Command) -> tuple[Parameter, ...]:
        """Ask of a Ready what a Ready asks for."""
        asked = super().asks(view, command)
        if self.is_aimed(view, command):
            return asked
        return (NOTE, *(p for p in asked if p in (STEP_TO, FACE)))

    def leaves(self, view: BattleView, actor: Fighter) -> Words:
        """Say what it is that was waited with."""
        waits = actor.state.wait
        return "" if waits is None else MANEUVERS[waits.then].label

    def filled(self, view: BattleView, command: Command) -> Command:
        """Choose a weapon that reaches, and the first variant, where none is said."""
        actor = view.combatant(command.actor, "actor")
        maneuver = maneuver_of(actor, self.id)
        if maneuver is None:
            return command
        return filled(view, command, maneuver, lambda tried: self.why_not(view, tried) is None)

    def options(self, view: BattleView, command: Command) -> tuple[Parameter, ...]:
        """List what fits what was waited with, and its weapon."""
        maneuver = maneuver_of(view.combatant(command.actor, "actor"), self.id)
        return () if maneuver is None else attack_choices(view, command, maneuver)

    def reach(self, view: BattleView, command: Command) -> Reach | None:
        """Tell where the movement of what was waited with leads."""
        actor = view.combatant(command.actor, "actor")
        maneuver = maneuver_of(actor, self.id)
        return None if maneuver is None else reach_within(view, command, maneuver)

    def is_ruled_out(self, view: BattleView, command: Command) -> bool:
        """Tell whether nothing is waited for (GU-722)."""
        return view.combatant(command.actor, "actor").state.wait is None

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it to who waits for nothing."""
        command = spelled_out(command)
        actor = view.combatant(command.actor, "actor")
        if actor.state.wait is None:
            raise Refusal(
                "maneuver-used", text("{actor} is waiting for nothing.", actor=combatant(actor)), "GU-722"
            )
        maneuver = MANEUVERS[actor.state.wait.then]
        if maneuver.is_attack:
            read_attack(view, command, maneuver, complete=False, out_of_turn=True)
        elif maneuver.id == mv.FEINT and is_armed_and_aimed(command):
            feint_plan(view, command, out_of_turn=True)
        elif maneuver.id == mv.READY and WHAT.of(command) is not None:
            read_ready(view, actor, command, False)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare the maneuver that was waited with."""
        command = spelled_out(command)
        actor = view.combatant(command.actor, "actor")
        if actor.state.wait is None:
            raise Refusal(
                "maneuver-used", text("{actor} is waiting for nothing.", actor=combatant(actor)), "GU-722"
            )
        then = actor.state.wait.then
        if then == mv.FEINT:
            return feint_plan(view, command, out_of_turn=True)
        if then == mv.READY:
            return ready_plan(view, command, out_of_turn=True)
        return attack_plan(view, command, MANEUVERS[then], out_of_turn=True)
