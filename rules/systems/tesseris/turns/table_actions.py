"""What the GM does: order, mayhem, conditions, fear, the end (TS-054, TS-059, TS-187, TS-280)."""

from dataclasses import replace

from rules.engine.battle_events import OrderChanged
from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.kinds import read_text, whole
from rules.engine.parameters import number, one, several
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Action, Choice, Parameter, Plan
from rules.engine.text import combatant as named
from rules.engine.text import text
from rules.systems.tesseris.attack.checks import RESISTING, roll_trial, skill_trial
from rules.systems.tesseris.events import all_events as ev
from rules.systems.tesseris.harm.injury import knock_out
from rules.systems.tesseris.names import called
from rules.systems.tesseris.parameters import TARGET
from rules.systems.tesseris.rolls import FAILURE, SUCCESS
from rules.systems.tesseris.state import CONDITION_IDS, TesserisState
from rules.systems.tesseris.turns.aftermath import tidy
from rules.systems.tesseris.turns.combat_end import end_combat
from rules.systems.tesseris.turns.command_targets import target_of
from rules.systems.tesseris.turns.turn_order import settle
from rules.systems.tesseris.words.social import frighten

MANIPULATED = "manipulated"
WHOM = replace(TARGET, label=text("Whom"))
BEFORE = one("before", text("Acts before"))
ORDER = several("order")
"""All who are in the order, the first of them first."""
AMOUNT = number("amount", 1, 20, text("Points"))
TICKS = number("ticks", 1, 10, text("Ticks at most"))
CONDITION = Parameter(
    id="condition",
    kind="choice",
    label=text("What"),
    reader=read_text,
    choices=lambda view, actor: tuple(Choice(id=id_, label=called(id_)) for id_ in CONDITION_IDS),
)
BY = one("by", text("By whom"), optional=True)
DIFFICULTY = Parameter(
    id="difficulty", kind="number", label=text("Difficulty"), low=0, high=50, reader=whole(0, 50)
)


class TableAction(Action):
    """Something that only the GM does."""

    of_table = True

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse what cannot be, as far as the command is complete."""
        self.require(view, command, complete=False)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Prepare the exchange."""
        self.require(view, command, complete=True)
        return Plan(exchange=lambda view: self.carry_out(view, command))

    def require(self, view: BattleView, command: Command, *, complete: bool) -> None:
        """Refuse what cannot be. Raises `Refusal`."""

    def target(self, view: BattleView, command: Command, *, complete: bool) -> str | None:
        """Find whom it is done to. Raises `Refusal`."""
        if TARGET.of(command) is None and not complete:
            return None
        return target_of(view, command)

    def carry_out(self, view: BattleView, command: Command) -> Exchange[None]:
        """Do what the GM wants; nothing, where an action does not say."""
        yield from ()


class SetOrder(TableAction):
    """Put the turn order right (TS-054)."""

    id = "set-order"
    label = text("Set the order")
    help = text("Decide ties, or anything else about who acts when: the first acts right before the second.")
    rule = "TS-054"
    parameters = (WHOM, BEFORE)
    also = (ORDER,)

    def _order(self, view: BattleView, command: Command) -> tuple[str, ...] | None:
        """Give the order that is wanted: all of it, or with one put before another."""
        order, who, before = ORDER.of(command), TARGET.of(command), BEFORE.of(command)
        now = view.state.order
        if order is not None or who is None or before not in now or who not in now or who == before:
            return order
        rest = [other for other in now if other != who]
        rest.insert(rest.index(before), who)
        return tuple(rest)

    def require(self, view: BattleView, command: Command, *, complete: bool) -> None:
        """Refuse an order of others."""
        if not view.state.running:
            raise Refusal("unknown-action", text("In free play there is no order."), self.rule)
        order = self._order(view, command)
        if order is None and not complete:
            return
        if sorted(order or ()) != sorted(view.state.order):
            said = text("'order' lists all who are in the order, each once; or say who acts before whom.")
            raise Refusal("bad-command", said, self.rule)

    def carry_out(self, view: BattleView, command: Command) -> Exchange[None]:
        """Put the order as it was given."""
        yield OrderChanged(order=self._order(view, command) or ())


class GrantMayhem(TableAction):
    """Give a player mayhem (TS-280)."""

    id = "grant-mayhem"
    label = text("Grant mayhem")
    help = text("A point that adds 1 to a roll of this combat.")
    rule = "TS-280"
    parameters = (WHOM, AMOUNT)

    def require(self, view: BattleView, command: Command, *, complete: bool) -> None:
        """Refuse all but players."""
        who = self.target(view, command, complete=complete)
        if who is not None and not view.combatant(who).sheet.player:
            raise Refusal(
                "npc-mayhem", text("{who} is no player character.", who=named(view.combatant(who))), self.rule
            )

    def carry_out(self, view: BattleView, command: Command) -> Exchange[None]:
        """Add the points to the player's."""
        who = self.target(view, command, complete=True)
        assert who is not None
        yield ev.MayhemGranted(who=who, amount=AMOUNT.of(command) or 1)


class ApplyCondition(TableAction):
    """Put a condition on somebody (section 10)."""

    id = "apply-condition"
    label = text("Apply a condition")
    help = text("Whatever a spell, a trap or the story does.")
    rule = "TS-300"
    parameters = (WHOM, CONDITION, BY)

    def require(self, view: BattleView, command: Command, *, complete: bool) -> None:
        """Refuse what is no condition."""
        self.target(view, command, complete=complete)
        by = BY.of(command)
        if by is not None:
            view.combatant(by, "combatant")
        condition = CONDITION.of(command)
        if (condition is not None or complete) and condition not in CONDITION_IDS:
            raise Refusal(
                "bad-command",
                text("There is no condition {condition}.", condition=f"{condition!r}"),
                self.rule,
            )

    def carry_out(self, view: BattleView, command: Command) -> Exchange[None]:
        """Put it on, higher steps in the place of lower ones (TS-322)."""
        who = self.target(view, command, complete=True)
        assert who is not None
        condition, by = CONDITION.of(command), BY.of(command)
        assert condition is not None
        if condition == "unconscious":
            yield from knock_out(view, who)
        else:
            yield ev.ConditionGained(who=who, condition=condition, data={} if by is None else {"by": by})
        yield from tidy(view)
        yield from settle(view)


class LiftCondition(TableAction):
    """Take a condition off somebody that lasts until it is removed (TS-300, TS-305, TS-313)."""

    id = "lift-condition"
    label = text("Lift a condition")
    help = text("Sight comes back, a grapple comes apart, somebody is woken.")
    rule = "TS-300"
    parameters = (WHOM, replace(CONDITION, choices=lambda view, actor: _found(view)))

    def require(self, view: BattleView, command: Command, *, complete: bool) -> None:
        """Refuse what somebody does not have."""
        who, condition = self.target(view, command, complete=complete), CONDITION.of(command)
        conditions = [choice.id for choice in _found(view)]
        if not conditions:
            raise Refusal("no-target", text("Nobody has any condition."), self.rule)
        if who is None:
            return
        theirs = _conditions(view.combatant(who).state)
        missing = condition not in theirs if condition is not None or complete else not theirs
        if missing:
            gaps = {"who": named(view.combatant(who))}
            said = text("{who} has no condition.", **gaps)
            if condition is not None:
                said = text("{who} is not {condition}.", condition=called(condition), **gaps)
            raise Refusal("no-target", said, self.rule)

    def carry_out(self, view: BattleView, command: Command) -> Exchange[None]:
        """Take it off; who is woken no longer bleeds out (TS-272, TS-313)."""
        who, condition = self.target(view, command, complete=True), CONDITION.of(command)
        assert who is not None
        assert condition is not None
        if condition == MANIPULATED:
            yield ev.Kept(who=who, values={"manipulated": None})
            return
        yield ev.ConditionEnded(who=who, condition=condition)
        if condition == "unconscious":
            yield ev.Kept(who=who, values={"dying": False, "dying_rounds": 0})
        yield from tidy(view)
        yield from settle(view)


def _found(view: BattleView) -> tuple[Choice, ...]:
    """List the conditions that anybody has."""
    there = {id_ for combatant in view.state.combatants.values() for id_ in _conditions(combatant.state)}
    ids = (*CONDITION_IDS, MANIPULATED)
    return tuple(Choice(id=id_, label=called(id_)) for id_ in ids if id_ in there)


def _conditions(now: TesserisState) -> tuple[str, ...]:
    """List what somebody has, and last of it what it was talked into (TS-330)."""
    return (*now.conditions, *((MANIPULATED,) if now.manipulated is not None else ()))


class Lend(TableAction):
    """Let somebody borrow ticks for an action that is not borrowed for (TS-064)."""

    id = "lend-ticks"
    label = text("Let somebody borrow")
    help = text("The next action of its own may be begun on ticks of the next round, whatever it is.")
    rule = "TS-064"
    parameters = (WHOM, TICKS)

    def require(self, view: BattleView, command: Command, *, complete: bool) -> None:
        """Refuse nobody."""
        self.target(view, command, complete=complete)

    def carry_out(self, view: BattleView, command: Command) -> Exchange[None]:
        """Allow it."""
        who = self.target(view, command, complete=True)
        assert who is not None
        yield ev.Kept(who=who, values={"may_borrow": TICKS.of(command) or 1})


class CauseFear(TableAction):
    """Frighten somebody by what it sees (TS-187)."""

    id = "cause-fear"
    label = text("Cause fear")
    help = text("Resolve against a difficulty, or the next step of fear.")
    rule = "TS-187"
    parameters = (WHOM, DIFFICULTY)

    def require(self, view: BattleView, command: Command, *, complete: bool) -> None:
        """Refuse it without a difficulty."""
        self.target(view, command, complete=complete)
        if DIFFICULTY.of(command) is None and complete:
            raise Refusal("bad-command", text("Say how hard it is to bear ('difficulty')."), self.rule)

    def carry_out(self, view: BattleView, command: Command) -> Exchange[None]:
        """Roll, and be afraid."""
        who, goal = self.target(view, command, complete=True), DIFFICULTY.of(command)
        assert who is not None
        if not goal:
            return
        trial = skill_trial("fear", RESISTING, "resolve", difficulty=goal, words=(SUCCESS, FAILURE))
        result = yield from roll_trial(view, who, trial)
        if result.outcome == FAILURE:
            yield from frighten(view, who, goal)


SCARED = "scared-to-death"


class GivingUpIsDeath(TableAction):
    """Say of somebody scared to death that to give up would be its death (TS-C9)."""

    id = "giving-up-is-death"
    label = text("Giving up is death")
    help = text("Who is scared to death stays frightened in the end, and does not surrender.")
    rule = "TS-319"
    parameters = (WHOM,)

    def require(self, view: BattleView, command: Command, *, complete: bool) -> None:
        """Refuse it of whom it is said already, and of who is not scared to death."""
        who = self.target(view, command, complete=complete)
        there = view.state.combatants if who is None else {who: view.combatant(who)}
        scared = (combatant.state.conditions.get(SCARED) for combatant in there.values())
        if not any(data is not None and not data.get("doomed") for data in scared):
            raise Refusal("no-target", text("Nobody else here is scared to death."), self.rule)

    def carry_out(self, view: BattleView, command: Command) -> Exchange[None]:
        """Keep it with the condition, for the round in which that ends."""
        who = self.target(view, command, complete=True)
        assert who is not None
        conditions = view.combatant(who).state.conditions
        doomed = {**conditions, SCARED: {**conditions[SCARED], "doomed": True}}
        yield ev.Kept(who=who, values={"conditions": doomed})


class EndCombat(TableAction):
    """End the combat (TS-059)."""

    id = "end-combat"
    label = text("End the combat")
    help = text("Light conditions end, heavier ones fall, the conscious get their breath back.")
    rule = "TS-059"

    def carry_out(self, view: BattleView, command: Command) -> Exchange[None]:
        """End the combat, and tidy up what only lasts through it."""
        yield from end_combat(view)
        yield from tidy(view)


TABLE_ACTIONS: tuple[Action, ...] = (
    SetOrder(),
    GrantMayhem(),
    ApplyCondition(),
    LiftCondition(),
    CauseFear(),
    Lend(),
    GivingUpIsDeath(),
    EndCombat(),
)
