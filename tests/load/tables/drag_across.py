"""How soon a drag is seen at another process: `python -m tests.load.tables.drag_across [--seconds 20]`.

Two processes serve one table over PostgreSQL and Redis: the GM's page is at one, a player's at the other,
and the projector's at each. The GM drags a ruler over the map, which its page shows the others ten times a
second, and beside it moves a token once a second. Printed are the milliseconds from sending until each of the
other pages has it, median and p95: of the ruler, which goes over Redis alone and is kept nowhere, and of the
move, which is stored first; at the GM's own process and across. Exit status 1 above 100 ms across at the 95th
percentile.

It needs the local PostgreSQL and Redis, or those that BATTLEMAT_TEST_POSTGRES and BATTLEMAT_TEST_REDIS name.
"""

from gevent import monkey

monkey.patch_all()

import argparse  # noqa: E402
import statistics  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
from collections.abc import Sequence  # noqa: E402

import gevent  # noqa: E402

from tests.load.player import Player, come_as_gm, come_to_play, come_to_screen  # noqa: E402
from tests.load.tables.many_processes import Way, served  # noqa: E402

GOAL = 100.0
RATE = 10
WIDE = 16
"""Columns and rows over which the ruler goes: no two rulers that follow each other end in one place."""
_WAY = Way("two, the table at both", 2, is_spread=True)


def main() -> int:
    """Run the benchmark; the exit status is 1 where what is across comes too late."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    args = parser.parse_args()
    with served(_WAY, 1) as ((here, there), [(gm, join, screen)]):
        mover = come_as_gm(here.origin, gm)
        near = [come_to_screen(here.origin, screen)]
        across = [come_to_play(there.origin, join, "Ben"), come_to_screen(there.origin, screen)]
        for page in (mover, *near, *across):
            page.connect()
            gevent.spawn(page.listen)
        gevent.sleep(1)
        drawn, moved = drag(mover, args.seconds)
        gevent.sleep(2)
        worst = 0.0
        for where, pages in (("same process", near), ("across", across)):
            rulers = [wait for page in pages for wait in ruler_waits(page, drawn)]
            moves = [wait for page in pages for wait in move_waits(page, moved)]
            for what, waits in (("ruler", rulers), ("move", moves)):
                middle, high = statistics.median(waits), sorted(waits)[int(0.95 * len(waits))]
                print(f"{what:6} {where:14} median {middle:6.1f} p95 {high:6.1f} ms ({len(waits)} arrivals)")
                worst = max(worst, high if where == "across" else 0.0)
    return 1 if worst > GOAL else 0


def drag(mover: Player, seconds: float) -> tuple[list[float], list[float]]:
    """Drag a ruler, and move a token once a second; give when each was sent (monotonic seconds)."""
    drawn: list[float] = []
    moved: list[float] = []
    for number in range(int(RATE * seconds)):
        due = time.monotonic() + 1 / RATE
        points = [[0.5, 0.5], [1.5 + number % WIDE, 0.5 + number // WIDE % WIDE]]
        drawn.append(time.monotonic())
        mover.send("measure", {"points": points, "free": True, "show": True, "page": "1"})
        if number % RATE == RATE // 2:
            moved.append(time.monotonic())
            at = [3 + len(moved) % 4, 5 + len(moved) // 4 % 4]
            mover.send("command", {"do": "gm-set", "target": "kit", "state": {"at": at}})
        gevent.sleep(max(0.0, due - time.monotonic()))
    assert all(reply.get("shown", True) for _, reply in mover.replies.values()), "every ruler was passed on"
    return drawn, moved


def ruler_waits(page: Player, drawn: Sequence[float]) -> list[float]:
    """Give the milliseconds of each ruler to a page, the first word of each; none may be missing."""
    came = [(now, body["points"][-1]) for now, body in page.shown if "points" in body]
    new = [now for number, (now, end) in enumerate(came) if number == 0 or came[number - 1][1] != end]
    assert len(new) == len(drawn), f"{len(new)} of {len(drawn)} rulers came"
    return [1e3 * (now - sent) for now, sent in zip(new, drawn, strict=True)]


def move_waits(page: Player, moved: Sequence[float]) -> list[float]:
    """Give the milliseconds of each move to a page; none may be missing."""
    came = [now for now, moves in page.moved for _ in moves]
    assert len(came) == len(moved), f"{len(came)} of {len(moved)} moves came"
    return [1e3 * (now - sent) for now, sent in zip(came, moved, strict=True)]


if __name__ == "__main__":
    sys.exit(main())
