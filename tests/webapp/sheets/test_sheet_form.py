"""The form of a sheet: made from any system's model, and read back into the same sheet."""

from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from rules.engine.refusal import Refusal
from rules.engine.system import StockItem, System, find_system, systems
from rules.systems import load_systems
from webapp.sheets.form_input import read_form
from webapp.sheets.sheet_form import SheetField, form_of

load_systems()
SAVAGE = find_system("savage")
EVERYBODY = [(system, item) for system in systems() for item in system.stock]


def typed(fields: tuple[SheetField, ...]) -> Iterator[tuple[str, str]]:
    """Give what a browser sends of a form that nobody has touched."""
    for field in fields:
        if field.kind == "check":
            yield from [(field.name, "1")] if field.value else []
        elif field.kind in ("number", "text", "select", "numbers", "texts"):
            yield field.name, "" if field.value is None else str(field.value)
        elif field.kind == "pair":
            yield field.name, str(field.value)
        elif field.kind == "row" and field.title:
            yield f"{field.name}.there", "1"
        elif field.kind == "rows" and field.value:
            yield f"{field.name}.order", str(field.value)
        if field.kind == "ticks":
            yield from ((field.name, id_) for id_, _ in field.choices if id_ in field.ticked)
        elif field.kind in ("texts", "rows"):
            yield from ((f"{field.name}.known", id_) for id_, _ in field.choices if id_ in field.ticked)
        elif field.kind == "group" and field.choices:
            yield f"{field.name}.known", str(field.value)
        yield from typed(field.fields)


def untouched(system: System, item: StockItem) -> MultiDict[str, str]:
    return MultiDict(list(typed(form_of(system, system.read_sheet(item.sheet)))))


def read(form: MultiDict[str, str], system: System = SAVAGE) -> dict[str, Any]:
    return read_form(system, form, form.getlist)


def plain(system: System, sheet: Any) -> dict[str, Any]:
    data: dict[str, Any] = sheet.model_dump(mode="json")
    data.pop("stock", None)  # what it stands for is written out
    pieces = data["armour"] if isinstance(data["armour"], list) else []
    for ticked in (data, *data["weapons"], *pieces):  # of what is ticked no order is kept
        for key in ("ranges", "covers", "ready"):
            if isinstance(ticked.get(key), list):
                ticked[key].sort()
    return data


@pytest.mark.parametrize(("system", "item"), EVERYBODY, ids=lambda value: value.id)
def test_an_untouched_form_gives_the_same_sheet_again(system: System, item: StockItem) -> None:
    again = system.read_sheet(read(untouched(system, item), system))
    assert plain(system, again) == plain(system, system.read_sheet(item.sheet))


@pytest.mark.parametrize("system", systems(), ids=lambda system: system.id)
def test_an_empty_form_gives_a_sheet_that_can_be_used(system: System) -> None:
    form = MultiDict(list(typed(form_of(system))))
    assert system.read_sheet(read(form, system))


def duellist(**changes: str) -> MultiDict[str, str]:
    item = next(item for item in SAVAGE.stock if item.id == "duellist")
    form = untouched(SAVAGE, item)
    for key, value in changes.items():
        form[key.replace("__", ".")] = value
    return form


def test_a_skill_that_was_emptied_is_gone_and_a_new_one_is_there() -> None:
    form = duellist()
    by_key = {form[name]: name for name in form if name.endswith(".key")}
    form[by_key["riding"].replace(".key", ".value")] = ""
    spare = next(name for name in form if name.endswith(".key") and not form[name])
    form[spare], form[spare.replace(".key", ".value")] = "Common Knowledge", "d8"
    skills = read(form)["skills"]
    assert "riding" not in skills
    assert skills["common-knowledge"] == "d8"


def test_a_weapon_of_ones_own_is_read_and_gets_its_id_from_its_name() -> None:
    form = duellist()
    row = {"name": "Hook Sword", "damage": "Str+d6", "melee": "1", "rof": "1", "ap": "2", "range": "3/6/12"}
    for key, value in row.items():
        form[f"weapons.0.{key}"] = value
    weapons = SAVAGE.read_sheet(read(form)).weapons
    assert [weapon.id for weapon in weapons] == ["long-sword", "hook-sword"]
    assert (weapons[1].ap, weapons[1].range) == (2, (3, 6, 12))
    form["weapons.0.drop"] = "1"
    assert [weapon.id for weapon in SAVAGE.read_sheet(read(form)).weapons] == ["long-sword"]


def test_an_edge_that_counts_is_known_however_it_is_typed() -> None:
    assert read(duellist(edges="Level Headed, Block"))["edges"] == ["level-headed", "Block"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"pace": "fast"}, "Pace"),
        ({"pace": "99"}, "pace"),
        ({"attributes__vigor": "d7"}, "vigor"),
        ({"kind": "ghost"}, "kind"),
        ({"held": "tank"}, "held"),
        ({"skills__0__value": "lots"}, "skills"),
    ],
)
def test_what_cannot_be_is_refused_by_the_name_of_its_field(changes: dict[str, str], words: str) -> None:
    with pytest.raises(Refusal) as refused:
        SAVAGE.read_sheet(read(duellist(**changes)))
    assert refused.value.code == "bad-sheet"
    assert words in refused.value.message


def test_one_skill_twice_is_refused() -> None:
    form = duellist()
    spare = next(name for name in form if name.endswith(".key") and not form[name])
    form[spare], form[spare.replace(".key", ".value")] = "Fighting", "d12"
    with pytest.raises(Refusal, match="Fighting stands there twice"):
        read(form)


def test_every_field_has_a_label_and_every_number_its_range() -> None:
    def every(fields: tuple[SheetField, ...]) -> Iterator[SheetField]:
        for field in fields:
            yield field
            yield from every(field.fields)

    for system in systems():
        for field in every(form_of(system)):
            assert field.label or field.kind == "row", field
            assert field.kind != "number" or (field.low is not None and field.high is not None), field


def test_a_list_within_a_list_and_numbers_left_open_are_read() -> None:
    gurps = find_system("gurps")
    bow = {"id": "bow", "skill": "bow", "kind": "missile", "range": [None, 150], "damage": "thr+2 imp"}
    bow["ready"] = False
    sword = {"id": "blade", "skill": "sword", "modes": [{"id": "swing", "damage": "sw cut", "parry": None}]}
    sheet = gurps.read_sheet({"weapons": [bow, sword], "basic_speed": 5.75})
    form = MultiDict(list(typed(form_of(gurps, sheet))))
    assert form["weapons.0.range"] == "-/150"
    assert gurps.read_sheet(read(form, gurps)) == sheet
    form["weapons.1.modes.1.id"], form["weapons.1.modes.1.damage"] = "thrust", "thr imp"
    form["weapons.1.modes.1.reach"] = "C, 1"
    blade = gurps.read_sheet(read(form, gurps)).weapons[1]
    assert [(mode.id, mode.parry, mode.reach) for mode in blade.modes] == [
        ("swing", None, (1,)),
        ("thrust", 0, ("C", 1)),
    ]


def test_a_part_that_may_be_missing_is_there_once_something_of_it_is_typed() -> None:
    gurps = find_system("gurps")
    flask = {"id": "flask", "skill": "throwing", "kind": "thrown", "damage": "1d burn", "range": [5, 10]}
    form = MultiDict(list(typed(form_of(gurps, gurps.read_sheet({"weapons": [flask]})))))
    assert gurps.read_sheet(read(form, gurps)).weapons[0].area is None
    form["weapons.0.area.shape"], form["weapons.0.area.radius"] = "sphere", "2.5"
    area = gurps.read_sheet(read(form, gurps)).weapons[0].area
    assert (area.shape, area.radius) == ("sphere", 2.5)


def test_nothing_is_required_of_a_row_that_is_left_empty() -> None:
    rows = next(field for field in form_of(SAVAGE) if field.name == "armour").fields
    assert not [field.name for row in rows for field in row.fields if field.required]


def test_a_pattern_is_one_that_browsers_take() -> None:
    attributes = next(field for field in form_of(SAVAGE) if field.name == "attributes")
    assert {field.pattern for field in attributes.fields} == {r"d(4|6|8|10|12)(([+\-])([1-8]))?"}


def test_what_is_ticked_anew_or_written_anew_comes_after_what_the_sheet_had_in_its_order() -> None:
    """Which weapon is named first says what is in the hands."""
    sailor = next(item for item in SAVAGE.stock if item.id == "sailor")
    form = untouched(SAVAGE, sailor)
    form.add("weapons.known", "pistol")
    form["weapons.1.name"], form["weapons.1.damage"] = "Oar", "Str+d6"
    weapons = SAVAGE.read_sheet(read(form)).model_dump()["weapons"]
    assert [weapon["id"] for weapon in weapons] == ["belaying-pin", "knife", "pistol", "oar"]
    form["weapons.0.drop"] = "1"
    assert [weapon if isinstance(weapon, str) else weapon["id"] for weapon in read(form)["weapons"]] == [
        "knife",
        "pistol",
        "oar",
    ]


def test_patterns_are_written_as_browsers_read_them() -> None:
    weapons = next(field for field in form_of(find_system("gurps")) if field.name == "weapons")
    id_ = next(field for field in weapons.fields[0].fields if field.name.endswith(".id"))
    assert id_.pattern == r"[^\/]+", "a bare slash in brackets is an error there"
