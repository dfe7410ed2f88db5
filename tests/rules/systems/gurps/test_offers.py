"""What is offered can be done, and what a check lets pass is not refused afterwards."""

from typing import Any

import pytest

from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import command, fighter
from tests.rules.systems.gurps.fights import GUN, OPEN, SWORD, Fight, duel

HEALER = {"skills": {"physician": 12, "surgery": 12}}
DYING = {"mortal": True, "unconscious": True, "posture": "prone"}


def checked(fight: Fight, what: str, who: str = "ann", /, **params: Any) -> str | None:
    """Give the code of what the check of a command says; None if it lets it pass."""
    refusal = fight.battle.now.check(command(what, who, **params))
    return None if refusal is None else refusal.code


def planned(fight: Fight, what: str, who: str = "ann", /, **params: Any) -> str | None:
    try:
        fight.battle.now.plan(command(what, who, **params))
    except Refusal as refusal:
        return refusal.code
    return None


def ways(fight: Fight, what: str, who: str = "ann") -> list[dict[str, str]]:
    view, action = BattleView(fight.battle.state), SYSTEM.action(what)
    assert action is not None
    return [dict(fixed) for fixed, _ in action.ways(view, view.combatant(who))]


def choices(fight: Fight, what: str, parameter: str, who: str = "ann") -> list[str]:
    view, action = BattleView(fight.battle.state), SYSTEM.action(what)
    assert action is not None
    [found] = [p for p in action.parameters if p.id == parameter]
    assert found.choices is not None
    return [choice.id for choice in found.choices(view, view.combatant(who))]


@pytest.mark.parametrize("what", ["tend-mortal", "stabilize"])
def test_care_is_offered_only_for_the_mortally_wounded(what: str) -> None:
    """GU-1020, GU-1022, GU-1023"""
    fight = Fight(fighter("ann", "a", HEALER), fighter("bob", "b"), fighter("cid", "b"))
    assert checked(fight, what) == "not-mortal"
    fight.set("bob", **DYING)
    assert checked(fight, what) is None
    assert choices(fight, what, "target") == ["bob"]
    assert ways(fight, what) == [{}]
    assert (checked(fight, what, target="bob"), checked(fight, what, target="cid")) == (None, "not-mortal")


def test_a_check_passes_once_it_is_said_on_what() -> None:
    """GU-401, GU-218"""
    fight = duel()
    assert checked(fight, "check") is None
    for said, code in (
        ({"on": "DX"}, None),
        ({"on": "broadsword", "modifier": -2}, None),
        ({"on": "surgery"}, "no-skill"),
        ({"on": "luck"}, "no-skill"),
        ({"attribute": "Luck"}, "bad-command"),
        ({"skill": "broadsword", "attribute": "DX"}, "bad-command"),
        ({"on": "DX", "modifier": 1000}, "bad-command"),
    ):
        assert checked(fight, "check", **said) == planned(fight, "check", **said) == code
    assert planned(fight, "check") == "bad-command"
    assert all(planned(fight, "check", on=on) is None for on in choices(fight, "check", "on"))


def test_a_better_defence_is_offered_by_its_kind() -> None:
    """GU-713"""
    bare = duel()
    kinds = [way.get("defence", "two") for way in ways(bare, "all-out-defense")]
    assert kinds == ["dodge", "parry", "two"]
    shielded = duel(ann={"weapons": ["buckler"]})
    found = ways(shielded, "all-out-defense")
    assert [way.get("defence", "two") for way in found] == ["dodge", "parry", "block", "two"]
    assert all(planned(shielded, "all-out-defense", **way) is None for way in found)
    assert checked(bare, "all-out-defense", variant="enhanced") == "bad-variant"
    assert checked(bare, "all-out-defense", variant="double") is None


@pytest.mark.parametrize(
    ("what", "said", "code"),
    [
        ("feint", {"with_": "broadsword", "target": "bob"}, "out-of-range"),
        ("feint", {"with_": "broadsword", "target": "ann"}, "no-target"),
        ("feint", {"with_": "broadsword", "target": "bob", "basis": "luck"}, "bad-variant"),
        ("evaluate", {"target": "ann"}, "no-target"),
        ("aim", {"with_": "pistol", "target": "ann"}, "no-target"),
        ("aim", {"with_": "pistol", "target": "bob", "options": ["chinks"]}, "bad-option"),
        ("aim", {"with_": "rifle", "target": "bob", "options": ["brace"]}, "not-ready"),
        ("attack", {"with_": "broadsword", "target": "bob", "options": ["dual-weapon"]}, "unknown-weapon"),
        (
            "all-out-attack-ranged",
            {"with_": "pistol", "target": "bob", "variant": "suppression-fire"},
            "rof-too-low",
        ),
    ],
)
def test_a_check_refuses_what_doing_it_would_refuse(what: str, said: dict[str, Any], code: str) -> None:
    """GU-710, GU-716, GU-717, GU-731, GU-801"""
    gun: dict[str, Any] = {"kind": "missile", "skill": "guns-pistol", "damage": "2d+2 pi", "rof": 3}
    pistol = {**gun, "id": "pistol", "hand": "left"}
    rifle = {**gun, "id": "rifle", "hand": "both", "ready": False}
    ann = {**SWORD, "weapons": ["broadsword", pistol, rifle]}
    fight = Fight(fighter("ann", "a", ann, at=[3, 3]), fighter("bob", "b", at=[9, 3]), map=OPEN)
    assert checked(fight, what, **said) == planned(fight, what, **said) == code


def test_a_brace_is_offered_only_with_something_to_brace_on() -> None:
    """GU-741"""
    low = {"id": "w", "from": [4, 0], "to": [4, 10], "kind": "low"}
    fight = Fight(
        fighter("ann", "a", GUN, at=[3, 3]), fighter("bob", "b", at=[9, 3]), map={**OPEN, "walls": [low]}
    )
    action = SYSTEM.action("aim")
    assert action is not None
    said = command("aim", "ann", target="bob", with_="assault-rifle")

    def offered() -> bool:
        return "brace" in [option.id for option in action.options(BattleView(fight.battle.state), said)]

    assert offered()
    fight.set("ann", at=[2, 3])
    assert not offered()
    assert checked(fight, "aim", target="bob", with_="assault-rifle", options=["brace"]) == "cannot-brace"


def test_nothing_is_reloaded_that_is_full_or_takes_no_rounds() -> None:
    """GU-721"""
    fight = duel(ann=GUN)
    assert checked(fight, "ready", what="reload") == "bad-option"
    assert checked(fight, "ready", what="reload", with_="assault-rifle") == "bad-option"
    assert {"what": "reload", "with": "assault-rifle"} not in ways(fight, "ready")
    fight.set("ann", ammo={"assault-rifle": 29})
    assert checked(fight, "ready", what="reload") is None
    assert {"what": "reload", "with": "assault-rifle"} in ways(fight, "ready")
    assert all(planned(fight, "ready", **way) is None for way in ways(fight, "ready"))
    assert checked(duel(), "ready", what="reload") == "bad-option"


def test_nothing_is_dropped_by_who_has_nothing() -> None:
    """GU-305"""
    fight = duel()
    assert (checked(fight, "drop"), checked(fight, "drop", with_="axe")) == (None, "unknown-weapon")
    fight.do("drop", "ann", with_="broadsword")
    assert checked(fight, "drop") == "unknown-weapon"
    assert ways(fight, "drop") == []


def test_a_move_is_offered_only_where_there_is_somewhere_to_go() -> None:
    """GU-719"""
    cell = {"grid": {"kind": "square", "cols": 1, "rows": 1, "unit": "yd"}}
    fight = Fight(fighter("ann", "a", at=[0, 0]), fighter("bob", "b"), map=cell)
    assert (checked(fight, "move"), checked(fight, "move", "bob")) == ("no-path", "no-path")
    wide = Fight(fighter("ann", "a", at=[3, 3]), map=OPEN)
    assert checked(wide, "move") is None
    assert checked(duel(), "move") is None


def test_fire_that_holds_a_place_has_its_own_button_and_is_no_variant_to_choose() -> None:
    """GU-712"""
    fight = Fight(fighter("ann", "a", GUN, at=[3, 3]), fighter("bob", "b", at=[9, 3]), map=OPEN)
    assert choices(fight, "all-out-attack-ranged", "variant") == ["determined"]
    assert ways(fight, "suppression-fire") == [{"with": "assault-rifle"}]
    assert ways(duel(ann=GUN), "suppression-fire") == []
    held = {"variant": "suppression-fire", "with_": "assault-rifle", "target": "bob"}
    assert checked(fight, "all-out-attack-ranged", **held) == "no-target"


def test_who_waited_to_feint_is_told_at_once_that_nobody_is_in_reach() -> None:
    """GU-722, GU-717"""
    fight = Fight(fighter("ann", "a", SWORD, at=[3, 3]), fighter("bob", "b", at=[9, 3]), map=OPEN)
    fight.do("wait", "ann", trigger="he comes", then="feint")
    said = {"with_": "broadsword", "target": "bob"}
    assert checked(fight, "trigger-wait", **said) == planned(fight, "trigger-wait", **said) == "out-of-range"


@pytest.mark.parametrize("state", [DYING, {"unconscious": True}, {"dead": True}, {"stunned": True}])
def test_who_can_do_nothing_is_shown_nowhere_to_go(state: dict[str, Any]) -> None:
    """GU-1001, GU-1004"""
    fight = Fight(fighter("ann", "a", at=[3, 3], state=state), map=OPEN)
    with pytest.raises(Refusal) as caught:
        SYSTEM.reach(BattleView(fight.battle.state), "ann")
    assert caught.value.code in ("cannot-act", "must-do-nothing")
