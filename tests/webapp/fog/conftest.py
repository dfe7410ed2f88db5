from collections.abc import Iterator

import pytest

from tests.odds_at_once import odds_at_once


@pytest.fixture(scope="module", autouse=True)
def odds_are_in_the_answer() -> Iterator[None]:
    """Let what an aim's odds tell be listened to like all else."""
    with odds_at_once():
        yield
