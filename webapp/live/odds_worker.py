"""The process beside the server that works out heavy odds and advice, of what it is sent alone.

`python -m webapp.live.odds_worker` reads questions from its standard input and writes answers to its standard
output, both as pickles behind their length; its arguments say how many seconds of the processor's time it may
give to one, and how far it stands back. It ends when its input does, so that it never outlives a server.
"""

import gc
import os
import pickle
import signal
import struct
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from rules.ai.ground_figures import GroundWanted, figures_of
from rules.ai.question import AdviceWanted, advised
from rules.ai.remedies import RemediesWanted, remedies_of
from rules.ai.spots import SpotsWanted, spots_of
from rules.engine.chances.aim_odds import AimOdds, ProvokedStrike, WithStrays
from rules.engine.command import Command
from rules.engine.registry import OFFERED, REGISTERED
from rules.engine.state import BattleState
from rules.map.model import BattleMap
from rules.rehearsal.rehearsal import FightsBegun, FightsWanted, fights
from rules.report.exchanges import Fought
from rules.report.luck import reckoned
from rules.systems import load_systems

_LENGTH = struct.Struct("!I")
READY, FIRST, WHOLE, DROPPED = "ready", "first", "whole", "dropped"
TOO_LONG, UNKNOWN, FAILED = "too-long", "unknown", "failed"
"""What an answer is: the process is up; an estimate; the odds; given up, since nobody waits or since it takes
too long; a system that it has not; a bug."""
NICE, NICEST = 2, 5
"""How far it stands back for the server, where both want the processor; the second for work of minutes. That
still goes on where other programs keep the machine busy: at 10 it had a fiftieth of it beside four loops."""


def put(pipe: BinaryIO, message: bytes) -> None:
    """Write one message. Raises `OSError` where nobody reads any more."""
    pipe.write(_LENGTH.pack(len(message)) + message)
    pipe.flush()


def get(pipe: BinaryIO) -> bytes:
    """Read one message. Raises `EOFError` where none comes any more."""
    (length,) = _LENGTH.unpack(_exactly(pipe, _LENGTH.size))
    return _exactly(pipe, length)


def _exactly(pipe: BinaryIO, length: int) -> bytes:
    found = pipe.read(length)
    if found is None or len(found) < length:
        raise EOFError
    return found


class GivenUpError(Exception):
    """Nobody waits for this any more."""


class TooLongError(Exception):
    """These odds take more of the processor's time than one question may."""


class _Questions:
    """What comes in, read in a thread beside the work: that a question is dropped is known at once."""

    def __init__(self, pipe: BinaryIO) -> None:
        self._pipe, self._waiting = pipe, SimpleQueue[tuple[int, bytes] | None]()
        self._dropped = 0
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            while True:
                number, question = pickle.loads(get(self._pipe))
                if question is None:
                    self._dropped = number
                else:
                    self._waiting.put((number, question))
        except EOFError:
            self._dropped = sys.maxsize
            self._waiting.put(None)

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        return iter(self._waiting.get, None)

    def is_dropped(self, number: int) -> bool:
        """Say whether a question, or one that came later, was dropped."""
        return number <= self._dropped


Asked = (
    Command
    | WithStrays
    | ProvokedStrike
    | AdviceWanted
    | GroundWanted
    | SpotsWanted
    | RemediesWanted
    | Fought
    | FightsWanted
)
"""What is asked: the odds of a command, alone or with those of whom a miss may find, or of a strike that it
provokes, what somebody should do, the figures of the places that somebody may go to, which of them are fit
for something, what would make something legal, how what was done could have come out, or whole fights."""


def packed(state: BattleState, asked: Asked) -> bytes:
    """Make a question of what somebody knows and asks; a map, which is the most of it, is packed once."""
    of_map = None if state.map is None else state.map.derived(pickle.dumps)
    return pickle.dumps((of_map, replace(state, map=None), asked))


def unpacked(question: bytes) -> tuple[BattleState, Asked]:
    """Read a question; a map that came before is the same one, with all that was worked out of it."""
    of_map, state, asked = pickle.loads(question)
    return replace(state, map=None if of_map is None else _map_in(of_map)), asked


@lru_cache(maxsize=8)
def _map_in(packed_map: bytes) -> BattleMap:
    found: BattleMap = pickle.loads(packed_map)
    return found


_BEGUN = FightsBegun()
"""The first fights of the rehearsal that was played here last: who pressed late goes on from there."""


def answers(state: BattleState, asked: Asked, watch: Any) -> Iterator[tuple[str, Any]]:
    """Work out odds, an estimate first and then what they are; or what else is asked, in one answer."""
    if isinstance(asked, AdviceWanted):
        yield WHOLE, advised(state, asked, watch)
        return
    if isinstance(asked, GroundWanted | SpotsWanted):
        yield from _in_turn(
            figures_of(state, asked, watch)
            if isinstance(asked, GroundWanted)
            else spots_of(state, asked, watch)
        )
        return
    if isinstance(asked, RemediesWanted):
        yield WHOLE, remedies_of(state, asked, watch)
        return
    if isinstance(asked, Fought):
        yield WHOLE, reckoned(state, asked, watch)
        return
    if isinstance(asked, FightsWanted):
        for fought in fights(state, asked, watch, _BEGUN):
            yield FIRST, fought
        yield WHOLE, None
        return
    odds = AimOdds.of(state, asked)
    yield FIRST, odds.first()
    yield WHOLE, odds.whole(watch)


def _in_turn(found: Iterator[tuple[Any, bool]]) -> Iterator[tuple[str, Any]]:
    """Mark what may be an estimate, and what is the last word."""
    return ((WHOLE if is_last else FIRST, one) for one, is_last in found)


def collect_seldom() -> None:
    """Let the garbage collector pass over the rules, and go through what is new seldom.

    To go through the rules once held an answer up for a sixth of a second. What is tried makes thousands of
    objects that go by themselves: to look at them a seventieth as often takes up to a tenth less time.
    """
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)


_NEW_OBJECTS = 50_000
"""So many are made before the collector goes through them: it is some two megabytes more."""


def main() -> None:
    """Answer until nothing more is asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to hear
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[2]))
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a system prints is no answer
    load_systems()
    collect_seldom()
    put(out, pickle.dumps((0, READY, None)))
    questions, seconds = _Questions(sys.stdin.buffer), float(sys.argv[1])
    for number, question in questions:

        def watch(number: int = number, end: float = time.process_time() + seconds) -> None:
            if questions.is_dropped(number):
                raise GivenUpError
            if time.process_time() > end:
                raise TooLongError

        try:
            watch()
            state, asked = unpacked(question)
            if state.system not in OFFERED and state.system not in REGISTERED:
                put(out, pickle.dumps((number, UNKNOWN, None)))
                continue
            for kind, found in answers(state, asked, watch):
                put(out, pickle.dumps((number, kind, found)))
        except GivenUpError:
            put(out, pickle.dumps((number, DROPPED, None)))
        except TooLongError:
            put(out, pickle.dumps((number, TOO_LONG, None)))
        except Exception:
            put(out, pickle.dumps((number, FAILED, traceback.format_exc())))


if __name__ == "__main__":
    with suppress(OSError):  # the server has gone, and nobody reads any more
        main()
    os._exit(0)  # without another try to write what was not read
