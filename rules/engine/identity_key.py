"""A key for what was worked out of something that is compared by being the very same one."""

from typing import Any


class Same:
    """Something as a key of what was worked out of it: it equals itself alone."""

    __slots__ = ("thing",)

    def __init__(self, thing: Any) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.thing is self.thing
