"""The socket: what it hears is told apart here. Commands are carried out; the rest has modules of its own."""

from collections.abc import Mapping
from typing import Any, cast

from flask import Flask, request

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.live import aim_events, connection, map_events
from webapp.live.audiences import AUDIENCES, Audiences
from webapp.live.message_checks import Reply, checked, socketio
from webapp.live.projector_view import FRAMINGS, Framings
from webapp.live.shared_rulers import SHOWINGS, Showings
from webapp.server.language import told
from webapp.sockets.line import line_of
from webapp.sockets.packets import NO_MESSAGE, drop_quietly
from webapp.table.grants import Visitor
from webapp.table.host import HandleResult, Host
from webapp.table.hosts import Hosts
from webapp.table.sleep import SLEEP, Sleep
from webapp.talk.push import TALK, TalkPushes

HEARD = (connection, aim_events, map_events)
"""The modules whose messages are heard as soon as they are imported."""


def listen(app: Flask, opened: Hosts, idle: float) -> None:
    """Publish what the hosts of an app change, and let those sleep that are idle for so many seconds."""
    app.extensions[AUDIENCES] = everybody = Audiences(app, socketio)
    opened.listeners.append(everybody.publish)
    opened.ahead_listeners.append(everybody.get_ready)
    app.extensions[SHOWINGS] = shown = Showings(app, socketio)
    opened.listeners.append(shown.publish)
    app.extensions[FRAMINGS] = framed = Framings(app, socketio)
    opened.listeners.append(framed.publish)
    app.extensions[TALK] = talk = TalkPushes(app, socketio)
    opened.talk_listeners.append(talk.say)
    app.extensions[SLEEP] = Sleep(app, socketio, opened, idle)
    drop_quietly()


@socketio.on(NO_MESSAGE)
def _no_message(*sent: Any) -> Reply:
    """Refuse a message that goes by a name of the protocol: to obey it would end the page's own grant."""
    name = sent[0] if sent and isinstance(sent[0], str) else NO_MESSAGE
    raise Refusal(
        "bad-command",
        text("'{name}' is a word of the socket itself: no message goes by that name.", name=name),
    )


@socketio.on("command")
@checked
def _command(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> Reply:
    """Carry out a command or an answer, and what commands of the same page wait behind it."""
    done = _done(host, visitor, data)
    return {"seq": done.seq, "said": told(done.said)} if done.said else {"seq": done.seq}


def _done(host: Host, visitor: Visitor, data: Mapping[str, Any]) -> HandleResult:
    line = line_of(request.environ)
    run = line.run if line is not None else None
    outcome = run.take(data) if run is not None else None
    if outcome is None:
        behind = run.behind() if run is not None else []
        if run is None or not behind:
            return host.handle(data, by=visitor)
        outcome, *later = host.handle_all([data, *behind], by=visitor)
        run.keep(behind, later)
    if isinstance(outcome, Exception):
        raise outcome
    return cast(HandleResult, outcome)
