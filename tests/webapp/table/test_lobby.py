"""The waiting room, links that the GM changes, and who is sent away."""

import pytest

from tests.webapp.pages import Page, host_of, screen
from tests.webapp.world import Browser, World
from webapp.context import HOSTS


@pytest.fixture
def gm(world: World) -> Page:
    page = Page(world, world.gm(), "gm")
    assert page.browser.htmx(world.at("gm/settings"), sight="1", waiting_room="1").status_code == 204
    return page


def knock(world: World, name: str = "Ann", character: str = "kit") -> Browser:
    browser = world.stranger()
    answer = browser.post(world.links.join, name=name, character=character)
    assert (answer.status_code, answer.location) == (303, f"/door/{world.table.id}")
    return browser


def first_knock(world: World) -> str:
    return host_of(world).door.waiting[0].id


def test_a_newcomer_waits_and_gets_nothing_until_the_gm_lets_them_in(world: World, gm: Page) -> None:
    ann = knock(world)
    waiting = ann.get(f"/door/{world.table.id}")
    assert "the GM has been told" in waiting.text
    assert ann.get(f"/door/{world.table.id}/waits").json == {"waits": True}
    assert ann.get(world.at("play")).status_code == 403
    assert ann.get(world.links.join).location == f"/door/{world.table.id}"
    assert world.store.people.of_table(world.table.id) == []
    told = "".join(update.get("panels", "") for update in gm.take())
    assert "<b>Ann</b> waits to join, to play Kit" in told
    assert gm.browser.htmx(world.at(f"gm/door/{first_knock(world)}/in")).status_code == 204
    assert ann.get(f"/door/{world.table.id}/waits").json == {"waits": False}
    assert ann.get(f"/door/{world.table.id}").location == world.at("play")
    assert ann.get(world.at("play")).status_code == 200
    assert list(host_of(world).seats) == ["kit"]
    assert host_of(world).door.waiting == ()


def test_who_is_sent_away_is_told_so(world: World, gm: Page) -> None:
    ann = knock(world)
    assert gm.browser.htmx(world.at(f"gm/door/{first_knock(world)}/away")).status_code == 204
    assert ann.get(f"/door/{world.table.id}/waits").json == {"waits": False}
    assert "has not let Ann in" in ann.get(f"/door/{world.table.id}").text
    assert ann.get(f"/door/{world.table.id}").status_code == 403
    assert ann.get(f"/door/{world.table.id}/waits").status_code == 403
    assert world.store.people.of_table(world.table.id) == []


def test_after_a_restart_who_waits_knocks_again(world: World, gm: Page) -> None:
    ann = knock(world)
    world.app.extensions[HOSTS]._hosts.clear()
    assert ann.get(f"/door/{world.table.id}").status_code == 200
    assert [waiting.name for waiting in host_of(world).door.waiting] == ["Ann"]


def test_once_the_door_is_open_who_waits_comes_in_by_the_link(world: World, gm: Page) -> None:
    ann = knock(world)
    world.app.extensions[HOSTS]._hosts.clear()
    assert gm.browser.htmx(world.at("gm/settings"), sight="1").status_code == 204
    answer = ann.get(f"/door/{world.table.id}")
    assert answer.status_code == 403
    assert world.table.join_code not in answer.text
    assert ann.get(world.links.join).status_code == 200


def test_a_taken_name_and_a_full_door_are_refused(world: World, gm: Page) -> None:
    knock(world)
    gm.browser.htmx(world.at(f"gm/door/{first_knock(world)}/in"))
    assert "is here already" in world.stranger().post(world.links.join, name="ANN").text
    for number in range(30):
        knock(world, f"N{number}", "")
    assert "Too many people wait" in world.stranger().post(world.links.join, name="Zed").text


def test_nobody_but_the_gm_opens_the_door(world: World, gm: Page) -> None:
    ann = knock(world)
    knocked = first_knock(world)
    for deed in ("in", "away"):
        assert ann.htmx(world.at(f"gm/door/{knocked}/{deed}")).status_code == 403
    assert ann.get(f"/door/{'x' * 12}").status_code == 403
    assert len(host_of(world).door.waiting) == 1


def test_the_code_to_scan_is_the_code_of_now(world: World) -> None:
    gm = Page(world, world.gm(), "gm")
    old = world.table.join_code
    assert f"qr.svg?of={old}" in gm.load()
    drawn = gm.browser.get(world.at("qr.svg")).data
    assert gm.browser.htmx(world.at("gm/code")).status_code == 204
    told = "".join(update["panels"] for update in gm.take())  # who is here is told in a moment besides
    assert f"qr.svg?of={world.table.join_code}" in told
    assert gm.browser.get(world.at("qr.svg")).data != drawn
    answer = world.stranger().get(f"/join/{old}")
    assert (answer.status_code, "may have been changed" in answer.text) == (404, True)


def test_changed_links_die_at_once_and_say_so(world: World) -> None:
    gm = world.gm()
    table = Page(world, screen(world), "screen")
    browser = world.stranger()
    old = world.links
    assert browser.get(old.watch).location == world.at("watch")
    watcher = Page(world, browser, "watch")
    assert gm.htmx(world.at("gm/links")).status_code == 204
    for page, link in ((table, old.screen), (watcher, old.watch)):
        assert page.take()[-1:] in ([{"reload": True}], [])
        assert not page.is_open
        assert page.browser.get(world.at(page.role)).status_code == 403
        answer = world.stranger().get(link)
        assert answer.status_code == 404
        assert "may have been changed" in answer.text
    again = world.stranger()
    assert again.get(f"/screen/{world.table.screen_key}").location == world.at("screen")
    assert Page(world, again, "screen").is_open


def test_who_is_removed_loses_the_open_page_and_the_session(world: World) -> None:
    ann = Page(world, world.player("Ann", "kit"), "play")
    person = world.store.people.of_table(world.table.id)[0]
    world.gm().htmx(world.at(f"gm/people/{person.id}/remove"))
    assert not ann.is_open
    assert ann.browser.get(world.at("play")).status_code == 403


def test_a_character_goes_from_one_to_another_and_to_nobody(world: World) -> None:
    gm = world.gm()
    pages = [Page(world, world.player(name, who), "play") for name, who in (("Ann", "kit"), ("Ben", ""))]
    ben = next(p for p in world.store.people.of_table(world.table.id) if p.name == "Ben")
    gm.htmx(world.at("gm/seat"), who="kit", person=ben.id)
    assert pages[0].refused("command", {"do": "turn", "actor": "kit"})["code"] == "not-yours"
    assert pages[1].ask("command", {"do": "turn", "actor": "kit"})["ok"]
    gm.htmx(world.at("gm/seat"), who="kit", person="")
    assert pages[1].refused("command", {"do": "turn", "actor": "kit"})["code"] == "not-yours"


def test_a_watcher_sees_what_the_table_sees(world: World) -> None:
    browser = world.stranger()
    browser.get(world.links.watch)
    page = Page(world, browser, "watch").load()
    table = Page(world, screen(world), "screen").load()
    for who, seen in (("kit", True), ("raider-3", True), ("raider-1", False), ("raider-4", False)):
        assert (f'id="token-{who}"' in page, f'id="token-{who}"' in table) == (seen, seen)
    assert "data-tool" not in page
    assert browser.post(world.at("gm/do"), do="begin").status_code == 403
