"""Dice for tests: by a seed and the place in the log, so that the same place always throws the same."""

from hashlib import sha256
from random import Random


class SeededFaces:
    """Faces by a seed and a place."""

    def __init__(self, seed: str, seq: int, by_hand: frozenset[str] = frozenset()) -> None:
        self._random = Random(sha256(f"{seed}:{seq}".encode()).digest())
        self._by_hand = by_hand

    def is_by_hand(self, who: str) -> bool:
        """Say whether who plays this combatant throws real dice."""
        return who in self._by_hand

    def face(self, who: str, purpose: str, sides: int) -> int:
        """Give the next face."""
        return self._random.randint(1, sides)
