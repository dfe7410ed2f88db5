"""The odds are exact: they are counted again here by a dice library that knows nothing of our rolls."""

from dataclasses import replace
from functools import cache
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.systems.tesseris.rolls import PoolRoll, successes
from tests.rules.kit import command
from tests.rules.systems.tesseris.fights import OPEN, Fight, hero, raider

CLOSE = 1e-9
DEEP = 16
"""How often a die is thrown again at most here: what is left is less than one in 10 to the 11."""


def one_die() -> Any:
    """Give the successes of one dT (TS-040)."""
    die = icepool.Die({0: 5, 1: 5})
    for _ in range(DEEP):
        die = icepool.Die({0: 5, 1: 3, (die + 1): 2})
    return die


DT = one_die()


@cache
def pool(dice: int, rerolls: int) -> Any:
    """Give the successes of a pool: of its dice, which dud first, so many throw again (TS-043)."""
    if dice == 0:
        return icepool.Die([0])
    if rerolls == 0:
        return dice @ DT
    good = icepool.Die({1: 3, (DT + 1): 2})
    return icepool.Die({(good + pool(dice - 1, rerolls)): 1, (DT + pool(dice - 1, rerolls - 1)): 1})


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 6), st.integers(0, 4))
def test_a_pool_with_explosions_and_rerolls_is_exact(dice: int, rerolls: int) -> None:
    """TS-040, TS-041, TS-043"""
    theirs = pool(dice, rerolls)
    mine = successes(dice, rerolls)
    for count in range(max(len(mine), 12)):
        chance = mine[count] if count < len(mine) else 0.0
        assert chance == pytest.approx(float(theirs.probability(count)), abs=CLOSE)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 6), st.integers(0, 4), st.integers(0, 5), st.integers(1, 5))
def test_the_faces_that_stand_for_a_lump_are_read_as_it(dice: int, again: int, rank: int, goal: int) -> None:
    """TS-042, TS-044"""
    roll = PoolRoll(
        who="a",
        purpose="p",
        dice=dice,
        rank=rank,
        rerolls=again,
        difficulty=goal,
        words=("success", "failure"),
    )
    lumps = roll.outcomes()
    assert sum(chance for _, chance in lumps) == pytest.approx(1.0, abs=CLOSE)
    for result, _ in lumps:
        rest = iter(result.faces)
        assert roll.throw(lambda sides, rest=rest: next(rest)) == result  # type: ignore[misc]
        assert next(rest, None) is None


def likely(die: Any) -> list[tuple[int, float]]:
    """List what a die comes to, with its chance, but for what is beyond all noticing."""
    chances = ((total, float(die.probability(total))) for total in die)
    return [(total, chance) for total, chance in chances if chance > CLOSE / 1000]


def wounds(net: int, damage: int, soak: int, stamina: int, face: int) -> int:
    """Count the wounds of one hit, by the words of the rules (TS-250 to TS-257)."""
    after = max(0, damage + net + face - soak)
    taken = min(after, stamina)
    return taken // 5 + after - taken


def expected(
    attack: Any, defence: Any, damage: int, soak: int, stamina: int, deadly: int
) -> dict[int, float]:
    """Work the wounds of one blow out again: attack total, defence total, a die more from net 6 (TS-206)."""
    found: dict[int, float] = {}
    for total, falls in likely(attack):
        for stood, holds in likely(defence):
            chance, net = falls * holds, total - stood
            faces = range(1, 11) if net >= 6 else range(1)
            for face in faces:
                count = 0 if net < 1 else min(deadly, wounds(net, damage, soak, stamina, face))
                found[count] = found.get(count, 0.0) + chance / len(faces)
    return found


def test_a_shot_against_each_defence_is_exact() -> None:
    """TS-209, TS-214: a trooper's straight shot at a militia man ten yards off."""
    fight = Fight(hero("ann", "trooper"), raider("bob"))
    facts = {"distance": 10}
    odds = fight.battle.now.odds(
        command("straight-shot", "ann", target="bob", with_="assault-rifle", facts=facts)
    )
    assert not odds.sampled
    assert list(odds.by_answer) == ["duck", "dodge", "none"]
    attack = pool(4, 0) + 3
    defences = {"duck": pool(6, 2), "dodge": pool(3, 0), "none": icepool.Die([0])}
    for answer, defence in defences.items():
        theirs = expected(attack, defence, damage=5, soak=0, stamina=18, deadly=10)
        mine = odds.by_answer[answer]
        hit = float((attack - defence >= 1).probability(True))
        assert mine.hit == pytest.approx(hit, abs=CLOSE)
        for count in range(11):
            came = mine.harm[count] if count < len(mine.harm) else 0.0
            assert came == pytest.approx(theirs.get(count, 0.0), abs=CLOSE), (answer, count)
        assert mine.down == pytest.approx(theirs.get(10, 0.0), abs=CLOSE)
    assert odds.best == "duck"


def test_a_blow_with_a_parry_is_exact() -> None:
    """TS-217, TS-251: an impact weapon, and mail that it does not pierce."""
    fight = Fight(hero("dee"), raider("bru", "brute"))
    odds = fight.battle.now.odds(command("melee-strike", "dee", target="bru", with_="sword"))
    theirs = expected(pool(4, 0) + 3, pool(2, 0) + 2, damage=7, soak=5, stamina=22, deadly=10)
    for count in range(len(odds.by_answer["parry"].harm)):
        assert odds.by_answer["parry"].harm[count] == pytest.approx(theirs.get(count, 0.0), abs=CLOSE)


def test_fate_is_not_burnt_in_the_odds() -> None:
    """TS-209: fate counts as `die`."""
    state = {"stamina": 0, "wounds": 9, "conditions": {"unconscious": {}}}
    fight = Fight(hero("ann", "trooper"), raider("bob", state=state, fate=1))
    odds = fight.battle.now.odds(
        command("straight-shot", "ann", target="bob", with_="assault-rifle", facts={"distance": 2})
    )
    assert len(odds.harm) == 2  # one wound is left to the deadly one
    assert odds.harm[1] == pytest.approx(odds.hit, abs=CLOSE)
    assert odds.down == 1.0


def test_words_do_no_harm_but_win() -> None:
    """TS-209, TS-331"""
    fight = Fight(hero("dee"), raider("bob"))
    odds = fight.battle.now.odds(command("charm", "dee", target="bob"))
    theirs = float(((pool(3, 0) + 1) - (pool(2, 0) + 1) >= 1).probability(True))
    assert odds.hit == pytest.approx(theirs, abs=CLOSE)
    assert odds.harm == (pytest.approx(1.0),)


def test_a_burst_is_counted_out_bullet_by_bullet() -> None:
    """TS-203, TS-209: exact within what a page walks, with up to two critical hits in it."""
    fight = Fight(hero("ann", "trooper"), raider("bob"))
    shot = command("burst-fire", "ann", target="bob", with_="assault-rifle", facts={"distance": 10})
    odds = fight.battle.now.odds(shot, budget=800)
    assert not odds.sampled
    attack, defences = pool(4, 0) + 2, {"duck": pool(6, 2), "none": icepool.Die([0])}
    for answer, defence in defences.items():
        hit = float((attack - defence >= 1).probability(True))
        assert odds.by_answer[answer].hit == pytest.approx(hit, abs=CLOSE)
        theirs = expected_burst(attack, defence, bullets=3, damage=5, stamina=18, deadly=10)
        for count in range(11):
            came = odds.by_answer[answer].harm
            mine = came[count] if count < len(came) else 0.0
            assert mine == pytest.approx(theirs.get(count, 0.0), abs=CLOSE), (answer, count)


def expected_burst(
    attack: Any, defence: Any, bullets: int, damage: int, stamina: int, deadly: int
) -> dict[int, float]:
    """Work the wounds of a burst out again, bullet after bullet, for each pair of totals (TS-203, TS-206)."""
    found: dict[int, float] = {}
    for total, falls in likely(attack):
        for stood, holds in likely(defence):
            ends = {(stamina, 0): falls * holds}
            for bullet in range(bullets):
                net = max(0, total - 2 * bullet) - stood
                if net < 1:
                    continue
                faces = range(1, 11) if net >= 6 else range(1)
                after: dict[tuple[int, int], float] = {}
                for (left, count), chance in ends.items():
                    for face in faces:
                        gained = wounds(net, damage, 0, left, face)
                        count_now = count + gained
                        rest = max(0, min(left - min(damage + net + face, left), stamina - count_now))
                        key = (rest, count_now)
                        after[key] = after.get(key, 0.0) + chance / len(faces)
                ends = after
            for (_, count), chance in ends.items():
                found[min(count, deadly)] = found.get(min(count, deadly), 0.0) + chance
    return found


@pytest.mark.parametrize("do", ["charge", "knockout-blow", "disarm", "trip"])
def test_blows_are_exact_within_what_a_page_walks(do: str) -> None:
    """TS-209: all answers of somebody who can block and parry."""
    fight = Fight(hero("ann", at=[3, 6]), raider("rook", "brute", at=[5, 6]), map=OPEN)
    if do != "charge":
        fight.set("ann", at=[4, 6])
    assert not fight.battle.now.odds(command(do, "ann", target="rook"), budget=800).sampled


def test_a_pummelling_is_exact_and_soon_worked_out() -> None:
    """TS-117, TS-209: its hits together have the wounds that they have one by one."""
    ties = {"conditions": {"grappled": {"with": ["dee", "bru"]}}}
    pinned = {"stamina": 6, "wounds": 8, "conditions": {**ties["conditions"], "pinned": {"by": "dee"}}}
    fight = Fight(hero("dee", state=ties), raider("bru", "brute", state=pinned))
    blows = command("pummel", "dee", target="bru", max_hits=2)
    plan = fight.battle.now.plan(blows)
    quick = fight.battle.now.odds_of(plan, 800)
    assert not quick.sampled
    slow = fight.battle.now.odds_of(replace(plan, foreseen=None), 10_000)
    for answer, odds in slow.by_answer.items():
        assert quick.by_answer[answer].harm == pytest.approx(odds.harm, abs=CLOSE)
        assert quick.by_answer[answer].hit == pytest.approx(odds.hit, abs=CLOSE)
        assert quick.by_answer[answer].down == pytest.approx(odds.down, abs=CLOSE)
    assert not fight.battle.now.odds_of(
        fight.battle.now.plan(command("pummel", "dee", target="bru")), 800
    ).sampled


def test_each_defence_is_exact_with_what_adds_to_it() -> None:
    """TS-140, TS-141, TS-217, TS-218: a fifth defence of the round, aimed for, of somebody who is helped."""
    state = {"defences": 3, "aim": "defence", "rerolls": 1}
    fight = Fight(hero("dee"), raider("bru", "brute", state=state))
    odds = fight.battle.now.odds(command("melee-strike", "dee", target="bru"), 800)
    assert not odds.sampled
    attack = pool(4, 0) + 3
    again = {"duck": pool(4, 2), "dodge": pool(2, 1), "block": pool(5, 1) + 3, "parry": pool(2, 1) + 2}
    bulk = {"duck": -2, "dodge": -2}
    for answer, defence in again.items():
        stands = (defence + bulk.get(answer, 0) + 1 - 1).map(lambda total: max(0, total))
        hit = float((attack - stands >= 1).probability(True))
        assert odds.by_answer[answer].hit == pytest.approx(hit, abs=CLOSE), answer


# ---------------------------------------------------------------------------------------------- into a melee
def shot_into_a_melee(takes: int = -2) -> Fight:
    fight = Fight(
        hero("ann", "trooper", at=[0, 5]),
        raider("bob", at=[10, 5]),
        hero("dee", at=[11, 5]),
        raider("cat", at=[11, 6]),
        map=OPEN,
    )
    if takes != -2:
        fight.do("set-house", changes=[{"part": "tables", "id": "into-melee", "to": {"number": takes}}])
    return fight


SHOT: dict[str, Any] = {"target": "bob", "with_": "assault-rifle"}


def test_who_is_hit_instead_in_a_melee_is_exact() -> None:
    """TS-240, TS-C6: the near miss of a shot at -2 goes to one of the others, each as likely."""
    fight = shot_into_a_melee()
    strays = fight.strays("straight-shot", "ann", **SHOT)
    target = fight.odds("straight-shot", "ann", **SHOT)
    assert list(strays) == ["dee", "cat"]
    assert target.best == "duck"
    attack, duck = pool(4, 0) + 3 - 2, pool(6, 2)
    theirs = {"duck": pool(6, 2), "dodge": pool(3, 0), "none": icepool.Die([0])}  # the militia man's
    found = dict.fromkeys(theirs, 0.0)
    for total, falls in likely(attack):
        for stood, holds in likely(duck):
            if 0 < total <= stood < total + 2:
                for answer, defence in theirs.items():
                    hit = float((total + 2 - defence >= 1).probability(True))
                    found[answer] += falls * holds * hit / 2
    assert not strays["cat"].sampled
    for answer, chance in found.items():
        assert strays["cat"].by_answer[answer].hit == pytest.approx(chance, abs=CLOSE), answer
    assert strays["cat"].hit == pytest.approx(found[strays["cat"].best or ""], abs=CLOSE)


def test_only_one_shot_at_somebody_in_a_melee_finds_another() -> None:
    """TS-240: not a grip, not a distraction, not a shot at somebody who fights nobody."""
    fight = shot_into_a_melee()
    assert fight.plan("straight-shot", "ann", **SHOT).astray == ("dee", "cat")
    assert fight.plan("distracting-shot", "ann", **SHOT).astray == ()
    assert fight.plan("straight-shot", "ann", **SHOT, facts={"in_melee": []}).astray == ()
    fight.set("dee", dead=True)
    assert fight.plan("straight-shot", "ann", **SHOT).astray == ()


def test_a_house_that_takes_more_from_a_shot_into_a_melee_turns_more_of_them_aside() -> None:
    """TS-240: it is the penalty of the house that a near miss is measured by."""
    usual = shot_into_a_melee().strays("straight-shot", "ann", **SHOT)
    dearer = shot_into_a_melee(takes=-4)
    strays = dearer.strays("straight-shot", "ann", **SHOT)
    assert strays["cat"].hit > usual["cat"].hit
    none = shot_into_a_melee(takes=0)
    assert none.strays("straight-shot", "ann", **SHOT)["cat"].hit == 0.0


def test_who_stands_in_the_way_of_a_shot_costs_it_nothing() -> None:
    """TS-R71: as long as nobody is hand to hand with the target."""
    fight = shot_into_a_melee()
    fight.set("dee", at=[5, 5])
    fight.set("cat", at=[7, 5])
    plan = fight.plan("straight-shot", "ann", **SHOT)
    assert (plan.modifiers, plan.astray) == ((), ())
    fight.set("dee", at=[9, 5])
    assert [m.rule for m in fight.plan("straight-shot", "ann", **SHOT).modifiers] == ["TS-240"]


def test_a_shot_into_a_melee_may_find_rider_or_mount() -> None:
    """TS-R72, TS-238: which are two figures, wherever the GM puts them."""
    fight = Fight(
        hero("ann", "trooper", at=[0, 5]),
        raider("bob", at=[10, 5]),
        hero("dee", at=[11, 5], state={"mounted": True}),
        hero("roan", "brute", at=[11, 5]),
        map=OPEN,
    )
    assert fight.plan("straight-shot", "ann", **SHOT).astray == ("dee", "roan")
    assert set(fight.strays("straight-shot", "ann", **SHOT)) == {"dee", "roan"}
