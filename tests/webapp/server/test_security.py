import stat
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.exceptions import TooManyRequests
from werkzeug.test import create_environ

from tests.webapp.world import TOKEN, World
from webapp.app import Settings, create_app
from webapp.context import STORE
from webapp.server.security import Attempts, Gate, HostNames


def test_the_server_says_that_it_is_well(app: Flask) -> None:
    assert app.test_client().get("/healthz").json == {"ok": True}


# ------------------------------------------------------------------------------------------------ hosts
@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST", "localhost."])
def test_own_names_are_let_in(app: Flask, host: str) -> None:
    assert app.test_client().get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "192.168.1.7", "", "a@localhost", "[::1"]
)
def test_foreign_names_are_kept_out(app: Flask, host: str) -> None:
    answer = app.test_client().get("/healthz", headers={"Host": host})
    assert answer.status_code == 400
    assert "not reached by this name" in answer.text


def test_a_foreign_name_gets_no_socket_either(app: Flask) -> None:
    path = "/socket.io/?EIO=4&transport=polling"
    client = app.test_client()
    assert client.get(path).status_code == 200
    assert client.get(path, headers={"Host": "evil.example"}).status_code == 400
    assert client.get(path, headers={"Origin": "http://evil.example"}).status_code == 400
    assert client.get(path, headers={"Origin": "http://localhost"}).status_code == 200


def test_on_a_local_network_any_bare_address_is_ours() -> None:
    lan, alone = HostNames(["localhost"], lan=True), HostNames(["localhost"], lan=False)
    assert lan.allows("192.168.1.7:8000")
    assert not alone.allows("192.168.1.7:8000")
    assert not lan.allows("evil.example:8000")


def test_given_names_are_let_in(tmp_path: Path) -> None:
    app = create_app(Settings(data_dir=tmp_path, hosts=["Table.Example"], lan=False, async_mode="threading"))
    assert app.test_client().get("/healthz", headers={"Host": "table.example"}).status_code == 200
    app.extensions[STORE].close()


@pytest.mark.parametrize(
    ("origin", "fits"),
    [
        ("http://localhost:8000", True),
        ("https://localhost:8000", True),  # behind something that does TLS
        (None, True),
        ("http://localhost:9000", False),
        ("http://evil.example", False),
        ("null", False),
        ("file://localhost:8000", False),
    ],
)
def test_only_pages_from_the_very_same_host_may_talk_to_it(origin: str | None, fits: bool) -> None:
    environ = {"HTTP_HOST": "localhost:8000"}
    assert HostNames(["localhost"], lan=False).allows_origin(origin, environ) is fits


def test_compression_of_sockets_is_declined() -> None:
    seen: dict[str, Any] = {}

    def inner(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        seen.update(environ)
        return []

    headers = {"Sec-WebSocket-Extensions": "permessage-deflate", "Sec-WebSocket-Key": "x"}
    Gate(inner, HostNames(["localhost"], lan=False))(create_environ(headers=headers), lambda *_: None)  # type: ignore[arg-type]
    assert "HTTP_SEC_WEBSOCKET_KEY" in seen
    assert "HTTP_SEC_WEBSOCKET_EXTENSIONS" not in seen


# ------------------------------------------------------------------------------------------------ forms
def test_a_form_without_the_token_does_nothing(world: World) -> None:
    gm = world.gm()
    answer = gm.client.post("/tables", data={"name": "Another"})
    assert answer.status_code == 403
    assert "load it again" in answer.text
    assert gm.client.post("/tables", data={"name": "Another", "csrf": "guessed"}).status_code == 403
    assert len(world.store.tables_of([world.table.id])) == 1
    assert gm.post("/tables", name="Another").status_code == 303


def test_a_session_without_a_token_cannot_send_an_empty_one(world: World) -> None:
    client = world.app.test_client()
    assert client.post(world.links.join, data={"name": "Ann", "csrf": ""}).status_code == 403
    assert world.store.people.of_table(world.table.id) == []


@pytest.mark.parametrize(
    "headers",
    [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "http://evil.example"}],
)
def test_another_sites_form_does_nothing_even_with_the_token(world: World, headers: dict[str, str]) -> None:
    gm = world.gm()
    answer = gm.client.post("/tables", data={"name": "Another", "csrf": TOKEN}, headers=headers)
    assert answer.status_code == 403
    assert "another site" in answer.text


def test_the_first_page_hands_out_the_token_that_forms_need(app: Flask) -> None:
    client = app.test_client()
    page = client.get("/").text
    with client.session_transaction() as session:
        assert session["csrf"] in page


def test_too_large_a_form_is_refused_in_a_sentence(world: World) -> None:
    answer = world.gm().post("/tables", name="x" * 600_000)
    assert answer.status_code == 413
    assert "too large" in answer.text.lower()


@pytest.mark.parametrize(
    ("path", "kind", "size"),
    [
        ("/tables", "application/x-www-form-urlencoded", 600_000),
        ("/tables", "multipart/form-data; boundary=x", 26_000_000),
        ("gm/map", "multipart/form-data; boundary=x", 126_000_000),
        ("commands", "application/json", 6_000_000),
    ],
)
def test_what_is_too_large_is_refused_before_it_is_read(
    world: World, path: str, kind: str, size: int
) -> None:
    address = path if path.startswith("/") else world.at(path)
    environ = {"CONTENT_LENGTH": str(size), "CONTENT_TYPE": kind, "HTTP_X_CSRF_TOKEN": TOKEN}
    answer = world.gm().client.post(address, environ_overrides=environ)
    assert answer.status_code == 413


# ---------------------------------------------------------------------------------------------- answers
def test_every_answer_forbids_foreign_scripts_and_frames(world: World) -> None:
    for path in ("/", "/healthz", "/nothing-here", world.links.join):
        headers = world.stranger().get(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"


def test_the_cookie_is_kept_from_scripts_and_from_other_ports(world: World) -> None:
    cookie = world.stranger().get(world.links.gm).headers["Set-Cookie"]
    assert cookie.startswith("battlemat_8000=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_the_key_that_signs_sessions_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    keys = set()
    for _ in range(2):
        app = create_app(Settings(data_dir=tmp_path, lan=False, async_mode="threading"))
        keys.add(app.config["SECRET_KEY"])
        app.extensions[STORE].close()
    assert len(keys) == 1
    assert len(keys.pop()) == 64
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600
    assert [p.name for p in tmp_path.glob(".secret-key*")] == []


def test_an_unknown_address_is_told_in_a_sentence(world: World) -> None:
    answer = world.stranger().get("/nothing-here")
    assert answer.status_code == 404
    assert "nothing at this address" in answer.text


def test_a_program_is_told_in_json(world: World) -> None:
    answer = world.gm().json(world.at("commands"), {"do": "no-such-thing", "actor": "kit", "id": "1"})
    assert answer.status_code == 422
    assert answer.json["ok"] is False
    assert set(answer.json["refusal"]) == {"code", "message", "rule"}


def test_a_page_that_cannot_be_shown_says_why(world: World) -> None:
    table = world.store.create_table("Without a map")
    gm = world.stranger()
    answer = gm.get(gm.get(f"/gm/{table.gm_key}").location)
    assert answer.status_code == 422
    assert "no map yet" in answer.text


def test_an_unreachable_store_is_told_in_a_sentence(world: World) -> None:
    gm = world.gm()
    world.store._engine.dispose()  # it opens the file again for what is asked next
    database = Path(world.store._engine.url.database or "")
    database.rename(database.with_suffix(".away"))
    for extra in ("-wal", "-shm"):
        database.with_name(database.name + extra).unlink(missing_ok=True)
    database.mkdir()
    answer = gm.get("/")
    assert answer.status_code == 503
    assert "cannot open its data" in answer.text


# --------------------------------------------------------------------------------------------- attempts
def test_too_many_tries_are_refused_until_time_has_passed() -> None:
    now = [0.0]
    attempts = Attempts(most=3, seconds=60, clock=lambda: now[0])
    for _ in range(3):
        attempts.check("here")
        attempts.failed("here")
    with pytest.raises(TooManyRequests, match="Too many wrong codes"):
        attempts.check("here")
    attempts.check("elsewhere")
    now[0] = 61
    attempts.check("here")


def test_old_tries_are_forgotten() -> None:
    now = [0.0]
    attempts = Attempts(most=3, seconds=60, clock=lambda: now[0])
    for number in range(100):
        attempts.failed(f"address {number}")
    now[0] = 61
    attempts.failed("another")
    assert list(attempts._failed) == ["another"]
