"""What a shot may do to those whom it strikes in its target's place counts in what the AI advises."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import pytest

from rules.ai.advice import Advice
from rules.ai.blows import Blows
from rules.ai.effort import Effort
from rules.ai.foresight import FINE, PLAIN, Foresight
from rules.ai.question import AdviceWanted, advised
from rules.ai.quick import QuickPlayer
from rules.ai.worth import Sides
from rules.engine.battle import Battle
from rules.engine.chances.aim_odds import AimOdds
from rules.engine.command import Command
from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.systems import load_systems
from tests.load.chance import Faces

EFFORT = Effort(places=1, places_besides=1, looked_around=1, besides=1)
SHEETS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "savage": ({"stock": "gunslinger", "bennies": 0}, {"stock": "thug"}),
    "tesseris": ({"stock": "trooper"}, {"stock": "militia"}),
    "atomic": ({"skills": {"ranged": 60}, "weapons": ["blast-pistol"]}, {}),
    "phases": ({"skills": {"firearms": 4}, "weapons": ["rifle"], "ready": ["rifle"]}, {}),
    "gurps": ({"skills": {"guns-rifle": 16}, "weapons": ["assault-rifle"]}, {}),
}
SHOT = {"tesseris": "straight-shot"}
AIMED = {
    "savage": {"with": "pistol"},
    "tesseris": {"with": "assault-rifle"},
    "atomic": {"with": "blast-pistol"},
    "phases": {"with": "rifle"},
    "gurps": {"with": "assault-rifle"},
}
IN_THE_WAY = {"atomic": -20, "phases": -2, "gurps": -4}
"""Where a house number says so, who stands in the way is hit instead; elsewhere who is next to the target."""
LEFT, RIGHT = (9, 2), (9, 10)
"""Where the two foes stand, as far from Ann as one another; and one next to either, on the line to Ann."""
BY_LEFT, BY_RIGHT = (8, 3), (8, 9)


def field(system: str, *others: tuple[str, str, tuple[int, int]], hidden: Collection[str] = ()) -> Battle:
    """Let Ann have two foes who are alike, Bob and Cid, with others beside one of them."""
    load_systems()
    mine, theirs = SHEETS[system]
    battle, faces = Battle(system), Faces(0)
    people = [("ann", "heroes", (1, 6)), ("bob", "raiders", LEFT), ("cid", "raiders", RIGHT), *others]
    told: list[dict[str, Any]] = [
        {
            "do": "set-map",
            "map": {"grid": {"kind": "square", "cols": 24, "rows": 13, "unit": "yd"}, "walls": []},
        },
        {
            "do": "add",
            "combatants": [
                {
                    "id": who,
                    "side": side,
                    "at": list(at),
                    "hidden": who in hidden,
                    "sheet": mine if who == "ann" else theirs,
                }
                for who, side, at in people
            ],
        },
    ]
    if system in IN_THE_WAY:
        cells = {"number": IN_THE_WAY[system]}
        told.append({"do": "set-house", "changes": [{"part": "tables", "id": "in-the-way", "to": cells}]})
    for one in told:
        battle.handle(Command.parse(one), faces)
    return battle


def shots(state: BattleState) -> list[Advice]:
    """Give what Ann may do that strikes somebody, the best first."""
    return [one for one in advised(state, AdviceWanted(who="ann", count=20, effort=EFFORT)) if one.hit]


@pytest.mark.parametrize("system", SHEETS)
def test_of_two_equal_targets_that_is_chosen_past_which_no_friend_may_be_hit(system: str) -> None:
    """SW-220, TS-240, AT-R41, PH-R41, GU-R81"""
    for beside, other in ((BY_LEFT, "cid"), (BY_RIGHT, "bob")):
        state = field(system, ("dee", "heroes", beside)).state
        assert shots(state)[0].command.params["target"] == other
        assert QuickPlayer(find_system(system)).act(state, "ann").params["target"] == other


@pytest.mark.parametrize("system", SHEETS)
def test_what_is_said_of_those_who_may_be_hit_instead_is_what_an_aim_says(system: str) -> None:
    """SW-220, TS-240, AT-R41, PH-R41, GU-R81"""
    battle = field(system, ("dee", "heroes", BY_LEFT))
    told = {"target": "bob", **AIMED[system]}
    plan = battle.now.plan(Command(do=SHOT.get(system, "attack"), actor="ann", params=told))
    sides = Sides(battle.system, "heroes")
    found = Foresight(sides, FINE).of_plan(battle.state, plan)
    odds = dict(AimOdds(battle.system, battle.state, plan, strays=True).whole())
    error = 0.12 if found.sampled else 1e-9
    assert [who for who, _ in found.instead] == ["dee"]
    assert dict(found.instead)["dee"] == pytest.approx(odds["dee"].hit, abs=error)
    assert dict(found.instead)["dee"] > 0


@pytest.mark.parametrize("system", [system for system in SHEETS if system != "tesseris"])
def test_a_friend_who_may_be_hit_takes_from_the_gain_and_a_foe_adds_to_it(system: str) -> None:
    """SW-220, AT-R41, PH-R41, GU-R81; in Tesseris who is against the target is hit instead, and no foe"""

    def gains(side: str) -> tuple[float, float]:
        """Give what the shot gains at Bob, and what without whom it may hit instead."""
        battle = field(system, ("dee", side, BY_LEFT))
        told = {"target": "bob", **AIMED[system]}
        plan = battle.now.plan(Command(do="attack", actor="ann", params=told))
        assert plan.astray == ("dee",)
        foresight = Foresight(Sides(battle.system, "heroes"), FINE)
        alone = replace(plan, strays=None)
        return foresight.of_plan(battle.state, plan).gain, foresight.of_plan(battle.state, alone).gain

    past_a_friend, plain = gains("heroes")
    assert past_a_friend < plain - 0.001
    past_a_foe, plain = gains("raiders")
    assert past_a_foe > plain + 0.001


def test_of_the_same_shots_one_that_may_hit_a_foe_instead_is_liked_better() -> None:
    """SW-220"""
    state = field("savage", ("eve", "raiders", BY_LEFT)).state
    found = [one for one in shots(state) if one.command.params["with"] == "pistol"]
    gain = {one.command.params["target"]: one.gain for one in found}
    assert gain["bob"] == gain["eve"] > gain["cid"] + 0.005
    assert found[0].command.params["target"] in ("bob", "eve")


@pytest.mark.parametrize("system", IN_THE_WAY)
def test_a_place_past_a_foe_is_not_taken_for_one_past_a_friend(system: str) -> None:
    """AT-R41, PH-R41, GU-R81: the numbers of both are the same, and not what comes of a miss"""
    battle = field(system, ("dee", "heroes", (5, 2)), ("eve", "raiders", (13, 2)))
    past_dee = battle.state.with_changes("ann", at=(1, 2))
    past_eve = battle.state.with_changes("ann", at=(17, 2))
    blows = Blows(battle.system, PLAIN)
    friend, foe = blows.best(past_dee, "ann", "bob"), blows.best(past_eve, "ann", "bob")
    fresh = Blows(battle.system, PLAIN).best(past_eve, "ann", "bob")
    assert friend is not None
    assert foe is not None
    assert fresh is not None
    assert foe.forecast == fresh.forecast
    assert foe.forecast.gain > friend.forecast.gain + 0.001
    assert ([who for who, _ in friend.forecast.instead], [who for who, _ in foe.forecast.instead]) == (
        ["dee"],
        ["eve"],
    )


def test_the_quick_one_does_not_take_a_shot_past_a_friend_for_one_it_knows() -> None:
    """SW-220: what it remembers of a target alone is not what a target beside a friend is worth"""
    player = QuickPlayer(find_system("savage"))
    assert player.act(field("savage").state, "ann").params["target"] == "bob"
    beside_bob = field("savage", ("dee", "heroes", BY_LEFT)).state
    assert player.act(beside_bob, "ann").params["target"] == "cid"


@pytest.mark.parametrize("system", SHEETS)
def test_who_is_hidden_from_its_side_changes_nothing(system: str) -> None:
    """SW-220, TS-240, AT-R41, PH-R41, GU-R81: whoever may be hit instead and is not known of"""
    wanted = AdviceWanted(who="ann", count=20, effort=EFFORT)
    spied_on = field(system, ("spy", "raiders", BY_LEFT), hidden=("spy",)).state
    assert spied_on.combatants["spy"].is_hidden_from("heroes")
    assert advised(spied_on, wanted) == advised(field(system).state, wanted)
