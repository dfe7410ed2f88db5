"""A second GM: by a link or by name, sees what the GM sees, is named in the log, is taken back at once."""

import json
import re
import zipfile
from io import BytesIO
from typing import Any

import pytest

from tests.webapp.pages import Page, host_of
from tests.webapp.table.invited import gm_called, invited, makes_table
from tests.webapp.world import Browser, World
from webapp.table.grants import Visitor
from webapp.table.ownership import MOST_SECONDS, give


def person(world: World, name: str) -> str:
    return next(p.id for p in world.store.people.of_table(world.table.id) if p.name == name)


def makes_second(world: World, gm: Browser, name: str, on: str = "1") -> None:
    assert gm.post(world.at(f"gm/people/{person(world, name)}/second"), on=on).status_code == 303


def second_link(world: World, gm: Browser) -> str:
    assert gm.post(world.at("gm/second-link"), on="1").status_code == 303
    [link] = re.findall(r"http://[^\"]*(/second/[\w/-]+)", gm.get(world.at("gm")).text)
    return str(link)


def left_behind(page: Page) -> list[dict[str, Any]]:
    """Give what a page was sent before it was disconnected."""
    return list(page.socket.queue)


@pytest.fixture
def gm(world: World) -> Page:
    return Page(world, world.gm(), "gm")


@pytest.fixture
def bea(world: World, gm: Page) -> Browser:
    """Bea plays Kit, and is a second GM."""
    browser = world.player("Bea", "kit")
    makes_second(world, gm.browser, "Bea")
    return browser


# ------------------------------------------------------------------------------------- what she may
def test_a_player_is_none_until_the_gm_says_so(world: World, gm: Page) -> None:
    bea = world.player("Bea", "kit")
    assert bea.get(world.at("gm")).status_code == 403
    makes_second(world, gm.browser, "Bea")
    assert bea.get(world.at("gm")).status_code == 200
    assert bea.get(world.at("play")).status_code == 200


def test_a_second_gm_sees_and_does_what_the_gm_does(world: World, gm: Page, bea: Browser) -> None:
    page = Page(world, bea, "gm")
    hidden = next(c for c in host_of(world).battle.state.combatants.values() if c.hidden)
    assert hidden.name in page.load()
    page.do("edit", target=hidden.id, hidden=False)
    assert not host_of(world).battle.state.combatants[hidden.id].hidden
    assert gm.take_change()["seq"] == page.take_change()["seq"]
    page.do("undo")
    assert host_of(world).battle.state.combatants[hidden.id].hidden
    assert bea.post(world.at("gm/settings"), sight="1", player_notes="1").status_code == 303
    assert world.store.settings(world.table.id).player_notes


def test_who_did_what_stands_in_the_log_for_gms_alone(world: World, gm: Page, bea: Browser) -> None:
    page, ann = Page(world, bea, "gm"), Page(world, world.player("Ann", "brannock"), "play")
    gm.take_all()
    page.do("put-mark", target="kit", name="Cursed", seen_by="all")
    gm.do("put-mark", target="kit", name="Blessed", seen_by="all")
    gm.take_all()
    for text in (page.load(), gm.load()):
        [cursed] = re.findall(r"<li id=\"log-[^§]*?Cursed.*?</li>", text, re.DOTALL)[-1:]
        assert 'class="tag"' in cursed.rsplit("<li", 1)[1]
        assert ">Bea</span>" in cursed.rsplit("<li", 1)[1]
    assert gm.load().count(">Bea</span></p>") == 1
    assert any(">Bea</span>" in json.dumps(update) for update in gm.updates)
    ann.take_all()
    assert "Cursed" in ann.text
    assert "Bea" not in re.sub(r"Bea alone", "", ann.text)
    assert "(by Bea)" in gm.browser.get(world.at("gm/log.txt")).text
    entries = list(host_of(world).battle.entries)[-2:]
    assert [entry.command.by for entry in entries] == ["gm:Bea", "gm"]


def test_what_a_second_gm_says_is_the_gms_under_the_own_name(world: World, gm: Page, bea: Browser) -> None:
    ann = world.player("Ann", "brannock")
    assert bea.htmx(world.at("gm/talk/say"), words="a secret", to=person(world, "Ann")).status_code == 204
    assert ann.htmx(world.at("play/talk/say"), words="a question", to="gm").status_code == 204
    assert "Bea (GM)" in ann.get(world.at("play")).text
    for browser in (gm.browser, bea):
        assert "a question" in browser.get(world.at("gm")).text
    assert "a question" not in bea.get(world.at("play")).text


# ------------------------------------------------------------------------------------- what she may not
def test_only_the_tables_own_gm_says_who_is_one(world: World, gm: Page, bea: Browser) -> None:
    world.player("Cy")
    link = second_link(world, gm.browser)
    for path, form in (
        (f"gm/people/{person(world, 'Cy')}/second", {"on": "1"}),
        (f"gm/people/{person(world, 'Bea')}/second", {"on": ""}),
        ("gm/second-link", {"on": "1"}),
    ):
        answer = bea.htmx(world.at(path), **form)
        assert answer.status_code == 422
        assert "own GM" in answer.text
    assert world.store.settings(world.table.id).second_gms == (person(world, "Bea"),)
    page = bea.get(world.at("gm")).text
    assert link not in page
    assert "second-link" not in page
    assert world.links.gm not in page
    for name in ("Bea", "Cy"):
        answer = bea.htmx(world.at(f"gm/people/{person(world, name)}/remove"))
        assert answer.status_code == (422 if name == "Bea" else 204)


def test_a_second_gm_makes_no_tables_and_sees_no_others(world: World, gm: Page, bea: Browser) -> None:
    assert bea.post("/tables", name="Mine", system="atomic").status_code == 403
    assert world.links.gm not in bea.get("/").text
    assert bea.get("/host").status_code == 403


def test_a_table_file_makes_nobody_a_gm(world: World, gm: Page, bea: Browser) -> None:
    second_link(world, gm.browser)
    file = bea.get(world.at("gm/table.battlemat")).data
    with zipfile.ZipFile(BytesIO(file)) as packed:
        settings = json.loads(packed.read("manifest.json"))["settings"]
    assert (settings["second_gms"], settings["second_key"]) == ([], "")


# ------------------------------------------------------------------------------------- taken back
def test_taken_back_her_open_pages_go_to_the_players_page_at_once(
    world: World, gm: Page, bea: Browser
) -> None:
    page, eyes, own = Page(world, bea, "gm"), Page(world, bea, "eyes-party"), Page(world, bea, "play")
    assert page.is_open
    assert eyes.is_open
    for one in (page, eyes, own, gm):
        one.take_all()
    makes_second(world, gm.browser, "Bea", on="")
    for one in (page, eyes):
        sent = [message["args"] for message in left_behind(one) if message["name"] == "update"]
        assert sent[-1] == [{"reload": True, "at": world.at("play")}]
        assert not one.is_open
    assert own.is_open
    assert own.take_all() == []
    assert bea.get(world.at("gm")).status_code == 403
    assert bea.get(world.at("play")).status_code == 200
    assert bea.json(world.at("commands?as=gm"), {"do": "undo"}).status_code == 403
    assert not Page(world, bea, "gm").is_open
    assert {"reload": True} not in gm.take()


def test_who_was_taken_back_by_another_server_is_refused_at_the_next_message(
    world: World, gm: Page, bea: Browser
) -> None:
    page = Page(world, bea, "gm")
    world.store.change_settings(world.table.id, second_gms=())
    assert (
        page.refused("command", {"do": "put-mark", "target": "kit", "name": "Late"})["code"] == "not-allowed"
    )


def test_a_second_gm_who_is_removed_is_nobody(world: World, gm: Page, bea: Browser) -> None:
    id_ = person(world, "Bea")
    gm.browser.post(world.at(f"gm/people/{id_}/remove"))
    assert bea.get(world.at("gm")).status_code == 403
    assert bea.get(world.at("play")).status_code == 403
    assert world.store.settings(world.table.id).second_gms == ()


def test_a_table_that_is_given_away_has_no_second_gm(world: World, gm: Page, bea: Browser) -> None:
    invited(world, "Ada")
    table = world.table.id
    with world.app.app_context():
        give(table, gm_called(world, "Ada"))
    assert world.store.settings(table).second_gms == ()
    assert bea.get(f"/tables/{table}/gm").status_code == 403


def test_the_table_of_an_invited_gm_may_have_a_second_one(world: World) -> None:
    ada = invited(world, "Ada")
    table = makes_table(world, ada, "The Mill")
    bea = world.stranger()
    assert bea.post(f"/join/{table.join_code}", name="Bea", character="").status_code == 303
    [row] = world.store.people.of_table(table.id)
    assert ada.post(f"/tables/{table.id}/gm/people/{row.id}/second", on="1").status_code == 303
    assert bea.get(f"/tables/{table.id}/gm").status_code == 200
    assert bea.post(world.at(f"gm/people/{row.id}/second"), on="1").status_code == 403


# ------------------------------------------------------------------------------------- by a link
def test_a_link_makes_one_person_a_second_gm_and_works_once(world: World, gm: Page) -> None:
    link = second_link(world, gm.browser)
    bea, cy = world.stranger(), world.stranger()
    assert "asks you to be a GM" in bea.get(link).text
    assert bea.get(world.at("gm")).status_code == 403  # to look at it is not to press
    assert bea.post(link, name="Bea").location == world.at("gm")
    assert Page(world, bea, "gm").is_open
    assert cy.get(link).status_code == cy.post(link, name="Cy").status_code == 404
    assert [p.name for p in world.store.people.of_table(world.table.id)] == ["Bea"]


def test_who_plays_already_stays_the_same_person(world: World, gm: Page) -> None:
    bea = world.player("Bea", "kit")
    assert bea.post(second_link(world, gm.browser)).location == world.at("gm")
    assert [p.name for p in world.store.people.of_table(world.table.id)] == ["Bea"]
    assert host_of(world).seats == {"kit": person(world, "Bea")}


def test_a_name_that_somebody_has_is_refused_and_the_link_still_works(world: World, gm: Page) -> None:
    world.player("Bea")
    link = second_link(world, gm.browser)
    answer = world.stranger().post(link, name="bea")
    assert answer.status_code == 422
    assert "is here already" in answer.text
    assert world.stranger().post(link, name="Bea the second").status_code == 303


def test_a_link_that_was_replaced_or_put_away_leads_nowhere(world: World, gm: Page) -> None:
    first, second = second_link(world, gm.browser), second_link(world, gm.browser)
    assert world.stranger().get(first).status_code == 404
    assert world.stranger().get(second).status_code == 200
    gm.browser.post(world.at("gm/second-link"), on="")
    assert world.stranger().get(second).status_code == 404
    assert world.stranger().get(f"/second/{world.table.id}/").status_code == 404


def test_there_are_so_many_second_gms_and_no_more(world: World, gm: Page) -> None:
    for number in range(MOST_SECONDS):
        world.store.people.add(world.table.id, f"P{number}")
        makes_second(world, gm.browser, f"P{number}")
    world.store.people.add(world.table.id, "One more")
    answer = gm.browser.htmx(world.at(f"gm/people/{person(world, 'One more')}/second"), on="1")
    assert answer.status_code == 422
    assert len(world.store.settings(world.table.id).second_gms) == MOST_SECONDS
    gm.browser.post(world.at(f"gm/people/{person(world, 'P0')}/remove"))
    makes_second(world, gm.browser, "One more")


def test_the_log_names_a_gm_by_role_and_a_second_one_by_name() -> None:
    own = Visitor("gm", "t", None, "GM")
    assert (own.by, own.is_own) == ("gm", True)
    second = Visitor("gm", "t", None, "Bea", second="p1")
    assert (second.by, second.is_own) == ("gm:Bea", False)
