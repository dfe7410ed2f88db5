"""Doors: worked in passing, for free (our ruling SW-R62)."""

from rules.engine.battle_events import DoorSet
from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.moves.doors import DoorAction
from rules.engine.price import Price
from rules.engine.state import BattleView
from rules.systems.savage.actions import require_present
from rules.systems.savage.turns.prices import FREE


class Door(DoorAction):
    """Open or close a door that one stands next to (our ruling SW-R62)."""

    rule = "SW-R62"

    def price(self, view: BattleView, command: Command) -> Price:
        """Give no price: doors are free."""
        return FREE

    def require_able(self, view: BattleView, command: Command) -> None:
        """Refuse those who can do nothing at all (SW-66)."""
        require_present(view.combatant(command.actor, "actor"))

    def work(self, view: BattleView, done: DoorSet) -> Exchange[None]:
        """Work the door."""
        yield done
