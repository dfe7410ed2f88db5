"""Maps in and out, as the GM does it: a picture and its grid drawn over it, empty maps, files saved."""

from __future__ import annotations

import base64
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.sample_maps import SAMPLES
from tests.browser.seat import Seat
from tests.load.server import Server

TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
WIDTH, HEIGHT = 900, 700
CELL, LEFT, TOP = 41.6, 17, 30  # pixels: a grid that meets no edge of the picture
Pixel = tuple[float, float]


def painted() -> bytes:
    """Paint a picture with a grid of its own."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), "#7d8f6a")
    brush = ImageDraw.Draw(picture)
    for number in range(-1, 30):
        x, y = LEFT + number * CELL, TOP + number * CELL
        brush.line((x, 0, x, HEIGHT), fill="#2a331f", width=2)
        brush.line((0, y, WIDTH, y), fill="#2a331f", width=2)
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def dropped(gm: Seat, name: str, kind: str, *files: bytes, onto: str = "#map") -> None:
    """Drop files onto the map or something else, as from the desktop."""
    data = [base64.b64encode(file).decode() for file in files]
    gm.page.evaluate(
        """([name, type, files, onto]) => {
            const carried = new DataTransfer();
            for (const text of files) {
                const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
                carried.items.add(new File([bytes], name, { type }));
            }
            for (const kind of ["dragover", "drop"]) {
                const drag = new DragEvent(kind, { dataTransfer: carried, bubbles: true, cancelable: true });
                document.querySelector(onto).dispatchEvent(drag);
            }
        }""",
        [name, kind, data, onto],
    )


def with_picture(gm: Seat, name: str = "Forest glade.png") -> None:
    """Drop the picture, and wait for the panel that lays its grid."""
    gm.wait_until_live()
    dropped(gm, name, "image/png", painted())
    expect(gm.find("#align-form")).to_be_visible()


def glass(gm: Seat, pixel: Pixel) -> Pixel:
    """Give where a pixel of the picture lies in the window."""
    x, y = gm.page.evaluate(
        """([x, y]) => {
            const { width, height, box } = document.getElementById("align-form").dataset;
            const [left, top, wide, high] = box.split(" ").map(Number);
            const at = new DOMPoint((left + (x / width) * wide) * 100, (top + (y / height) * high) * 100);
            const on = at.matrixTransform(document.getElementById("map").getScreenCTM());
            return [on.x, on.y];
        }""",
        list(pixel),
    )
    return x, y


def crossing(column: int, row: int) -> Pixel:
    """Give the pixel where two painted lines cross."""
    return LEFT + column * CELL, TOP + row * CELL


def drag(gm: Seat, start: Pixel, end: Pixel) -> None:
    """Drag from a pixel of the picture to another, by mouse or finger, once the tool is in hand."""
    expect(gm.find("body[data-ui-tool=align]")).to_be_attached()
    gm.stand_still()
    (x1, y1), (x2, y2) = glass(gm, start), glass(gm, end)
    steps = [(x1 + (x2 - x1) * n / 5, y1 + (y2 - y1) * n / 5) for n in range(1, 6)]
    if not gm.touch:
        gm.page.mouse.move(x1, y1)
        gm.page.mouse.down()
        for step in steps:
            gm.page.mouse.move(*step)
        gm.page.mouse.up()
        return
    fingers = gm.page.context.new_cdp_session(gm.page)
    for kind, points in (("touchStart", [(x1, y1)]), *(("touchMove", [s]) for s in steps), ("touchEnd", [])):
        at = [{"x": x, "y": y} for x, y in points]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})


def number(gm: Seat, name: str) -> float:
    """Read a number of the panel."""
    return float(gm.find(f"#align-form [name={name}]").input_value())


def keep(gm: Seat) -> None:
    """Keep the grid, and wait until it is the map's."""
    gm.press(gm.button("Save the grid"))
    expect(gm.find("#align-form")).to_have_count(0)


def is_on_the_lines(gm: Seat) -> None:
    """Check that the grid of the panel lies on the painted lines, to two pixels at the far edge."""
    for name, first in (("x", LEFT), ("y", TOP)):
        length = WIDTH if name == "x" else HEIGHT
        side = number(gm, "cell_width" if name == "x" else "cell_height")
        for far in range(int(length // CELL)):
            off = (first + far * CELL - number(gm, name)) / side
            assert abs(off - round(off)) * side < 2, (name, far)


def map_size(gm: Seat) -> tuple[str | None, str | None]:
    """Read the map's columns and rows."""
    return gm.find("#map").get_attribute("data-cols"), gm.find("#map").get_attribute("data-rows")


@pytest.mark.parametrize("window", [GM, TABLET], ids=["mouse", "finger"])
def test_a_picture_is_dropped_and_its_grid_drawn_over_it(
    sit: Sit, server: Server, window: dict[str, Any]
) -> None:
    gm = sit("GM", window, server.gm)
    with_picture(gm)
    expect(gm.find("#import-report")).to_contain_text("900 x 700 pixels")
    gm.find("#align-form [name=stretch]").fill("12")
    drag(gm, crossing(3, 2), crossing(15, 11))
    expect(gm.find("#align-count")).to_contain_text("23 × 18 cells")
    assert abs(number(gm, "cell_width") - CELL) < 0.2
    is_on_the_lines(gm)
    expect(gm.find("#overlay-align .align-stretch")).to_have_count(1)

    gm.press(
        gm.find(
            ".align-hand label",
        ).filter(has_text="shifts the grid")
    )
    drag(gm, crossing(5, 5), crossing(6, 5))  # by a whole cell: the same lines
    is_on_the_lines(gm)
    keep(gm)
    expect(gm.find("#map")).to_have_attribute("data-cols", "23")
    assert map_size(gm) == ("23", "18")


def test_the_grid_is_laid_by_numbers_and_keys_alone(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    with_picture(gm, "Glade 18x14.png")
    expect(gm.find("#import-report")).to_contain_text("says 18 x 14 cells")
    columns = gm.find("#align-form [name=cols]")
    columns.fill("36")
    assert (number(gm, "rows"), number(gm, "cell_width"), number(gm, "cell_height")) == (28, 25, 25)
    gm.find("#align-form [name=even]").uncheck()
    gm.find("#align-form [name=rows]").fill("20")
    expect(gm.find("#align-warning")).to_contain_text("not even: 25 wide, 35 high")
    gm.find("#align-form [name=kind]").select_option("hex-columns")
    gm.find("#align-form [name=even]").check()
    columns.fill("20")
    gm.find("#align-panel summary").focus()
    before = number(gm, "x")
    gm.page.keyboard.press("ArrowRight")
    gm.page.keyboard.press("Shift+ArrowLeft")
    assert number(gm, "x") == pytest.approx(before - 9)
    gm.find("#align-form [name=unit]").fill("yd")
    gm.find("#align-form [name=unit]").press("Enter")
    expect(gm.find("#map.kind-hex-columns")).to_be_visible()


def test_cancel_and_escape_leave_the_map_as_it_was(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    with_picture(gm, "Glade 18x14.png")
    for with_key in (False, True):
        drag(gm, crossing(3, 2), crossing(9, 8))
        if with_key:
            gm.page.keyboard.press("Escape")
        else:
            gm.press(gm.button("Cancel"))
        expect(gm.find("#align-panel")).to_have_count(0)
        expect(gm.find("#overlay-align")).to_have_count(0)
        assert map_size(gm) == ("18", "14")
        gm.open("#fold-map")
        gm.press(gm.find(".map-ways [data-tool=align]"))
        expect(gm.find("#align-form")).to_be_visible()


def test_a_saved_map_comes_back_and_empty_ones_are_started(sit: Sit, server: Server, tmp_path: Path) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    gm.open("#fold-map")
    with gm.page.expect_download() as download:
        gm.press(gm.find("#save-map"))
    assert download.value.suggested_filename.endswith(".uvtt")
    saved = tmp_path / "saved.uvtt"
    download.value.save_as(saved)

    gm.press(gm.find("#new-map > summary"))
    gm.find("#new-map [value=zones]").check()
    gm.find("#new-map [name=zones]").fill("Bar, Street, Roof")
    gm.press(gm.find("#new-map button.primary"))
    expect(gm.find("#map.kind-zones")).to_be_visible()
    expect(gm.find("#map-zones [data-zone]")).to_have_count(3)
    expect(gm.find("#map-picture image")).to_have_count(0)

    gm.wait_until_live()
    dropped(gm, "saved.uvtt", "", saved.read_bytes())
    expect(gm.find("#import-report")).to_contain_text("nothing was lost on the way")
    expect(gm.find("#map.kind-zones")).to_have_count(0)


def test_what_cannot_come_in_is_said_and_changes_nothing(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    size = map_size(gm)
    dropped(gm, "floor.uvtt", "", b"{}", b"{}")
    expect(gm.toast()).to_contain_text("The file doesn't say how many cells the map has")
    dropped(gm, "broken.png", "image/png", painted()[:500])
    expect(gm.toast()).to_contain_text("broken.png: The picture is damaged or cut off")
    assert map_size(gm) == size


@pytest.mark.skipif(not SAMPLES, reason="no files of others beside the checkout")
@pytest.mark.parametrize("sample", SAMPLES, ids=[path.stem for path in SAMPLES])
def test_files_of_others_come_in(sit: Sit, server: Server, sample: Path) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    gm.find("#import-form [type=file]").set_input_files(sample)
    expect(gm.find("#import-report")).to_contain_text("Read 10 x 10 cells")
    expect(gm.find("#map")).to_have_attribute("data-cols", "10")
