"""Who stands next to whom (TS-049): each two places of a map are looked up once, and doors are other maps.

And which walls are cover where (TS-067): the boxes that they lie in leave out none.
"""

import math
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rules.map.grid import Footprint, cell_centre, footprint_cells, neighbours
from rules.map.model import BattleMap, Cell, DoorState, WallKind, with_door
from rules.map.movement import can_step
from rules.systems.tesseris.moves.places import (
    CoverOnMap,
    can_be_cover,
    footprints_adjacent,
    pieces_of,
    touches,
)
from tests.rules.map.maps import cells, footprints, small_maps


@given(small_maps("wall window low door", 4), cells(), cells())
def test_two_are_next_to_each_other_where_a_step_leads_however_often_it_is_asked(
    field: BattleMap, one: Cell, other: Cell
) -> None:
    doors = [wall.id for wall in field.walls if wall.kind is WallKind.DOOR]
    opened = [with_door(field, door, state) for door in doors for state in (DoorState.OPEN, DoorState.CLOSED)]
    here, there = Footprint(one), Footprint(other)
    for each in (field, *opened, field):
        steps = one == other or can_step(each, here, other)
        assert footprints_adjacent(each, here, there) is steps
        assert footprints_adjacent(each, there, here) is steps


def of_stone(field: BattleMap) -> BattleMap:
    """The same map with walls that can be cover."""
    return replace(field, walls=tuple(replace(wall, material="stone") for wall in field.walls))


@given(small_maps("wall low door", 8).map(of_stone), footprints())
def test_every_wall_that_touches_somebody_or_a_cell_beside_is_found(
    field: BattleMap, here: Footprint
) -> None:
    own = tuple(footprint_cells(field.grid, here))
    around = {*own, *(cell for one in own for cell in neighbours(field.grid, one))}

    def touching(*cells: Cell) -> list[str]:
        return [
            wall.id
            for wall, _ in can_be_cover(field)
            if any(touches(wall.start, wall.end, cell_centre(field.grid, cell)) for cell in cells)
        ]

    cover = CoverOnMap(field)
    assert [wall.id for wall, _ in cover.near(own)] == touching(*around)
    assert [wall.id for wall in cover.touching(own[0])] == touching(own[0])


@given(small_maps("wall low", 8).map(of_stone), footprints(), st.integers(1, 12))
def test_the_nearest_pieces_are_those_that_all_of_them_sorted_begin_with(
    field: BattleMap, here: Footprint, most: int
) -> None:
    centres = [cell_centre(field.grid, cell) for cell in footprint_cells(field.grid, here)]

    def far(piece: tuple[float, float, float, float]) -> float:
        middle = ((piece[0] + piece[2]) / 2, (piece[1] + piece[3]) / 2)
        return min(math.dist(middle, centre) for centre in centres)

    every = [piece for wall, _ in can_be_cover(field) for piece in pieces_of(wall)]
    assert CoverOnMap(field).nearest_pieces(here, most) == sorted(every, key=far)[:most]
