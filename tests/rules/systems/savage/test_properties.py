"""Whatever is done: no exception, the log folds to the live state and its open question, undo restores."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.battle import Battle
from rules.systems.savage.state import table_of
from rules.systems.savage.system import SYSTEM
from tests.rules.kit import (
    BAR_STREET_ROOF,
    ChangingStream,
    attempt,
    command,
    fighter,
    folds_to_itself,
    reread,
    undone_restores,
)
from tests.rules.systems.savage.fights import Fight

SHEETS: list[dict[str, Any]] = [dict(item.sheet) for item in SYSTEM.stock]
SHEETS += [
    {"stock": "gunslinger", "weapons": ["rocket-launcher", "spear"], "edges": ["improved-level-headed"]},
    {"stock": "thug", "weapons": ["flamethrower", "double-shotgun"], "held": ["flamethrower"], "bennies": 2},
    {"stock": "guard", "weapons": ["submachine-gun", "knife", "club"], "held": ["knife", "club"]},
]
WHO = ["ann", "bob", "cat", "dan"]
GRID = {
    "grid": {"kind": "square", "cols": 20, "rows": 12, "per_cell": 1, "unit": "yd"},
    "walls": [
        {"id": "w", "from": [9, 0], "to": [9, 8], "kind": "wall"},
        {"id": "d", "from": [9, 8], "to": [9, 9], "kind": "door", "state": "closed"},
        {"id": "l", "from": [5, 3], "to": [5, 8], "kind": "low"},
    ],
}
WEAPONS = sorted(
    {w if isinstance(w, str) else w["id"] for sheet in SHEETS for w in sheet.get("weapons", [])}
    | {"unarmed", "long-sword", "club"}
)
ANSWERS = ["take", "soak", "keep", "reroll", "attack", "none", "set", "stay-shaken", "unshake"]
OPTIONS = [
    {},
    {"wild_attack": True},
    {"called_shot": "head"},
    {"shots": 3},
    {"nonlethal": True},
    {"charge": True},
    {"both_barrels": True},
    {"template": "line"},
    {"mode": "ranged"},
    {"mode": "melee"},
    {"aim": "clear"},
]
FACTS = [
    {},
    {"distance": 10},
    {"distance": 1, "straight_move": 8},
    {"distance": 6, "bystanders": ["bob", "cat"], "cover": "light"},
    {"caught": ["ann", "bob"], "caught_after": ["cat"], "distance": 8},
    {"engaged_by": ["bob", "cat"]},
]
STATES: list[dict[str, Any]] = [
    {"shaken": True},
    {"stunned": True, "prone": True},
    {"wounds": 2},
    {"mount": "dan"},
    {"on_hold": True},
    {"incapacitated": True, "bleeding": True},
    {"bennies": 2},
    {"incapacitated": False, "dead": False, "broken": False, "bleeding": False, "unconscious_hours": None},
]


def cells() -> st.SearchStrategy[Any]:
    return st.tuples(st.integers(0, 19), st.integers(0, 11)).map(list)


def steps(places: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    who, weapon = st.sampled_from(WHO), st.sampled_from(WEAPONS)
    attack = {"target": who, "with": weapon, "options": st.sampled_from(OPTIONS)}
    facts = st.fixed_dictionaries({"facts": st.sampled_from(FACTS)})
    plain = st.just({})
    own = [
        "run",
        "stand",
        "drop-prone",
        "defend",
        "hold",
        "act-now",
        "dismount",
        "unshake",
        "speak",
        "end-turn",
        "turn",
    ]
    return st.one_of(
        st.tuples(st.just("attack"), who, st.fixed_dictionaries(attack)),
        st.tuples(st.just("attack"), who, st.fixed_dictionaries({**attack, "facts": st.sampled_from(FACTS)})),
        st.tuples(st.just("attack"), who, st.fixed_dictionaries({"at": places, "with": weapon})),
        st.tuples(st.just("answer"), who, st.fixed_dictionaries({"answer": st.sampled_from(ANSWERS)})),
        st.tuples(st.just("move"), who, st.fixed_dictionaries({"to": places})),
        st.tuples(st.just("move"), who, st.fixed_dictionaries({"inches": st.integers(0, 6)})),
        st.tuples(st.just("move"), who, facts.map(lambda f: {**f, "inches": 2})),
        st.tuples(
            st.sampled_from(["ready", "drop-item", "aim"]), who, st.fixed_dictionaries({"with": weapon})
        ),
        st.tuples(st.sampled_from(["mount", "interrupt"]), who, st.fixed_dictionaries({"target": who})),
        st.tuples(st.just("declare-actions"), who, st.fixed_dictionaries({"count": st.integers(1, 3)})),
        st.tuples(st.sampled_from(own), who, plain),
        st.tuples(
            st.just("begin"), st.none(), st.sampled_from([{}, {"surprisers": ["ann"], "surprised": WHO[1:]}])
        ),
        st.tuples(st.sampled_from(["undo", "redo", "end-round", "end-battle"]), st.none(), plain),
        st.tuples(st.just("remove"), st.none(), st.just({"target": "cat"})),
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
    sides = ["heroes", "raiders", "raiders", "heroes"]
    rows = zip(WHO, sides, sheets, places, strict=True)
    fight = Fight(*(fighter(w, side, s, at=at) for w, side, s, at in rows), map=map)
    stream = ChangingStream(faces)
    for what, who, params in script:
        if what == "answer" and fight.prompt() is not None:
            who = fight.prompt().to
        if what == "end-turn" and fight.active is not None:
            who = fight.active
        before = fight.battle.state
        if attempt(fight.battle, what, who, params, stream):
            may_undo = what not in ("undo", "redo", "answer", "gm-set") and before.prompt is None
            if may_undo and fight.battle.can_undo:
                undone_restores(fight.battle, before)
        check(fight.battle)
    return fight.battle


def check(battle: Battle) -> None:
    """Check what always holds."""
    state = battle.state
    for who, combatant in state.combatants.items():
        now = combatant.state
        assert 0 <= now.wounds <= 3
        assert now.bennies >= 0
        assert not (now.shaken and now.incapacitated and not _by_gm(battle))
        assert len(set(now.held)) == len(now.held)
        assert not combatant.sheet.why_not_held(now.held)
        derived_values = SYSTEM.sheets.derived_values(state, who)
        assert derived_values["pace"] >= 0
        SYSTEM.looks.marks(combatant), SYSTEM.looks.numbers(combatant), SYSTEM.looks.allowances(combatant)
        SYSTEM.looks.sections(combatant), SYSTEM.looks.gauges(combatant), SYSTEM.turns.order_note(state, who)
    if state.running:
        assert len(set(state.order)) == len(state.order)
        table = table_of(state)
        assert len(set(table.drawn)) == len(table.drawn) <= 54
        if state.active is None and state.prompt is None:
            assert any(c.state.on_hold for c in state.combatants.values()) or _by_gm(battle)


def _by_gm(battle: Battle) -> bool:
    return any(entry.command.do in ("gm-set", "remove") for entry in battle.entries)


FACES = st.lists(st.integers(0, 53), min_size=3, max_size=20)
CHOSEN = st.lists(st.integers(0, 20), min_size=4, max_size=4)


@settings(deadline=None, max_examples=60)
@given(CHOSEN, FACES, st.lists(steps(cells()), max_size=25))
def test_the_fold_of_the_log_is_the_live_state_on_a_grid(chosen: Any, faces: Any, script: Any) -> None:
    battle = play(GRID, ([2, 2], [3, 3], [12, 5], [3, 2]), chosen, faces, script)
    folds_to_itself(battle, ".!")


@settings(deadline=None, max_examples=40)
@given(CHOSEN, FACES, st.lists(steps(st.sampled_from(["bar", "street", "roof"])), max_size=25))
def test_the_fold_of_the_log_is_the_live_state_on_zones(chosen: Any, faces: Any, script: Any) -> None:
    battle = play(BAR_STREET_ROOF, ("bar", "bar", "street", "bar"), chosen, faces, script)
    assert reread(battle).state == battle.state


@settings(deadline=None, max_examples=40)
@given(CHOSEN, FACES, st.lists(steps(st.just(None)), max_size=25))
def test_the_fold_of_the_log_is_the_live_state_without_a_map(chosen: Any, faces: Any, script: Any) -> None:
    battle = play(None, (None, None, None, None), chosen, faces, script)
    assert reread(battle).state == battle.state


@settings(deadline=None, max_examples=40)
@given(
    CHOSEN, FACES, st.sampled_from(["take", "soak"]), st.sampled_from(["club", "pistol", "grenade", "bite"])
)
def test_what_comes_of_an_attack_is_what_the_odds_allow(
    chosen: Any, faces: Any, answer: str, weapon: str
) -> None:
    sheets = [SHEETS[n % len(SHEETS)] for n in chosen]
    sheets[0] = {"stock": "thug", "weapons": [weapon], "bennies": 0}
    fight = Fight(*(fighter(w, w, s) for w, s in zip(WHO, sheets, strict=True)))
    attack = command("attack", "ann", target="bob", with_=weapon)
    odds = fight.battle.now.odds(attack)
    before = fight.battle.state
    stream = ChangingStream(faces)
    told = list(fight.battle.handle(attack, stream))
    while fight.prompt() is not None:
        asked = fight.prompt()
        choice = answer if answer in asked.choices else asked.default
        told += fight.battle.handle(command("answer", asked.to, answer=choice), stream)
    came = SYSTEM.harm.judge(before, fight.battle.state, "bob", told)
    odds = odds.by_answer.get(answer, odds)
    assert odds.harm[came.harm] > 0
    assert (odds.hit if came.hit else 1 - odds.hit) > 0
