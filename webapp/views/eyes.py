"""What the GM sees through others' eyes: their map and their order, and nothing that can be done."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from webapp.live.audiences import audiences
from webapp.panels.pages import shared_frame
from webapp.panels.presenter import table_view
from webapp.table.grants import EYES, visitor_of
from webapp.table.hosts import hosts

bp = Blueprint("eyes", __name__, url_prefix="/tables/<table_id>/gm/eyes")


@bp.get("/<through>")
def page(table_id: str, through: str) -> ResponseReturnValue:
    """Show what a person, or the party, sees now."""
    visitor = visitor_of(EYES + through, table_id)
    host = hosts().get(table_id)
    with host.lock:
        viewer = host.viewer(visitor)
        frame = shared_frame(host, viewer, audiences().of(host).here())
        view = table_view(host.battle, viewer, frame, host.stream(viewer))
    return render_template("pages/eyes.html", view=view, whose=visitor.name)
