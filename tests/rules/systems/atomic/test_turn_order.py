"""Initiative and turns (AT-41 to AT-50)."""

from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.systems.atomic.system import SYSTEM
from tests.rules.kit import fighter, kinds, roll_of
from tests.rules.systems.atomic.fights import PISTOL, Fight


def three(**dice: Any) -> Fight:
    fight = Fight(
        *(fighter(who, sheet=PISTOL) for who in ("ann", "bob", "cat")),
        ann__initiative=[30],
        bob__initiative=[20],
        cat__initiative=[90],
        **dice,
    )
    fight.do("begin")
    return fight


def test_beginning_rolls_once_for_all_in_the_order_listed_and_fills_everything() -> None:
    """AT-42, AT-43, AT-48"""
    fight = Fight(
        fighter("ann", state={"defences": 3, "allowances": {"move": 0}, "two_fisted_used": True}),
        fighter("bob", state={"melee_blocks": 1}),
        ann__initiative=[30],
        bob__initiative=[20],
    )
    events = fight.do("begin")
    rolls = [e.who for e in events if e.kind == "roll"]  # type: ignore[attr-defined]
    assert rolls == ["ann", "bob"]
    assert roll_of(events, "initiative").target == 50
    for who in ("ann", "bob"):
        state = fight.state(who).as_json()
        assert state["allowances"] == {"significant": 1, "move": 1, "quick": 1}
        assert (state["defences"], state["melee_blocks"], state["two_fisted_used"]) == (0, 0, False)


FIGHTERS = st.lists(st.tuples(st.integers(1, 100), st.integers(3, 18)), min_size=1, max_size=6)


@settings(deadline=None, max_examples=40)
@given(FIGHTERS)
def test_successes_act_first_then_failures_each_from_the_highest_face(
    fighters: list[tuple[int, int]],
) -> None:
    """AT-44, AT-45, AT-46"""
    ids = [f"f{number}" for number in range(len(fighters))]
    fight = Fight(
        *(
            fighter(who, sheet={"attributes": {"reflex": reflex}})
            for who, (_, reflex) in zip(ids, fighters, strict=True)
        ),
        **{f"{who}__initiative": [face] for who, (face, _) in zip(ids, fighters, strict=True)},
    )
    fight.do("begin")
    assert sorted(fight.battle.state.order) == ids
    for one, other in pairwise(fight.battle.state.order):
        (face, reflex), (next_face, next_reflex) = fighters[int(one[1:])], fighters[int(other[1:])]
        made = face <= 5 or face <= min(reflex * 5, 95)
        next_made = next_face <= 5 or next_face <= min(next_reflex * 5, 95)
        assert (not made, -face, -reflex, int(one[1:])) < (
            not next_made,
            -next_face,
            -next_reflex,
            int(other[1:]),
        )


def test_the_round_rises_after_the_last() -> None:
    """AT-41, AT-47"""
    fight = three()
    seen = []
    for _ in range(7):
        seen.append((fight.active, dict(fight.battle.state.clock)["round"]))
        fight.do("end-turn", fight.active)
    assert seen == [("ann", 1), ("bob", 1), ("cat", 1), ("ann", 2), ("bob", 2), ("cat", 2), ("ann", 3)]


def test_a_turn_fills_the_allowances_and_clears_the_counts_of_its_own_combatant_alone() -> None:
    """AT-48, AT-50"""
    fight = three()
    fight.do("quick", "ann")
    for who in ("ann", "bob"):
        fight.set(who, defences=2)
    fight.do("end-turn", "ann")
    assert (fight.state("ann").defences, fight.state("ann").allowances.quick) == (2, 0)
    assert fight.state("bob").defences == 0


def test_the_dead_and_the_collapsed_are_passed_over_and_the_dying_are_not() -> None:
    """AT-47"""
    fight = three()
    fight.set("bob", wounds=5, condition="collapsed")
    fight.set("cat", wounds=5)
    assert SYSTEM.turns.passed_over(fight.battle.state.combatants["bob"])
    fight.do("end-turn", "ann")
    assert fight.active == "cat"


def test_the_turn_ends_when_the_gm_fells_the_active_one() -> None:
    """AT-47"""
    fight = three()
    assert kinds(fight.set("ann", wounds=5)) == ["state-set"]
    events = fight.set("ann", condition="dead")
    assert kinds(events) == ["state-set", "turn-ended", "turn-started", "refreshed"]
    assert fight.active == "bob"


def test_the_turn_ends_after_the_attack_in_which_the_gm_fells_the_active_one() -> None:
    """AT-47"""
    fight = three(ann__attack=[41], bob__soak=[33])
    fight.do("attack", "ann", target="bob", with_="blast-pistol")
    assert kinds(fight.set("ann", condition="dead")) == ["state-set"]
    events = fight.answer("bob", "none")
    assert kinds(events)[-3:] == ["turn-ended", "turn-started", "refreshed"]
    assert fight.active == "bob"


def test_when_nobody_can_act_turn_order_ends() -> None:
    """AT-47"""
    fight = three()
    fight.set("bob", condition="dead")
    fight.set("cat", condition="collapsed")
    events = fight.set("ann", condition="dead")
    assert kinds(events)[-1] == "battle-ended"
    assert not fight.battle.state.running
    assert fight.refuses("begin").code == "cannot-act"


def test_in_free_play_everybody_acts_and_a_turn_is_taken_by_asking() -> None:
    """AT-49"""
    fight = Fight(fighter("ann"), fighter("bob"))
    fight.do("quick", "ann")
    fight.do("quick", "bob")
    assert fight.refuses("quick", "ann").code == "allowance-spent"
    assert kinds(fight.do("turn", "ann")) == ["turn-started", "refreshed"]
    fight.do("quick", "ann")
    assert fight.active is None
    assert fight.refuses("end-turn", "ann").code == "unknown-action"


def test_nobody_acts_out_of_turn() -> None:
    """AT-47"""
    fight = three()
    assert fight.refuses("quick", "bob").code == "not-your-turn"
    assert fight.refuses("end-turn", "bob").code == "not-your-turn"
    assert fight.refuses("turn", "ann").code == "unknown-action"


def test_who_comes_late_rolls_and_is_put_in_its_place() -> None:
    """AT-44, AT-45 (ruling AT-R28)"""
    fight = three(dan__initiative=[25], eve__initiative=[95])
    fight.do("add", combatants=[fighter("dan", sheet=PISTOL), fighter("eve", sheet=PISTOL)])
    assert fight.battle.state.order == ("ann", "dan", "bob", "eve", "cat")
    assert [str(SYSTEM.turns.order_note(fight.battle.state, who)) for who in ("ann", "dan", "eve")] == [
        "30",
        "25",
        "95 failed",
    ]
    fight.do("end-turn", "ann")
    assert fight.active == "dan"


def test_removing_the_active_one_passes_the_turn_on() -> None:
    """AT-47"""
    fight = three()
    fight.do("remove", target="ann")
    assert fight.active == "bob"
    assert fight.battle.state.order == ("bob", "cat")
