"""The projector as the GM wants it: how large its cells are, and which tokens it draws."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.context import get_store
from webapp.live.projector_view import LARGEST_CELL, SMALLEST_CELL
from webapp.server.forms import done, is_ticked
from webapp.table.grants import Visitor, granted
from webapp.table.hosts import hosts

bp = Blueprint("table_view", __name__, url_prefix="/tables/<table_id>/gm")


@bp.post("/table-view")
@granted("gm")
def settings(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Keep how the projector is to look."""
    hosts().live(table_id).change_settings(
        cell_mm=_read_millimetres(request.form.get("cell_mm", "")),
        true_size=is_ticked("true_size"),
        draws_all=is_ticked("draws_all"),
        screen_dice=is_ticked("screen_dice"),
        screen_language=request.form.get("screen_language", "")[:8],
    )
    return done(table_id)


@bp.post("/links")
@granted("gm")
def new_links(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Change the links of the projector and of the watchers; pages that came by the old ones are shut."""
    get_store().new_screen_key(table_id)
    hosts().live(table_id).tell_people_changed()
    return done(table_id)


def _read_millimetres(typed: str) -> float:
    """Read a length of a form. Raises `Refusal` `bad-number`."""
    try:
        length = float(typed.replace(",", "."))
    except ValueError:
        length = 0.0
    if not SMALLEST_CELL <= length <= LARGEST_CELL:
        said = text(
            "A cell measures {least} to {most} mm; {typed} is not.",
            least=float(SMALLEST_CELL),
            most=float(LARGEST_CELL),
            typed=repr(typed[:20]),
        )
        raise Refusal("bad-number", said)
    return length
