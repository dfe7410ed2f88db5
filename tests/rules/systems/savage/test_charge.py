"""Charges, set weapons, and what a mount has in front of it."""

from typing import Any

import pytest

from rules.engine.refusal import Refusal
from rules.engine.text import in_full, text
from tests.rules.kit import fighter, roll_of
from tests.rules.systems.savage.fights import HERO, HORSE, OPEN, Fight, hero, labels, raider

LANCER = {**HERO, "weapons": ["lance"], "skills": {"fighting": "d8", "riding": "d8"}}
SPEAR = {**HERO, "weapons": ["spear"]}
CHARGE = {"options": {"charge": True}, "facts": {"distance": 2, "straight_move": 6}}


def charge(setter: Any, *, state: Any = None, **dice: Any) -> Fight:
    fight = Fight(
        hero("ann", LANCER, state={"mount": "roan"}),
        hero("roan", HORSE),
        raider("bob", setter, state={"on_hold": True, **(state or {})}),
        **dice,
    )
    fight.attack("ann", "bob", "lance", **CHARGE)
    return fight


def test_six_inches_straight_on_make_a_charge() -> None:
    """SW-182, SW-183, SW-121, SW-R42"""
    fight = Fight(
        hero("ann", LANCER, at=[2, 10], state={"mount": "roan"}),
        hero("roan", HORSE, at=[2, 10]),
        raider("bob", at=[12, 10]),
        map=OPEN,
        ann__attack=[5, 1],
        ann__damage=[1, 1],
    )
    fight.do("move", "roan", path=[[3, 11], [4, 11], [5, 11], [6, 11], [7, 11]])
    params = {"target": "bob", "with_": "lance", "options": {"charge": True}}
    assert fight.refuses("attack", "ann", **params) == "out-of-range"
    fight.do("turn", "ann")
    fight.do("gm-set", target="roan", state={"at": [2, 10]})
    fight.do("move", "roan", to=[9, 10])
    assert fight.state("roan").straight == 7
    told = fight.do("attack", "ann", **params)
    assert labels(told, "damage") == {"charge": 4}
    assert (fight.state("ann").actions_used, fight.state("roan").actions_used) == (1, 0)


def test_a_bend_or_a_turn_of_the_back_is_no_charge() -> None:
    """SW-182, SW-58"""
    fight = Fight(
        hero("ann", LANCER, at=[2, 10], state={"mount": "roan"}),
        hero("roan", HORSE, at=[2, 10]),
        raider("bob", at=[9, 12]),
        raider("eve", at=[4, 12]),
        map=OPEN,
    )
    fight.do("move", "roan", path=[[3, 10], [4, 10], [5, 10], [6, 10], [7, 11], [8, 11]])
    options = {"charge": True}
    assert fight.refuses("attack", "ann", target="bob", with_="lance", options=options) == "no-charge"


def test_a_mount_attacks_only_what_is_in_front_of_it() -> None:
    """SW-58, SW-180, SW-R16"""
    fight = Fight(
        hero("ann", LANCER, at=[4, 10], state={"mount": "roan"}),
        hero("roan", HORSE, at=[4, 10]),
        raider("bob", at=[6, 11]),
        raider("eve", at=[4, 11]),
        raider("tim", at=[5, 11]),
        map=OPEN,
    )
    assert fight.plan("attack", "roan", target="eve", with_="hooves").target_number == 5
    fight.do("move", "roan", path=[[5, 10]])
    assert fight.refuses("attack", "roan", target="eve", with_="hooves") == "not-in-front"
    assert fight.plan("attack", "roan", target="bob", with_="hooves").target_number == 5
    assert fight.plan("attack", "roan", target="tim", with_="hooves").target_number == 5, (
        "beside still counts"
    )
    fight.set("ann", mount=None)
    assert fight.plan("attack", "roan", target="eve", with_="hooves").target_number == 5, "riderless"


def test_a_set_weapon_that_wins_strikes_first() -> None:
    """SW-184, SW-185, SW-186, SW-R43, SW-46"""
    fight = charge(
        SPEAR,
        bob__athletics=[7, 2],
        ann__athletics=[3, 1],
        bob__attack=[5, 1],
        ann__attack=[7, 1],
        ann__damage=[2, 1],
    )
    assert fight.prompt().choices == ("set", "none")
    told = fight.answer("bob", "set")
    longer = [(in_full(m.label), m.value) for m in roll_of(told, "athletics", "ann").modifiers]
    assert longer == [("longer-weapon", 2)], "the lance is longer"
    order = [(e.who, e.kind) for e in told if e.kind in ("attack-declared", "attack-missed", "attack-hit")]
    assert order[0] == ("bob", "attack-declared")
    assert ("ann", "attack-declared") in order
    assert labels(told, "damage") == {"charge": 4}
    assert (fight.state("bob").on_hold, fight.state("bob").actions_used) == (False, 0)
    assert fight.state("ann").actions_used == 1


def test_who_is_struck_down_first_does_not_strike_back() -> None:
    """SW-186"""
    fight = charge(
        SPEAR,
        bob__athletics=[7, 5],
        ann__athletics=[3, 1],
        bob__attack=[7, 1],
        bob__damage=[7, 5, 2],
        ann__riding=[5, 1],
    )
    told = fight.answer("bob", "set")
    assert roll_of(told, "damage").modifiers[0].label == text("set-weapon")
    assert not any(e.kind == "attack-declared" and e.who == "ann" for e in told)


@pytest.mark.parametrize(
    ("sheet", "state"),
    [(SPEAR, {"on_hold": False}), (SPEAR, {"shaken": True}), (HERO, {}), (SPEAR, {"held": []})],
)
def test_only_who_can_set_a_weapon_is_asked(sheet: Any, state: Any) -> None:
    """SW-184"""
    fight = charge(sheet, state=state, ann__attack=[2, 1])
    assert fight.prompt() is None


def test_the_weapon_to_set_is_named_or_the_longest() -> None:
    """SW-184"""
    fight = charge(
        SPEAR, ann__attack=[2, 1], bob__athletics=[1, 2], ann__athletics=[5, 1], bob__attack=[1, 2]
    )
    with pytest.raises(Refusal, match="Set one of these"):
        fight.answer("bob", "set", with_="club")
    fight.answer("bob", "none")
    assert fight.state("bob").on_hold, "it keeps its turn"


def test_a_charge_uses_up_no_hold_of_somebody_on_foot() -> None:
    """SW-182"""
    fight = Fight(hero("ann", LANCER), raider("bob", SPEAR, state={"on_hold": True}))
    assert fight.refuses("attack", "ann", target="bob", with_="lance", **CHARGE) == "not-mounted"


def test_a_mount_of_another_is_a_target_of_its_own() -> None:
    """SW-181"""
    fight = Fight(
        hero("ann"),
        fighter("bob", "raiders", HERO, state={"mount": "roan"}),
        raider("roan", HORSE),
        ann__attack=[2, 1],
    )
    assert fight.plan("attack", "ann", target="roan", with_="long-sword").target_number == 5
    assert fight.plan("attack", "ann", target="bob", with_="long-sword").target_number == 6
