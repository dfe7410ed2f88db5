"""The largest scene, which the benchmarks of map and drag play on, laid into a data folder for the server.

200 x 200 cells under a picture of 8192 x 8192 pixels: 25 x 25 rooms with openings and 300 doors, pillars and
low walls turned every way, 5,000 segments together; patches of difficult and of high ground.
"""

import math
import random
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from rules.engine.system import find_system
from rules.map.model import BattleMap, DoorState, Elevation, Grid, GridKind, Ground, Wall, WallKind
from webapp.app import Settings, create_app
from webapp.context import STORE
from webapp.demo.fights import read_fight
from webapp.demo.first_table import first_table, table_of_fight
from webapp.importers.pictures import encode_picture
from webapp.store.store import Store
from webapp.table.setup.scenes import lay_out_scene

CELLS, ROOM, PIXELS, WALLS, DOORS = 200, 8, 8192, 5_000, 300
PARTY, FOG_CELLS, FOG_WALLS, FOG_DOORS = 10, 88, 1_000, 60


def lay_out(data: Path, tokens: int, *, picture: bool = True) -> None:
    """Make a data folder whose table shows the scene, with so many tokens: every fifth one a hero."""
    app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    first_table(app)
    store = app.extensions[STORE]
    table = store.any_table()
    kept = store.save_picture(encode_picture(paint())) if picture else None
    scene = lay_out_scene(
        store,
        table.id,
        system="atomic",
        name="Benchmark",
        battle_map=make_map(),
        combatants=make_combatants(tokens),
        picture_id=kept.id if kept else None,
    )
    store.set_current(table.id, scene.id)
    store.close()


def lay_out_fight(data: Path, fight: str) -> None:
    """Make a data folder whose one table shows a ready-made fight."""
    app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    table_of_fight(app.extensions[STORE], read_fight(fight))
    app.extensions[STORE].close()


def lay_out_fog(store: Store, table_id: str, system: str = "atomic") -> list[str]:
    """Lay a smaller scene of its kind before a table, with `PARTY` heroes alone; give their ids."""
    heroes = [{**one, "side": "heroes"} for one in make_combatants(PARTY, FOG_CELLS, system)]
    walled = make_map(FOG_CELLS, FOG_WALLS, FOG_DOORS)
    scene = lay_out_scene(store, table_id, system=system, name="Fog", battle_map=walled, combatants=heroes)
    store.set_current(table_id, scene.id)
    return [str(one["id"]) for one in heroes]


def make_map(cells: int = CELLS, most_walls: int = WALLS, doors: int = DOORS) -> BattleMap:
    """Make the map, or a smaller one of its kind; always the same."""
    dice = random.Random(5)
    walls: list[Wall] = []

    def wall(a: tuple[float, float], b: tuple[float, float], kind: WallKind = WallKind.WALL) -> None:
        state = DoorState.CLOSED if kind is WallKind.DOOR else None
        material = {WallKind.LOW: "wood", WallKind.WINDOW: "glass", WallKind.WALL: "stone"}.get(kind)
        walls.append(Wall(f"w{len(walls)}", a, b, kind, state, material))

    rooms = cells // ROOM
    edges = [(at, across, turned) for at in range(1, rooms) for across in range(rooms) for turned in (0, 1)]
    with_door = set(dice.sample(range(len(edges)), doors))
    for number, (at, across, turned) in enumerate(edges):
        start, gap = across * ROOM, dice.randint(2, ROOM - 4)
        ends = [(at * ROOM, start + part) for part in (0, gap, gap + 2, ROOM)]
        a, b, c, d = [(y, x) if turned else (x, y) for x, y in ends]
        wall(a, b, WallKind.WINDOW if dice.random() < 0.1 else WallKind.WALL)
        if number in with_door:
            wall(b, c, WallKind.DOOR)
        wall(c, d)
    for part in range(rooms):
        low, high = part * ROOM, part * ROOM + ROOM
        for a, b in (((low, 0), (high, 0)), ((low, cells), (high, cells))):
            wall(a, b)
            wall((a[1], a[0]), (b[1], b[0]))
    while len(walls) < most_walls:
        room = (dice.randrange(rooms), dice.randrange(rooms))
        x, y = (part * ROOM + 1.5 + dice.random() * (ROOM - 3) for part in room)
        turn, kind = dice.random() * math.pi, dice.choice((WallKind.LOW, WallKind.WALL, WallKind.SIGHT))
        spokes = [turn + k * math.pi / 2 for k in range(4)]
        corners = [(round(x + 0.6 * math.cos(a), 3), round(y + 0.6 * math.sin(a), 3)) for a in spokes]
        for k in range(min(4, most_walls - len(walls))):
            wall(corners[k], corners[(k + 1) % 4], kind)
    return BattleMap(
        Grid(GridKind.SQUARE, cells, cells, 1.0, "yd"),
        tuple(walls),
        tuple(Ground(_patch(dice, cells), 2.0, name) for name in ("rubble", "mud", "brambles")),
        tuple(Elevation(_patch(dice, cells), height) for height in (1.0, 2.0)),
    )


def _patch(dice: random.Random, size: int) -> tuple[tuple[int, int], ...]:
    cells: dict[tuple[int, int], None] = {}
    for _ in range(25):
        left, top = dice.randrange(size - 6), dice.randrange(size - 6)
        cells.update(dict.fromkeys((left + c, top + r) for c in range(5) for r in range(4)))
    return tuple(cells)


def make_combatants(count: int, cells: int = CELLS, system: str = "atomic") -> list[dict[str, object]]:
    """Write combatants down for the command `add`: spread over the rooms, the first ones near the middle."""
    dice = random.Random(7)
    middle = cells // ROOM // 2
    stock = find_system(system).stock
    rooms = [(c, r) for c in range(cells // ROOM) for r in range(cells // ROOM)]
    rooms.sort(key=lambda room: math.dist(room, (middle, middle)) + 6 * dice.random())
    places = [(c * ROOM + dx, r * ROOM + dy) for dx, dy in ((1, 1), (6, 6), (1, 6), (6, 1)) for c, r in rooms]
    assert count <= len(places)
    return [
        {
            "id": f"one-{number}",
            "name": f"{'Hero' if number % 5 == 0 else 'Raider'} {number}",
            "side": "heroes" if number % 5 == 0 else "raiders",
            "sheet": dict(stock[number % len(stock)].sheet),
            "at": list(places[number]),
        }
        for number in range(count)
    ]


def paint() -> Image.Image:
    """Paint a picture as detailed as a painted map's: noise of many sizes, floors, shapes and lines."""
    random_ = np.random.default_rng(11)
    total = np.zeros((PIXELS, PIXELS), dtype=np.float32)
    for size, strength in ((16, 40), (128, 24), (1024, 14), (4096, 9)):
        small = Image.fromarray(random_.normal(0, strength, (size, size)).astype(np.float32), mode="F")
        total += np.asarray(small.resize((PIXELS, PIXELS), Image.Resampling.BILINEAR))
    colour = np.array([112, 100, 84], dtype=np.float32)
    pixels = np.empty((PIXELS, PIXELS, 3), dtype=np.uint8)
    for channel in range(3):
        pixels[..., channel] = np.clip(colour[channel] + total * (1 - 0.15 * channel), 0, 255)
    image = Image.fromarray(pixels)
    brush = ImageDraw.Draw(image)
    dice = random.Random(3)
    for _ in range(6_000):
        x, y, size = dice.randrange(PIXELS), dice.randrange(PIXELS), dice.randint(4, 60)
        shade = tuple(dice.randint(30, 190) for _ in range(3))
        draw = dice.choice((brush.ellipse, brush.rectangle))
        draw((x, y, x + size, y + size), outline=shade, width=2, fill=shade if dice.random() < 0.3 else None)
    cell = PIXELS / CELLS
    for wall in make_map().walls:
        ends = [part * cell for point in (wall.start, wall.end) for part in point]
        brush.line(ends, fill=(35, 30, 26), width=9)
    return image
