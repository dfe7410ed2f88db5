"""Our end of a WebSocket: frames judged as they arrive, a bounded queue, messages in turns with others'.

The library reads as long as anything comes, keeps all of it, and hands it on without a pause: under gevent,
where whoever does not wait keeps the loop, one sender of many messages would keep everybody else out. Here
the reader steps aside while more is coming, and the one who handles messages steps aside between any two of
which the second waits already, so that everybody else has a turn in between. A page that waits for replies
notices nothing of it.
"""

import socket as sockets
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Any

from simple_websocket import ConnectionClosed, Server
from wsproto.events import AcceptConnection, BytesMessage, CloseConnection, Event, TextMessage
from wsproto.extensions import PerMessageDeflate
from wsproto.utilities import LocalProtocolError

from webapp.sockets.command_run import CommandRun
from webapp.sockets.frames import SharedFrames
from webapp.sockets.line import Verdict

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

MOST_WAITING = 256
"""Messages of one socket that wait to be handled; until there is room, no more are read from it."""
STEP_ASIDE = 0.0005
"""Seconds to step aside for: under gevent nothing shorter lets new connections in before one goes on."""
_AT_A_STRETCH = 64
"""Frames that are judged before others have a turn: some 20 microseconds each."""
_CHUNK = 4096
REST = b""
"""What stands in a queue for the rest of a text that went out in part: it comes before what follows."""
_LINGER = 1.0
"""Seconds for which an ended line is still read, unheard: closed at once, its last word would be lost."""

Judge = Callable[[object], Verdict]


class _WholeSends:
    """A connection that sends all it is given: `send` of a plain one may stop in the middle of a frame."""

    def __init__(self, connection: Any) -> None:
        self.plain = connection
        self._lock = Lock()
        self._left = b""  # of a frame of which some has gone out already
        self.recv, self.close = connection.recv, connection.close

    def send(self, data: bytes) -> None:
        """Send something after what is left of the last frame, and wait until all of it has gone out."""
        with self._lock:
            data, self._left = self._left + data, b""
            self.plain.sendall(data)

    def send_now(self, data: bytes) -> int | None:
        """Send as much of a frame as goes out without waiting; what is left goes before anything else.

        For gevent alone, whose sockets never wait by themselves.

        Returns:
            How many bytes are left, or None: others' have not gone out yet, and nothing of this has.
        """
        if self._left or self._lock.locked():  # which nobody takes before this is done: it never waits
            return None
        try:
            gone = self.plain._sock.send(data)
        except BlockingIOError:
            return None
        self._left = data[gone:]
        return len(self._left)


class _CountedSends(_WholeSends):
    """The same, with a count of what is sent."""

    def __init__(self, connection: Any, count: Callable[[int], None]) -> None:
        super().__init__(connection)
        self._count = count

    def send(self, data: bytes) -> None:
        super().send(data)
        self._count(len(data))

    def send_now(self, data: bytes) -> int | None:
        left = super().send_now(data)
        if left is not None:
            self._count(len(data))  # what is left is sent in any case
        return left


class FairWebSocket(Server):  # type: ignore[misc]  # ships no types
    """A WebSocket whose frames are judged, and whose sender cannot keep others waiting."""

    def __init__(
        self,
        environ: "WSGIEnvironment",
        judge: Judge,
        sleep: Callable[[float], None],
        frames: SharedFrames,
        count: Callable[[int], None] | None = None,
        **options: Any,
    ) -> None:
        self._judge, self._sleep, self._frames = judge, sleep, frames
        self._count = count
        self._deflate = PerMessageDeflate(server_no_context_takeover=True)
        self.engine: Any = None
        self._room = options["event_class"]()
        self.is_ended = False
        super().__init__(environ, receive_bytes=_CHUNK, **options)
        self.run = CommandRun[Any](self.input_buffer)

    def handshake(self) -> None:
        """Answer the browser's request, and judge each frame from here on."""
        send = self.ws.send
        self.ws.send = lambda event: send(self._with_our_deflate(event))
        super().handshake()
        self.ws.send = send
        self._bits = self._deflate.server_max_window_bits if self._deflate.enabled() else None
        count = self._count
        self.sock: Any = _WholeSends(self.sock) if count is None else _CountedSends(self.sock, count)
        events = self.ws.events
        self.ws.events = lambda: self._judged(events())

    def _with_our_deflate(self, event: Event) -> Event:
        """Compress each message by itself, where the other end can read compressed ones at all."""
        return replace(event, extensions=[self._deflate]) if isinstance(event, AcceptConnection) else event

    def send(self, data: str | bytes) -> None:
        """Send a message. Raises `ConnectionClosed` once either end has closed."""
        if not self.connected or isinstance(data, bytes):
            super().send(data)
        else:
            self.sock.send(self._frames.of(data, self._bits))

    @property
    def is_plain(self) -> bool:
        """Say whether it stands on a plain connection of gevent's: nothing is encrypted on the way."""
        from gevent.socket import socket

        return type(self.sock.plain) is socket

    def send_now(self, text: str) -> int | None:
        """Send what goes out of a text without waiting (see `_WholeSends.send_now`)."""
        if not self.connected:
            return None
        left: int | None = self.sock.send_now(self._frames.of(text, self._bits))
        return left

    def send_rest(self) -> None:
        """Send what is left of the last text."""
        self.sock.send(b"")

    def receive(self, timeout: float | None = None) -> Any:
        """Give the next message. Others have a turn first if it waits already, and is still to be handled."""
        if self.input_buffer and not self.run.is_answered:
            self._sleep(STEP_ASIDE)
        message = super().receive(timeout)
        self._room.set()
        return message

    def close(self, reason: int | None = None, message: str | None = None) -> None:
        """Say goodbye, and wake who waits for a message."""
        try:
            super().close(reason, message)
        finally:
            self.connected = False
            self.event.set()
            self._room.set()

    def cut(self) -> None:
        """Hang up on an other end that does not."""
        self.connected = False
        self.event.set()
        self._room.set()
        with suppress(OSError):  # it has hung up already
            # An encrypted one's own way would leave its reader without what it reads by.
            sockets.socket.shutdown(self.sock.plain, sockets.SHUT_RDWR)

    def _judged(self, events: Iterable[Event]) -> Iterator[Event]:
        for number, event in enumerate(events, 1):
            if number % _AT_A_STRETCH == 0:
                self._sleep(STEP_ASIDE)
            if _ends_no_frame(event):
                yield event
                continue
            verdict = self._judge(getattr(event, "data", None) if self._is_whole(event) else None)
            if verdict is Verdict.ENDED:
                self.is_ended = True
                self.input_buffer.clear()
                return
            if verdict is Verdict.TAKEN or _is_part(event):
                yield event

    def _is_whole(self, event: Event) -> bool:
        return isinstance(event, TextMessage) and event.message_finished and self.incoming_message is None

    def _thread(self) -> None:
        """Read what comes until either end closes."""
        try:
            while self.connected and not self.is_ended:
                self._wait_for_room()
                data = self.sock.recv(self.receive_bytes)
                if not data:
                    break
                self.ws.receive_data(data)
                self.connected = self._handle_events() and self.connected
                if len(data) == self.receive_bytes:
                    self._sleep(STEP_ASIDE)
            if self.is_ended:
                self._linger()
        except (OSError, LocalProtocolError):
            pass
        finally:
            self.connected = False
            self.event.set()
            self.sock.close()

    def _wait_for_room(self) -> None:
        while self.connected and len(self.input_buffer) >= MOST_WAITING:
            self._room.clear()
            self._room.wait(1.0)

    def _linger(self) -> None:
        self.sock.plain.settimeout(_LINGER)
        for _ in range(round(_LINGER / 0.02)):
            if not self.sock.recv(16 * _CHUNK):
                return
            self._sleep(0.02)


def _ends_no_frame(event: Event) -> bool:
    """Say whether an event is no whole frame yet, or the other end's goodbye."""
    return isinstance(event, CloseConnection) or not getattr(event, "frame_finished", True)


def _is_part(event: Event) -> bool:
    """Say whether an event is a piece of a message that goes on: left out, the rest would be read wrong."""
    return isinstance(event, (TextMessage, BytesMessage)) and not event.message_finished


class WebSocketTransport:
    """What Engine.IO speaks through when a page comes by WebSocket; made anew for each."""

    def __init__(
        self,
        handler: Callable[["WebSocketTransport"], Iterable[bytes]],
        open_websocket: Callable[["WSGIEnvironment"], FairWebSocket],
        closed: Callable[[FairWebSocket], None],
    ) -> None:
        self._handler, self._open, self._closed = handler, open_websocket, closed

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Speak with a page for as long as its socket is open."""
        self._websocket = websocket = self._open(environ)
        try:
            answer = self._handler(self)
        finally:
            if websocket.is_ended:
                websocket.thread.join(2 * _LINGER)
            websocket.cut()
            websocket.thread.join(_LINGER)  # its connection is closed by now, and nobody else's yet
            self._closed(websocket)
        if websocket.mode == "werkzeug":
            raise ConnectionError  # its server would send an answer after the last frame
        return answer

    def send(self, message: str | bytes) -> None:
        """Send a message. Raises `OSError` if the other end has gone."""
        try:
            if message is REST:
                self._websocket.send_rest()
            else:
                self._websocket.send(message)
        except ConnectionClosed:
            raise OSError from None

    def wait(self) -> Any:
        """Wait for a message; None once the socket is closed."""
        try:
            return self._websocket.receive()
        except ConnectionClosed:
            return None

    def close(self) -> None:
        """Close the socket."""
        if self._websocket.connected:
            self._websocket.close()
