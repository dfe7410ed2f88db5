"""Https by a certificate of the machine's own: how long it is kept, and what a server does with it."""

import http.client
import logging
import re
import shutil
import socket
import ssl
import stat
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from tests.webapp.server.front import Answer, Started, asked, started, trusting_anybody
from tests.webapp.sockets.own_server import serving
from webapp.server import network
from webapp.server.tls import LASTS, RENEWED, Encryption, certificate_for
from webapp.settings import Settings

NOW = datetime(2030, 5, 1, 12, tzinfo=UTC)
HOME, CLUB = ["127.0.0.1", "localhost", "192.168.1.5"], ["127.0.0.1", "localhost", "10.0.0.7"]


# ------------------------------------------------------------------------------------ the certificate
def test_it_is_made_once_and_kept(tmp_path: Path) -> None:
    made = certificate_for(tmp_path, HOME, NOW)
    assert certificate_for(tmp_path, HOME, NOW + timedelta(days=300)) == made
    assert set(made.names) == set(HOME)


def test_its_key_is_its_owners_alone(tmp_path: Path) -> None:
    path = certificate_for(tmp_path, HOME, NOW).path
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("later", [LASTS - RENEWED, LASTS + timedelta(days=1), -timedelta(days=2)])
def test_one_that_ends_soon_or_has_not_begun_is_renewed(tmp_path: Path, later: timedelta) -> None:
    old = certificate_for(tmp_path, HOME, NOW)
    new = certificate_for(tmp_path, HOME, NOW + later)
    assert new.fingerprint != old.fingerprint
    assert new.begins < NOW + later < new.ends


def test_another_address_asks_for_another_which_serves_at_the_first_as_well(tmp_path: Path) -> None:
    home = certificate_for(tmp_path, HOME, NOW)
    club = certificate_for(tmp_path, CLUB, NOW)
    assert club.fingerprint != home.fingerprint
    assert set(club.names) == {*HOME, *CLUB}
    assert certificate_for(tmp_path, HOME, NOW) == club


@pytest.mark.parametrize("content", ["", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n"])
def test_what_cannot_be_read_is_replaced(tmp_path: Path, content: str) -> None:
    (tmp_path / "https.pem").write_text(content)
    assert certificate_for(tmp_path, HOME, NOW).serves(HOME, NOW)


# ------------------------------------------------------------------------------------------ the server
@pytest.fixture(scope="module")
def server(first_start: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    data = Path(shutil.copytree(first_start, tmp_path_factory.mktemp("tls") / "data"))
    with started(data, "--https", "--local") as server:
        yield server
        assert "Traceback" not in server.stop()


def ask(server: Started, path: str) -> Answer:
    return asked(
        http.client.HTTPSConnection("127.0.0.1", server.port, timeout=120, context=trusting_anybody()), path
    )


def shown_certificate(port: int) -> bytes:
    with (
        socket.create_connection(("127.0.0.1", port), timeout=120) as line,
        trusting_anybody().wrap_socket(line) as shown,
    ):
        certificate = shown.getpeercert(binary_form=True)
    assert certificate is not None
    return certificate


def test_the_terminal_shows_https_and_what_to_make_of_the_warning(server: Started) -> None:
    assert server.origins == {f"https://127.0.0.1:{server.port}"}
    assert "Each browser warns at first" in server.said
    digest = sha256(shown_certificate(server.port)).hexdigest().upper()
    assert digest == "".join(re.findall(r"\b[0-9A-F]{2}\b(?=:|$)", server.said, re.M))


def test_a_client_that_was_given_the_certificate_trusts_it(server: Started) -> None:
    trusting = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(shown_certificate(server.port)))
    line = http.client.HTTPSConnection("127.0.0.1", server.port, timeout=120, context=trusting)
    assert asked(line, "/healthz").status == 200


def test_cookies_are_secure_and_no_browser_is_bound_to_it(server: Started) -> None:
    answer = ask(server, server.links["GM"])
    assert "; Secure" in answer.headers["Set-Cookie"]
    assert "Strict-Transport-Security" not in answer.headers


def test_who_asks_in_plain_text_is_sent_to_https(server: Started) -> None:
    answer = server.ask(server.links["GM"] + "?from=phone")
    assert answer.status == 308
    assert answer.headers["Location"] == f"https://127.0.0.1:{server.port}{server.links['GM']}?from=phone"
    assert "Set-Cookie" not in answer.headers
    assert server.ask("/healthz").status == 200, "what runs beside asks so whether it is alive"


def test_who_says_nothing_or_nonsense_keeps_nobody_waiting(server: Started) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as silent:
        for nonsense in (b"\x16\x03\x01\xff\xff" + b"x" * 600, b"\x00" * 600):
            with socket.create_connection(("127.0.0.1", server.port), timeout=120) as line:
                line.sendall(nonsense)
                assert ask(server, "/healthz").status == 200
        silent.sendall(b"\x16")
        assert ask(server, "/healthz").status == 200


@pytest.mark.parametrize(
    "first", [b"", b"\x16", b"\x16\x03\x01\x3f\xff"], ids=["nothing", "a byte", "a beginning"]
)
def test_hands_that_are_shaken_for_ever_are_let_go(first_start: Path, tmp_path: Path, first: bytes) -> None:
    data = Path(shutil.copytree(first_start, tmp_path / "data"))
    with (
        serving(data, "gevent", https=True, patience={"head": 1.0}) as server,
        socket.create_connection(("127.0.0.1", int(server.origin.rpartition(":")[2])), timeout=120) as line,
    ):
        line.sendall(first)
        line.settimeout(0.1)
        for _ in range(1200):  # bytes of one message that is never whole: 20 seconds each would be endless
            with suppress(TimeoutError):
                assert is_cut(line)
                return
            if first:
                with suppress(ConnectionError):
                    line.sendall(b"\x01")
    pytest.fail("the line is open still")


def is_cut(line: socket.socket) -> bool:
    """Wait a moment for the server to hang up. Raises `TimeoutError` if it does not."""
    try:
        while line.recv(1000):
            pass
    except ConnectionError:
        pass
    return True


def test_a_running_server_takes_a_new_certificate_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(network, "lan_addresses", lambda: ["192.168.1.5"])
    encryption = Encryption(Settings(data_dir=tmp_path))
    before = encryption.fingerprint
    encryption.renew()
    assert encryption.fingerprint == before
    monkeypatch.setattr(network, "lan_addresses", lambda: ["10.0.0.7"])
    with caplog.at_level(logging.WARNING):
        encryption.renew()
    assert encryption.fingerprint != before
    assert encryption.fingerprint in caplog.text
    assert shown_by(encryption.context) == encryption.fingerprint.replace(":", "").lower()


def shown_by(context: ssl.SSLContext) -> str:
    """Shake hands within this process, and give the digest of what was shown."""
    client, to_client, to_server = trusting_anybody(), ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = client.wrap_bio(to_client, to_server)
    answering = context.wrap_bio(to_server, to_client, server_side=True)
    for side in (asking, answering) * 3:
        with suppress(ssl.SSLWantReadError):
            side.do_handshake()
    shown = asking.getpeercert(binary_form=True)
    assert shown is not None
    return sha256(shown).hexdigest()
