"""Behind a proxy: what it says is believed, and what anybody else says is not; with a real one in front."""

import html
import json
import re
import shutil
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
import websocket

from tests.webapp.server.front import NAME, TWO_ADDRESSES, Front, Nginx, Proxy, Started, proxied
from webapp.server.network import LOOPBACK, as_counted, is_among

SPOOFED = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example", "X-Forwarded-For": "203.0.113.9"}

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
FORGED = ("X-Forwarded-For", "X_Forwarded_For")
"""The second is written the same where a server hands headers on to Python."""
SOCKET = "/socket.io/?EIO=4&transport=websocket"

pytestmark = TWO_ADDRESSES


@pytest.fixture(scope="module", params=[Proxy, Nginx])
def both(
    request: pytest.FixtureRequest, first_start: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Started, Front]]:
    if request.param is Nginx and shutil.which("nginx") is None:
        pytest.skip("this machine has no nginx to try our site with")
    folder = tmp_path_factory.mktemp("proxied")
    data = Path(shutil.copytree(first_start, folder / "data"))
    with proxied(data, folder, by=request.param) as (server, proxy):
        yield server, proxy
        assert "Traceback" not in server.stop()


@pytest.fixture
def server(both: tuple[Started, Front]) -> Started:
    return both[0]


@pytest.fixture
def proxy(both: tuple[Started, Front]) -> Front:
    return both[1]


def test_the_links_are_the_public_ones(server: Started, proxy: Front) -> None:
    assert server.origins == {proxy.origin}


def test_over_https_cookies_are_secure_and_the_browser_is_to_stay(server: Started, proxy: Front) -> None:
    answer = proxy.ask(server.links["GM"])
    cookies = answer.headers.get_all("Set-Cookie") or []
    assert cookies
    assert all("; Secure" in cookie for cookie in cookies)
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert answer.headers["Location"].startswith("/tables/")


def test_the_language_that_somebody_chose_is_kept_in_a_secure_cookie(proxy: Front) -> None:
    page = proxy.ask("/")
    token = re.search(r'name="csrf" value="([^"]+)"', page.text)
    assert token is not None
    headers = {"Cookie": page.cookie, "X-CSRF-Token": html.unescape(token[1]), "Origin": proxy.origin}
    answer = proxy.ask("/language", {**headers, **FORM}, "POST", "language=de")
    assert answer.status == 303
    assert any("battlemat_language" in c and "; Secure" in c for c in answer.headers.get_all("Set-Cookie"))
    cookies = "; ".join(c.partition(";")[0] for c in answer.headers.get_all("Set-Cookie"))
    assert '<html lang="de"' in proxy.ask("/", {"Cookie": cookies}).text


def test_a_strangers_word_about_scheme_and_host_is_not_believed(server: Started) -> None:
    answer = server.ask(server.links["GM"], SPOOFED)
    assert answer.status == 303
    assert "Secure" not in answer.headers["Set-Cookie"]
    assert "Strict-Transport-Security" not in answer.headers
    assert server.ask("/healthz", {"Host": "evil.example", "X-Forwarded-Host": "localhost"}).status == 400


def test_the_public_name_serves_and_no_other(proxy: Front) -> None:
    assert proxy.ask("/healthz").status == 200
    assert proxy.ask("/healthz", {"Host": "evil.example"}).status == 400


def test_a_stranger_is_counted_by_its_own_address_whatever_it_says(server: Started) -> None:
    told = [server.ask("/join/WRONG", {"X-Forwarded-For": f"203.0.113.{n}"}).status for n in range(21)]
    assert told == [404] * 20 + [429]


def test_the_publics_callers_are_counted_one_by_one_by_what_the_proxy_says(proxy: Front) -> None:
    told = [
        proxy.ask("/join/WRONG", dict.fromkeys(FORGED, f"203.0.113.{n}"), caller="127.0.0.11").status
        for n in range(21)
    ]
    assert told == [404] * 20 + [429]
    assert proxy.ask("/join/WRONG", caller="127.0.0.12").status == 404


def test_the_gm_reads_from_where_somebody_tried(server: Started, proxy: Front) -> None:
    page, cookie = opened(proxy, server.links["GM"])
    assert proxy.ask(page, {"Cookie": cookie}).status == 200  # somebody plays there now
    assert proxy.ask(page, caller="127.0.0.13").status >= 400
    assert "Somebody at 127.0.0.13" in html.unescape(proxy.ask(page, {"Cookie": cookie}).text)


def test_the_gms_page_offers_the_public_address_alone(server: Started, proxy: Front) -> None:
    page, cookie = opened(proxy, server.links["GM"])
    shown = proxy.ask(page, {"Cookie": cookie}).text
    assert proxy.origin + server.links["Players"] in shown
    assert proxy.origin + server.links["Projector"] in shown
    assert f":{server.port}/" not in shown


def opened(proxy: Front, link: str) -> tuple[str, str]:
    """Open a link; give the page that it leads to and the cookie that opens it."""
    answer = proxy.ask(link)
    return answer.headers["Location"], answer.cookie


# ------------------------------------------------------------------------------------------ sockets
def talk(proxy: Front, cookie: str, origin: str) -> websocket.WebSocket:
    return websocket.create_connection(
        f"wss://127.0.0.1:{proxy.port}{SOCKET}",
        sslopt={"cert_reqs": ssl.CERT_NONE, "check_hostname": False},
        host=proxy.host,
        origin=origin,
        cookie=cookie,
        timeout=120,
    )


def test_a_page_of_the_public_address_speaks_over_its_socket(server: Started, proxy: Front) -> None:
    page, cookie = opened(proxy, server.links["GM"])
    line = talk(proxy, cookie, proxy.origin)
    assert str(line.recv()).startswith("0")
    line.send("40" + json.dumps({"table": page.split("/")[2], "role": "gm", "seq": None}))
    while not (heard := str(line.recv())).startswith("40"):
        assert not heard.startswith("44"), heard
    line.send('421["command",' + json.dumps({"do": "begin", "id": "over-the-socket"}) + "]")
    while not (heard := str(line.recv())).startswith("431"):
        pass
    assert json.loads(heard[3:])[0]["ok"] is True
    line.close()


@pytest.mark.parametrize("origin", ["http://{host}", "https://evil.example", "https://{name}:1"])
def test_a_page_from_elsewhere_gets_no_socket(server: Started, proxy: Front, origin: str) -> None:
    _, cookie = opened(proxy, server.links["GM"])
    with pytest.raises(websocket.WebSocketBadStatusException, match="400"):
        talk(proxy, cookie, origin.format(host=proxy.host, name=NAME))


def test_long_polling_asks_the_same(proxy: Front) -> None:
    path = SOCKET.replace("websocket", "polling")
    assert proxy.ask(path, {"Origin": proxy.origin}).status == 200
    assert proxy.ask(path, {"Origin": f"http://{proxy.host}"}).status == 400


# ---------------------------------------------------------------------------------------- addresses
@pytest.mark.parametrize(
    ("address", "is_one"),
    [("127.0.0.1", True), ("::1", True), ("::ffff:127.0.0.1", True), ("10.0.0.1", False), ("", False)],
)
def test_without_a_word_the_proxy_is_on_this_machine(address: str, is_one: bool) -> None:
    assert is_among(address, LOOPBACK) is is_one


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_a_network_of_ipv6_is_counted_as_one(address: str, counted: str) -> None:
    assert as_counted(address) == counted
