"""Whatever is done: no exception but a refusal, the log folds to the live state, undo restores."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.battle import Battle
from rules.engine.refusal import Refusal
from rules.systems.gurps.attack.strike import LABELS
from rules.systems.gurps.maneuvers.maneuver_table import MANEUVERS
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import (
    Stream,
    attempt,
    command,
    fighter,
    fits_the_odds,
    folds_to_itself,
    reread,
)
from tests.rules.systems.gurps.fights import Fight

SHEETS: list[dict[str, Any]] = [
    *(dict(item.sheet) for item in SYSTEM.stock),
    {"skills": {"liquid-projector": 13, "flail": 12, "guns-shotgun": 13}, "weapons": ["flamethrower"]},
    {"skills": {"liquid-projector": 13}, "weapons": ["acid-sprayer"], "dr": {"all": 3}},
    {"skills": {"flail": 12, "shield": 12}, "weapons": ["flail", "buckler"]},
    {"skills": {"guns-shotgun": 13}, "weapons": ["shotgun"], "armour": ["plate-harness"]},
    {"skills": {"thrown-weapon": 13, "whip": 12}, "weapons": ["throwing-knife"], "male": True},
]
WHO = ["ann", "bob", "cat"]
WALLS = [
    {"id": "w", "from": [9, 0], "to": [9, 8], "kind": "wall"},
    {"id": "d", "from": [9, 8], "to": [9, 9], "kind": "door", "state": "closed"},
    {"id": "l", "from": [5, 3], "to": [5, 8], "kind": "low"},
]
MAPS: list[Any] = [
    None,
    {"grid": {"kind": "square", "cols": 16, "rows": 12}, "walls": WALLS},
    {"grid": {"kind": "hex-rows", "cols": 16, "rows": 12}, "walls": WALLS},
    {"grid": {"kind": "hex-columns", "cols": 16, "rows": 12}},
]
ZONES = {
    "grid": {"kind": "zones"},
    "zones": [
        {"id": "bar", "name": "Bar", "links": ["street"]},
        {"id": "street", "name": "Street", "links": ["yard"]},
        {"id": "yard", "name": "Yard"},
    ],
}
WEAPONS = sorted(
    {w if isinstance(w, str) else w["id"] for sheet in SHEETS for w in sheet.get("weapons", [])}
    | {"punch", "kick", "slam", "broadsword/thrust"}
)
ATTACKS = [maneuver.id for maneuver in MANEUVERS.values() if maneuver.is_attack]
VARIANTS = ["determined", "double", "long", "strong", "feint", "suppression-fire", "enhanced", None]


def cells() -> st.SearchStrategy[Any]:
    return st.tuples(st.integers(0, 15), st.integers(0, 11)).map(list)


def given_keys(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Some of these keys, with values."""
    return st.fixed_dictionaries({}, optional=keys)


WHOM, ARM = st.sampled_from(WHO), st.sampled_from(WEAPONS)
OPTION = st.one_of(
    st.sampled_from(list(LABELS)),
    st.tuples(st.just("rapid-strike"), st.integers(1, 3)).map(lambda o: {"id": o[0], "splits": o[1]}),
    st.tuples(st.just("rapid-fire"), st.integers(1, 6)).map(lambda o: {"id": o[0], "shots": o[1]}),
    st.tuples(st.just("dual-weapon"), ARM).map(lambda o: {"id": o[0], "with": o[1]}),
)
FACTS = given_keys(
    distance=st.integers(0, 8),
    facing=st.sampled_from(["front", "side", "back"]),
    cover=st.sampled_from(["none", "light", "heavy", "full"]),
    aware=st.booleans(),
    moved=st.integers(0, 8),
    area=st.dictionaries(WHOM, st.integers(0, 6), max_size=3),
    enters_zone=st.lists(WHOM, max_size=2),
    surface=st.booleans(),
    space=st.booleans(),
)
PLACES = [
    "torso",
    "random",
    "weapon",
    "skull",
    "left-eye",
    "vitals",
    "groin",
    "right-arm",
    "left-foot",
    "nose",
]
ATTACK = given_keys(
    **{"with": ARM, "target": WHOM},
    location=st.sampled_from(PLACES),
    options=st.lists(OPTION, max_size=2),
    variant=st.sampled_from(VARIANTS),
    attacks=st.lists(st.fixed_dictionaries({"target": WHOM}), max_size=3),
    facts=FACTS,
    to=cells(),
    move=st.integers(0, 6),
    slam_damage=st.booleans(),
    at=cells(),
    zone=cells(),
)
GUARD = given_keys(
    **{"with": st.sampled_from([*WEAPONS, "right-hand", "left-hand"])},
    options=st.lists(
        st.sampled_from(
            [
                "retreat",
                "acrobatic-dodge",
                "dive",
                "supported",
                {"id": "riposte", "by": 2},
                {"id": "cross", "second": "dagger"},
            ]
        ),
        max_size=2,
    ),
)
ANSWERS = ["dodge", "parry", "block", "none", "dive", "parrying-limb", "original"]
STATES = given_keys(
    hp=st.integers(-60, 15),
    fp=st.integers(-12, 12),
    posture=st.sampled_from(["standing", "crouching", "kneeling", "prone"]),
    stunned=st.booleans(),
    unconscious=st.booleans(),
    mortal=st.booleans(),
    shock_pending=st.integers(0, 8),
    blind=st.lists(st.sampled_from(["right-eye", "left-eye"]), max_size=2, unique=True),
    crippled=st.lists(st.sampled_from(["right-arm", "left-hand", "left-leg"]), max_size=2, unique=True),
    maneuver=st.sampled_from([None, {"id": "all-out-defense", "variant": "double"}, {"id": "attack"}]),
    concentrating=st.sampled_from([None, "a spell"]),
)
STEPS = st.one_of(
    st.tuples(st.sampled_from(ATTACKS), WHOM, ATTACK),
    st.tuples(st.just("attack"), WHOM, st.fixed_dictionaries({"with": ARM, "target": WHOM, "facts": FACTS})),
    st.tuples(
        st.just("answer"),
        WHOM,
        st.tuples(st.sampled_from(ANSWERS), GUARD).map(lambda a: {"answer": a[0], **a[1]}),
    ),
    st.tuples(st.just("answer"), WHOM, st.sampled_from(ANSWERS).map(lambda a: {"answer": a})),
    st.tuples(st.just("move"), WHOM, given_keys(to=cells(), yards=st.integers(0, 5), facts=FACTS)),
    st.tuples(
        st.sampled_from(["aim", "evaluate", "feint", "concentrate", "wait", "do-nothing", "all-out-defense"]),
        WHOM,
        given_keys(
            **{"with": ARM, "target": WHOM},
            options=st.just(["brace"]),
            then=st.sampled_from(["attack", "feint", "ready"]),
            variant=st.sampled_from(VARIANTS),
            defence=st.sampled_from(["dodge", "parry"]),
            facts=FACTS,
        ),
    ),
    st.tuples(
        st.just("ready"),
        WHOM,
        given_keys(
            **{"with": ARM},
            what=st.sampled_from(["weapon", "reload", "stand", "kneel", "prone", "other", "sing"]),
        ),
    ),
    st.tuples(st.just("trigger-wait"), WHOM, ATTACK),
    st.tuples(
        st.sampled_from(["drop", "crouch", "mortal-check", "turn", "end-turn"]),
        WHOM,
        given_keys(**{"with": ARM}),
    ),
    st.tuples(st.sampled_from(["stabilize", "tend-mortal"]), WHOM, given_keys(target=WHOM)),
    st.tuples(
        st.just("check"),
        WHOM,
        given_keys(skill=st.sampled_from(["tactics", "lore"]), attribute=st.just("DX")),
    ),
    st.tuples(st.sampled_from(["begin", "undo", "redo"]), st.none(), st.just({})),
    st.tuples(
        st.just("begin"),
        st.none(),
        st.just({"surprise": {"by": "ann", "on": {"bob": "total", "cat": "partial"}}}),
    ),
    st.tuples(st.just("gm-set"), st.none(), st.fixed_dictionaries({"target": WHOM, "state": STATES})),
)
FACES = st.lists(st.integers(1, 6), min_size=3, max_size=20)
CHOSEN = st.lists(st.integers(0, 40), min_size=3, max_size=3)


def likely(fight: Fight, what: str, who: str | None, params: dict[str, Any], luck: int) -> tuple[Any, ...]:
    """Make a command that is likely to be legal out of one that is seldom: own weapons, others as targets.

    Whatever comes while somebody is asked becomes an answer, and a second maneuver gets a fresh turn first.
    """
    battle = fight.battle
    prompt = battle.state.prompt
    if prompt is not None and what not in ("gm-set", "undo", "answer"):
        return "answer", prompt.to, {"answer": prompt.choices[luck % len(prompt.choices)]}
    if prompt is not None and what == "answer":
        return what, prompt.to, params
    if what not in MANEUVERS and what != "trigger-wait":
        return what, who, params
    who = battle.state.active or who
    assert who is not None
    actor = battle.state.combatants[who]
    uses = [use.id for w in actor.sheet.arms for mode in w.modes if (use := w.use(mode.id))]
    others = [other for other in WHO if other != who]
    likely_params = {"with": uses[luck % len(uses)], "target": others[luck % 2]}
    maneuver = MANEUVERS.get(what)
    if maneuver is not None and maneuver.variants:
        likely_params["variant"] = maneuver.variants[luck % len(maneuver.variants)]
    return what, who, {**params, **likely_params}


def play(
    map: Any, places: Sequence[Any], chosen: Sequence[int], faces: Sequence[int], script: Sequence[Any]
) -> Battle:
    sheets = [SHEETS[n % len(SHEETS)] for n in chosen]
    standing = [{} if map is None else {"at": at} for at in places]
    fight = Fight(*(fighter(w, w, s, **at) for w, s, at in zip(WHO, sheets, standing, strict=True)), map=map)
    stream = Stream(faces)
    for luck, (what, who, params) in enumerate(script):
        if luck % 5:
            what, who, params = likely(fight, what, who, params, luck + chosen[0])
            taken = who in WHO and fight.state(who).maneuver is not None
            if what in MANEUVERS and taken and fight.prompt() is None:
                again = "end-turn" if fight.battle.state.running else "turn"
                attempt(fight.battle, again, who, {}, stream)
                check(fight.battle)
        attempt(fight.battle, what, who, params, stream)
        check(fight.battle)
    return fight.battle


def check(battle: Battle) -> None:
    """Check what always holds."""
    for combatant in battle.state.combatants.values():
        state = combatant.state
        own = {weapon.id for weapon in combatant.sheet.weapons}
        assert set(state.ready) <= own
        assert set(state.dropped) | set(state.broken) <= own
        assert 0 <= state.shock <= 8
        assert all(count >= 0 for count in state.ammo.values())
        assert not (state.dead and state.mortal and state.hp > -10)
        shown = (
            SYSTEM.looks.marks(combatant),
            SYSTEM.looks.numbers(combatant),
            SYSTEM.looks.allowances(combatant),
        )
        assert all(figure.label for figures in shown for figure in figures)
        (
            SYSTEM.looks.sections(combatant),
            SYSTEM.looks.gauges(combatant),
            SYSTEM.sheets.derived_values(battle.state, combatant.id),
        )
    if battle.state.running:
        assert battle.state.active is not None


@settings(deadline=None, max_examples=80)
@given(st.sampled_from(MAPS), CHOSEN, FACES, st.lists(STEPS, min_size=8, max_size=25))
def test_the_fold_of_the_log_is_the_live_state(map: Any, chosen: Any, faces: Any, script: Any) -> None:
    battle = play(map, ([2, 2], [3, 3], [4, 2]), chosen, faces, script)
    folds_to_itself(battle)


@settings(deadline=None, max_examples=40)
@given(CHOSEN, FACES, st.lists(STEPS, min_size=6, max_size=20))
def test_it_can_be_played_on_zones_alone(chosen: Any, faces: Any, script: Any) -> None:
    battle = play(ZONES, ("bar", "bar", "street"), chosen, faces, script)
    assert reread(battle).state == battle.state


@settings(deadline=None, max_examples=40)
@given(CHOSEN, FACES, st.lists(STEPS, min_size=1, max_size=12))
def test_undoing_everything_brings_back_the_beginning(chosen: Any, faces: Any, script: Any) -> None:
    battle = play(
        None, (None, None, None), chosen, faces, [s for s in script if s[0] not in ("undo", "redo")]
    )
    fresh = play(None, (None, None, None), chosen, faces, [])
    stream = Stream(faces)
    while battle.can_undo:
        battle.handle(command("undo"), stream)
    assert battle.state == fresh.state


@settings(deadline=None, max_examples=25)
@given(CHOSEN, FACES, ARM, st.sampled_from(ANSWERS[:4]))
def test_what_comes_of_an_attack_is_what_the_odds_allow(
    chosen: Any, faces: Any, weapon: str, answer: str
) -> None:
    sheets = [SHEETS[n % len(SHEETS)] for n in chosen]
    fight = Fight(*(fighter(w, w, s) for w, s in zip(WHO, sheets, strict=True)))
    attack = command("attack", "ann", target="bob", **{"with": weapon})
    try:
        odds = fight.battle.now.odds(attack, budget=3000)
    except Refusal:
        return
    before = fight.battle.state
    stream = Stream(faces)
    told = list(fight.battle.handle(attack, stream))
    if fight.prompt() is not None and fight.prompt().purpose == "defend":
        chosen_answer = answer if answer in fight.prompt().choices else "none"
        told += fight.battle.handle(command("answer", "bob", answer=chosen_answer), stream)
        odds = odds.by_answer[chosen_answer]
    if fight.prompt() is not None or odds.sampled:
        return
    fits_the_odds(odds, before, fight.battle, "bob", told)
