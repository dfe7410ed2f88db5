from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.map.cell_bits import bits_of, cells_in, every_cell, holds, pack, read_bits, unpack, write_bits
from rules.map.grid import Footprint, footprint_centre
from rules.map.model import BattleMap, Brightness, DoorState, Elevation, Grid, GridKind, Light, with_door
from rules.map.sight import sight
from rules.map.vision import Eyes, brightness_at, cells_seen, line_of_sight, look_from
from tests.rules.map import reference
from tests.rules.map.maps import COLS, ROWS, cells, on, square_map, wall, wall_lists

FAR = Eyes(dark=None)
GRID = Grid(GridKind.SQUARE, COLS, ROWS)


def seen(battle_map: BattleMap, at: tuple[int, int], eyes: Eyes = FAR) -> set[tuple[int, int]]:
    return set(cells_in(cells_seen(battle_map, Footprint(at), eyes), battle_map.grid))


@pytest.mark.parametrize("kind", [GridKind.SQUARE, GridKind.HEX_ROWS, GridKind.HEX_COLUMNS])
@given(walls=wall_lists(), at=cells())
@settings(max_examples=60, deadline=None)
def test_the_cells_seen_are_those_where_exact_rays_see_somebody(
    kind: GridKind, walls: tuple, at: tuple
) -> None:
    battle_map = on(kind, BattleMap(GRID, walls))
    eye = Footprint(at)
    every = [(c, r) for r in range(ROWS) for c in range(COLS)]
    wanted = {cell for cell in every if reference.sees(battle_map, eye, Footprint(cell))} | {at}
    assert seen(battle_map, at) == wanted


@pytest.mark.parametrize("kind", [GridKind.SQUARE, GridKind.HEX_ROWS, GridKind.HEX_COLUMNS])
@given(
    walls=wall_lists(most=8),
    places=st.lists(cells(), min_size=1, max_size=6),
    raised=st.sets(cells(), max_size=8),
    dark=st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_a_look_from_many_places_at_once_sees_what_a_look_from_each_does(
    kind: GridKind, walls: tuple, places: list, raised: set, dark: bool
) -> None:
    ambient = Brightness.DARK if dark else Brightness.BRIGHT
    heights = (Elevation(tuple(sorted(raised)), 2.0),) if raised else ()
    field = on(
        kind, BattleMap(GRID, walls, elevation=heights, ambient=ambient, lights=(Light((3.3, 2.6), 4),))
    )
    together, alone = replace(field), [replace(field) for _ in places]
    look_from(together, [Footprint(at) for at in places])
    for at, fresh in zip(places, alone, strict=True):
        for eyes in (FAR, Eyes(), Eyes(bright=3.0, dim=2.0)):
            assert seen(together, at, eyes) == seen(fresh, at, eyes)
        eye = footprint_centre(field.grid, Footprint(at))
        assert (line_of_sight(together, eye) == line_of_sight(fresh, eye)).all()


@given(walls=wall_lists("door wall", most=8), at=cells(), seed=st.integers(0, 1000))
@settings(max_examples=60, deadline=None)
def test_a_look_that_is_kept_while_doors_are_worked_is_the_look_taken_anew(
    walls: tuple, at: tuple, seed: int
) -> None:
    chance = Random(seed)
    battle_map = BattleMap(GRID, walls)
    doors = [w.id for w in walls if w.state is not None]
    for _ in range(4 if doors else 1):
        now = line_of_sight(battle_map, (at[0] + 0.5, at[1] + 0.5))
        assert (now == sight(replace(battle_map), Footprint(at)).partly_visible_cells).all()
        if doors:
            battle_map = with_door(battle_map, chance.choice(doors), chance.choice(list(DoorState)))


def test_an_open_door_lets_see_into_the_next_room_and_a_closed_one_does_not() -> None:
    door = wall((4, 3), (4, 4), "door")
    room = square_map(wall((4, 0), (4, 3)), door, wall((4, 4), (4, 8)), cols=8, rows=8)
    assert (5, 3) not in seen(room, (2, 3))
    assert (5, 3) in seen(with_door(room, door.id, DoorState.OPEN), (2, 3))


def test_in_the_dark_one_sees_no_farther_than_one_feels() -> None:
    night = square_map(cols=9, rows=9, ambient=Brightness.DARK)
    assert seen(night, (4, 4), Eyes()) == {(c, r) for c in (3, 4, 5) for r in (3, 4, 5)}


def test_eyes_that_need_no_light_see_in_the_dark_as_far_as_they_reach() -> None:
    night = square_map(cols=9, rows=1, ambient=Brightness.DARK)
    assert seen(night, (0, 0), Eyes(dark=5)) == {(c, 0) for c in range(6)}


def test_a_light_is_bright_up_to_half_its_range_and_dim_up_to_the_whole() -> None:
    lamp = Light((0.5, 0.5), 6)
    street = square_map(cols=10, rows=1, ambient=Brightness.DARK, lights=(lamp,))
    found = [brightness_at(street, Footprint((c, 0))).value for c in range(10)]
    assert found == ["bright"] * 4 + ["dim"] * 3 + ["dark"] * 3


def test_a_light_says_how_far_it_is_bright_where_that_is_not_half() -> None:
    street = square_map(
        cols=10, rows=1, ambient=Brightness.DIM, lights=(Light((0.5, 0.5), 6, bright_cells=1),)
    )
    assert [brightness_at(street, Footprint((c, 0))).value for c in (0, 1, 2, 9)] == [
        "bright",
        "bright",
        "dim",
        "dim",
    ]


def test_a_lit_place_is_seen_from_the_dark_but_not_round_a_corner() -> None:
    barn = square_map(
        wall((5, 0), (5, 3)), cols=10, rows=5, ambient=Brightness.DARK, lights=(Light((8.5, 0.5), 2.5),)
    )
    lit = seen(barn, (0, 4), Eyes())
    assert (8, 2) in lit
    assert not lit & {(8, 0), (4, 4)}


def test_walls_throw_shadows_unless_the_light_throws_none() -> None:
    walls = (wall((3, 0), (3, 3)),)
    lamp = Light((1.5, 1.5), 5)
    dark = square_map(*walls, cols=6, rows=3, ambient=Brightness.DARK, lights=(lamp,))
    assert brightness_at(dark, Footprint((4, 1))) is Brightness.DARK
    assert brightness_at(replace(dark, lights=(replace(lamp, shadows=False),)), Footprint((4, 1))) is not (
        Brightness.DARK
    )


def test_a_lamp_on_a_wall_shines_on_both_sides() -> None:
    hall = square_map(
        wall((3, 0), (3, 3)), cols=6, rows=3, ambient=Brightness.DARK, lights=(Light((3, 1.5), 4),)
    )
    assert {brightness_at(hall, Footprint((c, 1))) for c in (2, 3)} == {Brightness.BRIGHT}


def test_what_one_stands_on_is_seen_however_dark_and_large() -> None:
    night = square_map(cols=9, rows=9, ambient=Brightness.DARK)
    bits = cells_seen(night, Footprint((2, 2), 3), Eyes(dark=0))
    assert bits == bits_of(night.grid, [(c, r) for c in (2, 3, 4) for r in (2, 3, 4)])


@given(st.sets(cells()))
def test_sets_of_cells_come_back_as_they_were_written(wanted: set) -> None:
    bits = bits_of(GRID, wanted)
    assert set(cells_in(read_bits(write_bits(bits)), GRID)) == wanted
    assert pack(unpack(bits, GRID)) == bits
    assert all(holds(bits, GRID, cell) for cell in wanted)


def test_a_set_knows_no_cells_off_the_map() -> None:
    assert bits_of(GRID, [(-1, 0), (COLS, 0), (0, ROWS)]) == 0
    assert not holds(every_cell(GRID), GRID, (COLS, 0))


def test_what_is_no_set_of_cells_is_refused() -> None:
    with pytest.raises(ValueError, match="no set of cells"):
        read_bits("!!")


def test_a_set_of_more_cells_than_any_map_has_is_not_unpacked() -> None:
    with pytest.raises(ValueError, match="more cells"):
        read_bits(write_bits(1 << 50_000_000))
