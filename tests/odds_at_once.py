"""Odds in the answer to an aim, however long they take: for tests that read or compare what they say.

Beside the table they are worked out from the very same values (`webapp/live/test_odds_pool.py`).
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from rules.engine.aim_odds import AimOdds


@contextmanager
def odds_at_once() -> Iterator[None]:
    """Work all odds out where they are asked for, as long as the block lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AimOdds, "at_once", lambda self: self.whole())
        yield
