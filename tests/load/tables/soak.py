"""A long evening with everybody there: `python -m tests.load.tables.soak [--clients 200] [--commands 10000]`.

The GM gives so many commands, each when the one before is acknowledged: tokens are set elsewhere, wounded,
renamed, taken back and put back. Three listeners have a character, the others watch; every now and then one
goes away without a word and comes back. What each is sent must be a chain: every update follows on the one
before, none comes twice, and in the end all have come to the number that the server has for them, which says
the same to a page that is loaded anew. After a restart the log still holds every command that was
acknowledged, and opens as long as printed.

Every twentieth of the way, or every minute, a line is printed: the time, commands a second, the server's time
on the processor for each and its resident memory. The exit status is 1 if anything was lost or doubled, or if
the memory grew in the second half by more than what the log itself takes.
"""

from gevent import monkey

monkey.patch_all()

import argparse  # noqa: E402
import random  # noqa: E402
import sqlite3  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402
from contextlib import closing, suppress  # noqa: E402
from dataclasses import dataclass  # noqa: E402
from hashlib import sha256  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

import gevent  # noqa: E402

from tests.load.player import BREAKS, Player, come_as_gm, come_to_play  # noqa: E402
from tests.load.server import Server, memory, processor_time, running  # noqa: E402
from tests.load.tables.push import CHARACTERS  # noqa: E402

_RESIDENT = 3.0
"""MiB of memory that a thousand commands may take for good: their events, as the log has them."""
_FILLING = 3_000
"""Commands after which what is kept of lines, for each kind of viewer, is full."""


@dataclass(slots=True)
class Listener:
    """One page, and whether what it was sent is a chain."""

    player: Player
    seq: int | None = None
    updates: int = 0
    wrong: int = 0
    ear: gevent.Greenlet | None = None

    def note(self, _at: float, update: dict[str, Any]) -> None:
        """Take in an update: it follows on what was shown, or shows everything anew."""
        if "seq" not in update:
            return
        self.updates += 1
        prev, seq = update["prev"], update["seq"]
        follows = prev is None or self.seq is None or (prev == self.seq and seq >= prev)
        self.wrong += not follows
        self.seq = seq

    def listen(self) -> None:
        """Come in, with what was seen last, and listen."""
        self.player.on_update = self.note
        self.player.connect(self.seq)
        self.ear = gevent.spawn(self.player.listen)

    def blink(self) -> None:
        """Lose the network and find it again."""
        assert self.player.socket is not None
        self.player.socket.shutdown()
        self.player.socket = None
        self.listen()

    def stay(self) -> None:
        """Come in again if the line broke by itself: on a busy machine an answer to a ping may be late."""
        if self.ear is not None and self.ear.ready():
            self.player.socket = None
            self.listen()


def main() -> int:
    """Run it, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--commands", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop earlier, after so long")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        with running(Path(folder)) as server:
            wrong, acknowledged = _play(server, args.clients, args.commands, args.seconds)
        kept = _kept(Path(folder))
        lost = len(acknowledged - kept)
        with running(Path(folder)) as server:
            start = time.monotonic()
            come_as_gm(server.origin, server.gm)
            print(f"opened again in {(time.monotonic() - start) * 1e3:.0f} ms")
    print(f"{len(acknowledged)} commands acknowledged; {lost} of them not in the log")
    return int(bool(wrong or lost))


def _play(server: Server, clients: int, commands: int, seconds: float) -> tuple[int, set[str]]:
    gm = come_as_gm(server.origin, server.gm)
    giver = Listener(gm)
    giver.listen()
    people = [_come(server, number) for number in range(clients)]
    dice, pid = random.Random(1), server.process.pid
    print(f"{clients} clients; {memory(pid):.0f} MiB")
    print("| commands | seconds | commands/s | server ms each | MiB |")
    print("|---|---|---|---|---|")
    acknowledged: set[str] = set()
    sizes, start, worked, told = [(0, memory(pid))], time.monotonic(), processor_time(pid), 0.0
    for number in range(1, commands + 1):
        if number % 25 == 0:
            dice.choice(people).blink()
            for person in people:
                person.stay()
        if _ask(giver, number, dice):
            acknowledged.add(sha256(f"gm\nsoak-{number}".encode()).hexdigest()[:32])  # as the host names it
        took = time.monotonic() - start
        if number % max(1, commands // 20) == 0 or took - told > 60 or took > seconds:
            told, spent = took, processor_time(pid) - worked
            sizes.append((number, memory(pid)))
            each = f"{number / took:.1f} | {spent * 1e3 / number:.1f}"
            print(f"| {number} | {took:.0f} | {each} | {sizes[-1][1]:.1f} |", flush=True)
        if took > seconds:
            break
    for person in people:
        person.stay()
    gevent.sleep(3)
    (early, before), (late, after) = sizes[len(sizes) // 2], sizes[-1]
    grown = (after - before) / max(1, late - early) * 1000
    judged = early >= _FILLING
    why = "" if judged else f"; not judged before {2 * _FILLING}: what is kept of lines fills up first"
    print(f"memory in the second half: {grown:+.2f} MiB for each thousand commands{why}")
    wrong = _compare(server, people) + (judged and grown > _RESIDENT)
    for player in (gm, *(person.player for person in people)):
        player.close()
    return wrong, acknowledged


def _come(server: Server, number: int) -> Listener:
    character = CHARACTERS[number] if number < len(CHARACTERS) else ""
    listener = Listener(come_to_play(server.origin, server.join, f"Listener {number}", character))
    listener.listen()
    return listener


def _ask(giver: Listener, number: int, dice: random.Random) -> bool:
    """Give one command, and say whether it was carried out: undo and redo may have nothing to do.

    Where the line breaks it is given again, as pages do: with its id it counts once.
    """
    who, roll = dice.choice(CHARACTERS), dice.random()
    command: dict[str, Any]
    if roll < 0.02:
        command = {"do": dice.choice(("undo", "undo", "redo"))}
    elif roll < 0.07:
        command = {"do": "edit", "target": who, "name": f"{who.capitalize()} {number}"}
    elif roll < 0.12:
        command = {"do": "gm-set", "target": who, "state": {"wounds": dice.randint(0, 2)}}
    else:
        command = {"do": "gm-set", "target": who, "state": {"at": [2 + number % 5, 3 + number % 3]}}
    gm, sent = giver.player, None
    while sent not in gm.replies:
        if sent is None or (giver.ear is not None and giver.ear.ready()):
            giver.stay()
            with suppress(*BREAKS):
                sent = gm.send("command", {"id": f"soak-{number}", **command})
        gevent.sleep(0.0005)
    reply = gm.replies.pop(sent)[1]
    assert reply["ok"] or reply["refusal"]["code"].startswith("nothing-to"), reply
    return bool(reply["ok"])


def _compare(server: Server, people: list[Listener]) -> int:
    """Count who missed something: whoever knows the same must have come to the same number."""
    broken = sum(person.wrong for person in people)
    watchers = {person.seq for person in people[len(CHARACTERS) :]}
    anew = come_to_play(server.origin, server.join, "Late")
    late = Listener(anew)
    late.listen()
    gevent.sleep(1)
    apart = len(watchers - {late.seq})
    total = sum(person.updates for person in people)
    print(
        f"{total} updates; {broken} did not follow on the one before; {apart} ended elsewhere than a new page"
    )
    return broken + apart


def _kept(data: Path) -> set[str]:
    """List the ids of the commands that the database holds."""
    with closing(sqlite3.connect(data / "battlemat.db")) as connection:
        return {id_ for (id_,) in connection.execute("select distinct command_id from events")}


if __name__ == "__main__":
    sys.exit(main())
