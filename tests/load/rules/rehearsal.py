"""What a rehearsed fight costs, and how far the quick way to choose lies from the AI's own.

`python -m tests.load.rules.rehearsal` plays each ready fight by both on the same streams of dice. It prints
the processor's time a fight, the ratio, the first side's share of the fights won with its interval, and how
far apart those lie. The AI's own fights take up to a minute each.
"""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from time import process_time
from typing import Any

from rules.ai.advice import END_TURN, Advisor
from rules.ai.answers import best_answers
from rules.ai.question import as_its_side_knows
from rules.ai.temper import temper_of
from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.open_exchange import OpenExchange
from rules.engine.state import BattleState
from rules.engine.system import System, find_system
from rules.map.map_json import write_map
from rules.rehearsal.dice_stream import DiceStreams
from rules.rehearsal.fight import Start, play_fight
from rules.rehearsal.intervals import Share
from rules.rehearsal.rehearsal import FightsWanted, fights
from rules.systems import load_systems
from webapp.demo.fights import ONE_A_SYSTEM, read_fight

_SEED = "load"


def ready_fight(fight_id: str) -> BattleState:
    """Lay a ready-made fight out, before it has begun."""
    fight, dice = read_fight(fight_id), DiceStreams("", 0)
    battle = Battle(fight.system)
    battle.handle(Command.parse({"do": "set-map", "map": write_map(fight.map)}), dice)
    battle.handle(Command.parse({"do": "add", "combatants": fight.combatants()}), dice)
    return battle.state


@dataclass(frozen=True, slots=True)
class WholeAI:
    """Chooses as who is advised does, with all that the AI tries."""

    system: System

    def act(self, state: BattleState, who: str) -> Command:
        temper = temper_of(state.combatants[who].temper)
        best = Advisor(self.system, as_its_side_knows(state, who), who, temper).best(1)
        return best[0].command if best else Command(do=END_TURN, actor=who)

    def answer(self, state: BattleState, open_exchange: OpenExchange) -> tuple[str, Mapping[str, Any]]:
        assert state.prompt is not None, "a question is open"
        temper = temper_of(state.combatants[state.prompt.to].temper)
        best = best_answers(self.system, state, open_exchange, temper)[0]
        return best.answer, best.extra


def main() -> int:
    """Play, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fights", default=",".join(ONE_A_SYSTEM))
    parser.add_argument("--quick", type=int, default=60, help="fights played quickly")
    parser.add_argument("--whole", type=int, default=12, help="fights played by the whole AI; 0 for none")
    asked = parser.parse_args()
    load_systems()
    for fight_id in asked.fights.split(","):
        _compare(fight_id, asked.quick, asked.whole)
    return 0


def _compare(fight_id: str, quick: int, whole: int) -> None:
    state = ready_fight(fight_id)
    side = next(iter(state.combatants.values())).side
    began = process_time()
    found = [outcome for _, outcome in fights(state, FightsWanted(seed=_SEED, most=quick))]
    quick_cost = (process_time() - began) / quick
    quick_share = Share(sum(outcome.won == side for outcome in found), quick)
    endless = sum(outcome.won is None for outcome in found)
    print(
        f"{fight_id} ({state.system}): quick {quick_cost:.2f} s a fight, {_told(side, quick_share, endless)}"
    )
    if not whole:
        return
    player = WholeAI(find_system(state.system))
    began = process_time()
    found = [play_fight(Start(state=state), player, DiceStreams(_SEED, n)) for n in range(whole)]
    cost = (process_time() - began) / whole
    share = Share(sum(outcome.won == side for outcome in found), whole)
    endless = sum(outcome.won is None for outcome in found)
    apart = quick_share.value - share.value
    half = sqrt(quick_share.half_width**2 + share.half_width**2)
    print(
        f"    the whole AI {cost:.2f} s a fight, {_told(side, share, endless)}; "
        f"{cost / quick_cost:.0f} times as long; "
        f"the quick one {100 * apart:+.0f} points off (+-{100 * half:.0f})",
        flush=True,
    )


def _told(side: str, share: Share, endless: int) -> str:
    low, high = share.interval
    return f"{side} win {share.value:.0%} of {share.of} ({low:.0%} to {high:.0%}), {endless} without a winner"


if __name__ == "__main__":
    raise SystemExit(main())
