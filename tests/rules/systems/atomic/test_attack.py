"""The attack up to the hit (AT-54, AT-55, AT-60 to AT-66, AT-79, AT-80), and the order of its checks."""

from typing import Any

import pytest

from rules.engine.dice import Modifier
from rules.engine.text import in_full, text
from rules.systems.atomic.events import AttackStarted, Hit
from tests.rules.kit import command, fighter, kinds, roll_of
from tests.rules.systems.atomic.fights import PISTOL, STAFF, Fight, duel

ALL_RIFLES = {
    "skills": {"ranged": 70},
    "weapons": ["blast-pistol", "laser-pistol", "gauss-rifle", "anti-materiel-rifle"],
    "ready": ["blast-pistol", "laser-pistol", "gauss-rifle", "anti-materiel-rifle"],
}
UNAWARE = {"aware": False}


def test_a_miss_ends_the_attack_and_costs_the_action() -> None:
    """AT-55, AT-60, AT-62, AT-63"""
    fight = duel(ann__attack=[61])
    events = fight.do("attack", "ann", target="bob", with_="combat-staff")
    assert kinds(events) == ["attack-started", "allowance-spent", "roll", "attack-missed"]
    assert fight.state("ann").as_json()["allowances"] == {"significant": 0, "move": 1, "quick": 1}
    assert fight.refuses("attack", "ann", target="bob", **{"with": "combat-staff"}).code == "allowance-spent"


def test_a_hit_asks_the_target_and_wounds_without_a_damage_roll() -> None:
    """AT-64, AT-79, AT-80"""
    fight = duel(ann__attack=[41], bob__soak=[60])
    events = fight.do("attack", "ann", target="bob", with_="combat-staff")
    assert kinds(events)[-2:] == ["roll", "prompt-opened"]
    assert fight.prompt().choices == ("dodge", "none")
    assert fight.prompt().default == "none"
    events = fight.answer("bob", "none")
    assert kinds(events) == ["prompt-answered", "hit", "roll", "wounds-taken"]
    assert fight.state("bob").wounds == 2


def test_the_event_that_starts_an_attack_keeps_the_facts_and_what_the_gm_overruled() -> None:
    """AT-66"""
    fight = duel(ann=ALL_RIFLES, ann__attack=[90])
    facts = {"range": "far", "cover": "good", "modifier": -10}
    events = fight.do("attack", "ann", target="bob", with_="gauss-rifle", facts=facts)
    started = events[0]
    assert isinstance(started, AttackStarted)
    assert started.facts == {
        "range": "far",
        "cover": "good",
        "line_of_fire": True,
        "aware": True,
        "modifier": -10,
    }
    assert started.overruled == ("range", "cover", "modifier")
    assert roll_of(events, "attack").modifiers == (Modifier(text("gm"), -10, "AT-66"),)
    assert roll_of(events, "attack").target == 60


def test_a_distant_shot_has_a_penalty_and_a_distant_blow_has_none() -> None:
    """AT-11, AT-37"""
    whip = {"id": "whip", "skill": "melee", "wounds": 1, "ranges": ["distant"]}
    fight = duel(
        ann={
            "skills": {"melee": 50, "ranged": 50},
            "weapons": ["gauss-rifle", whip],
            "ready": ["gauss-rifle", "whip"],
        }
    )
    distant = {"range": "distant"}
    shot = fight.plan("attack", "ann", target="bob", with_="gauss-rifle", facts=distant)
    assert (shot.target_number, shot.modifiers) == (30, (Modifier(text("distant"), -20, "AT-37"),))
    blow = fight.plan("attack", "ann", target="bob", with_="whip", facts=distant)
    assert (blow.target_number, blow.modifiers) == (50, ())


PROTECTION: list[tuple[str, str, str, int, int]] = [
    # weapon, armour, cover, face, wounds before the soak
    ("blast-pistol", "medium", "none", 31, 0),
    ("laser-pistol", "medium", "none", 31, 1),
    ("gauss-rifle", "medium", "partial", 31, 2),
    ("gauss-rifle", "heavy", "none", 31, 2),
    ("anti-materiel-rifle", "heavy", "good", 31, 2),
    ("blast-pistol", "none", "excellent", 40, 1),
    ("gauss-rifle", "none", "excellent", 66, 3),
    ("gauss-rifle", "heavy", "none", 66, 6),
    ("blast-pistol", "heavy", "good", 55, 3),
]


@pytest.mark.parametrize(("weapon", "armour", "cover", "face", "incoming"), PROTECTION)
def test_cover_comes_first_then_the_grade_then_armour(
    weapon: str, armour: str, cover: str, face: int, incoming: int
) -> None:
    """AT-15, AT-81, AT-82, AT-83, AT-84, AT-85"""
    fight = duel(ann=ALL_RIFLES, bob={"armour": armour}, ann__attack=[face], bob__soak=[99])
    facts = {"cover": cover, "aware": False, "range": "far"}
    events = fight.do("attack", "ann", target="bob", with_=weapon, facts=facts)
    assert next(e for e in events if isinstance(e, Hit)).incoming == incoming


def test_cover_does_not_count_when_engaged() -> None:
    """AT-39"""
    fight = duel(ann=PISTOL, ann__attack=[31], bob__soak=[99])
    facts = {"cover": "excellent", "range": "engaged", "aware": False}
    plan = fight.plan("attack", "ann", target="bob", with_="blast-pistol", facts=facts)
    assert [note.rule for note in plan.notes] == ["AT-39"]
    fight.do("attack", "ann", target="bob", with_="blast-pistol", facts=facts)
    assert fight.state("bob").wounds == 2


def test_who_is_unaware_is_not_asked_but_soaks() -> None:
    """AT-40"""
    fight = duel(ann__attack=[41], bob__soak=[31])
    events = fight.do("attack", "ann", target="bob", with_="combat-staff", facts=UNAWARE)
    assert fight.prompt() is None
    assert roll_of(events, "soak").outcome == "success"
    assert fight.state("bob").wounds == 1


def test_the_question_names_attacker_weapon_and_roll_and_each_defence_its_chance() -> None:
    fight = duel(bob={"skills": {"parry": 70, "dodge": 50}, "weapons": ["combat-knife"]}, ann__attack=[41])
    fight.do("attack", "ann", target="bob", with_="combat-staff")
    prompt = fight.prompt()
    assert in_full(prompt.question) == (
        "Ann attacks you with the combat staff: 41 against 60, an ordinary success. How do you defend?"
    )
    offers = {offer.id: offer for offer in prompt.offers}
    # A parry at 70 wins with 41 to 70, and with what is special or critical below that.
    better = [f for f in range(1, 41) if f % 5 == 0 or f % 11 == 0]
    assert offers["parry"].chance == pytest.approx((30 + len(better)) / 100)
    assert offers["dodge"].modifiers == (Modifier(text("against melee"), -20, "AT-73"),)
    assert in_full(offers["parry"].chance_of) == "stops the attack"
    assert offers["none"].chance is None
    assert (prompt.to, prompt.about) == ("bob", "ann")


def test_the_checks_come_in_the_order_of_the_rules() -> None:
    """AT-16, AT-50, AT-94: each command is wrong in all that comes after too."""
    fight = Fight(
        fighter("ann", sheet={"weapons": ["blast-rifle", "combat-knife"]}),
        fighter("bob", state={"wounds": 5, "condition": "dead"}),
        fighter("cat"),
        fighter("dan", state={"wounds": 5, "condition": "collapsed"}),
        ann__attack=[99],
        cat__attack=[20],
    )

    def code(actor: str, **params: Any) -> str:
        return fight.refuses("attack", actor, **params).code

    engaged = {"range": "engaged", "line_of_fire": False}
    assert code("nobody", target="ann", **{"with": "x"}) == "unknown-combatant"
    assert fight.refuses("assault", "dan").code == "unknown-action"
    assert code("dan", target="nobody", **{"with": "x"}) == "cannot-act"
    assert code("ann", target="nobody", **{"with": "laser-pistol"}) == "unknown-weapon"
    assert code("ann", target="nobody", **{"with": "combat-knife"}) == "not-ready"
    assert code("ann", target="nobody", **{"with": "blast-rifle"}) == "unknown-combatant"
    assert code("ann", target="bob", facts=engaged, **{"with": "blast-rifle"}) == "no-target"
    assert code("ann", target="ann", facts=engaged, **{"with": "blast-rifle"}) == "no-target"
    assert code("ann", target="cat", facts=engaged, **{"with": "blast-rifle"}) == "out-of-range"
    assert (
        code("ann", target="cat", facts={"line_of_fire": False}, **{"with": "blast-rifle"})
        == "no-line-of-fire"
    )
    assert code("ann", target="cat", **{"with": 3}) == "bad-command"
    assert code("ann", target="cat") == "unknown-weapon"
    assert code("ann", **{"with": "blast-rifle"}) == "unknown-combatant"
    fight.do("attack", "ann", target="cat", with_="blast-rifle")
    assert code("ann", target="nobody", **{"with": "x"}) == "allowance-spent"
    fight.do("attack", "cat", target="ann", with_="fist")
    assert fight.refuses("attack", "dan", target="x").code == "prompt-open"
    assert fight.refuses("attack", "nobody", target="x").code == "unknown-combatant"


@pytest.mark.parametrize(
    "facts",
    [
        {"range": "close"},
        {"cover": "some"},
        {"aware": 1},
        {"modifier": True},
        {"modifier": 201},
        {"wind": 1},
        {"range": []},
    ],
)
def test_a_fact_that_cannot_be_is_refused(facts: dict[str, Any]) -> None:
    """AT-66"""
    fight = duel()
    assert (
        fight.refuses("attack", "ann", target="bob", **{"with": "combat-staff", "facts": facts}).code
        == "bad-command"
    )


def test_what_is_not_said_yet_is_not_checked() -> None:
    fight = duel(ann=PISTOL)
    battle = fight.battle
    assert battle.now.check(command("attack", "ann")) is None
    assert battle.now.check(command("attack", "ann", **{"with": "blast-pistol"})) is None
    assert battle.now.check(command("attack", "ann", target="bob")) is None
    not_in_hand = battle.now.check(command("attack", "ann", **{"with": "combat-knife"}))
    assert not_in_hand is not None
    assert not_in_hand.code == "not-ready"
    assert "draw it first" in not_in_hand.message
    far = battle.now.check(
        command("attack", "ann", target="bob", **{"with": "blast-pistol", "facts": {"range": "distant"}})
    )
    assert far is not None
    assert far.code == "out-of-range"


def test_a_refusal_for_range_says_what_would_work() -> None:
    """AT-34, AT-36"""
    fight = duel(ann={"weapons": ["combat-staff", "blast-rifle"], "ready": ["combat-staff"]})
    refusal = fight.refuses(
        "attack", "ann", target="bob", **{"with": "combat-staff", "facts": {"range": "far"}}
    )
    assert refusal.message == (
        "Bob is far from Ann; the combat staff is for engaged. Move closer, or draw the blast rifle."
    )
    assert refusal.rule == "AT-36"


def test_the_plan_has_each_fact_with_what_may_be_said_instead() -> None:
    """AT-33, AT-38, AT-39, AT-40"""
    fight = duel(ann=PISTOL, bob={"armour": "heavy"})
    plan = fight.plan("attack", "ann", target="bob", with_="blast-pistol", facts={"cover": "good"})
    assert [fact.id for fact in plan.facts] == ["range", "cover", "line_of_fire", "aware", "modifier"]
    assert [fact.overruled for fact in plan.facts] == [False, True, False, False, False]
    assert [choice.id for choice in plan.facts[0].choices] == ["engaged", "near", "far", "distant"]
    assert plan.facts[4].number
    assert [(note.value, note.rule) for note in plan.notes] == [(-2, "AT-84"), (-3, "AT-85")]
    assert (str(plan.roll), plan.target_number, plan.target) == ("Ranged 60", 60, "bob")


def test_an_attack_needs_no_allowance_of_the_defender() -> None:
    """AT-54"""
    fight = duel(bob=STAFF, ann__attack=[41], bob__parry=[40])
    fight.set("bob", allowances={"significant": 0, "move": 0, "quick": 0})
    fight.do("attack", "ann", target="bob", with_="combat-staff")
    assert kinds(fight.answer("bob", "parry"))[:3] == ["prompt-answered", "defence-counted", "roll"]


def test_each_hit_is_worked_out_on_its_own() -> None:
    """AT-90"""
    fight = duel(ann__attack=[41, 41], bob__soak=[31, 22])
    for _ in range(2):
        fight.do("attack", "ann", target="bob", with_="combat-staff", facts=UNAWARE)
        fight.do("turn", "ann")
    assert fight.state("bob").wounds == 1
