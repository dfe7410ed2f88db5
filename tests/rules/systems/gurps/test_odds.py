"""The odds are exact: against dice of another library, walked in another way (GU-820)."""

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest
from icepool import d6

from rules.engine.chances.odds_figures import Odds
from rules.systems.gurps.rolls import GOOD, outcome_of
from tests.rules.kit import both_ways, command, fighter
from tests.rules.systems.gurps.fights import GUN, Fight, duel

THREE = [(total, float((3 @ d6).probability("==", total))) for total in range(3, 19)]


def dice(count: int, adds: int = 0, least: int = 0) -> list[tuple[int, float]]:
    pool = count @ d6
    return [(max(least, t + adds), float(pool.probability("==", t))) for t in range(count, 6 * count + 1)]


def succeeds(target: int) -> float:
    return sum(chance for total, chance in THREE if outcome_of(total, target) in GOOD)


def counted(
    skill: int, guard: int | None, damage: list[tuple[int, float]], full: int, injury: Callable[[int], int]
) -> tuple[float, dict[int, float]]:
    """Count an attack over all totals: a critical is not defended, and a 3 does full damage."""
    stopped = 0.0 if guard is None else succeeds(guard)
    hit, harm = 0.0, defaultdict[int, float](float)
    for total, chance in THREE:
        outcome = outcome_of(total, skill)
        if outcome not in GOOD:
            harm[0] += chance
            continue
        through = 1.0 if outcome == "critical-success" else 1 - stopped
        hit += chance * through
        harm[0] += chance * (1 - through)
        for basic, weight in [(full, 1.0)] if total == 3 else damage:
            harm[injury(basic)] += chance * through * weight
    return hit, harm


def same(odds: Odds, expected: tuple[float, dict[int, float]]) -> None:
    hit, harm = expected
    assert not odds.sampled
    assert odds.hit == pytest.approx(hit)
    assert len(odds.harm) == max(h for h, chance in harm.items() if chance > 0) + 1
    for points, chance in enumerate(odds.harm):
        assert chance == pytest.approx(harm.get(points, 0.0))
    assert sum(odds.harm) == pytest.approx(1)


def attack(fight: Fight, **params: Any) -> Odds:
    return fight.battle.now.odds(
        command("attack", "ann", **{"target": "bob", "with_": "broadsword", **params})
    )


def test_a_cut_against_a_dodge_a_parry_and_no_defence() -> None:
    """GU-820, GU-909: 1d+3 cutting at ST 12; no die but these counts."""
    odds = attack(duel(bob={"HP": 40, "skills": {"broadsword": 12}, "weapons": ["broadsword"]}))
    cut = dice(1, 3)
    for answer, guard in (("dodge", 8), ("parry", 9), ("none", None)):
        same(odds.by_answer[answer], counted(14, guard, cut, 9, lambda d: d * 3 // 2))
    assert odds.best == "parry"
    assert odds.hit == odds.by_answer["parry"].hit


def test_a_cut_through_mail_with_its_turn_to_crushing() -> None:
    """GU-905, GU-219"""
    odds = attack(duel(bob={"HP": 40, "armour": ["mail-hauberk"]}), facts={"aware": False})

    def injury(d: int) -> int:
        if d <= 4:
            return d // 10
        return d - 4 if d < 8 else (d - 4) * 3 // 2

    assert odds.by_answer == {}
    same(odds, counted(14, None, dice(1, 3), 9, injury))


def test_a_bullet_may_find_the_vitals() -> None:
    """GU-771, GU-770: on one in six times three."""
    fight = duel(ann=GUN, bob={"HP": 200, "HT": 14, "dr": {"torso": 3}})
    odds = attack(fight, with_="assault-rifle", facts={"distance": 10, "aware": False})
    hit, torso = counted(11, None, dice(5), 30, lambda d: max(0, d - 3))
    _, vitals = counted(11, None, dice(5), 30, lambda d: 3 * max(0, d - 3))
    mixed = defaultdict[int, float](float)
    for share, part in ((5 / 6, torso), (1 / 6, vitals)):
        for points, chance in part.items():
            mixed[points] += share * chance
    same(odds, (hit, mixed))


def test_who_goes_down() -> None:
    """GU-820, GU-1000, GU-1015: by knockdown rolls at HT and death rolls."""
    fight = duel(bob={"HP": 10, "HT": 10})
    odds = attack(fight, facts={"aware": False})
    down = 0.0
    for total, chance in THREE:
        if outcome_of(total, 14) in GOOD:
            for basic, weight in [(9, 1.0)] if total == 3 else dice(1, 3):
                if basic * 3 // 2 > 5:
                    out = sum(
                        c
                        for t, c in THREE
                        if outcome_of(t, 10) == "critical-failure"
                        or (t >= 15 and outcome_of(t, 10) not in GOOD)
                    )
                    down += chance * weight * out
    assert odds.down == pytest.approx(down)


def test_a_second_defence_takes_the_best_that_is_left() -> None:
    """GU-820, GU-713"""
    fight = duel(
        bob={
            "HP": 40,
            "skills": {"broadsword": 12, "shield": 14},
            "weapons": ["broadsword", "medium-shield"],
        },
        bob_state={"maneuver": {"id": "all-out-defense", "variant": "double"}},
    )
    odds = attack(fight)
    plain = counted(14, None, dice(1, 3), 9, lambda d: d * 3 // 2)[0]
    critical = sum(c for t, c in THREE if t <= 4)
    for answer, first, second, shaken in (
        ("dodge", 10, 12, 9),  # a fumbled dodge is a fall: -3
        ("parry", 11, 12, 12),
        ("block", 12, 11, 9),  # a fumbled block loses the shield and its DB
    ):
        fumbled = sum(c for t, c in THREE if outcome_of(t, first) == "critical-failure")
        failed = 1 - succeeds(first) - fumbled
        through = failed * (1 - succeeds(second)) + fumbled * (1 - succeeds(shaken))
        assert odds.by_answer[answer].hit == pytest.approx(critical + (plain - critical) * through)


def test_a_bare_handed_parry_that_fails_lets_the_attacker_choose() -> None:
    """GU-820, GU-807: the arm is crippled and saves the rest, so that the torso is worse."""
    odds = attack(duel(bob={"HP": 10, "skills": {"karate": 14}}))
    same_hit = counted(14, 10, dice(1, 3), 9, lambda d: d * 3 // 2)
    assert odds.by_answer["parry"].hit == pytest.approx(same_hit[0])
    assert odds.by_answer["parry"].mean_harm == pytest.approx(
        sum(points * chance for points, chance in same_hit[1].items())
    )


def test_two_attacks_are_worked_out_together() -> None:
    """GU-820, GU-730: at least one of them hits; nobody defends."""
    odds = attack(duel(bob={"HP": 90}), options=["rapid-strike"], facts={"aware": False})
    one, _ = counted(8, None, dice(1, 3), 9, lambda d: d * 3 // 2)
    fumbled = sum(c for t, c in THREE if outcome_of(t, 8) == "critical-failure")
    assert odds.hit == pytest.approx(one + (1 - one - fumbled) * one)
    nothing = (1 - one - fumbled) * (1 - one) + fumbled
    assert odds.harm[0] == pytest.approx(nothing)
    assert not odds.sampled


def test_a_burst_counts_its_hits() -> None:
    """GU-732: two rounds, and the second hits by two."""
    gun = {"id": "g", "kind": "missile", "skill": "guns", "damage": "1d burn", "rof": 3, "rcl": 2}
    fight = duel(ann={"skills": {"guns": 12}, "weapons": [gun]}, bob={"HP": 90})
    burst = [{"id": "rapid-fire", "shots": 2}]
    odds = attack(fight, with_="g", options=burst, facts={"distance": 4, "aware": False})
    expected = defaultdict[int, float](float)
    for total, chance in THREE:
        if outcome_of(total, 12) not in GOOD:
            expected[0] += chance
            continue
        first = [(6, 1.0)] if total == 3 else dice(1)
        second = dice(1) if 12 - total >= 2 else [(0, 1.0)]
        for a, p in first:
            for b, q in second:
                expected[a + b] += chance * p * q
    same(odds, (sum(c for t, c in THREE if outcome_of(t, 12) in GOOD), expected))


def test_a_long_burst_is_exact_and_no_longer_to_work_out_than_a_shot() -> None:
    """GU-820, GU-732: every hit has its own dice, and none is drawn at random."""
    fight = duel(ann=GUN, bob={"HP": 500, "dr": {"torso": 3}})
    burst = [{"id": "rapid-fire", "shots": 12}]
    asked = {"with_": "assault-rifle", "facts": {"distance": 10, "aware": False}}
    odds = attack(fight, options=burst, **asked)
    assert not odds.sampled
    assert odds.leaves < 20
    one = sum(w * max(0, d - 3) * (1 + 2 / 6) for d, w in dice(5))
    hits = {total: 1 + (13 - total) // 2 for total, _ in THREE if outcome_of(total, 13) in GOOD}
    full = (27 * (1 + 2 / 6) - one) * THREE[0][1]
    expected = sum(chance * hits.get(total, 0) * one for total, chance in THREE) + full
    assert odds.mean_harm == pytest.approx(expected)


BLEEDING = {"HP": 8, "HT": 9}
SMALL_ARM = {"id": "g", "kind": "missile", "skill": "guns", "damage": "1d-2 pi", "rof": 3, "rcl": 2}


@pytest.mark.parametrize(
    ("weapon", "where", "bob", "hp"),
    [
        (SMALL_ARM, "torso", {"HP": 4, "HT": 9}, -2),
        ({**SMALL_ARM, "damage": "1d+1 cr"}, "groin", {**BLEEDING, "male": True}, -8),
        ({**SMALL_ARM, "damage": "1d+2 cut"}, "left-arm", BLEEDING, 3),
        ({**SMALL_ARM, "damage": "1d cr"}, "skull", {"armour": ["leather-jacket"], "HP": 3}, -11),
        ({**SMALL_ARM, "area": {"shape": "sphere", "radius": 3}}, "torso", {"HP": 2}, -7),
    ],
)
def test_what_is_added_up_is_what_walking_comes_to(weapon: Any, where: str, bob: Any, hp: int) -> None:
    """GU-820: hits are added up only where nothing but the hit points counts afterwards."""
    fight = duel(ann={"skills": {"guns": 11}, "weapons": [weapon]}, bob=bob, bob_state={"hp": hp})
    burst = {} if "area" in weapon else {"options": [{"id": "rapid-fire", "shots": 2}], "location": where}
    plan = fight.plan(
        "attack", "ann", target="bob", with_="g", facts={"distance": 3, "aware": False}, **burst
    )
    short, long = both_ways(fight.battle, plan, "bob")
    assert short.leaves < long.leaves
    assert not long.sampled
    assert (short.hit, short.down) == pytest.approx((long.hit, long.down))
    assert short.harm == pytest.approx(long.harm)


def test_what_cannot_be_added_up_may_be_drawn_and_says_so() -> None:
    """GU-820, GU-911: acid eats the armour that the next hit meets."""
    gun = {"id": "g", "kind": "missile", "skill": "guns", "damage": "3d cor", "rof": 9, "rcl": 1}
    fight = duel(ann={"skills": {"guns": 14}, "weapons": [gun]}, bob={"HP": 30, "dr": {"torso": 9}})
    burst = [{"id": "rapid-fire", "shots": 9}]
    asked = command("attack", "ann", target="bob", with_="g", options=burst, facts={"distance": 4})
    odds = fight.battle.now.odds(asked, budget=30)
    assert odds.sampled
    assert odds.standard_error > 0


def test_an_area_that_nobody_dives_from() -> None:
    """GU-820, GU-835, GU-834: a hit does it all, a miss by m an m-th of it, up to its radius."""
    fight = Fight(
        fighter("ann", "a", {"skills": {"throwing": 12}, "weapons": ["grenade"]}),
        fighter("bob", "b", {"HP": 60}),
    )
    asked = command("attack", "ann", target="bob", with_="grenade", facts={"distance": 4, "aware": False})
    odds = fight.battle.now.odds(asked)
    expected = defaultdict[int, float](float)
    for total, chance in THREE:
        off = 0 if outcome_of(total, 12) in GOOD else max(1, total - 12)
        for basic, weight in [(24, 1.0)] if total == 3 else dice(4):
            expected[0 if off > 5 else basic // max(1, off)] += chance * weight
    same(odds, (sum(c for t, c in THREE if outcome_of(t, 12) in GOOD or t - 12 <= 5), expected))


def test_a_dive_veers_the_area_by_its_margin_or_takes_one_a_yard_away() -> None:
    """GU-820, GU-832, GU-833: dodge 8 and 3 for the dive; who is missed by a few yards dives too."""
    fight = Fight(
        fighter("ann", "a", {"skills": {"throwing": 12}, "weapons": ["grenade"]}),
        fighter("bob", "b", {"HP": 60}),
    )
    odds = fight.battle.now.odds(
        command("attack", "ann", target="bob", with_="grenade", facts={"distance": 4})
    ).by_answer["dive"]
    expected = defaultdict[int, float](float)
    for total, chance in THREE:
        landed = outcome_of(total, 12) in GOOD
        off = 0 if landed else max(1, total - 12)
        for rolled, weight in THREE if off <= 5 else [(10, 1.0)]:
            dived = outcome_of(rolled, 11) in GOOD
            away = max(1, 11 - rolled) if landed and dived else off + (dived and not landed)
            for basic, share in [(24, 1.0)] if total == 3 else dice(4):
                expected[0 if away > 5 else basic // max(1, away)] += chance * weight * share
    assert not odds.sampled
    for points, chance in enumerate(odds.harm):
        assert chance == pytest.approx(expected.get(points, 0.0)), points


def test_odds_change_nothing() -> None:
    """GU-820"""
    fight = duel()
    before = fight.battle.state
    attack(fight)
    assert fight.battle.state is before


# ---------------------------------------------------------------------------------------------- in the way
LANE: dict[str, Any] = {"grid": {"kind": "square", "cols": 20, "rows": 7, "unit": "yd"}}
SHOT: dict[str, Any] = {"target": "bob", "with_": "assault-rifle"}


def lane(cost: int, skill: int = 16, **dice: list[int]) -> Fight:
    """Let Ann shoot at Bob past Dee and Cat, who all look at her, on a map without anything on it."""
    facing = {"facing": "w"}
    fight = Fight(
        fighter("ann", "heroes", {"skills": {"guns-rifle": skill}, "weapons": ["assault-rifle"]}, at=[0, 2]),
        fighter("dee", "heroes", {"HP": 40}, at=[2, 2], state=facing),
        fighter("cat", "raiders", {"HP": 40}, at=[3, 2], state=facing),
        fighter("bob", "raiders", {"HP": 40}, at=[5, 2], state=facing),
        map=LANE,
        **dice,
    )
    if cost:
        fight.do("set-house", changes=[{"part": "tables", "id": "in-the-way", "to": {"number": cost}}])
    return fight


def test_by_the_digest_nobody_in_the_way_counts() -> None:
    """GU-R81"""
    plan = lane(0).plan("attack", "ann", **SHOT)
    assert (plan.modifiers, plan.astray) == ((), ())
    assert "in_the_way" not in {fact.id for fact in plan.facts}


def test_who_is_in_the_way_costs_a_shot_what_the_house_says() -> None:
    """GU-R81: but no jet, and no area"""
    fight = lane(-4)
    plan = fight.plan("attack", "ann", **SHOT)
    assert [(m.value, m.rule) for m in plan.modifiers] == [(-8, "GU-R81")]
    assert plan.astray == ("dee", "cat")
    fight.set("cat", posture="prone")
    assert fight.plan("attack", "ann", **SHOT).astray == ("dee",)
    said = fight.plan("attack", "ann", **SHOT, facts={"in_the_way": ["cat"]})
    assert said.astray == ("cat",)
    assert next(fact for fact in said.facts if fact.id == "in_the_way").overruled
    for weapon in ("flamethrower", "acid-sprayer"):
        other = Fight(
            fighter("ann", "heroes", {"skills": {"liquid-projector": 14}, "weapons": [weapon]}, at=[0, 2]),
            fighter("dee", "heroes", {}, at=[2, 2]),
            fighter("bob", "raiders", {}, at=[4, 2]),
            map=LANE,
        )
        other.do("set-house", changes=[{"part": "tables", "id": "in-the-way", "to": {"number": -4}}])
        found = other.plan("attack", "ann", target="bob", with_=weapon)
        assert found.astray == ()
        assert "GU-R81" not in {m.rule for m in found.modifiers}


@pytest.mark.parametrize(("cost", "skill"), [(-4, 16), (-2, 13), (-1, 8)])
def test_the_chances_of_those_in_the_way_are_exact(cost: int, skill: int) -> None:
    """GU-R81, GU-402: of the failures, but for the critical ones, the first points are the nearest one's"""
    fight, needed = lane(cost, skill), skill + 2 * cost
    found = [0.0, 0.0]
    for total, chance in THREE:
        short = total - needed
        if outcome_of(total, needed) == "failure" and 0 < short <= -2 * cost:
            found[(short - 1) // -cost] += chance
    strays = fight.strays("attack", "ann", **SHOT)
    for who, chance in zip(("dee", "cat"), found, strict=True):
        assert not strays[who].sampled
        dodges = succeeds(8)
        assert strays[who].by_answer["none"].hit == pytest.approx(chance), who
        assert strays[who].by_answer["dodge"].hit == pytest.approx(chance * (1 - dodges)), who
        assert strays[who].by_answer["none"].harm[0] == pytest.approx(1 - chance), who
    same_odds = lane(0, skill).odds("attack", "ann", **SHOT, facts={"modifier": 2 * cost})
    assert fight.odds("attack", "ann", **SHOT).hit == pytest.approx(same_odds.hit)


def test_a_burst_that_fails_strikes_one_in_the_way_once() -> None:
    """GU-R81, GU-732"""
    fight = lane(-4, ann__attack=[4, 4, 4], ann__location=[3, 3, 4], ann__vitals=[3], ann__damage=[1] * 5)
    burst = [{"id": "rapid-fire", "shots": 4}]
    told = fight.do("attack", "ann", **SHOT, options=burst)
    assert "hit-instead" in [event.kind for event in told]
    told = fight.answer("dee", "none")
    assert [event.kind for event in told].count("damage-done") == 1
