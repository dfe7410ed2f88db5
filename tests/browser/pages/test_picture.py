"""The README's pictures: a shot that is aimed, a phone that is asked, the projector with its dice."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from tests.browser.conftest import Sit
from tests.browser.readme_pictures import FOLDER, MOST_BYTES, SIZES, take
from tests.load.server import ROOT, Server


def test_the_pictures_of_the_readme_can_be_taken_anew(sit: Sit, server: Server, tmp_path: Path) -> None:
    take(sit, server, tmp_path)
    assert {name: size_of(tmp_path / name) for name in SIZES} == SIZES


def test_the_readme_shows_each_of_them_as_it_was_taken_last() -> None:
    page = (ROOT / "README.md").read_text("utf-8")
    for name, size in SIZES.items():
        assert f"static/pictures/{name}" in page
        assert size_of(FOLDER / name) == size


def size_of(path: Path) -> tuple[int, int]:
    """Give the width and height of a picture that is small enough for the first screen of a page."""
    assert path.stat().st_size < MOST_BYTES
    with Image.open(path) as picture:
        return picture.size
