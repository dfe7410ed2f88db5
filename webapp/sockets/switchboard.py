"""Where lines come in: every request of a socket passes here before Engine.IO sees it.

It gives each socket its line, has every frame judged, by WebSocket as by long polling, and hangs up on those
that no page was let in over, and on those whose other end does not hang up itself.
"""

import logging
import re
import time
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qs

from engineio.packet import MESSAGE, Packet
from flask import Flask
from flask_socketio import SocketIO

from webapp.server.limits import LIMITS, Limits
from webapp.server.log_throttle import SeldomLog
from webapp.settings import Patience
from webapp.sockets.direct_sends import send_directly
from webapp.sockets.frames import SharedFrames
from webapp.sockets.line import LINE, Line, Verdict, line_of
from webapp.sockets.websocket import STEP_ASIDE, FairWebSocket, WebSocketTransport

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_log = SeldomLog(logging.getLogger(__name__))
_PATH = "/socket.io/"
_BETWEEN = b"\x1e"  # the messages of one request, in long polling
_GRACE = 2.0
"""Seconds in which the other end of a socket that was closed may hang up itself."""


class Switchboard:
    """WSGI wrapper around the sockets of an app; everything else passes through."""

    def __init__(
        self,
        app: "WSGIApplication",
        flask_app: Flask,
        socketio: SocketIO,
        patience: Patience,
        most_bytes: int,
    ) -> None:
        self._app, self._flask_app, self._socketio = app, flask_app, socketio
        self._engine, self._environs = socketio.server.eio, socketio.server.environ
        self._patience, self._most_bytes = patience, most_bytes
        self._cookie = re.compile(rf"(?:^|;)\s*{re.escape(flask_app.config['SESSION_COOKIE_NAME'])}=([^;]*)")
        self.count_sent: Callable[[int], None] | None = None
        """Called with the number of bytes that are sent over any socket, if anybody counts them."""
        self._open: dict[FairWebSocket, float | None] = {}
        self._watching = False
        self._frames = SharedFrames()
        self._classes = {f"{kind}_class": self._engine._async[kind] for kind in ("thread", "event")}
        # Engine.IO has no public way to choose a WebSocket of one's own; every server shares the dictionary.
        self._engine._async = {**self._engine._async, "websocket": self._transport}
        handle = self._engine.handlers["message"]
        self._engine.on("message", lambda sid, data: self._in_turn(handle, sid, data))

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer one request."""
        if not environ["PATH_INFO"].startswith(_PATH):
            return self._app(environ, start_response)
        query = parse_qs(environ.get("QUERY_STRING", ""))
        sid = query["sid"][0] if "sid" in query else ""
        line = line_of(self._environs.get(sid, {}))
        if line is None:
            line = Line(cookie=self._cookie_of(environ))
            if line.cookie and self._limits.flooders.has(line.cookie):
                return _answer(
                    "429 Too Many Requests", "More came from here than any hand sends.", start_response
                )
        environ[LINE] = line
        self._watch()
        engine = self._engine.sockets.get(sid)
        if engine is not None and environ["REQUEST_METHOD"] == "POST":
            refused = self._judge_polling(environ, line, engine)
            if refused:
                return _answer(*refused, start_response)
        return self._app(environ, start_response)

    @property
    def _limits(self) -> Limits:
        return cast(Limits, self._flask_app.extensions[LIMITS])

    def _cookie_of(self, environ: "WSGIEnvironment") -> str:
        found = self._cookie.search(environ.get("HTTP_COOKIE", ""))
        return found[1].strip() if found is not None else ""

    # -------------------------------------------------------------------------------------- judging
    def _judge(self, line: Line, engine: Any, frame: object) -> Verdict:
        """Judge one frame, and let who sent it hear what they are to hear."""
        was_ended = line.is_ended
        verdict = line.judge(self._limits)
        if verdict is Verdict.TAKEN or was_ended:
            return verdict
        if verdict is Verdict.ENDED:
            self._limits.flooders.add(line.cookie, line.who)
            self._socketio.start_background_task(self._end, line, engine)
            return verdict
        reply = line.reply_to(frame)
        if reply is not None:
            engine.send(Packet(MESSAGE, reply))
        if line.note is not None and _log.left_out(line.who) is not None:
            self._socketio.start_background_task(line.note, False)
        return verdict

    def _end(self, line: Line, engine: Any) -> None:
        """Disconnect who goes on past the limit, with a word."""
        engine.send(Packet(MESSAGE, f'2["ended",{line.farewell}]'))
        engine.send(Packet(MESSAGE, "1"))
        note, name = line.note, line.who if line.is_granted else "a stranger"
        waits = 0.0
        while not engine.upgraded and not engine.queue.empty() and waits < _GRACE:
            waits += 0.05  # who polls is still to fetch the word
            self._socketio.sleep(0.05)
        engine.close(wait=False)
        _log.warning("ended", "A socket was closed that sent too much: %s", name)
        if note is not None:
            note(True)

    def _judge_polling(self, environ: "WSGIEnvironment", line: Line, engine: Any) -> tuple[str, str] | None:
        """Judge what comes by long polling, and leave in the request what is taken; else give the answer."""
        if engine.closed:
            return "400 Bad Request", "This session is over."
        length = int(environ.get("CONTENT_LENGTH") or 0)
        if length > self._most_bytes:
            return None  # it is refused, and closed, unread
        body = environ["wsgi.input"].read(length)
        if body.startswith(b"d="):
            return "400 Bad Request", "Messages are not sent like this here."
        taken = [
            message
            for message in body.split(_BETWEEN)
            if self._judge(line, engine, message.decode("utf-8", "replace")) is Verdict.TAKEN
        ]
        left = _BETWEEN.join(taken)
        environ["wsgi.input"], environ["CONTENT_LENGTH"] = BytesIO(left), str(len(left))
        return None if taken and not line.is_ended else ("429 Too Many Requests", "Wait a second.")

    def _in_turn(self, handle: Any, sid: str, data: Any) -> Any:
        """Let others have a turn before each message of a request that may hold many."""
        engine = self._engine.sockets.get(sid)
        if engine is not None and not engine.upgraded:
            self._socketio.sleep(STEP_ASIDE)
        return handle(sid, data)

    # ----------------------------------------------------------------------------------- websockets
    def _transport(self, handler: Any, _server: Any) -> WebSocketTransport:
        engine = handler.__self__  # the socket of Engine.IO that speaks through it

        def open_websocket(environ: "WSGIEnvironment") -> FairWebSocket:
            websocket = FairWebSocket(
                environ,
                lambda frame: self._judge(environ[LINE], engine, frame),
                self._socketio.sleep,
                self._frames,
                count=self.count_sent,
                max_message_size=self._most_bytes,
                **self._classes,
            )
            websocket.engine = engine
            environ[LINE].run = websocket.run
            send_directly(engine, websocket)
            self._open[websocket] = None
            return websocket

        def closed(websocket: FairWebSocket) -> None:
            self._open.pop(websocket, None)

        return WebSocketTransport(handler, open_websocket, closed)

    # ----------------------------------------------------------------------------------- hanging up
    def _watch(self) -> None:
        if not self._watching:
            self._watching = True
            self._socketio.start_background_task(self._hang_up_on_some)

    def _hang_up_on_some(self) -> None:
        """Close what nobody was let in over, and cut what stays open after it was closed."""
        while self._engine.sockets or self._open:
            self._socketio.sleep(min(1.0, self._patience.grant / 4))
            now = time.monotonic()
            for sid, engine in list(self._engine.sockets.items()):
                line = line_of(self._environs.get(sid, {}))
                if line is not None and not line.is_granted and now - line.since >= self._patience.grant:
                    engine.close(wait=False)
                    self._engine.sockets.pop(sid, None)
            for websocket, closed_since in list(self._open.items()):
                if not websocket.engine.closed and websocket.connected:
                    continue
                if closed_since is None:
                    self._open[websocket] = now
                elif now - closed_since >= _GRACE:
                    websocket.cut()
        self._watching = False


def _answer(status: str, text: str, start_response: "StartResponse") -> Iterable[bytes]:
    body = f"{text}\n".encode()
    headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body)))]
    start_response(status, [*headers, ("Connection", "close")])
    return [body]
