"""What a page offers for an attack and how it says it: only what fits, and the same as a command."""

from typing import Any

import pytest

from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import Choice, Parameter
from rules.engine.text import in_full
from rules.map.areas import Blast
from rules.systems.gurps.attack.attack_choices import spelled_out
from rules.systems.gurps.attack.attack_order import read_attack
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS
from rules.systems.gurps.sheet import figure
from rules.systems.gurps.sheet.beast_bodies import BODY_PLANS
from rules.systems.gurps.sheet.body import BodyPlan
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import command, fighter, kinds, roll_of
from tests.rules.systems.gurps.fights import GUN, OPEN, SWORD, Fight, duel

KNIFE = {"ST": 12, "skills": {"knife": 13}, "weapons": ["large-knife"]}
FENCER = {"skills": {"smallsword": 16, "knife": 14}, "weapons": ["smallsword", "dagger"]}


def options(fight: Fight, do: str = "attack", **said: Any) -> dict[str, Parameter]:
    view = BattleView(fight.battle.state)
    action = SYSTEM.action(do)
    assert action is not None
    asked = action.filled(view, command(do, "ann", target="bob", options=said))
    return {parameter.id: parameter for parameter in action.options(view, asked)}


def choices(fight: Fight, id_: str, do: str = "attack", **said: Any) -> dict[str, Choice]:
    parameter = options(fight, do, **said)[id_]
    assert parameter.choices is not None
    actor = fight.battle.state.combatants["ann"]
    return {choice.id: choice for choice in parameter.choices(BattleView(fight.battle.state), actor)}


# ------------------------------------------------------------------------------------------ what is said
def test_what_a_page_says_is_the_same_attack_as_a_list_of_options() -> None:
    fight = duel(ann=FENCER)
    page = {"with": "smallsword", "location": "left-leg", "rapid-strike": 1, "location-2": "skull"}
    listed = fight.plan(
        "attack",
        "ann",
        target="bob",
        with_="smallsword",
        location="left-leg",
        options=[{"id": "rapid-strike", "splits": 1}],
        attacks=[{}, {"location": "skull"}],
    )
    chosen = fight.plan("attack", "ann", target="bob", options=page)
    assert (chosen.target_number, chosen.modifiers) == (listed.target_number, listed.modifiers)
    assert "several attacks" in [in_full(modifier.label) for modifier in chosen.modifiers]


def test_a_choice_left_empty_says_nothing() -> None:
    fight = duel()
    plain = fight.plan("attack", "ann", target="bob", with_="broadsword")
    empty = {"with": "broadsword", "location": "", "disarm": None, "tip-slash": False}
    assert fight.plan("attack", "ann", target="bob", options=empty).modifiers == plain.modifiers


def test_an_option_that_there_is_not_is_refused() -> None:
    refusal = duel().refuses("attack", "ann", target="bob", options={"with": "broadsword", "magic": True})
    assert refusal.code == "bad-option"


@pytest.mark.parametrize("said", ["brace", 3, True])
def test_options_that_are_neither_are_refused_only_as_the_attack_is_checked(said: Any) -> None:
    view, asked = BattleView(duel().battle.state), command("attack", "ann", target="bob", options=said)
    action = SYSTEM.action("attack")
    assert action is not None
    assert action.filled(view, asked) == asked
    assert not action.is_laid(view, asked)
    refusal = action.why_not(view, asked)
    assert refusal is not None
    assert refusal.code == "bad-command"


# ---------------------------------------------------------------------------------------- what is likely
def test_the_weapon_that_reaches_is_chosen_where_none_is_said() -> None:
    """GU-303: body to body is too near for none of these, two yards too far for all but the spear."""
    ann = {"skills": {"spear": 13}, "weapons": ["spear"]}
    fight = Fight(fighter("ann", sheet=ann, at=[3, 3]), fighter("bob", at=[5, 3]), map=OPEN)
    view = BattleView(fight.battle.state)
    filled = SYSTEM.action("attack").filled(view, command("attack", "ann", target="bob"))  # type: ignore[union-attr]
    assert filled.params["options"] == {"with": "spear"}


def test_a_variant_is_chosen_where_one_is_needed() -> None:
    fight = duel()
    action = SYSTEM.action("all-out-attack-melee")
    assert action is not None
    asked = command("all-out-attack-melee", "ann", target="bob")
    filled = action.filled(BattleView(fight.battle.state), asked)
    assert filled.params["options"]["variant"] == "determined"
    assert (
        fight.plan("all-out-attack-melee", "ann", target="bob", options=filled.params["options"]).target
        == "bob"
    )


def test_a_maneuver_without_a_weapon_for_it_is_not_offered() -> None:
    """GU-306, GU-703"""
    action = SYSTEM.action("all-out-attack-ranged")
    assert action is not None
    refusal = action.why_not(BattleView(duel().battle.state), command("all-out-attack-ranged", "ann"))
    assert refusal is not None
    assert refusal.code == "not-ready"
    armed = duel(ann=GUN)
    assert action.why_not(BattleView(armed.battle.state), command("all-out-attack-ranged", "ann")) is None


# ----------------------------------------------------------------------------------------------- what fits
@pytest.mark.parametrize(
    ("sheet", "there", "missing"),
    [
        (SWORD, {"rapid-strike", "disarm", "location"}, {"rapid-fire", "brace", "tip-slash", "dual-weapon"}),
        (FENCER, {"tip-slash", "dual-weapon"}, {"rapid-fire", "at-ground"}),
        (GUN, {"rapid-fire", "spraying-fire", "rapid-strike"}, {"tip-slash", "at-ground", "brace"}),
        (
            {"skills": {"throwing": 12}, "weapons": ["grenade"]},
            {"at-ground"},
            {"location", "disarm", "chinks"},
        ),
    ],
)
def test_only_options_that_fit_the_weapon_are_offered(sheet: Any, there: set[str], missing: set[str]) -> None:
    """GU-702, GU-728, GU-740, GU-741, GU-752"""
    found = set(options(duel(ann=sheet, bob=SWORD)))
    assert there <= found
    assert not missing & found


def test_the_armed_may_look_for_gaps_where_there_is_armour() -> None:
    """GU-762"""
    bare, armoured = duel(ann=FENCER), duel(ann=FENCER, bob={"armour": ["breastplate"]})
    assert "chinks" not in options(bare)
    assert "chinks" in options(armoured)
    assert choices(armoured, "location", chinks=True)["torso"].note == "-8"


def test_a_second_blow_has_a_target_and_a_place_of_its_own() -> None:
    """GU-729, GU-730"""
    fight = Fight(fighter("ann", "a", SWORD), fighter("bob", "b"), fighter("cyd", "b"))
    assert "target-2" not in options(fight)
    assert set(choices(fight, "target-2", **{"rapid-strike": 1})) == {"cyd"}
    assert "left-leg" in choices(fight, "location-2", **{"rapid-strike": 1})


def test_a_step_is_offered_to_the_cells_next_to_one_that_are_free() -> None:
    """GU-701"""
    fight = Fight(fighter("ann", "a", SWORD, at=[3, 3]), fighter("bob", "b", at=[4, 3]), map=OPEN)
    labels = [in_full(choice.label) for choice in choices(fight, "to").values()]
    assert labels == ["north", "north-east", "south-east", "south", "south-west", "west", "north-west"]
    to = [3, 2]
    assert fight.plan("attack", "ann", target="bob", options={"with": "broadsword", "to": to}).target == "bob"


# ---------------------------------------------------------------------------------------------- the figure
@pytest.mark.parametrize("body", BODY_PLANS.values(), ids=lambda body: body.id)
def test_every_location_is_drawn_on_the_figure_and_has_a_field_of_its_own(body: BodyPlan) -> None:
    """GU-202, GU-R71: no name needs to be written into it."""
    paths = figure.outlines(body)
    assert set(paths) == set(body.ids)
    assert not any(figure.caption(body, place) for place in body.locations)
    spots = [figure.spot(id_, path) for id_, path in paths.items()]
    assert len(set(spots)) == len(spots)
    assert all(0 <= x <= figure.WIDTH and 0 <= y <= figure.HEIGHT for x, y in spots)


def test_the_figure_says_what_aiming_there_takes_and_what_cannot_be_aimed_at() -> None:
    """GU-759, GU-761, GU-766"""
    shielded = {"weapons": ["medium-shield"]}
    found = choices(duel(bob=shielded), "location")
    assert {id_: found[id_].note for id_ in ("skull", "torso", "left-arm", "right-arm")} == {
        "skull": "-7",
        "torso": "0",
        "left-arm": "-4",
        "right-arm": "-2",
    }
    assert "eye" in in_full(found["left-eye"].why_not)
    assert not choices(duel(ann=FENCER), "location")["left-eye"].why_not
    assert {"random", "weapon"} <= set(found)


# -------------------------------------------------------------------------------------------- facing, areas
def test_who_has_moved_may_turn_until_the_turn_ends() -> None:
    """GU-502, GU-506, GU-R67"""
    fight = Fight(fighter("ann", "a", SWORD, at=[3, 3]), fighter("bob", "b", at=[6, 3]), map=OPEN)
    assert fight.refuses("face", "ann", face="n").code == "too-far"
    fight.do("move", "ann", to=[3, 4])
    assert fight.refuses("face", "ann", face="up").code == "bad-option"
    fight.do("face", "ann", face="n")
    assert SYSTEM.map.facing(fight.battle.state, fight.battle.state.combatants["ann"]) == 0.0
    fight.do("end-turn", "ann")
    assert fight.refuses("face", "ann", face="s").code == "too-far"


def test_doing_nothing_leaves_no_turn_to_another_facing() -> None:
    """GU-502"""
    fight = Fight(fighter("ann", "a", SWORD, at=[3, 3]), fighter("bob", "b", at=[6, 3]), map=OPEN)
    fight.do("do-nothing", "ann")
    assert fight.refuses("face", "ann", face="n").code == "too-far"


def test_suppression_is_laid_on_a_place_and_is_the_all_out_attack() -> None:
    """GU-712"""
    fight = Fight(fighter("ann", "a", GUN, at=[3, 3]), fighter("bob", "b", at=[9, 3]), map=OPEN)
    plan = fight.plan("suppression-fire", "ann", with_="assault-rifle", at=[7, 3])
    assert plan.laid is not None
    assert plan.laid.at == (7.5, 3.5)
    assert SYSTEM.map.held_areas(fight.battle.state, "ann") == ()
    fight.do("suppression-fire", "ann", with_="assault-rifle", at=[7, 3])
    assert fight.state("ann").maneuver.id == "all-out-attack-ranged"
    assert (fight.state("ann").zone.at, fight.state("ann").zone.width) == ((7, 3), 4)
    held = SYSTEM.map.held_areas(fight.battle.state, "ann")
    assert [(area.area, in_full(area.words), area.on) for area in held] == [
        (Blast((7.5, 3.5), 2.0), "Ann keeps this place under fire", None)
    ]
    fight.do("turn", "ann")
    assert SYSTEM.map.held_areas(fight.battle.state, "ann") == ()


@pytest.mark.parametrize(
    "patch",
    [
        {"stunned": True},
        {"mental_stun": {"freeze": 0, "bonus": 0}},
        {"unconscious": True},
        {"dead": True},
        {"ready": {"assault-rifle": False}},
        {"dropped": ["assault-rifle"]},
        {"broken": ["assault-rifle"]},
        {"crippled": ["left-arm"]},
    ],
    ids=lambda patch: next(iter(patch)),
)
def test_whatever_keeps_the_gunner_from_firing_ends_the_fire_for_good(patch: dict[str, Any]) -> None:
    """GU-724, GU-C5"""
    fight = Fight(fighter("ann", "a", GUN, at=[3, 3]), fighter("bob", "b", at=[9, 3]), map=OPEN)
    fight.do("suppression-fire", "ann", with_="assault-rifle", at=[7, 3])
    fight.set("ann", note="still at it", crippled=["left-foot"])
    assert fight.state("ann").zone is not None
    fight.set("ann", **patch)
    assert fight.state("ann").zone is None


def test_fire_from_a_weapon_that_is_dropped_ends_and_a_surprise_ends_any() -> None:
    """GU-C5, GU-606"""
    two = Fight(
        fighter("ann", "a", GUN), fighter("eve", "a", GUN), fighter("bob", "b"), bob__initiative=[3] * 3
    )
    for who in ("ann", "eve"):
        two.do("suppression-fire", who, with_="assault-rifle", at=[7, 3])
    two.do("drop", "ann", with_="assault-rifle")
    assert two.state("ann").zone is None
    two.do("begin", surprise={"by": "b", "on": {"a": "partial"}})
    assert two.state("eve").zone is None


def test_a_step_may_come_after_the_blow() -> None:
    """GU-704"""
    fight = Fight(
        fighter("ann", "a", SWORD, at=[3, 3]), fighter("bob", "b", at=[4, 3]), map=OPEN, ann__attack=[6, 6, 5]
    )
    said = {"with": "broadsword/swing", "then_to": [2, 3]}
    asked = command("attack", "ann", target="bob", options=said, choice="then_to")
    assert (2, 3) in fight.battle.now.reach("ann", within=asked).costs
    fight.do("attack", "ann", target="bob", options=said)
    assert fight.at("ann") == (2, 3)


def test_a_step_before_takes_from_the_one_after() -> None:
    """GU-701, GU-704: half of Move 5 is 2 yards, both ways together, and none of them leads back."""
    fight = Fight(fighter("ann", "a", SWORD, at=[3, 3]), fighter("bob", "b", at=[6, 3]), map=OPEN)
    said = {"variant": "determined", "with": "broadsword/swing", "to": [5, 3], "then_to": [5, 4]}
    asked = command("all-out-attack-melee", "ann", target="bob", options=said, choice="then_to")
    assert set(fight.battle.now.reach("ann", within=asked).costs) == {(5, 3)}
    assert fight.refuses("all-out-attack-melee", "ann", target="bob", options=said).code == "too-far"


def test_a_spray_asks_for_one_target_more_than_it_has_each_with_its_rounds() -> None:
    """GU-733, GU-728"""
    fight = Fight(
        fighter("ann", "a", {"skills": {"guns-smg": 14}, "weapons": ["smg"]}, at=[3, 3]),
        *(fighter(who, "b", at=at) for who, at in (("bob", [9, 3]), ("cyd", [10, 3]), ("dan", [11, 3]))),
        map=OPEN,
    )

    def asked(**said: Any) -> set[str]:
        options = {"with": "smg", "spraying-fire": True, **said}
        plan = command("attack", "ann", target="bob", options=options)
        action = SYSTEM.action("attack")
        assert action is not None
        return {p.id for p in action.options(BattleView(fight.battle.state), plan) if p.id[-1].isdigit()}

    assert asked() == {"shots-1", "target-2", "location-2"}
    more = {"target-2": "cyd", "shots-1": 5}
    assert asked(**more) >= {"shots-2", "target-3", "location-3"}
    options = {"with": "smg", "spraying-fire": True, **more, "shots-2": 2, "target-3": "dan"}
    order = read_attack(
        BattleView(fight.battle.state),
        spelled_out(command("attack", "ann", target="bob", options=options)),
        MANEUVERS["attack"],
    )
    assert order is not None
    assert [(s.target, s.fired) for s in order.strikes] == [("bob", 5), ("cyd", 2), ("dan", 1)]


def test_of_several_blows_each_may_be_struck_in_another_way() -> None:
    """GU-729, GU-730"""
    fight = duel(ann={"skills": {"broadsword": 16}, "weapons": ["broadsword"]})
    said = {"with": "broadsword/swing", "rapid-strike": 1}
    assert set(choices(fight, "with-2", **said)) == {"broadsword/swing", "broadsword/thrust"}
    asked = command("attack", "ann", target="bob", options={**said, "with-2": "broadsword/thrust"})
    order = read_attack(BattleView(fight.battle.state), spelled_out(asked), MANEUVERS["attack"])
    assert order is not None
    assert [strike.type for strike in order.strikes] == ["cut", "cr"]


def test_a_side_that_nobody_leads_may_name_who_rolls_for_it() -> None:
    """GU-602, GU-603"""
    fight = Fight(
        fighter("ann", "a", {"skills": {"tactics": 12}}),
        fighter("bob", "b"),
        fighter("cyd", "b", {"skills": {"streetwise": 13}}),
        ann__initiative=[3, 3, 3],
        cyd__initiative=[3, 3, 3],
    )
    led = {"leader/a": "ann", "leader/b": "nobody/cyd", "skill/b": "streetwise"}
    rolled = roll_of(fight.do("begin", **led), "initiative")
    assert (rolled.who, rolled.target) == ("cyd", 11)


def test_somebody_is_put_to_the_test_on_what_a_skill_defaults_to() -> None:
    """GU-218, GU-203"""
    fight = duel(ann={"DX": 12, "skills": {"broadsword": 14}, "weapons": ["broadsword"]})
    action = SYSTEM.action("check")
    assert action is not None
    listed = next(p.choices for p in action.parameters if p.id == "on")
    assert listed is not None
    view = BattleView(fight.battle.state)
    words = {c.id: in_full(c.label) for c in listed(view, view.combatant("ann"))}
    assert {"acrobatics": "acrobatics 6", "jumping": "jumping 7", "broadsword": "broadsword 14"}.items() <= (
        words.items()
    )
    assert "surgery" not in words
    assert words["DX"] == "DX 12"


def test_on_the_map_a_low_wall_beside_oneself_is_something_to_lean_on() -> None:
    """GU-741, GU-R68"""
    low = {"id": "w", "from": [4, 0], "to": [4, 10], "kind": "low"}
    fight = Fight(
        fighter("ann", "a", GUN, at=[3, 3]), fighter("bob", "b", at=[9, 3]), map={**OPEN, "walls": [low]}
    )
    braced = {"target": "bob", "with_": "assault-rifle", "options": ["brace"]}
    assert fight.battle.now.check(command("aim", "ann", **braced)) is None
    fight.do("gm-set", target="ann", state={"at": [2, 3]})
    assert fight.refuses("aim", "ann", **braced).code == "cannot-brace"
    shown = {fact.id: fact for fact in fight.plan("aim", "ann", target="bob", with_="assault-rifle").facts}
    assert (shown["surface"].value, in_full(shown["surface"].words)) == (False, "nothing")


def test_on_zones_alone_fire_waits_for_who_comes_into_its_zone() -> None:
    """GU-724, GU-R69"""
    zones = {
        "grid": {"kind": "zones"},
        "zones": [{"id": "road", "name": "Road", "links": ["yard"]}, {"id": "yard", "name": "Yard"}],
    }
    fight = Fight(
        fighter("ann", "a", GUN, at="road"),
        fighter("bob", "b", at="road"),
        map=zones,
        ann__attack=[6, 6, 6],
    )
    fight.do("suppression-fire", "ann", with_="assault-rifle", at="yard")
    assert "zone-entered" in kinds(fight.do("move", "bob", to="yard"))


def test_a_grenade_shows_whom_it_would_catch_and_the_log_where_it_burst() -> None:
    """GU-831, GU-834"""
    ann = {"skills": {"throwing": 12}, "weapons": ["grenade"]}
    fight = Fight(
        fighter("ann", "a", ann, at=[3, 3]),
        fighter("bob", "b", at=[9, 3]),
        map=OPEN,
        ann__attack=[3, 3, 3],
        ann__damage=[3, 3, 3, 3],
        bob__knockdown=[3, 3, 3],
    )
    plan = fight.plan("attack", "ann", with_="grenade", at=[10, 3])
    assert plan.laid is not None
    assert plan.laid.caught == ("bob",)
    fight.do("attack", "ann", with_="grenade", at=[10, 3])
    fight.answer("bob", "none")
    burst = next(
        event for entry in fight.battle.entries for event in entry.events if event.kind == "area-burst"
    )
    line = SYSTEM.looks.describe(burst, fight.battle.state)
    assert line is not None
    assert in_full(line.text) == "The grenade catches Bob."
    assert line.trace is not None
    assert line.trace.area is not None


# --------------------------------------------------------------------------------------------- the beginning
def test_a_page_says_leaders_and_surprise_side_by_side() -> None:
    """GU-602, GU-605, GU-606"""
    fight = Fight(fighter("ann", "a"), fighter("bob", "b"), fighter("cyd", "b"))
    asked = [parameter.id for parameter in SYSTEM.begin_needs(fight.battle.state)]
    assert {"leader/a", "skill/b", "surprised-by", "surprised/b"} <= set(asked)
    fight.do("begin", **{"surprised-by": "a", "surprised/b": "partial", "leader/a": "", "surprised/a": ""})
    assert fight.active == "ann"
    assert fight.state("bob").mental_stun is not None


@pytest.mark.parametrize("by", ["", "a", "b"])
@pytest.mark.parametrize("on_a", ["", "total", "partial"])
@pytest.mark.parametrize("on_b", ["", "total", "partial"])
def test_whatever_a_page_says_of_surprise_begins_the_fight(by: str, on_a: str, on_b: str) -> None:
    """GU-605: who attacks is not surprised by it, and somebody is where somebody attacks"""
    dice = {f"{who}__{roll}": [3, 3, 3, 3] for who in ("ann", "bob") for roll in ("initiative", "surprise")}
    fight = Fight(fighter("ann", "a"), fighter("bob", "b"), **dice)
    fight.do("begin", **{"surprised-by": by, "surprised/a": on_a, "surprised/b": on_b})
    stunned = {who for who in ("ann", "bob") if fight.state(who).mental_stun is not None}
    attacker = by or ("a" if on_b and not on_a else "b" if on_a and not on_b else "")
    assert stunned == {"a": {"bob"}, "b": {"ann"}, "": set()}[attacker]


def test_a_named_leader_rolls_and_a_skill_alone_is_rolled_by_the_best_at_it_without_a_lead() -> None:
    """GU-602, GU-603"""
    fight = Fight(
        fighter("ann", "a", {"skills": {"tactics": 14}}),
        fighter("bob", "b", {"skills": {"streetwise": 9}}),
        fighter("cyd", "b", {"skills": {"streetwise": 13}}),
        ann__initiative=[3, 3, 3],
        cyd__initiative=[3, 3, 4],
    )
    fight.do("begin", **{"leader/a": "ann", "skill/b": "streetwise"})
    rolls = {e.who: e for entry in fight.battle.entries for e in entry.events if e.kind == "roll"}
    assert [in_full(m.label) for m in rolls["cyd"].modifiers] == ["leaderless"]
    assert rolls["ann"].target == 14
    assert fight.active == "ann"


def test_an_answer_is_weighed_with_all_that_is_said_along() -> None:
    """GU-806, GU-819"""
    fight = duel(bob=SWORD, ann__attack=[3, 3, 3])
    fight.do("attack", "ann", target="bob", with_="broadsword")
    plain = fight.offers()["parry"]
    asked = command("answer", "bob", answer="parry", options=[{"id": "retreat"}])
    weighed = fight.battle.weigh(asked)
    assert weighed.chance == next(o.chance for o in plain.options if o.id == "retreat")
    assert [in_full(m.label) for m in weighed.modifiers] == ["retreat"]
    with pytest.raises(Refusal, match="open are"):
        fight.battle.weigh(command("answer", "bob", answer="parry", options=[{"id": "dive"}]))
    with pytest.raises(Refusal) as caught:
        fight.battle.weigh(command("answer", "ann", answer="parry"))
    assert caught.value.code == "not-your-prompt"
    assert fight.prompt() is not None


# ------------------------------------------------------------------------------------------ waiting, readying
def test_who_waits_is_offered_what_it_waits_with_in_anothers_turn() -> None:
    """GU-722"""
    fight = duel(bob=SWORD, ann__attack=[3, 3, 3])
    fight.do("wait", "ann", trigger="Bob moves", then="attack")
    action = SYSTEM.action("trigger-wait")
    assert action is not None
    view = BattleView(fight.battle.state)
    ann = fight.battle.state.combatants["ann"]
    assert (in_full(action.leaves(view, ann)), action.ways(view, ann)) == ("Attack", (({}, ""),))
    asked = action.filled(view, command("trigger-wait", "ann", target="bob"))
    assert asked.params["options"] == {"with": "broadsword/swing"}
    assert "location" in {parameter.id for parameter in action.options(view, asked)}
    fight.do("trigger-wait", "ann", **asked.params)
    assert fight.prompt().to == "bob"


def test_who_waits_to_ready_something_is_asked_for_no_target() -> None:
    """GU-721, GU-722"""
    ann = {**SWORD, "weapons": [{"id": "axe", "skill": "axe-mace", "damage": "sw+2 cut", "ready": False}]}
    fight = duel(ann=ann)
    fight.do("wait", "ann", then="ready")
    action = SYSTEM.action("trigger-wait")
    assert action is not None
    view = BattleView(fight.battle.state)
    assert not action.is_aimed(view, command("trigger-wait", "ann"))
    asked = action.asks(view, command("trigger-wait", "ann", what="weapon", with_="axe"))
    assert [p.id for p in asked] == ["note", "to", "face"]
    ways = {in_full(words): fixed for fixed, words in action.ways(view, fight.battle.state.combatants["ann"])}
    assert ways["take up the axe"] == {"what": "weapon", "with": "axe"}
    fight.do("trigger-wait", "ann", what="weapon", with_="axe")
    assert fight.state("ann").ready["axe"]


def test_only_what_can_be_made_ready_now_has_a_button() -> None:
    """GU-721, GU-1005"""
    fight = duel(ann=GUN)

    def ways() -> list[str]:
        action = SYSTEM.action("ready")
        assert action is not None
        return [
            in_full(words)
            for _, words in action.ways(BattleView(fight.battle.state), fight.battle.state.combatants["ann"])
        ]

    assert ways() == ["kneel", "lie down", "something else"]
    fight.set("ann", ammo={"assault-rifle": 3}, posture="prone")
    assert ways() == ["reload the assault rifle", "rise", "something else"]


def test_a_spray_has_a_target_for_each_part_of_the_burst() -> None:
    """GU-733"""
    foes = [fighter(name, "b") for name in ("bob", "cyd", "dee")]
    fight = Fight(fighter("ann", "a", GUN), *foes)
    said = {"spraying-fire": True, "shots": 3, "target-2": "cyd"}
    assert set(choices(fight, "target-3", **said)) == {"cyd", "dee"}
    plan = fight.plan("attack", "ann", target="bob", options={"with": "assault-rifle", **said})
    assert plan.target == "bob"
    refusal = fight.refuses(
        "attack", "ann", target="bob", options={"with": "assault-rifle", **said, "shots": 7}
    )
    assert refusal.code == "too-many-shots"


def test_what_a_spray_fires_is_said_target_by_target_alone() -> None:
    """GU-728, GU-733"""
    fight = duel(ann=GUN)
    assert "rapid-fire" in options(fight)
    assert "rapid-fire" not in options(fight, **{"spraying-fire": True})


def test_each_way_to_attack_names_its_rule() -> None:
    """GU-702"""
    shown = {id_: one.rule for id_, one in options(duel(ann=GUN)).items()}
    assert (shown["rapid-fire"], shown["spraying-fire"]) == ("GU-732", "GU-733")
    armed = duel(ann=FENCER, bob={"weapons": ["axe"]})
    shown = {id_: one.rule for id_, one in options(armed).items()}
    assert (shown["rapid-strike"], shown["tip-slash"], shown["disarm"]) == ("GU-730", "GU-740", "GU-744")


def test_a_shotgun_nearby_meets_the_armour_some_times_over() -> None:
    """GU-734"""
    shooter = {"skills": {"guns-shotgun": 14}, "weapons": ["shotgun"]}
    fight = duel(ann=shooter, bob={"armour": ["breastplate"]})
    plan = fight.plan("attack", "ann", target="bob", with_="shotgun", facts={"distance": 2})
    assert [(note.value, note.rule) for note in plan.target_notes] == [(-20, "GU-734")]
    plan = fight.plan("attack", "ann", target="bob", with_="shotgun", facts={"distance": 12})
    assert [(note.value, note.rule) for note in plan.target_notes] == [(-5, "GU-219")]
