"""What the map says about an attack (AT-33 to AT-39), on grids and on zones alone."""

from typing import Any

import pytest

from rules.systems.atomic.attack.facts import SCALE
from tests.rules.kit import fighter, kinds
from tests.rules.systems.atomic.fights import Fight

GUNS = {
    "skills": {"ranged": 60, "melee": 60},
    "weapons": [
        {"id": "gun", "skill": "ranged", "wounds": 2, "ranges": ["engaged", "near", "far", "distant"]},
        {"id": "blade", "skill": "melee", "wounds": 2, "ranges": ["engaged", "near", "far", "distant"]},
    ],
    "ready": ["gun", "blade"],
}
SQUARES = {"grid": {"kind": "square", "cols": 40, "rows": 40}}
HEXES = {"grid": {"kind": "hex-rows", "cols": 40, "rows": 40}}


def fact(map: Any, ann: Any, bob: Any, name: str = "range", weapon: str = "gun", size: int = 1) -> Any:
    fight = Fight(fighter("ann", sheet=GUNS, at=ann, size=size), fighter("bob", at=bob), map=map)
    plan = fight.plan("attack", "ann", target="bob", with_=weapon)
    return next(f.value for f in plan.facts if f.id == name)


@pytest.mark.parametrize("map", [SQUARES, HEXES], ids=["squares", "hexes"])
@pytest.mark.parametrize(
    ("ann", "bob", "expected"),
    [
        ([7, 7], [8, 7], "engaged"),
        ([0, 0], [7, 7], "near"),
        ([7, 0], [9, 0], "far"),
        ([0, 0], [15, 15], "far"),
        ([0, 0], [16, 0], "distant"),
        ([39, 39], [0, 0], "distant"),
    ],
)
def test_a_grid_without_zones_is_read_in_blocks_of_eight(map: Any, ann: Any, bob: Any, expected: str) -> None:
    """AT-33, AT-34, AT-35, AT-36, AT-37"""
    assert fact(map, ann, bob) == expected


def test_a_large_footprint_is_engaged_with_all_its_sides_and_stands_in_the_zone_of_its_corner() -> None:
    """AT-33, AT-34"""
    assert fact(SQUARES, [4, 4], [7, 5], size=3) == "engaged"
    assert fact(SQUARES, [6, 4], [14, 5], size=3) == "far"
    assert fact(SQUARES, [6, 4], [16, 5], size=3) == "distant"


ZONED = {
    "grid": {"kind": "square", "cols": 30, "rows": 8},
    "zones": [
        {"id": "bar", "name": "The bar", "polygon": [[0, 0], [8, 0], [8, 8], [0, 8]], "links": ["street"]},
        {"id": "street", "name": "The street", "polygon": [[6, 0], [16, 0], [16, 8], [6, 8]]},
        {"id": "roof", "name": "The roof", "polygon": [[16, 0], [20, 0], [20, 8], [16, 8]]},
    ],
}


def test_zones_as_drawn_go_before_blocks_and_the_first_listed_counts() -> None:
    """AT-33, AT-37"""
    assert fact(ZONED, [0, 0], [7, 7]) == "near"
    assert fact(ZONED, [0, 0], [10, 3]) == "far"
    assert fact(ZONED, [0, 0], [18, 3]) == "distant"
    assert fact(ZONED, [22, 0], [28, 3]) == "near"
    assert fact(ZONED, [18, 0], [22, 3]) == "distant"


WALLED = {
    "grid": {"kind": "square", "cols": 12, "rows": 6},
    "walls": [
        {"from": [4, 0], "to": [4, 6], "kind": "wall"},
        {"from": [8, 0], "to": [8, 6], "kind": "low", "material": "crates"},
    ],
}


def test_no_ray_no_shot_and_low_cover_on_every_ray_is_excellent_and_can_be_shot() -> None:
    """AT-38"""
    fight = Fight(
        fighter("ann", sheet=GUNS, at=[1, 2]),
        fighter("bob", at=[5, 2]),
        fighter("cat", sheet=GUNS, at=[5, 4]),
        fighter("dan", at=[9, 2]),
        map=WALLED,
    )
    refusal = fight.refuses("attack", "ann", target="bob", **{"with": "gun"})
    assert (refusal.code, refusal.rule) == ("no-line-of-fire", "AT-38")
    assert "a wall stands between" in refusal.message
    plan = fight.plan("attack", "cat", target="dan", with_="gun")
    facts = {f.id: f for f in plan.facts}
    assert (facts["cover"].value, facts["line_of_fire"].value) == ("excellent", True)
    assert str(facts["cover"].words) == "excellent: 5 of 5 rays hidden by crates"
    assert plan.line is not None
    assert len(plan.line.rays) == 5
    assert [n.value for n in plan.notes] == [-3]


@pytest.mark.parametrize(
    ("share", "word"),
    [
        (0.0, "none"),
        (0.19, "none"),
        (0.2, "partial"),
        (0.4, "partial"),
        (0.5, "good"),
        (0.6, "good"),
        (0.75, "excellent"),
        (1.0, "excellent"),
    ],
)
def test_the_thresholds_of_cover(share: float, word: str) -> None:
    """AT-38"""
    assert SCALE.word(share) == word
    assert SCALE.allows_shot(share)


def test_engaged_across_a_wall_is_no_line_of_fire() -> None:
    """AT-34, AT-38"""
    fight = Fight(fighter("ann", sheet=GUNS, at=[3, 2]), fighter("bob", at=[4, 2]), map=WALLED)
    assert fight.refuses("attack", "ann", target="bob", **{"with": "blade"}).code == "no-line-of-fire"
    overruled = {"line_of_fire": True}
    assert fight.plan("attack", "ann", target="bob", with_="blade", facts=overruled).target == "bob"


def test_who_stands_nowhere_is_read_as_without_a_map() -> None:
    """AT-33"""
    fight = Fight(fighter("ann", sheet=GUNS), fighter("bob", at=[4, 2]), map=WALLED)
    ranges = [fight.plan("attack", "ann", target="bob", with_=w).facts[0].value for w in ("gun", "blade")]
    assert ranges == ["near", "engaged"]


ZONES = {
    "grid": {"kind": "zones"},
    "zones": [
        {"id": "bridge", "name": "Bridge", "links": ["hold"]},
        {"id": "hold", "name": "Hold", "links": ["engine"]},
        {"id": "engine", "name": "Engine room"},
        {"id": "hull", "name": "Outer hull"},
    ],
}


@pytest.mark.parametrize(
    ("bob", "gun", "blade"),
    [
        ("bridge", "near", "engaged"),
        ("hold", "far", "far"),
        ("engine", "distant", "distant"),
        ("hull", "distant", "distant"),
    ],
)
def test_ranges_on_zones_alone(bob: str, gun: str, blade: str) -> None:
    """AT-33, AT-34, AT-35, AT-36, AT-37"""
    assert fact(ZONES, "bridge", bob) == gun
    assert fact(ZONES, "bridge", bob, weapon="blade") == blade
    assert fact(ZONES, "bridge", bob, "cover") == "none"
    assert fact(ZONES, "bridge", bob, "line_of_fire") is True


def engaged(**dice: Any) -> Fight:
    fight = Fight(
        fighter("ann", sheet=GUNS, at="bridge"),
        fighter("bob", at="bridge"),
        fighter("cat", at="bridge"),
        map=ZONES,
        ann__attack=[99],
        **dice,
    )
    events = fight.do("attack", "ann", target="bob", with_="blade")
    assert "engagement-begun" in kinds(events)
    fight.do("turn", "ann")
    return fight


def test_a_melee_attack_on_zones_alone_engages_both_even_if_it_misses() -> None:
    """AT-34"""
    fight = engaged()
    assert (fight.state("ann").engaged_with, fight.state("bob").engaged_with) == (("bob",), ("ann",))
    assert fight.plan("attack", "ann", target="bob", with_="gun").facts[0].value == "engaged"
    assert fight.plan("attack", "ann", target="cat", with_="gun").facts[0].value == "near"


@pytest.mark.parametrize("mover", ["ann", "bob"])
@pytest.mark.parametrize("to", ["bridge", "hold"])
def test_a_move_of_either_ends_it(mover: str, to: str) -> None:
    """AT-34, AT-52"""
    fight = engaged()
    events = fight.do("move", mover, to=to)
    assert kinds(events)[-2:] == ["moved", "engagements-ended"]
    assert (fight.state("ann").engaged_with, fight.state("bob").engaged_with) == ((), ())


def test_a_blow_that_is_lost_to_wounds_engages_nobody() -> None:
    """AT-34, AT-61"""
    fight = Fight(
        fighter("ann", sheet=GUNS, at="bridge", state={"wounds": 4}),
        fighter("bob", at="bridge"),
        map=ZONES,
        ann__incapacitated_action=[60],
    )
    fight.do("attack", "ann", target="bob", with_="blade")
    assert fight.state("ann").engaged_with == ()


def test_nobody_is_written_down_as_engaged_on_a_grid() -> None:
    """AT-34"""
    fight = Fight(
        fighter("ann", sheet=GUNS, at=[3, 2]), fighter("bob", at=[3, 3]), map=SQUARES, ann__attack=[99]
    )
    fight.do("attack", "ann", target="bob", with_="blade")
    assert fight.state("ann").engaged_with == ()
