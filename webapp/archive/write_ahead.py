"""SQLite's write-ahead log: the file beside a database that holds what is not yet in the database itself.

SQLite reads it up to the first frame that is not whole and passes over the rest without a word. That is right
after a power cut, which spoils the last change alone; where whole changes follow, the log was damaged since.
The format is SQLite's own (https://www.sqlite.org/fileformat2.html#walformat).
"""

import struct
from pathlib import Path

_HEADER, _FRAME_HEADER = 32, 24
_MAGIC = 0x377F0682
_MASK = 0xFFFFFFFF
_Sums = tuple[int, int]


def log_beside(database: Path) -> Path:
    """Give the path of a database's write-ahead log."""
    return database.with_name(f"{database.name}-wal")


def commits_behind_damage(log: Path) -> int:
    """Count the changes behind damaged bytes of a write-ahead log, which are lost; 0 for a whole one."""
    try:
        data = log.read_bytes()
    except FileNotFoundError:
        return 0
    if len(data) <= _HEADER + _FRAME_HEADER:
        return 0
    magic, _, page, _, salts, *_ = struct.unpack(">4I8s2I", data[:_HEADER])
    order = ">" if magic & 1 else "<"
    sums = _add_up(data[:24], (0, 0), order)
    if magic & ~1 != _MAGIC or sums != struct.unpack(">2I", data[24:32]):
        return 1  # all of it: nothing says how much
    commits, is_whole = 0, True
    for start in range(_HEADER, len(data) - _FRAME_HEADER - page + 1, _FRAME_HEADER + page):
        head, body = data[start : start + _FRAME_HEADER], data[start + 24 : start + 24 + page]
        if head[8:16] != salts:
            if is_whole:
                break  # left over from before the log was last begun anew
            continue
        if is_whole:
            sums = _add_up(body, _add_up(head[:8], sums, order), order)
            is_whole = sums == struct.unpack(">2I", head[16:24])
        if not is_whole and head[4:8] != bytes(4):
            commits += 1
    return commits if commits > 1 else 0  # one alone may be what a power cut left half written


def _add_up(data: bytes, sums: _Sums, order: str) -> _Sums:
    """Go on with SQLite's checksum over some more bytes."""
    one, other = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + other) & _MASK
        other = (other + second + one) & _MASK
    return one, other
