"""Static files are kept by the browser, under addresses that change with them."""

import re
from pathlib import Path

from tests.webapp.conftest import World
from webapp.server.static_files import static_address


def test_a_browser_keeps_what_a_page_loads_and_asks_no_more(world: World) -> None:
    gm = world.gm()
    page = gm.get(world.links.gm, follow_redirects=True).text
    asked = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css))"', page)
    assert len(asked) > 30
    for address in asked:
        assert re.match(r"/static/[0-9a-f]{12}/", address)
    answer = gm.get(asked[0])
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "Vary" not in answer.headers
    assert "Set-Cookie" not in answer.headers


def test_what_is_not_there_is_not_kept(world: World) -> None:
    answer = world.gm().get("/static/js/map/viewport.js")
    assert answer.status_code == 404
    assert "immutable" not in answer.headers.get("Cache-Control", "")


def test_a_page_itself_is_asked_for_each_time(world: World) -> None:
    answer = world.gm().get(world.links.gm, follow_redirects=True)
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_the_address_changes_with_what_lies_there(tmp_path: Path) -> None:
    addresses = set()
    for name, text in (("a.js", "1"), ("b.js", "1"), ("b.js", "2")):
        folder = tmp_path / f"{name}{text}"
        folder.mkdir()
        (folder / name).write_text(text)
        addresses.add(static_address(folder))
    assert len(addresses) == 3
