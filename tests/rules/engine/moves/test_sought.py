"""Places of which something is worked out as each is asked for."""

from hypothesis import given
from hypothesis import strategies as st

from rules.engine.moves.sought import Sought, in_order
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
    assert list(in_order(Sought(costs, costs.get), ways.__getitem__)) == wanted
    assert list(in_order(known, ways.__getitem__)) == wanted


@given(_COSTS)
def test_what_is_sought_is_what_is_found(costs: dict[Place, float | None]) -> None:
    known = {place: cost for place, cost in costs.items() if cost is not None}
    sought = Sought(costs, costs.get)
    assert (dict(sought), len(sought)) == (known, len(known))
    assert "nowhere" not in sought


def test_no_place_is_asked_for_before_the_list_comes_to_it() -> None:
    asked: list[Place] = []

    def find(place: Place) -> float:
        asked.append(place)
        return 1.0

    sought = Sought(["a", "b", "c", "d"], find)
    assert next(in_order(sought, lambda place: place in ("a", "d"))) == "b"
    assert set(asked) == {"b", "c"}
