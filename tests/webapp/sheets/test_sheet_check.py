"""What is wrong with a sheet is told beside the field that holds it, in every system."""

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from rules.engine.system import find_system
from rules.engine.text import Text
from rules.systems import load_systems
from tests.webapp.sheets.test_sheet_form import EVERYBODY, typed
from webapp.sheets.sheet_check import Wrong, check_form
from webapp.sheets.sheet_form import form_of

load_systems()


def wrong_with(system: str, sheet: dict[str, Any], field: str = "", value: str = "") -> tuple[Wrong, ...]:
    """Change an input of a sheet's form, and give what is wrong then."""
    its = find_system(system)
    form = MultiDict(list(typed(form_of(its, its.read_sheet(sheet)))))
    if field:
        assert field in form
        form[field] = value
    return check_form(its, form, form.getlist)


@pytest.mark.parametrize("system", sorted({system.id for system, _ in EVERYBODY}))
def test_an_empty_sheet_and_the_first_of_the_stock_have_nothing_wrong(system: str) -> None:
    for sheet in ({}, dict(find_system(system).stock[0].sheet)):
        assert wrong_with(system, sheet) == ()


@pytest.mark.parametrize(
    ("system", "field", "value", "label", "words"),
    [
        ("atomic", "attributes.grit", "900", "Attributes, GRIT", "At most 30."),
        ("gurps", "HP", "0", "HP", "At least 1."),
        ("phases", "attributes.reflexes", "99", "Attributes, Reflexes", "At most"),
        ("savage", "attributes.vigor", "d7", "Attributes, Vigor", "'d7' is none."),
        ("savage", "skills.0.value", "d7", "Skills, Athletics", "'d7' is none."),
        ("tesseris", "stamina_bonus", "-99", "Stamina bonus", "At least -20."),
    ],
)
def test_a_value_out_of_range_is_told_beside_its_field(
    system: str, field: str, value: str, label: str, words: str
) -> None:
    (wrong,) = wrong_with(system, {}, field, value)
    assert (wrong.field, str(wrong.label)) == (field, label)
    assert words in str(wrong.words)


def test_a_skill_of_ones_own_is_found_by_its_row() -> None:
    its = find_system("gurps")
    form = MultiDict(list(typed(form_of(its, its.read_sheet({"skills": {"guns": 12}})))))
    row = next(name.removesuffix(".key") for name, value in form.items() if value == "guns")
    form[f"{row}.value"] = "99"
    [wrong] = check_form(its, form, form.getlist)
    assert (wrong.field, str(wrong.label), str(wrong.words)) == (
        f"{row}.value",
        "Skills, Guns",
        "At most 50.",
    )


@pytest.mark.parametrize("others", [["knife", "hook"], ["hook", "knife"], ["club", "hook", "knife"]])
def test_a_row_of_ones_own_is_found_wherever_it_stands_among_the_ready_made(others: list[str]) -> None:
    its = find_system("savage")
    hook = {"id": "hook", "name": "Hook", "damage": "2d6", "range": [5, 10, 20]}
    sheet = {"weapons": [hook if id_ == "hook" else id_ for id_ in others]}
    form = MultiDict(list(typed(form_of(its, its.read_sheet(sheet)))))
    form["weapons.0.range"] = "20/10/5"
    (wrong,) = check_form(its, form, form.getlist)
    assert (wrong.field, str(wrong.words)) == ("weapons.0.range", "The three ranges must rise (SW-12).")
    assert isinstance(wrong.words, Text), "it can be said in another language"
    form["weapons.0.range"] = "far"
    (wrong,) = check_form(its, form, form.getlist)
    assert "a whole number, please" in str(wrong.words)


def test_what_does_not_go_together_is_told_at_one_of_the_two() -> None:
    (wrong,) = wrong_with("atomic", {"weapons": ["blast-pistol"]}, "ready", "longbow")
    assert wrong.field == "ready"
    assert "not among the weapons" in str(wrong.words)
