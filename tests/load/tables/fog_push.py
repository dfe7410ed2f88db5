"""How fast a player's own move in the fog reaches the others: `python -m tests.load.tables.fog_push`.

Ten players, each with a character who sees alone, on 88 x 88 cells with 1,000 walls; they move in turn, some
ten moves a second, anywhere within their reach where nobody has stood. A real server writes each move with a
full sync. Told are milliseconds from the move to its arrival at all other pages that see it, to the reply,
and to the mover's own map; and the server's time on the processor for each move, with the GM's "turn" and the
reach that is asked for before it.
"""

from gevent import monkey

monkey.patch_all()

import argparse  # noqa: E402
import statistics  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402
from collections.abc import Mapping  # noqa: E402
from itertools import cycle  # noqa: E402
from pathlib import Path  # noqa: E402
from random import Random  # noqa: E402
from typing import Any  # noqa: E402

import gevent  # noqa: E402

from tests.load.player import Player, come_as_gm, come_to_play  # noqa: E402
from tests.load.scene import lay_out_fog  # noqa: E402
from tests.load.server import processor_time, running  # noqa: E402
from webapp.app import Settings, create_app  # noqa: E402
from webapp.context import STORE  # noqa: E402
from webapp.demo.first_table import first_table  # noqa: E402

PAUSE = 0.05


def main() -> int:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--system", default="phases")
    parser.add_argument("--farthest", action="store_true", help="each as far as the rules let them")
    asked = parser.parse_args()
    moves = asked.moves
    with tempfile.TemporaryDirectory() as folder:
        people = _lay_out(Path(folder), asked.system)
        with running(Path(folder)) as server:
            gm = come_as_gm(server.origin, server.gm)
            players = [
                come_to_play(server.origin, server.join, f"Player {number}", who)
                for number, who in enumerate(people)
            ]
            for page in (gm, *players):
                page.connect()
                gevent.spawn(page.listen)
            assert _ask(gm, "command", {"id": "fog", "do": "set-fog", "on": True, "each": True})["ok"]
            gevent.sleep(2)
            worked = processor_time(server.process.pid)
            times = _play(gm, dict(zip(people, players, strict=True)), moves, farthest=asked.farthest)
            worked = processor_time(server.process.pid) - worked
            for page in (gm, *players):
                page.close()
    print("| | arrivals | p50 ms | p95 ms |\n|---|---|---|---|")
    for name, took in times.items():
        cuts = statistics.quantiles(took, n=20)
        print(f"| {name} | {len(took)} | {cuts[9]:.1f} | {cuts[18]:.1f} |")
    print(f"\nThe server's own time for a turn, a reach and a move: {worked * 1e3 / moves:.1f} ms")
    return 0


def _play(gm: Player, players: Mapping[str, Player], moves: int, *, farthest: bool) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {"the others": [], "the reply": [], "the mover's own map": []}
    chance, pages = Random(9), (gm, *players.values())
    trodden = set[tuple[int, ...]]()
    for number, (who, mover) in zip(range(moves), cycle(players.items()), strict=False):
        assert _ask(gm, "command", {"id": f"t{number}", "do": "turn", "actor": who})["ok"]
        costs = _costs(_ask(mover, "reach", {"actor": who}))
        fresh = [at for at in costs if at not in trodden]
        to = sorted(fresh, key=lambda at: -costs[at])[3] if farthest else chance.choice(fresh)
        trodden.add(to)
        gevent.sleep(PAUSE)
        for page in pages:
            page.updates.clear()
            page.moved.clear()
        sent = time.monotonic()
        reply = mover.send("command", {"id": f"m{number}", "do": "move", "actor": who, "to": list(to)})
        gevent.sleep(PAUSE)
        at, answer = _wait_for(mover, reply)
        assert answer["ok"], answer
        times["the reply"].append((at - sent) * 1e3)
        for page in pages:
            if page is mover:
                came = [at for at, update in page.updates if update.get("moves")]
                times["the mover's own map"] += [(at - sent) * 1e3 for at in came]
            else:
                times["the others"] += [(at - sent) * 1e3 for at, _ in page.moved]
    return times


def _costs(reach: dict[str, Any]) -> dict[tuple[int, ...], float]:
    places = zip(reach["places"], reach["costs"], strict=True)
    return {tuple(map(int, place.split(","))): cost for place, cost in places if cost is not None}


def _ask(page: Player, name: str, data: dict[str, Any]) -> Any:
    return _wait_for(page, page.send(name, data))[1]


def _wait_for(page: Player, number: int) -> tuple[float, Any]:
    while number not in page.replies:
        gevent.sleep(0.0005)
    return page.replies.pop(number)


def _lay_out(data: Path, system: str) -> list[str]:
    app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    first_table(app)
    store = app.extensions[STORE]
    people = lay_out_fog(store, store.any_table().id, system)
    store.close()
    return people


if __name__ == "__main__":
    sys.exit(main())
