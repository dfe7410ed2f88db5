"""Players ask for an undo; the GM grants it, by undoing, or leaves things as they are."""

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue

from rules.engine.text import text
from webapp.context import page_address
from webapp.server.forms import done
from webapp.table import wishes
from webapp.table.grants import Visitor, granted
from webapp.table.hosts import hosts

bp = Blueprint("wishes", __name__, url_prefix="/tables/<table_id>")


@bp.post("/play/wish")
@granted("play")
def wish(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Ask the GM to take the last thing back."""
    wishes.wish(hosts().get(table_id), visitor)
    if "HX-Request" in request.headers:
        return render_template(
            "panels/log/notice.html", text=text("The GM was asked to take the last thing back.")
        )
    return redirect(page_address("play", table_id), 303)


@bp.post("/gm/wish")
@granted("gm")
def settle(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Leave things as they are."""
    wishes.settle(hosts().get(table_id), request.form.get("person", ""))
    return done(table_id)
