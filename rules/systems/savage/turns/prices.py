"""What actions cost: actions of those declared, inches of movement, a turn, a Benny (SW-60 to SW-69)."""

from enum import StrEnum

from rules.engine.house.house import House
from rules.engine.price import Price
from rules.engine.text import Words, counted, text
from rules.systems.savage import house as own
from rules.systems.savage.state import Fighter, SavageState, inches_left, pace_of


class Unit(StrEnum):
    """What is paid with."""

    ACTION = "action"
    ACTIONS = "actions"
    """All that may be done but moving (SW-69)."""
    INCH = "inch"
    TURN = "turn"
    HELD_TURN = "held-turn"
    BENNY = "benny"


FREE = Price(amount=0, unit=Unit.ACTION)
ALL_ACTIONS = Price(unit=Unit.ACTIONS)
WHOLE_TURN = Price(unit=Unit.TURN)
HELD_TURN = Price(unit=Unit.HELD_TURN)


def multi_action(house: House, count: int) -> int:
    """Give what so many actions in a turn take off each of their rolls (SW-65)."""
    return own.EACH_ACTION.value(house) * (count - 1)


def action_price(actor: Fighter) -> Price:
    """Give the price of one of the declared actions, with the penalty of their number (SW-64, SW-65)."""
    state: SavageState = actor.state
    declared = state.actions_declared
    left, running = max(0, declared - state.actions_used), own.RUNNING.value(actor.house) if state.ran else 0
    penalty = multi_action(actor.house, declared) + running
    return Price(unit=Unit.ACTION, of=declared, left=left, penalty=penalty)


def declaring_price(actor: Fighter, count: int) -> Price:
    """Give the price of declaring so many actions: nothing but what each of them suffers (SW-63, SW-65)."""
    return Price(amount=0, unit=Unit.ACTION, penalty=multi_action(actor.house, count))


def movement_price(actor: Fighter, inches: float | None, penalty: int = 0) -> Price:
    """Give the price of so many inches of movement; None where it is not said yet how many (SW-61)."""
    pace = max(1, pace_of(actor))
    return Price(amount=inches, unit=Unit.INCH, of=pace, left=inches_left(actor), penalty=penalty)


def up_and_down_price(actor: Fighter) -> Price:
    """Give the price of getting up, and of getting into or out of the saddle (SW-145, SW-180)."""
    return movement_price(actor, own.UP_AND_DOWN.value(actor.house))


def benny_price(actor: Fighter) -> Price:
    """Give the price of what takes a Benny: no turn brings it back (SW-51)."""
    return Price(unit=Unit.BENNY, of=0, left=actor.state.bennies)


def price_in_words(price: Price) -> Words:
    """Say what an action costs."""
    match price.unit:
        case Unit.ACTION if price.is_free and price.penalty:
            return text("{penalty} on each action", penalty=f"{price.penalty:+d}")
        case Unit.ACTION if price.is_free:
            return text("free")
        case Unit.ACTION:
            return text("an action")
        case Unit.ACTIONS:
            return text("all actions")
        case Unit.INCH if price.amount:
            return counted("{n} inch of movement", "{n} inches of movement", n=price.amount)
        case Unit.INCH:
            return text("movement")
        case Unit.TURN:
            return text("the turn") if price.ends_turn else text("the whole turn")
        case Unit.HELD_TURN:
            return text("the held turn")
        case Unit.BENNY:
            return text("a Benny")
    return ""
