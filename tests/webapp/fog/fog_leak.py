"""What the listeners in the fog raise when something came back that its reader may not know of."""


class Leak(AssertionError):
    """Something came back that its reader may not know of."""


def difference(one: str, other: str) -> str:
    """Give the first place where two answers differ."""
    pairs = enumerate(zip(one, other, strict=False))
    at = next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))
    begin = max(at - 300, 0)
    return f"  {one[begin : at + 300]}\n  {other[begin : at + 300]}"
