"""Pools read by the highest and its matches, and their chances counted (PH-10 to PH-22, PH-81, PH-91)."""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from itertools import product
from typing import Any

import pytest

from rules.engine.dice import Modifier, Roll
from rules.systems.phases.attack.attack_rolls import (
    AttackRoll,
    Blow,
    DamageRoll,
    LocationRoll,
    ParryRoll,
    TraumaRoll,
    hits_of,
)
from rules.systems.phases.rolls import PoolRoll, lots, read_pool
from rules.systems.phases.sheet.gear import CHAINS, HEAD, LOCATIONS, TABLE, Mode


def pool(faces: Sequence[int], dice: int | None = None, **rest: Any) -> Any:
    roll = PoolRoll(who="ann", purpose="task", dice=len(faces) if dice is None else dice, **rest)
    queue = iter(faces)
    return roll.throw(lambda sides: next(queue))


@pytest.mark.parametrize(
    ("faces", "result"), [([2, 8, 8], 9), ([4], 4), ([7, 7, 7], 9), ([1, 1], 2), ([10, 3, 9], 10)]
)
def test_the_highest_is_read_and_each_match_adds_one(faces: list[int], result: int) -> None:
    assert pool(faces).result == result  # PH-10, PH-11


def test_the_total_adds_the_modifiers_and_is_held_against_the_number() -> None:
    roll = pool([6, 3], target=8, modifiers=(Modifier("aim", 2, "PH-64"),))
    assert (roll.total, roll.outcome) == (8, "success")  # PH-12, PH-13
    assert pool([6, 3], target=7).outcome == "failure"  # PH-18


@pytest.mark.parametrize(
    ("faces", "outcome"),
    [
        ([1, 1, 9], "auto-failure"),
        ([1, 9], "success"),
        ([1, 1, 1], "botch"),
        ([1], "botch"),
        ([2], "success"),
    ],
)
def test_a_majority_of_ones_fails_and_all_ones_botch(faces: list[int], outcome: str) -> None:
    assert pool(faces, target=1).outcome == outcome  # PH-14


@pytest.mark.parametrize(("face", "outcome"), [(1, "botch"), (2, "botch"), (3, "success")])
def test_without_dice_one_is_thrown_and_two_still_botches(face: int, outcome: str) -> None:
    assert pool([face], dice=0, target=1).outcome == outcome  # PH-15


def test_without_a_number_nothing_fails() -> None:
    assert pool([1, 1]).outcome == "none"  # PH-19
    assert pool([1, 1]).details() == {"dice": 2, "result": 2}  # PH-20


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_the_chances_of_a_pool_are_those_of_all_its_faces(dice: int) -> None:
    counted: dict[Hashable, float] = defaultdict(float)
    for faces in product(range(1, 11), repeat=dice):
        counted[read_pool(dice, faces)] += 10**-dice
    found = {lot.reading: lot.chance for lot in lots(dice)}
    assert found == pytest.approx(counted)
    assert all(read_pool(dice, lot.faces) == lot.reading for lot in lots(dice))


@pytest.mark.parametrize("dice", range(11))
def test_the_chances_of_any_pool_add_up_to_one(dice: int) -> None:
    assert sum(lot.chance for lot in lots(dice)) == pytest.approx(1)


def thrown(roll: Roll[Any], tell: Any) -> dict[Hashable, float]:
    """Throw every face that a roll may take, and add the chances up by what is told."""
    count = int(roll.notation.split("d")[0])
    found: dict[Hashable, float] = defaultdict(float)
    for faces in product(range(1, 11), repeat=count):
        queue = iter(faces)
        found[tell(roll.throw(lambda sides, queue=queue: next(queue)))] += 10**-count
    return dict(found)


def listed(roll: Roll[Any], tell: Any) -> dict[Hashable, float]:
    found: dict[Hashable, float] = defaultdict(float)
    for result, chance in roll.outcomes():
        found[tell(result)] += chance
    return dict(found)


ROLLS: list[tuple[Any, Any]] = [
    (PoolRoll(who="a", purpose="react", dice=3, target=8), lambda r: (r.total, r.outcome)),
    (ParryRoll(who="a", purpose="parry", dice=3, least=7), lambda r: r.total if r.ones == 0 else 0),
    (AttackRoll(who="a", purpose="attack", dice=3, target=6), lambda r: (r.hits, r.step)),
    (
        AttackRoll(who="a", purpose="attack", dice=2, target=8, called=HEAD),
        lambda r: (r.hits, r.step, r.outcome == "botch"),
    ),
    (AttackRoll(who="a", purpose="attack", dice=3, target=4, mode=Mode.AUTO), lambda r: r.hits),
    (AttackRoll(who="a", purpose="attack", dice=0, target=4, mode=Mode.BURST), lambda r: r.hits),
    (
        LocationRoll(who="a", purpose="location", exposed=frozenset({HEAD})),
        lambda r: bool(r.spread),
    ),
    (
        DamageRoll(
            who="a",
            purpose="damage",
            dice=2,
            spread=(("chest", 1.0),),
            armour=tuple((p, 6) for p in LOCATIONS),
        ),
        lambda r: r.is_stopped,
    ),
    (
        TraumaRoll(who="a", purpose="trauma", dice=3, target=9, blows=((Blow(HEAD, 7), 1.0),)),
        lambda r: r.is_wounded,
    ),
]


@pytest.mark.parametrize(("roll", "tell"), ROLLS)
def test_what_a_roll_lists_is_what_throwing_all_its_faces_gives(roll: Any, tell: Any) -> None:
    if isinstance(roll, ParryRoll):
        tell = roll.holds
    assert listed(roll, tell) == pytest.approx(thrown(roll, tell))


def test_a_partial_success_reaches_as_far_down_as_the_chain_is_long() -> None:
    roll = AttackRoll(who="a", purpose="attack", dice=1, target=10, called=HEAD)
    steps = {face: roll.read((face,)) for face in range(2, 11)}
    assert [steps[face].step for face in (10, 9, 8, 7, 6)] == [0, 1, 2, 3, 4]
    assert steps[6].outcome == "partial"  # PH-17, PH-82
    assert (steps[5].outcome, steps[5].hits) == ("failure", 0)


@pytest.mark.parametrize(
    ("mode", "margin", "hits"),
    [
        (None, 9, 1),
        (Mode.SINGLE, 5, 1),
        (Mode.BURST, 1, 1),
        (Mode.BURST, 2, 2),
        (Mode.BURST, 9, 3),
        (Mode.AUTO, 0, 1),
        (Mode.AUTO, 4, 5),
        (Mode.AUTO, 9, 6),
    ],
)
def test_hits_follow_from_the_margin(mode: Mode | None, margin: int, hits: int) -> None:
    assert hits_of(mode, margin) == hits  # PH-70, PH-73


def test_the_location_table_has_ten_rows_and_each_chain_other_places() -> None:
    assert [TABLE.count(place) for place in LOCATIONS] == [1, 3, 2, 1, 1, 1, 1]  # PH-02, PH-81
    assert set(CHAINS) == set(LOCATIONS)  # PH-85
    for place, chain in CHAINS.items():
        assert place not in chain
        assert len(set(chain)) == len(chain)


def test_a_lump_of_blows_averages_over_where_they_land() -> None:
    spread = (("head", 0.25), ("chest", 0.75))
    armour = tuple((place, 12 if place == HEAD else 0) for place in LOCATIONS)
    damage = DamageRoll(who="a", purpose="damage", dice=1, spread=spread, armour=armour)
    assert listed(damage, lambda r: r.is_stopped) == pytest.approx({True: 0.25, False: 0.75})
    through = next(result for result, _ in damage.outcomes() if not result.is_stopped)
    assert {blow.location for blow, _ in through.blows} == {"chest"}
