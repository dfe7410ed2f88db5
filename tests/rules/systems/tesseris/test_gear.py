"""Weapons, armour, and what they let one do."""

import pytest
from pydantic import ValidationError

from rules.systems.tesseris.sheet.gear import (
    FISTS,
    STOCK_ARMOUR,
    STOCK_CLOAKS,
    STOCK_WEAPONS,
    Kind,
    Mode,
    Weapon,
)
from tests.rules.systems.tesseris.fights import Fight, hero, raider


def test_a_weapon_must_fit_together() -> None:
    """TS-020"""
    with pytest.raises(ValidationError):
        Weapon(id="x", kind=Kind.RANGED, skill="melee", range=10)
    with pytest.raises(ValidationError):
        Weapon(id="x", kind=Kind.MELEE, range=3)
    made = Weapon(id="x", kind=Kind.RANGED, skill="ballistics", range=10)
    assert (made.rounds(Mode.SINGLE), made.rounds(Mode.BURST), made.reload_ticks) == (1, None, 3)


def test_only_firearms_jam() -> None:
    """TS-021, TS-022"""
    jamming = {id_ for id_, weapon in STOCK_WEAPONS.items() if weapon.can_jam}
    assert jamming == {id_ for id_, weapon in STOCK_WEAPONS.items() if weapon.firearm}
    assert len(STOCK_WEAPONS) == 14
    assert (STOCK_WEAPONS["machine-gun"].rounds(Mode.AUTO), FISTS.damage) == (10, 0)


def test_armour_covers_all_and_a_cloak_not_head_and_arms() -> None:
    """TS-024, TS-025"""
    flak, coat = STOCK_ARMOUR["flak"], STOCK_CLOAKS["armoured-coat"]
    assert [flak.at(place) for place in ("head", "torso", "arms", "legs")] == [4, 4, 4, 4]
    assert [coat.at(place) for place in ("head", "torso", "arms", "legs")] == [0, 3, 0, 3]


def test_a_bracer_is_enough_to_block() -> None:
    """TS-027"""
    fight = Fight(hero("dee"), raider("bob", gear=["bracer"]), dee__attack=[6, 1, 1, 1])
    fight.do("attack", "dee", target="bob")
    assert fight.choices() == ("duck", "dodge", "block", "dive", "none")


def test_a_mode_needs_all_its_rounds() -> None:
    """TS-028"""
    fight = Fight(hero("ann", "trooper"), raider("bob"))
    fight.set("ann", ammo={"assault-rifle": 7})
    assert fight.refuses("full-auto", "ann", target="bob", facts={"distance": 10}) == "no-ammo"
