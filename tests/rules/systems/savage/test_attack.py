"""Blows and shots: what they need, what is added and taken off, and who cannot be attacked."""

from typing import Any

import pytest

from rules.engine.text import in_full
from rules.systems.savage.house import CALLED_SHOTS as PENALTIES
from tests.rules.kit import kinds, roll_of
from tests.rules.systems.savage.duels import duel, numbers
from tests.rules.systems.savage.fights import GUN, HERO, THUG, hero, labels, raider


# ------------------------------------------------------------------------------------------------------ melee
def test_a_blow_needs_parry_and_must_reach() -> None:
    """SW-73, SW-74, SW-14, SW-R3"""
    fight = duel({**HERO, "weapons": ["spear"]}, {"stock": "guard"})
    assert numbers(fight, "spear")[0] == 7
    assert numbers(fight, "spear", facts={"distance": 2})[0] == 7, "reach 1"
    assert numbers(fight, "spear", facts={"distance": 3})[0] == 4, "farther away it is thrown"
    melee = {"mode": "melee"}
    assert fight.refuses(
        "attack", "ann", target="bob", with_="spear", facts={"distance": 3}, options=melee
    ) == ("out-of-range")
    knife = duel({**HERO, "weapons": ["knife"]}, {"stock": "guard"})
    assert numbers(knife, "knife", options={"mode": "ranged"})[0] == 7, "next to him: his Parry"


def test_light_hampers_blows_and_cover_does_not() -> None:
    """SW-74, SW-R27"""
    fight = duel()
    facts = {"light": "dark", "cover": "heavy"}
    assert numbers(fight, "long-sword", facts=facts)[1] == {"light": -4}


def test_the_unarmed_are_easy_to_hit_but_not_with_fists() -> None:
    """SW-75, SW-R28, SW-11"""
    fight = duel(bob={**THUG, "weapons": []})
    assert numbers(fight, "long-sword")[1] == {"unarmed-defender": 2}
    assert numbers(fight, "unarmed")[1] == {}
    assert numbers(duel(bob={**THUG, "weapons": ["bite"]}), "long-sword")[1] == {}
    assert numbers(duel(bob={**THUG, "weapons": ["pistol"]}), "long-sword")[1] == {}
    door = {"kind": "object", "object": "light-door"}
    assert numbers(duel(bob=door), "long-sword") == (2, {})


def test_gang_up_counts_further_able_foes_up_to_four() -> None:
    """SW-76, SW-R12"""
    foes = [hero(f"h{n}", THUG) for n in range(6)]
    fight = duel(None, None, *foes, raider("pal"))
    ids = [foe["id"] for foe in foes]
    assert numbers(fight, "long-sword", facts={"adjacent_foes": ["ann"]})[1] == {}
    assert numbers(fight, "long-sword", facts={"adjacent_foes": ["ann", *ids]})[1] == {"gang-up": 4}
    both = {"adjacent_foes": ["ann", *ids[:2]], "adjacent_allies": ["pal"]}
    assert numbers(fight, "long-sword", facts=both)[1] == {"gang-up": 1}
    fight.set("h0", shaken=True)
    fight.set("h1", stunned=True)
    fight.set("pal", incapacitated=True)
    assert numbers(fight, "long-sword", facts=both)[1] == {"gang-up": 1}, "the Shaken count, the others not"


def test_lying_down_is_bad_for_both() -> None:
    """SW-77, SW-145"""
    assert numbers(duel(ann_state={"prone": True}), "long-sword") == (5, {"prone": -2})
    assert numbers(duel(bob_state={"prone": True}), "long-sword") == (3, {})


def test_the_vulnerable_and_the_stunned_are_hit_more_easily_once() -> None:
    """SW-78, SW-144"""
    for state in ({"vulnerable": 1}, {"stunned": True}, {"stunned": True, "vulnerable": 2}):
        assert numbers(duel(bob_state=state), "long-sword")[1] == {"vulnerable": 2}
        assert numbers(duel(GUN, bob_state=state), "pistol", facts={"distance": 5})[1] == {"vulnerable": 2}


def test_a_wild_attack_hits_harder_and_lays_one_open() -> None:
    """SW-79, SW-70, SW-121, SW-143"""
    fight = duel(ann__attack=[3, 2], ann__damage=[3, 3])
    told = fight.attack("ann", "bob", "long-sword", options={"wild_attack": True})
    assert labels(told, "attack") == {"wild-attack": 2}
    assert labels(told, "damage") == {"wild-attack": 2}
    assert fight.state("ann").vulnerable == 2
    assert kinds(told).index("roll") < kinds(told).index("vulnerable") < kinds(told).index("attack-hit")


def test_two_melee_weapons_help_against_a_single_one() -> None:
    """SW-222, SW-R46"""
    two = {**HERO, "weapons": ["short-sword", "knife", "pistol"]}
    assert numbers(duel(two), "short-sword")[1] == {"two-weapons": 1}
    assert numbers(duel(two), "unarmed")[1] == {}
    assert numbers(duel(two, {"stock": "guard"}), "knife")[1] == {}
    assert numbers(duel(two, {**THUG, "weapons": ["club", "knife"]}), "knife")[1] == {}
    assert numbers(duel(two, {**THUG, "weapons": ["bite"]}), "knife")[1] == {}
    gun = {**two, "held": ["short-sword", "pistol"]}
    assert numbers(duel(gun), "short-sword")[1] == {}


@pytest.mark.parametrize(
    ("spot", "penalty"), [("arm", -2), ("leg", -2), ("hand", -4), ("head", -4), ("vitals", -4)]
)
def test_a_called_shot_meets_the_armour_of_its_spot(spot: str, penalty: int) -> None:
    """SW-70, SW-122, SW-121"""
    armoured = {**THUG, "armour": ["padded-coat", "steel-helmet"]}
    fight = duel(None, armoured, ann__attack=[8, 2, 1], ann__damage=[1, 1])
    told = fight.attack("ann", "bob", "long-sword", options={"called_shot": spot})
    assert labels(told, "attack") == {"called-shot": penalty}
    worn = {"head": 4}.get(spot, 1)
    assert roll_of(told, "damage").target == 5 + worn
    assert labels(told, "damage") == ({"called-shot": 4} if spot in ("head", "vitals") else {})
    assert PENALTIES[spot] == penalty


def test_a_weapon_that_is_too_heavy_does_less() -> None:
    """SW-15, SW-R4, SW-13"""
    weak = {
        **HERO,
        "attributes": {"strength": "d4+2"},
        "weapons": ["great-axe", "bow"],
        "held": ["great-axe"],
    }
    fight = duel(weak, ann__attack=[5, 1], ann__damage=[3, 2])
    told = fight.attack("ann", "bob", "great-axe")
    assert str(roll_of(told, "damage").notation) == "d4 + d4 + 2, aces thrown again"
    fight.set("ann", held=["bow"], actions_used=0)
    assert numbers(fight, "bow", facts={"distance": 5})[1] == {"min-strength": -1}
    spear = {**HERO, "attributes": {"strength": "d4"}, "weapons": ["spear"]}
    fight = duel(spear)
    params = {"target": "bob", "with_": "spear", "facts": {"distance": 2}, "options": {"mode": "melee"}}
    assert fight.refuses("attack", "ann", **params) == "out-of-range"


def test_makeshift_weapons_cost_two() -> None:
    """SW-175, SW-176, SW-R41"""
    sheet = {**HERO, "weapons": ["improvised-medium"]}
    assert numbers(duel(sheet), "improvised-medium")[1] == {"improvised": -2}
    thrown = numbers(duel(sheet), "improvised-medium", facts={"distance": 3})
    assert thrown == (4, {"range": -2, "improvised": -2})


def test_a_rider_strikes_with_the_lower_of_two_skills() -> None:
    """SW-80, SW-36"""
    horse = hero("roan", {"stock": "war-horse"})

    def rides(**skills: str) -> str:
        sheet = {**HERO, "weapons": ["long-sword", "pistol"], "skills": skills}
        fight = duel(sheet, None, horse, ann_state={"mount": "roan"})
        plan = fight.plan("attack", "ann", target="bob", with_="long-sword")
        return in_full(plan.roll).split(" and")[0]

    assert rides(fighting="d10", riding="d6") == "Riding d6"
    assert rides(fighting="d6+1", riding="d6") == "Riding d6"
    assert rides(fighting="d8", riding="d8") == "Fighting d8"
    untrained = {"weapons": ["long-sword"], "skills": {"fighting": "d4"}}
    fight = duel(untrained, None, horse, ann_state={"mount": "roan"})
    assert numbers(fight, "long-sword")[1] == {"untrained": -2}
    shooter = duel({**HERO, "weapons": ["pistol"]}, None, horse, ann_state={"mount": "roan"})
    plan = shooter.plan("attack", "ann", target="bob", with_="pistol", facts={"distance": 4})
    assert in_full(plan.roll).startswith("Shooting")


# ----------------------------------------------------------------------------------------------------- ranged
@pytest.mark.parametrize(("distance", "penalty"), [(12, 0), (13, -2), (24, -2), (25, -4), (48, -4)])
def test_range_costs(distance: int, penalty: int) -> None:
    """SW-81, SW-82"""
    found = numbers(duel(GUN), "pistol", facts={"distance": distance})
    assert found == (4, {"range": penalty} if penalty else {})


def test_extreme_range_takes_an_aim_and_gives_nothing_more() -> None:
    """SW-83, SW-82, SW-68, SW-R29"""
    fight = duel(GUN)
    far: dict[str, Any] = {"target": "bob", "with_": "pistol", "facts": {"distance": 192}}
    assert fight.refuses("attack", "ann", **far) == "needs-aim"
    fight.set("ann", aimed="pistol")
    assert numbers(fight, "pistol", facts={"distance": 192})[1] == {"range": -8}
    assert fight.refuses("attack", "ann", **{**far, "facts": {"distance": 193}}) == "out-of-range"


@pytest.mark.parametrize("weapon", ["knife", "shotgun", "grenade"])
def test_some_weapons_have_no_extreme_range(weapon: str) -> None:
    """SW-84"""
    fight = duel({**HERO, "weapons": [weapon]}, ann_state={"aimed": weapon})
    assert (
        fight.refuses("attack", "ann", target="bob", with_=weapon, facts={"distance": 49}) == "out-of-range"
    )


def test_cover_light_speed_and_dodge_all_count() -> None:
    """SW-85, SW-81"""
    fight = duel(GUN, {**THUG, "edges": ["dodge"]})
    facts = {"distance": 5, "cover": "near-total", "light": "pitch", "speed_penalty": -3}
    assert numbers(fight, "pistol", facts=facts)[1] == {"cover": -8, "light": -6, "speed": -3, "dodge": -2}


def test_lying_down_and_cover_do_not_add_up() -> None:
    """SW-86"""
    fight = duel(GUN, bob_state={"prone": True})
    for cover, found in (("light", {"prone": -4}), ("medium", {"cover": -4}), ("heavy", {"cover": -6})):
        assert numbers(fight, "pistol", facts={"distance": 3, "cover": cover})[1] == found
    assert numbers(fight, "pistol", facts={"distance": 2})[1] == {}


def test_an_aim_steadies_or_clears() -> None:
    """SW-68, SW-87"""
    fight = duel(GUN, ann_state={"aimed": "pistol"})
    facts = {"distance": 30, "cover": "light"}
    assert numbers(fight, "pistol", facts=facts)[1] == {"range": -4, "cover": -2, "aim": 4}
    steady = {"aim": "steady"}
    assert numbers(fight, "pistol", facts=facts, options=steady)[1] == {"range": -4, "cover": -2, "aim": 2}
    assert numbers(fight, "pistol", facts={"distance": 5})[1] == {"aim": 2}
    assert numbers(fight, "pistol", facts={"distance": 5}, options={"aim": "clear"})[1] == {}
    fight.do("move", "ann", inches=1)
    assert numbers(fight, "pistol", facts={"distance": 5})[1] == {}


def test_other_weapons_and_moves_make_nothing_of_an_aim() -> None:
    """SW-68"""
    fight = duel({**GUN, "weapons": ["pistol", "knife"]}, ann_state={"aimed": "pistol"})
    assert (
        fight.refuses("attack", "ann", target="bob", with_="knife", options={"aim": "steady"}) == "bad-option"
    )


def test_in_melee_long_guns_are_useless_and_shots_past_it_lay_one_open() -> None:
    """SW-88, SW-89, SW-90, SW-91, SW-R31"""
    sheet = {
        **GUN,
        "weapons": ["rifle", "pistol", "bolt"],
        "held": ["rifle"],
        "skills": {"spellcasting": "d8"},
    }
    fight = duel(sheet, None, raider("eve"), ann__attack=[2, 1])
    away = {"distance": 6, "engaged_by": ["eve"]}
    assert fight.refuses("attack", "ann", target="bob", with_="rifle", facts=away) == "two-handed-in-melee"
    assert fight.refuses("attack", "ann", target="bob", with_="rifle") == "two-handed-in-melee"
    near = {"adjacent_foes": ["ann", "eve"]}
    assert numbers(fight, "bolt", facts=near) == (5, {}), "Parry, and no Gang Up"
    told = fight.attack("ann", "bob", "bolt", facts=away)
    assert kinds(told).index("vulnerable") < kinds(told).index("roll")
    assert fight.state("ann").vulnerable == 2


def test_magic_needs_no_second_hand_in_melee() -> None:
    """SW-89, SW-81"""
    staff = {"id": "staff", "name": "Staff", "damage": "2d6", "range": [5, 10, 20], "mystic": True}
    sheet = {**GUN, "weapons": [{**staff, "two_handed": True, "skill": "spellcasting"}]}
    assert numbers(duel(sheet), "staff")[1] == {"untrained": -2}


# ---------------------------------------------------------------------------------------------------- sparing
def test_sparing_takes_the_flat_of_the_blade() -> None:
    """SW-210, SW-211, SW-212, SW-R44"""
    flat = {"nonlethal": True}
    assert numbers(duel(), "long-sword", options=flat)[1] == {"flat": -1}
    assert numbers(duel(THUG), "club", options=flat)[1] == {}
    stone = {**HERO, "weapons": ["improvised-light", "knife"]}
    thrown = {"distance": 3}
    assert "flat" not in numbers(duel(stone), "improvised-light", options=flat, facts=thrown)[1]
    params = {"target": "bob", "with_": "knife", "options": flat, "facts": thrown}
    assert duel(stone).refuses("attack", "ann", **params) == "bad-option"
    dying = {"ann__attack": [7, 1], "ann__damage": [7, 4], "bob_state": {"wounds": 3}}
    fight = duel(None, HERO, **dying, bob__unconscious=[3])
    fight.attack("ann", "bob", "long-sword", options=flat)
    state = fight.state("bob")
    assert (state.incapacitated, state.unconscious_hours, state.bleeding, state.wounds) == (True, 3, False, 3)
    lethal = duel(None, HERO, **dying, bob__incapacitation=[1, 2])
    lethal.attack("ann", "bob", "long-sword")
    assert lethal.state("bob").bleeding, "without the option nothing is spared"


# --------------------------------------------------------------------------------------------------- refusals


def test_nobody_attacks_the_fallen_or_itself() -> None:
    """SW-67, SW-R52"""
    fight = duel(bob_state={"incapacitated": True})
    assert fight.refuses("attack", "ann", target="bob", with_="long-sword") == "no-target"
    assert fight.refuses("attack", "ann", target="ann", with_="long-sword") == "no-target"
    assert fight.refuses("attack", "ann", with_="long-sword") == "no-target"
    assert fight.refuses("attack", "ann", target="bob") == "unknown-weapon"
    assert fight.refuses("attack", "ann", target="zoe", with_="long-sword") == "unknown-combatant"


def test_facts_are_checked() -> None:
    """SW-55"""
    fight = duel()
    for facts in (
        {"distance": -1},
        {"cover": "thick"},
        {"bystanders": ["zoe"]},
        {"mood": 1},
        {"adjacent": 1},
    ):
        assert fight.refuses("attack", "ann", target="bob", with_="long-sword", facts=facts) == "bad-command"
    blocked = {"line_of_fire": "blocked"}
    assert (
        fight.refuses("attack", "ann", target="bob", with_="long-sword", facts=blocked) == "no-line-of-fire"
    )


def test_a_target_that_sees_nothing_coming_is_hit_no_more_easily() -> None:
    """SW-R15, SW-50"""
    fight = duel(ann__attack=[1, 2])
    told = fight.attack("ann", "bob", "long-sword", facts={"aware": False})
    assert labels(told, "attack") == {}
    assert next(e for e in told if e.kind == "attack-declared").facts["aware"] is False


def test_what_is_thrown_stays_in_hand() -> None:
    """SW-170, SW-R49"""
    fight = duel({**HERO, "weapons": ["knife"]}, ann__attack=[2, 1])
    fight.attack("ann", "bob", "knife", facts={"distance": 5})
    assert fight.state("ann").held == ("knife",)
