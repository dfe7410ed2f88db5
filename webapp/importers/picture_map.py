"""A plain picture as a map: the grid that its file's name tells of, or a guess, for the GM to lay anew."""

from rules.engine.sheets.import_report import Notes
from rules.engine.text import text
from rules.map.model import GridKind
from webapp.importers.cell_count import count_cells, is_square
from webapp.importers.pictures import read_picture
from webapp.importers.problem import ImportProblem
from webapp.importers.uvtt import ImportedMap
from webapp.pictures.grid_alignment import by_count, laid_out


def read_picture_map(data: bytes, filename: str = "") -> ImportedMap:
    """Read a PNG, JPEG or WebP picture as a map of squares, without walls.

    Raises:
        ImportProblem: if it is too large, damaged, or no such picture.
        Refusal: if it is too small for a single cell.
    """
    try:
        picture = read_picture(data)
    except ImportProblem as problem:
        raise problem.of_file(filename) from None
    size = (picture.width, picture.height)
    found = count_cells(filename, *size)
    laying = by_count(GridKind.SQUARE, size, found.cols, found.rows)
    said = text("Read a picture of {width} x {height} pixels.", width=picture.width, height=picture.height)
    notes = Notes(read=[said])
    if found.sure:
        notes.read.append(found.why)
    else:
        notes.doubtful.append(text("{why} Align the grid to the picture to be sure.", why=found.why))
    if not is_square(found.cols, found.rows, *size):
        across, down = laying.cell
        said = text(
            "Its cells are not square, {across} x {down} pixels: check the number of cells, or lay the grid "
            "by a stretch.",
            across=float(f"{across:.3g}"),
            down=float(f"{down:.3g}"),
        )
        notes.doubtful.append(said)
    return ImportedMap(map=laid_out(laying, size), picture=picture, report=notes.report())
