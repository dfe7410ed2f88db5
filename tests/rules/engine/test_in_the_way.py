"""Who stands in the way of a shot, where a table lets that count."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.in_the_way import in_the_way, struck_instead
from tests.rules.kit import BattleInHand, fighter

GRID: dict[str, Any] = {"grid": {"kind": "square", "cols": 20, "rows": 12}}


class Field(BattleInHand):
    system = "atomic"

    def between(self, shooter: str, target: str) -> tuple[str, ...]:
        people = self.battle.state.combatants
        return in_the_way(self.battle.state, people[shooter], people[target], lambda c: c.id != "down")


def test_those_on_the_line_are_in_the_way_nearest_first() -> None:
    field = Field(
        fighter("ann", at=[1, 5]),
        fighter("far", at=[6, 5]),
        fighter("near", at=[3, 5]),
        fighter("aside", at=[4, 6]),
        fighter("behind", at=[10, 5]),
        fighter("down", at=[5, 5]),
        fighter("bob", at=[8, 5]),
        map=GRID,
    )
    assert field.between("ann", "bob") == ("near", "far")
    assert field.between("bob", "ann") == ("far", "near")
    field.do("gm-set", target="far", state={"at": [6, 8]})
    assert field.between("ann", "bob") == ("near",)


def test_the_hidden_are_in_nobodys_way() -> None:
    field = Field(fighter("ann", at=[1, 5]), fighter("spy", at=[3, 5]), fighter("bob", at=[8, 5]), map=GRID)
    assert field.between("ann", "bob") == ("spy",)
    field.do("edit", target="spy", hidden=True)
    assert field.between("ann", "bob") == ()


def test_a_mount_is_in_the_way_but_not_of_its_rider() -> None:
    field = Field(
        fighter("ann", at=[1, 5]),
        fighter("roan", at=[7, 5], size=2),
        fighter("bob", at=[7, 5]),
        fighter("cat", at=[12, 5]),
        map=GRID,
    )
    assert field.between("ann", "bob") == ()
    assert field.between("bob", "ann") == ()
    assert field.between("ann", "cat") == ("roan", "bob")


@pytest.mark.parametrize(("height", "counts"), [(0, False), (2, True), (3, True), (5, False)])
def test_whoever_stands_lower_or_higher_than_both_is_not_in_the_way(height: int, counts: bool) -> None:
    elevation = [
        {"cells": [[1, 5]], "height": 4},
        {"cells": [[8, 5]], "height": 1},
        {"cells": [[4, 5]], "height": height},
    ]
    field = Field(
        fighter("ann", at=[1, 5]),
        fighter("cat", at=[4, 5]),
        fighter("bob", at=[8, 5]),
        map={**GRID, "elevation": elevation},
    )
    assert field.between("ann", "bob") == (("cat",) if counts else ())


def test_nobody_is_in_the_way_where_only_zones_are_drawn() -> None:
    zones = {"grid": {"kind": "zones"}, "zones": [{"id": "bar", "name": "Bar", "polygon": []}]}
    field = Field(*(fighter(id_, at="bar") for id_ in ("ann", "cat", "bob")), map=zones)
    assert field.between("ann", "bob") == ()


@given(st.integers(1, 30), st.integers(0, 4), st.integers(1, 200))
def test_each_in_the_way_takes_as_many_misses_as_it_costs(each: int, count: int, short_by: int) -> None:
    figures = tuple(f"c{n}" for n in range(count))
    found = struck_instead(figures, each, short_by)
    assert (found is None) == (short_by > each * count)
    if found is not None:
        at = figures.index(found)
        assert at * each < short_by <= (at + 1) * each
