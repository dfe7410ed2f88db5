"""Fights that the AI plays against itself: `python -m tests.load.endurance.ai_self_play`.

They take place on the ready-made fights' maps and on drawn ones, each from its beginning until one side
stands alone. Told are, of each system, what was refused though it had been offered, logs that do not fold to
the live state or cannot be taken back, fights that came to no end within so many rounds, and how many of the
attacks hit, beside how many should have by their chances. Any fault ends it with 1.
"""

import argparse
import time
from collections.abc import Iterator
from itertools import islice
from multiprocessing import Pool
from os import cpu_count

from rules.ai.effort import DEFAULT_EFFORT, Effort
from rules.ai.foresight import PLAIN
from rules.rehearsal.fight import MOST_ROUNDS
from tests.fuzzing.commands import playable
from tests.playing.duel import Adviser
from tests.playing.scenes import Scene, scenes
from tests.playing.self_play import Calibration, Played, play

LIGHT = Effort(places=3, foes=1, looked_into=1, besides=2, care=PLAIN)
"""So little is tried where many fights are to be played."""
_DRAWN = 20


def main() -> int:
    """Play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fights", type=int, default=200, help="of each system")
    parser.add_argument("--systems", default="", help="their ids, with commas between; all that there are")
    parser.add_argument("--rounds", type=int, default=MOST_ROUNDS, help="so many a fight may take")
    parser.add_argument("--whole", action="store_true", help="try as much as advice does: ten times as slow")
    parser.add_argument("--processes", type=int, default=cpu_count() or 1)
    asked = parser.parse_args()
    known = playable()
    effort = DEFAULT_EFFORT if asked.whole else LIGHT
    faults = 0
    with Pool(asked.processes, playable) as pool:
        for system in asked.systems.split(",") if asked.systems else known:
            began = time.perf_counter()
            wanted = [(system, number, effort, asked.rounds) for number in range(asked.fights)]
            played = pool.starmap(_play, wanted, chunksize=1)
            faults += _tell(system, played, asked.rounds, time.perf_counter() - began)
    return int(faults > 0)


def _play(system: str, number: int, effort: Effort, rounds: int) -> Played:
    """Play a fight of a system, on one map after the other; each time round with other dice."""
    return play(next(_from(system, number)), number, Adviser(effort=effort), rounds)


def _from(system: str, number: int) -> Iterator[Scene]:
    found = list(scenes(system, _DRAWN))
    return islice(found, number % len(found), None)


def _tell(system: str, played: list[Played], rounds: int, took: float) -> int:
    """Tell what came of a system's fights, and count the faults."""
    calibration = Calibration()
    for one in played:
        calibration.add(one.foreseen)
    faults = [f"{one.scene}: {fault}" for one in played for fault in one.faults]
    endless = [one.scene for one in played if one.won is None and one.rounds > rounds]
    print(
        f"{system}: {len(played)} fights, {sum(one.commands for one in played)} commands, "
        f"{sum(one.rounds for one in played)} rounds, {took:.0f} s; {len(faults)} faults, "
        f"{len(endless)} without an end within {rounds} rounds {endless[:10]}",
        flush=True,
    )
    for fault in faults[:20]:
        print("   ", fault[:300])
    for tenth in calibration.tenths():
        print("   ", tenth)
    return len(faults)


if __name__ == "__main__":
    raise SystemExit(main())
