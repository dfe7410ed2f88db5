"""What breaks where several processes serve: `python -m tests.load.endurance.faults [--times 50] [--seed 1]`.

Two processes, a PostgreSQL and a Redis of their own, and a table at which people command, load pages and
keep pages open (`tests/cluster_kit/evening.py`). Each fault comes at random moments, so many times. After
each: what was acknowledged is in the log, once and whole, no question was answered twice, and every page
shows what one shows that is opened anew, to the byte. What fails stops the run (exit status 1).
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.cluster_kit.cluster import Cluster
from tests.cluster_kit.evening import ANSWERED, ASKED, Evening
from tests.cluster_kit.own_servers import OwnPostgres, OwnRedis

OF_A_PAGE = 5.0
"""Seconds in which a page has to find another process."""
OF_AN_ANSWER = 5.0
"""Seconds in which whoever asks has to be told something, beside those for which Redis is frozen."""
CLOCK = 1
"""Seconds after which a question is answered by itself."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where it happens."""

    cluster: Cluster
    postgres: OwnPostgres
    redis: OwnRedis


@contextmanager
def place(folder: Path) -> Iterator[Place]:
    """Begin two processes, on a PostgreSQL and a Redis of their own. Raises `ProgramMissing`."""
    with OwnPostgres() as postgres, OwnRedis() as redis:
        with Cluster(folder, postgres.new_database(), redis.url) as cluster:
            yield Place(cluster, postgres, redis)
        assert "Traceback" not in cluster.said, cluster.said


Fault = Callable[[Place, Evening], None]


def process_killed(at: Place, evening: Evening) -> None:
    """Kill the process at which some page is, and begin it again once all pages are at another."""
    which = at.cluster.origins.index(evening.chance.choice(evening.pages).player.origin)
    at.cluster.kill(which)
    evening.wait_for_pages()
    at.cluster.revive(which)


def redis_restarted(at: Place, evening: Evening) -> None:
    """Let Redis be gone for a moment, and come back with nothing in it."""
    at.redis.stop(at_once=evening.chance.random() < 0.5)
    time.sleep(evening.chance.uniform(0, 0.3))
    at.redis.start()


def redis_frozen(seconds: float) -> Fault:
    """Give the fault that Redis takes everything and answers nothing, for so many seconds."""

    def redis_frozen(at: Place, _evening: Evening) -> None:
        with at.redis.frozen():
            time.sleep(seconds)

    return redis_frozen


def postgres_restarted(at: Place, evening: Evening) -> None:
    """Let PostgreSQL be gone for a moment, stopped in good order or crashed."""
    at.postgres.stop(at_once=evening.chance.random() < 0.5)
    time.sleep(evening.chance.uniform(0, 0.3))
    at.postgres.start()


def connections_cut(at: Place, evening: Evening) -> None:
    """Let PostgreSQL, Redis or both hang up on everybody."""
    which = evening.chance.choice(((at.postgres,), (at.redis,), (at.postgres, at.redis)))
    for server in which:
        server.cut_connections()


def same_given_twice(at: Place, evening: Evening) -> None:
    """Give one command under one id at all processes at once, and then each an answer of its own."""
    asker = evening.asker
    asker.do("turn", "dutch")
    question = asker.next(**ASKED)
    replies = evening.give_everywhere([question for _ in at.cluster.origins])
    assert all(reply["ok"] for reply in replies), replies
    asker.was_acknowledged(question)
    answers = [asker.next(**ANSWERED) for _ in at.cluster.origins]
    replies = evening.give_everywhere(answers)
    [taken] = [answer for answer, reply in zip(answers, replies, strict=True) if reply["ok"]]
    asker.was_acknowledged(taken)
    assert all(reply["ok"] or reply["refusal"]["code"] == "not-your-prompt" for reply in replies), replies


def clock_killed(at: Place, evening: Evening) -> None:
    """Let a question run out, and kill one of the processes meanwhile that would answer it."""
    evening.asker.do("turn", "dutch")
    evening.asker.do(**ASKED)
    time.sleep(evening.chance.uniform(0, CLOCK + 0.2))
    which = evening.chance.randrange(len(at.cluster.origins))
    at.cluster.kill(which)
    evening.wait_for_answer()
    evening.wait_for_pages()
    at.cluster.revive(which)


FAULTS: tuple[Fault, ...] = (
    process_killed,
    redis_restarted,
    postgres_restarted,
    connections_cut,
    same_given_twice,
    clock_killed,
)
"""All but the one that is made for so many seconds."""


@dataclass(frozen=True, slots=True)
class Report:
    """What came of one fault. Times are in seconds, each the longest."""

    acknowledged: int
    refused: int
    """How often somebody was told that it cannot be done just now."""
    answer: float
    page_away: float


def break_often(at: Place, fault: Fault, times: int, seed: str) -> Report:
    """Let a table be struck so many times; what is not as it must be is an `AssertionError`."""
    print(f"{fault.__name__}: {times} times, seed {seed}", flush=True)
    asks, seconds = fault not in (same_given_twice, clock_killed), CLOCK if fault is clock_killed else None
    with Evening(at.cluster, Random(seed), asks=asks, answer_seconds=seconds) as evening:
        for _ in range(times):
            evening.strike(lambda: fault(at, evening))
        done = sum(len(giver.acknowledged) for giver in evening.givers)
        away = max(evening.away, default=0.0)
        return Report(done, len(evening.refusals), evening.slowest, away)


def main() -> int:
    """Run as the command line says, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--frozen", type=float, default=10.0, help="seconds for which Redis answers nothing")
    parser.add_argument("--only", help="the name of one fault")
    args = parser.parse_args()
    faults = (*FAULTS, redis_frozen(args.frozen))
    slow = 0
    with tempfile.TemporaryDirectory() as folder, place(Path(folder)) as at:
        for fault in faults:
            if args.only in (None, fault.__name__):
                report = break_often(at, fault, args.times, f"{args.seed}")
                may_take = OF_AN_ANSWER + (args.frozen if fault.__name__ == "redis_frozen" else 0)
                slow += report.answer > may_take or report.page_away > OF_A_PAGE
                print(
                    f"  {report.acknowledged} commands acknowledged: none lost, doubled or half done;"
                    f" {report.refused} told to wait. The longest: an answer {report.answer:.1f} s,"
                    f" a page without a line {report.page_away:.1f} s.",
                    flush=True,
                )
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
