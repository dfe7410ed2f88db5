"""Parties and encounters that the GM keeps, and people who are sent to another scene."""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from rules.engine.text import text
from webapp.context import get_store
from webapp.server.forms import done, is_ticked
from webapp.table.grants import Visitor, granted
from webapp.table.hosts import hosts
from webapp.table.names import LONGEST, read_name
from webapp.table.setup.groups import bring_group, keep_group, send_to_scene, share_initiative
from webapp.table.setup.prepared_scenes import show_what_came, tell_table

bp = Blueprint("groups", __name__, url_prefix="/tables/<table_id>/gm")


@bp.post("/groups")
@granted("gm")
def keep(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Keep those who are ticked as a group."""
    host = hosts().get(table_id)
    name = read_name(request.form.get("name"), text("a name for the group"))
    keep_group(host, name, request.form.getlist("who"), as_now=is_ticked("as_now"))
    tell_table(table_id)
    return done(table_id)


@bp.post("/groups/<group_id>/bring")
@granted("gm")
def bring(table_id: str, group_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Add a kept group to the scene before the table."""
    bring_group(hosts().get(table_id), group_id, visitor, hidden=is_ticked("hidden"))
    return done(table_id)


@bp.post("/groups/<group_id>/forget")
@granted("gm")
def forget(table_id: str, group_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Throw a kept group away; who came from it stays."""
    get_store().groups.forget(table_id, group_id)
    tell_table(table_id)
    return done(table_id)


@bp.post("/share")
@granted("gm")
def share(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Let those who are ticked act together from the next time that initiative is settled."""
    host = hosts().get(table_id)
    share_initiative(
        host, request.form.getlist("who"), request.form.get("name", "").strip()[:LONGEST], visitor
    )
    return done(table_id)


@bp.post("/send")
@granted("gm")
def send(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Send those who are ticked to another scene of the table."""
    scene = request.form.get("scene", "")
    send_to_scene(hosts().get(table_id), request.form.getlist("who"), scene, visitor)
    show_what_came(table_id, scene)
    return done(table_id)
