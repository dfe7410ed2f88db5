"""The chances of exploding dice, exact to the last bit that a float can hold (SW-41)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

from rules.engine.dice import Faces

_NEGLIGIBLE = 1e-16


def explode(sides: int, faces: Faces, taken: list[int]) -> int:
    """Throw one die, and again for each highest face; add the faces to `taken` and give their sum."""
    total = 0
    while True:
        face = faces(sides)
        taken.append(face)
        total += face
        if face < sides:
            return total


@lru_cache(maxsize=64)
def exploding(sides: int) -> Mapping[int, float]:
    """Give the chance of each total of one exploding die; what is left past the last goes to the last."""
    chances: dict[int, float] = {}
    base, left = 0, 1.0
    while left > _NEGLIGIBLE:
        for face in range(1, sides):
            chances[base + face] = left / sides
        base, left = base + sides, left / sides
    chances[base - 1] += left
    return chances


@lru_cache(maxsize=64)
def plain(sides: int) -> Mapping[int, float]:
    """Give the chance of each face of a die that does not explode."""
    return dict.fromkeys(range(1, sides + 1), 1 / sides)


@lru_cache(maxsize=1024)
def totals(dice: tuple[int, ...], aces: bool = True) -> Mapping[int, float]:
    """Give the chance of each sum of some dice; negative sides are taken away."""
    chances = {0: 1.0}
    for sides in dice:
        one = exploding(abs(sides)) if aces else plain(abs(sides))
        sign = 1 if sides > 0 else -1
        after: dict[int, float] = {}
        for (total, chance), (face, weight) in product(chances.items(), one.items()):
            both = chance * weight
            if both > 0:
                after[total + sign * face] = after.get(total + sign * face, 0.0) + both
        chances = after
    return chances


def faces_of(sides: int, total: int) -> tuple[int, ...]:
    """Give the faces of one exploding die that come to a total, which is no multiple of its sides."""
    return (*(sides,) * (total // sides), total % sides)


def example(dice: Sequence[int], total: int, aces: bool = True) -> tuple[int, ...]:
    """Give some faces of these dice that come to a total: the highest of the dice that can take it first."""
    if not dice:
        return ()
    sides, rest = dice[0], dice[1:]
    possible = exploding(abs(sides)) if aces else plain(abs(sides))
    sign = 1 if sides > 0 else -1
    later = totals(tuple(rest), aces)
    found = next((face for face in possible if total - sign * face in later), 1)
    mine = faces_of(abs(sides), found) if aces else (found,)
    return (*mine, *example(rest, total - sign * found, aces))
