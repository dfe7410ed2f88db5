"""What breaks where several processes serve; tests/load/endurance/faults.py does it as often as one likes."""

from collections.abc import Iterator

import pytest

from tests.cluster_kit.own_servers import ProgramMissing
from tests.load.endurance.faults import FAULTS, Fault, Place, break_often, place, redis_frozen

TIMES = 10
SEED = "11"


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Two processes, a PostgreSQL and a Redis, for all faults; each has a table of its own."""
    try:
        with place(tmp_path_factory.mktemp("cluster")) as at:
            yield at
    except ProgramMissing as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_nothing_is_lost_doubled_half_done_or_shown_otherwise_after(two: Place, fault: Fault) -> None:
    report = break_often(two, fault, TIMES, SEED)
    assert report.acknowledged > 3 * TIMES


def test_a_redis_that_is_silent_for_seconds_keeps_nobody_waiting(two: Place) -> None:
    for seconds, times in ((10, 1), (1, TIMES - 1)):
        report = break_often(two, redis_frozen(seconds), times, SEED)
        assert report.acknowledged > 3 * times
