"""What a move costs, part by part.

The command: `python -m tests.load.tables.move_budget [--clients 10,50,200] [--moves 300]`.

The server runs in a process under gevent, with a watch in each part of a command's way; mover and listeners
(the first three with a character of their own) are another. Each move waits for the reply to the one before
it. Printed is the server's own time on the processor for one move, in milliseconds, by parts:

read: from the frame to the message; rights: who sent it; check: whether they may; rules: what comes of it;
store: written and synchronised; ahead: where tokens go, which is sent first; word: what each knowledge is
told; view: what each room's page shows; render: what differs, drawn; encode: packets for the rooms, with what
goes out at once; send: frames that waited in a queue; rest: all else, the loop and what lies between.

The moves fall into ten parts of equal length, and each figure is the middle one of the ten: what else runs on
the machine then disturbs it least.
"""

from gevent import monkey

monkey.patch_all()

import argparse  # noqa: E402
import json  # noqa: E402
import statistics  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402
from collections import defaultdict  # noqa: E402
from collections.abc import Callable  # noqa: E402
from functools import wraps  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

import gevent  # noqa: E402

from rules.engine.battle import Battle  # noqa: E402
from tests.load.player import come_as_gm, come_to_play  # noqa: E402
from tests.load.server import ROOT  # noqa: E402
from webapp.app import create_app  # noqa: E402
from webapp.demo.first_table import first_table  # noqa: E402
from webapp.live import message_checks  # noqa: E402
from webapp.live.audience import Audience  # noqa: E402
from webapp.server.network import find_network, free_port  # noqa: E402
from webapp.server.wsgi import serve_on  # noqa: E402
from webapp.settings import Settings  # noqa: E402
from webapp.sockets.packets import CheckedPacket  # noqa: E402
from webapp.sockets.switchboard import Switchboard  # noqa: E402
from webapp.sockets.websocket import WebSocketTransport  # noqa: E402
from webapp.store.database import PatientConnection  # noqa: E402
from webapp.store.store import Store  # noqa: E402
from webapp.table import host  # noqa: E402
from webapp.visibility.stream import Stream  # noqa: E402

Spent = defaultdict[str, float]
PARTS = ("read", "rights", "check", "rules", "store", "ahead", "word", "view", "render", "encode", "send")
_WATCHED: tuple[tuple[str, Any, str], ...] = (
    ("read", Switchboard, "_judge"),
    ("read", CheckedPacket, "decode"),
    ("rights", message_checks, "sender"),
    ("check", host, "authorised"),
    ("check", host, "as_meant"),
    ("rules", Battle, "decide"),
    ("rules", Battle, "accept"),
    ("store", host, "event_as_json"),
    ("store", Store, "append_all"),
    ("store", PatientConnection, "sync"),
    ("ahead", Audience, "get_ready"),
    ("word", Stream, "take_in"),
    ("view", Audience, "_view"),
    ("render", Audience, "_changes"),
    ("encode", message_checks.socketio, "emit"),
    ("send", WebSocketTransport, "send"),
)
_BATCHES = 10
WHO, CHARACTERS = "kit", ("kit", "brannock", "dutch")


class Watch:
    """Counts the time on the processor that each part takes, without the parts within it."""

    def __init__(self) -> None:
        self.spent: Spent = defaultdict(float)
        self._open: dict[object, list[float]] = {}

    def put_on(self) -> None:
        """Have every part watched from now on."""
        for part, owner, name in _WATCHED:
            setattr(owner, name, self._watched(part, getattr(owner, name)))

    def _watched(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def watched(*args: Any, **named: Any) -> Any:
            within = self._open.setdefault(gevent.getcurrent(), [])
            began = time.thread_time()
            within.append(0.0)
            try:
                return function(*args, **named)
            finally:
                took = time.thread_time() - began
                self.spent[part] += took - within.pop()
                if within:
                    within[-1] += took

        return watched


def main() -> int:
    """Measure with each number of listeners, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", default="10,50,200")
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--drive", help=argparse.SUPPRESS)
    parser.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.drive:
        return _drive(json.loads(args.drive), args.moves)
    counts = [int(part) for part in args.clients.split(",")]
    if len(counts) > 1 or not args.bare:
        print("| clients | " + " | ".join(PARTS) + " | rest | all |")
        print("|---" * (len(PARTS) + 3) + "|", flush=True)
        own = [sys.executable, "-m", "tests.load.tables.move_budget", "--bare", "--moves", str(args.moves)]
        return max(subprocess.call([*own, "--clients", str(count)], cwd=ROOT) for count in counts)
    return _serve(counts[0], args.moves)


def _serve(count: int, moves: int) -> int:
    """Be the server, and print what the moves of another process cost it."""
    watch = Watch()
    watch.put_on()
    with tempfile.TemporaryDirectory() as folder:
        network = find_network(lan=False)
        port = free_port(network.bind, 0)
        settings = Settings(data_dir=Path(folder), port=port, lan=False, async_mode="gevent")
        app = create_app(settings)
        links = first_table(app)
        gevent.spawn(serve_on, app, settings, network.bind, port)
        origin = f"http://127.0.0.1:{port}"
        driven = {"origin": origin, "gm": links.gm, "join": links.join, "clients": count}
        _print(count, _measure(watch, driven, moves))
    return 0


def _measure(watch: Watch, driven: dict[str, Any], moves: int) -> list[Spent]:
    """Give what was spent on each batch of moves, in seconds for one move; `all` is the process's own."""
    line = [
        sys.executable,
        "-m",
        "tests.load.tables.move_budget",
        "--moves",
        str(moves),
        "--drive",
        json.dumps(driven),
    ]
    process = subprocess.Popen(line, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdin is not None
    began = 0.0
    batches, each = list[Spent](), moves // _BATCHES
    for said in process.stdout:
        if said.startswith("batch"):
            spent = defaultdict(float, {part: took / each for part, took in watch.spent.items()})
            spent["all"] = (time.process_time() - began) / each
            batches.append(spent)
        watch.spent.clear()
        began = time.process_time()
        process.stdin.write("go on\n")
        process.stdin.flush()
    if process.wait() or len(batches) != _BATCHES:
        raise RuntimeError("the other process did not come to its end")
    return batches


def _print(count: int, batches: list[Spent]) -> None:
    middle = {part: 1e3 * statistics.median(b[part] for b in batches) for part in (*PARTS, "all")}
    rest = middle["all"] - sum(middle[part] for part in PARTS)
    figures = [*(middle[part] for part in PARTS), rest, middle["all"]]
    print(f"| {count} | " + " | ".join(f"{figure:.2f}" for figure in figures) + " |", flush=True)


def _drive(driven: dict[str, Any], moves: int) -> int:
    """Be the mover and the listeners: say when all are there, and when each batch of moves is done."""
    mover = come_as_gm(driven["origin"], driven["gm"])
    mover.connect()
    people = [
        come_to_play(driven["origin"], driven["join"], f"Listener {n}", CHARACTERS[n] if n < 3 else "")
        for n in range(min(driven["clients"], 11))
    ]
    listeners = [*people]
    for n in range(len(people), driven["clients"]):  # the others are further pages of theirs
        one = people[3 + n % (len(people) - 3)]
        listeners.append(type(one)(one.origin, one.role, one.session, one.table))
    for listener in listeners:
        listener.connect()
        listener.on_update = lambda at, update: None
        gevent.spawn(listener.listen)
    gevent.sleep(2)
    for n in range(2 * moves // _BATCHES):  # to begin with
        _move(mover, n)
    for batch in range(_BATCHES):
        print("ready" if not batch else "batch", flush=True)
        sys.stdin.readline()
        for n in range(moves // _BATCHES):
            _move(mover, n)
        gevent.sleep(0.5)
    print("batch", flush=True)
    return 0


def _move(mover: Any, number: int) -> None:
    place = [2 + number % 6, 3 + number // 6 % 11]
    command = {"id": f"m{time.monotonic_ns()}", "do": "gm-set", "target": WHO, "state": {"at": place}}
    reply = mover.ask("command", command)
    assert reply["ok"], reply


if __name__ == "__main__":
    sys.exit(main())
