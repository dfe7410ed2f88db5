"""Exchanges: rule code as generators, and the driver that plays them (`replay` and `odds` are the others).

An exchange yields three kinds of requests: a `Roll` (answered by its result), an `Ask` (answered by the
choice) and an `Event` (answered by nothing; it is applied to the scene at once). The same replies always lead
to the same requests, so that an exchange can be taken up again from its record after a restart.
"""

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar, cast

from rules.engine.battle_events import PromptAnswered, PromptOpened, Rolled
from rules.engine.dice import FaceSource, HandSource, Roll, RollResult, RollSource
from rules.engine.events import Event
from rules.engine.refusal import Refusal
from rules.engine.shown import Fact
from rules.engine.state import BattleView, Offer
from rules.engine.text import Words, as_text, text


class Answer(str):
    """The choice somebody made, with what else the prompt asked for in `extra`."""

    extra: Mapping[str, Any]

    def __new__(cls, choice: str, extra: Mapping[str, Any] | None = None) -> Self:
        """Make an answer out of the choice's id."""
        answer = super().__new__(cls, choice)
        answer.extra = dict(extra or {})
        return answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question to one combatant's owner.

    `choices` are ids in the order shown; `offers` words them with their chances, and is called only when
    somebody will read it (never in odds); `check` refuses an answer (`bad-answer`) before the exchange sees
    it.
    """

    to: str
    purpose: str
    question: Words
    choices: tuple[str, ...]
    default: str
    about: str | None = None
    forks: bool = True
    """Whether the odds try each answer of who is attacked; if not, they take the default."""
    untried: tuple[str, ...] = ()
    """The choices that the odds leave out: those that need more than a word, such as a place."""
    foreseen: str | Callable[[], str] = ""
    """What the odds take instead of the default, where that is another."""
    offers: Callable[[], tuple[Offer, ...]] | None = None
    check: Callable[[Answer], None] | None = None
    interrupts: bool = False
    """Whether it offers to break into what another does, and may be let pass: a reaction."""
    weigh: Callable[[Answer], Offer] | None = None
    """Words an answer with all that is said along with it: its chance, its modifiers. Refuses as `check`."""
    facts: Callable[[], tuple[Fact, ...]] | None = None
    """Lists the facts that it rests on, which the GM may overrule with the answer (its key `facts`)."""
    comes_to: Callable[[str], "Ways | None"] | None = None
    """Gives what an answer comes to for who is asked, where that is known (as a `Shortcut` does)."""
    weighed: str = ""
    """How odds answer it where it is not the target's first question: `least` or `most` takes the choice
    with the least or the most mean harm to the target, of equals the first; empty the default."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A point from which on an exchange depends on the scene and this key alone, not on how it came there.

    Odds go on only once from ways that meet here; to all others it is nothing. What the system's measure
    reads from the events told must show in what it says of them here.
    """

    key: Hashable


Ways = Sequence[tuple[tuple[Event, ...], float]]
"""All that can come about, each as the events that tell it, with its chance; the chances add up to 1."""


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A point from which on it is known what the rest of an exchange does to somebody.

    Odds for that one take its word instead of going on; to all others it is nothing. `ways` gives None for
    who must go on. What it gives must be what going on would come to, as far as the system's measure reads
    the events and the state that they lead to: tests walk on and compare.
    """

    ways: Callable[[str], Ways | None]


Request = Event | Roll[Any] | Ask | Checkpoint | Shortcut
T = TypeVar("T")
R = TypeVar("R", bound=RollResult)
Exchange = Generator[Request, Any, T]
"""Rule code that comes to a T; the reply to a request has the type that the request says."""


def throw(roll: Roll[R]) -> Exchange[R]:
    """Ask for a roll, and get its result."""
    return cast(R, (yield roll))


def ask(question: Ask) -> Exchange[Answer]:
    """Ask a combatant's owner, and get the choice."""
    return cast(Answer, (yield question))


def checkpoint(*key: Hashable) -> Exchange[None]:
    """Mark a point from which on only the scene and the key count."""
    yield Checkpoint(key)


def shortcut(ways: Callable[[str], Ways | None]) -> Exchange[None]:
    """Mark a point from which on the odds for somebody need not be walked (`Shortcut`)."""
    yield Shortcut(ways)


def tell(*events: Event) -> Exchange[None]:
    """Tell what happened, in order."""
    yield from events


class ReplayMismatchError(Exception):
    """A record does not fit the exchange that it is replayed into: the rules have changed since."""


def read_faces(roll: Roll[R], faces: Sequence[int]) -> R:
    """Read a roll from faces that are known: typed in by a person, or recorded.

    Raises:
        Refusal: `bad-answer`, if there are too few or too many faces, or one that its die does not have.
    """
    taken = 0

    def face(sides: int) -> int:
        nonlocal taken
        if taken == len(faces):
            said = text(
                "{notation} takes more dice than {taken}: give every die in the order thrown.",
                notation=as_text(roll.notation),
                taken=taken,
            )
            raise Refusal("bad-answer", said)
        value = faces[taken]
        if not 1 <= value <= sides:
            raise Refusal(
                "bad-answer",
                text(
                    "A d{sides} cannot show {value}; give a number from 1 to {sides}.",
                    sides=sides,
                    value=value,
                ),
            )
        taken += 1
        return value

    result = roll.throw(face)
    if taken != len(faces):
        raise Refusal(
            "bad-answer",
            text(
                "{notation} takes no more than {taken} dice; {faces} were given.",
                notation=as_text(roll.notation),
                taken=taken,
                faces=len(faces),
            ),
        )
    return result


@dataclass(slots=True)
class Play:
    """The play driver: runs an exchange with dice until it ends or must wait for an answer."""

    view: BattleView
    exchange: Exchange[None]
    happened: list[Event] = field(default_factory=list)
    waiting: Ask | None = None
    waiting_roll: Roll[Any] | None = None
    done: bool = False

    def start(self, faces: FaceSource) -> list[Event]:
        """Run from the beginning; give the events up to the end or the first prompt."""
        return self._go(None, faces)

    def answer(self, choice: str, extra: Mapping[str, Any], faces: FaceSource) -> list[Event]:
        """Answer the open prompt and run on.

        Raises:
            Refusal: `bad-answer`; the exchange has not seen it and waits as before.
        """
        thrown = _Throw(faces, self.waiting_roll)
        reply = self._judge(choice, extra, thrown)
        to, purpose = self.waits_for()
        answered = PromptAnswered(to=to, purpose=purpose, answer=choice, extra=dict(extra))
        first: list[Event] = [answered]
        self.view.state = answered.apply(self.view.state)
        if self.waiting_roll is not None:
            first.append(self._tell_roll(self.waiting_roll, reply, thrown))
        self.waiting = self.waiting_roll = None
        return first + self._go(reply, faces)

    def weigh(self, choice: str, extra: Mapping[str, Any]) -> Offer:
        """Word an answer as it would be given, without giving it; as it stands where nothing said changes it.

        Raises:
            Refusal: `bad-answer`.
        """
        if self.waiting is None or choice not in self.waiting.choices:
            raise Refusal("bad-answer", text("{choice} is nothing to weigh here.", choice=f"{choice!r}"))
        answer = Answer(choice, extra)
        if self.waiting.weigh is not None:
            return self.waiting.weigh(answer)
        if self.waiting.check is not None:
            self.waiting.check(answer)
        return next(offer for offer in _offers(self.waiting) if offer.id == choice)

    def facts(self) -> tuple[Fact, ...]:
        """List the facts that the open question rests on."""
        return self.waiting.facts() if self.waiting is not None and self.waiting.facts is not None else ()

    @property
    def is_waiting(self) -> bool:
        """Whether it stands at an open prompt."""
        return self.waiting is not None or self.waiting_roll is not None

    def waits_for(self) -> tuple[str, str]:
        """Name whom it asks, and for what purpose."""
        if self.waiting is not None:
            return self.waiting.to, self.waiting.purpose
        assert self.waiting_roll is not None, "no prompt is open"
        return self.waiting_roll.who, self.waiting_roll.purpose

    def _judge(self, choice: str, extra: Mapping[str, Any], thrown: "_Throw") -> Any:
        if self.waiting_roll is not None:
            if choice == "roll":
                return self.waiting_roll.throw(thrown.face)
            faces = extra.get("faces")
            ok = isinstance(faces, list) and all(
                isinstance(f, int) and not isinstance(f, bool) for f in faces
            )
            if choice != "faces" or not ok:
                said = text(
                    "Type what your {notation} shows, a whole number for each die.",
                    notation=as_text(self.waiting_roll.notation),
                )
                raise Refusal("bad-answer", said)
            return read_faces(self.waiting_roll, cast(list[int], faces))
        assert self.waiting is not None, "no prompt is open"
        if choice not in self.waiting.choices:
            legal = ", ".join(self.waiting.choices)
            raise Refusal(
                "bad-answer",
                text(
                    "{choice} cannot be answered here; choose one of: {legal}.",
                    choice=f"{choice!r}",
                    legal=legal,
                ),
            )
        answer = Answer(choice, extra)
        if self.waiting.check is not None:
            self.waiting.check(answer)
        return answer

    def _go(self, reply: Any, faces: FaceSource) -> list[Event]:
        fresh: list[Event] = []
        while True:
            try:
                request = self.exchange.send(reply)
            except StopIteration:
                self.done = True
                return fresh
            reply = None
            if isinstance(request, Checkpoint | Shortcut):
                continue
            if isinstance(request, Event):
                self.view.state = request.apply(self.view.state)
                fresh.append(request)
            elif isinstance(request, Roll):
                if self._by_hand(request, faces):
                    fresh.append(self._open(_dice_prompt(request)))
                    self.waiting_roll = request
                    return fresh
                thrown = _Throw(faces, request)
                reply = request.throw(thrown.face)
                fresh.append(self._tell_roll(request, reply, thrown))
            else:
                fresh.append(
                    self._open(_choice_prompt(request))
                )  # first: an offer that fails leaves no question
                self.waiting = request
                return fresh

    def _by_hand(self, roll: Roll[Any], source: FaceSource) -> bool:
        roller = self.view.state.combatants.get(roll.who)
        if roller is None or not roll.by_hand:
            return False
        return roller.by_hand or (isinstance(source, HandSource) and source.is_by_hand(roll.who))

    def _open(self, prompt: PromptOpened) -> PromptOpened:
        self.view.state = prompt.apply(self.view.state)
        return prompt

    def _tell_roll(self, roll: Roll[Any], result: RollResult, thrown: "_Throw") -> Rolled:
        label, takes = roll.label or roll.purpose, roll.takes_modifiers
        rolled = Rolled.of(
            result,
            label,
            roll.notation,
            quiet=roll.quiet,
            amendable=takes,
            threw=tuple(thrown.sides),
            serial=thrown.serial,
        )
        self.view.state = rolled.apply(self.view.state)
        return rolled


@dataclass(slots=True)
class _Throw:
    """Hands out a roll's faces, and notes how many sides each die has, and the roll's number."""

    source: FaceSource
    roll: Roll[Any] | None
    sides: list[int] = field(default_factory=list)
    serial: int = 0

    def face(self, sides: int) -> int:
        """Give the next face; with the first one the source turns to this roll."""
        assert self.roll is not None, "a choice throws no dice"
        who, purpose = self.roll.who, self.roll.purpose
        if not self.sides and isinstance(self.source, RollSource):
            self.serial = self.source.open_roll(who, purpose, quiet=self.roll.quiet)
        self.sides.append(sides)
        return self.source.face(who, purpose, sides)


def _offers(question: Ask) -> tuple[Offer, ...]:
    return question.offers() if question.offers else tuple(Offer(id=c, label=c) for c in question.choices)


def _choice_prompt(question: Ask) -> PromptOpened:
    offers = _offers(question)
    assert tuple(offer.id for offer in offers) == question.choices, "offers and choices must agree"
    assert question.default in question.choices, "the default must be one of the choices"
    return PromptOpened(
        to=question.to,
        purpose=question.purpose,
        question=question.question,
        offers=offers,
        default=question.default,
        about=question.about,
        interrupts=question.interrupts,
    )


def _dice_prompt(roll: Roll[Any]) -> PromptOpened:
    what = as_text(roll.label or roll.purpose)
    return PromptOpened(
        to=roll.who,
        purpose=roll.purpose,
        question=text(
            "Throw {notation} for {what} and type what you see.", notation=as_text(roll.notation), what=what
        ),
        offers=(
            Offer(id="faces", label=text("These are my dice")),
            Offer(id="roll", label=text("Roll it for me")),
        ),
        default="roll",
        dice=roll.by_hand,
        explodes=roll.explodes,
        again=roll.again,
    )
