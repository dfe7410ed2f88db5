"""A fight of two players with a side each: the AI, who strikes at the nearest, who plays by chance."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from time import thread_time
from typing import Any, Protocol

from rules.ai.advice import END_TURN, Advice, Advisor
from rules.ai.answers import best_answers
from rules.ai.effort import Effort
from rules.ai.foresight import PLAIN, ROUGH, Foresight
from rules.ai.ground import Ground
from rules.ai.options import aimed, buttons, filled_in, place_key, places
from rules.ai.quick import QuickPlayer
from rules.ai.temper import UNMARKED, Temper
from rules.ai.worth import Sides
from rules.engine.battle import Battle
from rules.engine.chances.outcome_tree import foreseen_answer
from rules.engine.command import Command
from rules.engine.dice import FaceSource
from rules.engine.events import Event
from rules.engine.exchange import Play
from rules.engine.held_turns import held_turns
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Prompt
from tests.load.chance import Faces

MOST_A_TURN = 14
"""So many things any turn may hold; then it is ended."""


_CLOSE = replace(PLAIN, walked=1_000, fewest=100)
"""So closely the chance of an attack is worked out, if all is answered as is usual."""


class Player(Protocol):
    """Who plays a side."""

    def act(self, position: Position, who: str, done: Sequence[Command]) -> Command:
        """Choose what somebody does next in a turn that has seen this much."""
        ...

    def answer(self, battle: Battle, prompt: Prompt) -> tuple[str, Mapping[str, Any]]:
        """Choose an answer, and what is said with it."""
        ...


def _end(who: str) -> Command:
    return Command(do=END_TURN, actor=who)


@dataclass(slots=True)
class Adviser:
    """The AI."""

    temper: Temper = UNMARKED
    effort: Effort = field(default_factory=Effort)
    took: list[float] = field(default_factory=list)
    said: Advice | None = None
    """What it has advised last for somebody to do."""

    def act(self, position: Position, who: str, done: Sequence[Command]) -> Command:
        began = thread_time()
        found = Advisor(position.system, position.state, who, self.temper, self.effort).best(1)
        self.took.append(thread_time() - began)
        self.said = found[0] if found else None
        return found[0].command if found else _end(who)

    def answer(self, battle: Battle, prompt: Prompt) -> tuple[str, Mapping[str, Any]]:
        began = thread_time()
        best = best_answers(
            battle.system, battle.state, battle.open_exchange(), self.temper, self.effort.care
        )[0]
        self.took.append(thread_time() - began)
        return best.answer, best.extra


@dataclass(slots=True)
class Quick:
    """The AI as it plays where a whole fight is to be over in about a second."""

    player: QuickPlayer

    def act(self, position: Position, who: str, done: Sequence[Command]) -> Command:
        return self.player.act(position.state, who)

    def answer(self, battle: Battle, prompt: Prompt) -> tuple[str, Mapping[str, Any]]:
        if prompt.dice is not None:
            return "roll", {}
        open_exchange = battle.open_exchange()
        assert open_exchange is not None, "a question is open"
        return self.player.answer(battle.state, open_exchange)


@dataclass(slots=True)
class ByChance:
    """Presses anything that it is offered."""

    dice: Random

    def act(self, position: Position, who: str, done: Sequence[Command]) -> Command:
        found = list(buttons(position, who))
        self.dice.shuffle(found)
        if self.dice.random() < 0.2:
            return _end(who)
        sides = Sides(position.system, position.state.combatants[who].side)
        foes = [c for c in position.state.combatants.values() if sides.is_foe(c)]
        view = BattleView(position.state)
        for action, button in found[:8]:
            key = place_key(action, position, button)
            if action.is_aimed(view, button):
                commands = list(aimed(position, action, button, foes))
            elif key is not None:
                commands = [
                    replace(button, params={**button.params, key: place})
                    for place in places(position, button)
                ]
            else:
                commands = list(filled_in(position, action, button))
            if commands:
                command = self.dice.choice(commands)
                if may(position, command):
                    return command
        return _end(who)

    def answer(self, battle: Battle, prompt: Prompt) -> tuple[str, Mapping[str, Any]]:
        if prompt.dice is not None:
            return "roll", {}
        return self.dice.choice(prompt.choices), {}


@dataclass(slots=True)
class Nearest:
    """Goes for the nearest foe, strikes with what hits it likeliest, and defends by the best chance."""

    def act(self, position: Position, who: str, done: Sequence[Command]) -> Command:
        me, view = position.state.combatants[who], BattleView(position.state)
        sides = Sides(position.system, me.side)
        foes = [
            c for c in position.state.combatants.values() if sides.is_foe(c) and position.system.condition(c)
        ]
        by_way = Ground(position.state, [me])
        foes = sorted(foes, key=lambda foe: (by_way.far(foe, foe.at), foe.id))
        foresight = Foresight(sides, ROUGH)
        ground, found = Ground(position.state, foes[:1]), list(buttons(position, who))
        for foe in foes:
            blows = []
            for action, button in found:
                if action.is_aimed(view, button):
                    for command in aimed(position, action, button, [foe]):
                        with suppress(Refusal):
                            plan = position.plan(command)
                            found_ = foresight.of_plan(position.state, plan)
                            if found_.gain > 0 and plan.promises is None:
                                blows.append((found_.hit, repr(command), command))
            if blows:
                return max(blows, key=lambda blow: blow[:2])[2]
        for action, button in found:
            key = place_key(action, position, button)
            if key is not None and not any(one.do == button.do for one in done):
                costs = places(position, button)
                if costs:
                    place = min(costs, key=lambda place: (ground.far(me, place), costs[place]))
                    if ground.far(me, place) < ground.far(me, me.at):
                        command = replace(button, params={**button.params, key: place})
                        if may(position, command):
                            return command
        return _end(who)

    def answer(self, battle: Battle, prompt: Prompt) -> tuple[str, Mapping[str, Any]]:
        if prompt.dice is not None:
            return "roll", {}
        offers = [offer for offer in prompt.offers if offer.chance is not None]
        return (max(offers, key=lambda offer: offer.chance or 0.0).id if offers else prompt.default), {}


def may(position: Position, command: Command) -> bool:
    """Say whether a complete command can be planned."""
    try:
        position.plan(command)
    except Refusal:
        return False
    return True


@dataclass(slots=True)
class Told:
    """What came of a duel."""

    won: str | None = None
    """The side that stood in the end; None where none did, or both."""
    commands: int = 0
    refused: list[str] = field(default_factory=list)
    harm: dict[str, float] = field(default_factory=dict)
    """How much of the fight each side had lost in the end, in fighters."""
    log: list[str] = field(default_factory=list)
    foreseen: list[tuple[float, bool]] = field(default_factory=list)
    """Of each attack of the AI: the chance to hit if all is answered as is usual, and whether it then did."""


@dataclass(slots=True)
class _Aimed:
    """An attack under way, whose chance to hit was said before."""

    before: BattleState
    chance: float
    target: str
    told: list[Event] = field(default_factory=list)
    would_hit: bool | None = None
    """Whether it would have hit if all were answered as is usual, once somebody answers otherwise.

    Who attacks throws again, say, or who is attacked dodges: the chance reckons with neither.
    """


def _usual(play: Play) -> str:
    """Give the answer with which the odds reckon."""
    return "roll" if play.waiting is None else foreseen_answer(play.waiting)


@dataclass(slots=True)
class Duel:
    """A battle that is played until one side is down, or for so many rounds."""

    battle: Battle
    players: Mapping[str, Player]
    faces: FaceSource
    most_commands: int = 600
    tell: bool = False
    most_rounds: int | None = None

    def play(self) -> Told:
        """Play it."""
        told, done = Told(), list[Command]()
        turn: tuple[Any, ...] = ()
        aimed: _Aimed | None = None
        while told.commands < self.most_commands and told.won is None:
            state, system = self.battle.state, self.battle.system
            standing = {c.side for c in state.combatants.values() if system.condition(c)}
            if len(standing) < 2 and state.prompt is None:
                told.won = next(iter(standing), None)
                break
            if self.most_rounds is not None and state.round > self.most_rounds:
                break
            now = (state.active, tuple(sorted(map(str, state.clock.items()))))
            if now != turn:
                turn, done = now, []
            command = self.next(done)
            told.commands += 1
            aimed = self._aimed(command) if state.prompt is None else aimed
            if aimed is not None and aimed.would_hit is None and self._answers_otherwise(command):
                aimed.would_hit = self._hits_as_usual(aimed)
            if self.tell:
                told.log.append(repr((state.active, command.do, command.actor, dict(command.params))))
            try:
                events = self.battle.handle(command, self.faces)
            except Refusal as refusal:
                told.refused.append(f"{system.id}: {command.do} {dict(command.params)}: {refusal.message}")
                done = [command] * MOST_A_TURN
                continue
            done.append(command)
            if aimed is not None:
                aimed.told += events
                if self.battle.state.prompt is None:
                    found = system.harm.judge(aimed.before, self.battle.state, aimed.target, aimed.told)
                    hit = found.hit if aimed.would_hit is None else aimed.would_hit
                    told.foreseen.append((aimed.chance, hit))
                    aimed = None
        for combatant in self.battle.state.combatants.values():
            lost = 1 - self.battle.system.condition(combatant)
            told.harm[combatant.side] = told.harm.get(combatant.side, 0.0) + lost
        return told

    def _aimed(self, command: Command) -> _Aimed | None:
        """Note the chance of an attack of the AI that is worked out at once.

        Where it has worked that out exactly it is what it said, else a closer look of many other draws: of
        some estimates it chooses the highest, and of few draws that is too high.
        """
        state, action = self.battle.state, self.battle.system.action(command.do)
        player = self.players.get(state.combatants[command.actor or ""].side) if command.actor else None
        if action is None or not isinstance(player, Adviser):
            return None
        said = player.said
        if said is None or said.command is not command or said.hit is None:
            return None
        target, plan = str(command.params.get(action.aimed_key, "")), self.battle.now.plan(command)
        if target not in state.combatants or plan.foreseen is not None:
            return None
        chance = said.hit
        if said.sampled or not player.effort.care.is_plain:
            sides = Sides(self.battle.system, state.combatants[command.actor or ""].side)
            chance = Foresight(sides, _CLOSE).of_target(state, plan, tried=1).hit
        return _Aimed(state, chance, target)

    def _answers_otherwise(self, command: Command) -> bool:
        return self.battle.state.prompt is not None and command.params.get("answer") != _usual(self._asking())

    def _hits_as_usual(self, aimed: _Aimed) -> bool:
        """Say whether an attack under way would hit if all that is still asked were answered as is usual."""
        play, told = self._asking(), [*aimed.told]
        while not play.done:
            told += play.answer(_usual(play), {}, Faces(f"as usual {aimed.told} {len(told)}"))
        return self.battle.system.harm.judge(aimed.before, play.view.state, aimed.target, told).hit

    def _asking(self) -> Play:
        """Give a play of its own that stands at the open question."""
        begun = self.battle.open_exchange()
        play = begun.taken_up(self.battle.state) if begun is not None else None
        assert play is not None, "a question is open"
        return play

    def next(self, done: Sequence[Command]) -> Command:
        """Choose the next command in a turn that has seen this much."""
        state, system = self.battle.state, self.battle.system
        prompt = state.prompt
        if prompt is not None:
            player = self.players[state.combatants[prompt.to].side]
            answer, extra = player.answer(self.battle, prompt)
            return Command(do="answer", actor=prompt.to, params={"answer": answer, **extra})
        if not state.running:
            return Command(do="begin")
        if state.active is None or system.turns.stage_words(state):
            return self._of_table()
        who = state.active
        if len(done) >= MOST_A_TURN:
            return _end(who)
        return self.players[state.combatants[who].side].act(self.battle.now, who, done)

    def _of_table(self) -> Command:
        held = next(held_turns(self.battle.system, self.battle.state), None)
        if held is not None:
            return held
        for action in self.battle.system.actions:
            command = Command(do=action.id)
            view = BattleView(self.battle.state)
            if (
                action.of_table
                and action.id != self.battle.system.ends_by
                and action.switched(view) is None
                and all(p.optional for p in action.asks(view, command))
                and may(self.battle.now, command)
            ):
                return command
        raise AssertionError("it is nobody's turn, and nothing leads on")
