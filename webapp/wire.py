"""What comes over the wire that no browser sends: dropped, with a line for the terminal and no traceback."""

import logging
from typing import Any

from socketio.packet import BINARY_ACK, BINARY_EVENT, CONNECT_ERROR, EVENT, Packet

_WIRE = logging.getLogger("engineio.server")


class BrokenMessageError(ValueError):
    """A message that is not in the socket's language."""


class CheckedPacket(Packet):  # type: ignore[misc]  # ships no types
    """A packet that is read with care. Ours are texts: nothing binary is ever sent to us."""

    def __init__(self, *parts: Any, encoded_packet: Any = None, **named: Any) -> None:
        if encoded_packet in ("", b""):
            raise BrokenMessageError("it is empty")
        super().__init__(*parts, encoded_packet=encoded_packet, **named)

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
        return attachments


def _shorten(record: logging.LogRecord) -> bool:
    """Tell of a broken message in a line: it is nobody's bug but the sender's."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, BrokenMessageError):
        record.msg, record.args, record.exc_info = f"A message was dropped: {error}", (), None
    return True


def drop_quietly() -> None:
    """Let the log tell of broken messages in a line each."""
    if _shorten not in _WIRE.filters:
        _WIRE.addFilter(_shorten)
