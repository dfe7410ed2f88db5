"""A turn is weighed as a whole: how often an attack fits into it, and what is a way out of danger."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.ai.advice import Advice, Advisor
from rules.ai.blows import Blow
from rules.ai.effort import Effort
from rules.ai.foresight import Forecast
from rules.ai.temper import TEMPERS
from rules.ai.turn_left import gain_of, times_left
from rules.engine.battle import Battle
from rules.engine.command import Command
from tests.fuzzing.commands import playable
from tests.load.chance import Faces
from tests.playing.duel import Adviser, Duel, Nearest
from tests.playing.scenes import SIDES, close, scenes

EFFORT = Effort(foes=2, looked_into=2, besides=2)


@given(st.floats(0.001, 1), st.floats(0.001, 2), st.integers(1, 6))
def test_each_time_gains_less_and_never_more_than_there_is(gain: float, most: float, times: int) -> None:
    found = [gain_of(gain, most, n) for n in range(times + 1)]
    assert found[0] == 0
    assert found[1] == gain
    assert found == sorted(found)
    assert found[-1] <= max(gain, most) + 1e-9
    steps = [after - before for before, after in pairwise(found)]
    assert all(later <= earlier + 1e-9 for earlier, later in pairwise(steps))


def test_what_gains_nothing_gains_nothing_however_often() -> None:
    assert gain_of(-0.2, 1, 3) == 0


def fighting(system: str) -> Battle:
    """Give a small fight in which somebody acts whose attack reaches."""
    duel = Duel(close(system).begun(), {side: Nearest() for side in SIDES}, Faces("turn left"))
    for _ in range(40):
        if _attack(duel.battle) is not None:
            return duel.battle
        duel.battle.handle(duel.next([]), duel.faces)
    raise AssertionError("nobody reaches anybody")


def _attack(battle: Battle) -> Blow | None:
    who = battle.state.active
    if who is None or battle.state.prompt is not None:
        return None
    return (
        Advisor(battle.system, battle.state, who, TEMPERS["steady"], EFFORT)
        .prospects.standing(battle.state)
        .now
    )


@pytest.mark.parametrize("system", playable())
def test_an_attack_may_be_made_so_often_as_was_counted(system: str) -> None:
    battle = fighting(system)
    blow = _attack(battle)
    assert blow is not None
    counted, made = times_left(battle.system, battle.state, blow), 0
    while made < counted and battle.now.check(blow.command) is None:
        battle.handle(blow.command, Faces(made))
        made += 1
        while battle.state.prompt is not None:
            battle.handle(Duel(battle, {side: Nearest() for side in SIDES}, Faces(0)).next([]), Faces(0))
        if battle.now.check(blow.command) is not None:
            break  # who is down is attacked no more, and who has spent everything attacks nobody
    assert made >= 1
    target = battle.state.combatants[blow.command.params["target"]]
    assert (
        made == counted
        or not battle.system.condition(target)
        or times_left(battle.system, battle.state, blow) == 0
    )
    assert times_left(battle.system, battle.state, None) == 0


def test_in_ticks_a_cheap_attack_is_counted_oftener_than_a_dear_one() -> None:
    battle = fighting("tesseris")
    who = str(battle.state.active)
    target = next(
        c.id for c in battle.state.combatants.values() if c.side != battle.state.combatants[who].side
    )

    def times(do: str) -> int:
        command = Command(do=do, actor=who, params={"target": target})
        return times_left(battle.system, battle.state, Blow(command, Forecast(gain=0.1)))

    prices = {
        action.id: action.ticks
        for action in battle.system.actions
        if action.aimed and getattr(action, "ticks", 0) and times(action.id)
    }
    assert len(set(prices.values())) > 1, prices
    cheap, dear = min(prices, key=lambda do: prices[do]), max(prices, key=lambda do: prices[do])
    assert times(cheap) > times(dear) >= 1


def advice_of_a_fight(system: str) -> list[tuple[Battle, Advice]]:
    """Give what the AI advised, with the fight as it stood: one in which a way out of danger is to be had."""
    found: list[tuple[Battle, Advice]] = []

    class Kept(Adviser):
        def act(self, position: Any, who: str, done: Any) -> Command:
            command = super().act(position, who, done)
            if self.said is not None:
                found.append((position, self.said))
            return command

    players = {side: Kept(TEMPERS["fearful"], EFFORT) for side in SIDES}
    Duel(next(scenes(system, 0)).begun(), players, Faces("out"), most_commands=24).play()
    return found


def test_who_fears_attacks_and_goes_out_of_danger_in_one_turn_where_the_rules_allow_it() -> None:
    found = [(battle, said) for battle, said in advice_of_a_fight("savage") if said.then_to is not None]
    assert found
    for _, said in found:
        assert said.hit is not None
        assert said.then is None
