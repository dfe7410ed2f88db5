"""An exchange that stands at a question: what it began on and what it has told, to be run again."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.engine.battle_events import PromptAnswered
from rules.engine.command import Command
from rules.engine.events import Event
from rules.engine.exchange import Answer, Exchange, Play, ReplayMismatchError
from rules.engine.history.replay import Step, replay, retrace
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import find_system
from rules.engine.text import combatant, joined, text


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenExchange:
    """An exchange up to its open question.

    `record` has what it told, and before each answer the state that it was given on: the GM may have changed
    something while the question was open.
    """

    before: BattleState
    command: Command
    record: tuple[Event | BattleState, ...]

    def taken_up(self, now: BattleState) -> Play | None:
        """Run it again up to the question, to go on from a state; None if the rules have changed since."""
        return WaysOn(self).taken_up(now, BattleView(self.before))

    def maker(self) -> Callable[[BattleView], Exchange[None]] | None:
        """Give what makes the exchange; None if its command would be refused by now."""
        try:
            return Position(find_system(self.before.system), self.before).exchange(self.command)
        except Refusal:
            return None


class WaysOn:
    """What comes after an open question, for each answer: the way up to it is checked once, then retraced."""

    def __init__(self, begun: OpenExchange) -> None:
        self._begun, self._make = begun, begun.maker()
        self._steps: tuple[Step, ...] | None = None

    def taken_up(self, now: BattleState, view: BattleView) -> Play | None:
        """Run up to the question, to go on from a state; None if the rules have changed since."""
        view.state = self._begun.before
        if self._make is None:
            return None
        exchange = self._make(view)
        if self._steps is not None:
            play = retrace(view, exchange, self._steps)
        else:
            steps: list[Step] = []
            try:
                play = replay(view, exchange, self._begun.record, steps)
            except (Refusal, ReplayMismatchError):
                return None
            if play.is_waiting:
                self._steps = tuple(steps)
        view.state = now
        return play

    def answered(self, answer: Answer) -> Callable[[BattleView], Exchange[None]]:
        """Give what comes after the question is answered so, to be foreseen or played."""

        def run(view: BattleView) -> Exchange[None]:
            play = self.taken_up(view.state, view)
            if play is None:
                return
            to, purpose = play.waits_for()
            yield PromptAnswered(to=to, purpose=purpose, answer=str(answer), extra=dict(answer.extra))
            reply: object = answer
            while True:
                try:
                    request = play.exchange.send(reply)
                except StopIteration:
                    return
                reply = yield request

        return run


def require_asked(state: BattleState, command: Command) -> str:
    """Give the choice of an answer. Raises `Refusal` where its actor is not asked, or it chooses nothing."""
    prompt = state.prompt
    if prompt is None:
        raise Refusal(
            "not-your-prompt", text("Nobody is being asked: the question has been answered already.")
        )
    state.combatant(command.actor, "actor")
    if command.actor != prompt.to:
        asked = combatant(state.combatants[prompt.to])
        raise Refusal("not-your-prompt", text("{asked} is being asked this, and must answer.", asked=asked))
    choice = command.params.get("answer")
    if not isinstance(choice, str):
        said = text(
            "An answer is one of {choices}; {choice} is none.",
            choices=joined(prompt.choices),
            choice=f"{choice!r}",
        )
        raise Refusal("bad-answer", said)
    return choice
