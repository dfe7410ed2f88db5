"""What stands on a card: only what may be done, with whom it may be done to, and at what chance."""

import re
from typing import Any

import pytest
from flask import Flask

from rules.engine.system import find_system
from tests.webapp.pages import Page, gm_of, host_of
from tests.webapp.world import World
from webapp.demo.fights import read_fight
from webapp.table.host import Host
from webapp.table.setup.scenes import lay_out_scene


def table(world: World, system: str, *people: dict[str, Any]) -> tuple[Host, Page]:
    """Bring a scene with these people to the table, and open the GM's page."""
    ground = read_fight("mill").map
    row = lay_out_scene(
        world.store, world.table.id, system=system, name="Here", battle_map=ground, combatants=people
    )
    host = host_of(world)
    host.switch(row.id)
    return host, Page(world, world.gm(), "gm")


def somebody(who: str, at: list[int], side: str, **more: Any) -> dict[str, Any]:
    return {"id": who, "name": who.title(), "side": side, "at": at, "sheet": {}, **more}


def card(world: World, page: Page, who: str) -> str:
    return page.browser.get(world.at(f"{page.role}/selected/{who}")).text


def button(text: str, do: str) -> str:
    """Give the button of an action, if it stands open."""
    found = re.search(rf'<button[^>]*data-do="{do}"[^>]*>.*?</button>', text, re.S)
    return found[0] if found else ""


def test_a_last_stand_carries_its_chance_and_what_must_be_thrown(world: World) -> None:
    people = (somebody("ann", [2, 2], "a", state={"wounds": 5}), somebody("bob", [4, 2], "b"))
    _, gm = table(world, "atomic", *people)
    text = card(world, gm, "ann")
    last = re.search(r'class="action-label">Last stand.*?</span>.*?</span>', text, re.S)
    assert last is not None
    assert re.search(r"50\s*%", last[0])
    assert "NERVE: 50 or less on d100" in last[0]


def test_only_those_whom_it_may_be_done_to_can_be_chosen(app: Flask, world: World) -> None:
    people = (
        somebody("ann", [2, 2], "a", sheet={"stock": "militia"}),
        somebody("bob", [3, 2], "a", sheet={"stock": "militia"}),
        somebody("eve", [9, 2], "b", sheet={"stock": "militia"}),
    )
    _, gm = table(world, "tesseris", *people)
    offered = re.search(r"data-targets='([^']*)'", button(card(world, gm, "ann"), "motivate"))
    assert offered is not None
    assert offered[1] == '["bob", "eve"]', "nobody motivates themselves"


def test_nobody_is_in_ambush_and_surprised_by_it(world: World) -> None:
    stock = find_system("savage").stock[0].sheet
    people = (
        somebody("ann", [2, 2], "a", sheet=dict(stock)),
        somebody("bob", [3, 2], "b", sheet=dict(stock)),
    )
    _, gm = table(world, "savage", *people)
    page = gm.load()
    assert 'id="begin-surprisers-ann"' in page
    assert 'id="begin-surprised-ann" data-apart="begin-surprisers-ann"' in page


@pytest.mark.parametrize(
    ("system", "state"),
    [("atomic", {"wounds": 4}), ("phases", {"stunned": 2})],
)
def test_the_odds_fell_nobody_who_is_down(world: World, system: str, state: dict[str, Any]) -> None:
    stock = dict(find_system(system).stock[0].sheet)
    ann, bob = (somebody(who, [n + 2, 2], who, sheet=stock) for n, who in enumerate(("ann", "bob")))
    host, gm = table(world, system, ann, bob)
    shown = gm.ask("aim", {"actor": "ann", "target": "bob"})["panel"]
    assert "hurts" in shown
    assert "fells" in shown
    host.handle({"do": "gm-set", "target": "bob", "state": state}, gm_of(world))
    shown = gm.ask("aim", {"actor": "ann", "target": "bob"})["panel"]
    assert "hurts" in shown
    assert "fells" not in shown
