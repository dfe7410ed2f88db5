"""Damage as a weapon writes it, thrust and swing by ST, and the types of damage (GU-230, GU-302, GU-909)."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from rules.engine.text import Text, text

MOST_DICE = 100
"""Dice that one damage roll has at most."""


@dataclass(frozen=True, slots=True)
class DamageType:
    """A type of damage: how it wounds where the location says nothing else (GU-909)."""

    id: str
    name: Text
    wounding: Fraction = Fraction(1)
    least: int = 1
    """The least basic damage (GU-902)."""
    piercing: bool = False
    """One of the four sizes that the notes call pi."""


_HALF, _MORE, _TWICE = Fraction(1, 2), Fraction(3, 2), Fraction(2)
TYPES: Mapping[str, DamageType] = {
    kind.id: kind
    for kind in (
        DamageType("cr", text("crushing"), least=0),
        DamageType("cut", text("cutting"), _MORE),
        DamageType("imp", text("impaling"), _TWICE),
        DamageType("pi-", text("small piercing"), _HALF, piercing=True),
        DamageType("pi", text("piercing"), piercing=True),
        DamageType("pi+", text("large piercing"), _MORE, piercing=True),
        DamageType("pi++", text("huge piercing"), _TWICE, piercing=True),
        DamageType("burn", text("burning")),
        DamageType("tbb", text("tight-beam burning")),
        DamageType("tox", text("toxic")),
        DamageType("cor", text("corrosion")),
        DamageType("fat", text("fatigue")),
    )
}


def is_fine(type_: str) -> bool:
    """Tell whether a type finds eyes and chinks: impaling, piercing, tight beams (GU-761, GU-762)."""
    return type_ in ("imp", "tbb") or TYPES[type_].piercing


def finds_vitals(type_: str) -> bool:
    """Tell whether a type can reach the vitals (GU-770, GU-771)."""
    return is_fine(type_) or type_ == "cr"


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice and adds: `2d-1` is (2, -1)."""

    count: int
    adds: int = 0

    @property
    def mean(self) -> Fraction:
        """The average total."""
        return Fraction(7 * self.count, 2) + self.adds

    def __str__(self) -> str:
        return f"{self.count}d{self.adds:+d}" if self.adds else f"{self.count}d"

    def plus(self, adds: int) -> "Dice":
        """Give the same dice with more adds."""
        return Dice(self.count, self.adds + adds)


# ST from which a row holds, thrust, swing (GU-230)
_ROWS = """1 1d-6 1d-5, 3 1d-5 1d-4, 5 1d-4 1d-3, 7 1d-3 1d-2, 9 1d-2 1d-1, 10 1d-2 1d, 11 1d-1 1d+1,
12 1d-1 1d+2, 13 1d 2d-1, 14 1d 2d, 15 1d+1 2d+1, 16 1d+1 2d+2, 17 1d+2 3d-1, 18 1d+2 3d, 19 2d-1 3d+1,
20 2d-1 3d+2, 21 2d 4d-1, 22 2d 4d, 23 2d+1 4d+1, 24 2d+1 4d+2, 25 2d+2 5d-1, 26 2d+2 5d, 27 3d-1 5d+1,
28 3d-1 5d+1, 29 3d 5d+2, 31 3d+1 6d-1, 33 3d+2 6d, 35 4d-1 6d+1, 37 4d 6d+2, 39 4d+1 7d-1, 40 4d+1 7d-1,
45 5d 7d+1, 50 5d+2 8d-1, 55 6d 8d+1, 60 7d-1 9d, 65 7d+1 9d+2, 70 8d 10d, 75 8d+2 10d+2, 80 9d 11d,
90 10d 12d, 100 11d 13d"""


def _dice(written: str) -> Dice:
    count, _, adds = written.partition("d")
    return Dice(int(count), int(adds or 0))


_TABLE = [
    (int(strength), _dice(thrust), _dice(swing))
    for strength, thrust, swing in (row.split() for row in _ROWS.split(","))
]
_FROM = [row[0] for row in _TABLE]


def thrust_and_swing(strength: int) -> tuple[Dice, Dice]:
    """Give what a thrust and a swing do at this ST; between two rows the lower counts (GU-230)."""
    _, thrust, swing = _TABLE[bisect_right(_FROM, strength) - 1]
    return thrust, swing


@dataclass(frozen=True, slots=True)
class Damage:
    """A damage text, read (GU-302). `base` is `thr`, `sw` or nothing; with one, `dice` has adds alone."""

    base: str
    dice: Dice
    times: int
    divisor: Fraction
    type: str

    @property
    def is_swing(self) -> bool:
        """Whether it comes from a swing."""
        return self.base == "sw"

    def dice_at(self, strength: int) -> Dice:
        """Give the dice and adds in the hands of somebody with this ST (GU-230)."""
        if not self.base:
            return self.dice
        return thrust_and_swing(strength)[self.base == "sw"].plus(self.dice.adds)

    def words(self, strength: int) -> str:
        """Write it as it counts at this ST: `1d+3 cut`."""
        times = f"x{self.times}" if self.times > 1 else ""
        divided = f"({float(self.divisor):g})" if self.divisor != 1 else ""
        return f"{self.dice_at(strength)}{times}{divided} {self.type}"


_TEXT = re.compile(
    r"(?:(?P<count>[1-9]\d{0,2})d|(?P<base>thr|sw))(?P<adds>[+-]\d{1,3})?(?:x(?P<times>[1-9]\d{0,3}))?"
    r"(?:\((?P<divisor>\d{1,4}(?:\.\d{1,4})?)\))? +(?P<type>\S+)"
)


@lru_cache(maxsize=4096)
def read_damage(written: str) -> Damage:
    """Read a damage text such as `sw+2 cut` or `5d(2) tbb` (GU-302).

    Raises:
        ValueError: if it is none.
    """
    found = _TEXT.fullmatch(written.strip())
    if found is None or found["type"] not in TYPES:
        types = ", ".join(TYPES)
        raise ValueError(f"damage is written like 2d+1 cut or thr imp, with one of {types}; not {written!r}")
    divisor = Fraction(found["divisor"] or 1)
    if divisor <= 0:
        raise ValueError(f"an armour divisor is above 0; {written!r} has none")
    count = int(found["count"] or 0)
    if count > MOST_DICE:
        raise ValueError(f"damage has at most {MOST_DICE} dice; {written!r} has more")
    return Damage(
        base=found["base"] or "",
        dice=Dice(count, int(found["adds"] or 0)),
        times=int(found["times"] or 1),
        divisor=divisor,
        type=found["type"],
    )
