"""How soon a server answers after its start: `python -m tests.load.tables.server_start [--starts 5]`.

Measured are the seconds from the start of the process until `/healthz` is answered and until the GM's
page has come, and what it has worked on the processor by the first of them: cold on a folder that is not
there yet, and warm on one with the ready-made fight. Beside it, in the same run, a process that only
loads libraries and answers with nothing of ours (Flask, Flask-Babel, Flask-SocketIO, SQLAlchemy,
pydantic, numpy and Pillow, on gevent), and how much longer ours takes. The medians of some starts are
given; none is the first one, at which Python compiles everything. Exit status 1 above 1 s for a warm
start.
"""

import argparse
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

from tests.load.server import ROOT, processor_time, running

GOAL = 1.0
_LIBRARIES = """
from gevent import monkey
monkey.patch_all()
import sys
import numpy, PIL.Image, pydantic, sqlalchemy
from flask import Flask
from flask_babel import Babel
from flask_socketio import SocketIO
app = Flask("bare")
Babel(app)
app.add_url_rule("/healthz", "healthz", lambda: {"ok": True})
SocketIO(app, async_mode="gevent").run(app, host="127.0.0.1", port=int(sys.argv[1]), log_output=False)
"""

Start = tuple[float, float, float]
"""Seconds until the first answer, on the processor until then, and until the GM's page has come."""


def main() -> int:
    """Run the benchmark and print a line for each kind of start."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=5)
    starts = parser.parse_args().starts
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with running(data) as server:
            page = server.gm
        os.environ["PYTHONPYCACHEPREFIX"] = str(Path(folder) / "compiled")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        for line in (("-c", _LIBRARIES), _ours(data)):
            start(line, page if line[0] == "-m" else "")  # Python keeps what it compiles
        bare: list[Start] = []
        cold: list[Start] = []
        warm: list[Start] = []
        for _ in range(starts):  # one of each in turn: what else the machine does slows down all alike
            bare.append(start(("-c", _LIBRARIES), ""))
            cold.append(start(_ours(Path(folder) / "cold"), ""))
            shutil.rmtree(Path(folder) / "cold")
            warm.append(start(_ours(data), page))
    print(
        "| start | first answer s | cpu s | GM's page s | as long as libraries alone |\n|---|---|---|---|---|"
    )
    for name, each in (("libraries alone", bare), ("cold", cold), ("warm", warm)):
        answer, worked, came = (statistics.median(column) for column in zip(*each, strict=True))
        ratio = answer / statistics.median(start[0] for start in bare)
        print(f"| {name} | {answer:.2f} | {worked:.2f} | {came:.2f} | {ratio:.2f} |")
    return int(statistics.median(start[0] for start in warm) > GOAL)


def _ours(data: Path) -> Sequence[str]:
    return ("-m", "webapp", "--no-browser", "--local", "--data", str(data), "--port")


def start(line: Sequence[str], page: str, before: Sequence[str] = ()) -> Start:
    """Start a server, ask for its first answer and then for a page, and end it.

    Args:
        line: what Python is started with; the port is added.
        page: the path of the page; empty to ask for none.
        before: the line of a program that becomes the server, such as one that holds it back.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ask = build_opener(HTTPCookieProcessor())
    began = time.monotonic()
    process = subprocess.Popen(
        (*before, sys.executable, *line, str(port)),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while True:
            try:
                ask.open(f"http://127.0.0.1:{port}/healthz", timeout=60).close()
                break
            except OSError:
                assert process.poll() is None, "the server did not start"
                time.sleep(0.01)
        answered, worked = time.monotonic() - began, processor_time(process.pid)
        if page:
            ask.open(f"http://127.0.0.1:{port}{page}", timeout=60).read()
        return answered, worked, time.monotonic() - began
    finally:
        process.terminate()
        process.wait(timeout=60)


if __name__ == "__main__":
    sys.exit(main())
