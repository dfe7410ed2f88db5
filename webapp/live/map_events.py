"""What pages do on the map without changing it: measure, point, draw, look; and where the projector looks."""

from collections.abc import Mapping
from typing import Any

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.drawing.laid_areas import template_list
from webapp.drawing.zone_ranges import zones_from
from webapp.live.message_checks import Reply, checked, guarded, own_sid, socketio
from webapp.live.projector_view import framings
from webapp.live.shared_rulers import KINDS, known_table, showings
from webapp.server.language import told
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.talk.page import hearers


@socketio.on("measure")
@guarded
def _measure(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Tell how far a way is, and show it to the others if that is wanted."""
    return _answer_and_show(host, visitor, "ruler", data)


@socketio.on("area")
@guarded
def _area(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Tell whom an area catches, and show it to the others if that is wanted."""
    return _answer_and_show(host, visitor, "area", data)


def _answer_and_show(host: Host, visitor: Visitor, kind: str, data: Mapping[str, Any]) -> Reply:
    _require_hands(visitor)
    answer = KINDS[kind](known_table(host, host.viewer(visitor)), data)
    wanted = data.get("show") is True
    return {**answer, "shown": wanted and showings().of(host).show(own_sid(), visitor, kind, data)}


@socketio.on("ping")
@guarded
def _ping(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Point at a spot of the map for a moment."""
    return _point(host, visitor, "ping", data)


@socketio.on("stroke")
@guarded
def _stroke(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Draw on the map for a moment."""
    return _point(host, visitor, "stroke", data)


def _point(host: Host, visitor: Visitor, kind: str, data: Mapping[str, Any]) -> Reply:
    _require_hands(visitor)
    KINDS[kind](known_table(host, host.viewer(visitor)), data)
    return {"shown": showings().of(host).show(own_sid(), visitor, kind, data)}


@socketio.on("hearers")
@guarded
def _hearers(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """List whom one can whisper to by now."""
    _require_hands(visitor)
    return {
        "hearers": [
            {"id": one.id, "name": told(one.name) if one.id == "gm" else one.name}
            for one in hearers(host, visitor)
        ]
    }


@socketio.on("put-away")
@guarded
def _put_away(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Take a ruler or an area off the other pages."""
    _require_hands(visitor)
    showings().of(host).put_away(visitor, str(data.get("kind")), data)
    return {}


@socketio.on("zones")
@guarded
def _zones(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Give the zones that the system counts in, and how far each is from somebody."""
    return zones_from(known_table(host, host.viewer(visitor)), data)


@socketio.on("window")
@guarded
def _window(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Take in how much of the map a projector can show, and tell it where to look."""
    if visitor.role != "screen" or visitor.through:
        raise Refusal("not-allowed", text("Only a projector says how large it is."))
    return framings().of(host).report(own_sid(), data)


@socketio.on("frame")
@checked
def _frame(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Let the projector look elsewhere."""
    _require_gm(visitor)
    framings().of(host).command(data)
    return {}


@socketio.on("measure-screen")
@guarded
def _measure_screen(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Measure the screens of the table from the GM's page."""
    _require_gm(visitor)
    framings().of(host).measure(data)
    return {}


def _require_gm(visitor: Visitor) -> None:
    if visitor.role != "gm":
        raise Refusal("not-allowed", text("Only the GM may do that."))


def _require_hands(visitor: Visitor) -> None:
    if visitor.role not in ("gm", "play"):
        raise Refusal("not-allowed", text("This page only shows the table; it cannot measure."))


@socketio.on("templates")
@guarded
def _templates(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Give the areas that the system's book has a name for, in the map's unit."""
    return template_list(known_table(host, host.viewer(visitor)))
