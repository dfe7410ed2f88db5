"""How well the AI plays: `python -m tests.load.rules.tournament`.

In each system it plays against who plays by chance and against who strikes at the nearest, on the ready-made
fights' maps and on drawn ones. Every fight is played twice, with the sides changed and the same dice; one
without an end counts as half. Told are the share that it won with its interval, what a decision took, and how
many of the attacks hit whose chance it knew exactly, beside how many should have.
"""

import argparse
import time
from math import sqrt
from random import Random

from rules.ai.temper import TEMPERS, Temper
from rules.engine.declared.tempers import STEADY
from tests.fuzzing.commands import playable
from tests.load.chance import Faces
from tests.playing.duel import Adviser, ByChance, Duel, Nearest, Player
from tests.playing.scenes import SIDES, scenes
from tests.playing.self_play import Calibration


def _rival(name: str, seed: str) -> Player:
    if name == "nearest":
        return Nearest()
    return ByChance(Random(seed)) if name == "chance" else Adviser(TEMPERS[name])


def main() -> int:
    """Play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--systems", default="")
    parser.add_argument("--drawn", type=int, default=20)
    parser.add_argument("--rival", default="nearest,chance")
    parser.add_argument("--temper", default=STEADY)
    parser.add_argument("--times", type=int, default=1, help="how often each scene is played on each side")
    parser.add_argument("--tell", action="store_true")
    asked = parser.parse_args()
    known = playable()
    for system in asked.systems.split(",") if asked.systems else known:
        for rival in asked.rival.split(","):
            _match(system, rival, TEMPERS[asked.temper], asked.drawn, asked.times, tell=asked.tell)
    return 0


def _match(system: str, rival: str, temper: Temper, drawn: int, times: int, *, tell: bool) -> None:
    points, fights, endless, took = 0.0, 0, 0, list[float]()
    refused, harm, began = list[str](), [0.0, 0.0], time.perf_counter()
    calibration = Calibration()
    for scene in scenes(system, drawn):
        for again in range(times):
            for mine in SIDES:
                other = SIDES[1 - SIDES.index(mine)]
                ai = Adviser(temper)
                players: dict[str, Player] = {mine: ai, other: _rival(rival, scene.name)}
                duel = Duel(scene.begun(), players, Faces(f"{scene.name} {again}"), tell=tell)
                told = duel.play()
                fights += 1
                endless += told.won is None
                points += 0.5 if told.won is None else float(told.won == mine)
                harm[0] += told.harm.get(mine, 0.0)
                harm[1] += told.harm.get(other, 0.0)
                refused += told.refused
                calibration.add(told.foreseen)
                took += ai.took
                if tell:
                    print(
                        f"    {scene.name} as {mine}: {told.won or 'nobody'} after {told.commands}", told.harm
                    )
    share = points / fights
    half = 1.96 * sqrt(share * (1 - share) / fights)
    took.sort()
    middle, late = 1000 * took[len(took) // 2], 1000 * took[int(len(took) * 0.95)]
    print(
        f"{system} against {rival}: {share:.0%} of {fights} (+-{half:.0%}), {endless} without an end; "
        f"harm taken {harm[0]:.1f}, done {harm[1]:.1f}; a decision {middle:.0f} ms of the processor's time, "
        f"p95 {late:.0f}; {len(refused)} refused; {time.perf_counter() - began:.0f} s",
        flush=True,
    )
    for tenth in calibration.tenths():
        print("   ", tenth)
    for one in refused[:5]:
        print("   ", one[:300])


if __name__ == "__main__":
    raise SystemExit(main())
