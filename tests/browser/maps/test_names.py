"""Names on a crowded map: none lies over another, and what numbers tell apart keeps its number."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from operator import itemgetter

import pytest
from playwright.sync_api import expect

from rules.map.map_json import read_map
from tests.browser.conftest import GM, SCREEN, Sit
from tests.browser.fights import lay_out_fight, own_table
from tests.browser.people import command
from tests.load.server import Server

NAMES = ("Brannock the Elder", "Kit", "Raider", "Old Mother Hubbard", "Wolf", "Captain Redbeard")
READ = """() => {
    const shown = [...document.querySelectorAll("#tokens > .token > .name")]
        .filter((name) => getComputedStyle(name).display !== "none");
    const boxes = shown.map((name) => [name.textContent, name.getBoundingClientRect()]);
    const air = (box) => box.height / 4; // what a line has above and below its letters
    const over = boxes.flatMap(([name, a], n) => boxes.slice(n + 1).filter(([, b]) =>
        a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - air(b) && b.top < a.bottom - air(a))
        .map(([other]) => `${name} and ${other}`));
    return [boxes.length, over];
}"""
"""Counts the names that are to be read, and lists those that lie over one another."""


@pytest.mark.parametrize("role", ["gm", "screen"])
def test_no_two_names_lie_over_one_another_in_a_crowd(sit: Sit, server: Server, role: str) -> None:
    gm = sit("GM", GM, server.gm)
    dice = random.Random(3)
    cells = dice.sample([(column, row) for column in range(2, 14) for row in range(6, 15)], 40)
    people = [
        {"id": f"x{n}", "name": f"{dice.choice(NAMES)} {n}", "side": "heroes", "at": list(at), "sheet": {}}
        for n, at in enumerate(cells)
    ]
    command(gm, do="add", combatants=people)
    seat = gm if role == "gm" else sit("projector", SCREEN, server.screen)
    seat.wait_until_live()
    for _ in range(3 if role == "gm" else 0):
        seat.find("[data-zoom=in]").click()
    seat.page.wait_for_function(f"() => ({READ})()[0] > 10")
    seat.page.wait_for_function(f"() => ({READ})()[1].length === 0")
    assert seat.page.evaluate(READ)[1] == []


def test_a_long_name_is_cut_before_its_number(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    name = "Captain Redbeard the Bold 12"
    command(gm, do="add", combatants=[{"id": "x", "name": name, "side": "foes", "at": [12, 2], "sheet": {}}])
    assert gm.token("x").locator(".name").text_content() == "Captain Redbeard … 12"


def test_a_sign_of_the_ground_gives_way_to_who_stands_there(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    command(gm, do="edit-map", ground=[{"cells": [[12, 3]], "cost": 2, "name": "mud"}])
    sign = gm.find(".patch-sign > tspan").last
    expect(sign).to_be_visible()
    command(gm, do="gm-set", target="kit", state={"at": [12, 3]})
    expect(sign).to_be_hidden()
    command(gm, do="gm-set", target="kit", state={"at": [12, 6]})
    expect(sign).to_be_visible()


def test_the_name_of_a_zone_gives_way_to_that_of_a_token(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    deck = {"name": "Upper deck", "polygon": [[10, 4], [14, 4], [14, 7], [10, 7]]}
    command(gm, do="edit-map", zones=[deck])
    name = gm.find(".zone > text").filter(has_text="Upper deck")
    expect(name).to_be_visible()
    command(gm, do="gm-set", target="kit", state={"at": [11, 3]})
    expect(name).to_be_hidden()
    command(gm, do="gm-set", target="kit", state={"at": [11, 8]})
    expect(name).to_be_visible()


def test_letters_at_the_edges_do_not_run_together_beyond_z(sit: Sit, house: Server) -> None:
    long = read_map({"grid": {"kind": "square", "cols": 28, "rows": 19}})
    row = lay_out_fight(house.data, "Long", system="atomic", name="Long", battle_map=long, combatants=[])
    table = sit("Table", SCREEN, own_table(house, row).screen)
    letters = table.find("#edges text").filter(has_text=re.compile("^[A-Z]+$"))
    expect(letters.filter(has_text="AB")).to_have_count(2)
    boxes = letters.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
    boxes.sort(key=itemgetter("top", "left"))
    assert all(a["right"] < b["left"] for a, b in pairwise(boxes) if a["top"] == b["top"])
