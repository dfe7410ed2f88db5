"""What the fog costs on 200 x 200 cells with 5,000 segments: `python -m tests.load.rules.fog_bench`.

Prints medians in milliseconds for a party of ten: a first look of all, a move of one of them, a door in sight
of some and one in sight of none, in bright light and in the dark with 40 lamps; then what the viewers of one
knowledge cost after a move: their map as it is drawn, and a tile of a picture cut anew. Then what a whole
move costs the server, in milliseconds of its processor, on 88 x 88 cells with 1,000 segments and ten players
of whom each sees alone: their own moves, and the GM's of their characters, to where nobody stood before. All
is done but the sending.
"""

import random
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image

from rules.map.cell_bits import CellBits, every_cell
from rules.map.grid import Footprint
from rules.map.model import BattleMap, Brightness, DoorState, Light, with_door
from rules.map.vision import Eyes, cells_seen
from tests.load.scene import PARTY, lay_out_fog, make_map
from tests.webapp.pages import Page, gm_of, host_of
from tests.webapp.world import World
from webapp.app import create_app
from webapp.drawing.map_drawing import see_map
from webapp.live.message_checks import socketio
from webapp.pictures.cut_pictures import Lying, cut_to_known, words_for
from webapp.pictures.tiles import Tile
from webapp.settings import Settings
from webapp.table.grants import Visitor
from webapp.table.known_reach import known_reach
from webapp.visibility.known_map import Memory
from webapp.visibility.known_people import MapKnowledge
from webapp.visibility.viewer import PLAYER, Viewer

REPS, PIXELS, MOVES = 9, 8192, 60


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
    print("\n| a move, ten players who see alone | median ms |\n|---|---|")
    for name, by_gm in (("a player's own", False), ("the GM's", True)):
        print(f"| {name} | {_moves(by_gm):.1f} |", flush=True)


def _moves(by_gm: bool) -> float:
    """Give what a move costs, from the command to the frames for all pages."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
        world = World(app)
        people = lay_out_fog(world.store, world.table.id)
        pages = [Page(world, world.gm(), "gm")]
        pages += [Page(world, world.player(f"Player {who}", who), "play") for who in people]
        host, server = host_of(world), socketio.server
        seats = [Visitor("play", host.table_id, host.seats[who], who) for who in people]
        host.handle({"do": "set-fog", "on": True, "each": True}, gm_of(world))
        server._send_eio_packet = lambda sid, packet: None  # of the pages' pretended lines
        trodden, costs = set[object](), list[float]()
        for number in range(MOVES):
            who, seat = people[number % PARTY], seats[number % PARTY]
            host.handle({"do": "turn", "actor": who}, gm_of(world))
            with app.app_context():
                reach = known_reach(host, host.viewer(seat), who)
            [at, *_] = sorted((p for p in reach.costs if p not in trodden), key=lambda p: -reach.costs[p])[3:]
            trodden.add(at)
            said = {"do": "move", "actor": who, "to": list(at)}
            if by_gm:
                said = {"do": "gm-set", "target": who, "state": {"at": list(at)}}
            begun = time.process_time()
            with app.test_request_context():
                host.handle(said, gm_of(world) if by_gm else seat)
            costs.append((time.process_time() - begun) * 1000)
        for page in pages:
            page.socket.disconnect()
        world.store.close()
    return statistics.median(costs)


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
