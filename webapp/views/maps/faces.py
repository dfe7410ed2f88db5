"""Pictures of tokens: handed out to who may know their combatant now, put on, taken off.

Anything else has the same answer, whether it never was, is another's or belongs to somebody unseen.
"""

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.context import get_store
from webapp.importers import Crop, read_face
from webapp.importers.faces import SIDE
from webapp.pictures.picture_queue import work_on_picture
from webapp.server.forms import went_through
from webapp.server.http_errors import Missing
from webapp.table.authority import require_own_sheet
from webapp.table.grants import Visitor, granted, visitor_of
from webapp.table.host import Host
from webapp.table.hosts import hosts
from webapp.table.picture_quota import save_for_table
from webapp.views.maps.pictures import send_picture

bp = Blueprint("faces", __name__, url_prefix="/tables/<table_id>")


@bp.get("/token/<eyes>/<picture_id>")
def face(table_id: str, eyes: str, picture_id: str) -> ResponseReturnValue:
    """Send the picture of a token that the viewer knows now."""
    visitor = visitor_of(eyes, table_id)
    host = hosts().get(table_id)
    with host.lock:
        known = host.stream(host.viewer(visitor)).now
        people = host.battle.state.combatants
        is_known = any(people[who].picture == picture_id for who in known if who in people)
    return send_face(table_id, picture_id, is_known=is_known)


def send_face(table_id: str, picture_id: str, *, is_known: bool) -> ResponseReturnValue:
    """Send a token's picture, where the viewer may have it; what is no such picture is never sent here."""
    found = get_store().picture_at(table_id, picture_id) if is_known else None
    if found is None or (found.width, found.height) != (SIDE, SIDE):
        raise Missing(text("This picture is not here."))
    return send_picture(found)


@bp.post("/<any(gm, play):role>/sheet/<who>/picture")
@granted()
def change(table_id: str, role: str, who: str, visitor: Visitor) -> ResponseReturnValue:
    """Put a picture on a token, cut as was chosen, or take it off: one change, which can be undone."""
    host = hosts().get(table_id)
    with host.lock:
        require_own_sheet(host, visitor, who)
    picture = "" if request.form.get("remove") else _brought(host, visitor)
    host.handle({"do": "set-picture", "target": who, "picture": picture}, visitor)
    return went_through(url_for("sheets.show", table_id=table_id, role=role, who=who))


def _brought(host: Host, visitor: Visitor) -> str:
    """Keep the picture that was sent, cut to the token, and give its id. Raises `Refusal` `no-file`."""
    file = request.files.get("file")
    if file is None or not file.filename:
        raise Refusal("no-file", text("Choose a picture first: PNG, JPEG or WebP."))
    crop = Crop.parse(request.form)
    picture = work_on_picture(lambda: read_face(file.read(), crop))
    kept = save_for_table(host.store, host.table_id, picture)
    host.bring(visitor, kept.id)
    return kept.id
