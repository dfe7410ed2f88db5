"""Who fights against whom: everybody of another side, but for bystanders, who are nobody's foes."""

from rules.engine.shown import OTHERS


def are_foes(side: str, other: str) -> bool:
    """Say whether those of one side fight against those of another."""
    return side != other and OTHERS not in (side, other)
