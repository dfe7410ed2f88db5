"""What a page offers for an attack and how it says it: only what fits, and the same as a command."""

from typing import Any

import pytest

from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.text import in_full
from rules.systems.gurps.attack.attack_order import read_attack
from rules.systems.gurps.attack.flat_order import spelled_out
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS
from rules.systems.gurps.sheet import figure
from rules.systems.gurps.sheet.beast_bodies import BODY_PLANS
from rules.systems.gurps.sheet.body import BodyPlan
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import command, fighter
from tests.rules.systems.gurps.fights import GUN, OPEN, SWORD, Fight, duel
from tests.rules.systems.gurps.offered import FENCER, choices, options


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


# ----------------------------------------------------------------------------------------- several at once
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


def test_of_several_blows_each_may_be_struck_in_another_way() -> None:
    """GU-729, GU-730"""
    fight = duel(ann={"skills": {"broadsword": 16}, "weapons": ["broadsword"]})
    said = {"with": "broadsword/swing", "rapid-strike": 1}
    assert set(choices(fight, "with-2", **said)) == {"broadsword/swing", "broadsword/thrust"}
    asked = command("attack", "ann", target="bob", options={**said, "with-2": "broadsword/thrust"})
    order = read_attack(BattleView(fight.battle.state), spelled_out(asked), MANEUVERS["attack"])
    assert order is not None
    assert [strike.type for strike in order.strikes] == ["cut", "cr"]


# ------------------------------------------------------------------------------------- what is shown beside
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
