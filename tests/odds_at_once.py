"""Odds in the answer to an aim, however long they take: for tests that read or compare what they say.

Beside the table they are worked out from the very same values (`webapp/live/test_odds_pool.py`). The chances
that a dragged token would have stay out of it where they are dear: one is asked for with each cell.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from rules.engine.chances.aim_odds import AimOdds
from webapp.drawing import drag_cover
from webapp.live import aim_events, ground_requests, remedy_requests, spot_requests
from webapp.live.odds_worker import WHOLE, answers
from webapp.report import reports


class _AtOnce(AimOdds):
    """Odds as they are worked out while everybody waits."""

    at_once = AimOdds.at_once


class _Here:
    """A pool that works where it is asked."""

    def ask(self, page: str, state: Any, asked: Any, tell: Any) -> None:
        """Tell all that is found, before it is answered that it was asked."""
        for kind, found in answers(state, asked, lambda: None):
            tell(found, kind == WHOLE)

    def drop(self, page: str) -> None:
        """Nothing is under way."""

    def prepare(self) -> None:
        """Nothing needs to be begun."""


@contextmanager
def odds_at_once() -> Iterator[None]:
    """Work all odds out where they are asked for, as long as the block lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drag_cover, "AimOdds", _AtOnce)
        patch.setattr(aim_events, "_work_out_chance", lambda *args: None)
        patch.setattr(reports, "begin", lambda work: work())
        for asked_of in (ground_requests, spot_requests, remedy_requests, reports):
            patch.setattr(asked_of, "odds_pool", _Here)
        patch.setattr(AimOdds, "at_once", lambda self: self.whole())
        yield
