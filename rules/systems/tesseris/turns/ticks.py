"""What actions cost, and what they and reactions are paid with (TS-060 to TS-069)."""

from rules.engine.command import Said
from rules.engine.price import Price
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.text import Text, Words, combatant, counted, joined, text
from rules.systems.tesseris import house as own
from rules.systems.tesseris.events.all_events import TicksSpent
from rules.systems.tesseris.parameters import PAY
from rules.systems.tesseris.state import Fighter, TesserisState

TICKS, FREE = "ticks", "free"
TICK = "tick"
"""The unit of all prices."""


def full_ticks(who: Fighter) -> int:
    """Count the ticks of somebody's fresh round (TS-061)."""
    return max(0, own.TICKS.value(who.house) + who.sheet.bonus_ticks)


def price_of(actor: Fighter, ticks: int, *, ends_turn: bool = False) -> Price:
    """Give the price of what takes so many ticks (TS-060)."""
    left: int = actor.state.ticks
    return Price(amount=ticks, unit=TICK, of=full_ticks(actor), left=left, ends_turn=ends_turn)


def ticks_in_words(ticks: int) -> Words:
    """Say how many ticks something takes."""
    return counted("{n} tick", "{n} ticks", n=ticks) if ticks else text("free")


def price_in_words(price: Price) -> Words:
    """Say what an action costs (TS-060)."""
    return ticks_in_words(int(price.amount or 0)) if price.unit == TICK else ""


def is_off_turn(state: BattleState, who: str) -> bool:
    """Tell whether it is somebody else's turn; in free play it is nobody's (TS-069)."""
    return state.running and state.active != who


def pay_of(said: Said) -> str:
    """Read what a reaction is to be paid with; the free one goes without saying (TS-063)."""
    return str(PAY.of(said) or FREE)


def require_pay(said: Said) -> None:
    """Refuse an answer that pays with anything else (TS-063). Raises `Refusal` `bad-answer`."""
    if PAY.of(said) not in (None, FREE, TICKS):
        raise Refusal("bad-answer", text("'pay' is free or ticks."), "TS-063")


def can_pay(actor: Fighter, cost: int, *, borrows: bool, by_gm: bool) -> bool:
    """Tell whether somebody can pay so many ticks in their own turn; see `own_payment` (TS-064, TS-065)."""
    now: TesserisState = actor.state
    short = cost - now.ticks
    if short <= 0 or by_gm or short <= now.may_borrow:
        return True
    return borrows and now.debt + short <= own.BORROWED.value(actor.house)


def own_payment(actor: Fighter, what: str, cost: int, *, borrows: bool, by_gm: bool) -> TicksSpent:
    """Work out what an action in one's own turn costs (TS-064, TS-065).

    Args:
        borrows: whether it may be begun on ticks of the next round.
        by_gm: whether the GM lets it borrow all the same.

    Raises:
        Refusal: `no-ticks`.
    """
    now: TesserisState = actor.state
    if not can_pay(actor, cost, borrows=borrows, by_gm=by_gm):
        said = text(
            "That costs {cost} ticks; {actor} has {ticks} left in this round.",
            cost=cost,
            actor=combatant(actor),
            ticks=now.ticks,
        )
        if borrows:
            most = own.BORROWED.value(actor.house)
            limit = text(
                "No more than {most} can be borrowed, and {debt} are already.", most=most, debt=now.debt
            )
            said = joined((said, limit), " ")
        raise Refusal("no-ticks", said, "TS-064")
    spent = min(cost, now.ticks)
    return TicksSpent(who=actor.id, what=what, ticks=spent, borrowed=cost - spent)


def reaction_payment(
    state: BattleState, who: str, what: str, cost: int, *, borrows: bool = False, pay: str = FREE
) -> TicksSpent | None:
    """Work out what a reaction is paid with: the free one, then ticks, then debt (TS-062, TS-063).

    Args:
        borrows: whether it is one of the defences that may be borrowed for.
        pay: `ticks` keeps the free reaction.

    Returns:
        None if it cannot be paid.
    """
    now: TesserisState = state.combatants[who].state
    if cost == 0:
        return TicksSpent(who=who, what=what)
    is_own_turn = state.running and state.active == who
    if now.free_reaction and not is_own_turn and pay != TICKS:
        return TicksSpent(who=who, what=what, free_reaction=True)
    spent = min(cost, now.ticks)
    short = cost - spent
    if short and (not borrows or now.debt + short > own.BORROWED.value(state.house)):
        if now.free_reaction and not is_own_turn:
            return TicksSpent(who=who, what=what, free_reaction=True)  # it cannot be kept after all
        return None
    return TicksSpent(who=who, what=what, ticks=spent, borrowed=short)


def can_react(state: BattleState, who: str, cost: int, *, borrows: bool = False) -> bool:
    """Tell whether somebody can pay for a reaction."""
    return reaction_payment(state, who, "", cost, borrows=borrows) is not None


def reaction_price_in_words(state: BattleState, who: str) -> Text:
    """Say what a reaction of a tick costs just now (TS-062, TS-063)."""
    payment = reaction_payment(state, who, "", 1)
    if payment is None or payment.free_reaction:
        return text("the free reaction")
    left = state.combatants[who].state.ticks - payment.ticks
    return counted("{n} tick, {left} left", "{n} ticks, {left} left", n=1, left=left)
