"""What working a door costs: a quick action (our ruling AT-R27)."""

from rules.engine.command import Command
from rules.engine.doors import DoorAction
from rules.engine.events import DoorSet
from rules.engine.exchange import Exchange
from rules.engine.state import Scene
from rules.systems.atomic.actions import ALLOWANCE_WORDS, QUICK, AtomicAction
from rules.systems.atomic.deed import finish_action, start_action


class Door(DoorAction, AtomicAction):
    """Open or close a door that one stands next to, as a quick action (our ruling AT-R27; AT-53)."""

    cost = ALLOWANCE_WORDS[QUICK]
    rule = "AT-R27"
    allowance = QUICK

    def require_able(self, scene: Scene, command: Command) -> None:
        """Refuse who cannot act or has no quick action left."""
        AtomicAction.check(self, scene, command)

    def work(self, scene: Scene, done: DoorSet) -> Exchange[None]:
        """Spend the quick action, and work the door unless the action is lost."""
        assert done.who is not None
        start = yield from start_action(scene, done.who, QUICK, "door")
        if not start.is_lost:
            yield done
        yield from finish_action(scene, start)
