"""Wounds and conditions (AT-86 to AT-96, AT-103, AT-104)."""

from typing import Any

import pytest

from rules.engine.refusal import Refusal
from tests.rules.kit import kinds, roll_of
from tests.rules.systems.atomic.fights import STAFF, duel

UNAWARE = {"aware": False}


@pytest.mark.parametrize(
    ("before", "soak", "wounds", "condition"),
    [
        (0, 60, 2, "fit"),
        (0, 31, 1, "fit"),
        (0, 40, 0, "fit"),
        (0, 33, 0, "fit"),
        (1, 60, 3, "fit"),
        (2, 60, 4, "incapacitated"),
        (3, 60, 5, "dying"),
        (4, 60, 5, "dying"),
        (4, 31, 5, "dying"),
        (5, 31, 5, "dead"),
        (5, 40, 5, "dying"),
    ],
)
def test_wounds_add_up_to_five_and_bring_a_condition(
    before: int, soak: int, wounds: int, condition: str
) -> None:
    """AT-86, AT-87, AT-88, AT-89, AT-91, AT-92, AT-93"""
    fight = duel(bob_state={"wounds": before}, ann__attack=[41], bob__soak=[soak])
    fight.do("attack", "ann", target="bob", with_="combat-staff", facts=UNAWARE)
    assert (fight.state("bob").wounds, fight.state("bob").condition) == (wounds, condition)


def test_a_hit_that_protection_stops_is_not_soaked() -> None:
    """AT-86"""
    fight = duel(bob={"armour": "heavy"}, ann__attack=[41])
    events = fight.do("attack", "ann", target="bob", with_="combat-staff", facts=UNAWARE)
    assert kinds(events)[-2:] == ["hit", "no-wound"]


def test_the_collapsed_die_of_a_further_wound_and_of_nothing_else() -> None:
    """AT-89, AT-103"""
    down = {"wounds": 5, "condition": "collapsed"}
    fight = duel(bob_state=down, ann__attack=[41, 41], bob__soak=[33, 90])
    fight.do("attack", "ann", target="bob", with_="combat-staff")
    assert fight.state("bob").condition == "collapsed"
    fight.do("turn", "ann")
    events = fight.do("attack", "ann", target="bob", with_="combat-staff")
    assert kinds(events)[-2:] == ["wounds-taken", "condition-changed"]
    assert fight.state("bob").condition == "dead"


@pytest.mark.parametrize(
    ("what", "params", "allowance"),
    [
        ("attack", {"target": "bob", "with": "combat-staff"}, "significant"),
        ("use", {"value": 50}, "significant"),
        ("move", {}, "move"),
        ("stow", {"with": "combat-staff"}, "quick"),
        ("draw", {"with": "combat-knife"}, "quick"),
        ("quick", {"note": "ducks"}, "quick"),
    ],
)
def test_at_four_wounds_every_action_needs_a_grit_roll(
    what: str, params: dict[str, Any], allowance: str
) -> None:
    """AT-61, AT-92, AT-95: the allowance is gone though the action is lost."""
    sheet = {**STAFF, "weapons": ["combat-staff", "combat-knife"]}
    fight = duel(ann=sheet, ann_state={"wounds": 4}, ann__incapacitated_action=[11])
    events = fight.do(what, "ann", **params)
    assert kinds(events)[-1] == "action-lost"
    assert getattr(fight.state("ann").allowances, allowance) == 0
    assert roll_of(events, "incapacitated-action").target == 10


def test_dropping_a_weapon_needs_no_grit_roll() -> None:
    """AT-95"""
    fight = duel(ann_state={"wounds": 4})
    assert kinds(fight.do("drop", "ann", with_="combat-staff")) == ["weapon-changed"]


@pytest.mark.parametrize(("face", "target"), [(10, 40), (11, 60), (5, 40), (3, 40)])
def test_only_a_critical_grit_roll_frees_the_action_of_its_penalty(face: int, target: int) -> None:
    """AT-07, AT-96"""
    sheet = {**STAFF, "attributes": {"grit": 11}}
    fight = duel(ann=sheet, ann_state={"wounds": 4}, ann__incapacitated_action=[face], ann__attack=[98])
    events = fight.do("attack", "ann", target="bob", with_="combat-staff")
    assert roll_of(events, "attack").target == target


def test_three_wounds_hamper_nobody() -> None:
    """AT-91"""
    fight = duel(ann_state={"wounds": 3}, ann__attack=[98])
    assert roll_of(fight.do("attack", "ann", target="bob", with_="combat-staff"), "attack").modifiers == ()


@pytest.mark.parametrize("condition", ["dead", "collapsed"])
def test_the_dead_and_the_collapsed_do_nothing(condition: str) -> None:
    """AT-94"""
    fight = duel(ann_state={"wounds": 5, "condition": condition})
    for what in ("attack", "use", "move", "draw", "stow", "quick", "drop", "door"):
        assert fight.refuses(what, "ann").code == "cannot-act"
    assert fight.refuses("last-stand", "ann").code == "not-dying"


def test_the_gm_sets_wounds_and_the_condition_follows() -> None:
    """AT-104"""
    fight = duel()
    for wounds, condition in ((3, "fit"), (4, "incapacitated"), (5, "dying"), (0, "fit")):
        fight.set("bob", wounds=wounds)
        assert fight.state("bob").condition == condition
    fight.set("bob", wounds=5, condition="dead")
    assert fight.state("bob").condition == "dead"
    fight.set("bob", wounds=5, condition="dying", last_stand="used", granted=-20, conscious_rounds=3)
    fight.set("bob", wounds=4)
    state = fight.state("bob")
    assert (state.last_stand, state.granted, state.conscious_rounds) == ("unused", None, None)


def test_the_gm_may_set_anything_else_without_waking_the_collapsed() -> None:
    """AT-104"""
    fight = duel(bob={"weapons": ["combat-knife"]}, bob_state={"wounds": 5, "condition": "collapsed"})
    fight.set("bob", defences=2, allowances={"move": 0}, ready=[])
    state = fight.state("bob")
    assert (state.condition, state.defences, state.allowances.move, state.allowances.quick) == (
        "collapsed",
        2,
        0,
        1,
    )
    fight.do("gm-set", target="bob", state={"at": [3, 3]})
    assert fight.state("bob") == state
    fight.set("bob", condition="fit")
    assert fight.state("bob").wounds == 5


@pytest.mark.parametrize(
    "patch",
    [
        {"wounds": 6},
        {"wounds": -1},
        {"condition": "asleep"},
        {"allowances": {"move": 2}},
        {"granted": -10},
        {"granted": 20},
        {"ready": ["ray-gun"]},
        {"ready": ["fist"]},
        {"mood": "bad"},
        {"last_stand": "maybe"},
    ],
)
def test_a_state_that_cannot_be_is_refused(patch: dict[str, Any]) -> None:
    """AT-104"""
    assert duel().refuses("gm-set", target="bob", state=patch).code == "bad-state"


def test_a_starting_state_is_merged_as_the_gm_sets_it() -> None:
    """AT-104"""
    assert duel(bob_state={"wounds": 4}).state("bob").condition == "incapacitated"
    with pytest.raises(Refusal):
        duel(bob_state={"wounds": 9})
