"""What several actions and answers may be told, and how a command is made out of another."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.command import Command, Said
from rules.engine.kinds import measure, read_text
from rules.engine.parameters import Parameter, flag, number, one, place, several, way, weapon
from rules.engine.text import text

MOST_POINTS = 99
MOST_YARDS = 1000

TARGET = one("target", text("Target"))
TARGETS = several("targets")
WITH = weapon("with", text("Weapon"), optional=True)
SKILL = Parameter(id="skill", kind="choice", optional=True, reader=read_text)
DIFFICULTY: Parameter[float] = Parameter(id="difficulty", kind="number", optional=True)
PAY: Parameter[str | int] = Parameter(id="pay", kind="choice", optional=True)
"""Whether a reaction is paid with ticks, to keep the free one (TS-063)."""
GM_BORROW = flag("gm_borrow", optional=True)
MAYHEM, DAPPER = (number(id_, 0, MOST_POINTS) for id_ in ("mayhem", "dapper"))
LOCATION, ITEM = (
    Parameter(id=id_, kind="choice", optional=True, reader=read_text) for id_ in ("location", "item")
)
ARMOURED_HEAD = flag("armoured_head", optional=True)
ON_THE_STEP: tuple[Parameter[Any], ...] = (LOCATION, ITEM, TARGETS, DIFFICULTY, ARMOURED_HEAD)
"""The facts that may stand on the step itself, which then wins (section 5)."""

AT = place("at", optional=True)
TO = place("to", text("Where to"))
PATH = way("path")
YARDS, MOVED = (
    Parameter(id=id_, kind="number", optional=True, reader=measure(MOST_YARDS)) for id_ in ("yards", "moved")
)
SAID_WHERE: tuple[Parameter[Any], ...] = (TO, PATH, YARDS)
"""What says where a movement goes."""
COVER: Parameter[str | int] = Parameter(id="cover", kind="choice", optional=True)
"""What is taken cover behind: `here`, or true, for what the map has there; else a material."""


def says_where(said: Said) -> bool:
    """Tell whether it is said where a movement goes."""
    return any(parameter.of(said) is not None for parameter in SAID_WHERE)


def saying(command: Command, parameter: Parameter[Any], value: Any) -> Command:
    """Give a command with one thing said otherwise."""
    return replace(command, params={**command.params, parameter.id: value})


def without(params: Mapping[str, Any], *parameters: Parameter[Any]) -> dict[str, Any]:
    """Give what is said but for some of it."""
    left_out = {parameter.id for parameter in parameters}
    return {key: value for key, value in params.items() if key not in left_out}


Given = Mapping[str, Any]
"""What the GM says along with a command that may end a round."""
