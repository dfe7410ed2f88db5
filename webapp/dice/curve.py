"""Points of the curve edwards25519 (RFC 8032), as far as `vrf.py` needs them: plain integers, no dependency.

It is quick enough for dice (two or three milliseconds for a roll), and takes no care to take equally long
each time: the secret is multiplied once for each roll, in requests that take as long as many other things do.
"""

from collections.abc import Sequence
from functools import cache
from hashlib import sha512

P = 2**255 - 19
"""The prime of the field."""
ORDER = 2**252 + 27742317777372353535851937790883648493
"""How many points the subgroup has that counting starts from."""
COFACTOR = 8
_D = -121665 * pow(121666, -1, P) % P
_D2 = 2 * _D % P
_ROOT = pow(2, (P - 1) // 4, P)

Point = tuple[int, int, int, int]
"""Extended coordinates: X, Y, Z and T, where x = X/Z, y = Y/Z and xy = T/Z."""
NEUTRAL: Point = (0, 1, 1, 0)


def add(one: Point, other: Point) -> Point:
    """Add two points; the formula holds for all of them (RFC 8032, 5.1.4)."""
    x1, y1, z1, t1 = one
    x2, y2, z2, t2 = other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = t1 * _D2 * t2 % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def double(point: Point) -> Point:
    """Add a point to itself."""
    x, y, z, _ = point
    a, b = x * x % P, y * y % P
    h, g = a + b, a - b
    e = h - (x + y) * (x + y)
    f = 2 * z * z + g
    return e * f % P, g * h % P, f * g % P, e * h % P


def negative(point: Point) -> Point:
    """Give the point that adds up to nothing with this one."""
    x, y, z, t = point
    return -x % P, y, z, -t % P


def multiply(number: int, point: Point) -> Point:
    """Add a point to itself so many times, 0 or more."""
    return multiply_add([(number, point)])


def multiply_add(pairs: Sequence[tuple[int, Point]]) -> Point:
    """Multiply points, each by its number, and add them up: four binary digits of all at a time."""
    tables = [(number, _multiples(point)) for number, point in pairs]
    longest = max(number.bit_length() for number, _ in tables)
    found = NEUTRAL
    for shift in range((longest + 3) // 4 * 4 - 4, -1, -4):
        for _ in range(4):
            found = double(found)
        for number, table in tables:
            digit = number >> shift & 15
            if digit:
                found = add(found, table[digit])
    return found


def _multiples(point: Point) -> list[Point]:
    found = [NEUTRAL, point]
    for _ in range(14):
        found.append(add(found[-1], point))
    return found


def is_equal(one: Point, other: Point) -> bool:
    """Say whether two are the same point."""
    return all((one[n] * other[2] - other[n] * one[2]) % P == 0 for n in (0, 1))


def encode(point: Point) -> bytes:
    """Write a point as 32 bytes (RFC 8032, 5.1.2)."""
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    x, y = x * inverse % P, y * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode(data: bytes) -> Point | None:
    """Read a point that `encode` wrote; None where there is none of the kind (RFC 8032, 5.1.3)."""
    if len(data) != 32:
        return None
    whole = int.from_bytes(data, "little")
    y, sign = whole & ((1 << 255) - 1), whole >> 255
    if y >= P:
        return None
    x = _x_of(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def _x_of(y: int, sign: int) -> int | None:
    square = (y * y - 1) * pow(_D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * _ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


_BASE = decode(bytes([0x58] + [0x66] * 31))
assert _BASE is not None
BASE: Point = _BASE
"""The point from which counting starts."""


def multiply_base(number: int) -> Point:
    """Add the base so many times, below 2^256: from its multiples, which are worked out once."""
    found = NEUTRAL
    for place, row in enumerate(_base_rows()):
        digit = number >> 4 * place & 15
        if digit:
            found = add(found, row[digit])
    return found


@cache
def _base_rows() -> list[list[Point]]:
    rows, point = [], BASE
    for _ in range(64):
        rows.append(_multiples(point))
        point = add(rows[-1][15], point)
    return rows


def secret_scalar(secret: bytes) -> tuple[int, bytes]:
    """Give the number of a secret key, and the bytes of which nonces are made (RFC 8032, 5.1.5)."""
    digest = sha512(secret).digest()
    number = int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | 1 << 254
    return number, digest[32:]
