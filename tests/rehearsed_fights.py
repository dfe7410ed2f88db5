"""Rehearses ready-made fights and writes down who won: `python -m tests.rehearsed_fights bank pier`.

Each is played so many times by the AI, on the same dice for the same number. What came of it is told on the
fight's page; `tests/webapp/systems/test_ready_fights.py` says which are out of date.
"""

import argparse
import json
import re
from collections import Counter

from rules.engine.system import find_system
from rules.rehearsal.intervals import Share
from rules.rehearsal.rehearsal import FightsWanted, fights
from rules.systems import load_systems
from tests.load.rules.rehearsal import ready_fight
from webapp.demo.fights import READY_MADE, fight_file, read_fight

_SEED = "ready"


def main() -> None:
    """Play, print, and write down."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("fights", nargs="+", choices=READY_MADE)
    parser.add_argument("--most", type=int, default=60, help="how many times each is played")
    parser.add_argument("--try", dest="tries", action="store_true", help="only print it")
    asked = parser.parse_args()
    load_systems()
    for fight_id in asked.fights:
        _rehearse(fight_id, asked.most, keeps=not asked.tries)


def _rehearse(fight_id: str, most: int, *, keeps: bool) -> None:
    state, won = ready_fight(fight_id), Counter[str]()
    down, harm, rounds = Counter[str](), Counter[str](), 0
    for _, outcome in fights(state, FightsWanted(seed=_SEED, most=most)):
        won[outcome.won or ""] += 1
        rounds += outcome.rounds
        for who, fate in outcome.fates.items():
            down[who] += fate.is_down
            harm[who] += fate.harm_done
    sides = dict.fromkeys(one.side for one in state.combatants.values())
    for side in sides:
        share = Share(won[side], most)
        low, high = share.interval
        print(f"{fight_id}: {side} win {share.value:.0%} of {most} ({low:.0%} to {high:.0%})")
        for one in state.combatants.values():
            if one.side == side:
                told = f"down {down[one.id] / most:.0%}, harm {harm[one.id] / most:.2f}"
                print(f"    {one.name}: {told}", flush=True)
    print(f"    {won['']} without a winner, {rounds / most:.1f} rounds; {find_system(state.system).name}")
    if keeps:
        _keep(fight_id, {"fights": most, "won": {side: won[side] for side in sides}})


def _keep(fight_id: str, found: dict[str, object]) -> None:
    file = fight_file(fight_id)
    line = json.dumps({**found, "layout": read_fight(fight_id).layout})
    written = re.sub(r'"rehearsed": .*', f'"rehearsed": {line},', file.read_text("utf-8"), count=1)
    file.write_text(written, "utf-8")


if __name__ == "__main__":
    main()
