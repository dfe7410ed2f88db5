"""A GM, a phone and the projector at a table that is encrypted, by the server itself or by a proxy."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, SCREEN, Sit
from tests.webapp.server.front import Started, proxied, started

MOVE_KIT = """async ([table, role, csrf]) => {
    const headers = { "Content-Type": "application/json", "X-CSRF-Token": csrf };
    const body = JSON.stringify({ do: "gm-set", target: "kit", state: { at: [5, 3] } });
    return (await fetch(`/tables/${table}/commands?as=${role}`, { method: "POST", headers, body })).status;
}"""


@pytest.fixture(params=["own", "proxy"])
def place(request: pytest.FixtureRequest, first_start: Path, tmp_path: Path) -> Iterator[tuple[str, Started]]:
    """Give the address under which the table is opened, and the server."""
    data = Path(shutil.copytree(first_start, tmp_path / "data"))
    if request.param == "own":
        with started(data, "--https", "--local") as server:
            yield f"https://127.0.0.1:{server.port}", server
            assert "Traceback" not in server.stop()
    else:
        with proxied(data, tmp_path, address="127.0.0.1") as (server, proxy):
            yield proxy.origin, server
            assert "Traceback" not in server.stop()


def test_pages_sockets_and_the_projector_work_encrypted(sit: Sit, place: tuple[str, Started]) -> None:
    origin, server = place
    secure = {"base_url": origin, "ignore_https_errors": True}
    gm = sit("GM", GM, server.links["GM"], **secure)
    ann = sit("Ann", PHONE, server.links["Players"], **secure)
    ann.find("[name=name]").fill("Ann")
    ann.press(ann.find("label.character:has([value='kit'])"))
    ann.press(ann.button("Join"))
    table = sit("projector", SCREEN, server.links["Projector"], **secure)
    for seat in (gm, ann, table):
        seat.wait_until_live()
        assert seat.page.evaluate("isSecureContext && location.origin") == origin
    assert gm.page.evaluate(MOVE_KIT, gm.door()) == 200
    for seat in (gm, ann, table):
        seat.is_at("kit", (5, 3))
    assert all(cookie["secure"] for cookie in ann.page.context.cookies())
    expect(gm.find(f"[value^='{origin}/join/'], a[href^='{origin}/join/']").first).to_be_attached()
    for seat in (gm, ann, table):
        seat.page.goto("about:blank")
