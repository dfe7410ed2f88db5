"""Words for one's own side: inspiring, giving heart, rallying (TS-335 to TS-337)."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.kinds import read_text
from rules.engine.state import BattleView
from rules.engine.system import Choice, Parameter
from rules.engine.text import Words, combatant, text
from rules.systems.tesseris.attack.checks import SOCIAL, Points, roll_trial, skill_trial
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.names import called, condition_of
from rules.systems.tesseris.parameters import TARGET
from rules.systems.tesseris.rolls import FAILURE, SUCCESS
from rules.systems.tesseris.state import LADDERS, LEVELS, Fighter, TesserisState
from rules.systems.tesseris.state import SOCIAL as SOCIAL_CONDITIONS
from rules.systems.tesseris.turns.command_targets import find_target, target_of
from rules.systems.tesseris.turns.tick_action import TALK, TesserisAction, refuse_if

EGO_STEP = 3


class Inspire(TesserisAction):
    """Inspire an ally (TS-335)."""

    group = TALK
    id = "inspire"
    label = text("Inspire")
    help = text("The ally's next own roll in its next turn is 1 better.")
    rule = "TS-335"
    ticks = 2
    parameters: ClassVar[tuple[Parameter, ...]] = (TARGET,)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse nobody and oneself."""
        find_target(view, actor, command, complete=complete)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Inspire."""
        target = target_of(view, command)
        yield ev.ActionNoted(who=actor.id, what=self.id, target=target)
        yield ev.Kept(who=target, values={"inspired": 1, "is_inspired_now": False})


class Motivate(TesserisAction):
    """Give an ally heart (TS-336)."""

    group = TALK
    id = "motivate"
    label = text("Motivate")
    help = text("A third of your leadership roll in ego for an ally.")
    rule = "TS-336"
    ticks = 1
    skill: ClassVar[str] = "leadership"
    parameters: ClassVar[tuple[Parameter, ...]] = (TARGET,)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse nobody and oneself."""
        find_target(view, actor, command, complete=complete)

    def whom(self, view: BattleView, actor: Fighter, command: Command) -> str:
        """Name who gains."""
        return target_of(view, command)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Roll, and give the ally ego for each full step of the total."""
        trial = skill_trial("social", SOCIAL, self.skill, spends=Points.of(command), label=self.label.low)
        result = yield from roll_trial(view, actor.id, trial)
        if more := result.total // EGO_STEP:
            yield ev.EgoGained(who=self.whom(view, actor, command), ego=more)


class PsychUp(Motivate):
    """Give oneself heart (TS-336)."""

    id = "psych-up"
    label = text("Psych up")
    help = text("A third of your resolve roll in ego for yourself.")
    skill = "resolve"
    parameters = ()

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Everybody may."""

    def whom(self, view: BattleView, actor: Fighter, command: Command) -> str:
        """Name oneself."""
        return actor.id


def of_words(state: TesserisState) -> tuple[str, ...]:
    """List the social conditions that somebody has (TS-337)."""
    return tuple(id_ for id_ in state.conditions if id_ in SOCIAL_CONDITIONS)


CONDITION = Parameter(
    id="condition",
    kind="choice",
    label=text("Of what"),
    reader=read_text,
    choices=lambda view, actor: tuple(
        Choice(id=id_, label=called(id_))
        for id_ in LEVELS
        if any(id_ in of_words(c.state) for c in view.state.combatants.values())
    ),
)


class Rally(TesserisAction):
    """Bring an ally down a step of a social condition (TS-337)."""

    group = TALK
    id = "rally"
    label = text("Rally")
    help = text("Leadership against 1 and the condition's level: one step down, or gone.")
    rule = "TS-337"
    ticks = 2
    parameters = (TARGET, CONDITION)

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Have a button for each thing that words have done to one's own side."""
        found = tuple(
            ({"target": other.id, "condition": id_}, condition_of(other, id_))
            for other in view.state.combatants.values()
            if other.side == actor.side and not other.state.dead
            for id_ in of_words(other.state)
        )
        return found or (({}, ""),)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse what is no social condition of the ally's."""
        target = find_target(view, actor, command, itself=True, complete=complete)
        condition = CONDITION.of(command)
        if condition is None and not complete:
            if target is not None:
                said = text("Words have done nothing to {target}.", target=combatant(target))
                refuse_if(not of_words(target.state), "no-target", said, self.rule)
            else:
                own = (c for c in view.state.combatants.values() if c.side == actor.side)
                nobody = not any(of_words(friend.state) for friend in own)
                refuse_if(nobody, "no-target", text("Words have done nothing to your side."), self.rule)
            return
        refuse_if(
            condition not in SOCIAL_CONDITIONS
            or (target is not None and not target.state.has(condition or "")),
            "no-target",
            text("Name a social condition that the ally has ('condition')."),
            self.rule,
        )

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Roll against the condition, and bring it down a step on a success."""
        target, condition = target_of(view, command), CONDITION.of(command)
        assert condition is not None
        trial = skill_trial(
            "social",
            SOCIAL,
            "leadership",
            spends=Points.of(command),
            difficulty=1 + LEVELS[condition],
            words=(SUCCESS, FAILURE),
            label=self.label.low,
        )
        result = yield from roll_trial(view, actor.id, trial)
        if result.outcome != SUCCESS:
            return
        data: dict[str, Any] = dict(view.combatant(target).state.conditions[condition])
        data.pop("rounds", None)
        yield ev.ConditionEnded(who=target, condition=condition)
        ladder = next(steps for steps in LADDERS.values() if any(condition in step for step in steps))
        at = next(n for n, step in enumerate(ladder) if condition in step)
        if at:
            yield ev.ConditionGained(who=target, condition=ladder[at - 1][0], data=data)
        elif condition == "frightened":
            yield ev.Kept(who=target, values={"fear": None})
