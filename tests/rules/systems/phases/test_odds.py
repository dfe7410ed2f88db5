"""The odds of attacks, counted anew with a dice library and by hand (section 11)."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import icepool
import pytest

from rules.systems.phases.sheet.gear import CHAINS, STOCK_ARMOUR, STOCK_WEAPONS, TABLE, Weapon
from tests.rules.kit import command
from tests.rules.systems.phases.fights import CARBINE, PISTOL, SWORD, Fight, duel, fighter, started

EXACT = pytest.approx


@cache
def readings(dice: int) -> tuple[tuple[tuple[int, str], Fraction], ...]:
    """Read a pool as the book says, by a dice library: the result, and whether ones spoil it."""

    def read(*faces: int) -> tuple[int, str]:
        high = max(faces)
        result = high + sum(face == high for face in faces) - 1
        if dice == 0:
            return result, "botch" if high < 3 else ""
        ones = sum(face == 1 for face in faces)
        return result, "botch" if ones == dice else "auto" if ones > dice / 2 else ""

    read_all = icepool.map(read, *[icepool.d10] * max(1, dice))
    return tuple((r, Fraction(n, read_all.denominator())) for r, n in read_all.items())


def wounding(weapon: Weapon, toughness: int, armour: dict[str, int], place: str) -> Fraction:
    """Give the chance that a hit at a place is a traumatic wound."""
    chance = Fraction(0)
    for (result, _), p in readings(weapon.damage):
        damage = result + weapon.bonus - armour.get(place, 0)
        if damage > 0:
            needed = damage + (2 if place == "head" else 0)
            held = sum(q for (r, ones), q in readings(toughness) if not ones and r >= needed)
            chance += p * (1 - held)
    return chance


def one_hit(
    weapon: Weapon, toughness: int, armour: dict[str, int], called: str | None = None
) -> Counter[str]:
    """Give the chances of what one hit does: nothing, a body wound, a head wound."""
    found: Counter[str] = Counter()
    places = [called] * 10 if called else TABLE
    for place in places:
        assert place is not None
        chance = wounding(weapon, toughness, armour, place)
        found["head" if place == "head" else "body"] += chance / 10
        found["none"] += (1 - chance) / 10
    return found


def expected(hits: dict[int, Fraction], each: Counter[str]) -> tuple[list[float], float]:
    """Add up the distribution of traumatic wounds, and the chance to be down, over numbers of hits."""
    harm: Counter[int] = Counter()
    down = Fraction(0)
    for count, chance in hits.items():
        for way in product(each, repeat=count):
            p = chance
            for what in way:
                p *= each[what]
            wounds = sum(what != "none" for what in way)
            harm[wounds] += p
            down += p if wounds + way.count("head") >= 2 else 0
    return [float(harm[n]) for n in range(max(n for n in harm if harm[n]) + 1)], float(down)


def hits_at(dice: int, modifier: int, number: int, most: int, per: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = Counter()
    for (result, ones), p in readings(dice):
        margin = result + modifier - number
        found[0 if ones or margin < 0 else min(most, 1 + margin // per)] += p
    return found


VEST = dict.fromkeys(STOCK_ARMOUR["vest"].covers, 3)


@pytest.mark.parametrize("toughness", [0, 2, 4])
def test_a_wild_shot(toughness: int) -> None:
    bob = {"attributes": {"toughness": toughness}, "armour": ["vest"]}
    odds = duel(PISTOL, bob).odds("attack", "ann", with_="light-pistol", target="bob")
    hits = hits_at(2, -2, 6, 1, 99)
    harm, down = expected(hits, one_hit(STOCK_WEAPONS["light-pistol"], toughness, VEST))
    assert not odds.sampled
    assert odds.hit == EXACT(float(hits[1]))
    assert list(odds.harm) == EXACT(harm)
    assert odds.down == EXACT(down)


@pytest.mark.parametrize(("mode", "modifier", "most", "per"), [("burst", -2, 3, 2), ("auto", 0, 6, 1)])
def test_bursts_add_up_their_hits(mode: str, modifier: int, most: int, per: int) -> None:
    fight = duel(CARBINE, {"armour": ["vest"]})
    odds = fight.odds("attack", "ann", with_="carbine", target="bob", options={"mode": mode})
    harm, down = expected(hits_at(3, modifier, 6, most, per), one_hit(STOCK_WEAPONS["carbine"], 3, VEST))
    assert not odds.sampled
    assert list(odds.harm) == EXACT(harm)
    assert odds.down == EXACT(down)


def test_a_called_blow_goes_down_its_chain() -> None:
    odds = duel(SWORD).odds("attack", "ann", with_="sword", target="bob", options={"called": "head"})
    places = ("head", *CHAINS["head"])
    at: Counter[str] = Counter()
    for (result, ones), p in readings(2):
        short = max(0, 7 - (result - 4))
        if not ones and short < len(places):
            at[places[short]] += p
    hurt = {place: wounding(STOCK_WEAPONS["sword"], 3, {}, place) for place in places}
    assert odds.hit == EXACT(float(sum(at.values())))
    assert odds.harm[1] == EXACT(float(sum(at[place] * hurt[place] for place in places)))
    assert odds.down == EXACT(float(at["head"] * hurt["head"]))


def test_a_parry_in_force_counts() -> None:
    bob = {"skills": {"brawling": 3}}
    odds = duel(SWORD, bob, bob_state={"defence": "parry"}).odds("attack", "ann", with_="sword", target="bob")
    hit = Fraction(0)
    for (parry, spoiled), p in readings(3):
        number = 7 if spoiled else max(7, parry)
        hit += p * sum(q for (r, ones), q in readings(2) if not ones and r >= number)
    assert odds.hit == EXACT(float(hit))  # PH-76, PH-77


def test_an_evasion_in_force_counts() -> None:
    odds = duel(SWORD, {}, bob_state={"defence": "evade"}).odds("attack", "ann", with_="sword", target="bob")
    assert odds.hit == EXACT(float(hits_at(2, -2, 7, 1, 99)[1]))  # PH-78


def test_both_shots_of_target_and_fire_count() -> None:
    odds = duel(PISTOL).odds("target-and-fire", "ann", with_="light-pistol", target="bob")
    one = hits_at(2, 0, 6, 1, 99)
    two = {0: one[0] ** 2, 1: 2 * one[0] * one[1], 2: one[1] ** 2}
    harm, down = expected(two, one_hit(STOCK_WEAPONS["light-pistol"], 3, {}))
    assert odds.hit == EXACT(float(1 - two[0]))
    assert list(odds.harm) == EXACT(harm)
    assert odds.down == EXACT(down)  # PH-56


def test_an_attack_that_is_only_declared_has_the_odds_of_its_resolution() -> None:
    fight = started(PISTOL)
    free = duel(PISTOL).odds("attack", "ann", with_="light-pistol", target="bob")
    assert fight.active == "ann"
    assert fight.odds("attack", "ann", with_="light-pistol", target="bob") == free


def test_flesh_wounds_bring_down_whom_eight_have_weakened() -> None:
    fight = duel(PISTOL, {"armour": ["vest"], "attributes": {"toughness": 10}}, bob_state={"flesh": 8})
    odds = fight.odds("attack", "ann", with_="light-pistol", target="bob")
    through = Fraction(0)
    for place in TABLE:
        for (result, _), p in readings(2):
            through += p / 10 if result + 2 > VEST.get(place, 0) else 0
    assert odds.down == EXACT(float(hits_at(2, -2, 6, 1, 99)[1] * through))  # PH-97


def test_who_is_down_stays_down_in_the_odds() -> None:
    odds = duel(PISTOL, {}, bob_state={"trauma": ["head"]}).odds(
        "attack", "ann", with_="light-pistol", target="bob"
    )
    assert odds.down == EXACT(1)


def test_a_stunner_harms_nobody_and_stuns() -> None:
    ann: Any = {"skills": {"firearms": 3}, "weapons": ["stunner"], "ready": ["stunner"]}
    odds = duel(ann, {"armour": ["vest"]}).odds("attack", "ann", with_="stunner", target="bob")
    each = one_hit(STOCK_WEAPONS["stunner"], 3, VEST)
    hit = hits_at(3, -2, 6, 1, 99)[1]
    assert odds.harm == (1.0,)
    assert odds.down == EXACT(float(hit * (1 - each["none"])))  # PH-98


def test_odds_change_nothing() -> None:
    fight: Fight = started(PISTOL)
    before = fight.battle.state
    fight.odds("target-and-fire", "ann", with_="light-pistol", target="bob")
    assert fight.battle.state is before


def test_full_auto_is_exact_even_within_the_budget_of_a_page_that_waits() -> None:
    """Ways that meet again after a hit are walked on once (PH-71, PH-73)."""
    fight = duel(CARBINE, {"armour": ["vest"]}, bob_state={"flesh": 4})
    said = command("attack", "ann", with_="carbine", target="bob", options={"mode": "auto"})
    assert not fight.battle.now.odds(said, 800).sampled
    assert fight.battle.now.odds(said, 800).harm == EXACT(fight.battle.now.odds(said, 100_000).harm)


# ---------------------------------------------------------------------------------------------- in the way
LANE: dict[str, Any] = {"grid": {"kind": "square", "cols": 20, "rows": 7}}
SHOT: dict[str, Any] = {"target": "bob", "with_": "light-pistol"}
AIMED = {"targeting": {"target": "bob", "with": "light-pistol", "location": None}}


def lane(cost: int, dice: int = 3) -> Fight:
    """Let Ann, who has Bob in her sights, shoot at him past Dee and Cat, on a map without anything on it."""
    fight = Fight(
        fighter("ann", {**PISTOL, "skills": {"firearms": dice}}, at=[0, 2], state=AIMED),
        fighter("dee", {"armour": ["vest"]}, at=[2, 2]),
        fighter("cat", at=[4, 2]),
        fighter("bob", at=[6, 2]),
        map=LANE,
    )
    if cost:
        fight.do("set-house", changes=[{"part": "tables", "id": "in-the-way", "to": {"number": cost}}])
    return fight


def test_by_the_book_nobody_in_the_way_counts() -> None:
    """PH-R41: not on the line of fire, not in a brawl"""
    fight = lane(0)
    plan = fight.plan("attack", "ann", **SHOT)
    assert (plan.modifiers, plan.astray) == ((), ())
    assert "in_the_way" not in {fact.id for fact in plan.facts}
    fight.set("cat", at=[7, 2])
    fight.set("dee", at=[6, 1])
    assert fight.plan("attack", "ann", **SHOT).modifiers == ()


def test_who_is_in_the_way_costs_a_shot_what_the_house_says() -> None:
    """PH-R41: and a blow nothing"""
    fight = lane(-2)
    plan = fight.plan("attack", "ann", **SHOT)
    assert [(m.value, m.rule) for m in plan.modifiers] == [(-4, "PH-R41")]
    assert plan.astray == ("dee", "cat")
    fight.set("dee", condition="down")
    assert fight.plan("attack", "ann", **SHOT).astray == ("cat",)
    said = fight.plan("attack", "ann", **SHOT, facts={"in_the_way": ["cat", "dee"]})
    assert said.astray == ("cat", "dee")
    assert next(fact for fact in said.facts if fact.id == "in_the_way").overruled
    fight.set("ann", at=[5, 2])
    blow = fight.plan("attack", "ann", target="bob", with_="fist", facts={"in_the_way": ["dee"]})
    assert (blow.modifiers, blow.astray) == ((), ())


@pytest.mark.parametrize(("cost", "dice"), [(-2, 3), (-3, 1), (-1, 5)])
def test_the_chances_of_those_in_the_way_are_exact(cost: int, dice: int) -> None:
    """PH-R41: the first points that a shot falls short by are the nearest one's"""
    fight, found = lane(cost, dice), [Fraction(0), Fraction(0)]
    for (result, ones), chance in readings(dice):
        short = 6 - (result + 2 * cost)
        if short > 0 and not ones and (short - 1) // -cost < 2:
            found[(short - 1) // -cost] += chance
    odds = fight.strays("attack", "ann", **SHOT)
    pistol = STOCK_WEAPONS["light-pistol"]
    for who, hit, armour in (("dee", found[0], {"chest": 3, "abdomen": 3}), ("cat", found[1], {})):
        hurt = one_hit(pistol, 3, armour)
        assert odds[who].hit == EXACT(float(hit), abs=1e-12), who
        assert odds[who].mean_harm == EXACT(float(hit * (hurt["head"] + hurt["body"])), abs=1e-12), who
    same = lane(0, dice).odds("attack", "ann", **SHOT, facts={"modifier": 2 * cost})
    assert fight.odds("attack", "ann", **SHOT).hit == EXACT(same.hit, abs=1e-12)


def test_who_is_hit_instead_is_surprised_by_it() -> None:
    """PH-R41, PH-32"""
    fight = lane(-2)
    fight.set("cat", aware=False)
    fight.dice.faces |= {
        "ann.attack": [6, 2, 3],
        "ann.location": [3],
        "ann.damage": [4, 2],
        "cat.trauma": [9, 2, 3],
    }
    fight.do("attack", "ann", **SHOT)
    assert fight.state("cat").surprised
    assert fight.state("cat").flesh == 1
