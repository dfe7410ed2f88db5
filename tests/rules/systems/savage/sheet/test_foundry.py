"""Actors from Foundry's SWADE: what is read, what is left out, what is doubtful, and what is refused."""

from typing import Any

import pytest

from rules.engine.refusal import Refusal
from rules.systems.savage.system import SYSTEM
from tests.rules.kit import in_english
from tests.rules.systems.savage.sheet.swade import actor, item, read, read_data, skill, weapon


def one(*items: dict[str, Any], **system: Any) -> dict[str, Any]:
    """Give the only weapon that is read of these items."""
    found: list[dict[str, Any]] = read(*items, **system).sheet["weapons"]
    assert len(found) == 1
    return found[0]


def test_attributes_skills_and_pace_are_read() -> None:
    pace = {"ground": 8, "running": {"die": 10, "mod": 1}}
    sheet = read(skill("Fighting", 8), skill("Common Knowledge", 4, 1), pace=pace).sheet
    assert sheet["attributes"] == {
        "agility": "d8",
        "smarts": "d6",
        "spirit": "d6",
        "strength": "d8",
        "vigor": "d10",
    }
    assert sheet["skills"] == {"fighting": "d8", "common-knowledge": "d4+1"}
    assert (sheet["pace"], sheet["run_die"]) == (8, "d10+1")


def test_nothing_is_doubtful_about_a_plain_actor() -> None:
    report = read(skill("Fighting", 8), weapon("Hook sword", "@str+d6")).report
    assert (report.dropped, report.doubtful) == ((), ())


@pytest.mark.parametrize(
    ("told", "is_wild"),
    [({"kind": "character"}, True), ({"kind": "npc"}, False), ({"kind": "npc", "wildcard": True}, True)],
)
def test_who_is_a_wild_card(told: dict[str, Any], is_wild: bool) -> None:
    assert read(**told).sheet["wild_card"] is is_wild


def test_edges_that_touch_the_cards_are_known_by_their_flags_too() -> None:
    flags = {"hasImpLevelHeaded": True, "hasQuick": True, "hasHesitant": False}
    sheet = read(item("edge", "Level Headed"), item("edge", "Dodge"), initiative=flags).sheet
    assert sorted(sheet["edges"]) == ["dodge", "improved-level-headed", "level-headed", "quick"]
    assert read(initiative={"hasHesitant": True}).sheet["hindrances"] == ["hesitant"]


def test_edges_without_an_effect_are_kept_by_name_and_said_so() -> None:
    found = read(item("edge", "Block"), item("hindrance", "Old oath, major"))
    assert (found.sheet["edges"], found.sheet["hindrances"]) == (["Block"], ["Old oath major"])
    assert any("Kept as notes" in line and "Block" in line for line in in_english(found.report.doubtful))


def test_hesitant_beside_quick_is_left_out() -> None:
    found = read(item("edge", "Quick"), item("hindrance", "Hesitant"))
    assert found.sheet["hindrances"] == []
    assert any("Hesitant" in line for line in in_english(found.report.doubtful))


def test_a_melee_weapon_is_read() -> None:
    found = one(weapon("Hook spear", "@str+1d6x", ap=1, minStr="d6", parry=1, notes="Reach 1, two hands"))
    assert found == {
        "id": "hook-spear",
        "name": "Hook spear",
        "damage": "Str+d6",
        "melee": True,
        "two_handed": True,
        "reach": 1,
        "ap": 1,
        "rof": 1,
        "parry": 1,
        "min_str": "d6",
    }


def test_a_gun_is_read() -> None:
    found = one(weapon("Ember gun", "2d6+1", ap=2, rof=3, range="12/24/48", shots=30))
    assert (found["range"], found["damage"], found["rof"]) == ([12, 24, 48], "2d6+1", 3)
    assert "melee" not in found
    assert "Shots" in in_english(read(weapon("Ember gun", "2d6", shots=30)).report.dropped)[0]


def test_what_is_thrown_with_strength_serves_in_melee_too() -> None:
    found = one(weapon("Dart", "@str+d4", range="3/6/12"))
    assert (found["melee"], found["thrown"]) == (True, True)


@pytest.mark.parametrize(
    ("data", "key", "value"),
    [
        ({"templates": {"medium": True}, "range": "5/10/20"}, "template", "medium-blast"),
        ({"range": "Cone Template"}, "template", "cone"),
        ({"templates": {"stream": True}}, "template", "line"),
        ({"range": "12/24/48", "actions": {"trait": "Spellcasting"}}, "skill", "spellcasting"),
        ({"range": "5/10/20", "actions": {"trait": "Athletics"}}, "thrown", True),
    ],
)
def test_templates_and_skills_of_ranged_weapons(data: dict[str, Any], key: str, value: Any) -> None:
    assert one(weapon("Odd thing", "3d6", **data))[key] == value


def test_a_shotgun_has_no_fixed_damage() -> None:
    found = one(weapon("Double coach gun", "1-3d6", range="12/24/48"))
    assert (found["shotgun"], found["double_barrel"], found["damage"]) == (True, True, None)


def test_a_lone_range_is_taken_for_the_short_one_and_doubtful() -> None:
    found = read(weapon("Sling", "@str+d4", range="4"))
    assert found.sheet["weapons"][0]["range"] == [4, 8, 16]
    assert any("Sling" in line for line in in_english(found.report.doubtful))


@pytest.mark.parametrize("damage", ["", "@sma+d6", "2d20", "lots", "d6+", "@str+" + "d6+" * 30 + "d6"])
def test_a_weapon_whose_damage_is_not_understood_is_left_out_by_name(damage: str) -> None:
    found = read(weapon("Riddle box", damage), weapon("Knife", "@str+d4"))
    assert [thing["name"] for thing in found.sheet["weapons"]] == ["Knife"]
    assert any(line.startswith("Riddle box:") for line in in_english(found.report.dropped))


def test_ranges_that_do_not_rise_leave_the_weapon_out() -> None:
    found = read(weapon("Bent bow", "2d6", range="24/12/6"))
    assert found.sheet["weapons"] == []
    assert "Bent bow" in in_english(found.report.dropped)[0]


def test_two_of_a_name_get_two_ids() -> None:
    ids = [w["id"] for w in read(weapon("Knife", "@str+d4"), weapon("Knife", "@str+d4")).sheet["weapons"]]
    assert ids == ["knife", "knife-2"]


def test_shields_and_armour_are_read() -> None:
    torso = {"head": False, "torso": True, "arms": True, "legs": False}
    found = read(
        item("shield", "Buckler", parry=2, cover=-2, minStr="d4"),
        item("armor", "Scale coat", armor=3, locations=torso),
        item("armor", "Thick hide", armor="+2", isNaturalArmor=True),
        item("armor", "Spare helmet", armor=4, locations={"head": True}, equipStatus=1),
    )
    sheet = SYSTEM.read_sheet(found.sheet)
    assert (sheet.parry(("buckler",)), sheet.toughness()) == (4, 2 + 5 + 2 + 3)
    assert [line.split(":")[0] for line in in_english(found.report.dropped)] == ["Buckler", "Spare helmet"]


def test_bonuses_and_size_count_on_parry_and_toughness() -> None:
    stats = {"parry": {"modifier": 1}, "toughness": {"modifier": 1, "armor": 0}, "size": 2}
    sheet = read(stats=stats).sheet
    assert (sheet["parry_bonus"], sheet["toughness_bonus"]) == (1, 3)


def test_numbers_that_foundry_works_out_otherwise_are_doubtful() -> None:
    stats = {"parry": {"value": 9}, "toughness": {"value": 7}}
    doubtful = in_english(read(skill("Fighting", 8), stats=stats).report.doubtful)
    assert [line.split(";")[0] for line in doubtful] == ["The file says Parry 9"]


def test_what_is_in_use_is_in_hand() -> None:
    things = (
        weapon("Sword", "@str+d8", equipStatus=1),
        weapon("Pistol", "2d6", range="12/24/48", equipStatus=4),
    )
    assert read(*things).sheet["held"] == ["pistol"]
    three = [weapon(f"Sword {n}", "@str+d8", equipStatus=4) for n in range(3)]
    found = read(*three)
    assert "held" not in found.sheet
    assert any("two hands" in line for line in in_english(found.report.doubtful))


def test_wounds_bennies_and_status_become_state() -> None:
    found = read(
        wounds={"value": 2, "max": 3},
        bennies={"value": 1, "max": 4},
        status={"isShaken": True, "isVulnerable": True, "isStunned": False},
    )
    assert found.state == {"wounds": 2, "bennies": 1, "shaken": True, "vulnerable": 1}
    assert found.sheet["bennies"] == 4


def test_more_wounds_than_can_be_carried_fell() -> None:
    found = read(kind="npc", wounds={"value": 1, "max": 0})
    assert found.state == {"wounds": 0, "incapacitated": True}
    assert in_english(found.report.doubtful)


def test_what_the_rules_do_not_have_is_left_out_and_said() -> None:
    found = read(
        item("power", "Fire dart"),
        item("gear", "Rope"),
        item("gear", "Lamp"),
        item("wonder", "What?"),
        fatigue={"value": 1},
        status={"isEntangled": True},
    )
    said = " ".join(in_english(found.report.dropped))
    for words in ("1 power", "2 pieces of equipment", "1 item of a kind", "Fatigue 1", "Entangled"):
        assert words in said


def test_dice_out_of_the_five_are_brought_near_and_doubtful() -> None:
    found = read(skill("Fighting", 20, 3))
    assert found.sheet["skills"]["fighting"] == "d12+3"
    assert in_english(found.report.doubtful) == ("Fighting: d20+3 is taken as d12+3.",)


def test_names_are_one_printable_line() -> None:
    found = read(name="  Vex\n\u202e<b>Marrow</b> " + "x" * 90)
    assert "\n" not in found.name
    assert len(found.name) <= 60
    assert read(name=7).name == "vex"


def test_a_token_of_several_cells_keeps_them() -> None:
    data = {**actor(kind="npc"), "prototypeToken": {"width": 2, "height": 2}}
    assert read_data(data).size == 2


OTHER_GAME = {"name": "A", "type": "character", "items": [], "system": {"abilities": {}}}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({}, "no actor"),
        ({"name": "Foes", "type": "Actor", "sorting": "a", "folder": None}, "folder"),
        ({"name": "Sword", "type": "weapon", "system": {}}, "item"),
        ({**actor(), "type": "vehicle"}, "vehicle"),
        ({**actor(), "items": [{}] * 501}, "501"),
        ({**OTHER_GAME, "_stats": {"systemId": "dnd5e"}}, "'dnd5e'"),
        (OTHER_GAME, "another game"),
        ({**actor(), "_stats": {"systemId": "other"}}, "'other'"),
    ],
)
def test_what_is_no_such_actor_is_refused_in_a_sentence(data: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_data(data)
    assert refused.value.code == "unknown-format"
    assert words in refused.value.message
    assert refused.value.message.endswith(".")
