"""What a combatant is shown that it can reach is what its move is allowed to reach, in every system."""

import random
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.map.model import Place
from tests.rule_pages import own_systems

SYSTEMS = [system.id for system in own_systems()]
COLS, ROWS = 12, 9
WALLS = [
    {"from": [4, 0], "to": [4, 5], "kind": "wall"},
    {"from": [4, 5], "to": [4, 6], "kind": "door", "state": "closed"},
    {"from": [7, 2], "to": [7, 8], "kind": "low", "material": "stone"},
]
GROUND = [{"cells": [[2, 3], [2, 4], [9, 4]], "cost": 2, "name": "rubble"}]
GRIDS: dict[str, Any] = {
    "squares": {
        "grid": {"kind": "square", "cols": COLS, "rows": ROWS, "per_cell": 1, "unit": "yd"},
        "walls": WALLS,
        "ground": GROUND,
    },
    "hexes": {"grid": {"kind": "hex-rows", "cols": COLS, "rows": ROWS, "per_cell": 1, "unit": "yd"}},
    "zones": {
        "grid": {"kind": "zones"},
        "zones": [
            {"id": "bar", "name": "Bar", "links": ["street"]},
            {"id": "street", "name": "Street", "links": ["roof"]},
            {"id": "roof", "name": "Roof"},
            {"id": "moon", "name": "Moon"},
        ],
    },
}
FIGHTS = 3
TURNS = 6


class Dice:
    """Faces of a seeded fight."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def face(self, who: str, purpose: str, sides: int) -> int:
        return self.rng.randint(1, sides)


def fight(system: str, grid: str, rng: random.Random) -> Battle:
    """Set four of the system's stock down somewhere, and begin."""
    battle, dice = Battle(system), Dice(rng)
    battle.handle(Command(do="set-map", params={"map": GRIDS[grid]}), dice)
    stock = [dict(item.sheet) for item in battle.system.stock]
    people = []
    spots = rng.sample(places(grid), 4) if grid != "zones" else rng.choices(places(grid), k=4)
    for number, at in enumerate(spots):
        where = list(at) if isinstance(at, tuple) else at
        side = ("heroes", "raiders")[number % 2]
        one = {
            "id": f"c{number}",
            "name": f"C{number}",
            "side": side,
            "sheet": rng.choice(stock),
            "at": where,
        }
        people.append(one)
    battle.handle(Command(do="add", params={"combatants": people}), dice)
    if rng.random() < 0.7:
        battle.handle(Command(do="begin"), dice)
    return battle


def places(grid: str) -> list[Place]:
    if grid == "zones":
        return ["bar", "street", "roof", "moon"]
    return [(column, row) for column in range(COLS) for row in range(ROWS)]


def accepted(battle: Battle, who: str, grid: str) -> set[Place]:
    """Try the move to every place there is."""
    found = set()
    for place in places(grid):
        to = list(place) if isinstance(place, tuple) else place
        try:
            battle.now.plan(Command(do="move", actor=who, params={"to": to}))
        except Refusal:
            continue
        found.add(place)
    return found


def shown(battle: Battle, who: str) -> set[Place]:
    try:
        return set(battle.now.reach(who).costs)
    except Refusal:
        return set()


def go_on(battle: Battle, rng: random.Random) -> None:
    """Answer what is asked; else let somebody move, or end a turn."""
    dice, prompt = Dice(rng), battle.state.prompt
    who = battle.state.active or rng.choice(list(battle.state.combatants))
    commands = [Command(do="end-turn", actor=who), Command(do="turn", actor=who)]
    if prompt is not None:
        commands = [Command(do="answer", actor=prompt.to, params={"answer": c}) for c in prompt.choices[::-1]]
    elif rng.random() < 0.7:
        for place in rng.sample(sorted(shown(battle, who), key=str), min(1, len(shown(battle, who)))):
            to = list(place) if isinstance(place, tuple) else place
            commands.insert(0, Command(do="move", actor=who, params={"to": to}))
    for command in commands:
        try:
            battle.handle(command, dice)
        except Refusal:
            continue
        return


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_place_in_reach_is_accepted_by_a_move_and_every_other_is_refused(
    system: str, grid: str
) -> None:
    rng = random.Random(f"{system} {grid}")
    for _ in range(FIGHTS):
        battle = fight(system, grid, rng)
        for _ in range(TURNS):
            for who in battle.state.combatants:
                assert shown(battle, who) == accepted(battle, who, grid), (who, battle.state.active)
            go_on(battle, rng)
