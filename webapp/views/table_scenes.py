"""A table's scenes: bringing another one before everybody."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.context import get_store
from webapp.server.forms import done
from webapp.table.grants import Visitor, granted
from webapp.table.setup.prepared_scenes import bring_before_table

bp = Blueprint("table_scenes", __name__, url_prefix="/tables/<table_id>/gm")


@bp.post("/scene")
@granted("gm")
def bring(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Bring a scene before the table again, as it was left."""
    row = get_store().battle(request.form.get("scene", ""))
    if row is None or row.table_id != table_id:
        raise Refusal("no-scene", text("This table has no such scene."))
    bring_before_table(table_id, row.id)
    return done(table_id)
