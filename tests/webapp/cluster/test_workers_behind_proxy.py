"""Two workers of one port behind a proxy that sends each request to whichever takes it."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import websocket

from tests.postgres import own_schema
from tests.redis_server import redis_url
from tests.webapp.server.front import TWO_ADDRESSES, Front, Nginx, Proxy, Started, proxied
from tests.webapp.server.test_proxy import opened, talk

pytestmark = TWO_ADDRESSES


def enter(proxy: Front, page: str, cookie: str) -> websocket.WebSocket:
    """Open the socket of a GM's page, and wait until it is let in."""
    line = talk(proxy, cookie, proxy.origin)
    assert str(line.recv()).startswith("0")
    line.send("40" + json.dumps({"table": page.split("/")[2], "role": "gm", "seq": None}))
    while not (heard := str(line.recv())).startswith("40"):
        assert not heard.startswith("44"), heard
    return line


def heard_by(line: websocket.WebSocket, seq: int) -> None:
    """Wait until a page is told of the log up to a number."""
    while True:
        heard = str(line.recv())
        if heard == "2":
            line.send("3")
        elif heard.startswith('42["update"') and json.loads(heard[2:])[1].get("seq", 0) >= seq:
            return


def workers_with_pages(server: Started, key: str) -> set[str]:
    """Ask once, and say of the worker that answers whether it has open pages."""
    told = server.ask("/metrics", {"Authorization": f"Bearer {key}"}).text
    return set(re.findall(r'battlemat_pages\{worker="(\d+)"\} [1-9]', told))


@pytest.mark.parametrize("by", [Proxy, Nginx])
def test_pages_of_one_session_are_at_both_workers_and_play_at_one_table(
    tmp_path: Path, by: type[Proxy | Nginx]
) -> None:
    if by is Nginx and shutil.which("nginx") is None:
        pytest.skip("this machine has no nginx to try our site with")
    with own_schema() as database:
        options = ("--workers", "2", "--database", database, "--redis", redis_url(), "--metrics")
        data = tmp_path / "data"
        with proxied(data, tmp_path, *options, by=by) as (server, proxy):
            key = (data / "metrics-key").read_text()
            page, cookie = opened(proxy, server.links["GM"])
            lines = [enter(proxy, page, cookie) for _ in range(2)]
            seen: set[str] = set()
            while len(seen) < 2:
                lines.append(enter(proxy, page, cookie))
                assert len(lines) < 60, "one of them takes no page"
                for _ in range(4):
                    seen |= workers_with_pages(server, key)
            reply = given(lines[0], {"do": "begin", "id": "at-one"})
            assert reply["ok"] is True, reply
            for line in lines[1:]:
                heard_by(line, reply["seq"])
                line.close()
            lines[0].close()

            told = [proxy.ask("/join/WRONG", caller="127.0.0.14").status for _ in range(21)]
            assert told == [404] * 20 + [429], "they count wrong codes together"
            said = server.stop()
    assert "Traceback" not in said


def given(line: websocket.WebSocket, command: dict[str, Any]) -> dict[str, Any]:
    """Give a command over a socket, and wait for the reply."""
    line.send('421["command",' + json.dumps(command) + "]")
    while not (heard := str(line.recv())).startswith("431"):
        if heard == "2":
            line.send("3")
    reply: dict[str, Any] = json.loads(heard[3:])[0]
    return reply
