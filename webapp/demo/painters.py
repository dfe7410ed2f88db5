"""Paint the ready-made fights and the grounds of empty maps: `python -m webapp.demo.painters`.

They are kept as files in `pictures/`, and in `static/pictures/` what browsers fetch, since painting takes
seconds that somebody would wait for.
"""

from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image

from rules.map.model import Surface
from webapp.demo.bar_painting import paint_bar
from webapp.demo.bridge_painting import paint_bridge
from webapp.demo.fights import BAR, BRIDGE, GANTRY, MILL, PICTURES, YARD, Fight, read_fight
from webapp.demo.gantry_painting import paint
from webapp.demo.mill_painting import paint_mill
from webapp.demo.surface_painting import SURFACES, paint_surface
from webapp.demo.yard_painting import paint_yard
from webapp.importers.pictures import encode_picture
from webapp.server.assets.static_files import package_folder

PAINTERS: Mapping[str, Callable[[Fight], Image.Image]] = {
    GANTRY: paint,
    BRIDGE: paint_bridge,
    MILL: paint_mill,
    BAR: paint_bar,
    YARD: paint_yard,
}


def main() -> None:
    """Paint them all anew."""
    for id_, painter in PAINTERS.items():
        (PICTURES / f"{id_}.webp").write_bytes(encode_picture(painter(read_fight(id_))).data)
    for surface in SURFACES:
        surface_file(surface).write_bytes(encode_surface(paint_surface(surface)))


def surface_file(surface: Surface) -> Path:
    """Name the file that a tile of ground is kept in."""
    return package_folder("static") / "pictures" / f"ground-{surface}.webp"


def encode_surface(tile: Image.Image) -> bytes:
    """Write a tile down small: every page whose map has this ground fetches it."""
    out = BytesIO()
    tile.save(out, "WEBP", quality=80, method=6)
    return out.getvalue()


if __name__ == "__main__":
    main()
