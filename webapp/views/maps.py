"""Maps: bringing in a Universal VTT file as a new scene, and handing out the pictures."""

from pathlib import PureWindowsPath

from flask import Blueprint, render_template, request, send_file
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from rules.engine.refusal import Refusal
from webapp.context import get_store
from webapp.grants import Visitor, granted, require_any, roles
from webapp.heavy import run_apart
from webapp.host import hosts
from webapp.importers import read_uvtt
from webapp.names import LONGEST_TITLE
from webapp.scenes import carried_over, lay_out_scene
from webapp.security import takes_big_files

bp = Blueprint("maps", __name__, url_prefix="/tables/<table_id>")

_YEAR = 365 * 24 * 3600


@bp.post("/gm/map")
@takes_big_files
@granted("gm")
def add_map(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Lay out a Universal VTT file as a new scene, with everybody who is here, and say what was read."""
    file = request.files.get("file")
    if file is None or not file.filename:
        raise Refusal("no-file", "Choose a map file first: .dd2vtt, .uvtt or .df2vtt.")
    imported = run_apart(read_uvtt, file.read(), file.filename)
    store, host = get_store(), hosts().get(table_id)
    with host.lock:
        picture = store.save_picture(imported.picture) if imported.picture else None
        scene = lay_out_scene(
            store,
            table_id,
            system=host.scene.system,
            name=PureWindowsPath(file.filename).stem[:LONGEST_TITLE] or "Map",
            battle_map=imported.map,
            combatants=carried_over(host.battle.state, imported.map),
            picture_id=picture.id if picture else None,
            seats=host.seats,
        )
        host.switch(scene.id)
    return render_template(
        "panels/import_report.html", report=imported.report, table_id=table_id, picture=picture
    )


@bp.get("/picture/<picture_id>")
def picture(table_id: str, picture_id: str) -> ResponseReturnValue:
    """Send a map's picture: to the GM of any scene, to others of the one before them."""
    require_any(table_id)
    store, table = get_store(), get_store().table(table_id)
    battles = store.battles(table_id)
    if "gm" not in roles(table_id):
        battles = [battle for battle in battles if table and battle.id == table.battle_id]
    found = store.picture(picture_id) if picture_id in {battle.picture_id for battle in battles} else None
    if found is None or not found.path.is_file():
        raise NotFound("This picture is not here; the map may have been changed.")
    response = send_file(found.path, mimetype=found.media_type, etag=found.id, max_age=_YEAR)
    response.cache_control.public = False
    response.cache_control.private = True
    response.cache_control.immutable = True  # its address is made of its bytes
    return response
