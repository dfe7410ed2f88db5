"""How well the AI plays: `python -m tests.load.rules.tournament`.

In each system it plays against who plays by chance and against who strikes at the nearest, on the ready-made
fights' maps and on drawn ones. Every fight is played twice, with the sides changed and the same dice; one
without an end counts as half. Told are the share that it won with its interval, what a decision took, and how
many of its attacks hit, beside how many should have by their chances. As many fights are played at once as
the machine has cores; what comes of each is the same whoever plays it.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from multiprocessing import Pool
from multiprocessing.pool import Pool as Players
from os import cpu_count
from random import Random

from rules.ai.temper import TEMPERS
from rules.engine.declared.tempers import STEADY
from tests.fuzzing.commands import playable
from tests.load.chance import Faces
from tests.playing.duel import Adviser, ByChance, Duel, Nearest, Player, Told
from tests.playing.scenes import SIDES, scenes
from tests.playing.self_play import Calibration

_TELL_EVERY = 50
"""So many fights of a match are over before it is told how it stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """A fight of a match."""

    system: str
    drawn: int
    rival: str
    temper: str
    scene: int
    again: int
    """Whose dice are thrown."""
    mine: str
    """The side that the AI plays."""
    tell: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fought:
    """What came of one."""

    wanted: _Wanted
    scene: str
    told: Told
    took: Sequence[float]
    """What each of the AI's decisions took, in seconds of the processor's time."""


@dataclass(slots=True)
class _Match:
    """The sums of the fights that are over."""

    points: float = 0.0
    fights: int = 0
    endless: int = 0
    taken: float = 0.0
    done: float = 0.0
    took: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    calibration: Calibration = field(default_factory=Calibration)

    def add(self, fought: _Fought) -> None:
        """Count one more."""
        told, mine = fought.told, fought.wanted.mine
        self.fights += 1
        self.endless += told.won is None
        self.points += 0.5 if told.won is None else float(told.won == mine)
        self.taken += told.harm.get(mine, 0.0)
        self.done += told.harm.get(_other(mine), 0.0)
        self.refused += told.refused
        self.calibration.add(told.foreseen)
        self.took += fought.took

    def __str__(self) -> str:
        share = self.points / self.fights
        half = 1.96 * sqrt(share * (1 - share) / self.fights)
        took = sorted(self.took)
        middle, late = 1000 * took[len(took) // 2], 1000 * took[int(len(took) * 0.95)]
        return (
            f"{share:.1%} of {self.fights} (+-{half:.1%}), {self.endless} without an end; "
            f"harm taken {self.taken:.1f}, done {self.done:.1f}; a decision {middle:.0f} ms of the "
            f"processor's time, p95 {late:.0f}; {len(self.refused)} refused"
        )


def main() -> int:
    """Play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--systems", default="")
    parser.add_argument("--drawn", type=int, default=20)
    parser.add_argument("--rival", default="nearest,chance")
    parser.add_argument("--temper", default=STEADY)
    parser.add_argument("--times", type=int, default=1, help="how often each scene is played on each side")
    parser.add_argument("--played", type=int, default=0, help="how many of these times were played before")
    parser.add_argument("--tell", action="store_true")
    parser.add_argument("--processes", type=int, default=cpu_count() or 1)
    asked = parser.parse_args()
    known = playable()
    with Pool(asked.processes, playable) as players:
        for system in asked.systems.split(",") if asked.systems else known:
            for rival in asked.rival.split(","):
                wanted = [
                    _Wanted(
                        system=system,
                        drawn=asked.drawn,
                        rival=rival,
                        temper=asked.temper,
                        scene=scene,
                        again=again,
                        mine=mine,
                        tell=asked.tell,
                    )
                    for again in range(asked.played, asked.times)
                    for scene in range(len(list(scenes(system, asked.drawn))))
                    for mine in SIDES
                ]
                _play_match(players, f"{system} against {rival}", wanted)
    return 0


def _play_match(players: Players, name: str, wanted: Sequence[_Wanted]) -> None:
    match, began = _Match(), time.perf_counter()
    for fought in players.imap(_fight, wanted, chunksize=1):
        match.add(fought)
        if fought.wanted.tell:
            told = fought.told
            print(
                f"    {fought.scene} as {fought.wanted.mine}: {told.won or 'nobody'} after {told.commands}",
                told.harm,
                flush=True,
            )
        if match.fights % _TELL_EVERY == 0 or match.fights == len(wanted):
            print(f"{name}: {match}; {time.perf_counter() - began:.0f} s", flush=True)
    for tenth in match.calibration.tenths():
        print("   ", tenth)
    for one in match.refused[:5]:
        print("   ", one[:300])


def _fight(wanted: _Wanted) -> _Fought:
    scene = list(scenes(wanted.system, wanted.drawn))[wanted.scene]
    ai = Adviser(TEMPERS[wanted.temper])
    rival = _rival(wanted.rival, f"{scene.name} {wanted.again}")
    players: dict[str, Player] = {wanted.mine: ai, _other(wanted.mine): rival}
    told = Duel(scene.begun(), players, Faces(f"{scene.name} {wanted.again}"), tell=wanted.tell).play()
    return _Fought(wanted=wanted, scene=scene.name, told=told, took=ai.took)


def _rival(name: str, seed: str) -> Player:
    if name == "nearest":
        return Nearest()
    return ByChance(Random(seed)) if name == "chance" else Adviser(TEMPERS[name])


def _other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


if __name__ == "__main__":
    raise SystemExit(main())
