"""Pages come and go: who has a grant is let in and brought up to date, with a limit on what it may send."""

import json
from collections.abc import Mapping
from typing import Any

from flask import current_app, request
from flask_socketio import ConnectionRefusedError

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.context import ask_for_scene
from webapp.live.aim_events import stop_working_for
from webapp.live.audiences import audiences
from webapp.live.message_checks import Reply, guarded, own_sid, refused, seq, socketio
from webapp.live.precompute import needs_warming, warm
from webapp.live.projector_view import framings
from webapp.live.shared_rulers import showings
from webapp.server.language import known_language, speaking, told
from webapp.server.limits import counted_address, counted_as, limits
from webapp.sockets.line import line_of
from webapp.store.store import StoreTrouble
from webapp.table.grants import NotGranted, Visitor, visitor_of
from webapp.table.host import Host
from webapp.table.hosts import hosts
from webapp.table.sleep import sleep_of
from webapp.talk.push import pushes
from webapp.visibility.audit import note_flood, note_forged, note_not_granted


@socketio.on("connect")
def _connect(auth: Any = None) -> bool:
    """Let in who has a grant for the table and the role it asks for."""
    wanted = auth if isinstance(auth, Mapping) else {}
    table_id, role = ask_for_scene(str(wanted.get("table", ""))), str(wanted.get("role", ""))
    if not limits().pages.spend(counted_address()):
        return False
    try:
        visitor = visitor_of(role, table_id)
        host = hosts().get(table_id)
        host.require_news()  # the page may have been made by another process, and know more
    except NotGranted:
        note_not_granted(table_id, role)
        return False
    except (Refusal, StoreTrouble):
        return False
    if limits().flooders.has(counted_as(visitor, own_sid())):
        farewell = _farewell(known_language(wanted.get("language")))
        raise ConnectionRefusedError(farewell["message"], farewell)
    with host.lock:
        room = audiences().of(host)
        audiences().sockets[own_sid()] = room
        spoken = known_language(wanted.get("language"))
        room.enter(own_sid(), visitor, _number_given(host, visitor, wanted.get("seq")), spoken)
        showings().of(host).welcome(own_sid())
        if visitor.role == "gm":
            framings().of(host).welcome(own_sid())
        if not host.is_prepared:
            pushes().catch_up(host, own_sid(), visitor, seq(wanted.get("said")))
        state = host.battle.state
    _grant_line(host, visitor, spoken)
    if needs_warming(state):
        socketio.start_background_task(warm, state)
    return True


@socketio.on("disconnect")
def _disconnect(reason: Any = None) -> None:
    """Let a page go."""
    line = line_of(request.environ)
    if line is not None:
        line.withdraw()
    stop_working_for(own_sid())
    room = audiences().sockets.pop(own_sid(), None)
    if room is not None:
        with room.host.lock:
            room.leave(own_sid())
            showings().of(room.host).leave(own_sid())
            framings().of(room.host).leave(own_sid())
        sleep_of(current_app).watch()


def _grant_line(host: Host, visitor: Visitor, spoken: str) -> None:
    """Let the page's line take as much as this visitor may send, with the words for what is more."""
    line = line_of(request.environ)
    if line is None:
        return
    with speaking(spoken):
        refusal = refused("too-often", text("That is more than the table can take at once. Wait a second."))
    line.refusal, line.farewell = json.dumps(refusal), json.dumps(_farewell(spoken))
    app = current_app._get_current_object()  # type: ignore[attr-defined]

    def note(ended: bool) -> None:
        with app.app_context():
            note_flood(host, visitor, ended=ended)

    line.note = note
    line.grant(counted_as(visitor, own_sid()), is_gm=visitor.role == "gm")


def _farewell(spoken: str) -> Reply:
    """Say to a page why it is disconnected, and after how many seconds it may come back."""
    seconds = limits().flooders.seconds
    with speaking(spoken):
        words = Refusal(
            "ended", text("This page sent more than any hand could. It may come back in a moment.")
        )
        return {"message": told(words.text), "seconds": seconds}


def _number_given(host: Host, visitor: Visitor, value: Any) -> int | None:
    """Give the number of what a page shows; None, and a line for the GM, for one that it was never given."""
    if type(value) is not int:
        return None
    if host.stream(host.viewer(visitor)).may_have_given(value):
        return value
    note_forged(host, visitor, text("goes on from a number that no page was given"))
    return None


@socketio.on("resume")
@guarded
def _resume(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Send everything again to a page that noticed a gap."""
    _number_given(host, visitor, data.get("seq"))
    audiences().of(host).bring_up_to_date(own_sid(), None)
    return {}
