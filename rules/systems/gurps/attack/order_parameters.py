"""What an attack may be told, as a command spells it out and as a page chooses it (sections 7.2 and 7.3)."""

from collections.abc import Mapping
from typing import Any

from rules.engine.kinds import PLACE, read_cell, read_object
from rules.engine.parameters import Parameter, choice, flag, keys, number, one, records, weapon
from rules.engine.text import text
from rules.map.model import Cell
from rules.systems.gurps.attack.choices import option_choices
from rules.systems.gurps.attack.strike import LABELS

MOST_SPLITS = 5
MOST_SHOTS = 300
MOST_SPRAYED = 9
"""How many targets a page can spread a burst over."""
NUMBERED = range(1, MOST_SPRAYED + 1)

TARGET = one("target", text("Target"))
WITH = weapon("with", optional=True)
VARIANT = choice("variant", optional=True)
LOCATION: Parameter[str] = Parameter(id="location", kind="location", optional=True)
STRUCK = choice("weapon", optional=True)
"""Which of the weapons of a target is struck at."""
SHOTS = number("shots", 1, MOST_SHOTS)
SPLITS = number("splits", 1, MOST_SPLITS)
BASIS = choice("basis", optional=True)
END_POSTURE = choice("end_posture", optional=True)
SLAM_DAMAGE = flag("slam_damage", optional=True)
AT: Parameter[Cell] = Parameter(id="at", kind=PLACE, optional=True, reader=read_cell)
ATTACKS = records("attacks", TARGET, WITH, LOCATION, STRUCK, SHOTS)
"""Each of several attacks, as far as it is told apart."""
VALUED = {"rapid-strike": SPLITS.id, "dual-weapon": WITH.id, "rapid-fire": SHOTS.id, "disarm": BASIS.id}
"""The options that need a value, with its key."""
OPTIONS: Parameter[Mapping[str, Any] | tuple[Any, ...]] = Parameter(
    id="options",
    kind="options",
    label=text("Options"),
    optional=True,
    choices=option_choices,
    parts=(
        *keys("text", "id", "trigger"),
        *keys("number", "rapid-strike", "rapid-fire"),
        *keys("weapon", "dual-weapon"),
        *keys("choice", "disarm", "variant", "location", "face"),
        *(WITH, SPLITS, SHOTS, BASIS, STRUCK, END_POSTURE, SLAM_DAMAGE),
        *keys("cell", "to", "then_to"),
        *keys("flag", *(id_ for id_ in LABELS if id_ not in VALUED)),
        *keys("combatant", *(f"target-{number}" for number in NUMBERED)),
        *keys("choice", *(f"location-{number}" for number in NUMBERED)),
        *keys("number", *(f"shots-{number}" for number in NUMBERED)),
        *keys("weapon", *(f"with-{number}" for number in NUMBERED)),
    ),
)
"""What is chosen about an attack, as a page says it and as a list of options (section 7.3)."""
CHOSEN: Parameter[Mapping[str, Any]] = Parameter(id=OPTIONS.id, kind="options", reader=read_object)
"""The same, where a page alone asks."""


def _read_flat(key: str, value: Any) -> Mapping[str, Any] | None:
    return value if isinstance(value, Mapping) else None


FLAT: Parameter[Mapping[str, Any] | None] = Parameter(id=OPTIONS.id, kind="options", reader=_read_flat)
"""The same, if a page says it; anything else is read, or refused, where the attack is checked."""
ORDER: tuple[Parameter, ...] = (
    *(OPTIONS, ATTACKS, AT, SHOTS),
    *(VARIANT, STRUCK, BASIS, END_POSTURE, LOCATION, SLAM_DAMAGE),
)
"""All that an attack may be told besides its weapon, its target and where it leads."""
