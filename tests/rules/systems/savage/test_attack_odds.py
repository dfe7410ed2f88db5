"""The odds of whole attacks: what soak, bursts, strays and bennies come to, exactly."""

from typing import Any

import icepool
import pytest
from icepool import Die

from rules.systems.savage.attack.traits import plain_roll
from tests.rules.kit import command, fighter
from tests.rules.systems.savage.counted_odds import (
    CLOSE,
    as_chances,
    burst,
    effect,
    exploding,
    outcome,
    trait,
)
from tests.rules.systems.savage.fights import GUN, HERO, HORSE, LUCKY, OPEN, THUG, Fight, hero, raider


def odds_of(fight: Fight, **params: Any) -> Any:
    return fight.battle.now.odds(command("attack", "ann", **params))


def test_a_blow_at_an_extra_is_exact() -> None:
    """SW-250, SW-54"""
    fight = Fight(hero("ann"), raider("bob"))
    odds = odds_of(fight, target="bob", with_="long-sword")
    attack = trait(8, True).map(lambda mine, other: outcome((mine, other), 0, 5))
    plain, more = exploding(8) + exploding(8), exploding(8) + exploding(8) + exploding(6)
    out = float(attack.probability("success") * (plain >= 9).probability(True))
    out += float(attack.probability("raise") * (more >= 9).probability(True))
    assert not odds.sampled
    assert odds.by_answer == {}
    assert odds.hit == pytest.approx(
        float(attack.probability("success") + attack.probability("raise")), abs=CLOSE
    )
    assert odds.down == pytest.approx(out, abs=CLOSE)
    assert odds.harm == pytest.approx((1 - out, out), abs=CLOSE)


def test_soak_is_weighed_against_taking_it() -> None:
    """SW-250, SW-127, SW-128"""
    fight = Fight(fighter("ann", "heroes", THUG), fighter("bob", "raiders", {**HERO, "bennies": 1}))
    odds = odds_of(fight, target="bob", with_="club")
    # d6 against Parry 6; Str+d4 against Toughness 7 (leather jacket); Vigor d6 with a Wild Die to soak
    hit = exploding(6)
    plain = exploding(6) + exploding(4)
    more = plain + exploding(6)
    p_hit, p_raise = float((hit >= 6).probability(True)), float((hit >= 10).probability(True))

    def spread(damage: Any) -> dict[int, float]:
        return as_chances(damage.map(lambda t: min(4, max(0, (t - 7) // 4))))

    taken = [0.0] * 5
    for chance, damage in ((p_hit - p_raise, plain), (p_raise, more)):
        for n, weight in spread(damage).items():
            taken[n] += chance * weight
    taken[0] += 1 - p_hit
    assert set(odds.by_answer) == {"take", "soak"}
    assert odds.by_answer["take"].harm == pytest.approx(taken, abs=CLOSE)

    def soaked(mine: int, other: int) -> int:
        word = outcome((mine, other), 0, 4)
        return 0 if "failure" in word else 1 + (max(mine, other) - 4) // 4

    vigor = as_chances(trait(6, True).map(soaked))
    left = [0.0] * 5
    left[0] += 1 - p_hit
    for chance, damage in ((p_hit - p_raise, plain), (p_raise, more)):
        for n, weight in as_chances(damage.map(lambda t: max(0, (t - 7) // 4))).items():
            for s, share in vigor.items():
                left[min(4, max(0, n - s))] += chance * weight * share
    assert odds.by_answer["soak"].harm == pytest.approx(left, abs=CLOSE)
    assert odds.best == "soak"
    assert odds.harm == odds.by_answer["soak"].harm


def test_a_burst_at_a_wild_card_is_worked_out_shot_by_shot() -> None:
    """SW-250, SW-103: the second hit meets a target that the first has Shaken"""
    smg = {"weapons": ["submachine-gun"], "skills": {"shooting": "d6"}, "attributes": {"strength": "d8"}}
    fight = Fight(fighter("ann", "heroes", smg), fighter("bob", "raiders", HERO))
    facts = {"distance": 5}
    one = odds_of(fight, target="bob", with_="submachine-gun", facts=facts)
    two = odds_of(fight, target="bob", with_="submachine-gun", facts=facts, options={"shots": 2})
    single = float((exploding(6) >= 4).probability(True))
    recoiled = float((exploding(6) - 2 >= 4).probability(True))
    assert one.hit == pytest.approx(single, abs=CLOSE)
    assert two.hit == pytest.approx(1 - (1 - recoiled) ** 2, abs=CLOSE)
    assert sum(two.harm) == pytest.approx(1, abs=CLOSE)
    assert not two.sampled


@pytest.mark.parametrize("wild", [False, True])
@pytest.mark.parametrize("shots", [2, 3])
def test_the_wounds_of_a_burst_are_exact_shot_by_shot(shots: int, wild: bool) -> None:
    """SW-250, SW-103, SW-120, SW-124: whom one shot has Shaken the next one wounds, so their order counts"""
    smg = {
        "wild_card": wild,
        "weapons": ["submachine-gun"],
        "skills": {"shooting": "d8"},
        "attributes": {"strength": "d8"},
        "bennies": 0,
    }
    target = {"wild_card": True, "bennies": 0}
    fight = Fight(fighter("ann", "heroes", smg), fighter("bob", "raiders", target))
    options = {"shots": shots}
    odds = odds_of(fight, target="bob", with_="submachine-gun", facts={"distance": 5}, options=options)
    one, other = exploding(8).map(lambda t: min(t, 10)), exploding(6) if wild else Die([0])
    theirs = icepool.map(lambda *all_: burst(all_[:-1], all_[-1], -2, 4, 0)[0], *[one] * shots, other)
    # 2d6 against Toughness 5, of which no armour is there to be pierced
    plain = as_chances((2 @ exploding(6)).map(lambda total: effect(total, 5, False, 4)))
    more = as_chances((3 @ exploding(6)).map(lambda total: effect(total, 5, False, 4)))
    ends = [0.0] * 5
    for hits, chance in as_chances(theirs).items():
        states = {(0, False): chance}
        for hit in hits:
            after: dict[tuple[int, bool], float] = {}
            for (wounds, shaken), share in states.items():
                for (word, new), weight in (more if hit == "raise" else plain).items():
                    taken = 1 if word == "shaken" and shaken else new
                    key = min(4, wounds + taken), shaken or word != "no-effect"
                    after[key] = after.get(key, 0.0) + share * weight
            states = after
        for (wounds, _), share in states.items():
            ends[wounds] += share
    assert not odds.sampled
    assert odds.harm == pytest.approx(ends, abs=CLOSE)


def test_a_burst_at_somebody_with_bennies_is_worked_out_whole() -> None:
    """SW-250: however many ways there are, those that meet again are gone on from once"""
    smg = {"wild_card": True, "weapons": ["submachine-gun"], "attributes": {"strength": "d8"}}
    fight = Fight(fighter("ann", "heroes", smg), fighter("bob", "raiders", {**HERO, "bennies": 3}))
    odds = odds_of(fight, target="bob", with_="submachine-gun", facts={"distance": 5}, options={"shots": 3})
    assert not odds.sampled
    assert odds.leaves < 800, "the page walks no more of them"
    assert sum(odds.by_answer["soak"].harm) == pytest.approx(1, abs=CLOSE)


def test_a_grenade_may_find_its_target_after_a_deviation() -> None:
    """SW-250, SW-166"""
    thrower = {**THUG, "weapons": ["grenade"]}
    fight = Fight(fighter("ann", "heroes", thrower), fighter("bob", "raiders", THUG))
    facts = {"distance": 4}
    aimed = odds_of(fight, target="bob", with_="grenade", facts=facts)
    again = odds_of(fight, target="bob", with_="grenade", facts={**facts, "caught_after": ["bob"]})
    success = float((exploding(6) >= 4).probability(True))
    assert aimed.hit == pytest.approx(success, abs=CLOSE)
    assert again.hit == pytest.approx(1.0, abs=CLOSE)


def test_the_odds_leave_a_fall_from_the_saddle_aside() -> None:
    """SW-250, SW-R54"""
    rider = {**HERO, "bennies": 0}
    state = {"mount": "roan"}
    mounted = Fight(
        fighter("ann", "heroes", GUN),
        fighter("bob", "raiders", rider, state=state),
        fighter("roan", "raiders", {"stock": "war-horse"}, state={"ran": True}),
    )
    walking = Fight(fighter("ann", "heroes", GUN), fighter("bob", "raiders", rider))
    params = {"target": "bob", "with_": "pistol", "facts": {"distance": 5}}
    assert odds_of(mounted, **params).harm == pytest.approx(odds_of(walking, **params).harm, abs=CLOSE)


def test_a_thing_is_broken_or_not() -> None:
    """SW-250, SW-232, SW-233"""
    fight = Fight(hero("ann", THUG), raider("door", {"kind": "object", "object": "light-door"}))
    odds = odds_of(fight, target="door", with_="club")
    hit = float((icepool.d(6) >= 2).probability(True))
    broken = float(((icepool.d(6) + icepool.d(4)) >= 8).probability(True))
    assert odds.harm == pytest.approx((1 - hit * broken, hit * broken), abs=CLOSE)
    assert odds.down == pytest.approx(hit * broken, abs=CLOSE)


def test_a_roll_that_the_odds_leave_aside_counts_as_a_success() -> None:
    """SW-250"""
    fight = Fight(hero("ann"))
    roll = plain_roll(fight.battle.state.combatants["ann"], "riding", "riding", "Riding", beside=True)
    ((result, chance),) = roll.foreseen("ann")
    assert (result.outcome, chance) == ("success", 1.0)


def test_soaking_once_is_soaking_every_time_while_bennies_last() -> None:
    """SW-250"""
    smg = {"weapons": ["submachine-gun"], "skills": {"shooting": "d6"}, "attributes": {"strength": "d8"}}
    params = {"target": "bob", "with_": "submachine-gun", "facts": {"distance": 5}, "options": {"shots": 2}}

    def mean(bennies: int, answer: str) -> float:
        fight = Fight(fighter("ann", "heroes", smg), fighter("bob", "raiders", {**HERO, "bennies": bennies}))
        odds = odds_of(fight, **params)
        assert not odds.sampled
        return float(odds.by_answer[answer].mean_harm)

    assert mean(2, "soak") < mean(1, "soak") < mean(1, "take") == pytest.approx(mean(2, "take"))


def test_a_long_burst_is_sampled_while_somebody_aims_and_waits() -> None:
    """As many ways end as in a short one, but the way to each end is long: to go them all took seconds."""
    gun = {"id": "mini", "name": "Minigun", "rof": 6, "range": [12, 24, 48], "damage": "2d6"}
    fight = Fight(hero("ann", {**GUN, "weapons": [gun], "held": ["mini"]}), raider("bob", LUCKY))
    shots = [
        fight.battle.now.odds(command("attack", "ann", target="bob", with_="mini", options={"shots": n}), 800)
        for n in (3, 6)
    ]
    assert [found.sampled for found in shots] == [False, True]
    assert shots[0].hit < shots[1].hit + 4 * shots[1].standard_error
    assert 0 < shots[1].standard_error < 0.03


SMG = {"weapons": ["submachine-gun"], "skills": {"shooting": "d6"}, "attributes": {"strength": "d8"}}


NEAR = {"distance": 5, "bystanders": ["cat", "dan", "eve"]}


def crowd(shooter: dict[str, Any]) -> Fight:
    return Fight(
        fighter("ann", "heroes", shooter), raider("bob"), raider("cat"), raider("dan"), hero("eve", HERO)
    )


@pytest.mark.parametrize("wild", [False, True])
def test_the_chance_of_each_bystander_is_exact(wild: bool) -> None:
    """SW-220, SW-223: a 1 on the die, a Wild Card's on both, and a die for whom it finds; no raise"""
    fight = crowd({**SMG, "wild_card": wild})
    strays = fight.strays("attack", "ann", target="bob", with_="submachine-gun", facts=NEAR)
    assert list(strays) == ["cat", "dan", "eve"]
    found = 1 / 6 * (1 / 6 if wild else 1) / 3
    # 2d6 against an Extra's Toughness 5 in a leather jacket of 1, which AP 1 pierces
    down = float((2 @ exploding(6) >= 5 + 4).probability(True))
    for who in ("cat", "dan"):
        assert not strays[who].sampled
        assert strays[who].hit == pytest.approx(found, abs=CLOSE)
        assert strays[who].down == pytest.approx(found * down, abs=CLOSE)
    assert sum(strays["eve"].harm) == pytest.approx(1, abs=CLOSE)


def test_each_die_of_a_burst_may_find_somebody() -> None:
    """SW-221, SW-R45: a 1 or 2 of either die, beside what hits"""
    fight = crowd({**SMG, "wild_card": False})
    options = {"shots": 2}
    strays = fight.strays("attack", "ann", target="bob", with_="submachine-gun", facts=NEAR, options=options)
    neither = (1 - 2 / 6 / 3) ** 2
    assert strays["cat"].hit == pytest.approx(1 - neither, abs=CLOSE)


def test_a_blow_and_an_area_find_nobody_else() -> None:
    """SW-169, SW-220"""
    beside, near = {"bystanders": ["cat"]}, {"distance": 4, "bystanders": ["cat"]}
    fight = crowd(GUN)
    assert fight.plan("attack", "ann", target="bob", with_="knife", facts=beside).astray == ()
    assert fight.plan("attack", "ann", target="bob", with_="pistol", facts=near).astray == ("cat",)
    fire = crowd({**GUN, "weapons": ["flamethrower"]})
    assert fire.plan("attack", "ann", target="bob", with_="flamethrower", facts=near).astray == ()


def test_a_shot_at_a_rider_may_find_the_mount() -> None:
    """SW-181, SW-220, SW-R51"""
    fight = Fight(
        hero("ann", GUN, at=[2, 5]),
        raider("bob", at=[8, 5], state={"mount": "roan"}),
        raider("roan", HORSE, at=[8, 5]),
        map=OPEN,
    )
    shot = {"target": "bob", "with_": "pistol"}
    assert list(fight.strays("attack", "ann", **shot)) == ["roan"]
    assert fight.strays("attack", "ann", **shot)["roan"].hit == pytest.approx(1 / 48, abs=CLOSE)
    assert not fight.plan("attack", "ann", **shot).modifiers
