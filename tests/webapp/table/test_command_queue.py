"""Commands of a table stand in line: one at a time, who came first before the others."""

import subprocess
import sys
import threading
from threading import RLock

import pytest

from tests.load.server import ROOT
from tests.webapp.pages import gm_of, host_of
from tests.webapp.store.slow_disk import until
from tests.webapp.world import World
from webapp.table.command_queue import CommandQueue

_KILLED = """
from gevent import monkey
monkey.patch_all()
import gevent
from threading import RLock
from webapp.table.command_queue import CommandQueue

queue, came = CommandQueue(RLock()), []

def come(name):
    with queue:
        came.append(name)

with queue:
    first, second, third = [gevent.spawn(come, name) for name in "abc"]
    gevent.sleep(0)
    second.kill()
    assert queue.waiting == 2
    last = gevent.spawn(come, "d")
    gevent.sleep(0)
    first.kill(block=False)  # it becomes its turn before it has ended
gevent.joinall([third, last], timeout=10)
print("".join(came))
"""


def test_who_comes_first_goes_first() -> None:
    queue, came = CommandQueue(RLock()), list[int]()

    def come(number: int) -> None:
        with queue:
            came.append(number)

    threads = [threading.Thread(target=come, args=(number,)) for number in range(8)]
    with queue:
        for number, thread in enumerate(threads):
            thread.start()
            until(lambda number=number: queue.waiting == number + 1)
        assert came == []
    for thread in threads:
        thread.join()
    assert came == list(range(8))


def test_who_is_in_it_may_enter_again_and_leaves_once() -> None:
    queue, came = CommandQueue(RLock()), list[str]()
    other = threading.Thread(target=lambda: (queue.__enter__(), came.append("other")))
    with queue:
        with queue:
            other.start()
            until(lambda: queue.waiting == 1)
        came.append("still in it")
    other.join()
    assert came == ["still in it", "other"]


def test_nobody_waits_in_it_who_holds_what_the_others_need() -> None:
    lock = RLock()
    queue = CommandQueue(lock)
    with lock, pytest.raises(AssertionError, match="before the table's lock"), queue:
        pass
    with queue, lock, queue:
        pass


def test_who_is_ended_while_waiting_steps_out_of_the_line() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _KILLED], capture_output=True, text=True, timeout=120, cwd=ROOT
    )
    assert (done.stdout.strip(), done.returncode) == ("cd", 0), done.stderr


def test_pushes_come_in_the_order_of_the_log_and_after_it(world: World) -> None:
    host, gm, told = host_of(world), gm_of(world), list[tuple[int, int]]()
    first = host.last_seq
    host.listeners.append(lambda host: told.append((host.last_seq, host.store.last_seq(host.scene.id))))

    def give(who: str) -> None:
        for number in range(3):
            host.handle({"do": "gm-set", "target": who, "state": {"at": [3 + number, 2]}}, gm)

    threads = [threading.Thread(target=give, args=(who,)) for who in ("kit", "dutch", "brannock")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seqs = [seq for seq, _ in told]
    assert seqs == sorted(set(seqs))
    assert (len(seqs), seqs[0] > first, seqs[-1]) == (9, True, host.last_seq)
    assert all(seq == stored for seq, stored in told), "what is told is stored, and nothing else yet"
