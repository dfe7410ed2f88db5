"""The GM at the door: who waits is let in or sent away."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from webapp.server.forms import done
from webapp.table.grants import Visitor, granted
from webapp.table.hosts import hosts
from webapp.views.join import let_in

bp = Blueprint("people", __name__, url_prefix="/tables/<table_id>/gm/door")


@bp.post("/<knock_id>/in")
@granted("gm")
def admit(table_id: str, knock_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Let somebody in."""
    let_in(hosts().get(table_id), knock_id)
    return done(table_id)


@bp.post("/<knock_id>/away")
@granted("gm")
def turn_away(table_id: str, knock_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Send somebody away."""
    host = hosts().get(table_id)
    with host.queue, host.lock:  # not while the same one is being let in
        host.door.send_away(knock_id)
        host.publish()
    return done(table_id)
