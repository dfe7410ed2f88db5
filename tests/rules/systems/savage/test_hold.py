"""Turns that are held: when they come, who interrupts whom, and what loses them (SW-30 to SW-35)."""

from tests.rules.kit import kinds, roll_of
from tests.rules.systems.savage.fights import HERO, LUCKY, Fight, hero, raider, trio


def test_hold_comes_before_anything_else() -> None:
    """SW-30, SW-67"""
    fight = trio()
    fight.do("move", "ann", inches=1)
    assert fight.refuses("hold", "ann") == "too-late"
    fight.set("ann", moved=0, shaken=True)
    assert fight.refuses("hold", "ann") == "cannot-act"


def test_a_held_turn_starts_right_after_the_one_that_is_running() -> None:
    """SW-31"""
    fight = trio()
    fight.do("hold", "ann")
    fight.do("act-now", "ann")
    assert fight.active == "cid"
    assert fight.state("ann").on_hold
    assert fight.refuses("act-now", "ann") == "too-late"
    fight.do("end-turn", "cid")
    assert fight.active == "ann"
    assert not fight.state("ann").on_hold
    fight.do("end-turn", "ann")
    assert fight.active == "bob"


def test_with_a_joker_one_interrupts_without_a_roll() -> None:
    """SW-23, SW-32"""
    fight = trio("JR QH 9D")
    fight.do("hold", "ann")
    told = kinds(fight.do("interrupt", "ann", target="cid"))
    assert "roll" not in told
    assert fight.active == "ann"
    fight.do("end-turn", "ann")
    assert fight.active == "cid"


def test_the_loser_of_an_opposed_roll_may_pay_for_another_throw_by_turns() -> None:
    """SW-46, SW-52, SW-53, SW-32"""
    fight = Fight(
        hero("ann", LUCKY),
        raider("bob", LUCKY),
        cards="KS QS",
        ann__athletics=[3, 2, 7, 2],
        bob__athletics=[3, 1, 2, 5],
    )
    fight.do("begin")
    fight.do("hold", "ann")
    fight.do("interrupt", "ann", target="bob")
    assert fight.prompt().to == "ann", "a tie goes to the other"
    fight.answer("ann", "reroll")
    assert fight.prompt().to == "bob"
    told = fight.answer("bob", "reroll")
    assert roll_of(told, "athletics").details["kept"] == "reroll"
    assert fight.prompt().to == "bob", "5 against 7 still loses"
    fight.answer("bob", "keep")
    assert fight.active == "ann"
    assert (fight.state("ann").bennies, fight.state("bob").bennies) == (2, 2)


def test_a_critical_failure_loses_whatever_the_totals() -> None:
    """SW-44, SW-46"""
    fight = Fight(
        hero("ann", {**HERO, "skills": {"athletics": "d12+8"}}),
        raider("bob", HERO),
        cards="KS QS",
        ann__athletics=[1, 1],
        bob__athletics=[1, 2],
    )
    fight.do("begin")
    fight.do("hold", "ann")
    told = fight.do("interrupt", "ann", target="bob")
    assert roll_of(told, "athletics", "ann").outcome == "lose"
    assert fight.active == "bob"


def test_being_shaken_forfeits_a_held_turn() -> None:
    """SW-33"""
    fight = trio("KS QH 9D", cid__attack=[7, 2], cid__damage=[4, 3])
    fight.do("hold", "ann")
    fight.do("act-now", "ann")
    fight.do("attack", "cid", target="ann", with_="long-sword")
    assert fight.state("ann").shaken
    assert not fight.state("ann").on_hold
    fight.do("end-turn", "cid")
    assert fight.active == "bob", "the held turn is lost"


def test_the_round_waits_for_those_on_hold_and_the_gm_may_end_it() -> None:
    """SW-26, SW-30, SW-R20"""
    fight = trio("KS QH 9D 2S 3S")
    fight.do("hold", "ann")
    assert fight.refuses("end-round") == "too-late"
    fight.do("end-turn", "cid")
    fight.do("end-turn", "bob")
    assert fight.active is None
    assert fight.battle.state.clock["round"] == 1
    fight.do("end-round")
    assert fight.battle.state.clock["round"] == 2
    assert fight.order == ("bob", "cid"), "who holds gets no new card"
    assert fight.state("ann").on_hold
    assert fight.state("ann").card is None


def test_who_is_interrupted_and_falls_does_not_go_on() -> None:
    """SW-28, SW-32"""
    fight = trio("JR QH 9D")
    fight.do("hold", "ann")
    fight.do("interrupt", "ann", target="cid")
    fight.set("cid", incapacitated=True)
    fight.do("end-turn", "ann")
    assert fight.active == "bob"


def test_who_lost_an_interruption_goes_before_who_has_said_that_it_acts_then() -> None:
    """SW-C4"""
    fight = Fight(
        hero("ann"),
        hero("cid"),
        raider("bob"),
        cards="KS QH 9D",
        bob__athletics=[3, 4],
        cid__athletics=[1, 2],
    )
    fight.do("begin")
    fight.do("hold", "ann")
    fight.do("hold", "cid")
    fight.do("act-now", "ann")
    fight.do("interrupt", "cid", target="bob")
    assert fight.battle.system.turns.coming(fight.battle.state) == ("cid", "ann")
    fight.do("end-turn", "bob")
    assert fight.active == "cid"
    fight.do("end-turn", "cid")
    assert fight.active == "ann"
