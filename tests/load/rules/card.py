"""What a combatant's card costs: `python -m tests.load.rules.card [--rounds 20] [--profile FIGHT]`.

For each ready-made fight, which is begun, every combatant's card is put together and drawn again and again,
each time for a battle that has just changed, as it is asked for after each command: for the GM, and for a
player who plays the first side's combatants. Printed are the milliseconds of the processor that one takes, on
average and for the dearest combatant, and of it what the rules take (all but the drawing). `--profile` prints
instead what takes the most of it in one fight.
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
from webapp.demo.fights import ONE_A_SYSTEM, read_fight
from webapp.demo.first_table import lay_out_fight
from webapp.panels.pages import shared_frame
from webapp.panels.selected import selected_view
from webapp.server.language import language, speaking
from webapp.table.grants import Visitor
from webapp.table.host import Host
from webapp.visibility.viewer import Viewer


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--profile", choices=ONE_A_SYSTEM)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data_dir=Path(folder), lan=False, async_mode="threading"))
        world = World(app)
        print(f"{'fight':10} {'for':6} {'cards':>6} {'mean ms':>8} {'dearest':>8} {'rules ms':>8}")
        for fight in [args.profile] if args.profile else ONE_A_SYSTEM:
            with app.test_request_context():
                measure(world, fight, args.rounds, is_profiled=bool(args.profile))
    return 0


def measure(world: World, fight_id: str, rounds: int, *, is_profiled: bool) -> None:
    """Print what the cards of one fight cost its GM and a player."""
    fight = read_fight(fight_id)
    table = world.store.create_table(fight.table_name)
    lay_out_fight(world.store, table, fight, None)
    host = Host(world.store, table.id)
    gm = Visitor(role="gm", table_id=table.id, person_id=None, name="GM")
    try:
        host.handle({"do": "begin"}, gm)
    except Refusal as refusal:
        print(f"{fight_id}: not begun: {refusal}")
    people = host.battle.state.combatants.values()
    side = next(iter(people)).side
    own = frozenset(c.id for c in people if c.side == side)
    player = Viewer(role="play", sides=frozenset({side}), owns=own)
    for viewer in (host.viewer(gm), player):
        known = sorted(host.stream(viewer).now)
        card(host, viewer, known[0], 1)  # the templates are compiled by it
        if is_profiled:
            profile_cards(host, viewer, known, rounds)
            continue
        costs = [card(host, viewer, who, rounds) for who in known]
        mean = sum(whole for whole, _ in costs) / len(costs)
        rules = sum(part for _, part in costs) / len(costs)
        dearest = max(whole for whole, _ in costs)
        row = f"{len(costs):6} {mean:8.2f} {dearest:8.2f} {rules:8.2f}"
        print(f"{fight_id:10} {viewer.role:6} {row}", flush=True)


def profile_cards(host: Host, viewer: Viewer, known: list[str], rounds: int) -> None:
    """Print what takes the most of the time of some cards."""
    profile = cProfile.Profile()
    profile.enable()
    for who in known:
        card(host, viewer, who, rounds)
    profile.disable()
    pstats.Stats(profile).sort_stats("cumulative").print_stats(70)


def card(host: Host, viewer: Viewer, who: str, rounds: int) -> tuple[float, float]:
    """Give the milliseconds that a card takes, and those of it before it is drawn."""
    frame = shared_frame(host, viewer, frozenset())
    whole = rules = 0.0
    for _ in range(rounds):
        host.battle.state = replace(host.battle.state)  # nothing is left of what was worked out on it
        began = time.process_time()
        view = selected_view(host.battle, host.stream(viewer), frame, who, {})
        rules += time.process_time() - began
        with speaking(language()):
            render_template("panels/selected.html", view=view)
        whole += time.process_time() - began
    return 1e3 * whole / rounds, 1e3 * rules / rounds


if __name__ == "__main__":
    sys.exit(main())
