"""Who fights where when the AI plays: the ready-made fights' maps and drawn ones, for each system."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.shown import OTHERS, StockItem
from rules.engine.system import find_system
from rules.map.grid import has_cells
from rules.map.map_writer import write_map
from tests.load.chance import Faces
from webapp.demo.fights import ONE_A_SYSTEM, read_fight

SIDES = ("heroes", "raiders")


@dataclass(frozen=True, slots=True)
class Scene:
    """Who fights where."""

    name: str
    system: str
    map: dict[str, Any]
    people: list[dict[str, Any]]

    def begun(self) -> Battle:
        """Lay it out."""
        battle, faces = Battle(self.system), Faces(0)
        battle.handle(Command.parse({"do": "set-map", "map": self.map}), faces)
        battle.handle(Command.parse({"do": "add", "combatants": self.people}), faces)
        return battle


def scenes(system: str, drawn: int) -> Iterator[Scene]:
    """Give the ready-made fights, with this system's people where they are another's, and drawn ones."""
    for fight_id in ONE_A_SYSTEM:
        fight = read_fight(fight_id)
        if fight.system == system:
            cast = fight.combatants()
            ours = SIDES[0] if any(one["side"] == SIDES[0] for one in cast) else cast[0]["side"]
            people = [{**one, "side": SIDES[one["side"] != ours]} for one in cast]
            yield Scene(fight_id, system, write_map(fight.map), people)
        elif has_cells(fight.map.grid):
            places = [one["at"] for one in fight.cast]
            dice = Random(f"{system} {fight_id}")
            yield Scene(fight_id, system, write_map(fight.map), _cast(system, dice, places[:3], places[-3:]))
    for number in range(drawn):
        dice = Random(f"{system} drawn {number}")
        ground = _drawn(dice)
        cols, rows = ground["grid"]["cols"], ground["grid"]["rows"]
        count = dice.choice((2, 3, 3, 4))
        left = [[dice.randrange(3), y] for y in dice.sample(range(rows), count)]
        right = [[cols - 1 - dice.randrange(3), y] for y in dice.sample(range(rows), count)]
        yield Scene(f"drawn {number}", system, ground, _cast(system, dice, left, right))


_CLOSE = (
    ("ann", SIDES[0], [3, 2]),
    ("r1", SIDES[1], [5, 2]),
    ("bob", SIDES[0], [2, 3]),
    ("r2", SIDES[1], [6, 1]),
)


def close(system: str) -> Scene:
    """Give a small fight of two against two, a few cells apart."""
    ground = {"grid": {"kind": "square", "cols": 9, "rows": 5, "per_cell": 1, "unit": "yd"}, "walls": []}
    people = [
        _fighter(id_, side, at, dict(item.sheet))
        for (id_, side, at), item in zip(_CLOSE, _fighters(system), strict=False)
    ]
    return Scene("close", system, ground, people)


def _cast(system: str, dice: Random, here: list[Any], there: list[Any]) -> list[dict[str, Any]]:
    stock = _fighters(system)
    teams = zip(SIDES, (here, there), strict=True)
    return [
        _fighter(f"{side[0]}{n}", side, at, dict(dice.choice(stock).sheet))
        for side, places in teams
        for n, at in enumerate(places)
    ]


def cast_of(system: str, places: Sequence[tuple[str, Any]]) -> list[dict[str, Any]]:
    """Put a system's stock on places, each of a side, one after the other."""
    stock = find_system(system).stock
    return [
        _fighter(f"one-{n}", side, at, dict(stock[n % len(stock)].sheet))
        for n, (side, at) in enumerate(places)
    ]


def _fighters(system: str) -> list[StockItem]:
    """List who of the stock fights on a side: no bystanders, and no things that never act."""
    return [item for item in find_system(system).stock if item.side != OTHERS]


def _fighter(id_: str, side: str, at: Any, sheet: dict[str, Any]) -> dict[str, Any]:
    return {"id": id_, "name": id_, "side": side, "at": at, "sheet": sheet}


def _drawn(dice: Random) -> dict[str, Any]:
    cols, rows = dice.randint(14, 22), dice.randint(8, 13)
    walls = []
    for number in range(dice.randint(6, 16)):
        x, y, length = dice.randint(3, cols - 4), dice.randint(0, rows - 1), dice.randint(1, 3)
        end = [min(cols, x + length), y] if dice.random() < 0.5 else [x, min(rows, y + length)]
        kind = dice.choice(("wall", "wall", "low", "low", "door"))
        wall = {"id": f"w{number}", "from": [x, y], "to": end, "kind": kind}
        walls.append(wall | ({"state": "closed"} if kind == "door" else {}))
    grid = {"kind": dice.choice(("square", "square", "hex-rows")), "cols": cols, "rows": rows}
    return {
        "grid": {**grid, "per_cell": 1, "unit": "yd"},
        "walls": [w for w in walls if w["from"] != w["to"]],
    }
