"""What goes out at once overtakes nothing, breaks into no frame, and waits for no slow phone."""

import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import gevent.socket
import pytest
from engineio.packet import CLOSE, MESSAGE, NOOP, Packet

from tests.load.player import Player, come_as_gm, come_to_play
from tests.load.server import Server
from tests.webapp.sockets.own_server import serving
from webapp.sockets.direct_sends import DirectSends
from webapp.sockets.websocket import REST, _WholeSends

MANY, MOVES = 400, 10
FREE = dict.fromkeys(("messages", "of_gm", "excess", "pages", "strangers"), (100000, 100000))


# --------------------------------------------------------------------------------- over a real server
@pytest.fixture(scope="module", params=["gevent", "threading"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), request.param, limits=FREE) as found:
        yield found


def test_a_phone_that_does_not_read_keeps_nobody_waiting_and_misses_nothing(server: Server) -> None:
    gm, slow = come_as_gm(server.origin, server.gm), come_as_gm(server.origin, server.gm)
    gm.connect()
    slow.connect()
    assert slow.socket is not None
    wanted = []
    for n in range(MANY):
        wanted.append(slow.send("resume", {}))
        slow.socket.ping(f"ping {n}")  # its answer must not fall into the middle of a frame
        if n % (MANY // MOVES) == 0:
            said = {"do": "gm-set", "target": "kit", "state": {"at": [2 + n // (MANY // MOVES) % 6, 3]}}
            assert gm.ask("command", {"id": f"m{n}-{time.monotonic_ns()}", **said})["ok"]
    numbers = [update["seq"] for _, update in gm.updates if update["seq"] != update["prev"]]
    assert numbers == sorted(numbers)

    for number in wanted:
        while number not in slow.replies:
            slow.take()
    while not slow.updates or slow.updates[-1][1]["seq"] < numbers[-1]:
        slow.take()
    whole = [update for _, update in slow.updates if update["prev"] is None]
    assert len(whole) >= MANY
    assert all("map-walls" in update["panels"] or update["drawn"] for update in whole)
    told = [update["seq"] for _, update in slow.updates]
    assert told == sorted(told), "nothing was overtaken"
    for one in (gm, slow):
        one.close()


def test_each_change_is_told_to_all_in_order(server: Server) -> None:
    gm = come_as_gm(server.origin, server.gm)
    gm.connect()
    name = f"Ann {time.monotonic_ns()}"
    ann = come_to_play(server.origin, server.join, name)
    pages = [Player(ann.origin, ann.role, ann.session, ann.table) for _ in range(8)]
    ears = []
    for page in pages:
        page.connect()
        ears.append(threading.Thread(target=page.listen, daemon=True))
        ears[-1].start()
    for n in range(60):
        command = {"id": f"o{n}-{name}", "do": "gm-set", "target": "kit", "state": {"at": [2 + n % 6, 4]}}
        assert gm.ask("command", command)["ok"]
    until = time.monotonic() + 60
    moved = [[update for _, update in page.updates if update.get("moves")] for page in pages]
    while any(len(updates) < 60 for updates in moved) and time.monotonic() < until:
        time.sleep(0.02)
        moved = [[update for _, update in page.updates if update.get("moves")] for page in pages]
    for updates in moved:
        assert [u["moves"][0]["place"] for u in updates] == [f"{2 + n % 6},4" for n in range(60)]
        assert all(later["prev"] == sooner["seq"] for sooner, later in pairwise(updates))
    for one in (gm, *pages):
        one.close()
    for ear in ears:
        ear.join(20)


def test_what_a_connection_does_not_take_at_once_goes_before_all_else() -> None:
    ours, other = gevent.socket.socketpair()
    theirs = socket.socket(fileno=other.detach())
    theirs.setblocking(True)
    sends, data, heard = _WholeSends(ours), bytes(range(256)) * 32_768, bytearray()

    def listen() -> None:
        while found := theirs.recv(65_536):
            heard.extend(found)

    assert sends.send_now(b"first ") == 0
    left = sends.send_now(data)
    assert left, "it takes some of it"
    assert left < len(data)
    assert sends.send_now(b"never") is None, "nothing breaks into it"
    ear = threading.Thread(target=listen)
    ear.start()
    sends.send(b" last")
    assert sends.send_now(b"!") == 0
    ours.close()
    ear.join(60)
    theirs.close()
    assert bytes(heard) == b"first " + data + b" last!"


# ------------------------------------------------------------------------------------- one socket's turns
class Engine:
    """As much of a socket of Engine.IO as `DirectSends` leans on, with a queue that is read by hand."""

    def __init__(self) -> None:
        self.queue, self.upgraded, self.is_gone = Queue(), True, False
        self.meanwhile: Callable[[], None] = lambda: None
        """What happens while the writer waits for the queue."""

    def poll(self) -> list[Packet]:
        self.meanwhile()
        found = [*self.queue.waiting]
        self.queue.waiting.clear()
        return found

    def check_ping_timeout(self) -> bool:
        return not self.is_gone

    def send(self, packet: Packet) -> None:
        self.queue.put(packet)


class Queue:
    def __init__(self) -> None:
        self.waiting: deque[Packet] = deque()

    def put(self, packet: Packet) -> None:
        self.waiting.append(packet)

    def empty(self) -> bool:
        return not self.waiting


class Wire:
    """A connection that takes so many bytes without waiting; None: it cannot say, or fails."""

    def __init__(self) -> None:
        self.room, self.out, self.left = 1_000, "", ""
        self.fails = False

    def send_now(self, text: str) -> int | None:
        if self.fails:
            raise ConnectionResetError
        if self.left or not self.room:
            return None
        gone = min(self.room, len(text))
        self.out, self.left, self.room = self.out + text[:gone], text[gone:], self.room - gone
        return len(self.left)

    def send(self, message: Any) -> None:
        text = "" if message is REST else message
        self.out, self.left = self.out + self.left + text, ""


@pytest.fixture
def engine() -> Any:
    return Engine()


@pytest.fixture
def wire(engine: Engine) -> Any:
    wire = Wire()
    DirectSends(engine, wire)  # type: ignore[arg-type]
    return wire


def _send(engine: Engine, *texts: str) -> None:
    for text in texts:
        engine.send(Packet(MESSAGE, text))


def _write(engine: Engine, wire: Wire, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Do as the writer does: wait for the queue, and send all that is in it."""
    engine.meanwhile = meanwhile
    for packet in engine.poll():
        wire.send(packet.encode())


def test_what_is_sent_while_nothing_waits_goes_out_at_once(engine: Engine, wire: Wire) -> None:
    out: list[str] = []
    _write(engine, wire, lambda: (_send(engine, "a", "b"), out.append(wire.out))[-1])
    assert out == ["4a4b"]
    assert wire.out == "4a4b", "and not once more by the queue"


def test_nothing_goes_out_before_the_queue_is_asked_the_first_time(engine: Engine, wire: Wire) -> None:
    engine.queue.put(Packet(MESSAGE, "0"))
    _send(engine, "1")
    assert wire.out == ""
    _write(engine, wire, lambda: _send(engine, "2"))
    assert wire.out == "404142"


def test_what_was_taken_from_the_queue_goes_out_first(engine: Engine, wire: Wire) -> None:
    engine.queue.put(Packet(MESSAGE, "a"))
    packets = engine.poll()
    _send(engine, "b")
    for packet in packets:
        wire.send(packet.encode())
    _write(engine, wire)
    assert wire.out == "4a4b"


def test_what_goes_out_in_part_is_followed_by_its_rest(engine: Engine, wire: Wire) -> None:
    wire.room = 3

    def meanwhile() -> None:
        _send(engine, "abcdef", "g")
        wire.room = 100
        _send(engine, "h")
        assert wire.out == "4ab", "nothing before the rest"

    _write(engine, wire, meanwhile)
    assert wire.out == "4abcdef4g4h"


def test_where_nothing_goes_out_all_of_it_waits(engine: Engine, wire: Wire) -> None:
    wire.room = 0
    _write(engine, wire, lambda: _send(engine, "a", "b"))
    assert wire.out == "4a4b"


@pytest.mark.parametrize("packet", [Packet(NOOP), Packet(MESSAGE, b"x"), Packet(CLOSE)])
def test_only_texts_go_out_at_once(engine: Engine, wire: Wire, packet: Packet) -> None:
    def meanwhile() -> None:
        engine.send(packet)
        _send(engine, "late")
        assert wire.out == "", "what comes later stays behind it"
        assert engine.queue.waiting[0] is packet

    engine.meanwhile = meanwhile
    assert len(engine.poll()) == 2


def test_an_end_that_has_gone_is_left_to_the_queue(engine: Engine, wire: Wire) -> None:
    wire.fails = True

    def meanwhile() -> None:
        _send(engine, "a")
        engine.is_gone = True
        _send(engine, "b")

    engine.meanwhile = meanwhile
    assert [packet.data for packet in engine.poll()] == ["a"]
