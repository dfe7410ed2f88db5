"""Fuzz for as long as one likes.

The command: `python -m tests.load.endurance.fuzz --seconds 60 [--seed 1] [--kinds commands,...]`.

Each kind has so many seconds for each rule system that it concerns. What goes wrong is printed once for each
place in the code, with the seed and the round that bring it back (`--round N` plays that one alone); the exit
status is 1 then.
"""

import argparse
import contextlib
import logging
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.fuzzing.commands import fuzz_commands, playable
from tests.fuzzing.files import fuzz_archive, fuzz_character, fuzz_map, fuzz_scenario, fuzz_sheet
from tests.fuzzing.web import fuzz_table, running

Once = Callable[[random.Random], object]
FILES: dict[str, Once] = {
    "scenarios": fuzz_scenario,
    "maps": fuzz_map,
    "characters": fuzz_character,
    "sheets": fuzz_sheet,
    "archives": fuzz_archive,
}
KINDS = ("commands", "tables", *FILES)


def main() -> int:
    """Fuzz, and print a line for each kind and system."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--round", type=int, default=0)
    args = parser.parse_args()
    logging.disable(logging.ERROR)  # a bug is told below, once
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as app:
        for kind in args.kinds.split(","):
            for name, once in _ways(kind, lambda system, dice: fuzz_table(app, system, dice)):
                wrong += _fuzz(name, once, args.seconds, args.seed, args.round)
    return int(wrong > 0)


def _ways(kind: str, table: Callable[[str, random.Random], None]) -> Iterator[tuple[str, Once]]:
    if kind in FILES:
        yield kind, FILES[kind]
        return
    play = {"commands": fuzz_commands, "tables": table}[kind]
    for system in playable():
        yield f"{kind} of {system}", lambda dice, id_=system: play(id_, dice)  # type: ignore[misc]


def _fuzz(name: str, once: Once, seconds: float, seed: int, only: int) -> int:
    until, number, wrong = time.monotonic() + seconds, 0, Counter[str]()
    while time.monotonic() < until:
        number = only or number + 1
        try:
            once(random.Random(f"{seed}:{number}"))
        except Exception as error:
            where = _where(error)
            wrong[where] += 1
            if wrong[where] == 1:
                print(f"\n{name}, seed {seed}, round {number}: {where}", flush=True)
                with contextlib.redirect_stderr(sys.stdout):
                    traceback.print_exc(limit=-8)
        if only:
            break
    found = "nothing" if not wrong else f"{sum(wrong.values())} times, in {len(wrong)} places"
    print(f"{name}: {number} rounds; went wrong: {found}", flush=True)
    return len(wrong)


def _where(error: Exception) -> str:
    """Name the line of our own code that it was raised at, and what it was."""
    steps = traceback.extract_tb(error.__traceback__)
    own = [
        step
        for step in steps
        if "/site-packages/" not in step.filename and "/lib/python" not in step.filename
    ]
    last = (own or steps)[-1]
    return f"{type(error).__name__} at {Path(last.filename).name}:{last.lineno}"


if __name__ == "__main__":
    sys.exit(main())
