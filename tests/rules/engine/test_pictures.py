"""`set-picture`: what a token's picture is kept under is part of the battle, and goes where it goes."""

import pytest

from rules.engine.combatant_events import PictureSet
from rules.engine.refusal import Refusal
from rules.engine.state import Lamp
from tests.rules.engine.toy import do, duel

FACE, OTHER = "0123456789abcdef" * 2, "f" * 32


def test_a_picture_is_put_on_changed_and_taken_off() -> None:
    battle = duel()
    assert do(battle, "set-picture", target="bob", picture=FACE)[1:] == (PictureSet(who="bob", picture=FACE),)
    do(battle, "set-picture", target="bob", picture=OTHER)
    assert battle.state.combatants["bob"].picture == OTHER
    do(battle, "set-picture", target="bob")
    assert battle.state.combatants["bob"].picture == ""
    do(battle, "undo")
    assert battle.state.combatants["bob"].picture == OTHER
    do(battle, "redo")
    assert battle.state.combatants["bob"].picture == ""


def test_who_is_added_may_bring_a_picture_and_what_is_known_of_the_token() -> None:
    battle = duel()
    do(battle, "add", combatants=[{"id": "eve", "picture": FACE, "miniature": True, "by_hand": True}])
    eve = battle.state.combatants["eve"]
    assert (eve.picture, eve.miniature, eve.by_hand) == (FACE, True, True)
    do(battle, "add", combatants=[{"id": "tom", "lamp": {"bright": 2, "dim": 4}}])
    assert battle.state.combatants["tom"].lamp == Lamp(2, 4)
    with pytest.raises(Refusal, match="dim at least as far"):
        do(battle, "add", combatants=[{"id": "sue", "lamp": {"bright": 2}}])


def test_a_picture_may_come_while_somebody_is_asked() -> None:
    battle = duel()
    do(battle, "strike", "ann", [5], target="bob")
    do(battle, "set-picture", target="bob", picture=FACE)
    assert battle.state.prompt is not None


@pytest.mark.parametrize("picture", ["../../battlemat.db", "a" * 31, "A" * 32, "g" * 32, "0" * 32 + "\n", 7])
def test_what_names_no_picture_is_refused(picture: object) -> None:
    battle = duel()
    before = battle.state
    for do_, params in (
        ("set-picture", {"target": "bob", "picture": picture}),
        ("add", {"combatants": [{"id": "eve", "picture": picture}]}),
    ):
        with pytest.raises(Refusal) as refused:
            do(battle, do_, **params)
        assert refused.value.code == "bad-command"
        assert battle.state == before
