"""Whatever is done: the log folds to the live state and its open question, and undo restores."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.battle import Battle
from rules.engine.refusal import Refusal
from rules.systems.phases.sheet.gear import LOCATIONS
from rules.systems.phases.state import Condition
from rules.systems.phases.system import SYSTEM
from tests.rules.kit import Stream, attempt, command, reread
from tests.rules.systems.phases.fights import Fight, fighter

SHEETS: list[dict[str, Any]] = [dict(item.sheet) for item in SYSTEM.stock]
WHO = ["ann", "bob", "cat"]
GRID = {
    "grid": {"kind": "square", "cols": 12, "rows": 8},
    "walls": [
        {"id": "w", "from": [6, 0], "to": [6, 5], "kind": "wall"},
        {"id": "d", "from": [6, 5], "to": [6, 6], "kind": "door", "state": "closed"},
        {"id": "l", "from": [3, 2], "to": [3, 6], "kind": "low"},
    ],
}
ZONES = {
    "grid": {"kind": "zones"},
    "zones": [
        {"id": "bar", "name": "Bar", "polygon": [[0, 0], [4, 0], [4, 4], [0, 4]], "links": ["street"]},
        {"id": "street", "name": "Street", "polygon": [[4, 0], [9, 0], [9, 4], [4, 4]], "links": ["roof"]},
        {"id": "roof", "name": "Roof", "polygon": [[9, 0], [12, 0], [12, 4], [9, 4]], "links": []},
    ],
}
WEAPONS = sorted({w.id for item in SYSTEM.stock for w in SYSTEM.read_sheet(item.sheet).weapons} | {"fist"})


def cells() -> st.SearchStrategy[Any]:
    return st.tuples(st.integers(0, 11), st.integers(0, 7)).map(list)


def zones() -> st.SearchStrategy[Any]:
    return st.sampled_from(["bar", "street", "roof"])


def steps(places: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    who, weapon = st.sampled_from([*WHO, "active"]), st.sampled_from(WEAPONS)
    place = st.sampled_from(LOCATIONS) | st.none()
    options = st.fixed_dictionaries(
        {}, optional={"mode": st.sampled_from(["single", "burst", "auto"]), "called": place}
    )
    state = st.fixed_dictionaries(
        {},
        optional={
            "flesh": st.integers(0, 10),
            "trauma": st.lists(st.sampled_from(LOCATIONS), max_size=3),
            "stunned": st.integers(0, 3),
            "aware": st.booleans(),
            "surprised": st.booleans(),
        },
    )
    no_more: st.SearchStrategy[dict[str, Any]] = st.just({})
    against = st.fixed_dictionaries({"target": st.sampled_from(WHO), "with": weapon})
    return st.one_of(
        st.tuples(
            st.just("attack"),
            who,
            st.fixed_dictionaries({"target": st.sampled_from(WHO), "with": weapon, "options": options}),
        ),
        st.tuples(st.sampled_from(["target", "target-and-fire"]), who, against),
        st.tuples(st.just("move"), who, st.fixed_dictionaries({"to": places})),
        st.tuples(
            st.sampled_from(["draw", "fast-draw", "holster", "drop", "reload"]),
            who,
            st.fixed_dictionaries({"with": weapon}),
        ),
        st.tuples(
            st.sampled_from(["aim", "parry", "evade", "cancel", "speak", "end-turn", "turn"]), who, no_more
        ),
        st.tuples(
            st.just("task"),
            who,
            st.fixed_dictionaries(
                {"length": st.sampled_from(["phase", "round", "turn"]), "dice": st.integers(0, 3)}
            ),
        ),
        st.tuples(st.just("door"), who, st.just({"wall": "d"})),
        st.tuples(
            st.sampled_from(["begin", "next-phase", "next-phase", "end-battle", "undo", "redo"]),
            st.none(),
            no_more,
        ),
        st.tuples(
            st.sampled_from(["alert", "remove"]),
            st.none(),
            st.fixed_dictionaries({"target": st.sampled_from(WHO)}),
        ),
        st.tuples(st.just("edit"), st.none(), st.just({"target": "ann", "by_hand": True})),
        st.tuples(st.just("answer"), who, st.just({"answer": "roll"})),
        st.tuples(
            st.just("gm-set"),
            st.none(),
            st.fixed_dictionaries({"target": st.sampled_from(WHO), "state": state}),
        ),
    )


def play(map: Any, places: Sequence[Any], chosen: Sequence[int], faces: Sequence[int], script: Any) -> Battle:
    sheets = [SHEETS[n % len(SHEETS)] for n in chosen]
    fight = Fight(*(fighter(w, s, at=at) for w, s, at in zip(WHO, sheets, places, strict=True)), map=map)
    stream = Stream(faces)
    for what, who, params in script:
        prompt = fight.battle.state.prompt
        actor = (fight.active or "ann") if who == "active" else who
        if what == "answer" and prompt is not None:
            actor = prompt.to
        attempt(fight.battle, what, actor, params, stream)
        check(fight.battle)
    return fight.battle


def check(battle: Battle) -> None:
    """Check what always holds."""
    state = battle.state
    for combatant in state.combatants.values():
        own = combatant.state
        assert set(own.ready) <= {w.id for w in combatant.sheet.weapons}
        assert own.targeting is not None or own.aim == 0
        assert type(own).from_json(own.as_json()) == own
        if state.prompt is None and not own.is_able:
            assert own.action is None
            assert own.targeting is None
        SYSTEM.looks.marks(combatant), SYSTEM.looks.numbers(combatant), SYSTEM.looks.allowances(combatant)
        (
            SYSTEM.looks.gauges(combatant),
            SYSTEM.looks.sections(combatant),
            SYSTEM.turns.order_note(state, combatant.id),
        )
        assert own.condition in Condition
    assert SYSTEM.turns.clock_words(state)
    if state.running and state.prompt is None:
        declaring = state.clock["step"] == "declare"
        assert declaring == (state.active is not None)
        if state.active is not None:
            assert state.combatants[state.active].state.may_declare


def described(battle: Battle) -> Battle:
    """Describe each event, for the log, in the light of how the battle ended."""
    for entry in battle.entries:
        for event in entry.events:
            SYSTEM.looks.describe(event, battle.state)
    return battle


FACES = st.lists(st.integers(1, 10), min_size=3, max_size=20)
CHOSEN = st.lists(st.integers(0, 20), min_size=3, max_size=3)


@settings(deadline=None, max_examples=60)
@given(
    CHOSEN,
    FACES,
    st.lists(cells(), min_size=3, max_size=3, unique_by=tuple),
    st.lists(steps(cells()), max_size=30),
)
def test_the_fold_of_the_log_is_the_live_state_on_a_grid(
    chosen: Any, faces: Any, places: Any, script: Any
) -> None:
    battle = play(GRID, places, chosen, faces, [("begin", None, {}), *script])
    assert reread(described(battle)).state == battle.state


@settings(deadline=None, max_examples=30)
@given(CHOSEN, FACES, st.lists(steps(zones()), max_size=25))
def test_the_fold_of_the_log_is_the_live_state_on_zones(chosen: Any, faces: Any, script: Any) -> None:
    battle = play(ZONES, ["bar", "bar", "roof"], chosen, faces, script)
    assert reread(described(battle)).state == battle.state


@settings(deadline=None, max_examples=40)
@given(CHOSEN, FACES, st.lists(steps(cells()), max_size=20))
def test_undoing_everything_leads_back_to_the_start_and_redoing_to_the_end(
    chosen: Any, faces: Any, script: Any
) -> None:
    script = [step for step in script if step[0] not in ("undo", "redo", "edit")]
    battle = play(None, [None] * 3, chosen, faces, script)
    last = battle.state
    count = 0
    while len(battle.log.live) > 1:
        battle.handle(command("undo"), Stream([1]))
        count += 1
    assert not battle.state.running
    assert all(c.state.condition is Condition.UP for c in battle.state.combatants.values())
    for _ in range(count):
        battle.handle(command("redo"), Stream([1]))
    assert battle.state == last


@settings(deadline=None, max_examples=25)
@given(CHOSEN, FACES, st.lists(steps(cells()), max_size=10), st.sampled_from(["single", "burst"]))
def test_odds_of_any_attack_are_exact_and_add_up(chosen: Any, faces: Any, script: Any, mode: str) -> None:
    battle = play(None, [None] * 3, chosen, faces, script)
    for weapon in WEAPONS:
        attack = command("attack", "ann", with_=weapon, target="bob", options={"mode": mode})
        try:
            odds = battle.now.odds(attack)
        except Refusal:
            continue
        assert not odds.sampled
        assert abs(sum(odds.harm) - 1) < 1e-9
        assert 0 <= odds.hit <= 1
        assert 0 <= odds.down <= 1
