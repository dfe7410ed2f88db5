"""Aim, Evaluate and Feint: what is done to an enemy before the blow (GU-710, GU-716, GU-717)."""

from abc import abstractmethod
from dataclasses import replace

from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Parameter, Plan
from rules.engine.text import combatant, text
from rules.systems.gurps.attack.attack_choices import attributes
from rules.systems.gurps.attack.facts import facts_of
from rules.systems.gurps.attack.facts_shown import shown_facts
from rules.systems.gurps.attack.feint import feint_contest, require_feint_skill, shock_of
from rules.systems.gurps.attack.flat_order import spelled_out
from rules.systems.gurps.attack.order_needs import brace_on
from rules.systems.gurps.attack.order_parameters import BASIS, CHOSEN, OPTIONS, TARGET, WITH
from rules.systems.gurps.attack.order_words import find_use, read_options, require_ready
from rules.systems.gurps.events.maneuver_events import Aimed, Braced, Evaluated
from rules.systems.gurps.house import EVALUATE
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.maneuvers.maneuver_action import (
    FACE,
    STEP_TO,
    ManeuverAction,
    as_use,
    finish,
    require_target,
    require_use,
    said_by,
    take,
    weapon_parameter,
)
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS
from rules.systems.gurps.moves.movement import find_way
from rules.systems.gurps.sheet.gear import Weapon
from rules.systems.gurps.sheet.names import use_name

BRACE = "brace"


def is_armed_and_aimed(command: Command) -> bool:
    """Tell whether a command says with what and at whom."""
    return WITH.of(command) is not None and TARGET.of(command) is not None


class _AtSomebody(ManeuverAction):
    """A maneuver that is aimed at somebody and strikes no blow."""

    aimed = True
    group = text("Prepare")

    def is_said(self, command: Command) -> bool:
        """Tell whether a command says all that is needed."""
        return TARGET.of(command) is not None

    @abstractmethod
    def read(self, view: BattleView, command: Command) -> Plan:
        """Check a complete command, spelled out, and prepare it. Raises `Refusal`."""

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it as far as it is said; said in full, as it is when it is done."""
        command = spelled_out(command)
        super().check(view, command)
        if self.maneuver.kinds:
            require_use(view, command, self.maneuver)
        if TARGET.of(command) is not None:
            require_target(view, view.combatant(command.actor, "actor"), command)
        if self.is_said(command):
            self.read(view, command)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Plan it in one's own turn, from what a page has said of it."""
        command = spelled_out(command)
        self.require_turn(view, command)
        return self.read(view, command)


class Aim(_AtSomebody):
    """Aim (GU-710)."""

    maneuver = MANEUVERS[mv.AIM]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    parameters = (
        weapon_parameter(maneuver),
        TARGET,
        OPTIONS,
        STEP_TO,
        FACE,
    )

    def is_said(self, command: Command) -> bool:
        """Tell whether both weapon and target are."""
        return is_armed_and_aimed(command)

    def options(self, view: BattleView, command: Command) -> tuple[Parameter, ...]:
        """List what fits it: a brace where there is something to lean the weapon on, or a hand (GU-741)."""
        found, said = super().options(view, command), CHOSEN.of(command) or {}
        braced = replace(command, params={**command.params, "options": {**said, BRACE: True}})
        refusal = None if said.get(BRACE) else self.why_not(view, braced)
        if refusal is None or refusal.code != "cannot-brace":
            return found
        return tuple(option for option in found if option.id != BRACE)

    def read(self, view: BattleView, command: Command) -> Plan:
        """Prepare the aim."""
        actor = self.require_turn(view, command)
        way = self.way(view, actor, command)
        target = require_target(view, actor, command)
        found = find_use(actor, WITH.of(command))
        require_ready(actor, found if isinstance(found, Weapon) else found.weapon)
        use = as_use(found, self.maneuver)
        said = said_by(command)
        facts = facts_of(view.state, actor, target, use.kind, said.facts)
        options = read_options(command)
        if strange := sorted(set(options) - {BRACE}):
            raise Refusal(
                "bad-option", text("{strange} is nothing to aim with.", strange=f"{strange[0]!r}"), "GU-710"
            )
        brace = brace_on(actor, use, facts) if options else None
        aim = actor.state.aim
        same = aim is not None and aim.target == target.id and aim.with_.split("/")[0] == use.weapon.id
        turns = aim.turns + 1 if same and aim is not None else 1

        def work(view: BattleView) -> Exchange[None]:
            if not (yield from take(view, actor.id, self.maneuver, way, said, target=target.id)):
                return
            if brace is not None:
                yield Braced(who=actor.id, weapon=brace[0], on=brace[1])
            yield Aimed(who=actor.id, weapon=use.weapon.id, target=target.id, turns=turns)
            yield from finish(view, actor.id, way, said)

        worth = use.weapon.acc + min(turns, 3) - 1 + (brace is not None)
        return Plan(
            exchange=work,
            facts=shown_facts(facts, use),
            line=facts.line,
            notes=(Modifier(text("to the attack after {turns} s of aim", turns=turns), worth, "GU-710"),),
        )


class Evaluate(_AtSomebody):
    """Evaluate (GU-716)."""

    maneuver = MANEUVERS[mv.EVALUATE]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    parameters = (TARGET, STEP_TO, FACE)

    def read(self, view: BattleView, command: Command) -> Plan:
        """Plan the step, if one is taken, and the bonus of another turn of watching."""
        actor = self.require_turn(view, command)
        way = self.way(view, actor, command)
        target = require_target(view, actor, command)
        watched = actor.state.evaluate
        most = EVALUATE.value(actor.house)
        bonus = (
            min(most, watched.bonus + 1)
            if watched is not None and watched.target == target.id
            else min(most, 1)
        )
        said = said_by(command)

        def work(view: BattleView) -> Exchange[None]:
            if not (yield from take(view, actor.id, self.maneuver, way, said, target=target.id)):
                return
            yield Evaluated(who=actor.id, target=target.id, bonus=bonus)
            yield from finish(view, actor.id, way, said)

        return Plan(exchange=work, notes=(Modifier(text("to the next attack at it"), bonus, "GU-716"),))


class Feint(_AtSomebody):
    """Feint (GU-717)."""

    maneuver = MANEUVERS[mv.FEINT]
    id, label, help, rule = maneuver.id, maneuver.label, maneuver.help, maneuver.rule
    parameters = (
        weapon_parameter(maneuver),
        TARGET,
        replace(BASIS, label=text("On"), choices=lambda view, actor: attributes("dx", "iq", "st")),
        STEP_TO,
        FACE,
    )

    def is_said(self, command: Command) -> bool:
        """Tell whether both weapon and target are."""
        return is_armed_and_aimed(command)

    def read(self, view: BattleView, command: Command) -> Plan:
        """Prepare the contest."""
        return feint_plan(view, command)


def feint_plan(view: BattleView, command: Command, out_of_turn: bool = False) -> Plan:
    """Prepare a feint (GU-717)."""
    maneuver = MANEUVERS[mv.FEINT]
    actor = view.combatant(command.actor, "actor")
    basis = BASIS.of(command) or "dx"
    if basis not in ("dx", "iq", "st"):
        raise Refusal("bad-variant", text("A feint is on dx, iq or st."), "GU-717")
    way = find_way(view.state, actor, command, maneuver.pace)
    target = require_target(view, actor, command)
    found = find_use(actor, WITH.of(command))
    require_ready(actor, found if isinstance(found, Weapon) else found.weapon)
    use = as_use(found, maneuver)
    state = view.state.with_changes(actor.id, at=way.before[-1]) if way.before else view.state
    said = said_by(command)
    facts = facts_of(state, state.combatants[actor.id], target, use.kind, said.facts)
    reach = facts.distance <= use.far if use.kind.value == "jet" else use.reaches(facts.distance)
    if not reach:
        words = text(
            "{target} is {distance} yards away, out of reach of the {use}.",
            target=combatant(target),
            distance=facts.distance,
            use=use_name(use).low,
        )
        raise Refusal("out-of-range", words, "GU-717")
    skill = require_feint_skill(actor, use, basis)

    def work(view: BattleView) -> Exchange[None]:
        more = {"target": target.id, "out_of_turn": out_of_turn}
        if not (yield from take(view, actor.id, maneuver, way, said, **more)):
            return
        yield from feint_contest(view, actor.id, target.id, use, basis)
        yield from finish(view, actor.id, way, said)

    return Plan(
        exchange=work,
        facts=shown_facts(facts, use),
        roll=text("feint {skill}", skill=skill),
        target_number=skill,
        modifiers=shock_of(actor),
    )
