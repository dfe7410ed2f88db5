"""Characters of GCS: what is read as it stands, what is left out, what is doubtful, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.refusal import Refusal
from rules.engine.sheets.import_report import Imported
from rules.engine.state import Combatant
from rules.engine.text import in_full
from rules.systems.gurps.sheet.sheet_page import SheetPage, lay_out
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import in_english, roll_of
from tests.rules.systems.gurps.fights import duel
from tests.rules.systems.gurps.sheet.gcs_files import WOLF, armour, body, character, gear, read, skill, sword

REFLEXES = {"name": "Combat Reflexes", "calc": {"points": 15}}


def as_combatant(found: Imported) -> Combatant:
    sheet = SYSTEM.read_sheet(found.sheet)
    plain = Combatant(id="a", name=found.name, side="", sheet=sheet, state=SYSTEM.starting_state(sheet))
    state = SYSTEM.sheets.set_state(plain, found.state)
    return Combatant(id="a", name=found.name, side="", sheet=sheet, state=state)


def page(found: Imported) -> SheetPage:
    return lay_out(as_combatant(found))


def weapons(found: Imported) -> dict[str, Any]:
    return {weapon["id"]: weapon for weapon in found.sheet["weapons"]}


def shield(block: str, db: int) -> dict[str, Any]:
    bash = {"usage": "Shield Bash", "reach": "1", "calc": {"level": 12, "damage": "1d cr", "block": block}}
    bonus = {"type": "attribute_bonus", "attribute": "dodge", "amount": db}
    return gear("Small Shield", bash, features=[bonus])


def test_attributes_speed_and_the_points_that_are_left_are_read() -> None:
    found = read(now={"hp": 9, "fp": 3})
    assert found.name == "Runa"
    assert {key: found.sheet[key] for key in ("ST", "DX", "IQ", "HT", "Will", "Per", "HP", "FP")} == {
        "ST": 12,
        "DX": 13,
        "IQ": 10,
        "HT": 11,
        "Will": 11,
        "Per": 12,
        "HP": 14,
        "FP": 12,
    }
    assert (found.sheet["basic_speed"], found.sheet["basic_move"]) == (6.25, 6)
    assert found.state == {"hp": 9, "fp": 3}


def test_move_and_dodge_are_those_of_the_file_at_the_load_that_is_carried() -> None:
    """GU-210, GU-213"""
    shown = page(read(equipment=[gear("Rocks", calc={"extended_weight": "40 lb"})]))
    assert (shown.move, shown.dodge) == (4, 8)
    assert [row.is_now for row in shown.loads] == [False, True, False, False, False]
    assert [row.dodge for row in shown.loads] == [9, 8, 7, 6, 5]


def test_move_and_dodge_of_somebody_reeling_are_not_halved_once_more() -> None:
    """GU-1010: GCS has halved them already; healed, the rules work them out."""
    worn = {"swing": "1d", "thrust": "1d-2", "basic_lift": "29 lb", "move": [3, 2, 2, 1, 1], "dodge": [5] * 5}
    found = read(now={"hp": 2}, calc=worn)
    assert (page(found).move, page(found).dodge) == (3, 5)
    healed = Imported(name="", sheet=found.sheet, state={"hp": 14}, report=found.report)
    assert (page(healed).move, page(healed).dodge) == (6, 9)
    assert any("reeling or tired" in line for line in in_english(found.report.doubtful))


def test_what_reflexes_and_a_shield_add_is_counted_once() -> None:
    """GU-222, GU-223: the sums shown are the file's again."""
    calc = {"basic_lift": "29 lb", "move": [6] * 5, "dodge": [11] * 5}
    found = read(traits=[REFLEXES], calc=calc, equipment=[gear("Sword", sword(parry="12")), shield("12", 1)])
    shown = page(found)
    assert shown.dodge == 11
    assert [row.parry for row in shown.melee if in_full(row.name) == "Sword"] == ["12"]
    assert [row.parry for row in shown.shields] == ["12"]
    assert weapons(found)["small-shield"]["db"] == 1
    assert any("a shield only blocks" in line for line in in_english(found.report.dropped))


def test_a_weapon_keeps_the_level_and_damage_that_were_worked_out() -> None:
    """GU-216"""
    shown = page(read(equipment=[gear("Old Sword", sword(level=17, damage="2d+1 cut"))]))
    row = next(row for row in shown.melee if in_full(row.name) == "Old Sword")
    assert (row.level, row.damage, in_full(row.where)) == (17, "2d+1 cut", "ready")


def test_a_weapon_without_a_level_is_rolled_at_its_skill_or_said_to_be_at_dx() -> None:
    known = read(skills=[skill("Broadsword", 15)], equipment=[gear("Sword", sword(level=None))])
    assert next(row.level for row in page(known).melee if in_full(row.name) == "Sword") == 15
    unknown = read(equipment=[gear("Sword", sword(level=None))])
    assert next(row.level for row in page(unknown).melee if in_full(row.name) == "Sword") == 13
    assert any("no skill level" in line for line in in_english(unknown.report.doubtful))


@pytest.mark.parametrize(
    ("written", "damage", "text"),
    [
        ("1d+3 cut", "1d+3 cut", None),
        ("2d(2) pi+", "2d(2) pi+", None),
        ("3d×2 burn", "3dx2 burn", None),
        ("1d-3 cr + Paralysis", "1d-3 cr", "1d-3 cr + Paralysis"),
        ("2d burn/point", "2d burn", "2d burn/point"),
    ],
)
def test_damage_is_rolled_as_far_as_it_is_known_and_kept_as_it_is_written(
    written: str, damage: str, text: str | None
) -> None:
    found = read(equipment=[gear("Thing", sword(damage=written))])
    mode = weapons(found)["thing"]["modes"][0]
    assert (mode["damage"], mode.get("text", "").replace("×", "x") or None) == (damage, text)
    assert any("the GM reads it" in line for line in in_english(found.report.doubtful)) is (text is not None)


@pytest.mark.parametrize("written", ["R-HT-2 or KO", "-", "", "spec."])
def test_damage_without_dice_is_left_out_and_said_so(written: str) -> None:
    found = read(equipment=[gear("Thing", sword(damage=written))])
    assert not found.sheet["weapons"]
    assert any(line.startswith("Thing") for line in in_english(found.report.dropped))


def test_a_gun_has_its_numbers() -> None:
    gun = {
        "damage": {"type": "pi", "base": "2d"},
        "accuracy": "4+2",
        "range": "500/3500",
        "rate_of_fire": "3x9",
        "shots": "15+1(3i)",
        "bulk": "-4*",
        "recoil": "2",
        "strength": "9†",
        "defaults": [{"type": "skill", "name": "Guns", "specialization": "Rifle"}],
        "calc": {"level": 12, "damage": "2d pi"},
    }
    found = weapons(read(skills=[skill("Guns", 12, "Rifle")], equipment=[gear("Gun", gun)]))["gun"]
    assert (found["skill"], found["hand"], found["kind"]) == ("guns-rifle", "both", "missile")
    assert (found["acc"], found["range"], found["rof"], found["pellets"]) == (4, [500, 3500], 3, 9)
    assert (found["shots"], found["reload"], found["bulk"], found["rcl"]) == (16, 3, -4, 2)
    assert found["flags"] == ["fast", "shotgun"]


def test_letters_behind_a_parry_are_flags() -> None:
    found = weapons(read(equipment=[gear("Foil", sword(parry="11F")), gear("Axe", sword(parry="9U"))]))
    assert [found[id_]["flags"] for id_ in ("foil", "axe")] == [["fencing"], ["unbalanced"]]
    assert found["foil"]["modes"][0]["parry_level"] == 11


def test_a_weapon_that_can_block_stays_a_weapon_that_strikes_and_parries() -> None:
    """GU-214: nunchaku and morningstars block by the rules of GCS, and are no shields."""
    chain = {**sword(parry="8", block="7"), "defaults": [{"type": "skill", "name": "Flail"}]}
    found = read(equipment=[gear("Nunchaku", chain)])
    assert [
        (in_full(row.name), row.parry, row.damage)
        for row in page(found).melee
        if in_full(row.name) == "Nunchaku"
    ] == [("Nunchaku", "8", "1d+3 cut")]
    assert not page(found).shields
    assert any("Nunchaku: blocking with it" in line for line in in_english(found.report.dropped))


def test_a_cloak_blocks_by_its_skill_though_it_gives_no_bonus() -> None:
    cloak = {**sword(block="9", damage="-", parry=None), "defaults": [{"type": "skill", "name": "Cloak"}]}
    assert [in_full(row.name) for row in page(read(equipment=[gear("Cloak", cloak)])).shields] == ["Cloak"]


def test_the_blows_of_a_shield_are_told_with_their_damage() -> None:
    dropped = in_english(read(equipment=[shield("12", 1)]).report.dropped)
    assert "Small Shield: striking with it, Shield Bash (1d cr); a shield only blocks here." in dropped


def test_each_use_of_a_weapon_has_a_parry_of_its_own() -> None:
    """GU-214, GU-301: what the file says, on the sheet and in a fight."""
    swing, thrust = sword(parry="13U"), {**sword(parry="7", damage="1d+1 imp"), "usage": "Thrust"}
    thrown = {**sword(parry=None, damage="1d imp"), "usage": "Thrown", "range": "10/20", "shots": "T(1)"}
    found = read(equipment=[gear("Naginata", swing, thrust, thrown)])
    rows = (*page(found).melee, *page(found).ranged)
    assert {in_full(row.usage): row.parry for row in rows if in_full(row.name) == "Naginata"} == {
        "swung": "13",
        "thrust": "7",
        "thrown": "–",
    }
    figures = {in_full(figure.label): figure.value for figure in SYSTEM.looks.numbers(as_combatant(found))}
    assert figures["Parry, naginata, swung"] == "13"
    assert figures["Parry, naginata, thrust"] == "7"


def test_one_parries_with_a_use_of_a_weapon_or_with_the_best() -> None:
    """GU-214, GU-807, GU-819"""
    modes = [
        {"id": "swung", "damage": "sw+1 cut", "parry_level": 13},
        {"id": "thrust", "damage": "thr+1 imp", "parry_level": 7},
        {"id": "hook", "damage": "thr cr", "parry": None},
    ]
    naginata = {"id": "naginata", "skill": "polearm", "hand": "both", "modes": modes}
    for said, target in (({}, 13), ({"with_": "naginata"}, 13), ({"with_": "naginata/thrust"}, 7)):
        fight = duel(
            bob={"HP": 30, "weapons": [naginata]},
            ann__attack=[3, 3, 4],
            bob__parry=[6, 6, 6],
            ann__damage=[1],
        )
        fight.do("attack", "ann", target="bob", with_="broadsword")
        [parry] = [offer for offer in fight.prompt().offers if offer.id == "parry"]
        assert [(way.id, in_full(way.label)) for way in parry.ways] == [
            ("naginata/swung", "naginata, swung"),
            ("naginata/thrust", "naginata, thrust"),
        ]
        told = fight.answer("bob", "parry", **said)
        assert roll_of(told, "parry").target == target
        assert not fight.state("bob").ready["naginata"], "a fumble makes it unready, whatever it parried with"
    assert fight.state("bob").parries == {"naginata": 1}


def test_a_number_that_does_not_fit_is_told() -> None:
    """GU-201, GU-301"""
    strong = read(scores={"st": 150, "hp": 600}, plan=body(torso=130, vitals=130))
    assert (strong.sheet["ST"], strong.sheet["HP"], strong.sheet["dr"]["torso"]) == (100, 500, 100)
    told = in_english(strong.report.doubtful)
    assert "ST is 150 in the file; here it is from 1 to 100." in told
    assert "HP is 600 in the file; here it is from 1 to 500." in told
    assert "DR is 100 at most here; in the file it is more: Torso 130 and Vitals 130." in told
    sharp = read(equipment=[gear("Sword", sword(level=75, parry="64"))])
    mode = weapons(sharp)["sword"]["modes"][0]
    assert (mode["level"], mode["parry_level"]) == (60, 60)
    assert "Sword Swung: skill level is 75 in the file; here it is from 1 to 60." in in_english(
        sharp.report.doubtful
    )
    assert "Sword Swung: parry is 64 in the file; here it is from 0 to 60." in in_english(
        sharp.report.doubtful
    )
    gun = {"accuracy": "25", "range": "5", "rate_of_fire": "1", "bulk": "-12", "damage": {"type": "pi"}}
    heavy = read(equipment=[gear("Gun", {**gun, "calc": {"level": 12, "damage": "2d pi"}})])
    assert "Gun: Acc is 25 in the file; here it is from 0 to 20." in in_english(heavy.report.doubtful)
    assert "Gun: Bulk is -12 in the file; here it is from -10 to 0." in in_english(heavy.report.doubtful)


def test_weapons_of_the_body_stand_among_the_traits() -> None:
    bite = {"usage": "Bite", "reach": "C", "calc": {"level": 12, "damage": "1d cut"}}
    found = weapons(read(traits=[{"name": "Attacks", "children": [{"name": "Teeth", "weapons": [bite]}]}]))
    assert found["bite"]["unarmed"]
    assert found["bite"]["modes"][0]["reach"] == ["C"]


def test_dr_is_the_files_and_what_is_worn_of_it_is_armour() -> None:
    """GU-219, GU-220: the bone of the skull is added here anyhow."""
    plan = body(torso=5, vitals=5, skull=4, all_=1)
    found = read(plan=plan, equipment=[armour("Mail", 4, "torso", "vitals"), armour("Helm", 3, "skull")])
    dr = {place.id: place.dr for place in page(found).places}
    assert (dr["torso"], dr["vitals"], dr["skull"], dr["left-hand"], dr["right-leg"]) == (5, 5, 6, 1, 1)
    pieces = {piece["name"]: (piece["dr"], piece["locations"]) for piece in found.sheet["armour"]}
    assert pieces == {"Mail": (4, ["torso", "vitals"]), "Helm": (3, ["skull"])}
    assert found.sheet["dr"]["torso"] == 1


def test_armour_never_gives_more_than_the_file_says() -> None:
    found = read(plan=body(torso=2, vitals=2), equipment=[armour("Mail", 4, "torso")])
    assert not found.sheet["armour"]
    assert next(place.dr for place in page(found).places if place.id == "torso") == 2


def test_another_body_becomes_a_plan_of_its_own() -> None:
    """GU-202, GU-759"""
    found = read(plan=body(WOLF, "Quadruped", all_=1))
    plan = SYSTEM.read_sheet(found.sheet).body
    assert plan.name == "Quadruped"
    assert {row.hits[0]: (row.low, row.high) for row in plan.landings}["hind-leg"] == (13, 14)
    assert plan.landing(18).hits == ("torso",)
    assert plan.location("tail").front == -3
    assert all(place.outline for place in page(found).places)
    assert {place.id for place in page(found).places} == set(plan.ids)


def test_skills_carry_their_specialization_and_the_best_one_counts_for_the_name_alone() -> None:
    """GU-203, GU-218"""
    found = read(skills=[skill("Survival", 12, "Arctic"), skill("Survival", 14, "Woods"), skill("Lost", 0)])
    assert found.sheet["skills"] == {"survival-arctic": 12, "survival-woods": 14, "survival": 14}
    assert any("Lost" in line for line in in_english(found.report.dropped))


def test_traits_that_rules_ask_for_are_known_and_switched_off_ones_are_not() -> None:
    master = {"name": "Weapon Master (Swords)", "calc": {"points": 20}}
    off = {"name": "Trained by a Master", "disabled": True}
    assert read(traits=[REFLEXES, master, off, {"name": "Fit"}]).sheet["advantages"] == [
        "combat-reflexes",
        "weapon-master",
        "Fit",
    ]


def test_spells_are_left_out_and_said_so() -> None:
    assert any("no magic" in line for line in in_english(read(spells=[{"name": "Fire"}]).report.dropped))


def test_a_file_without_what_gcs_has_worked_out_is_refused_with_advice() -> None:
    old = {key: value for key, value in character().items() if key != "calc"}
    with pytest.raises(Refusal, match="save it there once") as caught:
        SYSTEM.import_character(old, "old")
    assert caught.value.code == "bad-sheet"


@pytest.mark.parametrize("data", [{}, {"attributes": []}, {"attributes": [1]}, {"items": [], "system": {}}])
def test_anything_else_is_no_character_of_gcs(data: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as caught:
        SYSTEM.import_character(data, "other")
    assert caught.value.code == "unknown-format"


@pytest.mark.parametrize("key", ["weapons", "defaults", "features"])
def test_a_list_that_is_none_counts_as_empty(key: str) -> None:
    usage = {**sword(), **({"defaults": 0.5} if key == "defaults" else {})}
    thing = {**gear("Sword", usage), **({} if key == "defaults" else {key: 0.5})}
    assert page(read(equipment=[thing])).places


_KEYS = ["calc", "weapons", "children", "features", "name", "level", "damage", "dr", "locations", "usage"]
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["calc", "1d cut", "9-10"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=4),
    max_leaves=12,
)
PARTS = ("settings", "calc", "traits", "skills", "spells", "equipment", "profile")


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(PARTS), JUNK, min_size=1, max_size=3))
def test_whatever_the_parts_hold_it_is_read_or_refused(parts: dict[str, Any]) -> None:
    try:
        found = SYSTEM.import_character({**character(), **parts}, "some")
    except Refusal as refusal:
        code: str | None = refusal.code
    else:
        code = None
        assert page(found).places
    assert code in (None, "unknown-format", "bad-sheet")


WILD = sorted((Path(__file__).parents[6] / "shared" / "data" / "gcs").glob("*.gcs"))


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in WILD])
def test_files_from_elsewhere_keep_their_numbers(path: Path) -> None:
    data = json.loads(path.read_bytes())
    shown = page(SYSTEM.import_character(data, path.stem))
    now = next(n for n, row in enumerate(shown.loads) if row.is_now)
    assert (shown.move, shown.dodge) == (data["calc"]["move"][now], data["calc"]["dodge"][now])
    dr = {entry["id"]: entry["calc"]["dr"]["all"] for entry in data["settings"]["body_type"]["locations"]}
    for place in shown.places:
        assert place.dr == dr[place.id.split("-")[-1]], place.name
    levels = {(in_full(row.name), row.level, row.damage) for row in (*shown.melee, *shown.ranged)}
    for thing in data["equipment"]:
        for usage in thing.get("weapons", ()):
            if "block" not in usage["calc"]:
                name = thing["description"]
                assert (name, usage["calc"]["level"], usage["calc"]["damage"]) in levels
