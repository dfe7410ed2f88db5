"""The last stand of the dying (AT-97 to AT-102)."""

from typing import Any

import pytest

from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.atomic.actions import LastStand
from tests.rules.kit import fighter, kinds, roll_of
from tests.rules.systems.atomic.fights import PISTOL, Fight, duel

DYING = {"wounds": 5}
NERVE = {**PISTOL, "attributes": {"nerve": 12, "grit": 12}}


def dying(**dice: Any) -> Fight:
    return duel(ann=NERVE, ann_state=DYING, **dice)


def test_the_dying_can_do_nothing_before_their_last_stand() -> None:
    """AT-94"""
    fight = dying()
    for what in ("attack", "use", "move", "draw", "stow", "quick", "drop", "door"):
        refusal = fight.refuses(what, "ann")
        assert refusal.code == "cannot-act"
        assert "last stand" in refusal.message


def test_a_last_stand_is_for_the_dying() -> None:
    """AT-97"""
    assert duel(ann_state={"wounds": 4}).refuses("last-stand", "ann").code == "not-dying"
    assert duel().refuses("last-stand", "ann").code == "not-dying"


def test_a_last_stand_says_what_must_be_thrown_and_its_chance() -> None:
    """AT-97"""
    view = BattleView(dying().battle.state)
    actor, action = view.combatant("ann"), LastStand()
    assert action.ways(view, actor) == (({}, text("NERVE: {target} or less on d100", target=60)),)
    assert action.chance(view, actor) == pytest.approx(0.6)


def test_a_failed_last_stand_is_the_collapse() -> None:
    """AT-102"""
    fight = dying(ann__last_stand=[61])
    events = fight.do("last-stand", "ann")
    assert kinds(events) == ["roll", "last-stand", "condition-changed"]
    assert roll_of(events, "last-stand").target == 60
    assert (fight.state("ann").condition, fight.state("ann").last_stand) == ("collapsed", "used")


def test_an_ordinary_success_grants_one_action_and_then_the_collapse() -> None:
    """AT-98, AT-99"""
    fight = dying(ann__last_stand=[41], ann__attack=[39], bob__soak=[33])
    fight.do("last-stand", "ann")
    assert (fight.state("ann").granted, fight.state("ann").conscious_rounds) == (-20, None)
    assert fight.refuses("last-stand", "ann").code == "last-stand-used"
    assert fight.refuses("drop", "ann", **{"with": "blast-pistol"}).code == "cannot-act"
    events = fight.do("attack", "ann", target="bob", with_="blast-pistol", facts={"aware": False})
    assert roll_of(events, "attack").target == 40
    assert kinds(events)[-1] == "condition-changed"
    state = fight.state("ann")
    assert (state.condition, state.granted, state.allowances.significant) == ("collapsed", None, 1)


def test_the_collapse_waits_until_the_target_has_answered() -> None:
    """AT-99"""
    fight = dying(ann__last_stand=[41], ann__attack=[39], bob__soak=[33])
    fight.do("last-stand", "ann")
    fight.do("attack", "ann", target="bob", with_="blast-pistol")
    assert fight.state("ann").condition == "dying"
    fight.answer("bob", "none")
    assert fight.state("ann").condition == "collapsed"


def test_who_is_healed_meanwhile_does_not_collapse() -> None:
    """AT-99, AT-104"""
    fight = dying(ann__last_stand=[41], ann__attack=[39], bob__soak=[33])
    fight.do("last-stand", "ann")
    fight.do("attack", "ann", target="bob", with_="blast-pistol")
    fight.set("ann", wounds=2)
    fight.answer("bob", "none")
    assert fight.state("ann").condition == "fit"


@pytest.mark.parametrize(
    ("what", "params"),
    [
        ("use", {"value": 70}),
        ("move", {}),
        ("draw", {"with": "combat-knife"}),
        ("stow", {"with": "blast-pistol"}),
        ("quick", {}),
    ],
)
def test_any_of_the_six_actions_may_be_the_one_granted(what: str, params: dict[str, Any]) -> None:
    """AT-98"""
    fight = dying(ann__last_stand=[41], ann__use=[45])
    fight.set("ann", allowances={"significant": 0, "move": 0, "quick": 0})
    fight.do("last-stand", "ann")
    events = fight.do(what, "ann", **params)
    assert kinds(events)[0] == "grant-used"
    assert fight.state("ann").condition == "collapsed"
    if what == "use":
        assert roll_of(events, "use").target == 50


def test_a_special_success_keeps_one_conscious_for_some_turns() -> None:
    """AT-95, AT-100"""
    fight = dying(ann__last_stand=[20], ann__attack=[90], ann__incapacitated_action=[12, 50], ann__use=[25])
    fight.do("last-stand", "ann")
    assert (fight.state("ann").granted, fight.state("ann").conscious_rounds) == (-20, 2)
    fight.do("attack", "ann", target="bob", with_="blast-pistol")
    assert (fight.state("ann").condition, fight.state("ann").granted) == ("dying", None)
    # The allowances of this turn are hers too, each after a GRIT roll.
    events = fight.do("use", "ann", value=50)
    assert roll_of(events, "use").target == 30
    for left in (1, 0):
        fight.do("turn", "ann")
        assert (fight.state("ann").conscious_rounds, fight.state("ann").condition) == (left, "dying")
    fight.do("move", "ann")
    assert kinds(fight.do("turn", "ann")) == ["condition-changed"]
    assert fight.state("ann").condition == "collapsed"


@pytest.mark.parametrize(("face", "turns"), [(5, 1), (10, 1), (15, 1), (20, 2), (60, 6)])
def test_the_tens_digit_says_for_how_many_turns(face: int, turns: int) -> None:
    """AT-100"""
    fight = dying(ann__last_stand=[face])
    fight.do("last-stand", "ann")
    assert fight.state("ann").conscious_rounds == turns


@pytest.mark.parametrize("face", [11, 55])
def test_a_critical_success_puts_one_back_at_four_wounds(face: int) -> None:
    """AT-101"""
    fight = dying(ann__last_stand=[face], ann__attack=[90])
    fight.do("last-stand", "ann")
    state = fight.state("ann")
    assert (state.wounds, state.condition, state.granted, state.last_stand) == (
        4,
        "incapacitated",
        0,
        "unused",
    )
    events = fight.do("attack", "ann", target="bob", with_="blast-pistol")
    assert roll_of(events, "attack").target == 60
    state = fight.state("ann")
    assert (state.condition, state.granted) == ("incapacitated", None)


def test_who_falls_again_may_try_again() -> None:
    """AT-97"""
    fight = dying(ann__last_stand=[55, 61], bob__attack=[41], ann__soak=[99])
    fight.do("last-stand", "ann")
    fight.set("bob", ready=[])
    fight.do("attack", "bob", target="ann", with_="fist", facts={"aware": False, "modifier": 40})
    assert (fight.state("ann").wounds, fight.state("ann").condition) == (5, "dying")
    fight.do("last-stand", "ann")
    assert fight.state("ann").condition == "collapsed"


def in_order(**dice: Any) -> Fight:
    """Ann acts first and is dying; Bob is next."""
    fight = Fight(
        fighter("ann", sheet=NERVE, state=DYING),
        fighter("bob", sheet=PISTOL),
        ann__initiative=[30],
        bob__initiative=[20],
        **dice,
    )
    fight.do("begin")
    assert fight.active == "ann"
    return fight


def test_an_unused_action_is_lost_at_the_end_of_the_turn() -> None:
    """AT-98, AT-99"""
    fight = in_order(ann__last_stand=[41])
    fight.do("last-stand", "ann")
    events = fight.do("end-turn", "ann")
    assert kinds(events)[:3] == ["grant-lost", "condition-changed", "turn-ended"]
    assert (fight.state("ann").condition, fight.active) == ("collapsed", "bob")


def test_an_unused_action_is_lost_at_the_next_turn_in_free_play() -> None:
    """AT-98"""
    fight = dying(ann__last_stand=[41])
    fight.do("last-stand", "ann")
    assert kinds(fight.do("turn", "ann")) == ["grant-lost", "condition-changed"]
    fight = dying(ann__last_stand=[20])
    fight.do("last-stand", "ann")
    fight.do("turn", "ann")
    assert (fight.state("ann").granted, fight.state("ann").conscious_rounds) == (None, 1)
    fight = dying(ann__last_stand=[55])
    fight.do("last-stand", "ann")
    fight.do("turn", "ann")
    assert (fight.state("ann").granted, fight.state("ann").condition) == (None, "incapacitated")


def test_who_collapses_has_ended_the_turn() -> None:
    """AT-47"""
    fight = in_order(ann__last_stand=[70])
    fight.do("last-stand", "ann")
    assert fight.active == "bob"
    fight = in_order(ann__last_stand=[41])
    fight.do("last-stand", "ann")
    fight.do("quick", "ann", note="pulls the pin")
    assert (fight.state("ann").condition, fight.active) == ("collapsed", "bob")


def test_conscious_turns_run_out_in_turn_order_too() -> None:
    """AT-47, AT-100"""
    fight = in_order(ann__last_stand=[10])
    fight.do("last-stand", "ann")
    for _ in range(2):
        fight.do("end-turn", fight.active)
    assert (fight.active, fight.state("ann").conscious_rounds) == ("ann", 0)
    for _ in range(2):
        fight.do("end-turn", fight.active)
    assert (fight.active, fight.state("ann").condition) == ("bob", "collapsed")
    assert fight.battle.state.clock == {"round": 3}
