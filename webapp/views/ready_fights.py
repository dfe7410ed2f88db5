"""The fights that are ready to play, for whoever may start them: each one's page, its picture, its start."""

from flask import Blueprint, redirect, render_template, request, send_file
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.context import get_store, page_address
from webapp.demo.fight_page import fight_page
from webapp.demo.fights import READY_MADE, fight_picture, picture_file, read_fight
from webapp.demo.first_table import table_of_fight
from webapp.server.http_errors import Missing
from webapp.server.security import csrf_token
from webapp.table.grants import grant_gm, owner_of_new_table
from webapp.table.picture_quota import require_room

bp = Blueprint("ready_fights", __name__)


@bp.get("/ready-made/<fight_id>")
def show(fight_id: str) -> ResponseReturnValue:
    """Show what a fight is about: its map, both sides, and how even it is."""
    owner_of_new_table()
    if fight_id not in READY_MADE:
        raise Missing(text("There is no such ready-made fight."))
    return render_template(
        "pages/ready_fight.html", fight=fight_page(read_fight(fight_id)), csrf=csrf_token()
    )


@bp.get("/ready-made/<fight_id>.webp")
def picture(fight_id: str) -> ResponseReturnValue:
    """Send the painted map of a fight, whole."""
    owner_of_new_table()
    if fight_id not in READY_MADE:
        raise Missing(text("There is no such ready-made fight."))
    answer = send_file(picture_file(fight_id), mimetype="image/webp", conditional=True)
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


@bp.post("/tables/ready-made")
def begin() -> ResponseReturnValue:
    """Make another table with a ready-made fight before it, for somebody who is a GM here already."""
    gm_id = owner_of_new_table()
    id_ = request.form.get("fight", "")
    if id_ not in READY_MADE:
        raise Refusal("unknown-fight", text("There is no such ready-made fight."))
    found = fight_picture(id_)
    require_room(get_store(), gm_id, len(found.data) if found is not None else 0)
    table = table_of_fight(get_store(), read_fight(id_), gm_id)
    grant_gm(table)
    return redirect(page_address("gm", table.id), 303)
