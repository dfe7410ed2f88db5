"""Social combat: words against ego, and what they leave behind (TS-317 to TS-319, TS-330 to TS-337)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from rules.engine.chances.odds_figures import Contest, Harm
from rules.engine.command import Command
from rules.engine.dice import Modifier
from rules.engine.events import Event
from rules.engine.exchange import Exchange
from rules.engine.kinds import read_text
from rules.engine.parameters import flag, words
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Choice, Parameter, Plan
from rules.engine.text import combatant, lowered, text
from rules.systems.tesseris import house as own
from rules.systems.tesseris.attack.checks import (
    SOCIAL,
    SOCIAL_DEFENCE,
    Points,
    Trial,
    close_roll,
    modifiers_of,
    pool,
    roll_trial,
    skill_trial,
)
from rules.systems.tesseris.attack.options import a_switch, points_on_offer
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.names import called
from rules.systems.tesseris.parameters import SKILL, TARGET
from rules.systems.tesseris.rolls import LOST, TIED, WON
from rules.systems.tesseris.state import LADDERS, LEVELS, Fighter, TesserisState
from rules.systems.tesseris.state import SOCIAL as SOCIAL_CONDITIONS
from rules.systems.tesseris.turns.command_targets import find_target, target_of
from rules.systems.tesseris.turns.tick_action import TALK, TesserisAction
from rules.systems.tesseris.words.encouragement import Inspire, Motivate, PsychUp, Rally

CHARM, FEAR, HEART = "charm", "fear", "heart"
DEJECTED_LOSS = 2
HARM = -3
HARMFUL = flag("harmful", optional=True)
EFFECT = Parameter(
    id="effect",
    kind="choice",
    label=text("So that it is"),
    optional=True,
    reader=read_text,
    choices=lambda view, actor: tuple(
        Choice(id=id_, label=called(id_)) for id_ in LEVELS if id_ in SOCIAL_CONDITIONS and LEVELS[id_] == 1
    ),
)
DEED = words("action", text("What it shall do"))


def next_step(state: TesserisState, ladder: str, by: str | None = None) -> str | None:
    """Give the next step up a ladder; None at its top (TS-322, TS-319)."""
    steps = [group[0] for group in LADDERS[ladder]]
    at = next((n for n, step in enumerate(steps) if state.has(step)), -1)
    if ladder == CHARM and at >= 0 and state.conditions[steps[at]].get("by") != by:
        return None if at > 0 else steps[0]  # only the same charmer leads on (TS-317)
    if ladder == FEAR and at >= steps.index("fleeing"):
        return None  # TS-319: further fear changes nothing
    return steps[at + 1] if at + 1 < len(steps) else None


def climb(view: BattleView, who: str, ladder: str, by: str | None = None) -> Exchange[bool]:
    """Give somebody the next step of a ladder; tell whether there was one."""
    step = next_step(view.combatant(who).state, ladder, by)
    if step is None:
        return False
    data = {"by": by} if by is not None else {}
    yield ev.ConditionGained(who=who, condition=step, data=data)
    return True


def frighten(view: BattleView, who: str, difficulty: int, by: str | None = None) -> Exchange[None]:
    """Give somebody the next step of fear, with its difficulty (TS-187, R49)."""
    gained = yield from climb(view, who, FEAR, by)
    if gained:
        yield ev.Feared(who=who, difficulty=difficulty)


def lose_ego(view: BattleView, who: str, ego: int) -> Exchange[None]:
    """Take ego; at 0 the argument is lost (TS-331 to TS-333)."""
    before = view.combatant(who).state.ego
    if ego <= 0:
        return
    yield ev.EgoDamaged(who=who, ego=min(ego, before))
    if before and not view.combatant(who).state.ego:
        yield ev.SociallyBeaten(who=who)
        hold = view.combatant(who).state.swordpoint
        if hold is not None:  # TS-345
            yield ev.SwordpointOver(who=who, target=hold.on)


class SocialAction(TesserisAction):
    """A word against somebody (TS-330)."""

    group = TALK
    rule = "TS-330"
    ticks = 2
    aimed = True
    skill: ClassVar[str]
    against: ClassVar[str] = "resolve"
    parameters: ClassVar[tuple[Parameter, ...]] = (TARGET,)
    also = (HARMFUL, SKILL)

    def options(self, view: BattleView, command: Command) -> tuple[Parameter, ...]:
        """List what may be said besides: points, and whether it would hurt whom one has enthralled."""
        actor = view.combatant(command.actor, "actor")
        found = [p for p in self.parameters if p.id != TARGET.id]
        target = view.state.combatants.get(TARGET.of(command) or "")
        if target is not None and self._is_enthralled(target, actor):
            found.append(
                a_switch(HARMFUL.id, text("Harmful"), text("it would hurt itself, and resists at -3"))
            )
        return (*found, *points_on_offer(actor, social=True))

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse who cannot hear."""
        target = find_target(view, actor, command, complete=complete)
        if target is not None and target.state.has("unconscious"):
            raise Refusal("no-target", text("{target} hears nothing.", target=combatant(target)), self.rule)

    def _extra(self, state: BattleState, actor: Fighter, target: Fighter) -> tuple[Modifier, ...]:
        return (*_at_swordpoint(state, actor, target), *_dapper(state, actor, target))

    def _trial(self, state: BattleState, actor: Fighter, target: Fighter, command: Command) -> Trial:
        return skill_trial(
            "social",
            SOCIAL,
            self.skill,
            extra=self._extra(state, actor, target),
            spends=Points.of(command),
            label=lowered(self.label),
        )

    def _defence(
        self, state: BattleState, actor: Fighter, target: Fighter, command: Command, total: int
    ) -> Trial:
        extra = []
        now: TesserisState = target.state
        for condition, worse in (("attracted", -2), ("enticed", -3)):
            if now.has(condition):
                value = worse if now.conditions[condition].get("by") == actor.id else 1
                extra.append(Modifier(called(condition), value, "TS-317"))
        if self._is_enthralled(target, actor):
            extra.append(Modifier(text("enthralled, but it would hurt"), HARM, "TS-317"))
        extra += [*_at_swordpoint(state, target, actor), *_dapper(state, target, actor)]
        return skill_trial(
            "social-defence", SOCIAL_DEFENCE, self.against, extra=tuple(extra), concerns=target.id
        )

    @staticmethod
    def _is_enthralled(target: Fighter, actor: Fighter) -> bool:
        return bool(target.state.conditions.get("enthralled", {}).get("by") == actor.id)

    def planned(self, view: BattleView, actor: Fighter, command: Command) -> Plan:
        """Show the roll."""
        plan = super().planned(view, actor, command)
        target = view.combatant(target_of(view, command))
        trial = self._trial(view.state, actor, target, command)
        roll = pool(actor, trial)
        return replace(
            plan,
            roll=roll.words_with(self.skill),
            modifiers=modifiers_of(actor, trial),
            target=target.id,
            contest=Contest(
                won=text("wins the argument"),
                lost=text("loses the argument"),
                tied=text("neither wins"),
                down=text("leaves no word to say"),
                measure=lambda before, after, told: _argued(told, target.id),
            ),
        )

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Roll against the target's defence, which is free and not asked for (TS-331)."""
        target = view.combatant(target_of(view, command))
        trial = self._trial(view.state, actor, target, command)
        mine = yield from roll_trial(view, actor.id, trial)
        total, theirs = 0, None
        fails = self._is_enthralled(target, actor) and not HARMFUL.of(command)
        if not fails:
            defence = self._defence(view.state, actor, target, command, mine.total)
            theirs = yield from roll_trial(view, target.id, defence)
            total = theirs.total
        won, lost = mine.total > total, mine.total < total
        if fails:
            won, lost = True, False
        yield close_roll(mine, WON if won else LOST if lost else TIED)
        if theirs is not None:
            yield close_roll(theirs, LOST if won else WON if lost else TIED)
        yield from self._settle(view, actor, target, command, mine.total, total, won=won, lost=lost)

    def _settle(
        self,
        view: BattleView,
        actor: Fighter,
        target: Fighter,
        command: Command,
        mine: int,
        theirs: int,
        *,
        won: bool,
        lost: bool,
    ) -> Exchange[None]:
        if won:
            loss = mine - theirs + (DEJECTED_LOSS if target.state.has("dejected") else 0)  # TS-332
            yield from lose_ego(view, target.id, loss)
            yield ev.Prevailed(who=actor.id, target=target.id, action=self.id)
            yield from self.succeed(view, actor, target.id, command, mine)
        elif lost:
            yield from lose_ego(view, actor.id, theirs - mine)
        else:
            yield from lose_ego(view, actor.id, 1)
            yield from lose_ego(view, target.id, 1)

    def succeed(
        self, view: BattleView, actor: Fighter, target: str, command: Command, total: int
    ) -> Exchange[None]:
        """Carry out what the word does."""
        yield from ()


def _at_swordpoint(state: BattleState, who: Fighter, other: Fighter) -> list[Modifier]:
    """Give who holds another at swordpoint the better of every word between them, said or met (TS-343)."""
    hold = who.state.swordpoint
    holds = hold is not None and hold.on == other.id
    return [own.SWORDPOINT.added(state.house, text("at swordpoint"))] if holds else []


def _argued(told: Sequence[Event], target: str) -> Harm:
    """Judge an argument: who won it, if anybody did, and if the target is beaten by it (TS-331, TS-333)."""
    won = any(isinstance(e, ev.Prevailed) for e in told)
    lost = any(isinstance(e, ev.RollClosed) and e.purpose == "social" and e.outcome == LOST for e in told)
    beaten = any(isinstance(e, ev.SociallyBeaten) and e.who == target for e in told)
    return Harm(hit=won, harm=0, down=beaten, shaken=not won and not lost)


def _dapper(state: BattleState, who: Fighter, other: Fighter) -> list[Modifier]:
    """Give the better dressed its 1, unless a blade is at somebody's throat (TS-334, TS-343)."""
    held = any(c.state.swordpoint is not None for c in (who, other)) or any(
        c.state.held_by is not None for c in (who, other)
    )
    if held or who.state.dapper <= other.state.dapper or not own.DRESS.on(state.house):
        return []
    return [Modifier(text("more dapper"), 1, "TS-334")]


class Bribe(SocialAction):
    """Bribe somebody (TS-330)."""

    id = "bribe"
    label = text("Bribe")
    help = text("Barter against resolve; a light social condition of your choice.")
    skill = "barter"
    parameters = (TARGET, EFFECT)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse other conditions."""
        super().require(view, actor, command, complete=complete)
        effect = EFFECT.of(command)
        if effect is not None and (effect not in SOCIAL_CONDITIONS or LEVELS[effect] != 1):
            raise Refusal(
                "bad-command", text("A bribe leaves one attracted, disheartened or frightened."), self.rule
            )

    def succeed(
        self, view: BattleView, actor: Fighter, target: str, command: Command, total: int
    ) -> Exchange[None]:
        """Give the condition, unless a higher step stands."""
        effect = EFFECT.of(command) or "attracted"
        ladder = next(name for name, steps in LADDERS.items() if effect in steps[0])
        now = view.combatant(target).state
        if any(now.has(*steps) for steps in LADDERS[ladder]):
            return
        if ladder == FEAR:
            yield from frighten(view, target, total, actor.id)
        else:
            yield ev.ConditionGained(who=target, condition=effect, data={"by": actor.id})


class Charm(SocialAction):
    """Charm somebody (TS-317)."""

    id = "charm"
    label = text("Charm")
    help = text("Charm against resolve: attracted, enticed, enthralled.")
    skill = "charm"

    def succeed(
        self, view: BattleView, actor: Fighter, target: str, command: Command, total: int
    ) -> Exchange[None]:
        """Lead on."""
        yield from climb(view, target, CHARM, actor.id)


class Intimidate(SocialAction):
    """Intimidate somebody (TS-319)."""

    id = "intimidate"
    label = text("Intimidate")
    help = text("Intimidation against resolve: frightened, terrified, fleeing.")
    skill = "intimidation"

    def succeed(
        self, view: BattleView, actor: Fighter, target: str, command: Command, total: int
    ) -> Exchange[None]:
        """Frighten."""
        yield from frighten(view, target, total, actor.id)


class Manipulate(SocialAction):
    """Talk somebody into something (TS-330)."""

    id = "manipulate"
    label = text("Manipulate")
    help = text("Deception against scrutiny: it does what you say, unless that plainly harms its own.")
    skill = "deception"
    against = "scrutiny"
    parameters = (TARGET, DEED)

    def succeed(
        self, view: BattleView, actor: Fighter, target: str, command: Command, total: int
    ) -> Exchange[None]:
        """Note what it was talked into."""
        values = {"manipulated": {"by": actor.id, "action": DEED.of(command) or ""}}
        yield ev.Kept(who=target, values=values)


class Subvert(SocialAction):
    """Take somebody's heart out of the fight (TS-318)."""

    id = "subvert"
    label = text("Subvert")
    help = text("Persuasion against resolve: disheartened, dejected, surrendered.")
    skill = "persuasion"

    def succeed(
        self, view: BattleView, actor: Fighter, target: str, command: Command, total: int
    ) -> Exchange[None]:
        """Dishearten."""
        yield from climb(view, target, HEART, actor.id)


SOCIALS: tuple[TesserisAction, ...] = (
    Bribe(),
    Charm(),
    Inspire(),
    Intimidate(),
    Manipulate(),
    Rally(),
    Subvert(),
    Motivate(),
    PsychUp(),
)
