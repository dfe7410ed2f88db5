"""Places of the map that somebody names: the map must have them."""

from rules.engine.refusal import Refusal
from rules.engine.state import BattleView, has_place
from rules.engine.text import text
from rules.map.model import GridKind, Place


def require_place(view: BattleView, place: Place, size: int = 1) -> None:
    """Refuse a place that the map does not have (`no-place`). Without a map every place will do."""
    battle_map = view.state.map
    if battle_map is None or has_place(battle_map, place, size):
        return
    grid = battle_map.grid
    if grid.kind is GridKind.ZONES:
        known = ", ".join(zone.id for zone in battle_map.zones)
        raise Refusal(
            "no-place",
            text(
                "There is no zone {place} on this map; its zones are {known}.",
                place=f"{place!r}",
                known=known,
            ),
        )
    if isinstance(place, str):
        said = text(
            "This map has cells; {place} is not one. Give a column and a row, like [3, 4].",
            place=f"{place!r}",
        )
        raise Refusal("no-place", said)
    column, row = place
    room = text(" with room for {size} by {size} cells", size=size) if size > 1 else ""
    whole = text("which has {cols} columns and {rows} rows, counted from 0", cols=grid.cols, rows=grid.rows)
    said = text(
        "Cell {column}, {row}{room} is off the map, {whole}.",
        column=column,
        row=row,
        room=room,
        whole=whole,
    )
    raise Refusal("no-place", said)
