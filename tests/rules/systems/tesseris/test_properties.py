"""Whatever is done: no exception, the log folds to the live state and its open question, undo restores."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.battle import Battle
from rules.systems.tesseris.sheet.gear import STOCK_WEAPONS
from rules.systems.tesseris.sheet.sheet import SKILLS
from rules.systems.tesseris.state import CONDITION_IDS, LEVELS, max_stamina
from rules.systems.tesseris.system import SYSTEM
from tests.rules.kit import (
    BAR_STREET_ROOF,
    ChangingStream,
    attempt,
    fighter,
    folds_to_itself,
    reread,
    undone_restores,
)
from tests.rules.systems.tesseris.fights import Fight

SHEETS: list[dict[str, Any]] = [dict(item.sheet) for item in SYSTEM.stock]
SHEETS += [
    {"stock": "militia", "player": True, "fate": 1, "max_wounds": 3, "traits": ["swordpoint-break"]},
    {"traits": ["multi-weapon-pistol"], "weapons": ["pistol", "revolver"], "held": ["pistol", "revolver"]},
    {"characteristics": {"agility": 0, "willpower": 0}, "weapons": ["blunderbuss"], "gear": ["shield"]},
]
WHO = ["ann", "bob", "cat", "dan"]
SIDES = ["heroes", "raiders", "raiders", "heroes"]
GRID = {
    "grid": {"kind": "square", "cols": 20, "rows": 12, "per_cell": 1, "unit": "yd"},
    "walls": [
        {"id": "w", "from": [9, 0], "to": [9, 8], "kind": "wall", "material": "wood"},
        {"id": "d", "from": [9, 8], "to": [9, 9], "kind": "door", "state": "closed"},
        {"id": "l", "from": [5, 1], "to": [5, 8], "kind": "low", "material": "wood-thin"},
    ],
    "elevation": [{"cells": [[2, 2]], "height": 2}],
}
ACTIONS = [action.id for action in SYSTEM.actions if not action.of_table]
WEAPONS = sorted(STOCK_WEAPONS)
FACTS: list[dict[str, Any]] = [
    {},
    {},
    {"distance": 8},
    {"cover_available": "wood-thin"},
    {"unaware": True, "adjacent_allies": 3},
    {"in_melee": ["cat", "dan"], "distance": 5},
    {"targets": ["bob", "cat"], "distance": 3},
    {"provokes": ["bob", "cat"], "watchers": ["bob", "dan"]},
    {"allies_adjacent": ["ann", "cat"]},
    {"light": "dark", "elevation": 2, "location": "arms"},
]
STATES: list[dict[str, Any]] = [
    {"ticks": 9},
    {"ticks": 9, "free_reaction": True, "stance": []},
    {"stamina": 0},
    {"wounds": 2, "stamina": 1},
    {"conditions": {"grappled": {"with": ["bob", "ann"]}}},
    {"conditions": {"pinned": {"by": "ann"}, "prone": {}}},
    {"conditions": {"stunned": {"rounds": 2}}},
    {"dying": False, "dead": False, "wounds": 0, "stamina": 20, "conditions": {"unconscious": None}},
    {"ego": 1, "fear": {"difficulty": 3}},
    {"cover": {"material": "wood-thin", "damage": 8}},
    {"cover": {"material": "stone", "hunkered": True}},
]
DONE: Any = st.just({})


def steps(places: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    who, weapon = st.sampled_from(WHO), st.sampled_from(WEAPONS)
    optional = {
        "target": who,
        "with": weapon,
        "to": places,
        "yards": st.integers(0, 5),
        "moved": st.integers(0, 7),
        "facts": st.sampled_from(FACTS),
        "options": st.sampled_from([{}, {"blind_fire": True}]),
        "skill": st.sampled_from([*SKILLS, "melee"]),
        "for": st.sampled_from(["attack", "defence", "charm"]),
        "condition": st.sampled_from(["frightened", "attracted", "enticed"]),
        "mayhem": st.integers(0, 1),
        "gm_borrow": st.booleans(),
        "difficulty": st.integers(0, 3),
        "cover": st.sampled_from(["stone", "wood-thin"]),
        "harmful": st.booleans(),
    }
    plain = st.fixed_dictionaries(
        {"target": who}, optional={k: v for k, v in optional.items() if k != "target"}
    )
    answers = st.fixed_dictionaries(
        {"answer": st.integers(0, 9)},
        optional={
            "to": places,
            "yards": st.integers(0, 3),
            "facts": st.sampled_from(FACTS),
            "mayhem": st.just(1),
        },
    )
    return st.one_of(
        st.tuples(st.sampled_from(ACTIONS), who, plain),
        st.tuples(st.sampled_from(ACTIONS), who, st.fixed_dictionaries({}, optional=optional)),
        st.tuples(st.just("attack"), who, st.fixed_dictionaries({"target": who})),
        st.tuples(st.just("answer"), who, answers),
        st.tuples(st.just("answer"), who, answers),
        st.tuples(st.sampled_from(["end-turn", "turn"]), who, DONE),
        st.tuples(
            st.just("begin"), st.none(), st.sampled_from([{}, {"hidden": ["ann"], "unaware": WHO[1:]}])
        ),
        st.tuples(st.sampled_from(["undo", "redo", "end-combat", "end-battle"]), st.none(), DONE),
        st.tuples(st.just("remove"), st.none(), st.just({"target": "cat"})),
        st.tuples(
            st.just("apply-condition"),
            st.none(),
            st.fixed_dictionaries({"target": who, "condition": st.sampled_from(CONDITION_IDS)}),
        ),
        st.tuples(
            st.just("cause-fear"), st.none(), st.fixed_dictionaries({"target": who, "difficulty": st.just(3)})
        ),
        st.tuples(st.just("grant-mayhem"), st.none(), st.fixed_dictionaries({"target": who})),
        st.tuples(
            st.just("gm-set"),
            st.none(),
            st.fixed_dictionaries({"target": who, "state": st.sampled_from(STATES)}),
        ),
    )


def play(
    map: Any, places: Sequence[Any], chosen: Sequence[int], faces: Sequence[int], script: Sequence[Any]
) -> Battle:
    sheets = [SHEETS[n % len(SHEETS)] for n in chosen]
    rows = zip(WHO, SIDES, sheets, places, strict=True)
    fight = Fight(*(fighter(w, side, s, at=at) for w, side, s, at in rows), map=map)
    stream = ChangingStream(faces)
    for what, who, params in script:
        if what == "answer" and fight.prompt() is not None:
            who = fight.prompt().to
            choices = fight.prompt().choices
            params = {**params, "answer": choices[params["answer"] % len(choices)]}
        elif what == "answer":
            continue
        if what == "end-turn" and fight.battle.state.active is not None:
            who = fight.battle.state.active
        before = fight.battle.state
        done = attempt(fight.battle, what, who, params, stream)
        if done and what not in ("undo", "redo", "answer") and before.prompt is None:
            undone_restores(fight.battle, before)
        check(fight.battle)
    return fight.battle


def check(battle: Battle) -> None:
    """Check what always holds."""
    state = battle.state
    for who, combatant in state.combatants.items():
        now = combatant.state
        assert now.stamina <= max_stamina(combatant.sheet, now.wounds)
        assert now.has("bloodied") == (now.stamina == 0)
        assert set(now.conditions) <= set(LEVELS)
        assert not combatant.sheet.why_not_held(now.held)
        assert not (now.has("stunned") and now.has("staggered"))
        derived_values = SYSTEM.sheets.derived_values(state, who)
        assert derived_values["prone"] == (derived_values["conditions"]["prone"] is not None)
        SYSTEM.looks.marks(combatant), SYSTEM.looks.numbers(combatant), SYSTEM.looks.allowances(combatant)
        SYSTEM.looks.sections(combatant), SYSTEM.looks.gauges(combatant), SYSTEM.turns.order_note(state, who)
    if state.running:
        assert len(set(state.order)) == len(state.order)
        assert state.active is not None or state.prompt is not None


FACES = st.lists(st.integers(0, 9), min_size=3, max_size=20)
CHOSEN = st.lists(st.integers(0, 20), min_size=4, max_size=4)
CELLS = st.tuples(st.integers(0, 19), st.integers(0, 11)).map(list)


@settings(deadline=None, max_examples=60)
@given(CHOSEN, FACES, st.lists(steps(CELLS), max_size=30))
def test_the_fold_of_the_log_is_the_live_state_on_a_grid(chosen: Any, faces: Any, script: Any) -> None:
    battle = play(GRID, ([2, 2], [3, 3], [12, 5], [3, 2]), chosen, faces, script)
    folds_to_itself(battle, ".!")


@settings(deadline=None, max_examples=40)
@given(CHOSEN, FACES, st.lists(steps(st.sampled_from(["bar", "street", "roof"])), max_size=30))
def test_the_fold_of_the_log_is_the_live_state_on_zones(chosen: Any, faces: Any, script: Any) -> None:
    battle = play(BAR_STREET_ROOF, ("bar", "bar", "street", "bar"), chosen, faces, script)
    assert reread(battle).state == battle.state


@settings(deadline=None, max_examples=40)
@given(CHOSEN, FACES, st.lists(steps(st.just(None)), max_size=30))
def test_the_fold_of_the_log_is_the_live_state_without_a_map(chosen: Any, faces: Any, script: Any) -> None:
    battle = play(None, (None, None, None, None), chosen, faces, script)
    assert reread(battle).state == battle.state
