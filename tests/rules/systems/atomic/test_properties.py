"""Whatever is done: the log folds to the live state and its open question, and play fits the odds."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.battle import Battle
from rules.systems.atomic.system import SYSTEM
from tests.rules.kit import (
    Stream,
    attempt,
    command,
    fighter,
    fits_the_odds,
    folds_to_itself,
    reread,
)
from tests.rules.systems.atomic.fights import Fight
from tests.rules.systems.atomic.test_facts import ZONES

SHEETS: list[dict[str, Any]] = [dict(item.sheet) for item in SYSTEM.stock]
WHO = ["ann", "bob", "cat"]
GRID = {
    "grid": {"kind": "square", "cols": 20, "rows": 12},
    "walls": [
        {"id": "w", "from": [9, 0], "to": [9, 8], "kind": "wall"},
        {"id": "d", "from": [9, 8], "to": [9, 9], "kind": "door", "state": "closed"},
        {"id": "l", "from": [5, 3], "to": [5, 8], "kind": "low"},
    ],
}
ALL_WEAPONS = sorted(
    {w if isinstance(w, str) else w["id"] for sheet in SHEETS for w in sheet.get("weapons", [])} | {"fist"}
)


def cells() -> st.SearchStrategy[Any]:
    return st.tuples(st.integers(0, 19), st.integers(0, 11)).map(list)


def steps(places: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    who, weapon = st.sampled_from(WHO), st.sampled_from(ALL_WEAPONS)
    return st.one_of(
        st.tuples(st.just("attack"), who, st.fixed_dictionaries({"target": who, "with": weapon})),
        st.tuples(
            st.just("answer"),
            who,
            st.fixed_dictionaries({"answer": st.sampled_from(["parry", "block", "dodge", "none"])}),
        ),
        st.tuples(st.just("move"), who, st.fixed_dictionaries({"to": places})),
        st.tuples(st.sampled_from(["draw", "stow", "drop"]), who, st.fixed_dictionaries({"with": weapon})),
        st.tuples(st.sampled_from(["quick", "last-stand", "end-turn", "turn"]), who, st.just({})),
        st.tuples(st.just("use"), who, st.fixed_dictionaries({"value": st.integers(0, 200)})),
        st.tuples(st.just("door"), who, st.just({"wall": "d"})),
        st.tuples(st.sampled_from(["begin", "undo", "redo"]), st.none(), st.just({})),
        st.tuples(
            st.just("gm-set"),
            st.none(),
            st.fixed_dictionaries(
                {"target": who, "state": st.fixed_dictionaries({"wounds": st.integers(0, 5)})}
            ),
        ),
    )


def play(
    map: Any, places: Sequence[Any], chosen: Sequence[int], faces: Sequence[int], script: Sequence[Any]
) -> Battle:
    sheets = [SHEETS[n % len(SHEETS)] for n in chosen]
    fight = Fight(*(fighter(w, w, s, at=at) for w, s, at in zip(WHO, sheets, places, strict=True)), map=map)
    stream = Stream(faces)
    for what, who, params in script:
        if what == "answer" and fight.prompt() is not None:
            who = fight.prompt().to
        attempt(fight.battle, what, who, params, stream)
        check(fight.battle)
    return fight.battle


def check(battle: Battle) -> None:
    """Check what always holds."""
    for combatant in battle.state.combatants.values():
        state = combatant.state
        assert 0 <= state.wounds <= 5
        assert (state.condition in ("dying", "collapsed", "dead")) == (state.wounds == 5)
        assert (state.condition == "incapacitated") == (state.wounds == 4)
        assert state.conscious_rounds is None or state.wounds == 5
        assert set(state.ready) <= {w.id for w in combatant.sheet.weapons}
        SYSTEM.looks.marks(combatant), SYSTEM.looks.numbers(combatant), SYSTEM.looks.allowances(combatant)
    if battle.state.running:
        assert battle.state.active is not None
        waits = battle.state.prompt is not None
        assert waits or not battle.state.combatants[battle.state.active].state.is_out


FACES = st.lists(st.integers(1, 100), min_size=3, max_size=20)
CHOSEN = st.lists(st.integers(0, 20), min_size=3, max_size=3)


@settings(deadline=None, max_examples=60)
@given(CHOSEN, FACES, st.lists(steps(cells()), max_size=25))
def test_the_fold_of_the_log_is_the_live_state_on_a_grid(chosen: Any, faces: Any, script: Any) -> None:
    battle = play(GRID, ([2, 2], [3, 3], [12, 5]), chosen, faces, script)
    folds_to_itself(battle)


@settings(deadline=None, max_examples=60)
@given(CHOSEN, FACES, st.lists(steps(st.sampled_from(["bridge", "hold", "engine"])), max_size=25))
def test_the_fold_of_the_log_is_the_live_state_on_zones(chosen: Any, faces: Any, script: Any) -> None:
    battle = play(ZONES, ("bridge", "bridge", "hold"), chosen, faces, script)
    assert reread(battle).state == battle.state


@settings(deadline=None, max_examples=10)
@given(CHOSEN, FACES, st.lists(steps(cells()), min_size=1, max_size=12))
def test_undoing_everything_brings_back_the_beginning_and_redoing_the_end(
    chosen: Any, faces: Any, script: Any
) -> None:
    script = [step for step in script if step[0] not in ("undo", "redo")]
    battle = play(GRID, ([2, 2], [3, 3], [12, 5]), chosen, faces, script)
    end, count = battle.state, 0
    while battle.can_undo:
        battle.handle(command("undo"), Stream([1]))
        count += 1
    assert battle.state == play(GRID, ([2, 2], [3, 3], [12, 5]), chosen, faces, []).state
    for _ in range(count):
        battle.handle(command("redo"), Stream([1]))
    assert battle.state == end


@settings(deadline=None, max_examples=60)
@given(CHOSEN, FACES, st.sampled_from(["parry", "block", "dodge", "none"]))
def test_what_comes_of_an_attack_is_what_the_odds_allow(chosen: Any, faces: Any, answer: str) -> None:
    sheets = [SHEETS[n % len(SHEETS)] for n in chosen]
    fight = Fight(*(fighter(w, w, s) for w, s in zip(WHO, sheets, strict=True)))
    attack = command("attack", "ann", target="bob", **{"with": "fist"})
    odds = fight.battle.now.odds(attack)
    before = fight.battle.state
    stream = Stream(faces)
    told = list(fight.battle.handle(attack, stream))
    if fight.prompt() is not None:
        chosen_answer = answer if answer in fight.prompt().choices else "none"
        told += fight.battle.handle(command("answer", "bob", answer=chosen_answer), stream)
        odds = odds.by_answer[chosen_answer]
    fits_the_odds(odds, before, fight.battle, "bob", told)
