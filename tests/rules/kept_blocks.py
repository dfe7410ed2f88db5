"""Stat blocks that are kept as files, worded and numbered by ourselves, with what must be read of each.

`python -m tests.rules.kept_blocks` writes anew what is read of them: look at the difference first.
"""

import json
from pathlib import Path
from typing import Any

from rules.engine.sheets.import_report import Imported
from rules.engine.sheets.stat_block import Block, Line, Mark, StatBlock
from rules.engine.system import System, find_system
from rules.systems import load_systems

load_systems()
FOLDER = Path(__file__).parent / "blocks"
TEXTS = sorted(FOLDER.glob("*/*.txt"))
SIGNS = {None: "", Mark.READ: "", Mark.GUESSED: "?", Mark.LEFT: "x"}


def layout_of(system: System) -> StatBlock:
    layout = system.sheets.stat_block
    assert layout is not None, system.id
    return layout


def read(system: System, written: str) -> tuple[Imported, tuple[Line, ...]]:
    """Read a text by the rules of a system."""
    block = Block(written)
    imported = layout_of(system).read(block, system.read_sheet)
    return imported, block.lines()


def shown(line: Line) -> str:
    """Write a line with what was guessed and left in brackets."""
    return "".join(f"{sign}[{p.words}]" if (sign := SIGNS[p.mark]) else p.words for p in line.pieces)


def what_is_read(path: Path) -> dict[str, Any]:
    """Give what is read of a file, as it is kept beside it."""
    system = find_system(path.parent.name)
    imported, lines = read(system, path.read_text(encoding="utf-8"))
    sheet = system.read_sheet(imported.sheet).model_dump(mode="json", exclude_defaults=True)
    said = [str(words) for line in lines for words in line.said]
    loose = [str(words) for words in imported.report.doubtful if str(words) not in said]
    return {
        "name": imported.name,
        "sheet": sheet,
        "lines": [shown(line) for line in lines],
        "said": said,
        "loose": loose,
    }


if __name__ == "__main__":
    for text in TEXTS:
        found = json.dumps(what_is_read(text), ensure_ascii=False, indent=1)
        text.with_suffix(".json").write_text(f"{found}\n", encoding="utf-8")
