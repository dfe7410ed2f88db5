"""How the picture of the scene before a table lies on its map."""

from functools import lru_cache

from rules.map.grid import has_cells
from webapp.drawing.map_drawing import picture_box
from webapp.drawing.zone_layout import UNIT
from webapp.pictures.cut_pictures import Lying
from webapp.store.store import Store
from webapp.table.host import Host


def picture_lies(host: Host) -> Lying | None:
    """Tell how the scene's picture lies; None for none, or on a map without cells."""
    battle_map, picture_id = host.battle.state.map, host.picture_id
    if picture_id is None or battle_map is None or not has_cells(battle_map.grid):
        return None
    size, box = picture_size(host.store, picture_id), picture_box(battle_map)
    if size is None or box is None:
        return None
    left, top, width, height = (part / UNIT for part in box)
    return Lying(*size, (left, top, width, height), battle_map.grid)


@lru_cache(maxsize=64)
def picture_size(store: Store, picture_id: str) -> tuple[int, int] | None:
    """Give a picture's width and height in pixels; its id is made of its bytes, so that they stay."""
    found = store.picture(picture_id)
    return (found.width, found.height) if found else None
