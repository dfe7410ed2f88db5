"""What takes more steps than it may is given up as soon as that is known, and nothing else is."""

from hypothesis import given
from hypothesis import strategies as st

from rules.engine.chances.odds import odds_within
from rules.engine.chances.outcome_tree import OutcomeTree
from rules.engine.exchange import Exchange, throw
from rules.engine.state import BattleView
from tests.rules.engine.chances.scripts import Script, played, scripts
from tests.rules.engine.chances.test_odds import measure
from tests.rules.engine.toy import Damage, Hurt, Test20, duel

MOST = 100_000


@given(scripts(), st.integers(1, 80))
def test_a_walk_is_given_up_where_all_of_it_takes_more_steps_than_it_may(script: Script, steps: int) -> None:
    state = duel(luck=1, skill=3).state
    whole = OutcomeTree(state, lambda view: played(script, view), "bob", measure, most_steps=MOST)
    whole.walk(MOST)
    is_over = whole.gone_over > steps or whole.walked > max(1, steps // 2)
    found = odds_within(state, lambda view: played(script, view), "bob", measure, steps)
    assert (found is None) is is_over
    assert whole.ahead == 0


def test_what_waits_at_the_forks_already_met_is_enough_to_give_up() -> None:
    """The second roll has a dozen lumps more than the one that is gone on with, each two steps away."""
    begun = []

    def exchange(view: BattleView) -> Exchange[None]:
        begun.append(view)
        yield Hurt(who="bob", points=1)
        yield from throw(Test20(who="ann", purpose="first", skill=10))
        yield from throw(Damage(who="ann", purpose="harm", dice=4))

    assert odds_within(duel().state, exchange, "bob", measure, steps=12) is None
    assert len(begun) == 1
