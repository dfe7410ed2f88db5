"""Attacks: what is checked, what is rolled, what the options do (sections 7 and 8)."""

from typing import Any

import pytest

from tests.rules.kit import command, fighter, kinds, roll_of
from tests.rules.systems.gurps.fights import GUN, HIT, SWORD, Fight, duel, labels, refusal_code

UNAWARE = {"aware": False}


# --------------------------------------------------------------------------------------------------- refusals
def test_what_is_refused_and_in_which_order() -> None:
    """GU-801, GU-301, GU-703"""
    fight = duel()
    assert fight.refuses("attack", "zoe").code == "unknown-combatant"
    assert fight.refuses("grapple", "ann").code == "unknown-action"
    assert fight.refuses("attack", "ann", with_="broadsword").code == "no-target"
    assert fight.refuses("attack", "ann", with_="broadsword", at=[1, 0]).code == "no-target", "no area"
    assert refusal_code(fight, target="zoe", **{"with": "x"}) == "unknown-combatant"
    assert refusal_code(fight, **{"with": "katana"}) == "unknown-weapon"
    assert refusal_code(fight, location="nose") == "bad-location"
    assert refusal_code(fight, options=["trick"]) == "bad-option"
    assert refusal_code(fight, what="aim") == "bad-option"
    assert refusal_code(fight, facts={"distance": 3}) == "out-of-range"
    assert refusal_code(fight, facts={"line_of_fire": False}) == "no-line-of-fire"
    assert refusal_code(fight, facts={"modifier": -12}) == "skill-too-low"
    assert refusal_code(fight, what="all-out-attack-melee") == "bad-variant"
    assert refusal_code(fight, what="all-out-attack-melee", variant="enhanced") == "bad-variant"
    assert refusal_code(fight, target="ann") == "no-target"


def test_the_senseless_and_the_stunned_are_refused_before_it_is_asked_whose_turn_it_is() -> None:
    """GU-801, GU-1001, GU-1003, GU-1004"""
    fight = duel(ann_state={"stunned": True}, bob_state={"unconscious": True})
    assert refusal_code(fight) == "must-do-nothing"
    assert fight.refuses("move", "bob", yards=1).code == "cannot-act"
    fight.set("ann", stunned=False, mental_stun={"freeze": 2})
    assert refusal_code(fight) == "must-do-nothing"
    assert fight.refuses("turn", "bob").code == "cannot-act"


def test_a_weapon_must_be_ready() -> None:
    """GU-306"""
    fight = duel(ann_state={"ready": {"broadsword": False}})
    assert refusal_code(fight) == "not-ready"
    assert refusal_code(duel(ann_state={"crippled": ["right-arm"]})) == "not-ready"
    both = {"skills": {"shield": 12}, "weapons": ["broadsword", "medium-shield"]}
    assert refusal_code(duel(ann=both), **{"with": "punch"}) == "not-ready"
    assert duel(ann=both).plan("attack", "ann", target="bob", with_="kick").target_number == 8


def test_reach() -> None:
    """GU-303: C covers 0 and 1, 1 also 0, others exactly."""
    fight = duel(ann={"skills": {"knife": 12, "spear": 12}, "weapons": ["dagger"]})
    for yards, reached in ((0, True), (1, True), (2, False)):
        attack = {"target": "bob", "with": "dagger", "facts": {"distance": yards}}
        refused = fight.battle.now.check(command("attack", "ann", **attack))
        assert (refused is None) is reached
    spear = duel(ann={"skills": {"spear": 12}, "weapons": ["spear"]})
    assert spear.plan("attack", "ann", target="bob", with_="spear", facts={"distance": 2}).target_number == 12
    assert refusal_code(spear, **{"with": "spear"}, facts={"distance": 3}) == "out-of-range"
    long = {"variant": "long", "with": "spear", "target": "bob", "facts": {"distance": 3}}
    assert spear.plan("all-out-attack-melee", "ann", **long).target_number == 12


# ----------------------------------------------------------------------------------------- numbers and labels
def test_the_attackers_own_state_counts() -> None:
    """GU-753, GU-915"""
    fight = duel(ann_state={"posture": "prone", "blind": ["left-eye"], "shock": 3}, ann__attack=[6, 6, 6])
    roll = roll_of(fight.do("attack", "ann", target="bob", with_="broadsword"), "attack")
    assert labels(roll) == {"posture": -4, "blind": -1, "shock": -3}
    blind = duel(ann_state={"blind": ["right-eye", "left-eye"]})
    assert blind.plan("attack", "ann", target="bob", with_="broadsword").target_number == 4
    gun = duel(ann=GUN, ann_state={"blind": ["left-eye"], "posture": "prone"})
    shot = gun.plan(
        "attack", "ann", target="bob", with_="assault-rifle", facts={"distance": 4, "visibility": -2}
    )
    assert shot.target_number == 14 - 3 - 2


def test_locations_have_their_numbers() -> None:
    """GU-759, GU-766"""
    fight = duel(bob={"weapons": ["medium-shield"], "skills": {"shield": 12}})

    def number(location: str, **facts: Any) -> int | None:
        plan = fight.plan("attack", "ann", target="bob", with_="broadsword", location=location, facts=facts)
        return plan.target_number

    assert [number(p) for p in ("torso", "random", "skull", "face", "neck", "groin", "right-leg")] == [
        14,
        14,
        7,
        9,
        9,
        11,
        12,
    ]
    assert [number(p, facing="back") for p in ("skull", "face")] == [9, 7]
    assert [number(p, facing="side") for p in ("skull", "face")] == [7, 9]
    assert [number(p) for p in ("right-arm", "left-arm", "right-hand", "left-hand")] == [12, 10, 10, 6]
    assert number("weapon") == 10


def test_fine_places_take_fine_attacks() -> None:
    """GU-761, GU-762, GU-770"""
    fight = duel(bob={"armour": ["breastplate"]})
    assert refusal_code(fight, location="left-eye") == "bad-location"
    assert refusal_code(fight, location="vitals") == "bad-location"
    assert (
        fight.plan("attack", "ann", target="bob", with_="broadsword/thrust", location="vitals").target_number
        == 11
    )
    assert refusal_code(fight, options=["chinks"]) == "bad-option"
    knife = duel(
        ann={"skills": {"knife": 16}, "weapons": ["dagger"]}, bob={"armour": ["breastplate", "pot-helm"]}
    )

    def chinks(location: str) -> Any:
        return knife.plan(
            "attack", "ann", target="bob", with_="dagger", location=location, options=["chinks"]
        )

    assert [chinks(p).target_number for p in ("torso", "skull", "vitals")] == [8, 6, 8]  # GU-C3
    assert refusal_code(knife, **{"with": "dagger"}, options=["chinks"], location="groin") == "bad-option"
    assert (
        refusal_code(knife, **{"with": "dagger"}, options=["tip-slash"], location="vitals") == "bad-location"
    )


def test_a_miss_by_one_at_a_small_place_hits_the_torso() -> None:
    """GU-760, GU-803"""
    fight = duel(ann__attack=[3, 3, 2], ann__damage=[3], bob__knockdown=[3, 3, 3])
    events = fight.do("attack", "ann", target="bob", with_="broadsword", location="skull", facts=UNAWARE)
    assert "attack-hit" in kinds(events)
    assert fight.state("bob").hp == 10 - 9
    by_two = duel(ann__attack=[3, 3, 3])
    assert "attack-missed" in kinds(
        by_two.do("attack", "ann", target="bob", with_="broadsword", location="skull")
    )
    limb = duel(ann__attack=[6, 6, 1])
    assert "attack-missed" in kinds(
        limb.do("attack", "ann", target="bob", with_="broadsword", location="left-leg")
    )


def test_options_go_with_every_maneuver_and_add_up() -> None:
    """GU-702, GU-730, GU-731"""
    fight = duel(
        ann={"DX": 14, "skills": {"broadsword": 20, "knife": 15}, "weapons": ["broadsword", "dagger"]}
    )
    options = [{"id": "rapid-strike", "splits": 2}, {"id": "dual-weapon", "with": "dagger"}]
    plan = fight.plan(
        "committed-attack-melee",
        "ann",
        variant="determined",
        target="bob",
        with_="broadsword",
        options=options,
    )
    assert plan.target_number == 20 + 2 - 6 - 4
    master = duel(ann={"stock": "duelist"})
    assert (
        master.plan("attack", "ann", target="bob", with_="smallsword", options=["rapid-strike"]).target_number
        == 13
    )


def test_a_rapid_shot_pays_less_with_quick_shot() -> None:
    """GU-730"""
    gun = {"skills": {"guns-pistol": 14}, "weapons": ["pistol"], "quick_shot": 4}
    fight = duel(ann=gun)
    shot = {"target": "bob", "with": "pistol", "facts": {"distance": 4}}
    assert fight.plan("attack", "ann", options=["rapid-strike"], **shot).target_number == 12
    assert (
        fight.refuses("attack", "ann", options=[{"id": "rapid-strike", "splits": 3}], **shot).code
        == "too-many-shots"
    )


def test_rounds_need_an_option_and_a_magazine() -> None:
    """GU-728, GU-305"""
    fight = duel(ann=GUN, ann__attack=[6, 5, 4])
    shot = {"target": "bob", "with": "assault-rifle", "facts": {"distance": 4}}
    assert fight.refuses("attack", "ann", shots=3, **shot).code == "bad-option"
    assert (
        fight.refuses("attack", "ann", options=[{"id": "rapid-fire", "shots": 13}], **shot).code
        == "too-many-shots"
    )
    fight.set("ann", ammo={"assault-rifle": 2})
    assert (
        fight.refuses("attack", "ann", options=[{"id": "rapid-fire", "shots": 3}], **shot).code
        == "out-of-ammo"
    )
    fight.do("attack", "ann", options=[{"id": "rapid-fire", "shots": 2}], **shot)
    assert fight.state("ann").ammo["assault-rifle"] == 0
    single = duel(ann={"skills": {"bow": 12}, "weapons": ["longbow"]})
    bow = {"target": "bob", "with": "longbow", "facts": {"distance": 4}}
    assert single.refuses("attack", "ann", options=["rapid-fire"], **bow).code == "rof-too-low"
    assert single.refuses("attack", "ann", options=["spraying-fire"], **bow).code == "rof-too-low"
    assert single.refuses("attack", "ann", options=["rapid-strike"], **bow).code == "bad-option"
    assert single.refuses("attack", "ann", options=["brace"], **bow).code == "cannot-brace"


@pytest.mark.parametrize(
    ("rounds", "bonus"), [(2, 0), (5, 1), (9, 2), (13, 3), (17, 4), (25, 5), (50, 6), (100, 7), (200, 8)]
)
def test_more_rounds_hit_better(rounds: int, bonus: int) -> None:
    """GU-732"""
    gun = {"id": "g", "kind": "missile", "skill": "guns", "damage": "1d pi", "rof": 300}
    fight = duel(ann={"skills": {"guns": 10}, "weapons": [gun]})
    burst = [{"id": "rapid-fire", "shots": rounds}]
    plan = fight.plan("attack", "ann", target="bob", with_="g", options=burst, facts={"distance": 4})
    assert plan.target_number == 10 + bonus


def test_a_thrown_weapon_leaves_the_hand() -> None:
    """GU-305"""
    fight = duel(ann={"skills": {"thrown-weapon": 12}, "weapons": ["throwing-knife"]}, ann__attack=[6, 5, 4])
    fight.do("attack", "ann", target="bob", with_="throwing-knife", facts={"distance": 4})
    assert fight.state("ann").dropped == ("throwing-knife",)
    fight.do("turn", "ann")
    assert refusal_code(fight, **{"with": "throwing-knife"}) == "not-ready"


def test_a_slam_needs_a_run() -> None:
    """GU-330, GU-331"""
    fight = duel(
        ann={"HP": 20, "ST": 12, "skills": {"brawling": 14}},
        ann__attack=HIT,
        ann__damage=[4],
        ann__vitals=[2],
    )
    assert refusal_code(fight, **{"with": "slam"}) == "bad-option"
    assert refusal_code(fight, what="move-and-attack", **{"with": "slam"}) == "bad-option"
    fight.do("move-and-attack", "ann", target="bob", with_="slam", move=5)
    assert fight.prompt().choices == ("dodge", "none")
    events = fight.answer("bob", "none")
    assert roll_of(events, "damage").total == 4
    assert fight.state("bob").hp == 6


def test_slam_damage_on_the_point_of_a_spear() -> None:
    """GU-718, GU-330: when its average is higher."""
    fight = duel(ann={"ST": 10, "HP": 30, "skills": {"spear": 14}, "weapons": ["spear"]})
    run = {"target": "bob", "with": "spear", "slam_damage": True}
    assert fight.refuses("move-and-attack", "ann", move=1, **run).code == "bad-option"
    plan = fight.plan("move-and-attack", "ann", facts={"moved": 10}, **run)
    assert plan.target_number == 9


def test_body_to_body_gains_nothing_by_lunging() -> None:
    """GU-711: C also 1, which it covers as it is; 1 also 2."""
    knife = duel(ann={"skills": {"knife": 12}, "weapons": ["dagger"]})
    lunge = {"variant": "long", "with": "dagger", "target": "bob"}
    assert knife.refuses("all-out-attack-melee", "ann", facts={"distance": 2}, **lunge).code == "out-of-range"
    sword = {**lunge, "with": "broadsword"}
    assert duel().plan("all-out-attack-melee", "ann", facts={"distance": 2}, **sword).target_number == 14


def test_missing_a_weak_spot_by_one_meets_the_whole_armour() -> None:
    """GU-760, GU-762"""
    knife = {"ST": 12, "skills": {"knife": 18}, "weapons": ["dagger"]}
    vest = {"armour": [{"id": "coat", "dr": 2, "locations": ["torso", "neck"]}]}
    fight = duel(ann=knife, bob=vest, ann__attack=[3, 3, 3], ann__vitals=[5], ann__damage=[4])
    stab = {"target": "bob", "with": "dagger", "location": "neck", "options": ["chinks"], "facts": UNAWARE}
    assert fight.plan("attack", "ann", **stab).target_number == 8
    events = fight.do("attack", "ann", **stab)
    assert next(e for e in events if e.kind == "damage-done").dr == 2  # type: ignore[attr-defined]


def test_several_attacks_run_in_order_and_hopeless_ones_are_dropped() -> None:
    """GU-729: a fumble leaves no weapon for the second."""
    fight = duel(ann={"skills": {"broadsword": 18}, "weapons": ["broadsword"]}, ann__attack=[6, 6, 6])
    events = fight.do("attack", "ann", target="bob", with_="broadsword", options=["rapid-strike"])
    assert kinds(events).count("attack-begun") == 1
    assert fight.state("ann").ready["broadsword"] is False


def test_an_unarmed_fumble_is_a_fall() -> None:
    """GU-802"""
    fight = duel(ann={"skills": {"brawling": 12}}, ann__attack=[6, 6, 6])
    fight.do("attack", "ann", target="bob", with_="punch")
    assert fight.state("ann").posture == "prone"


def test_a_three_does_full_damage() -> None:
    """GU-805, GU-808"""
    fight = duel(ann__attack=[1, 1, 1], bob__knockdown=[3, 3, 3])
    events = fight.do("attack", "ann", target="bob", with_="broadsword")
    assert roll_of(events, "damage").faces == (6,)
    four = duel(ann__attack=[1, 1, 2], ann__damage=[2], bob__knockdown=[3, 3, 3])
    assert roll_of(four.do("attack", "ann", target="bob", with_="broadsword"), "damage").faces == (2,)


def test_a_strike_at_a_weapon_may_break_it() -> None:
    """GU-920, GU-744"""
    fight = duel(
        ann={"ST": 20, "skills": {"axe-mace": 18}, "weapons": ["axe"]},
        bob=SWORD,
        ann__attack=HIT,
        ann__damage=[4, 4, 4],
    )
    fight.do("attack", "ann", target="bob", with_="axe", location="weapon", facts=UNAWARE)
    assert fight.state("bob").broken == ("broadsword",)
    assert fight.state("bob").hp == 12
    bare = duel()
    assert refusal_code(bare, location="weapon") == "bad-location"
    assert refusal_code(bare, options=["disarm"]) == "bad-option"


def test_disarming_may_fail_and_cost_the_weapon() -> None:
    """GU-744, GU-772: a fumbled contest drops the attacker's own."""
    fight = duel(bob=SWORD, ann__attack=[3, 3, 2], ann__disarm=[6, 6, 6], bob__disarm=HIT)
    fight.do("attack", "ann", target="bob", with_="broadsword", options=["disarm"], facts=UNAWARE)
    assert fight.state("ann").dropped == ("broadsword",)
    assert fight.state("bob").ready["broadsword"] is True


def test_a_shotgun_near_and_far() -> None:
    """GU-734, GU-735, GU-728"""
    fight = duel(ann={"skills": {"guns-shotgun": 13}, "weapons": ["shotgun"]})
    near = {"target": "bob", "with": "shotgun", "facts": {"distance": 5}}
    assert fight.refuses("attack", "ann", shots=2, **near).code == "bad-option"
    far = {**near, "facts": {"distance": 10}}
    assert fight.plan("attack", "ann", shots=2, **far).target_number == 13 - 3 + 4
    assert fight.refuses("attack", "ann", shots=3, **far).code == "too-many-shots"


def test_a_spray_has_to_stay_in_its_arc() -> None:
    """GU-733"""
    sheet = {"skills": {"guns-smg": 14}, "weapons": ["smg"]}
    fight = Fight(fighter("ann", sheet=sheet), fighter("bob"), fighter("cid"), ann__attack=[6, 5, 4, 6, 5, 4])
    spray = {
        "with": "smg",
        "options": ["spraying-fire"],
        "attacks": [{"target": "bob", "shots": 2}, {"target": "cid"}],
    }
    assert (
        fight.refuses("attack", "ann", facts={"in_arc": False, "distance": 9}, **spray).code == "arc-too-wide"
    )
    fight.do("attack", "ann", facts={"distance": 9, "gaps": [4]}, **spray)
    assert fight.state("ann").ammo["smg"] == 30 - 3 - 4
