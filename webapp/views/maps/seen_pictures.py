"""Handing out pictures of maps in the fog: tile by tile, each cut to what its viewer has explored.

The word `v` in an address names what the tile shows, so that a browser asks again for what has changed alone.
It proves nothing: whatever it says, a viewer is given no more than it may see now.
"""

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from rules.engine.text import text
from webapp.context import get_store
from webapp.pictures.cut_pictures import ALL, NOTHING, CutTiles, cut_to_known, word_for
from webapp.pictures.picture_placement import picture_lies
from webapp.pictures.picture_queue import work_on_tile
from webapp.pictures.tiles import Pyramid, Tile
from webapp.server.http_errors import Missing
from webapp.table.grants import visitor_of
from webapp.table.hosts import hosts
from webapp.views.maps.pictures import NOT_HERE, made_tile

bp = Blueprint("seen_pictures", __name__, url_prefix="/tables/<table_id>/seen")

_YEAR = 365 * 24 * 3600
_cut = CutTiles()


@bp.get("/<eyes>/<picture_id>/<int:level>/<int:column>/<int:row>")
def tile(table_id: str, eyes: str, picture_id: str, level: int, column: int, row: int) -> ResponseReturnValue:
    """Send one tile of the map's picture as somebody knows it."""
    visitor = visitor_of(eyes, table_id)
    host, wanted = hosts().get(table_id), Tile(level, column, row)
    with host.lock:
        map_knowledge = host.stream(host.viewer(visitor)).map_knowledge
        lying = picture_lies(host)
        is_this = host.picture_id == picture_id
    found = get_store().picture_at(table_id, picture_id) if is_this else None
    if map_knowledge is None or lying is None or found is None:
        raise Missing(NOT_HERE)
    if not Pyramid(found.width, found.height).has(wanted):
        raise Missing(text("This picture has no such part."))
    word = word_for(lying, wanted, map_knowledge.explored)
    if word == NOTHING:
        raise Missing(text("Nobody has been there yet."))
    key = found.id, wanted, lying, word
    data = _cut.find(key)
    if data is None:
        data = made_tile(found, wanted).read_bytes()
        if word != ALL:
            data = work_on_tile(cut_to_known, data, lying, wanted, map_knowledge.explored)
        _cut.keep(key, data)
    answer = Response(data, mimetype="image/jpeg" if data[:2] == b"\xff\xd8" else "image/webp")
    if request.args.get("v") == word:
        answer.cache_control.private = True
        answer.cache_control.max_age = _YEAR
        answer.cache_control.immutable = True
    else:
        answer.cache_control.no_store = True
    return answer
