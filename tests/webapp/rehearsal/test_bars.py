"""How long fights were, as bars: few enough for a phone, and none of them left out."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from webapp.rehearsal.page import _MOST_BARS, _bars


@given(st.dictionaries(st.integers(1, 60), st.integers(1, 50), min_size=1))
def test_every_fight_stands_in_one_of_a_few_bars(rounds: dict[int, int]) -> None:
    bars = _bars(rounds)
    assert len(bars) <= _MOST_BARS
    assert sum(bar.fights for bar in bars) == sum(rounds.values())
    assert max(bar.height for bar in bars) == 100
    ends = [[int(part) for part in bar.rounds.split("–")] for bar in bars]
    assert ends[0][0] == min(rounds)
    assert ends[-1][-1] >= max(rounds)
    assert all(later[0] == earlier[-1] + 1 for earlier, later in pairwise(ends))
    for bar, (first, *rest) in zip(bars, ends, strict=True):
        assert bar.fights == sum(rounds.get(number, 0) for number in range(first, (rest or [first])[0] + 1))


def test_without_fights_there_are_no_bars() -> None:
    assert _bars({}) == ()
