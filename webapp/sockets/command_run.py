"""Commands that a page sends close behind one another: what waits behind the one under way is seen ahead.

They are carried out together (`Host.handle_all`), so that they share one transaction and one telling. Each
still comes up in its turn, as any message does, and is answered then with what it has come to.
"""

import json
import re
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

_T = TypeVar("_T")

MOST = 16
"""Commands that are carried out together: what others send has a turn between two such runs."""
_COMMAND = re.compile(r'42\d{0,9}(?=\["command",)')


class CommandRun(Generic[_T]):
    """What has come over one line and waits, and what some of it has come to already."""

    def __init__(self, frames: Sequence[object]) -> None:
        """Begin with none.

        Args:
            frames: what waits, as it came, the next one first; it changes as others put there and take.
        """
        self._frames = frames
        self._done: deque[tuple[Mapping[str, Any], _T]] = deque()

    @property
    def is_answered(self) -> bool:
        """Say whether what comes next has been carried out already."""
        return bool(self._done)

    def behind(self) -> list[Mapping[str, Any]]:
        """Read the commands that wait, up to the first message that is none or cannot be read."""
        found = list[Mapping[str, Any]]()
        for frame in self._frames[: MOST - 1]:
            said = _read(frame)
            if said is None:
                break
            found.append(said)
        return found

    def keep(self, commands: Sequence[Mapping[str, Any]], outcomes: Sequence[_T]) -> None:
        """Keep what commands that wait have come to until they come up."""
        self._done.extend(zip(commands, outcomes, strict=True))

    def take(self, command: Mapping[str, Any]) -> _T | None:
        """Give what the command that comes up now has come to already; None if it is to be carried out."""
        if not self._done:
            return None
        was, outcome = self._done.popleft()
        if was == command:
            return outcome
        self._done.clear()  # something else came in between: what waits behind it counts by its id
        return None


def _read(frame: object) -> Mapping[str, Any] | None:
    found = _COMMAND.match(frame) if isinstance(frame, str) else None
    if found is None or not isinstance(frame, str):
        return None
    try:
        sent = json.loads(frame[found.end() :])
    except (ValueError, RecursionError):
        return None  # refused when it comes up
    return sent[1] if len(sent) == 2 and isinstance(sent[1], Mapping) else None
