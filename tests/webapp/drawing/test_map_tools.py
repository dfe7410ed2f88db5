from rules.map.map_json import read_map
from tests.webapp.pages import Page, host_of, screen
from tests.webapp.world import World


def test_the_gm_gets_the_map_as_it_is_saved(world: World) -> None:
    got = world.gm().get(world.at("gm/map.json")).get_json()
    assert read_map(got["map"]) == host_of(world).battle.state.map
    assert all(wall["id"] for wall in got["map"]["walls"])


def test_nobody_else_gets_it(world: World) -> None:
    for browser in (world.stranger(), world.player("Ann", "kit"), screen(world)):
        assert browser.get(world.at("gm/map.json")).status_code == 403


def test_its_number_is_that_of_the_page_and_of_the_last_answer(world: World) -> None:
    gm = world.gm()
    page = Page(world, gm, "gm")
    seq = page.do("gm-set", target="kit", state={"at": [5, 7]})["seq"]
    assert gm.get(world.at("gm/map.json")).get_json()["seq"] == seq == page.take()[-1]["seq"]


def test_it_tells_whether_an_edit_can_be_taken_back(world: World) -> None:
    gm = world.gm()
    told = gm.get(world.at("gm/map.json")).get_json()
    assert (told["can_undo"], told["can_redo"]) == (False, False)
    page = Page(world, gm, "gm")
    page.do("edit-map", walls=[{"from": [1, 1], "to": [1, 3]}])
    told = gm.get(world.at("gm/map.json")).get_json()
    assert (told["can_undo"], told["can_redo"]) == (True, False)
    page.do("undo", of="map")
    told = gm.get(world.at("gm/map.json")).get_json()
    assert (told["can_undo"], told["can_redo"]) == (False, True)


def test_zones_without_an_outline_come_with_the_one_they_are_drawn_with(world: World) -> None:
    page = Page(world, world.gm(), "gm")
    zones = [{"id": "bar", "name": "The bar", "links": ["street"]}, {"id": "street", "name": "Street"}]
    for who in list(host_of(world).battle.state.combatants):
        page.do("remove", target=who)
    page.do("set-map", map={"grid": {"kind": "zones"}, "zones": zones})
    told = page.browser.get(world.at("gm/map.json")).get_json()
    assert told["outlines"]["bar"] == [[0, 0], [7, 0], [7, 5], [0, 5]]
    assert set(told["outlines"]) == {"bar", "street"}
