"""Opening a log of 10,000 events.

The command: `python -m tests.load.rules.long_log [--events 10000] [--fights gantry,...]`.

For each ready-made fight a log is played by chance and kept in a data folder; then a server is started on it.
Printed are, in milliseconds: the first page of the GM, who opens the log, and the server's own time on the
processor for it, which other programs disturb least; the first of a player, who is told all of it, and the
same; the page after that; one step of undo, from asking to its answer; the whole log as text; and how
large a page is. Every figure is of a server just started.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from rules.engine.battle import Battle
from rules.engine.events import event_as_json, event_from_json
from rules.engine.system import find_system
from rules.systems import load_systems
from tests.load.chance import play
from tests.load.player import Player, come_as_gm, come_to_play
from tests.load.server import processor_time, running
from webapp.app import Settings, create_app
from webapp.context import STORE
from webapp.demo.fights import ONE_A_SYSTEM, read_fight
from webapp.demo.first_table import lay_out_fight
from webapp.store.store import Store


def main() -> int:
    """Run the benchmark; the exit status is 1 if any log takes the processor a second or more to open."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--fights", default=",".join(ONE_A_SYSTEM))
    args = parser.parse_args()
    slow = False
    load_systems()
    titles = ("fight", "system", "commands", "events", "GM ms", "of it cpu", "player ms", "of it cpu")
    print("| " + " | ".join((*titles, "again ms", "undo ms", "text ms", "KiB")) + " |")
    print("|" + "---|" * 12)
    for fight in args.fights.split(","):
        with tempfile.TemporaryDirectory() as folder:
            commands, events = lay_out_log(Path(folder), fight, args.events)
            figures = measure(Path(folder))
        times = " | ".join(f"{ms:.0f}" for ms in figures[:-1])
        system = read_fight(fight).system
        print(f"| {fight} | {system} | {commands} | {events} | {times} | {figures[-1]:.0f} |", flush=True)
        slow |= max(figures[1], figures[3]) >= 1000
    return int(slow)


def lay_out_log(data: Path, fight_id: str, events: int) -> tuple[int, int]:
    """Make a data folder whose table has played a fight for so long; give its commands and events."""
    app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    store: Store = app.extensions[STORE]
    fight = read_fight(fight_id)
    table = store.create_table(fight.table_name)
    lay_out_fight(store, table, fight, None)
    battle_id = store.any_table().battle_id  # type: ignore[union-attr]
    assert battle_id is not None
    kinds, stored = find_system(fight.system).event_kinds(), store.events(battle_id)
    battle = Battle.load(fight.system, [event_from_json(kinds, e.kind, e.data) for e in stored])
    seq = len(stored) + 1
    for command, told in play(battle, events):
        rows = [(event.kind, event_as_json(event)) for event in told]
        seq = store.append(battle_id, seq, command.id, rows) + 1
    store.close()
    return len(battle.entries), seq - 1


def measure(data: Path) -> tuple[float, ...]:
    """Start a server on the folder, and give the figures."""
    with running(data) as server:
        pid = server.process.pid
        start, worked = time.monotonic(), processor_time(pid)
        gm = come_as_gm(server.origin, server.gm)
        opened, worked_gm = time.monotonic(), processor_time(pid)
        come_to_play(server.origin, server.join, "Somebody")
        joined, worked_player = time.monotonic(), processor_time(pid)
        again, size = _page(gm)
        gm.connect()
        asked = time.monotonic()
        assert gm.ask("command", {"id": "back", "do": "undo"})["ok"]
        undo = (time.monotonic() - asked) * 1e3
        wanted = time.monotonic()
        gm.session.get(f"{server.origin}/tables/{gm.table}/gm/log.txt").raise_for_status()
        text = (time.monotonic() - wanted) * 1e3
        gm.close()
    spans = (opened - start, worked_gm - worked, joined - opened, worked_player - worked_gm)
    return (*(span * 1e3 for span in spans), again, undo, text, size / 1024)


def _page(player: Player) -> tuple[float, int]:
    start = time.monotonic()
    page = player.session.get(f"{player.origin}/tables/{player.table}/{player.role}")
    page.raise_for_status()
    return (time.monotonic() - start) * 1e3, len(page.content)


if __name__ == "__main__":
    sys.exit(main())
