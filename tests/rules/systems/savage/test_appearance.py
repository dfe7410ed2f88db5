"""How things are shown: marks, pips, numbers, the sheet laid out, and the lines of the log."""

from dataclasses import fields
from typing import Any

import pytest

from rules.engine.state import BattleView
from rules.engine.text import in_full
from rules.systems.savage.log_lines import OUTCOME_WORDS
from rules.systems.savage.system import SYSTEM
from tests.rules.systems.savage.fights import GUN, HERO, HORSE, LUCKY, THUG, Fight, hero, raider

SHAPES = {
    "cross",
    "skull",
    "drop",
    "spiral",
    "bolt",
    "shield",
    "question",
    "eye-off",
    "arrow-down",
    "hand",
    "star",
    "clock",
    "chain",
}


def marks(**state: object) -> list[str]:
    fight = Fight(hero("bob", state=state))
    found = SYSTEM.looks.marks(fight.battle.state.combatants["bob"])
    assert {m.shape for m in found} <= SHAPES
    assert {m.rule for m in found} <= set(SYSTEM.rules)
    return [m.id for m in found]


def test_conditions_are_marked() -> None:
    """SW-140, SW-142, SW-143, SW-144, SW-145, SW-146, SW-147"""
    assert marks() == marks(wounds=2) == []
    assert marks(shaken=True, vulnerable=1, distracted=2) == ["shaken", "vulnerable", "distracted"]
    assert marks(stunned=True, prone=True) == ["stunned", "vulnerable", "prone"]
    assert marks(incapacitated=True, bleeding=True, prone=True) == ["incapacitated", "bleeding"]
    assert marks(dead=True, shaken=True) == ["dead"]
    assert marks(broken=True) == ["broken"]
    assert marks(on_hold=True, joker=True, defending=True) == ["on-hold", "joker", "defending"]
    assert marks(surprised=True, aimed="long-sword", mount="roan") == ["surprised", "aimed", "mounted"]


@pytest.mark.parametrize(
    ("sheet", "state", "pips", "words"),
    [
        (HERO, {}, [(0, 3)], "0 of 3"),
        (HERO, {"wounds": 2}, [(2, 3)], "2 of 3"),
        (HERO, {"wounds": 3}, [(3, 3)], "3 of 3"),
        (HERO, {"wounds": 3, "incapacitated": True}, [(3, 3)], "3 of 3"),
        (HERO, {"incapacitated": True}, [(0, 3)], "0 of 3"),
        (THUG, {}, [], "out at the first"),
        (THUG, {"incapacitated": True}, [], "out"),
        (THUG, {"dead": True}, [], "out"),
    ],
)
def test_wounds_are_told_alike_on_the_token_the_card_and_the_sheet(
    sheet: Any, state: Any, pips: list[tuple[int, int]], words: str
) -> None:
    """SW-07, SW-125, SW-126"""
    bob = Fight(raider("bob", sheet, state=state)).battle.state.combatants["bob"]
    assert [(g.value, g.most) for g in SYSTEM.looks.gauges(bob) if in_full(g.label) == "Wounds"] == pips
    assert {in_full(f.label): in_full(f.value) for f in SYSTEM.looks.numbers(bob)}["Wounds"] == words
    page = SYSTEM.looks.sheet_page(bob)
    assert in_full(page.wounds_words) == words
    assert (page.wounds, page.wound_limit) == (pips[0] if pips else (0, 0))


def test_the_numbers_of_the_moment() -> None:
    """SW-04, SW-05, SW-09, SW-47, SW-51, SW-22"""
    fight = Fight(hero("ann", LUCKY, state={"wounds": 1, "distracted": 1, "card": "10S"}))
    found = {
        in_full(f.label): in_full(f.value) for f in SYSTEM.looks.numbers(fight.battle.state.combatants["ann"])
    }
    assert found == {
        "Parry": "6",
        "Toughness": "7 (2)",
        "Wounds": "1 of 3",
        "Bennies": "3",
        "Pace": "5",
        "In hand": "Long sword",
        "Card": "10 of spades",
        "All rolls": "-3",
    }
    thing = Fight(raider("door", {"kind": "object", "object": "light-door"}))
    assert SYSTEM.looks.numbers(thing.battle.state.combatants["door"])[0].value == "8"


def test_dice_are_shown_as_dice() -> None:
    """SW-03, SW-43, SW-08"""
    sheet = {**HERO, "weapons": ["long-sword", "pistol", "medium-shield"], "edges": ["quick", "brave"]}
    fight = Fight(hero("ann", sheet))
    found = {
        in_full(s.title): {in_full(f.label): in_full(f.value) for f in s.figures}
        for s in SYSTEM.looks.sections(fight.battle.state.combatants["ann"])
    }
    assert found["Attributes (Wild Card)"]["Agility"] == "d8"
    assert found["Skills"]["Fighting"] == "d8"
    assert found["Gear"]["Pistol"] == "2d6, AP 1, 12/24/48"
    assert "Quick" in found["Edges and Hindrances"]
    untrained = {
        in_full(s.title): {in_full(f.label): in_full(f.value) for f in s.figures}
        for s in SYSTEM.looks.sections(Fight(hero("x", {"pace": 5})).battle.state.combatants["x"])
    }
    assert untrained["Skills"]["Shooting"] == "d4-2"


def test_what_is_left_of_the_turn_is_shown() -> None:
    """SW-60, SW-62, SW-65"""
    fight = Fight(hero("ann"))
    fight.do("declare-actions", "ann", count=3)
    fight.do("move", "ann", inches=2)
    found = {
        in_full(f.label): in_full(f.value)
        for f in SYSTEM.looks.allowances(fight.battle.state.combatants["ann"])
    }
    assert found == {"Actions": "3 of 3, at -4", "Movement": '4" left', "Ready an item": "not spent"}


VALUES: dict[str, Any] = {
    "who": "ann",
    "target": "bob",
    "after": "bob",
    "members": ("ann", "bob"),
    "card": "JR",
    "cards": ("JR", "2C"),
    "order": ("ann", "bob"),
    "clock": {"round": 2, "joker_dealt": True},
    "round": 1,
    "on": "soak",
    "item": "club",
    "item_name": "Club",
    "weapon": "club",
    "weapon_name": "Club",
    "mode": "melee",
    "facts": {"distance": 1, "cover": "none", "aware": False},
    "options": {"wild_attack": True, "called_shot": "vitals", "shots": 3},
    "caught": ("bob",),
    "centre": (3, 4),
    "hour": 3,
    "heading": (1.0, 0.0),
    "words": "Duck!",
    "template": "medium-blast",
}


@pytest.mark.parametrize("kind", SYSTEM.own_events, ids=lambda kind: kind.kind)
def test_every_event_is_worded_or_is_bookkeeping(kind: Any) -> None:
    silent = {"turn-renewed", "turn-settled", "left-order", "action-spent", "movement-spent"}
    values = {}
    for field in fields(kind):
        types = {"int": 1, "bool": True, "float": 1.0, "str": "ann"}
        if field.name in VALUES:
            values[field.name] = VALUES[field.name]
        elif field.default.__class__.__name__ == "_MISSING_TYPE" and field.type in (int, bool, float, str):
            values[field.name] = types[field.type.__name__]  # type: ignore[union-attr]
    fight = Fight(hero("ann"), raider("bob"))
    line = SYSTEM.looks.describe(kind(**values), fight.battle.state)
    if kind.kind in silent:
        assert line is None
    else:
        assert line is not None
        assert in_full(line.text)[-1] in ".!"
        assert line.rule in SYSTEM.rules
        assert all(figure.rule in SYSTEM.rules for figure in line.figures)


def test_no_two_events_share_a_kind() -> None:
    assert len({kind.kind for kind in SYSTEM.own_events}) == len(SYSTEM.own_events)
    assert len(SYSTEM.event_kinds()) > len(SYSTEM.own_events)


def test_every_outcome_has_its_word() -> None:
    """SW-45"""
    assert SYSTEM.good_outcomes <= set(OUTCOME_WORDS)


def test_every_action_names_its_rule() -> None:
    """SW-60"""
    for action in SYSTEM.actions:
        assert action.rule in SYSTEM.rules
        assert in_full(action.help).endswith(".")


def test_what_is_offered_to_choose_from_can_be_chosen() -> None:
    """SW-11, SW-60, SW-68"""
    fight = Fight(hero("ann", {**GUN, "weapons": ["pistol", "knife", "rifle"]}), hero("roan", HORSE))
    ann = fight.battle.state.combatants["ann"]
    from_ids = {
        action.id: [c.id for c in p.choices(BattleView(fight.battle.state), ann)]
        for action in SYSTEM.actions
        for p in action.parameters
        if p.choices is not None
    }
    assert from_ids["attack"] == ["pistol", "knife", "unarmed", "rifle"]
    assert from_ids["aim"] == ["pistol", "knife"]
    assert from_ids["ready"] == ["rifle"]
    assert from_ids["drop-item"] == ["pistol", "knife"]
