"""The tree of all the ways through an exchange, and the exact walk over it.

Generators cannot be copied, so each leaf of the tree of outcomes runs the exchange anew along a prefix of
replies; rolls offer lumps of results, so that a whole attack has tens or hundreds of leaves, not millions,
ways that meet again at a `Checkpoint` are walked on only once, and at a `Shortcut` what comes of the rest is
known.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any

from rules.engine.chances.odds_figures import Fork, Harm, Leaf, Measure
from rules.engine.dice import Roll
from rules.engine.events import Event
from rules.engine.exchange import Answer, Ask, Checkpoint, Exchange, Shortcut, Ways
from rules.engine.state import BattleState, BattleView

_STEPS, _STEPS_EACH = 25_000, 25
"""How many replies and events may be gone over again on the way to them: so many, or so many for each leaf. A
burst of six shots has no more leaves than one of three, but twelve times the way to go."""

AS_FORESEEN = ""
"""What a target says that answers every question as it is foreseen to."""
Outcome = dict[tuple[Fork | None, Harm], float]
"""The chances of what comes of the rest of an exchange, for each first answer of the target in it."""


Ends = dict[Hashable, dict[int, tuple[Sequence[Event], Harm]]]
"""What ends were measured as: by what a run had come to, and by the identity of the events after it, each of
which is held with what it was measured as."""


class OverBudgetError(Exception):
    """The tree of outcomes has more leaves than may be walked."""


class Run:
    """An exchange that is being run: it stands at a request, with all that it has told so far."""

    __slots__ = ("send", "trail", "view")

    def __init__(self, view: BattleView, send: Callable[[Any], Any], trail: list[tuple[Event, BattleState]]):
        self.view, self.send, self.trail = view, send, trail


@dataclass(slots=True)
class OutcomeTree:
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
    others_say: Mapping[str, str] = field(default_factory=dict)
    """What others than the target answer where they can, by who they are; the rest as foreseen."""
    questions: list[tuple[str, ...]] = field(default_factory=list)
    """The choices of each question that came first to the target on some way."""
    walked: int = 0
    gone_over: int = 0
    """How many replies and events were gone over again to come to where a way forks."""
    ahead: int = 0
    """How many are still to be gone over again for sure, for the ways that wait at forks already met."""
    budget: int = 0
    known: dict[Hashable, Outcome] = field(default_factory=dict)
    """What comes of the rest from each checkpoint that was passed."""
    ends: Ends = field(default_factory=dict)
    """What the ways of shortcuts were measured as, by from where they were taken."""

    def answers(self) -> tuple[str, ...]:
        """List the answers that the target may give, as listed where there are the most of them."""
        longest_first = sorted(dict.fromkeys(self.questions), key=len, reverse=True)
        return tuple(dict.fromkeys(choice for choices in longest_first for choice in choices))

    def walk(self, budget: int) -> list[Leaf]:
        """Go all ways, depth first, and the answers in the order in which they are listed."""
        self.budget = budget
        view = BattleView(self.state)
        outcome = self._go(Run(view, self.make(view).send, []), None, (), None)
        return [Leaf(chance, harm, fork) for (fork, harm), chance in outcome.items()]

    def _go(self, run: Run, reply: Any, replies: tuple[Any, ...], given: Fork | None) -> Outcome:
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
                if (ways := self.cut(request)) is not None:
                    outcome = self._end_in(run, ways, self._measured_from(run))
                    break
            else:
                outcome = self._part(run, request, replies, given)
                break
        for key in passed:
            self.known[key] = outcome
        return outcome

    def _end(self, run: Run) -> Outcome:
        self._count()
        return {(None, self.measured(run)): 1.0}

    def cut(self, mark: Shortcut) -> Ways | None:
        """Give the ways that a shortcut knows; None where they are to be walked."""
        return mark.ways(self.target) if self.shortcuts else None

    def _known_ends(self, run: Run, question: Ask, forks: Sequence[Fork]) -> list[Outcome | None]:
        """Give what each answer of a question comes to; None where the question does not say."""
        if question.comes_to is None or not self.shortcuts:
            return [None] * len(forks)
        ways = [question.comes_to(fork.answer) for fork in forks]
        measured = self._measured_from(run)
        return [None if known is None else self._end_in(run, known, measured) for known in ways]

    def _measured_from(self, run: Run) -> dict[int, tuple[Sequence[Event], Harm]]:
        """Give what was measured before of the ways from what a run has come to."""
        return self.ends.setdefault((self._changed(run), self.measured(run)), {})

    def _end_in(self, run: Run, ways: Ways, measured: dict[int, tuple[Sequence[Event], Harm]]) -> Outcome:
        """End in each of the ways that are known.

        Args:
            measured: what was measured from here before; other answers, and other ways to here, may end in
                the same.
        """
        self._count()
        mixed: defaultdict[tuple[Fork | None, Harm], float] = defaultdict(float)
        for events, chance in ways:
            found = measured.get(id(events))
            if found is None:
                found = measured[id(events)] = events, self.measured(run, events)
            mixed[None, found[1]] += chance
        return mixed

    def _count(self) -> None:
        self.walked += 1
        if self.walked > self.budget:
            raise OverBudgetError

    def measured(self, run: Run, more: Sequence[Event] = ()) -> Harm:
        """Measure what a run has come to, or would have after some events more."""
        state, told = run.view.state, [event for event, _ in run.trail]
        for event in more:
            state = event.apply(state)
            told.append(event)
        return self.measure(self.state, state, told)

    def _key(self, checkpoint: Checkpoint, run: Run, given: Fork | None) -> Hashable:
        """Tell apart what makes a difference to the rest: the scene, and what has been told of the harm."""
        first = None if given is None else (given.purpose, given.answer)
        return checkpoint.key, first, self._changed(run), self.measured(run)

    def _changed(self, run: Run) -> Hashable:
        """Tell who is not as before, and how they are now."""
        before = self.state.combatants
        return tuple(
            (who, now.at, repr(now.state))
            for who, now in run.view.state.combatants.items()
            if now is not before.get(who)
        )

    def _part(self, run: Run, request: Any, replies: tuple[Any, ...], given: Fork | None) -> Outcome:
        """Go on in all ways that a roll or a question leads."""
        so_far = tuple(run.trail)
        steps = len(replies) + len(so_far)

        def go_on(way: int, reply: Any, given: Fork | None = given) -> Outcome:
            here = run
            if way:
                self.ahead -= steps
                here = self.again(replies, so_far)
                if self.gone_over > (self.most_steps or max(_STEPS, _STEPS_EACH * self.budget)):
                    raise OverBudgetError
            return self._go(here, reply, (*replies, reply), given)

        if isinstance(request, Roll):
            mixed: defaultdict[tuple[Fork | None, Harm], list[float]] = defaultdict(list)
            lumps = request.foreseen(self.target)
            self._expect(len(lumps), steps)
            for way, (lump, weight) in enumerate(lumps):
                for end, chance in go_on(way, lump).items():
                    mixed[end].append(chance * weight)
            return {end: fsum(chances) for end, chances in mixed.items()}
        if given is not None and is_asked_again(request, self.target, given):
            return go_on(0, Answer(given.answer))
        if self.parts_at(request) and given is None:
            found: Outcome = {}
            forks, unknown = self.forks_of(request), 0
            # first what is known: the run goes on with the first answer of which nothing is
            known = self._known_ends(run, request, forks)
            self._expect(known.count(None), steps)
            for fork, ends in zip(forks, known, strict=True):
                if ends is None:
                    ends, unknown = go_on(unknown, Answer(fork.answer), fork), unknown + 1
                for (_, harm), chance in ends.items():
                    found[fork, harm] = chance
            return found
        if request.weighed:
            choices = _tried(request)
            self._expect(len(choices), steps)
            each = [go_on(way, Answer(choice)) for way, choice in enumerate(choices)]
            sign = -1 if request.weighed == "most" else 1
            return min(each, key=lambda outcome: round(sign * _mean(outcome), 12))
        return go_on(0, self.answered(request))

    def _expect(self, ways: int, steps: int) -> None:
        """Note that so many steps will be gone over again to each way from a fork but the first.

        What takes more than it may is given up here, before they are gone. Only where nobody asks any more
        of the tree: the questions on the other ways are not met.
        """
        self.ahead += max(0, ways - 1) * steps
        if self.most_steps and self.gone_over + self.ahead > self.most_steps:
            raise OverBudgetError

    def again(self, replies: tuple[Any, ...], trail: tuple[tuple[Event, BattleState], ...]) -> Run:
        """Run the exchange anew up to where a run has been that these replies led to."""
        self.begin_way(len(replies) + len(trail))
        return self.rerun(replies, trail)

    def rerun(self, replies: tuple[Any, ...], trail: tuple[tuple[Event, BattleState], ...]) -> Run:
        """Do the same, and count nothing of it."""
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
        return Run(view, send, list(trail))

    def begin_way(self, steps: int) -> None:
        """Count what is gone over again, and let whoever watches give it all up."""
        self.gone_over += steps
        if self.watch is not None:
            self.watch()

    def parts_at(self, question: Ask) -> bool:
        """Say whether each answer of a question is a way of its own."""
        return self.says is None and question.forks and question.to == self.target

    def answered(self, question: Ask) -> Answer:
        """Answer a question that is neither forked nor weighed."""
        said = self.says if question.to == self.target else self.others_say.get(question.to)
        if said and question.forks and said in question.choices:
            return Answer(said)
        return foreseen_answer(question)

    def forks_of(self, question: Ask) -> list[Fork]:
        """List a fork for each answer of a question, and note the question."""
        choices = _tried(question)
        self.questions.append(choices)
        site = len(self.questions)
        return [Fork(site, question.purpose, choice, choice == question.default) for choice in choices]


def is_asked_again(question: Ask, target: str, fork: Fork) -> bool:
    """Say whether a target is asked once more what it has answered at a fork."""
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
