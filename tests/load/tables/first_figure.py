"""How long a GM waits for a rehearsal's first figure: `python -m tests.load.tables.first_figure`.

A server of its own for each fight; the page is opened, after `--wait` seconds of reading the button is
pressed, and the panel is asked for as the page does. Beside it stands how much of the processor's time the
processes that play had spent by then: on a busy machine only that can be compared.
"""

import argparse
import re
import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.load.player import Player, come_as_gm
from tests.load.scene import lay_out_fight
from tests.load.server import processor_time, running
from webapp.demo.fights import ONE_A_SYSTEM

_FIGHTS = re.compile(r"(\d+) fights?,")
_DELAY = re.compile(r"load delay:(\d+)(ms|s)")


def main() -> int:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fights", default=",".join(ONE_A_SYSTEM))
    parser.add_argument("--wait", type=float, default=2.0, help="seconds from the page to the press")
    asked = parser.parse_args()
    for fight in asked.fights.split(","):
        with TemporaryDirectory() as folder:
            lay_out_fight(Path(folder), fight)
            with running(Path(folder)) as server:
                waited, fights = _first_figure(come_as_gm(server.origin, server.gm), asked.wait)
                spent = [processor_time(child) for child in _children(server.process.pid)]
        told = ", ".join(f"{seconds:.1f}" for seconds in spent)
        print(f"{fight}: after {waited:.2f} s, of {fights}; the processes had {told} s", flush=True)
    return 0


def _first_figure(gm: Player, wait: float) -> tuple[float, str]:
    """Open the page, press after so many seconds, and give how long it took and how many fights it is of."""
    at = f"{gm.origin}/tables/{gm.table}/gm/rehearsal"
    page = gm.session.get(at, timeout=60).text
    csrf, scene = (_hidden(page, name) for name in ("csrf", "scene"))
    time.sleep(wait)
    pressed = time.monotonic()
    said = {"HX-Request": "true", "X-CSRF-Token": csrf}
    panel = gm.session.post(at, data={"csrf": csrf, "scene": scene}, headers=said, timeout=60).text
    while (found := _FIGHTS.search(panel)) is None:
        delay = _DELAY.search(panel)
        assert delay is not None, f"it asks no more:\n{panel}"
        time.sleep(int(delay[1]) / (1000 if delay[2] == "ms" else 1))
        panel = gm.session.get(f"{at}/panel?scene={scene}", timeout=60).text
    return time.monotonic() - pressed, found[1]


def _hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found is not None, f"the page says no {name}"
    return found[1]


def _children(pid: int) -> list[int]:
    """List a server's processes, whichever of its threads began them."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):  # it has ended meanwhile
            found += map(int, (thread / "children").read_text().split())
    return found


if __name__ == "__main__":
    raise SystemExit(main())
