"""Rehearsed fights: the same dice give the same fight, whoever plays it, and the sums hold."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from math import sqrt
from random import Random

import pytest

from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.rehearsal.dice_stream import DiceStreams
from rules.rehearsal.intervals import Share
from rules.rehearsal.outcome import Outcome, Tracker
from rules.rehearsal.rehearsal import FIRST_FIGHTS, SERIES, FightsBegun, FightsWanted, fights
from rules.rehearsal.tally import FEWEST, tallied
from tests.fuzzing.commands import playable
from tests.load.rules.rehearsal import ready_fight
from tests.playing.scenes import close

FIGHTS = FIRST_FIGHTS + SERIES + 2
WANTED = FightsWanted(seed="x", most=FIGHTS)


@cache
def near(system: str) -> BattleState:
    """Give the start of a small fight, the very same each time."""
    return close(system).begun().state


@cache
def played_alone(system: str) -> Mapping[int, Outcome]:
    """Play its fights, all by one, once for all tests."""
    return dict(fights(near(system), WANTED))


@pytest.mark.parametrize("system", playable())
def test_fights_shared_by_two_are_those_that_one_plays_alone(system: str) -> None:
    state, alone = near(system), played_alone(system)
    shared = [dict(fights(state, replace(WANTED, share=n, of=2))) for n in range(2)]
    assert sorted(alone) == list(range(FIGHTS))
    assert shared[0].keys().isdisjoint(shared[1])
    assert shared[0] | shared[1] == alone
    assert dict(fights(state, replace(WANTED, seed="y", most=1)))[0] != alone[0]


@pytest.mark.parametrize("of", range(1, SERIES + 1))
def test_each_fight_is_played_by_one_of_those_who_share_them(of: int) -> None:
    wanted = [replace(WANTED, share=share, of=of) for share in range(of)]
    assert all(sum(one.has(number) for one in wanted) == 1 for number in range(FIGHTS))
    assert not any(one.has(FIGHTS) for one in wanted)
    for one_of in range(SERIES):
        [whose] = [one for one in wanted if one.has(one_of)]
        assert all(whose.has(number) for number in range(one_of, FIGHTS, SERIES)), "a series is not parted"


@pytest.mark.parametrize("system", playable())
def test_who_has_played_the_first_fights_goes_on_as_if_all_were_played_at_once(
    system: str,
) -> None:
    state, at_once = near(system), played_alone(system)
    begun, chosen = FightsBegun(), list[str]()
    firsts = dict(fights(state, replace(WANTED, most=FIRST_FIGHTS), begun=begun))
    for share in range(2):
        later = fights(state, replace(WANTED, share=share, of=2), lambda: chosen.append("a turn"), begun)
        found = [next(later) for _ in range(FIRST_FIGHTS // 2)]
        assert not chosen, "the first ones are not played again"
        assert dict(found).items() <= firsts.items()
        found += later
        assert chosen, "the later ones ask whether anybody waits"
        assert dict(found) == {number: at_once[number] for number in range(share, FIGHTS, 2)}
        chosen.clear()


def test_what_was_begun_is_gone_on_with_in_the_same_rehearsal_alone() -> None:
    system, *_ = playable()
    state, begun = close(system).begun().state, FightsBegun()
    wanted = FightsWanted(seed="x", most=FIRST_FIGHTS)
    first, *_, last = state.combatants.values()
    agreed = state.with_changes(first.id, side=last.side)
    others = (state, replace(wanted, seed="y")), (agreed, wanted), (state, replace(wanted, most=1))
    for other, asked in others:
        plain = list(fights(state, wanted, begun=begun))
        found = list(fights(other, asked))
        assert found != plain
        assert list(fights(other, asked, begun=begun)) == found


@pytest.mark.parametrize("system", playable())
def test_who_won_alone_is_still_standing(system: str) -> None:
    state, outcomes = near(system), [*played_alone(system).values()]
    for outcome in outcomes:
        standing = {state.combatants[who].side for who, fate in outcome.fates.items() if not fate.is_down}
        assert outcome.won == (next(iter(standing)) if len(standing) == 1 else None)
        assert outcome.rounds > 0
    tally = tallied(state, outcomes)
    assert tally.fights == FIGHTS
    assert sum(share.count for share in tally.won.values()) + tally.undecided.count == FIGHTS
    assert sum(tally.rounds.values()) == FIGHTS
    for fared in tally.fared:
        assert fared.down.count == sum(outcome.fates[fared.who].is_down for outcome in outcomes)


def test_nothing_of_the_state_is_changed() -> None:
    battle = close("atomic").begun()
    before = battle.state
    list(fights(battle.state, FightsWanted(seed="x", most=1)))
    assert battle.state is before
    assert not before.running


def test_too_few_fights_are_never_enough() -> None:
    state = close("atomic").begun().state
    [(_, outcome)] = fights(state, FightsWanted(seed="x", most=1))
    assert not tallied(state, [outcome] * (FEWEST - 1)).is_narrow(1.0)
    assert tallied(state, [outcome] * FEWEST).is_narrow(1.0)
    assert not tallied(state, [outcome] * FEWEST).is_narrow(0.01)


def test_the_interval_holds_the_true_share_as_often_as_it_says() -> None:
    dice, held, tries, of = Random(1), 0, 2_000, 80
    for _ in range(tries):
        true = 0.1 + 0.8 * dice.random()
        low, high = Share(sum(dice.random() < true for _ in range(of)), of).interval
        held += low <= true <= high
    assert abs(held / tries - 0.95) < 4 * sqrt(0.95 * 0.05 / tries)


def test_one_that_throws_more_changes_nobody_elses_dice() -> None:
    plain, other = DiceStreams("x", 3), DiceStreams("x", 3)
    first = [plain.face("kit", "attack", 20) for _ in range(50)]
    second = []
    for _ in range(50):
        other.face("raider", "attack", 6)
        second.append(other.face("kit", "attack", 20))
    assert first == second
    assert first != [DiceStreams("x", 4).face("kit", "attack", 20) for _ in range(50)]


def test_every_face_comes_up_as_often() -> None:
    dice = DiceStreams("x", 0)
    faces = [dice.face("kit", "attack", 6) for _ in range(6_000)]
    assert set(faces) == set(range(1, 7))
    assert sum((faces.count(n) - 1_000) ** 2 / 1_000 for n in range(1, 7)) < 25  # chi-square, one in 7,000


def test_shots_are_counted_as_they_are_fired_though_weapons_are_loaded_anew() -> None:
    state = ready_fight("bar")
    system = find_system(state.system)
    armed = next(c for c in state.combatants.values() if system.looks.ammunition(c))
    tracker, full = Tracker(system), armed.state
    (weapon, shots), *_ = full.ammo.items()
    fired = state.with_state(armed.id, ammo={**full.ammo, weapon: shots - 2})
    tracker.follow(state, fired, armed.id)
    tracker.follow(fired, state, armed.id)
    tracker.follow(state, fired, armed.id)
    found = tracker.outcome(state)
    assert found.fates[armed.id].shots == 4
    assert all(fate.shots == 0 for who, fate in found.fates.items() if who != armed.id)
    fared = {one.who: one for one in tallied(state, [found, found]).fared}
    assert fared[armed.id].shots == 4
