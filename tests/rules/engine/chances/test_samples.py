"""Ways that were drawn before are not run again, and are what running them would come to."""

from hypothesis import given
from hypothesis import strategies as st

from rules.engine.chances.odds_figures import Harm
from rules.engine.chances.outcome_tree import OutcomeTree
from rules.engine.chances.samples import MOST_KEPT, sample
from rules.engine.exchange import Exchange, throw
from rules.engine.state import BattleView
from tests.rules.engine.chances.scripts import Script, played, scripts
from tests.rules.engine.chances.test_odds import measure
from tests.rules.engine.toy import Hurt, Test20, duel

Drawn = list[tuple[Harm, tuple[str, str] | None]]


def drawn(script: Script, says: str | None, kept: int, *, even: bool) -> tuple[Drawn, int]:
    """Draw ways; give what each did and what the target answered on it, and how much was gone over."""
    state = duel(luck=1, skill=3).state
    tree = OutcomeTree(state, lambda view: played(script, view), "bob", measure, says=says)
    leaves = sample(tree, 60, 200, 5, even=even, kept=kept)
    forks = [None if leaf.fork is None else (leaf.fork.purpose, leaf.fork.answer) for leaf in leaves]
    return list(zip((leaf.harm for leaf in leaves), forks, strict=True)), tree.gone_over


@given(scripts(), st.sampled_from([None, "", "duck"]), st.booleans())
def test_the_same_ways_are_drawn_whatever_is_kept_of_them(
    script: Script, says: str | None, even: bool
) -> None:
    every = [drawn(script, says, kept, even=even) for kept in (0, 3, MOST_KEPT)]
    assert every[0] == every[1] == every[2]


def test_a_way_that_was_drawn_before_is_not_run_again() -> None:
    runs = []

    def exchange(view: BattleView) -> Exchange[None]:
        runs.append(view)
        if (yield from throw(Test20(who="ann", purpose="first", skill=10))).succeeded:
            yield Hurt(who="bob", points=1)

    leaves = sample(OutcomeTree(duel().state, exchange, "bob", measure), 200)
    assert len(leaves) == 200
    assert len(runs) == 3  # one of each lump: a critical success, a success, a failure


def test_draws_go_on_where_those_before_left_off() -> None:
    def exchange(view: BattleView) -> Exchange[None]:
        if (yield from throw(Test20(who="ann", purpose="first", skill=10))).succeeded:
            yield Hurt(who="bob", points=1)

    def harms(draws: int, after: int = 0, *, even: bool = True) -> list[int]:
        tree = OutcomeTree(duel().state, exchange, "bob", measure)
        return [leaf.harm.harm for leaf in sample(tree, draws, even=even, after=after)]

    assert harms(8) + harms(24, after=8) == harms(32)
    assert harms(32) != [harms(32)[0]] * 32
    assert harms(40, even=False) == harms(40, even=False)
    assert harms(40, after=40, even=False) != harms(40, even=False)
