"""The sheet, its weapons and armour (AT-01 to AT-16)."""

import json
from typing import Any

import pytest

from rules.engine.refusal import Refusal
from rules.systems.atomic.sheet.sheet import FIST, STOCK_ARMOUR, STOCK_WEAPONS, AtomicSheet
from rules.systems.atomic.system import SYSTEM
from tests.rules.kit import fighter
from tests.rules.systems.atomic.fights import Fight, duel


def read(**sheet: Any) -> AtomicSheet:
    read_sheet: AtomicSheet = SYSTEM.read_sheet(sheet)
    return read_sheet


def test_an_empty_sheet_has_tens_everywhere_and_bare_hands() -> None:
    """AT-01, AT-12"""
    sheet = read()
    assert set(sheet.attributes.model_dump().values()) == {10}
    assert list(sheet.attributes.model_dump()) == [
        "brawn",
        "reflex",
        "nerve",
        "savvy",
        "charm",
        "grit",
        "guile",
    ]
    assert (sheet.weapons, sheet.starts_ready, sheet.armour.rating, sheet.shield) == ((), (), 0, False)
    assert sheet.weapon("fist") == FIST


def test_what_is_worked_out_follows_the_attributes() -> None:
    """AT-02, AT-04, AT-05, AT-06, AT-07"""
    sheet = read(attributes={"reflex": 12, "grit": 14, "nerve": 9})
    assert (sheet.init(), sheet.soak(), sheet.last_stand(), sheet.incapacitated_action()) == (60, 70, 45, 14)


@pytest.mark.parametrize("key", ["init", "soak", "last_stand", "incapacitated_action"])
def test_what_is_worked_out_is_not_read(key: str) -> None:
    """AT-03"""
    with pytest.raises(Refusal) as caught:
        read(**{key: 50})
    assert caught.value.code == "bad-sheet"
    assert key.replace("_", " ") in caught.value.message


def test_an_untrained_skill_is_twice_reflex_and_unarmed_combat_must_be_written() -> None:
    """AT-08, AT-09"""
    sheet = read(attributes={"reflex": 13}, skills={"melee": 44})
    names = ("unarmed", "melee", "ranged", "parry", "dodge")
    assert [sheet.skill(name) for name in names] == [26, 44, 26, 26, 26]
    assert not sheet.has_unarmed_combat
    assert read(skills={"unarmed": 0}).has_unarmed_combat
    assert read(skills={"unarmed": 0}).skill("unarmed") == 0


def test_only_two_fisted_is_an_epithet_with_a_rule() -> None:
    """AT-10"""
    assert read(epithet="two-fisted").is_two_fisted
    assert not read(epithet="Two Fisted").is_two_fisted
    assert not read(epithet=None).is_two_fisted


def test_ranges_and_names_have_defaults_by_skill() -> None:
    """AT-11"""
    weapons = [{"id": f"my-{skill}", "skill": skill, "wounds": 1} for skill in ("unarmed", "melee", "ranged")]
    sheet = read(weapons=weapons)
    assert [[r.value for r in w.ranges] for w in sheet.weapons] == [
        ["engaged"],
        ["engaged"],
        ["engaged", "near"],
    ]
    assert [w.is_melee for w in sheet.weapons] == [True, True, False]
    assert sheet.weapons[0].name == "my-unarmed"
    assert sheet.weapons[0].ap == 0


STOCK = """
fist|unarmed|1|engaged|0
combat-knife|melee|1|engaged|0
combat-staff|melee|2|engaged|0
vibro-blade|melee|2|engaged|1
force-sword|melee|3|engaged|2
hold-out-blaster|ranged|1|engaged, near|0
blast-pistol|ranged|2|engaged, near, far|0
laser-pistol|ranged|2|engaged, near, far|1
blast-rifle|ranged|3|near, far, distant|0
gauss-rifle|ranged|3|near, far, distant|2
anti-materiel-rifle|ranged|4|far, distant|3
"""


def test_the_stock_weapons_are_those_of_the_rules() -> None:
    """AT-13, AT-15"""
    table = [
        f"{w.id}|{w.skill.value}|{w.wounds}|{', '.join(r.value for r in w.ranges)}|{w.ap}"
        for w in (FIST, *STOCK_WEAPONS.values())
    ]
    assert table == STOCK.split("\n")[1:-1]


def test_the_stock_armour_is_that_of_the_rules() -> None:
    """AT-14"""
    assert {a.id: a.rating for a in STOCK_ARMOUR.values()} == {"none": 0, "light": 1, "medium": 2, "heavy": 3}
    own = read(armour={"id": "hide", "rating": 1})
    assert (own.armour.name, own.armour.rating) == ("hide", 1)


def test_the_first_weapon_is_in_hand_unless_the_sheet_says_otherwise() -> None:
    """AT-16"""
    weapons = ["blast-pistol", "combat-knife"]
    assert read(weapons=weapons).starts_ready == ("blast-pistol",)
    assert read(weapons=weapons, ready=[]).starts_ready == ()
    assert read(weapons=weapons, ready=["combat-knife"]).starts_ready == ("combat-knife",)


BAD: list[tuple[str, dict[str, Any]]] = [
    ("luck", {"luck": 3}),
    ("attributes, reflex", {"attributes": {"reflex": 31}}),
    ("attributes, reflex", {"attributes": {"reflex": 0}}),
    ("attributes, reflex", {"attributes": {"reflex": "12"}}),
    ("attributes, reflex", {"attributes": {"reflex": 12.0}}),
    ("attributes, luck", {"attributes": {"luck": 12}}),
    ("skills, parry", {"skills": {"parry": 201}}),
    ("skills, parry", {"skills": {"parry": True}}),
    ("skills, block", {"skills": {"block": 20}}),
    ("epithet", {"epithet": 7}),
    ("weapons, no. 1", {"weapons": ["ray-gun"]}),
    ("fists", {"weapons": ["fist"]}),
    ("fists", {"weapons": [{"id": "fist", "skill": "unarmed", "wounds": 2}]}),
    ("twice", {"weapons": ["blast-pistol", "blast-pistol"]}),
    ("weapons, no. 1, wounds", {"weapons": [{"id": "x", "skill": "melee", "wounds": 5}]}),
    ("weapons, no. 1, wounds", {"weapons": [{"id": "x", "skill": "melee"}]}),
    ("weapons, no. 1, skill", {"weapons": [{"id": "x", "skill": "parry", "wounds": 1}]}),
    ("weapons, no. 1, skill", {"weapons": [{"id": "x", "skill": ["melee"], "wounds": 1}]}),
    ("weapons, no. 1, ranges", {"weapons": [{"id": "x", "skill": "melee", "wounds": 1, "ranges": []}]}),
    (
        "weapons, no. 1, ranges, no. 1",
        {"weapons": [{"id": "x", "skill": "melee", "wounds": 1, "ranges": ["close"]}]},
    ),
    ("weapons, no. 1, ap", {"weapons": [{"id": "x", "skill": "melee", "wounds": 1, "ap": 4}]}),
    ("weapons, no. 1, colour", {"weapons": [{"id": "x", "skill": "melee", "wounds": 1, "colour": "red"}]}),
    ("weapons", {"weapons": "blast-pistol"}),
    ("ready", {"weapons": ["blast-pistol"], "ready": ["combat-knife"]}),
    ("ready", {"ready": ["fist"]}),
    ("armour", {"armour": "plate"}),
    ("armour, rating", {"armour": {"id": "x", "rating": 4}}),
    ("armour, rating", {"armour": {"id": "x"}}),
    ("shield", {"shield": 1}),
]


@pytest.mark.parametrize(("named", "sheet"), BAD, ids=[json.dumps(sheet) for _, sheet in BAD])
def test_a_bad_sheet_is_refused_and_the_key_is_named(named: str, sheet: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as caught:
        SYSTEM.read_sheet(sheet)
    assert caught.value.code == "bad-sheet"
    assert named in caught.value.message


def test_fists_are_always_in_hand() -> None:
    """AT-12, AT-16"""
    fight = duel(ann={"weapons": []}, ann__attack=[90])
    fight.do("attack", "ann", target="bob", with_="fist")
    assert fight.state("ann").ready == ()
    assert fight.refuses("draw", "bob", with_="fist").code == "already-ready"
    assert fight.refuses("stow", "bob", with_="fist").code == "unknown-weapon"
    assert fight.refuses("drop", "bob", with_="fist").code == "unknown-weapon"


def test_every_stock_combatant_has_a_sheet_that_can_be_used() -> None:
    stock = SYSTEM.stock
    assert [item.id for item in stock[:4]] == ["kit", "brannock", "dutch", "raider"]
    fight = Fight(*(fighter(item.id, sheet=item.sheet) for item in stock))
    assert all(fight.state(item.id).wounds == 0 and item.blurb for item in stock)
    assert fight.state("dutch").ready == ("vibro-blade",)


def test_the_whole_sheet_shows_what_is_rolled_against() -> None:
    fight = duel(
        {
            "attributes": {"reflex": 14, "grit": 12, "nerve": 9},
            "skills": {"ranged": 60, "parry": 40},
            "weapons": ["gauss-rifle"],
            "armour": "medium",
            "shield": True,
        }
    )
    fight.set("ann", wounds=2)
    page = SYSTEM.looks.sheet_page(fight.battle.state.combatants["ann"])
    worked_out = (page.initiative, page.soak, page.last_stand, page.effort)
    assert worked_out == (70, 60, 45, 12)  # AT-04 to AT-07
    assert (page.wounds, page.most_wounds, page.incapacitated_at) == (2, 5, 4)  # AT-88, AT-92
    assert ("GRIT", 12, 60) in [(str(a.name), a.score, a.check) for a in page.attributes]  # AT-02
    skills = {str(skill.name): (skill.percent, skill.trained) for skill in page.skills}
    assert skills["Ranged"] == (60, True)
    assert skills["Dodge"] == (28, False)  # AT-09
    assert (page.block, str(page.armour), page.rating) == (60, "Patrol armour", 2)  # AT-71, AT-14
    rifle, fist = page.weapons
    assert (rifle.percent, rifle.wounds, rifle.ap, rifle.ranges) == (60, 3, 2, (False, True, True, True))
    assert (fist.percent, fist.ranges, fist.in_hand) == (28, (True, False, False, False), True)
