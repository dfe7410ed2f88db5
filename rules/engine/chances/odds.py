"""The odds of an exchange: what it does to whom, over all its outcomes.

The tree of outcomes is walked (`outcome_tree`). Past `BUDGET` leaves as many samples are drawn instead
(`samples`), and the figures say so and give the standard error.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rules.engine.chances.odds_figures import Measure, Odds, figures
from rules.engine.chances.outcome_tree import Ends, OutcomeTree, OverBudgetError
from rules.engine.chances.samples import FEWEST_DRAWS, sample
from rules.engine.exchange import Exchange
from rules.engine.state import BattleState, BattleView

BUDGET = 10_000
"""Leaves that are walked exactly; an exchange with more is sampled with as many draws."""
_STEPS_A_LEAF = 2
NOTHING_SAID: Mapping[str, str] = MappingProxyType({})


def odds(
    state: BattleState,
    make: Callable[[BattleView], Exchange[None]],
    target: str,
    measure: Measure,
    budget: int = BUDGET,
    draws: int = 0,
    shortcuts: bool = True,
    watch: Callable[[], None] | None = None,
    others_say: Mapping[str, str] = NOTHING_SAID,
) -> Odds:
    """Work out what an exchange does to its target, for each answer the target may give.

    The same question later is answered in the same way; other later questions, those to others and those
    that do not fork are answered as they are weighed (`Ask.weighed`; while sampling they are not), or else
    as foreseen (`Ask.foreseen`) or with their default. Nothing is thrown, nothing changes. The same
    arguments always give the same figures, sampled ones included.

    Args:
        budget: the ways that are walked before as many are drawn at random; fewer, where they are long.
        draws: how many are drawn at most; 0 for as many.
        shortcuts: whether a `Shortcut` is taken at its word; without, everything is walked.
        watch: called at each way; it may raise, to give up what nobody waits for any more.
        others_say: what others answer where they can, by who they are; the rest as foreseen.
    """
    tree = OutcomeTree(state, make, target, measure, shortcuts, watch, others_say=others_say)
    try:
        return _walked(tree, budget)
    except OverBudgetError:
        return _sampled(tree, min(draws or budget, budget))


def odds_within(
    state: BattleState,
    make: Callable[[BattleView], Exchange[None]],
    target: str,
    measure: Measure,
    steps: int,
    says: str | None = None,
    others_say: Mapping[str, str] = NOTHING_SAID,
    ends: Ends | None = None,
) -> Odds | None:
    """Work out the same exactly where that is little work; None where it takes more steps.

    Steps, and no clock, so that the same question is always answered in the same way.

    Args:
        steps: how many replies and events are gone over again at most, and two of them for each leaf.
        says: what the target answers where it can, and else as it is foreseen to; None for each answer.
        others_say: the same for others, by who they are.
        ends: what ends were measured as by others with the same measure and the same people before, to be
            added to; None for one who asks alone.
    """
    known: Ends = {} if ends is None else ends
    tree = OutcomeTree(
        state, make, target, measure, most_steps=steps, says=says, others_say=others_say, ends=known
    )
    try:
        return _walked(tree, max(1, steps // _STEPS_A_LEAF))
    except OverBudgetError:
        return None


def odds_sampled(
    state: BattleState,
    make: Callable[[BattleView], Exchange[None]],
    target: str,
    measure: Measure,
    steps: int,
    fewest: int = FEWEST_DRAWS,
    says: str | None = None,
    *,
    even: bool = False,
    after: int = 0,
    others_say: Mapping[str, str] = NOTHING_SAID,
) -> Odds:
    """Give a first estimate: of as many draws as so many replies and events allow, a few at least.

    Args:
        even: whether draws are spread evenly over what each roll may show, so that a few of them do, and each
            answer meets the same ones. The standard error is then less than is said.
        after: so many draws were made for estimates before, of which this one is to be another.
        others_say: what others than the target answer where they can, by who they are.
    """
    tree = OutcomeTree(state, make, target, measure, says=says, others_say=others_say)
    return _sampled(tree, BUDGET, steps, fewest, even=even, after=after)


def _walked(tree: OutcomeTree, budget: int) -> Odds:
    leaves = tree.walk(budget)
    return figures(leaves, tree.answers(), tree.walked)


def _sampled(
    tree: OutcomeTree,
    draws: int,
    steps: int = 0,
    fewest: int = FEWEST_DRAWS,
    *,
    even: bool = False,
    after: int = 0,
) -> Odds:
    leaves = sample(tree, draws, steps, fewest, even=even, after=after)
    return figures(leaves, tree.answers(), len(leaves), sampled=True)
