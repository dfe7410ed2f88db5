"""How fast a move reaches everybody: `python -m tests.load.tables.push [--clients 10,50,200] [--seconds 10]`.

One mover (the GM, setting a token's place) and N listeners, the first three with a character of their own.
Each move is checked, written to SQLite with a full sync, filtered for each viewer and pushed. Two figures for
each N: latency at 20 moves a second (goal F2), and moves a second when the next is sent as soon as the last
is acknowledged (goal F1). A move that does not reach every listener is a failure (exit status 1).
Beside them the server's own time on the processor for each move, which other programs disturb least.
"""

from gevent import monkey

monkey.patch_all()

import argparse  # noqa: E402
import statistics  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402
from pathlib import Path  # noqa: E402

import gevent  # noqa: E402

from tests.load.player import Player, come_as_gm, come_to_play  # noqa: E402
from tests.load.server import Server, memory, processor_time, running  # noqa: E402

RATE = 20
WHO = "kit"
CHARACTERS = ("kit", "brannock", "dutch")


def main() -> int:
    """Run the benchmark and print a line for each number of listeners."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", default="10,50,200")
    parser.add_argument("--seconds", type=float, default=10.0)
    args = parser.parse_args()
    lost = 0
    print("| clients | p50 ms | p95 ms | moves/s | lost | server ms/move | server MiB |")
    print("|---|---|---|---|---|---|---|")
    for count in (int(part) for part in args.clients.split(",")):
        with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as server:
            lost += _measure(server, count, args.seconds)
    return 1 if lost else 0


def _measure(server: Server, count: int, seconds: float) -> int:
    mover = come_as_gm(server.origin, server.gm)
    mover.connect()
    gevent.spawn(mover.listen)
    audience = [_listener(server, number) for number in range(count)]
    arrivals: list[list[float]] = [[] for _ in audience]
    for player, times in zip(audience, arrivals, strict=True):
        player.on_update = _noting(times)
        gevent.spawn(player.listen)
    gevent.sleep(1)
    sent: list[float] = []
    for number in range(int(RATE * seconds)):
        due = time.monotonic() + 1 / RATE
        sent.append(time.monotonic())
        _move(mover, number)
        gevent.sleep(max(0.0, due - time.monotonic()))
    gevent.sleep(2)
    latencies = [(at - start) * 1e3 for times in arrivals for start, at in zip(sent, times, strict=False)]
    lost = sum(len(sent) - len(times) for times in arrivals)
    for times in arrivals:
        times.clear()
    worked, start, moves = processor_time(server.process.pid), time.monotonic(), 0
    while time.monotonic() - start < seconds:
        _wait_for(mover, _move(mover, moves))
        moves += 1
    gevent.sleep(2)
    took = max((times[-1] for times in arrivals if times), default=start) - start
    lost += sum(moves - len(times) for times in arrivals)
    each = (processor_time(server.process.pid) - worked) * 1e3 / moves
    cuts = statistics.quantiles(latencies, n=20)
    rate = moves / took if took > 0 else 0.0
    size = memory(server.process.pid)
    figures = f"{cuts[9]:.1f} | {cuts[18]:.1f} | {rate:.1f} | {lost} | {each:.1f} | {size:.0f}"
    print(f"| {count} | {figures} |", flush=True)
    for player in (mover, *audience):
        player.close()
    return lost


def _listener(server: Server, number: int) -> Player:
    character = CHARACTERS[number] if number < len(CHARACTERS) else ""
    player = come_to_play(server.origin, server.join, f"Listener {number}", character)
    player.connect()
    return player


def _noting(times: list[float]):  # type: ignore[no-untyped-def]
    def note(at: float, update: dict[str, object]) -> None:
        if update.get("moves"):
            times.append(at)

    return note


def _move(mover: Player, number: int) -> int:
    place = [2 + number % 2, 3]
    return mover.send(
        "command", {"id": f"m{time.monotonic_ns()}", "do": "gm-set", "target": WHO, "state": {"at": place}}
    )


def _wait_for(mover: Player, number: int) -> None:
    while number not in mover.replies:
        gevent.sleep(0.0005)
    reply = mover.replies.pop(number)[1]
    assert reply["ok"], reply


if __name__ == "__main__":
    sys.exit(main())
