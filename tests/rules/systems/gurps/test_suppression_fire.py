"""Fire that is laid on a place: where it lies, what ends it, and whom it waits for."""

from typing import Any

import pytest

from rules.engine.text import in_full
from rules.map.areas import Blast
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import fighter, kinds
from tests.rules.systems.gurps.fights import GUN, OPEN, Fight


def test_suppression_is_laid_on_a_place_and_is_the_all_out_attack() -> None:
    """GU-712"""
    fight = Fight(fighter("ann", "a", GUN, at=[3, 3]), fighter("bob", "b", at=[9, 3]), map=OPEN)
    plan = fight.plan("suppression-fire", "ann", with_="assault-rifle", at=[7, 3])
    assert plan.laid is not None
    assert plan.laid.at == (7.5, 3.5)
    assert SYSTEM.map.held_areas(fight.battle.state, "ann") == ()
    fight.do("suppression-fire", "ann", with_="assault-rifle", at=[7, 3])
    assert fight.state("ann").maneuver.id == "all-out-attack-ranged"
    assert (fight.state("ann").zone.at, fight.state("ann").zone.width) == ((7, 3), 4)
    held = SYSTEM.map.held_areas(fight.battle.state, "ann")
    assert [(area.area, in_full(area.words), area.on) for area in held] == [
        (Blast((7.5, 3.5), 2.0), "Ann keeps this place under fire", None)
    ]
    fight.do("turn", "ann")
    assert SYSTEM.map.held_areas(fight.battle.state, "ann") == ()


@pytest.mark.parametrize(
    "patch",
    [
        {"stunned": True},
        {"mental_stun": {"freeze": 0, "bonus": 0}},
        {"unconscious": True},
        {"dead": True},
        {"ready": {"assault-rifle": False}},
        {"dropped": ["assault-rifle"]},
        {"broken": ["assault-rifle"]},
        {"crippled": ["left-arm"]},
    ],
    ids=lambda patch: next(iter(patch)),
)
def test_whatever_keeps_the_gunner_from_firing_ends_the_fire_for_good(patch: dict[str, Any]) -> None:
    """GU-724, GU-C5"""
    fight = Fight(fighter("ann", "a", GUN, at=[3, 3]), fighter("bob", "b", at=[9, 3]), map=OPEN)
    fight.do("suppression-fire", "ann", with_="assault-rifle", at=[7, 3])
    fight.set("ann", note="still at it", crippled=["left-foot"])
    assert fight.state("ann").zone is not None
    fight.set("ann", **patch)
    assert fight.state("ann").zone is None


def test_fire_from_a_weapon_that_is_dropped_ends_and_a_surprise_ends_any() -> None:
    """GU-C5, GU-606"""
    two = Fight(
        fighter("ann", "a", GUN), fighter("eve", "a", GUN), fighter("bob", "b"), bob__initiative=[3] * 3
    )
    for who in ("ann", "eve"):
        two.do("suppression-fire", who, with_="assault-rifle", at=[7, 3])
    two.do("drop", "ann", with_="assault-rifle")
    assert two.state("ann").zone is None
    two.do("begin", surprise={"by": "b", "on": {"a": "partial"}})
    assert two.state("eve").zone is None


def test_on_zones_alone_fire_waits_for_who_comes_into_its_zone() -> None:
    """GU-724, GU-R69"""
    zones = {
        "grid": {"kind": "zones"},
        "zones": [{"id": "road", "name": "Road", "links": ["yard"]}, {"id": "yard", "name": "Yard"}],
    }
    fight = Fight(
        fighter("ann", "a", GUN, at="road"),
        fighter("bob", "b", at="road"),
        map=zones,
        ann__attack=[6, 6, 6],
    )
    fight.do("suppression-fire", "ann", with_="assault-rifle", at="yard")
    assert "zone-entered" in kinds(fight.do("move", "bob", to="yard"))
