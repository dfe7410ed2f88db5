"""What the figures of a reach cost: `python -m tests.load.rules.ground_figures [--cells 200] [--rounds 3]`.

In each ready-made fight, which is begun, one of the first side asks for each kind of figure on the nearest
places of the map, as many as are asked for or as the map has, with the nearest foe for its target. Printed
are milliseconds, the median of some rounds: by the clock, which on a busy machine is anybody's guess, and by
the processor. Each round is of a battle that has just changed, but on a map that was looked at before, as in
a fight: `first` is the processor's time on a map that nobody has looked at. What is not worked out at once
(chance and harm) is worked out here as it is in a process beside the server.
"""

import argparse
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from rules.ai.ground_figures import KINDS, GroundWanted, figures_of, foes_of
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant
from rules.engine.system import System, find_system
from rules.map.grid import Footprint, has_cells
from rules.map.model import BattleMap, Place
from rules.map.movement import reach
from rules.map.zones import zoning
from tests.webapp.world import World
from webapp.app import Settings, create_app
from webapp.demo.fights import ONE_A_SYSTEM, read_fight
from webapp.demo.first_table import lay_out_fight
from webapp.table.grants import Visitor
from webapp.table.host import Host


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cells", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data_dir=Path(folder), lan=False, async_mode="threading"))
        world = World(app)
        print(f"{'fight':8} {'kind':8} {'places':>6} {'clock ms':>9} {'cpu ms':>8} {'first':>8}")
        for fight in ONE_A_SYSTEM:
            with app.test_request_context():
                measure(fight, begun(world, fight), args.cells, args.rounds)
    return 0


def begun(world: World, fight_id: str) -> BattleState:
    """Lay out a ready-made fight and begin it, where that asks for nothing more."""
    fight = read_fight(fight_id)
    table = world.store.create_table(fight.table_name)
    lay_out_fight(world.store, table, fight, None)
    host = Host(world.store, table.id)
    try:
        host.handle({"do": "begin"}, Visitor(role="gm", table_id=table.id, person_id=None, name="GM"))
    except Refusal as refusal:
        print(f"{fight_id}: not begun: {refusal}")
    return host.battle.state


def measure(fight_id: str, state: BattleState, cells: int, rounds: int) -> None:
    """Print what each kind of figure costs."""
    system = find_system(state.system)
    me = next(c for c in state.combatants.values() if c.at is not None)
    for kind in KINDS:
        wanted = asked(system, state, me, kind, cells)
        took = [judged(state, wanted, is_fresh=n == 0) for n in range(rounds + 1)]
        clock, cpu = (statistics.median(column) for column in zip(*took[1:], strict=True))
        row = f"{len(wanted.places):6} {clock:9.1f} {cpu:8.1f} {took[0][1]:8.1f}"
        print(f"{fight_id:8} {kind:8} {row}", flush=True)


def asked(system: System, state: BattleState, me: Combatant, kind: str, cells: int) -> GroundWanted:
    """Ask for the places that are nearest to somebody by their way."""
    assert state.map is not None, "ready fights lie on maps"
    foes = foes_of(system, state, me.id)
    target = foes[0].id if foes else None
    return GroundWanted(kind=kind, who=me.id, target=target, places=_nearest(state.map, me)[:cells])


def _nearest(battle_map: BattleMap, me: Combatant) -> tuple[Place, ...]:
    if not has_cells(battle_map.grid) or not isinstance(me.at, tuple):
        return tuple(zoning(battle_map).links)
    costs = reach(battle_map, Footprint(me.at, me.size)).costs
    return tuple(sorted(costs, key=lambda cell: (costs[cell], cell)))


def judged(state: BattleState, wanted: GroundWanted, *, is_fresh: bool) -> tuple[float, float]:
    """Work figures out once; give the milliseconds by the clock and by the processor."""
    if is_fresh and state.map is not None:
        state = replace(state, map=replace(state.map))
    state = replace(state, combatants=dict(state.combatants))
    clock, cpu = time.perf_counter(), time.process_time()
    for _ in figures_of(state, wanted):
        pass
    return 1000 * (time.perf_counter() - clock), 1000 * (time.process_time() - cpu)


if __name__ == "__main__":
    sys.exit(main())
