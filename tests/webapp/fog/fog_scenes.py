"""Random scenes for the listeners in the fog: maps of rooms in whatever light, and pictures of them."""

import re
from functools import cache
from random import Random
from typing import Any

import numpy as np
from PIL import Image

from rules.map.grid import cell_centre, cell_corners
from rules.map.model import (
    BattleMap,
    Brightness,
    Cell,
    DoorState,
    Grid,
    GridKind,
    Light,
    PictureBox,
    Point,
    Wall,
    WallKind,
    Zone,
)
from tests.webapp.fog.fog_oracle import every_cell

COLS, ROWS = 9, 6
STONE = "zqstone"
"""What some walls are made of; nobody but the GM is told that of a wall."""


def plain(text: str) -> str:
    """Write what was sent without what is drawn at random."""
    return re.sub(r"\d{10,16}", "#", re.sub(r"[0-9a-f]{32}", "ID", text))


@cache
def covers(grid: Grid, cell: Cell, width: int, height: int) -> np.ndarray:
    """Tell which pixels of a picture that fills the map lie in a cell."""
    across, down = extent(grid)
    xs = (np.arange(width) + 0.5) / width * across
    ys = (np.arange(height) + 0.5) / height * down
    corners = np.array(cell_corners(grid, cell))
    after = np.roll(corners, -1, axis=0)
    inside = np.ones((height, width), dtype=bool)
    for (ax, ay), (bx, by) in zip(corners, after, strict=True):
        inside &= (bx - ax) * (ys[:, None] - ay) - (by - ay) * (xs[None] - ax) >= -1e-6
    return inside


def known_pixels(grid: Grid, explored: set[Cell], width: int, height: int) -> np.ndarray:
    """Tell which pixels of the whole picture lie in explored cells."""
    known = np.zeros((height, width), dtype=bool)
    for cell in explored:
        known |= covers(grid, cell, width, height)
    return known


@cache
def extent(grid: Grid) -> Point:
    """Give how far a map reaches across and down, in cells."""
    corners = np.array([corner for cell in every_cell(grid) for corner in cell_corners(grid, cell)])
    return float(corners[:, 0].max()), float(corners[:, 1].max())


def paint(grid: Grid, side: int) -> Image.Image:
    """Paint every cell in a colour of its own, no two alike and none of them black; `side` pixels a cell."""
    across, down = extent(grid)
    width, height = round(across * side), round(down * side)
    pixels = np.full((height, width, 3), 9, dtype=np.uint8)
    for number, cell in enumerate(every_cell(grid)):
        pixels[covers(grid, cell, width, height)] = (20 + 4 * number, 255 - 4 * number, 60)
    return Image.fromarray(pixels)


def random_map(chance: Random) -> BattleMap:
    """Make a map of rooms, walls aslant, doors of all states, lamps, zones; in whatever light."""
    kind = chance.choice((GridKind.SQUARE, GridKind.SQUARE, GridKind.HEX_ROWS, GridKind.HEX_COLUMNS))
    walls: list[Wall] = []

    def wall(a: Point, b: Point, kind: WallKind = WallKind.WALL, **more: Any) -> None:
        state = chance.choice(list(DoorState)) if kind is WallKind.DOOR else None
        if a != b:
            walls.append(Wall(f"zqw{chance.randrange(10**9)}", a, b, kind, state, **more))

    for x in (3, 6):
        gap = chance.randrange(ROWS - 1)
        wall((x, 0), (x, gap), material=STONE)
        wall((x, gap), (x, gap + 1), WallKind.DOOR, material=STONE)
        wall((x, gap + 1), (x, ROWS), material=STONE)
    middle = chance.randrange(COLS - 1)
    wall((0, 3), (middle, 3))
    wall((middle, 3), (middle + 1, 3), WallKind.DOOR)
    wall((middle + 1, 3), (COLS, 3))
    for _ in range(3):
        a = (chance.randrange(4 * COLS) / 4, chance.randrange(4 * ROWS) / 4)
        b = (a[0] + chance.uniform(-3, 3), a[1] + chance.uniform(-2, 2))
        wall(a, b, chance.choice((WallKind.WALL, WallKind.SIGHT, WallKind.LOW, WallKind.WINDOW)))
    grid = Grid(kind, COLS, ROWS)
    lights = tuple(
        Light(cell_centre(grid, (chance.randrange(COLS), chance.randrange(ROWS))), chance.choice((1.5, 3.25)))
        for _ in range(chance.randrange(3))
    )
    x, y = chance.randrange(COLS - 2), chance.randrange(ROWS - 2)
    corners = ((x + 0.1, y + 0.1), (x + 1.9, y + 0.1), (x + 1.9, y + 1.9), (x + 0.1, y + 1.9))
    return BattleMap(
        grid,
        tuple(walls),
        zones=(Zone("zqzone", "Zqcrypt", corners),),
        lights=lights,
        picture=PictureBox((0.0, 0.0), extent(grid)),
        ambient=chance.choice((*Brightness, Brightness.BRIGHT)),
    )
