"""What a slow machine makes of a server.

The command: `python -m tests.load.tables.slow_machine [--share 0.25] [--cores 2] [--parts start,moves]`.

The server, with the processes that it starts, is held to a share of the time of so many cores by
`tests/load/held.py`; who plays is not held. Each part is done `--rounds` times, and told is the median of the
rounds with the least and the most, by the clock unless it says otherwise:

share: how much of one core a busy process had so; less than was asked for where the machine has more to do.
install: the locked packages from a folder of wheels (`--wheels`, left out without it), and the MiB they take.
start: until `/healthz` and until the GM's page, on an empty folder and on one with the ready-made fight, and
    the processor's time until the former.
pages: a GM's page by itself, the first and the next; a player's page the same, the first with joining.
moves: from the sending of a move until each listener has it, p50 and p95, at a human pace, with as many as
    `--listeners` says; and the MiB of the server with all its processes.
odds: in each system the last figures of the very first aim; then the first and the last of the same, the
    dearest.
advice: in a fight of each system, until the best things to do are there: the median of all combatants, and
    the most.
rehearsal: in the first of them, until its first figures, and the fights played in a minute.
"""

import argparse
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles

from tests.fuzzing.commands import playable
from tests.load.player import Player, come_as_gm, come_to_play
from tests.load.server import ROOT, memory, running
from tests.load.tables import odds_wait, server_start, thinking_wait
from webapp.demo.fights import ONE_A_SYSTEM

CHARACTERS = ("kit", "brannock", "dutch")
_MOVES, _PAUSE = 30, 0.4
_SPIN = "import time\nwhile time.perf_counter() < {until}: pass\nprint(time.process_time())"
_SPUN = 3.0


class Bench:
    """The parts that can be measured, each by one name."""

    def __init__(self, asked: argparse.Namespace) -> None:
        held = str(ROOT / "tests" / "load" / "held.py")
        options = ["--share", str(asked.share), "--cores", str(asked.cores), "--"]
        self.before: Sequence[str] = (sys.executable, "-S", held, *options)
        self.rounds: int = asked.rounds
        self.listeners = [int(part) for part in asked.listeners.split(",")]
        self.wheels: Path | None = asked.wheels

    def told(self, what: str, unit: str, measure: Callable[[], Sequence[float]]) -> None:
        """Measure something some times, and print the median, least and most of each of its figures."""
        columns = list(zip(*(measure() for _ in range(self.rounds)), strict=True))
        said = [f"{median(column):.2f} ({min(column):.2f} to {max(column):.2f})" for column in columns]
        print(f"| {what} | {' | '.join(said)} | {unit} |", flush=True)

    def share(self) -> None:
        """Print how much of a core a busy process has."""

        def spin() -> Sequence[float]:
            line = (*self.before, sys.executable, "-c", _SPIN.format(until=time.perf_counter() + _SPUN))
            return (float(subprocess.check_output(line)) / _SPUN,)

        self.told("share of a core", "", spin)

    def install(self) -> None:
        """Print how long the packages take, and what room."""
        if self.wheels is None:
            return

        def fresh() -> Sequence[float]:
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run((sys.executable, "-m", "venv", folder), check=True)
                pip = [f"{folder}/bin/python", "-m", "pip", "install", "--quiet", "--no-index"]
                pip += ["--find-links", str(self.wheels), "--require-hashes", "-r", "constraints-run.txt"]
                begun = time.monotonic()
                subprocess.run((*self.before, *pip), cwd=ROOT, check=True)
                took = time.monotonic() - begun
                return took, _mebibytes(Path(folder))

        self.told("install, room", "s, MiB", fresh)

    def start(self) -> None:
        """Print how soon a server answers."""
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder) / "data"
            with running(data) as server:
                page = server.gm

            def line(place: Path) -> Sequence[str]:
                return "-m", "webapp", "--no-browser", "--local", "--data", str(place), "--port"

            def cold() -> Sequence[float]:
                with tempfile.TemporaryDirectory() as empty:
                    return server_start.start(line(Path(empty) / "data"), "", self.before)[:2]

            self.told("start, cold: answer, processor", "s", cold)
            told = "start, warm: answer, processor, GM's page"
            self.told(told, "s", lambda: server_start.start(line(data), page, self.before))

    def pages(self) -> None:
        """Print how long a page takes, without what it loads, which browsers keep."""

        def asked(player: Player) -> float:
            begun = time.monotonic()
            player.session.get(f"{player.origin}/tables/{player.table}/{player.role}", timeout=60)
            return time.monotonic() - begun

        def both() -> Sequence[float]:
            with tempfile.TemporaryDirectory() as folder, running(Path(folder), before=self.before) as server:
                begun = time.monotonic()
                gm = come_as_gm(server.origin, server.gm)
                first = time.monotonic() - begun
                begun = time.monotonic()
                player = come_to_play(server.origin, server.join, "Kay", CHARACTERS[0])
                came = time.monotonic() - begun
                return first, asked(gm), came, asked(player)

        self.told("pages: GM first, again; player joins, again", "s", both)

    def moves(self) -> None:
        """Print what a move takes until it is everywhere, for each number of listeners."""
        for count in self.listeners:

            def listened(count: int = count) -> Sequence[float]:
                with (
                    tempfile.TemporaryDirectory() as folder,
                    running(Path(folder), before=self.before) as server,
                ):
                    return (*_moved(server.origin, server.gm, server.join, count), _group(server.process.pid))

            self.told(f"{count} listeners: p50, p95, memory", "ms, ms, MiB", listened)

    def odds(self) -> None:
        """Print how long somebody waits for the dearest aim."""
        for system in playable():
            dearest = odds_wait.dearest(system)

            def aimed(system: str = system, dearest: odds_wait.Command = dearest) -> Sequence[float]:
                with tempfile.TemporaryDirectory() as folder:
                    odds_wait.lay_out(Path(folder), system)
                    with running(Path(folder), before=self.before) as server:
                        page = come_as_gm(server.origin, server.gm)
                        page.connect()
                        begun = odds_wait.aim(page, dearest, 0)  # which starts the process
                        _, first, last = odds_wait.aim(page, dearest, 1)
                        page.close()
                        return begun[2], first, last

            self.told(f"odds, {system}: last of the very first aim; first, last", "s", aimed)

    def advice(self) -> None:
        """Print how long the GM waits to hear what somebody should do."""
        for fight in ONE_A_SYSTEM:

            def advised(fight: str = fight) -> Sequence[float]:
                with tempfile.TemporaryDirectory() as folder:
                    everybody, _, _ = thinking_wait.lay_out(Path(folder), fight)
                    with running(Path(folder), before=self.before) as server:
                        page = come_as_gm(server.origin, server.gm)
                        page.connect()
                        took = [_advised(page, who, number) for number, who in enumerate(everybody)]
                        page.close()
                        return median(took), max(took)

            self.told(f"advice, {fight}: median, most", "s", advised)

    def rehearsal(self) -> None:
        """Print how soon a rehearsal says something, and how far it comes."""

        def rehearsed() -> Sequence[float]:
            with tempfile.TemporaryDirectory() as folder:
                thinking_wait.lay_out(Path(folder), ONE_A_SYSTEM[0])
                with running(Path(folder), before=self.before) as server:
                    rehearsing = thinking_wait.Rehearsing(server)
                    rehearsing.begin()
                    first = rehearsing.first()
                    time.sleep(max(0.0, rehearsing.begun + 60 - time.monotonic()))
                    found = rehearsing.found()
                    assert found is not None, "figures do not go again"
                    return first, found[0]

        self.told("rehearsal: first figures, fights in a minute", "s, fights", rehearsed)


PARTS: dict[str, Callable[[Bench], None]] = {
    "share": Bench.share,
    "install": Bench.install,
    "start": Bench.start,
    "pages": Bench.pages,
    "moves": Bench.moves,
    "odds": Bench.odds,
    "advice": Bench.advice,
    "rehearsal": Bench.rehearsal,
}


def main() -> int:
    """Measure the parts that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=0.25)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--listeners", default="5,10")
    parser.add_argument("--wheels", type=Path, help="a folder with the wheels of constraints-run.txt")
    parser.add_argument("--parts", default=",".join(PARTS))
    asked = parser.parse_args()
    bench = Bench(asked)
    for part in asked.parts.split(","):
        PARTS[part](bench)
    return 0


def _moved(origin: str, gm: str, join: str, count: int) -> tuple[float, float]:
    """Move at a human pace before so many listeners; give p50 and p95 until a listener has it, in ms."""
    mover = come_as_gm(origin, gm)
    mover.connect()
    audience = [
        come_to_play(origin, join, f"Listener {n}", CHARACTERS[n] if n < len(CHARACTERS) else "")
        for n in range(count)
    ]
    for one in audience:
        one.connect()
        threading.Thread(target=one.listen, daemon=True).start()
    time.sleep(2)
    took: list[float] = []
    for number in range(_MOVES):
        for one in audience:
            one.moved.clear()
        begun = time.monotonic()
        state = {"at": [2 + number % 2, 3]}
        reply = mover.ask("command", {"do": "gm-set", "target": "kit", "state": state})
        assert reply["ok"], reply
        time.sleep(_PAUSE)
        arrived = [[at - begun for at, _ in one.moved] for one in audience]
        assert all(arrived), "every listener has heard of it"
        took += [1e3 * times[0] for times in arrived]
    for one in (mover, *audience):
        one.leave()
    cuts = quantiles(took, n=20)
    return cuts[9], cuts[18]


def _advised(page: Player, who: str, number: int) -> float:
    begun = time.monotonic()
    reply = page.ask("advise", {"actor": who, "number": number})
    assert reply["ok"], reply
    while not any(body["of"] == number for _, body in page.advice):
        page.take()
    return time.monotonic() - begun


def _group(leader: int) -> float:
    """Give the memory of a process group in MiB; what its processes share counts for each."""
    found = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(fields[2]) == leader:
                found += memory(int(folder.name))
        except OSError:
            continue  # it has ended meanwhile
    return found


def _mebibytes(folder: Path) -> float:
    said = subprocess.check_output(("du", "-sm", str(folder)), text=True)
    return float(said.split()[0])


if __name__ == "__main__":
    sys.exit(main())
