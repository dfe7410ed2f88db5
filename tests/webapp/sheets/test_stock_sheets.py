"""Everybody in the stock can be added, and read on the page of their sheet and in its form."""

from html import escape

import pytest

from rules.engine.system import find_system
from rules.systems import load_systems
from tests.webapp.world import World
from webapp.context import HOSTS
from webapp.demo.fights import READY_MADE, read_fight

load_systems()


@pytest.mark.parametrize("system_id", sorted({read_fight(fight).system for fight in READY_MADE}))
def test_each_piece_of_stock_has_a_page_of_its_sheet_and_a_form(world: World, system_id: str) -> None:
    gm, stock = world.gm(), find_system(system_id).stock
    table = "/tables/" + gm.post("/tables", name="Stock", system=system_id).location.split("/")[2]
    for item in stock:
        answer = gm.htmx(f"{table}/gm/stock", item=item.id, count="1", side="heroes")
        assert answer.status_code == 204, answer.text
    people = world.app.extensions[HOSTS].get(table.rpartition("/")[2]).battle.state.combatants
    assert len(people) == len(stock)
    for one in people.values():
        for path in (f"gm/sheet/{one.id}", f"gm/sheet/{one.id}/edit"):
            page = gm.get(f"{table}/{path}")
            assert page.status_code == 200, one.name
            assert str(escape(one.name, quote=False)).split("'")[0] in page.text
