"""Paint the ready-made fights and the grounds of empty maps: `python -m webapp.demo.painters [FIGHT ...]`.

They are kept as files, `picture.webp` beside each painter and in `static/pictures/` what browsers fetch,
since painting takes seconds that somebody would wait for. `ready_made/painted.json` says from what each was
painted.
"""

import hashlib
import json
import sys
from collections.abc import Sequence
from importlib import import_module
from io import BytesIO
from pathlib import Path

from PIL import Image

from rules.map.model import Surface
from webapp.demo import ready_made
from webapp.demo.brushes import surfaces
from webapp.demo.brushes.surfaces import SURFACES, paint_surface
from webapp.demo.fights import READY_MADE, fight_file, picture_file, read_fight
from webapp.importers.pictures import encode_picture
from webapp.server.assets.static_files import package_folder

_BRUSHES = Path(surfaces.__file__).parent
_PAINTED = Path(ready_made.__file__).parent / "painted.json"


def main(argv: Sequence[str]) -> None:
    """Paint the fights that are named anew; where none is, all of them and the grounds."""
    painted = read_painted()
    for id_ in argv or READY_MADE:
        picture_file(id_).write_bytes(encode_picture(paint_fight(id_)).data)
        painted[id_] = recipe(id_)
    kept = {id_: painted[id_] for id_ in READY_MADE if id_ in painted}
    _PAINTED.write_text(json.dumps(kept, indent=2) + "\n", "utf-8")
    for surface in () if argv else SURFACES:
        surface_file(surface).write_bytes(encode_surface(paint_surface(surface)))


def paint_fight(fight_id: str) -> Image.Image:
    """Paint the map of a ready-made fight by the painter in its folder."""
    painted: Image.Image = import_module(f"webapp.demo.ready_made.{fight_id}.painting").paint(
        read_fight(fight_id)
    )
    return painted


def read_painted() -> dict[str, str]:
    """Read from what each kept picture was painted, by the names of the fights."""
    painted: dict[str, str] = json.loads(_PAINTED.read_text("utf-8"))
    return painted


def recipe(fight_id: str) -> str:
    """Give a digest of what a picture is painted from: the map, its painter and all brushes."""
    folder = fight_file(fight_id).parent
    data = json.loads(fight_file(fight_id).read_text("utf-8"))
    parts = [json.dumps([data["map"], data["boxes"]], sort_keys=True)]
    parts += [file.read_text("utf-8") for file in (folder / "painting.py", *sorted(_BRUSHES.glob("*.py")))]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def surface_file(surface: Surface) -> Path:
    """Name the file that a tile of ground is kept in."""
    return package_folder("static") / "pictures" / f"ground-{surface}.webp"


def encode_surface(tile: Image.Image) -> bytes:
    """Write a tile down small: every page whose map has this ground fetches it."""
    out = BytesIO()
    tile.save(out, "WEBP", quality=80, method=6)
    return out.getvalue()


if __name__ == "__main__":
    main(sys.argv[1:])
