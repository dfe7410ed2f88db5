"""Costs of places, or ways to them, each worked out when it is asked for: to do so for all takes long."""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import groupby
from typing import TypeVar

from rules.map.model import Place

_Found = TypeVar("_Found")


class LazyPlaces(Mapping[Place, _Found]):
    """What is found for each of some places, when it is asked for; places without anything are left out.

    Args:
        among: the places for which something may be found, in their order.
        find: gives what there is for one of them, None for nothing; it keeps what it has found.
    """

    def __init__(self, among: Collection[Place], find: Callable[[Place], _Found | None]) -> None:
        self.among, self._find = among, find

    def __getitem__(self, place: Place) -> _Found:
        """Give what is found for a place."""
        found = self._find(place) if place in self.among else None
        if found is None:
            raise KeyError(place)
        return found

    def __iter__(self) -> Iterator[Place]:
        """List all those for which something is found: each is worked out."""
        return (place for place in self.among if self._find(place) is not None)

    def __len__(self) -> int:
        """Count them."""
        return sum(1 for _ in self)


def nearest_first(costs: Mapping[Place, float], far: Callable[[Place], float]) -> Iterator[Place]:
    """List places by how far each is from something, of equals the cheapest first, then in their order.

    A place's cost is worked out only when the list comes to those that are as far.

    Args:
        far: gives how far from it a place is.
    """
    ways = {place: far(place) for place in (costs.among if isinstance(costs, LazyPlaces) else costs)}
    for _, alike in groupby(sorted(ways, key=ways.__getitem__), key=ways.__getitem__):
        yield from sorted((place for place in alike if place in costs), key=costs.__getitem__)
