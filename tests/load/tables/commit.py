"""What keeping a command takes: `python -m tests.load.tables.commit [--commits 300] [--folder DIR]`.

Two SQLite stores in a folder (by default that of temporary files, which may be memory: name one on the disk)
are written in turn, an event each, twenty times a second, as a table is at play. The log of one grows as it
is written; that of the other was given its full length first (`lengthen_log`), as a server does after its
start. Printed are the milliseconds of a commit, median, 90th and 95th percentile, and their ratios.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from webapp.store.database import lengthen_log
from webapp.store.store import Store

PACE = 0.05
SHARES = {"median": 0.5, "p90": 0.9, "p95": 0.95}


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commits", type=int, default=300)
    parser.add_argument("--folder", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        waits = measure(Path(folder), args.commits)
    shown = {name: figures(times) for name, times in waits.items()}
    for name, found in shown.items():
        print(f"{name:20}", *(f"{label} {value:6.2f} ms" for label, value in found.items()))
    growing, full = shown.values()
    print(f"{'full to growing':20}", *(f"{label} {full[label] / growing[label]:6.2f}   " for label in SHARES))
    return 0


def measure(folder: Path, commits: int) -> dict[str, list[float]]:
    """Write to both stores in turn; give the milliseconds of each commit."""
    waits: dict[str, list[float]] = {"growing": [], "of its full length": []}
    stores = {}
    for name in waits:
        database = folder / name / "battlemat.db"
        store = Store(database, database.parent / "pictures")
        battle = store.create_battle(store.create_table("Ours").id, "atomic", "The Gantry").id
        if name != "growing":
            lengthen_log(database)
        stores[name] = store, battle
    for seq in range(1, commits + 1):
        for name in sorted(stores, reverse=seq % 2 == 1):
            store, battle = stores[name]
            begin = time.perf_counter()
            store.append(battle, seq, f"c{seq}", [("moved", {"who": "kit", "to": [seq, 1]})])
            waits[name].append(1e3 * (time.perf_counter() - begin))
        time.sleep(PACE)
    for store, _ in stores.values():
        store.close()
    return waits


def figures(times: list[float]) -> dict[str, float]:
    """Give the median and the percentiles of some times."""
    ordered = sorted(times)
    return {
        label: median(ordered) if label == "median" else ordered[int(share * len(ordered))]
        for label, share in SHARES.items()
    }


if __name__ == "__main__":
    sys.exit(main())
