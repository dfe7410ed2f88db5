"""What may be done in one state of a battle, and what would come of it.

Nothing here changes anything. `Battle` asks it of the state that it has come to, of one that it takes up an
exchange on again, or of one that it does an exchange anew on.
"""

from collections.abc import Callable
from dataclasses import replace

from rules.engine.chances.aim_odds import measure_of
from rules.engine.chances.odds import odds
from rules.engine.chances.odds_figures import Odds
from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.gm.countdown import counting
from rules.engine.gm.gm_commands import TABLE_COMMANDS, WHILE_ASKED
from rules.engine.history.amendment import AMENDING, amended, from_params
from rules.engine.house.conditions import conditioned, first_roll, own_modifiers, require_not_forbidden
from rules.engine.moves.flight import in_flight, require_flight
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import TURN_COMMANDS, Action, Plan, Reach, System
from rules.engine.text import Words, combatant, text

_MOST_PLANS = 200
"""A drag over the map asks for many that nobody asks for again."""
_Maker = Callable[[BattleView], Exchange[None]]


class Position:
    """One state of a battle under its system, with what was worked out on it."""

    def __init__(self, system: System, state: BattleState) -> None:
        self.system, self.state = system, state
        self._plans: dict[tuple[str, str | None, str], Plan] = {}
        self._odds: dict[tuple[int, int, bool], tuple[Plan, Odds]] = {}

    def exchange(self, command: Command) -> _Maker:
        """Check a command and give its exchange. The order of the checks is the specification's."""
        if command.do in TABLE_COMMANDS:
            if command.do not in WHILE_ASKED:
                self.require_no_prompt()
            return _counting(lambda view: TABLE_COMMANDS[command.do](view, command))
        if command.do == AMENDING:  # one that was accepted, taken up again
            again, amendments = from_params(command.params)
            make = self.exchange(again)
            return lambda view: amended(make(view), amendments)
        if command.do in TURN_COMMANDS:
            turn = self._under_conditions(self._turn_command(command))
            return _counting(lambda view: in_flight(view, turn(view), command))
        make_plan = self.plan(command).exchange
        require_flight(self.state, command)
        return _counting(lambda view: in_flight(view, make_plan(view), command))

    def check(self, command: Command, view: BattleView | None = None) -> Refusal | None:
        """Say why a command, as far as it is complete, may not be done now; None if it may.

        Args:
            view: what who asks knows of the battle, where that is not all of it.
        """
        view = view or BattleView(self.state)
        try:
            return self.legal_action(command, view).why_not(view, command)
        except Refusal as refusal:
            return refusal

    def plan(self, command: Command) -> Plan:
        """Prepare a complete action without doing it: facts, modifiers, line of fire. Raises `Refusal`.

        Asked the same again before anything changes, it gives the same plan: several viewers look at one aim.
        """
        action = self.legal_action(command)
        key = command.do, command.actor, repr(command.params)
        if key not in self._plans:
            if len(self._plans) == _MOST_PLANS:
                self._plans.clear()
                self._odds.clear()
            plan = action.plan(BattleView(self.state), command)
            self._plans[key] = self._plan_under_conditions(plan, command.actor)
        return self._plans[key]

    def carrying_out(self, moment: BattleState, who: str) -> _Maker:
        """Give the exchange that carries out by itself what somebody has declared.

        Args:
            moment: the state before the moment in which it comes about, on which it is worked out.
        """
        return self._under_conditions(lambda view: self.system.turns.carry_out(view, moment, who))

    def odds(self, command: Command, budget: int | None = None) -> Odds:
        """Work out what an action aimed at somebody would do. Nothing is thrown. Raises `Refusal`."""
        return self.odds_of(self.plan(command), budget)

    def odds_of(self, plan: Plan, budget: int | None = None, *, in_its_words: bool = False) -> Odds:
        """Work out, once, what a plan would do to its target.

        Args:
            budget: the leaves that may be walked; the system's own number by default.
            in_its_words: whether a contest is judged as it is told (`Plan.contest`).
        Raises:
            Refusal: `no-target` without one.
        """
        budget = self.system.odds_budget if budget is None else budget
        if plan.target is None:
            raise Refusal("no-target", text("This is aimed at nobody, so that there are no odds to give."))
        key = (id(plan), budget, in_its_words)
        if key not in self._odds:
            make = plan.foreseen or plan.exchange
            measure = measure_of(self.system, plan, plan.target, in_its_words=in_its_words)
            found = odds(self.state, make, plan.target, measure, budget, self.system.odds_draws)
            self._odds[key] = plan, found  # with the plan, whose id is then nobody else's
        return self._odds[key][1]

    def reach(self, who: str, view: BattleView | None = None, within: Command | None = None) -> Reach:
        """Tell where a combatant may move now, on the scene as somebody knows it.

        Args:
            within: the action that the move is part of, as far as it is said; None for a move of its own.

        Raises:
            Refusal: as the move would.
        """
        if within is not None:
            action = self.legal_action(within)
            found = action.reach(view or BattleView(self.state), within)
            if found is not None:
                return found
        move, view = Command(do="move", actor=who), view or BattleView(self.state)
        refused = self.legal_action(move).why_not(view, move)
        if refused is not None:  # who could not take a single step reaches nothing
            raise refused
        return self.system.reach(view, who)

    # ------------------------------------------------------------------------------------------ who may act
    def legal_action(self, command: Command, view: BattleView | None = None) -> Action:
        """Find the action that a command names, after the checks that all actions share.

        Args:
            view: what who asks knows of the battle, where that is not all of it.

        Raises:
            Refusal: `unknown-combatant`, `prompt-open`, `not-your-turn` or `unknown-action`, in the order
                that the system gives (`System.checks`).
        """
        action = self.system.action(command.do)
        for check in self.system.checks:
            if check == "prompt":
                self.require_no_prompt(view)
            elif check == "action" and action is None:
                raise Refusal(
                    "unknown-action",
                    text(
                        "{system} knows no action {do}.", system=text(self.system.name), do=f"{command.do!r}"
                    ),
                )
            elif check != "action" and (command.actor is not None or not (action and action.of_table)):
                self._check_actor(check, view or BattleView(self.state), command, action)
        assert action is not None, "the system checks that there is such an action"
        if command.actor is not None:
            require_not_forbidden(self.state.combatant(command.actor, "actor"), command.do)
        return action

    def require_turn(self, who: str, view: BattleView) -> None:
        """Refuse who must wait for its turn, in words that say no more than who asks knows.

        Args:
            view: what who asks knows of the battle; of turns it may know less than is so.

        Raises:
            Refusal: mostly `not-your-turn`, as the system says.
        """
        self._require_as_known(lambda state: self.system.turns.require_turn(state, who), who, view)

    def require_may_end_turn(self, command: Command, view: BattleView) -> None:
        """Refuse to end a turn that is not one's own, in words that say no more than who asks knows.

        Args:
            view: as of `require_turn`.

        Raises:
            Refusal: as the command itself.
        """
        who = self.state.combatant(command.actor, "actor").id
        self.require_no_prompt(view)
        self._require_as_known(lambda state: self.system.turns.require_clock(state, command), who, view)
        self.require_turn(who, view)

    def require_no_prompt(self, view: BattleView | None = None) -> None:
        """Refuse what must wait for an answer.

        Args:
            view: what who asks knows of the battle, where that is not all of it.
        """
        prompt = self.state.prompt
        if prompt is not None:
            asked = (view.state if view is not None else self.state).combatants.get(prompt.to)
            words: Words = text("The GM is busy; wait a moment.")
            if asked is not None:
                words = text("{asked} is being asked first; wait for the answer.", asked=combatant(asked))
            raise Refusal("prompt-open", words)

    def _check_actor(self, check: str, view: BattleView, command: Command, action: Action | None) -> None:
        actor = view.combatant(command.actor, "actor")
        if check == "turn":
            if action is None or not (action.of_table or action.interrupts(view, actor)):
                self.require_turn(actor.id, view)
        elif check == "able" and action is not None:
            self.system.turns.require_able(view, action, actor)

    def _require_as_known(self, require: Callable[[BattleState], None], who: str, view: BattleView) -> None:
        """Refuse what the truth forbids, in the words of what is known where that forbids it too."""
        try:
            require(self.state)
        except Refusal as refusal:
            if view.state is self.state:
                raise
            require(view.state)
            said = text(
                "{who} must wait: just now it is nobody's turn.", who=combatant(self.state.combatants[who])
            )
            raise Refusal(refusal.code, said, refusal.rule) from None

    # ------------------------------------------------------------------------------------------- exchanges
    def _turn_command(self, command: Command) -> _Maker:
        actor = "" if command.do == "begin" else self.state.combatant(command.actor, "actor").id
        if command.do == "end-turn":
            self.require_may_end_turn(command, BattleView(self.state))
            return lambda view: self.system.finish_turn(view, actor, command)
        self.require_no_prompt()
        self.system.turns.require_clock(self.state, command)
        if command.do == "begin":
            return lambda view: self.system.turns.begin(view, command)
        return lambda view: self.system.take_turn(view, actor, command)

    def _under_conditions(self, make: _Maker) -> _Maker:
        """Let the table's own conditions bear on an exchange, where there are any."""
        return (lambda view: conditioned(view, make(view))) if self.state.house.conditions else make

    def _plan_under_conditions(self, plan: Plan, actor: str | None) -> Plan:
        """Let the table's own conditions bear on a plan: on what it does, and on the roll that it shows."""
        if not self.state.house.conditions:
            return plan
        shown, modifiers = BattleView(self.state), plan.modifiers
        roller = self.state.combatants.get(actor or "")
        if roller is not None and roller.own_conditions:
            roll = first_roll(shown, plan.exchange(shown), roller.id)
            modifiers += own_modifiers(roller, roll.purpose, modifiers) if roll is not None else ()
        foreseen = None if plan.foreseen is None else self._under_conditions(plan.foreseen)
        exchange = self._under_conditions(plan.exchange)
        number = plan.target_number
        if number is not None and self.system.rolls_under:
            number += sum(modifier.value for modifier in modifiers[len(plan.modifiers) :])
        return replace(
            plan,
            exchange=exchange,
            foreseen=foreseen,
            modifiers=modifiers,
            target_number=number,
        )


def _counting(make: _Maker) -> _Maker:
    """Let what lasts only so long end when it should, whatever lets the clock go on."""
    return lambda view: counting(view, make(view))
