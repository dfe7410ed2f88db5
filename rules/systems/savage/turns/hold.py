"""Hold, what it is good for, and the end of a round that waits (SW-26, SW-30 to SW-32)."""

from dataclasses import replace

from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Action, Choice, Plan
from rules.engine.text import combatant, text
from rules.systems.savage.actions import TARGET, SavageAction, refuse_if, require_present, require_unshaken
from rules.systems.savage.attack.opposed import athletics, contest
from rules.systems.savage.events import all_events as ev
from rules.systems.savage.state import Fighter, choice_of, table_of
from rules.systems.savage.turns.prices import HELD_TURN, WHOLE_TURN
from rules.systems.savage.turns.turn_order import end_round, go_on, take_held_turn


class Hold(SavageAction):
    """Put one's turn off (SW-30)."""

    id = "hold"
    label = text("Hold")
    help = text("Put your turn off, before doing anything: you can act later, or break into another's turn.")
    rule = "SW-30"

    def price(self, view: BattleView, command: Command) -> Price:
        """Give the turn, which goes by."""
        return replace(WHOLE_TURN, ends_turn=view.state.running)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse it to the Shaken, and once anything was done this turn."""
        require_unshaken(actor)
        said = text(
            "{actor} has begun this turn already; Hold comes before anything else.", actor=combatant(actor)
        )
        begun = actor.state.has_begun or actor.state.actions_declared > 1
        refuse_if(begun, "too-late", said, self.rule)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Leave the order."""
        yield ev.Held(who=actor.id)
        if view.state.running:
            yield from go_on(view)


class OnHoldAction(SavageAction):
    """What takes up a held turn."""

    def interrupts(self, view: BattleView, actor: Fighter) -> bool:
        """Say so: it needs no turn of one's own."""
        return True

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it to who is not on Hold, before anything else (SW-67)."""
        self._require_on_hold(view.combatant(command.actor, "actor"))
        super().check(view, command)

    def price(self, view: BattleView, command: Command) -> Price:
        """Give the turn that was held."""
        return HELD_TURN

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Check it and prepare the exchange."""
        self._require_on_hold(view.combatant(command.actor, "actor"))
        return super().plan(view, command)

    def _require_on_hold(self, actor: Fighter) -> None:
        refuse_if(
            not actor.state.on_hold,
            "not-on-hold",
            text("{actor} is not on Hold.", actor=combatant(actor)),
            self.rule,
        )

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse what cannot be done on Hold."""
        require_present(actor)


class ActNow(OnHoldAction):
    """Take the held turn: at once, or right after the turn that is running (SW-31)."""

    id = "act-now"
    label = text("Act now")
    help = text(
        "Take your held turn: at once if nobody is acting, else right after the turn that is running."
    )
    rule = "SW-31"

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse to ask for it twice."""
        waits = any(who == actor.id for _, who in table_of(view.state).after)
        refuse_if(
            waits,
            "too-late",
            text("{actor} acts after this turn already.", actor=combatant(actor)),
            self.rule,
        )

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Start it, or note that it comes next."""
        if view.state.active is None:
            yield from take_held_turn(view, actor.id)
        else:
            yield ev.TurnAwaited(who=actor.id, after=view.state.active, holds=True)


class Interrupt(OnHoldAction):
    """Break into another's turn (SW-32)."""

    id = "interrupt"
    label = text("Interrupt")
    help = text(
        "Athletics against Athletics: win, and your turn comes now; lose, and it comes right after theirs."
    )
    rule = "SW-32"

    @staticmethod
    def _acting(view: BattleView, actor: Fighter) -> tuple[Choice, ...]:
        active = view.state.combatants.get(view.state.active or "")
        return () if active is None or active.id == actor.id else (choice_of(active),)

    parameters = (replace(TARGET, label=text("Whose turn"), choices=_acting),)

    def require(self, view: BattleView, actor: Fighter, command: Command, *, complete: bool) -> None:
        """Refuse a target that is not acting."""
        named = TARGET.of(command)
        target = view.combatant(named, "target") if named is not None else None
        if target is None and not complete and view.state.active is not None:
            return
        if target is None or target.id != view.state.active or target.id == actor.id:
            said = text("Only the one whose turn is running can be interrupted.")
            raise Refusal("no-target", said, self.rule)

    def carry_out(self, view: BattleView, actor: Fighter, command: Command) -> Exchange[None]:
        """Roll for it, but with a Joker of this round (SW-23)."""
        target = view.combatant(TARGET.of(command), "target").id
        joker = actor.state.joker
        won = joker
        if not joker:
            won = yield from contest(view, athletics(view, actor.id), athletics(view, target))
        yield ev.Interrupted(who=actor.id, target=target, won=won, by_joker=joker)
        if won:
            yield from take_held_turn(view, actor.id, before=target)
        else:
            yield ev.TurnAwaited(who=actor.id, after=target, holds=False)


class EndRound(Action):
    """End a round that only waits for those on Hold; the GM's (SW-26)."""

    id = "end-round"
    label = text("End the round")
    help = text("Nobody is acting, and those on Hold let the round go by: deal new cards.")
    rule = "SW-26"
    of_table = True

    def check(self, view: BattleView, command: Command) -> None:
        """Refuse it while somebody acts, and in free play."""
        state = view.state
        words = text("Somebody is acting: end that turn first.")
        if not state.running:
            words = text("No fight is running.")
        refuse_if(not state.running or state.active is not None, "too-late", words, self.rule)

    def plan(self, view: BattleView, command: Command) -> Plan:
        """Plan to end the round for all who still hold."""
        self.check(view, command)
        return Plan(exchange=_end_round)


def _end_round(view: BattleView) -> Exchange[None]:
    yield from end_round(view)
    yield from go_on(view)
