"""What actions cost: one of the three allowances of a turn, or nothing (AT-50, AT-98)."""

from collections.abc import Mapping

from rules.engine.price import FREE, Price
from rules.engine.text import Text, Words, text
from rules.systems.atomic.state import AtomicState, Fighter
from rules.systems.atomic.turns.turn_order import is_last_action

SIGNIFICANT = "significant"
MOVE = "move"
QUICK = "quick"
ALLOWANCE_WORDS: Mapping[str, Text] = {
    SIGNIFICANT: text("significant action"),
    MOVE: text("move"),
    QUICK: text("quick action"),
}


def price_of(actor: Fighter, allowance: str) -> Price:
    """Give the price of what takes an allowance; what a last stand has granted takes none (AT-98)."""
    state: AtomicState = actor.state
    if not allowance:
        return FREE
    if state.granted is not None:
        return Price(amount=0, unit=allowance, ends_turn=is_last_action(state), penalty=state.granted)
    return Price(unit=allowance, left=getattr(state.allowances, allowance))


def price_in_words(price: Price) -> Words:
    """Say which allowance an action takes; nothing of what takes none."""
    return "" if price.is_free else ALLOWANCE_WORDS.get(price.unit, "")
