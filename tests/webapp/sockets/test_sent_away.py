"""The lines of a GM who is sent away, and of a table that is deleted, are cut by a real server."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests

from tests.load.player import BREAKS, Player, come_to_play
from tests.load.server import Server
from tests.webapp.sockets.own_server import serving
from webapp.table.names import new_id

PATIENCE = {"grant": 4.0}
"""Seconds after which a line is cut over which nobody is let in any more; even a busy machine is quicker."""
_CSRF = re.compile(r'name="csrf" value="([^"]+)"')


@pytest.fixture(scope="module", params=["gevent", "threading"])
def server(
    request: pytest.FixtureRequest, first_start: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    data = Path(shutil.copytree(first_start, tmp_path_factory.mktemp("away") / "data"))
    with serving(data, request.param, patience=PATIENCE) as server:
        yield server


def send(session: requests.Session, origin: str, path: str, **form: str) -> requests.Response:
    """Send a form as its page would."""
    token = _CSRF.search(session.get(origin + ("/host" if path.startswith("/host") else "/")).text)
    assert token is not None
    return session.post(origin + path, data={"csrf": token[1], **form}, timeout=120)


@pytest.fixture
def host(server: Server) -> Iterator[requests.Session]:
    with requests.Session() as session:
        assert session.get(server.origin + server.host, timeout=120).url == server.origin + "/host"
        yield session


@pytest.fixture
def seats(server: Server, host: requests.Session) -> Iterator["Seats"]:
    found = at_play(server, host)
    yield found
    for page in (found.gm, found.player, found.elsewhere):
        page.close()


@dataclass
class Seats:
    """An invited GM at a table, a player there, and one at the laptop's own table."""

    gm_id: str
    gm: Player
    player: Player
    elsewhere: Player


def at_play(server: Server, host: requests.Session) -> Seats:
    """Let a GM be invited and make a table, and somebody join it."""
    gm_id = new_id()
    page = send(host, server.origin, "/host/gms", id=gm_id, name="Ada")
    link = re.search(r"/invitation/[\w-]+", page.text)
    assert link is not None
    ada = requests.Session()
    ada.get(server.origin + link[0], timeout=120)
    made = send(ada, server.origin, "/tables", name="The Mill", system="atomic")
    gm = Player(server.origin, "gm", ada, made.url.split("/")[-2])
    gm.connect()
    join = re.search(r'value="[^"]*(/join/\w+)"', made.text)
    assert join is not None
    ann = come_to_play(server.origin, join[1], "Ann")
    ann.connect()
    other = come_to_play(server.origin, server.join, f"Ben {gm_id}")
    other.connect()
    return Seats(gm_id, gm, ann, other)


def is_cut(page: Player) -> bool:
    """Wait until a page's line is closed; where it is not, the socket's own time runs out."""
    while True:
        try:
            page.take()
        except TimeoutError:
            return False
        except BREAKS:
            return True


def test_the_lines_of_who_is_sent_away_are_cut(server: Server, host: requests.Session, seats: Seats) -> None:
    assert seats.gm.ask("resume", {})["ok"]
    assert send(host, server.origin, f"/host/gms/{seats.gm_id}/away").ok
    assert is_cut(seats.gm)
    assert is_cut(seats.player)
    for page in (seats.gm, seats.player):
        with pytest.raises(BREAKS):
            page.connect()
        at = f"{server.origin}/tables/{page.table}/{page.role}"
        assert page.session.get(at, timeout=120).status_code == 403
    assert seats.elsewhere.ask("resume", {})["ok"], "other tables go on"


def test_the_lines_of_a_deleted_table_are_cut(server: Server, seats: Seats) -> None:
    assert send(seats.gm.session, server.origin, f"/mine/tables/{seats.gm.table}/delete").ok
    assert is_cut(seats.gm)
    assert is_cut(seats.player)
    assert seats.elsewhere.ask("resume", {})["ok"]
