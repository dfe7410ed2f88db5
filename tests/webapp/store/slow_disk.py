"""A disk that is waited for, in a process of its own: `python -m tests.webapp.store.slow_disk MODE DATA`.

What comes first and what after is printed as JSON. The disk holds its thread as a real one does: under gevent
whoever waits for it on the loop holds everybody up.
"""

import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

PATIENCE = 30.0
"""Seconds after which a disk that nobody could let go is ready by itself: what is printed then shows it."""


class Disk:
    """What keeps the data, once it is let go."""

    def __init__(self, order: list[str], select: Any) -> None:
        self._order, self._select = order, select
        self._ready, self._let_go = os.pipe()
        self.is_held = False

    def sync(self, keep: Any, connection: Any) -> None:
        """Keep what was written, as soon as the disk is let go."""
        if not self.is_held:
            keep(connection)
            return
        self._order.append("the disk works")
        self._select([self._ready], [], [], PATIENCE)
        keep(connection)
        self._order.append("it is on the disk")

    def let_go(self) -> None:
        """Be as fast as any disk from now on."""
        self.is_held = False
        os.write(self._let_go, b".")


def main(mode: str, data: Path) -> None:
    """Let a GM's command wait for the disk while others look on, and print in which order it went."""
    import select

    really = select.select
    if mode == "gevent":
        from webapp.__main__ import patch_for_gevent

        patch_for_gevent()
    from tests.webapp.pages import Page, host_of
    from tests.webapp.world import World
    from webapp.app import Settings, create_app
    from webapp.store.database import PatientConnection

    order: list[str] = []
    disk, keep = Disk(order, really), PatientConnection.sync
    PatientConnection.sync = lambda connection: disk.sync(keep, connection)  # type: ignore[method-assign]
    app = create_app(Settings(data_dir=data, lan=False, async_mode=mode))
    app.testing = True
    world = World(app)
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "kit"), "play")
    host, stranger = host_of(world), world.stranger()
    host.listeners.insert(0, lambda host: order.append(f"told, {stored(world) - host.last_seq} behind"))
    before = host.battle.state

    def give(name: str, page: Page, message: str, data: dict[str, Any]) -> threading.Thread:
        def ask() -> None:
            order.append(f"{name}: {page.ask(message, data)['ok']}")

        thread = threading.Thread(target=ask)
        thread.start()
        return thread

    disk.is_held = True
    put = give("the GM's move", gm, "command", {"do": "gm-set", "target": "dutch", "state": {"at": [5, 13]}})
    until(lambda: bool(order))
    order.append(f"healthz: {stranger.get('/healthz').status_code}")
    order.append(f"page: {'Kit' in ann.load()}")
    order.append(f"aim: {ann.ask('aim', {'actor': 'kit', 'target': 'raider-3'})['ok']}")
    order.append(f"reach: {ann.ask('reach', {'actor': 'kit'})['ok']}")
    order.append(f"as before: {host.battle.state is before and not ann.take_all()}")
    said = threading.Thread(target=lambda: order.append(f"talk: {talk(world).status_code}"))
    said.start()
    until(lambda: host.queue.waiting == 1)
    order.append("the disk is let go")
    disk.let_go()
    put.join()
    said.join()
    order.append(f"pushed: {bool(ann.take())}")
    print(json.dumps(order), flush=True)
    world.store.close()
    os._exit(0)


def stored(world: Any) -> int:
    seq: int = world.store.last_seq(world.battle_id)
    return seq


def talk(world: Any) -> Any:
    return world.gm().post(world.at("gm/talk/say"), words="Wait.")


def until(is_so: Any) -> None:
    """Wait until something is so, and let others go on meanwhile."""
    end = time.monotonic() + PATIENCE
    while not is_so() and time.monotonic() < end:
        time.sleep(0.01)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
