"""A table's scenes: which there are, and bringing another one before everybody."""

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from webapp.context import get_store, page_address
from webapp.grants import Visitor, granted
from webapp.host import hosts
from webapp.store import BattleRow

bp = Blueprint("table_scenes", __name__, url_prefix="/tables/<table_id>/gm")


@bp.app_template_global("scenes_of")
def scenes_of(table_id: str) -> list[tuple[BattleRow, bool]]:
    """List a table's scenes, the latest first, and say which lies before it."""
    current = hosts().get(table_id).scene.id
    return [(row, row.id == current) for row in reversed(get_store().battles(table_id))]


@bp.post("/scene")
@granted("gm")
def bring(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Bring a scene before the table again, as it was left."""
    host = hosts().get(table_id)
    row = get_store().battle(request.form.get("scene", ""))
    if row is None or row.table_id != table_id:
        raise Refusal("no-scene", "This table has no such scene.")
    host.switch(row.id)
    if "HX-Request" in request.headers:
        return "", 204
    return redirect(page_address("gm", table_id), 303)
