"""Messages that go out as they are sent, and not by the queue of their socket, where nothing is in their way.

Engine.IO gives each socket a queue, and a greenlet that waits for it: for a change that two hundred are told,
two hundred of them are woken. As long as all that was sent before has gone out, and the system takes the
bytes at once, there is nothing to wait for. A slow phone takes no more of them, and its messages wait.

Only under gevent, where nobody else goes on between one line here and the next.
"""

from typing import Any

from engineio.packet import MESSAGE, Packet

from webapp.server.network import async_mode
from webapp.sockets.websocket import REST, FairWebSocket


class _Rest(Packet):  # type: ignore[misc]  # ships no types
    """Stands in the queue for what is left of a message."""

    def encode(self, *_: Any, **__: Any) -> bytes:
        """Give the sign for it."""
        return REST


def send_directly(engine: Any, websocket: FairWebSocket) -> None:
    """Let what a page is sent go out at once, where its connection can take what it can without waiting."""
    if async_mode() == "gevent" and websocket.is_plain:
        DirectSends(engine, websocket)


class DirectSends:
    """What one socket is sent: at once where that can be, and else in turn by its queue."""

    def __init__(self, engine: Any, websocket: FairWebSocket) -> None:
        self._engine, self._websocket = engine, websocket
        self._poll = engine.poll
        self._is_writing = True  # until the queue is asked for the first time
        engine.poll, engine.send = self.poll, self.send

    def poll(self) -> Any:
        """Wait for what is in the queue: what was taken from it before has gone out by now."""
        self._is_writing = not self._engine.upgraded
        packets = self._poll()
        self._is_writing = True
        return packets

    def send(self, packet: Packet) -> None:
        """Send a packet to the page."""
        engine = self._engine
        if not engine.check_ping_timeout():
            return
        if self._is_writing or packet.packet_type != MESSAGE or packet.binary or not engine.queue.empty():
            engine.queue.put(packet)
            return
        try:
            left = self._websocket.send_now(packet.encode())
        except OSError:  # it has gone: whoever waits for the queue finds out, and closes it
            left = None
        if left is None:
            engine.queue.put(packet)
        elif left:
            engine.queue.put(_Rest())
