"""The actions beside the attack (AT-16, AT-50 to AT-53, AT-55) and the doors."""

from typing import Any

import pytest

from rules.engine.dice import Modifier
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.atomic.system import SYSTEM
from tests.rules.kit import command, fighter, kinds, roll_of
from tests.rules.systems.atomic.fights import PISTOL, Fight, duel


def test_a_turn_has_one_of_each_in_any_order() -> None:
    """AT-50, AT-51, AT-53"""
    fight = duel(ann=PISTOL)
    fight.do("quick", "ann", note="waves")
    fight.do("move", "ann")
    fight.do("use", "ann", note="opens a locker")
    assert fight.state("ann").as_json()["allowances"] == {"significant": 0, "move": 0, "quick": 0}
    for what in ("quick", "move", "use", "draw", "stow"):
        refusal = fight.refuses(what, "ann")
        assert (refusal.code, refusal.rule) == ("allowance-spent", "AT-50")


def test_a_refusal_says_what_is_left() -> None:
    """AT-50"""
    fight = duel(ann=PISTOL)
    fight.do("quick", "ann")
    assert fight.refuses("quick", "ann").message == (
        "Ann has used this turn's quick action; still left: significant action and move."
    )


def test_a_device_is_rolled_for_when_it_has_a_value() -> None:
    """AT-51, AT-66"""
    fight = duel(ann__use=[15])
    plan = fight.plan("use", "ann", value=30, facts={"modifier": 10})
    assert (plan.target_number, plan.modifiers) == (40, (Modifier(text("gm"), 10, "AT-66"),))
    events = fight.do("use", "ann", value=30, note="opens the airlock", facts={"modifier": 10})
    assert kinds(events) == ["allowance-spent", "roll", "noted"]
    assert roll_of(events, "use").target == 40
    assert events[-1].outcome == "special-success"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "params", [{"value": 201}, {"value": "x"}, {"note": 3}, {"facts": {"range": "near"}}]
)
def test_a_device_with_what_cannot_be_is_refused(params: dict[str, Any]) -> None:
    """AT-51"""
    assert duel().refuses("use", "ann", **params).code == "bad-command"


def test_weapons_are_drawn_stowed_and_dropped() -> None:
    """AT-16, AT-53"""
    fight = duel(ann=PISTOL)
    fight.do("draw", "ann", with_="combat-knife")
    assert fight.state("ann").ready == ("blast-pistol", "combat-knife")
    fight.do("turn", "ann")
    fight.do("stow", "ann", with_="blast-pistol")
    assert fight.state("ann").ready == ("combat-knife",)
    assert kinds(fight.do("drop", "ann", with_="combat-knife")) == ["weapon-changed"]
    assert fight.state("ann").ready == ()


def test_each_weapon_action_refuses_in_order() -> None:
    """AT-16"""
    fight = duel(ann=PISTOL)
    assert fight.refuses("draw", "ann", **{"with": "gauss-rifle"}).code == "unknown-weapon"
    assert fight.refuses("draw", "ann", **{"with": "blast-pistol"}).code == "already-ready"
    assert fight.refuses("stow", "ann", **{"with": "combat-knife"}).code == "not-ready"
    assert fight.refuses("drop", "ann", **{"with": "combat-knife"}).code == "not-ready"
    assert fight.refuses("drop", "ann", **{"with": "gauss-rifle"}).code == "unknown-weapon"
    assert fight.refuses("stow", "ann").code == "unknown-weapon"


def test_what_was_dropped_is_gone_until_the_gm_puts_it_back_in_hand() -> None:
    """AT-16"""
    fight = duel(ann=PISTOL, ann__attack=[99])
    fight.do("drop", "ann", with_="blast-pistol")
    attack = {"target": "bob", "with": "blast-pistol"}
    assert fight.refuses("attack", "ann", **attack).code == "unknown-weapon"
    assert fight.refuses("draw", "ann", **{"with": "blast-pistol"}).code == "unknown-weapon"
    fight.set("ann", ready=["blast-pistol"])
    fight.do("stow", "ann", with_="blast-pistol")
    fight.do("turn", "ann")
    fight.do("draw", "ann", with_="blast-pistol")
    fight.do("attack", "ann", **attack)


def test_the_action_bar_gets_a_button_a_weapon() -> None:
    """AT-12, AT-13"""
    fight = duel(ann=PISTOL)
    scene_state = fight.battle.state

    def choices(action_id: str) -> list[tuple[str, str]]:
        action = SYSTEM.action(action_id)
        assert action is not None
        parameter = action.parameters[0]
        assert parameter.choices is not None
        return [
            (c.id, str(c.label))
            for c in parameter.choices(BattleView(scene_state), scene_state.combatants["ann"])
        ]

    assert choices("attack") == [
        ("blast-pistol", "Blast pistol, wounds 2, engaged/near/far"),
        ("fist", "Bare hands, wounds 1, engaged"),
        ("combat-knife", "Combat knife, wounds 1, engaged"),
    ]
    assert choices("draw") == [("combat-knife", "Combat knife")]
    assert choices("stow") == choices("drop") == [("blast-pistol", "Blast pistol")]


def test_every_action_can_say_at_once_whether_it_may_be_done() -> None:
    """AT-55: asking costs nothing and changes nothing."""
    fight = duel(ann=PISTOL)
    before = fight.battle.state
    refused = {a.id: fight.battle.now.check(command(a.id, "ann")) for a in SYSTEM.actions}
    assert fight.battle.state is before
    assert {id_: r.code for id_, r in refused.items() if r} == {"last-stand": "not-dying"}


DOORS = {
    "grid": {"kind": "square", "cols": 12, "rows": 6},
    "walls": [
        {"id": "north", "from": [4, 0], "to": [4, 2], "kind": "wall"},
        {"id": "door", "from": [4, 2], "to": [4, 3], "kind": "door", "state": "closed"},
        {"id": "locked", "from": [4, 3], "to": [4, 4], "kind": "door", "state": "locked"},
        {"id": "secret", "from": [4, 4], "to": [4, 5], "kind": "door", "state": "secret"},
        {"id": "south", "from": [4, 5], "to": [4, 6], "kind": "wall"},
        {"id": "inner", "from": [0, 3], "to": [4, 3], "kind": "wall"},
    ],
}


def at_door(at: Any, **rest: Any) -> Fight:
    return Fight(fighter("ann", sheet=PISTOL, at=at, **rest), map=DOORS)


def test_a_door_is_opened_and_closed_as_a_quick_action() -> None:
    """AT-53 (ruling AT-R27)"""
    fight = at_door([3, 2])
    events = fight.do("door", "ann", wall="door")
    assert kinds(events) == ["allowance-spent", "door-set"]
    assert fight.battle.state.map is not None
    assert fight.battle.state.map.walls[1].state == "open"
    assert fight.refuses("door", "ann", wall="door").code == "allowance-spent"
    fight.do("turn", "ann")
    fight.do("door", "ann", wall="door")
    assert fight.battle.state.map.walls[1].state == "closed"


def test_a_secret_door_looks_like_no_door_at_all() -> None:
    fight = at_door([3, 4])
    secret, unknown = (fight.refuses("door", "ann", wall=wall) for wall in ("secret", "nowhere"))
    assert secret.code == unknown.code == "no-door"
    assert secret.message.replace("secret", "nowhere") == unknown.message


def test_a_locked_door_a_far_one_and_one_behind_a_wall_stay_shut() -> None:
    fight = at_door([3, 3])
    assert fight.refuses("door", "ann", wall="locked").code == "door-locked"
    assert fight.refuses("door", "ann", wall="door").code == "too-far"
    assert at_door([1, 2]).refuses("door", "ann", wall="door").code == "too-far"
    assert at_door([3, 2]).refuses("door", "ann", wall="north").code == "no-door"


def test_the_doors_at_hand_are_offered() -> None:
    def offered(at: Any, **rest: Any) -> list[tuple[str, str]]:
        state = at_door(at, **rest).battle.state
        action = SYSTEM.action("door")
        assert action is not None
        choices = action.parameters[0].choices
        assert choices is not None
        return [(c.id, str(c.label)) for c in choices(BattleView(state), state.combatants["ann"])]

    assert offered([3, 2]) == [("door", "open it")]
    assert offered([3, 3]) == [("locked", "locked")]
    assert offered([0, 0]) == []
    assert offered([4, 2]) == [("door", "open it (west)"), ("locked", "locked (south-west)")]


def test_opening_a_door_at_four_wounds_needs_a_grit_roll() -> None:
    """AT-95"""
    fight = Fight(fighter("ann", at=[3, 2], state={"wounds": 4}), map=DOORS, ann__incapacitated_action=[50])
    assert kinds(fight.do("door", "ann", wall="door"))[-1] == "action-lost"
    assert fight.battle.state.map is not None
    assert fight.battle.state.map.walls[1].state == "closed"
