"""Whether a player's answers come later when something moved out of sight.

The command: `python -m tests.load.endurance.fog_response_times`.

A player in the fog asks the same again and again. Before each question either nothing happens, or a foe
behind a wall moves, or one in plain sight does. Told are medians of the processor's time for an answer, in
milliseconds, and how often an answer after a move takes longer than one after nothing (0.5: nobody can tell).
What a network adds is no help to who listens; what the server does between two questions is not counted here.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rules.map.model import BattleMap, Grid, GridKind, Wall
from tests.webapp.pages import Page, gm_of, host_of
from tests.webapp.world import World
from webapp.app import Settings, create_app
from webapp.server.limits import LIMITS, Bucket, Limits
from webapp.table.setup.scenes import lay_out_scene

COLS, ROWS = 40, 30
BEFORE = ("nothing", "unseen", "seen")
QUESTIONS = {
    "reach": ("reach", {"actor": "kit"}),
    "aim": ("aim", {"actor": "kit", "target": "near"}),
    "cover": ("cover", {"actor": "kit", "at": [3, 3]}),
    "ground": ("ground", {"actor": "kit", "show": "cover"}),
    "measure": ("measure", {"points": [[150, 150], [950, 350]]}),
    "refused": ("command", {"do": "move", "actor": "kit", "to": [35, 5]}),
}


class Table:
    """A hall of two rooms without a door between: the party and a foe in one, a foe in the other."""

    def __init__(self, world: World) -> None:
        world.app.extensions[LIMITS] = Limits(messages=Bucket(1e9, 1e9))
        self.host, self.gm = host_of(world), gm_of(world)
        rock = (Wall("rock", (20, 0), (20, ROWS)),)
        battle_map = BattleMap(Grid(GridKind.SQUARE, COLS, ROWS), rock)
        row = lay_out_scene(world.store, world.table.id, system="atomic", name="Hall", battle_map=battle_map)
        browser = world.player("Ann")
        [ann] = world.store.people.of_table(world.table.id)
        world.store.people.seat(row.id, "kit", ann.id)
        self.host.switch(row.id)
        sheet = {"skills": {"ranged": 60}, "weapons": ["blast-rifle"]}
        people = [("kit", "heroes", [2, 2]), ("near", "foes", [8, 8]), ("far", "foes", [30, 8])]
        added = [{"id": i, "name": i.title(), "side": s, "sheet": sheet, "at": at} for i, s, at in people]
        self.host.handle({"do": "add", "combatants": added}, self.gm)
        self.host.handle({"do": "set-fog", "on": True}, self.gm)
        self.page = Page(world, browser, "play")

    def happen(self, what: str, turn: int) -> None:
        """Let a foe move, or nothing happen."""
        at = {"unseen": ("far", [30, 8 + turn % 9]), "seen": ("near", [8, 8 + turn % 9])}.get(what)
        if at is not None:
            self.host.handle({"do": "gm-set", "target": at[0], "state": {"at": at[1]}}, self.gm)
        self.page.take_all()


def later(some: list[float], others: list[float]) -> float:
    """Give how often one of some is longer than one of the others."""
    wins = sum((a > b) + (a == b) / 2 for a in some for b in others)
    return wins / (len(some) * len(others))


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=120, help="how often each is asked after each")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data_dir=Path(folder), lan=False, async_mode="threading"))
        app.testing = True
        table, chance = Table(World(app)), random.Random(5)
        print(
            "| question | after nothing | after an unseen move | after a seen one | longer, unseen | seen |"
        )
        print("|---|---|---|---|---|---|")
        asks: dict[str, Callable[[], object]] = {
            name: (lambda q=question: table.page.ask(*q)) for name, question in QUESTIONS.items()
        }
        asks["the page"] = table.page.load
        for name, ask in asks.items():
            took: dict[str, list[float]] = {what: [] for what in BEFORE}
            order = [what for what in BEFORE for _ in range(asked.times)]
            chance.shuffle(order)
            for turn, what in enumerate(order):
                table.happen(what, turn)
                begun = time.process_time()
                ask()
                took[what].append(1000 * (time.process_time() - begun))
            medians = " | ".join(f"{statistics.median(took[what]):.2f}" for what in BEFORE)
            told = " | ".join(f"{later(took[what], took['nothing']):.2f}" for what in BEFORE[1:])
            print(f"| {name} | {medians} | {told} |", flush=True)


if __name__ == "__main__":
    main()
