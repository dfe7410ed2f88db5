"""What an action is said to cost is what it takes: whole fights by hands that press anything."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.position import Position
from rules.engine.price import Price
from rules.engine.state import BattleView, Prompt
from tests.fuzzing.commands import playable
from tests.load.chance import Faces
from tests.playing.duel import MOST_A_TURN, ByChance, Duel
from tests.playing.scenes import SIDES, scenes

MOST_COMMANDS, MOST_SCENES = 100, 4


def price(position: Position, command: Command) -> Price | None:
    """Give what a command costs as things stand; None where it is no action."""
    action = position.system.action(command.do)
    return None if action is None else action.price(BattleView(position.state), command)


@dataclass(slots=True)
class Bookkeeper:
    """Plays both sides by chance, and compares what was left before each action with what is left after."""

    player: ByChance
    last: tuple[Command, Price] | None = None
    is_rolled: bool = False
    """Whether dice decide what comes of that: a fast draw that fails is a draw, and ends the turn (PH-46)."""
    wrong: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)

    def act(self, position: Position, who: str, done: Sequence[Command]) -> Command:
        if self.last is not None:
            self._compare(position, *self.last, done)
        command = self.player.act(position, who, done)
        paid = price(position, command)
        is_last = len(done) + 1 >= MOST_A_TURN  # then the turn is ended for them
        self.last = None if paid is None or is_last else (command, paid)
        self.is_rolled = self.last is not None and bool(position.plan(command).roll)
        return command

    def answer(self, battle: Battle, prompt: Prompt) -> tuple[str, Mapping[str, Any]]:
        self.last = None  # what is answered may take more, or end more
        return self.player.answer(battle, prompt)

    def _compare(self, position: Position, command: Command, paid: Price, done: Sequence[Command]) -> None:
        system, actor = position.system, position.state.combatants[command.actor or ""]
        goes_on = command in done
        if system.turns.passed_over(actor):
            return
        if goes_on == paid.ends_turn and (goes_on or not self.is_rolled):
            self.wrong.append(f"{command.do}: {'goes on' if goes_on else 'ends the turn'}")
        now = price(position, command)
        if goes_on and now is not None and paid.left is not None and paid.amount is not None:
            self.seen[paid.unit] += 1
            if now.left != pytest.approx(max(0, paid.left - paid.amount)):
                self.wrong.append(f"{command.do} takes {paid.amount} of {paid.left}; {now.left} are left")
        self.seen["the turn"] += paid.ends_turn


COUNTED = {
    "atomic": {"significant", "move", "quick"},
    "gurps": {"maneuver"},
    "phases": {"free-action", "the turn"},
    "savage": {"action", "inch", "the turn"},
    "tesseris": {"tick", "the turn"},
}
"""What is paid with in these fights."""


@pytest.mark.parametrize("system", playable())
def test_an_action_takes_what_it_is_said_to_cost_and_ends_the_turn_if_it_says_so(system: str) -> None:
    wrong, seen = list[str](), Counter[str]()
    for number, scene in enumerate(islice(scenes(system, 0), MOST_SCENES)):
        hands = Bookkeeper(ByChance(Random(f"prices {number}")))
        Duel(scene.begun(), dict.fromkeys(SIDES, hands), Faces(number), MOST_COMMANDS).play()
        wrong += hands.wrong
        seen += hands.seen
    assert wrong == []
    assert set(+seen) >= COUNTED.get(system, set())
