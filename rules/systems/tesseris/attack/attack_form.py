"""What an attack action is: its modifier, its mode, the hand it takes, and what any of them needs to know."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.text import Text, text
from rules.systems.tesseris.attack.strike import NORMAL
from rules.systems.tesseris.sheet.gear import Mode

PRIMARY, OFF_HAND, IN_GRAPPLE, ANY = "primary", "off-hand", "in-grapple", "any"
CHARGE, HIP_FIRE = "charge", "hip-fire"
LEAST_CHARGE = 2
WAYS_OUT: Mapping[str, Mapping[str, Text]] = {
    "pin": {"melee": text("skill (melee)"), "athletics": text("strength (athletics)")},
    "break-pin": {"melee": text("skill (melee)"), "acrobatics": text("nimbleness (acrobatics)")},
}
"""The skills that a struggle may be rolled with (TS-114, TS-115)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What an attack action is: its own modifier, its mode, what it does, which hand it takes."""

    ranged: bool | None = False
    bonus: int = 0
    mode: Mode = Mode.SINGLE
    effect: str = ""
    meets: str = NORMAL
    weapon: str = PRIMARY
    moves: str = ""
