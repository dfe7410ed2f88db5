"""Who stands next to whom (TS-049): each two places of a map are looked up once, and doors are other maps."""

from hypothesis import given

from rules.map.grid import Footprint
from rules.map.model import BattleMap, Cell, DoorState, WallKind, with_door
from rules.map.movement import can_step
from rules.systems.tesseris.moves.places import footprints_adjacent
from tests.rules.map.maps import cells, small_maps


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
