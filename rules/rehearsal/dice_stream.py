"""The dice of a rehearsed fight: a stream for each combatant, of a seed and the fight's number.

Whoever is in two fights of one number throws the same faces in both as long as they throw the same dice,
whatever others do: so fights that differ in one thing can be compared.
"""

from dataclasses import dataclass, field
from hashlib import blake2b

_WORD = 1 << 64
_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The constants of splitmix64."""


@dataclass(slots=True)
class DiceStreams:
    """The faces of one fight (`rules.engine.dice.FaceSource`)."""

    seed: str
    fight: int
    _states: dict[str, int] = field(default_factory=dict)

    def face(self, who: str, purpose: str, sides: int) -> int:
        """Give the next face of somebody's dice."""
        state = self._states.get(who)
        if state is None:
            begun = blake2b(f"{self.seed}\n{self.fight}\n{who}".encode(), digest_size=8)
            state = int.from_bytes(begun.digest())
        self._states[who] = state = (state + _STEP) % _WORD
        state = ((state ^ (state >> 30)) * _FIRST) % _WORD
        state = ((state ^ (state >> 27)) * _SECOND) % _WORD
        return 1 + (((state ^ (state >> 31)) * sides) >> 64)
