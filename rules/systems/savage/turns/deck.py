"""Dealing action cards (SW-20 to SW-25, SW-34)."""

from collections.abc import Sequence

from rules.engine.declared.cards import CARDS, DECK, RANKS
from rules.engine.exchange import Exchange, throw
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.savage.events.all_events import JOKERS, BennyGained, CardDealt, DeckShuffled
from rules.systems.savage.plain_rolls import CardRoll
from rules.systems.savage.state import Fighter, table_of

_SUITS = ("C", "D", "H", "S")
_LOW = RANKS.index("5")
_WHO, _PURPOSE = CARDS.split(".")
_ACTION_CARD = text("action card")


def rank_of(card: str) -> tuple[int, int]:
    """Give what cards are ordered by: a Joker, red before black, then rank, then suit (SW-20, SW-R17)."""
    if card in JOKERS:
        return len(RANKS), int(card == "JR")
    return RANKS.index(card[:-1]), _SUITS.index(card[-1])


def draw(view: BattleView, so_far: Sequence[str]) -> Exchange[str]:
    """Draw one card; an empty deck is shuffled first, without the cards in use (SW-25).

    Args:
        so_far: the cards drawn for the same combatant, which the deck has not noted yet.
    """
    out = {*table_of(view.state).drawn, *so_far}
    if len(out) == len(DECK):
        in_use = {c.state.card for c in view.state.combatants.values()} | set(so_far)
        yield DeckShuffled(in_use=tuple(card for card in DECK if card in in_use))
        out = {*table_of(view.state).drawn}
    roll = CardRoll(
        who=_WHO,
        purpose=_PURPOSE,
        label=_ACTION_CARD,
        quiet=True,
        out=tuple(card for card in DECK if card in out),
    )
    result = yield from throw(roll)
    return result.card


def deal(view: BattleView, to: Fighter, members: Sequence[str]) -> Exchange[None]:
    """Deal to one combatant, or one card to a group of Extras, and let Jokers pay out (SW-24, SW-34)."""
    edges = to.sheet.edges if to.sheet.wild_card else ()
    hesitant = to.sheet.wild_card and "hesitant" in to.sheet.hindrances
    count = 3 if "improved-level-headed" in edges else 2 if "level-headed" in edges or hesitant else 1
    cards: list[str] = []
    for _ in range(count):
        card = yield from draw(view, cards)
        cards.append(card)
    kept = max(cards, key=rank_of)
    if hesitant and kept not in JOKERS:
        kept = min(cards, key=rank_of)
    while "quick" in edges and rank_of(kept)[0] <= _LOW:
        kept = yield from draw(view, cards)
        cards.append(kept)
    yield CardDealt(who=to.id, card=kept, cards=tuple(cards), members=tuple(members))
    for _ in (card for card in cards if card in JOKERS):
        for ally in view.state.combatants.values():
            if ally.side == to.side and ally.sheet.wild_card:
                yield BennyGained(who=ally.id)
