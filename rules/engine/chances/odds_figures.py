"""What odds are made of: what one way of an exchange did, and the figures that all the ways come to."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum, isclose, sqrt

from rules.engine.events import Event
from rules.engine.state import BattleState
from rules.engine.text import Words, text


@dataclass(frozen=True, slots=True, kw_only=True)
class Harm:
    """What one way of an exchange did to the target, in the system's own measure."""

    hit: bool
    harm: int
    down: bool
    shaken: bool = False
    """Whether it has come off worse, harm or not: knocked out of step, say (`System.shaken_word`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """The distribution of an exchange's effect on its target.

    `harm` lists the chances of 0, 1, 2 ... of the system's main harm, misses included. `by_answer` has the
    same for each answer that the target may give; the top level repeats the one that is best for it.
    """

    hit: float
    harm: tuple[float, ...]
    down: float
    shaken: float = 0.0
    """The chance that it comes off worse without any harm: part of `harm[0]`."""
    by_answer: Mapping[str, "Odds"] = field(default_factory=dict)
    best: str | None = None
    leaves: int = 0
    sampled: bool = False
    standard_error: float = 0.0
    """That of `hit`; 0 where the figures are exact."""

    @property
    def mean_harm(self) -> float:
        """The expected harm."""
        return fsum(harm * chance for harm, chance in enumerate(self.harm))


_WON, _LOST = text("it succeeds"), text("it fails")


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """What somebody is told of the chances where nothing is struck: something is won or lost.

    `Harm.hit` is then that it is won, `Harm.shaken` that nobody wins it, `Harm.down` what `down` says.
    """

    won: Words = _WON
    lost: Words = _LOST
    tied: Words = ""
    """What it is called that nobody wins; empty where somebody always does."""
    down: Words = ""
    """What it is called that the target has come to its end by it; empty where it cannot."""
    measure: "Measure | None" = None
    """What judges it; None for the system's own."""


Measure = Callable[[BattleState, BattleState, Sequence[Event]], Harm]
"""Judge one way of the exchange: the state before, the state after, and the rule's own events between.

Rolls are not among these events, nor are prompts.
"""


@dataclass(frozen=True, slots=True)
class Fork:
    """What the target answered to its first question, and which of the possible first questions that was."""

    site: int
    purpose: str
    answer: str
    is_default: bool


@dataclass(frozen=True, slots=True)
class Leaf:
    """One way to the end: its chance, what it did, and what the target answered on it first."""

    chance: float
    harm: Harm
    fork: Fork | None


def figures(leaves: Sequence[Leaf], answers: Sequence[str], count: int, *, sampled: bool = False) -> Odds:
    """Sum up ways through an exchange: all of them with their chances, or as many as were drawn.

    Args:
        answers: what the target may answer to its first question.
        count: how many ways were walked, or drawn.
    """
    if not answers:
        return _sum_up(leaves, count, sampled)
    by_answer = {answer: _sum_up(_given(leaves, answer), count, sampled) for answer in answers}
    # min keeps the first of equals, and rounding makes equals of what differs by the order of adding alone.
    best = min(answers, key=lambda a: (round(by_answer[a].mean_harm, 12), round(by_answer[a].hit, 12)))
    return replace(by_answer[best], by_answer=by_answer, best=best)


def _given(leaves: Sequence[Leaf], answer: str) -> list[Leaf]:
    """Keep what can come about when the target answers so wherever it may, and else with the default."""
    offered = {leaf.fork.site for leaf in leaves if leaf.fork and leaf.fork.answer == answer}
    return [
        leaf
        for leaf in leaves
        if leaf.fork is None
        or leaf.fork.answer == answer
        or (leaf.fork.is_default and leaf.fork.site not in offered)
    ]


def _sum_up(leaves: Sequence[Leaf], count: int, sampled: bool) -> Odds:
    total = fsum(leaf.chance for leaf in leaves)
    assert sampled or isclose(total, 1.0, abs_tol=1e-6), f"the outcomes of a roll add up to {total}, not to 1"
    scale = total if sampled else 1.0
    by_harm: defaultdict[int, list[float]] = defaultdict(list)
    for leaf in leaves:
        if leaf.chance > 0:
            by_harm[leaf.harm.harm].append(leaf.chance)

    def share(chances: Iterable[float]) -> float:
        return min(1.0, fsum(chances) / scale)  # no more than 1 for the rounding of thirds and the like

    hit = share(leaf.chance for leaf in leaves if leaf.harm.hit)
    return Odds(
        hit=hit,
        harm=tuple(share(by_harm[n]) if n in by_harm else 0.0 for n in range(max(by_harm) + 1)),
        down=share(leaf.chance for leaf in leaves if leaf.harm.down),
        shaken=share(leaf.chance for leaf in leaves if leaf.harm.shaken and not leaf.harm.harm),
        leaves=count,
        sampled=sampled,
        standard_error=_standard_error(hit, len(leaves)) if sampled else 0.0,
    )


def _standard_error(share: float, draws: int) -> float:
    """Give the error of a share as Agresti and Coull do: two hits and two misses more than were drawn.

    Else fifty misses of fifty draws would have no error at all.
    """
    mended = (share * draws + 2) / (draws + 4)
    return sqrt(mended * (1 - mended) / (draws + 4))
