"""Who may draw, change and take away notes: the GM, and players where the GM lets them, what is their own."""

from typing import Any

import pytest

from tests.webapp.notes.notes_table import EAST, WEST, NotesTable
from tests.webapp.pages import gm_of

MINE: dict[str, Any] = {
    "do": "put-note",
    "actor": "kit",
    "shape": "text",
    "points": [WEST],
    "words": "Mine",
    "seen_by": "all",
}


def test_players_draw_where_the_gm_lets_them(table: NotesTable) -> None:
    assert table.ann.refused("command", MINE)["code"] == "not-allowed"
    assert 'id="note-tool"' in table.ann.load()
    assert 'data-notes="1"' not in table.ann.load()
    table.allow()
    assert 'data-notes="1"' in table.ann.load()
    assert table.ann.ask("command", MINE)["ok"]
    assert table.who_hears("Mine") == ["ann", "ben", "screen", "watcher"]
    assert [(note.by, note.words) for note in table.notes] == [("kit", "Mine")]


def test_a_player_sees_what_they_drew_wherever_it_lies_and_the_gm_does(table: NotesTable) -> None:
    table.allow()
    assert table.ann.ask("command", {**MINE, "points": [EAST], "seen_by": "gm"})["ok"]
    assert table.who_hears("Mine") == ["ann"]
    assert "Mine" in table.gm.load()


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"actor": "bo"}, "not-yours"),
        ({"actor": "vex"}, "not-yours"),
        ({"actor": None}, "not-yours"),
        ({"whom": ["kit"], "seen_by": "some"}, "not-allowed"),
        ({"seen_by": "some"}, "not-allowed"),
        ({"in_fog": True}, "not-allowed"),
        ({"shape": "pin", "picture": "0" * 32}, "not-allowed"),
        ({"colour": "mauve"}, "bad-note"),
        ({"by": "gm"}, "forged"),
        ({"smuggled": 1}, "bad-command"),
        ({"words": "x" * 5000}, "bad-note"),
        ({"shape": "line", "words": None, "points": [[n % 5, 1] for n in range(2001)]}, "bad-note"),
    ],
)
def test_what_a_player_may_not_draw_is_refused(table: NotesTable, more: dict[str, Any], code: str) -> None:
    table.allow()
    refusal = table.ann.refused("command", {**MINE, **more})
    assert refusal["code"] == code, refusal
    assert refusal["message"]
    assert table.notes == ()


def test_players_change_and_take_away_their_own_alone(table: NotesTable) -> None:
    table.allow()
    table.ben.do("put-note", "bo", shape="text", points=[WEST], words="Bo's", seen_by="all")
    table.put("The GM's", seen_by="all")
    table.put("Zqhidden")
    answers = []
    for note in (*(one.id for one in table.notes), "n0"):
        for said in ({"do": "take-note", "note": note}, {"do": "put-note", "note": note, "words": "x"}):
            answers.append(table.ann.refused("command", said))
    assert [answer == answers[0] for answer in answers] == [True] * 8, "alike, whoever's it is"
    assert answers[0]["code"] == "not-yours"
    assert table.ann.ask("command", MINE)["ok"]
    mine = table.notes[-1].id
    table.ann.do("put-note", note=mine, shift=[1, 1], words="Still mine")
    assert (table.notes[-1].words, table.notes[-1].points) == ("Still mine", ((2.5, 2.5),))
    table.gm.browser.post(table.world.at("gm/settings"), sight="1")  # no longer
    assert (
        table.ann.refused("command", {"do": "put-note", "note": mine, "words": "x"})["code"] == "not-allowed"
    )
    table.ann.do("take-note", note=mine)
    assert [note.words for note in table.notes] == ["Bo's", "The GM's", "Zqhidden"]
    table.gm.do("take-note", note=table.notes[0].id)
    assert [note.words for note in table.notes] == ["The GM's", "Zqhidden"]


@pytest.mark.parametrize("page", ["screen", "watcher"])
def test_who_only_looks_on_draws_nothing(table: NotesTable, page: str) -> None:
    table.allow()
    assert table.others[page].refused("command", {**MINE, "actor": None})["code"] == "not-allowed"


def test_a_stranger_reads_nothing(table: NotesTable) -> None:
    note = table.put(seen_by="all", shape="pin", page="Zqpage")
    stranger = table.world.stranger()
    for path in (f"play/notes/{note.id}", f"gm/notes/{note.id}", f"watch/notes/{note.id}", "gm/scene-notes"):
        answer = stranger.get(table.world.at(path))
        assert answer.status_code in (401, 403)
        assert "Zqpage" not in answer.text
    for path in (f"gm/notes/{note.id}/show", f"gm/notes/{note.id}/picture"):
        assert table.ann.browser.post(table.world.at(path), to="all").status_code in (401, 403)


def test_how_many_notes_others_have_is_nothing_that_a_player_is_told(table: NotesTable) -> None:
    table.allow()
    for number in range(300):
        table.host.handle(
            {"do": "put-note", "shape": "text", "points": [WEST], "words": str(number)}, by=gm_of(table.world)
        )
    assert table.ann.ask("command", MINE)["ok"]
    refusal = table.gm.refused("command", {**MINE, "actor": None})
    assert refusal["code"] == "too-many"
