"""Memory of a server, and what rest costs: `python -m tests.load.tables.memory [--moves 10000] [--rest 60]`.

Printed are, in MiB of resident memory: the first start on an empty folder with its highest figure; a start on
the same data with ten listeners; how many bytes each of so many moves leaves behind; and for the minute
after that, in which nobody does anything: messages to each listener beside the heartbeat, and the server's
milliseconds on the processor.
"""

import argparse
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

from tests.load.player import BREAKS, Player, come_as_gm, come_to_play
from tests.load.server import Server, memory, processor_time, running

LISTENERS = 10
CHARACTERS = ("kit", "brannock", "dutch")


def main() -> int:
    """Run the benchmark; the exit status is 1 where rest is not silent."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=10_000)
    parser.add_argument("--rest", type=float, default=60)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with running(data) as server:
            come_as_gm(server.origin, server.gm).close()
            print(f"first start: {_used(server)}")
        with running(data) as server:
            return _listen(server, args.moves, args.rest)


def _listen(server: Server, moves: int, rest: float) -> int:
    pid = server.process.pid
    print(f"start on existing data: {_used(server)}")
    gm = come_as_gm(server.origin, server.gm)
    heard: list[int] = []
    listeners = [_listener(server, number, heard) for number in range(LISTENERS)]
    gm.connect()
    print(f"{LISTENERS} listeners: {_used(server)}")
    _move(gm, range(min(moves, 500)))  # what is kept from move to move is there from here on
    before = memory(pid)
    print(f"after the first moves: {_used(server)}")
    _move(gm, range(500, 500 + moves))
    each = (memory(pid) - before) * 2**20 / moves
    print(f"after {moves} more: {_used(server)}, {each:.0f} bytes a move")
    time.sleep(2)
    heard.clear()
    spent = processor_time(pid)
    time.sleep(rest)
    spent = processor_time(pid) - spent
    print(f"at rest for {rest:.0f} s: {len(heard)} messages, {1e3 * spent:.0f} ms on the processor")
    for listener in (*listeners, gm):
        listener.close()
    return int(bool(heard))


def _listener(server: Server, number: int, heard: list[int]) -> Player:
    character = CHARACTERS[number] if number < len(CHARACTERS) else ""
    listener = come_to_play(server.origin, server.join, f"Listener {number}", character)
    listener.connect()
    threading.Thread(target=_listen_to, args=(listener, number, heard), daemon=True).start()
    return listener


def _listen_to(listener: Player, number: int, heard: list[int]) -> None:
    with suppress(*BREAKS):
        while listener.socket is not None:
            if (message := listener.socket.recv()) != "2":
                heard.append(number)
            elif message:
                listener.socket.send("3")


def _move(gm: Player, numbers: range) -> None:
    for number in numbers:
        place = [2 + number % 6, 3 + number // 6 % 11]
        command = {"id": f"m{number}", "do": "gm-set", "target": "kit", "state": {"at": place}}
        reply = gm.ask("command", command)
        assert reply["ok"], reply


def _used(server: Server) -> str:
    """Say what is in use now, and the most that ever was, in MiB."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    peak = next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM:"))
    return f"{memory(server.process.pid):.0f} MiB, at most {peak:.0f} MiB"


if __name__ == "__main__":
    sys.exit(main())
