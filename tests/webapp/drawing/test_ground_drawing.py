"""The signs of ground and heights, which keep clear of the names of zones."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from rules.map.map_json import read_map
from rules.map.model import BattleMap
from webapp.demo.fights import READY_MADE, read_fight
from webapp.drawing.ground_drawing import PatchView, see_ground
from webapp.drawing.map_drawing import see_map
from webapp.drawing.zone_layout import UNIT, Box, lay_out, name_box
from webapp.visibility.viewer import Viewer


def a_map(name: str, columns: int) -> BattleMap:
    """Give a map of one zone, with mud of so many columns from the second on in two of its rows."""
    mud = [[column, row] for column in range(1, 1 + columns) for row in (1, 2)]
    written: dict[str, Any] = {
        "grid": {"kind": "square", "cols": 8, "rows": 5},
        "zones": [{"id": "z", "name": name, "polygon": [[0, 1], [8, 1], [8, 4], [0, 4]]}],
        "ground": [{"cells": mud, "cost": 2, "name": "mud"}],
    }
    return read_map(written)


def names_on(battle_map: BattleMap) -> list[Box]:
    labels = lay_out(battle_map).labels
    return [name_box(labels[zone.id], zone.name) for zone in battle_map.zones if zone.id in labels]


def are_clear(patches: Sequence[PatchView], names: list[Box]) -> bool:
    """Say whether no sign lies on a name or on another sign."""
    signs = [Box(x - UNIT / 2, y - 0.3 * UNIT, UNIT, 0.6 * UNIT) for p in patches for x, y in p.signs]
    return not any(
        one.meets(other) for one, other in combinations((*names, *signs), 2) if one in signs or other in signs
    )


def drawn(battle_map: BattleMap) -> tuple[PatchView, ...]:
    view = see_map(battle_map, Viewer(role="gm"))
    return *view.ground, *view.heights


def test_a_sign_stands_beside_a_name_and_else_in_the_middle() -> None:
    battle_map = a_map("The long slope down", 6)
    [mud] = drawn(battle_map)
    assert see_ground(battle_map.grid, battle_map.ground[0]).signs == ((350.0, 150.0),)  # on the name
    assert mud.signs == ((350.0, 250.0),)
    assert are_clear([mud], names_on(battle_map))


def test_where_a_name_covers_all_of_it_the_sign_is_there_all_the_same() -> None:
    battle_map = a_map("East", 1)
    everywhere = (Box(0, 0, 8 * UNIT, 5 * UNIT),)
    assert see_ground(battle_map.grid, battle_map.ground[0], everywhere).signs == ((150.0, 150.0),)


@pytest.mark.parametrize("fight", READY_MADE)
def test_no_sign_lies_on_a_name_or_another_in_a_ready_fight(fight: str) -> None:
    battle_map = read_fight(fight).map
    assert are_clear(drawn(battle_map), names_on(battle_map))
