"""What a rehearsed fight costs, and how far the quick way to choose lies from the AI's own.

`python -m tests.load.rules.rehearsal` plays each ready fight by both on the same streams of dice. It prints
the processor's time a fight, the ratio, the first side's share of the fights won with its interval, and how
far apart those lie. The AI's own fights take up to a minute each. `--seconds 60` says instead what is known
of each ready fight after so long, played by as many processes as the machine has cores, as the page does it.
"""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from multiprocessing import Process, Queue
from os import cpu_count
from queue import Empty
from time import monotonic, process_time
from typing import Any

from rules.ai.advice import END_TURN, Advisor
from rules.ai.answers import best_answers
from rules.ai.question import as_its_side_knows
from rules.ai.temper import temper_of
from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.history.open_exchange import OpenExchange
from rules.engine.state import BattleState
from rules.engine.system import System, find_system
from rules.map.map_writer import write_map
from rules.rehearsal.dice_stream import DiceStreams
from rules.rehearsal.fight import Start, play_fight
from rules.rehearsal.intervals import Share
from rules.rehearsal.rehearsal import SERIES, FightsWanted, fights
from rules.systems import load_systems
from webapp.demo.fights import ONE_A_SYSTEM, read_fight
from webapp.live.odds_worker import collect_seldom

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
    parser.add_argument("--seconds", type=float, help="play so long on all cores, and tell what is known")
    asked = parser.parse_args()
    load_systems()
    for fight_id in asked.fights.split(","):
        if asked.seconds:
            _play_for(fight_id, asked.seconds)
            continue
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


def _play_for(fight_id: str, seconds: float) -> None:
    """Play a ready fight on all cores for so long; fights count in the order of their numbers."""
    cores, state = min(SERIES, cpu_count() or 1), ready_fight(fight_id)
    side = next(iter(state.combatants.values())).side
    came: Queue[tuple[int, str | None]] = Queue()
    began = monotonic()
    players = [
        Process(target=_play, args=(fight_id, share, cores, came), daemon=True) for share in range(cores)
    ]
    for player in players:
        player.start()
    found: dict[int, str | None] = {}
    first = 0.0
    while (left := began + seconds - monotonic()) > 0:
        try:
            number, won = came.get(timeout=left)
        except Empty:
            break
        first = first or monotonic() - began
        found[number] = won
    for player in players:
        player.terminate()
    of = next(n for n in range(len(found) + 1) if n not in found)
    share = Share(sum(found[n] == side for n in range(of)), of)
    print(
        f"{fight_id} ({state.system}): the first fight after {first:.1f} s; after {seconds:.0f} s on"
        f" {cores} cores {_told(side, share, 0)}: +-{100 * share.half_width:.1f} points",
        flush=True,
    )


def _play(fight_id: str, share: int, of: int, came: "Queue[tuple[int, str | None]]") -> None:
    collect_seldom()  # as the processes do that rehearse
    wanted = FightsWanted(seed=_SEED, most=10**6, share=share, of=of)
    for number, outcome in fights(ready_fight(fight_id), wanted):
        came.put((number, outcome.won))


def _told(side: str, share: Share, endless: int) -> str:
    low, high = share.interval
    return f"{side} win {share.value:.0%} of {share.of} ({low:.0%} to {high:.0%}), {endless} without a winner"


if __name__ == "__main__":
    raise SystemExit(main())
