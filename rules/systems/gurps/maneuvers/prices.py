"""What actions cost: the one maneuver of a turn, or nothing (GU-601)."""

from rules.engine.price import Price
from rules.engine.text import Words
from rules.systems.gurps.maneuvers.maneuver_table import BY_MANEUVER
from rules.systems.gurps.state import Fighter, GurpsState

MANEUVER = "maneuver"


def maneuver_price(actor: Fighter) -> Price:
    """Give the price of what takes the turn's maneuver (GU-601)."""
    state: GurpsState = actor.state
    return Price(unit=MANEUVER, left=0 if state.maneuver is not None else 1)


def price_in_words(price: Price) -> Words:
    """Say that an action takes the maneuver; nothing of what takes none."""
    return BY_MANEUVER if price.unit == MANEUVER else ""
