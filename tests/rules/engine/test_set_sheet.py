"""`set-sheet`: the GM writes a sheet anew; it is an event like others, and the state stays where it fits."""

import pytest

from rules.engine.battle import Battle
from rules.engine.combatant_events import SheetSet
from rules.engine.events import event_as_json, event_from_json
from rules.engine.refusal import Refusal
from tests.rules.engine.toy import TOY, do, duel


def test_the_new_sheet_counts_and_the_state_stays() -> None:
    battle = duel(luck=1)
    do(battle, "gm-set", target="bob", state={"hurt": 2})
    events = do(battle, "set-sheet", target="bob", sheet={"skill": 14})
    assert events[1:] == (SheetSet(who="bob", sheet={"skill": 14}, changes=(("skill", "10", "14"),)),)
    assert battle.state.combatants["bob"].sheet.skill == 14
    assert battle.state.combatants["bob"].state.hurt == 2


def test_a_name_goes_with_the_sheet() -> None:
    battle = duel()
    do(battle, "set-sheet", target="bob", sheet={"skill": 14}, name="  Old   Bob ")
    assert battle.state.combatants["bob"].name == "Old Bob"
    do(battle, "set-sheet", target="bob", sheet={"skill": 13})
    assert battle.state.combatants["bob"].name == "Old Bob"
    do(battle, "undo")
    do(battle, "undo")
    assert battle.state.combatants["bob"].name == "Bob"


def test_undo_gives_the_old_sheet_back_and_redo_the_new_one() -> None:
    battle = duel()
    before = battle.state
    do(battle, "set-sheet", target="bob", sheet={"skill": 14})
    after = battle.state
    do(battle, "undo")
    assert battle.state == before
    do(battle, "redo")
    assert battle.state == after


def test_a_saved_battle_loads_with_the_new_sheet() -> None:
    battle = duel()
    do(battle, "set-sheet", target="bob", sheet={"skill": 14})
    told = [(e.kind, event_as_json(e)) for entry in battle.entries for e in entry.events]
    kinds = TOY.event_kinds()
    again = Battle.load("toy", [event_from_json(kinds, kind, data) for kind, data in told])
    assert again.state == battle.state


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"target": "bob", "sheet": {"skil": 14}}, "bad-sheet"),
        ({"target": "bob", "sheet": {"skill": "much"}}, "bad-sheet"),
        ({"target": "bob", "sheet": 3}, "bad-command"),
        ({"target": "nobody", "sheet": {}}, "unknown-combatant"),
        ({"sheet": {}}, "unknown-combatant"),
        ({"target": "bob", "sheet": {}, "name": "B" * 61}, "bad-command"),
    ],
)
def test_what_is_no_sheet_is_refused_and_changes_nothing(params: dict[str, object], code: str) -> None:
    battle = duel()
    before = battle.state
    with pytest.raises(Refusal) as refused:
        do(battle, "set-sheet", **params)
    assert refused.value.code == code
    assert battle.state == before


def test_no_sheet_changes_while_somebody_is_asked() -> None:
    battle = duel()
    do(battle, "strike", "ann", [5], target="bob")
    with pytest.raises(Refusal) as refused:
        do(battle, "set-sheet", target="bob", sheet={"skill": 14})
    assert refused.value.code == "prompt-open"
