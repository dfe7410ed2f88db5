"""Walls drawn by region: of a map made of another one only where a wall is new or gone, and the same."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from rules.map.cell_bits import bits_of
from rules.map.model import BattleMap, DoorState, Grid, GridKind, Wall, WallKind, hand_on
from webapp.drawing.wall_drawing import regions_of_walls
from webapp.visibility.known_map import Memory
from webapp.visibility.known_people import MapKnowledge

GRID = Grid(GridKind.SQUARE, 50, 50)


def some_walls(chance: Random, count: int) -> tuple[Wall, ...]:
    found = []
    for number in range(count):
        x, y = chance.randrange(45), chance.randrange(45)
        kind = chance.choice((WallKind.WALL, WallKind.LOW, WallKind.DOOR))
        state = DoorState.CLOSED if kind is WallKind.DOOR else None
        found.append(Wall(f"w{number}", (x, y), (x + chance.randrange(1, 6), y), kind, state))
    return tuple(found)


@given(st.randoms(use_true_random=False))
def test_regions_are_the_same_whether_drawn_anew_or_after_those_of_another_map(chance: Random) -> None:
    before = BattleMap(GRID, some_walls(chance, 40))
    regions_of_walls(before)
    kept = tuple(wall for wall in before.walls if chance.random() < 0.9)
    walls = (*kept, *some_walls(chance, 3))
    after = BattleMap(GRID, walls)
    before.shared(regions_of_walls)
    hand_on(before, after)
    assert after.shared(regions_of_walls) == BattleMap(GRID, walls).shared(regions_of_walls)


@given(st.randoms(use_true_random=False))
def test_what_is_known_of_walls_grows_to_what_who_comes_now_would_know(chance: Random) -> None:
    battle_map, memory = BattleMap(GRID, some_walls(chance, 30)), Memory()
    explored = 0
    for _ in range(4):
        x, y = chance.randrange(40), chance.randrange(40)
        explored |= bits_of(GRID, ((x + dx, y + dy) for dx in range(9) for dy in range(9)))
        known = MapKnowledge(explored, explored)
        memory.look(battle_map, known)
        drawn = memory.known(battle_map, known).drawn
        fresh = Memory()
        fresh.look(battle_map, known)
        assert drawn == fresh.known(battle_map, known).drawn
        assert drawn.shared(regions_of_walls) == BattleMap(GRID, drawn.walls).shared(regions_of_walls)


def test_a_wall_of_which_no_more_is_known_than_before_is_the_very_same_one() -> None:
    walls = Wall("w1", (2, 5), (9, 5)), Wall("w2", (2, 30), (9, 30))
    battle_map, memory = BattleMap(GRID, walls), Memory()
    found = []
    for right in (5, 40):
        explored = bits_of(GRID, [(4, 5), *((column, 30) for column in range(right))])
        known = MapKnowledge(explored, explored)
        memory.look(battle_map, known)
        found.append(memory.known(battle_map, known).drawn.walls)
    (one, part), (same, whole) = found
    assert part.end[0] < whole.end[0], "more of the other one is known"
    assert same is one
