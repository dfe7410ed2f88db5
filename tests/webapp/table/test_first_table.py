from pathlib import Path

import numpy as np
import pytest
from flask import Flask
from PIL import Image, ImageChops, ImageStat

from rules.engine.battle import Battle
from rules.map.grid import Footprint
from rules.map.line_of_fire import line_of_fire, sees
from rules.map.model import DoorState, Surface, WallKind, with_door
from rules.map.movement import reach
from rules.map.zones import zone_of
from rules.systems import load_systems
from tests.webapp.world import World
from webapp.app import Settings, create_app
from webapp.context import HOSTS, STORE
from webapp.demo.brushes.surfaces import SURFACES, paint_surface
from webapp.demo.fights import ONE_A_SYSTEM, READY_MADE, fight_picture, read_fight, read_gantry
from webapp.demo.first_table import first_table
from webapp.demo.painters import paint_fight, read_painted, recipe, surface_file
from webapp.drawing.zone_layout import lay_out
from webapp.importers.pictures import decode_kept, encode_picture

load_systems()
GANTRY = read_gantry()
PLACES = {one["id"]: Footprint(tuple(one["at"])) for one in GANTRY.cast}
HEROES = ("kit", "brannock", "dutch")
RAIDERS = ("raider-1", "raider-2", "raider-3", "raider-4")


def battle(world: World) -> Battle:
    found: Battle = world.app.extensions[HOSTS].get(world.table.id).battle
    return found


def test_the_first_start_makes_a_fight_that_is_ready_to_play(world: World) -> None:
    state = battle(world).state
    assert list(state.combatants) == [*HEROES, *RAIDERS]
    assert [who for who, c in state.combatants.items() if c.hidden] == ["raider-4"]
    assert state.map == GANTRY.map
    row = world.store.battle(world.battle_id)
    assert row is not None
    assert (row.name, row.system) == ("The Gantry", "atomic")
    assert world.gm().get(world.at("gm")).status_code == 200


def test_a_second_start_finds_the_same_table(world: World, app: Flask) -> None:
    events = world.store.events(world.battle_id)
    assert first_table(app) == world.links
    assert world.store.events(world.battle_id) == events
    assert len(world.store.battles(world.table.id)) == 1


def test_a_start_that_was_cut_short_is_finished_by_the_next(tmp_path: Path) -> None:
    app = create_app(Settings(data_dir=tmp_path, lan=False, async_mode="threading"))
    table = app.extensions[STORE].create_table("First table")
    links = first_table(app)
    assert links.gm == f"/gm/{table.gm_key}"
    assert app.extensions[STORE].table(table.id).battle_id is not None
    app.extensions[STORE].close()


def test_the_fight_begins_at_a_word(world: World) -> None:
    answer = world.gm().json(world.at("commands"), {"do": "begin", "id": "1"})
    assert answer.status_code == 200
    assert battle(world).state.active is not None


def test_everybody_stands_in_a_zone_where_one_can_walk() -> None:
    start = PLACES["kit"]
    walked = reach(GANTRY.map, start).costs
    for who, at in PLACES.items():
        assert at.place in walked, who
        assert zone_of(GANTRY.map, at.place) is not None, who
    assert len({at.place for at in PLACES.values()}) == 7


def test_there_are_two_doors_one_open_and_one_closed() -> None:
    doors = {w.id: w.state for w in GANTRY.map.walls if w.kind is WallKind.DOOR}
    assert doors == {"gantry-door": DoorState.CLOSED, "hatch": DoorState.OPEN}


def test_somebody_can_be_shot_at_from_the_start() -> None:
    fire = line_of_fire(GANTRY.map, PLACES["dutch"], PLACES["raider-3"])
    assert fire.clear
    assert fire.cover_share >= 0.5
    assert fire.materials == ("crate",)


@pytest.mark.parametrize("raider", ["raider-1", "raider-2"])
def test_opening_the_door_shows_who_waits_behind_it(raider: str) -> None:
    opened = with_door(GANTRY.map, "gantry-door", DoorState.OPEN)
    assert not any(sees(GANTRY.map, PLACES[hero], PLACES[raider]) for hero in HEROES)
    assert sees(opened, PLACES["kit"], PLACES[raider])


def test_the_doors_are_the_only_ways_out_of_the_dock() -> None:
    shut = with_door(GANTRY.map, "hatch", DoorState.CLOSED)
    inside = reach(shut, PLACES["kit"]).costs
    assert {zone_of(shut, cell) for cell in inside} == {"dock"}


def test_nobody_climbs_over_a_crate_by_walking_past_its_corner() -> None:
    costs = reach(GANTRY.map, Footprint((2, 4)), 2.0).costs
    assert costs[(4, 3)] == 2.0  # diagonally past the crate at 2, 2


@pytest.mark.parametrize("fight", READY_MADE)
def test_every_ready_fight_has_a_picture_of_its_map_s_size(fight: str) -> None:
    drawn, kept = lay_out(read_fight(fight).map), fight_picture(fight)
    assert kept is not None
    assert (kept.width, kept.height) == (round(drawn.width), round(drawn.height))


@pytest.mark.parametrize("surface", SURFACES)
def test_a_kept_tile_of_ground_is_what_its_painter_paints_and_joins_on_every_side(surface: Surface) -> None:
    with Image.open(surface_file(surface)) as kept:
        assert kept.size == (600, 600)
        off = ImageChops.difference(paint_surface(surface), kept.convert("RGB"))
        assert max(ImageStat.Stat(off).mean) < 6  # what is kept is kept small
        tile = np.asarray(kept.convert("L"), dtype=float)
    inner = np.abs(np.diff(tile, axis=1)).mean(axis=0).max(), np.abs(np.diff(tile, axis=0)).mean(axis=1).max()
    seams = np.abs(tile[:, -1] - tile[:, 0]).mean(), np.abs(tile[-1] - tile[0]).mean()
    assert seams[0] <= inner[0] * 1.1 + 2
    assert seams[1] <= inner[1] * 1.1 + 2


@pytest.mark.parametrize("fight", READY_MADE)
def test_a_picture_was_painted_from_what_is_there_now(fight: str) -> None:
    """Else `python -m webapp.demo.painters` paints it anew."""
    assert read_painted()[fight] == recipe(fight)


@pytest.mark.parametrize("fight", ONE_A_SYSTEM)
def test_the_kept_picture_is_what_its_painter_paints(fight: str) -> None:
    """Else `python -m webapp.demo.painters` paints it anew."""
    kept = fight_picture(fight)
    assert kept is not None
    again = decode_kept(encode_picture(paint_fight(fight)).data)
    off = ImageChops.difference(again.convert("RGB"), decode_kept(kept.data).convert("RGB"))
    assert max(ImageStat.Stat(off).mean) < 1  # encoders of other machines may round otherwise


def test_the_floor_is_dark_but_not_too_dark_to_see_on(world: World) -> None:
    [file] = world.store.pictures.iterdir()
    with Image.open(file) as picture:
        small = picture.convert("L").resize((24, 16))
    floor = [small.getpixel((c, r)) for c in range(2, 22) for r in range(2, 14)]
    assert all(isinstance(light, int) and 35 < light < 190 for light in floor)


BRIDGE = read_fight("bridge")
AT_THE_BRIDGE = {one["id"]: Footprint(tuple(one["at"])) for one in BRIDGE.cast}


def test_the_fight_at_the_bridge_has_room_for_everybody_and_a_way_across() -> None:
    places = {who: one.place for who, one in AT_THE_BRIDGE.items()}
    assert len(set(places.values())) == len(places)
    costs = reach(BRIDGE.map, AT_THE_BRIDGE["maren"], 60).costs
    shut_in = [who for who, place in places.items() if place not in costs]
    assert shut_in == ["gunman-1"]  # in the house, whose door is closed


def test_the_rifleman_at_the_bridge_covers_the_road_from_the_window() -> None:
    assert sees(BRIDGE.map, AT_THE_BRIDGE["gunman-1"], AT_THE_BRIDGE["maren"])


def test_the_extras_at_the_bridge_share_cards_by_their_kind() -> None:
    groups = {c["name"]: c["sheet"].get("group") for c in BRIDGE.combatants()}
    assert groups["Guard 1"] == groups["Guard 2"] == "guard"
    assert len({groups[name] for name in ("Guard 1", "Rifleman", "Hound")}) == 3


def test_the_gms_page_leads_to_the_first_page_and_players_pages_do_not(world: World) -> None:
    way = 'href="/"'
    assert way in world.gm().get(world.at("gm")).text
    assert way not in world.player("Ann", "kit").get(world.at("play")).text
