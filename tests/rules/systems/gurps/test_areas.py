"""Areas of effect: landing, diving, damage that thins, on the map and without one (section 8.3)."""

from typing import Any

from rules.engine.text import in_full
from tests.rules.kit import fighter, kinds, roll_of
from tests.rules.systems.gurps.fights import OPEN, Fight, labels

HIT, MADE, FAILED = [3, 3, 4], [1, 2, 2], [5, 5, 4]
THROWER = {"skills": {"throwing": 14}, "weapons": ["grenade"]}
SPRAYER = {"skills": {"liquid-projector": 14}, "weapons": ["acid-sprayer"]}


def field(*others: dict[str, Any], sheet: Any = None, walls: Any = None, **dice: Any) -> Fight:
    where = {**OPEN, "walls": walls or []}
    return Fight(fighter("ann", "a", sheet or THROWER, at=[2, 10]), *others, map=where, **dice)


def test_who_is_aimed_at_may_dive_and_the_blast_veers() -> None:
    """GU-832, GU-836: it moves nobody, and leaves the diver prone."""
    fight = field(
        fighter("bob", "b", at=[12, 10]),
        ann__attack=HIT,
        bob__dodge=MADE,
        ann__scatter=[1],
        ann__damage=[1] * 4,
    )
    fight.do("attack", "ann", target="bob", with_="grenade")
    assert (fight.prompt().purpose, fight.prompt().choices) == ("dive", ("dive", "none"))
    offer = fight.offers()["dive"]
    assert [in_full(m.label) for m in offer.modifiers] == ["dive"]
    assert fight.refuses("answer", "bob", answer="dodge").code == "bad-answer"
    events = fight.answer("bob", "dive")
    assert labels(roll_of(events, "dodge")) == {"dive": 3}
    scattered = next(e for e in events if e.kind == "scattered")
    assert (scattered.yards, scattered.degrees) == (6, 0)  # type: ignore[attr-defined]
    assert scattered.to == (18.5, 10.5)  # type: ignore[attr-defined]
    state = fight.state("bob")
    assert (state.posture, state.dodges, state.hp, fight.at("bob")) == ("prone", 1, 10, (12, 10))


def test_a_miss_lands_as_far_off_as_it_missed_by() -> None:
    """GU-831: sixty degrees a face, clockwise from the line."""
    fight = field(
        fighter("bob", "b", at=[12, 10]),
        ann__attack=[6, 5, 4],
        ann__scatter=[4],
        bob__dodge=FAILED,
        ann__damage=[1] * 4,
    )
    events = fight.do("attack", "ann", target="bob", with_="grenade")
    scattered = next(e for e in events if e.kind == "scattered")
    assert (scattered.yards, scattered.degrees) == (4, 180)  # type: ignore[attr-defined]
    assert scattered.to[0] == 8.5  # type: ignore[attr-defined]
    events = fight.answer("bob", "none")
    assert fight.state("bob").hp == 10 - 4 // 4


def test_others_inside_dive_a_step_away() -> None:
    """GU-833, GU-834, GU-505"""
    fight = field(
        fighter("bob", "b", at=[12, 10]),
        fighter("cid", "b", at=[14, 10]),
        fighter("dan", "b", at=[20, 10]),
        ann__attack=HIT,
        cid__dodge=MADE,
        ann__damage=[3, 3, 3, 3],
        bob__knockdown=[3, 3, 3],
        bob__death=[3, 3, 3],
    )
    fight.do("attack", "ann", target="bob", with_="grenade")
    fight.answer("bob", "none")
    assert fight.prompt().to == "cid"
    fight.answer("cid", "dive")
    assert fight.at("cid") == (15, 9)
    assert (fight.state("cid").posture, fight.state("cid").hp) == ("prone", 10 - 12 // 3)
    assert (fight.state("bob").hp, fight.state("dan").hp) == (-2, 10)


def test_a_burst_at_the_ground_is_easier_whatever_the_size() -> None:
    """GU-752, GU-751"""
    fight = field(fighter("bob", "b", {"sm": 3}, at=[12, 10]))
    at = {"target": "bob", "with": "grenade"}
    assert fight.plan("attack", "ann", **at).target_number == 14 - 3 + 3
    assert fight.plan("attack", "ann", options=["at-ground"], **at).target_number == 14 - 3 + 4


def test_a_place_may_be_the_mark() -> None:
    """GU-830, GU-835: nobody inside, no damage thrown."""
    fight = field(fighter("bob", "b", at=[25, 10]), ann__attack=HIT)
    events = fight.do("attack", "ann", at=[10, 10], with_="grenade")
    assert "damage-done" not in kinds(events)
    assert fight.state("ann").dropped == ("grenade",)
    assert fight.refuses("attack", "ann", target="bob", with_="kick", at=[3, 3]).code == "maneuver-used"


def test_walls_stop_an_area() -> None:
    """GU-834: our ruling GU-R58"""
    wall = [{"from": [13, 0], "to": [13, 20], "kind": "wall"}]
    fight = field(
        fighter("bob", "b", at=[12, 10]),
        fighter("cid", "b", at=[13, 10]),
        walls=wall,
        ann__attack=HIT,
        ann__damage=[1] * 4,
    )
    fight.do("attack", "ann", target="bob", with_="grenade")
    fight.answer("bob", "none")
    assert (fight.state("bob").hp, fight.state("cid").hp) == (6, 10)


def test_a_cone_comes_from_its_owner() -> None:
    """GU-834, GU-831: yards count from the apex, and nobody beside the axis is caught."""
    fight = field(
        fighter("bob", "b", at=[6, 10]),
        fighter("cid", "b", at=[6, 14]),
        sheet=SPRAYER,
        ann__attack=HIT,
        ann__damage=[4, 4, 4],
    )
    fight.do("attack", "ann", target="bob", with_="acid-sprayer")
    fight.answer("bob", "none")
    assert fight.prompt() is None
    assert (fight.state("bob").hp, fight.state("cid").hp) == (10 - 12 // 4, 10)


def test_a_cone_that_veers_far_misses_without_a_map() -> None:
    """GU-834: more than half its width there."""
    for total, caught in (([5, 5, 2], True), ([5, 5, 3], False)):  # a miss by 1 and by 2, half the width 1.2
        fight = Fight(fighter("ann", "a", SPRAYER), fighter("bob", "b"), ann__attack=total, ann__scatter=[1])
        fight.do("attack", "ann", target="bob", with_="acid-sprayer", facts={"distance": 6})
        assert (fight.prompt() is not None) is caught


def test_acid_over_an_area_eats_every_place() -> None:
    """GU-911, GU-907"""
    fight = Fight(
        fighter("ann", "a", SPRAYER),
        fighter("bob", "b", {"dr": {"all": 1}}),
        ann__attack=HIT,
        ann__damage=[4, 4, 4],
    )
    fight.do("attack", "ann", target="bob", with_="acid-sprayer", facts={"distance": 2})
    fight.answer("bob", "none")
    assert len(fight.state("bob").dr_lost) == 13
    assert set(fight.state("bob").dr_lost.values()) == {1}


def test_a_critical_hit_leaves_the_dive_and_does_full_damage() -> None:
    """GU-836, GU-805"""
    fight = Fight(fighter("ann", "a", THROWER), fighter("bob", "b", {"HP": 60}), ann__attack=[1, 1, 1])
    fight.do("attack", "ann", target="bob", with_="grenade", facts={"distance": 9})
    assert fight.prompt().purpose == "dive"
    events = fight.answer("bob", "none")
    assert roll_of(events, "damage").faces == (6, 6, 6, 6)
    assert fight.state("bob").hp == 60 - 24


def test_who_has_no_defence_is_not_asked_to_dive() -> None:
    """GU-836, GU-810"""
    fight = Fight(
        fighter("ann", "a", THROWER), fighter("bob", "b", {"HP": 40}), ann__attack=HIT, ann__damage=[1] * 4
    )
    fight.do("attack", "ann", target="bob", with_="grenade", facts={"distance": 9, "aware": False})
    assert fight.prompt() is None
    stunned = Fight(
        fighter("ann", "a", THROWER), fighter("bob", "b", state={"stunned": True}), ann__attack=HIT
    )
    stunned.do("attack", "ann", target="bob", with_="grenade", facts={"distance": 9})
    assert stunned.prompt().to == "bob"


def test_nothing_else_goes_with_an_area() -> None:
    """GU-830, GU-835"""
    fight = field(fighter("bob", "b", at=[12, 10]))
    at = {"target": "bob", "with": "grenade"}
    assert fight.refuses("attack", "ann", location="skull", **at).code == "bad-location"
    assert fight.refuses("attack", "ann", options=["chinks"], **at).code == "bad-option"
    assert fight.refuses("attack", "ann", options=["rapid-strike"], **at).code == "bad-option"
