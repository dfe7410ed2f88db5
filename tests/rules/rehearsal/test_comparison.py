"""Fights compared on the same dice: no difference is hardly ever called one, and the interval holds."""

from dataclasses import replace
from math import sqrt
from random import Random

import pytest

from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.engine.text import text
from rules.rehearsal.changes import Change, with_change
from rules.rehearsal.comparison import SIGNIFICANT, PairedDifference, paired
from rules.rehearsal.outcome import Outcome
from rules.rehearsal.rehearsal import FightsWanted, fights
from tests.fuzzing.commands import playable
from tests.load.rules.rehearsal import ready_fight
from tests.playing.scenes import close

TRIES = 2_000
FEW = 4


def drawn(dice: Random, of: int, gained: float, lost: float) -> PairedDifference:
    """Draw so many pairs of fights that differ as often as this."""
    drawn = [dice.random() for _ in range(of)]
    ups = sum(one < gained for one in drawn)
    downs = sum(gained <= one < gained + lost for one in drawn)
    return PairedDifference(gained=ups, lost=downs, of=of)


@pytest.mark.parametrize("of", [20, 60, 300])
@pytest.mark.parametrize("differing", [0.05, 0.2, 0.5])
def test_no_difference_is_called_one_no_oftener_than_it_says(of: int, differing: float) -> None:
    dice = Random(f"{of} {differing}")
    wrong = sum(drawn(dice, of, differing / 2, differing / 2).is_more_than_chance for _ in range(TRIES))
    assert wrong / TRIES < SIGNIFICANT + 4 * sqrt(SIGNIFICANT * (1 - SIGNIFICANT) / TRIES)


def test_a_true_difference_is_found_the_oftener_the_more_fights_are_played() -> None:
    dice = Random(3)
    found = [
        sum(drawn(dice, of, 0.25, 0.1).is_more_than_chance for _ in range(500)) / 500 for of in (20, 60, 200)
    ]
    assert found == sorted(found)
    assert found[0] < 0.5 < 0.9 < found[-1]


@pytest.mark.parametrize("of", [20, 60, 300])
def test_the_interval_holds_the_true_difference_as_often_as_it_says(of: int) -> None:
    dice, held = Random(of), 0
    for _ in range(TRIES):
        gained, lost = 0.4 * dice.random(), 0.4 * dice.random()
        low, high = drawn(dice, of, gained, lost).interval
        held += low <= gained - lost <= high
    assert held / TRIES > 0.95 - 4 * sqrt(0.95 * 0.05 / TRIES)


def test_the_test_counts_as_it_is_counted_by_hand() -> None:
    assert PairedDifference(gained=0, lost=6, of=20).by_chance == pytest.approx(2 / 64)
    assert PairedDifference(gained=1, lost=5, of=20).by_chance == pytest.approx(2 * 7 / 64)
    assert PairedDifference(gained=3, lost=3, of=20).by_chance == 1
    assert PairedDifference(gained=0, lost=0, of=20).by_chance == 1
    assert PairedDifference(gained=0, lost=6, of=20).value == pytest.approx(-0.3)
    assert PairedDifference(gained=0, lost=0, of=0).interval == (-1.0, 1.0)


def played(state: BattleState, most: int = FEW) -> list[Outcome]:
    return [outcome for _, outcome in fights(state, FightsWanted(seed="x", most=most))]


@pytest.mark.parametrize("system", playable())
def test_a_fight_that_nothing_is_changed_of_is_the_same_fight(system: str) -> None:
    state = close(system).begun().state
    same = with_change(state, Change(words=text("nothing")))
    plain, other = played(state), played(same)
    assert plain == other
    found = paired(plain, other, lambda outcome: outcome.won is not None)
    assert (found.gained, found.lost, found.of) == (0, 0, FEW)


@pytest.mark.parametrize("system", playable())
def test_who_is_taken_out_fights_no_more_and_nobody_else_changes(system: str) -> None:
    state = close(system).begun().state
    gone = next(reversed(state.combatants))
    without = with_change(
        state, Change(words=text("without"), commands=(Command(do="remove", params={"target": gone}),))
    )
    assert without.combatants.keys() == state.combatants.keys() - {gone}
    assert gone in state.combatants, "the state itself is as it was"
    assert all(gone not in outcome.fates for outcome in played(without, 1))


@pytest.mark.parametrize("system", playable())
def test_a_side_can_be_surprised_as_the_fight_begins_where_the_rules_know_that(system: str) -> None:
    state = close(system).begun().state
    side = next(iter(state.combatants.values())).side
    begin = find_system(system).turns.surprising(state, side)
    if begin is None:
        assert system == "atomic" or system not in ("gurps", "phases", "savage", "tesseris")
        return
    wanted = FightsWanted(seed="x", most=1, begin=begin)
    [(_, outcome)] = fights(state, wanted)
    assert outcome.fates.keys() == state.combatants.keys()


def test_what_a_gm_may_not_do_is_no_change_either() -> None:
    state = close("atomic").begun().state
    nobody = Change(words=text("nobody"), commands=(Command(do="remove", params={"target": "nobody"}),))
    with pytest.raises(Refusal):
        with_change(state, nobody)


def test_the_fearful_play_otherwise_than_the_steady() -> None:
    state = ready_fight("bar")

    def all_are(temper: str) -> BattleState:
        return replace(state, combatants={c.id: replace(c, temper=temper) for c in state.combatants.values()})

    steady = played(all_are("steady"), 6)
    assert steady == played(all_are("steady"), 6)
    assert steady != played(all_are("fearful"), 6)
