"""`python3 -m webapp` and the console script: set up if need be, choose how to wait, then start."""

import gc
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import metadata

from webapp import bootstrap

UNUSED = ("aio_pika", "aiohttp", "kafka", "kombu", "redis", "requests", "valkey", "websocket")
"""What python-socketio imports wherever it lies, for clients and queues of which nothing is used here.

`cluster/` imports the client of Redis itself, once that is asked for.
"""


def main() -> None:
    """Start Battlemat from a terminal."""
    if "--worker" not in sys.argv:  # what starts those has set everything up, and runs
        bootstrap.ensure()
    if wants_gevent(sys.argv[1:], os.environ):
        patch_for_gevent()

    gc.disable()  # a tenth of the time: it would go again and again through what all stays
    with hidden(UNUSED):
        from webapp.cli import main as run  # only now: the patch must find nothing imported yet
    gc.enable()
    gc.freeze()
    sys.exit(run(sys.argv[1:]))


def wants_gevent(argv: list[str], environment: Mapping[str, str]) -> bool:
    """Tell whether threads are asked for nowhere, before the real parser may be imported."""
    joined = " ".join(argv).replace("--async=", "--async ")
    if "--async " in joined:
        return not joined.rpartition("--async ")[2].startswith("threading")
    return environment.get("BATTLEMAT_ASYNC") != "threading"


def patch_for_gevent() -> None:
    """Make the standard library wait by gevent; where it has no build, threads serve as well."""
    try:
        from gevent import monkey
    except ImportError:
        print("gevent cannot be imported here; Battlemat uses threads instead.", file=sys.stderr)
    else:
        with packages_read_once():
            monkey.patch_all()


@contextmanager
def packages_read_once() -> Iterator[None]:
    """Answer who asks for plug-ins from one look at what is installed.

    gevent asks for its own at each of 25 steps, and each time all packages are looked through.
    """
    look = metadata.entry_points
    found = look()
    metadata.entry_points = found.select
    try:
        yield
    finally:
        metadata.entry_points = look


@contextmanager
def hidden(names: tuple[str, ...]) -> Iterator[None]:
    """Let these modules look as if they were not installed; what is imported already stays as it is."""
    unseen = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(unseen))  # type: ignore[arg-type]  # None is Python's word for it
    try:
        yield
    finally:
        for name in unseen:
            del sys.modules[name]


if __name__ == "__main__":
    main()
