"""A disk that takes its time stops nobody, and nobody hears of anything before it is on the disk."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.load.server import ROOT


@pytest.mark.parametrize("mode", ["gevent", "threading"])
def test_while_the_disk_works_pages_load_and_others_aim_and_nothing_is_told(
    mode: str, first_start: Path, tmp_path: Path
) -> None:
    data = shutil.copytree(first_start, tmp_path / "data")
    line = [sys.executable, "-m", "tests.webapp.store.slow_disk", mode, str(data)]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    order = json.loads(done.stdout.splitlines()[-1])
    assert order[:7] == [
        "the disk works",
        "healthz: 200",
        "page: True",
        "aim: True",
        "reach: True",
        "as before: True",
        "the disk is let go",
    ], "all of it while the disk worked"
    assert order[7:9] == ["it is on the disk", "told, 0 behind"]
    assert sorted(order[9:]) == ["pushed: True", "talk: 303", "the GM's move: True"]
