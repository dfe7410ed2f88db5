"""The map as data: doors, and what is worked out once."""

import pytest

from rules.map.model import BattleMap, DoorState, with_door, with_open_doors
from tests.rules.map.maps import square_map, wall

ROOM = square_map(wall((0, 0), (0, 3)), wall((0, 3), (0, 4), "door"))
DOOR = ROOM.walls[1].id


def test_a_door_is_set_and_nothing_else_changes() -> None:
    opened = with_door(ROOM, DOOR, DoorState.OPEN)
    assert opened.walls[1].state is DoorState.OPEN
    assert ROOM.walls[1].state is DoorState.CLOSED
    assert with_door(opened, DOOR, DoorState.CLOSED) == ROOM


def test_only_a_door_that_is_there_can_be_set() -> None:
    with pytest.raises(ValueError, match="no wall 'gate'"):
        with_door(ROOM, "gate", DoorState.OPEN)
    with pytest.raises(ValueError, match="is a wall, not a door"):
        with_door(ROOM, ROOM.walls[0].id, DoorState.OPEN)


def test_what_is_worked_out_is_kept_and_doors_keep_what_is_shared() -> None:
    battle_map = with_door(ROOM, DOOR, DoorState.LOCKED)
    made: list[BattleMap] = []

    def count(of: BattleMap) -> int:
        made.append(of)
        return len(made)

    assert [battle_map.derived(count), battle_map.derived(count)] == [1, 1]
    assert battle_map.shared(count) == 2
    opened = with_door(battle_map, DOOR, DoorState.OPEN)
    assert opened.shared(count) == 2
    assert opened.derived(count) == 3


def test_all_doors_that_stand_closed_are_opened_and_what_is_shared_is_kept() -> None:
    locked = wall((4, 0), (4, 1), "door", state=DoorState.LOCKED)
    battle_map = square_map(*ROOM.walls, locked)
    shared: list[BattleMap] = battle_map.shared(lambda of: [of])
    opened = with_open_doors(battle_map)
    assert opened == with_door(battle_map, DOOR, DoorState.OPEN)
    assert with_open_doors(battle_map) is opened
    assert with_open_doors(opened) is opened
    assert shared in opened.__dict__["_shared"].values()
