"""Doors: worked as a simple action of one tick (TS-099)."""

from rules.engine.battle_events import DoorSet
from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.moves.doors import DoorAction
from rules.engine.price import Price
from rules.engine.state import BattleView
from rules.engine.text import combatant, text
from rules.systems.tesseris.parameters import GM_BORROW
from rules.systems.tesseris.turns.aftermath import tidy
from rules.systems.tesseris.turns.tick_action import refuse_if
from rules.systems.tesseris.turns.ticks import own_payment, price_of

_TICKS = 1


class Door(DoorAction):
    """Open or close a door that one stands next to (TS-099)."""

    rule = "TS-099"
    also = (GM_BORROW,)

    def price(self, view: BattleView, command: Command) -> Price:
        """Give its tick."""
        return price_of(view.combatant(command.actor, "actor"), _TICKS)

    def require_able(self, view: BattleView, command: Command) -> None:
        """Refuse those who can do nothing, are held, or have no tick left."""
        actor = view.combatant(command.actor, "actor")
        held = actor.state.is_out or actor.state.has("grappled", "pinned", "surprised", "suffocating")
        refuse_if(held, "cannot-act", text("{actor} can work no door now.", actor=combatant(actor)), "TS-168")
        own_payment(actor, self.id, _TICKS, borrows=False, by_gm=GM_BORROW.of(command) or False)

    def work(self, view: BattleView, done: DoorSet) -> Exchange[None]:
        """Pay, and work the door."""
        actor = view.combatant(done.who, "actor")
        yield own_payment(actor, self.id, _TICKS, borrows=False, by_gm=True)
        yield done
        yield from tidy(view)  # who sees whom may have changed
