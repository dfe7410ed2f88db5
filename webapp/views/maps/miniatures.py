"""Small pictures of maps: of a table's scenes for its GM, of ready fights for whoever may start them."""

from functools import lru_cache

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from rules.engine.text import text
from webapp.context import get_store
from webapp.demo.fights import READY_MADE, fight_picture, read_fight
from webapp.drawing.map_miniature import NO_MAP, draw_miniature
from webapp.pictures.picture_queue import work_on_picture
from webapp.pictures.small_pictures import small_picture
from webapp.server.http_errors import Missing
from webapp.store.rows import PictureRow
from webapp.table.grants import Visitor, granted, owner_of_new_table
from webapp.table.open_table import picture_under
from webapp.table.snapshot import open_battle

bp = Blueprint("miniatures", __name__)

_KEPT = 200
_small: dict[str, bytes] = {}
"""Pictures made small, by the ids that are made of their bytes; the oldest goes first."""


@bp.get("/tables/<table_id>/gm/miniature/<scene_id>.svg")
@granted("gm")
def scene(table_id: str, scene_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Show the map of one of the table's scenes as it is now; nobody has to be awake for it."""
    store = get_store()
    row = store.battle(scene_id)
    if row is None or row.table_id != table_id:
        raise Missing(text("This table has no such scene."))
    mark = f"{row.id}-{store.last_seq(row.id)}"
    if mark in request.if_none_match:
        return _as_picture("", mark)
    battle_map = open_battle(store, row).battle.state.map
    if battle_map is None:
        return _as_picture(NO_MAP, mark)
    under = picture_under(battle_map, row)
    picture = store.picture_at(table_id, under) if under else None
    return _as_picture(draw_miniature(battle_map, _made_small(picture) if picture else None), mark)


@bp.get("/ready-made/<fight_id>.svg")
def fight(fight_id: str) -> ResponseReturnValue:
    """Show the map of a fight that is ready to play to whoever may start it."""
    owner_of_new_table()
    if fight_id not in READY_MADE:
        raise Missing(text("There is no such ready-made fight."))
    return _as_picture(_drawn_fight(fight_id), fight_id)


@lru_cache
def _drawn_fight(fight_id: str) -> str:
    picture = fight_picture(fight_id)
    return draw_miniature(read_fight(fight_id).map, small_picture(picture.data) if picture else None)


def _made_small(picture: PictureRow) -> bytes | None:
    """Give a picture small enough for a card; None where its file is lost."""
    found = _small.get(picture.id)
    file = get_store().picture_file(picture) if found is None else None
    if found is None and file is not None:
        found = _small[picture.id] = work_on_picture(lambda: small_picture(file.read_bytes()))
        while len(_small) > _KEPT:
            _small.pop(next(iter(_small)), None)
    return found


def _as_picture(svg: str, mark: str) -> Response:
    """Send a drawing that a browser asks about again before it shows it once more."""
    answer = Response(svg, mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.set_etag(mark)
    answer.make_conditional(request)
    return answer
