"""Damage, Shaken, wounds, Soak, the ground and the saddle."""

from typing import Any

import pytest

from rules.engine.battle_events import Rolled
from rules.engine.text import in_full
from tests.rules.kit import fighter, kinds, roll_of
from tests.rules.systems.savage.fights import HERO, HORSE, LUCKY, THUG, Fight, hero, labels, raider


def blow(bob: Any, *damage: int, state: Any = None, face: int = 7, **dice: Any) -> Fight:
    """Let Ann hit Bob with a long sword for these damage faces; seven hits without a raise."""
    fight = Fight(
        hero("ann"), raider("bob", bob, state=state or {}), ann__attack=[face, 1], ann__damage=damage, **dice
    )
    fight.attack("ann", "bob", "long-sword")
    return fight


def test_damage_below_toughness_does_nothing() -> None:
    """SW-122, SW-123"""
    state = blow(HERO, 3, 3).state("bob")
    assert (state.shaken, state.wounds) == (False, 0)


def test_damage_that_reaches_toughness_shakes_and_each_four_more_wounds() -> None:
    """SW-123, SW-125"""
    assert (blow(HERO, 4, 3).state("bob").shaken, blow(HERO, 4, 3).state("bob").wounds) == (True, 0)
    found = blow(HERO, 7, 4).state("bob")
    assert (found.shaken, found.wounds) == (True, 1)


def test_a_raise_adds_one_d6_however_many_there_are() -> None:
    """SW-120"""
    fight = Fight(hero("ann"), raider("bob", HERO), ann__attack=[8, 8, 3, 1], ann__damage=[1, 2, 3])
    told = fight.attack("ann", "bob", "long-sword")
    assert str(roll_of(told, "damage").notation) == "d8 + d8 + d6, aces thrown again"


def test_armour_is_pierced_only_as_far_as_there_is_any() -> None:
    """SW-06, SW-122"""
    fight = Fight(
        hero("ann", {**HERO, "weapons": ["rifle"]}), raider("bob", HERO), raider("eve", {"stock": "guard"})
    )
    for target, toughness in (("bob", 5), ("eve", 6)):
        plan = fight.plan("attack", "ann", target=target, with_="rifle", facts={"distance": 9})
        assert any(f"Toughness {toughness}" in in_full(note.label) for note in plan.notes)


def test_wounds_and_distraction_do_not_touch_damage_but_a_joker_does() -> None:
    """SW-121, SW-23"""
    state = {"wounds": 2, "distracted": 1, "joker": True}
    fight = Fight(hero("ann", state=state), raider("bob"), ann__attack=[7, 1], ann__damage=[1, 1])
    assert labels(fight.attack("ann", "bob", "long-sword"), "damage") == {"joker": 2}


def test_to_be_shaken_again_is_a_wound_but_no_more_than_the_blow_does() -> None:
    """SW-124"""
    assert blow(HERO, 4, 3, state={"shaken": True}).state("bob").wounds == 1
    assert blow(HERO, 7, 4, state={"shaken": True}).state("bob").wounds == 1


def test_an_extra_is_out_with_its_first_wound() -> None:
    """SW-126, SW-134, SW-137, SW-07"""
    fight = blow(THUG, 5, 4)
    state = fight.state("bob")
    assert (state.incapacitated, state.prone, state.wounds, state.shaken) == (True, True, 0, False)
    assert not any(kind.endswith("incapacitation") for kind in fight.dice.used)


def test_soak_takes_wounds_away_and_with_the_last_shaken_too() -> None:
    """SW-127, SW-128, SW-51"""
    fight = blow(LUCKY, 7, 4, state={"shaken": True}, bob__soak=[4, 1])
    assert fight.prompt().choices == ("take", "soak")
    told = fight.answer("bob", "soak")
    assert kinds(told)[-2:] == ["soaked", "unshaken"]
    assert (fight.state("bob").shaken, fight.state("bob").bennies) == (False, 2)


def test_wounds_about_to_be_taken_do_not_weigh_on_the_soak() -> None:
    """SW-127, SW-47"""
    fight = blow(LUCKY, 8, 3, 4, state={"wounds": 1}, bob__soak=[2, 1])
    told = fight.answer("bob", "soak")
    assert labels(told, "soak") == {"wounds": -1}
    assert fight.prompt().purpose == "reroll"
    fight.answer("bob", "keep")
    assert fight.state("bob").wounds == 3


def test_who_is_not_asked_has_no_benny() -> None:
    """SW-127, SW-53"""
    assert blow(HERO, 7, 4).prompt() is None


def test_wounds_beyond_the_limit_incapacitate() -> None:
    """SW-125, SW-134, SW-135, SW-136, SW-R35"""
    critical = blow(HERO, 7, 4, state={"wounds": 3}, bob__incapacitation=[1, 1]).state("bob")
    assert (critical.dead, critical.bleeding, critical.wounds) == (True, False, 3)
    bleeding = blow(HERO, 7, 4, state={"wounds": 3}, bob__incapacitation=[3, 2]).state("bob")
    assert (bleeding.dead, bleeding.bleeding) == (False, True)
    stable = blow(HERO, 7, 4, state={"wounds": 3}, bob__incapacitation=[5, 6, 2]).state("bob")
    assert (stable.incapacitated, stable.bleeding) == (True, False)


def test_the_fallen_spend_bennies_on_their_own_survival() -> None:
    """SW-51, SW-53, SW-135"""
    fight = blow({**LUCKY, "bennies": 1}, 7, 4, state={"wounds": 3}, bob__incapacitation=[2, 3, 5, 6, 5])
    fight.answer("bob", "take")
    assert fight.prompt().purpose == "reroll"
    fight.answer("bob", "reroll")
    assert not fight.state("bob").bleeding


def test_incapacitation_ends_hold_aim_and_defence() -> None:
    """SW-134, SW-33, SW-147"""
    fight = blow(THUG, 5, 4, state={"on_hold": True, "defending": False, "stunned": False, "aimed": None})
    assert not fight.state("bob").on_hold
    assert [m.id for m in fight.battle.system.looks.marks(fight.battle.state.combatants["bob"])] == [
        "incapacitated"
    ]


def bleeding_round(*faces: int) -> Fight:
    fight = Fight(
        hero("ann"),
        hero("bob", state={"incapacitated": True, "bleeding": True}),
        bob__bleeding=faces,
        cards="KS QS",
    )
    fight.do("begin")
    fight.do("end-turn", "ann")
    return fight


def test_the_bleeding_roll_at_the_end_of_each_round() -> None:
    """SW-138, SW-26"""
    assert bleeding_round(3, 2).state("bob").dead
    assert bleeding_round(4, 2).state("bob").bleeding
    stable = bleeding_round(5, 6, 2).state("bob")
    assert (stable.dead, stable.bleeding) == (False, False)


# ----------------------------------------------------------------------------------------------------- saddle
def rider(*damage: int, horse_ran: bool = False, **dice: Any) -> Fight:
    fight = Fight(
        fighter("ann", "heroes", {**THUG, "weapons": ["long-sword"], "attributes": {"strength": "d8"}}),
        raider("bob", HERO, state={"mount": "roan"}),
        raider("roan", HORSE, state={"ran": horse_ran}),
        ann__attack=[6, 1],
        ann__damage=damage,
        **dice,
    )
    fight.attack("ann", "bob", "long-sword")
    return fight


def test_a_rider_who_is_shaken_up_rolls_to_stay_mounted() -> None:
    """SW-188, SW-R30"""
    fight = rider(4, 3, bob__riding=[4, 1])
    assert fight.state("bob").mount == "roan"
    fight = rider(4, 3, bob__riding=[3, 1])
    assert (fight.state("bob").mount, fight.state("bob").prone) == (None, True)
    assert fight.battle.state.combatants["bob"].state.wounds == 0, "a standing horse: no damage"


def test_a_blow_that_does_nothing_leaves_a_rider_alone() -> None:
    """SW-188"""
    assert not rider(1, 1).dice.used["bob.riding"]


def test_a_fall_from_a_running_horse_hurts_and_more_so_on_a_critical_failure() -> None:
    """SW-188, SW-189"""
    fight = rider(4, 3, horse_ran=True, bob__riding=[2, 3], bob__fall_damage=[2, 1])
    assert fight.dice.used["bob.fall-damage"] == 2
    fight = rider(4, 3, bob__riding=[1, 1], bob__fall_damage=[5, 2])
    assert fight.state("bob").wounds == 1, "shaken once more by the fall"
    assert fight.dice.used["bob.riding"] == 2, "no second roll to stay mounted"


def test_the_fall_is_soaked_like_any_damage_but_not_thrown_again() -> None:
    """SW-189, SW-53"""
    fight = Fight(
        fighter("ann", "heroes", {**THUG, "weapons": ["long-sword"], "attributes": {"strength": "d8"}}),
        raider("bob", {**LUCKY, "bennies": 1}, state={"mount": "roan"}),
        raider("roan", HORSE),
        ann__attack=[6, 1],
        ann__damage=[4, 3],
        bob__riding=[1, 1],
        bob__fall_damage=[5, 2],
        bob__soak=[4, 2],
    )
    fight.attack("ann", "bob", "long-sword")
    assert fight.prompt().purpose == "soak"
    fight.answer("bob", "soak")
    assert (fight.state("bob").wounds, fight.state("bob").shaken) == (0, False)


def test_a_rider_who_falls_out_of_the_fight_falls_without_a_roll() -> None:
    """SW-134"""
    fight = Fight(
        hero("ann"),
        raider("bob", state={"mount": "roan"}),
        raider("roan", HORSE),
        ann__attack=[7, 1],
        ann__damage=[7, 7],
    )
    fight.attack("ann", "bob", "long-sword")
    assert fight.derived_values("roan")["rider"] is None


def test_the_offer_to_soak_tells_the_chance_of_each_number_of_wounds_and_which_keeps_one_standing() -> None:
    """SW-125, SW-127, SW-128: a d6 and the Wild Die, -2 for two wounds; two more take one out."""
    fight = Fight(
        hero("ann"),
        raider("bob", LUCKY, state={"wounds": 2}),
        ann__attack=[7, 1],
        ann__damage=[8, 6, 8, 2],
    )
    fight.attack("ann", "bob", "long-sword")
    soak = fight.prompt().offers[1]
    assert in_full(fight.prompt().question) == "Bob is about to take 4 wounds. Spend a Benny to soak?"
    told = [(in_full(rung.label), round(rung.chance, 6), in_full(rung.note)) for rung in soak.rungs]

    def either(one: float) -> float:
        return round(1 - (1 - one) ** 2, 6)

    assert told == [
        ("at least 1", either(1 / 6), ""),
        ("at least 2", either(1 / 6 * 3 / 6), ""),
        ("at least 3", either(1 / 36 * 5 / 6), "keeps Bob in the fight"),
        ("all 4", either(1 / 216), "not even Shaken"),
    ]
    assert soak.chance == pytest.approx(soak.rungs[2].chance)
    assert in_full(soak.chance_of) == "stays in the fight"


def test_the_offer_to_soak_counts_the_first_wound_where_one_stands_in_any_case() -> None:
    """SW-127"""
    fight = Fight(hero("ann"), raider("bob", LUCKY), ann__attack=[7, 1], ann__damage=[6, 6, 2])
    fight.attack("ann", "bob", "long-sword")
    soak = fight.prompt().offers[1]
    assert [(in_full(rung.label), in_full(rung.note)) for rung in soak.rungs] == [
        ("the wound", "not even Shaken")
    ]
    assert in_full(soak.chance_of) == "soaks a wound or more"
    assert soak.chance == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("riding", "is_prone", "fall"), [([4, 1], False, 0), ([2, 1], True, 0), ([1, 1], True, 7)]
)
def test_the_rider_of_a_fallen_mount_rolls_to_stand_beside_it(
    riding: list[int], is_prone: bool, fall: int
) -> None:
    """SW-C2, SW-181, SW-188"""
    fight = Fight(
        hero("ann"),
        raider("bob", HERO, state={"mount": "roan"}),
        raider("roan", HORSE),
        ann__attack=[7, 1],
        ann__damage=[7, 8, 2],
        bob__riding=riding,
        bob__fall_damage=[3, 4],
    )
    told = fight.attack("ann", "roan", "long-sword")
    assert fight.state("roan").incapacitated
    assert (fight.state("bob").mount, fight.state("bob").prone) == (None, is_prone)
    hurts = [e.total for e in told if isinstance(e, Rolled) and e.purpose == "fall-damage"]
    assert hurts == ([fall] if fall else [])


# ----------------------------------------------------------------------------------------------------- things
def test_things_have_no_turns_and_break_at_one_blow() -> None:
    """SW-230, SW-231, SW-232, SW-233, SW-R47"""
    gate = {"kind": "object", "object": "heavy-door"}
    fight = Fight(
        hero("ann"), raider("gate", gate), ann__attack=[8, 8, 1, 2, 8, 1, 2], ann__damage=[8, 1, 8, 2]
    )
    assert fight.refuses("move", "gate", inches=1) == "cannot-act"
    fight.attack("ann", "gate", "long-sword")
    assert not fight.state("gate").broken
    fight.do("turn", "ann")
    told = fight.attack("ann", "gate", "long-sword")
    assert roll_of(told, "damage").outcome == "broken"
    assert fight.state("gate").broken
    assert fight.refuses("attack", "ann", target="gate", with_="long-sword") == "actions-spent"
    shot = Fight(hero("ann", {"stock": "gunslinger"}), raider("gate", gate))
    assert shot.plan("attack", "ann", target="gate", with_="pistol").target_number == 4
