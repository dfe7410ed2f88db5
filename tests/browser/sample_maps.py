"""The map of the evening: two rooms and the door between them, as a mapmaker's program would export it."""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from tests.webapp.importers.uvtt_writer import light, portal, uvtt

COLS, ROWS, PIXELS = 20, 10, 48
WALL = 8  # the column that the wall between the rooms stands before
DOOR = (4, 6)  # the rows between which the door is
PILLAR = ((11.2, 3.4), (11.8, 4.0))

SAMPLES = sorted((Path(__file__).parents[3] / "shared" / "data" / "uvtt").glob("*.dd2vtt"))
"""Files of others, where they lie beside the checkout."""


def cellar() -> bytes:
    """Write the map as a Universal VTT file, with picture, walls, a pillar, a closed door and two lights."""
    (left, top), (right, bottom) = PILLAR
    return uvtt(
        size=(COLS, ROWS),
        pixels=PIXELS,
        walls=[
            [(0, 0), (COLS, 0), (COLS, ROWS), (0, ROWS), (0, 0)],
            [(WALL, 0), (WALL, DOOR[0])],
            [(WALL, DOOR[1]), (WALL, ROWS)],
        ],
        objects=[[(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]],
        portals=[portal((WALL, DOOR[0]), (WALL, DOOR[1]))],
        lights=[light(4, 5), light(14, 5)],
        picture=_paint(),
    )


def _paint() -> bytes:
    picture = Image.new("RGB", (COLS * PIXELS, ROWS * PIXELS), "#57504a")
    brush = ImageDraw.Draw(picture)
    for column in range(COLS):
        for row in range(ROWS):
            shade = (column * 7 + row * 13) % 5
            colour = (
                (78 + 4 * shade, 72 + 3 * shade, 66 + 3 * shade)
                if column < WALL
                else (58, 66 + 3 * shade, 74)
            )
            x, y = column * PIXELS, row * PIXELS
            brush.rectangle((x + 1, y + 1, x + PIXELS - 2, y + PIXELS - 2), fill=colour)
    brush.rectangle([part * PIXELS for point in PILLAR for part in point], fill="#2c2825")
    for start, end in ((0, DOOR[0]), (DOOR[1], ROWS)):
        brush.rectangle((WALL * PIXELS - 5, start * PIXELS, WALL * PIXELS + 5, end * PIXELS), fill="#24211f")
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()
