"""Pages load few static files, which the browser keeps, under addresses that change with them."""

import gzip
import re
from pathlib import Path

import pytest
from flask import Flask

from tests.webapp.world import World
from webapp.server.assets.bundles import BUNDLES, JOINED, joined
from webapp.server.assets.static_files import install, package_folder, static_address

STATIC = package_folder("static")
_ASKED = re.compile(r'(?:src|href)="(/static/[^"]+\.(?:js|css))"')


def test_a_browser_keeps_what_a_page_loads_and_asks_no_more(world: World) -> None:
    gm = world.gm()
    for address in asked_by(world):
        assert re.match(r"/static/[0-9a-f]{12}/", address)
        answer = gm.get(address)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers.get("Vary") == "Accept-Encoding"
        assert "Set-Cookie" not in answer.headers


def asked_by(world: World) -> list[str]:
    return _ASKED.findall(world.gm().get(world.links.gm, follow_redirects=True).text)


def test_the_page_of_the_gm_loads_one_style_sheet_one_module_and_what_opens_its_line(world: World) -> None:
    names = [address.rpartition("/")[2] for address in asked_by(world)]
    assert names == ["gm.css", "theme.js", "htmx-4.0.1.min.js", "gm.js", "socket.io-4.8.4.min.js", "line.js"]


@pytest.mark.parametrize("path", sorted(JOINED))
def test_every_joined_file_is_there_with_its_type(path: str, world: World) -> None:
    answer = world.gm().get(f"{static_address(STATIC)}/{path}")
    assert answer.text == joined(STATIC, path)
    assert answer.mimetype == ("text/css" if path.endswith(".css") else "text/javascript")


@pytest.mark.parametrize(
    "path", ["bundles/gm.js", "js/map/viewport.js", "css/base/tokens.css", "battlemat.svg"]
)
def test_a_text_goes_out_compressed_to_who_takes_it_so(path: str, world: World) -> None:
    address = f"{static_address(STATIC)}/{path}"
    plain = world.gm().get(address)
    small = world.gm().get(address, headers={"Accept-Encoding": "gzip, br"})
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.data) == plain.data
    assert small.content_type == plain.content_type
    assert len(small.data) < len(plain.data)


def test_a_picture_is_sent_as_it_is(world: World) -> None:
    address = f"{static_address(STATIC)}/pictures/fight.webp"
    answer = world.gm().get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.data == (STATIC / "pictures" / "fight.webp").read_bytes()
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("path", ["js/none.js", "bundles/none.js", "bundles/plain.js", "../pyproject.toml"])
def test_what_is_not_there_is_not_kept(path: str, world: World) -> None:
    for address in (static_address(STATIC), "/static"):
        answer = world.gm().get(f"{address}/{path}")
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


# ------------------------------------------------------------------------------------------- for work on them
def test_with_debug_each_file_goes_by_itself_as_it_lies_there_now(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    module = tmp_path / "js" / "a.js"
    module.write_text("1;")
    app = Flask("webapp", static_folder=None)
    install(app, tmp_path, debug=True)
    with app.test_request_context():
        files = app.jinja_env.globals["page_files"]("gm")  # type: ignore[operator]
    assert len(files["modules"]) == len(BUNDLES["gm"].modules) > 30
    assert "/static/debug/js/play/tokens.js" in files["modules"]
    assert files["styles"][:2] == ["/static/debug/css/base/tokens.css", "/static/debug/css/base/controls.css"]
    for text in ("1;", "2;"):
        module.write_text(text)
        answer = app.test_client().get("/static/debug/js/a.js", buffered=True)
        assert answer.text == text
        assert answer.headers["Cache-Control"] == "no-cache"


# ------------------------------------------------------------------------------------------- what pages load
def test_a_joined_style_sheet_holds_all_that_the_page_had_in_this_order() -> None:
    text = joined(STATIC, "bundles/gm.css")
    files = BUNDLES["gm"].style_files()
    places = [text.index((STATIC / file).read_text("utf-8")) for file in files]
    assert places == sorted(places)


def test_a_style_sheet_stands_for_itself_wherever_it_lies() -> None:
    for path in sorted((STATIC / "css").rglob("*.css")):
        assert not re.findall(
            r"@(?:import|charset|namespace)|url\((?!['\"]?data:|#)", path.read_text("utf-8")
        ), path


def test_every_style_sheet_is_on_a_page() -> None:
    named = {file for bundle in BUNDLES.values() for file in bundle.style_files()}
    all_ = {path.relative_to(STATIC).as_posix() for path in (STATIC / "css").rglob("*.css")}
    in_files = {
        f"css/pages/{name}-alone.css" for name in ("log", "report")
    }  # for files that are read elsewhere
    assert all_ - named == in_files


def test_every_page_that_wants_a_bundle_wants_one_that_there_is() -> None:
    wanted = set()
    for path in (STATIC.parent / "templates" / "pages").glob("*.html"):
        for line in re.findall(r"{% set bundle = (.*) %}", path.read_text("utf-8")):
            wanted |= set(re.findall(r'"([\w-]+)"', line))
    assert wanted | {"plain"} == set(BUNDLES)
