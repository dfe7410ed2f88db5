"""A sheet that the GM writes anew: what of the state fits it stays."""

from typing import Any

from rules.systems.savage.state import SavageState
from tests.rules.systems.savage.fights import Fight

HERO: dict[str, Any] = {"wild_card": True, "weapons": ["long-sword", "pistol"]}


def fight(**sheet: Any) -> Fight:
    return Fight({"id": "ann", "side": "a", "sheet": {**HERO, **sheet}})


def state(fight: Fight) -> SavageState:
    found: SavageState = fight.battle.state.combatants["ann"].state
    return found


def test_hands_and_bennies_as_at_the_start_become_those_of_the_new_sheet() -> None:
    ann = fight()
    ann.do("set-sheet", target="ann", sheet={**HERO, "weapons": ["great-axe"], "bennies": 5})
    assert (state(ann).held, state(ann).bennies) == (("great-axe",), 5)


def test_what_was_taken_in_hand_and_spent_stays() -> None:
    ann = fight()
    ann.do("gm-set", target="ann", state={"held": ["pistol"], "bennies": 1, "wounds": 2})
    ann.do("set-sheet", target="ann", sheet={**HERO, "weapons": ["pistol", "knife"]})
    assert (state(ann).held, state(ann).bennies, state(ann).wounds) == (("pistol",), 1, 2)


def test_a_weapon_that_is_gone_is_neither_held_nor_aimed() -> None:
    ann = fight()
    ann.do("gm-set", target="ann", state={"held": ["pistol"], "aimed": "pistol"})
    ann.do("set-sheet", target="ann", sheet={**HERO, "weapons": ["knife"]})
    assert (state(ann).held, state(ann).aimed) == ((), None)


def test_nobody_holds_more_than_two_hands_can() -> None:
    ann = fight(weapons=["long-sword", "pistol", "knife"])
    ann.do("gm-set", target="ann", state={"held": ["knife", "pistol"]})
    two_handed = {"id": "pistol", "name": "Cannon", "damage": "2d8", "range": [5, 10, 20], "two_handed": True}
    ann.do("set-sheet", target="ann", sheet={**HERO, "weapons": ["knife", two_handed]})
    assert state(ann).held == ("knife",)


def test_an_extra_has_no_wounds_left_over_from_a_wild_card() -> None:
    ann = fight()
    ann.do("gm-set", target="ann", state={"wounds": 2})
    ann.do("set-sheet", target="ann", sheet={})
    assert state(ann).wounds == 0
