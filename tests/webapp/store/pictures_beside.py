"""Who else is served while a large picture is kept and fetched: a process of its own, which waits by gevent.

    python -m tests.webapp.store.pictures_beside URL FOLDER MEGABYTES

It prints as JSON how often another greenlet had its turn meanwhile, how long it waited at most, and by how
much memory the process grew, in megabytes; of these a test looks at the turns alone.
"""

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def main(url: str, folder: Path, megabytes: int) -> None:
    """Keep a picture of so many megabytes, fetch it, and print what it was like for others."""
    from webapp.__main__ import patch_for_gevent

    patch_for_gevent()
    import random

    import gevent

    from webapp.importers.pictures import Picture
    from webapp.store.store import Store

    store = Store(url, folder / "pictures")
    table = store.create_table("Ours")
    picture = Picture(random.Random(megabytes).randbytes(megabytes * 1_000_000), "image/webp", 8192, 8192)

    def beside(work: Callable[[], Any]) -> dict[str, float]:
        turns, longest, before = 0, 0.0, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        working = gevent.spawn(work)
        while not working.ready():
            began = time.perf_counter()
            gevent.sleep(0.001)
            longest = max(longest, time.perf_counter() - began)
            turns += 1
        working.get()
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1_000
        return {"turns": turns, "longest_ms": round(longest * 1000, 1), "grown_mb": round(grown, 1)}

    said = {"keep": beside(lambda: store.save_picture(picture, table.id))}
    row = store.save_picture(picture, table.id)
    said["fetch"] = beside(lambda: store.picture_file(row))
    said["look again"] = beside(lambda: store.picture_file(row))
    print(json.dumps(said))
    store.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
