"""What tables cost, awake and asleep.

The command: `python -m tests.load.tables.many_tables [--tables 100] [--events 2000]`.

Laid out are so many tables, of the ready-made fights in turn, each of which has been played by chance for so
many events. A server is started on them whose tables sleep after `--idle` seconds. Printed are its resident
memory with none open, with ten, with all (a GM's page and a player's at each, opened and closed), and when
all sleep; what each table costs; and in milliseconds, by the clock and of the processor, what the GM's page
of the first table takes at its first opening, from a snapshot after the server was started anew, and when
the table wakes, with the second opening beside it (what any page costs).
"""

import argparse
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import requests

from rules.systems import load_systems
from tests.load.player import come_to_play
from tests.load.rules.long_log import lay_out_log
from tests.load.server import Server, memory, processor_time
from tests.webapp.sockets.own_server import serving
from webapp.demo.fights import ONE_A_SYSTEM
from webapp.store.rows import SceneRows, TableSettings
from webapp.store.store import Store
from webapp.table.names import new_id

FEW = 10


def main() -> int:
    """Run the benchmark; the exit status is 1 where waking takes the processor 300 ms or more."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--events", type=int, default=2000)
    parser.add_argument("--idle", type=float, default=60)
    args = parser.parse_args()
    load_systems()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        lay_out_tables(data, args.tables, args.events)
        with serving(data, "gevent", idle=args.idle) as server:
            links = _links(data)
            print(
                f"{len(links)} tables of {args.events} events; none open: {_mib(server):.0f} MiB", flush=True
            )
            _show("first opening", server, links[0][0])
            _open(server, links[:FEW])
            few = _mib(server)
            _open(server, links[FEW:])
            every = _mib(server)
            each = (every - few) / max(1, len(links) - FEW)
            print(f"{FEW} open: {few:.0f} MiB; all: {every:.0f} MiB, {each:.2f} MiB each", flush=True)
            time.sleep(1.5 * args.idle)  # the timer looks once in a fifth of that time
            asleep = _mib(server)
            each = (asleep - few) / max(1, len(links) - FEW)
            print(f"all asleep: {asleep:.0f} MiB, {each:.2f} MiB each above {FEW} open", flush=True)
            slow = _show("waking", server, links[0][0])
            _show("the same again", server, links[0][0])
        with serving(data, "gevent", idle=args.idle) as server:
            _show("after a restart", server, links[0][0])
    return int(slow >= 300)


def lay_out_tables(data: Path, tables: int, events: int) -> None:
    """Fill a data folder with tables whose logs are as long as is wanted."""
    with tempfile.TemporaryDirectory() as folder:
        stored = [played(Path(folder) / fight, fight, events) for fight in ONE_A_SYSTEM]
    store = Store(data / "battlemat.db", data / "pictures")
    for number in range(tables):
        scene = stored[number % len(stored)]
        scene = replace(scene, battle=replace(scene.battle, id=new_id(), picture_id=None))
        store.put_table(f"Table {number}", TableSettings(), (), [scene], scene.battle.id)
    store.close()


def played(data: Path, fight: str, events: int) -> SceneRows:
    """Give a ready-made fight that has been played by chance for so many events."""
    lay_out_log(data, fight, events)
    store = Store(data / "battlemat.db", data / "pictures")
    (battle,) = store.battles(store.all_tables()[0].id)
    scene = SceneRows(battle, store.events(battle.id))
    store.close()
    return scene


def _links(data: Path) -> list[tuple[str, str]]:
    """List the links of each table's GM and players."""
    store = Store(data / "battlemat.db", data / "pictures")
    found = [(f"/gm/{table.gm_key}", f"/join/{table.join_code}") for table in store.all_tables()]
    store.close()
    return found


def _open(server: Server, links: list[tuple[str, str]]) -> None:
    for gm, join in links:
        requests.get(server.origin + gm, timeout=60).raise_for_status()
        come_to_play(server.origin, join, "Ann").close()


def _show(what: str, server: Server, link: str) -> float:
    """Open a GM's page and print what it took; give the milliseconds of the processor."""
    began, worked = time.monotonic(), processor_time(server.process.pid)
    requests.get(server.origin + link, timeout=60).raise_for_status()
    took = 1e3 * (time.monotonic() - began)
    worked = 1e3 * (processor_time(server.process.pid) - worked)
    print(f"{what}: {took:.0f} ms, {worked:.0f} ms of the processor", flush=True)
    return worked


def _mib(server: Server) -> float:
    return memory(server.process.pid)


if __name__ == "__main__":
    sys.exit(main())
