"""What somebody pastes or chooses: a stat block as a text, or a character as JSON; read beside its source."""

import codecs
import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.refusal import Refusal
from rules.engine.sheets.import_report import Imported, ImportReport
from rules.engine.sheets.stat_block import MOST_SIGNS, Block, Mark, Piece, StatBlock
from rules.engine.system import System, systems
from rules.engine.text import Text, text
from webapp.importers.character_file import MAX_CHARACTER_BYTES, read_character
from webapp.importers.pictures import megabytes
from webapp.importers.problem import ImportProblem

_HTML = re.compile(r"<\s*/?\s*(?:!doctype|html|head|body|div|span|p|br|table|td|script|style|svg)\b", re.I)
_SURE = 3
"""So many signs of the layout of the rules at the table are enough, whatever else the text looks like."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the source with its marks, and what is to be said of it; of a file, a fact."""

    marks: tuple[Mark, ...]
    pieces: tuple[Piece, ...] = ()
    said: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Pasted:
    """What was made of it."""

    imported: Imported
    rows: tuple[Row, ...]
    loose: tuple[Text, ...]
    """Guesses that no line of the source led to."""
    is_file: bool

    def count(self, mark: Mark) -> int:
        """Count the rows with a mark."""
        return sum(mark in row.marks for row in self.rows)


def read_pasted(data: bytes, filename: str, here: System) -> Pasted:
    """Read a text, or the JSON of a character.

    Raises:
        ImportProblem: if it is neither, or nothing that these rules can read.
        Refusal: `other-system` if it is another game's.
    """
    start = data.lstrip(codecs.BOM_UTF8 + codecs.BOM_UTF16_LE + codecs.BOM_UTF16_BE + b" \t\r\n\0")[:1]
    try:
        if start in (b"{", b"["):
            return _from_file(data, filename, here)
        return _from_text(_decoded(data), here)
    except Refusal as refusal:
        if refusal.code == "other-system":
            raise
        raise ImportProblem(refusal.text) from None


def require_system(its: System, here: System) -> None:
    """Refuse what is written for another game. Raises `Refusal` `other-system`."""
    if its.id != here.id:
        said = text(
            "This character is for {its}; the scene before the table is played by {here}. "
            "Start a map under {its} first (in the section Map).",
            its=text(its.name),
            here=text(here.name),
        )
        raise Refusal("other-system", said)


# ------------------------------------------------------------------------------------------------------ files
def _from_file(data: bytes, filename: str, here: System) -> Pasted:
    its, imported = read_character(data, filename, here)
    require_system(its, here)
    return Pasted(imported, tuple(_facts(imported.report)), (), is_file=True)


def _facts(report: ImportReport) -> Sequence[Row]:
    kinds = ((Mark.READ, report.read), (Mark.GUESSED, report.doubtful), (Mark.LEFT, report.dropped))
    return [Row((mark,), said=(said,)) for mark, facts in kinds for said in facts]


# ------------------------------------------------------------------------------------------------------ texts
def _decoded(data: bytes) -> str:
    if len(data) > MAX_CHARACTER_BYTES:
        said = text(
            "The file has {size} MB; a character has at most {most} MB.",
            size=megabytes(len(data)),
            most=megabytes(MAX_CHARACTER_BYTES),
        )
        raise ImportProblem(said)
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            written = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in written:
            return written
    raise ImportProblem(text("The file is no readable text."))


def _from_text(written: str, here: System) -> Pasted:
    if not written.strip():
        raise ImportProblem(text("There is nothing to read: paste a stat block, or choose a file."))
    if len(written) > MOST_SIGNS:
        said = text(
            "The text has {size} letters; a stat block has at most {most}. Paste one character alone.",
            size=len(written),
            most=MOST_SIGNS,
        )
        raise ImportProblem(said)
    if _HTML.search(written):
        said = text("This is the source of a web page: copy what the page shows, and paste that.")
        raise ImportProblem(said)
    layout = _layout(written, here)
    block = Block(written)
    imported = layout.read(block, here.read_sheet)
    rows = tuple(Row(line.marks, line.pieces, line.said) for line in block.lines())
    beside = {said for row in rows for said in row.said}
    loose = tuple(said for said in imported.report.doubtful if said not in beside)
    return Pasted(imported, rows, loose, is_file=False)


def _layout(written: str, here: System) -> StatBlock:
    """Give the layout of the rules at the table, if the text is in it."""
    signs = Block(written).text
    found = {system.id: _signs(system, signs) for system in systems()}
    own, layout = found.get(here.id, 0), here.sheets.stat_block
    best = max(systems(), key=lambda system: (found[system.id], system.id == here.id))
    if found[best.id] > own and own < _SURE:
        require_system(best, here)
    if layout is None:
        said = text("{system} has no stat blocks that are read here.", system=text(here.name))
        raise ImportProblem(said)
    if own == 0:
        said = text(
            "Nothing here looks like a stat block of {system}. The example shows how one is written.",
            system=text(here.name),
        )
        raise ImportProblem(said)
    return layout


def _signs(system: System, written: str) -> int:
    """Count how many different words of a system's layout stand in a text."""
    layout = system.sheets.stat_block
    if layout is None:
        return 0
    return len({" ".join(found[0].lower().split()) for found in layout.signs.finditer(written)})
