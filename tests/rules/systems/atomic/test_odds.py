"""The odds of an attack are exact: they are counted again here over all faces of three dice."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.chances.odds_figures import Odds
from tests.rules.kit import both_ways, command, fighter
from tests.rules.systems.atomic.fights import PISTOL, Fight, duel

FACE = np.arange(1, 101)


def graded(target: int) -> tuple[Any, Any, Any]:
    """Read all hundred faces: quality 0 for a failure to 3 for a critical success, critical, special."""
    under = target >= FACE
    made = (FACE <= 5) | (under & (FACE <= 95))
    critical = made & under & np.isin(FACE, [11, 22, 33, 44, 55, 66, 77, 88, 99, 100])
    special = made & under & (FACE % 5 == 0)
    return np.where(critical, 3, np.where(special, 2, np.where(made, 1, 0))), critical, special


def counted(
    skill: int,
    rating: int,
    armour: int,
    defence: int | None,
    soak: int,
    wounds: int,
) -> tuple[float, list[float], float]:
    """Count hit, harm and down over the 100 x 100 x 100 faces of attack, defence and soak."""
    quality, critical, special = graded(skill)
    bonus = special.astype(int) + np.where(critical, FACE % 100 // 10 // 2, 0)
    incoming = np.maximum(0, rating + bonus - np.where(critical, 0, armour))
    hits = np.broadcast_to((quality > 0)[:, None], (100, 100)).copy()
    if defence is not None:
        mine = graded(defence)[0]
        better = mine[None, :] > quality[:, None]
        equal = (mine[None, :] == quality[:, None]) & (FACE[None, :] >= FACE[:, None])
        hits &= ~((mine[None, :] > 0) & (better | equal))
    taken = np.maximum(0, incoming[:, None] - graded(soak)[0][None, :])
    most = 1 if wounds == 5 else 5 - wounds
    taken = np.minimum(taken, most)
    chances = [0.0] * 6
    weight = hits.sum(axis=1) / 100 / 100 / 100
    for harm in range(6):
        chances[harm] = float(((taken == harm).sum(axis=1) * weight).sum())
    hit = float(hits.sum() / 10_000)
    chances[0] += 1 - hit
    down = 1.0 if wounds >= 4 else sum(c for harm, c in enumerate(chances) if wounds + harm >= 4)
    return hit, chances, down


def same(odds: Odds, expected: tuple[float, list[float], float]) -> None:
    hit, harm, down = expected
    assert not odds.sampled
    assert odds.hit == pytest.approx(hit, abs=1e-12)
    assert odds.down == pytest.approx(down, abs=1e-12)
    assert list(odds.harm) == pytest.approx(harm[: len(odds.harm)], abs=1e-12)
    assert sum(harm[len(odds.harm) :]) == pytest.approx(0, abs=1e-12)


SKILL = st.integers(0, 200)


@settings(deadline=None, max_examples=40)
@given(
    skill=SKILL,
    parry=SKILL,
    dodge=SKILL,
    rating=st.integers(1, 4),
    ap=st.integers(0, 3),
    armour=st.integers(0, 3),
    grit=st.integers(1, 30),
    wounds=st.sampled_from([0, 1, 2, 3]),
    defences=st.integers(0, 3),
    modifier=st.integers(-60, 60),
)
def test_the_odds_of_a_blow_are_those_of_all_faces(
    skill: int,
    parry: int,
    dodge: int,
    rating: int,
    ap: int,
    armour: int,
    grit: int,
    wounds: int,
    defences: int,
    modifier: int,
) -> None:
    """AT-20 to AT-31, AT-62 to AT-88"""
    weapon = {"id": "blade", "skill": "melee", "wounds": rating, "ap": ap}
    sheet = {
        "attributes": {"grit": grit},
        "skills": {"parry": parry, "dodge": dodge},
        "weapons": ["combat-knife"],
        "armour": {"id": "a", "rating": armour},
        "shield": True,
    }
    fight = duel(
        ann={"skills": {"melee": skill}, "weapons": [weapon]},
        bob=sheet,
        bob_state={"wounds": wounds, "defences": defences},
    )
    odds = fight.battle.now.odds(
        command("attack", "ann", target="bob", facts={"modifier": modifier}, **{"with": "blade"})
    )
    if skill + modifier < 1:
        assert odds.hit <= 0.05 + 1e-12
    further = -20 * defences
    targets = {
        "parry": parry + further,
        "block": parry + 20 + further,
        "dodge": dodge - 20 + further,
        "none": None,
    }
    assert list(odds.by_answer) == list(targets)
    for answer, target in targets.items():
        same(
            odds.by_answer[answer],
            counted(skill + modifier, rating, max(0, armour - ap), target, grit * 5, wounds),
        )
    assert odds.by_answer[str(odds.best)].mean_harm == min(o.mean_harm for o in odds.by_answer.values())
    assert odds.leaves <= 120


HURT = {"wounds": 4, "condition": "incapacitated"}
DOWN = {"wounds": 5, "condition": "dying", "conscious_rounds": 2}


@pytest.mark.parametrize("off", [(), ("AT-86",), ("AT-85", "AT-89")])
@pytest.mark.parametrize("bob_state", [{}, {"wounds": 3}, HURT, DOWN, {"wounds": 2, "defences": 2}])
@pytest.mark.parametrize("ann_state", [{}, HURT])
def test_what_is_known_of_an_attack_is_what_walking_comes_to(
    off: tuple[str, ...], bob_state: dict[str, Any], ann_state: dict[str, Any]
) -> None:
    """AT-64 to AT-101: from the target's answer on the end is known, where nothing else can come between."""
    sheet = {"skills": {"parry": 45, "dodge": 50}, "weapons": ["combat-knife"], "shield": True}
    sheet["armour"] = {"id": "a", "rating": 1}
    fight = duel(ann_state=ann_state, bob=sheet, bob_state=bob_state)
    if off:
        fight.do("set-house", changes=[{"part": "rules", "id": rule, "to": False} for rule in off])
    plan = fight.battle.now.plan(command("attack", "ann", target="bob", **{"with": "combat-staff"}))
    short, long = both_ways(fight.battle, plan, "bob")
    assert not long.sampled
    assert short.leaves <= long.leaves
    assert (short.best, list(short.by_answer)) == (long.best, list(long.by_answer))
    for one, other in zip((short, *short.by_answer.values()), (long, *long.by_answer.values()), strict=True):
        assert (one.hit, one.down, one.harm) == (
            pytest.approx(other.hit, abs=1e-12),
            pytest.approx(other.down, abs=1e-12),
            pytest.approx(other.harm, abs=1e-12),
        )


@pytest.mark.parametrize(("wounds", "condition"), [(4, "incapacitated"), (5, "collapsed"), (5, "dying")])
def test_the_unaware_have_one_row_of_odds(wounds: int, condition: str) -> None:
    """AT-40, AT-65, AT-89: at five wounds harm is the death, and down is certain."""
    state = {"wounds": wounds, "condition": condition}
    fight = duel(bob_state=state)
    facts = {"aware": False}
    odds = fight.battle.now.odds(
        command("attack", "ann", target="bob", facts=facts, **{"with": "combat-staff"})
    )
    assert (odds.by_answer, odds.best) == ({}, None)
    same(odds, counted(60, 2, 0, None, 50, wounds))
    assert odds.down == 1


def test_the_odds_take_the_attackers_own_effort_in() -> None:
    """AT-61, AT-95, AT-96: GRIT 11 acts on 11 faces, one of them critical."""
    sheet = {"skills": {"melee": 60}, "attributes": {"grit": 11}, "weapons": ["combat-staff"]}
    fight = duel(ann=sheet, ann_state={"wounds": 4})
    odds = fight.battle.now.odds(
        command("attack", "ann", target="bob", facts={"aware": False}, **{"with": "combat-staff"})
    )
    free, hampered = counted(60, 2, 0, None, 50, 0), counted(40, 2, 0, None, 50, 0)
    assert odds.hit == pytest.approx(0.01 * free[0] + 0.10 * hampered[0])
    assert odds.harm[2] == pytest.approx(0.01 * free[1][2] + 0.10 * hampered[1][2])


def test_the_odds_take_the_defenders_effort_in() -> None:
    """AT-69, AT-95: at GRIT 22, 22 faces act, and 11 and 22 free the defence of its penalty."""
    sheet = {"skills": {"dodge": 80}, "attributes": {"grit": 22}}
    gun = {"skills": {"ranged": 60}, "weapons": ["blast-pistol"]}
    fight = duel(ann=gun, bob=sheet, bob_state={"wounds": 4})
    attack = command("attack", "ann", target="bob", **{"with": "blast-pistol"})
    dodge = fight.battle.now.odds(attack).by_answer["dodge"]
    none, free, hampered = (counted(60, 2, 0, t, 110, 4) for t in (None, 80, 60))
    assert dodge.hit == pytest.approx(0.78 * none[0] + 0.02 * free[0] + 0.20 * hampered[0])


def test_asking_for_odds_changes_nothing_and_needs_a_legal_attack() -> None:
    fight = duel()
    before = fight.battle.state
    fight.battle.now.odds(command("attack", "ann", target="bob", **{"with": "combat-staff"}))
    assert fight.battle.state is before
    assert fight.battle.entries[-1].command.do == "add"


def test_the_odds_on_a_map_know_cover() -> None:
    """AT-38, AT-84"""
    low = {
        "grid": {"kind": "square", "cols": 12, "rows": 6},
        "walls": [{"from": [8, 0], "to": [8, 6], "kind": "low"}],
    }
    gun = {"skills": {"ranged": 60}, "weapons": ["blast-pistol"]}
    fight = Fight(fighter("ann", sheet=gun, at=[1, 2]), fighter("bob", at=[8, 2]), map=low)
    odds = fight.battle.now.odds(command("attack", "ann", target="bob", **{"with": "blast-pistol"}))
    same(odds.by_answer["none"], counted(60, 0, 0, None, 50, 0))


def test_the_chance_shown_with_a_defence_is_the_chance_it_has() -> None:
    """AT-74 to AT-77"""
    sheet = {"skills": {"parry": 65, "dodge": 55}, "weapons": ["combat-knife"], "shield": True}
    for face in (3, 22, 31, 40, 55, 60):
        fight = duel(bob=sheet, ann__attack=[face])
        fight.do("attack", "ann", target="bob", with_="combat-staff")
        quality = int(graded(60)[0][face - 1])
        for offer in fight.prompt().offers[:3]:
            target = {"parry": 65, "block": 85, "dodge": 35}[offer.id]
            mine = graded(target)[0]
            won = ((mine > quality) | ((mine == quality) & (face <= FACE))) & (mine > 0)
            assert offer.chance == pytest.approx(won.sum() / 100)


# ---------------------------------------------------------------------------------------------- in the way
LANE: dict[str, Any] = {"grid": {"kind": "square", "cols": 20, "rows": 7}}
SHOT: dict[str, Any] = {"target": "bob", "with_": "blast-pistol"}


def lane(cost: int, skill: int = 60) -> Fight:
    """Let Ann shoot at Bob past Dee, who defends badly, and Cat, on a map without anything on it."""
    fight = Fight(
        fighter("ann", "heroes", {**PISTOL, "skills": {"ranged": skill}}, at=[0, 2]),
        fighter("dee", "heroes", {"skills": {"dodge": 30}}, at=[3, 2]),
        fighter("cat", "raiders", {"armour": "light"}, at=[5, 2], state={"wounds": 2}),
        fighter("bob", "raiders", {"skills": {"dodge": 40}}, at=[7, 2]),
        map=LANE,
    )
    if cost:
        fight.do("set-house", changes=[{"part": "tables", "id": "in-the-way", "to": {"number": cost}}])
    return fight


def test_by_the_book_nobody_in_the_way_counts() -> None:
    """AT-R41, AT-63: not on the line of fire, not in a fight hand to hand, not in the saddle"""
    fight = lane(0)
    plan = fight.plan("attack", "ann", **SHOT)
    assert (plan.modifiers, plan.notes, plan.astray) == ((), (), ())
    assert "in_the_way" not in {fact.id for fact in plan.facts}
    alone = duel(bob={"skills": {"dodge": 40}}, ann={**PISTOL, "skills": {"ranged": 60}})
    assert fight.odds("attack", "ann", **SHOT) == alone.odds("attack", "ann", **SHOT)
    fight.set("cat", at=[8, 2])  # hand to hand with a foe of his
    fight.set("dee", at=[7, 1])
    assert fight.plan("attack", "ann", **SHOT).modifiers == ()


@pytest.mark.parametrize("cost", [-20, -7])
def test_who_is_in_the_way_costs_a_shot_what_the_house_says(cost: int) -> None:
    """AT-R41"""
    fight = lane(cost)
    plan = fight.plan("attack", "ann", **SHOT)
    assert plan.target_number == 60 + 2 * cost
    assert plan.astray == ("dee", "cat")
    fight.set("dee", wounds=5)
    assert fight.plan("attack", "ann", **SHOT).target_number == 60 + cost, "the dying lie there"
    facts = {"in_the_way": ["dee", "cat"]}
    assert fight.plan("attack", "ann", **SHOT, facts=facts).target_number == 60 + 2 * cost
    said = fight.plan("attack", "ann", **SHOT, facts={"in_the_way": []})
    assert said.target_number == 60
    fact = next(fact for fact in said.facts if fact.id == "in_the_way")
    assert fact.overruled
    assert fight.refuses("attack", "ann", **SHOT, facts={"in_the_way": ["zoe"]}).code == "unknown-combatant"


@settings(deadline=None, max_examples=25)
@given(st.integers(1, 130), st.sampled_from([-30, -20, -7]))
def test_the_chances_of_those_in_the_way_are_exact(skill: int, cost: int) -> None:
    """AT-R41, AT-20 to AT-22: counted again face by face, against each defence"""
    fight = lane(cost, skill)
    found = fight.strays("attack", "ann", **SHOT)
    hindered = skill + 2 * cost
    quality, critical, special = graded(skill)
    bonus = special.astype(int) + np.where(critical, FACE % 100 // 10 // 2, 0)
    for at, who, dodge, armour, wounds in ((0, "dee", 30, 0, 0), (1, "cat", 20, 1, 2)):
        short = FACE - hindered
        mine = (FACE > 5) & (FACE < 96) & (short > -cost * at) & (short <= -cost * (at + 1))
        incoming = np.maximum(0, 2 + bonus - np.where(critical, 0, armour))
        theirs = graded(dodge)[0]
        better = theirs[None, :] > quality[:, None]
        equal = (theirs[None, :] == quality[:, None]) & (FACE[None, :] >= FACE[:, None])
        lands = ~((theirs[None, :] > 0) & (better | equal))
        odds = found[who]
        assert not odds.sampled
        if not odds.by_answer:
            assert not mine.any()
            continue
        for answer, get in (("none", mine.sum() / 100), ("dodge", lands[mine].sum() / 10_000)):
            assert odds.by_answer[answer].hit == pytest.approx(float(get), abs=1e-12), (who, answer)
        taken = np.maximum(0, incoming[mine][:, None] - graded(50)[0][None, :])
        harm = float(np.minimum(taken, 5 - wounds).sum() / 10_000)
        assert odds.by_answer["none"].mean_harm == pytest.approx(harm, abs=1e-12), who


def test_what_is_aimed_at_is_told_by_the_same_odds_whoever_is_in_the_way() -> None:
    """AT-R41: a miss that goes to another is a miss"""
    fight = lane(-20)
    same_odds = duel(bob={"skills": {"dodge": 40}}, ann={**PISTOL, "skills": {"ranged": 20}})
    assert fight.odds("attack", "ann", **SHOT).hit == pytest.approx(
        same_odds.odds("attack", "ann", **SHOT).hit, abs=1e-12
    )


def test_a_modifier_that_was_forgotten_changes_who_is_hit_instead() -> None:
    """AT-R41: the throw is measured by what it needed after all"""
    fight = lane(-20)
    fight.dice.faces["ann.attack"] = [48]
    told = fight.do("attack", "ann", **SHOT, facts={"modifier": 10})
    assert next(event.target for event in told if event.kind == "hit-instead") == "dee"  # type: ignore[attr-defined]
    other = lane(-20)
    other.dice.faces["ann.attack"] = [48]
    told = other.do("attack", "ann", **SHOT)
    assert next(event.target for event in told if event.kind == "hit-instead") == "cat"  # type: ignore[attr-defined]


def test_a_sure_failure_finds_nobody() -> None:
    """AT-R41, AT-22"""
    fight = lane(-20, skill=110)
    fight.dice.faces["ann.attack"] = [97]
    assert "hit-instead" not in [event.kind for event in fight.do("attack", "ann", **SHOT)]
