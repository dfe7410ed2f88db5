"""One fight, played from a state to its end by whoever chooses for all; nothing of it is kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from rules.engine.command import Command
from rules.engine.dice import FaceSource
from rules.engine.events import Event
from rules.engine.exchange import Play
from rules.engine.held_turns import held_turns
from rules.engine.history.open_exchange import OpenExchange
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, changed
from rules.engine.system import find_system
from rules.rehearsal.outcome import Outcome, Tracker, sides_standing

END_TURN = "end-turn"
MOST_ROUNDS = 30
"""A fight that is not over by then is undecided."""
_MOST_A_TURN = 14
"""So many things any turn may hold; then it is ended."""
_MOST_COMMANDS = 3_000
"""A fight in which nothing leads on is broken off."""


class Policy(Protocol):
    """Who chooses for all sides."""

    def act(self, state: BattleState, who: str) -> Command:
        """Choose what somebody does next in their turn."""
        ...

    def answer(self, state: BattleState, open_exchange: OpenExchange) -> tuple[str, Mapping[str, Any]]:
        """Choose an answer to the open question, and what is said with it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What a fight is rehearsed from."""

    state: BattleState
    open_exchange: OpenExchange | None = None
    """What stands at the open question, if one is open."""
    begin: Mapping[str, Any] | None = None
    """What is said as it begins (who is surprised, say), for one that has not begun."""


class StuckError(Exception):
    """It is nobody's turn, and nothing leads on: a system declares too little to be played by itself."""


def play_fight(start: Start, policy: Policy, faces: FaceSource, most_rounds: int = MOST_ROUNDS) -> Outcome:
    """Play a fight until one side alone stands, or none, or for so many rounds.

    Raises:
        StuckError: where a system offers no way on.
    """
    return _Fight(start, policy, faces, most_rounds).play()


class _Fight:
    def __init__(self, start: Start, policy: Policy, faces: FaceSource, most_rounds: int) -> None:
        self.system = find_system(start.state.system)
        self.state, self.start = rolled_here(start.state), start
        self.policy, self.faces = policy, faces
        self.last_round = start.state.round + most_rounds
        self.tracker = Tracker(self.system)

    def play(self) -> Outcome:
        if self.start.open_exchange is not None:
            self._finish(self.start.open_exchange)
        turn: tuple[Any, ...] = ()
        done = 0
        for _ in range(_MOST_COMMANDS):
            if len(sides_standing(self.system, self.state)) < 2 or self.state.round > self.last_round:
                break
            now = (self.state.active, *sorted(map(str, self.state.clock.items())))
            turn, done = (now, 0) if now != turn else (turn, done + 1)
            self._do_next(done)
        return self.tracker.outcome(self.state)

    def _do_next(self, done: int) -> None:
        """Do what comes next; who chooses what is refused has their turn ended."""
        state = self.state
        if not state.running:
            return self._do(Command(do="begin", params=dict(self.start.begin or {})))
        if state.active is None or self.system.turns.stage_words(state):
            return self._do(self._of_table())
        who = state.active
        command = Command(do=END_TURN, actor=who) if done >= _MOST_A_TURN else self.policy.act(state, who)
        try:
            self._do(command)
        except Refusal:
            if command.do == END_TURN:
                raise StuckError(f"{self.system.id}: {who} can do nothing, not even end the turn") from None
            self._do(Command(do=END_TURN, actor=who))
        return None

    def _do(self, command: Command) -> None:
        exchange = Position(self.system, self.state).exchange(command)
        view = BattleView(self.state)
        play = Play(view, exchange(view))
        told = play.start(self.faces)
        self._answer_all(play, OpenExchange(before=self.state, command=command, record=tuple(told)))

        self._reveal(command)

    def _reveal(self, command: Command) -> None:
        """Let who has attacked from hiding be known, as a GM would."""
        actor, action = self.state.combatants.get(command.actor or ""), self.system.action(command.do)
        if actor is None or not actor.hidden or action is None:
            return
        if action.is_aimed(BattleView(self.state), command):
            self.state = self.state.with_changes(actor.id, hidden=False)

    def _finish(self, begun: OpenExchange) -> None:
        """Take up what stands at a question as the rehearsal begins."""
        play = begun.taken_up(self.state)
        if play is None:
            self.state = changed(self.state, prompt=None)
        else:
            self._answer_all(play, begun)

    def _answer_all(self, play: Play, begun: OpenExchange) -> None:
        """Answer whatever is asked until an exchange is over, and let what it led to be so."""
        record: list[Event | BattleState] = [*begun.record]
        while not play.done:
            state = play.view.state
            so_far = OpenExchange(before=begun.before, command=begun.command, record=tuple(record))
            answer, extra = ("roll", {}) if play.waiting_roll else self.policy.answer(state, so_far)
            told = self._answered(play, answer, extra)
            record += [state, *told]
        self.tracker.follow(self.state, play.view.state, begun.command.actor)
        self.state = play.view.state

    def _answered(self, play: Play, answer: str, extra: Mapping[str, Any]) -> list[Event]:
        try:
            return play.answer(answer, extra, self.faces)
        except Refusal:
            prompt = play.view.state.prompt
            assert prompt is not None, "the question is still open"
            return play.answer(prompt.default, {}, self.faces)

    def _of_table(self) -> Command:
        """Find what leads on where it is nobody's turn: a turn that was put off, a phase's end."""
        held = next(held_turns(self.system, self.state), None)
        if held is not None:
            return held
        view, position = BattleView(self.state), Position(self.system, self.state)
        for action in self.system.actions:
            command = Command(do=action.id)
            leads_on = action.of_table and action.id != self.system.ends_by and action.switched(view) is None
            if leads_on and all(one.optional for one in action.asks(view, command)):
                try:
                    position.plan(command)
                except Refusal:
                    continue
                return command
        raise StuckError(f"{self.system.id}: it is nobody's turn, and nothing leads on")


def rolled_here(state: BattleState) -> BattleState:
    """Give a battle in which nobody throws real dice."""
    people = {
        who: changed(one, by_hand=False) if one.by_hand else one for who, one in state.combatants.items()
    }
    return changed(state, combatants=people)
