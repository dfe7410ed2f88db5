"""Make it fair: the search leads to changes of numbers that bring the wish about, in simulated fights."""

from collections.abc import Callable
from random import Random

import pytest

from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.rehearsal.changes import with_change
from rules.rehearsal.outcome import Fate, Outcome
from rules.rehearsal.wish import Verdict
from rules.systems import load_systems
from tests.load.rules.rehearsal import ready_fight
from webapp.rehearsal.changes import Key, able_foes, change_of
from webapp.rehearsal.fair_fight import MOST_TRIED, FairSearch, wish_words
from webapp.rehearsal.fair_page import fair_view
from webapp.rehearsal.runs import Run
from webapp.table.setup.sides import heroes_of

load_systems()


def drawn(state: BattleState, heroes: str, chance: float, dice: Random) -> Outcome:
    """Draw a fight that the heroes win with such a chance; who loses it is down and dead."""
    won = heroes if dice.random() < chance else "foes"
    fates = {
        c.id: Fate(is_down=c.side != won, is_dead=c.side != won, condition=float(c.side == won))
        for c in state.combatants.values()
    }
    return Outcome(won=won, rounds=3, fates=fates)


def searched(fight: str, wish: str, chance_of: Callable[[BattleState, str], float]) -> FairSearch:
    """Search with fights whose chance depends on who takes part."""
    state, dice = ready_fight(fight), Random(fight + wish)
    heroes = heroes_of(state)
    plain = Run(state)
    plain.in_order = [drawn(state, heroes, chance_of(state, heroes), dice) for _ in range(MOST_TRIED)]
    search = FairSearch.begun(wish, plain, heroes)
    while (key := search.next_key()) is not None:
        change = change_of(state, heroes, key)
        run = Run(with_change(state, change), key, change.words)
        search.trying = run
        while not search.is_enough(run):
            run.in_order.append(drawn(run.state, heroes, chance_of(run.state, heroes), dice))
        search.note(run)
    return search


def by_numbers(state: BattleState, heroes: str) -> float:
    """Give a chance that falls with each foe: with two of them it is four of five."""
    return 1 - 0.1 * len(able_foes(state, heroes))


def kinds(search: FairSearch) -> set[str | int]:
    keys: list[Key] = [run.key for run in search.reached]
    return {key[0] for key in keys}


def test_a_fight_that_is_too_hard_is_made_fair_by_fewer_foes() -> None:
    search = searched("gantry", "four-of-five", by_numbers)
    assert search.as_it_stands is Verdict.TOO_HARD
    assert "fewer" in kinds(search)
    for run in search.reached:
        assert len(able_foes(run.state, "heroes")) in (1, 2, 3)
        assert search.wish.share_of(run.in_order).value == pytest.approx(0.8, abs=0.08)


def test_a_fight_that_is_too_easy_is_made_fair_by_more_foes() -> None:
    search = searched("gantry", "one-of-three", by_numbers)
    assert search.as_it_stands is Verdict.TOO_EASY
    assert kinds(search) == {"more", "stock"}
    assert len(search.reached) >= 2
    for run in search.reached:
        assert len(able_foes(run.state, "heroes")) > 4


def test_what_is_as_wished_already_needs_no_change() -> None:
    search = searched("gantry", "two-of-three", lambda state, heroes: 0.67)
    assert search.as_it_stands is Verdict.FITS
    assert search.next_key() is None
    assert not search.reached


def test_where_nobody_is_to_die_the_least_change_is_sought() -> None:
    search = searched(
        "gantry", "nobody-dies", lambda state, heroes: 1.0 if len(able_foes(state, heroes)) < 3 else 0.6
    )
    fewer = [run for run in search.reached if run.key[0] == "fewer"]
    assert fewer
    assert all(len(run.key) == 3 for run in fewer), "two fewer will do, and three are too many"


def test_where_nothing_helps_what_comes_nearest_is_told_as_such() -> None:
    search = searched("gantry", "four-of-five", lambda state, heroes: 0.1)
    assert not search.reached
    view = fair_view(search, find_system("atomic"), "heroes")
    assert view.steps
    assert not any(step.reaches_it for step in view.steps)
    assert {str(step.verdict) for step in view.steps} == {"Still too hard"}


def test_a_search_that_is_over_is_found_again_from_its_steps() -> None:
    search = searched("gantry", "one-of-three", by_numbers)
    again = FairSearch.over(search.wish_id, search.plain, "heroes", [*search.reached, *search.nearest])
    assert again.next_key() is None
    assert [run.key for run in again.reached] == [run.key for run in search.reached]
    assert fair_view(again, find_system("atomic"), "heroes") == fair_view(
        search, find_system("atomic"), "heroes"
    )


def test_death_is_wished_away_only_where_the_rules_know_it() -> None:
    for fight in ("gantry", "bar"):
        state = ready_fight(fight)
        system = find_system(state.system)
        has_death = system.harm.is_dead is not None
        assert ("nobody-dies" in wish_words(system, heroes_of(state))) == has_death
