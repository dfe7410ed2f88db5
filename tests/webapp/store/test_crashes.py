"""The power goes at moments that nobody chose; tests/load/endurance/crashes.py goes on for ever."""

import os
import shutil
from pathlib import Path

import pytest

from tests.load.endurance.crashes import crash


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the server's many lives are forks of one process")
def test_twenty_power_cuts_under_load_lose_nothing(first_start: Path, tmp_path: Path) -> None:
    report = crash(Path(shutil.copytree(first_start, tmp_path / "data")), kills=20, seed=7)
    assert report.kills == 20
    assert report.acknowledged > 40
    assert report.questions > 0
