"""Notes and handouts."""

import io

import pytest
from PIL import Image

from tests.webapp.talk.talk_table import Table, picture, write


def test_a_paper_is_its_owners_until_it_is_shown(table: Table) -> None:
    paper = write(table, table.gm, "The letter", "Pier nine at midnight", picture())
    for page in (table.ann, table.ben, table.screen):
        for path in ("", "/picture"):
            answer = page.browser.get(table.world.at(f"{page.role}/talk/papers/{paper}{path}"))
            assert answer.status_code == 404
        assert "The letter" not in page.load()
    assert "Pier nine" in table.gm.browser.get(table.world.at(f"gm/talk/papers/{paper}")).text


def test_a_handout_is_shown_to_some_and_to_nobody_else(table: Table) -> None:
    paper = write(table, table.gm, "The letter", "Pier nine at midnight", picture())
    table.heard()
    assert table.post(table.gm, f"papers/{paper}/show", to=table.id("Ann")) == 204
    gm, ann, ben, screen = table.heard()
    assert [m["what"] for m in ann] == ["said", "papers"]
    assert [m["paper"] for m in ann if m["what"] == "said"] == [paper]
    assert [m["paper"] for m in gm if m["what"] == "said"] == [""]  # who shows it has it already
    assert ben == screen == []
    read = table.ann.browser.get(table.world.at(f"play/talk/papers/{paper}")).text
    assert "Pier nine" in read
    sent = table.ann.browser.get(table.world.at(f"play/talk/papers/{paper}/picture"))
    assert sent.mimetype == "image/webp"
    assert Image.open(io.BytesIO(sent.data)).size == (40, 30)
    assert table.ben.browser.get(table.world.at(f"play/talk/papers/{paper}/picture")).status_code == 404
    assert "The letter" not in table.ben.load()


def test_a_paper_that_is_put_away_can_be_read_no_more(table: Table) -> None:
    paper = write(table, table.gm, "The letter", "Pier nine")
    table.post(table.gm, f"papers/{paper}/show", to="all")
    assert table.ben.browser.get(table.world.at(f"play/talk/papers/{paper}")).status_code == 200
    table.post(table.gm, f"papers/{paper}/show")
    assert table.ben.browser.get(table.world.at(f"play/talk/papers/{paper}")).status_code == 404


def test_one_paper_lies_on_the_table_view_at_a_time(table: Table) -> None:
    first, second = write(table, table.gm, "A map"), write(table, table.gm, "A face")
    table.post(table.gm, f"papers/{first}/show", to="screen")
    assert "A map" in table.screen.load()
    assert "A map" not in table.ann.load()
    table.post(table.gm, f"papers/{second}/show", to="screen")
    page = table.screen.browser.get(table.world.at("screen/talk/panel")).text
    assert "A face" in page
    assert "A map" not in page
    table.post(table.gm, f"papers/{second}/show")
    assert "hidden" in table.screen.browser.get(table.world.at("screen/talk/panel")).text


def test_the_gm_takes_down_what_lies_on_the_projector(table: Table) -> None:
    paper = write(table, table.gm, "A map")
    assert "Take down" not in table.gm.load()
    table.post(table.gm, f"papers/{paper}/show", to=["all", "screen"])
    assert f"papers/{paper}/take-down" in table.gm.load()
    assert "Take down" not in table.ann.load()
    assert "Take down" in table.gm.browser.get(table.world.at("gm/talk/panel")).text
    assert table.post(table.ann, f"papers/{paper}/take-down") == 422
    assert table.post(table.gm, f"papers/{paper}/take-down") == 204
    assert "hidden" in table.screen.browser.get(table.world.at("screen/talk/panel")).text
    assert "Take down" not in table.gm.load()
    assert table.ben.browser.get(table.world.at(f"play/talk/papers/{paper}")).status_code == 200, (
        "they keep it"
    )


def test_players_show_notes_to_each_other_but_not_on_the_table_view(table: Table) -> None:
    paper = write(table, table.ann, "My plan", "Over the roof")
    assert table.gm.browser.get(table.world.at(f"gm/talk/papers/{paper}")).status_code == 404
    assert table.post(table.ann, f"papers/{paper}/show", to="screen") == 422
    assert table.post(table.ann, f"papers/{paper}/show", to=table.id("Ben")) == 204
    assert "Over the roof" in table.ben.browser.get(table.world.at(f"play/talk/papers/{paper}")).text
    assert table.post(table.ben, f"papers/{paper}/show", to="all") == 422
    assert table.post(table.ben, f"papers/{paper}/drop") == 422
    assert table.post(table.ben, "papers", paper=paper, title="Mine") == 422
    assert table.post(table.ann, f"papers/{paper}/drop") == 204
    assert table.world.store.talk.papers(table.world.table.id) == []


def test_a_paper_is_changed_and_keeps_its_picture_unless_told_otherwise(table: Table) -> None:
    paper = write(table, table.gm, "The letter", "one", picture())
    table.post(table.gm, "papers", paper=paper, title="The letter", words="two")
    (kept,) = table.world.store.talk.papers(table.world.table.id)
    assert (kept.id, kept.words, kept.picture_id is not None) == (paper, "two", True)
    table.post(table.gm, "papers", paper=paper, title="The letter", words="two", no_picture="1")
    assert table.world.store.talk.papers(table.world.table.id)[0].picture_id is None


@pytest.mark.parametrize("data", [b"", b"GIF89a not taken", b"<svg onload='alert(1)'/>", picture()[:60]])
def test_what_is_no_picture_is_refused_and_nothing_is_kept(table: Table, data: bytes) -> None:
    form = {"title": "X", "file": (io.BytesIO(data), "picture.png")}
    answer = table.gm.browser.htmx(table.world.at("gm/talk/papers"), **form)
    assert answer.status_code == 422
    assert "picture" in answer.text
    assert table.world.store.talk.papers(table.world.table.id) == []


def test_a_picture_is_kept_without_what_came_along_in_its_file(table: Table) -> None:
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "secret place"
    Image.new("RGB", (20, 20), "blue").save(out, "JPEG", exif=exif)
    paper = write(table, table.gm, "Photo", data=out.getvalue())
    sent = table.gm.browser.get(table.world.at(f"gm/talk/papers/{paper}/picture"))
    assert b"secret place" not in sent.data
