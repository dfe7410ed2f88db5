"""From damage to injury, and what injury brings (sections 9 and 10)."""

from fractions import Fraction
from typing import Any

import pytest

from rules.systems.gurps.harm.protection import covering, mean_protection
from rules.systems.gurps.harm.wounds import Blow, blunt_trauma, work_out
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import fighter, kinds, roll_of
from tests.rules.systems.gurps.fights import Fight, duel

HIT = [3, 3, 4]
GOOD, BAD = [3, 3, 3], [4, 4, 4]


def one(sheet: Any = None, **state: Any) -> Any:
    fight = Fight(fighter("bob", sheet=sheet or {}, state=state))
    return fight.battle.state.combatants["bob"]


def wound(damage: int, type_: str, place: str | None = "torso", sheet: Any = None, **blow: Any) -> Any:
    bob = one(sheet)
    location = None if place is None else bob.sheet.body.location(place)
    return work_out(bob, Blow(type=type_, **blow), location, damage)


def gun(damage: str, **more: Any) -> dict[str, Any]:
    weapon = {"id": "gun", "kind": "missile", "skill": "guns", "damage": damage, "range": [50, 100], **more}
    return {"skills": {"guns": 14}, "weapons": [weapon]}


def shot(damage: str, sheet: Any = None, *, location: str = "torso", state: Any = None, **dice: Any) -> Fight:
    """Bob is shot at, unaware, with dice that hit."""
    fight = duel(
        ann=gun(damage),
        bob=sheet,
        bob_state=state or {},
        **{"ann__attack": [1, 2, 2], "ann__vitals": [6] * 3, **dice},
    )
    fight.do(
        "attack", "ann", target="bob", with_="gun", location=location, facts={"distance": 4, "aware": False}
    )
    return fight


# ------------------------------------------------------------------------------------------------ working out
@pytest.mark.parametrize(
    ("type_", "injury"),
    [
        ("cr", 6),
        ("cut", 9),
        ("imp", 12),
        ("pi-", 3),
        ("pi", 6),
        ("pi+", 9),
        ("pi++", 12),
        ("burn", 6),
        ("tbb", 6),
        ("tox", 6),
        ("cor", 6),
    ],
)
def test_each_type_wounds_in_its_way(type_: str, injury: int) -> None:
    """GU-909, GU-908, GU-906"""
    assert wound(8, type_, sheet={"dr": {"torso": 2}}).injury == injury


def test_what_gets_through_hurts_by_one_at_least() -> None:
    """GU-908, GU-904: divided DR rounds down."""
    assert wound(1, "pi-").injury == 1
    dr5 = {"dr": {"all": 5}}
    assert wound(6, "pi", sheet=dr5, divisor=Fraction(2)).penetrating == 4
    assert wound(6, "pi", sheet=dr5, divisor=Fraction(1, 2)).penetrating == 0


@pytest.mark.parametrize(
    ("place", "type_", "injury"),
    [
        ("skull", "cr", 16),
        ("skull", "tox", 4),
        ("left-eye", "pi", 24),
        ("face", "cor", 9),
        ("face", "imp", 12),
        ("neck", "cr", 9),
        ("neck", "cor", 9),
        ("neck", "cut", 12),
        ("vitals", "imp", 18),
        ("vitals", "pi-", 18),
        ("vitals", "tbb", 12),
        ("vitals", "cr", 6),
        ("groin", "imp", 12),
        ("left-leg", "imp", 6),
        ("left-leg", "pi++", 6),
        ("left-leg", "cut", 9),
        ("left-leg", "pi-", 3),
    ],
)
def test_locations_wound_in_their_way(place: str, type_: str, injury: int) -> None:
    """GU-220, GU-761, GU-763, GU-764, GU-765, GU-769, GU-770: six points, at the skull less its bone."""
    assert wound(6, type_, place, sheet={"HP": 60}).injury == injury


def test_crippling_loses_what_goes_beyond() -> None:
    """GU-765: the threshold of a limb is HP/2, of a hand HP/3."""
    arm = wound(9, "cr", "left-arm", sheet={"HP": 11})
    assert (arm.injury, arm.crippled) == (6, True)
    assert wound(5, "cr", "left-arm", sheet={"HP": 11}).crippled is False
    hand = wound(9, "cr", "left-hand", sheet={"HP": 11})
    assert (hand.injury, hand.crippled) == (4, True)
    eye = wound(2, "pi", "left-eye", sheet={"HP": 60})
    assert (eye.injury, eye.blinded, eye.crippled) == (8, True, False)


def test_armour_is_added_up_and_acid_eats_it_from_outside() -> None:
    """GU-219, GU-221"""
    sheet = {"armour": ["breastplate", "leather-jacket"], "dr": {"torso": 2}}
    bob = one(sheet)
    torso, vitals = bob.sheet.body.torso, bob.sheet.body.vitals
    assert (covering(bob, torso).dr, covering(bob, vitals).dr) == (8, 8)
    eaten = one(sheet, dr_lost={"torso": 3})
    over = covering(eaten, torso)
    assert (over.solid, over.gappy, over.natural) == (0, 3, 2)
    assert covering(one(sheet, dr_lost={"torso": 20}), torso).dr == 0
    assert covering(one({"armour": ["leather-jacket"]}), torso).flexible
    assert not covering(bob, torso).flexible
    assert not covering(one({"armour": ["leather-jacket"], "dr": {"all": 1}}), torso).flexible


def test_chinks_halve_armour_and_gaps_count_nothing() -> None:
    """GU-762: natural DR counts whole."""
    sheet = {"armour": ["plate-harness", "breastplate"], "dr": {"torso": 1}}
    assert wound(10, "imp", sheet=sheet, chinks=True).dr == 3 + 1
    assert wound(10, "imp", sheet=sheet).dr == 12


def test_a_cut_that_armour_nearly_stops_crushes() -> None:
    """GU-905: less than twice the armour's DR; natural DR does not count."""
    mail = {"armour": ["mail-hauberk"]}
    assert (wound(7, "cut", sheet=mail).wounds_as, wound(7, "cut", sheet=mail).injury) == ("cr", 3)
    assert (wound(8, "cut", sheet=mail).wounds_as, wound(8, "cut", sheet=mail).injury) == ("cut", 6)
    assert wound(5, "cut", sheet={"dr": {"all": 4}}).wounds_as == "cut"


def test_blunt_trauma_goes_by_the_blow_as_thrown() -> None:
    """GU-913"""
    assert [blunt_trauma(t, 19) for t in ("cr", "cut", "imp", "pi", "burn", "tbb")] == [3, 1, 1, 1, 0, 0]
    thick = {"armour": [{"id": "v", "dr": 30, "locations": ["torso"], "flexible": True}]}
    stopped = wound(19, "cut", sheet=thick)
    assert (stopped.wounds_as, stopped.injury, stopped.blunt) == ("cr", 1, True)
    assert wound(19, "cr", None, sheet=thick, yards=0).injury > 0


def test_an_area_is_divided_and_meets_the_mean() -> None:
    """GU-835, GU-903, GU-907"""
    plate = {"armour": ["plate-harness"]}
    assert mean_protection(one(plate)) == (5, 5)
    assert wound(22, "cr", None, sheet=plate, yards=2).injury == 6
    assert wound(3, "cr", None, yards=4).injury == 0


def test_near_shot_multiplies_damage_and_dr() -> None:
    """GU-734, GU-904"""
    assert wound(5, "pi", sheet={"dr": {"all": 1}}, times=4).penetrating == 16


# --------------------------------------------------------------------------------------------- what it brings
def test_half_range_halves_the_damage() -> None:
    """GU-901"""
    fight = duel(
        ann=gun("3d cr"), bob={"HP": 20}, ann__attack=[1, 2, 2], ann__damage=[4, 4, 5], ann__vitals=[6]
    )
    fight.do(
        "attack", "ann", target="bob", with_="gun", facts={"distance": 60, "aware": False, "modifier": 9}
    )
    assert fight.state("bob").hp == 20 - 6


def test_the_injury_and_its_shock() -> None:
    """GU-914, GU-915, GU-608, GU-609"""
    fight = shot("1d burn", ann__damage=[3])
    assert (fight.state("bob").hp, fight.state("bob").shock_pending, fight.state("bob").shock) == (7, 3, 0)
    fight.do("turn", "bob")
    assert (fight.state("bob").shock_pending, fight.state("bob").shock) == (0, 3)
    fight.do("end-turn", "bob")
    assert fight.state("bob").shock == 0


def test_the_groin_of_a_man() -> None:
    """GU-767"""
    fight = shot("1d cr", {"male": True, "HP": 20}, location="groin", ann__damage=[5])
    assert fight.state("bob").shock_pending == 8
    fight = shot("1d imp", {"male": True}, location="groin", ann__damage=[3], bob__knockdown=GOOD)
    assert roll_of(fight.battle.entries[-1].events, "knockdown").target == 5


@pytest.mark.parametrize(
    ("location", "type_", "face", "target"),
    [
        ("skull", "cr", 4, 0),
        ("face", "cr", 1, 10),
        ("face", "cr", 6, 5),
        ("vitals", "pi", 2, 5),
        ("torso", "burn", 6, 10),
    ],
)
def test_a_knockdown_goes_by_the_place(location: str, type_: str, face: int, target: int) -> None:
    """GU-1000, GU-916, GU-763, GU-764, GU-770: the skull's major wound is at -10."""
    fight = shot(f"1d {type_}", location=location, ann__damage=[face], bob__knockdown=[1, 1, 1])
    assert roll_of(fight.battle.entries[-1].events, "knockdown").target == target


def test_knocked_down_or_out() -> None:
    """GU-1000, GU-1001, GU-1004"""
    sword = {"weapons": ["broadsword"]}
    fight = shot("1d burn", sword, ann__damage=[6], bob__knockdown=BAD)
    state = fight.state("bob")
    assert (state.stunned, state.posture, state.dropped, state.unconscious) == (
        True,
        "prone",
        ("broadsword",),
        False,
    )
    fight = shot("1d burn", sword, ann__damage=[6], bob__knockdown=[5, 5, 5])
    state = fight.state("bob")
    assert (state.stunned, state.posture, state.dropped, state.unconscious) == (
        False,
        "prone",
        ("broadsword",),
        True,
    )
    assert fight.refuses("attack", "bob", target="ann").code == "cannot-act"
    assert fight.refuses("turn", "bob").code == "cannot-act"


def test_the_stunned_do_nothing_until_they_recover() -> None:
    """GU-1001, GU-1002, GU-723"""
    fight = duel(bob_state={"stunned": True}, bob__recover_stun=[5, 5, 5, 3, 3, 3])
    fight.do("do-nothing", "bob")
    assert fight.state("bob").stunned
    fight.do("turn", "bob")
    fight.do("do-nothing", "bob")
    assert not fight.state("bob").stunned
    assert fight.refuses("move", "bob", yards=1).code == "maneuver-used"


def test_crippled_limbs_give_way() -> None:
    """GU-1006"""
    fight = shot(
        "2d burn", {"weapons": ["broadsword"]}, location="right-arm", ann__damage=[4, 4], bob__knockdown=GOOD
    )
    assert fight.state("bob").dropped == ("broadsword",)
    fight = shot("2d burn", location="left-leg", ann__damage=[4, 4], bob__knockdown=GOOD)
    assert (fight.state("bob").posture, fight.state("bob").crippled) == ("prone", ("left-leg",))
    assert not fight.state("bob").stunned


def test_an_eye_goes_blind() -> None:
    """GU-761, GU-916, GU-1006"""
    fight = shot("1d pi", {"HP": 30, "HT": 14}, location="right-eye", ann__damage=[1], bob__knockdown=GOOD)
    assert (fight.state("bob").blind, fight.state("bob").crippled) == (("right-eye",), ())
    assert roll_of(fight.battle.entries[-1].events, "knockdown").target == 4


def test_acid_blinds_an_eye_by_a_major_wound() -> None:
    """GU-764"""
    fight = shot("1d+1 cor", location="face", ann__damage=[4], ann__side=[5], bob__knockdown=GOOD)
    assert fight.state("bob").blind == ("left-eye",)


def test_death_comes_by_steps() -> None:
    """GU-1015, GU-1018, GU-1019, GU-1020, GU-917"""
    fight = shot("1d burn", state={"hp": -8}, ann__damage=[4], bob__death=[4, 4, 4])
    assert (fight.state("bob").mortal, fight.state("bob").unconscious) == (True, True)
    fight = shot("1d burn", state={"hp": -8}, ann__damage=[4], bob__death=[5, 5, 5])
    assert fight.state("bob").dead
    fight = shot(
        "1d burn",
        state={"hp": -18, "mortal": True, "unconscious": True},
        ann__damage=[4],
        bob__death=[4, 4, 4],
    )
    assert (fight.state("bob").dead, fight.state("bob").mortal) == (True, False)
    fight = shot("1d burn", state={"hp": -48}, ann__damage=[4])
    assert (fight.state("bob").dead, fight.state("bob").destroyed) == (True, False)
    fight = shot("1dx30 burn", ann__damage=[4])
    assert fight.state("bob").destroyed
    fight = shot("1d burn", state={"hp": -98, "dead": True}, ann__damage=[4])
    assert kinds(fight.battle.entries[-1].events)[-1] == "destroyed"


def test_fatigue_weakens_then_hurts_then_knocks_out() -> None:
    """GU-912, GU-1011"""
    fight = shot("2d fat", state={"fp": 4}, ann__damage=[3, 4])
    state = fight.state("bob")
    assert (state.fp, state.hp, state.shock_pending, state.unconscious) == (-3, 7, 0, False)
    assert [mark.id for mark in SYSTEM.looks.marks(fight.battle.state.combatants["bob"])] == ["exhausted"]
    fight = shot("2d fat", state={"fp": -4}, ann__damage=[3, 4])
    assert (fight.state("bob").hp, fight.state("bob").unconscious) == (3, True)


def test_acid_eats_no_more_than_there_is() -> None:
    """GU-911"""
    fight = shot("4d cor", {"dr": {"torso": 2}, "HP": 60}, ann__damage=[5, 5, 5, 5])
    assert fight.state("bob").dr_lost == {"torso": 2}


def test_each_hit_of_a_burst_has_its_own_dice() -> None:
    """GU-732, GU-808, GU-771"""
    fight = duel(
        ann=gun("1d pi", rof=5), bob={"HP": 40}, ann__attack=HIT, ann__vitals=[6, 6, 6], ann__damage=[1, 2, 3]
    )
    burst = [{"id": "rapid-fire", "shots": 3}]
    fight.do("attack", "ann", target="bob", with_="gun", options=burst, facts={"distance": 4, "aware": False})
    assert fight.state("bob").hp == 40 - 6


def test_below_zero_every_maneuver_needs_a_roll() -> None:
    """GU-611, GU-1014"""
    fight = duel(bob_state={"hp": -1}, bob__collapse=[5, 5, 5])
    events = fight.do("move", "bob", yards=1)
    assert "moved" not in kinds(events)
    assert fight.state("bob").unconscious


def test_mortal_wounds_are_tended() -> None:
    """GU-1021, GU-1022, GU-1023"""
    dying = {"mortal": True, "unconscious": True, "hp": -45}
    fight = Fight(
        fighter("doc", sheet={"skills": {"surgery": 14, "physician": 12}}),
        fighter("lay", sheet={}),
        fighter("bob", state=dying),
        bob__mortal=[1, 1, 1],
        doc__physician=[5, 5, 5],
    )
    assert fight.plan("stabilize", "doc", target="bob").target_number == 10
    assert fight.refuses("stabilize", "lay", target="bob").code == "no-skill"
    assert fight.refuses("tend-mortal", "doc", target="lay").code == "not-mortal"
    assert fight.refuses("tend-mortal", "doc").code == "no-target"
    fight.do("tend-mortal", "doc", target="bob")
    assert not fight.state("bob").mortal
    assert fight.state("bob").unconscious
