"""Whether a slow disk holds others up: `python -m tests.load.tables.slow_disk [--disk 0.3] [--seconds 10]`.

One page moves a token again and again, each move soon after the one before is kept, while another aims five
times a second. Told are the median and the 95th percentile of the times until an aim is answered, in
milliseconds, and the latter as a multiple of its value with a disk that takes no time: with one that takes so
many seconds to keep anything and a real thread that waits for it, and, for comparison, with the loop itself
waiting. The floor: at most 2 times with the thread.
"""

import argparse
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from tests.load.player import Player, come_as_gm
from tests.webapp.sockets.own_server import serving

FLOOR = 2.0
_PAUSE, _HAND = 0.2, 0.1


def aims(page: Player, seconds: float) -> list[float]:
    """Aim again and again, and give the times until it was answered, in ms."""
    took, until = list[float](), time.monotonic() + seconds
    while time.monotonic() < until:
        begun = time.monotonic()
        reply = page.ask("aim", {"actor": "kit", "target": "raider-3"})
        assert reply["ok"], reply
        took.append(1e3 * (time.monotonic() - begun))
        time.sleep(_PAUSE)
    return took


def move(page: Player, stop: threading.Event, kept: list[int]) -> None:
    """Move a token, each time soon after the last move is kept; `kept` counts."""
    while not stop.is_set():
        place = [2 + kept[0] % 6, 3]
        reply = page.ask("command", {"do": "gm-set", "target": "dutch", "state": {"at": place}})
        assert reply["ok"], reply
        kept[0] += 1
        time.sleep(_HAND)


def measure(disk: tuple[float, bool], seconds: float) -> tuple[Sequence[float], int]:
    """Give the times of all aims on a server with such a disk, and how many moves it kept meanwhile."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), "gevent", disk=disk) as server:
        mover, aimer = (come_as_gm(server.origin, server.gm) for _ in range(2))
        mover.connect()
        aimer.connect()
        aims(aimer, 1.0)
        stop, kept = threading.Event(), [0]
        moving = threading.Thread(target=move, args=(mover, stop, kept))
        moving.start()
        took = aims(aimer, seconds)
        stop.set()
        moving.join()
        mover.close()
        aimer.close()
        return took, kept[0]


def main() -> int:
    """Measure each disk; the exit status tells whether the floor holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--disk", type=float, default=0.3, help="seconds that the slow disk takes")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long aims are timed with each")
    args = parser.parse_args()
    print("| disk | who waits | aims | moves | median | p95 | ratio |")
    print("|---|---|---|---|---|---|---|")
    quick, ratios = 0.0, list[float]()
    for disk, who in (((0.0, False), "thread"), ((args.disk, False), "thread"), ((args.disk, True), "loop")):
        took, kept = measure(disk, args.seconds)
        p95 = statistics.quantiles(took, n=20)[-1]
        quick = quick or p95
        ratios.append(p95 / quick)
        middle = statistics.median(took)
        figures = f"{len(took)} | {kept} | {middle:.0f} | {p95:.0f} | {ratios[-1]:.2f}"
        print(f"| {disk[0]:g} s | {who} | {figures} |", flush=True)
    return 0 if ratios[1] <= FLOOR else 1


if __name__ == "__main__":
    sys.exit(main())
