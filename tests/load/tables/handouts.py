"""Ten handouts of 8192 x 8192 brought at once: `python -m tests.load.tables.handouts [--count 10]`.

Prints the server's largest resident memory, how long all of it took, and the slowest answer of `/healthz`
meanwhile. The exit status is 1 where the memory passes 1.3 GB or a handout does not come in.
"""

from gevent import monkey

monkey.patch_all()

import argparse  # noqa: E402
import io  # noqa: E402
import re  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402
from pathlib import Path  # noqa: E402

import gevent  # noqa: E402
import numpy as np  # noqa: E402
import requests  # noqa: E402
from PIL import Image  # noqa: E402

from tests.load.player import Player, come_as_gm  # noqa: E402
from tests.load.server import running  # noqa: E402

MOST_GB = 1.3
SIDE = 8192


def main() -> int:
    """Bring them, and say what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--async", dest="mode", choices=("gevent", "threading"), default="gevent")
    parser.add_argument("--rgba", action="store_true", help="pictures that show through")
    args = parser.parse_args()
    picture = painted(shows_through=args.rgba)
    options = ("--local", "--async", args.mode)
    with tempfile.TemporaryDirectory() as folder, running(Path(folder), options) as server:
        gm = come_as_gm(server.origin, server.gm)
        page = gm.session.get(f"{server.origin}/tables/{gm.table}/gm", timeout=60).text
        found = re.search(r'name="csrf" value="([^"]+)"', page)
        assert found is not None, "the GM's page carries a token"
        slowest, done = [0.0], [False]
        asking = gevent.spawn(_ask_health, server.origin, slowest, done)
        start = time.monotonic()
        all_of_them = [gevent.spawn(bring, gm, found[1], n, picture) for n in range(args.count)]
        gevent.joinall(all_of_them)
        took, done[0] = time.monotonic() - start, True
        asking.join()
        came = sum(one.value in (204, 303) for one in all_of_them)
        peak = peak_gb(server.process.pid)
    print(f"{came} of {args.count} handouts of {len(picture) / 1e6:.1f} MB came in, in {took:.1f} s")
    print(f"largest memory {peak:.2f} GB ({MOST_GB} allowed); slowest /healthz {slowest[0] * 1e3:.0f} ms")
    return 0 if came == args.count and peak < MOST_GB else 1


def painted(*, shows_through: bool) -> bytes:
    """Give a picture as large as may be."""
    across = np.linspace(0, 255, SIDE, dtype=np.uint8)
    pixels = np.empty((SIDE, SIDE, 4), dtype=np.uint8)
    pixels[..., 0], pixels[..., 1] = across[None], across[:, None]
    pixels[..., 2], pixels[..., 3] = across[None] ^ across[:, None], across[None] | 1
    out = io.BytesIO()
    Image.fromarray(pixels if shows_through else pixels[..., :3]).save(out, "PNG", compress_level=1)
    return out.getvalue()


def bring(gm: Player, token: str, number: int, picture: bytes) -> int:
    """Write one handout with the picture, and give the answer's status."""
    with requests.Session() as session:
        session.cookies.update(gm.session.cookies)
        answer = session.post(
            f"{gm.origin}/tables/{gm.table}/gm/talk/papers",
            data={"title": f"Handout {number}", "words": ""},
            files={"file": (f"{number}.png", picture, "image/png")},
            headers={"X-CSRF-Token": token, "HX-Request": "true"},
            timeout=600,
        )
        return answer.status_code


def peak_gb(pid: int) -> float:
    """Give the largest memory that a process has had in use."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024 / 1e9
    return float("nan")


def _ask_health(origin: str, slowest: list[float], done: list[bool]) -> None:
    while not done[0]:
        start = time.monotonic()
        requests.get(f"{origin}/healthz", timeout=60).raise_for_status()
        slowest[0] = max(slowest[0], time.monotonic() - start)
        gevent.sleep(0.05)


if __name__ == "__main__":
    sys.exit(main())
