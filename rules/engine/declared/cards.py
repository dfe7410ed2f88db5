"""The action deck. A card is the face of a die with a side for each card of `DECK`.

A system draws by a roll whose key is `CARDS`, and takes further faces while a face is a card that is out: a
draw is thrown, recorded and replayed like dice, and a scenario's `cards` are the queue of that roll.
"""

from rules.engine.refusal import Refusal
from rules.engine.text import text

CARDS = "table.cards"
"""Who and for what: the key of the roll that draws cards."""
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("C", "D", "H", "S")
DECK: tuple[str, ...] = (*(rank + suit for rank in RANKS for suit in SUITS), "JB", "JR")
"""Every card as scenarios write it (rank then suit, and the two jokers); its face is its place, from 1."""
_FACES = {card: face for face, card in enumerate(DECK, start=1)}


def card_face(card: str) -> int:
    """Give the face that stands for a card. Raises `Refusal` `bad-card`."""
    if card not in _FACES:
        raise Refusal(
            "bad-card",
            text(
                "{card} is no card; write rank and suit, like AS, 10D or 2C, or JR or JB.", card=f"{card!r}"
            ),
        )
    return _FACES[card]
