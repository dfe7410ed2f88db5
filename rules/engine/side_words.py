"""What the sides of a fight are called: by their usual names, or as the GM has named them."""

from rules.engine.shown import FOES, HEROES, OTHERS
from rules.engine.text import Words, as_typed, text

_CALLED = {"": text("No side"), HEROES: text("Heroes"), FOES: text("Foes"), OTHERS: text("Others")}


def side_words(side: str) -> Words:
    """Call a side as headings do: one that the GM has named is as typed, with a capital at the front."""
    return _CALLED.get(side, as_typed(side[:1].upper() + side[1:]))
