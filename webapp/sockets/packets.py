"""What comes over the wire that no browser sends: dropped, with a line for the terminal and no traceback."""

import logging
from typing import Any

from socketio.packet import BINARY_ACK, BINARY_EVENT, CONNECT_ERROR, EVENT, Packet

from webapp.server.log_throttle import SeldomLog

_WIRE = logging.getLogger("engineio.server")

PROTOCOL_NAMES = frozenset(
    {"connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener"}
)
"""Events that only the protocol itself tells of: a message of such a name would be taken for its own."""
NO_MESSAGE = "no-message"
"""The event that a message becomes whose name belongs to the protocol; its one argument is that name."""


class BrokenMessageError(ValueError):
    """A message that is not in the socket's language."""


class CheckedPacket(Packet):  # type: ignore[misc]  # ships no types
    """A packet that is read with care. Ours are texts: nothing binary is ever sent, to us or by us."""

    def __init__(self, *parts: Any, encoded_packet: Any = None, **named: Any) -> None:
        if encoded_packet in ("", b""):
            raise BrokenMessageError("it is empty")
        super().__init__(*parts, encoded_packet=encoded_packet, **named)

    @classmethod
    def data_is_binary(cls, data: Any) -> bool:
        """Say that it is not, without a look through all of an update."""
        return False

    def decode(self, encoded_packet: Any) -> int:
        """Read a packet. Raises `BrokenMessageError` for anything but a whole one."""
        try:
            attachments: int = super().decode(encoded_packet)
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            raise BrokenMessageError(f"it cannot be read: {error}"[:120]) from None
        if self.packet_type in (BINARY_EVENT, BINARY_ACK, CONNECT_ERROR) or self.packet_type > BINARY_ACK:
            raise BrokenMessageError("it is of a kind that is never sent to us")
        named = isinstance(self.data, list) and self.data and isinstance(self.data[0], str)
        if self.packet_type == EVENT and not named:
            raise BrokenMessageError("it does not say what it is")
        if self.packet_type == EVENT and self.data[0] in PROTOCOL_NAMES:
            self.data: Any = [NO_MESSAGE, self.data[0]]
        return attachments


_seldom = SeldomLog(_WIRE)


def _shorten(record: logging.LogRecord) -> bool:
    """Tell of a broken message in a line, once a second: it is nobody's bug but the sender's."""
    error = record.exc_info[1] if record.exc_info else None
    if not isinstance(error, BrokenMessageError):
        return True
    left_out = _seldom.left_out("")
    more = f" [and {left_out} more]" if left_out else ""
    record.msg, record.args, record.exc_info = f"A message was dropped: {error}{more}", (), None
    return left_out is not None


def drop_quietly() -> None:
    """Let the log tell of broken messages in a line each."""
    if _shorten not in _WIRE.filters:
        _WIRE.addFilter(_shorten)
