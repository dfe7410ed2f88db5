"""The odds driver: walks every outcome of an exchange and adds up what it does to whom.

Generators cannot be copied, so each leaf of the tree of outcomes runs the exchange anew along a prefix of replies;
rolls offer lumps of results, so that a whole attack has tens of leaves, not millions. Past `BUDGET` leaves it draws
as many samples instead, says so, and gives the standard error.
"""

from collections import defaultdict
from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt
from typing import Any, TypeVar

from rules.engine.dice import Roll
from rules.engine.events import Event
from rules.engine.exchange import Answer, Ask, Exchange
from rules.engine.state import BattleState, Scene

BUDGET = 10_000
"""Leaves that are walked exactly; an exchange with more is sampled with as many draws."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Harm:
    """What one way of an exchange did to the target, in the system's own measure."""

    hit: bool
    harm: int
    down: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """The distribution of an exchange's effect on its target.

    `harm` lists the chances of 0, 1, 2 ... of the system's main harm, misses included. `by_answer` has the same for
    each answer that the target may give; the top level repeats the answer that is best for the target.
    """

    hit: float
    harm: tuple[float, ...]
    down: float
    by_answer: Mapping[str, "Odds"] = field(default_factory=dict)
    best: str | None = None
    leaves: int = 0
    sampled: bool = False
    standard_error: float = 0.0

    @property
    def mean_harm(self) -> float:
        """The expected harm."""
        return fsum(harm * chance for harm, chance in enumerate(self.harm))


class _OverBudgetError(Exception):
    pass


V = TypeVar("V", bound=Hashable)


def distribution(make: Callable[[], Generator[Any, Any, V]], budget: int = BUDGET) -> dict[V, float]:
    """Give the exact chances of what an exchange without questions returns.

    Raises:
        ValueError: if it has more than `budget` leaves.
    """
    chances: defaultdict[V, float] = defaultdict(float)
    leaves = 0
    stack: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
    while stack:
        prefix, chance = stack.pop()
        leaves += 1
        if leaves > budget:
            raise ValueError(f"more than {budget} outcomes")
        run = make()
        path = list(prefix)
        try:
            request = next(run)
            for reply in prefix:
                request = run.send(reply)
            while True:
                lumps = request.outcomes()
                for reply, weight in lumps[1:]:
                    stack.append(((*path, reply), chance * weight))
                reply, weight = lumps[0]
                path.append(reply)
                chance *= weight
                request = run.send(reply)
        except StopIteration as end:
            chances[end.value] += chance
    return dict(chances)


Measure = Callable[[BattleState, BattleState, Sequence[Event]], Harm]
"""Judge one way of the exchange: the state before, the state after, and the events between."""


@dataclass(slots=True)
class _Leaf:
    chance: float
    harm: Harm
    site: int | None
    """Which question of the target's lay on the way; None if none did."""
    answer: str | None
    default: bool


@dataclass(frozen=True, slots=True)
class _Fork:
    site: int
    answer: str
    default: bool


def odds(
    state: BattleState,
    make: Callable[[Scene], Exchange[None]],
    target: str,
    measure: Measure,
    budget: int = BUDGET,
) -> Odds:
    """Work out what an exchange does to its target, for each answer the target may give.

    Later questions, and questions to others, are taken to be answered with their default. Nothing is thrown, nothing
    changes. The same arguments always give the same figures, sampled ones included.
    """
    try:
        leaves = _walk(state, make, target, measure, budget)
        sampled = False
    except _OverBudgetError:
        leaves = _sample(state, make, target, measure, budget)
        sampled = True
    answers = _answers(leaves)
    if not answers:
        return _sum_up([(leaf.chance, leaf.harm) for leaf in leaves], len(leaves), sampled)
    by_answer = {a: _sum_up(_given(leaves, a), len(leaves), sampled) for a in answers}
    best = min(answers, key=lambda a: (round(by_answer[a].mean_harm, 12), round(by_answer[a].hit, 12)))
    top = by_answer[best]
    return Odds(
        hit=top.hit,
        harm=top.harm,
        down=top.down,
        by_answer=by_answer,
        best=best,
        leaves=len(leaves),
        sampled=sampled,
        standard_error=top.standard_error,
    )


def _answers(leaves: Sequence[_Leaf]) -> list[str]:
    return list(dict.fromkeys(leaf.answer for leaf in leaves if leaf.answer is not None))


def _given(leaves: Sequence[_Leaf], answer: str) -> list[tuple[float, Harm]]:
    """Keep the leaves that can come about when the target gives this answer wherever it may, else the default."""
    offered = {leaf.site for leaf in leaves if leaf.answer == answer}
    return [
        (leaf.chance, leaf.harm)
        for leaf in leaves
        if leaf.answer is None or leaf.answer == answer or (leaf.default and leaf.site not in offered)
    ]


def _sum_up(leaves: Sequence[tuple[float, Harm]], count: int, sampled: bool) -> Odds:
    total = fsum(chance for chance, _ in leaves)
    if not sampled:
        total = 1.0
    chances: defaultdict[int, list[float]] = defaultdict(list)
    for chance, harm in leaves:
        chances[harm.harm].append(chance / total)
    top = max(chances)
    hit = fsum(chance for chance, harm in leaves if harm.hit) / total
    return Odds(
        hit=hit,
        harm=tuple(fsum(chances[n]) if n in chances else 0.0 for n in range(top + 1)),
        down=fsum(chance for chance, harm in leaves if harm.down) / total,
        leaves=count,
        sampled=sampled,
        standard_error=sqrt(hit * (1 - hit) / len(leaves)) if sampled else 0.0,
    )


def _run(
    state: BattleState,
    make: Callable[[Scene], Exchange[None]],
    decide: Callable[[Roll[Any] | Ask], Any],
) -> tuple[BattleState, list[Event]]:
    """Run an exchange to its end with the replies that `decide` gives."""
    scene = Scene(state)
    send = make(scene).send
    told: list[Event] = []
    reply: Any = None
    while True:
        try:
            request = send(reply)
        except StopIteration:
            return scene.state, told
        if isinstance(request, Event):
            scene.state = request.apply(scene.state)
            told.append(request)
            reply = None
        else:
            reply = decide(request)


@dataclass(slots=True)
class _Way:
    """One way through an exchange: the replies so far, its chance, and the answer of the target's on it."""

    path: list[Any]
    chance: float
    fork: _Fork | None = None
    at: int = 0

    def branch(self, reply: Any, weight: float = 1.0, fork: _Fork | None = None) -> "_Way":
        """Give the way that turns off here with another reply."""
        return _Way([*self.path, reply], self.chance * weight, fork or self.fork)

    def known(self) -> bool:
        """Say whether the next reply has been decided already."""
        return self.at < len(self.path)

    def leaf(self, harm: Harm) -> _Leaf:
        """Write down where it ended."""
        if self.fork is None:
            return _Leaf(self.chance, harm, None, None, False)
        return _Leaf(self.chance, harm, self.fork.site, self.fork.answer, self.fork.default)


def _walk(
    state: BattleState,
    make: Callable[[Scene], Exchange[None]],
    target: str,
    measure: Measure,
    budget: int,
) -> list[_Leaf]:
    """Walk all ways, depth first."""
    leaves: list[_Leaf] = []
    stack = [_Way([], 1.0)]
    sites = 0
    while stack:
        way = stack.pop()
        if len(leaves) >= budget:
            raise _OverBudgetError

        def decide(request: Roll[Any] | Ask, way: _Way = way) -> Any:
            nonlocal sites
            if not way.known():
                if isinstance(request, Roll):
                    lumps = request.outcomes()
                    stack.extend(way.branch(lump, weight) for lump, weight in lumps[1:])
                    reply, weight = lumps[0]
                    way.chance *= weight
                elif request.to == target and way.fork is None:
                    sites += 1
                    forks = _forks(request, sites)
                    stack.extend(way.branch(Answer(f.answer), fork=f) for f in forks[1:])
                    way.fork = forks[0]
                    reply = Answer(forks[0].answer)
                else:
                    reply = Answer(request.default)
                way.path.append(reply)
            way.at += 1
            return way.path[way.at - 1]

        after, told = _run(state, make, decide)
        leaves.append(way.leaf(measure(state, after, told)))
    return leaves


def _forks(question: Ask, site: int) -> list[_Fork]:
    return [_Fork(site, choice, choice == question.default) for choice in question.choices]


def _sample(
    state: BattleState,
    make: Callable[[Scene], Exchange[None]],
    target: str,
    measure: Measure,
    draws: int,
) -> list[_Leaf]:
    """Draw ways at random, each once for every answer that the target may give at its question."""
    leaves: list[_Leaf] = []
    numbers = _numbers()
    for draw in range(draws):
        stack = [_Way([], 1.0)]
        while stack:
            way = stack.pop()

            def decide(
                request: Roll[Any] | Ask, way: _Way = way, site: int = draw, stack: list[_Way] = stack
            ) -> Any:
                if not way.known():
                    if isinstance(request, Roll):
                        reply = _draw(request, next(numbers))
                    elif request.to == target and way.fork is None:
                        forks = _forks(request, site)
                        stack.extend(way.branch(Answer(f.answer), fork=f) for f in forks[1:])
                        way.fork = forks[0]
                        reply = Answer(forks[0].answer)
                    else:
                        reply = Answer(request.default)
                    way.path.append(reply)
                way.at += 1
                return way.path[way.at - 1]

            after, told = _run(state, make, decide)
            leaves.append(way.leaf(measure(state, after, told)))
    return leaves


def _draw(roll: Roll[Any], number: float) -> Any:
    lumps = roll.outcomes()
    for lump, weight in lumps:
        number -= weight
        if number < 0:
            return lump
    return lumps[-1][0]


def _numbers() -> Generator[float, None, None]:
    """Give the fixed sequence of even numbers in [0, 1) that sampling uses (splitmix64): no chance is involved."""
    mask, seed = (1 << 64) - 1, 0
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        z = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & mask
        yield ((z ^ (z >> 31)) >> 11) / (1 << 53)
