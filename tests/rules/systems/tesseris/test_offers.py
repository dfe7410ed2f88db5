"""What is offered can be done: a check lets pass what the plan does, and what cannot work says why."""

from typing import Any

import pytest

from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.text import in_full
from tests.rules.kit import command, fighter
from tests.rules.systems.tesseris.fights import OPEN, Fight

RIFLE = {"weapons": ["rifle", "knife"]}
WALLED = {
    **OPEN,
    "walls": [
        {"id": "w", "from": [10, 0], "to": [10, 6], "kind": "wall"},
        {"id": "l", "from": [2, 8], "to": [5, 8], "kind": "low", "material": "stone"},
    ],
}


def checked(fight: Fight, what: str, actor: str, **params: Any) -> str:
    """Give the code with which a check refuses; empty where it lets pass."""
    refusal = fight.battle.now.check(command(what, actor, **params))
    return "" if refusal is None else refusal.code


def planned(fight: Fight, what: str, actor: str, **params: Any) -> str:
    try:
        fight.battle.now.plan(command(what, actor, **params))
    except Refusal as refusal:
        return refusal.code
    return ""


def apart(yards: int, **rest: Any) -> Fight:
    return Fight(fighter("ann", at=[1, 1], **rest), fighter("bob", at=[1 + yards, 1], sheet=RIFLE), map=OPEN)


def test_a_check_without_a_weapon_looks_at_target_and_distance_all_the_same() -> None:
    """TS-208, TS-200"""
    fight = apart(7, sheet=RIFLE)
    for what in ("melee-strike", "knockout-blow", "disarm", "trip", "guarded-attack"):
        assert checked(fight, what, "ann", target="bob") == "out-of-range"
        assert planned(fight, what, "ann", target="bob") == "out-of-range"
    assert checked(fight, "straight-shot", "ann", target="bob") == ""
    walled = Fight(fighter("ann", at=[1, 1], sheet=RIFLE), fighter("bob", at=[15, 1]), map=WALLED)
    assert checked(walled, "straight-shot", "ann", target="bob") == "no-line-of-fire"


def test_every_attack_that_a_check_lets_pass_is_planned_with_nothing_else_said() -> None:
    """TS-099, TS-200"""
    for yards in (1, 3, 7, 25, 38):
        fight = apart(yards, sheet=RIFLE, state={"ticks": 9})
        for action in fight.battle.system.actions:
            if action.aimed and checked(fight, action.id, "ann", target="bob") == "":
                assert planned(fight, action.id, "ann", target="bob") in ("", "bad-command"), action.id


@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("distract", "no-target"),
        ("attack-cover", "no-cover"),
        ("join-grapple", "not-grappled"),
        ("rally", "no-target"),
        ("melee-strike", "out-of-range"),
        ("grapple", "out-of-range"),
        ("clear-jam", "wrong-weapon"),
        ("reload", "wrong-weapon"),
    ],
)
def test_what_can_be_done_to_nobody_is_not_offered(what: str, code: str) -> None:
    """TS-346, TS-135, TS-111, TS-337"""
    assert checked(apart(7, sheet=RIFLE), what, "ann") == code


def test_each_is_offered_where_it_works() -> None:
    """TS-346, TS-135, TS-111, TS-337"""
    fight = Fight(
        fighter("ann", side="heroes", at=[3, 7], sheet=RIFLE),
        fighter("bob", side="heroes", at=[4, 7], state={"conditions": {"frightened": {}}}),
        fighter("cat", at=[3, 6], sheet={"weapons": ["sword"]}, state={"swordpoint": {"on": "bob"}}),
        fighter("dan", side="raiders", at=[4, 6], state={"conditions": {"grappled": {"with": ["eve"]}}}),
        fighter("eve", side="raiders", at=[5, 6], state={"conditions": {"grappled": {"with": ["dan"]}}}),
        map=WALLED,
    )
    for what in ("distract", "join-grapple", "rally", "attack-cover", "melee-strike"):
        assert checked(fight, what, "ann") == "", what
    found = fight.battle.system.action("rally")
    assert found is not None
    ways = found.ways(BattleView(fight.battle.state), fight_of(fight, "ann"))
    assert [(said, in_full(words)) for said, words in ways] == [
        ({"target": "bob", "condition": "frightened"}, "Bob: frightened")
    ]


def fight_of(fight: Fight, who: str) -> Any:
    return fight.battle.state.combatants[who]


def test_the_hunkered_are_offered_no_blow() -> None:
    """TS-145"""
    cover = {"cover": {"material": "stone", "hunkered": True}}
    fight = Fight(fighter("ann", sheet={"weapons": ["sword"]}, state=cover), fighter("bob"))
    for what in ("melee-strike", "precision-strike", "trip"):
        assert checked(fight, what, "ann") == "hunkered"
    assert checked(fight, "melee-strike", "ann", facts={"near_side": True}) == ""


def test_several_guns_without_a_gun_are_refused_in_words() -> None:
    """TS-126"""
    fight = Fight(fighter("ann", sheet={"traits": ["multi-weapon-ranged"]}), fighter("bob"))
    assert checked(fight, "multi-strike-ranged", "ann") == "wrong-weapon"
    action = fight.battle.system.action("multi-strike-ranged")
    assert action is not None
    said = Command(do=action.id, actor="ann", params={"target": "bob"})
    assert [p.id for p in action.options(BattleView(fight.battle.state), said)] == []


def test_a_dive_for_cover_is_offered_where_there_is_some_and_leads_only_there() -> None:
    """TS-148"""
    fight = Fight(fighter("ann", at=[3, 5]), fighter("bob", at=[30, 15]), map=WALLED)
    here = {"cover": "here"}
    assert checked(fight, "dive", "ann", **here) == ""
    places = fight.battle.now.reach("ann", None, Command(do="dive", actor="ann", params=here)).costs
    assert places
    assert all(planned(fight, "dive", "ann", to=list(place), **here) == "" for place in places)
    assert checked(fight, "dive", "bob", **here) == "no-cover"


def test_a_charge_leads_only_to_where_it_strikes() -> None:
    """TS-107"""
    fight = apart(5, sheet={"weapons": ["sword"]})
    said = Command(do="charge", actor="ann", params={"target": "bob"})
    places = fight.battle.now.reach("ann", None, said).costs
    assert places
    assert all(planned(fight, "charge", "ann", target="bob", to=list(place)) == "" for place in places)


def test_who_has_no_tick_left_reaches_nothing() -> None:
    """TS-060, TS-160"""
    fight = apart(7, state={"ticks": 0})
    for within in (None, Command(do="run", actor="ann"), Command(do="quick-step", actor="ann")):
        if within is not None and within.do == "quick-step":
            assert fight.battle.now.reach("ann", None, within).costs  # it is free
            continue
        with pytest.raises(Refusal) as caught:
            fight.battle.now.reach("ann", None, within)
        assert caught.value.code == "no-ticks"


def test_a_spell_takes_as_many_ticks_as_a_page_lists_and_no_player_says_fewer_than_usual() -> None:
    """TS-134"""
    fight = Fight(fighter("ann"), fighter("bob"), ann__test=[1] * 3)
    fight.do("cast-offensive-spell", "ann", ticks="4", difficulty=1)
    assert fight.state("ann").ticks == 1
    assert fight.battle.system.secrets.gm_only(command("cast-offensive-spell", "ann", ticks="2")) == "ticks"


def test_a_prompt_says_what_a_defence_must_reach() -> None:
    """TS-202, TS-045"""
    fight = Fight(fighter("ann", sheet=RIFLE), fighter("bob"), ann__attack=[6, 6, 1])
    fight.do("attack", "ann", target="bob", facts={"distance": 8})
    assert "A defence of 2 or more holds." in in_full(fight.prompt().question)
    duck = next(offer for offer in fight.prompt().offers if offer.id == "duck")
    assert duck.chance is not None
    assert duck.chance > 0.9  # 2 is enough


def test_an_argument_is_told_as_won_tied_or_lost() -> None:
    """TS-331, TS-209"""
    fight = Fight(fighter("ann", sheet={"skills": {"charm": 1}}), fighter("bob", state={"ego": 1}))
    plan = fight.battle.now.plan(command("charm", "ann", target="bob"))
    assert plan.contest is not None
    told = fight.battle.now.odds_of(plan, in_its_words=True)
    plain = fight.battle.now.odds_of(plan)
    assert told.hit == pytest.approx(plain.hit)
    assert 0 < told.shaken < 1 - told.hit  # neither wins
    assert told.down == pytest.approx(told.hit + told.shaken)  # one point is all there is to lose
    assert plain.down == 0


@pytest.mark.parametrize("what", ["grapple", "disarm", "trip"])
def test_a_struggle_is_told_as_won_or_lost(what: str) -> None:
    """TS-209"""
    fight = Fight(fighter("ann"), fighter("bob", sheet={"weapons": ["sword"]}))
    assert fight.battle.now.plan(command(what, "ann", target="bob")).contest is not None
    assert fight.battle.now.plan(command("melee-strike", "ann", target="bob")).contest is None


@pytest.mark.parametrize(("at", "offered"), [([3, 6], True), ([30, 15], False)])
def test_a_dive_into_cover_is_offered_where_there_is_some_and_ends_anywhere_all_the_same(
    at: list[int], offered: bool
) -> None:
    """TS-148"""
    fight = Fight(
        fighter("ann", at=[20, 12], sheet=RIFLE), fighter("bob", at=at), map=WALLED, ann__attack=[6, 6, 1]
    )
    fight.do("attack", "ann", target="bob")
    dive = next(offer for offer in fight.prompt().offers if offer.id == "dive")
    assert ("cover" in [extra.id for extra in dive.options]) == offered
    for place in dive.places:
        said = {"answer": "dive", "to": list(place), "options": {"cover": True}}
        fight.battle.weigh(Command(do="answer", actor="bob", params=said))


def test_nothing_is_offered_that_its_own_choices_make_impossible() -> None:
    """TS-183, TS-186, TS-134: a few that were."""
    fight = Fight(fighter("ann", sheet={"weapons": []}), fighter("bob"))
    for what in ("drop-item", "draw", "change-grip"):
        assert checked(fight, what, "ann") == "wrong-weapon"
    ill = {"conditions": {"bleeding": {}, "suffocating": {}}, "dying": True, "stamina": 0}
    fight = Fight(fighter("ann"), fighter("bob", state=ill))
    aid = fight.battle.system.action("first-aid")
    assert aid is not None
    ways = aid.ways(BattleView(fight.battle.state), fight_of(fight, "ann"))
    assert [in_full(detail) for _, detail in ways] == ["", "Bob: bleeding", "Bob: dying"]
    assert all(planned(fight, "first-aid", "ann", **{"target": "bob", **fixed}) == "" for fixed, _ in ways)
