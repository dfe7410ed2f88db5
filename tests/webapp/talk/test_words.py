"""What is said at a table: to whom, by whom, and where it can be read."""

import json
import time

import pytest

from rules.engine.refusal import Refusal
from tests.webapp.pages import Page, gm_of, host_of
from tests.webapp.talk.talk_table import Table, shoot
from webapp.live.message_checks import socketio


def test_what_is_said_reaches_everybody_but_the_table_view(table: Table) -> None:
    assert table.post(table.ann, "say", words="Cover me") == 204
    gm, ann, ben, screen = table.said()
    assert all("Ann" in heard and "Cover me" in heard for heard in (gm, ann, ben))
    assert screen == ""


def test_a_whisper_reaches_whom_it_is_for_and_the_gm(table: Table) -> None:
    table.post(table.gm, "say", words="The captain lies", to=table.id("Ann"))
    gm, ann, ben, screen = table.said()
    assert "to Ann" in gm
    assert "to you" in ann
    assert "The captain lies" in ann
    assert ben == screen == ""


def test_a_whisper_between_players_is_read_by_the_gm_alone_besides(table: Table) -> None:
    other = Page(table.world, table.world.player("Dora", "dutch"), "play")
    table.post(table.ann, "say", words="Trust nobody", to=table.id("Ben"))
    gm, _, ben, _ = table.said()
    assert "to Ben" in gm
    assert "Trust nobody" in ben
    assert "Trust nobody" not in json.dumps(other.socket.get_received())
    assert "Trust nobody" not in other.load()
    other.close()


def test_counting_tells_nobody_of_whispers_to_others(table: Table) -> None:
    for words, to in (("one", ""), ("two", "gm"), ("three", "")):
        table.post(table.ann, "say", words=words, to=to)
    numbers = [[m["number"] for m in page if m["what"] == "said"] for page in table.heard()]
    assert numbers == [[1, 2, 3], [1, 2, 3], [1, 2], []]


def test_what_is_said_with_marks_in_it_is_shown_as_it_was_typed(table: Table) -> None:
    table.post(table.ann, "say", words="<script>alert(1)</script>")
    html = next(m["html"] for m in table.heard()[2] if m["what"] == "said")
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_the_same_form_sent_twice_counts_once(table: Table) -> None:
    for _ in range(2):
        assert table.post(table.ann, "say", words="Once", id="c-1") == 204
    assert len(table.lines(gm_of(table.world))) == 1


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"words": "   "}, "Write what you want to say"),
        ({"words": "x" * 1001}, "at most 1000"),
        ({"words": "hello", "to": "blind"}, "Only dice can be thrown blind"),
        ({"words": "hello", "to": "nobody-of-that-id"}, "not at this table any more"),
        ({"words": "/r 3d"}, "lacks the sides"),
    ],
)
def test_what_cannot_be_said_is_refused_in_words(table: Table, form: dict[str, str], said: str) -> None:
    answer = table.ann.browser.htmx(table.world.at("play/talk/say"), **form)
    assert answer.status_code == 422
    assert said in answer.text
    assert table.lines(gm_of(table.world)) == []


def test_who_talks_without_end_is_stopped_for_a_moment(table: Table) -> None:
    host, ann = host_of(table.world), table.visitor("Ann")
    host.talk._left[table.id("Ann")] = 0.0, time.monotonic()  # as after very much
    with table.world.app.app_context(), host.lock, pytest.raises(Refusal, match="wait a moment"):
        host.talk.say(ann, "And another thing")
    assert table.post(table.ben, "say", words="I still can") == 204


def test_the_table_view_and_strangers_do_not_talk(table: Table) -> None:
    world = table.world
    assert table.post(table.screen, "say", words="hello") == 422
    assert world.stranger().htmx(world.at("play/talk/say"), words="hello").status_code == 403
    assert table.lines(gm_of(world)) == []


def test_talk_goes_on_while_somebody_is_asked_and_no_undo_takes_it_back(table: Table) -> None:
    table.post(table.ann, "real-dice", on="1")
    shoot(table)
    assert host_of(table.world).battle.state.prompt is not None
    assert table.post(table.ann, "say", words="Wait!") == 204
    table.gm.do("undo")
    table.gm.do("undo")
    assert [line.text for line in table.lines(table.visitor("Ben"))] == ["Wait!"]


def test_talk_stands_among_the_lines_of_the_log_as_each_reader_knows_it(table: Table) -> None:
    table.gm.do("edit", target="raider-4", name="Mole")  # hidden: the players hear nothing of it
    table.post(table.ann, "say", words="first")
    table.gm.do("edit", target="kit", hidden=False)
    host = host_of(table.world)
    for visitor in (gm_of(table.world), table.visitor("Ann")):
        stream = host.stream(host.viewer(visitor))
        (line,) = table.lines(visitor)
        assert line.after == stream.marks[-2]
        assert line.after <= stream.seq
    before = [line.after for line in table.lines(table.visitor("Ben"))]
    host.streams.forget()  # as after a restart: told again from the log
    assert [line.after for line in table.lines(table.visitor("Ben"))] == before


def test_a_page_that_was_away_is_sent_what_it_missed(table: Table) -> None:
    world = table.world
    table.post(table.gm, "say", words="one")
    table.post(table.gm, "say", words="two", to=table.id("Ben"))
    table.post(table.gm, "say", words="not for Ben", to=table.id("Ann"))
    auth = {"table": world.table.id, "role": "play", "seq": None, "said": 1}
    back = socketio.test_client(world.app, flask_test_client=table.ben.browser.client, auth=auth)
    said = [m["args"][0] for m in back.get_received() if m["name"] == "said"]
    assert [m["number"] for m in said] == [2]
    assert "two" in said[0]["html"]
    back.disconnect()


def test_the_page_itself_has_what_was_said_before(table: Table) -> None:
    table.post(table.gm, "say", words="The lights go out")
    table.post(table.gm, "say", words="You alone see it", to=table.id("Ann"))
    assert "You alone see it" in table.ann.load()
    page = table.ben.load()
    assert "The lights go out" in page
    assert "You alone see it" not in page
