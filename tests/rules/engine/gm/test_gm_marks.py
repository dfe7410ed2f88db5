"""Marks of the GM's own: put, changed, taken away, counted by rounds, and kept in the log."""

from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.gm.gm_mark_events import MarkTaken
from rules.engine.gm.gm_marks import MOST_MARKS, GmMark, may_know
from rules.engine.refusal import Refusal
from tests.rules.engine.toy import do, duel


def marks(battle: Battle, who: str = "ann") -> list[tuple[str, int | None, str]]:
    return [(mark.name, mark.rounds, mark.seen_by) for mark in battle.state.combatants[who].gm_marks]


def put(battle: Battle, name: str = "Cursed", **more: Any) -> None:
    do(battle, "put-mark", target="ann", name=name, **more)


def round_over(battle: Battle) -> list[Any]:
    now, told = battle.state.clock["round"], []
    while battle.state.clock["round"] == now:
        told += do(battle, "end-turn", battle.state.active)
    return told


def test_a_mark_is_put_changed_and_taken_away_and_each_can_be_undone() -> None:
    battle = duel()
    put(battle, "  Cursed   twice ", tone="harm", rounds=3, seen_by="gm")
    assert battle.state.combatants["ann"].gm_marks == (
        GmMark(name="Cursed twice", tone="harm", rounds=3, seen_by="gm"),
    )
    put(battle, "Cursed twice", seen_by="gm")
    assert marks(battle) == [("Cursed twice", None, "gm")]
    do(battle, "take-mark", target="ann", name="Cursed twice", seen_by="gm")
    assert marks(battle) == []
    for _ in range(2):
        do(battle, "undo")
    assert marks(battle) == [("Cursed twice", 3, "gm")]
    do(battle, "undo")
    assert marks(battle) == []


def test_a_mark_ends_by_itself_after_its_rounds_and_the_log_says_so() -> None:
    battle = duel()
    put(battle, "Blessed", rounds=2)
    put(battle, "Wet")
    do(battle, "begin", dice=[5, 4])
    assert marks(battle) == [("Blessed", 2, "all"), ("Wet", None, "all")], "the beginning is no round gone by"
    round_over(battle)
    assert marks(battle) == [("Blessed", 1, "all"), ("Wet", None, "all")]
    told = round_over(battle)
    assert [event for event in told if isinstance(event, MarkTaken)] == [
        MarkTaken(who="ann", name="Blessed", seen_by="all", ended=True)
    ]
    assert marks(battle) == [("Wet", None, "all")]
    do(battle, "undo")
    assert marks(battle) == [("Blessed", 1, "all"), ("Wet", None, "all")]


def test_marks_are_as_they_were_when_the_log_is_read_again() -> None:
    battle = duel()
    put(battle, rounds=4, tone="info", seen_by="side")
    do(battle, "begin", dice=[5, 4])
    round_over(battle)
    again = Battle.load("toy", [event for entry in battle.entries for event in entry.events])
    assert again.state == battle.state
    assert marks(again) == [("Cursed", 3, "side")]


def test_a_mark_may_be_put_while_somebody_is_asked() -> None:
    battle = duel()
    do(battle, "strike", "ann", dice=[9], target="bob")
    assert battle.state.prompt is not None
    put(battle, rounds=1)
    do(battle, "answer", "bob", dice=[9, 1, 1], answer="dodge")
    again = Battle.load("toy", [event for entry in battle.entries for event in entry.events])
    assert again.state == battle.state
    assert marks(again) == [("Cursed", 1, "all")]


@pytest.mark.parametrize(
    "params",
    [
        {"name": " "},
        {"name": "x" * 41},
        {"name": "A", "tone": "pink"},
        {"name": "A", "rounds": -1},
        {"name": "A", "rounds": 1000},
        {"name": "A", "seen_by": "nobody"},
        {},
    ],
)
def test_a_mark_that_cannot_be_is_refused_and_changes_nothing(params: dict[str, Any]) -> None:
    battle = duel()
    before = battle.state
    with pytest.raises(Refusal) as caught:
        do(battle, "put-mark", target="ann", **params)
    assert battle.state == before
    assert caught.value.message.endswith(".")


def test_there_are_only_so_many_and_none_is_taken_away_that_is_not_there() -> None:
    battle = duel()
    for number in range(MOST_MARKS):
        put(battle, f"Mark {number}")
    put(battle, "Mark 3", rounds=2)
    with pytest.raises(Refusal, match="20 marks already"):
        put(battle, "One more")
    with pytest.raises(Refusal, match="just this mark"):
        put(battle, "Mark 3", rounds=2)
    with pytest.raises(Refusal, match="no such mark"):
        battle.handle(Command(do="take-mark", params={"target": "bob", "name": "Mark 3"}), lambda _: 1)


@pytest.mark.parametrize(
    ("seen_by", "friend", "player", "foe"),
    [
        ("all", True, True, True),
        ("side", True, True, False),
        ("owner", False, True, False),
        ("gm", False, False, False),
    ],
)
def test_who_may_know_of_a_mark(seen_by: str, friend: bool, player: bool, foe: bool) -> None:
    def asked(owns: set[str], sides: set[str]) -> bool:
        return may_know(seen_by, "ann", "heroes", owns=owns, sides=sides)

    assert (asked({"cal"}, {"heroes"}), asked({"ann"}, {"heroes"}), asked({"bob"}, {"raiders"})) == (
        friend,
        player,
        foe,
    )
