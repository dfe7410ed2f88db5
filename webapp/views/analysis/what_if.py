"""What if: the GM opens a moment of a log as a scene of its own, and throws such scenes away."""

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from rules.engine.text import text
from webapp.archive.replay import replays
from webapp.context import SCENE_SIGN
from webapp.server.forms import read_count
from webapp.table.grants import Visitor, granted
from webapp.table.setup.prepared_scenes import tell_table, throw_away
from webapp.table.setup.what_if import commands_at, commands_until, open_what_if

bp = Blueprint("what_if", __name__, url_prefix="/tables/<table_id>/gm/what-if")

_MOST_EVENTS = 10**8


@bp.post("")
@granted("gm")
def open_moment(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Open what stands after a `line` of the log, or at a `point` of the replay of a `scene`; go there."""
    host = replays().scene(table_id, request.form.get("scene"))
    with host.lock:
        entries = host.battle.entries[:]
    if "point" in request.form:
        point = read_count(request.form["point"], text("the moment"), 0, _MOST_EVENTS)
        commands = commands_at(entries, point)
    else:
        commands = commands_until(entries, request.form.get("line", ""))
    row = open_what_if(host, commands)
    tell_table(table_id)
    return redirect(f"/tables/{table_id}{SCENE_SIGN}{row.id}/gm", 303)


@bp.post("/throw-away")
@granted("gm")
def leave(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Delete such a scene; the GM is back at the table."""
    throw_away(table_id, request.form.get("scene", ""))
    return redirect(f"/tables/{table_id}/gm", 303)
