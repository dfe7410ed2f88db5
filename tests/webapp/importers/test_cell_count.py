"""What a picture's file name says of its cells."""

import pytest

from tests.rules.kit import in_english
from tests.webapp.importers.uvtt_writer import png
from webapp.importers import ImportProblem, read_picture_map
from webapp.importers.cell_count import count_cells


@pytest.mark.parametrize(
    ("name", "size", "count"),
    [
        ("Inn 24x36.jpg", (2400, 3600), (24, 36)),
        ("Inn [24x36].jpg", (2400, 3600), (24, 36)),
        ("Inn (36 x 24) day.webp", (3600, 2400), (36, 24)),
        ("Inn 24X36.png", (3600, 2400), (36, 24)),  # written the other way round
        ("Inn_24\u00d736_v2x1.png", (2400, 3600), (24, 36)),
        ("C:\\maps 10x10\\Inn 24x36.png", (2400, 3600), (24, 36)),
        ("Inn 2400x3600 24x36.png", (2400, 3600), (24, 36)),  # pixels, then cells
    ],
)
def test_the_name_gives_columns_and_rows(name: str, size: tuple[int, int], count: tuple[int, int]) -> None:
    found = count_cells(name, *size)
    assert ((found.cols, found.rows), found.sure) == (count, True)


@pytest.mark.parametrize(
    ("name", "size", "count"),
    [
        ("Inn 70ppi.png", (2100, 1400), (30, 20)),
        ("Inn.png", (2800, 1400), (40, 20)),  # 70 pixels fit
        ("Inn 2400x3600.png", (2400, 3600), (24, 36)),  # 100 pixels fit
        ("Inn.png", (1237, 977), (30, 24)),
        ("Inn 3x90.png", (1237, 977), (30, 24)),  # no such cells
    ],
)
def test_without_it_a_guess_is_called_one(name: str, size: tuple[int, int], count: tuple[int, int]) -> None:
    found = count_cells(name, *size)
    assert ((found.cols, found.rows), found.sure) == (count, False)


def test_a_sure_count_leaves_nothing_doubtful() -> None:
    imported = read_picture_map(png(240, 360), "Inn 12x18.png")
    assert (imported.map.grid.cols, imported.map.grid.rows) == (12, 18)
    assert in_english(imported.report.read) == (
        "Read a picture of 240 x 360 pixels.",
        "The file's name says 12 x 18 cells.",
    )
    assert in_english(imported.report.doubtful) == ()


def test_cells_that_are_not_square_are_doubtful() -> None:
    imported = read_picture_map(png(240, 400), "Inn 12x18.png")
    [doubt] = in_english(imported.report.doubtful)
    assert doubt.startswith("Its cells are not square, 20 x 22.2 pixels: check the number of cells")


def test_a_guess_is_doubtful() -> None:
    [doubt] = in_english(read_picture_map(png(1237, 977), "Inn.png").report.doubtful)
    assert doubt == "30 x 24 cells are a mere guess. Align the grid to the picture to be sure."


def test_a_broken_picture_is_refused_by_its_name() -> None:
    with pytest.raises(ImportProblem, match=r"^Inn\.png: The picture is damaged"):
        read_picture_map(png(100, 100)[:60], "Inn.png")
