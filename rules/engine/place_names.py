"""What places are called at the table: a cell as the map's edges have it, a zone by its name."""

from rules.engine.state import BattleState
from rules.map.model import Place


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
