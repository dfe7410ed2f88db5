"""Which ways of which weapons a maneuver takes (GU-306), as somebody is armed now, however often asked."""

import pytest

from rules.systems import load_systems
from rules.systems.gurps.attack.flat_order import usable
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS
from rules.systems.gurps.state import carried
from tests.load.rules.rehearsal import ready_fight


@pytest.mark.parametrize("fight", ["mill", "market"])
def test_a_weapon_that_was_dropped_is_used_no_more_and_one_picked_up_again(fight: str) -> None:
    load_systems()
    state, seen = ready_fight(fight), 0
    for who in state.combatants:
        for maneuver in MANEUVERS.values():
            before = usable(state.combatants[who], maneuver)
            for weapon in {use.weapon.id: use.weapon for use in before if not use.weapon.unarmed}.values():
                fallen = state.with_state(who, dropped=(weapon.id,))
                left = usable(fallen.combatants[who], maneuver)
                assert weapon.id in {one.id for one in carried(state.combatants[who])}
                assert weapon.id not in {use.weapon.id for use in left}
                again = fallen.with_state(who, dropped=state.combatants[who].state.dropped)
                assert usable(again.combatants[who], maneuver) == before
                seen += 1
    assert seen, "somebody has a weapon ready"
