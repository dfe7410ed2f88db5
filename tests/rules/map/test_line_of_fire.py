"""Lines of fire: which point is used, what stops and screens, who sees and who stands between."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.map.grid import Footprint
from rules.map.line_of_fire import (
    RayStatus,
    fire_table,
    line_of_fire,
    lines_of_fire,
    prepare_lines,
    sees,
    sees_which,
    standing_between,
)
from rules.map.model import BattleMap, Cell, DoorState, Grid, GridKind, Point, Wall, Zone, with_door
from tests.rules.map import reference
from tests.rules.map.maps import cells, footprints, on, small_maps, square_map, wall

HERE = Footprint((1, 5))


def test_an_empty_field_is_clear() -> None:
    line = line_of_fire(square_map(), HERE, Footprint((9, 7)))
    assert (line.clear, line.blocked_share, line.cover_share) == (True, 0, 0)
    assert (line.materials, line.first_hit, line.origin) == ((), None, (1.5, 5.5))
    assert [ray.status for ray in line.rays] == [RayStatus.CLEAR] * 5


def test_a_long_wall_stops_every_ray_and_is_what_is_hit() -> None:
    house = square_map(wall((4, 0), (4, 15), material="brick"))
    line = line_of_fire(house, HERE, Footprint((8, 5)))
    assert (line.clear, line.blocked_share, line.cover_share) == (False, 1, 1)
    assert line.first_hit == house.walls[0]
    assert line.materials == ("brick",)
    centre = line.rays[0]
    assert (centre.status, centre.met, centre.wall) == (RayStatus.STOPPED, (4, 5.5), house.walls[0])


def test_cover_is_named_but_not_what_walls_and_doors_are_made_of() -> None:
    crate = wall((7, 0), (7, 5.5), kind="low", material="crate")
    panel = wall((7, 5.5), (7, 15), kind="door", state=DoorState.SECRET, material="panel")
    line = line_of_fire(square_map(crate, panel), HERE, Footprint((8, 5)))
    assert line.materials == ("crate", "panel")
    assert line.named_cover == ("crate",)


def test_a_wall_to_the_middle_of_the_target_leaves_two_corners() -> None:
    house = square_map(wall((7, 0), (7, 5.5)))
    line = line_of_fire(house, HERE, Footprint((8, 5)))
    assert line.clear
    assert line.blocked_share == 2 / 5
    assert line.origin == (1.9, 5.9)


def test_the_shooter_leans_out_where_fewest_rays_are_stopped() -> None:
    corner = square_map(wall((2, 0), (2, 5.7)))
    line = line_of_fire(corner, HERE, Footprint((5, 5)))
    assert line.origin == (1.9, 5.9)
    assert line.blocked_share == 0


def test_among_equal_points_the_centre_is_used() -> None:
    low = square_map(wall((7, 0), (7, 15), "low"))
    assert line_of_fire(low, HERE, Footprint((8, 5))).origin == (1.5, 5.5)


def test_of_equal_corners_the_first_clockwise_from_the_top_left_is_used() -> None:
    # A post on the centre line: the rays from the centre fare worse than those from any corner.
    post = square_map(wall((2.3, 5.45), (2.3, 5.55)))
    assert line_of_fire(post, HERE, Footprint((8, 5))).origin == (1.1, 5.1)


def test_a_point_with_no_ray_stopped_is_used_though_all_of_them_are_screened() -> None:
    # The fence is nearer to the shooter's right corners than to the target: it screens the other points only.
    # The posts stop one ray from each of the right corners, and none from the centre.
    posts = wall((8.5, 5.05), (8.5, 5.105)), wall((8.5, 5.895), (8.5, 5.95))
    line = line_of_fire(square_map(wall((5.1, 0), (5.1, 15), "low"), *posts), HERE, Footprint((8, 5)))
    assert (line.origin, line.blocked_share, line.cover_share) == ((1.5, 5.5), 0, 1)


def test_low_cover_screens_near_the_target_and_costs_nothing_near_the_shooter() -> None:
    fence = square_map(wall((7, 0), (7, 15), "low", material="wood"))
    near = line_of_fire(fence, HERE, Footprint((8, 5)))
    assert (near.clear, near.blocked_share, near.cover_share) == (True, 0, 1)
    assert near.materials == ("wood",)
    assert near.first_hit is None
    assert near.rays[0].status is RayStatus.SCREENED
    assert near.rays[0].met == (7, 5.5)
    own = line_of_fire(fence, Footprint((6, 5)), Footprint((12, 5)))
    assert (own.cover_share, own.materials) == (0, ())


def test_a_low_wall_halfway_screens_no_ray_from_the_centre() -> None:
    fence = square_map(wall((5, 0), (5, 15), "low"))
    line = line_of_fire(fence, HERE, Footprint((8, 5)))  # centres 1.5 and 8.5: 5 is exactly between
    assert (line.origin, line.cover_share) == ((1.5, 5.5), 0)


def test_a_ray_along_a_low_wall_is_screened_by_the_part_nearer_to_the_target() -> None:
    rail = square_map(wall((4, 5.5), (6, 5.5), "low"))
    line = line_of_fire(rail, HERE, Footprint((8, 5)))
    assert (line.origin, line.cover_share, line.rays[0].status) == ((1.5, 5.5), 1 / 5, RayStatus.SCREENED)
    behind = square_map(wall((3, 5.5), (5, 5.5), "low"))
    assert line_of_fire(behind, HERE, Footprint((8, 5))).cover_share == 0


@pytest.mark.parametrize(
    ("kind", "state", "stopped"),
    [("wall", None, True), ("sight", None, True), ("window", None, False), ("low", None, False),
     *(("door", state, state is not DoorState.OPEN) for state in DoorState)],
)  # fmt: skip
def test_each_kind_stops_fire_and_sight_as_the_map_says(
    kind: str, state: DoorState | None, stopped: bool
) -> None:
    one = square_map(wall((4, 0), (4, 15), kind, state=state))
    target = Footprint((8, 5))
    assert line_of_fire(one, HERE, target).clear is not stopped
    assert sees(one, HERE, target) is not stopped


def test_every_wall_that_stops_a_ray_gives_its_material() -> None:
    two = square_map(
        wall((6, 0), (6, 15), material="stone"),
        wall((4, 0), (4, 15), material="brick"),
        wall((7, 0), (7, 15), "low", material="hedge"),
    )
    line = line_of_fire(two, HERE, Footprint((8, 5)))
    assert line.materials == ("brick", "stone")  # what is stopped is not screened
    assert line.first_hit == two.walls[1]
    assert {ray.wall for ray in line.rays} == {two.walls[1]}


def test_of_two_walls_met_at_their_joint_the_first_listed_is_hit() -> None:
    for order in (1, -1):
        walls = (wall((4, 0), (4, 5.5)), wall((4, 5.5), (4, 15)))[::order]
        assert line_of_fire(square_map(*walls), HERE, Footprint((8, 5))).first_hit == walls[0]


def test_a_target_peeping_over_the_corner_of_a_wall_is_partly_covered() -> None:
    hidden = square_map(wall((7, 5), (9, 5)), wall((7, 5), (7, 5.3)))
    line = line_of_fire(hidden, HERE, Footprint((8, 5)))
    assert 0 < line.blocked_share < 1
    assert line.clear


def test_only_the_shares_of_the_chosen_point_count() -> None:
    table = fire_table(square_map(wall((2, 0), (2, 5.7))), [HERE], [Footprint((5, 5))])
    assert table.blocked_share.tolist() == [[0.0]]


def test_on_a_zones_only_map_every_shot_is_clear_and_uncovered() -> None:
    places = BattleMap(Grid(GridKind.ZONES), zones=(Zone("bar", "Bar"), Zone("yard", "Yard")))
    line = line_of_fire(places, Footprint("bar"), Footprint("yard"))
    assert (line.clear, line.blocked_share, line.cover_share, line.rays) == (True, 0, 0, ())
    assert fire_table(places, [Footprint("bar")], [Footprint("yard")]).clear.all()
    assert sees(places, Footprint("bar"), Footprint("yard"))
    assert standing_between(places, Footprint("bar"), Footprint("yard"), {"cat": Footprint("bar")}) == ()


def test_somebody_is_seen_as_soon_as_one_point_is() -> None:
    corner = square_map(wall((5, 0), (5, 5.6)))
    assert sees(corner, HERE, Footprint((8, 5)))
    assert not sees(square_map(wall((5, 0), (5, 9))), HERE, Footprint((8, 5)))


def test_sight_starts_at_the_centre_though_fire_leans_out() -> None:
    corner = square_map(wall((2, 0), (2, 5.8)))
    assert not sees(corner, HERE, Footprint((8, 3)))
    assert sees(corner, HERE, Footprint((3, 9)))


def test_hexes_have_seven_rays() -> None:
    hexes = BattleMap(Grid(GridKind.HEX_ROWS, 12, 9), (wall((6, 0), (6, 9)),))
    line = line_of_fire(hexes, Footprint((2, 2)), Footprint((9, 2)))
    assert (len(line.rays), line.blocked_share) == (7, 1)
    assert line_of_fire(hexes, Footprint((2, 2)), Footprint((4, 5))).clear


# -- held against exact fractions ------------------------------------------------------------------


KINDS = [GridKind.SQUARE, GridKind.HEX_ROWS, GridKind.HEX_COLUMNS]


@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("kind", KINDS)
@given(field=small_maps(), shooter=footprints(), target=footprints())
def test_the_shares_are_those_of_exact_fractions(
    kind: GridKind, field: BattleMap, shooter: Footprint, target: Footprint
) -> None:
    battle_map = on(kind, field)
    best = min(reference.judged(battle_map, shooter, target), key=lambda judged: judged[:2])
    line = line_of_fire(battle_map, shooter, target)
    rays = len(line.rays)
    assert (line.blocked_share, line.cover_share) == (best[0] / rays, (best[0] + best[1]) / rays)
    assert line.origin == pytest.approx(best.start)


@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("kind", KINDS)
@given(field=small_maps(), viewer=footprints(), target=footprints(), reach=st.sampled_from([None, 1, 2.5, 4]))
def test_who_is_seen_is_who_exact_fractions_say(
    kind: GridKind, field: BattleMap, viewer: Footprint, target: Footprint, reach: float | None
) -> None:
    battle_map = on(kind, field)
    assert sees_which(battle_map, viewer, [target], reach) == [
        reference.sees(battle_map, viewer, target, reach)
    ]


# -- properties ------------------------------------------------------------------------------------


@given(small_maps(), footprints(), st.lists(footprints(), max_size=5))
def test_many_targets_together_are_judged_as_each_alone(
    battle_map: BattleMap, shooter: Footprint, targets: list[Footprint]
) -> None:
    together = lines_of_fire(battle_map, shooter, targets)
    assert together == [line_of_fire(battle_map, shooter, target) for target in targets]
    table = fire_table(battle_map, [shooter, HERE], targets)
    assert table.clear[0].tolist() == [line.clear for line in together]
    assert table.blocked_share[0].tolist() == [line.blocked_share for line in together]
    assert table.cover_share[0].tolist() == [line.cover_share for line in together]
    assert sees_which(battle_map, shooter, targets) == [
        sees(battle_map, shooter, target) for target in targets
    ]


@given(small_maps(), st.lists(footprints(), max_size=3), st.lists(footprints(), max_size=3))
def test_lines_that_are_prepared_together_are_those_of_each_alone(
    battle_map: BattleMap, shooters: list[Footprint], targets: list[Footprint]
) -> None:
    prepare_lines(battle_map, shooters, targets)
    for shooter in shooters:
        for target in targets:
            alone = lines_of_fire(battle_map, shooter, [target])[0]
            assert line_of_fire(battle_map, shooter, target) == alone


@given(small_maps("wall door window sight"), footprints(), footprints())
def test_clear_one_way_by_the_centres_is_clear_the_other_way(
    battle_map: BattleMap, a: Footprint, b: Footprint
) -> None:
    there, back = line_of_fire(battle_map, a, b), line_of_fire(battle_map, b, a)
    assert there.clear == back.clear


@given(small_maps(), small_maps(most=2), cells(), cells())
def test_walls_more_never_open_a_line(battle_map: BattleMap, more: BattleMap, a: Cell, b: Cell) -> None:
    walled = BattleMap(battle_map.grid, battle_map.walls + more.walls)
    before, after = (line_of_fire(m, Footprint(a), Footprint(b)) for m in (battle_map, walled))
    assert after.blocked_share >= before.blocked_share
    assert before.clear or not after.clear


@given(small_maps("door wall low"), cells(), cells())
def test_a_door_opened_never_stops_more(battle_map: BattleMap, a: Cell, b: Cell) -> None:
    shares = [line_of_fire(battle_map, Footprint(a), Footprint(b)).blocked_share]
    for one in battle_map.walls:
        if one.kind == "door":
            battle_map = with_door(battle_map, one.id, DoorState.OPEN)
            shares.append(line_of_fire(battle_map, Footprint(a), Footprint(b)).blocked_share)
    assert all(later <= earlier for earlier, later in pairwise(shares))


@given(small_maps(), cells(), cells())
def test_a_quarter_turn_of_the_whole_map_changes_no_share(battle_map: BattleMap, a: Cell, b: Cell) -> None:
    rows = battle_map.grid.rows

    def turned(p: Point) -> Point:
        return rows - p[1], p[0]

    def turned_cell(cell: Cell) -> Footprint:
        return Footprint((rows - 1 - cell[1], cell[0]))

    walls = tuple(
        Wall(w.id, turned(w.start), turned(w.end), w.kind, w.state, w.material) for w in battle_map.walls
    )
    other = BattleMap(Grid(GridKind.SQUARE, rows, battle_map.grid.cols), walls)
    one, two = (
        line_of_fire(battle_map, Footprint(a), Footprint(b)),
        line_of_fire(other, turned_cell(a), turned_cell(b)),
    )
    assert (one.blocked_share, one.cover_share) == (two.blocked_share, two.cover_share)
    assert one.first_hit is None or two.first_hit is not None


# -- who stands between ----------------------------------------------------------------------------


def between(target: Cell, size: int = 1, **others: Cell) -> tuple[str, ...]:
    standing = {name: Footprint(at) for name, at in others.items()}
    return standing_between(square_map(), Footprint((0, 0), size), Footprint(target), standing)


def test_those_on_the_centre_ray_are_listed_nearest_first() -> None:
    assert between((9, 0), cat=(6, 0), dan=(2, 0), eve=(4, 1)) == ("dan", "cat")


def test_the_ray_that_touches_only_a_corner_passes_by() -> None:
    assert between((4, 4), cat=(2, 2), dan=(1, 2), eve=(2, 1)) == ("cat",)


def test_the_ray_along_a_border_counts_those_on_both_sides() -> None:
    standing = {"cat": Footprint((4, 0)), "dan": Footprint((6, 1)), "eve": Footprint((8, 2))}
    assert standing_between(square_map(), Footprint((0, 0), 2), Footprint((11, 0), 2), standing) == (
        "cat",
        "dan",
    )


def test_those_behind_the_target_do_not_stand_between() -> None:
    assert between((4, 0), cat=(6, 0), dan=(1, 0)) == ("dan",)


def test_large_ones_stand_in_the_way_with_any_of_their_cells() -> None:
    giant = {"giant": Footprint((3, 1), 3)}
    assert standing_between(square_map(), Footprint((0, 3)), Footprint((9, 3)), giant) == ("giant",)
    assert standing_between(square_map(), Footprint((0, 4)), Footprint((9, 4)), giant) == ()


def test_on_hexes_the_ray_is_cut_by_the_hexes() -> None:
    hexes = BattleMap(Grid(GridKind.HEX_ROWS, 12, 9))
    others = {"cat": Footprint((5, 2)), "dan": Footprint((5, 3)), "eve": Footprint((3, 2))}
    assert standing_between(hexes, Footprint((1, 2)), Footprint((9, 2)), others) == ("eve", "cat")


def test_the_table_of_many_shooters_is_made_in_parts_that_fit_together() -> None:
    random = np.random.default_rng(3)
    ends = np.round(random.uniform(0, 20, (40, 2, 2)), 1).tolist()
    busy = square_map(*(wall(tuple(a), tuple(b)) for a, b in ends[:12]), cols=20, rows=20)
    everybody = [Footprint((c, r)) for c in range(0, 20, 3) for r in range(0, 20, 3)]
    table = fire_table(busy, everybody * 2, everybody)
    assert table.clear.shape == (98, 49)
    assert (table.clear[:49] == table.clear[49:]).all()
    assert (table.clear[:49] == table.clear[:49].T).all()
    assert table.cover_share[7].tolist() == [
        line.cover_share for line in lines_of_fire(busy, everybody[7], everybody)
    ]
