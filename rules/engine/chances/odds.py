"""The odds driver: walks every outcome of an exchange and adds up what it does to whom.

Generators cannot be copied, so each leaf of the tree of outcomes runs the exchange anew along a prefix of
replies; rolls offer lumps of results, so that a whole attack has tens or hundreds of leaves, not millions,
ways that meet again at a `Checkpoint` are walked on only once, and at a `Shortcut` what comes of the rest is
known.
Past `BUDGET` leaves it draws as many samples instead, says so, and gives the standard error.
"""

from collections import defaultdict
from collections.abc import Callable, Generator, Hashable, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any, TypeVar

from rules.engine.chances.odds_figures import Fork, Harm, Leaf, Measure, Odds, figures
from rules.engine.dice import Roll
from rules.engine.events import Event
from rules.engine.exchange import Answer, Ask, Checkpoint, Exchange, Shortcut, Ways
from rules.engine.state import BattleState, BattleView

BUDGET = 10_000
"""Leaves that are walked exactly; an exchange with more is sampled with as many draws."""
_STEPS, _STEPS_EACH = 25_000, 25
"""How many replies and events may be gone over again on the way to them: so many, or so many for each leaf. A
burst of six shots has no more leaves than one of three, but twelve times the way to go."""
_STEPS_A_LEAF = 2
_FEWEST_DRAWS = 20


V = TypeVar("V", bound=Hashable)


class _OverBudgetError(Exception):
    """The tree of outcomes has more leaves than may be walked."""


def distribution(make: Callable[[], Generator[Any, Any, V]], budget: int = BUDGET) -> dict[V, float]:
    """Give the exact chances of what an exchange without questions and events returns.

    Raises:
        ValueError: if it has more than `budget` leaves.
    """
    chances: defaultdict[V, float] = defaultdict(float)
    leaves = 0

    def go_on(run: Generator[Any, Any, V], request: Any, prefix: tuple[Any, ...], chance: float) -> None:
        """Send each lump in turn: the first to the run that stands here, others to one brought here anew."""
        nonlocal leaves
        fresh = True
        for reply, weight in request.outcomes():
            if not fresh:
                run = make()
                run.send(None)
                for earlier in prefix:
                    run.send(earlier)
            fresh = False
            try:
                following = run.send(reply)
            except StopIteration as end:
                leaves += 1
                if leaves > budget:
                    raise ValueError(f"This exchange has more than {budget} outcomes.") from None
                chances[end.value] += chance * weight
            else:
                go_on(run, following, (*prefix, reply), chance * weight)

    run = make()
    try:
        request = next(run)
    except StopIteration as end:
        return {end.value: 1.0}
    go_on(run, request, (), 1.0)
    return dict(chances)


def odds(
    state: BattleState,
    make: Callable[[BattleView], Exchange[None]],
    target: str,
    measure: Measure,
    budget: int = BUDGET,
    draws: int = 0,
    shortcuts: bool = True,
    watch: Callable[[], None] | None = None,
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
    """
    tree = _Tree(state, make, target, measure, shortcuts, watch)
    try:
        return _walked(tree, budget)
    except _OverBudgetError:
        return _sampled(tree, min(draws or budget, budget))


def odds_within(
    state: BattleState,
    make: Callable[[BattleView], Exchange[None]],
    target: str,
    measure: Measure,
    steps: int,
    says: str | None = None,
) -> Odds | None:
    """Work out the same exactly where that is little work; None where it takes more steps.

    Steps, and no clock, so that the same question is always answered in the same way.

    Args:
        steps: how many replies and events are gone over again at most, and two of them for each leaf.
        says: what the target answers where it can, and else as it is foreseen to; None for each answer.
    """
    tree = _Tree(state, make, target, measure, most_steps=steps, says=says)
    try:
        return _walked(tree, max(1, steps // _STEPS_A_LEAF))
    except _OverBudgetError:
        return None


def odds_sampled(
    state: BattleState,
    make: Callable[[BattleView], Exchange[None]],
    target: str,
    measure: Measure,
    steps: int,
    fewest: int = _FEWEST_DRAWS,
    says: str | None = None,
    *,
    even: bool = False,
) -> Odds:
    """Give a first estimate: of as many draws as so many replies and events allow, a few at least.

    Args:
        even: whether draws are spread evenly over what each roll may show, so that a few of them do, and each
            answer meets the same ones. The standard error is then less than is said.
    """
    tree = _Tree(state, make, target, measure, says=says)
    return _sampled(tree, BUDGET, steps, fewest, even=even)


def _walked(tree: "_Tree", budget: int) -> Odds:
    leaves = tree.walk(budget)
    return figures(leaves, tree.answers(), tree.walked)


def _sampled(
    tree: "_Tree", draws: int, steps: int = 0, fewest: int = _FEWEST_DRAWS, *, even: bool = False
) -> Odds:
    leaves = tree.sample(draws, steps, fewest, even=even)
    return figures(leaves, tree.answers(), len(leaves), sampled=True)


@dataclass(frozen=True, slots=True)
class _Way:
    """The beginning of a way through an exchange: the replies so far.

    `trail` has the events so far, each with the state after it: the same replies bring about the same again,
    which then needs no working out.
    """

    replies: tuple[Any, ...]
    trail: tuple[tuple[Event, BattleState], ...] = ()
    fork: Fork | None = None


AS_FORESEEN = ""
"""What a target says that answers every question as it is foreseen to."""
Draw = Callable[[Sequence[tuple[Any, float]], int], Any]
"""Draws one of some lumps; the number says how many replies there have been before."""
Outcome = dict[tuple[Fork | None, Harm], float]
"""The chances of what comes of the rest of an exchange, for each first answer of the target in it."""


class _Run:
    """An exchange that is being run: it stands at a request, with all that it has told so far."""

    __slots__ = ("send", "trail", "view")

    def __init__(self, view: BattleView, send: Callable[[Any], Any], trail: list[tuple[Event, BattleState]]):
        self.view, self.send, self.trail = view, send, trail


@dataclass(slots=True)
class _Tree:
    """All the ways through one exchange."""

    state: BattleState
    make: Callable[[BattleView], Exchange[None]]
    target: str
    measure: Measure
    shortcuts: bool = True
    watch: Callable[[], None] | None = None
    most_steps: int = 0
    """How many steps are gone over again at most; 0 for as many as the budget allows."""
    says: str | None = None
    """What the target answers where it can, and else as it is foreseen to; None for each answer."""
    questions: list[tuple[str, ...]] = field(default_factory=list)
    """The choices of each question that came first to the target on some way."""
    walked: int = 0
    gone_over: int = 0
    """How many replies and events were gone over again to come to where a way forks."""
    budget: int = 0
    known: dict[Hashable, Outcome] = field(default_factory=dict)
    """What comes of the rest from each checkpoint that was passed."""

    def answers(self) -> tuple[str, ...]:
        """List the answers that the target may give, as listed where there are the most of them."""
        longest_first = sorted(dict.fromkeys(self.questions), key=len, reverse=True)
        return tuple(dict.fromkeys(choice for choices in longest_first for choice in choices))

    def walk(self, budget: int) -> list[Leaf]:
        """Go all ways, depth first, and the answers in the order in which they are listed."""
        self.budget = budget
        view = BattleView(self.state)
        outcome = self._go(_Run(view, self.make(view).send, []), None, (), None)
        return [Leaf(chance, harm, fork) for (fork, harm), chance in outcome.items()]

    def _go(self, run: _Run, reply: Any, replies: tuple[Any, ...], given: Fork | None) -> Outcome:
        """Send a reply, go on to all ends, and give what comes of it.

        Args:
            replies: those that led here, the one that is sent included.
            given: the first answer of the target, if it has given one.
        """
        passed: list[Hashable] = []
        while True:
            try:
                request = run.send(reply)
            except StopIteration:
                outcome = self._end(run)
                break
            reply = None
            if isinstance(request, Event):
                run.view.state = request.apply(run.view.state)
                run.trail.append((request, run.view.state))
            elif isinstance(request, Checkpoint):
                key = self._key(request, run, given)
                if key in self.known:
                    outcome = self.known[key]
                    break
                passed.append(key)
            elif isinstance(request, Shortcut):
                if (ways := self._cut(request)) is not None:
                    outcome = self._end_in(run, ways, {})
                    break
            else:
                outcome = self._part(run, request, replies, given)
                break
        for key in passed:
            self.known[key] = outcome
        return outcome

    def _end(self, run: _Run) -> Outcome:
        self._count()
        return {(None, self._measured(run)): 1.0}

    def _cut(self, mark: Shortcut) -> Ways | None:
        return mark.ways(self.target) if self.shortcuts else None

    def _known_ends(self, run: _Run, question: Ask, forks: Sequence[Fork]) -> list[Outcome | None]:
        """Give what each answer of a question comes to; None where the question does not say."""
        if question.comes_to is None or not self.shortcuts:
            return [None] * len(forks)
        ways = [question.comes_to(fork.answer) for fork in forks]
        measured: dict[int, Harm] = {}
        return [None if known is None else self._end_in(run, known, measured) for known in ways]

    def _end_in(self, run: _Run, ways: Ways, measured: dict[int, Harm]) -> Outcome:
        """End in each of the ways that are known.

        Args:
            measured: what was measured from here before, by the identity of the events: several answers of
                one question may end in the same.
        """
        self._count()
        mixed: defaultdict[tuple[Fork | None, Harm], float] = defaultdict(float)
        for events, chance in ways:
            harm = measured.get(id(events))
            if harm is None:
                harm = measured[id(events)] = self._measured(run, events)
            mixed[None, harm] += chance
        return mixed

    def _count(self) -> None:
        self.walked += 1
        if self.walked > self.budget:
            raise _OverBudgetError

    def _measured(self, run: _Run, more: Sequence[Event] = ()) -> Harm:
        """Measure what a run has come to, or would have after some events more."""
        state, told = run.view.state, [event for event, _ in run.trail]
        for event in more:
            state = event.apply(state)
            told.append(event)
        return self.measure(self.state, state, told)

    def _key(self, checkpoint: Checkpoint, run: _Run, given: Fork | None) -> Hashable:
        """Tell apart what makes a difference to the rest: the scene, and what has been told of the harm."""
        changed = tuple(
            (who, now.at, repr(now.state))
            for who, now in run.view.state.combatants.items()
            if now is not self.state.combatants.get(who)
        )
        first = None if given is None else (given.purpose, given.answer)
        return checkpoint.key, first, changed, self._measured(run)

    def _part(self, run: _Run, request: Any, replies: tuple[Any, ...], given: Fork | None) -> Outcome:
        """Go on in all ways that a roll or a question leads."""
        so_far = tuple(run.trail)

        def go_on(way: int, reply: Any, given: Fork | None = given) -> Outcome:
            here = run
            if way:
                here = self._again(replies, so_far)
                if self.gone_over > (self.most_steps or max(_STEPS, _STEPS_EACH * self.budget)):
                    raise _OverBudgetError
            return self._go(here, reply, (*replies, reply), given)

        if isinstance(request, Roll):
            mixed: defaultdict[tuple[Fork | None, Harm], list[float]] = defaultdict(list)
            for way, (lump, weight) in enumerate(request.foreseen(self.target)):
                for end, chance in go_on(way, lump).items():
                    mixed[end].append(chance * weight)
            return {end: fsum(chances) for end, chances in mixed.items()}
        if given is not None and _is_asked_again(request, self.target, given):
            return go_on(0, Answer(given.answer))
        if self._parts_at(request) and given is None:
            found: Outcome = {}
            forks, unknown = self._forks(request), 0
            # first what is known: the run goes on with the first answer of which nothing is
            known = self._known_ends(run, request, forks)
            for fork, ends in zip(forks, known, strict=True):
                if ends is None:
                    ends, unknown = go_on(unknown, Answer(fork.answer), fork), unknown + 1
                for (_, harm), chance in ends.items():
                    found[fork, harm] = chance
            return found
        if request.weighed:
            each = [go_on(way, Answer(choice)) for way, choice in enumerate(_tried(request))]
            sign = -1 if request.weighed == "most" else 1
            return min(each, key=lambda outcome: round(sign * _mean(outcome), 12))
        return go_on(0, self._answered(request))

    def _again(self, replies: tuple[Any, ...], trail: tuple[tuple[Event, BattleState], ...]) -> _Run:
        """Run the exchange anew up to where a run has been that these replies led to."""
        self._begin_way(len(replies) + len(trail))
        view = BattleView(self.state)
        send = self.make(view).send
        rest = iter(trail)
        reply: Any = None
        for following in (*replies, None):
            request = send(reply)
            while isinstance(request, Event | Checkpoint | Shortcut):
                if isinstance(request, Event):
                    view.state = next(rest)[1]
                request = send(None)
            reply = following
        return _Run(view, send, list(trail))

    def _begin_way(self, steps: int) -> None:
        """Count what is gone over again, and let whoever watches give it all up."""
        self.gone_over += steps
        if self.watch is not None:
            self.watch()

    def sample(
        self, draws: int, steps: int = 0, fewest: int = _FEWEST_DRAWS, *, even: bool = False
    ) -> list[Leaf]:
        """Draw ways at random, each once for every answer that the target may give at its question.

        Args:
            steps: after how many replies and events no other is begun (but for the fewest); 0 for none.
            even: whether the draws are spread evenly over each of the first rolls.
        """
        numbers, drawn = _numbers(), 0

        def draw(lumps: Sequence[tuple[Any, float]], before: int) -> Any:
            is_spread = even and before < len(_BASES)
            number = _halved(drawn + 1, _BASES[before]) if is_spread else next(numbers)
            for lump, weight in lumps:
                number -= weight
                if number < 0:
                    return lump
            return lumps[-1][0]

        leaves: list[Leaf] = []
        self.gone_over = 0
        for drawn in range(draws):
            if steps and drawn >= fewest and self.gone_over > steps:
                break
            stack = [_Way(())]
            while stack:
                leaves.append(self._follow(stack.pop(), stack, draw))
        return leaves

    def _follow(self, way: _Way, stack: list[_Way], draw: Draw) -> Leaf:
        """Run the exchange along a way to its end; where the target answers, stack its other answers."""
        replies, fork = way.replies, way.fork
        run = self._again(replies[:-1], way.trail) if replies else None
        if run is None:
            self._begin_way(0)
            view = BattleView(self.state)
            run = _Run(view, self.make(view).send, [])
        reply: Any = replies[-1] if replies else None
        while True:
            self.gone_over += 1
            try:
                request = run.send(reply)
            except StopIteration:
                return Leaf(1.0, self._measured(run), fork)
            reply = None
            if isinstance(request, Event):
                run.view.state = request.apply(run.view.state)
                run.trail.append((request, run.view.state))
                continue
            if isinstance(request, Checkpoint):
                continue
            if isinstance(request, Shortcut):
                ways = self._cut(request)
                if ways is None:
                    continue
                return Leaf(1.0, self._measured(run, draw(ways, len(replies))), fork)
            if isinstance(request, Roll):
                reply = draw(request.foreseen(self.target), len(replies))
            elif fork is not None and _is_asked_again(request, self.target, fork):
                reply = Answer(fork.answer)
            elif fork is None and self._parts_at(request):
                fork, *others = self._forks(request)
                so_far = tuple(run.trail)
                stack.extend(_Way((*replies, Answer(o.answer)), so_far, o) for o in reversed(others))
                reply = Answer(fork.answer)
            else:
                reply = self._answered(request)
            replies = (*replies, reply)

    def _parts_at(self, question: Ask) -> bool:
        return self.says is None and question.forks and question.to == self.target

    def _answered(self, question: Ask) -> Answer:
        """Answer a question that is neither forked nor weighed."""
        if self.says and question.to == self.target and question.forks and self.says in question.choices:
            return Answer(self.says)
        return foreseen_answer(question)

    def _forks(self, question: Ask) -> list[Fork]:
        choices = _tried(question)
        self.questions.append(choices)
        site = len(self.questions)
        return [Fork(site, question.purpose, choice, choice == question.default) for choice in choices]


def _is_asked_again(question: Ask, target: str, fork: Fork) -> bool:
    same = question.to == target and question.purpose == fork.purpose
    return same and question.forks and fork.answer in question.choices


def foreseen_answer(question: Ask) -> Answer:
    """Answer a question that is neither forked nor weighed."""
    said = question.foreseen if isinstance(question.foreseen, str) else question.foreseen()
    return Answer(said or question.default)


def _tried(question: Ask) -> tuple[str, ...]:
    return tuple(choice for choice in question.choices if choice not in question.untried)


def _mean(outcome: Outcome) -> float:
    """Give the mean harm of an outcome."""
    return fsum(harm.harm * chance for (_, harm), chance in outcome.items())


_BASES = (2, 3, 5)
"""For so many rolls draws are spread evenly, each by a base of its own (Halton's points)."""


def _halved(number: int, base: int) -> float:
    """Give the place of a number in [0, 1) by its digits turned round: 1/2, 1/4, 3/4, 1/8 for base 2."""
    place, share = 0.0, 1.0
    while number:
        share /= base
        number, digit = divmod(number, base)
        place += digit * share
    return place


def _numbers() -> Generator[float, None, None]:
    """Give the fixed sequence of even numbers in [0, 1) that sampling uses (splitmix64)."""
    mask, seed = (1 << 64) - 1, 0
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        z = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & mask
        yield ((z ^ (z >> 31)) >> 11) / (1 << 53)
