"""`python3 -m webapp` and the console script: set up if need be, choose how to wait, then start."""

import gc
import os
import sys
from collections.abc import Mapping

from webapp import bootstrap


def main() -> None:
    """Start Battlemat from a terminal."""
    if "--worker" not in sys.argv:  # what starts those has set everything up, and runs
        bootstrap.ensure()
    if wants_gevent(sys.argv[1:], os.environ):
        patch_for_gevent()

    gc.disable()  # a tenth of the time: it would go again and again through what all stays
    from webapp.cli import main as run  # only now: the patch must find nothing imported yet

    gc.enable()
    gc.freeze()
    sys.exit(run(sys.argv[1:]))


def wants_gevent(argv: list[str], environment: Mapping[str, str]) -> bool:
    """Tell whether threads are asked for nowhere, before the real parser may be imported."""
    joined = " ".join(argv).replace("--async=", "--async ")
    if "--async " in joined:
        return not joined.rpartition("--async ")[2].startswith("threading")
    return environment.get("BATTLEMAT_ASYNC") != "threading"


def patch_for_gevent() -> None:
    """Make the standard library wait by gevent; where it has no build, threads serve as well."""
    try:
        from gevent import monkey
    except ImportError:
        print("gevent cannot be imported here; Battlemat uses threads instead.", file=sys.stderr)
    else:
        monkey.patch_all()


if __name__ == "__main__":
    main()
