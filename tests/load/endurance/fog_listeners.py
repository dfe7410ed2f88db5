"""A thousand random scenes in the fog, listened to as in the tests.

The command: `python -m tests.load.endurance.fog_listeners`.

More happens in each than in the tests. It says how far it is from time to time; what reaches anybody who may
not have it stops it with the scene's seed.
"""

import argparse
import tempfile
import time
from pathlib import Path

from tests.webapp.fog.fog_listener import Listeners
from tests.webapp.world import World
from webapp.app import Settings, create_app


def main() -> None:
    """Listen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=6, help="how much happens in each scene")
    parser.add_argument("--first", type=int, default=1000, help="the seed of the first one")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data_dir=Path(folder), lan=False, async_mode="threading"))
        app.testing = True
        listeners, began = Listeners(World(app), asked.steps), time.monotonic()
        for number in range(asked.scenes):
            try:
                listeners.hear(asked.first + number)
            except AssertionError as error:
                raise SystemExit(f"Scene {asked.first + number}: {error}") from error
            if (number + 1) % 25 == 0:
                took = time.monotonic() - began
                print(f"{number + 1} scenes, {took:.0f} s: nothing hidden was heard of", flush=True)


if __name__ == "__main__":
    main()
