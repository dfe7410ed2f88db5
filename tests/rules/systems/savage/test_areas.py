"""Blasts, cones and lines: whom they catch, what covers, and where a blast drifts."""

from typing import Any

import pytest

from rules.engine.state import BattleView
from rules.engine.text import in_full
from rules.systems.savage.attack.areas import deviated_to
from rules.systems.savage.system import SYSTEM
from tests.rules.kit import command, fighter, kinds, roll_of
from tests.rules.systems.savage.fights import HERO, HORSE, OPEN, THUG, Fight, hero, labels, raider

GRENADE = {**THUG, "weapons": ["grenade"]}
FLAMER = {**THUG, "weapons": ["flamethrower"]}
ZONES = {"grid": {"kind": "zones"}, "zones": [{"id": "bar", "name": "Bar"}]}


def area_of(told: Any) -> Any:
    return next(e for e in told if e.kind == "area-hit")


def test_the_templates_are_named_with_their_sizes() -> None:
    """SW-160, SW-R37"""
    sizes = {t.id: dict(t.sizes) for t in SYSTEM.templates}
    assert sizes["large-blast"] == {"radius": 3}
    assert sizes["cone"] == {"length": 9, "width": 3}
    assert sizes["line"] == {"length": 12, "width": 1}


def test_on_zones_alone_an_area_is_aimed_at_somebody_and_the_gm_says_whom_it_catches() -> None:
    """SW-R61"""
    fight = Fight(
        hero("ann", GRENADE, at="bar"),
        raider("bob", at="bar"),
        raider("cid", at="bar"),
        map=ZONES,
        ann__attack=[5, 5],
        ann__damage=[1, 1, 1] * 3,
    )
    view, aimed = BattleView(fight.battle.state), command("attack", "ann", with_="grenade")
    action = SYSTEM.action("attack")
    assert action is not None
    assert not action.is_laid(view, aimed), "there are no cells to lay it on"
    assert area_of(fight.attack("ann", "bob", "grenade")).caught == ("bob",)
    fight.do("end-turn", "ann")
    fight.do("turn", "ann")
    caught = fight.attack("ann", "bob", "grenade", facts={"caught": ["bob", "cid"]})
    assert area_of(caught).caught == ("bob", "cid")


def test_one_roll_against_four_with_little_that_counts() -> None:
    """SW-161, SW-162, SW-85"""
    fight = Fight(
        hero("ann", GRENADE, state={"aimed": "grenade"}),
        raider("bob", {**THUG, "edges": ["dodge"]}, state={"prone": True, "vulnerable": 1}),
    )
    facts = {"distance": 8, "cover": "heavy", "light": "dim", "speed_penalty": -2}
    plan = fight.plan("attack", "ann", target="bob", with_="grenade", facts=facts)
    assert plan.target_number == 4
    assert {in_full(m.label): m.value for m in plan.modifiers} == {"range": -2, "light": -2, "aim": 2}
    options = {"called_shot": "head"}
    assert (
        fight.refuses("attack", "ann", target="bob", with_="grenade", facts=facts, options=options)
        == "bad-option"
    )


def test_a_blast_touches_and_a_cone_needs_the_middle_of_a_square() -> None:
    """SW-164, SW-R37"""
    fight = Fight(
        hero("ann", GRENADE, at=[2, 10]),
        raider("bob", at=[6, 10]),
        hero("pal", at=[8, 10]),
        raider("far", at=[9, 10]),
        map=OPEN,
        ann__attack=[4],
        ann__damage=[1] * 9,
    )
    told = fight.attack("ann", "bob", "grenade")
    assert area_of(told).caught == ("bob", "pal"), "friend and foe, two inches away, not three"
    cone = Fight(
        hero("ann", FLAMER, at=[2, 10]),
        raider("bob", at=[8, 10]),
        raider("near", at=[4, 11]),
        raider("wide", at=[9, 11]),
        map=OPEN,
        ann__attack=[4],
        ann__damage=[1] * 9,
    )
    assert area_of(cone.attack("ann", "bob", "flamethrower")).caught == ("bob", "wide")


def test_walls_shelter_from_a_blast() -> None:
    """SW-164, SW-162"""
    walled = {**OPEN, "walls": [{"from": [8, 8], "to": [8, 13], "kind": "wall"}]}
    fight = Fight(
        hero("ann", GRENADE, at=[4, 10]),
        raider("bob", at=[8, 10]),
        map=walled,
        ann__attack=[4],
        ann__damage=[],
    )
    told = fight.do("attack", "ann", at=[7, 10], with_="grenade")
    assert area_of(told).caught == ()
    assert fight.refuses("attack", "ann", at=[50, 50], with_="grenade") == "bad-command"


def test_an_area_needs_an_aim_and_a_reach() -> None:
    """SW-162, SW-163, SW-67"""
    fight = Fight(hero("ann", FLAMER), raider("bob"))
    assert fight.refuses("attack", "ann", with_="flamethrower") == "no-target"
    far = {"target": "bob", "with_": "flamethrower", "facts": {"distance": 10}}
    assert fight.refuses("attack", "ann", **far) == "out-of-range"
    assert fight.plan("attack", "ann", **far, options={"template": "line"}).target_number == 4
    assert fight.refuses(
        "attack", "ann", **{**far, "facts": {"distance": 13}}, options={"template": "line"}
    ) == ("out-of-range")


def test_a_cone_that_fails_does_nothing_and_spares_its_user() -> None:
    """SW-164, SW-165, SW-169"""
    fight = Fight(hero("ann", FLAMER), raider("bob"), raider("eve"), ann__attack=[1])
    told = fight.attack("ann", "bob", "flamethrower", facts={"bystanders": ["eve"], "distance": 4})
    assert kinds(told)[-1] == "attack-missed"


def test_a_raise_adds_a_die_for_all_and_a_drifting_blast_has_none() -> None:
    """SW-165, SW-166, SW-168, SW-R38"""
    fight = Fight(
        hero("ann", {**HERO, "weapons": ["grenade"]}),
        raider("bob"),
        raider("eve"),
        ann__attack=[8, 1, 2, 1, 1],
        ann__damage=[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        ann__deviation=[4],
        ann__direction=[12],
    )
    told = fight.attack("ann", "bob", "grenade", facts={"distance": 4, "caught": ["bob", "eve"]})
    assert str(roll_of(told, "damage").notation).count("d6") == 4
    fight.do("turn", "ann")
    facts = {"distance": 4, "caught": ["bob"], "caught_after": ["eve"]}
    told = fight.attack("ann", "bob", "grenade", facts=facts)
    assert (roll_of(told, "deviation").total, roll_of(told, "deviation").details["uncapped"]) == (2, 4)
    assert area_of(told).caught == ("eve",)
    assert str(roll_of(told, "damage").notation).count("d6") == 3


@pytest.mark.parametrize(
    ("hour", "cell"), [(12, (13, 10)), (3, (10, 13)), (6, (7, 10)), (9, (10, 7)), (1, (13, 12))]
)
def test_the_clock_says_where_a_blast_drifts(hour: int, cell: tuple[int, int]) -> None:
    """SW-167, SW-R39"""
    fight = Fight(hero("ann"), map=OPEN)
    assert fight.battle.state.map is not None
    found = deviated_to(fight.battle.state.map, (2.5, 10.5), (10, 10), 3, hour)
    assert found == cell


def test_a_drifting_blast_stops_at_walls_and_at_the_edge() -> None:
    """SW-167"""
    walls = [
        {"from": [12, 8], "to": [12, 13], "kind": "wall"},
        {"from": [8, 8], "to": [8, 13], "kind": "low"},
    ]
    fight = Fight(hero("ann"), map={**OPEN, "walls": walls})
    battle_map = fight.battle.state.map
    assert battle_map is not None
    assert deviated_to(battle_map, (2.5, 10.5), (10, 10), 6, 12) == (11, 10)
    assert deviated_to(battle_map, (2.5, 10.5), (10, 10), 6, 6) == (4, 10), "over a low wall it flies"
    assert deviated_to(battle_map, (2.5, 10.5), (38, 10), 6, 12) == (39, 10)
    assert deviated_to(battle_map, (2.5, 10.5), (10, 10), 0, 5) == (10, 10)


def test_cover_and_lying_down_take_from_the_damage_of_a_blast() -> None:
    """SW-168, SW-R40, SW-86"""
    fight = Fight(
        hero("ann", {**GRENADE, "weapons": ["grenade", "flamethrower"]}),
        raider("bob", state={"prone": True}),
        raider("eve"),
        raider("tim", state={"prone": True}),
        ann__attack=[4, 4],
        ann__damage=[1] * 12,
    )
    facts = {
        "distance": 4,
        "caught": ["bob", "eve", "tim"],
        "blast_cover": {"bob": "medium", "eve": "near-total", "tim": "light"},
    }
    told = fight.attack("ann", "bob", "grenade", facts=facts)
    found = [
        {in_full(m.label): m.value for m in e.modifiers}
        for e in told
        if getattr(e, "purpose", "") == "damage"
    ]
    assert found == [{"blast-cover": -4}, {"blast-cover": -8}, {"prone": -4}]
    fight.do("turn", "ann")
    fight.set("ann", held=["flamethrower"])
    told = fight.attack("ann", "bob", "flamethrower", facts={"blast_cover": {"bob": "heavy"}, "distance": 4})
    assert labels(told, "damage") == {"prone": -4}, "cover counts against blasts alone"


def test_cover_from_a_blast_is_read_from_its_middle() -> None:
    """SW-168, SW-56"""
    low = {**OPEN, "walls": [{"from": [12, 9], "to": [12, 12], "kind": "low"}]}
    fight = Fight(
        hero("ann", GRENADE, at=[4, 10]),
        raider("bob", at=[12, 10]),
        map=low,
        ann__attack=[5],
        ann__damage=[5, 5, 5],
    )
    told = fight.do("attack", "ann", at=[8, 10], with_="grenade", facts={"caught": ["bob"]})
    assert labels(told, "damage") == {"blast-cover": -4}


def test_rider_and_mount_are_caught_both() -> None:
    """SW-181, SW-164"""
    fight = Fight(
        hero("ann", GRENADE, at=[4, 10]),
        fighter("bob", "raiders", HERO, at=[8, 10], state={"mount": "roan"}),
        raider("roan", HORSE, at=[8, 10]),
        map=OPEN,
        ann__attack=[4],
        ann__damage=[1] * 6,
    )
    assert area_of(fight.attack("ann", "roan", "grenade")).caught == ("bob", "roan")


def test_the_preview_does_not_name_whom_the_attackers_side_cannot_know_of() -> None:
    """SW-164"""
    fight = Fight(
        hero("ann", GRENADE, at=[4, 10]),
        raider("bob", at=[8, 10]),
        raider("spy", at=[9, 10], hidden=True),
        hero("pal", at=[9, 11], hidden=True),
        map=OPEN,
    )
    plan = fight.plan("attack", "ann", target="bob", with_="grenade")
    assert [in_full(n.label) for n in plan.notes if n.rule == "SW-164"] == ["catches Bob, Pal"]
