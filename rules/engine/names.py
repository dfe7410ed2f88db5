"""What places and sides are called: cells as the map's edges have it, zones and sides by name."""

from rules.engine.shown import FOES, HEROES, OTHERS
from rules.engine.state import BattleState
from rules.engine.text import Words, as_typed, text
from rules.map.model import Place

_CALLED = {"": text("No side"), HEROES: text("Heroes"), FOES: text("Foes"), OTHERS: text("Others")}


def place_words(state: BattleState, place: Place | None) -> str:
    """Name a place as the map's edges do, or by its zone."""
    if isinstance(place, str) and state.map is not None:
        return next((z.name for z in state.map.zones if z.id == place), place)
    return f"{column_letter(place[0])}{place[1] + 1}" if isinstance(place, tuple) else "somewhere"


def column_letter(column: int) -> str:
    """Name a column as the map's edge does: A to Z, then AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def side_words(side: str) -> Words:
    """Call a side as headings do: one that the GM has named is as typed, with a capital at the front."""
    return _CALLED.get(side, as_typed(side[:1].upper() + side[1:]))
