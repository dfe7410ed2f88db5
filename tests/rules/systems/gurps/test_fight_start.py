"""Who leads, who is surprised, and who goes first: what is said as a fight begins."""

import pytest

from rules.engine.text import in_full
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import fighter, roll_of
from tests.rules.systems.gurps.fights import Fight


def test_a_side_that_nobody_leads_may_name_who_rolls_for_it() -> None:
    """GU-602, GU-603"""
    fight = Fight(
        fighter("ann", "a", {"skills": {"tactics": 12}}),
        fighter("bob", "b"),
        fighter("cyd", "b", {"skills": {"streetwise": 13}}),
        ann__initiative=[3, 3, 3],
        cyd__initiative=[3, 3, 3],
    )
    led = {"leader/a": "ann", "leader/b": "nobody/cyd", "skill/b": "streetwise"}
    rolled = roll_of(fight.do("begin", **led), "initiative")
    assert (rolled.who, rolled.target) == ("cyd", 11)


def test_a_page_says_leaders_and_surprise_side_by_side() -> None:
    """GU-602, GU-605, GU-606"""
    fight = Fight(fighter("ann", "a"), fighter("bob", "b"), fighter("cyd", "b"))
    asked = [parameter.id for parameter in SYSTEM.begin_needs(fight.battle.state)]
    assert {"leader/a", "skill/b", "surprised-by", "surprised/b"} <= set(asked)
    fight.do("begin", **{"surprised-by": "a", "surprised/b": "partial", "leader/a": "", "surprised/a": ""})
    assert fight.active == "ann"
    assert fight.state("bob").mental_stun is not None


@pytest.mark.parametrize("by", ["", "a", "b"])
@pytest.mark.parametrize("on_a", ["", "total", "partial"])
@pytest.mark.parametrize("on_b", ["", "total", "partial"])
def test_whatever_a_page_says_of_surprise_begins_the_fight(by: str, on_a: str, on_b: str) -> None:
    """GU-605: who attacks is not surprised by it, and somebody is where somebody attacks"""
    dice = {f"{who}__{roll}": [3, 3, 3, 3] for who in ("ann", "bob") for roll in ("initiative", "surprise")}
    fight = Fight(fighter("ann", "a"), fighter("bob", "b"), **dice)
    fight.do("begin", **{"surprised-by": by, "surprised/a": on_a, "surprised/b": on_b})
    stunned = {who for who in ("ann", "bob") if fight.state(who).mental_stun is not None}
    attacker = by or ("a" if on_b and not on_a else "b" if on_a and not on_b else "")
    assert stunned == {"a": {"bob"}, "b": {"ann"}, "": set()}[attacker]


def test_a_named_leader_rolls_and_a_skill_alone_is_rolled_by_the_best_at_it_without_a_lead() -> None:
    """GU-602, GU-603"""
    fight = Fight(
        fighter("ann", "a", {"skills": {"tactics": 14}}),
        fighter("bob", "b", {"skills": {"streetwise": 9}}),
        fighter("cyd", "b", {"skills": {"streetwise": 13}}),
        ann__initiative=[3, 3, 3],
        cyd__initiative=[3, 3, 4],
    )
    fight.do("begin", **{"leader/a": "ann", "skill/b": "streetwise"})
    rolls = {e.who: e for entry in fight.battle.entries for e in entry.events if e.kind == "roll"}
    assert [in_full(m.label) for m in rolls["cyd"].modifiers] == ["leaderless"]
    assert rolls["ann"].target == 14
    assert fight.active == "ann"
