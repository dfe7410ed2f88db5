"""What conditions add to a test is not looked for where somebody has none."""

from itertools import product

from rules.systems.tesseris.attack.checks import (
    ATTACK,
    AWAKE,
    DEFENCE,
    RESISTING,
    SOCIAL,
    SOCIAL_DEFENCE,
    TEST,
    by_conditions,
    own_modifiers,
    skill_trial,
)
from rules.systems.tesseris.sheet.sheet import SKILLS
from rules.systems.tesseris.state import CONDITION_IDS
from tests.rules.systems.tesseris.fights import Fight, hero

KINDS = (ATTACK, DEFENCE, TEST, RESISTING, AWAKE, SOCIAL, SOCIAL_DEFENCE)


def test_conditions_add_nothing_for_who_has_none_but_bulk_to_stealth() -> None:
    who = Fight(hero("ann")).battle.state.combatants["ann"]
    assert not who.state.conditions
    for kind, skill in product(KINDS, SKILLS):
        found = by_conditions(who, skill_trial("test", kind, skill))
        assert skill == "stealth" or not any(one.value for one in found)


def test_what_a_condition_adds_is_among_what_somebody_s_own_state_adds() -> None:
    added = set()
    for condition in CONDITION_IDS:
        who = Fight(hero("ann", state={"conditions": {condition: {}}})).battle.state.combatants["ann"]
        for kind, skill in product(KINDS, SKILLS):
            trial = skill_trial("test", kind, skill)
            own = [one for one in by_conditions(who, trial) if one.value]
            assert [one for one in own_modifiers(who, trial) if one in own] == own
            added |= {one.rule for one in own}
    assert len(added) > 1
