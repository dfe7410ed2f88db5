"""What is told of a maneuver at a glance: that it is refused, or which weapon cannot reach."""

from typing import Any

import pytest

from rules.engine.command import Command
from rules.engine.state import BattleView
from rules.systems.gurps.attack.attack_maneuvers import ATTACKS, AttackManeuver
from rules.systems.gurps.attack.flat_order import usable, variants_of
from rules.systems.gurps.maneuvers.maneuver_action import ManeuverAction
from tests.rules.kit import command, fighter
from tests.rules.systems.gurps.fights import GUN, OPEN, Fight

FENCER = {"skills": {"rapier": 13, "knife": 12}, "weapons": ["dagger", "rapier"]}
CODES = {"maneuver-used", "must-do-nothing", "cannot-act"}


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"maneuver": {"id": "attack"}},
        {"maneuver": {"id": "do-nothing"}},
        {"stunned": True},
        {"mental_stun": {"freeze": 2}},
        {"unconscious": True},
        {"dead": True},
        {"stunned": True, "maneuver": {"id": "do-nothing"}},
    ],
)
def test_ruled_out_is_who_has_taken_a_maneuver_or_can_take_none(state: dict[str, Any]) -> None:
    """GU-601, GU-607, GU-801, GU-1001, GU-1004"""
    people = fighter("ann", sheet=FENCER, at=[3, 3], state=state), fighter("bob", sheet=GUN, at=[4, 3])
    position = Fight(*people, map=OPEN).battle.now
    view, seen = BattleView(position.state), set[bool]()
    for action in position.system.actions:
        if isinstance(action, ManeuverAction):
            for said, _ in action.ways(view, position.state.combatants["ann"]):
                button = Command(do=action.id, actor="ann", params=dict(said))
                refusal = position.check(button)
                is_refused_for_it = refusal is not None and refusal.code in CODES
                assert action.is_ruled_out(view, button) is is_refused_for_it, action.id
                seen.add(is_refused_for_it)
    assert (True in seen) is bool(state)


@pytest.mark.parametrize("waits", [False, True])
def test_what_was_waited_for_is_ruled_out_for_who_waits_for_nothing(waits: bool) -> None:
    """GU-722"""
    state = {"wait": {"then": "attack", "trigger": "they come near"}} if waits else {}
    people = fighter("ann", sheet=FENCER, at=[3, 3], state=state), fighter("bob", sheet=GUN, at=[4, 3])
    position = Fight(*people, map=OPEN).battle.now
    trigger = position.system.action("trigger-wait")
    assert trigger is not None
    assert trigger.is_ruled_out(BattleView(position.state), command("trigger-wait", "ann")) is not waits


@pytest.mark.parametrize("sheet", [FENCER, GUN], ids=["fencer", "gunner"])
@pytest.mark.parametrize("action", ATTACKS, ids=lambda action: action.id)
@pytest.mark.parametrize("bob", [[1, 3], [2, 3], [3, 3], [9, 8], [30, 3]])
def test_the_weapon_that_is_filled_in_is_the_first_that_may_be_used(
    action: AttackManeuver, bob: list[int], sheet: dict[str, Any]
) -> None:
    """GU-303, GU-304, GU-711"""
    grid = {"kind": "square", "cols": 40, "rows": 20, "unit": "yd"}
    people = fighter("ann", sheet=sheet, at=[0, 3]), fighter("bob", sheet=GUN, at=bob)
    state = Fight(*people, map={"grid": grid}).battle.state
    view, uses = BattleView(state), usable(state.combatants["ann"], action.maneuver)
    moves: tuple[dict[str, Any], ...] = ({}, {"to": [1, 3]})
    for variant in variants_of(action.maneuver) or ("",):
        for moved in moves if uses else ():
            said = {"variant": variant, **moved} if variant else moved
            tried = {
                use.id: command(action.id, "ann", target="bob", options={**said, "with": use.id})
                for use in uses
            }
            fits = [id_ for id_, asked in tried.items() if action.why_not(view, asked) is None]
            filled = action.filled(view, command(action.id, "ann", target="bob", options=said))
            assert filled.params["options"]["with"] == (fits or list(tried))[0]
