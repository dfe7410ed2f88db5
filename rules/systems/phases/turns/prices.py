"""What actions cost: so many phases, from the declaration to the end, or the free action (PH-40, PH-45)."""

from rules.engine.price import Price
from rules.engine.state import BattleView
from rules.engine.text import Words, text
from rules.systems.phases.state import LENGTH_WORDS, Fighter, Length, PhasesState

PHASE, FREE_ACTION = "phase", "free-action"
_FREE = text("free action")


def price_of(view: BattleView, length: Length | None) -> Price:
    """Give the price of what takes so long; None where it is not said yet. Who declares is done (PH-44)."""
    return Price(amount=None if length is None else length.phases, unit=PHASE, ends_turn=view.state.running)


def free_price(actor: Fighter) -> Price:
    """Give the price of the free action of a phase (PH-45)."""
    state: PhasesState = actor.state
    return Price(unit=FREE_ACTION, left=int(state.free_left))


def price_in_words(price: Price) -> Words:
    """Say how long an action takes."""
    if price.unit == FREE_ACTION:
        return _FREE
    found = (length for length in Length if price.unit == PHASE and length.phases == price.amount)
    return next((LENGTH_WORDS[length] for length in found), "")
