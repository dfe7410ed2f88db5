"""What is known of places as each is asked for, where to work it out for all of them takes long."""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import groupby
from typing import TypeVar

from rules.map.model import Place

_Found = TypeVar("_Found")


class Sought(Mapping[Place, _Found]):
    """What is found of each of some places, asked for one by one; those of which nothing is are left out.

    Args:
        among: the places of which something may be found, in their order.
        find: what is asked of each, and answers again at once; None where there is nothing.
    """

    def __init__(self, among: Collection[Place], find: Callable[[Place], _Found | None]) -> None:
        self.among, self._find = among, find

    def __getitem__(self, place: Place) -> _Found:
        """Give what is found of a place."""
        found = self._find(place) if place in self.among else None
        if found is None:
            raise KeyError(place)
        return found

    def __iter__(self) -> Iterator[Place]:
        """List all those of which something is found: asked for of each."""
        return (place for place in self.among if self._find(place) is not None)

    def __len__(self) -> int:
        """Count them."""
        return sum(1 for _ in self)


def in_order(costs: Mapping[Place, float], far: Callable[[Place], float]) -> Iterator[Place]:
    """List places the nearest to something first, of equals the cheapest, then in the order that they have.

    What a place costs is asked for only as the list comes to those that are as near.

    Args:
        far: how far from it each place is.
    """
    ways = {place: far(place) for place in (costs.among if isinstance(costs, Sought) else costs)}
    for _, alike in groupby(sorted(ways, key=ways.__getitem__), key=ways.__getitem__):
        yield from sorted((place for place in alike if place in costs), key=costs.__getitem__)
