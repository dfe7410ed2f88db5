"""The page with what the GM adds to a combatant; its forms go the way of any command."""

from dataclasses import replace

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from webapp.live.audiences import audiences
from webapp.panels.extras_page import extras_view
from webapp.panels.pages import shared_frame
from webapp.server.security import csrf_token
from webapp.table.grants import Visitor, granted
from webapp.table.hosts import hosts

bp = Blueprint("extras", __name__, url_prefix="/tables/<table_id>/gm/extras")


@bp.get("/<who>")
@granted("gm")
def page(table_id: str, who: str, visitor: Visitor) -> ResponseReturnValue:
    """Show what the GM has added to a combatant, with the forms that add more."""
    host = hosts().get(table_id)
    with host.lock:
        frame = shared_frame(host, host.viewer(visitor), audiences().of(host).here())
        try:
            view = extras_view(host.battle.state, replace(frame, csrf=csrf_token()), who)
        except Refusal:
            abort(404)
    return render_template("panels/gm/extras.html", x=view)
