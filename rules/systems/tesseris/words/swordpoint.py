"""Swordpoint and gunpoint: taking, keeping and breaking a hold (TS-340 to TS-347)."""

from dataclasses import replace

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.facts import shown_fact
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Choice, Fact, Plan
from rules.engine.text import Text, combatant, text
from rules.systems.tesseris.attack.checks import RESISTING, Trial, pool, roll_trial, skill_trial
from rules.systems.tesseris.attack.facts import Facts, facts_of, read_given
from rules.systems.tesseris.attack.options import spread
from rules.systems.tesseris.attack.preview import NO, YES, YES_NO
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.parameters import TARGET, WITH
from rules.systems.tesseris.rolls import FAILURE, SUCCESS
from rules.systems.tesseris.sheet.gear import FISTS
from rules.systems.tesseris.state import Fighter
from rules.systems.tesseris.turns.command_targets import find_target, find_weapon, target_of
from rules.systems.tesseris.turns.helpful_actions import difficulty_of
from rules.systems.tesseris.turns.tick_action import TALK, TesserisAction, refuse_if

DISTRACTION = 2


def is_vulnerable(target: Fighter, facts: Facts) -> bool:
    """Tell whether somebody can be taken at swordpoint (TS-341)."""
    if facts.unaware or facts.distracted:
        return True
    if target.state.has("unconscious", "pinned", "stunned", "staggered", "surrendered"):
        return True
    unarmed = not [id_ for id_ in target.state.held if id_ != FISTS.id]
    return unarmed and "martial-artist" not in target.sheet.traits


def _blades(_: BattleView, actor: Fighter) -> tuple[Choice, ...]:
    held = actor.sheet.held_weapons(actor.state.held)
    return tuple(Choice(id=w.id, label=w.label) for w in held)


class Swordpoint(TesserisAction):
    """Put a blade to somebody's throat (TS-340)."""

    group = TALK
    id = "swordpoint"
    label = text("Take at swordpoint")
    help = text("Somebody next to you who is unaware, distracted, unarmed or helpless.")
    rule = "TS-340"
    ticks = 3
    aimed = True
    gm_may_say = True
    parameters = (
        replace(WITH, choices=_blades),
        TARGET,
    )

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it without a weapon, at a distance, and on who could still do something."""
        named = WITH.of(command)
        armed = [id_ for id_ in actor.state.held if id_ != FISTS.id]
        if named is not None:
            weapon = find_weapon(actor, named)
            said = text(
                "{actor} does not hold the {weapon}.", actor=combatant(actor), weapon=weapon.words.low
            )
            refuse_if(weapon.id not in armed, "wrong-weapon", said, self.rule)
        refuse_if(
            not armed, "wrong-weapon", text("{actor} holds no weapon.", actor=combatant(actor)), self.rule
        )
        target = find_target(view, actor, command, complete=complete)
        if target is None:
            return
        given = read_given(view.state, command)
        facts = facts_of(view.state, actor, target, given, ranged=False)
        far = text("{target} is not next to {actor}.", target=combatant(target), actor=combatant(actor))
        refuse_if(not facts.adjacent, "out-of-range", far, "TS-208")
        said = text("{target} is armed and sees it coming.", target=combatant(target))
        refuse_if(not is_vulnerable(target, facts), "not-vulnerable", said, "TS-341")

    def planned(self, view: BattleView, actor: Fighter, command: Command) -> Plan:
        """Show what makes it possible; nothing is rolled."""
        plan = super().planned(view, actor, command)
        return replace(plan, facts=self.overridable_facts(view, command), roll=text("no roll"))

    def overridable_facts(self, view: BattleView, command: Command) -> tuple[Fact, ...]:
        """List what the GM may say of the target: that it knows nothing, or is distracted (TS-341)."""
        given = read_given(view.state, spread(command))

        def yes_no(id_: str, label: Text, rule: str) -> Fact:
            value = bool(given.get(id_, False))
            return shown_fact(given, id_, label, value, YES if value else NO, rule, choices=YES_NO)

        return (
            yes_no("unaware", text("Unaware"), "TS-341"),
            yes_no("distracted", text("Distracted"), "TS-341"),
        )

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Hold."""
        yield ev.SwordpointTaken(who=actor.id, target=target_of(view, command))


class Distract(TesserisAction):
    """Distract somebody who holds another at swordpoint (TS-346)."""

    group = TALK
    id = "distract"
    label = text("Distract")
    help = text("The one who holds somebody at swordpoint resists, or lets go.")
    rule = "TS-346"
    ticks = 1
    aimed = True
    parameters = (TARGET,)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse who holds nobody."""
        target = find_target(view, actor, command, complete=complete)
        if target is not None and target.state.swordpoint is None:
            raise Refusal(
                "no-target", text("{target} holds nobody at swordpoint.", target=combatant(target)), self.rule
            )

    def _goal(self, state: BattleState, command: Command) -> int:
        goal = difficulty_of(state, command)
        return DISTRACTION if goal is None else goal

    def _trial(self, goal: int) -> Trial:
        return skill_trial("resist", RESISTING, "resolve", difficulty=goal, words=(SUCCESS, FAILURE))

    def planned(self, view: BattleView, actor: Fighter, command: Command) -> Plan:
        """Show what the holder must resist."""
        plan = super().planned(view, actor, command)
        holder, goal = view.combatant(target_of(view, command)), self._goal(view.state, command)
        said = "difficulty" in read_given(view.state, command)
        fact = Fact(
            id="difficulty",
            label=text("Difficulty"),
            value=goal,
            words=str(goal),
            rule=self.rule,
            overruled=said,
            number=True,
        )
        return replace(
            plan,
            facts=(fact,),
            roll=text(
                "{holder} resists: {dice} against {goal}",
                holder=combatant(holder),
                dice=pool(holder, self._trial(goal)).dice_words,
                goal=goal,
            ),
        )

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Let the holder resist."""
        target = target_of(view, command)
        goal = self._goal(view.state, command)
        yield ev.ActionNoted(who=actor.id, what=self.id, target=target)
        if goal:
            result = yield from roll_trial(view, target, self._trial(goal))
            hold = view.combatant(target).state.swordpoint
            if result.outcome == FAILURE and hold is not None:
                yield ev.SwordpointOver(who=target, target=hold.on)


class BreakSwordpoint(TesserisAction):
    """Break out of a hold (TS-347)."""

    group = TALK
    id = "break-swordpoint"
    label = text("Break out")
    help = text("Out of swordpoint without a roll, for those who have learnt it.")
    rule = "TS-347"
    ticks = 1
    off_turn = True

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it to who has not learnt it, or is not held."""
        said = text("{actor} has not learnt to break out.", actor=combatant(actor))
        refuse_if("swordpoint-break" not in actor.sheet.traits, "needs-trait", said, self.rule)
        said = text("Nobody holds {actor} at swordpoint.", actor=combatant(actor))
        refuse_if(actor.state.held_by is None, "not-vulnerable", said, self.rule)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Break out."""
        yield ev.SwordpointOver(who=str(actor.state.held_by), target=actor.id)


SWORDPOINTS: tuple[TesserisAction, ...] = (Swordpoint(), Distract(), BreakSwordpoint())
