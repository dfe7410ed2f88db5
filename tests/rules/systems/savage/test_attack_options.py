"""What may be said of an attack: which options fit, and which are offered."""

from typing import Any

import pytest

from rules.engine.state import BattleView
from rules.systems.savage.attack.attack import CALLED_SHOTS
from rules.systems.savage.system import SYSTEM
from tests.rules.kit import command
from tests.rules.systems.savage.duels import SMG, duel
from tests.rules.systems.savage.fights import GUN, HERO, HORSE, Fight, hero, raider


@pytest.mark.parametrize(
    ("weapon", "options"),
    [
        ("pistol", {"shots": 2}),
        ("pistol", {"wild_attack": True}),
        ("pistol", {"charge": True}),
        ("pistol", {"mode": "melee"}),
        ("pistol", {"aim": "clear"}),
        ("pistol", {"template": "line"}),
        ("knife", {"both_barrels": True}),
        ("knife", {"shots": 0}),
        ("knife", {"called_shot": "nose"}),
        ("knife", {"wild_attack": "yes"}),
        ("knife", {"haste": True}),
        ("small-shield", {}),
    ],
)
def test_what_does_not_fit_is_a_bad_option(weapon: str, options: dict[str, Any]) -> None:
    """SW-70, SW-14, SW-163"""
    fight = duel({**GUN, "weapons": ["pistol", "knife", "small-shield"]})
    fight.set("ann", held=[weapon])
    assert fight.refuses("attack", "ann", target="bob", with_=weapon, options=options) == "bad-option"


def offered(fight: Fight, with_: str, **params: Any) -> dict[str, Any]:
    """List the options offered for Ann's attack at Bob, with their choices."""
    action = SYSTEM.action("attack")
    assert action is not None
    view = BattleView(fight.battle.state)
    asked = command("attack", "ann", target="bob", with_=with_, **params)
    found = {}
    for option in action.options(view, asked):
        ann = fight.battle.state.combatants["ann"]
        found[option.id] = [c.id for c in option.choices(view, ann)] if option.choices else option.high
    return found


def test_only_options_that_fit_are_offered() -> None:
    """SW-70"""
    spots = list(CALLED_SHOTS)
    in_melee = {"called_shot": spots, "wild_attack": 0, "nonlethal": 0}
    assert offered(duel(), "long-sword") == in_melee
    rider = Fight(hero("ann", state={"mount": "roan"}), hero("roan", HORSE), raider("bob"))
    assert offered(rider, "long-sword", facts={"distance": 1}) == {**in_melee, "charge": 0}
    assert offered(duel(SMG), "submachine-gun", facts={"distance": 9}) == {"called_shot": spots, "shots": 3}
    aimed = duel(GUN, ann_state={"aimed": "pistol"})
    assert offered(aimed, "pistol", facts={"distance": 9}) == {
        "called_shot": spots,
        "aim": ["steady", "clear"],
    }
    knife = duel({**HERO, "weapons": ["knife"]})
    assert offered(knife, "knife", facts={"distance": 1})["mode"] == ["melee", "ranged"]
    flame = duel({**HERO, "weapons": ["flamethrower"]})
    assert offered(flame, "flamethrower", facts={"distance": 4}) == {"template": ["line"]}
    shotgun = duel({**GUN, "weapons": ["double-shotgun"]})
    assert "both_barrels" in offered(shotgun, "double-shotgun", facts={"distance": 4})


def test_what_is_offered_goes_by_the_way_that_is_chosen_and_what_is_said_can_be_taken_back() -> None:
    """SW-14, SW-70"""
    knife = duel({**HERO, "weapons": ["knife"]})
    thrown = offered(knife, "knife", facts={"distance": 1}, options={"mode": "ranged", "wild_attack": True})
    assert set(thrown) == {"mode", "called_shot", "wild_attack"}
    assert "wild_attack" not in offered(knife, "knife", facts={"distance": 1}, options={"mode": "ranged"})
