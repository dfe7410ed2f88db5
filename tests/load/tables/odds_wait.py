"""Whether anybody waits for what another aims at: `python -m tests.load.tables.odds_wait [--seconds 10]`.

With six of each system's stock side by side one page moves the last of them ten times a second, first with
nobody aiming, then while another aims again and again with the dearest action that is found there. Told are
the 95th percentiles of the time until a move is answered, in milliseconds, and their ratio (the floor: at
most 2); and the medians of the time until the aim is answered, until the first figures and until the last.
The first aim, which begins the process, stands apart.
"""

import argparse
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rules.engine.battle import Battle
from rules.engine.chances.aim_odds import AimOdds
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.engine.system import find_system
from rules.map.model import BattleMap, Grid, GridKind
from tests.fuzzing.commands import playable
from tests.load.chance import Faces
from tests.load.player import Player, come_as_gm
from tests.load.server import running
from webapp.app import Settings, create_app
from webapp.context import STORE
from webapp.demo.first_table import first_table
from webapp.table.setup.scenes import lay_out_scene

FLOOR = 2.0
_PAUSE, _HAND, _LOOKING = 0.1, 0.4, 8.0
"""Seconds: between two moves; from the last figures to the next aim; of the processor, for the dearest."""


def people(system: str) -> list[dict[str, Any]]:
    """Put up to six of a system's stock side by side, every other one a foe."""
    return [
        {
            "id": f"p{n}",
            "name": f"P{n}",
            "side": "ab"[n % 2],
            "sheet": dict(item.sheet),
            "at": [3 + n, 3 + n % 2],
        }
        for n, item in enumerate(find_system(system).stock[:6])
    ]


def open_map(system: str) -> BattleMap:
    """Make a map with nothing on it."""
    per_cell, unit = find_system(system).cell
    return BattleMap(Grid(GridKind.SQUARE, 16, 10, per_cell, unit))


def lay_out(data: Path, system: str) -> None:
    """Make a data folder whose table shows them."""
    app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    first_table(app)
    store = app.extensions[STORE]
    table = store.any_table()
    scene = lay_out_scene(
        store, table.id, system=system, name="Odds", battle_map=open_map(system), combatants=people(system)
    )
    store.set_current(table.id, scene.id)
    store.close()


def dearest(system: str) -> Command:
    """Find the aim that takes the processor longest, with one thing chosen at most."""
    battle = Battle(system)
    battle.state = replace(battle.state, map=open_map(system))
    battle.handle(Command.parse({"do": "add", "combatants": people(system)}, by="gm"), Faces(1))
    longest, found, until = 0.0, None, time.process_time() + _LOOKING
    for command in _aims(battle):
        begun = time.process_time()
        if begun > until:
            break
        try:
            AimOdds.of(battle.state, command).whole()
        except Refusal:
            continue
        if time.process_time() - begun > longest:
            longest, found = time.process_time() - begun, command
    assert found is not None, "somebody can aim at somebody"
    return found


def _aims(battle: Battle) -> Iterator[Command]:
    view, everybody = BattleView(battle.state), list(battle.state.combatants.values())
    for with_options in (False, True):
        for action in battle.system.actions:
            for actor in everybody if action.aimed else ():
                for target in everybody:
                    for fixed, _ in action.ways(view, actor):
                        command = Command(
                            do=action.id, actor=actor.id, params={**fixed, action.aimed_key: target.id}
                        )
                        try:
                            if action.is_laid(view, command):
                                command = replace(command, params={**fixed, "at": target.at})
                            action.plan(view, action.filled(view, command))
                            options = action.options(view, command) if with_options else ()
                        except Refusal:
                            continue
                        if not with_options:
                            yield action.filled(view, command)
                        for one in options:
                            listed = one.choices(view, actor) if one.choices is not None else ()
                            value = listed[-1].id if listed else one.high or True
                            said = {**command.params, "options": {one.id: value}}
                            yield action.filled(view, replace(command, params=said))


def answered(mover: Player, who: str, at: Any, seconds: float) -> float:
    """Move somebody to and fro, and give the 95th percentile of the times until it is answered, in ms."""
    took, until = [], time.monotonic() + seconds
    while time.monotonic() < until:
        begun = time.monotonic()
        there = at if len(took) % 2 else [at[0] + 1, at[1]]
        reply = mover.ask("command", {"do": "gm-set", "target": who, "state": {"at": there}})
        assert reply["ok"], reply
        took.append(1e3 * (time.monotonic() - begun))
        time.sleep(_PAUSE)
    return statistics.quantiles(took, n=20)[-1]


def aim(page: Player, command: Command, number: int) -> tuple[float, float, float]:
    """Aim, and give the seconds until the answer, the first figures and the last; they may come at once."""
    begun = time.monotonic()
    reply = page.ask("aim", {"do": command.do, "actor": command.actor, **command.params, "number": number})
    assert reply["ok"], reply
    times = [time.monotonic() - begun]
    page.odds.clear()
    while "awaited" in reply["panel"] and len(times) < 3:
        page.take()
        times = times[:1] + [at - begun for at, odds in page.odds if odds["of"] == number]
    return times[0], times[min(1, len(times) - 1)], times[-1]


def main() -> int:
    """Measure each fight; the exit status tells whether the floor holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long moves are timed each way")
    seconds = parser.parse_args().seconds
    holds = True
    print("| system | dearest | p95 quiet | p95 aiming | ratio | answer | first | last | first of all |")
    print("|---|---|---|---|---|---|---|---|---|")
    for system in playable():
        command = dearest(system)
        with tempfile.TemporaryDirectory() as folder:
            lay_out(Path(folder), system)
            with running(Path(folder)) as server:
                mover, aimer = (come_as_gm(server.origin, server.gm) for _ in range(2))
                mover.connect()
                aimer.connect()
                cold, times = aim(aimer, command, 0), list[tuple[float, float, float]]()
                last = people(system)[-1]
                who, at = last["id"], last["at"]
                answered(mover, who, at, 1.0)
                quiet = answered(mover, who, at, seconds)
                stop = threading.Event()

                def keep_aiming(
                    aimer: Player = aimer,
                    command: Command = command,
                    stop: threading.Event = stop,
                    times: list[tuple[float, float, float]] = times,
                ) -> None:
                    while not stop.is_set():
                        times.append(aim(aimer, command, len(times) + 1))
                        stop.wait(_HAND)

                aiming = threading.Thread(target=keep_aiming)
                aiming.start()
                busy = answered(mover, who, at, seconds)
                stop.set()
                aiming.join()
                mover.close()
                aimer.close()
        holds = holds and busy <= FLOOR * quiet
        told = [f"{1e3 * statistics.median(part):.0f}" for part in zip(*times, strict=True)]
        begun = " / ".join(f"{1e3 * one:.0f}" for one in cold)
        said = f"{command.do} {dict(command.params).get('options', '')}".strip()
        print(
            f"| {system} | {said} | {quiet:.1f} | {busy:.1f} | {busy / quiet:.2f} | "
            f"{' | '.join(told)} | {begun} |",
            flush=True,
        )
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
