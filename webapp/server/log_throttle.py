"""Telling the terminal of what may come a thousand times a second: once a second, and how often it was."""

import logging
import time
from collections.abc import Callable
from threading import Lock

_REMEMBERED = 200


class SeldomLog:
    """Writes a line for each subject once a second at most; the next one says how many were left out."""

    def __init__(
        self, log: logging.Logger, seconds: float = 1.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._log, self._seconds, self._clock = log, seconds, clock
        self._last: dict[str, tuple[float, int]] = {}
        self._lock = Lock()

    def warning(self, subject: str, text: str, *args: object) -> None:
        """Tell of something, unless this subject was told of within the second."""
        left_out = self.left_out(subject)
        if left_out is not None:
            more = f" [and {left_out} more such lines]" if left_out else ""
            self._log.warning(text + more.replace("%", "%%"), *args)

    def left_out(self, subject: str) -> int | None:
        """Count one; give how many were left out since the last line, None if this is left out too."""
        with self._lock:
            now = self._clock()
            told, left_out = self._last.get(subject, (now - self._seconds, 0))
            if now - told < self._seconds:
                self._last[subject] = told, left_out + 1
                return None
            if len(self._last) > _REMEMBERED:
                self._last = {s: kept for s, kept in self._last.items() if now - kept[0] < self._seconds}
            self._last[subject] = now, 0
            return left_out
