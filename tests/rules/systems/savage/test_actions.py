"""What a turn buys beside attacks: several actions, movement, Aim, Defend, hands."""

from typing import Any

import pytest

from rules.engine.price import Price
from rules.engine.state import BattleView
from rules.systems.savage.system import SYSTEM
from tests.rules.kit import command, kinds
from tests.rules.systems.savage.fights import GUN, HERO, HORSE, LUCKY, OPEN, THUG, Fight, hero, labels, raider


def test_a_turn_has_one_action_unless_more_are_declared() -> None:
    """SW-60, SW-62, SW-63, SW-64, SW-65, SW-R8"""
    fight = Fight(hero("ann"), raider("bob"), ann__attack=[1, 2, 2, 3])
    assert fight.refuses("declare-actions", "ann", count=1) == "bad-option"
    told = fight.attack("ann", "bob", "long-sword")
    assert labels(told, "attack") == {}
    assert fight.refuses("attack", "ann", target="bob", with_="long-sword") == "actions-spent"
    assert fight.refuses("declare-actions", "ann", count=2) == "too-late"
    fight.do("turn", "ann")
    fight.do("declare-actions", "ann", count=2)
    told = fight.attack("ann", "bob", "long-sword")
    assert labels(told, "attack") == {"multi-action": -2}
    fight.do("turn", "ann")
    assert fight.state("ann").actions_declared == 1, "what was not used is lost"


def test_movement_is_no_action_and_ends_at_pace() -> None:
    """SW-60, SW-61"""
    fight = Fight(hero("ann"))
    fight.do("move", "ann", inches=4)
    assert fight.refuses("move", "ann", inches=3) == "too-far"
    fight.do("move", "ann", inches=2)
    assert (fight.state("ann").moved, fight.state("ann").actions_used) == (6, 0)
    assert fight.refuses("move", "ann") == "bad-command"
    assert fight.refuses("move", "ann", inches=-1) == "bad-command"


def test_the_shaken_only_move_and_do_free_things() -> None:
    """SW-66, SW-140"""
    fight = Fight(hero("ann", state={"shaken": True, "prone": True}), raider("bob"), ann__running=[3])
    for what in ("hold", "defend"):
        assert fight.refuses(what, "ann") == "cannot-act"
    assert fight.refuses("aim", "ann", with_="long-sword") == "cannot-act"
    assert fight.refuses("attack", "ann", target="bob", with_="long-sword") == "cannot-act"
    fight.do("stand", "ann")
    fight.do("run", "ann")
    fight.do("move", "ann", inches=5)
    fight.do("drop-item", "ann", with_="long-sword")
    fight.do("speak", "ann", note="Help!")


@pytest.mark.parametrize(
    "state",
    [
        {"stunned": True},
        {"incapacitated": True},
        {"dead": True},
        {"surprised": True},
        {"unconscious_hours": 2},
    ],
)
def test_others_do_nothing_at_all(state: dict[str, object]) -> None:
    """SW-66, SW-147"""
    fight = Fight(hero("ann", state=state), raider("bob"))
    for what in ("run", "speak", "drop-prone", "hold"):
        assert fight.refuses(what, "ann") == "cannot-act"
    assert fight.refuses("move", "ann", inches=1) == "cannot-act"
    fight.do("end-turn", "ann")


def test_running_adds_the_running_die_and_weighs_on_actions() -> None:
    """SW-71, SW-41"""
    fight = Fight(
        hero("ann", {**HERO, "run_die": "d10"}), raider("bob"), ann__running=[10], ann__attack=[3, 2]
    )
    fight.do("run", "ann")
    assert fight.state("ann").run_bonus == 10, "the running die does not ace"
    assert fight.refuses("run", "ann") == "too-late"
    assert fight.refuses("defend", "ann") == "too-late"
    fight.do("move", "ann", inches=16)
    assert labels(fight.attack("ann", "bob", "long-sword"), "attack") == {"running": -2}
    fight.do("turn", "ann")
    fight.set("ann", actions_used=1)
    assert fight.refuses("run", "ann") == "too-late"


def test_in_the_saddle_the_mount_moves_and_runs() -> None:
    """SW-72, SW-R26, SW-183"""
    fight = Fight(hero("ann", state={"mount": "roan"}), hero("roan", HORSE), raider("bob"), roan__running=[5])
    assert fight.refuses("move", "ann", inches=1) == "bad-option"
    assert fight.refuses("run", "ann") == "bad-option"
    fight.do("run", "roan")
    fight.do("move", "roan", inches=13)
    assert (fight.state("roan").moved, fight.state("ann").ran) == (13, False)
    plan = fight.plan("attack", "ann", target="bob", with_="long-sword")
    assert plan.modifiers == (), "the running is the mount's alone"


def test_aiming_takes_a_whole_turn_and_is_lost_when_not_used() -> None:
    """SW-68, SW-27, SW-146"""
    fight = Fight(hero("ann", GUN))
    fight.do("move", "ann", inches=1)
    assert fight.refuses("aim", "ann", with_="pistol") == "too-late"
    fight.do("turn", "ann")
    fight.do("aim", "ann", with_="pistol")
    assert fight.refuses("run", "ann") == "too-late"
    assert fight.refuses("attack", "ann", target="ann", with_="pistol") == "actions-spent"
    fight.do("turn", "ann")
    assert fight.state("ann").aimed == "pistol"
    fight.do("turn", "ann")
    assert fight.state("ann").aimed is None


@pytest.mark.parametrize("how", ["move", "drop-prone", "run", "shaken"])
def test_an_aim_is_easily_lost(how: str) -> None:
    """SW-68"""
    fight = Fight(
        hero("ann", GUN, state={"aimed": "pistol"}),
        raider("bob"),
        ann__running=[2],
        bob__attack=[5],
        bob__damage=[4, 1],
    )
    if how == "shaken":
        fight.attack("bob", "ann", "club")
        assert fight.state("ann").shaken
    else:
        fight.do(how, "ann", **({"inches": 1} if how == "move" else {}))
    assert fight.state("ann").aimed is None


def test_what_is_no_ranged_weapon_cannot_be_aimed() -> None:
    """SW-68"""
    fight = Fight(hero("ann"))
    assert fight.refuses("aim", "ann", with_="long-sword") == "bad-option"
    assert fight.refuses("aim", "ann", with_="bow") == "unknown-weapon"


def test_defending_raises_parry_until_the_next_turn() -> None:
    """SW-69, SW-73, SW-146"""
    fight = Fight(hero("ann"))
    fight.do("defend", "ann")
    assert fight.derived_values("ann")["parry"] == 10
    assert fight.refuses("run", "ann") == "too-late"
    fight.do("move", "ann", inches=6)
    fight.do("end-turn", "ann")
    assert fight.derived_values("ann")["parry"] == 10
    fight.do("turn", "ann")
    assert fight.derived_values("ann")["parry"] == 6
    fight.do("declare-actions", "ann", count=2)
    assert fight.refuses("defend", "ann") == "too-late"


def test_lying_down_is_free_and_getting_up_costs_two_inches() -> None:
    """SW-60, SW-145, SW-R23"""
    fight = Fight(hero("ann"))
    assert fight.refuses("stand", "ann") == "bad-option"
    fight.do("drop-prone", "ann")
    assert fight.refuses("drop-prone", "ann") == "bad-option"
    fight.do("move", "ann", inches=2)
    assert fight.refuses("move", "ann", inches=1) == "too-far", "one only crawls"
    fight.do("stand", "ann")
    fight.do("move", "ann", inches=2)
    fight.do("drop-prone", "ann")
    assert fight.refuses("stand", "ann") == "too-far"


def test_hands_are_emptied_for_free_and_filled_once_a_turn() -> None:
    """SW-60, SW-08, SW-R24"""
    fight = Fight(hero("ann", {**HERO, "weapons": ["knife", "club", "rifle", "bite"]}))
    assert fight.state("ann").held == ("knife", "club")
    assert fight.refuses("ready", "ann", with_="rifle") == "hands-full"
    fight.do("drop-item", "ann", with_="club")
    assert fight.refuses("ready", "ann", with_="rifle") == "hands-full"
    assert fight.refuses("drop-item", "ann", with_="club") == "not-held"
    assert fight.refuses("ready", "ann", with_="bite") == "bad-option"
    fight.do("drop-item", "ann", with_="knife")
    fight.do("ready", "ann", with_="rifle")
    assert fight.state("ann").held == ("rifle",)
    fight.do("drop-item", "ann", with_="rifle")
    assert fight.refuses("ready", "ann", with_="club") == "actions-spent"
    assert fight.refuses("ready", "ann", with_="bow") == "unknown-weapon"
    fight.do("turn", "ann")
    fight.do("ready", "ann", with_="club")


def test_a_benny_ends_shaken_at_any_time() -> None:
    """SW-141, SW-51"""
    fight = Fight(hero("ann", LUCKY, state={"shaken": True}), raider("bob", HERO), cards="5S KS")
    fight.do("begin")
    assert fight.active == "bob"
    told = fight.do("unshake", "ann")
    assert kinds(told) == ["benny-spent", "unshaken"]
    assert fight.refuses("unshake", "ann") == "bad-option"
    fight.set("bob", shaken=True)
    assert fight.refuses("unshake", "bob") == "no-benny"


def test_the_shaken_roll_spirit_when_their_turn_begins() -> None:
    """SW-140, SW-141, SW-53"""
    fight = Fight(
        hero("ann", LUCKY, state={"shaken": True}),
        raider("bob", state={"shaken": True}),
        ann__unshake=[2, 3, 2, 1],
        bob__unshake=[5],
    )
    fight.do("turn", "ann")
    assert fight.prompt().purpose == "unshake"
    fight.answer("ann", "stay-shaken")
    assert fight.state("ann").shaken
    assert fight.state("ann").bennies == 3
    fight.do("turn", "bob")
    assert not fight.state("bob").shaken


def test_the_stunned_come_to_with_vigor() -> None:
    """SW-144, SW-R48, SW-47"""
    fight = Fight(
        raider("tim", state={"stunned": True, "prone": True, "distracted": 1}),
        raider("tom", {**THUG, "attributes": {"vigor": "d12"}}, state={"stunned": True}),
        tim__unstun=[3, 4],
        tom__unstun=[9],
    )
    fight.do("turn", "tim")
    assert fight.state("tim").stunned
    fight.do("turn", "tim")
    assert (fight.state("tim").stunned, fight.state("tim").vulnerable) == (False, 2)
    fight.do("turn", "tom")
    assert fight.state("tom").vulnerable == 1, "a raise"


def test_a_door_is_worked_for_free_even_by_the_shaken() -> None:
    """SW-R62, SW-66"""
    door = {"id": "d", "from": [3, 5], "to": [3, 6], "kind": "door", "state": "closed"}
    far = {"id": "f", "from": [30, 5], "to": [30, 6], "kind": "door", "state": "closed"}
    fight = Fight(hero("ann", at=[2, 5], state={"shaken": True}), map={**OPEN, "walls": [door, far]})
    fight.do("door", "ann", wall="d")
    assert fight.state("ann").actions_used == 0
    fight.do("move", "ann", to=[5, 5])
    assert fight.refuses("door", "ann", wall="f") == "too-far"
    fight.set("ann", stunned=True)
    assert fight.refuses("door", "ann", wall="d") == "cannot-act"


def test_nothing_is_dropped_or_taken_up_by_who_has_nothing() -> None:
    """SW-60, SW-11"""
    fight = Fight(hero("ann", {"weapons": ["club"]}), hero("eve", {"pace": 5}))
    asked = {
        (do, who): fight.battle.now.check(command(do, who))
        for do in ("drop-item", "ready")
        for who in ("ann", "eve")
    }
    codes = {key: None if refusal is None else refusal.code for key, refusal in asked.items()}
    assert codes == {
        ("drop-item", "ann"): None,
        ("drop-item", "eve"): "not-held",
        ("ready", "ann"): "bad-option",
        ("ready", "eve"): "bad-option",
    }
    fight.do("drop-item", "ann", with_="club")
    assert fight.battle.now.check(command("ready", "ann")) is None


def test_declaring_several_actions_costs_each_of_them_its_penalty_and_a_share_of_the_turn() -> None:
    """SW-63, SW-65"""
    fight = Fight(hero("ann"), raider("bob"))

    def price(do: str, **params: Any) -> Price:
        action = SYSTEM.action(do)
        assert action is not None
        return action.price(BattleView(fight.battle.state), command(do, "ann", **params))

    declared = price("declare-actions", count=3)
    assert (declared.amount, declared.penalty) == (0, -4)
    assert str(SYSTEM.looks.price(declared)) == "-4 on each action"
    assert str(SYSTEM.looks.price(price("declare-actions"))) == ""
    assert price("attack").turns == 1
    fight.do("declare-actions", "ann", count=2)
    assert (price("attack").turns, price("attack").left, price("attack").penalty) == (0.5, 2, -2)
    assert str(SYSTEM.looks.price(price("stand"))) == "2 inches of movement"
