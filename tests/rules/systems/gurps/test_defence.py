"""Active defences: which are open, what each rolls, what trying it costs (section 8.1)."""

from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.refusal import Refusal
from rules.engine.text import in_full
from tests.rules.kit import command, fighter, kinds, roll_of
from tests.rules.systems.gurps.fights import OPEN, SWORD, Fight, duel, labels

HIT = [3, 3, 4]
FAIL = [5, 5, 4]
MADE = [1, 2, 2]


def attacked(
    bob: Any = None, *, ann: Any = None, bob_state: Any = None, facts: Any = None, **dice: Any
) -> Fight:
    """A fight in which Ann has just hit, if Bob does nothing."""
    state = bob_state or {}
    fight = duel(ann=ann, bob=bob, bob_state=state, **{"ann__attack": [HIT[0], HIT[1], HIT[2]] * 4, **dice})
    weapon = fight.battle.state.combatants["ann"].sheet.weapons[0].id
    fight.do("attack", "ann", target="bob", with_=weapon, facts=facts or {})
    return fight


def choices(*args: Any, **kwargs: Any) -> Any:
    prompt = attacked(*args, **kwargs).prompt()
    return None if prompt is None else prompt.choices


FULL = {"stock": "knight"}


@pytest.mark.parametrize(
    "why",
    [
        {"facts": {"aware": False}},
        {"facts": {"facing": "back"}},
        {"bob_state": {"unconscious": True}},
        {"bob_state": {"maneuver": {"id": "do-nothing"}}},
        {"bob_state": {"maneuver": {"id": "all-out-attack-melee", "variant": "strong"}}},
        {"ann__attack": [1, 1, 2]},
    ],
)
def test_who_has_no_defence_is_not_asked(why: Any) -> None:
    """GU-810, GU-806"""
    dice = {"ann__damage": [1], "bob__knockdown": MADE}
    assert choices(FULL, **{**dice, **why}) is None


def test_only_legal_defences_are_offered_each_with_its_chance() -> None:
    """GU-806, GU-819"""
    fight = attacked(FULL)
    offers = fight.offers()
    assert list(offers) == ["dodge", "parry", "block", "none"]
    assert offers["dodge"].chance == pytest.approx(108 / 216)  # 10 or less
    assert offers["parry"].chance == pytest.approx(181 / 216)  # 13
    assert offers["block"].chance == pytest.approx(160 / 216)  # 12
    assert {in_full(offers[id_].chance_of) for id_ in ("dodge", "parry", "block")} == {"stops the attack"}
    assert [o.id for o in offers["dodge"].options] == ["retreat", "acrobatic-dodge"]
    assert [o.id for o in offers["parry"].options] == ["retreat", "riposte"]
    assert [o.id for o in offers["block"].options] == ["retreat"]
    assert offers["none"].options == ()
    retreat = offers["dodge"].options[0]
    assert retreat.chance == pytest.approx(181 / 216)


def test_a_bad_answer_leaves_the_question_open() -> None:
    """GU-819, GU-801"""
    fight = attacked(FULL)
    for wrong in (
        {"answer": "duck"},
        {"answer": "parry", "with": "axe"},
        {"answer": "dodge", "options": ["dive"]},
        {"answer": "dodge", "options": ["riposte"]},
        {"answer": "block", "options": ["acrobatic-dodge"]},
        {"answer": "parry", "options": [{"id": "riposte", "by": 9}]},
        {"answer": "parry", "options": [{"id": "riposte", "by": "much"}]},
    ):
        assert fight.refuses("answer", "bob", **wrong).code == "bad-answer"
    assert fight.refuses("answer", "ann", answer="dodge").code == "not-your-prompt"
    assert fight.refuses("move", "bob", yards=1).code == "prompt-open"
    assert fight.refuses("attack", "zoe").code == "prompt-open"
    assert fight.prompt() is not None


def test_what_makes_a_defence_worse() -> None:
    """GU-811, GU-222, GU-223, GU-1001"""
    state = {
        "dodges": 2,
        "stunned": True,
        "posture": "kneeling",
        "blind": ["right-eye", "left-eye"],
        "shock": 4,
    }
    fight = attacked(
        FULL,
        bob_state=state,
        facts={"facing": "side", "defence_modifier": 1},
        bob__dodge=FAIL,
        ann__damage=[1],
    )
    fight.answer("bob", "none")
    fight = attacked(
        FULL,
        bob_state=state,
        facts={"facing": "side", "defence_modifier": 1},
        bob__dodge=FAIL,
        ann__damage=[1],
    )
    assert labels(roll_of(fight.answer("bob", "dodge"), "dodge")) == {
        "combat-reflexes": 1,
        "shield": 2,
        "from the side": -2,
        "stunned": -4,
        "posture": -2,
        "blind": -4,
        "gm": 1,
        "earlier dodges": -2,
    }


def test_maneuvers_change_defences() -> None:
    """GU-713, GU-714, GU-715, GU-818"""

    def chance(maneuver: Any, kind: str = "dodge", **state: Any) -> Any:
        return attacked(SWORD, bob_state={"maneuver": maneuver, **state}).offers()[kind].modifiers

    assert [
        m.value for m in chance({"id": "all-out-defense", "variant": "enhanced", "defence": "dodge"})
    ] == [2]
    assert chance({"id": "all-out-defense", "variant": "enhanced", "defence": "parry"}) == ()
    assert [m.value for m in chance({"id": "committed-attack-melee", "variant": "strong"})] == [-2]
    assert [m.value for m in chance({"id": "defensive-attack-melee"}, "parry")] == [1]
    used = {"attacked_with": ["broadsword"]}
    committed = {"maneuver": {"id": "committed-attack-melee", "variant": "strong"}, **used}
    fight = attacked(SWORD, bob_state=committed)
    assert [way.id for way in fight.offers()["parry"].ways] == ["left-hand"]
    assert "retreat" not in [o.id for o in fight.offers()["dodge"].options]
    run = attacked(SWORD, bob_state={"maneuver": {"id": "move-and-attack"}, **used})
    assert [way.id for way in run.offers()["parry"].ways] == ["left-hand"]


def test_an_unbalanced_weapon_parries_only_after_a_defensive_attack() -> None:
    """GU-715, GU-818"""
    axe = {"skills": {"axe-mace": 14}, "weapons": ["axe"]}

    def ways(maneuver: str) -> list[str]:
        state = {"maneuver": {"id": maneuver}, "attacked_with": ["axe"]}
        return [way.id for way in attacked(axe, bob_state=state).offers()["parry"].ways]

    assert "axe" not in ways("attack")
    assert "axe" in ways("defensive-attack-melee")
    state = {"maneuver": {"id": "defensive-attack-melee"}, "attacked_with": ["axe"]}
    assert attacked(axe, bob_state=state).offers()["parry"].modifiers == ()


def test_parries_repeat_worse_by_weapon_and_school() -> None:
    """GU-812"""

    def penalty(sheet: Any) -> list[int]:
        fight = attacked(sheet, bob_state={"parries": {"rapier": 1, "broadsword": 1}})
        return [m.value for m in fight.offers()["parry"].modifiers if in_full(m.label) == "earlier parries"]

    skills = {"rapier": 20, "broadsword": 20}
    assert penalty({"skills": skills, "weapons": ["broadsword"]}) == [-4]
    assert penalty({"skills": skills, "weapons": ["rapier"]}) == [-2]
    assert penalty({"skills": skills, "weapons": ["broadsword"], "advantages": ["trained-by-a-master"]}) == [
        -2
    ]
    assert penalty({"skills": skills, "weapons": ["rapier"], "advantages": ["weapon-master"]}) == [-1]


def test_bare_hands_parry_by_their_best_art() -> None:
    """GU-813"""

    def hands(**skills: int) -> int:
        made = attacked({"skills": skills}).offers()["parry"]
        return int(in_full(made.note).split(", ")[1].split()[0])

    assert hands() == 5  # DX 10, -3 against a weapon
    assert hands(brawling=14) == 7
    assert hands(brawling=14, karate=13) == 9
    thrust = {"skills": {"spear": 14}, "weapons": ["spear"]}
    fight = attacked({"skills": {"boxing": 14}}, ann=thrust)
    assert fight.offers()["parry"].modifiers == ()
    fist = duel(ann={"skills": {"brawling": 14}}, bob={}, ann__attack=HIT)
    fist.do("attack", "ann", target="bob", with_="punch")
    assert fist.offers()["parry"].modifiers == ()


def test_missiles_are_dodged_or_dived_from_and_parried_only_at_hand() -> None:
    """GU-815, GU-214"""
    bow = {"skills": {"bow": 16}, "weapons": ["longbow"]}
    assert choices(SWORD, ann=bow, facts={"distance": 4}) == ("dodge", "none")
    assert choices(SWORD, ann=bow, facts={"distance": 1, "close_quarters": False}) == (
        "dodge",
        "parry",
        "none",
    )
    fight = attacked({}, ann=bow, facts={"distance": 4}, bob__dodge=MADE)
    assert [o.id for o in fight.offers()["dodge"].options] == ["acrobatic-dodge", "dive"]
    fight.answer("bob", "dodge", options=["dive"])
    assert fight.state("bob").posture == "prone"
    tight = attacked({}, ann=bow, facts={"distance": 4, "space": False})
    assert [o.id for o in tight.offers()["dodge"].options] == ["acrobatic-dodge"]
    gun = {"skills": {"guns-pistol": 16}, "weapons": ["pistol"]}
    shield = {"skills": {"shield": 14}, "weapons": ["medium-shield"]}
    assert choices(shield, ann=gun, facts={"distance": 4}) == ("dodge", "none")
    assert choices(shield, ann=bow, facts={"distance": 4}) == ("dodge", "block", "none")


def test_the_chance_of_an_acrobatic_dodge_counts_the_numbers_of_the_house() -> None:
    """GU-819"""
    fight = duel(ann__attack=HIT)
    table = {"part": "tables", "id": "defence-options", "to": {"acrobatics": 5, "acrobatics-failed": -1}}
    fight.do("set-house", changes=[table])
    fight.do("attack", "ann", target="bob", with_="broadsword")
    acrobatic = next(o for o in fight.offers()["dodge"].options if o.id == "acrobatic-dodge")
    good = 4 / 216  # Acrobatics at DX - 6
    assert acrobatic.chance == pytest.approx(good * 181 / 216 + (1 - good) * 35 / 216)  # 8 + 5, 8 - 1


def test_a_jet_is_dodged_and_blocked() -> None:
    """GU-736, GU-815"""
    jet = {"skills": {"liquid-projector": 14}, "weapons": ["flamethrower"]}
    fight = attacked({"skills": {"shield": 14}, "weapons": ["medium-shield"]}, ann=jet, facts={"distance": 8})
    assert fight.prompt().choices == ("dodge", "block", "none")
    assert [o.id for o in fight.offers()["dodge"].options] == ["retreat", "acrobatic-dodge"]


def test_a_retreat_comes_once_and_not_to_everybody() -> None:
    """GU-819, GU-1001"""

    def may(**state: Any) -> bool:
        options = attacked(SWORD, bob_state=state).offers()["dodge"].options
        return "retreat" in [o.id for o in options]

    assert may()
    assert may(posture="crouching")
    assert not any((may(posture="kneeling"), may(stunned=True), may(retreated=True)))

    def bonus(sheet: Any, kind: str) -> int:
        fight = attacked(sheet, **{f"bob__{kind}": MADE})
        fight.answer("bob", kind, options=["retreat"])
        return labels(roll_of(fight.battle.entries[-1].events, kind))["retreat"]

    assert bonus(SWORD, "parry") == 1
    assert bonus({"skills": {"rapier": 14}, "weapons": ["rapier"]}, "parry") == 3
    assert bonus({"skills": {"judo": 14}}, "parry") == 3
    assert bonus({"skills": {"shield": 14}, "weapons": ["medium-shield"]}, "block") == 1


def test_critical_failures_have_their_price() -> None:
    """GU-816"""
    fumble = [6, 6, 6]
    fight = attacked(FULL, bob__dodge=fumble, ann__damage=[1])
    fight.answer("bob", "dodge")
    assert fight.state("bob").posture == "prone"
    fight = attacked(FULL, bob__parry=fumble, ann__damage=[1])
    fight.answer("bob", "parry")
    assert fight.state("bob").ready["broadsword"] is False
    fight = attacked(FULL, bob__block=fumble, ann__damage=[1])
    fight.answer("bob", "block")
    assert fight.state("bob").ready["medium-shield"] is False


def test_a_riposte_lasts_until_the_next_turn_ends() -> None:
    """GU-608, GU-609, GU-819"""
    fight = attacked({"skills": {"broadsword": 18}, "weapons": ["broadsword"]}, bob__parry=MADE)
    fight.answer("bob", "parry", options=[{"id": "riposte", "by": 4}])
    assert fight.state("bob").riposte.penalty == 2
    fight.do("turn", "bob")
    assert fight.state("bob").riposte is not None
    fight.do("end-turn", "bob")
    assert fight.state("bob").riposte is None


def test_a_feint_weighs_on_the_dodge_alone() -> None:
    """GU-717, GU-811"""
    fight = duel(bob=SWORD, ann__feint=[3, 3, 3], bob__feint=[4, 4, 4], ann__attack=HIT)
    fight.do("feint", "ann", target="bob", with_="broadsword")
    fight.do("turn", "ann")
    fight.do("attack", "ann", target="bob", with_="broadsword")
    offers = fight.offers()
    assert [in_full(m.label) for m in offers["dodge"].modifiers] == ["feint"]
    assert offers["parry"].modifiers == ()


def test_a_failed_bare_handed_parry_may_stay_where_it_was_aimed() -> None:
    """GU-807"""
    fight = attacked({"HP": 20}, bob__parry=FAIL, ann__damage=[1])
    fight.answer("bob", "parry")
    assert fight.prompt().purpose == "parry-limb"
    events = fight.answer("ann", "original")
    assert roll_of(events, "damage").details["location"] == "torso"


def test_a_fact_said_with_an_answer_holds_from_then_on() -> None:
    """GU-500"""
    fight = attacked(SWORD, bob__dodge=[3, 4, 4])
    assert fight.refuses("answer", "bob", answer="dodge", facts={"weather": 1}).code == "bad-command"
    events = fight.answer("bob", "dodge", facts={"defence_modifier": 3})
    assert "attack-defended" in kinds(events)


def test_a_crossed_flail_and_a_bound_hand() -> None:
    """GU-814, GU-818: what has crossed or supported parries no more."""
    state = {"locked": ["broadsword", "left-hand"]}
    assert choices(SWORD, bob_state=state) == ("dodge", "none")
    lone = {"skills": {"smallsword": 16, "flail": 14}, "weapons": ["smallsword"]}
    fight = attacked(lone, ann={"skills": {"flail": 14}, "weapons": ["flail"]})
    assert fight.refuses("answer", "bob", answer="parry", **{"with": "smallsword"}).rule == "GU-814"
    assert [m.value for m in fight.offers()["parry"].modifiers if in_full(m.label) == "flail"] == [-4]


def test_the_question_can_be_taken_up_again_after_a_restart() -> None:
    """GU-806"""
    fight = attacked(FULL, bob__dodge=MADE)
    again = Battle.load("gurps", [event for entry in fight.battle.entries for event in entry.events])
    assert again.state == fight.battle.state
    again.handle(command("answer", "bob", answer="dodge"), fight.dice)
    assert again.state.prompt is None


# ------------------------------------------------------------------------------------------ the GM's word
def test_a_defence_is_weighed_and_rolled_under_the_facts_that_the_gm_says_with_it() -> None:
    """GU-500: what is said with an answer holds from then on."""
    fight = attacked(SWORD, ann__damage=[3], bob__dodge=[6, 5, 4], bob__knockdown=[3, 3, 3])
    assert {fact.id for fact in fight.battle.asked_facts()} == {
        "facing",
        "aware",
        "space",
        "defence_modifier",
    }
    said = {"facing": "side", "defence_modifier": -1, "space": False}
    plain = fight.offers()["dodge"]
    weighed = fight.battle.weigh(command("answer", "bob", answer="dodge", facts=said))
    added = {in_full(m.label): m.value for m in weighed.modifiers if m not in plain.modifiers}
    assert added == {"from the side": -2, "gm": -1}
    no_room = {**said, "space": False}
    refused = fight.refuses("answer", "bob", answer="dodge", facts=no_room, options=["retreat"])
    assert refused.code == "bad-answer"
    roll = roll_of(fight.answer("bob", "dodge", facts=said), "dodge")
    assert roll.modifiers == weighed.modifiers
    assert fight.battle.asked_facts() == ()


def test_a_dive_shows_who_is_inside_and_takes_the_gms_word_for_it() -> None:
    """GU-500, GU-834, GU-836"""
    bomb = {"skills": {"throwing": 12}, "weapons": ["grenade"]}
    fight = Fight(
        fighter("ann", "a", bomb, at=[3, 3]),
        fighter("bob", "b", {"HP": 60}, at=[9, 3]),
        fighter("cyd", "b", {"HP": 60}, at=[10, 3]),
        map=OPEN,
        ann__attack=[3, 3, 3],
        ann__damage=[3, 3, 3, 3],
    )
    fight.do("attack", "ann", with_="grenade", at=[9, 3])
    facts = {fact.id: fact for fact in fight.battle.asked_facts()}
    assert facts["area"].value == {"bob": 0, "cyd": 1}
    assert in_full(facts["area"].words) == "Bob 0, Cyd 1"
    unseen = command("answer", "bob", answer="dive", facts={"facing": "back"})
    with pytest.raises(Refusal, match="no dive"):
        fight.battle.weigh(unseen)
    fight.answer("bob", "none", facts={"area": {"bob": 4}})
    assert fight.prompt() is None
    assert (fight.state("bob").hp, fight.state("cyd").hp) == (57, 60)


def test_a_riposte_is_offered_by_as_much_as_the_parry_can_bear() -> None:
    """GU-806, GU-819"""
    poor = attacked({"skills": {"broadsword": 4}, "weapons": ["broadsword"]}).offers()["parry"]
    assert "riposte" not in [extra.id for extra in poor.options]  # 5, of which no help makes 9
    good = attacked({"skills": {"broadsword": 18}, "weapons": ["broadsword"]}).offers()["parry"]
    most = {extra.id: extra.high for extra in good.options}["riposte"]
    fight = attacked({"skills": {"broadsword": 18}, "weapons": ["broadsword"]}, bob__parry=MADE)
    helps = [{"id": extra.id} for extra in good.options if extra.id != "riposte"]
    with pytest.raises(Refusal, match="8 or more"):
        fight.answer("bob", "parry", with_="broadsword", options=[*helps, {"id": "riposte", "by": most + 1}])
    fight.answer("bob", "parry", with_="broadsword", options=[*helps, {"id": "riposte", "by": most}])
    assert fight.state("bob").riposte.penalty == most // 2
