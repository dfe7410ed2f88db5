"""Handing out the pictures of maps: whole, or in tiles, to those who may see their scene.

While fog lies over it nobody but the GM is given any of it here: see `seen_pictures`.
"""

from pathlib import Path

from flask import Blueprint, Response, send_file
from flask.typing import ResponseReturnValue

from rules.engine.fog.exploration import is_foggy
from rules.engine.text import text
from webapp.context import get_store
from webapp.pictures.picture_queue import cut_when_needed
from webapp.pictures.tiles import MEDIA_TYPES, Pyramid, Tile, needs_tiles, tile_file
from webapp.server.http_errors import Missing
from webapp.store.rows import PictureRow
from webapp.table.grants import require_any, roles
from webapp.table.hosts import hosts

bp = Blueprint("pictures", __name__, url_prefix="/tables/<table_id>/picture")

NOT_HERE = text("This picture is not here; the map may have been changed.")
_YEAR = 365 * 24 * 3600


@bp.get("/<picture_id>")
def picture(table_id: str, picture_id: str) -> ResponseReturnValue:
    """Send a map's picture: to the GM of any scene, to others of the one before them."""
    return send_picture(_find(table_id, picture_id))


def send_picture(found: PictureRow) -> ResponseReturnValue:
    """Send a whole picture, at an address that is made of its bytes, to somebody who may have it."""
    file = _file(found)
    return _kept_for_ever(send_file(file, mimetype=found.media_type, etag=found.id, max_age=_YEAR))


@bp.get("/<picture_id>/<int:level>/<int:column>/<int:row>")
def tile(table_id: str, picture_id: str, level: int, column: int, row: int) -> ResponseReturnValue:
    """Send one tile of a map's picture."""
    found, wanted = _find(table_id, picture_id), Tile(level, column, row)
    if not needs_tiles(found.width, found.height) or not Pyramid(found.width, found.height).has(wanted):
        raise Missing(text("This picture has no such part."))
    return _tile_for_viewers(found, wanted)


def _tile_for_viewers(found: PictureRow, wanted: Tile) -> ResponseReturnValue:
    """Give a tile as all who may see the scene see it: the one place where its bytes are handed out."""
    path = made_tile(found, wanted)
    etag = f"{found.id}-{path.stem}"
    return _kept_for_ever(send_file(path, mimetype=MEDIA_TYPES[path.suffix], etag=etag, max_age=_YEAR))


def made_tile(found: PictureRow, wanted: Tile) -> Path:
    """Give the file of a tile, of a picture that has such a one; it is made if need be."""
    path = tile_file(found.tiles, wanted)
    if path is None:
        cut_when_needed(_file(found), found.tiles)
        path = tile_file(found.tiles, wanted)
    assert path is not None, "a picture that was cut has all its tiles"
    return path


def _file(found: PictureRow) -> Path:
    file = get_store().picture_file(found)
    if file is None:
        raise Missing(NOT_HERE)
    return file


def _find(table_id: str, picture_id: str) -> PictureRow:
    require_any(table_id)
    store, table = get_store(), get_store().table(table_id)
    battles = store.battles(table_id)
    if "gm" not in roles(table_id):
        if table and table.battle_id and is_foggy(hosts().get(table_id).battle.state):
            raise Missing(NOT_HERE)
        battles = [battle for battle in battles if table and battle.id == table.battle_id]
    own = {battle.picture_id for battle in battles}
    is_here = picture_id in own or store.logs_name([battle.id for battle in battles], picture_id)
    found = store.picture_at(table_id, picture_id) if is_here else None
    if found is None:
        raise Missing(NOT_HERE)
    return found


def _kept_for_ever(response: Response) -> Response:
    response.cache_control.public = False
    response.cache_control.private = True
    response.cache_control.immutable = True  # its address is made of its bytes
    return response
