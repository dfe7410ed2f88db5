"""A thousand fights in the fog, in which a player tries everything.

The command: `python -m tests.load.endurance.fog_attempts`.

As in the tests, but with more steps in each and more that is tried; then fights are fought twice, with the
unseen and without. It says from time to time how far it is, and goes on when something was found: each find
is told with the seed that brings it back, and the exit status is 1 then.
"""

import argparse
import logging
import sys
import tempfile
import time
from pathlib import Path

from tests.odds_at_once import odds_at_once
from tests.webapp.fog.fog_actor import SYSTEMS, Actors
from tests.webapp.fog.fog_leak import Leak
from tests.webapp.fog.fog_stage import staged
from tests.webapp.fog.fog_war import fought_twice
from webapp.settings import Settings

_TOLD_EVERY = 20
_SCENES_OF_A_TABLE = 100
"""After so many a new table is opened: its GM's list of scenes would slow all down."""


def main() -> int:
    """Act; count what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=3, help="how often in each scene everything is tried")
    parser.add_argument("--tries", type=int, default=60, help="how much of everything; 0 for all of it")
    parser.add_argument("--twice", type=int, default=10, help="how many fights a system are fought twice")
    parser.add_argument("--first", type=int, default=1000, help="the seed of the first one")
    asked = parser.parse_args()
    logging.disable(logging.WARNING)
    found, began = 0, time.monotonic()
    for first in range(asked.first, asked.first + asked.scenes, _SCENES_OF_A_TABLE):
        seeds = range(first, min(first + _SCENES_OF_A_TABLE, asked.first + asked.scenes))
        with tempfile.TemporaryDirectory() as folder, staged(_on(folder)) as world:
            actors = Actors(world, steps=asked.steps, tries=asked.tries)
            for done, seed in enumerate(seeds, first + 1 - asked.first):
                found += _is_found(actors, seed)
                if done % _TOLD_EVERY == 0:
                    took, tried = time.monotonic() - began, actors.tried.total()
                    print(f"{done} scenes, {took:.0f} s, {tried} tries here: {found} finds", flush=True)
    with tempfile.TemporaryDirectory() as folder, staged(_on(folder)) as world:
        actors = Actors(world)
        for seed in range(asked.first, asked.first + asked.twice):
            found += sum(_is_found(actors, seed, system) for system in SYSTEMS)
    print(f"{asked.twice} fights of each system fought twice: {found} finds in all", flush=True)
    return int(found > 0)


def _on(folder: str) -> Settings:
    return Settings(data_dir=Path(folder), lan=False, async_mode="threading")


def _is_found(actors: Actors, seed: int, twice: str = "") -> bool:
    try:
        if twice:
            fought_twice(actors.world, twice, actors.browsers, seed, steps=12)
        else:
            actors.act(seed)
    except Leak as leak:
        print(f"{leak}\n", flush=True)
        return True
    return False


if __name__ == "__main__":
    with odds_at_once():  # what they tell is listened to like all else
        sys.exit(main())
