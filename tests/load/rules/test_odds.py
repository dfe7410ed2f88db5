"""The odds of four attacks are those that icepool gives: exact, by another way of counting."""

import pytest

from rules.systems import load_systems
from tests.load.rules.odds import AtomicAttack, agree, chances_of, d100, gurps, peer_attacks, savage


@pytest.mark.parametrize("ours", [d100, savage, gurps])
def test_small_attacks_have_the_chances_that_icepool_gives(ours: object) -> None:
    assert callable(ours)
    assert agree(chances_of(peer_attacks()[ours.__name__]()), ours())


def test_a_whole_atomic_attack_has_the_chances_that_icepool_gives() -> None:
    load_systems()
    assert agree(chances_of(peer_attacks()["atomic"]()), AtomicAttack().again())
