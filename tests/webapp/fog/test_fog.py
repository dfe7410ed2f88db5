"""The fog as tables have it: who is told what, what is remembered, and what the GM's hand does."""

import re
from io import BytesIO
from typing import Any

import pytest

from rules.engine.fog.lamps import lit_map
from rules.engine.text import in_full
from rules.map.grid import Footprint
from rules.map.model import Grid, GridKind, WallKind
from rules.map.vision import brightness_at
from tests.webapp.fog.fog_ledger import drawn_walls
from tests.webapp.pages import Page, gm_of, host_of, screen
from tests.webapp.world import World
from webapp.archive.table_file_import import open_table
from webapp.archive.table_file_reader import read_table
from webapp.archive.table_file_writer import gather, write_table
from webapp.context import HOSTS
from webapp.table.grants import Visitor

GRID = Grid(GridKind.SQUARE, 10, 6)


def gm(world: World, do: str, **params: Any) -> None:
    host_of(world).handle({"do": do, **params}, by=gm_of(world))


def hall(world: World) -> None:
    """Lay a hall of two rooms: the party in the western one, a raider in the other, a gate between them."""
    wall = [{"from": [5, 0], "to": [5, 2]}, {"from": [5, 3], "to": [5, 6]}]
    gate = {"id": "gate", "from": [5, 2], "to": [5, 3], "kind": "door"}
    grid = {"kind": "square", "cols": 10, "rows": 6}
    for who in [who for who in host_of(world).battle.state.combatants if who not in ("kit", "raider-1")]:
        gm(world, "remove", target=who)
    gm(world, "set-map", map={"grid": grid, "walls": [*wall, gate]})
    gm(world, "set-fog", on=True)
    gm(world, "gm-set", target="kit", state={"at": [1, 2]})
    gm(world, "gm-set", target="raider-1", state={"at": [8, 2]})


def test_fog_that_is_laid_and_lifted_loads_the_players_pages_anew(world: World) -> None:
    page = Page(world, world.player("Ann", "kit"), "play")
    for on in (True, False):
        gm(world, "set-fog", on=on)
        assert page.take()[-1] == {"reload": True}


def test_a_gate_that_opens_out_of_sight_stays_shut_in_the_mind(world: World) -> None:
    hall(world)
    page = Page(world, world.player("Ann", "kit"), "play")
    page.load()
    gm(world, "edit-map", walls=[{"from": [0, 4], "to": [5, 4]}])
    gm(world, "gm-set", target="kit", state={"at": [1, 5]})
    page.take()
    gm(world, "set-door", wall="gate", state="open")
    assert page.take() == []
    assert 'data-state="closed"' in page.load()
    gm(world, "gm-set", target="kit", state={"at": [1, 2]})
    assert 'data-state="open"' in page.load()


def test_a_lamp_is_told_of_where_somebody_sees_it_and_a_carried_one_with_who_carries_it(world: World) -> None:
    hall(world)
    page = Page(world, world.player("Ann", "kit"), "play")
    gm(world, "edit-map", ambient="dark")
    page.take()
    far = {"at": [7.5, 4.5], "range": 3, "colour": "#12ab34"}
    gm(world, "edit-map", lights=[far])
    gm(world, "set-lamp", target="raider-1", bright=1, dim=2)
    assert page.take() == []
    assert "#12ab34" not in page.load()
    assert "glow-" not in page.load().replace("map-glow", "")
    gm(world, "edit-map", lights=[{"at": [1.5, 4.5], "range": 3, "colour": "#ab1234"}])
    drawn = {part["id"]: part["svg"] for update in page.take() for part in update["drawn"]}
    assert "#ab1234" in drawn["glow-0"]
    gm(world, "set-door", wall="gate", state="open")
    assert 'id="glow-by-0"' in page.load()
    assert "#12ab34" not in page.load()  # round the corner


def test_a_floor_is_told_of_as_far_as_it_is_explored(world: World) -> None:
    bare = {"kind": "square", "cols": "10", "rows": "6", "per_cell": "1"}
    assert world.gm().htmx(world.at("gm/map/new"), **bare).status_code == 204
    hall(world)
    page = Page(world, world.player("Ann", "kit"), "play")
    gm(world, "edit-map", floors=[{"cells": [[7, 2], [8, 2]], "surface": "wood"}])
    assert page.take() == []
    assert "ground-wood" not in page.load()
    gm(world, "edit-map", floors=[{"cells": [[4, 2], [5, 2]], "surface": "deck"}])
    assert page.take() != []
    text = page.load()
    assert 'class="floor" d="M400 200' in text
    assert "600 200" not in text
    gm(world, "edit-map", surface="sand")
    assert "on-sand" in page.load()  # it is the same everywhere, and tells nothing
    assert "ground-wood" not in page.text


def test_ground_that_is_painted_where_somebody_stands_is_shown_at_once(world: World) -> None:
    hall(world)
    page = Page(world, world.player("Ann", "kit"), "play")
    gm(world, "edit-map", ground=[{"cells": [[4, 2], [5, 2]], "cost": 3, "name": "mud"}])
    [drawn] = [part["svg"] for update in page.take() for part in update["drawn"]]
    assert "mud" in drawn
    assert "600 200" not in drawn


def test_what_the_gm_draws_out_of_sight_is_seen_when_somebody_looks(world: World) -> None:
    hall(world)
    page = Page(world, world.player("Ann", "kit"), "play")
    gm(world, "edit-map", walls=[{"from": [7, 0], "to": [7, 6]}])
    assert page.take() == []
    assert ((7.0, 0.0), (7.0, 6.0)) not in drawn_walls(page.load())
    gm(world, "set-door", wall="gate", state="open")
    assert any(start[0] == end[0] == 7.0 for start, end in drawn_walls(page.load()))


@pytest.mark.parametrize("shut", [False, True])
def test_a_gate_that_was_shut_out_of_sight_is_found_by_who_walks_there(world: World, shut: bool) -> None:
    hall(world)
    gm(world, "edit-map", walls=[{"from": [0, 4], "to": [4, 4]}])
    gm(world, "set-door", wall="gate", state="open")
    gm(world, "gm-set", target="kit", state={"at": [0, 5]})
    page = Page(world, world.player("Ann", "kit"), "play")
    page.load()
    if shut:
        gm(world, "set-door", wall="gate", state="closed")
    assert page.take() == []
    reach = page.ask("reach", {"actor": "kit"})
    assert "6,2" in reach["places"], "as far as Kit knows, the gate is open"
    reply = page.ask("command", {"do": "move", "actor": "kit", "to": [6, 2]})
    at = host_of(world).battle.state.combatants["kit"].at
    assert reply["ok"], "nothing is refused that could not be known"
    assert at == ((4, 2) if shut else (6, 2)), "it is gone as far as it goes"
    assert ("said" in reply) == shut


def test_while_fog_lies_the_fight_is_told_again_from_when_it_was_laid(world: World) -> None:
    gm(world, "edit-map", walls=[{"from": [20, 1], "to": [20, 4]}])
    ann, master = world.player("Ann", "kit"), world.gm()
    gm(world, "turn", actor="kit")
    clear = ann.get(world.at("play/replay?at=99")).text
    assert ((20.0, 1.0), (20.0, 4.0)) in drawn_walls(clear)
    gm(world, "set-fog", on=True)
    gm(world, "gm-set", target="kit", state={"at": [3, 10]})
    text = ann.get(world.at("play/replay")).text
    assert ((20.0, 1.0), (20.0, 4.0)) not in drawn_walls(text)
    assert "/seen/play/" in text
    word, last = (re.findall(rf'data-{part}="(\w+)"', text)[0] for part in ("word", "last"))
    assert word not in clear, "moments are counted anew"
    assert int(last) < int(re.findall(r'data-last="(\d+)"', master.get(world.at("gm/replay")).text)[0])
    gm(world, "set-fog", on=False)
    assert ((20.0, 1.0), (20.0, 4.0)) in drawn_walls(ann.get(world.at("play/replay?at=99")).text)


def test_players_are_not_led_into_what_they_have_not_seen(world: World) -> None:
    hall(world)
    page = Page(world, world.player("Ann", "kit"), "play")
    assert all(int(place.split(",")[0]) < 5 for place in page.ask("reach", {"actor": "kit"})["places"])
    assert page.refused("command", {"do": "move", "actor": "kit", "to": [8, 4]})["code"] == "unexplored"


def test_a_door_that_was_never_seen_is_none_to_who_stands_beside_it(world: World) -> None:
    hall(world)
    gm(world, "edit-map", walls=[{"from": [0, 2], "to": [1, 2], "kind": "door"}])
    battle_map = host_of(world).battle.state.map
    assert battle_map is not None
    [trap] = [w.id for w in battle_map.walls if w.kind is WallKind.DOOR and w.id != "gate"]
    gm(world, "paint-fog", how="cover", all=True)
    ann = world.player("Ann", "kit")
    page = Page(world, ann, "play")
    assert trap not in ann.get(world.at("play/selected/kit")).text
    hidden = page.refused("command", {"do": "door", "actor": "kit", "wall": trap})
    missing = page.refused("command", {"do": "door", "actor": "kit", "wall": "none"})
    assert (hidden["code"], hidden["message"].replace(trap, "none")) == ("no-door", missing["message"])


def test_what_others_may_not_do_is_told_to_the_gm_alone(world: World) -> None:
    hall(world)
    page, table = Page(world, world.player("Ann", "kit"), "play"), Page(world, screen(world), "screen")
    before = host_of(world).battle.state
    for _ in range(2):
        code = page.refused("command", {"do": "move", "actor": "raider-1", "to": [1, 1]})["code"]
    assert code == "not-yours"
    assert not Page(world, page.browser, "gm").is_open
    assert host_of(world).battle.state is before
    listened, moved = host_of(world).refused.lines
    assert (in_full(moved.who), moved.times) == ("Ann", 2)
    assert "raider-1" in in_full(moved.what)
    assert (in_full(listened.who), in_full(listened.what)) == ("Ann", "asks for the GM’s page")
    assert "raider-1" in world.gm().get(world.at("gm")).text.partition('id="refused-log"')[2]
    assert (table.take_all(), page.take_all()) == ([], [])


def test_who_sees_alone_from_now_on_is_told_no_more_of_what_the_others_see(world: World) -> None:
    hall(world)
    gm(world, "edit-map", ambient="dark")
    gm(world, "add", combatants=[{"id": "zq", "name": "Zaq", "side": "heroes", "at": [4, 5], "sheet": {}}])
    page = Page(world, world.player("Ann", "kit"), "play")
    gm(world, "gm-set", target="zq", state={"at": [4, 4]})
    assert "token-zq" in page.text
    gm(world, "set-fog", each=True)
    assert page.take()[-1] == {"reload": True}
    gm(world, "gm-set", target="zq", state={"at": [4, 5]})
    assert page.take_all() == []


def test_of_two_parties_the_table_shows_what_the_gm_says(world: World) -> None:
    hall(world)
    for name, who in (("Ann", "kit"), ("Bob", "raider-1")):
        world.player(name)
        [person] = [p.id for p in world.store.people.of_table(world.table.id) if p.name == name]
        world.gm().post(world.at("gm/seat"), who=who, person=person)
    table, watcher = screen(world), world.player("Watcher")
    for side, shown in (("", {"kit", "raider-1"}), ("heroes", {"kit"}), ("raiders", {"raider-1"})):
        assert world.gm().post(world.at("gm/settings"), sight="1", table_side=side).status_code == 303
        for browser, role in ((table, "screen"), (watcher, "play")):
            assert set(re.findall(r'id="token-([^"]+)"', browser.get(world.at(role)).text)) == shown
    assert 'id="token-kit"' not in world.gm().get(world.at("gm/eyes/party")).text


def test_a_table_file_carries_the_fog(world: World) -> None:
    hall(world)
    gm(world, "set-lamp", target="kit", bright=2, dim=4)
    fog, people = host_of(world).battle.state.fog, host_of(world).battle.state.combatants
    table = gather(world.store, world.table.id)
    assert table is not None
    out = BytesIO()
    write_table(table, {}, out)
    opened = open_table(world.store, read_table(out))
    state = world.app.extensions[HOSTS].get(opened.id).battle.state
    assert (state.fog, state.combatants["kit"].lamp) == (fog, people["kit"].lamp)


def test_a_player_aims_in_the_light_that_there_is(world: World) -> None:
    hall(world)
    gm(world, "edit-map", ambient="dark", drop={"walls": ["gate"]})
    gm(world, "set-lamp", target="raider-1", bright=2, dim=3)
    world.player("Ann", "kit")
    [person] = world.store.people.of_table(world.table.id)
    viewer = host_of(world).viewer(Visitor("play", world.table.id, person.id, "Ann"))
    stream = host_of(world).stream(viewer)
    assert "raider-1" in stream.now
    known = stream.as_known(host_of(world).battle.state)
    assert known.map is not None
    lights = [brightness_at(lit_map(known) or known.map, Footprint(at)).value for at in ((8, 2), (1, 2))]
    assert lights == ["bright", "dark"]


def test_an_area_beyond_a_wall_that_nobody_knows_is_not_cut_by_it(world: World) -> None:
    hall(world)
    page = Page(world, world.player("Ann", "kit"), "play")
    asked = {"shape": "blast", "at": [850, 350], "size": 2, "walls": True, "free": True}
    before = page.ask("area", asked)
    gm(world, "edit-map", walls=[{"from": [9, 0], "to": [9, 6]}])
    assert page.ask("area", asked) == before


def test_each_alone_sees_what_the_own_eyes_see_and_the_table_what_all_do(world: World) -> None:
    hall(world)
    ann, table = world.player("Ann", "kit"), screen(world)
    gm(world, "add", combatants=[{"id": "zq", "name": "Zaq", "side": "heroes", "at": [8, 4], "sheet": {}}])
    assert "Zaq" in Page(world, ann, "play").load()
    gm(world, "set-fog", each=True)
    assert "token-zq" not in Page(world, ann, "play").load()
    assert "token-zq" in Page(world, table, "screen").load()
    watcher = world.player("Watcher")
    assert 'id="token-' not in Page(world, watcher, "play").load()


def test_the_gm_looks_through_others_eyes_and_can_do_nothing_there(world: World) -> None:
    hall(world)
    world.player("Ann", "kit")
    [person] = world.store.people.of_table(world.table.id)
    eyes = world.gm()
    seen = eyes.get(world.at(f"gm/eyes/{person.id}")).text
    assert "token-kit" in seen
    assert "token-raider-1" not in seen
    page = Page(world, eyes, f"eyes-{person.id}")
    assert page.is_open
    assert page.refused("command", {"do": "move", "actor": "kit", "to": [2, 2]})["code"] == "not-allowed"
    assert eyes.get(world.at("gm/eyes/nobody")).status_code == 403
    assert world.player("Bob").get(world.at("gm/eyes/party")).status_code == 403


def test_a_player_cannot_open_a_socket_as_the_gms_eyes(world: World) -> None:
    assert not Page(world, world.player("Ann", "kit"), "eyes-party").is_open


def test_a_line_about_fog_is_for_the_gm_alone(world: World) -> None:
    hall(world)
    gm(world, "paint-fog", how="show", cells=[[9, 0]])
    assert "shows some of the map" in world.gm().get(world.at("gm")).text
    assert "some of the map" not in world.player("Ann", "kit").get(world.at("play")).text


@pytest.mark.parametrize("do", ["set-fog", "paint-fog"])
def test_fog_is_the_gms_alone(world: World, do: str) -> None:
    page = Page(world, world.player("Ann", "kit"), "play")
    assert (
        page.refused("command", {"do": do, "on": True, "how": "show", "all": True})["code"] == "not-allowed"
    )


def test_a_page_that_was_away_is_brought_up_to_date_in_the_fog(world: World) -> None:
    hall(world)
    ann = world.player("Ann", "kit")
    first = Page(world, ann, "play")
    seq = int(re.findall(r'data-seq="(\d+)"', first.load())[0])
    first.close()
    gm(world, "gm-set", target="kit", state={"at": [1, 3]})
    gm(world, "set-door", wall="gate", state="open")
    again = Page(world, ann, "play", seq=seq)
    assert "door open" in again.text
    host_of(world).load()  # as a server that starts anew: the numbers are the same
    assert again.updates[-1]["seq"] == host_of(world).stream(next(v for _, v in rooms(world))).seq


def rooms(world: World) -> list[Any]:
    from webapp.live.audiences import AUDIENCES

    return list(world.app.extensions[AUDIENCES].of(host_of(world)).rooms())


def test_a_side_that_somebody_begins_to_play_is_kept_from_then_on(world: World) -> None:
    hall(world)
    world.player("Ann", "kit")
    [person] = world.store.people.of_table(world.table.id)
    assert host_of(world).battle.state.fog.sides == ("heroes",)
    world.gm().post(world.at("gm/seat"), who="raider-1", person=person.id)
    fog = host_of(world).battle.state.fog
    assert set(fog.sides) == {"heroes", "raiders"}
    assert ("raiders", "raider-1") in fog.explored


def test_who_comes_into_sight_does_not_say_from_how_far(world: World) -> None:
    hall(world)
    page = Page(world, world.player("Ann", "kit"), "play")
    gm(world, "set-door", wall="gate", state="open")
    gm(world, "gm-set", target="raider-1", state={"at": [6, 5]})
    page.load()
    gm(world, "move", actor="raider-1", to=[6, 2])
    [line] = re.findall(r"Raider 1 moves[^<]*", "".join(update["panels"] for update in page.take()))
    assert line == "Raider 1 moves to G3."
