"""What happens to cards, rounds and turns in this system."""

from collections.abc import Collection
from dataclasses import replace
from typing import ClassVar

from rules.engine.events import Event, OfOne, event
from rules.engine.state import BattleState
from rules.systems.savage.events.event_state import FRESH, out_of_order, shared
from rules.systems.savage.state import SavageState, table_of

JOKERS = frozenset({"JR", "JB"})


@event("deck-shuffled")
class DeckShuffled(Event):
    """The action deck was shuffled: all cards are in it but those in use (SW-25)."""

    in_use: tuple[str, ...] = ()

    def apply(self, state: BattleState) -> BattleState:
        """Put the cards back, those too that an earlier battle left lying before somebody."""
        for who, combatant in state.combatants.items():
            if combatant.state.card is not None and combatant.state.card not in self.in_use:
                state = state.with_state(who, card=None, joker=False)
        return shared(state, replace(table_of(state), drawn=self.in_use))


@event("card-dealt")
class CardDealt(OfOne):
    """These drew cards and keep one of them; a group of Extras shares it (SW-21, SW-34)."""

    """Whom it is dealt to; of a group the first."""
    card: str
    cards: tuple[str, ...]
    """All that were drawn for it, in order."""
    members: tuple[str, ...]

    def apply(self, state: BattleState) -> BattleState:
        """Lay it before all of them; a Joker helps them this round (SW-23)."""
        table = table_of(state)
        fresh = tuple(card for card in self.cards if card not in table.drawn)
        state = shared(state, replace(table, drawn=(*table.drawn, *fresh)))
        drawn = self.cards if len(self.cards) > 1 else ()
        for who in self.members:
            state = state.with_state(who, card=self.card, drawn=drawn, joker=self.card in JOKERS)
        if JOKERS & set(self.cards) and state.running:
            state = replace(state, clock={**state.clock, "joker_dealt": True})
        return state

    def subjects(self) -> tuple[str, ...]:
        """Name all who act on it."""
        return self.members

    def as_known(self, known: Collection[str]) -> "CardDealt":
        """Leave out members of the group who are not known."""
        members = tuple(who for who in self.members if who in known)
        return replace(self, who=members[0] if members else self.who, members=members or self.members)


@event("round-started")
class RoundStarted(Event):
    """A round started with this order (SW-22, SW-26)."""

    order: tuple[str, ...]
    clock: dict[str, int | bool]

    def apply(self, state: BattleState) -> BattleState:
        """Set order and clock; nobody has acted yet."""
        table = replace(table_of(state), acted=(), after=(), interrupted=())
        return replace(shared(state, table), order=self.order, clock=self.clock, active=None)

    def subjects(self) -> tuple[str, ...]:
        """Name nobody: the order is told apart from it."""
        return ()


@event("round-ended")
class RoundEnded(Event):
    """A round ended: cards and Jokers go, and so does surprise (SW-26, SW-29)."""

    round: int

    def apply(self, state: BattleState) -> BattleState:
        """Take the cards away."""
        for who in state.combatants:
            state = state.with_state(who, card=None, drawn=(), joker=False, surprised=False)
        return replace(state, active=None, clock={**state.clock, "joker_dealt": False})


@event("round-waits")
class RoundWaits(Event):
    """All turns of the round are over, and somebody is still on Hold (SW-26, SW-R20)."""

    def apply(self, state: BattleState) -> BattleState:
        """Let nobody be active."""
        return replace(state, active=None)


# ------------------------------------------------------------------------------------------------------ turns
@event("turn-renewed")
class TurnRenewed(OfOne):
    """The allowances of a turn were renewed, Defend and Hold ended (SW-27, SW-31)."""

    def apply(self, state: BattleState) -> BattleState:
        """Fill them."""
        table = table_of(state)
        if self.who not in table.acted:
            table = replace(table, acted=(*table.acted, self.who))
        after = tuple(pair for pair in table.after if pair[1] != self.who)
        state = state.with_state(self.who, on_hold=False, **FRESH)
        return shared(state, replace(table, after=after))


@event("turn-settled")
class TurnSettled(OfOne):
    """At the end of its turn: conditions counted down, an old Aim was lost (SW-27, SW-142, SW-143)."""

    ends_turn: ClassVar[bool] = True

    def apply(self, state: BattleState) -> BattleState:
        now: SavageState = state.combatants[self.who].state
        return state.with_state(
            self.who,
            vulnerable=max(0, now.vulnerable - 1),
            distracted=max(0, now.distracted - 1),
            aimed=now.aimed if now.aim_is_new else None,
            aim_is_new=False,
            turn_over=not state.running,
        )


@event("held")
class Held(OfOne):
    """Somebody is on Hold, by its own choice or because it surprises (SW-29, SW-30)."""

    def apply(self, state: BattleState) -> BattleState:
        """Take it out of the order; a held turn can be taken whenever it likes."""
        state = state.with_state(self.who, on_hold=True)
        if not state.running:
            return state
        state = out_of_order(state, self.who)
        table = table_of(state)
        acted = tuple(other for other in table.acted if other != self.who)
        active = None if state.active == self.who else state.active
        return replace(shared(state, replace(table, acted=acted)), active=active)


@event("turn-awaited")
class TurnAwaited(OfOne):
    """A held turn will start right after another's turn (SW-31, SW-32)."""

    of_turns: ClassVar[bool] = True
    after: str
    holds: bool
    """Whether it stays on Hold until then."""

    def apply(self, state: BattleState) -> BattleState:
        table = table_of(state)
        state = state.with_state(self.who, on_hold=self.holds)
        return shared(state, replace(table, after=(*table.after, (self.after, self.who))))

    def subjects(self) -> tuple[str, ...]:
        """Name both."""
        return self.who, self.after

    def as_known(self, known: Collection[str]) -> "TurnAwaited":
        """Leave out whose turn it is: to leave it out of some alone would tell that they are not known."""
        return replace(self, after="")


@event("interrupted")
class Interrupted(OfOne):
    """Somebody on Hold broke into another's turn (SW-32)."""

    of_turns: ClassVar[bool] = True
    target: str
    won: bool
    by_joker: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Let the other's turn wait, if the interruption came in time."""
        if not self.won:
            return state
        table = table_of(state)
        table = replace(table, interrupted=(*table.interrupted, self.target))
        return replace(shared(state, table), active=None)


@event("turn-resumed")
class TurnResumed(OfOne):
    """An interrupted turn goes on where it stopped (SW-32)."""

    of_turns: ClassVar[bool] = True

    def apply(self, state: BattleState) -> BattleState:
        """Make it active again."""
        table = table_of(state)
        rest = tuple(other for other in table.interrupted if other != self.who)
        return replace(shared(state, replace(table, interrupted=rest)), active=self.who)


@event("surprised")
class WasSurprised(OfOne):
    """Somebody did not notice the ambush in time (SW-29)."""

    def apply(self, state: BattleState) -> BattleState:
        """Let it do nothing in round 1."""
        return state.with_state(self.who, surprised=True, card=None)


@event("left-order")
class LeftOrder(OfOne):
    """Somebody dropped out of the fight, and with it out of the order (SW-28)."""

    def apply(self, state: BattleState) -> BattleState:
        """Take its turn away."""
        return out_of_order(state, self.who)
