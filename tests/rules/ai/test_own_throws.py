"""What the AI answers where it is asked about its own attack: what becomes of whom it strikes counts."""

import pytest

from rules.ai.answers import Answered, best_answers
from rules.ai.question import AdviceWanted, advised
from rules.ai.quick import QuickPlayer
from tests.rules.kit import BattleInHand
from tests.rules.systems.savage import fights as savage
from tests.rules.systems.tesseris import fights as tesseris

GRENADIER = {**savage.LUCKY, "weapons": ["grenade"]}
MISSES, HITS = [2, 1], [6, 1]
"""The faces of the striker's die and of the Wild Die."""


def answers(fight: BattleInHand) -> dict[str, Answered]:
    """Give the best way to give each answer."""
    battle = fight.battle
    begun = battle.open_exchange()
    assert begun is not None, "a question is open"
    return {one.answer: one for one in reversed(best_answers(battle.system, battle.state, begun))}


def blow(faces: list[int]) -> BattleInHand:
    """Let Ann strike at Bob, and be asked whether to throw again."""
    fight = savage.Fight(savage.hero("ann", savage.LUCKY), savage.raider("bob"), ann__attack=faces)
    fight.attack("ann", "bob", "long-sword")
    prompt = fight.prompt()
    assert prompt is not None
    assert (prompt.to, prompt.purpose) == ("ann", "reroll")
    return fight


def test_who_has_hit_counts_the_harm_that_comes_of_it() -> None:
    """SW-52"""
    found = answers(blow(HITS))
    assert found["keep"].gain > 0.1
    assert found["keep"].gain > found["reroll"].gain


def test_who_has_missed_spends_a_benny_where_another_throw_may_well_hit() -> None:
    """SW-52"""
    found = answers(blow(MISSES))
    assert found["keep"].gain == 0.0
    assert found["reroll"].gain > 0.1


def test_the_quick_ai_throws_a_miss_again_and_leaves_a_good_hit_alone() -> None:
    """SW-52"""
    missed, hit = blow(MISSES), blow(HITS)
    player = QuickPlayer(missed.battle.system)
    said = []
    for fight in (hit, missed, hit):  # what it remembers of the one is no answer for the other
        begun = fight.battle.open_exchange()
        assert begun is not None
        said.append(player.answer(fight.battle.state, begun)[0])
    assert said == ["keep", "reroll", "keep"]


def test_who_may_strike_at_one_who_goes_by_counts_what_it_does_to_them() -> None:
    """TS-104"""
    fight = tesseris.Fight(tesseris.hero("ann"), tesseris.raider("bob"))
    fight.do("move", "bob", yards=1, facts={"provokes": ["ann"]})
    prompt = fight.prompt()
    assert prompt is not None
    assert (prompt.to, prompt.purpose) == ("ann", "reaction-strike")
    found = answers(fight)
    assert found["reaction-strike"].gain > max(0.05, found["none"].gain)


@pytest.mark.parametrize("thrown", [MISSES, HITS])
def test_whom_a_blast_would_catch_unseen_changes_no_answer(thrown: list[int]) -> None:
    """SW-52, SW-164"""
    found = []
    for spy_at in ([8, 10], [30, 2]):
        fight = savage.Fight(
            savage.hero("ann", GRENADIER, at=[4, 10]),
            savage.raider("bob", at=[8, 11]),
            savage.raider("spy", at=spy_at, hidden=True),
            map=savage.OPEN,
            ann__attack=thrown,
        )
        fight.do("attack", "ann", at=[8, 11], with_="grenade")
        state, begun = fight.battle.state, fight.battle.open_exchange()
        assert begun is not None
        assert state.prompt is not None
        assert state.prompt.to == "ann"
        found.append(advised(state, AdviceWanted(who="ann", open_exchange=begun)))
    near, far = found
    assert near == far
    assert any(one.gain > 0 for one in near)
