"""What working a door costs: a quick action (our ruling AT-R27)."""

from rules.engine.battle_events import DoorSet
from rules.engine.command import Command
from rules.engine.exchange import Exchange
from rules.engine.moves.doors import DoorAction
from rules.engine.state import BattleView
from rules.systems.atomic.actions import AtomicAction
from rules.systems.atomic.turns.deed import finish_action, start_action
from rules.systems.atomic.turns.prices import QUICK


class Door(DoorAction, AtomicAction):
    """Open or close a door that one stands next to, as a quick action (our ruling AT-R27; AT-53)."""

    rule = "AT-R27"
    allowance = QUICK

    def require_able(self, view: BattleView, command: Command) -> None:
        """Refuse who cannot act or has no quick action left."""
        AtomicAction.check(self, view, command)

    def work(self, view: BattleView, done: DoorSet) -> Exchange[None]:
        """Spend the quick action, and work the door unless the action is lost."""
        assert done.who is not None
        start = yield from start_action(view, done.who, QUICK, "door")
        if not start.is_lost:
            yield done
        yield from finish_action(view, start)
