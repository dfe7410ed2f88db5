"""What the GM sets up: who is added from the stock, who plays whom, settings."""

import re
from dataclasses import replace

import pytest

from rules.engine.declared.stock_kinds import KINDS
from rules.engine.house.house import AS_WRITTEN
from rules.engine.system import find_system, systems
from tests.webapp.pages import host_of
from tests.webapp.world import World
from webapp.context import HOSTS
from webapp.demo.fights import ONE_A_SYSTEM
from webapp.panels.stock_cards import MOST_FIGURES, stock_cards, stock_groups
from webapp.server.language import COOKIE


def test_six_raiders_at_once_are_numbered_on_and_hidden(world: World) -> None:
    answer = world.gm().htmx(world.at("gm/stock"), item="raider", count="6", side="raiders", hidden="on")
    assert answer.status_code == 204
    people = host_of(world).battle.state.combatants
    new = list(people.values())[7:]
    assert all(re.fullmatch("Raider [0-9]{2}", c.name) for c in new), "drawn, and not counted on from 4"
    assert not any("raider" in c.id for c in new)
    assert len({c.name for c in people.values()}) == 13
    assert all(c.hidden and c.side == "raiders" for c in new)
    assert len({c.at for c in people.values()}) == 13


def test_one_who_is_large_comes_with_its_size_and_finds_room(world: World) -> None:
    world.gm().htmx(world.at("gm/stock"), item="war-walker", count="2", side="raiders")
    walkers = [c for c in host_of(world).battle.state.combatants.values() if "walker" in c.name]
    assert [walker.size for walker in walkers] == [2, 2]
    assert len({walker.at for walker in walkers}) == 2


def test_newcomers_stand_by_their_own_side(world: World) -> None:
    world.gm().htmx(world.at("gm/stock"), item="kit", count="2", side="heroes")
    new = [c.at for c in list(host_of(world).battle.state.combatants.values())[7:]]
    assert len(new) == 2
    assert all(isinstance(at, tuple) and at[0] < 8 for at in new)  # in the dock


def test_the_first_of_a_kind_bears_its_name_without_a_number(world: World) -> None:
    gm = world.gm()
    table_id = gm.post("/tables", name="Other").location.split("/")[2]
    for _ in range(2):
        gm.htmx(f"/tables/{table_id}/gm/stock", item="raider", count="1", side="heroes")
    gm.htmx(f"/tables/{table_id}/gm/stock", item="raider", count="2", side="heroes")
    people = world.app.extensions[HOSTS].get(table_id).battle.state.combatants
    names = [c.name for c in people.values()]
    assert names[0] == "Belt raider"
    assert all(re.fullmatch("Belt raider [0-9]{2}", name) for name in names[1:])
    assert len(set(names)) == 4


def test_a_fight_can_be_begun_once_somebody_is_there_who_can_act(world: World) -> None:
    gm = world.gm()
    table_id = gm.post("/tables", name="Other").location.split("/")[2]
    begin = re.compile(r"<button class=\"primary\"([^>]*)>Begin fight</button>")
    pages = []
    for item in ("", "raider"):
        if item:
            gm.htmx(f"/tables/{table_id}/gm/stock", item=item, count="1", side="raiders")
        pages += begin.findall(gm.get(f"/tables/{table_id}/gm").text)
    assert ["disabled" in page for page in pages] == [True, False]


def test_one_who_is_added_against_the_party_or_hidden_tells_of_no_other_by_its_number(world: World) -> None:
    """With a number or without: it is the same whether others of its kind lie in hiding or not."""
    world.player("Ann", "kit")
    for hidden in ("on", ""):
        world.gm().htmx(world.at("gm/stock"), item="brute", count="1", side="raiders", hidden=hidden)
    first, second = list(host_of(world).battle.state.combatants.values())[7:]
    assert all(re.fullmatch("Dock brute [0-9]{2}", c.name) for c in (first, second))
    assert first.name != second.name


def test_numbers_are_drawn_out_of_more_than_are_taken(world: World) -> None:
    for _ in range(4):
        world.gm().htmx(world.at("gm/stock"), item="brute", count="20", side="raiders")
    names = [c.name for c in list(host_of(world).battle.state.combatants.values())[7:]]
    assert len(set(names)) == 80
    assert any(re.fullmatch("Dock brute [0-9]{3}", name) for name in names)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"item": "dragon", "count": "1", "side": "x"}, "has no"),
        ({"item": "raider", "count": "0", "side": "x"}, "from 1 to 20"),
        ({"item": "raider", "count": "many", "side": "x"}, "from 1 to 20"),
        ({"item": "raider", "count": "\u0663", "side": "x"}, "from 1 to 20"),
        ({"item": "raider", "count": "1", "side": " "}, "Please type"),
        ({"item": "raider", "count": "1", "side": "x", "at": "[300, 2]"}, "off the map"),
        ({"item": "raider", "count": "1", "side": "x", "at": "{}"}, "a cell like"),
    ],
)
def test_what_the_stock_has_not_is_refused(world: World, form: dict[str, str], words: str) -> None:
    before = world.store.last_seq(world.battle_id)
    answer = world.gm().htmx(world.at("gm/stock"), **form)
    assert answer.status_code == 422
    assert words in answer.text
    assert world.store.last_seq(world.battle_id) == before


def test_the_gm_gives_and_takes_characters(world: World) -> None:
    gm = world.gm()
    world.player("Ann", "kit")
    [ann] = world.store.people.of_table(world.table.id)
    assert gm.htmx(world.at("gm/seat"), who="dutch", person=ann.id).status_code == 204
    assert host_of(world).seats == {"kit": ann.id, "dutch": ann.id}
    assert gm.htmx(world.at("gm/seat"), who="kit", person="").status_code == 204
    assert host_of(world).seats == {"dutch": ann.id}
    assert gm.htmx(world.at("gm/seat"), who="dutch", person="no-such").status_code == 422
    assert gm.htmx(world.at("gm/seat"), who="no-such", person=ann.id).status_code == 422
    assert host_of(world).seats == {"dutch": ann.id}


def test_the_gm_renames_a_person(world: World) -> None:
    world.player("Ann", "kit")
    [ann] = world.store.people.of_table(world.table.id)
    assert world.gm().htmx(world.at(f"gm/people/{ann.id}"), name="Anna").status_code == 204
    assert [p.name for p in host_of(world).people] == ["Anna"]


def test_settings_take_effect_at_once(world: World) -> None:
    gm = world.gm()
    assert gm.htmx(world.at("gm/settings"), answer_seconds="30").status_code == 204
    settings = host_of(world).settings
    assert (settings.sight, settings.answer_seconds) == (False, 30)
    assert gm.htmx(world.at("gm/settings"), sight="on", answer_seconds="").status_code == 204
    settings = host_of(world).settings
    assert (settings.sight, settings.answer_seconds) == (True, None)
    assert gm.htmx(world.at("gm/settings"), answer_seconds="1").status_code == 422
    assert host_of(world).settings == settings


def test_the_code_to_scan_is_drawn_without_styles(world: World) -> None:
    answer = world.gm().get(world.at("qr.svg"))
    assert answer.mimetype == "image/svg+xml"
    assert b"<svg" in answer.data
    assert b"style" not in answer.data


def test_rules_are_given_in_our_words(world: World) -> None:
    rules = world.stranger().get("/rules/atomic.json").json
    assert "AT-20" in rules
    assert all(rules.values())
    assert world.stranger().get("/rules/none.json").status_code == 404


def test_who_is_placed_stands_where_was_pressed_and_round_it(world: World) -> None:
    gm = world.gm()
    table_id = gm.post("/tables", name="Other").location.split("/")[2]
    gm.htmx(f"/tables/{table_id}/gm/stock", item="raider", count="5", side="foes", at="[9, 6]")
    people = world.app.extensions[HOSTS].get(table_id).battle.state.combatants.values()
    places = {c.at for c in people}
    assert (9, 6) in places
    assert len(places) == 5
    assert all(isinstance(at, tuple) and abs(at[0] - 9) <= 1 and abs(at[1] - 6) <= 1 for at in places)


def test_the_stock_is_told_apart_by_a_few_figures(world: World) -> None:
    with_kinds = [system for system in systems() if len(system.stock) > 1]  # others' tests bring some without
    assert len(with_kinds) >= len(ONE_A_SYSTEM)
    for system in with_kinds:
        cards = stock_cards(system, AS_WRITTEN)
        assert [card.item for card in cards] == list(system.stock)
        assert all(len(card.figures) <= MOST_FIGURES for card in cards)
        told = {str(f.label) for card in cards for f in card.figures}
        assert told
        for label in told:
            values = {str(f.value) for card in cards for f in card.figures if str(f.label) == label}
            assert len(values) > 1, f"{label} is the same for all"


def test_the_stock_is_offered_by_kinds_and_what_has_a_kind_of_its_own_comes_last() -> None:
    offered = set()
    for system in systems():
        groups = stock_groups(system, AS_WRITTEN)
        its_own = {item.kind for item in system.stock}
        assert [group.id for group in groups] == [kind for kind in KINDS if kind in its_own]
        for group in groups:
            assert [card.item for card in group.cards] == [i for i in system.stock if i.kind == group.id]
        offered |= its_own
    assert offered == set(KINDS)
    atomic = find_system("atomic")

    class Odd(type(atomic)):  # type: ignore[misc]
        stock = (replace(atomic.stock[0], kind="ghosts"), *atomic.stock[1:4])

    found = [(group.id, str(group.words), len(group.cards)) for group in stock_groups(Odd(), AS_WRITTEN)]
    assert found == [("leads", "Lead characters", 2), ("people", "People", 1), ("ghosts", "ghosts", 1)]


def test_who_comes_from_the_stock_is_called_as_the_gm_speaks(world: World) -> None:
    gm = world.gm()
    gm.client.set_cookie(COOKIE, "de")
    assert "<b>Gletscherbär</b>" in gm.get(world.at("gm")).text
    gm.htmx(world.at("gm/stock"), item="glacier-bear", count="1", side="heroes")
    assert list(host_of(world).battle.state.combatants.values())[-1].name == "Gletscherbär"
