"""Everybody who stands ready: each number is worked out anew from the attributes, and each can fight."""

from collections.abc import Mapping
from math import floor
from typing import Any

import pytest

from rules.engine.battle_events import Rolled
from rules.engine.system import StockItem
from rules.engine.text import in_full
from rules.systems.gurps.sheet.armour_stock import RAW_ARMOUR
from rules.systems.gurps.sheet.beast_bodies import BODY_PLANS
from rules.systems.gurps.sheet.body import HUMANOID, Part
from rules.systems.gurps.sheet.natural_weapons import NATURAL_WEAPONS
from rules.systems.gurps.sheet.sheet import RAW_WEAPONS
from rules.systems.gurps.sheet.sheet_page import SheetPage, WeaponRow, lay_out
from rules.systems.gurps.sheet.weapon_stock import STOCK_WEAPONS
from rules.systems.gurps.state import step_of
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import Stream, command, fighter
from tests.rules.systems.gurps.fights import OPEN, Fight

EVERYBODY = pytest.mark.parametrize("item", SYSTEM.stock, ids=lambda item: item.id)
THOSE_OF_THE_RULES = """
knight: ST 12 DX 12 IQ 10 HT 11; broadsword medium-shield mail-hauberk pot-helm
duelist: ST 10 DX 14 IQ 12 HT 11; smallsword dagger
rifleman: ST 11 DX 12 IQ 11 HT 12; assault-rifle pistol ballistic-vest
thug: ST 13 DX 11 IQ 9 HT 12; axe leather-jacket
"""
FIRST = "knight duelist rifleman thug brawler archer spearman surgeon grenadier ogre"
"""The ids that fights kept by earlier versions name."""
TABLE = """
broadsword swing sw+1 cut 1 0
broadsword thrust thr+1 cr 1 0
axe - sw+2 cut 1 0
mace - sw+3 cr 1 0
spear - thr+3 imp 1,2 0
smallsword - thr+1 imp 1 0
rapier - thr+1 imp 1,2 0
large-knife swing sw-2 cut C,1 -1
large-knife thrust thr imp C,1 -1
dagger - thr-1 imp C -1
quarterstaff swing sw+2 cr 1,2 2
quarterstaff thrust thr+2 cr 1,2 2
flail - sw+3 cr 1 -2
throwing-knife - thr imp 0 8/15 1 1 -1 -
longbow - thr+2 imp 3 150/200 1 1 -8 -
pistol - 2d+2 pi 2 150/1850 3 2 -2 15
smg - 3d-1 pi 3 160/1900 13 2 -4 30
assault-rifle - 5d pi 5 500/3500 12 2 -4 30
sniper-rifle - 7d pi 6 1000/4200 1 4 -6 5
shotgun - 1d+1 pi 3 50/125 2 1 -5 5
laser-rifle - 5d(2) tbb 12 700/2100 10 1 -4 12
grenade - 4d cr 0 -/30 1 1 -1 -
acid-sprayer - 3d cor 0 -/10 1 1 -4 -
flamethrower - 3d burn 0 -/10 1 1 -8 -
"""
"""Weapon, mode, damage, type; then reaches and parry, or Acc, range, RoF, Rcl, Bulk, shots."""
ARMOUR_TABLE = {
    "leather-jacket": 1,
    "mail-hauberk": 4,
    "ballistic-vest": 8,
    "breastplate": 5,
    "plate-harness": 6,
    "pot-helm": 4,
}


def one(data: Mapping[str, Any], **state: Any) -> Any:
    return Fight(fighter("ann", sheet=dict(data), state=state)).battle.state.combatants["ann"]


def page_of(item: StockItem) -> SheetPage:
    return lay_out(one(item.sheet))


def written_out(item: StockItem) -> list[dict[str, Any]]:
    """Give the weapons of a sheet as it writes them, those of the stock in full."""
    return [dict(RAW_WEAPONS[w]) if isinstance(w, str) else dict(w) for w in item.sheet.get("weapons", ())]


# ------------------------------------------------------------------------- the rules' own formulas
def speed(sheet: Mapping[str, Any]) -> float:
    return sheet.get("basic_speed", (sheet.get("HT", 10) + sheet.get("DX", 10)) / 4)


def reflexes(sheet: Mapping[str, Any]) -> int:
    return int("combat-reflexes" in sheet.get("advantages", ()))


def shield_bonus(item: StockItem) -> int:
    return max((weapon["db"] for weapon in written_out(item) if weapon.get("kind") == "shield"), default=0)


def level(item: StockItem, weapon: Mapping[str, Any]) -> int:
    """GU-216, before the weapon's own number."""
    found: int = item.sheet.get("skills", {}).get(weapon["skill"], item.sheet.get("DX", 10))
    return found


def dice(points: int) -> str:
    """Write dice and adds, where a point more is a point more, and three of them and one a die."""
    count = max(0, (points + 1) // 4)
    adds = points - 4 * count
    return f"{count + 1}d{adds:+d}" if adds else f"{count + 1}d"


def thrust(st: int, adds: int) -> str:
    """GU-230: a point for every two of ST, and 2d-1 after 1d+2; what a weapon adds never becomes dice."""
    return plus(dice((st - 1) // 2 - 6), adds)


def swing(st: int, adds: int) -> str:
    """GU-230: as thrust up to a ST of 8, then a point for each of ST."""
    assert st < 28, "from there on the table slows down again"
    return plus(dice(st - 10 if st > 8 else (st - 1) // 2 - 5), adds)


def plus(rolled: str, adds: int) -> str:
    count, _, had = rolled.partition("d")
    total = int(had or 0) + adds
    return f"{count}d{total:+d}" if total else f"{count}d"


def damage(sheet: Mapping[str, Any], written: str) -> str:
    """GU-302: `sw+2 cut` in the hands of whoever has this ST."""
    amount, type_ = written.split()
    for word, at in (("thr", thrust), ("sw", swing)):
        if amount.startswith(word):
            amount = at(sheet.get("ST", 10), int(amount.removeprefix(word) or 0))
    return f"{amount} {type_}"


# ------------------------------------------------------------------------- each one's numbers
@EVERYBODY
def test_points_and_speed_come_from_the_attributes(item: StockItem) -> None:
    """GU-201, GU-210, GU-211, GU-213, GU-222, GU-223"""
    sheet, page = item.sheet, page_of(item)
    got = {str(score.name): (score.value, score.beside_value) for score in page.scores}
    assert got == {
        "ST": (sheet.get("ST", 10), str(sheet.get("HP", sheet.get("ST", 10)))),
        "DX": (sheet.get("DX", 10), str(sheet.get("Will", sheet.get("IQ", 10)))),
        "IQ": (sheet.get("IQ", 10), str(sheet.get("Per", sheet.get("IQ", 10)))),
        "HT": (sheet.get("HT", 10), str(sheet.get("HT", 10))),
    }
    assert (page.hp, page.fp) == (page.full_hp, page.full_fp)
    load = sheet.get("encumbrance", 0)
    whole = sheet.get("basic_move", floor(speed(sheet)))
    assert page.move == whole * (10 - 2 * load) // 10
    assert page.step == (-(-page.move // 10) if whole else 0)
    assert page.dodge == floor(speed(sheet)) + 3 - load + reflexes(sheet) + shield_bonus(item)


@EVERYBODY
def test_levels_damage_and_parries_come_from_skills_and_st(item: StockItem) -> None:
    """GU-214, GU-216, GU-230, GU-302"""
    page, always = page_of(item), reflexes(item.sheet) + shield_bonus(item)
    rows: list[WeaponRow] = [*page.melee, *page.ranged]
    for weapon in written_out(item):
        if weapon.get("kind") == "shield":
            continue
        for mode in weapon.get("modes", [{}]):
            use = {**weapon, **mode}
            row = next(
                r for r in rows if (in_full(r.name), in_full(r.usage)) == (weapon["name"], mode.get("id", ""))
            )
            assert row.level == level(item, weapon) + use.get("skill_mod", 0)
            assert row.damage == damage(item.sheet, use["damage"])
            parries = use.get("kind", "melee") in ("melee", "thrown") and use.get("parry", 0) is not None
            best = level(item, weapon) // 2 + 3 + use.get("parry", 0) + always if parries else "–"
            assert row.parry == str(best)


@EVERYBODY
def test_blocks_come_from_the_shield_skill(item: StockItem) -> None:
    """GU-215, GU-222, GU-223"""
    shields = [weapon for weapon in written_out(item) if weapon.get("kind") == "shield"]
    blocks = [level(item, shield) // 2 + 3 + reflexes(item.sheet) + shield_bonus(item) for shield in shields]
    assert [row.parry for row in page_of(item).shields] == [str(block) for block in blocks]


@EVERYBODY
def test_dr_is_the_hide_and_all_armour_over_a_place(item: StockItem) -> None:
    """GU-219, GU-220"""
    natural = item.sheet.get("dr", {})
    pieces = [RAW_ARMOUR[id_] for id_ in item.sheet.get("armour", ())]
    for row in page_of(item).places:
        place = "torso" if row.id == "vitals" else row.id
        worn = sum(piece["dr"] for piece in pieces if place in piece["locations"])
        bone = 2 if row.id == "skull" else 0
        assert row.dr == natural.get(place, natural.get("all", 0)) + worn + bone, row.id


# ------------------------------------------------------------------------- each can fight
@EVERYBODY
def test_it_strikes_with_each_thing_that_is_ready(item: StockItem) -> None:
    """GU-201, GU-306: with its weapons, or with bare hands; its page has all of them."""
    sheet = one(item.sheet).sheet
    uses = [
        use
        for weapon in sheet.arms
        if (weapon.ready or weapon.unarmed) and weapon.id != "slam"
        for mode in weapon.modes
        if (use := weapon.use(mode.id)) is not None
    ]
    hands_full = sum(len(weapon.hands) for weapon in sheet.weapons if weapon.ready) > 1
    uses = [use for use in uses if use.weapon.id != "punch" or not hands_full]
    assert uses
    for use in uses:
        fight = Fight(
            fighter("ann", "a", dict(item.sheet), at=[5, 5]),
            fighter("bob", "b", {"HP": 40}, at=[6, 5]),
            map=OPEN,
        )
        strike = command("attack", "ann", target="bob", with_=use.id)
        assert fight.battle.now.check(strike) is None, use.id
        entry = fight.battle.handle(strike, Stream([3, 4, 3]))
        assert any(isinstance(event, Rolled) and event.who == "ann" for event in entry), use.id


@EVERYBODY
def test_it_may_be_named_on_a_sheet(item: StockItem) -> None:
    """GU-201: `stock` starts from it."""
    assert one({"stock": item.id}).sheet == one(item.sheet).sheet


def test_the_four_of_the_rules_are_as_written_and_the_first_ids_stay() -> None:
    """GU-201: section 3.6."""
    found = []
    for item in SYSTEM.stock:
        scores = " ".join(f"{name} {item.sheet.get(name, 10)}" for name in ("ST", "DX", "IQ", "HT"))
        gear = [*(weapon["id"] for weapon in written_out(item)), *item.sheet.get("armour", ())]
        found.append(f"{item.id}: {scores}; {' '.join(gear)}")
    assert set(THOSE_OF_THE_RULES.strip().split("\n")) <= set(found)
    assert set(FIRST.split()) <= {item.id for item in SYSTEM.stock}


# ------------------------------------------------------------------------- gear
def row_of(weapon: Mapping[str, Any], mode: Mapping[str, Any]) -> str:
    use = {**weapon, **mode}
    said = [weapon["id"], mode.get("id", "-"), use["damage"]]
    if use.get("kind", "melee") == "melee":
        return " ".join([*said, ",".join(map(str, use.get("reach", [1]))), str(use.get("parry", 0))])
    half, far = use["range"]
    ranged = [
        use.get("acc", 0),
        f"{half or '-'}/{far}",
        use.get("rof", 1),
        use.get("rcl", 1),
        use.get("bulk", 0),
    ]
    shots = [] if use["skill"] in ("guns-pistol",) and "shots" not in use else [use.get("shots", "-")]
    return " ".join([*said, *map(str, ranged), *map(str, shots)])


def test_the_weapons_are_those_of_the_table_and_no_others() -> None:
    """GU-R72, GU-301: section 3.2; the two shields stand beside it."""
    rows = [
        row_of(weapon, mode)
        for weapon in STOCK_WEAPONS.values()
        if weapon.get("kind") != "shield"
        for mode in weapon.get("modes", [{}])
    ]
    assert rows == TABLE.strip().split("\n")
    shields = {id_: weapon["db"] for id_, weapon in STOCK_WEAPONS.items() if weapon.get("kind") == "shield"}
    assert shields == {"medium-shield": 2, "buckler": 1}


def test_what_goes_by_another_name_has_the_numbers_of_the_table() -> None:
    """GU-R72"""
    numbers = (
        "damage",
        "modes",
        "reach",
        "parry",
        "acc",
        "range",
        "rof",
        "rcl",
        "bulk",
        "shots",
        "skill",
        "kind",
    )
    known = [{key: weapon.get(key) for key in numbers} for weapon in RAW_WEAPONS.values()]
    for item in SYSTEM.stock:
        for weapon in written_out(item):
            assert {key: weapon.get(key) for key in numbers} in known, (item.id, weapon["id"])


def test_natural_weapons_strike_as_a_fist_or_a_foot_does() -> None:
    """GU-R70"""
    punch, kick = (one({}).sheet.use(id_) for id_ in ("punch", "kick"))
    for id_ in NATURAL_WEAPONS:
        use = one({"weapons": [id_]}).sheet.use(id_)
        like = punch if use.mode.reach == punch.mode.reach else kick
        assert (use.damage.base, use.damage.dice) == (like.damage.base, like.damage.dice)
        assert (use.mode.reach, use.mode.skill_mod, use.weapon.skill) == (
            like.mode.reach,
            like.mode.skill_mod,
            like.weapon.skill,
        )
        assert not use.can_parry


def test_it_takes_a_hand_to_punch_and_a_leg_to_kick() -> None:
    """GU-R70"""
    bare = {plan: {weapon.id for weapon in one({"body": plan}).sheet.arms} for plan in BODY_PLANS}
    assert bare == {
        "humanoid": {"punch", "kick", "slam"},
        "quadruped": {"kick", "slam"},
        "many-legged": {"kick", "slam"},
        "winged": {"kick", "slam"},
        "limbless": {"slam"},
        "shapeless": {"slam"},
    }


def test_the_armour_is_that_of_the_table_or_a_part_of_it() -> None:
    """GU-R72, GU-219: a part has the DR of the whole, on some of its places."""
    assert {id_: RAW_ARMOUR[id_]["dr"] for id_ in ARMOUR_TABLE} == ARMOUR_TABLE
    for id_, piece in RAW_ARMOUR.items():
        places = set(piece["locations"])
        wholes = [
            RAW_ARMOUR[whole] for whole in ARMOUR_TABLE if places <= set(RAW_ARMOUR[whole]["locations"])
        ]
        kind = ("dr", "flexible", "gaps")
        assert any(all(piece.get(k) == whole.get(k) for k in kind) for whole in wholes), id_


# ------------------------------------------------------------------------- bodies
@pytest.mark.parametrize("plan", BODY_PLANS.values(), ids=lambda plan: plan.id)
def test_beasts_have_the_human_table_with_their_own_limbs(plan: Any) -> None:
    """GU-R71, GU-202: a throw that finds head, neck or torso on a human finds it on any body that has it."""
    human = {place.part: place for place in HUMANOID.locations}
    for place in plan.locations:
        limb = {"foreleg": Part.ARM, "forefoot": Part.HAND}.get(place.id.partition("-")[2], place.part)
        assert (place.front, place.cripples) == (human[limb].front, human[limb].cripples)
        assert place.side is None or plan is HUMANOID
    for total in range(3, 19):
        hits, theirs = HUMANOID.landing(total).hits, plan.landing(total).hits
        is_limb = HUMANOID.location(hits[0]).cripples is not None
        if not is_limb and plan.find(hits[0]) is not None:
            assert theirs == hits
        elif not any(place.cripples and place.part is not Part.EYE for place in plan.locations):
            assert theirs == ("torso",)
        else:
            assert all(plan.location(id_).cripples for id_ in theirs)


def test_what_does_not_move_takes_no_step_and_gives_no_way() -> None:
    """GU-R73, GU-211"""
    fixed = {"basic_move": 0, "weapons": ["pistol"], "skills": {"guns-pistol": 12}}
    assert step_of(one(fixed)) == 0
    assert step_of(one({"basic_move": 1})) == 1
    ann = fighter("ann", "a", {"skills": {"broadsword": 14}, "weapons": ["broadsword"]}, at=[5, 5])
    for sheet, options in (({}, True), (fixed, False)):
        for places in ([5, 5], [6, 5]), (None, None):
            fight = Fight(
                {**ann, "at": places[0]},
                fighter("bob", "b", sheet, at=places[1]),
                map=OPEN if places[0] else None,
                ann__attack=[3, 3, 4],
            )
            fight.do("attack", "ann", target="bob", with_="broadsword", facts={"facing": "front"})
            retreat = [o for offer in fight.offers().values() for o in offer.options if o.id == "retreat"]
            assert bool(retreat) is options
    gun = Fight(fighter("gun", "b", fixed, at=[6, 5]), fighter("ann", "a", at=[1, 5]), map=OPEN)
    assert gun.refuses("aim", "gun", target="ann", with_="pistol", to=[7, 5]).code == "too-far"
