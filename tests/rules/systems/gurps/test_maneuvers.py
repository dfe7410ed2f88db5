"""Maneuvers beside a plain attack: aiming, evaluating, feinting, going all out, and readying."""

from typing import Any

from tests.rules.kit import fighter, kinds, roll_of
from tests.rules.systems.gurps.fights import GUN, HIT, SWORD, Fight, duel, labels, refusal_code


def test_one_maneuver_a_turn() -> None:
    """GU-601, GU-610, GU-701"""
    fight = duel(ann__attack=[6, 5, 4, 6, 5, 4])
    fight.do("attack", "ann", target="bob", with_="broadsword")
    assert refusal_code(fight) == "maneuver-used"
    assert fight.refuses("move", "ann", yards=1).code == "maneuver-used"
    fight.do("turn", "ann")
    fight.do("attack", "ann", target="bob", with_="broadsword")


def test_aiming_and_bracing() -> None:
    """GU-710, GU-741: another deed spoils it, and so does losing the weapon."""
    fight = duel(ann=GUN)
    aim = {"target": "bob", "with": "assault-rifle", "facts": {"distance": 60, "surface": True}}
    fight.do("aim", "ann", options=["brace"], **aim)
    for _ in range(3):
        fight.do("turn", "ann")
        fight.do("aim", "ann", **aim)
    fight.do("turn", "ann")
    assert fight.plan("attack", "ann", **aim).target_number == 14 - 7 + 5 + 2 + 1
    assert fight.plan("attack", "ann", **{**aim, "facts": {"distance": 4}}).target_number == 14 + 8
    events = fight.do("move", "ann", yards=1)
    assert "aim-lost" in kinds(events)
    assert fight.state("ann").braced is None


def test_evaluating_helps_once() -> None:
    """GU-716"""
    fight = Fight(fighter("ann", "a", SWORD), fighter("bob", "b"), fighter("cid", "b"), ann__attack=[6, 5, 4])
    for _ in range(4):
        fight.do("evaluate", "ann", target="bob")
        fight.do("turn", "ann")
    assert fight.state("ann").evaluate.bonus == 3
    assert fight.plan("attack", "ann", target="bob", with_="broadsword").target_number == 17
    assert fight.plan("attack", "ann", target="cid", with_="broadsword").target_number == 14
    fight.do("attack", "ann", target="bob", with_="broadsword")
    assert fight.state("ann").evaluate is None


def test_the_damage_of_maneuvers() -> None:
    """GU-711, GU-714, GU-715: a number, or so much a die if that is more."""
    strong = {"id": "maul", "skill": "broadsword", "damage": "5d cr"}
    fight = duel(ann={"skills": {"broadsword": 14}, "weapons": [strong]})

    def extra(what: str, **params: Any) -> int:
        plan = fight.plan(what, "ann", target="bob", with_="maul", **params)
        return sum(note.value for note in plan.notes)

    assert extra("all-out-attack-melee", variant="strong") == 5
    assert extra("committed-attack-melee", variant="strong") == 2
    assert extra("defensive-attack-melee") == -5
    assert extra("all-out-attack-melee", variant="long") == 0


def test_an_all_out_feint_feints_and_strikes() -> None:
    """GU-711, GU-717"""
    fight = duel(
        bob={"DX": 10}, ann__feint=[3, 3, 3], bob__feint=[4, 4, 4], ann__attack=HIT, bob__dodge=[1, 1, 1]
    )
    fight.do("all-out-attack-melee", "ann", variant="feint", target="bob", with_="broadsword")
    assert fight.state("ann").feint.penalty == 5 + 2
    fight.answer("bob", "dodge")


def test_a_double_attack_goes_to_one_target_without_options() -> None:
    """GU-711"""
    fight = duel(ann__attack=[6, 5, 4, 6, 5, 4])
    double = {"variant": "double", "target": "bob", "with": "broadsword"}
    assert (
        fight.refuses("all-out-attack-melee", "ann", options=["rapid-strike"], **double).code == "bad-option"
    )
    events = fight.do("all-out-attack-melee", "ann", **double)
    assert kinds(events).count("attack-missed") == 2


def test_a_feint_needs_reach_and_a_basis() -> None:
    """GU-717, GU-405"""
    fight = duel()
    feint = {"target": "bob", "with": "broadsword"}
    assert fight.refuses("feint", "ann", facts={"distance": 2}, **feint).code == "out-of-range"
    assert fight.refuses("feint", "ann", basis="ht", **feint).code == "bad-variant"
    fight.set("ann", shock=8)
    low = duel(ann={"skills": {"broadsword": 4}, "weapons": ["broadsword"]}, ann_state={"shock": 2})
    assert low.refuses("feint", "ann", **feint).code == "skill-too-low"


def test_readying_takes_a_second() -> None:
    """GU-721"""
    sheet = {
        "weapons": ["broadsword", {"id": "axe", "skill": "axe-mace", "damage": "sw+2 cut", "ready": False}]
    }
    fight = duel(ann=sheet)
    fight.do("ready", "ann", what="weapon", with_="axe")
    assert fight.state("ann").ready == {"broadsword": False, "axe": True}
    assert fight.refuses("ready", "bob", what="sing").code == "bad-variant"
    assert fight.refuses("ready", "bob", what="stand").code == "bad-variant"
    fight.do("drop", "ann", with_="axe")
    fight.do("turn", "ann")
    fight.do("ready", "ann", what="weapon", with_="axe")
    assert fight.state("ann").dropped == ()
    lame = duel(bob_state={"posture": "kneeling", "crippled": ["left-foot"]})
    assert lame.refuses("ready", "bob", what="stand").code == "bad-variant"


def test_reloading_takes_as_many_seconds_as_it_says() -> None:
    """GU-721"""
    fight = duel(ann=GUN, ann_state={"ammo": {"assault-rifle": 0}})
    for seconds in range(3):
        fight.do("turn", "ann")
        fight.do("ready", "ann", what="reload", with_="assault-rifle")
        assert fight.state("ann").ammo["assault-rifle"] == (30 if seconds == 2 else 0)


def test_what_is_waited_with_can_break_in() -> None:
    """GU-722"""
    fight = duel(ann__attack=[6, 5, 4], ann__initiative=HIT, bob__initiative=[4, 4, 4])
    assert fight.refuses("wait", "ann", then="move").code == "bad-variant"
    fight.do("begin")
    fight.do("wait", "ann", trigger="a step", then="attack")
    fight.do("end-turn", "ann")
    assert fight.active == "bob"
    assert fight.refuses("attack", "ann", target="bob", with_="broadsword").code == "not-your-turn"
    fight.do("trigger-wait", "ann", target="bob", with_="broadsword")
    assert fight.state("ann").maneuver.id == "attack"
    assert fight.refuses("trigger-wait", "ann", target="bob", with_="broadsword").code == "not-your-turn"


def test_checks_and_shock() -> None:
    """GU-401, GU-915, GU-218"""
    fight = duel(bob={"skills": {"tactics": 12}}, bob_state={"shock": 3}, bob__check=[3, 3, 3] * 3)
    tactics = roll_of(fight.do("check", "bob", skill="tactics", modifier=1), "check")
    assert (tactics.target, labels(tactics)) == (10, {"gm": 1, "shock": -3})
    assert roll_of(fight.do("check", "bob", attribute="HT"), "check").target == 10
    assert fight.refuses("check", "bob", skill="lore").code == "no-skill"
