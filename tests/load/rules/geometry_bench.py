"""The map's geometry against named libraries, on 200 x 200 cells.

The command: `python -m tests.load.rules.geometry_bench`.

Prints each goal of the speed table with its floor, its aim and what came of it; how sight, line of fire and
reach grow from 100 to 5,000 segments; and what the first answers after a change of the map cost. The peers
come from the benchmark of libraries that lies beside the checkout (or where `--peers` says). The npm package
visibility-polygon is compared with where `--node-modules` says where it is.
"""

import argparse
import importlib.util
import math
import random
import statistics
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from rules.map.grid import Diagonals, Footprint
from rules.map.line_of_fire import lines_of_fire
from rules.map.model import BattleMap, DoorState, Grid, GridKind, Wall, WallKind, with_door
from rules.map.movement import reach
from rules.map.sight import sight
from tests.load.rules import geometry

PEERS = Path(__file__).parents[4] / "shared" / "bench" / "geometry_peers.py"
SIDE, TOKENS, GROWTH = 200, 100, (100, 1000, 5000)
HERE = Footprint((101, 98))


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", type=Path, default=PEERS)
    parser.add_argument("--node-modules", type=Path, help="the folder in which npm put visibility-polygon")
    parser.add_argument("--reps", type=int, default=5)
    asked = parser.parse_args()
    peers = _load(asked.peers)
    goals(peers, asked)
    growth(peers, asked.reps)
    after_a_change(peers)


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("geometry_peers", path)
    if spec is None or spec.loader is None or not path.exists():
        sys.exit(f"There is no benchmark of libraries at {path}; say with --peers where it is.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# ------------------------------------------------------------------------------------------- goals
def goals(peers: ModuleType, asked: Namespace) -> None:
    """Run the peers and ours, map by map, and set them against floors and aims."""
    told: list[str] = []

    def tell(goal: str, ratio: float | None, floor: float, aim: float) -> None:
        if ratio is None:
            told.append(f"| {goal} | not measured | {floor:g} | {aim:g} | no peer |")
        else:
            verdict = "aim" if ratio <= aim else "floor" if ratio <= floor else "MISSED"
            told.append(f"| {goal} | {ratio:.2f} | {floor:g} | {aim:g} | {verdict} |")

    node = asked.node_modules and str(asked.node_modules)
    for kind in ("mixed", "cave"):
        args = Namespace(map=kind, reps=asked.reps, node_modules=node, pa_vision=None, slow=False)
        peers.do_vis(args, (5000,), geometry)
        segments, eye = peers.MAPS[kind](5000), np.array([101.37, 98.61])
        group = f"visibility W=5000 {kind}"
        peers.bench(group, "OURS polygon", lambda s=segments, e=eye: geometry.polygon(e, s), asked.reps)
        compute = _median(peers, group, "visibility-polygon compute()")
        tell(f"V1 {kind}", _over(_median(peers, group, "OURS polygon"), compute), 2.0, 1.0)
        tell(f"V2 {kind}", _over(_median(peers, group, "OURS visible_cells"), compute), 3.0, 1.5)
        told.append(f"| V3 {kind} | {_agreement(peers, segments)} | 100 % | 100 % | |")
        peers.do_fire(args, (1000, 5000) if kind == "mixed" else (1000,), geometry)
        for walls in (1000, 5000) if kind == "mixed" else (1000,):
            for many, goal, floor in ((1, "L1", 0.35), (TOKENS, "L2", 0.3)):
                if goal == "L1" or walls == 1000:
                    group = f"fire {many}x100 (x5 rays) W={walls} {kind}"
                    ours, theirs = (_median(peers, group, name) for name in ("OURS fire", "shapely STRtree"))
                    tell(f"{goal} {kind}, {walls} ({ours:.1f} ms)", _over(ours, theirs), floor, 0.1)
    peers.do_reach(Namespace(reps=asked.reps, slow=False), geometry)
    for label in ("limit 12 (6 squares)", "limit 60 (30 squares)", "whole map"):
        ours = _median(peers, f"reach {label}", "OURS reachable")
        tell(f"R1 {label}, networkx", _over(ours, _median(peers, f"reach {label}", "networkx")), 0.5, 0.5)
        if "6 squares" in label:
            tell(f"R1 {label}, scipy", _over(ours, _median(peers, f"reach {label}", "scipy")), 1.0, 1.0)
    print("\n| goal | ratio | floor | aim | holds |\n|---|---|---|---|---|", *told, sep="\n")


def _median(peers: ModuleType, group: str, name: str) -> float | None:
    found = [row["med"] for row in peers.ROWS if row["group"] == group and name in row["name"]]
    return found[-1] if found else None


def _over(ours: float | None, theirs: float | None) -> float | None:
    return ours / theirs if ours and theirs else None


def _agreement(peers: ModuleType, segments: Any) -> str:
    """Say how many cells are seen as exact rays say, and how many of some pairs see each other or not."""
    chance = np.random.default_rng(11)
    eyes = np.floor(chance.uniform(1, SIDE - 1, (6, 2))) + 0.5
    seen = [geometry.visible_cells(eye, segments, SIDE) for eye in eyes]
    alike = np.mean(seen[0] == peers.vis_brute_np(eyes[0], segments))
    at = [(int(y), int(x)) for x, y in eyes]
    pairs = [seen[i][at[j]] == seen[j][at[i]] for i in range(len(at)) for j in range(i)]
    return f"{100 * alike:.4f} % as rays say, {100 * np.mean(pairs):.0f} % both ways"


# ------------------------------------------------------------------------------------------ growth
def big_map(peers: ModuleType, walls: int) -> BattleMap:
    """Make a map of so many segments: of 25 one is a closed door, of 10 one is low."""

    def wall(number: int, ends: Sequence[float]) -> Wall:
        kind = WallKind.DOOR if number % 25 == 0 else WallKind.LOW if number % 10 == 1 else WallKind.WALL
        state = DoorState.CLOSED if kind is WallKind.DOOR else None
        return Wall(f"w{number}", (ends[0], ends[1]), (ends[2], ends[3]), kind, state)

    rows = peers.make_map(walls).tolist()
    return BattleMap(Grid(GridKind.SQUARE, SIDE, SIDE), tuple(wall(n, row) for n, row in enumerate(rows)))


def questions() -> dict[str, Callable[[BattleMap], object]]:
    """Give what is asked of a map: for one token and, of those shot at, for a hundred."""
    chance = random.Random(3)
    targets = [Footprint((chance.randrange(SIDE - 1), chance.randrange(SIDE - 1))) for _ in range(TOKENS)]
    return {
        "sight, all cells": lambda m: sight(m, HERE).visible_cells,
        "line of fire and cover to 100": lambda m: lines_of_fire(m, HERE, targets),
        "reach of 30": lambda m: reach(m, HERE, 30, diagonals=Diagonals.ALTERNATE).costs,
    }


def growth(peers: ModuleType, reps: int) -> None:
    """Print what each question costs on maps of more and more walls, and the exponent of its growth."""
    maps = [big_map(peers, walls) for walls in GROWTH]
    print(f"\n| median of {reps}, ms | {' | '.join(map(str, GROWTH))} | exponent |\n|---|---|---|---|---|")
    for name, ask in questions().items():
        times = []
        for battle_map in maps:
            ask(battle_map)  # what is worked out once for a map
            times.append(statistics.median(_milliseconds(ask, battle_map) for _ in range(reps)))
        exponent = np.polyfit([math.log(walls) for walls in GROWTH], [math.log(t) for t in times], 1)[0]
        print(f"| {name} | {' | '.join(f'{t:.1f}' for t in times)} | {exponent:.2f} |")


def after_a_change(peers: ModuleType) -> None:
    """Print what the first answer costs after a door and after a wall, each on a map just changed."""
    whole = big_map(peers, GROWTH[-1])
    print(
        f"\n| first answer, {GROWTH[-1]} walls, ms | new map | door opened | wall drawn |\n|---|---|---|---|"
    )
    for name, ask in questions().items():
        fresh = replace(whole)
        new = _milliseconds(ask, fresh)
        opened = with_door(fresh, "w25", DoorState.OPEN)
        drawn = replace(fresh, walls=(*fresh.walls, Wall("new", (10.0, 10.0), (12.0, 12.0))))
        print(f"| {name} | {new:.0f} | {_milliseconds(ask, opened):.0f} | {_milliseconds(ask, drawn):.0f} |")


def _milliseconds(ask: Callable[[BattleMap], object], battle_map: BattleMap) -> float:
    begun = time.perf_counter()
    ask(battle_map)
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    main()
