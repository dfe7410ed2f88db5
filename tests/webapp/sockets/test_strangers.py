"""Who has shown no right to anything is waited for as long as any browser takes, and no longer."""

import re
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path

import pytest
import requests
import websocket

from tests.load.player import BREAKS, come_to_play
from tests.load.server import Server
from tests.webapp.sockets.own_server import serving
from webapp.server.slow_senders import PatientReader
from webapp.settings import Patience

SOCKET = "/socket.io/?EIO=4&transport=websocket"
PATIENCE = {"grant": 1.0, "head": 1.0, "body": 1.0, "body_bytes": 100}


@pytest.fixture(scope="module", params=["gevent", "threading"])
def server(
    request: pytest.FixtureRequest, first_start: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    data = Path(shutil.copytree(first_start, tmp_path_factory.mktemp("strangers") / "data"))
    with serving(data, request.param, patience=PATIENCE) as server:
        yield server


def call(server: Server) -> socket.socket:
    host, port = server.origin.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=120)


def heard_until_closed(line: socket.socket) -> bytes:
    """Read all that comes until the server hangs up; the wait is as long as it may take."""
    heard = b""
    with suppress(ConnectionError):
        while piece := line.recv(65536):
            heard += piece
    return heard


# ------------------------------------------------------------------------------------------- sockets
def test_a_socket_without_a_grant_is_closed(server: Server) -> None:
    with closing(come_to_play(server.origin, server.join, f"Ann {time.monotonic_ns()}")) as ann:
        ann.connect()
        url = server.origin.replace("http", "ws", 1) + SOCKET
        strangers = [websocket.create_connection(url, timeout=120) for _ in range(20)]
        refused = websocket.create_connection(url, timeout=120)
        refused.send('40{"table":"nothing","role":"gm"}')
        for stranger in (*strangers, refused):
            with suppress(*BREAKS):
                while stranger.recv():
                    pass
            stranger.shutdown()
        assert ann.ask("resume", {})["ok"], "who was let in stays"


def test_a_socket_whose_other_end_does_not_hang_up_is_cut(server: Server) -> None:
    with call(server) as line:
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13"
        host = server.origin.removeprefix("http://")
        upgrade = f"Host: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{key}\r\n\r\n"
        line.sendall(f"GET {SOCKET} HTTP/1.1\r\n{upgrade}".encode())
        assert heard_until_closed(line).startswith(b"HTTP/1.1 101")


def test_a_polling_session_without_a_grant_is_closed(server: Server) -> None:
    url = f"{server.origin}/socket.io/?EIO=4&transport=polling"
    found = re.search(r'"sid":"([^"]+)"', requests.get(url, timeout=60).text)
    assert found is not None
    assert "1" in requests.get(f"{url}&sid={found[1]}", timeout=60).text.split("\x1e"), "closed, it is told"
    assert requests.get(f"{url}&sid={found[1]}", timeout=60).status_code == 400


# ------------------------------------------------------------------------------------------ requests
@pytest.mark.parametrize(
    "begun", ["", "GET /healthz HT", "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "]
)
def test_a_request_that_does_not_come_to_its_point_is_hung_up_on(server: Server, begun: str) -> None:
    lines = [call(server) for _ in range(20)]
    for line in lines:
        line.sendall(begun.encode())
    for line in lines:
        with line:
            assert b"200 OK" not in heard_until_closed(line)
    assert requests.get(f"{server.origin}/healthz", timeout=60).ok


def test_a_connection_that_asks_no_more_is_hung_up_on(server: Server) -> None:
    with call(server) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b'"ok":true' in heard_until_closed(line).replace(b" ", b"")


def test_a_body_that_stops_halfway_is_hung_up_on(server: Server) -> None:
    with call(server) as line:
        head = "POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded"
        line.sendall(f"{head}\r\nContent-Length: 5000\r\n\r\nname=".encode())
        assert not heard_until_closed(line).startswith(b"HTTP/1.1 2")


def test_a_body_that_goes_on_slowly_arrives(server: Server) -> None:
    """A big map over a bad network takes longer in all than any of its pieces may."""
    body = b"name=Slow&character=&padding=" + b"x" * 2_000
    with requests.Session() as session:
        page = session.get(server.origin + server.join, timeout=60).text
        token = re.search(r'name="csrf" value="([^"]+)"', page)
        assert token is not None
        body = f"csrf={token[1]}&".encode() + body.replace(b"Slow", f"Slow{time.monotonic_ns()}".encode())
        with call(server) as line:
            cookie = "; ".join(f"{one.name}={one.value}" for one in session.cookies)
            host = server.origin.removeprefix("http://")
            head = f"POST {server.join} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close"
            kind = "Content-Type: application/x-www-form-urlencoded"
            line.sendall(f"{head}\r\n{kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode())
            cuts = [*range(0, len(body), 150), len(body)]
            for start, end in pairwise(cuts):
                line.sendall(body[start:end])
                time.sleep(0.1)  # the slow network
            assert b" 303 " in heard_until_closed(line).split(b"\r\n")[0]


# -------------------------------------------------------------------------------------------- reading
class Network:
    """A connection whose pieces arrive so many seconds apart, by a clock of its own."""

    def __init__(self, piece: int, seconds: float) -> None:
        self.piece, self.seconds, self.now = piece, seconds, 0.0
        self.limit: float | None = None

    def settimeout(self, seconds: float | None) -> None:
        self.limit = seconds

    def recv_into(self, buffer: bytearray) -> int:
        assert self.limit is not None, "it never waits without an end"
        waited = min(self.seconds, self.limit)
        self.now += waited
        if waited < self.seconds:
            raise TimeoutError
        return min(self.piece, len(buffer))


def reader_of(network: Network) -> tuple[PatientReader, Callable[[], int]]:
    reader = PatientReader(network, Patience(head=20, body=20, body_bytes=1_000), clock=lambda: network.now)
    return reader, lambda: reader.readinto(bytearray(8192))


def pieces_until_given_up(read: Callable[[], int]) -> int:
    for number in range(1_000):
        try:
            read()
        except TimeoutError:
            return number
    raise AssertionError("it waits for ever")


def test_the_head_of_a_request_has_a_limit_in_all() -> None:
    network = Network(piece=1, seconds=1.5)
    reader, read = reader_of(network)
    reader.await_head()
    assert pieces_until_given_up(read) == 13
    assert network.now == 20
    assert reader.has_given_up


def test_a_body_may_take_an_hour_as_long_as_it_goes_on() -> None:
    network = Network(piece=600, seconds=9)
    reader, read = reader_of(network)
    reader.await_body()
    for _ in range(400):
        assert read() == 600
    assert network.now == 3600
    network.piece = 10
    assert pieces_until_given_up(read) <= 3


def test_the_servers_own_work_is_no_wait() -> None:
    network = Network(piece=1, seconds=1)
    reader, read = reader_of(network)
    reader.await_body()
    for _ in range(10):
        read()
        network.now += 100
    assert network.limit is None, "what is sent meanwhile has no limit"
