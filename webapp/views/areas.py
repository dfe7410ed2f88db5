"""The page with the areas that stay on the map; its forms go the way of any command."""

from dataclasses import replace

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from webapp.live.audiences import audiences
from webapp.panels.areas_page import areas_view
from webapp.panels.pages import shared_frame
from webapp.server.security import csrf_token
from webapp.table.grants import Visitor, granted
from webapp.table.hosts import hosts

bp = Blueprint("areas", __name__, url_prefix="/tables/<table_id>/gm/areas")


@bp.get("")
@granted("gm")
def page(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Show the areas on the map, and a form for the one that was just measured, if the address says it."""
    host = hosts().get(table_id)
    with host.lock:
        frame = shared_frame(host, host.viewer(visitor), audiences().of(host).here())
        view = areas_view(host.battle.state, replace(frame, csrf=csrf_token()), request.args)
    return render_template("panels/gm/areas.html", x=view)
