"""Fights played by hands that press only what the pages offer: `python -m tests.load.endurance.self_play`.

Each goes on until a side is down. It tells what was refused all the same, and which fight came to no end;
both are faults. Buttons that were pressed often and never led to anything are told too.
"""

import argparse
import logging
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from flask import Flask

from tests.fuzzing.commands import playable
from tests.playing.fight import Fight, Told
from webapp.app import Settings, create_app

_LEAST_PRESSES = 20
"""So often a button must have been pressed before it is told that it never led to anything."""


def main() -> int:
    """Play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fights", type=int, default=200, help="of each system")
    parser.add_argument("--first", type=int, default=1000, help="the seed of the first one")
    parser.add_argument("--systems", default="", help="their ids, with commas between; all that there are")
    asked = parser.parse_args()
    logging.disable(logging.ERROR)  # what goes wrong is told below
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data_dir=Path(folder), lan=False, async_mode="threading"))
        app.testing = True
        with app.app_context():
            for system in asked.systems.split(",") if asked.systems else playable():
                faults += _play(app, system, range(asked.first, asked.first + asked.fights))
    return int(faults > 0)


def _play(app: Flask, system: str, seeds: range) -> int:
    """Play a system's fights, and count what is wrong with them."""
    began = time.process_time()
    told = {seed: Fight(app, system, seed).play() for seed in seeds}
    took = time.process_time() - began
    presses = sum(fight.presses for fight in told.values())
    undecided = [seed for seed, fight in told.items() if not (fight.decided and fight.ended)]
    refused = [(seed, one) for seed, fight in told.items() for one in fight.refused]
    print(
        f"{system}: {len(told)} fights, {presses} presses, {took:.0f} s of one core; "
        f"{len(refused)} refused, {len(undecided)} without an end {undecided[:10]}",
        flush=True,
    )
    for seed, one in refused[:40]:
        print(f"  fight {seed}: {one}")
    for what, count in _dead_buttons(told.values()).items():
        print(f"  {what}: offered {count} times, never of any use")
    return len(refused) + len(undecided)


def _dead_buttons(told: Iterable[Told]) -> dict[str, int]:
    """Count what was begun often, and had neither a target nor a place nor an effect in any fight."""
    idle, pressed = Counter[str](), Counter[str]()
    for fight in told:
        idle.update(fight.idle)
        pressed.update({what.split()[0]: count for what, count in fight.pressed.items()})
    return {do: count for do, count in idle.items() if count >= _LEAST_PRESSES and not pressed[do]}


if __name__ == "__main__":
    raise SystemExit(main())
