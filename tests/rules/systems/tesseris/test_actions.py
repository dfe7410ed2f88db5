"""What single actions do, and when they are refused."""

from typing import Any

import pytest

from rules.engine.state import BattleView
from rules.systems.tesseris.attack.facts import facts_of
from rules.systems.tesseris.system import SYSTEM
from tests.rules.kit import command, kinds, roll_of
from tests.rules.systems.tesseris.fights import OPEN, Fight, hero, labels, raider

BLADES: dict[str, Any] = {"weapons": ["sword", "knife"], "held": ["sword", "knife"]}
GUNS: dict[str, Any] = {"weapons": ["pistol", "revolver"], "held": ["pistol", "revolver"]}


def test_every_sheet_key_that_is_wrong_is_refused() -> None:
    """TS-001, TS-003, TS-005"""
    wrong: list[dict[str, Any]] = [
        {"characteristics": {"luck": 3}},
        {"skills": {"cooking": 1}},
        {"traits": ["lucky"]},
        {"held": ["sword"]},
        {"weapons": ["greatsword", "spear"], "held": ["greatsword", "spear"]},
        {"stock": "nobody"},
    ]
    for sheet in wrong:
        fight = Fight(hero("ann"))
        bad = {"id": "x", "name": "X", "side": "x", "sheet": sheet}
        assert fight.refuses("add", combatants=[bad]) == "bad-sheet"


def test_every_action_is_listed_with_a_price() -> None:
    """TS-099, TS-060"""
    view = BattleView(Fight(hero("ann")).battle.state)
    costs = {
        action.id: str(SYSTEM.looks.price(action.price(view, command(action.id, "ann"))))
        for action in SYSTEM.actions
    }
    for id_, cost in {
        "full-auto": "5 ticks",
        "move": "1 tick",
        "quick-step": "free",
        "grapple": "3 ticks",
    }.items():
        assert costs[id_] == cost


@pytest.mark.parametrize(
    ("traits", "then", "after"), [([], -1, -3), (["ambidextrous"], 0, -1)], ids=["plain", "ambidextrous"]
)
def test_an_off_hand_costs_alone_and_with_the_other(traits: list[str], then: int, after: int) -> None:
    """TS-102, TS-235, TS-236, TS-208"""
    fight = Fight(hero("dee", traits=traits, **BLADES), raider("bob"), dee__attack=[1] * 12)
    assert fight.refuses("off-hand-strike", "dee", target="bob", with_="sword") == "wrong-weapon"
    assert fight.refuses("melee-strike", "dee", target="bob", with_="knife") == "wrong-weapon"
    told = fight.do("off-hand-strike", "dee", target="bob")
    assert labels(told, "attack").get("off hand", 0) == then
    fight.set("dee", ticks=9)
    if fight.prompt() is not None:
        fight.answer("bob", "none")
    told = fight.do("melee-strike", "dee", target="bob")
    assert labels(told, "attack").get("two weapons", 0) == -1  # the main hand is never eased (R6)
    fight.answer("bob", "none")
    told = fight.do("off-hand-strike", "dee", target="bob")
    assert labels(told, "attack").get("two weapons", 0) == after


def test_an_off_hand_shot_and_several_guns() -> None:
    """TS-122, TS-126"""
    fight = Fight(
        hero("dee", **GUNS),
        hero("eva", traits=["multi-weapon-pistol"], **GUNS),
        raider("bob"),
        dee__attack=[6, 6, 1],
        eva__attack=[6, 6, 6],
    )
    told = fight.do("off-hand-shot", "dee", target="bob", facts={"distance": 10})
    assert labels(told, "attack")["off hand"] == -2
    fight.answer("bob", "none")
    assert fight.refuses("multi-strike-ranged", "dee", target="bob") == "needs-trait"
    fight.do("multi-strike-ranged", "eva", target="bob", facts={"distance": 10})
    assert fight.state("eva").ammo == {"pistol": 11, "revolver": 5}
    assert len([k for k in kinds(fight.answer("bob", "none")) if k == "hit"]) == 2


def test_pressure_dazes_and_then_slows() -> None:
    """TS-106, TS-310, TS-300"""
    fight = Fight(hero("dee"), raider("bob"), dee__attack=[6, 6, 1, 1] * 2, bob__resist=[1, 1, 1, 1])
    for condition in ("dazed", "slowed"):
        fight.do("turn", "dee")
        fight.do("pressure-point-strike", "dee", target="bob")
        fight.answer("bob", "none")
        assert fight.state("bob").has("dazed", condition)
    assert fight.state("bob").has("slowed")
    assert fight.refuses("move", "bob", yards=3) == "too-far"


def test_a_guarded_attack_weighs_on_the_attacks_of_the_round() -> None:
    """TS-108"""
    fight = Fight(hero("dee"), raider("bob"), dee__attack=[1] * 8, bob__attack=[6, 6, 6], dee__dodge=[1] * 4)
    told = fight.do("guarded-attack", "dee", target="bob")
    assert labels(told, "attack")["guarded attack"] == -2
    fight.answer("bob", "none")
    told = fight.do("melee-strike", "dee", target="bob")
    assert labels(told, "attack")["guarding"] == -2
    if fight.prompt() is not None:
        fight.answer("bob", "none")
    fight.do("straight-shot", "bob", target="dee", facts={"distance": 10})
    assert labels(fight.answer("dee", "dodge"), "dodge")["guarded"] == 1


def test_a_choke_is_strength_against_strength_and_a_tie_holds() -> None:
    """TS-045, TS-113, TS-116"""
    ties = {"conditions": {"grappled": {"with": ["bru", "dee"]}}}
    fight = Fight(
        hero("dee", state=ties),
        raider("bru", "brute", state=ties),
        bru__athletics=[1] * 5 + [6, 1, 1, 1, 1],
        dee__athletics=[6, 6, 1, 1, 1, 1],
    )
    fight.do("choke-out", "bru", target="dee")
    assert not fight.state("dee").has("unconscious")
    fight.do("turn", "bru")
    fight.do("choke-out", "bru", target="dee")
    assert fight.state("dee").has("unconscious")


def test_the_same_place_disabled_twice_fares_worse() -> None:
    """TS-123, TS-302"""
    fight = Fight(
        hero("ann", "trooper"),
        raider("bob"),
        ann__attack=[6, 1, 1, 1] * 2,
        bob__resist=[1] * 4,
        bob__attack=[1] * 3,
    )
    for _ in range(2):
        fight.do("turn", "ann")
        fight.do("disabling-shot", "ann", target="bob", location="arms", facts={"distance": 10})
        fight.answer("bob", "none")
    assert fight.state("bob").conditions["disabled"]["places"] == ["arms"]
    assert fight.state("bob").held == ()


def test_a_distracting_shot_takes_ticks_and_no_blood() -> None:
    """TS-125, TS-047"""
    fight = Fight(hero("ann", "trooper"), raider("bob"), ann__attack=[6, 1, 1, 1], bob__scrutiny=[1, 1, 1])
    told = fight.do("distracting-shot", "ann", target="bob", facts={"distance": 10})
    assert roll_of(told, "attack").outcome == "hit"
    assert fight.state("bob").stamina == 18
    fight.do("turn", "bob")
    assert fight.state("bob").ticks == 3


def test_hip_fire_goes_no_farther_than_twice_the_speed() -> None:
    """TS-128"""
    fight = Fight(hero("ann", "trooper"), raider("bob"), ann__attack=[6, 1, 1, 1])
    assert fight.refuses("hip-fire", "ann", target="bob", moved=7, facts={"distance": 10}) == "too-far"
    told = fight.do("hip-fire", "ann", target="bob", moved=6, facts={"distance": 10})
    assert labels(told, "attack") == {"hip fire": -2}
    assert fight.state("ann").moved


def test_cover_under_fire_counts_without_dice_and_blind_fire_needs_it() -> None:
    """TS-147, TS-216, TS-239, TS-283, TS-284, TS-288"""
    fight = Fight(
        hero("ann", "trooper"),
        raider("bob"),
        ann__attack=[6, 1, 1, 1],
        bob__attack=[6, 1, 1],
        bob__quick_recover=[6],
    )
    fight.do("straight-shot", "ann", target="bob", facts={"distance": 10, "cover_available": "stone"})
    told = fight.answer("bob", "take-cover")
    assert (roll_of(told, "take-cover").faces, roll_of(told, "take-cover").total) == ((), 2)
    assert fight.state("bob").cover.locations == ("head", "arms")
    blind = {"options": {"blind_fire": True}, "facts": {"distance": 2}}
    assert fight.refuses("straight-shot", "ann", target="bob", **blind) == "no-cover"
    told = fight.do("straight-shot", "bob", target="ann", **blind)
    assert labels(told, "attack") == {"firing blind": -3}


def test_covering_fire_helps_the_others() -> None:
    """TS-143, TS-140"""
    fight = Fight(
        hero("ann", "trooper"), hero("dee"), raider("bob"), bob__attack=[6, 6, 6], dee__duck=[1] * 10
    )
    fight.do("covering-fire", "ann")
    assert fight.state("ann").ammo["assault-rifle"] == 16
    fight.do("straight-shot", "bob", target="dee", facts={"distance": 10})
    assert labels(fight.answer("dee", "duck"), "duck")["covering fire"] == 1


def test_cover_that_is_attacked_takes_it_all() -> None:
    """TS-135, TS-290"""
    fight = Fight(
        hero("ann", "trooper"),
        raider("bob", state={"cover": {"material": "stone"}}),
        ann__attack=[6, 1, 1, 1],
    )
    fight.do("attack-cover", "ann", target="bob", facts={"distance": 10})
    assert fight.state("bob").cover.damage == 5 + 4 - (8 - 2)


def test_hands_hold_what_they_can() -> None:
    """TS-183"""
    fight = Fight(hero("dee"))
    assert fight.refuses("draw", "dee", with_="revolver", with_move=True) == "no-ticks"
    fight.do("move", "dee", yards=1)
    fight.do("draw", "dee", with_="revolver", with_move=True)
    assert (fight.state("dee").held, fight.state("dee").ticks) == (("sword", "revolver"), 4)
    fight.do("drop-item", "dee", with_="sword")
    assert fight.state("dee").held == ("revolver",)


def test_spells_and_skills_are_rolled_and_no_more() -> None:
    """TS-134, TS-185"""
    fight = Fight(hero("dee"), raider("bob"), dee__test=[6, 1, 1, 6, 1, 1])
    told = fight.do("cast-offensive-spell", "dee", target="bob", difficulty=1)
    assert roll_of(told, "test").outcome == "success"
    told = fight.do("verbal-action", "dee", skill="charm", difficulty=0)
    assert "roll" not in kinds(told)


def test_ego_argued_to_nothing_is_a_defeat_and_dapper_helps() -> None:
    """TS-332, TS-333, TS-334, TS-320"""
    state = {"ego": 3, "conditions": {"dejected": {}}}
    fight = Fight(
        hero("dee", dapper=2), raider("bob", state=state), dee__social=[6, 1, 1], bob__social_defence=[1, 1]
    )
    told = fight.do("subvert", "dee", target="bob", dapper=2)
    assert labels(told, "social") == {"more dapper": 1, "dapper spent": 2}
    assert "social-defeat" in kinds(told)
    assert (fight.state("bob").ego, fight.state("bob").has("surrendered"), fight.state("dee").dapper) == (
        0,
        True,
        0,
    )
    fight.do("turn", "bob")
    assert fight.refuses("straight-shot", "bob", target="dee") == "cannot-act"


def test_a_rally_brings_fear_a_step_down() -> None:
    """TS-337"""
    fight = Fight(hero("dee"), hero("ann", state={"conditions": {"terrified": {}}}), dee__social=[6, 6, 6])
    fight.do("rally", "dee", target="ann", condition="terrified")
    assert set(fight.state("ann").conditions) == {"frightened"}


def test_help_in_a_grapple_is_used_up() -> None:
    """TS-184, TS-201"""
    ties = {"conditions": {"grappled": {"with": ["ann", "dee", "bru"]}}}
    fight = Fight(
        hero("dee", state=ties),
        hero("ann", state=ties),
        raider("bru", "brute", state=ties),
        ann__assist=[1, 1, 1, 1],
        dee__attack=[6, 1, 1, 1],
    )
    fight.do("grapple-assist", "ann", target="dee")
    told = fight.do("pin", "dee", target="bru")
    assert labels(told, "attack") == {"assisted": 1, "in the grapple": 1}
    assert fight.state("dee").assist == 0


def test_no_stamina_left_is_bloodied_and_a_wound_costs_ego() -> None:
    """TS-056, TS-057, TS-248, TS-258, TS-259"""
    fight = Fight(raider("bob"))
    fight.set("bob", stamina=0, attacks=2, defences=4, conditions={"bleeding": {}})
    assert fight.state("bob").has("bloodied")
    fight.set("bob", stamina=5)
    assert not fight.state("bob").has("bloodied")
    fight.do("turn", "bob")
    assert (fight.state("bob").attacks, fight.state("bob").defences, fight.state("bob").stamina) == (0, 0, 4)


def test_a_plain_attack_has_no_modifier_of_its_own() -> None:
    """TS-100, TS-120"""
    fight = Fight(hero("dee"), raider("bob"), dee__attack=[6, 1, 1, 1], bob__attack=[6, 1, 1])
    assert labels(fight.do("attack", "dee", target="bob"), "attack") == {}
    fight.answer("bob", "none")
    assert labels(fight.do("attack", "bob", target="dee", facts={"distance": 10}), "attack") == {}


def test_the_surprised_do_nothing_in_their_own_turn() -> None:
    """TS-316"""
    fight = Fight(hero("dee"), raider("bob"))
    fight.do("apply-condition", target="bob", condition="surprised")
    assert fight.refuses("look", "bob") == "cannot-act"
    fight.do("turn", "bob")
    fight.do("look", "bob")


@pytest.mark.parametrize(
    ("torch", "given", "dark"), [(0, {}, True), (2, {}, False), (2, {"light": "dark"}, True)]
)
def test_who_stands_in_the_dark_is_shot_at_blindly(torch: int, given: dict[str, Any], dark: bool) -> None:
    """Section 5, `light`; the map and the light that the target carries say it, unless the GM does."""
    people = hero("ann", **GUNS, at=[2, 5]), raider("bob", at=[8, 5])
    fight = Fight(*people, map={**OPEN, "ambient": "dark"})
    if torch:
        fight.do("set-lamp", target="bob", bright=torch, dim=torch)
    state = fight.battle.state
    assert facts_of(state, state.combatants["ann"], state.combatants["bob"], given).dark is dark
