"""Odds counted out die by die, as slowly as one likes, to compare the system's with."""

from typing import Any

import icepool
from icepool import Die

DEPTH = {4: 18, 6: 15, 8: 13, 10: 12, 12: 11}
"""How often each die is thrown again at most: what is left after that is less than one in 10 to the 10."""


CLOSE = 1e-9
Read = tuple[tuple[str, ...], int]
"""The hits and raises of a burst in order, and how many of its dice go astray."""


def exploding(sides: int) -> Any:
    return icepool.d(sides).explode(depth=DEPTH[sides])


def trait(sides: int, wild: bool) -> Any:
    """Give trait and Wild Die as a pair of totals; an Extra's Wild Die is 0."""
    other = exploding(6) if wild else Die([0])
    return icepool.tupleize(exploding(sides), other)


def outcome(pair: Any, modifier: int, target: int) -> str:
    mine, other = pair
    if mine == other == 1:
        return "critical-failure"
    total = max(mine, other) + modifier
    if total < target:
        return "failure"
    return "raise" if total >= target + 4 else "success"


def as_chances(die: Any) -> dict[Any, float]:
    return {value: float(die.probability(value)) for value in die}


def burst(totals: tuple[int, ...], wild: int, plus: int, target: int, stray: int) -> Read:
    """Read a burst once more, by the words of the rules (SW-49, SW-100 to SW-103, SW-220, SW-221, SW-C5)."""
    if wild == 1 and sum(t == 1 for t in totals) * 2 > len(totals):
        return (), sum(t <= stray for t in totals)
    dice = [(total, True) for total in totals]
    lowest = totals.index(min(totals))
    if wild > totals[lowest]:
        dice[lowest] = (wild, False)
    hits, strays = [], 0
    for total, own in dice:
        if total + plus >= target:
            hits.append("raise" if total + plus >= target + 4 else "hit")
        elif len(totals) == 1 and stray == 2:  # of a shotgun
            strays += totals[0] <= stray
        else:
            strays += own and total <= stray
    return tuple(hits), strays


def effect(total: int, toughness: int, shaken: bool, room: int) -> tuple[str, int]:
    over = total - toughness
    if over < 0:
        return "no-effect", 0
    if over >= 4:
        return "wound", min(over // 4, room)
    return "shaken", min(int(shaken), room)
