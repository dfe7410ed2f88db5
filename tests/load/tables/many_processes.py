"""What tables cost one process and two: `python -m tests.load.tables.many_processes [--tables 10,100,300]`.

Each table has five open pages (GM, three players, projector) and a move a second (`--pace`), which the GM's
page sends. In one run are tried, with so many tables each: one process on SQLite; two processes on PostgreSQL
and Redis with a table's pages at one of them; and two with each table's pages at both. Printed are, for each:
how long a move takes to reach another page (median and p95, in milliseconds), what it costs the servers'
processes of the processor, summed (milliseconds; as a ratio to one process with as many tables, and to the
same servers with the fewest), and the memory that a table takes with its pages open, and that the processes
have kept of it once it sleeps (KiB, over a server without any open): that is used again by the next tables.
The clients run on the same machine; what they and the databases take of it is not in the figures of the
processor, and very much in the times.

It needs the local PostgreSQL and Redis, or those that BATTLEMAT_TEST_POSTGRES and BATTLEMAT_TEST_REDIS name.
"""

from gevent import monkey

monkey.patch_all()

import argparse  # noqa: E402
import os  # noqa: E402
import random  # noqa: E402
import statistics  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402
from collections.abc import Callable, Iterator, Sequence  # noqa: E402
from contextlib import ExitStack, contextmanager  # noqa: E402
from dataclasses import dataclass, field, replace  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402
from urllib.parse import urlsplit  # noqa: E402

import gevent  # noqa: E402
import requests  # noqa: E402
from gevent.pool import Pool  # noqa: E402
from requests.adapters import HTTPAdapter  # noqa: E402

from tests.load.player import Player  # noqa: E402
from tests.load.server import Server, memory, processor_time  # noqa: E402
from tests.load.tables.many_tables import played  # noqa: E402
from tests.postgres import own_schema  # noqa: E402
from tests.webapp.sockets.own_server import serving  # noqa: E402
from webapp.demo.fights import ONE_A_SYSTEM  # noqa: E402
from webapp.store.rows import TableSettings  # noqa: E402
from webapp.store.store import Store  # noqa: E402
from webapp.table.names import new_id  # noqa: E402

REDIS = os.environ.get("BATTLEMAT_TEST_REDIS") or "redis://127.0.0.1:6379/0"
PLAYERS = 3
_SILENCE = 20
"""Seconds without any arrival after which no more is waited for."""
_OPENERS = 8
"""How many pages are opened at the same time."""
IDLE = 30.0
"""Seconds after which a table that nobody looks at sleeps; ten minutes at people's own servers."""


class _From(HTTPAdapter):
    """Comes from an address of its own: each table is a house, as too many pages of one are refused."""

    def __init__(self, address: str) -> None:
        self._address = address
        super().__init__()

    def init_poolmanager(self, *args: Any, **named: Any) -> None:
        """Make connections from there."""
        super().init_poolmanager(*args, **named, source_address=(self._address, 0))


@dataclass
class Table:
    """One table with its pages; the first is the GM's."""

    pages: list[Player] = field(default_factory=list)
    sent: list[float] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    """Where to, as pages are told it."""
    came: list[int] = field(default_factory=lambda: [0] * (2 + PLAYERS))
    """How many moves have come to each page."""
    waits: list[float] = field(default_factory=list)
    """Seconds from sending a move to its arrival at each of the other pages."""

    def noting(self, place: int) -> Callable[[float, dict[str, Any]], None]:
        """Give what takes down when moves come to a page; those that were done together come as one."""

        def note(now: float, update: dict[str, Any]) -> None:
            for move in update.get("moves") or ():
                came = [n for n, at in enumerate(self.places) if at == move["place"]][-1] + 1
                done = [n for n in range(self.came[place], came) if not self._was_refused(n)]
                self.waits += [now - self.sent[n] for n in done]
                self.came[place] = max(came, self.came[place])

        return note

    def _was_refused(self, number: int) -> bool:
        """Say whether a move, by its number from 0, is known to have been refused: it comes to nobody."""
        _, reply = self.pages[0].replies.get(number + 1, (0.0, {"ok": True}))
        return not reply["ok"]

    def move(self, who: str, at: tuple[int, int]) -> None:
        """Let the GM move somebody."""
        self.sent.append(time.monotonic())
        self.places.append("{},{}".format(*at))
        self.pages[0].send("command", {"do": "gm-set", "target": who, "state": {"at": list(at)}})


@dataclass(frozen=True)
class Way:
    """One way to serve tables."""

    name: str
    processes: int
    is_spread: bool
    """Whether a table's pages are at all processes."""


WAYS = (
    Way("one process, SQLite", 1, False),
    Way("two, a table at one", 2, False),
    Way("two, tables at both", 2, True),
)


@dataclass(frozen=True)
class Found:
    """What was measured."""

    moves: int
    refused: int
    median: float
    p95: float
    cost: float
    """Milliseconds of the servers' processor time a move."""
    each: float
    """KiB of memory a table."""
    asleep: float
    """KiB that the processes have kept of it when all tables sleep, for the next ones."""


@contextmanager
def served(way: Way, tables: int) -> Iterator[tuple[list[Server], list[tuple[str, str, str]]]]:
    """Run servers on so many tables; give the links to each one's GM, players and projector."""
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "data"
        database: str | Path = data / "battlemat.db"
        places = {}
        if way.processes > 1:
            database = stack.enter_context(own_schema())
            places = {"database": database, "redis": REDIS}
        links = lay_out(data, database, tables)
        ways = [serving(data, "gevent", idle=IDLE, **places) for _ in range(way.processes)]
        servers = [stack.enter_context(each) for each in ways]
        yield servers, links


def lay_out(data: Path, database: str | Path, tables: int) -> list[tuple[str, str, str]]:
    """Fill a database with tables that have been played a little."""
    with tempfile.TemporaryDirectory() as folder:
        scene = played(Path(folder), ONE_A_SYSTEM[0], 50)
    data.mkdir(parents=True, exist_ok=True)
    store = Store(database, data / "pictures")
    links = []
    for number in range(tables):
        own = replace(scene, battle=replace(scene.battle, id=new_id(), picture_id=None))
        table = store.put_table(f"Table {number}", TableSettings(), (), [own], own.battle.id)
        links.append((f"/gm/{table.gm_key}", f"/join/{table.join_code}", f"/screen/{table.screen_key}"))
    store.close()
    return links


def opened(servers: Sequence[Server], links: tuple[str, str, str], number: int, *, is_spread: bool) -> Table:
    """Open the pages of a table."""
    table, (gm, join, screen) = Table(), links
    for place in range(2 + PLAYERS):
        server = servers[(number + (place if is_spread else 0)) % len(servers)]
        link, role = [(gm, "gm"), *[(join, "play")] * PLAYERS, (screen, "screen")][place]
        session, address = requests.Session(), f"127.0.{1 + number // 250}.{1 + number % 250}"
        session.mount("http://", _From(address))
        answer = session.get(server.origin + link, timeout=120, allow_redirects=role == "play")
        if role == "play":
            token = answer.text.partition('name="csrf" value="')[2].partition('"')[0]
            form = {"csrf": token, "name": f"Player {place}", "character": ""}
            answer = session.post(server.origin + link, data=form, timeout=120, allow_redirects=False)
        assert answer.status_code == 303, (answer.status_code, answer.text[:200])
        id_ = urlsplit(answer.headers["Location"]).path.split("/")[2]
        player = Player(server.origin, role, session, id_, address=address)
        if place:
            player.on_update = table.noting(place)
        player.connect()
        gevent.spawn(player.listen)
        table.pages.append(player)
    return table


def measured(way: Way, tables: int, seconds: float, pace: float) -> Found:
    """Serve so many tables in one way, with a move each `pace` seconds at each."""
    with served(way, tables) as (servers, links):
        pids = [server.process.pid for server in servers]
        before = sum(map(memory, pids))
        pool = Pool(_OPENERS)
        jobs = [
            pool.spawn(opened, servers, each, number, is_spread=way.is_spread)
            for number, each in enumerate(links)
        ]
        gevent.joinall(jobs, raise_error=True)
        open_ = [job.value for job in jobs]
        gevent.sleep(3)
        each = 1024 * (sum(map(memory, pids)) - before) / tables
        worked = sum(map(processor_time, pids))
        players = [gevent.spawn(play, table, seconds, pace) for table in open_]
        moves = sum(job.get() for job in players)
        refused = wait_for(open_, moves)
        cost = 1e3 * (sum(map(processor_time, pids)) - worked) / moves
        waits = sorted(wait for table in open_ for wait in table.waits)
        for table in open_:
            for page in table.pages:
                page.close()
        gevent.sleep(2 * IDLE)
        asleep = 1024 * (sum(map(memory, pids)) - before) / tables
    middle, high = 1e3 * statistics.median(waits), 1e3 * waits[int(0.95 * len(waits))]
    return Found(moves, refused, middle, high, cost, each, asleep)


def wait_for(tables: Sequence[Table], moves: int) -> int:
    """Wait until every move is answered, and has come to every page if it was done; give how many were not.

    More moves than the machine can do come late.
    """
    until, came, wanted = time.monotonic() + _SILENCE, -1, 0
    while True:
        replies = [reply for table in tables for _, reply in table.pages[0].replies.values()]
        refused = [reply["refusal"] for reply in replies if not reply["ok"]]
        now, wanted = sum(len(table.waits) for table in tables), (moves - len(refused)) * (1 + PLAYERS)
        if len(replies) == moves and now == wanted:
            if refused:
                print(f"{len(refused)} refused, the first: {refused[0]['message']}", flush=True)
            return len(refused)
        until = time.monotonic() + _SILENCE if now > came else until
        assert time.monotonic() < until, f"{wanted - now} of {wanted} never came"
        came = now
        gevent.sleep(0.5)


def play(table: Table, seconds: float, pace: float) -> int:
    """Move somebody once in `pace` seconds, not all tables at the same moment; give how often."""
    gevent.sleep(pace * random.random())
    until, moves = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        table.move("kit", (3 + moves % 4, 5 + moves // 4 % 4))
        moves += 1
        gevent.sleep(pace)
    return moves


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", default="10,100,300")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pace", type=float, default=1, help="seconds between two moves at a table")
    args = parser.parse_args()
    titles = ("tables", "moves", "refused", "median", "p95 ms", "cpu ms", "to one", "grown", "KiB", "asleep")
    print(" " * 22, *(f"{title:>7}" for title in titles), flush=True)

    fewest: dict[Way, float] = {}
    for tables in (int(each) for each in args.tables.split(",")):
        alone = 0.0
        for way in WAYS:
            found = measured(way, tables, args.seconds, args.pace)
            alone = alone or found.cost
            grown = found.cost / fewest.setdefault(way, found.cost)
            print(
                f"{way.name:22} {tables:7} {found.moves:7} {found.refused:7} {found.median:7.1f}"
                f" {found.p95:7.1f} {found.cost:7.2f} {found.cost / alone:7.2f} {grown:7.2f}"
                f" {found.each:7.0f} {found.asleep:7.0f}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
