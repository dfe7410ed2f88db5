"""Whose side: nothing depends on who was added first, and the table says whose characters players take."""

import re

from rules.engine.shown import FOES, HEROES, OTHERS
from rules.engine.state import BattleState, Combatant
from rules.engine.system import find_system
from tests.rules.test_undo_of_commands import SYSTEMS
from tests.webapp.pages import host_of
from tests.webapp.world import Browser, World
from webapp.context import HOSTS
from webapp.table.grants import Visitor
from webapp.table.setup.sides import foes_of, heroes_of, side_choices


def state(*sides: str) -> BattleState:
    people = {
        f"c{n}": Combatant(id=f"c{n}", name=f"C{n}", side=side, sheet=None, state=None)
        for n, side in enumerate(sides)
    }
    return BattleState(system="plain", combatants=people)


def test_heroes_are_heroes_whoever_came_first() -> None:
    assert heroes_of(state()) == HEROES
    assert heroes_of(state(FOES, FOES)) == HEROES
    assert heroes_of(state("raiders", HEROES)) == HEROES
    assert heroes_of(state(FOES, "crew")) == HEROES
    assert heroes_of(state("crew", "raiders")) == "crew", "all have names of their own"
    assert heroes_of(state(FOES, HEROES), FOES) == FOES, "the GM has said so"


def test_a_foe_joins_those_who_are_against_the_heroes() -> None:
    assert foes_of(state(), HEROES) == FOES
    assert foes_of(state(HEROES, OTHERS), HEROES) == FOES
    assert foes_of(state(HEROES, "raiders"), HEROES) == "raiders"
    assert foes_of(state(HEROES, "raiders", FOES), HEROES) == FOES
    assert foes_of(state("wolves", "raiders", "raiders"), HEROES) == "raiders"


def test_the_form_offers_the_usual_sides_and_those_that_there_are() -> None:
    found = side_choices(state("wolves", HEROES, "raiders", "raiders"))
    assert [(c.side, c.kind, str(c.words)) for c in found] == [
        (HEROES, HEROES, "Heroes"),
        ("raiders", FOES, "Foes (Raiders)"),
        (OTHERS, OTHERS, "Others"),
        ("wolves", "", "Wolves"),
    ]


def test_a_side_that_the_gm_has_named_stands_with_a_capital_beside_the_usual_ones(world: World) -> None:
    gm = world.gm()
    gm.json(world.at("commands?as=gm"), {"do": "edit", "target": "kit", "side": "old crew"})
    card = gm.get(world.at("gm/selected/kit")).text
    assert '<p class="card-side">Old crew' in card
    assert 'name="side" value="old crew"' in card, "it is kept as it was typed"
    card = gm.get(world.at("gm/selected/raider-1")).text
    assert '<p class="card-side">Raiders' in card


def test_usual_sides_are_called_by_the_words_of_who_reads(world: World) -> None:
    gm = world.gm()
    gm.post("/language", language="de")
    assert '<p class="card-side">Helden' in gm.get(world.at("gm/selected/kit")).text


def new_table(gm: Browser) -> str:
    return gm.post("/tables", name="Other").location.split("/")[2]


def offered(world: World, table_id: str) -> list[str]:
    """Give the names that the page for joining a table offers."""
    table = world.store.table(table_id)
    assert table is not None
    page = world.stranger().get(f"/join/{table.join_code}").text
    return re.findall(r'class="character">.*?<b>([^<]*)</b>', page)


def test_raiders_who_were_added_first_are_not_for_players_to_take(world: World) -> None:
    gm = world.gm()
    table_id = new_table(gm)
    at = f"/tables/{table_id}/gm"
    gm.htmx(f"{at}/stock", item="raider", count="2", side="foes")
    assert offered(world, table_id) == ["Nobody"]
    gm.htmx(f"{at}/stock", item="kit", count="1", side="heroes")
    assert offered(world, table_id) == ["Kit Calloway", "Nobody"]
    host = world.app.extensions[HOSTS].get(table_id)
    host.handle({"do": "set-fog", "on": True}, Visitor("gm", table_id, None, "GM"))
    assert set(host.battle.state.fog.sides) == {HEROES}


def test_the_gm_says_whose_characters_players_take(world: World) -> None:
    gm = world.gm()
    assert "Kit" in offered(world, world.table.id)
    gm.post(world.at("gm/settings"), hero_side="raiders")
    names = offered(world, world.table.id)
    assert "Kit" not in names
    assert any(name.startswith("Raider") for name in names)
    assert host_of(world).settings.hero_side == "raiders"


def test_whom_the_projector_follows_changes_nobody_whom_players_may_take(world: World) -> None:
    before = offered(world, world.table.id)
    world.gm().post(world.at("gm/settings"), table_side="raiders")
    assert offered(world, world.table.id) == before


def test_a_further_side_is_typed_in(world: World) -> None:
    gm = world.gm()
    gm.htmx(world.at("gm/stock"), item="brute", count="1", side="foes", side_name="smugglers")
    assert list(host_of(world).battle.state.combatants.values())[-1].side == "smugglers"


def test_all_stock_says_on_which_side_it_mostly_fights() -> None:
    for id_ in SYSTEMS:
        system = find_system(id_)
        assert {item.side for item in system.stock} <= {HEROES, FOES, OTHERS}
        if system.stock:
            assert {HEROES, FOES} <= {item.side for item in system.stock}, system.id
