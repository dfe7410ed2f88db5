"""What a combatant's card costs: `python -m tests.load.card [--rounds 20] [--profile FIGHT]`.

For each ready-made fight, which is begun, every combatant's card is put together and drawn again and again,
each time for a battle that has just changed, as it is asked for after each command. Printed are the
milliseconds of the processor that one takes, on average and for the dearest combatant, and of it what the
rules take (all but the drawing). `--profile` prints instead what takes the most of it in one fight.
"""

import argparse
import cProfile
import pstats
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from flask import render_template

from rules.engine.refusal import Refusal
from tests.webapp.world import World
from webapp.app import Settings, create_app
from webapp.demo.fights import READY_MADE, read_fight
from webapp.demo.first_table import lay_out_fight
from webapp.panels.pages import shared_frame
from webapp.panels.selected import selected_view
from webapp.table.grants import Visitor
from webapp.table.host import Host


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--profile", choices=READY_MADE)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data_dir=Path(folder), lan=False, async_mode="threading"))
        world = World(app)
        print(f"{'fight':10} {'cards':>6} {'mean ms':>8} {'dearest':>8} {'rules ms':>8}")
        for fight in [args.profile] if args.profile else READY_MADE:
            with app.test_request_context():
                measure(world, fight, args.rounds, is_profiled=bool(args.profile))
    return 0


def measure(world: World, fight_id: str, rounds: int, *, is_profiled: bool) -> None:
    """Print what the cards of one fight cost its GM."""
    fight = read_fight(fight_id)
    table = world.store.create_table(fight.table_name)
    lay_out_fight(world.store, table, fight, None)
    host = Host(world.store, table.id)
    gm = Visitor(role="gm", table_id=table.id, person_id=None, name="GM")
    try:
        host.handle({"do": "begin"}, gm)
    except Refusal as refusal:
        print(f"{fight_id}: not begun: {refusal}")
    if is_profiled:
        profile = cProfile.Profile()
        profile.enable()
        for who in host.battle.state.combatants:
            card(host, gm, who, rounds)
        profile.disable()
        pstats.Stats(profile).sort_stats("cumulative").print_stats(70)
        return
    costs = {who: card(host, gm, who, rounds) for who in host.battle.state.combatants}
    mean = sum(whole for whole, _ in costs.values()) / len(costs)
    rules = sum(part for _, part in costs.values()) / len(costs)
    dearest = max(whole for whole, _ in costs.values())
    print(f"{fight_id:10} {len(costs):6} {mean:8.2f} {dearest:8.2f} {rules:8.2f}", flush=True)


def card(host: Host, visitor: Visitor, who: str, rounds: int) -> tuple[float, float]:
    """Give the milliseconds that a card takes, and those of it before it is drawn."""
    viewer = host.viewer(visitor)
    frame = shared_frame(host, viewer, frozenset())
    whole = rules = 0.0
    for _ in range(rounds):
        host.battle.state = replace(host.battle.state)  # nothing is left of what was worked out on it
        began = time.process_time()
        view = selected_view(host.battle, host.stream(viewer), frame, who, {})
        rules += time.process_time() - began
        render_template("panels/selected.html", view=view)
        whole += time.process_time() - began
    return 1e3 * whole / rounds, 1e3 * rules / rounds


if __name__ == "__main__":
    sys.exit(main())
