"""A table handed over: who has it runs it, all are told, its own GM keeps a way back and what is theirs."""

import json
import re
import zipfile
from io import BytesIO

import pytest

from tests.postgres import ReusedSchema
from tests.webapp.pages import Page, host_of, screen, watcher
from tests.webapp.table.invited import gm_called, invited, makes_table
from tests.webapp.table.test_second_gms import left_behind, makes_second, person, second_link
from tests.webapp.world import TOKEN, Browser, World
from webapp.app import Settings, create_app
from webapp.table.ownership import give, hand_back

RUNS = "Bea runs this table now."


def hands_over(world: World, gm: Browser, name: str) -> None:
    assert gm.post(world.at(f"gm/people/{person(world, name)}/hand-over")).status_code == 303


def takes_back(world: World, browser: Browser) -> None:
    assert browser.htmx(world.at("gm/take-back")).status_code == 204


def run_by(world: World) -> str:
    return world.store.settings(world.table.id).run_by


def who_runs_in(text: str) -> str:
    [found] = re.findall(r'<section id="who-runs".*?</section>', text, re.DOTALL)
    return str(found)


def who_runs_sent(page: Page) -> str:
    """Give the line on who runs the table as the page was sent it last, without being loaded anew."""
    updates = page.take()
    assert all("reload" not in update for update in updates)
    [line] = [who_runs_in(update["panels"]) for update in updates if 'id="who-runs"' in update["panels"]][-1:]
    return line


@pytest.fixture
def gm(world: World) -> Page:
    return Page(world, world.gm(), "gm")


@pytest.fixture
def bea(world: World, gm: Page) -> Browser:
    """Bea plays Kit, and runs the table."""
    browser = world.player("Bea", "kit")
    hands_over(world, gm.browser, "Bea")
    return browser


# ------------------------------------------------------------------------------------- handed over
def test_a_player_runs_the_table_once_it_is_handed_over(world: World, gm: Page) -> None:
    bea = world.player("Bea", "kit")
    assert bea.get(world.at("gm")).status_code == 403
    hands_over(world, gm.browser, "Bea")
    page = Page(world, bea, "gm")
    hidden = next(c for c in host_of(world).battle.state.combatants.values() if c.hidden)
    assert hidden.name in page.load()
    page.do("edit", target=hidden.id, hidden=False)
    assert not host_of(world).battle.state.combatants[hidden.id].hidden
    assert list(host_of(world).battle.entries)[-1].command.by == "gm:Bea"
    assert bea.post(world.at("gm/settings"), player_notes="1").status_code == 303
    assert (world.store.settings(world.table.id).player_notes, run_by(world)) == (True, person(world, "Bea"))


def test_all_pages_are_told_at_once_and_none_is_loaded_anew(world: World, gm: Page) -> None:
    bea, ann = (Page(world, world.player(name), "play") for name in ("Bea", "Ann"))
    table, spectator = Page(world, screen(world), "screen"), Page(world, watcher(world), "watch")
    pages = (gm, bea, ann, table, spectator)
    for page in pages:
        assert "hidden" in who_runs_in(page.load()).split(">")[0]
        page.take()
    hands_over(world, gm.browser, "Bea")
    for page in (gm, ann, table, spectator):
        assert RUNS in who_runs_sent(page)
    assert "You run this table now." in who_runs_sent(bea)
    assert "Take the table back" in gm.text
    assert "Hand the table back" in bea.text
    for page in (ann, table, spectator):
        assert "gm/take-back" not in page.text + page.load()
    takes_back(world, gm.browser)
    for page in pages:
        assert "hidden" in who_runs_sent(page).split(">")[0]
        assert "this table now" not in who_runs_in(page.load())


def test_who_runs_the_table_says_who_else_is_a_gm_and_its_own_does_not(
    world: World, gm: Page, bea: Browser
) -> None:
    world.player("Cy")
    makes_second(world, bea, "Cy")
    assert world.store.settings(world.table.id).second_gms == (person(world, "Cy"),)
    assert second_link(world, bea)
    assert "second-link" not in gm.load()
    answer = gm.browser.htmx(world.at(f"gm/people/{person(world, 'Cy')}/second"), on="")
    assert answer.status_code == 422
    assert "take it back first" in answer.text
    takes_back(world, gm.browser)
    makes_second(world, gm.browser, "Cy", on="")
    assert world.store.settings(world.table.id).second_gms == ()


def test_the_tables_own_gm_still_plays_beside_and_in_the_same_browser(
    world: World, gm: Page, bea: Browser
) -> None:
    gm.do("put-mark", target="kit", name="Cursed", seen_by="all")
    assert gm.browser.post(world.links.join, name="Ada", character="brannock").status_code == 303
    own = Page(world, gm.browser, "play")
    assert RUNS in who_runs_in(own.load())
    assert "Take the table back" in who_runs_in(own.load())
    takes_back(world, gm.browser)
    assert "hidden" in who_runs_sent(own).split(">")[0]
    assert run_by(world) == ""


def test_a_new_name_of_who_runs_the_table_is_told(world: World, gm: Page, bea: Browser) -> None:
    ann = Page(world, world.player("Ann"), "play")
    gm.browser.post(world.at(f"gm/people/{person(world, 'Bea')}"), name="Beatrix")
    assert "Beatrix runs this table now." in who_runs_sent(ann)


# ------------------------------------------------------------------------------------- and back
def test_handed_back_she_is_a_player_again_and_her_gms_page_goes_there(
    world: World, gm: Page, bea: Browser
) -> None:
    page, own = Page(world, bea, "gm"), Page(world, bea, "play")
    own.take()
    takes_back(world, bea)
    assert [m["args"] for m in left_behind(page) if m["name"] == "update"][-1] == [
        {"reload": True, "at": world.at("play")}
    ]
    assert not page.is_open
    assert "hidden" in who_runs_sent(own).split(">")[0]
    assert bea.get(world.at("gm")).status_code == 403
    assert bea.json(world.at("commands?as=gm"), {"do": "undo"}).status_code == 403
    assert second_link(world, gm.browser)


def test_a_second_gm_who_had_the_table_stays_a_second_gm(world: World, gm: Page) -> None:
    bea = world.player("Bea")
    makes_second(world, gm.browser, "Bea")
    page = Page(world, bea, "gm")
    page.take()
    hands_over(world, gm.browser, "Bea")
    assert "Hand the table back" in who_runs_sent(page)
    assert "second-gms" in page.load()
    takes_back(world, gm.browser)
    assert "hidden" in who_runs_sent(page).split(">")[0]
    assert page.is_open
    assert 'id="second-gms"' not in page.load()


def test_the_gms_link_takes_it_back_after_a_restart(
    world: World, gm: Page, bea: Browser, kept_in: ReusedSchema | None
) -> None:
    settings: Settings = world.app.extensions["battlemat-settings"]
    key, table = world.app.config["SECRET_KEY"], world.table.id
    world.store.close()
    again = create_app(settings)
    try:
        assert again.config["SECRET_KEY"] == key
        client = again.test_client()
        with client.session_transaction() as session:
            session["csrf"] = TOKEN
        client.get(world.links.gm)
        assert RUNS in who_runs_in(client.get(f"/tables/{table}/gm").text)
        assert client.post(f"/tables/{table}/gm/take-back", data={"csrf": TOKEN}).status_code == 303
        assert "this table now" not in who_runs_in(client.get(f"/tables/{table}/gm").text)
    finally:
        again.extensions["battlemat-store"].close()


def test_handing_back_what_another_has_by_now_changes_nothing(world: World, gm: Page, bea: Browser) -> None:
    world.player("Cy")
    hands_over(world, gm.browser, "Cy")
    assert bea.htmx(world.at("gm/take-back")).status_code == 403
    with world.app.app_context():
        hand_back(world.table.id, person(world, "Bea"))
    assert run_by(world) == person(world, "Cy")


def test_who_had_the_table_and_leaves_it_has_it_no_more(world: World, gm: Page, bea: Browser) -> None:
    gm.take()
    assert gm.browser.post(world.at(f"gm/people/{person(world, 'Bea')}/remove")).status_code == 303
    assert run_by(world) == ""
    assert "hidden" in who_runs_sent(gm).split(">")[0]
    assert bea.get(world.at("gm")).status_code == bea.get(world.at("play")).status_code == 403


# ------------------------------------------------------------------------------------- what never passes
def test_nobody_takes_the_table_by_a_forged_request(world: World, gm: Page) -> None:
    bea, cy = world.player("Bea"), world.player("Cy")
    path = world.at(f"gm/people/{person(world, 'Bea')}/hand-over")
    for browser in (bea, cy, world.stranger(), screen(world)):
        for address in (path, world.at("gm/take-back")):
            answer = browser.htmx(address)
            assert answer.status_code == 403
            assert "needs the GM" in answer.text.replace("&#39;", "'")
    makes_second(world, gm.browser, "Bea")
    for address in (path, world.at("gm/take-back")):
        answer = bea.htmx(address)
        assert answer.status_code == 422
        assert "own GM" in answer.text
    assert run_by(world) == ""
    settings = {"run_by": person(world, "Bea"), "sight": "1"}
    assert bea.post(world.at("gm/settings"), **settings).status_code == 303
    assert run_by(world) == ""


def test_who_has_the_table_can_neither_pass_it_on_nor_lock_its_own_gm_out(
    world: World, gm: Page, bea: Browser
) -> None:
    world.player("Cy")
    answer = bea.htmx(world.at(f"gm/people/{person(world, 'Cy')}/hand-over"))
    assert (answer.status_code, "own GM hands it over" in answer.text) == (422, True)
    answer = bea.htmx(world.at(f"gm/people/{person(world, 'Bea')}/second"), on="1")
    assert (answer.status_code, "its own GM says" in answer.text) == (422, True)
    table = world.table.id
    for address in (f"/mine/tables/{table}/delete", f"/host/tables/{table}/delete", "/host/gms"):
        assert bea.post(address, name="Bea").status_code in (403, 404)
    assert bea.post("/tables", name="Mine", system="atomic").status_code == 403
    assert world.links.gm not in bea.get(world.at("gm")).text + bea.get("/").text
    bea.post(world.at("gm/code"))
    bea.post(world.at("gm/links"))
    assert world.gm().get(world.at("gm")).status_code == 200
    takes_back(world, world.gm())
    assert run_by(world) == ""


def test_it_is_handed_to_people_of_the_table_and_not_to_oneself(world: World, gm: Page) -> None:
    answer = gm.browser.htmx(world.at("gm/people/nobody/hand-over"))
    assert (answer.status_code, "not at the table" in answer.text) == (422, True)
    gm.browser.post(world.links.join, name="Ada", character="")
    answer = gm.browser.htmx(world.at(f"gm/people/{person(world, 'Ada')}/hand-over"))
    assert (answer.status_code, "That is you" in answer.text) == (422, True)
    assert run_by(world) == ""


def test_a_table_file_says_nothing_of_who_runs_the_table(world: World, gm: Page, bea: Browser) -> None:
    file = bea.get(world.at("gm/table.battlemat")).data
    with zipfile.ZipFile(BytesIO(file)) as packed:
        settings = json.loads(packed.read("manifest.json"))["settings"]
    assert settings["run_by"] == ""
    assert person(world, "Bea") not in json.dumps(settings)


def test_a_table_that_is_given_away_is_its_new_gms(world: World, gm: Page, bea: Browser) -> None:
    invited(world, "Ada")
    table = world.table.id
    with world.app.app_context():
        give(table, gm_called(world, "Ada"))
    assert world.store.settings(table).run_by == ""
    assert bea.get(f"/tables/{table}/gm").status_code == 403


def test_an_invited_gm_hands_over_and_takes_back_by_the_invitation(world: World) -> None:
    ada = invited(world, "Ada")
    table = makes_table(world, ada, "The Mill")
    bea = world.stranger()
    assert bea.post(f"/join/{table.join_code}", name="Bea", character="").status_code == 303
    [row] = world.store.people.of_table(table.id)
    assert ada.post(f"/tables/{table.id}/gm/people/{row.id}/hand-over").status_code == 303
    assert bea.get(f"/tables/{table.id}/gm").status_code == 200
    assert world.gm().get(f"/tables/{table.id}/gm").status_code == 403
    assert "Take the table back" in ada.get(f"/tables/{table.id}/gm").text
    assert ada.post(f"/tables/{table.id}/gm/take-back").status_code == 303
    assert bea.get(f"/tables/{table.id}/gm").status_code == 403
