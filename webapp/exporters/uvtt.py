"""Maps as Universal VTT files, which any virtual table reads, and ours without losing anything.

The format has one kind of wall and neither zones, ground, heights, hexes nor units. All of that goes under a
key of our own, `battlemat`, with a version: the whole map as it is saved, the picture as it is kept where the
one for other programs had to be drawn anew, and a digest of that one. The importer trusts this part only as
long as the rest of the file says what it said: whoever moves a wall in another program gets the wall moved.
"""

import json
from base64 import b64encode
from hashlib import sha256
from typing import Any

from rules.map.map_writer import write_map
from rules.map.model import BattleMap
from webapp.exporters.uvtt_plain import OWN_KEY, OWN_VERSION, plain_fields
from webapp.exporters.uvtt_sheet import make_sheet


def write_uvtt(battle_map: BattleMap, picture: bytes | None = None, size: tuple[int, int] = (0, 0)) -> bytes:
    """Write a map, and the picture as this program keeps it, as a Universal VTT file of format 0.3.

    Args:
        size: of the picture, in pixels.
    """
    sheet = make_sheet(battle_map, picture, size)
    own: dict[str, Any] = {
        "version": OWN_VERSION,
        "map": write_map(battle_map),
        "picture": "none" if picture is None else "shared" if sheet.is_kept else "own",
        "sheet": sha256(sheet.data).hexdigest(),
    }
    if picture is not None and not sheet.is_kept:
        own["image"] = b64encode(picture).decode()
    fields = plain_fields(battle_map)
    fields["resolution"]["pixels_per_grid"] = sheet.pixels
    fields |= {"software": "Battlemat", OWN_KEY: own, "image": b64encode(sheet.data).decode()}
    return json.dumps(fields, allow_nan=False, separators=(",", ":")).encode()
