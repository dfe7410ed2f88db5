"""A number for each name that nobody can choose, nobody can foresee, and anybody can check.

This is the verifiable random function ECVRF-EDWARDS25519-SHA512-TAI of RFC 9381. Who holds the secret key can
work out for any name (`alpha`) one number (`beta`), and a proof (`pi`) of it. With the public key anybody can
check the proof; no other number of the same name has one, and the proofs of many names say nothing of the
number of another.
"""

from functools import lru_cache
from hashlib import sha512

from webapp.dice.curve import (
    BASE,
    COFACTOR,
    NEUTRAL,
    ORDER,
    Point,
    decode,
    encode,
    is_equal,
    multiply,
    multiply_add,
    multiply_base,
    negative,
    secret_scalar,
)

_SUITE = b"\x03"
_CHALLENGE = 16
"""Bytes of a proof's challenge."""
PROOF_BYTES = 32 + _CHALLENGE + 32


class SecretKey:
    """A secret key of 32 bytes, with what is worked out of it once."""

    def __init__(self, secret: bytes) -> None:
        self._scalar, self._nonces = secret_scalar(secret)
        self.public = encode(multiply_base(self._scalar))

    def number(self, alpha: bytes) -> bytes:
        """Give the 64 bytes of a name."""
        return _number_of(multiply(self._scalar, _on_curve(self.public, alpha)))

    def proof(self, alpha: bytes) -> bytes:
        """Give the proof of a name's number, `PROOF_BYTES` long (RFC 9381, 5.1)."""
        spot = _on_curve(self.public, alpha)
        gamma, written = multiply(self._scalar, spot), encode(spot)
        nonce = int.from_bytes(sha512(self._nonces + written).digest(), "little") % ORDER
        u, v = multiply_base(nonce), multiply(nonce, spot)
        challenge = _challenge(self.public, written, encode(gamma), encode(u), encode(v))
        answer = (nonce + challenge * self._scalar) % ORDER
        return encode(gamma) + challenge.to_bytes(_CHALLENGE, "little") + answer.to_bytes(32, "little")


def proven_number(public: bytes, alpha: bytes, proof: bytes) -> bytes | None:
    """Give the 64 bytes of a name as a proof has them; None where it proves nothing (RFC 9381, 5.3)."""
    key, gamma = _public_point(public), decode(proof[:32])
    challenge = int.from_bytes(proof[32 : 32 + _CHALLENGE], "little")
    answer = int.from_bytes(proof[32 + _CHALLENGE :], "little")
    if len(proof) != PROOF_BYTES or key is None or gamma is None or answer >= ORDER:
        return None
    spot = _on_curve(public, alpha)
    u = multiply_add([(answer, BASE), (challenge, negative(key))])
    v = multiply_add([(answer, spot), (challenge, negative(gamma))])
    if _challenge(public, encode(spot), proof[:32], encode(u), encode(v)) != challenge:
        return None
    return _number_of(gamma)


def _challenge(*points: bytes) -> int:
    digest = sha512(_SUITE + b"\x02" + b"".join(points) + b"\x00").digest()
    return int.from_bytes(digest[:_CHALLENGE], "little")


def _number_of(gamma: Point) -> bytes:
    return sha512(_SUITE + b"\x03" + encode(multiply(COFACTOR, gamma)) + b"\x00").digest()


def _on_curve(public: bytes, alpha: bytes) -> Point:
    """Turn a name into a point: the first try that is one (RFC 9381, 5.4.1.1)."""
    for attempt in range(256):
        digest = sha512(_SUITE + b"\x01" + public + alpha + bytes([attempt, 0])).digest()
        point = decode(digest[:32])
        if point is not None and not is_equal(found := multiply(COFACTOR, point), NEUTRAL):
            return found
    raise AssertionError("half of all tries are a point")


@lru_cache(maxsize=64)
def _public_point(public: bytes) -> Point | None:
    """Read a public key; None for one that would let any number be proven (RFC 9381, 5.4.5)."""
    point = decode(public)
    return None if point is None or is_equal(multiply(COFACTOR, point), NEUTRAL) else point
