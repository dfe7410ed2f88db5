"""Who is sent which notes: by whom they are for, and by the ground that they lie on."""

import re
from typing import Any

import pytest

from tests.webapp.notes.notes_table import EAST, WEST, NotesTable

EVERYBODY = ["ann", "ben", "screen", "watcher"]


def places_of(table: NotesTable, page: Any) -> str:
    """Give all that a page can ask for about the map and the log, as one text."""
    role = page.role
    paths = [role, f"{role}/log.txt"] + ([f"{role}/replay"] if role == "play" else [])
    return "".join(page.browser.get(table.world.at(path)).text for path in paths)


@pytest.mark.parametrize(
    ("seen_by", "hear"),
    [
        ({"seen_by": "all"}, EVERYBODY),
        ({"seen_by": "gm"}, []),
        ({}, []),
        ({"seen_by": "some", "whom": ["kit"]}, ["ann"]),
    ],
)
def test_a_note_is_sent_to_those_alone_whom_it_is_for(
    table: NotesTable, seen_by: dict[str, Any], hear: list[str]
) -> None:
    note = table.put(page="Zqpage", shape="pin", **seen_by)
    assert table.who_hears("Zqnote") == hear
    for name, page in table.others.items():
        assert ("Zqnote" in places_of(table, page)) == (name in hear), name
        if name != "screen":
            answer = table.read(page, note.id)
            assert (answer.status_code, "Zqpage" in answer.text) == (
                (200, True) if name in hear else (404, False)
            )
    assert "Zqpage" in table.read(table.gm, note.id).text


def test_those_for_whom_it_is_are_not_told_who_else_sees_it(table: NotesTable) -> None:
    note = table.put(seen_by="some", whom=["kit", "vex"])
    sent = table.heard()["ann"] + table.ann.load() + table.read(table.ann, note.id).text
    assert "Zqnote" in sent
    assert "Vex" not in sent
    assert "vex" not in sent
    assert "The players of" not in sent
    assert "The players of Kit, Vex see it." in table.read(table.gm, note.id).text


def test_what_lies_in_the_fog_is_not_sent_before_it_is_explored(table: NotesTable) -> None:
    note = table.put(at=EAST, seen_by="all", shape="pin", page="Zqpage")
    assert table.who_hears(note.id) == table.who_hears("Zq") == []
    assert [page.load().count(note.id) for page in table.others.values()] == [0] * 4
    assert {table.read(page, note.id).status_code for page in (table.ann, table.watcher)} == {404}
    table.gm.do("paint-fog", how="show", cells=[[9, 3]])
    assert table.who_hears("Zqnote") == EVERYBODY
    assert table.read(table.ann, note.id).status_code == 200
    table.gm.do("paint-fog", how="cover", cells=[[9, 3]])
    gone = table.heard()
    assert all(f'"id": "note-{note.id}"' in gone[name] for name in EVERYBODY), "it is taken off the page"
    assert "Zqnote" not in "".join(page.load().split("log-list")[0] for page in (table.screen,))
    assert table.read(table.ann, note.id).status_code == 404


def test_a_text_or_a_pin_may_be_seen_even_in_the_fog(table: NotesTable) -> None:
    table.put(at=EAST, seen_by="all", in_fog=True)
    assert table.who_hears("Zqnote") == EVERYBODY
    table.put("Zqother", at=EAST, seen_by="gm", in_fog=True)
    assert table.who_hears("Zqother") == []


def test_a_line_is_sent_once_all_its_ground_is_explored(table: NotesTable) -> None:
    table.gm.do("put-note", shape="arrow", points=[WEST, EAST], seen_by="all")
    table.gm.do("put-note", shape="line", points=[[1, 1], [3, 1], [3, 3]], seen_by="all")
    arrow, line = table.notes
    assert (table.who_hears(arrow.id), [line.id in page.load() for page in table.others.values()]) == (
        [],
        [True] * 4,
    )
    table.gm.do("paint-fog", how="show", cells=[[c, r] for c in range(6, 12) for r in range(6)])
    assert table.who_hears(arrow.id) == EVERYBODY


def test_a_note_that_goes_into_the_fog_is_gone_like_one_that_is_erased(table: NotesTable) -> None:
    def told(how: dict[str, Any]) -> list[str]:
        note = table.put(seen_by="all")
        table.heard()
        table.gm.do(how["do"], note=note.id, **{k: v for k, v in how.items() if k != "do"})
        said = table.heard()
        return [re.sub(r"\d{10,16}|n[0-9a-f]{12}|[0-9a-f]{32}", "", said[name]) for name in EVERYBODY]

    moved = told({"do": "put-note", "points": [EAST]})
    erased = told({"do": "take-note"})
    kept = told({"do": "put-note", "seen_by": "gm"})
    assert moved == erased == kept


def test_undo_takes_a_note_off_the_pages_and_redo_puts_it_back(table: NotesTable) -> None:
    note = table.put(seen_by="all")
    table.heard()
    table.gm.do("undo")
    assert [note.id in page.load() for page in table.others.values()] == [False] * 4
    table.gm.do("redo")
    assert [note.id in page.load() for page in table.others.values()] == [True] * 4
    assert "(taken back)" not in table.ann.browser.get(table.world.at("play/log.txt")).text


def test_a_note_that_was_only_found_later_goes_from_the_pages_with_an_undo(table: NotesTable) -> None:
    """The command that put it was never told: what is on the page counts all the same."""
    table.gm.do("paint-fog", how="show", cells=[[9, 3]])
    table.gm.do("set-fog", each=True)
    note = table.put(at=EAST, seen_by="all")
    seq = re.findall(r'data-seq="(\d+)"', table.ann.load())[0]
    table.gm.do("undo")
    assert note.id in table.heard()["ann"]
    fresh = re.findall(r'data-seq="(\d+)"', table.ann.load())[0]
    assert fresh != seq, "a page that comes back is brought up to date"


def test_a_program_is_told_the_kind_of_what_happened_and_no_more(table: NotesTable) -> None:
    table.allow()
    said = {
        "do": "put-note",
        "actor": "kit",
        "shape": "text",
        "points": [WEST],
        "words": "Here",
        "seen_by": "all",
    }
    answer = table.ann.browser.json(table.world.at("commands"), said).get_json()
    assert answer["events"] == [{"kind": "map-note-set"}]
    gms = table.gm.browser.json(table.world.at("commands"), {**said, "actor": None}).get_json()
    assert gms["events"][-1]["note"]["words"] == "Here"


def test_who_drew_is_named_to_those_alone_who_know_of_them(table: NotesTable) -> None:
    table.allow()
    table.gm.do("edit", target="bo", hidden=True)
    table.ben.do("put-note", "bo", shape="text", points=[WEST], words="Zqnote", seen_by="all")
    (note,) = table.notes
    assert "By Bo." in table.read(table.ben, note.id).text
    assert "By Bo." in table.read(table.gm, note.id).text
    assert "By somebody." in table.read(table.ann, note.id).text
    log = table.ann.browser.get(table.world.at("play/log.txt")).text
    assert "Bo" not in log.partition("Zqnote")[0].splitlines()[-1]
    table.gm.do("edit", target="bo", hidden=False)
    assert "By Bo." in table.read(table.ann, note.id).text


def test_the_log_says_what_became_of_notes_as_far_as_they_are_known(table: NotesTable) -> None:
    note = table.put("The well", seen_by="all", shape="pin")
    table.put("Zqtrap")
    table.gm.do("put-note", note=note.id, words="The old well")
    table.gm.do("take-note", note=note.id)
    told = table.ann.browser.get(table.world.at("play/log.txt")).text
    for words in (
        "The GM sets a pin on the map: The well",
        "A note on the map was changed: The old well",
        "A note is gone from the map: The old well",
    ):
        assert words in told
    assert "Zqtrap" not in told
    assert "The GM writes on the map: Zqtrap" in table.gm.browser.get(table.world.at("gm/log.txt")).text


def test_a_replay_shows_notes_to_those_who_saw_them_then(table: NotesTable) -> None:
    note = table.put("The well", seen_by="all")
    table.gm.do("gm-set", target="kit", state={"at": [2, 1]})
    table.put("Zqtrap")
    table.gm.do("take-note", note=note.id)
    pages = [
        table.ann.browser.get(table.world.at(f"play/replay?at={moment}")).text.split("replay-log")[0]
        for moment in range(8)
    ]
    shown = [f'id="note-{note.id}"' in page for page in pages]
    assert (shown[0], True in shown, shown[-1]) == (False, True, False)
    assert not any("Zqtrap" in page for page in pages)
    assert "Zqtrap" in table.gm.browser.get(table.world.at("gm/replay?at=99")).text


def test_the_scenes_own_notes_are_the_gms_alone(table: NotesTable) -> None:
    table.gm.do("write-scene-notes", words="Zqscene: **Vex** flees.\n\n- 12 coins")
    assert table.who_hears("Zqscene") == []
    assert table.heard() == dict.fromkeys(EVERYBODY, "[]")
    for page in table.others.values():
        assert "Zqscene" not in places_of(table, page)
        assert page.browser.get(table.world.at("gm/scene-notes")).status_code in (401, 403)
    shown = table.gm.browser.get(table.world.at("gm/scene-notes")).text
    assert "<strong>Vex</strong>" in shown
    assert "<li>12 coins</li>" in shown
    assert "Zqscene" not in table.gm.load(), "no page carries what nobody has asked for"
