"""An exchange run again from its record, up to the question at which it stands."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, cast

from rules.engine.battle_events import PromptAnswered, PromptOpened, Rolled
from rules.engine.dice import Roll
from rules.engine.events import Event
from rules.engine.exchange import (
    Answer,
    Ask,
    Checkpoint,
    Exchange,
    Play,
    R,
    ReplayMismatchError,
    Request,
    Shortcut,
    read_faces,
)
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView

Step: TypeAlias = tuple[BattleState, Any]
"""What an exchange is sent, and the state in which it goes on from there."""


def replay(
    view: BattleView,
    exchange: Exchange[None],
    record: Iterable[Event | BattleState],
    steps: list[Step] | None = None,
) -> Play:
    """Run an exchange again from its record, up to where the record ends.

    Args:
        record: the exchange's events since it began, in order, and before an answer the state that it was
            given on: the GM may have changed something while the prompt was open.
        steps: where its steps are put, for `retrace`; None where nobody goes them again.

    Returns:
        The play as it was: ended, or waiting at the same prompt.

    Raises:
        ReplayMismatchError: if the exchange asks or tells something else than what is recorded.
    """
    play = Play(view, exchange)
    rest = list(record)[::-1]

    def take() -> Event:
        if not rest or isinstance(rest[-1], BattleState):
            raise ReplayMismatchError("the exchange goes on where its record ends")
        event = cast(Event, rest.pop())
        view.state = event.apply(view.state)
        return event

    reply: Any = None
    while True:
        if steps is not None:
            steps.append((view.state, reply))
        try:
            request = _sent(exchange, reply)
        except StopIteration:
            break
        event, reply = take(), None
        if isinstance(request, Event):
            _must(request == event, event, request)
            continue
        if isinstance(request, Roll) and not isinstance(event, PromptOpened):
            reply = _recorded_roll(request, event)
            continue
        whose = request.who if isinstance(request, Roll) else request.to
        asked = isinstance(event, PromptOpened) and (event.to, event.purpose) == (whose, request.purpose)
        _must(asked, event, request)
        if rest and isinstance(now := rest[-1], BattleState):
            view.state = now
            rest.pop()
        if not rest:
            return _waiting(play, request)
        answered = take()
        if not isinstance(answered, PromptAnswered):
            raise ReplayMismatchError(f"recorded was {answered}, but {whose} was being asked")
        if isinstance(request, Roll):
            reply = _recorded_roll(request, take())
        else:
            reply = Answer(answered.answer, answered.extra)
    if rest:
        raise ReplayMismatchError(f"the exchange ends where {rest[-1]} is recorded")
    play.done = True
    return play


def retrace(view: BattleView, exchange: Exchange[None], steps: Sequence[Step]) -> Play:
    """Run an exchange again as it was replayed before up to a question: what it tells is known to fit.

    Args:
        steps: those of the replay, from the same state.
    """
    for view.state, reply in steps:
        request = _sent(exchange, reply)
    assert not isinstance(request, Event), "it stands at a question"
    return _waiting(Play(view, exchange), request)


def _sent(exchange: Exchange[None], reply: Any) -> Event | Roll[Any] | Ask:
    """Send a reply, and go on to the next request that is one to a replay."""
    request = exchange.send(reply)
    while isinstance(request, Checkpoint | Shortcut):
        request = exchange.send(None)
    return request


def _waiting(play: Play, request: Roll[Any] | Ask) -> Play:
    play.waiting, play.waiting_roll = (request, None) if isinstance(request, Ask) else (None, request)
    return play


def _must(fits: bool, event: Event, request: Request) -> None:
    if not fits:
        raise ReplayMismatchError(f"recorded was {event}, but the exchange came to {request}")


def _recorded_roll(roll: Roll[R], event: Event) -> R:
    if not isinstance(event, Rolled) or (event.who, event.purpose) != (roll.who, roll.purpose):
        raise ReplayMismatchError(f"recorded was {event}, but the exchange came to {roll}")
    try:
        return read_faces(roll, event.faces)
    except Refusal as refusal:
        raise ReplayMismatchError(f"recorded was {event}: {refusal}") from None
