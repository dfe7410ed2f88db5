"""Leave out the walls that nearer walls hide with certainty, before sight is worked out in earnest.

The circle is cut into sectors. A wall that spans a sector whole hides in it whatever lies farther off than
the wall's farther end; a wall that is nearer than that in none of its sectors is hidden. In rooms and streets
that leaves a tenth of the walls; in an open cave it would leave them all, so it is not tried there.

Distances are counted across plus down here: that is quicker, and orders the points of one ray the same.
"""

from dataclasses import dataclass

import numpy as np

from rules.map.walls import Floats, Ints

_SECTORS = 256
_LEVELS = 9  # the powers of two from 1 to all sectors
_LEVEL = np.repeat(np.arange(_LEVELS), [1 << level for level in range(_LEVELS)])  # of each count, from 1
_EACH = 4  # how many sectors on is the next one that is asked whether culling is worth it
_PAD = 1e-6  # of a sector: what rounding may do to a direction
_FEW = 500  # walls that are sorted sooner than culled
_WORTH = 0.25  # of the walls lie farther off than what closes half of the sectors


@dataclass(frozen=True, slots=True)
class Heading:
    """Directions of points from the origin.

    Attributes:
        x, y: the directions, |x| + |y| being 1.
        turn: a number that grows with the angle, from 0 (to the right) to 4.
        far: |x| + |y| of the points.
    """

    x: Floats
    y: Floats
    turn: Floats
    far: Floats

    @classmethod
    def to(cls, x: Floats, y: Floats) -> "Heading":
        """Give the directions of points, none of them the origin."""
        far = np.abs(x) + np.abs(y)
        x, y = x / far, y / far
        return cls(x, y, np.where(y >= 0, 1.0 - x, 3.0 + x), far)

    def taken(self, which: Ints) -> "Heading":
        """Give some of the directions."""
        return Heading(self.x[which], self.y[which], self.turn[which], self.far[which])


def unhidden(starts: Heading, ends: Heading, length: Floats, of: Ints, eyes: int) -> Ints | None:
    """Give the walls that may be seen from the origin, None for all of them.

    Args:
        starts, ends: where a wall begins and ends, clockwise (as y runs down) about the origin.
        length: |x| + |y| from end to end.
        of: for each wall which of so many `eyes` is at the origin; they share no sectors.
    """
    count = np.bincount(of, minlength=eyes)
    if count.max() < _FEW:
        return None
    first, last, own = starts.turn * (_SECTORS / 4), ends.turn * (_SECTORS / 4), of * _SECTORS
    begin, end = np.ceil(first + _PAD).astype(np.int64), np.floor(last - _PAD).astype(np.int64)
    whole = np.flatnonzero(begin < end)
    farther = np.maximum(starts.far[whole], ends.far[whole])
    depth = _least((begin + own)[whole], (end + own)[whole], farther, eyes * _SECTORS)
    nearest = np.minimum(starts.far, ends.far) - length / 2
    closed = np.partition(depth.reshape(eyes, -1, _EACH)[:, :, 0], _SECTORS // _EACH // 2, axis=1)
    behind = nearest > closed[of, _SECTORS // _EACH // 2]
    is_worth = (count >= _FEW) & (np.bincount(of[behind], minlength=eyes) >= _WORTH * count)
    if not is_worth.any():
        return None
    # What spans direction 0 is in two pieces, and what nearly points at the eye may have been rounded round.
    plain = (first > _PAD) & (last < _SECTORS - _PAD) & (first <= last)
    begin = np.where(plain, first - _PAD, 0).astype(np.int64)
    end = np.where(plain, last + _PAD, 0).astype(np.int64) + 1
    return np.flatnonzero(~plain | ~is_worth[of] | (nearest <= _greatest(depth, begin + own, end + own)))


def _least(begin: Ints, end: Ints, value: Floats, sectors: int) -> Floats:
    """Give for each sector the least value of the ranges that it lies in, infinity where there is none."""
    level = _level(end - begin)  # two powers of two that overlap make up a range
    levels, own = np.full(_LEVELS * sectors, np.inf), level * sectors
    np.minimum.at(levels, own + begin, value)  # in one row: of two dimensions numpy takes twice as long
    np.minimum.at(levels, own + end - (1 << level), value)
    table = levels.reshape(_LEVELS, sectors)
    for k in range(_LEVELS - 1, 0, -1):
        half = 1 << (k - 1)
        np.minimum(table[k - 1], table[k], out=table[k - 1])
        np.minimum(table[k - 1, half:], table[k, :-half], out=table[k - 1, half:])
    found: Floats = table[0]
    return found


def _greatest(value: Floats, begin: Ints, end: Ints) -> Floats:
    """Give for each range of sectors the greatest of their values."""
    sectors = len(value)
    levels = np.full(_LEVELS * sectors, np.inf)  # in one row, as above
    table = levels.reshape(_LEVELS, sectors)
    table[0] = value
    for k in range(1, _LEVELS):
        half = 1 << (k - 1)
        np.maximum(table[k - 1, :-half], table[k - 1, half:], out=table[k, :-half])
    level = _level(end - begin)
    own = level * sectors
    found: Floats = np.maximum(levels[own + begin], levels[own + end - (1 << level)])
    return found


def _level(count: Ints) -> Ints:
    level: Ints = _LEVEL[count - 1]
    return level
