import contextlib
import os
import shutil
import threading
import time
from pathlib import Path

import pytest

from tests.load.player import Player, come_as_gm
from tests.load.server import start


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no SIGTERM")
def test_the_server_stops_in_the_middle_of_a_stream_of_commands(first_start: Path, tmp_path: Path) -> None:
    server = start(Path(shutil.copytree(first_start, tmp_path / "data")))
    gm = come_as_gm(server.origin, server.gm)
    gm.connect()
    threads = [threading.Thread(target=work, args=(gm,), daemon=True) for work in (hammer, Player.listen)]
    for thread in threads:
        thread.start()
    until = time.monotonic() + 20
    while len(gm.replies) < 3 and time.monotonic() < until:
        time.sleep(0.01)
    try:
        assert len(gm.replies) >= 3, "they are being answered"
        assert "Everything is kept in" in server.stop()
        assert server.process.returncode == 0
    finally:
        server.process.kill()
        gm.close()


def hammer(gm: Player) -> None:
    with contextlib.suppress(Exception):  # the server goes away in the middle of it: that is the test
        for number in range(5000):
            place = {"at": [2 + number % 2, 3]}
            gm.send("command", {"id": f"x{number}", "do": "gm-set", "target": "kit", "state": place})
            time.sleep(0.003)
