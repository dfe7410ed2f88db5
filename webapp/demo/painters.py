"""Paint the pictures of the ready-made fights: `python -m webapp.demo.painters`, after a change of a painter.

They are kept as files in `pictures/`, since painting takes seconds that somebody would wait for.
"""

from collections.abc import Callable, Mapping

from PIL import Image

from webapp.demo.bar_painting import paint_bar
from webapp.demo.bridge_painting import paint_bridge
from webapp.demo.fights import BAR, BRIDGE, GANTRY, PICTURES, Fight, read_fight
from webapp.demo.gantry_painting import paint
from webapp.importers.pictures import encode_picture

PAINTERS: Mapping[str, Callable[[Fight], Image.Image]] = {GANTRY: paint, BRIDGE: paint_bridge, BAR: paint_bar}


def main() -> None:
    """Paint them all anew."""
    for id_, painter in PAINTERS.items():
        (PICTURES / f"{id_}.webp").write_bytes(encode_picture(painter(read_fight(id_))).data)


if __name__ == "__main__":
    main()
