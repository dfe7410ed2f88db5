"""Costs of places that are worked out as each is asked for."""

from hypothesis import given
from hypothesis import strategies as st

from rules.engine.moves.lazy_places import LazyPlaces, nearest_first
from rules.map.model import Place
from tests.rules.map.maps import cells

_COSTS = st.dictionaries(cells(), st.none() | st.integers(0, 3).map(float))


@given(_COSTS, st.data())
def test_places_come_in_the_order_in_which_all_of_them_would_be_sorted(
    costs: dict[Place, float | None], data: st.DataObject
) -> None:
    ways = {place: data.draw(st.integers(0, 3)) for place in costs}
    known = {place: cost for place, cost in costs.items() if cost is not None}
    wanted = sorted(known, key=lambda place: (ways[place], known[place]))
    assert list(nearest_first(LazyPlaces(costs, costs.get), ways.__getitem__)) == wanted
    assert list(nearest_first(known, ways.__getitem__)) == wanted


@given(_COSTS)
def test_all_that_is_found_is_there(costs: dict[Place, float | None]) -> None:
    known = {place: cost for place, cost in costs.items() if cost is not None}
    lazy = LazyPlaces(costs, costs.get)
    assert (dict(lazy), len(lazy)) == (known, len(known))
    assert "nowhere" not in lazy


def test_no_place_is_asked_for_before_the_list_comes_to_it() -> None:
    asked: list[Place] = []

    def find(place: Place) -> float:
        asked.append(place)
        return 1.0

    lazy = LazyPlaces(["a", "b", "c", "d"], find)
    assert next(nearest_first(lazy, lambda place: place in ("a", "d"))) == "b"
    assert set(asked) == {"b", "c"}
