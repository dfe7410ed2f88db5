"""Aim, aid, tests of skills, spells, first aid and courage (TS-134, TS-180, TS-181, TS-185 to TS-187)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.kinds import read_text
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Choice, Parameter
from rules.engine.text import Words, combatant, joined, text
from rules.systems.tesseris.attack.checks import ATTACK, RESISTING, TEST, Points, roll_trial, skill_trial
from rules.systems.tesseris.attack.facts import read_given
from rules.systems.tesseris.attack.options import SPELL_TICKS
from rules.systems.tesseris.attack.strike import further_attack
from rules.systems.tesseris.defence.exposure import Exposure
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.moves.places import are_adjacent, knows_places
from rules.systems.tesseris.names import called, condition_of
from rules.systems.tesseris.parameters import DIFFICULTY, SKILL, TARGET
from rules.systems.tesseris.rolls import FAILURE, SUCCESS
from rules.systems.tesseris.sheet.sheet import SKILLS
from rules.systems.tesseris.state import Fear, Fighter, TesserisState
from rules.systems.tesseris.turns.aftermath import follow_up
from rules.systems.tesseris.turns.command_targets import find_target, target_of
from rules.systems.tesseris.turns.tick_action import TesserisAction, refuse_if

REROLL_STEP = 3
FIRST_AID = 2
DYING = "dying"
TREATED = ("suffocating", "bleeding", DYING)
"""What first aid ends, in the order in which it goes without saying (TS-186, TS-C5)."""
ANY_SKILL = replace(
    SKILL,
    label=text("Skill"),
    optional=False,
    choices=lambda view, actor: tuple(Choice(id=id_, label=called(id_)) for id_ in SKILLS),
)
GOAL = replace(DIFFICULTY, label=text("Difficulty"), high=20)
FOR = Parameter(
    id="for",
    kind="choice",
    label=text("For"),
    reader=read_text,
    choices=lambda view, actor: tuple(
        Choice(id=id_, label=called(id_)) for id_ in ("attack", "defence", *SKILLS)
    ),
)
ENDS = Parameter(id="condition", kind="choice", optional=True, reader=read_text)
"""What first aid is to end (TS-186, TS-C5)."""


def difficulty_of(state: BattleState, command: Command) -> int | None:
    """Read the difficulty that the step or its facts name."""
    found: int | None = read_given(state, command).get("difficulty")
    return found


def skill_of(command: Command) -> str:
    """Read the skill that a complete command names. Raises `Refusal` `bad-command`."""
    skill = SKILL.of(command)
    if skill is None or skill not in SKILLS:
        raise Refusal(
            "bad-command",
            text("'skill' is one of {value}; not {skill}.", value=joined(SKILLS), skill=f"{skill!r}"),
            "TS-003",
        )
    return skill


class Aim(TesserisAction):
    """Aim, or gather oneself for one roll (TS-180)."""

    id = "aim"
    label = text("Aim or focus")
    help = text("+1 on the next attack, defence or test of a skill; once a round.")
    rule = "TS-180"
    ticks = 1
    off_turn = True
    parameters = (FOR,)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse a second one in a round."""
        said = text("{actor} has aimed in this round.", actor=combatant(actor))
        refuse_if(actor.state.has_aimed, "already-aimed", said, self.rule)
        what = FOR.of(command)
        if (what is not None or complete) and what not in ("attack", "defence", *SKILLS):
            raise Refusal("bad-command", text("Aim is 'for' attack, defence or a skill."), self.rule)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Keep what is aimed for."""
        values = {"aim": FOR.of(command), "has_aimed": True, "aim_is_new": True}
        yield ev.Kept(who=actor.id, values=values)


class AidAlly(TesserisAction):
    """Help an ally with its next roll (TS-181)."""

    id = "aid-ally"
    label = text("Aid an ally")
    help = text("A third of your total in re-rolls on its next roll.")
    rule = "TS-181"
    ticks = 1
    off_turn = True
    only_off_turn = True
    parameters = (TARGET, ANY_SKILL)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it in one's own turn of a battle, for it is a reaction (TS-099)."""
        if view.state.running and view.state.active == actor.id:
            raise Refusal(
                "not-your-turn", text("That is a reaction: in your own turn you act yourself."), "TS-069"
            )
        find_target(view, actor, command, complete=complete)
        if complete or SKILL.of(command) is not None:
            skill_of(command)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Roll, and leave the re-rolls with the ally."""
        skill, target = skill_of(command), target_of(view, command)
        trial = skill_trial("aid", TEST, skill, spends=Points.of(command))
        result = yield from roll_trial(view, actor.id, trial)
        if again := result.total // REROLL_STEP:
            now = view.combatant(target).state.rerolls
            yield ev.Kept(who=target, values={"rerolls": now + again})


class UseSkill(TesserisAction):
    """Use a skill (TS-185)."""

    id = "use-skill"
    label = text("Use a skill")
    help = text("A test against the difficulty that the GM names.")
    rule = "TS-185"
    ticks = 3
    parameters = (ANY_SKILL, GOAL)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse what is no skill."""
        if complete or SKILL.of(command) is not None:
            skill_of(command)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Roll; difficulty 0 needs none (TS-044)."""
        goal, skill = difficulty_of(view.state, command), skill_of(command)
        yield ev.ActionNoted(who=actor.id, what=self.id, text=skill)
        if goal != 0:
            words = None if goal is None else (SUCCESS, FAILURE)
            trial = skill_trial("test", TEST, skill, spends=Points.of(command), difficulty=goal, words=words)
            yield from roll_trial(view, actor.id, trial)


class VerbalAction(UseSkill):
    """Use a skill that needs only words or thought (TS-185)."""

    id = "verbal-action"
    label = text("Verbal or mental action")
    help = text("A test of a skill that takes only words or thought.")
    ticks = 1


class Spell(TesserisAction):
    """Cast at somebody; what it does is the GM's to say (TS-134, R20)."""

    attacks = True
    pays_itself = True
    parameters = (
        replace(TARGET, optional=True),
        GOAL,
        replace(
            SPELL_TICKS,
            choices=lambda view, actor: tuple(
                Choice(id=str(ticks), label=str(ticks)) for ticks in range(4, actor.state.ticks + 1)
            ),
        ),
    )
    rule = "TS-134"
    ticks = 3
    skill: ClassVar[str]

    def cost_of(self, state: BattleState, actor: Fighter, command: Command) -> int:
        """Give its ticks, or those that the spell says."""
        said = SPELL_TICKS.of(command)
        return self.ticks if said is None else said

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Roll; it is one attack action of the round, and shows its actor (TS-132, TS-233)."""
        yield self.payment(view.state, actor, command)
        goal = difficulty_of(view.state, command)
        trial = skill_trial(
            "test",
            ATTACK,
            self.skill,
            extra=further_attack(actor),
            spends=Points.of(command),
            difficulty=goal,
            words=None if goal is None else (SUCCESS, FAILURE),
        )
        yield ev.Attacked(who=actor.id, target=TARGET.of(command) or "", action=self.id, weapon="")
        if goal != 0:
            yield from roll_trial(view, actor.id, trial)
        yield from follow_up(view, actor.id, command, Exposure(showed=True), provokes=False)


class CastSpell(Spell):
    """Cast an offensive spell (TS-134)."""

    id = "cast-offensive-spell"
    label = text("Cast a spell")
    help = text("Arcana against the difficulty; the GM says what it does.")
    skill = "arcana"


class PsychicPower(Spell):
    """Use an offensive psychic power (TS-134)."""

    id = "offensive-psychic-power"
    label = text("Psychic power")
    help = text("Psy against the difficulty; the GM says what it does.")
    skill = "psy"


class FirstAid(TesserisAction):
    """Staunch, clear the breath, keep from dying (TS-186)."""

    id = "first-aid"
    label = text("First aid")
    help = text("Medicine against 2: ends bleeding, or suffocating, or bleeding out.")
    rule = "TS-186"
    ticks = 3
    parameters = (replace(TARGET, label=text("Whom")),)
    also = (ENDS,)

    def ways(self, view: BattleView, actor: Fighter) -> tuple[tuple[Mapping[str, str], Words], ...]:
        """Have a button more for each thing that somebody has besides what is seen to first (TS-C5)."""
        plain: tuple[tuple[Mapping[str, str], Words], ...] = (({}, ""),)
        more = tuple(
            ({"target": other.id, "condition": id_}, condition_of(other, id_))
            for other in view.state.combatants.values()
            for id_ in _to_treat(other.state)[1:]
        )
        return plain + more

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse who is out of reach; the suffocating help nobody but themselves (TS-311)."""
        target = find_target(view, actor, command, itself=True, complete=complete)
        ends = ENDS.of(command)
        if ends is not None and ends not in TREATED:
            raise Refusal(
                "bad-command",
                text("First aid ends one of {ids}; not {ends}.", ids=joined(TREATED), ends=f"{ends!r}"),
                self.rule,
            )
        if target is not None and ends is not None and ends not in _to_treat(target.state):
            raise Refusal(
                "no-target",
                text("{target} is not {ends}.", target=combatant(target), ends=called(ends)),
                self.rule,
            )
        if target is None or target.id == actor.id:
            return
        said = text("{actor} suffocates, and can only help itself.", actor=combatant(actor))
        refuse_if(actor.state.has("suffocating"), "cannot-act", said, "TS-311")
        far = knows_places(view.state, actor, target) and not are_adjacent(view.state, actor, target)
        refuse_if(
            far,
            "out-of-range",
            text("{target} is not next to {actor}.", target=combatant(target), actor=combatant(actor)),
            self.rule,
        )

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Roll, and end what is named, or else the first that there is (TS-C5)."""
        target = target_of(view, command)
        trial = skill_trial(
            "medicine",
            TEST,
            "medicine",
            spends=Points.of(command),
            difficulty=FIRST_AID,
            words=(SUCCESS, FAILURE),
        )
        result = yield from roll_trial(view, actor.id, trial)
        if result.outcome != SUCCESS:
            return
        ends = ENDS.of(command) or next(iter(_to_treat(view.combatant(target).state)), None)
        if ends == DYING:
            yield ev.Kept(who=target, values={"dying": False, "dying_rounds": 0})
        elif ends is not None:
            yield ev.ConditionEnded(who=target, condition=ends)


def _to_treat(state: TesserisState) -> tuple[str, ...]:
    """List what first aid could end, what goes without saying first (TS-186, TS-C5)."""
    return tuple(id_ for id_ in TREATED if (state.dying if id_ == DYING else state.has(id_)))


class RecoverFromFear(TesserisAction):
    """Shake a fear off (TS-187)."""

    id = "recover-from-fear"
    label = text("Recover from fear")
    help = text("Resolve against the fear's difficulty, 1 less for each round that it is old.")
    rule = "TS-187"
    ticks = 2
    FEARS = ("frightened", "terrified", "fleeing", "scared-to-death")

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it to the fearless."""
        said = text("{actor} fears nothing.", actor=combatant(actor))
        refuse_if(not actor.state.has(*self.FEARS), "no-target", said, self.rule)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Roll, and be free of it."""
        fear: Fear = view.combatant(actor.id).state.fear or Fear()
        goal = max(0, fear.difficulty - fear.rounds)
        if goal:
            trial = skill_trial(
                "fear",
                RESISTING,
                "resolve",
                spends=Points.of(command),
                difficulty=goal,
                words=(SUCCESS, FAILURE),
            )
            result = yield from roll_trial(view, actor.id, trial)
            if result.outcome != SUCCESS:
                return
        for condition in self.FEARS:
            if view.combatant(actor.id).state.has(condition):
                yield ev.ConditionEnded(who=actor.id, condition=condition)
        yield ev.Kept(who=actor.id, values={"fear": None})
