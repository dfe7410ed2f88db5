"""Which defences are open, what they roll and what they count for (AT-65 to AT-78)."""

from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.systems.atomic.attack.defence import open_defences
from tests.rules.kit import fighter, kinds, roll_of
from tests.rules.systems.atomic.fights import PISTOL, STAFF, Fight, duel

KNIFE = {"skills": {"parry": 70, "dodge": 70}, "weapons": ["combat-knife"]}


def may(melee: bool, sheet: dict[str, Any], aware: bool = True, **state: Any) -> list[str]:
    fight = Fight(fighter("bob", sheet=sheet, state=state))
    return [d.id for d in open_defences(fight.battle.state.combatants["bob"], melee, aware)]


def test_a_parry_takes_a_melee_weapon_in_hand_or_unarmed_combat() -> None:
    """AT-70"""
    assert may(True, KNIFE) == ["parry", "dodge"]
    assert may(True, {**KNIFE, "ready": []}) == ["dodge"]
    assert may(True, {"weapons": ["blast-pistol"]}) == ["dodge"]
    assert may(True, {"skills": {"unarmed": 5}}) == ["parry", "dodge"]
    assert may(False, KNIFE) == ["dodge"]


def test_a_block_takes_a_shield_and_stops_shots_too() -> None:
    """AT-71"""
    assert may(True, {**KNIFE, "shield": True}) == ["parry", "block", "dodge"]
    assert may(False, {**KNIFE, "shield": True}) == ["block", "dodge"]


def test_one_melee_attack_is_blocked_a_turn_and_two_by_the_two_fisted() -> None:
    """AT-72"""
    plain = {"shield": True}
    double = {"shield": True, "epithet": "two-fisted"}
    assert may(True, plain, melee_blocks=1, defences=1) == ["dodge"]
    assert may(True, double, melee_blocks=1, defences=1) == ["block", "dodge"]
    assert may(True, double, melee_blocks=1, defences=1, two_fisted_used=True) == ["dodge"]
    assert may(True, double, melee_blocks=2, defences=1) == ["dodge"]
    assert may(False, plain, melee_blocks=1, defences=5) == ["block", "dodge"]


@pytest.mark.parametrize(
    ("state", "asked"),
    [
        ({"wounds": 4}, True),
        ({"wounds": 5}, False),
        ({"wounds": 5, "granted": -20, "last_stand": "used"}, False),
        ({"wounds": 5, "conscious_rounds": 2}, True),
        ({"wounds": 5, "conscious_rounds": 0}, True),
        ({"wounds": 5, "condition": "collapsed"}, False),
    ],
)
def test_the_senseless_are_not_asked(state: dict[str, Any], asked: bool) -> None:
    """AT-65"""
    assert may(True, KNIFE, **state) == (["parry", "dodge"] if asked else [])
    assert may(True, KNIFE, aware=False, **state) == []


def attacked(bob: dict[str, Any], state: dict[str, Any], answer: str, **dice: Any) -> tuple[Fight, list[Any]]:
    fight = duel(bob=bob, bob_state=state, ann__attack=[31], **dice)
    fight.do("attack", "ann", target="bob", with_="combat-staff")
    return fight, fight.answer("bob", answer)


@pytest.mark.parametrize(("before", "penalty"), [(0, 0), (1, -20), (2, -40), (5, -100)])
def test_each_defence_makes_the_next_one_harder(before: int, penalty: int) -> None:
    """AT-67"""
    fight, events = attacked(KNIFE, {"defences": before}, "parry", bob__parry=[1], bob__soak=[1])
    roll = roll_of(events, "parry")
    assert [m.value for m in roll.modifiers if m.rule == "AT-67"] == ([penalty] if penalty else [])
    assert roll.target == 70 + penalty
    assert fight.state("bob").defences == before + 1


def test_the_two_fisted_defence_frees_one_parry_and_is_not_counted() -> None:
    """AT-10, AT-68"""
    double = {**KNIFE, "epithet": "two-fisted"}
    fight, events = attacked(double, {"defences": 2}, "parry", bob__parry=[62])
    assert roll_of(events, "parry").target == 70
    assert (fight.state("bob").defences, fight.state("bob").two_fisted_used) == (2, True)
    fight, events = attacked(
        double, {"defences": 2, "two_fisted_used": True}, "parry", bob__parry=[1], bob__soak=[1]
    )
    assert roll_of(events, "parry").target == 30
    assert fight.state("bob").defences == 3


def test_the_two_fisted_defence_waits_for_a_penalty_and_never_frees_a_dodge() -> None:
    """AT-68"""
    double = {**KNIFE, "epithet": "two-fisted"}
    fight, _ = attacked(double, {}, "parry", bob__parry=[62])
    assert (fight.state("bob").defences, fight.state("bob").two_fisted_used) == (1, False)
    fight, events = attacked(double, {"defences": 1}, "dodge", bob__dodge=[9], bob__soak=[50])
    assert roll_of(events, "dodge").target == 30
    assert (fight.state("bob").defences, fight.state("bob").two_fisted_used) == (2, False)


def test_a_dodge_is_harder_against_melee() -> None:
    """AT-73"""
    _, events = attacked(KNIFE, {}, "dodge", bob__dodge=[32])
    assert (sum(m.value for m in roll_of(events, "dodge").modifiers), roll_of(events, "dodge").target) == (
        -20,
        50,
    )


def test_a_block_rolls_parry_with_a_bonus_and_counts_from_the_answer_on() -> None:
    """AT-69, AT-71"""
    fight, events = attacked({**KNIFE, "shield": True}, {}, "block", bob__block=[96], bob__soak=[50])
    assert (roll_of(events, "block").details["base"], roll_of(events, "block").target) == (70, 90)
    assert (fight.state("bob").melee_blocks, fight.state("bob").defences) == (1, 1)


def test_a_badly_hurt_defender_must_manage_to_act_first() -> None:
    """AT-69, AT-95, AT-96"""
    fight, events = attacked(KNIFE, {"wounds": 4}, "parry", bob__incapacitated_action=[50], bob__soak=[33])
    assert kinds(events)[1:5] == ["defence-counted", "roll", "action-lost", "hit"]
    assert fight.state("bob").defences == 1
    fight, events = attacked(KNIFE, {"wounds": 4}, "parry", bob__incapacitated_action=[10], bob__parry=[45])
    assert roll_of(events, "parry").target == 50
    assert kinds(events)[-1] == "attack-defended"
    fight, events = attacked(
        {**KNIFE, "attributes": {"grit": 11}},
        {"wounds": 4},
        "parry",
        bob__incapacitated_action=[11],
        bob__parry=[69],
    )
    assert roll_of(events, "parry").target == 70


def test_an_offer_shows_the_faces_that_stop_the_attack_as_a_band() -> None:
    """AT-74 to AT-77"""
    fight = duel(bob=KNIFE, ann__attack=[31])
    fight.do("attack", "ann", target="bob", with_="combat-staff")
    parry, dodge, none = fight.prompt().offers
    for offer in (parry, dodge):
        assert offer.sides == 100
        assert sum(last - first + 1 for first, last in offer.faces) / 100 == pytest.approx(offer.chance)
        assert all(first <= last for first, last in offer.faces)
    assert parry.faces[-1] == (30, 70)
    assert (none.faces, none.sides) == ((), 0)


def test_the_offers_say_why_a_defence_is_hard() -> None:
    fight = duel(bob=KNIFE, bob_state={"wounds": 4, "defences": 2}, ann__attack=[31])
    fight.do("attack", "ann", target="bob", with_="combat-staff")
    parry, dodge, none = fight.prompt().offers
    said, counted, effort = str(parry.note).split("; ")
    assert said == "on d100 throw a five or a double, 10 at most"
    assert counted == "third defence this turn"
    assert effort.startswith("needs a GRIT roll of 10 first")
    assert [m.rule for m in dodge.modifiers] == ["AT-73", "AT-67"]
    assert str(none.label) == "No defence"
    assert parry.faces == (), "a roll comes before it"
    # AT-95: 10 faces let him act, none of them critical; at 70 - 40 - 20 the special 5 and 10 win.
    assert parry.chance == pytest.approx(0.10 * 0.02)


OPPOSED = [(62, 10, True), (70, 11, True), (62, 61, False), (62, 62, True), (62, 63, True), (55, 66, True)]
OPPOSED += [(22, 70, False), (30, 72, False)]


@pytest.mark.parametrize(("attack", "parry", "stopped"), OPPOSED)
def test_quality_first_then_the_higher_face_and_ties_to_the_defender(
    attack: int, parry: int, stopped: bool
) -> None:
    """AT-74, AT-75, AT-76, AT-77, AT-78"""
    sheet = {"skills": {"melee": 80, "parry": 80}, "weapons": ["combat-staff"]}
    fight = duel(ann=sheet, bob=sheet, ann__attack=[attack], bob__parry=[parry], bob__soak=[50])
    fight.do("attack", "ann", target="bob", with_="combat-staff")
    events = fight.answer("bob", "parry")
    assert ("attack-defended" in kinds(events)) == stopped
    assert ("hit" in kinds(events)) == (not stopped)


def test_an_answer_that_is_not_open_is_refused() -> None:
    fight = duel(bob=STAFF, ann__attack=[31])
    fight.do("attack", "ann", target="bob", with_="combat-staff")
    refusal = fight.refuses("answer", "bob", answer="block")
    assert refusal.code == "bad-answer"
    assert fight.refuses("answer", "ann", answer="none").code == "not-your-prompt"


def test_a_question_stands_as_it_was_asked_whatever_is_drawn_or_undrawn_under_it() -> None:
    between = {"id": "between", "from": [3, 0], "to": [3, 6], "kind": "wall"}
    fight = Fight(
        fighter("ann", sheet=PISTOL, at=[1, 1]),
        fighter("bob", side="raiders", at=[5, 1], sheet={"skills": {"dodge": 40}}),
        map={"grid": {"kind": "square", "cols": 12, "rows": 6}, "walls": [between]},
        ann__attack=[20],
        bob__dodge=[70],
        bob__soak=[99, 99, 99],
    )
    fight.do("edit-map", drop={"walls": ["between"]})
    fight.do("attack", "ann", **{"with": "blast-pistol"}, target="bob")
    prompt = fight.battle.state.prompt
    assert prompt is not None
    fight.do("edit-map", walls=[{"from": [4.9, 0], "to": [4.9, 3], "kind": "low"}])
    for step in ("undo", "undo", "redo", "undo"):  # the wall that would have stopped the shot is back
        fight.do(step, of="map")
        again = Battle.load("atomic", [event for entry in fight.battle.entries for event in entry.events])
        for battle in (fight.battle, again):
            assert battle.state.prompt == prompt
            assert not battle.is_stuck
    assert not roll_of(fight.answer("bob", "dodge"), "dodge").outcome.endswith("success")
