"""Lines and walls, held against exact fractions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.map import walls as module
from rules.map.model import BattleMap, DoorState, Point, Wall, with_door
from rules.map.walls import WallIndex, stops, wall_index
from tests.rules.map import reference
from tests.rules.map.maps import points, small_maps, square_map, wall, wall_lists


def index_of(walls: tuple[Wall, ...]) -> WallIndex:
    return WallIndex([(*w.start, *w.end) for w in walls])


def met(walls: tuple[Wall, ...], a: Point, b: Point) -> list[int]:
    return sorted(index_of(walls).meetings([a], [b]).wall.tolist())


@given(wall_lists(), st.lists(st.tuples(points(), points()), min_size=1, max_size=8))
def test_lines_meet_the_walls_that_exact_fractions_say(
    walls: tuple[Wall, ...], lines: list[tuple[Point, Point]]
) -> None:
    hits = index_of(walls).meetings([a for a, _ in lines], [b for _, b in lines])
    expected = [
        (n, i) for n, (a, b) in enumerate(lines) for i, w in enumerate(walls) if reference.touch(a, b, w)
    ]
    assert sorted(zip(hits.line.tolist(), hits.wall.tolist(), strict=True)) == expected


@given(
    wall_lists(most=9),
    st.lists(st.tuples(points(), points()), min_size=1, max_size=8),
    st.lists(st.booleans(), min_size=9, max_size=9),
)
def test_walls_that_are_not_filed_yet_are_met_as_filed_ones_are(
    walls: tuple[Wall, ...], lines: list[tuple[Point, Point]], chosen: list[bool]
) -> None:
    starts, ends = [a for a, _ in lines], [b for _, b in lines]
    filed, loose = index_of(walls), index_of(walls)
    loose._spared = 10_000
    for which in (None, np.array(chosen[: len(walls)], dtype=np.bool_)):
        one, other = (index.meetings(starts, ends, which) for index in (filed, loose))
        for part in ("line", "wall", "enter", "leave"):
            assert getattr(one, part).tolist() == getattr(other, part).tolist()
        assert (filed.meets_any(starts, ends, which) == loose.meets_any(starts, ends, which)).all()
    assert (filed._is_filed, loose._is_filed) == (bool(walls), False)


@given(wall_lists(most=9), st.lists(st.booleans(), min_size=9, max_size=9), st.booleans())
def test_walls_that_meet_some_of_them_are_those_pairs_of_all(
    walls: tuple[Wall, ...], chosen: list[bool], is_filed: bool
) -> None:
    index, some = index_of(walls), np.flatnonzero(np.array(chosen[: len(walls)], dtype=np.bool_))
    index._few = 0 if is_filed else 10_000
    starts, ends = [w.start for w in walls], [w.end for w in walls]
    every = index_of(walls).meetings(starts, ends, onward=True)
    wanted = np.isin(every.line, some) | np.isin(every.wall, some)
    found = index.crossings(some)
    for part in ("line", "wall", "enter", "leave"):
        assert getattr(found, part).tolist() == getattr(every, part)[wanted].tolist()


@given(wall_lists(most=9))
def test_walls_that_meet_each_other_are_told_once_where_that_is_asked(walls: tuple[Wall, ...]) -> None:
    starts, ends = [w.start for w in walls], [w.end for w in walls]
    every = index_of(walls).meetings(starts, ends)
    once = index_of(walls).meetings(starts, ends, onward=True)
    wanted = every.line < every.wall
    for part in ("line", "wall", "enter", "leave"):
        assert getattr(once, part).tolist() == getattr(every, part)[wanted].tolist()


@given(wall_lists(), st.lists(st.tuples(points(), points()), max_size=8))
def test_meeting_any_wall_is_having_a_meeting(
    walls: tuple[Wall, ...], lines: list[tuple[Point, Point]]
) -> None:
    starts, ends = [a for a, _ in lines], [b for _, b in lines]
    index = index_of(walls)
    assert set(np.flatnonzero(index.meets_any(starts, ends))) == set(index.meetings(starts, ends).line)


@given(wall_lists(), points(), points())
def test_a_line_meets_the_same_walls_both_ways_at_mirrored_shares(
    walls: tuple[Wall, ...], a: Point, b: Point
) -> None:
    there, back = index_of(walls).meetings([a], [b]), index_of(walls).meetings([b], [a])
    forward = {w: (i, o) for w, i, o in zip(there.wall, there.enter, there.leave, strict=True)}
    mirrored = {w: (1 - o, 1 - i) for w, i, o in zip(back.wall, back.enter, back.leave, strict=True)}
    assert forward.keys() == mirrored.keys()
    if a != b:
        assert all(forward[w] == pytest.approx(mirrored[w], abs=1e-12) for w in forward)


@given(wall_lists(), points(), points())
def test_a_wall_drawn_from_its_other_end_is_the_same_wall(
    walls: tuple[Wall, ...], a: Point, b: Point
) -> None:
    turned = tuple(wall(w.end, w.start) for w in walls)
    assert met(walls, a, b) == met(turned, a, b)


@given(wall_lists(), points(), points())
def test_a_quarter_turn_of_the_whole_map_changes_nothing(walls: tuple[Wall, ...], a: Point, b: Point) -> None:
    def turned(p: Point) -> Point:
        return -p[1], p[0]

    assert met(walls, a, b) == met(
        tuple(wall(turned(w.start), turned(w.end)) for w in walls), turned(a), turned(b)
    )


@given(wall_lists(), points(), points())
def test_moving_the_whole_map_changes_nothing(walls: tuple[Wall, ...], a: Point, b: Point) -> None:
    def moved(p: Point) -> Point:
        return p[0] + 128, p[1] - 64

    assert met(walls, a, b) == met(
        tuple(wall(moved(w.start), moved(w.end)) for w in walls), moved(a), moved(b)
    )


@given(wall_lists(), points(), points(), wall_lists(most=1))
def test_a_wall_more_never_opens_a_line(
    walls: tuple[Wall, ...], a: Point, b: Point, more: tuple[Wall, ...]
) -> None:
    before, after = index_of(walls).meets_any([a], [b]), index_of(walls + more).meets_any([a], [b])
    assert after[0] or not before[0]


@pytest.mark.parametrize(
    ("a", "b", "meets"),
    [
        ((0, 0), (2, 2), True),  # across
        ((0, 1), (1, 1), True),  # ends on it
        ((1, 1), (0, 1), True),  # starts on it
        ((0, 1), (1 - 1e-8, 1), False),  # ends short of it
        ((0, 1), (1 - 5e-10, 1), True),  # within the tolerance
        ((0, 2), (2, 2), True),  # over its end
        ((0, 2 + 1e-8), (2, 2 + 1e-8), False),  # past its end
        ((1, 2), (1, 3), True),  # in its line, end to end
        ((1, 2.1), (1, 3), False),  # in its line, apart
        ((1, 0.5), (1, 1.5), True),  # along it
        ((1, 1), (1, 1), True),  # a point on it
        ((1.5, 1), (1.5, 1), False),  # a point beside it
    ],
)
def test_touching_counts_within_the_tolerance(a: Point, b: Point, meets: bool) -> None:
    assert index_of((wall((1, 0), (1, 2)),)).meets_any([a], [b]).tolist() == [meets]


def test_a_line_along_a_wall_enters_and_leaves_it() -> None:
    hits = index_of((wall((3, 1), (2, 1)),)).meetings([(0, 1)], [(4, 1)])
    assert (hits.enter.tolist(), hits.leave.tolist()) == ([0.5], [0.75])


def test_nothing_slips_through_the_crack_where_two_walls_meet() -> None:
    corner = 1 / 3, 1 / 7
    pair = wall((0.1, 0.9), corner), wall(corner, (0.9, 0.7))
    away = 2 * corner[0] - 0.2, 2 * corner[1] - 0.05
    assert index_of(pair).meets_any([(0.2, 0.05)], [away]).all()


def test_walls_far_outside_are_met_there_and_not_elsewhere() -> None:
    far = wall((-50, -50), (-50, 50)), wall((5, 5), (6, 5)), wall((0, 400), (9, 400))
    hits = index_of(far).meetings([(0, 0), (0, 0), (-60, 0)], [(-60, 0), (11, 10), (-55, 1)])
    assert list(zip(hits.line.tolist(), hits.wall.tolist(), strict=True)) == [(0, 0), (1, 1)]


def test_many_lines_together_meet_what_each_meets_alone() -> None:
    random = np.random.default_rng(5)
    segments = np.tile(np.round(random.uniform(0, 60, (400, 2)), 1), 2)
    segments[:, 2:] += np.round(random.uniform(-1, 1, (400, 2)), 1)
    starts, ends = np.floor(random.uniform(0, 60, (2, 3000, 2))) + 0.5
    index = WallIndex(segments)
    assert len(starts) > module._MANY
    together = index.meets_any(starts, ends)
    alone = [bool(index.meets_any(starts[i], ends[i])[0]) for i in range(500)]
    assert together[:500].tolist() == alone
    assert set(np.flatnonzero(together)) == set(index.meetings(starts, ends).line)
    assert 0.1 < together.mean() < 0.9


def test_no_walls_and_no_lines_are_answered_too() -> None:
    assert index_of(()).meets_any([(0, 0)], [(9, 9)]).tolist() == [False]
    assert len(index_of(()).meetings([(0, 0)], [(9, 9)]).line) == 0
    assert index_of((wall((0, 0), (1, 1)),)).meets_any(np.zeros((0, 2)), np.zeros((0, 2))).tolist() == []


@given(small_maps())
def test_what_each_wall_stops_is_as_its_kind_says(battle_map: BattleMap) -> None:
    what = stops(battle_map)
    assert what.fire.tolist() == [reference.stops_fire(w) for w in battle_map.walls]
    assert what.sight.tolist() == what.fire.tolist()
    assert what.movement.tolist() == [reference.stops_steps(w) for w in battle_map.walls]


def test_a_door_opened_keeps_the_index_and_stops_nothing() -> None:
    closed = square_map(wall((3, 0), (3, 9), "door"))
    opened = with_door(closed, closed.walls[0].id, DoorState.OPEN)
    assert wall_index(opened) is wall_index(closed)
    assert stops(closed).fire.tolist() == stops(closed).movement.tolist() == [True]
    assert not (stops(opened).fire | stops(opened).sight | stops(opened).movement | stops(opened).low).any()
