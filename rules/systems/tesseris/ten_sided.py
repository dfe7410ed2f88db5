"""The dT: a die with ten sides of which the higher five count, and the highest two are thrown again."""

from rules.engine.free_dice import FreeDie

SIDES = 10
COUNTS_FROM = 6
EXPLODES_FROM = 9

FREE_DIE = FreeDie(
    worth=tuple(int(face >= COUNTS_FROM) for face in range(1, SIDES + 1)), explodes_from=EXPLODES_FROM
)
"""A dT as anybody throws it, outside any test (TS-040)."""
