"""Who is far off is not next to anybody, which is told before it is measured."""

from hypothesis import given
from hypothesis import strategies as st

from rules.map.distance import apart
from rules.map.grid import Footprint
from rules.map.map_json import read_map
from rules.systems.tesseris.moves.places import footprints_adjacent

PLACES = st.tuples(st.integers(0, 8), st.integers(0, 8))
SIZES = st.integers(1, 3)


@given(st.sampled_from(("square", "hex-rows", "hex-columns")), PLACES, PLACES, SIZES, SIZES)
def test_those_are_adjacent_who_are_no_more_than_a_cell_apart(
    kind: str, here: tuple[int, int], there: tuple[int, int], size: int, other: int
) -> None:
    bare = read_map({"grid": {"kind": kind, "cols": 12, "rows": 12, "per_cell": 1, "unit": "yd"}})
    one, two = Footprint(here, size), Footprint(there, other)
    assert footprints_adjacent(bare, one, two) == (apart(bare, one, two) <= 1)
