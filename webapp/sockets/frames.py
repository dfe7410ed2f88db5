"""Frames of a WebSocket as we send them: a text that goes to many is written, and compressed, once for all.

Each message is compressed by itself: what one socket was sent before does not bear on it, so that the same
text makes the same bytes for all, and no socket keeps a compressor of its own.
"""

import zlib
from struct import pack

_MOST = 16
"""Messages whose frames are kept: as many rooms may be told of one change at a time."""
_TEXT, _COMPRESSED = 0x81, 0x40
_END = b"\x00\x00\xff\xff"  # of a message: whoever reads it puts it there

_Frames = tuple[str, dict[int | None, bytes]]


class SharedFrames:
    """The frames of the latest messages, each for whichever ways of compressing it was sent in."""

    def __init__(self) -> None:
        self._latest: tuple[_Frames, ...] = ()  # never changed in place: many threads may read it

    def of(self, message: str, bits: int | None) -> bytes:
        """Give a message as one frame, unmasked, as servers send it.

        Args:
            message: a text; the same object that was sent to others is not written again.
            bits: the size of the window that the other end asked us to compress by; None for not at all.
        """
        for sent, kept in self._latest:
            if sent is message:
                frames = kept
                break
        else:
            frames = {}
            self._latest = ((message, frames), *self._latest[: _MOST - 1])
        if bits not in frames:
            frames[bits] = _frame(message.encode(), bits)
        return frames[bits]


def _frame(text: bytes, bits: int | None) -> bytes:
    if bits is None:
        return _head(_TEXT, len(text)) + text
    packer = zlib.compressobj(zlib.Z_DEFAULT_COMPRESSION, zlib.DEFLATED, -bits)
    packed = packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)
    packed = packed.removesuffix(_END)
    return _head(_TEXT | _COMPRESSED, len(packed)) + packed


def _head(first: int, size: int) -> bytes:
    if size < 126:
        return pack("!BB", first, size)
    return pack("!BBH", first, 126, size) if size < 1 << 16 else pack("!BBQ", first, 127, size)
