"""The win curve: from where a fight is rehearsed, and which exchanges swung it."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.rehearsal.rehearsal import FightsWanted, fights
from rules.report.exchanges import fought_in
from rules.report.win_curve import Cut, Won, chances, cuts_in, swings
from tests.load.chance import Faces
from tests.playing.scenes import SIDES, close
from tests.rules.report.test_luck import fought, system

__all__ = ["system"]

WINS: dict[int, str | None] = dict.fromkeys(range(20), SIDES[0])
LOSES: dict[int, str | None] = dict.fromkeys(range(20), SIDES[1])


def test_there_is_at_most_one_exchange_between_two_cuts_and_none_is_left_out(system: str) -> None:
    battle = fought(system, 0)
    assert [cut.fought for cut in cuts_in(battle) if cut.fought] == [one for _, one in fought_in(battle)]


def test_an_exchange_lies_between_its_cuts(system: str) -> None:
    cuts = cuts_in(fought(system, 0))
    assert cuts[0].fought is None
    points = [cut.point for cut in cuts]
    assert points == sorted(points)
    for before, after in pairwise(cuts):
        assert after.fought is None or before.point < after.fought.point <= after.point


def test_each_turn_has_a_cut(system: str) -> None:
    battle = fought(system, 0)
    turns = [before.active for _, _, before, _ in battle.story() if before.running and before.active]
    assert set(turns) <= {cut.active for cut in cuts_in(battle)}


def test_where_nobody_fought_there_is_nothing_to_rehearse() -> None:
    assert cuts_in(close("atomic").begun()) == ()


def test_what_the_gm_changes_by_hand_is_no_exchanges_doing() -> None:
    battle = Battle.load("atomic", [event for entry in fought("atomic", 0).entries for event in entry.events])
    last = cuts_in(battle)[-1]
    who = next(iter(battle.state.combatants))
    battle.handle(Command(do="gm-set", params={"target": who, "state": {"wounds": 0}}), Faces(0))
    *_, before, after = cuts_in(battle)
    assert before.state is not after.state
    assert after.fought is None
    assert before.fought == last.fought or last.fought is None


def curve(*won: dict[int, str | None]) -> tuple[tuple[Cut, ...], dict[int, Won]]:
    """Give cuts of a real fight, each behind an exchange, with these winners."""
    cuts = cuts_in(fought("atomic", 0))
    first = next(at for at in range(len(cuts)) if all(one.fought for one in cuts[at + 1 : at + len(won)]))
    return cuts[first : first + len(won)], dict(enumerate(won))


def test_the_exchange_that_swung_most_comes_first_with_whose_chance_it_changed() -> None:
    even: dict[int, str | None] = {number: SIDES[number % 2] for number in range(20)}
    cuts, won = curve(even, WINS, LOSES)
    most, less = swings(cuts, won, SIDES)
    assert (most.cut, most.fought) == (2, cuts[2].fought)
    assert (most.side, most.before, most.after) == (SIDES[0], 1, 0)
    assert (less.cut, less.before, less.after) == (1, 0.5, 1)
    assert most.is_sure
    assert less.is_sure


@pytest.mark.parametrize(("others", "is_sure"), [(1, False), (8, True)])
def test_a_swing_in_few_fights_may_be_chance(others: int, *, is_sure: bool) -> None:
    cuts, won = curve(WINS, WINS | dict.fromkeys(range(others), SIDES[1]))
    (found,) = swings(cuts, won, SIDES)
    assert found.is_sure is is_sure


def test_fights_that_are_not_played_yet_are_compared_with_nothing() -> None:
    cuts, won = curve(WINS, LOSES)
    assert swings(cuts, {1: won[1]}, SIDES) == ()
    assert swings(cuts, {0: {1: SIDES[0]}, 1: {2: SIDES[1]}}, SIDES) == ()
    assert swings(cuts, {0: WINS, 1: WINS}, SIDES) == ()


def test_the_chances_are_shares_of_the_fights_those_that_nobody_won_too() -> None:
    found = chances({0: SIDES[0], 1: None, 2: SIDES[0], 3: SIDES[1]}, SIDES)
    assert {side: share.value for side, share in found.items()} == {SIDES[0]: 0.5, SIDES[1]: 0.25, None: 0.25}


def test_the_same_seed_gives_the_same_curve_in_whatever_order_it_is_played() -> None:
    cuts = cuts_in(fought("atomic", 0))[-3:]

    def played(order: Callable[[list[int]], list[int]]) -> dict[int, Won]:
        found: dict[int, Won] = {}
        for at in order(list(range(len(cuts)))):
            parts = [FightsWanted(seed="one seed", most=6, share=go, of=2) for go in order([0, 1])]
            outcomes = [pair for part in parts for pair in fights(cuts[at].state, part)]
            found[at] = {number: outcome.won for number, outcome in outcomes}
        return found

    forwards, backwards = played(lambda each: each), played(lambda each: each[::-1])
    assert forwards == backwards
    assert swings(cuts, forwards, SIDES) == swings(cuts, backwards, SIDES)
