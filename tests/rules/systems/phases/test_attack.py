"""Targeting, shots and blows, from the checks at the declaration to the hit (PH-21, PH-60 to PH-85)."""

from typing import Any

import pytest

from rules.engine.state import BattleView
from tests.rules.kit import command, kinds, roll_of
from tests.rules.systems.phases.fights import CARBINE, PISTOL, SWORD, Fight, duel, fighter, started

OPEN: dict[str, Any] = {"grid": {"kind": "square", "cols": 60, "rows": 5}}
WALLED: dict[str, Any] = {**OPEN, "walls": [{"id": "w", "from": [5, 0], "to": [5, 5], "kind": "wall"}]}
RIFLE = {"skills": {"firearms": 2}, "weapons": ["rifle", "knife"], "ready": ["rifle"]}


def targeted(
    location: str | None = None, weapon: str = "light-pistol", target: str = "bob"
) -> dict[str, Any]:
    return {"targeting": {"target": target, "with": weapon, "location": location}}


def modifiers(fight: Fight, what: str = "attack", **params: Any) -> dict[str, int]:
    plan = fight.plan(what, "ann", target="bob", **params)
    return {str(modifier.label): modifier.value for modifier in plan.modifiers}


@pytest.mark.parametrize(("cells", "number"), [(6, 6), (7, 8), (12, 8), (13, 10), (24, 10)])
def test_the_number_to_hit_follows_the_range(cells: int, number: int) -> None:
    plan = duel(PISTOL).plan("attack", "ann", with_="light-pistol", target="bob", facts={"distance": cells})
    assert plan.target_number == number  # PH-65


def test_a_shot_without_targeting_is_wild_and_has_no_aim() -> None:
    assert modifiers(duel(PISTOL, ann_state={"aim": 0}), with_="light-pistol") == {"wild": -2}  # PH-61, PH-66
    other = duel(PISTOL, ann_state=targeted(weapon="rifle"))
    assert modifiers(other, with_="light-pistol") == {"wild": -2}  # PH-62


def test_a_targeted_shot_has_aim_cover_wounds_and_what_the_gm_says() -> None:
    fight = duel(PISTOL, ann_state={**targeted(), "aim": 2, "flesh": 3}, bob_state={"defence": "evade"})
    found = modifiers(fight, with_="light-pistol", facts={"cover": "excellent", "modifier": 4})
    assert found == {
        "aim": 2,
        "excellent cover": -3,
        "evading target": -2,
        "wounds": -1,
        "gm": 4,
    }  # PH-25, PH-64


@pytest.mark.parametrize(("called", "cost"), [("head", -4), ("chest", -4), ("abdomen", -5), ("left-leg", -5)])
def test_calling_costs_the_steps_of_the_chain(called: str, cost: int) -> None:
    fight = duel(PISTOL, ann_state=targeted())
    found = modifiers(fight, with_="light-pistol", options={"called": called})
    assert list(found.values()) == [cost]  # PH-68


def test_the_location_of_the_targeting_is_called_unless_nothing_is() -> None:
    fight = duel(PISTOL, ann_state=targeted("head"))
    assert modifiers(fight, with_="light-pistol") == {"called: head": -4}
    assert modifiers(fight, with_="light-pistol", options={"called": None}) == {}  # PH-68


def test_a_burst_ignores_the_location_of_the_targeting() -> None:
    fight = duel(CARBINE, ann_state=targeted("head", "carbine"))
    assert modifiers(fight, with_="carbine", options={"mode": "auto"}) == {"full auto": 2}  # PH-70, PH-73
    params = {"with_": "carbine", "target": "bob", "options": {"mode": "burst", "called": "head"}}
    assert fight.refuses("attack", "ann", **params).code == "cannot-call"


def test_full_auto_takes_a_round_and_a_burst_a_phase() -> None:
    fight = started(CARBINE)
    fight.do("attack", "ann", with_="carbine", target="bob", options={"mode": "auto"})
    assert fight.state("ann").action.length == "round"  # PH-72
    assert fight.refuses("suppress", "bob").code == "unknown-action"  # PH-74
    again = started(CARBINE)
    again.do("attack", "ann", with_="carbine", target="bob", options={"mode": "burst"})
    assert again.state("ann").action.length == "phase"


def test_each_hit_of_a_burst_has_its_own_rolls() -> None:
    fight = duel(
        CARBINE,
        ann_state=targeted(weapon="carbine"),
        ann__attack=[10, 2, 3],
        ann__location=[2, 5, 7],
        ann__damage=[1, 2, 3] * 3,
        bob__trauma=[9, 2, 3] * 3,
    )
    events = fight.do("attack", "ann", with_="carbine", target="bob", options={"mode": "burst"})
    assert kinds(events).count("hit") == 3  # PH-71
    assert fight.state("bob").flesh == 3


def test_a_blow_needs_no_targeting_ignores_cover_and_may_be_called() -> None:
    fight = duel(SWORD)
    assert modifiers(fight, with_="sword", facts={"cover": "good"}) == {}  # PH-25, PH-75
    assert modifiers(fight, with_="sword", options={"called": "head"}) == {"called: head": -4}
    plan = fight.plan("attack", "ann", with_="sword", target="bob")
    assert plan.target_number == 7  # PH-76
    far = {"with_": "sword", "target": "bob", "facts": {"distance": 2}}
    assert fight.refuses("attack", "ann", **far).code == "out-of-range"


def test_a_parry_is_rolled_with_the_first_melee_weapon_in_hand_else_with_bare_hands() -> None:
    bob = {"skills": {"melee": 2, "brawling": 1}, "weapons": ["club"], "ready": ["club"]}
    fight = duel(SWORD, bob, bob_state={"defence": "parry"}, ann__attack=[8, 2] * 2, bob__parry=[9, 2, 9])
    events = fight.do("attack", "ann", with_="sword", target="bob")
    assert roll_of(events, "attack").target == 9  # PH-76
    fight.set("bob", ready=[])
    assert roll_of(fight.do("attack", "ann", with_="sword", target="bob"), "parry").faces == (9,)  # PH-77


def test_a_parry_does_not_help_against_shots() -> None:
    fight = duel(PISTOL, bob_state={"defence": "parry"}, ann__attack=[2, 3])
    fight.do("attack", "ann", with_="light-pistol", target="bob")


def test_a_called_blow_that_succeeds_hits_what_it_called() -> None:
    fight = duel(
        {**SWORD, "skills": {"melee": 3}},
        {"attributes": {"toughness": 1}},
        ann__attack=[10, 10, 10],
        ann__damage=[1, 2, 3],
        bob__trauma=[2],
    )
    fight.do("attack", "ann", with_="sword", target="bob", options={"called": "chest"})
    assert fight.state("bob").trauma == ("chest",)  # PH-80


@pytest.mark.parametrize(
    ("exposed", "face", "trauma"),
    [(["head", "left-leg"], 9, ("left-leg",)), (["head"], 5, ()), (["chest"], 1, ("chest",))],
)
def test_what_cannot_be_hit_is_replaced_from_its_chain(
    exposed: list[str], face: int, trauma: tuple[str, ...]
) -> None:
    fight = duel(
        SWORD,
        {"attributes": {"toughness": 1}},
        ann__attack=[9, 2],
        ann__location=[face],
        ann__damage=[9, 2, 3],
        bob__trauma=[2],
    )
    events = fight.do("attack", "ann", with_="sword", target="bob", facts={"exposed": exposed})
    assert fight.state("bob").trauma == trauma  # PH-81, PH-83, PH-84
    assert ("missed" in kinds(events)) == (not trauma)


def test_what_is_hidden_cannot_be_called() -> None:
    fight = duel(
        SWORD,
        {"attributes": {"toughness": 1}},
        ann_state={},
        ann__attack=[10, 10],
        ann__damage=[9, 2, 3],
        bob__trauma=[2],
    )
    params = {"with_": "sword", "target": "bob", "options": {"called": "chest"}}
    refused = fight.refuses("attack", "ann", **params, facts={"exposed": ["abdomen"]})
    assert refused.code == "location-hidden"  # PH-83
    fight.do("attack", "ann", **params, facts={"exposed": ["chest", "abdomen"]})
    assert fight.state("bob").trauma == ("chest",)  # 11 - 4 reaches 7


def test_a_botch_loses_target_and_aim() -> None:
    fight = duel(PISTOL, ann_state={**targeted(), "aim": 2}, ann__attack=[1, 1])
    events = fight.do("attack", "ann", with_="light-pistol", target="bob")
    assert kinds(events)[-2:] == ["targeting-lost", "missed"]  # PH-21
    assert fight.state("ann").targeting is None


def test_aim_is_used_up_by_any_shot_and_targeting_stays() -> None:
    fight = duel(PISTOL, ann_state={**targeted(), "aim": 2}, ann__attack=[2, 3])
    fight.do("attack", "ann", with_="light-pistol", target="bob")
    assert fight.state("ann").aim == 0  # PH-64
    assert fight.state("ann").targeting is not None  # PH-62


def test_aim_goes_up_to_three_and_needs_targeting() -> None:
    fight = duel(PISTOL)
    assert fight.refuses("aim", "ann").code == "not-targeted"
    fight.do("target", "ann", with_="light-pistol", target="bob")
    for aim in (1, 2, 3, 3):
        fight.do("aim", "ann")
        assert fight.state("ann").aim == aim  # PH-60, PH-64
    fight.do("move", "ann")
    assert fight.state("ann").aim == 0


def test_targeting_ends_with_the_weapon_and_with_another_target() -> None:
    fight = duel(PISTOL, ann_state=targeted())
    fight.do("holster", "ann", with_="light-pistol")
    assert fight.state("ann").targeting is None  # PH-63
    dropped = duel(PISTOL, ann_state=targeted())
    dropped.do("drop", "ann", with_="light-pistol")
    assert dropped.state("ann").targeting is None
    struck = Fight(
        fighter("ann", {**PISTOL}, state=targeted()), fighter("bob"), fighter("cat"), ann__attack=[5]
    )
    struck.do("attack", "ann", with_="fist", target="cat")
    assert struck.state("ann").targeting is None


def test_targeting_is_lost_when_a_wall_comes_between() -> None:
    fight = Fight(fighter("ann", RIFLE, at=[0, 0]), fighter("bob", at=[9, 0]), map=OPEN)
    fight.do("target", "ann", with_="rifle", target="bob")
    wall = {"from": [5, 0], "to": [5, 5], "kind": "wall", "state": None}
    fight.do("edit-map", walls=[wall])
    fight.do("speak", "bob")
    assert fight.state("ann").targeting is None  # PH-63
    refused = fight.refuses("attack", "ann", with_="rifle", target="bob")
    assert refused.code == "no-line-of-fire"  # PH-26


def test_facts_are_read_again_at_the_resolution() -> None:
    fight = Fight(
        fighter("ann", {**RIFLE, "attributes": {"reflexes": 1}}, at=[0, 0]),
        fighter("bob", {"attributes": {"reflexes": 1}}, at=[9, 0]),
        map=OPEN,
        ann__initiative=[1],
        bob__initiative=[9],
    )
    fight.do("begin")
    fight.do("attack", "ann", with_="rifle", target="bob")
    fight.do("edit-map", walls=[{"from": [5, 0], "to": [5, 5], "kind": "wall"}])
    events = fight.do("end-turn", "bob")
    assert "action-lost" in kinds(events)  # PH-27, PH-69
    assert fight.state("ann").ammo["rifle"] == 9


def test_facts_that_the_gm_gave_hold_at_the_resolution_too() -> None:
    fight = started(PISTOL, ann__attack=[2, 3])
    fight.do("attack", "ann", with_="light-pistol", target="bob", facts={"distance": 20})
    assert roll_of(fight.do("end-turn", "bob"), "attack").target == 10  # PH-27


def test_the_action_is_lost_without_the_weapon_the_rounds_or_the_target() -> None:
    for change in ({"ready": []}, {"ammo": {"light-pistol": 0}}):
        fight = started(PISTOL)
        fight.do("attack", "ann", with_="light-pistol", target="bob")
        fight.set("ann", **change)
        assert "action-lost" in kinds(fight.do("end-turn", "bob"))  # PH-69, PH-08
    fight = started(PISTOL)
    fight.do("attack", "ann", with_="light-pistol", target="bob")
    assert "action-lost" in kinds(fight.set("bob", condition="dead"))  # and so nobody is left to declare
    assert fight.clock["step"] == "resolved"


def test_a_shot_that_has_become_wild_is_not_called() -> None:
    fight = started(PISTOL, ann_state=targeted("head"), ann__attack=[2, 3])
    fight.do("attack", "ann", with_="light-pistol", target="bob")
    fight.set("ann", targeting=None)
    labels = [str(m.label) for m in roll_of(fight.do("end-turn", "bob"), "attack").modifiers]
    assert labels == ["wild"]  # PH-67


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"with_": "sword", "target": "bob"}, "unknown-weapon"),
        ({"with_": "knife", "target": "bob"}, "not-ready"),
        ({"with_": "rifle", "target": "bob", "options": {"mode": "burst"}}, "no-mode"),
        ({"with_": "rifle", "target": "bob", "options": {"mode": "semi"}}, "no-mode"),
        ({"with_": "rifle", "target": "bob", "options": {"mode": "loud"}}, "bad-command"),
        ({"with_": "rifle", "target": "bob", "options": {"calld": "head"}}, "bad-command"),
        ({"with_": "rifle", "target": "bob", "options": {"called": "nose"}}, "bad-command"),
        ({"with_": "rifle", "target": "bob", "facts": {"cover": "thick"}}, "bad-command"),
        ({"with_": "rifle", "target": "eve"}, "unknown-combatant"),
        ({"with_": "rifle", "target": "ann"}, "no-target"),
        ({"with_": "rifle", "target": "bob", "facts": {"distance": 81}}, "out-of-range"),
        ({"with_": "rifle", "target": "bob", "facts": {"line_of_fire": False}}, "no-line-of-fire"),
        ({"with_": "rifle", "target": "bob", "options": {"called": "head"}}, "wild-called"),
        ({"target": "bob"}, "unknown-weapon"),
        ({"with_": "rifle"}, "unknown-combatant"),
    ],
)
def test_an_attack_is_refused_in_the_order_of_the_checks(params: dict[str, Any], code: str) -> None:
    assert duel(RIFLE).refuses("attack", "ann", **params).code == code  # PH-67, PH-69


def test_targeting_and_firing_needs_a_weapon_that_loads_itself_and_two_rounds() -> None:
    stunner = duel({"weapons": ["stunner"], "ready": ["stunner"]})
    assert stunner.refuses("target-and-fire", "ann", with_="stunner", target="bob").code == "no-mode"  # PH-06
    short = duel(PISTOL, ann_state={"ammo": {"light-pistol": 1}})
    assert short.refuses("target-and-fire", "ann", with_="light-pistol", target="bob").code == "out-of-ammo"


def test_what_needs_a_ranged_weapon_refuses_others() -> None:
    fight = duel(SWORD)
    for what in ("target", "target-and-fire"):
        assert fight.refuses(what, "ann", with_="sword", target="bob").code == "unknown-weapon"  # PH-R26
    assert fight.refuses("reload", "ann", with_="sword").code == "unknown-weapon"


def test_the_map_gives_distance_cover_and_line() -> None:
    fight = Fight(fighter("ann", RIFLE, at=[0, 0]), fighter("bob", at=[30, 0]), map=OPEN)
    assert fight.plan("attack", "ann", with_="rifle", target="bob").target_number == 8  # PH-65
    walled = Fight(fighter("ann", RIFLE, at=[0, 0]), fighter("bob", at=[9, 0]), map=WALLED)
    assert walled.refuses("target", "ann", with_="rifle", target="bob").code == "no-line-of-fire"  # PH-26


def test_a_combined_action_whose_targeting_fails_still_fires_wild() -> None:
    fight = started(PISTOL, ann__attack=[2, 3, 2, 3])
    fight.do("target-and-fire", "ann", with_="light-pistol", target="bob")
    fight.set("ann", ready=[])
    assert "targeting-lost" in kinds(fight.do("end-turn", "bob"))  # PH-R23
    fight.set("ann", ready=["light-pistol"])
    fight.do("next-phase")
    events = fight.do("end-turn", "bob")
    assert kinds(events).count("missed") == 2


def test_an_attack_offers_the_modes_of_its_weapon_and_calling_where_it_may_be_called() -> None:
    def offered(fight: Fight, weapon: str) -> dict[str, int]:
        action = fight.battle.system.action("attack")
        assert action is not None
        view, ann = BattleView(fight.battle.state), fight.battle.state.combatants["ann"]
        found = action.options(view, command("attack", "ann", with_=weapon, target="bob"))
        return {option.id: len(option.choices(view, ann)) for option in found if option.choices}

    assert offered(duel(CARBINE), "carbine") == {"mode": 2}  # besides single shots
    assert offered(duel(CARBINE, ann_state=targeted(weapon="carbine")), "carbine") == {"mode": 2, "called": 8}
    assert offered(duel(PISTOL), "light-pistol") == {}
    assert offered(duel(SWORD), "sword") == {"called": 8}
