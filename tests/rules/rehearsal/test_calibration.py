"""Whether rehearsals agree with how fights went: sums beside every way counted, and simulated tables."""

import random
from itertools import product
from math import isclose, prod

from hypothesis import given
from hypothesis import strategies as st

from rules.rehearsal.calibration import Calibration, PlayedFight, spread
from rules.rehearsal.intervals import Share

CHANCES = st.lists(st.floats(0.0, 1.0), max_size=7)


@given(CHANCES)
def test_the_spread_is_that_of_every_way_counted(chances: list[float]) -> None:
    counted = [0.0] * (len(chances) + 1)
    for ways in product((0, 1), repeat=len(chances)):
        counted[sum(ways)] += prod(c if way else 1 - c for c, way in zip(chances, ways, strict=True))
    for ours, theirs in zip(spread(chances), counted, strict=True):
        assert isclose(ours, theirs, abs_tol=1e-12)


def fights(*told: tuple[int, int, bool]) -> Calibration:
    return Calibration([PlayedFight(said=Share(count, of), won=won) for count, of, won in told])


def test_a_surprise_alone_shows_little_and_many_alike_show_much() -> None:
    one = fights((90, 100, False))
    assert not one.is_more_than_chance or one.by_chance > 0.05
    assert round(one.expected, 1) == 0.9
    many = fights(*[(90, 100, False)] * 5)
    assert many.is_more_than_chance
    assert many.won == 0
    as_said = fights(*[(50, 100, won) for won in (True, False, True, False)])
    assert isclose(as_said.by_chance, 1.0)


def test_a_certainty_of_few_fights_is_not_taken_for_one() -> None:
    assert fights((20, 20, False)).by_chance > 0.0


def test_right_rehearsals_are_seldom_called_wrong() -> None:
    dice = random.Random(5)
    called = 0
    tables = 2_000
    for _ in range(tables):
        told = []
        for _ in range(12):
            chance = dice.random()
            said = sum(dice.random() < chance for _ in range(400))
            told.append((said, 400, dice.random() < chance))
        called += fights(*told).is_more_than_chance
    assert called / tables < 0.065
