import hashlib
import io
import json
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from PIL import Image
from sqlalchemy import delete

from rules.engine.refusal import Refusal
from tests.webapp.archive.test_table_file import packed, problem_of, unpacked, with_manifest
from tests.webapp.conftest import World
from tests.webapp.pages import Page, gm_of, host_of, screen
from webapp.app import Settings, create_app
from webapp.archive.table_file import read_table
from webapp.archive.table_file_import import open_table
from webapp.context import STORE
from webapp.live.shared_rulers import SHOWINGS
from webapp.live.socket_events import socketio
from webapp.store import schema
from webapp.store.database import writing
from webapp.table.grants import Visitor
from webapp.table.host import Hosts
from webapp.talk.conversation import SaidLine
from webapp.talk.rows import KeptRoll
from webapp.views.talk import MOST_KEPT


class Table:
    """The ready-made fight with a GM, two players and the projector, all with their pages open."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.gm = Page(world, world.gm(), "gm")
        self.ann = Page(world, world.player("Ann", "kit"), "play")
        self.ben = Page(world, world.player("Ben", "brannock"), "play")
        self.screen = Page(world, screen(world), "screen")
        self.pages = (self.gm, self.ann, self.ben, self.screen)
        self.heard()

    def id(self, name: str) -> str:
        return next(p.id for p in self.world.store.people(self.world.table.id) if p.name == name)

    def visitor(self, name: str) -> Visitor:
        return Visitor("play", self.world.table.id, self.id(name), name)

    def post(self, page: Page, path: str, **form: Any) -> int:
        return page.browser.htmx(self.world.at(f"{page.role}/talk/{path}"), **form).status_code

    def heard(self) -> list[list[dict[str, Any]]]:
        """Give what each page was sent besides the battle since the last time."""
        return [
            [message["args"][0] | {"what": message["name"]} for message in page.socket.get_received()]
            for page in self.pages
        ]

    def said(self) -> list[str]:
        """Give the words that each page was sent as said."""
        return [
            " ".join(re.sub(r"<[^>]*>", " ", m["html"]) for m in messages if m["what"] == "said")
            for messages in self.heard()
        ]

    def lines(self, visitor: Visitor) -> list[SaidLine]:
        return host_of(self.world).talk.heard_by(visitor)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, first_start: Path) -> Iterator[Table]:
    """One table for all tests here: five windows take a second or two to open."""
    data = Path(shutil.copytree(first_start, tmp_path_factory.mktemp("talk") / "data"))
    made = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    made.testing = True
    yield Table(World(made))
    put_away(made)
    made.extensions[STORE].close()


def put_away(app: Flask) -> None:
    """Let nothing that fades later be told to pages of other tests."""
    for showing in app.extensions[SHOWINGS]._of.values():
        showing._things.clear()


@pytest.fixture
def table(shared: Table) -> Table:
    """The table with nothing said yet, and nobody being asked."""
    host, store = host_of(shared.world), shared.world.store
    with writing(store._engine) as connection:
        for kept in (schema.said, schema.papers, schema.kept_rolls, schema.habits):
            connection.execute(delete(kept))
    host.talk._kept, host.talk._heard, host.talk._left = None, {}, {}
    host.tell_people_changed()
    put_away(shared.world.app)
    while host.battle.state.prompt is not None:
        shared.gm.do("undo")
    shared.heard()
    return shared


def shoot(table: Table) -> None:
    """Let Kit shoot at a raider who stands before her."""
    table.gm.do("gm-set", target="raider-3", state={"at": [3, 5]})
    table.gm.do("attack", "kit", target="raider-3", **{"with": "blast-pistol"})


def picture(colour: str = "red", size: tuple[int, int] = (40, 30)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, "PNG", pnginfo=None)
    return out.getvalue()


def write(table: Table, page: Page, title: str, words: str = "", data: bytes | None = None) -> str:
    form: dict[str, Any] = {"title": title, "words": words}
    if data is not None:
        form["file"] = (io.BytesIO(data), "picture.png")
    assert table.post(page, "papers", **form) == 204
    return next(p.id for p in table.world.store.talk.papers(table.world.table.id) if p.title == title)


# ------------------------------------------------------------------------------------------- words
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
    host._streams.clear()  # as after a restart: told again from the log
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


# -------------------------------------------------------------------------------------------- dice
def test_free_dice_are_thrown_on_the_server_and_shown_one_by_one(table: Table) -> None:
    table.post(table.ann, "say", words="/r 3d6+2 # stealth")
    gm, ann, ben, _ = table.said()
    (line,) = table.lines(table.visitor("Ben"))
    assert line.label == "stealth"
    assert line.total == sum(die.faces[0] for die in line.dice) + 2
    assert [die.sides for die in line.dice] == [6, 6, 6]
    for heard in (gm, ann, ben):
        assert f"3d6+2 = {line.total}" in " ".join(heard.split())


def test_the_same_place_in_the_talk_throws_the_same_and_another_place_something_else(table: Table) -> None:
    host, gm = host_of(table.world), gm_of(table.world)
    with table.world.app.app_context(), host.lock:
        first = host.talk._faces()
        again = host.talk._faces()
        faces = [[source(1000) for _ in range(5)] for source in (first, again)]
        host.talk.roll(gm, "d6")
        third = [host.talk._faces()(1000) for _ in range(5)]
    assert faces[0] == faces[1] != third


def test_dice_of_every_system_can_be_thrown_at_any_table(table: Table) -> None:
    assert table.post(table.ann, "roll", dice="4dT", label="sneak") == 204
    assert "4dT" in table.said()[0]


def test_a_roll_to_the_gm_is_seen_by_who_threw_and_the_gm(table: Table) -> None:
    table.post(table.ann, "roll", dice="3d6", to="gm")
    gm, ann, ben, _ = table.said()
    assert "3d6 =" in gm
    assert "3d6 =" in ann
    assert ben == ""


def test_a_blind_roll_is_seen_by_the_gm_alone(table: Table) -> None:
    table.post(table.ann, "roll", dice="3d6", to="blind")
    messages = table.heard()
    gm, ann, ben = (json.dumps(part) for part in messages[:3])
    total = table.lines(gm_of(table.world))[0].total
    assert f">{total}<" in gm
    assert "only the GM sees it" in ann
    assert f">{total}<" not in ann
    assert "3d6" not in ben
    seen = table.lines(table.visitor("Ann"))[0]
    assert (seen.total, seen.dice, seen.parts) == (None, (), ())
    assert 'class="die counts' not in table.ann.load().split('id="said-before"')[1]


def test_a_player_keeps_rolls_of_their_own(table: Table) -> None:
    assert table.post(table.ann, "rolls", name="Stealth", dice="3d6 + 2") == 204
    assert table.post(table.ann, "rolls", name="Stealth", dice="4d6kh3") == 204
    assert table.post(table.ann, "rolls", name="Bad", dice="banana") == 422
    store, id_ = table.world.store.talk, table.world.table.id
    assert [(r.name, r.dice) for r in store.kept_rolls(id_, table.id("Ann"))] == [("Stealth", "4d6kh3")]
    assert store.kept_rolls(id_, table.id("Ben")) == []
    assert 'data-roll="4d6kh3"' in table.ann.load()
    assert 'data-roll="4d6kh3"' not in table.ben.load()
    assert table.post(table.ann, "rolls/drop", name="Stealth") == 204
    assert store.kept_rolls(id_, table.id("Ann")) == []


def test_nobody_keeps_rolls_without_end(table: Table) -> None:
    for n in range(MOST_KEPT):
        kept = KeptRoll(owner="gm", name=f"Roll {n}", dice="d6")
        table.world.store.talk.keep_roll(table.world.table.id, kept)
    assert table.post(table.gm, "rolls", name="One more", dice="d6") == 422
    assert table.post(table.gm, "rolls", name="Roll 3", dice="d8") == 204


# --------------------------------------------------------------------------------------- real dice
def test_who_throws_real_dice_is_asked_for_every_roll_of_theirs(table: Table) -> None:
    assert table.post(table.ann, "real-dice", on="1") == 204
    shoot(table)
    prompt = host_of(table.world).battle.state.prompt
    assert prompt is not None
    assert (prompt.to, prompt.dice) == ("kit", "d100")
    answer = table.ann.ask("command", {"actor": "kit", "answer": "faces", "faces": [5]})
    assert answer["ok"], answer


def test_undo_does_not_change_who_throws_real_dice(table: Table) -> None:
    table.post(table.ann, "real-dice", on="1")
    table.gm.do("edit", target="kit", name="Kit Marlowe")
    table.gm.do("undo")
    host = host_of(table.world)
    assert host.real_dice == {table.id("Ann")}
    assert not host.battle.state.combatants["kit"].by_hand
    assert table.post(table.ann, "real-dice", on="") == 204
    assert host.real_dice == frozenset()


def test_an_open_question_for_real_dice_stands_again_after_a_restart(table: Table) -> None:
    table.post(table.ann, "real-dice", on="1")
    shoot(table)
    host = host_of(table.world)
    asked = host.battle.state.prompt
    table.post(table.ann, "real-dice", on="")  # the question that is open stays what it is
    host._load()
    assert host.battle.state.prompt == asked
    assert table.ann.ask("command", {"actor": "kit", "answer": "faces", "faces": [5]})["ok"]


def test_the_gm_sets_real_dice_for_a_player_and_a_player_for_nobody_else(table: Table) -> None:
    assert table.post(table.gm, "real-dice", on="1", person=table.id("Ben")) == 204
    assert host_of(table.world).real_dice == {table.id("Ben")}
    assert "real dice" in table.gm.load()
    table.post(table.ann, "real-dice", on="", person=table.id("Ben"))
    assert host_of(table.world).real_dice == {table.id("Ben")}
    assert table.post(table.gm, "real-dice", on="1", person="gone") == 422


# -------------------------------------------------------------------------------- notes, handouts
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


# ---------------------------------------------------------------------------------------- pointing
def test_everybody_else_sees_where_somebody_points(table: Table) -> None:
    assert table.ann.ask("ping", {"at": [450, 350], "page": "p"}) == {"ok": True, "shown": True}
    gm, ann, ben, screen = ([m for m in page if m["what"] == "shown"] for page in table.heard())
    for heard in (gm, ben, screen):
        assert [(m["kind"], m["by"], m["at"]) for m in heard] == [("ping", "Ann", [450, 350])]
    assert ann == []


def test_pointing_at_a_hidden_token_shows_nobody_who_does_not_know_it(table: Table) -> None:
    at = host_of(table.world).battle.state.combatants["raider-4"].at
    assert isinstance(at, tuple)
    table.gm.ask("ping", {"at": [at[0] * 100 + 50, at[1] * 100 + 50], "page": "p"})
    assert [[m for m in page if m["what"] == "shown"] for page in table.heard()] == [[], [], [], []]


def test_a_line_drawn_by_hand_is_passed_on_as_it_grows(table: Table) -> None:
    for points in ([[0, 0]], [[0, 0], [50, 80], [100, 20]]):
        assert table.ben.ask("stroke", {"points": points, "page": "p-1"})["ok"]
    heard = [m["points"] for m in table.heard()[3] if m["what"] == "shown"]
    assert heard == [[[0, 0]], [[0, 0], [50, 80], [100, 20]]]


def test_in_the_fog_nobody_sees_what_is_pointed_at_or_drawn_on_ground_they_do_not_know(table: Table) -> None:
    table.gm.do("set-fog", on=True)
    table.heard()
    try:
        for kind, near, far in (
            ("ping", {"at": [450, 850]}, {"at": [2050, 450]}),
            ("stroke", {"points": [[450, 850], [480, 850]]}, {"points": [[450, 850], [2050, 450]]}),
        ):
            table.gm.ask(kind, {**far, "page": f"{kind}-far"})
            told = [[m for m in page if m["what"] == "shown"] for page in table.heard()]
            assert told == [[], [], [], []]
            table.gm.ask(kind, {**near, "page": f"{kind}-near"})
            gm, ann, ben, screen = ([m for m in page if m["what"] == "shown"] for page in table.heard())
            assert gm == []
            assert len(ann) == len(ben) == len(screen) == 1
    finally:
        table.gm.do("set-fog", on=False)


def test_whispers_are_not_read_through_others_eyes(table: Table) -> None:
    table.post(table.gm, "say", words="For Ann", to=table.id("Ann"))
    through = Visitor("screen", table.world.table.id, table.id("Ann"), "Ann", table.id("Ann"))
    assert table.lines(through) == []


@pytest.mark.parametrize(
    ("what", "data"),
    [
        ("ping", {}),
        ("ping", {"at": [float("nan"), 1]}),
        ("ping", {"at": ["x", 1]}),
        ("stroke", {"points": []}),
        ("stroke", {"points": [[1, 2]] * 401}),
        ("stroke", {"points": "all"}),
    ],
)
def test_what_is_no_point_is_refused(table: Table, what: str, data: dict[str, Any]) -> None:
    assert table.ann.refused(what, data)["code"] == "bad-command"
    assert table.screen.refused(what, {"at": [1, 1], "points": [[1, 1]]})["code"] == "not-allowed"


# ------------------------------------------------------------------------------------ kept for good
def fill(table: Table) -> None:
    """Say, throw and write one of everything."""
    table.post(table.ann, "say", words="Cover me")
    table.post(table.gm, "say", words="The captain lies", to=table.id("Ann"))
    table.post(table.ben, "roll", dice="{d8!,d6!}kh1", label="notice", to="blind")
    paper = write(table, table.gm, "The letter", "Pier nine", picture())
    table.post(table.gm, f"papers/{paper}/show", to=[table.id("Ben"), "screen"])
    write(table, table.ann, "My plan", "Over the roof")
    table.post(table.ann, "rolls", name="Stealth", dice="3d6+2")
    table.post(table.ben, "real-dice", on="1")


def said(line: SaidLine) -> tuple[str, str, str, int | None]:
    return (line.name, line.to, line.text, line.total)


def read(world: World, name: str) -> list[tuple[str, str, str, int | None]]:
    """Give what somebody reads of the talk."""
    person = next(p for p in world.store.people(world.table.id) if p.name == name)
    visitor = Visitor("play", world.table.id, person.id, name)
    return [said(line) for line in host_of(world).talk.heard_by(visitor)]


def test_all_of_it_is_there_after_a_restart(table: Table) -> None:
    fill(table)
    told = {name: read(table.world, name) for name in ("Ann", "Ben")}
    assert [len(told[name]) for name in ("Ann", "Ben")] == [2, 3]
    again = Hosts(table.world.store).get(table.world.table.id)
    for name in ("Ann", "Ben"):
        assert [said(line) for line in again.talk.heard_by(table.visitor(name))] == told[name]
    assert again.real_dice == {table.id("Ben")}


def test_a_table_file_holds_all_of_it_under_new_ids(table: Table) -> None:
    fill(table)
    world, store = table.world, table.world.store
    data = table.gm.browser.get(world.at("gm/table.battlemat")).data
    opened = open_table(store, read_table(io.BytesIO(data)))
    old, new = store.talk.all_of(world.table.id), store.talk.all_of(opened.id)
    names = {p.id: p.name for id_ in (world.table.id, opened.id) for p in store.people(id_)}

    def told(rows: Any) -> list[Any]:
        said = [
            (s.kind, names.get(s.by, s.by), s.audience and [names.get(w, w) for w in s.audience], s.entry)
            for s in rows.said
        ]
        papers = [
            (p.title, p.words, names.get(p.owner, p.owner), [names.get(w, w) for w in p.shown], p.picture_id)
            for p in rows.papers
        ]
        rolls = [(names.get(r.owner, r.owner), r.name, r.dice) for r in rows.kept_rolls]
        return [said, papers, rolls, [names[who] for who in rows.real_dice]]

    assert told(new) == told(old)
    assert {p.id for p in new.papers}.isdisjoint(p.id for p in old.papers)
    assert new.said[3].data["paper"] == next(p.id for p in new.papers if p.title == "The letter")
    assert new.said[0].battle_id == opened.battle_id


def test_a_table_file_says_where_its_talk_is_damaged(table: Table) -> None:
    fill(table)
    files = unpacked(table.gm.browser.get(table.world.at("gm/table.battlemat")).data)
    assert read_table(packed(files)).talk.said
    talk = json.loads(files["talk.json"])
    talk["said"][1]["data"]["html"] = "<b>"
    text = json.dumps(talk).encode()

    def entry(manifest: dict[str, Any]) -> None:
        manifest["files"]["talk.json"] = {"size": len(text), "sha256": hashlib.sha256(text).hexdigest()}

    assert "talk in the file" in problem_of(with_manifest({**files, "talk.json": text}, entry))


def test_a_table_file_of_an_older_version_has_no_talk(table: Table) -> None:
    files = unpacked(table.gm.browser.get(table.world.at("gm/table.battlemat")).data)
    del files["talk.json"]

    def older(manifest: dict[str, Any]) -> None:
        del manifest["files"]["talk.json"]
        manifest["version"] = 1

    assert read_table(packed(with_manifest(files, older))).talk.said == ()


def test_the_log_to_read_elsewhere_has_what_its_reader_was_told(table: Table) -> None:
    fill(table)
    text = table.ann.browser.get(table.world.at("play/log.txt")).text
    assert "Ann: Cover me" in text
    assert "GM (to you): The captain lies" in text
    assert "notice" not in text
    page = table.gm.browser.get(table.world.at("gm/log.html")).text
    assert "notice" in page
    assert "shows “The letter”" in page
    unseen = table.ben.browser.get(table.world.at("play/log.txt")).text
    assert "throws {d8!,d6!}kh1, unseen" in unseen
    assert "The captain lies" not in unseen


def test_talk_goes_on_over_scenes(table: Table) -> None:
    table.post(table.ann, "say", words="Before")
    host = host_of(table.world)
    other = table.world.store.create_battle(table.world.table.id, "atomic", "Elsewhere")
    first = host.scene.id
    host.switch(other.id)
    table.post(table.gm, "say", words="Here")
    host.switch(first)
    assert [line.text for line in table.lines(table.visitor("Ann"))] == ["Before", "Here"]


def test_who_has_come_since_can_be_whispered_to(table: Table) -> None:
    table.world.player("Cid")
    names = [one["name"] for one in table.ann.ask("hearers", {})["hearers"]]
    assert names[:2] == ["GM", "Ben"]
    assert names[-1] == "Cid"
    assert [one["name"] for one in table.gm.ask("hearers", {})["hearers"]][:2] == ["Ann", "Ben"]
