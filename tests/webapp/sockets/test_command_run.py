"""Commands that come close behind one another are answered each in its turn, and none is lost."""

import json
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.load.player import Player, come_as_gm, come_to_play
from tests.load.server import Server
from tests.webapp.sockets.own_server import serving
from webapp.sockets.command_run import MOST, CommandRun

FREE = dict.fromkeys(("messages", "of_gm", "excess", "pages", "strangers"), (100000, 100000))
MANY = 60


# --------------------------------------------------------------------------------------- what is seen ahead
def framed(*sent: Any, number: int | str = 3) -> str:
    return f"42{number}{json.dumps(list(sent))}".replace('", {', '",{')


def test_only_commands_are_seen_ahead_and_none_beyond_another_message() -> None:
    frames: list[object] = [framed("command", {"do": "a"}), framed("command", {"do": "b"}, number="")]
    run = CommandRun[str](frames)
    assert run.behind() == [{"do": "a"}, {"do": "b"}]
    for odd in (
        framed("aim", {}),
        framed("command", [1]),
        framed("command", {}, 1),
        '421["command",{',
        '42/other,1["command",{}]',
        '421["command",' + "[" * 100_000,
        b'421["command",{}]',
        "3",
        "",
    ):
        assert CommandRun[str]([frames[0], odd, frames[1]]).behind() == [{"do": "a"}], odd


def test_no_more_are_seen_than_others_may_wait_for() -> None:
    run = CommandRun[str]([framed("command", {"do": str(n)}) for n in range(3 * MOST)])
    assert len(run.behind()) == MOST - 1


def test_each_is_given_what_it_came_to_and_something_else_ends_the_run() -> None:
    run = CommandRun[str]([])
    run.keep([{"do": "a"}, {"do": "a"}, {"do": "b"}, {"do": "c"}], ["1", "2", "3", "4"])
    assert [run.take({"do": "a"}), run.take({"do": "a"})] == ["1", "2"]
    assert run.is_answered
    assert run.take({"do": "other"}) is None
    assert not run.is_answered
    assert run.take({"do": "c"}) is None


# --------------------------------------------------------------------------------------- over a real server
@pytest.fixture(scope="module", params=["gevent", "threading"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("data"), request.param, limits=FREE) as found:
        yield found


def test_many_at_once_are_answered_in_order_and_every_page_ends_where_the_last_led(server: Server) -> None:
    gm = come_as_gm(server.origin, server.gm)
    gm.connect()
    name = f"Ann {time.monotonic_ns()}"
    ann = come_to_play(server.origin, server.join, name)
    pages = [Player(ann.origin, ann.role, ann.session, ann.table) for _ in range(3)]
    for page in pages:
        page.connect()
        threading.Thread(target=page.listen, daemon=True).start()
    wanted, last = list[tuple[int, bool]](), [2 + (MANY - 1) % 6, 3 + (MANY - 1) // 6]
    for n in range(MANY):
        if n == MANY // 2:  # one that is refused, and something else between
            wanted.append(
                (gm.send("command", {"id": f"no{name}", "do": "gm-set", "target": "nobody"}), False)
            )
            wanted.append((gm.send("zones", {}), True))
        place = [2 + n % 6, 3 + n // 6]
        said = {"id": f"r{n}-{name}", "do": "gm-set", "target": "kit", "state": {"at": place}}
        wanted.append((gm.send("command", said), True))
    for number, _ in wanted:
        while number not in gm.replies:
            gm.take()
    answered = sorted(gm.replies, key=lambda number: gm.replies[number][0])
    assert answered == [number for number, _ in wanted], "in order"
    assert [gm.replies[number][1]["ok"] for number, _ in wanted] == [ok for _, ok in wanted]
    numbers = [gm.replies[number][1]["seq"] for number, _ in wanted if "seq" in gm.replies[number][1]]
    assert numbers == sorted({*numbers}), "each has a number of its own"

    def moves(page: Player) -> list[Any]:
        return [move for _, update in page.updates for move in update["moves"] if move["id"] == "kit"]

    def lines(page: Player) -> int:
        return sum(update["panels"].count('class="log-line') for _, update in page.updates if update["prev"])

    until = time.monotonic() + 60
    place = ",".join(map(str, last))
    while not all(moves(page) and moves(page)[-1]["place"] == place for page in pages):
        assert time.monotonic() < until
        time.sleep(0.02)
    for page in pages:
        chain = [(update["prev"], update["seq"]) for _, update in page.updates if update["prev"] is not None]
        assert all(one[1] == other[0] for one, other in pairwise(chain)), "without a gap"
        assert lines(page) == MANY, "of every one there is a line"
    for one in (gm, *pages):
        one.close()
