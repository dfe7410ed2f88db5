"""What somebody would best answer to a question: each answer is weighed by what it leads to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from rules.ai.foresight import FINE, Care, Forecast, Foresight, Watch, go_on
from rules.ai.purpose import Purpose
from rules.ai.temper import UNMARKED, Temper
from rules.ai.worth import Sides
from rules.engine.chances.aim_odds import MOST_CAUGHT
from rules.engine.exchange import Answer, Ask
from rules.engine.history.open_exchange import OpenExchange, WaysOn
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Offer, Prompt
from rules.engine.system import System, find_system

_MOST_WAYS = 3
"""So many ways of one choice are tried (`Offer.ways`), and so many places that it may lead to."""
ROLLED = "roll"
"""What is answered to who asks for real dice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """An answer, and what it is expected to gain who gives it."""

    answer: str
    extra: Mapping[str, Any] = field(default_factory=dict)
    gain: float = 0.0
    forecast: Forecast | None = None


def best_answers(
    system: System,
    state: BattleState,
    open_exchange: OpenExchange,
    temper: Temper = UNMARKED,
    care: Care = FINE,
    watch: Watch = go_on,
) -> tuple[Answered, ...]:
    """Weigh all answers to the open question, the best first; of equals the default comes first.

    What a person throws real dice for is answered by letting them be rolled.
    """
    prompt = state.prompt
    assert prompt is not None, "a question is open"
    ways_on = WaysOn(open_exchange)
    play = ways_on.taken_up(state, BattleView(state))
    if play is None or play.waiting is None:
        return (Answered(answer=prompt.default if play is None else ROLLED),)
    purpose = Purpose(system, state, prompt.to)
    sides = Sides(system, state.combatants[prompt.to].side, temper.own_harm, purpose)
    foresight = Foresight(sides, care, watch)
    others = _others_harmed(state, open_exchange, prompt)
    found = []
    for offer in prompt.offers:
        for answer in _said(offer, play.waiting):
            try:
                led_to = foresight.of_answer(state, ways_on.answered(answer), prompt.to, others)
            except Refusal:
                continue
            found.append(Answered(answer=str(answer), extra=answer.extra, gain=led_to.gain, forecast=led_to))
    if not found:
        return (Answered(answer=prompt.default),)
    return tuple(sorted(found, key=lambda one: (-one.gain, one.answer != prompt.default)))


def _others_harmed(state: BattleState, begun: OpenExchange, prompt: Prompt) -> tuple[str, ...]:
    """List whom an answer may harm besides who is asked; nobody, where who is asked is the one attacked.

    Who throws again for an attack, strikes at who goes by, or steps in for a friend, is not.

    Args:
        state: as who is asked knows it; nobody else is listed.
    """
    aimed = [who for who in _aimed_at(begun) if who in state.combatants]
    if prompt.to in aimed:
        return ()
    others = dict.fromkeys((prompt.about or "", *aimed[:MOST_CAUGHT]))
    return tuple(who for who in others if who in state.combatants and who != prompt.to)


def _aimed_at(begun: OpenExchange) -> tuple[str, ...]:
    """List at whom an exchange was aimed as it began."""
    try:
        plan = Position(find_system(begun.before.system), begun.before).plan(begun.command)
    except Refusal:  # nothing that is aimed: a turn's end, say
        return ()
    caught = plan.laid.caught if plan.laid is not None else ()
    return (plan.target,) if plan.target is not None else tuple(caught)


def answers_by_chance(state: BattleState, open_exchange: OpenExchange) -> tuple[Answered, ...]:
    """Order the answers by the chances that the question tells, the best first; of equals the default first.

    For who cannot know what they lead to: who attacks is hidden from them. What would be refused is left out.

    Args:
        state: the whole battle: whether an answer may be given rests on all of it.
    """
    prompt, play = state.prompt, open_exchange.taken_up(state)
    assert prompt is not None, "a question is open"
    if play is None or play.waiting is None:
        return (Answered(answer=prompt.default if play is None else ROLLED),)
    offers = sorted(prompt.offers, key=lambda offer: (-(offer.chance or 0.0), offer.id != prompt.default))
    said = (answer for offer in offers for answer in islice(_said(offer, play.waiting), 1))
    return tuple(Answered(answer=str(answer), extra=answer.extra) for answer in said)


def _said(offer: Offer, question: Ask) -> Iterator[Answer]:
    """Give an offer plain, with each of its ways and with each place, as far as that may be said."""
    ways = [{"with": way.id} for way in islice(offer.ways, _MOST_WAYS)]
    places: list[dict[str, Any]] = [
        {"to": list(place) if isinstance(place, tuple) else place} for place in offer.places[:_MOST_WAYS]
    ]
    for extra in [{}, *ways, *places]:
        answer = Answer(offer.id, extra)
        try:
            if question.check is not None:
                question.check(answer)
        except Refusal:
            continue
        yield answer
