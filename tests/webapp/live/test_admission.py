"""Who is let in by a socket, as what, and who is out from one moment to the next."""

from typing import Any

import pytest

from tests.webapp.pages import Page, let_in
from tests.webapp.world import World


def test_without_a_grant_nobody_is_let_in(world: World) -> None:
    for role in ("gm", "play", "screen", "watch", "", "god"):
        assert not let_in(world, world.stranger(), {"table": world.table.id, "role": role})


@pytest.mark.parametrize(
    "auth", [None, 7, [], {}, {"table": None}, {"table": {}, "role": []}, {"role": "play"}]
)
def test_who_does_not_say_for_what_is_not_let_in(world: World, auth: Any) -> None:
    assert not let_in(world, world.player("Ann", "kit"), auth)


def test_a_grant_is_for_its_role_and_table_alone(world: World) -> None:
    player, gm = world.player("Ann", "kit"), world.gm()
    other = gm.post("/tables", name="Other").location.split("/")[2]
    assert let_in(world, player, {"table": world.table.id, "role": "play"})
    assert not let_in(world, player, {"table": world.table.id, "role": "gm"})
    assert not let_in(world, player, {"table": world.table.id, "role": "screen"})
    assert not let_in(world, player, {"table": other, "role": "play"})
    assert not let_in(world, player, {"table": "no-such-table", "role": "play"})
    assert not let_in(world, world.gm(), {"table": other, "role": "gm"})


def test_who_is_removed_is_out_at_once(world: World, gm: Page, ann: Page) -> None:
    [person] = [p for p in world.store.people.of_table(world.table.id) if p.name == "Ann"]
    client = ann.socket
    assert gm.browser.htmx(world.at(f"gm/people/{person.id}/remove")).status_code == 204
    assert not client.is_connected()
    gm.do("gm-set", target="kit", state={"at": [4, 8]})
    assert ann.browser.get(world.at("play")).status_code == 403
    ann.connect()
    assert not ann.is_open


def test_who_was_removed_by_another_server_is_out_too(world: World, gm: Page, ann: Page) -> None:
    [person] = [p for p in world.store.people.of_table(world.table.id) if p.name == "Ann"]
    world.store.people.remove(person.id)
    assert ann.refused("command", {"do": "turn", "actor": "kit"})["code"] == "not-allowed"
    assert ann.refused("resume", {"seq": 0})["code"] == "not-allowed"


def test_who_is_given_another_character_loads_anew_as_that_one(world: World, gm: Page, ann: Page) -> None:
    [person] = [p for p in world.store.people.of_table(world.table.id) if p.name == "Ann"]
    ann.take()
    gm.browser.htmx(world.at("gm/seat"), who="dutch", person=person.id)
    assert {"reload": True} in ann.take()
    ann.do("turn", "dutch")
