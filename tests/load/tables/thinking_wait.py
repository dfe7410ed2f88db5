"""Whether anybody waits while the AI is at work: `python -m tests.load.tables.thinking_wait [--minutes 1]`.

In each ready-made fight one page moves a token ten times a second: first with nothing else to do, then while
the GM asks again and again what everybody should do, then while the fight is rehearsed. Told are the 95th
percentiles of the time until a move is answered, in milliseconds, and their ratios to the quiet one (the
floor: at most 1.5); the milliseconds until a piece of advice is there, by the median of those that no move
ended; and of the rehearsal the seconds until its first figures, and after the minutes asked for the fights
played and half the width of the interval of a side's chance, in points (the floor: 12 after one minute).
"""

import argparse
import re
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from tests.load.player import Player, come_as_gm
from tests.load.server import Server, running
from tests.load.tables.odds_wait import answered
from webapp.app import Settings, create_app
from webapp.context import STORE
from webapp.demo.fights import ONE_A_SYSTEM, read_fight
from webapp.demo.first_table import first_table, lay_out_fight

FLOOR, WIDEST = 1.5, 12
_SECONDS, _LOOK, _READ = 10.0, 0.2, 2.0
"""How long moves are timed at a time; how often the page of a rehearsal is asked for; how long it is read."""
_FIGHTS = re.compile(r'<p role="status">\s*([\d,]+) fights?, ±(\d+) points')


def lay_out(data: Path, fight_id: str) -> tuple[list[str], str, tuple[int, int]]:
    """Make a data folder whose table shows a fight; give all ids, who is moved, and from where."""
    app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    first_table(app)
    store, fight = app.extensions[STORE], read_fight(fight_id)
    table = store.any_table()
    lay_out_fight(store, table, fight, None)
    store.close()
    everybody = fight.combatants()
    return [one["id"] for one in everybody], everybody[-1]["id"], tuple(everybody[-1]["at"])


def keep_asking(page: Player, everybody: list[str], stop: threading.Event, took: list[float]) -> None:
    """Ask what each should do, one after the other; a move ends the thinking, and the next is asked for."""
    number = 0
    while not stop.is_set():
        who, number = everybody[number % len(everybody)], number + 1
        begun = time.monotonic()
        reply = page.ask("advise", {"actor": who, "number": number})
        if not reply["ok"]:
            continue
        page.updates.clear()
        while not page.updates and not page.advice:
            page.take()
        if any(body["of"] == number for _, body in page.advice):
            took.append(1e3 * (time.monotonic() - begun))
        page.advice.clear()


class Rehearsing:
    """The GM's page of a rehearsal."""

    def __init__(self, server: Server) -> None:
        self.page = come_as_gm(server.origin, server.gm)
        self.at = f"{server.origin}/tables/{self.page.table}/gm/rehearsal"
        self.begun = 0.0

    def begin(self) -> None:
        """Press the button."""
        token = re.search(r'name="csrf" value="([^"]+)"', self.page.session.get(self.at, timeout=60).text)
        assert token is not None, "the page carries a token"
        time.sleep(_READ)
        self.begun = time.monotonic()
        self.page.session.post(self.at, data={"csrf": token.group(1)}, timeout=60).raise_for_status()

    def found(self) -> tuple[int, int] | None:
        """Give the fights that are over, and the points; None as long as none is."""
        said = _FIGHTS.search(self.page.session.get(f"{self.at}/panel", timeout=60).text)
        return None if said is None else (int(said[1].replace(",", "")), int(said[2]))

    def first(self) -> float:
        """Wait for the first figures, and give the seconds since the press."""
        while self.found() is None:
            time.sleep(_LOOK)
        return time.monotonic() - self.begun


def _median(took: list[float]) -> str:
    return f"{statistics.median(took):.0f}" if took else "–"


def measure(fight_id: str, minutes: float) -> tuple[str, bool]:
    """Measure one fight: a row of the table, and whether the floors hold."""
    with tempfile.TemporaryDirectory() as folder:
        everybody, who, at = lay_out(Path(folder), fight_id)
        with running(Path(folder)) as server:
            mover, asker = (come_as_gm(server.origin, server.gm) for _ in range(2))
            mover.connect()
            asker.connect()
            answered(mover, who, at, 1.0)
            quiet = answered(mover, who, at, _SECONDS)
            stop, took = threading.Event(), list[float]()
            asking = threading.Thread(target=keep_asking, args=(asker, everybody, stop, took))
            asking.start()
            thinking = answered(mover, who, at, _SECONDS)
            stop.set()
            asking.join()
            rehearsing = Rehearsing(server)
            rehearsing.begin()
            first = rehearsing.first()
            beside = answered(mover, who, at, _SECONDS)
            time.sleep(max(0.0, rehearsing.begun + 60 * minutes - time.monotonic()))
            found = rehearsing.found()
            assert found is not None, "figures do not go again"
            fights, points = found
            mover.close()
            asker.close()
    row = (
        f"| {fight_id} | {quiet:.1f} | {thinking:.1f} | {thinking / quiet:.2f} | {_median(took)} "
        f"| {beside:.1f} | {beside / quiet:.2f} | {first:.1f} | {fights} | ±{points} |"
    )
    return row, max(thinking, beside) <= FLOOR * quiet and points <= WIDEST


def main() -> int:
    """Measure each fight; the exit status tells whether the floors hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, help="how long each fight is rehearsed")
    parser.add_argument("--fights", default=",".join(ONE_A_SYSTEM))
    asked = parser.parse_args()
    print("| fight | p95 quiet | advising | ratio | advice | rehearsing | ratio | first | fights | points |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    holds = True
    for fight_id in asked.fights.split(","):
        row, does = measure(fight_id, asked.minutes)
        print(row, flush=True)
        holds = holds and does
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
