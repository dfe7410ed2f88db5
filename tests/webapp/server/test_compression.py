"""Pages go out compressed to those who take them so."""

import gzip

from tests.webapp.world import World

TAKES = {"Accept-Encoding": "gzip, deflate"}


def test_a_page_goes_out_compressed_to_who_takes_it_so(world: World) -> None:
    gm = world.gm()
    plain = gm.get(world.at("gm"))
    small = gm.get(world.at("gm"), headers=TAKES)
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert len(small.data) * 4 < len(plain.data) == len(gzip.decompress(small.data))
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (plain, small))


def test_who_forbids_it_is_sent_a_page_as_it_is(world: World) -> None:
    answer = world.gm().get(world.at("gm"), headers={"Accept-Encoding": "gzip;q=0"})
    assert "Content-Encoding" not in answer.headers
    assert "<!doctype html>" in answer.text


def test_what_is_short_goes_out_as_it_is(world: World) -> None:
    answer = world.stranger().get("/nowhere", headers={**TAKES, "HX-Request": "true"})
    assert answer.status_code == 404
    assert "Content-Encoding" not in answer.headers


def test_what_is_no_page_goes_out_as_it_is(world: World) -> None:
    assert "Content-Encoding" not in world.gm().get("/healthz", headers=TAKES).headers


def test_a_text_with_a_mark_is_known_again_however_it_was_sent(world: World) -> None:
    browser = world.stranger()
    for takes in ({}, TAKES):
        first = browser.get("/language/de.js", headers=takes)
        assert first.status_code == 200
        again = browser.get("/language/de.js", headers={**takes, "If-None-Match": first.headers["ETag"]})
        assert again.status_code == 304
