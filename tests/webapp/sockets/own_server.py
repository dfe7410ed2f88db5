"""A server of tests' own settings and limits: `python -m tests.webapp.sockets.own_server MODE DATA SETTINGS`.

The settings are JSON: `patience` in seconds, `limits` as how many at once and how many a second, `disk` as
the seconds that it takes to keep anything and whether the loop waits for it, `https`, `idle` in seconds, and
the `database` and `redis` of several such servers.
"""

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.load.server import ROOT, Server, links_in, wait_until_up


@contextmanager
def serving(data: Path, mode: str, **settings: Any) -> Iterator[Server]:
    """Run a server in a process of its own for as long as the block lasts."""
    line = [sys.executable, "-m", "tests.webapp.sockets.own_server", mode, str(data), json.dumps(settings)]
    process = subprocess.Popen(
        line, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    assert process.stdout is not None
    said = ""
    for text in process.stdout:
        said += text
        if text.startswith("  Stop"):
            break
    server = links_in(said, process, data)
    try:
        wait_until_up(server.origin, process)
        yield server
    finally:
        process.kill()
        process.communicate(timeout=20)


def main(mode: str, data: Path, said: dict[str, Any]) -> None:
    """Serve until killed."""
    if mode == "gevent":
        from gevent import monkey

        monkey.patch_all()
    from webapp.app import create_app
    from webapp.cli import welcome
    from webapp.demo.first_table import first_table
    from webapp.server.limits import LIMITS, Bucket
    from webapp.server.network import find_network, free_port
    from webapp.server.wsgi import serve_on
    from webapp.settings import Patience, Settings

    network = find_network(lan=False)
    port = free_port(network.bind, 0)
    patience = Patience(**said.get("patience", {}))
    own = {key: said[key] for key in ("https", "idle", "database", "redis") if key in said}
    settings = Settings(data_dir=data, port=port, lan=False, async_mode=mode, patience=patience, **own)
    if "disk" in said:
        _slow_down(*said["disk"])
    app = create_app(settings)
    for name, (at_once, per_second) in said.get("limits", {}).items():
        setattr(app.extensions[LIMITS], name, Bucket(at_once, per_second))
    print(welcome(first_table(app), network, settings), flush=True)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    context = None
    if settings.https:
        from webapp.server.tls import Encryption

        context = Encryption(settings).context
    serve_on(app, settings, network.bind, port, context)


def _slow_down(seconds: float, on_loop: bool) -> None:
    """Let the disk take its time, as a real one does: whoever waits for it does nothing else."""
    from gevent import monkey

    from webapp.store.database import PatientConnection

    sleep, keep = monkey.get_original("time", "sleep"), PatientConnection.sync

    def slow(connection: PatientConnection) -> None:
        sleep(seconds)
        keep(connection)

    PatientConnection.sync = slow  # type: ignore[method-assign]
    if on_loop:
        PatientConnection.commit = slow  # type: ignore[method-assign]


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), json.loads(sys.argv[3]))
