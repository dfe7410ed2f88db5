"""A sheet that the GM writes anew: what of the state fits it stays."""

from rules.systems.atomic.state import AtomicState
from tests.rules.systems.atomic.fights import PISTOL, Fight


def state(fight: Fight) -> AtomicState:
    found: AtomicState = fight.battle.state.combatants["ann"].state
    return found


def test_hands_as_at_the_start_take_what_the_new_sheet_begins_with() -> None:
    ann = Fight({"id": "ann", "side": "a", "sheet": PISTOL})
    ann.do("set-sheet", target="ann", sheet={"weapons": ["vibro-blade"]})
    assert state(ann).ready == ("vibro-blade",)


def test_wounds_and_what_was_drawn_stay_and_what_is_gone_is_put_down() -> None:
    ann = Fight({"id": "ann", "side": "a", "sheet": PISTOL})
    ann.do("gm-set", target="ann", state={"ready": ["combat-knife", "blast-pistol"], "wounds": 2})
    ann.do("set-sheet", target="ann", sheet={"weapons": ["combat-knife"]})
    assert (state(ann).ready, state(ann).wounds) == (("combat-knife",), 2)
