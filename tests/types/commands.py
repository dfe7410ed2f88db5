"""What an action reads of its command has the type that its parameter declares, and mypy knows it."""

from typing import assert_type

from rules.engine.command import Command
from rules.engine.parameters import GIVEN, flag, number, one, place, several, way
from rules.map.model import Place


def read(command: Command) -> None:
    """Know the type by the declaration."""
    assert_type(one("target").of(command), str | None)
    assert_type(several("surprised").of(command), tuple[str, ...] | None)
    assert_type(number("dice", 1, 6).of(command), int | None)
    assert_type(flag("on").of(command), bool | None)
    assert_type(place("to").of(command), Place | None)
    assert_type(way("path").of(command), tuple[Place, ...] | None)
    print(GIVEN.of(command).keys())  # type: ignore[union-attr]
    print(number("dice", 1, 6).of(command) + 1)  # type: ignore[operator]
