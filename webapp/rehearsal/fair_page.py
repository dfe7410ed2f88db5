"""A wish and what brings it about, as the GM reads it."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.system import System
from rules.engine.text import Text, Words, text
from rules.rehearsal.wish import Verdict
from webapp.rehearsal.fair_fight import FairSearch, wish_words
from webapp.rehearsal.runs import Run

_MOST_NEAR = 2
"""So many changes are shown that miss the wish, where fewer bring it about."""
_FEWEST_SHOWN = 2
_AS_IT_STANDS = {
    Verdict.FITS: text("It is so as the fight stands."),
    Verdict.TOO_HARD: text("As it stands the fight is too hard for that."),
    Verdict.TOO_EASY: text("As it stands the fight is easier than that."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """A change, and how often what is wished came about with it; all in per cent."""

    words: Words
    percent: int
    low: int
    high: int
    fights: int
    verdict: Words
    reaches_it: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FairView:
    """How far a search for a wish has come."""

    wish: Text
    as_it_stands: Words
    trying: Words
    """The change that is being played; empty where the search is over."""
    steps: tuple[StepView, ...]
    fits: bool
    """Whether it is as wished already."""


def fair_view(search: FairSearch, system: System, heroes: str) -> FairView:
    """Lay out what a search has found: what reaches the wish, and what comes nearest where little does."""
    reached = search.reached
    short = max(0, _FEWEST_SHOWN - len(reached))
    near = search.nearest[: min(short, _MOST_NEAR)] if search.trying is None else []
    return FairView(
        wish=wish_words(system, heroes)[search.wish_id],
        as_it_stands=_AS_IT_STANDS[search.as_it_stands],
        trying="" if search.trying is None else search.trying.words,
        steps=(
            *_steps(search, reached, reaches_it=True),
            *_steps(search, near, reaches_it=False),
        ),
        fits=search.as_it_stands is Verdict.FITS,
    )


def _steps(search: FairSearch, runs: Sequence[Run], *, reaches_it: bool) -> list[StepView]:
    found = []
    for run in runs:
        share = search.wish.share_of(run.in_order)
        low, high = share.interval
        found.append(
            StepView(
                words=run.words,
                percent=round(100 * share.value),
                low=round(100 * low),
                high=round(100 * high),
                fights=share.of,
                verdict=text("Reaches it") if reaches_it else _missed(search, share.value),
                reaches_it=reaches_it,
            )
        )
    return found


def _missed(search: FairSearch, value: float) -> Text:
    is_hard = (value > search.wish.share) == search.wish.is_harm
    return text("Still too hard") if is_hard else text("Too easy already")
