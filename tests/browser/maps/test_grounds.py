"""A new map on a chosen ground, and a room with a floor: on the GM's page, a phone and the projector."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, SCREEN, Sit
from tests.browser.looks import look_over
from tests.browser.people import come_in, command
from tests.browser.seat import Seat
from tests.load.server import Server

ROOM = [(4, 4), (9, 4), (9, 8), (4, 8)]


def shows_ground(seat: Seat, surface: str) -> None:
    """Wait until a page has this ground under its map, and its picture, and draws its lines for it."""
    expect(seat.find(f".under-map .paper.on-{surface}")).to_be_attached()
    is_bright = surface in ("sand", "snow")
    expect(seat.find("#world.on-ground")).to_be_attached()
    expect(seat.find("#world.on-bright")).to_have_count(int(is_bright))
    image = seat.find(f"#surface-{surface} image")
    assert seat.page.evaluate(
        """async (address) => {
            const image = new Image();
            image.src = address;
            await image.decode();
            return image.naturalWidth;
        }""",
        image.get_attribute("href"),
    )


def test_a_new_map_on_a_chosen_ground_and_a_room_with_a_floor(sit: Sit, server: Server) -> None:
    gm, table = sit("GM", GM, server.gm), sit("Table", SCREEN, server.screen)
    ann = come_in(sit, server.join, "Ann", "kit", **PHONE)
    gm.wait_until_live()
    gm.open("#fold-map")
    gm.press(gm.find("#new-map > summary"))
    gm.find("#new-map [name=surface]").select_option("grass")
    gm.press(gm.find("#new-map button.primary"))
    for seat in (gm, ann, table):
        shows_ground(seat, "grass")
        expect(seat.find("#map.has-picture")).to_have_count(0)

    walls = [{"from": a, "to": b} for a, b in zip(ROOM, [*ROOM[1:], ROOM[0]], strict=True)]
    command(gm, do="edit-map", walls=walls)
    gm.press(gm.find(".draw-button"))
    gm.press(gm.find("[data-draw=floor]"))
    gm.find("#draw-surface").select_option("wood")
    gm.press(gm.find("#draw label:has([name=draw-brush][value=room])"))
    gm.press_map(6.5, 6.5)
    for seat in (gm, ann, table):
        expect(seat.find("#map-surfaces .floor")).to_have_attribute("fill", "url(#surface-wood)")
        assert seat.find("#map-surfaces .floor").evaluate("floor => floor.getBBox().width") == 500
        assert seat.find("#map-walls .walls-under use").count() > 0
    gm.press_map(14.5, 12.5)  # outside: no wall is round it
    expect(gm.toast()).to_contain_text("leave a gap")
    expect(gm.find("#map-surfaces .floor")).to_have_count(1)
    gm.press(gm.find(".draw-button"))
    look_over(ann, "grass and boards")

    gm.open("#fold-map")
    gm.press(gm.find("#surface [value=snow]"))
    for seat in (gm, ann, table):
        shows_ground(seat, "snow")
    expect(gm.find("#surface [value=snow]")).to_have_attribute("aria-pressed", "true")
    look_over(gm, "snow")
    command(gm, do="undo", of="map")
    for seat in (gm, ann, table):
        shows_ground(seat, "grass")
