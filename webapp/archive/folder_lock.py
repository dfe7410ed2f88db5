"""Who works on a data folder: a lock of the system's, which ends with its process, however that ends.

Servers hold it together, once each has made sure that it is alone or was told to share; what puts other data
in place holds it alone. Windows has no shared locks: each takes a byte of the file there, alone takes all.
"""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

from webapp.store.database import StoreTrouble, told_plainly

_FILE = "in-use"
_BUSY = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
_WAITS, _LOOKS_AGAIN = 2.0, 0.05

Way = Literal["first", "beside", "alone"]


class FolderInUse(StoreTrouble):
    """Another process works on this data folder."""

    def __init__(self) -> None:
        super().__init__("Battlemat works on this data already. Nothing was changed.")


@contextmanager
def holding(data: Path, way: Way) -> Iterator["Hold"]:
    """Hold a data folder while the block lasts.

    A file system that knows no locks holds nobody up.

    Args:
        way: `first`: nobody else may be there yet, but others may come; `beside`: others may be there;
            `alone`: nobody else is there or comes.

    Raises:
        FolderInUse: if that cannot be had.
        StoreTrouble: if the folder may not be written.
    """
    with told_plainly():
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(data / _FILE, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        hold = Hold(handle)
        if way == "beside":
            hold.share()
        elif not hold.keep_alone():
            raise FolderInUse
        if way == "first":
            hold.share()
        yield hold
    finally:
        os.close(handle)  # and so ends the lock


class Hold:
    """A folder that this process holds."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def keep_alone(self) -> bool:
        """Let nobody else come, if nobody else is there; say whether that is so."""
        try:
            _lock_alone(self._handle)
        except OSError as error:
            return error.errno not in _BUSY
        return True

    def share(self) -> None:
        """Let others come, or come to others, as soon as nobody looks whether he is alone."""
        until = time.monotonic() + _WAITS
        while True:
            try:
                _lock_shared(self._handle)
                return
            except OSError as error:
                if error.errno not in _BUSY:
                    return
                if time.monotonic() > until:
                    raise FolderInUse from None
            time.sleep(_LOOKS_AGAIN)


if sys.platform == "win32":
    import msvcrt

    _PLACES = 64

    def _lock_alone(handle: int) -> None:
        _free(handle)
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, _PLACES)

    def _lock_shared(handle: int) -> None:
        _free(handle)
        for place in range(_PLACES):
            os.lseek(handle, place, os.SEEK_SET)
            with suppress(OSError):
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
                return
        raise OSError(errno.EAGAIN, "every place is taken")

    def _free(handle: int) -> None:
        """Give back what this process has locked; Windows does so only by the very stretches that were."""
        for place, length in ((0, _PLACES), *((place, 1) for place in range(_PLACES))):
            os.lseek(handle, place, os.SEEK_SET)
            with suppress(OSError):
                msvcrt.locking(handle, msvcrt.LK_UNLCK, length)

else:
    import fcntl

    def _lock_alone(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _lock_shared(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
