"""What advice costs: `python -m tests.load.rules.advice [--systems gurps,...] [--kept FILE]`.

In each system who acts is advised in states of the ready-made fights, as fights of two who strike at the
nearest come to them; then ten are advised at once, one after the other; then one of forty on a map of
200 x 200 cells with 5,000 walls. Printed are milliseconds of the processor's time of one process; by the
clock it is as long where the machine has nothing else to do.

Args:
    kept: a file of what was advised. Where it is there the advice is compared with it, so that one sees what
        a change has done to it; else it is written.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path

from rules.ai.question import AdviceWanted, advised
from rules.engine.command import Command
from rules.engine.state import BattleState
from rules.map.map_writer import write_map
from tests.fuzzing.commands import playable
from tests.load.chance import Faces
from tests.load.scene import make_combatants, make_map
from tests.playing.duel import MOST_A_TURN, Duel, Nearest
from tests.playing.scenes import SIDES, Scene, cast_of, scenes
from webapp.live.odds_worker import collect_seldom

COMMANDS, EVERY = 60, 6
"""So many commands of each fight are played, and after so many each who acts is advised."""
TEN = 10
LARGE = 40
"""So many stand on the large map."""


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--systems", default="")
    parser.add_argument("--kept", type=Path)
    asked = parser.parse_args()
    found: dict[str, str] = {}
    print(f"{'system':10} {'states':>6} {'median':>7} {'p95':>7} {'most':>7} {'ten':>7} {'large':>7}   (ms)")
    known = playable()
    collect_seldom()  # as the processes do that advise
    for system in asked.systems.split(",") if asked.systems else known:
        print(f"{system:10} " + measure(system, found), flush=True)
    if asked.kept is not None:
        compare(asked.kept, found)
    return 0


def measure(system: str, found: dict[str, str]) -> str:
    """Measure one system; note what was advised."""
    took = []
    for name, state in states(system):
        milliseconds, advice = advise(state, str(state.active))
        took.append(milliseconds)
        found[name] = advice
    took.sort()
    ten = sum(advise(state, who)[0] for state, who in of_ten(system))
    large = large_scene(system).begun().state
    last = advise(large, next(iter(large.combatants)))[0]
    figures = (took[len(took) // 2], took[int(0.95 * len(took))], took[-1], ten, last)
    return f"{len(took):6} " + " ".join(f"{figure:7.0f}" for figure in figures)


def advise(state: BattleState, who: str) -> tuple[float, str]:
    """Advise somebody; give the milliseconds, and what is best."""
    began = time.thread_time()
    found = advised(state, AdviceWanted(who=who))
    return 1000 * (time.thread_time() - began), repr(found[0].command if found else None)


def states(system: str) -> Iterator[tuple[str, BattleState]]:
    """Give states in which somebody acts, from fights of two who strike at the nearest."""
    for scene in scenes(system, 0):
        duel = Duel(scene.begun(), {side: Nearest() for side in SIDES}, Faces(scene.name))
        done: list[Command] = []
        turn: object = None
        for number in range(COMMANDS):
            state = duel.battle.state
            if state.prompt is None and state.active is not None and number % EVERY == 0:
                yield f"{system} {scene.name} {number}", state
            done, turn = ([] if state.active != turn else done), state.active
            command = duel.next(done[-MOST_A_TURN:])
            done.append(command)
            duel.battle.handle(command, duel.faces)


def of_ten(system: str) -> Iterator[tuple[BattleState, str]]:
    """Give a fight before it begins, and up to ten in it."""
    battle = next(iter(scenes(system, 0))).begun()
    fighters = list(battle.state.combatants)
    for number in range(TEN):
        yield battle.state, fighters[number % len(fighters)]


def large_scene(system: str) -> Scene:
    """Give the large scene with a system's own people."""
    places = [(one["side"], one["at"]) for one in make_combatants(LARGE)]
    return Scene("large", system, write_map(make_map()), cast_of(system, places))


def compare(file: Path, found: dict[str, str]) -> None:
    """Say how much of the advice is the same as was kept, or keep it."""
    if not file.exists():
        file.write_text(json.dumps(found, indent=1), encoding="utf-8")
        return
    kept = json.loads(file.read_text(encoding="utf-8"))
    both = [name for name in found if name in kept]
    same = sum(found[name] == kept[name] for name in both)
    print(f"the same advice in {same} of {len(both)} states")


if __name__ == "__main__":
    raise SystemExit(main())
