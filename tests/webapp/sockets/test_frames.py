"""A message that goes to many is written once, and read by each as any WebSocket's is."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from simple_websocket import ConnectionClosed
from wsproto import ConnectionType, WSConnection
from wsproto.events import Request, TextMessage
from wsproto.extensions import Extension, PerMessageDeflate

from webapp.sockets.frames import SharedFrames
from webapp.sockets.line import Verdict
from webapp.sockets.websocket import FairWebSocket

WINDOWS = (None, 9, 15)


class Reader:
    """The other end of a socket: what a browser makes of the bytes, by another implementation."""

    def __init__(self, bits: int | None) -> None:
        self.ours, self.theirs = socket.socketpair()
        self.theirs.settimeout(60)
        self.ws = WSConnection(ConnectionType.CLIENT)
        offers: list[Extension] = []
        if bits is not None:
            offers = [PerMessageDeflate(server_max_window_bits=bits)]
        asked = self.ws.send(Request(host="x", target="/", extensions=offers))
        lines = asked.decode().split("\r\n")[1:]
        headers = dict(line.split(": ", 1) for line in lines if line)
        self.environ = {"HTTP_" + name.upper().replace("-", "_"): value for name, value in headers.items()}
        self.environ["werkzeug.socket"] = self.ours  # type: ignore[assignment]
        self.text = ""
        self.messages: list[str] = []

    def read(self, count: int) -> list[str]:
        """Wait for some messages more, and give all."""
        wanted = len(self.messages) + count
        while len(self.messages) < wanted:
            data = self.theirs.recv(65536)
            assert data, "it was not hung up"
            self.ws.receive_data(data)
            for event in self.ws.events():
                if isinstance(event, TextMessage):
                    self.text += event.data
                    if event.message_finished:
                        self.messages, self.text = [*self.messages, self.text], ""
        return self.messages


@contextmanager
def sockets(frames: SharedFrames, *windows: int | None) -> Iterator[list[tuple[FairWebSocket, Reader]]]:
    found = []
    for bits in windows:
        reader = Reader(bits)
        ours = FairWebSocket(
            reader.environ,
            lambda _: Verdict.TAKEN,
            time.sleep,
            frames,
            thread_class=threading.Thread,
            event_class=threading.Event,
        )
        found.append((ours, reader))
    try:
        yield found
    finally:
        for ours, reader in found:
            reader.theirs.close()
            ours.thread.join(60)


TEXTS = ("", "2", "x" * 125, "y" * 126, "ü" * 40_000, "z" * 65_535, "w" * 65_536, "kit " * 30_000)


@pytest.mark.parametrize("bits", WINDOWS)
def test_messages_of_any_length_arrive_as_they_were_sent(bits: int | None) -> None:
    with sockets(SharedFrames(), bits) as [(ours, reader)]:
        for text in TEXTS:
            sender = threading.Thread(target=ours.send, args=(text,))
            sender.start()
            assert reader.read(1)[-1] == text
            sender.join()


def test_each_reads_what_all_are_sent_however_it_is_compressed() -> None:
    with sockets(SharedFrames(), *WINDOWS, *WINDOWS) as everybody:
        for n in range(40):
            text = f'42["update",{{"seq":{n}}}]' * 20
            for ours, _ in everybody:
                ours.send(text)
            everybody[n % 3][0].send(f"for one alone {n}")
        for number, (_, reader) in enumerate(everybody):
            own = 1 if number < 3 else 0
            many = 40 + own * len([n for n in range(40) if n % 3 == number])
            read = reader.read(many)
            assert [text for text in read if text.startswith("42")] == [
                f'42["update",{{"seq":{n}}}]' * 20 for n in range(40)
            ]
            assert [text for text in read if text.startswith("for")] == [
                f"for one alone {n}" for n in range(40) if own and n % 3 == number
            ]


def test_what_goes_to_many_is_written_once() -> None:
    frames, text = SharedFrames(), "".join(["kit ", "moves"])
    assert frames.of(text, None) is frames.of(text, None)
    assert frames.of(text, 15) is frames.of(text, 15)
    assert len({frames.of(text, bits) for bits in WINDOWS}) > 1


def test_of_two_messages_neither_takes_the_others_frames() -> None:
    frames = SharedFrames()
    texts = [f"message {n}" for n in range(100)]
    for text in [*texts, *texts[::-1]]:
        assert frames.of(text, None).endswith(text.encode())


def test_one_who_has_gone_keeps_nobody_from_hearing() -> None:
    with sockets(SharedFrames(), None, None) as [(gone, went), (stays, reader)]:
        went.theirs.close()
        gone.thread.join(60)
        with pytest.raises(ConnectionClosed):
            gone.send("hello")
        stays.send("hello")
        assert reader.read(1) == ["hello"]
