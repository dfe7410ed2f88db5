"""The odds are exact: they are counted again here by a dice library that knows nothing of our rolls."""

from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icepool import Die

from rules.engine.dice import Modifier
from rules.systems.savage.attack.damage_rolls import DamageRoll
from rules.systems.savage.attack.traits import plain_roll
from rules.systems.savage.harm.soak_rolls import SoakRoll
from rules.systems.savage.plain_rolls import PlainRoll
from rules.systems.savage.rolls import AttackRoll, TraitRoll
from tests.rules.kit import command, fighter
from tests.rules.systems.savage.fights import GUN, HERO, HORSE, LUCKY, OPEN, THUG, Fight, hero, raider

DEPTH = {4: 18, 6: 15, 8: 13, 10: 12, 12: 11}
"""How often each die is thrown again at most: what is left after that is less than one in 10 to the 10."""
CLOSE = 1e-9
SIDES = st.sampled_from([4, 6, 8, 10, 12])


def exploding(sides: int) -> Any:
    return icepool.d(sides).explode(depth=DEPTH[sides])


def trait(sides: int, wild: bool) -> Any:
    """Give trait and Wild Die as a pair of totals; an Extra's Wild Die is 0."""
    other = exploding(6) if wild else Die([0])
    return icepool.tupleize(exploding(sides), other)


def outcome(pair: Any, modifier: int, target: int) -> str:
    mine, other = pair
    if mine == other == 1:
        return "critical-failure"
    total = max(mine, other) + modifier
    if total < target:
        return "failure"
    return "raise" if total >= target + 4 else "success"


def as_chances(die: Any) -> dict[Any, float]:
    return {value: float(die.probability(value)) for value in die}


def close(mine: dict[Any, float], theirs: dict[Any, float]) -> None:
    for key in {*mine, *theirs}:
        assert mine.get(key, 0.0) == pytest.approx(theirs.get(key, 0.0), abs=CLOSE), key


@settings(deadline=None, max_examples=15)
@given(SIDES, st.booleans(), st.integers(-8, 6), st.integers(2, 14))
def test_a_trait_roll_with_wild_die_and_raises_is_exact(
    sides: int, wild: bool, plus: int, target: int
) -> None:
    """SW-40, SW-41, SW-42, SW-44, SW-45"""
    roll = TraitRoll(
        who="a", purpose="p", sides=sides, wild=wild, target=target, modifiers=(Modifier("m", plus, "SW-42"),)
    )
    mine: dict[str, float] = {}
    for result, chance in roll.outcomes():
        mine[result.outcome] = mine.get(result.outcome, 0) + chance
    close(mine, as_chances(trait(sides, wild).map(lambda mine, other: outcome((mine, other), plus, target))))


Read = tuple[tuple[str, ...], int]
"""The hits and raises of a burst in order, and how many of its dice go astray."""


def burst(totals: tuple[int, ...], wild: int, plus: int, target: int, stray: int) -> Read:
    """Read a burst once more, by the words of the rules (SW-49, SW-100 to SW-103, SW-220, SW-221, SW-C5)."""
    if wild == 1 and sum(t == 1 for t in totals) * 2 > len(totals):
        return (), sum(t <= stray for t in totals)
    dice = [(total, True) for total in totals]
    lowest = totals.index(min(totals))
    if wild > totals[lowest]:
        dice[lowest] = (wild, False)
    hits, strays = [], 0
    for total, own in dice:
        if total + plus >= target:
            hits.append("raise" if total + plus >= target + 4 else "hit")
        elif len(totals) == 1 and stray == 2:  # of a shotgun
            strays += totals[0] <= stray
        else:
            strays += own and total <= stray
    return tuple(hits), strays


@settings(deadline=None, max_examples=12)
@given(
    SIDES, st.booleans(), st.integers(1, 3), st.integers(-6, 3), st.integers(4, 8), st.sampled_from([0, 1, 2])
)
def test_a_burst_is_exact_die_by_die(
    sides: int, wild: bool, dice: int, plus: int, target: int, stray: int
) -> None:
    """SW-49, SW-100, SW-101, SW-103, SW-220, SW-221"""
    roll = AttackRoll(
        who="a",
        purpose="attack",
        sides=sides,
        wild=wild,
        dice=dice,
        target=target,
        stray=stray,
        modifiers=(Modifier("m", plus, "SW-42"),),
    )
    top = max(3, target + 4 - plus)
    one = icepool.d(sides).explode(depth=6).map(lambda t: min(t, top))
    other = icepool.d(6).explode(depth=6).map(lambda t: min(t, top)) if wild else Die([0])
    theirs = icepool.map(lambda *all_: burst(all_[:-1], all_[-1], plus, target, stray), *[one] * dice, other)
    mine: dict[Any, float] = {}
    for result, chance in roll.outcomes():
        key = tuple(m for m in result.marks if m in ("hit", "raise")), result.marks.count("stray")
        mine[key] = mine.get(key, 0) + chance
    close(mine, as_chances(theirs))


def effect(total: int, toughness: int, shaken: bool, room: int) -> tuple[str, int]:
    over = total - toughness
    if over < 0:
        return "no-effect", 0
    if over >= 4:
        return "wound", min(over // 4, room)
    return "shaken", min(int(shaken), room)


@settings(deadline=None, max_examples=12)
@given(
    st.lists(SIDES, min_size=1, max_size=3),
    st.integers(-4, 6),
    st.integers(2, 14),
    st.booleans(),
    st.integers(1, 4),
)
def test_damage_against_toughness_is_exact(
    dice: list[int], plus: int, toughness: int, shaken: bool, room: int
) -> None:
    """SW-120, SW-122, SW-123, SW-124"""
    roll = DamageRoll(
        who="a",
        purpose="damage",
        dice=tuple(dice),
        plus=plus,
        toughness=toughness,
        is_shaken=shaken,
        room=room,
    )
    thrown = sum((exploding(sides) for sides in dice[1:]), exploding(dice[0])) + plus
    theirs = as_chances(thrown.map(lambda total: effect(total, toughness, shaken, room)))
    mine = {(r.outcome, min(r.wounds, room)): chance for r, chance in roll.outcomes()}
    close(mine, theirs)


def test_damage_that_is_taken_away_and_damage_that_does_not_ace_are_exact() -> None:
    """SW-13, SW-232"""
    roll = DamageRoll(who="a", purpose="damage", dice=(8, -4), plus=1, toughness=5, aces=False, room=1)
    thrown = icepool.d(8) - icepool.d(4) + 1
    theirs = as_chances(thrown.map(lambda total: effect(total, 5, False, 1)))
    close({(r.outcome, min(r.wounds, 1)): chance for r, chance in roll.outcomes()}, theirs)


@settings(deadline=None, max_examples=10)
@given(SIDES, st.booleans(), st.integers(-3, 2), st.integers(1, 6), st.integers(1, 4))
def test_a_soak_roll_is_exact(sides: int, wild: bool, plus: int, wounds: int, room: int) -> None:
    """SW-127"""
    roll = SoakRoll(
        who="a",
        purpose="soak",
        sides=sides,
        wild=wild,
        modifiers=(Modifier("m", plus, "SW-47"),),
        incoming=((wounds, 1.0),),
        room=room,
    )

    def left(mine: int, other: int) -> int:
        word = outcome((mine, other), plus, 4)
        soaked = 0 if "failure" in word else 1 + (max(mine, other) + plus - 4) // 4
        return min(max(0, wounds - soaked), room)

    close({r.left: c for r, c in roll.outcomes()}, as_chances(trait(sides, wild).map(left)))  # type: ignore[attr-defined]


def test_the_cap_of_a_deviation_is_counted_once() -> None:
    """SW-166"""
    roll = PlainRoll(who="a", purpose="deviation", sides=6, dice=2, factor=3, cap=15)
    theirs = (2 @ icepool.d(6) * 3).map(lambda total: min(total, 15))
    close({r.total: c for r, c in roll.outcomes()}, as_chances(theirs))


@settings(deadline=None, max_examples=12)
@given(SIDES, st.booleans(), st.integers(1, 3), st.integers(-4, 2), st.data())
def test_a_throw_is_read_like_the_lump_that_it_belongs_to(
    sides: int, wild: bool, dice: int, plus: int, data: Any
) -> None:
    """SW-40"""
    roll = AttackRoll(
        who="a",
        purpose="attack",
        sides=sides,
        wild=wild,
        dice=dice,
        stray=2,
        modifiers=(Modifier("m", plus, "SW-42"),),
    )
    thrown = roll.throw(lambda die: data.draw(st.integers(1, die)))
    known = {roll.tells_apart(result) for result, _ in roll.outcomes()}
    assert roll.tells_apart(thrown) in known


# ---------------------------------------------------------------------------------------------- whole attacks
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


# ---------------------------------------------------------------------------------------------- stray shots
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
