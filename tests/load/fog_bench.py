"""What the fog costs on 200 x 200 cells with 5,000 segments: `python -m tests.load.fog_bench`.

Prints medians in milliseconds for a party of ten: a first look of all, a move of one of them, a door in sight
of some and one in sight of none, in bright light and in the dark with 40 lamps; then what the viewers of one
knowledge cost after a move: their map as it is drawn, and a tile of a picture cut anew.
"""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO

import numpy as np
from PIL import Image

from rules.map.cell_bits import CellBits, every_cell
from rules.map.grid import Footprint
from rules.map.model import BattleMap, Brightness, DoorState, Light, with_door
from rules.map.vision import Eyes, cells_seen
from tests.load.scene import make_map
from webapp.drawing.map_drawing import see_map
from webapp.pictures.cut_pictures import Lying, cut_to_known, words_for
from webapp.pictures.tiles import Tile
from webapp.visibility.known_map import Memory
from webapp.visibility.viewer import PLAYER, MapKnowledge, Viewer

PARTY, REPS, PIXELS = 10, 9, 8192


def main() -> None:
    """Measure, and print the table."""
    chance = random.Random(4)
    lit = make_map()
    lamps = tuple(Light((chance.uniform(1, 199), chance.uniform(1, 199)), 8) for _ in range(40))
    print("| a party of ten, median ms | bright | dark, 40 lamps |\n|---|---|---|")
    columns = [
        _looks(battle_map) for battle_map in (lit, replace(lit, ambient=Brightness.DARK, lights=lamps))
    ]
    for name in columns[0]:
        print(f"| {name} | {' | '.join(f'{column[name]:.1f}' for column in columns)} |")
    print("\n| viewers of one knowledge, after a move | median ms |\n|---|---|")
    for name, cost in _pages(lit).items():
        print(f"| {name} | {cost:.1f} |")


def _looks(battle_map: BattleMap) -> dict[str, float]:
    chance = random.Random(7)
    spots = [Footprint((chance.randrange(200), chance.randrange(200))) for _ in range(PARTY)]
    doors = [wall.id for wall in battle_map.walls if wall.state is not None]
    fresh = [replace(battle_map) for _ in range(3)]
    first = _median([partial(seen, m, spots) for m in fresh])
    kept = fresh[0]
    elsewhere = [(chance.randrange(200), chance.randrange(200)) for _ in range(REPS)]
    move = _median([partial(seen, kept, [Footprint(at), *spots[1:]]) for at in elsewhere])
    opened = [with_door(kept, door, DoorState.OPEN) for door in chance.sample(doors, REPS)]
    return {
        "first look": first,
        "one moves": move,
        "a door opens somewhere": _median([partial(seen, m, spots) for m in opened]),
    }


def seen(battle_map: BattleMap, spots: Sequence[Footprint]) -> CellBits:
    """Give what a party sees together."""
    bits = 0
    for spot in spots:
        bits |= cells_seen(battle_map, spot, Eyes())
    return bits


def _pages(battle_map: BattleMap) -> dict[str, float]:
    chance = random.Random(9)
    viewer = Viewer(role=PLAYER, sides=frozenset({"heroes"}))
    every = every_cell(battle_map.grid)
    half = every & ((1 << 200 * 110) - 1)
    memory = Memory()
    vistas = [
        MapKnowledge(seen(battle_map, [spot]), half | seen(battle_map, [spot]))
        for spot in (Footprint((chance.randrange(200), chance.randrange(200))) for _ in range(REPS))
    ]
    memory.look(battle_map, vistas[0])

    def draw(map_knowledge: MapKnowledge) -> None:
        memory.look(battle_map, map_knowledge)
        see_map(battle_map, viewer, memory.known(battle_map, map_knowledge))

    draw(vistas[0])
    lying = Lying(PIXELS, PIXELS, (0.0, 0.0, 200.0, 200.0), battle_map.grid)
    words_for(lying, half)
    out = BytesIO()
    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3), dtype=np.uint8)
    Image.fromarray(noise).resize((512, 512), Image.Resampling.BICUBIC).save(out, "JPEG", quality=88)
    return {
        "the map as it is known, drawn": _median([partial(draw, v) for v in vistas[1:]]),
        "the words for its 341 tiles": _median([partial(words_for, lying, v.explored) for v in vistas]),
        "one tile cut": _median([lambda: cut_to_known(out.getvalue(), lying, Tile(4, 7, 8), half)] * REPS),
    }


def _median(tasks: Sequence[Callable[[], object]]) -> float:
    times = []
    for task in tasks:
        begun = time.perf_counter()
        task()
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times)


if __name__ == "__main__":
    main()
