"""The sheet, weapons and armour (PH-01 to PH-08)."""

from typing import Any

import pytest

from rules.engine.refusal import Refusal
from rules.systems.phases.sheet.gear import STOCK_ARMOUR, STOCK_WEAPONS, Mode, damage_words
from rules.systems.phases.system import SYSTEM
from tests.rules.systems.phases.fights import duel


def sheet(**data: Any) -> Any:
    return SYSTEM.read_sheet(data)


def test_an_empty_sheet_has_the_ordinary_values() -> None:
    plain = sheet()
    assert (plain.attributes.reflexes, plain.attributes.toughness) == (3, 3)
    assert (plain.initiative, plain.move, plain.weapons, plain.ready) == (10, 5, (), ())


def test_skills_are_named_freely_and_a_missing_one_has_no_dice() -> None:
    own = sheet(skills={"firearms": 4, "basket weaving": 2})
    assert (own.skill("firearms"), own.skill("basket weaving"), own.skill("melee")) == (4, 2, 0)  # PH-01


def test_the_best_piece_of_armour_counts_and_pieces_do_not_add_up() -> None:
    worn = sheet(armour=["vest", "suit", "helmet"])
    assert [worn.armour_at(place) for place in ("head", "chest", "left-leg")] == [4, 3, 2]  # PH-03
    assert sheet(armour=["vest"]).armour_at("head") == 0  # PH-02


@pytest.mark.parametrize(
    "data",
    [
        {"luck": 3},
        {"attributes": {"reflexes": 11}},
        {"attributes": {"reflexes": "3"}},
        {"initiative": 21},
        {"skills": {"firearms": -1}},
        {"move": 51},
        {"weapons": ["bazooka"]},
        {"weapons": ["fist"]},
        {"weapons": ["knife", "knife"]},
        {"weapons": ["knife"], "ready": ["sword"]},
        {"weapons": ["knife"], "ready": ["knife", "knife"]},
        {"weapons": [{"id": "x", "kind": "ranged", "skill": "firearms", "damage": 2}]},
        {"weapons": [{"id": "x", "kind": "ranged", "skill": "f", "damage": 2, "range": [5, 5, 9]}]},
        {
            "weapons": [
                {"id": "x", "kind": "ranged", "skill": "f", "damage": 2, "range": [1, 5, 9], "modes": []}
            ]
        },
        {"weapons": [{"id": "x", "kind": "melee", "skill": "melee", "damage": 2, "shots": 3}]},
        {"weapons": [{"id": "x", "kind": "melee", "skill": "melee", "damage": 11}]},
        {"armour": ["cape"]},
        {"armour": [{"id": "x", "points": 2, "covers": ["tail"]}]},
        {"armour": [{"id": "x", "points": 0, "covers": ["head"]}]},
    ],
)
def test_what_is_wrong_makes_a_sheet_invalid(data: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as caught:
        SYSTEM.read_sheet(data)
    assert caught.value.code == "bad-sheet"


def test_a_weapon_of_ones_own_has_the_ordinary_mode_and_shots() -> None:
    own = sheet(weapons=[{"id": "bow", "kind": "ranged", "skill": "bow", "damage": 2, "range": [5, 10, 20]}])
    assert (own.weapons[0].modes, own.weapons[0].shots, own.weapons[0].name) == ((Mode.SINGLE,), 10, "bow")


def test_any_ranged_weapon_fires_single_shots_and_full_auto_fires_bursts_too() -> None:
    carbine, rifle = STOCK_WEAPONS["carbine"], STOCK_WEAPONS["rifle"]
    assert rifle.allows(Mode.SINGLE)
    assert rifle.allows(Mode.SEMI)  # PH-06
    assert not rifle.allows(Mode.BURST)
    only_auto = carbine.model_copy(update={"modes": (Mode.AUTO,)})
    assert only_auto.allows(Mode.BURST)  # PH-07
    assert not STOCK_WEAPONS["knife"].allows(Mode.SINGLE)


def test_the_stock_is_that_of_the_rules() -> None:
    assert str(damage_words(STOCK_WEAPONS["stunner"])) == "3d+2, stun"
    assert set(STOCK_ARMOUR) == {"helmet", "vest", "suit"}
    for item in SYSTEM.stock:
        SYSTEM.read_sheet(item.sheet)


def test_fists_are_always_ready_and_a_weapon_must_be_drawn() -> None:
    fight = duel({"weapons": ["knife"]}, ann__attack=[1])
    assert fight.refuses("attack", "ann", with_="knife", target="bob").code == "not-ready"  # PH-05
    assert fight.refuses("draw", "ann", with_="fist").code == "already-ready"  # PH-04
    fight.do("attack", "ann", with_="fist", target="bob")


def test_weapons_start_full_and_reloading_fills_them() -> None:
    fight = duel({"weapons": ["rifle"], "ready": ["rifle"]}, ann_state={"ammo": {"rifle": 0}})
    assert fight.refuses("attack", "ann", with_="rifle", target="bob").code == "out-of-ammo"
    fight.do("reload", "ann", with_="rifle")
    assert fight.state("ann").ammo == {"rifle": 10}  # PH-08


def test_a_new_sheet_takes_what_it_lacks_and_loads_what_is_new() -> None:
    ready = {
        "skills": {"firearms": 2},
        "weapons": ["light-pistol", "knife"],
        "ready": ["light-pistol", "knife"],
    }
    targeting = {"target": "bob", "with": "light-pistol", "location": None}
    fight = duel(ready, ann_state={"flesh": 2, "targeting": targeting, "aim": 2, "ammo": {"light-pistol": 4}})
    fight.do(
        "set-sheet", target="ann", sheet={**ready, "weapons": ["light-pistol", "rifle"], "ready": ["rifle"]}
    )
    state = fight.state("ann")
    assert state.ready == ("light-pistol", "rifle")
    assert dict(state.ammo) == {"light-pistol": 4, "rifle": 10}
    assert (state.flesh, state.aim) == (2, 2)
    fight.do("set-sheet", target="ann", sheet={"weapons": ["club"]})
    state = fight.state("ann")
    assert (state.ready, dict(state.ammo), state.targeting, state.aim, state.flesh) == ((), {}, None, 0, 2)


def test_the_whole_sheet_shows_wounds_and_armour_by_location() -> None:
    fight = duel({"weapons": ["carbine"], "armour": ["vest", "helmet"], "skills": {"firearms": 3, "law": 1}})
    fight.set("ann", trauma=["head"], flesh=3)
    page = SYSTEM.looks.sheet_page(fight.battle.state.combatants["ann"])
    places = {place.id: (place.armour, place.wounds) for place in page.places}
    assert places["head"] == (4, 1)
    assert places["chest"] == (3, 0)
    assert places["left-leg"] == (0, 0)
    assert (page.trauma_count, page.penalty, str(page.condition)) == (2, -3, "down")  # PH-96, PH-97
    skills = [(str(skill.name), skill.dice) for skill in page.skills]
    assert skills == [("Firearms", 3), ("Melee", 0), ("Brawling", 0), ("Fast draw", 0), ("Law", 1)]
    carbine, fist = page.weapons
    assert (carbine.ranges, str(carbine.rounds), carbine.in_hand) == ((15, 30, 60), "30 of 30", False)
    assert str(carbine.modes) == "single, target and fire, burst, full auto"
    assert (fist.ranges, fist.rounds, fist.in_hand) == ((), "", True)
