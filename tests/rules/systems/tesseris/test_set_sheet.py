"""A sheet that the GM changes in the middle: what is in hands and magazines, and how hurt they are."""

from typing import Any

from tests.rules.kit import fighter
from tests.rules.systems.tesseris.fights import Fight

SABRE = {"id": "sabre", "name": "Sabre", "kind": "melee", "damage": 7}


def changed(sheet: dict[str, Any], state: dict[str, Any], new: dict[str, Any]) -> Any:
    """Give the state under a new sheet; what the GM might set is what it has."""
    fight = Fight(fighter("ann", sheet=sheet, state=state))
    fight.do("set-sheet", target="ann", sheet=new)
    after = fight.state("ann")
    fight.do("gm-set", target="ann", state={"held": list(after.held), "ammo": dict(after.ammo)})
    return after


def test_hands_as_they_were_at_the_start_are_filled_anew() -> None:
    """TS-020, TS-032"""
    assert changed({"weapons": [SABRE]}, {}, {"weapons": ["sword"]}).held == ("sword",)
    assert changed({"weapons": [SABRE]}, {}, {}).held == ()


def test_a_weapon_that_the_new_sheet_lacks_is_in_nobodys_hands_or_jammed() -> None:
    """TS-020, TS-118, TS-222"""
    sheet = {"weapons": ["pistol", SABRE], "held": ["pistol"]}
    now = changed(sheet, {"held": ["sabre", "pistol"], "jammed": ["pistol"]}, {"weapons": [SABRE]})
    assert (now.held, now.jammed, dict(now.ammo)) == (("sabre",), (), {})


def test_rounds_stay_and_a_new_gun_is_loaded() -> None:
    """TS-028"""
    now = changed({"weapons": ["pistol"]}, {"ammo": {"pistol": 2}}, {"weapons": ["pistol", "rifle"]})
    assert now.ammo["pistol"] == 2
    assert now.ammo["rifle"] > 0


def test_the_unhurt_stay_unhurt_and_others_get_nothing_back() -> None:
    """TS-006"""
    strong = {"stamina_bonus": 3}
    full = changed({}, {}, {}).stamina
    assert changed({}, {}, strong).stamina == full + 3
    assert changed(strong, {}, {}).stamina == full
    assert changed({}, {"stamina": 1}, strong).stamina == 1
