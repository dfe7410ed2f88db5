"""Take the README's pictures from the running product: `python -m tests.browser.readme_pictures [FOLDER]`.

Without a folder they go to `static/pictures`, where the README has them. A test takes them too, into a folder
of its own, so that they can always be taken.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from tests.browser.chromium import launch
from tests.browser.conftest import GM, SCREEN
from tests.browser.fights import lay_out_the_gantry, own_table
from tests.browser.people import come_in, command
from tests.browser.seat import Seat
from tests.load.server import ROOT, Server, running

FOLDER = ROOT / "static" / "pictures"
MOST_BYTES = 250_000
SIZES = {"fight.webp": (1440, 900), "phone.webp": (520, 1125), "projector.webp": (1280, 720)}
"""The pictures, each with its size in pixels."""
_PLACES = {
    "brannock": ([8, 6], 1),
    "kit": ([7, 8], 0),
    "dutch": ([9, 12], 2),
    "raider-1": ([14, 7], 1),
    "raider-2": ([16, 8], 0),
    "raider-3": ([12, 12], 3),
}
_LAMPS = [
    {"at": [4.5, 3.5], "range": 8, "colour": "#ff9a3c"},
    {"at": [11, 4], "range": 6, "colour": "#4fd8ff"},
    {"at": [13, 11], "range": 7},
]
Sit = Callable[..., Seat]


def take(sit: Sit, server: Server, folder: Path) -> None:
    """Play a fight for its pictures: a phone that is asked, a shot that is aimed, the dice on the projector.

    Args:
        server: a table with the ready-made fight, as no other test knows it.
    """
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    come_in(sit, server.join, "Ben", "brannock")
    command(gm, do="set-door", wall="gantry-door", state="open")
    for who, (cell, wounds) in _PLACES.items():
        command(gm, do="gm-set", target=who, state={"at": cell, "wounds": wounds})
    _keep(_asked(gm, ann), folder / "phone.webp")
    _begin(gm)
    _keep(_aimed(gm), folder / "fight.webp")
    table = sit("projector", SCREEN, server.screen, reduced_motion="no-preference")
    _keep(_thrown(gm, table), folder / "projector.webp")


def _asked(gm: Seat, ann: Seat) -> bytes:
    """Let a raider hit Kit, and show Ann how she may defend."""
    command(gm, do="edit", target="raider-1", by_hand=True)
    command(gm, do="attack", actor="raider-1", target="kit", **{"with": "blast-pistol"})
    command(gm, actor="raider-1", answer="faces", faces=[20])
    expect(ann.find("#prompt[data-mine] .offer-button").first).to_be_visible()
    expect(ann.find("#prompt[data-mine]")).to_contain_text("%")
    ann.page.wait_for_load_state("networkidle")
    shot = ann.page.screenshot()
    command(gm, do="undo")
    return shot


def _begin(gm: Seat) -> None:
    """Begin the fight, in an order that is the same each time."""
    party = {"kit": 58, "brannock": 60, "dutch": 54}
    for who in (*party, "raider-1"):
        command(gm, do="edit", target=who, by_hand=who in party)
    command(gm, do="begin")
    for who, face in party.items():  # successes, and higher than any success of a raider
        command(gm, actor=who, answer="faces", faces=[face])
    for who in party:
        command(gm, do="edit", target=who, by_hand=False)
    expect(gm.find("#turn-words")).to_contain_text("Brannock")


def _aimed(gm: Seat) -> bytes:
    """Aim Brannock's shot at a raider behind a crate."""
    gm.token("brannock").click()
    expect(gm.find("#selected")).to_have_attribute("data-who", "brannock")
    gm.token("raider-1").click()
    aim = gm.find("#aim.open")
    expect(aim.locator(".needed-number")).to_have_text("70")
    expect(aim.locator(".bar").first).to_be_visible()
    expect(aim.locator(".facts")).to_contain_text("AT-38")
    expect(gm.find("#overlay-aim .ray")).not_to_have_count(0)
    expect(gm.find("#overlay-aim .ray-dot.screened, #overlay-aim .ray-dot.stopped").first).to_be_attached()
    gm.page.mouse.move(520, 780)
    gm.page.wait_for_load_state("networkidle")
    return gm.page.screenshot()


def _thrown(gm: Seat, table: Seat) -> bytes:
    """Put the lights out but for three lamps, and show the projector as Brannock's dice have fallen."""
    command(gm, do="edit-map", lights=_LAMPS, ambient="dark")
    command(gm, do="set-fog", on=True)
    table.wait_until_live()
    expect(table.find("#map-glow > g")).not_to_have_count(0)
    table.page.wait_for_load_state("networkidle")
    command(gm, do="attack", actor="brannock", target="raider-1", **{"with": "gauss-rifle"})
    table.page.wait_for_selector(".thrown.lies")
    return table.page.screenshot()


def _keep(shot: bytes, path: Path) -> None:
    """Write a picture in its size, small enough for a page that loads at once."""
    with Image.open(io.BytesIO(shot)) as taken:
        picture = taken.convert("RGB")
    size = SIZES[path.name]
    if picture.size != size:
        picture = picture.resize(size, Image.Resampling.LANCZOS)
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path, quality=84, method=6)
    assert path.stat().st_size < MOST_BYTES, f"{path.name} has {path.stat().st_size} bytes"


def main() -> None:
    """Start a server on a new folder, and take the pictures."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        browser = launch(playwright)
        expect.set_options(timeout=60_000)
        with running(Path(made) / "data") as house:
            server = own_table(house, lay_out_the_gantry(house.data))

            def sit(name: str, window: dict[str, Any], path: str, **more: Any) -> Seat:
                options = {"color_scheme": "dark", "reduced_motion": "reduce", **window, **more}
                context = browser.new_context(base_url=server.origin, **options)
                context.set_default_timeout(60_000)
                seat = Seat(context.new_page(), name, touch=bool(window.get("has_touch")))
                seat.watch()
                seat.page.goto(path)
                return seat

            take(sit, server, folder)
        browser.close()
    print(f"The README's pictures are in {folder}.")


if __name__ == "__main__":
    main()
