"""Zones laid over a grid, and a map of the same zones alone, say the same of every shot from zone to zone."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.house.house import AS_WRITTEN
from rules.engine.refusal import Refusal
from rules.engine.system import find_system
from rules.map.grid import Footprint
from rules.map.zones import zoning
from tests.rules.systems.atomic.fights import Fight

ACROSS, DOWN, SIDE = 3, 2, 4
"""Zones in rows, and the cells of a side of each."""
COUNT = ACROSS * DOWN
WEAPONS = ("blast-pistol", "blast-rifle")

links = st.lists(st.tuples(st.integers(0, COUNT - 1), st.integers(0, COUNT - 1)), max_size=9)
spots = st.tuples(st.integers(0, COUNT - 1), st.sampled_from([(0, 0), (1, 2), (2, 1), (3, 3)]))


def zones(pairs: list[tuple[int, int]]) -> list[dict[str, Any]]:
    found = []
    for n in range(COUNT):
        x, y = n % ACROSS * SIDE, n // ACROSS * SIDE
        corners = [[x, y], [x + SIDE, y], [x + SIDE, y + SIDE], [x, y + SIDE]]
        linked = [f"z{b}" for a, b in pairs if a == n and b != n]
        found.append({"id": f"z{n}", "name": f"Zone {n}", "polygon": corners, "links": linked})
    return found


def fight(map_: dict[str, Any], here: Any, there: Any, weapon: str = "blast-rifle") -> Fight:
    sheet = {"skills": {"ranged": 60, "dodge": 40}, "weapons": [weapon]}
    people = [
        {"id": who, "name": who, "side": who, "sheet": sheet, "at": at}
        for who, at in (("ann", here), ("bob", there))
    ]
    return Fight(*people, map=map_)


def shot(of: Fight, weapon: str) -> Any:
    """What a shot rests on and needs, or why there is none."""
    try:
        plan = of.plan("attack", "ann", target="bob", with_=weapon)
    except Refusal as refusal:
        return refusal.code, refusal.rule
    facts = {fact.id: fact.value for fact in plan.facts}
    return facts, plan.target_number, plan.modifiers, plan.notes


@settings(max_examples=60, deadline=None)
@given(links, spots, spots)
def test_the_same_zones_give_the_same_ranges_with_and_without_a_grid(
    pairs: list[tuple[int, int]], one: tuple[int, tuple[int, int]], other: tuple[int, tuple[int, int]]
) -> None:
    def cell(spot: tuple[int, tuple[int, int]]) -> tuple[int, int]:
        zone, (column, row) = spot
        return zone % ACROSS * SIDE + column, zone // ACROSS * SIDE + row

    a, b = cell(one), cell(other)
    if (
        max(abs(a[0] - b[0]), abs(a[1] - b[1])) <= 1
    ):  # within a cell they fight hand to hand, which zones cannot tell
        return
    drawn = zones(pairs)
    grid = {"kind": "square", "cols": ACROSS * SIDE, "rows": DOWN * SIDE}
    zone_a, zone_b = f"z{one[0]}", f"z{other[0]}"
    on_grid = fight({"grid": grid, "zones": drawn}, a, b)
    on_zones = fight({"grid": {"kind": "zones"}, "zones": drawn}, zone_a, zone_b)
    grid_map, zone_map = on_grid.battle.state.map, on_zones.battle.state.map
    assert grid_map is not None
    assert zone_map is not None
    system = find_system("atomic")
    laid, alone = zoning(grid_map), zoning(zone_map)
    assert laid.zone_of(a) == zone_a
    assert laid.distance(zone_a, zone_b) == alone.distance(zone_a, zone_b)
    words = system.map.range_words(grid_map, Footprint(a), Footprint(b), AS_WRITTEN)
    assert words == system.map.range_words(zone_map, Footprint(zone_a), Footprint(zone_b), AS_WRITTEN)
    assert words is not None
    for weapon in WEAPONS:
        told = shot(fight({"grid": grid, "zones": drawn}, a, b, weapon), weapon)
        assert told == shot(
            fight({"grid": {"kind": "zones"}, "zones": drawn}, zone_a, zone_b, weapon), weapon
        )
        if isinstance(told[0], dict):
            assert str(words.words).startswith(told[0]["range"])
        else:
            assert told == ("out-of-range", "AT-37")


def test_what_a_ruler_calls_a_distance_is_the_range_of_a_shot() -> None:
    """On blocks too, where no zones are drawn."""
    grid = {"kind": "square", "cols": 24, "rows": 16}
    cases = (
        ((2, 3), "engaged", "blast-pistol"),
        ((2, 7), "near", "blast-pistol"),
        ((9, 3), "far", "blast-rifle"),
        ((20, 3), "distant", "blast-rifle"),
    )
    for target, expected, weapon in cases:
        shown = fight({"grid": grid}, (2, 2), target, weapon)
        assert shown.battle.state.map is not None
        here, there = Footprint((2, 2)), Footprint(target)
        words = find_system("atomic").map.range_words(shown.battle.state.map, here, there, AS_WRITTEN)
        assert words is not None
        assert str(words.words).split(",")[0] == expected
        assert shot(shown, weapon)[0]["range"] == expected
