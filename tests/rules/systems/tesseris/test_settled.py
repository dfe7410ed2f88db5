"""What section 15 of the specification settled, where its scenario files leave something to be said."""

from typing import Any

import pytest

from rules.engine.battle_events import Rolled
from rules.engine.events import event_as_json, event_from_json
from rules.systems.tesseris.system import SYSTEM
from tests.rules.kit import fighter
from tests.rules.systems.tesseris.fights import OPEN, Fight

SABRE = {"id": "sabre", "name": "Sabre", "kind": "melee", "damage": 7}


def disarmed(winner: dict[str, Any], loser: dict[str, Any], **state: Any) -> Fight:
    """Play a disarming that is won by 5."""
    fight = Fight(fighter("dee", sheet=winner), fighter("rex", sheet=loser, state=state), dee__attack=[6] * 4)
    fight.do("disarm", "dee", target="rex")
    fight.answer("rex", "none")
    return fight


DEE = {"characteristics": {"agility": 4}, "skills": {"melee": 2}}


@pytest.mark.parametrize(
    ("held", "won"),
    [
        (["sword"], ["sword", "sabre"]),
        ([], ["sabre"]),
        (["greatsword"], ["greatsword"]),  # no hand is free
    ],
)
def test_a_weapon_that_is_won_is_held_whatever_the_own_sheet_knows(held: list[str], won: list[str]) -> None:
    """TS-C1, TS-118"""
    fight = disarmed({**DEE, "weapons": held, "held": held}, {"weapons": [SABRE]})
    assert list(fight.state("dee").held) == won
    assert fight.state("rex").held == ()
    assert ("sabre" in {w.id for w in fight.battle.state.combatants["rex"].sheet.weapons}) == (
        "sabre" not in won
    )


def test_a_second_weapon_of_a_name_is_numbered_and_keeps_its_own_numbers() -> None:
    """TS-C1"""
    better = {"id": "sword", "kind": "melee", "damage": 9}
    fight = disarmed({**DEE, "weapons": ["sword"]}, {"weapons": [better]})
    dee = fight.battle.state.combatants["dee"]
    assert list(dee.state.held) == ["sword", "sword-2"]
    assert [dee.sheet.weapon(id_).damage for id_ in dee.state.held] == [4, 9]


def test_a_gun_that_is_won_brings_its_rounds_and_its_jam() -> None:
    """TS-C1, TS-222"""
    fight = disarmed({**DEE, "weapons": []}, {"weapons": ["pistol"]}, ammo={"pistol": 5}, jammed=["pistol"])
    now, then = fight.state("dee"), fight.state("rex")
    assert (dict(now.ammo), now.jammed) == ({"pistol": 5}, ("pistol",))
    assert (dict(then.ammo), then.jammed) == ({}, ())


def test_what_is_won_can_be_taken_back_and_read_again() -> None:
    """TS-C1"""
    fight = Fight(
        fighter("dee", sheet={**DEE, "weapons": ["sword"]}),
        fighter("rex", sheet={"weapons": [SABRE]}),
        dee__attack=[6] * 4,
    )
    before = fight.battle.state
    fight.do("disarm", "dee", target="rex")
    told = fight.answer("rex", "none")
    won = next(event for event in told if event.kind == "weapon-won")
    assert event_from_json(SYSTEM.event_kinds(), won.kind, event_as_json(won)) == won
    fight.do("undo")
    assert fight.battle.state == before


def test_a_wild_shot_at_one_who_dives_out_of_its_line_hits_nobody_else() -> None:
    """TS-C2, TS-240"""
    fight = Fight(
        fighter("ann", sheet={"weapons": ["rifle"], "skills": {"ballistics": 2}}),
        fighter("bob"),
        fighter("cat"),
        ann__attack=[6] * 3,
    )
    fight.do("attack", "ann", target="bob", facts={"distance": 8, "in_melee": ["cat"]})
    told = fight.answer("bob", "dive", facts={"line_of_fire": False})
    assert "redirected" not in [event.kind for event in told]
    assert fight.state("bob").stamina == 19
    assert fight.prompt() is None


def test_a_defence_has_the_facts_of_its_own_answer() -> None:
    """TS-C4, TS-241"""
    fight = Fight(
        fighter("ann", sheet={"weapons": ["rifle"]}), fighter("bob"), ann__attack=[6] * 3, bob__duck=[6] * 6
    )
    fight.do("attack", "ann", target="bob", facts={"distance": 8})
    told = fight.answer("bob", "duck", facts={"elevation": -2})
    rolled = next(event for event in told if isinstance(event, Rolled))
    assert [(str(m.label), m.value) for m in rolled.modifiers] == [("higher ground", -1)]
    fight = Fight(fighter("ann", sheet={"weapons": ["rifle"]}), fighter("bob"), ann__attack=[6] * 3)
    fight.do("attack", "ann", target="bob", facts={"distance": 8})
    assert fight.refuses("answer", "bob", answer="duck", facts={"nonsense": 1}) == "bad-command"


def test_somebody_else_is_enthralled_and_keeps_what_nearness_gave() -> None:
    """TS-C8, TS-322"""
    enticed = {"conditions": {"enticed": {"by": "dee"}}, "ego": 12, "cheer": 3}
    fight = Fight(
        fighter("dee", at=[1, 1]),
        fighter("bob", at=[2, 1], state=enticed),
        map=OPEN,
        dee__social=[6] * 3,
        bob__social_defence=[1] * 3,
    )
    fight.do("charm", "dee", target="bob")
    left = fight.state("bob").ego
    fight.set("bob", at=[30, 1])
    assert (fight.state("bob").ego, fight.state("bob").cheer) == (left, 0)


@pytest.mark.parametrize("why", ["blind", "hidden", "gone"])
def test_who_cannot_see_the_one_who_entices_has_nothing_of_it(why: str) -> None:
    """TS-C8"""
    enticed = {"conditions": {"enticed": {"by": "dee"}}, "ego": 12, "cheer": 3}
    fight = Fight(fighter("dee", at=[1, 1]), fighter("bob", at=[2, 1], state=enticed), map=OPEN)
    if why == "blind":
        fight.set("bob", conditions={"blinded": {}})
    elif why == "hidden":
        fight.do("edit", target="dee", hidden=True)
        fight.do("speak", "bob")
    else:
        fight.do("remove", target="dee")
        fight.do("speak", "bob")
    assert fight.state("bob").ego == 9


def test_nearness_gives_nothing_below_no_ego() -> None:
    """TS-C8, TS-333"""
    enticed = {"conditions": {"enticed": {"by": "dee"}}, "ego": 1, "cheer": 3}
    fight = Fight(fighter("dee", at=[1, 1]), fighter("bob", at=[2, 1], state=enticed), map=OPEN)
    told = fight.set("bob", at=[30, 1])
    assert fight.state("bob").ego == 0
    assert "social-defeat" not in [event.kind for event in told]


def test_only_who_is_scared_to_death_is_asked_about_doom() -> None:
    """TS-C9"""
    fight = Fight(fighter("ann"), fighter("bob"))
    assert fight.refuses("turn", "bob", facts={"doomed": 3}) == "bad-command"
    fight.do("turn", "bob", facts={"doomed": True})
    assert dict(fight.state("bob").conditions) == {}


def test_a_condition_that_is_no_object_is_refused() -> None:
    """The fuzzing of scenario files found a number there."""
    fight = Fight(fighter("ann"), fighter("bob"))
    assert fight.refuses("gm-set", None, target="bob", state={"conditions": {"prone": 5}}) == "bad-state"


def test_the_gm_says_once_of_who_is_scared_to_death_that_giving_up_is_death() -> None:
    """TS-C9"""
    scared = {"conditions": {"scared-to-death": {"rounds": 8, "by": "ann"}}}
    fight = Fight(fighter("ann"), fighter("bob", state=scared))
    assert fight.refuses("giving-up-is-death", None, target="ann") == "no-target"
    fight.do("giving-up-is-death", None, target="bob")
    assert fight.refuses("giving-up-is-death", None, target="bob") == "no-target"
    for _ in range(3):
        fight.do("turn", "bob")
    assert fight.state("bob").has("frightened")
    assert not fight.state("bob").has("surrendered")
