"""Notes on the map and of the scene: put, changed, moved, taken away, undone, refused, and kept."""

import math
import random
from typing import Any

import pytest
from shapely import LineString

from rules.engine.battle import Battle
from rules.engine.notes.map_notes import (
    LONGEST_PAGE,
    LONGEST_WORDS,
    MOST_NOTES,
    MOST_OF_ONE,
    MOST_POINTS,
    MOST_SENT,
    MapNote,
    cells_under,
    may_see,
)
from rules.engine.notes.note_events import MapNoteSet
from rules.engine.notes.thinned_lines import thinned
from rules.engine.refusal import Refusal
from rules.map.cell_bits import cells_in
from rules.map.model import Grid, GridKind
from tests.rules.engine.gm.test_gm_commands import refused
from tests.rules.engine.history.test_resume import saved, what_stands
from tests.rules.engine.test_fog import GRID, two_rooms
from tests.rules.engine.toy import do, duel


def put(battle: Battle, shape: str = "text", points: Any = ((1.5, 1.5),), **more: Any) -> MapNote:
    words = {"words": "Well"} if shape in ("text", "pin") else {}
    do(battle, "put-note", more.pop("actor", None), shape=shape, points=[*points], **{**words, **more})
    return battle.state.map_notes[-1]


def test_a_note_of_each_kind_is_put_and_each_can_be_undone_and_put_back() -> None:
    battle = two_rooms()
    kinds = {"text": 1, "pin": 1, "arrow": 2, "line": 3}
    for shape, number in kinds.items():
        put(battle, shape, [(1 + n, 1 + n % 2) for n in range(number)])
    assert [(note.shape, len(note.points)) for note in battle.state.map_notes] == [*kinds.items()]
    assert {note.seen_by for note in battle.state.map_notes} == {"gm"}, "nobody else's until it is said"
    whole = battle.state.map_notes
    for _ in kinds:
        do(battle, "undo")
    assert battle.state.map_notes == ()
    for _ in kinds:
        do(battle, "redo")
    assert battle.state.map_notes == whole


def test_a_note_is_changed_in_its_place_and_what_is_left_out_stays() -> None:
    battle = two_rooms()
    pin = put(battle, "pin", page="Deep.\n\nCold.", colour="blue", seen_by="all")
    put(battle)
    do(battle, "put-note", note=pin.id, words="The  old well", shift=[1, 0.5])
    changed = battle.state.map_notes[0]
    assert (changed.id, changed.words, changed.points) == (pin.id, "The old well", ((2.5, 2.0),))
    assert (changed.page, changed.colour, changed.seen_by) == ("Deep.\n\nCold.", "blue", "all")
    do(battle, "undo")
    assert battle.state.map_notes[0] == pin
    do(battle, "take-note", note=pin.id)
    assert [note.words for note in battle.state.map_notes] == ["Well"]
    do(battle, "undo")
    assert battle.state.map_notes[0] == pin, "it lies where it lay, under the other"


def test_a_note_may_come_while_somebody_is_asked() -> None:
    battle = two_rooms()
    do(battle, "strike", "ann", [5], target="bob")
    assert battle.state.prompt is not None
    put(battle)
    do(battle, "write-scene-notes", words="Bob has a knife.")
    assert (len(battle.state.map_notes), battle.state.scene_notes) == (1, "Bob has a knife.")


def test_a_saved_battle_has_its_notes_again() -> None:
    battle = two_rooms()
    put(battle, "pin", page="Deep.", seen_by="some", whom=["ann"])
    do(battle, "write-scene-notes", words="Here\n- a chest")
    do(battle, "undo")
    do(battle, "write-scene-notes", words="Here\n- two chests")
    again = Battle.load("toy", saved(battle))
    assert what_stands(again) == what_stands(battle)
    assert again.state.map_notes == battle.state.map_notes
    assert again.state.scene_notes == "Here\n- two chests"


def test_another_map_keeps_the_notes_that_lie_on_it() -> None:
    battle = two_rooms()
    put(battle)
    put(battle, "arrow", [(1, 1), (9, 1)])
    do(battle, "set-map", map={"grid": {**GRID, "cols": 4}})
    assert [note.shape for note in battle.state.map_notes] == ["text"]
    do(battle, "undo")
    assert len(battle.state.map_notes) == 2


def test_who_may_see_a_note() -> None:
    note = MapNote(id="n", shape="text", points=((1, 1),))
    mine = MapNote(id="n", shape="text", points=((1, 1),), by="ann")
    some = MapNote(id="n", shape="text", points=((1, 1),), seen_by="some", whom=("ann",))
    everybodys = MapNote(id="n", shape="text", points=((1, 1),), seen_by="all")
    assert [may_see(one, {"ann"}) for one in (note, mine, some, everybodys)] == [False, True, True, True]
    assert [may_see(one, {"bob"}) for one in (note, mine, some, everybodys)] == [False, False, False, True]
    assert [may_see(one, ()) for one in (note, mine, some, everybodys)] == [False, False, False, True]


def test_a_line_is_kept_with_few_points_and_hardly_changed() -> None:
    battle = two_rooms()
    drawn = [(0.5 + 9 * n / 1999, 1.5 + math.sin(n / 60)) for n in range(2000)]
    kept = put(battle, "line", drawn).points
    assert len(kept) <= MOST_POINTS
    assert (kept[0], kept[-1]) == tuple((round(x, 3), round(y, 3)) for x, y in (drawn[0], drawn[-1]))
    assert LineString(drawn).hausdorff_distance(LineString(kept)) < 0.1


def test_a_straight_line_needs_its_ends_alone() -> None:
    assert thinned([(0, 0), (1, 0), (2, 0), (3, 0)], 200) == ((0, 0), (3, 0))


def test_a_scribble_of_any_kind_is_thinned_in_no_time_to_speak_of() -> None:
    dice = random.Random(7)
    wild = [(dice.uniform(0, 10), dice.uniform(0, 3)) for _ in range(MOST_SENT)]
    assert len(thinned(wild, MOST_POINTS)) == MOST_POINTS


@pytest.mark.parametrize(
    ("said", "code", "part"),
    [
        ({"shape": "text", "points": [[1, 1]]}, "bad-note", "needs words"),
        ({"shape": "blob", "points": [[1, 1]]}, "bad-note", "text, arrow, line, pin"),
        ({"shape": "text", "points": [[1, 1], [2, 2]], "words": "x"}, "bad-note", "have one point"),
        ({"shape": "arrow", "points": [[1, 1]]}, "bad-note", "an arrow two"),
        ({"shape": "arrow", "points": [[1, 1], [1, 1]]}, "bad-note", "no length"),
        ({"shape": "line", "points": [[1, 1], [99, 1]]}, "bad-note", "off the map"),
        ({"shape": "line", "points": [[1, float("1e400")]]}, "bad-note", "two numbers"),
        ({"shape": "line", "points": [["a", 1], [1, 1]]}, "bad-note", "two numbers"),
        ({"shape": "line", "points": [[1, 1]] * (MOST_SENT + 1)}, "bad-note", "at most 2000 points"),
        (
            {"shape": "line", "points": [[n % 9, 1] for n in range(100_000)]},
            "bad-note",
            "this one has 100,000",
        ),
        ({"shape": "line", "points": [[9 * (n % 2), n % 3] for n in range(199)]}, "bad-note", "1000 cells"),
        ({"shape": "text", "points": [[1, 1]], "words": "x", "colour": "#f00"}, "bad-note", "yellow, red"),
        ({"shape": "text", "points": [[1, 1]], "words": "x", "size": "huge"}, "bad-note", "small, medium"),
        ({"shape": "text", "points": [[1, 1]], "words": "x", "seen_by": "me"}, "bad-note", "gm, all, some"),
        ({"shape": "text", "points": [[1, 1]], "words": "x", "seen_by": "some"}, "bad-note", "which of"),
        ({"shape": "text", "points": [[1, 1]], "words": "x" * (LONGEST_WORDS + 1)}, "bad-note", "121"),
        (
            {"shape": "pin", "points": [[1, 1]], "words": "x", "page": "y" * (LONGEST_PAGE + 1)},
            "bad-note",
            "10,001",
        ),
        ({"shape": "text", "points": [[1, 1]], "words": "x", "page": "y"}, "bad-note", "Only a pin"),
        ({"shape": "text", "points": [[1, 1]], "words": "x", "picture": "../../x"}, "bad-command", "picture"),
        ({"shape": "line", "points": [[1, 1], [2, 2]], "in_fog": True}, "bad-note", "Only texts and pins"),
        ({"shape": "text", "points": "here", "words": "x"}, "bad-command", "a list"),
        ({"shape": "text", "words": "x"}, "bad-note", "Say where"),
        ({"note": "n-other", "words": "x"}, "no-note", "any more"),
    ],
)
def test_what_cannot_be_a_note_is_refused_with_its_reason(said: dict[str, Any], code: str, part: str) -> None:
    refusal = refused(two_rooms(), "put-note", **said)
    assert refusal.code == code
    assert part in str(refusal)


def test_a_note_stays_what_it_is_and_is_not_set_to_what_it_is_already() -> None:
    battle = two_rooms()
    note = put(battle)
    assert refused(battle, "put-note", note=note.id, shape="pin").code == "bad-note"
    assert refused(battle, "put-note", note=note.id, words="Well").code == "no-change"
    assert refused(battle, "take-note", note="n0").code == "no-note"
    assert refused(battle, "write-scene-notes", words="").code == "no-change"
    assert refused(battle, "write-scene-notes", words="x" * (LONGEST_PAGE + 1)).code == "bad-note"


def test_without_a_map_there_is_nothing_to_write_on() -> None:
    assert refused(duel(), "put-note", shape="text", points=[[1, 1]], words="x").code == "no-map"


def test_a_scene_and_a_player_have_so_many_notes_and_no_more() -> None:
    battle = two_rooms()
    for _ in range(MOST_OF_ONE):
        put(battle, actor="ann", seen_by="all")
    with pytest.raises(Refusal, match="You have drawn 40 notes"):
        put(battle, actor="ann")
    for _ in range(MOST_NOTES):  # of the GM's, however many others have
        put(battle)
    with pytest.raises(Refusal, match="300 notes of yours"):
        put(battle)
    do(battle, "put-note", note=battle.state.map_notes[0].id, words="Changed")


def test_a_note_lies_on_all_cells_along_its_line() -> None:
    square, hexes = (
        Grid(kind=kind, cols=10, rows=6, per_cell=1, unit="yd")
        for kind in (GridKind.SQUARE, GridKind.HEX_ROWS)
    )
    assert {*cells_in(cells_under(square, ((0.5, 0.5), (3.5, 0.5))), square)} == {(c, 0) for c in range(4)}
    assert {*cells_in(cells_under(square, ((4.2, 4.2),)), square)} == {(4, 4)}
    assert len({*cells_in(cells_under(hexes, ((0.5, 0.5), (5.5, 0.5))), hexes)}) == 6
    assert cells_under(square, ((10.0, 6.0),)) == 0, "the very edge is of no cell"


@pytest.mark.parametrize(
    "odd",
    [
        {"points": ()},
        {"points": ((1e300, 1.0),)},
        {"points": ((math.nan, 1.0),)},
        {"points": tuple((n % 7.0, 1.0) for n in range(500)), "shape": "line"},
        {"points": ((1.0, 1.0), (1.0, 1.0)), "shape": "arrow"},
        {"points": ((1.0, 1.0), (900.0, 1.0)) * 90, "shape": "line"},
        {"colour": "url(x)"},
        {"size": "vast"},
        {"shape": "blob"},
    ],
)
def test_what_no_command_makes_of_a_note_is_passed_over_in_a_log_from_elsewhere(odd: dict[str, Any]) -> None:
    note = MapNote(**{"id": "n", "shape": "text", "points": ((1.0, 1.0),), "words": "x", **odd})
    battle = two_rooms()
    assert MapNoteSet(id="n", note=note).apply(battle.state).map_notes == ()
