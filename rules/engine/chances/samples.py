"""Ways through an exchange that are drawn at random, where there are too many to walk them all."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.chances.odds_figures import Fork, Leaf
from rules.engine.chances.outcome_tree import OutcomeTree, Run, is_asked_again
from rules.engine.dice import Roll
from rules.engine.events import Event
from rules.engine.exchange import Answer, Checkpoint, Shortcut
from rules.engine.state import BattleState, BattleView

FEWEST_DRAWS = 20
_BASES = (2, 3, 5)
"""For so many rolls draws are spread evenly, each by a base of its own (Halton's points)."""
Draw = Callable[[Sequence[tuple[Any, float]], int], Any]
"""Draws one of some lumps; the number says how many replies there have been before."""


@dataclass(frozen=True, slots=True)
class _Way:
    """The beginning of a way through an exchange: the replies so far.

    `trail` has the events so far, each with the state after it: the same replies bring about the same again,
    which then needs no working out.
    """

    replies: tuple[Any, ...]
    trail: tuple[tuple[Event, BattleState], ...] = ()
    fork: Fork | None = None


def sample(
    tree: OutcomeTree, draws: int, steps: int = 0, fewest: int = FEWEST_DRAWS, *, even: bool = False
) -> list[Leaf]:
    """Draw ways at random, each once for every answer that the target may give at its question.

    Args:
        steps: after how many replies and events no other is begun (but for the fewest); 0 for none.
        even: whether the draws are spread evenly over each of the first rolls.
    """
    numbers, drawn = _even_numbers(), 0

    def draw(lumps: Sequence[tuple[Any, float]], before: int) -> Any:
        is_spread = even and before < len(_BASES)
        number = _halved(drawn + 1, _BASES[before]) if is_spread else next(numbers)
        for lump, weight in lumps:
            number -= weight
            if number < 0:
                return lump
        return lumps[-1][0]

    leaves: list[Leaf] = []
    opening: list[tuple[Event, BattleState]] = []
    tree.gone_over = 0
    for drawn in range(draws):
        if steps and drawn >= fewest and tree.gone_over > steps:
            break
        stack = [_Way(())]
        while stack:
            leaves.append(_follow(tree, stack.pop(), stack, draw, opening))
    return leaves


def _follow(
    tree: OutcomeTree,
    way: _Way,
    stack: list[_Way],
    draw: Draw,
    opening: list[tuple[Event, BattleState]],
) -> Leaf:
    """Run the exchange along a way to its end; where the target answers, stack its other answers.

    Args:
        opening: the events before the first reply, each with the state after it: all ways have the same, and
            the first that comes there notes them.
    """
    replies, fork = way.replies, way.fork
    run = tree.again(replies[:-1], way.trail) if replies else None
    if run is None:
        tree.begin_way(0)
        view = BattleView(tree.state)
        run = Run(view, tree.make(view).send, [])
    reply: Any = replies[-1] if replies else None
    while True:
        tree.gone_over += 1
        try:
            request = run.send(reply)
        except StopIteration:
            return Leaf(1.0, tree.measured(run), fork)
        reply = None
        if isinstance(request, Event):
            if replies:
                run.trail.append((request, request.apply(run.view.state)))
            else:
                at = len(run.trail)
                if at == len(opening):
                    opening.append((request, request.apply(run.view.state)))
                run.trail.append(opening[at])
            run.view.state = run.trail[-1][1]
            continue
        if isinstance(request, Checkpoint):
            continue
        if isinstance(request, Shortcut):
            ways = tree.cut(request)
            if ways is None:
                continue
            return Leaf(1.0, tree.measured(run, draw(ways, len(replies))), fork)
        if isinstance(request, Roll):
            reply = draw(request.foreseen(tree.target), len(replies))
        elif fork is not None and is_asked_again(request, tree.target, fork):
            reply = Answer(fork.answer)
        elif fork is None and tree.parts_at(request):
            fork, *others = tree.forks_of(request)
            so_far = tuple(run.trail)
            stack.extend(_Way((*replies, Answer(o.answer)), so_far, o) for o in reversed(others))
            reply = Answer(fork.answer)
        else:
            reply = tree.answered(request)
        replies = (*replies, reply)


def _halved(number: int, base: int) -> float:
    """Give the place of a number in [0, 1) by its digits turned round: 1/2, 1/4, 3/4, 1/8 for base 2."""
    place, share = 0.0, 1.0
    while number:
        share /= base
        number, digit = divmod(number, base)
        place += digit * share
    return place


def _even_numbers() -> Generator[float, None, None]:
    """Give the fixed sequence of even numbers in [0, 1) that sampling uses (splitmix64)."""
    mask, seed = (1 << 64) - 1, 0
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        z = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & mask
        yield ((z ^ (z >> 31)) >> 11) / (1 << 53)
