"""Ways through an exchange that are drawn at random, where there are too many to walk them all."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
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
MOST_KEPT = 1_000
"""So many places to which ways come are kept: each holds the states on the way there."""
Draw = Callable[[Sequence[tuple[Any, float]], int], int]
"""Draws the number of one of some lumps; the other number says how many replies there have been before."""
_Trail = tuple[tuple[Event, BattleState], ...]


@dataclass(slots=True)
class _Stop:
    """What an exchange comes to after some replies: a roll, a question or its end.

    The same replies lead there again, so that a way over known ones needs no running.
    """

    steps: int = 0
    """How many requests were gone over from the last reply on; 0 while nobody has been here."""
    trail: _Trail = ()
    """The events so far, each with the state after it."""
    lumps: Sequence[tuple[Any, float]] = ()
    """What may be rolled; or how it may end, where a shortcut knows."""
    is_cut: bool = False
    forks: Sequence[Fork] = ()
    """The answers of the target, where they are tried."""
    reply: Any = None
    """What is replied to any other question."""
    leaf: Leaf | None = None
    onward: "dict[int, _Stop]" = field(default_factory=dict)
    """What each reply leads to, by its number among those that there are."""


@dataclass(frozen=True, slots=True)
class _Way:
    """The beginning of a way through an exchange: the replies so far, and what they lead to."""

    replies: tuple[Any, ...]
    trail: _Trail
    """The events before the last reply."""
    fork: Fork | None
    to: _Stop


def sample(
    tree: OutcomeTree,
    draws: int,
    steps: int = 0,
    fewest: int = FEWEST_DRAWS,
    *,
    even: bool = False,
    after: int = 0,
    kept: int = MOST_KEPT,
) -> list[Leaf]:
    """Draw ways at random, each once for every answer that the target may give at its question.

    Args:
        steps: after how many replies and events no other is begun (but for the fewest); 0 for none.
        even: whether the draws are spread evenly over each of the first rolls.
        after: so many draws were made before, and others are to follow; by default they are always the same.
        kept: how many places are kept, which spares running what was drawn before; the leaves are the same.
    """
    numbers, drawn = _even_numbers(after), after

    def draw(lumps: Sequence[tuple[Any, float]], before: int) -> int:
        is_spread = even and before < len(_BASES)
        number = _halved(drawn + 1, _BASES[before]) if is_spread else next(numbers)
        for at, (_, weight) in enumerate(lumps):
            number -= weight
            if number < 0:
                return at
        return len(lumps) - 1

    leaves: list[Leaf] = []
    ways = _Ways(tree, draw, kept)
    tree.gone_over = 0
    for drawn in range(after, after + draws):
        if steps and drawn - after >= fewest and tree.gone_over > steps:
            break
        leaves += ways.drawn()
    return leaves


class _Ways:
    """The ways through an exchange that were drawn so far."""

    def __init__(self, tree: OutcomeTree, draw: Draw, kept: int) -> None:
        self._tree, self._draw = tree, draw
        self._beginning, self._left = _Stop(), kept

    def drawn(self) -> list[Leaf]:
        """Draw a way; where the target answers, go on with each of its answers."""
        leaves, stack = [], [_Way((), (), None, self._beginning)]
        while stack:
            leaves.append(self._follow(stack.pop(), stack))
        return leaves

    def _follow(self, way: _Way, stack: list[_Way]) -> Leaf:
        """Go along a way to its end, and stack the other answers; what is known on it counts as run."""
        replies, trail, fork, stop = way.replies, way.trail, way.fork, way.to
        self._tree.begin_way(max(0, len(replies) - 1) + len(trail))
        run: Run | None = None
        while True:
            if not stop.steps:
                run = run or self._run_to(replies[:-1], trail)
                self._go_on(run, replies, fork, stop)
            self._tree.gone_over += stop.steps
            if stop.leaf is not None:
                return stop.leaf
            at, reply = 0, stop.reply
            if stop.forks:
                fork, *others = stop.forks
                stack.extend(
                    _Way((*replies, Answer(o.answer)), stop.trail, o, self._onward(stop, number))
                    for number, o in reversed([*enumerate(others, start=1)])
                )
                reply = Answer(fork.answer)
            elif stop.lumps:
                at = self._draw(stop.lumps, len(replies))
                reply = stop.lumps[at][0]
            if stop.is_cut:
                return self._end_in(stop, at, fork)
            replies, trail, stop = (*replies, reply), stop.trail, self._onward(stop, at)

    def _run_to(self, replies: tuple[Any, ...], trail: _Trail) -> Run:
        """Run the exchange up to where the last of some replies is awaited, or begin it."""
        if trail or replies or self._beginning.steps:
            return self._tree.rerun(replies, trail)
        view = BattleView(self._tree.state)
        return Run(view, self._tree.make(view).send, [])

    def _go_on(self, run: Run, replies: tuple[Any, ...], fork: Fork | None, stop: _Stop) -> None:
        """Send the last reply, and note what that leads to."""
        tree, reply = self._tree, replies[-1] if replies else None
        while True:
            stop.steps += 1
            try:
                request = run.send(reply)
            except StopIteration:
                stop.leaf = Leaf(1.0, tree.measured(run), fork)
                return
            reply = None
            if isinstance(request, Event):
                run.view.state = request.apply(run.view.state)
                run.trail.append((request, run.view.state))
                continue
            if isinstance(request, Checkpoint):
                continue
            if isinstance(request, Shortcut):
                ways = tree.cut(request)
                if ways is None:
                    continue
                stop.lumps, stop.is_cut = ways, True
            elif isinstance(request, Roll):
                stop.lumps = request.foreseen(tree.target)
            elif fork is not None and is_asked_again(request, tree.target, fork):
                stop.reply = Answer(fork.answer)
            elif fork is None and tree.parts_at(request):
                stop.forks = tree.forks_of(request)
            else:
                stop.reply = tree.answered(request)
            stop.trail = tuple(run.trail)
            return

    def _onward(self, stop: _Stop, at: int) -> _Stop:
        """Give what a reply leads to, as it is known if it is."""
        found = stop.onward.get(at)
        if found is None:
            found = _Stop()
            if self._left:
                self._left -= 1
                stop.onward[at] = found
        return found

    def _end_in(self, stop: _Stop, at: int, fork: Fork | None) -> Leaf:
        """End in one of the ways that a shortcut knows."""
        end = self._onward(stop, at)
        if end.leaf is None:
            view = BattleView(stop.trail[-1][1] if stop.trail else self._tree.state)
            run = Run(view, lambda _: None, list(stop.trail))
            end.leaf = Leaf(1.0, self._tree.measured(run, stop.lumps[at][0]), fork)
        return end.leaf


def _halved(number: int, base: int) -> float:
    """Give the place of a number in [0, 1) by its digits turned round: 1/2, 1/4, 3/4, 1/8 for base 2."""
    place, share = 0.0, 1.0
    while number:
        share /= base
        number, digit = divmod(number, base)
        place += digit * share
    return place


def _even_numbers(seed: int) -> Generator[float, None, None]:
    """Give a fixed sequence of even numbers in [0, 1) (splitmix64)."""
    mask = (1 << 64) - 1
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        z = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & mask
        yield ((z ^ (z >> 31)) >> 11) / (1 << 53)
