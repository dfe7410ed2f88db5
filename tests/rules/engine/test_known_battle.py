"""What is left of a battle, and of what happened in it, without those whom somebody does not know."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.engine.battle_events import BattleBegun, Moved, TurnStarted
from rules.engine.known_battle import event_without, forgetting, lists_without
from rules.engine.state import BattleState, Combatant, CombatantState


@dataclass(frozen=True, slots=True)
class _Hold:
    on: str


@dataclass(frozen=True, slots=True)
class _State(CombatantState):
    foes: tuple[str, ...] = ()
    mount: str | None = None
    note: str = ""
    hold: _Hold | None = None
    conditions: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Shared:
    waits: tuple[tuple[str, str], ...] = ()
    initiative: Mapping[str, int] = field(default_factory=dict)


def battle(shared: Any = None, active: str | None = "vex", **ann: Any) -> BattleState:
    people = {
        who: Combatant(id=who, name=who.title(), side="x", sheet=None, state=_State(**more))
        for who, more in {"ann": ann, "bob": {}, "vex": {"foes": ("ann",)}}.items()
    }
    order = ("vex", "ann", "bob")
    return BattleState(system="x", combatants=people, running=True, order=order, active=active, shared=shared)


def known(state: BattleState) -> BattleState:
    return forgetting(state, {"ann", "bob"})


def test_neither_the_list_nor_the_order_nor_the_turn_has_the_unknown() -> None:
    left = known(battle())
    assert list(left.combatants) == ["ann", "bob"]
    assert (left.order, left.active) == (("ann", "bob"), None)
    assert known(battle(active="ann")).active == "ann"


def test_where_all_are_known_the_state_stays_the_same_object() -> None:
    state = battle()
    assert forgetting(state, {"ann", "bob", "vex"}) is state
    assert known(state).combatants["ann"] is state.combatants["ann"]


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ({"foes": ("vex", "bob")}, {"foes": ("bob",)}),
        ({"mount": "vex"}, {"mount": None}),
        ({"note": "vex"}, {"note": ""}),
        ({"hold": _Hold("vex")}, {"hold": None}),
        ({"hold": _Hold("bob")}, {"hold": _Hold("bob")}),
        ({"conditions": {"held": {"with": ["vex", "bob"]}}}, {"conditions": {"held": {"with": ["bob"]}}}),
        ({"conditions": {"held": {"by": "vex"}}}, {"conditions": {"held": {}}}),
        ({"note": "vexed"}, {"note": "vexed"}),
    ],
)
def test_a_tie_to_the_unknown_goes_and_what_it_is_a_part_of_stays(
    said: dict[str, Any], left: dict[str, Any]
) -> None:
    state: _State = known(battle(**said)).combatants["ann"].state
    assert {key: getattr(state, key) for key in left} == left


def test_what_is_kept_for_the_whole_table_has_no_word_of_the_unknown() -> None:
    """Of a pair the whole goes: half of it would say that there was another."""
    shared = _Shared(waits=(("vex", "ann"), ("ann", "bob")), initiative={"vex": 3, "ann": 2})
    assert known(battle(shared)).shared == _Shared(waits=(("ann", "bob"),), initiative={"ann": 2})


def test_an_event_loses_the_unknown_from_its_lists_or_is_gone_if_it_is_theirs() -> None:
    begun = BattleBegun(order=("vex", "ann"), clock={"round": 1})
    assert event_without(begun, {"vex"}) == BattleBegun(order=("ann",), clock={"round": 1})
    assert event_without(TurnStarted(who="vex"), {"vex"}) is None
    assert lists_without(begun, {"vex"}) == BattleBegun(order=("ann",), clock={"round": 1})
    moved = Moved(who="vex", to=(1, 1), path=((1, 1),))
    assert lists_without(moved, {"vex"}) is moved
