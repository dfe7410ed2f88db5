"""Dice under a seal: nobody can choose them, nobody foresees them, and anybody can check them.

A battle's secret seed is the secret key of a verifiable random function (`vrf.py`). Its public key is the
*seal*: it is shown to everybody and written into the log as the fight begins, and from then on each roll has
one result alone that can be proven. To commit to one seed and to open that at the end would not do: who has
the seed knows of every roll, those behind the fog included, and may foresee the next.

A roll is named by who throws it and by how many that one has thrown before, never by its place in the log:
what somebody unseen does moves nobody else's dice. Two steps lead from the name to the faces.

1. Each thrower has a number of the function, the *lane*. The lane and the number of the roll (1, 2, 3 ...)
   give the roll's *ticket*.
2. The ticket's number of the function gives the faces.

Who is shown a roll is given its ticket and the proof of step 2: that these faces, and no others, belong to
this ticket. Who is given the proof of the lane too can work out all tickets of that thrower: it must be the
next one each time, so that nothing was left out, and none was picked from among many. It tells nothing of
faces to come, for those need a proof of step 2 each.

- Players have the lanes of the characters that they play, of whose rolls they are told every one. What the
  rules throw without a word (`Rolled.quiet`) counts in a lane of its own, so that no gap tells of it.
- Of others they have tickets alone. A ticket says nothing of how many came before it: how often somebody
  threw out of sight cannot be read from it. It is fixed all the same: as soon as the GM gives out all lanes
  (after the fight, with the whole file) everybody can see whether each ticket was the next one.
- The GM has all lanes, and so may hand out proof of everything.

What it does not show: that the seed itself was not chosen among many before the fight, as by nobody who
throws dice for others; and that a roll which the rules ask for was thrown at all.
"""

import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256, sha512

from rules.engine.dice import Faces
from webapp.dice.vrf import SecretKey, proven_number

TICKET_BYTES = 16
_WORD = 8
"""Bytes that a face is taken from."""


@dataclass(frozen=True, slots=True)
class Thrower:
    """Whose rolls are counted together: a combatant's that are told, or those that are thrown silently."""

    who: str
    quiet: bool = False

    @property
    def name(self) -> bytes:
        """Its name for the function."""
        return b"lane\0" + (b"quiet" if self.quiet else b"told") + b"\0" + self.who.encode()


class DiceKey:
    """The key of one battle's dice, made of its seed."""

    def __init__(self, seed: str) -> None:
        self._key = SecretKey(hmac.digest(seed.encode(), b"battlemat dice", sha256))
        self._lanes: dict[Thrower, bytes] = {}
        self._proofs: dict[bytes, bytes] = {}

    @property
    def seal(self) -> str:
        """The public key, as 64 hex digits."""
        return self._key.public.hex()

    def ticket(self, thrower: Thrower, serial: int) -> bytes:
        """Give the ticket of a roll, by its number among its thrower's, from 1."""
        if thrower not in self._lanes:
            self._lanes[thrower] = self._key.number(thrower.name)
        return ticket_in(self._lanes[thrower], serial)

    def faces(self, ticket: bytes) -> Faces:
        """Give what hands out a roll's faces."""
        return faces_of(self._key.number(_roll(ticket)))

    def roll_proof(self, ticket: bytes) -> bytes:
        """Give the proof of a roll's faces. It is kept, for it takes some milliseconds."""
        if ticket not in self._proofs:
            self._proofs[ticket] = self._key.proof(_roll(ticket))
        return self._proofs[ticket]

    def proof(self, name: bytes) -> bytes:
        """Give the proof of anything else that is named, as of a file."""
        return self._key.proof(name)

    def lane_proof(self, thrower: Thrower) -> bytes:
        """Give the proof of a thrower's lane."""
        return self._key.proof(thrower.name)


@lru_cache(maxsize=512)
def dice_key(seed: str) -> DiceKey:
    """Give the key of a battle's dice by its seed."""
    return DiceKey(seed)


def in_groups(seal: str) -> str:
    """Write a seal as people read and compare it: eight digits, and eight again."""
    return " ".join(seal[at : at + 8] for at in range(0, len(seal), 8))


def ticket_in(lane: bytes, serial: int) -> bytes:
    """Give the ticket of a roll, by its thrower's lane and its number there."""
    return hmac.digest(lane, serial.to_bytes(8), sha256)[:TICKET_BYTES]


def proven_lane(seal: bytes, thrower: Thrower, proof: bytes) -> bytes | None:
    """Give a thrower's lane as a proof has it; None where it proves nothing."""
    return proven_number(seal, thrower.name, proof)


def proven_faces(seal: bytes, ticket: bytes, proof: bytes) -> Faces | None:
    """Give what hands out a roll's faces as a proof has them; None where it proves nothing."""
    number = proven_number(seal, _roll(ticket), proof)
    return None if number is None else faces_of(number)


def _roll(ticket: bytes) -> bytes:
    return b"roll\0" + ticket


def faces_of(number: bytes) -> Faces:
    """Hand out faces by a roll's number: 8 bytes for each; what would favour a face is passed over."""
    words = _words(number)

    def face(sides: int) -> int:
        fair = 2 ** (8 * _WORD) // sides * sides
        return next(word for word in words if word < fair) % sides + 1

    return face


def _words(number: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = sha512(number + block.to_bytes(4)).digest()
        yield from (int.from_bytes(digest[at : at + _WORD]) for at in range(0, len(digest), _WORD))
        block += 1
