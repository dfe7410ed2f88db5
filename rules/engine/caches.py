"""What was worked out once is kept: by the very object it came of, or by the data of an event."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

_Read = TypeVar("_Read")


class ReadOnce(Generic[_Read]):
    """What the latest events were read to: whenever something is taken back they are applied again."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[int, tuple[dict[str, Any], Callable[..., _Read], _Read]] = {}

    def read(self, data: dict[str, Any], read: Callable[[dict[str, Any]], _Read]) -> _Read:
        """Read an event's data, or give what this very object was read to."""
        kept = self._kept.get(id(data))
        if kept is None or kept[0] is not data or kept[1] != read:
            kept = data, read, read(data)
            while len(self._kept) >= self._most:
                self._kept.pop(next(iter(self._kept)), None)
            self._kept[id(data)] = kept
        return kept[2]


class Same:
    """Something as a key of what was worked out of it: it equals itself alone."""

    __slots__ = ("thing",)

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.thing is self.thing
