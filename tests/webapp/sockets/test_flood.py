"""What comes over a socket is judged first of all, and nobody's messages keep another's waiting."""

import json
import shutil
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import requests
import websocket

from tests.load.player import BREAKS, Player, come_as_gm, come_to_play
from tests.load.server import Server
from tests.load.tables.flooder import flood_by_polling
from tests.webapp.pages import wait_for
from tests.webapp.sockets.own_server import serving
from webapp.server.limits import Bucket, Limits
from webapp.server.log_throttle import SeldomLog
from webapp.sockets.command_run import MOST
from webapp.sockets.frames import SharedFrames
from webapp.sockets.line import Line, Verdict
from webapp.sockets.websocket import MOST_WAITING, FairWebSocket

STRICT = {"messages": (5, 0), "excess": (3, 0)}


@pytest.fixture(scope="module", params=["gevent", "threading"])
def strict(
    request: pytest.FixtureRequest, first_start: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    data = Path(shutil.copytree(first_start, tmp_path_factory.mktemp("flood") / "data"))
    with serving(data, request.param, limits=STRICT) as server:
        yield server


@pytest.fixture
def come(strict: Server) -> Iterator[Callable[..., Player]]:
    """Lets people in by the players' link, or by the GM's, and shuts their pages in the end."""
    came: list[Player] = []

    def let_in(name: str = "", character: str = "") -> Player:
        name = f"{name} {time.monotonic_ns()}" if name else ""
        at = strict.origin
        who = come_to_play(at, strict.join, name, character) if name else come_as_gm(at, strict.gm)
        came.append(who)
        who.connect()
        return who

    yield let_in
    for who in came:
        who.close()


def take_all(player: Player) -> None:
    """Take in what comes until the line is closed."""
    with suppress(*BREAKS):
        while True:
            player.take()


# -------------------------------------------------------------------------------------------- judging
def a_line(**limits: tuple[float, float]) -> tuple[Line, Limits]:
    line = Line()
    line.grant("ann", is_gm=False)
    return line, Limits(**{kind: Bucket(*rate, lambda: 0.0) for kind, rate in limits.items()})


def test_what_is_over_the_rate_is_refused_and_then_the_line_is_ended() -> None:
    line, limits = a_line(messages=(2, 0), excess=(1, 0))
    said = [line.judge(limits) for _ in range(5)]
    assert said == [Verdict.TAKEN, Verdict.TAKEN, Verdict.REFUSED, Verdict.ENDED, Verdict.ENDED]


def test_one_persons_lines_are_counted_together_and_anothers_apart() -> None:
    line, limits = a_line(messages=(2, 0), excess=(1, 0))
    again, other = Line(), Line()
    again.grant("ann", is_gm=False)
    other.grant("bob", is_gm=False)
    assert [line.judge(limits), again.judge(limits), again.judge(limits)] == [
        Verdict.TAKEN,
        Verdict.TAKEN,
        Verdict.REFUSED,
    ]
    assert other.judge(limits) is Verdict.TAKEN


def test_before_a_page_is_let_in_hardly_anything_is_taken() -> None:
    limits, line = Limits(strangers=Bucket(3, 0)), Line()
    assert [line.judge(limits) for _ in range(4)] == [Verdict.TAKEN] * 3 + [Verdict.ENDED]


def test_a_refused_frame_is_answered_unread() -> None:
    line = Line(refusal='{"ok":false}')
    assert line.reply_to('427["reach", no JSON at all') == '37[{"ok":false}]'
    assert line.reply_to('42["reach",{}]') is None
    assert line.reply_to(None) is None


def test_the_log_tells_of_one_subject_once_a_second() -> None:
    now, lines = [0.0], SeldomLog(None, clock=lambda: now[0])  # type: ignore[arg-type]  # nothing is written
    told = []
    for n in range(30):
        now[0] = n / 10
        told.append(lines.left_out("ann"))
    assert [n for n, left_out in enumerate(told) if left_out is not None] == [0, 10, 20]
    assert [left_out for left_out in told if left_out is not None] == [0, 9, 9]
    assert lines.left_out("bob") == 0


# ------------------------------------------------------------------------------------------ in the app
def test_who_goes_on_past_the_limit_hears_why_and_is_disconnected(come: Callable[..., Player]) -> None:
    gm, ann, bob = come(), come("Ann"), come("Bob")
    numbers = [ann.send("resume", {}) for _ in range(9)]
    take_all(ann)
    answers = [ann.replies[n][1] for n in numbers if n in ann.replies]
    refused = [answer["refusal"] for answer in answers if not answer["ok"]]
    assert [refusal["code"] for refusal in refused] == ["too-often"] * 3
    assert "Wait a second" in refused[0]["message"]
    assert ann.farewell is not None
    assert ann.farewell["message"] == "This page sent more than any hand could. It may come back in a moment."
    ann.close()
    with pytest.raises(websocket.WebSocketBadStatusException, match="429"):
        ann.connect()
    assert bob.ask("resume", {})["ok"], "another is not concerned"
    assert wait_for(lambda: "sends more messages than any hand" in gm_page(gm), 60)


def gm_page(gm: Player) -> str:
    return gm.session.get(f"{gm.origin}/tables/{gm.table}/gm", timeout=30).text


def test_who_was_disconnected_is_not_let_in_by_another_cookie(come: Callable[..., Player]) -> None:
    ann = come("Ann")
    for _ in range(9):
        ann.send("resume", {})
    take_all(ann)
    old = ann.session.cookies.get_dict()
    ann.socket.shutdown()
    ann.socket = None
    assert wait_for(lambda: fresh_cookie(ann) != old)
    with pytest.raises(ConnectionError, match=r'"seconds":10'):
        ann.connect()


def fresh_cookie(player: Player) -> dict[str, str]:
    player.session.get(f"{player.origin}/tables/{player.table}/play", timeout=30)
    return dict(player.session.cookies.get_dict())


def test_long_polling_is_judged_as_well(strict: Server, come: Callable[..., Player]) -> None:
    ann = come("Ann")
    cookie = "; ".join(f"{one.name}={one.value}" for one in ann.session.cookies)
    asked = {"origin": strict.origin, "table": ann.table, "cookie": cookie}
    told: Counter[str] = Counter()
    flood_by_polling(asked, time.monotonic() + 60, told)
    assert (told["let in"], told["ended"]) == (1, 1)
    assert told["answered"] <= 5
    assert told["refused"] <= 3
    flood_by_polling(asked, time.monotonic() + 60, told)
    assert told["turned away"] == 1


def test_a_request_full_of_messages_is_not_smuggled_past_by_another_spelling(strict: Server) -> None:
    url = f"{strict.origin}/socket.io/?EIO=4&transport=polling"
    sid = json.loads(requests.get(url, timeout=30).text[1:])["sid"]
    assert requests.post(f"{url}&sid={sid}", data="d=40%1E40", timeout=30).status_code == 400


def test_a_stranger_who_floods_is_hung_up_on(strict: Server) -> None:
    line = websocket.create_connection(strict.origin.replace("http", "ws") + SOCKET, timeout=60)
    with suppress(OSError):
        for _ in range(1000):
            line.send('42["reach",{}]')
    with suppress(*BREAKS):
        while line.recv():
            pass
    line.shutdown()
    assert requests.get(f"{strict.origin}/healthz", timeout=30).ok


SOCKET = "/socket.io/?EIO=4&transport=websocket"


def test_messages_of_one_socket_are_taken_in_turns_with_anothers(come: Callable[..., Player]) -> None:
    many = 400
    ear, gm, bob = come(), come(), come("Bob", "brannock")
    heard: list[str] = []

    def note(_at: float, update: dict[str, Any]) -> None:
        heard.extend(move["id"] for move in update.get("moves") or ())

    ear.on_update = note
    for who in (ear, gm):
        threading.Thread(target=who.listen, daemon=True).start()
    for n in range(many):
        place = {"at": [1 + n % (MOST + 1), 3]}  # no run of commands ends where it began
        gm.send("command", {"id": f"g{n}", "do": "gm-set", "target": "kit", "state": place})
    gm.send("command", {"id": "last", "do": "gm-set", "target": "dutch", "state": {"at": [5, 3]}})
    assert wait_for(lambda: heard, 120)
    assert bob.ask("command", {"id": "b", "do": "move", "actor": "brannock", "to": [3, 9]})["ok"]
    assert wait_for(lambda: "dutch" in heard and "brannock" in heard, 240)
    assert "kit" in heard[heard.index("brannock") :], "it came between the GM's, not behind them"


# ------------------------------------------------------------------------------------------ one socket
def test_no_more_is_read_from_a_socket_than_there_is_room_for() -> None:
    ours, theirs = socket.socketpair()
    environ = {"werkzeug.socket": ours, "HTTP_CONNECTION": "Upgrade", "HTTP_UPGRADE": "websocket"}
    environ |= {"HTTP_SEC_WEBSOCKET_KEY": "dGhlIHNhbXBsZSBub25jZQ==", "HTTP_SEC_WEBSOCKET_VERSION": "13"}
    options: dict[str, Any] = {"thread_class": threading.Thread, "event_class": threading.Event}
    ours_ = FairWebSocket(
        {**environ, "HTTP_HOST": "x"}, lambda _: Verdict.TAKEN, time.sleep, SharedFrames(), **options
    )
    many, padding = 2_000, "x" * 500
    frames = [
        websocket.ABNF.create_frame(f"{n} {padding}", websocket.ABNF.OPCODE_TEXT).format()
        for n in range(many)
    ]
    sender = threading.Thread(target=theirs.sendall, args=(b"".join(frames),), daemon=True)
    sender.start()
    assert wait_for(lambda: len(ours_.input_buffer) >= MOST_WAITING)
    most = 0
    for n in range(many):
        most = max(most, len(ours_.input_buffer))
        assert ours_.receive() == f"{n} {padding}"
    assert most < MOST_WAITING + 10, "and what one more read brought"
    theirs.close()
    ours_.thread.join(10)
    sender.join(10)
    assert not ours_.connected
