"""What would tell of the cards of somebody who is not known (SW-20 to SW-26)."""

from collections.abc import Collection

from rules.engine.events import Event
from rules.engine.state import BattleState
from rules.systems.savage.events.all_events import BennyGained, DeckShuffled, RoundWaits


def hides(event: Event, before: BattleState, known: Collection[str]) -> bool:
    """Say whether an event follows from a card or the Hold of somebody unknown.

    A shuffle within a fight is told to nobody, whoever drew the Joker: or its lack would tell as much.
    """
    people = before.combatants.values()
    match event:
        case DeckShuffled():
            return before.running
        case BennyGained():  # SW-24: whoever has a Joker now on its side may have brought it
            side = before.combatants[event.who].side
            return any(c.state.joker and c.side == side and c.id not in known for c in people)
        case RoundWaits():
            return not any(c.state.on_hold and c.id in known for c in people)
    return False
