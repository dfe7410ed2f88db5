"""To go away from a foe costs the strike that it provokes, and the foe may follow."""

from rules.ai.advice import Advisor
from rules.ai.quick import QuickPlayer
from rules.ai.temper import TEMPERS
from rules.systems.savage.system import SYSTEM
from tests.rules.systems.savage.fights import GUN, HERO, OPEN, Fight, hero, raider


def beside(bob_at: list[int]) -> Fight:
    """Let Ann, who is Shaken and can do nothing but move, stand near a duellist."""
    ann = hero("ann", GUN, at=[8, 8], state={"shaken": True})
    return Fight(ann, raider("bob", HERO, at=bob_at), map=OPEN)


def ways_to_safety(fight: Fight) -> list[float]:
    """Give what each way gains at once that leads Ann off to where the GM has sent her."""
    fight.do("set-aim", target="ann", aim="reach", at=[2, 2])
    found = Advisor(SYSTEM, fight.battle.state, "ann").best(20)
    return [advice.gain for advice in found if advice.command.do == "move"]


def test_a_way_costs_what_is_lost_by_the_strike_that_it_provokes() -> None:
    """SW-150"""
    past_him = ways_to_safety(beside([9, 8]))
    assert past_him
    assert max(past_him) < -0.01
    assert set(ways_to_safety(beside([12, 8]))) == {0.0}


def test_a_foe_from_whom_one_has_gone_some_steps_away_is_no_less_of_a_danger_for_that() -> None:
    """SW-61"""
    state = beside([9, 8]).battle.state
    prospects = Advisor(SYSTEM, state, "ann", TEMPERS["steady"]).prospects
    here, there = (prospects.standing(state.with_changes("ann", at=at)).risk for at in ((8, 8), (8, 11)))
    assert here / 2 < there < here


def test_who_cannot_strike_does_not_walk_away_from_who_follows() -> None:
    """SW-150"""
    assert Advisor(SYSTEM, beside([9, 8]).battle.state, "ann").best(1)[0].command.do == "end-turn"


def test_the_quick_one_turns_its_back_on_nobody_who_strikes_for_it() -> None:
    """SW-150; by a house rule one may walk away freely"""

    def does(*, may_be_struck: bool) -> str:
        """Say what Ann does, who minds what Bob may do, and can shoot him from here and from afar."""
        ann = hero("ann", GUN, at=[8, 8], temper="careful")
        fight = Fight(ann, raider("bob", HERO, at=[9, 8]), map=OPEN)
        if not may_be_struck:
            fight.do("set-house", changes=[{"part": "rules", "id": "SW-150", "to": False}])
        return QuickPlayer(SYSTEM).act(fight.battle.state, "ann").do

    assert does(may_be_struck=False) == "move"
    assert does(may_be_struck=True) == "attack"
