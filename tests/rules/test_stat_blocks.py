"""Stat blocks of every system: whatever the text is, and each piece of the stock written and read again."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.refusal import Refusal
from rules.engine.sheets.import_report import slug
from rules.engine.sheets.stat_block import Mark
from rules.engine.system import StockItem, System, systems
from tests.rules.kept_blocks import TEXTS, layout_of, read, what_is_read

WITH_BLOCKS = [system for system in systems() if system.sheets.stat_block is not None]
STOCK = [(system, item) for system in WITH_BLOCKS for item in system.stock]
KEPT = [path.read_text(encoding="utf-8") for path in TEXTS]


def called_by_name(sheet: dict[str, Any]) -> dict[str, Any]:
    """Give a sheet with the ids of its gear made of the names: a text has no others."""
    ids: dict[str, str] = {}
    sheet.pop("stock", None)  # what it stands for is written out
    for key in ("weapons", "armour", "cloak"):
        found = sheet.get(key)
        for piece in found if isinstance(found, list) else [found] if found else []:
            ids[piece["id"]] = piece["id"] = slug(piece["name"] or piece["id"])
    for key in ("held", "ready"):
        if sheet.get(key):
            sheet[key] = [ids.get(id_, id_) for id_ in sheet[key]]
    return sheet


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("system", "item"), STOCK, ids=[f"{s.id}-{i.id}" for s, i in STOCK])
def test_a_piece_of_the_stock_that_is_written_is_read_again(
    system: System, item: StockItem, language: str
) -> None:
    sheet = system.read_sheet(item.sheet)
    written = "\n".join(layout_of(system).write(str(item.name), sheet, language))
    imported, lines = read(system, written)
    here = by_default(called_by_name(system.read_sheet(imported.sheet).model_dump(mode="json")))
    assert here == by_default(called_by_name(sheet.model_dump(mode="json"))), written
    assert imported.name == str(item.name)
    assert [piece.words for line in lines for piece in line.pieces if piece.mark is Mark.LEFT] == []
    assert imported.report.doubtful == (), written


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_kept_block_is_read_as_it_was(path: Path) -> None:
    assert what_is_read(path) == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_sign_of_the_source_is_shown(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    system = next(system for system in WITH_BLOCKS if system.id == path.parent.name)
    _, lines = read(system, written)
    assert "\n".join("".join(piece.words for piece in line.pieces) for line in lines) == written
    letters = [piece for line in lines for piece in line.pieces if any(map(str.isalnum, piece.words))]
    assert all(piece.mark is not None for piece in letters)


def by_default(sheet: dict[str, Any]) -> dict[str, Any]:
    """Write out what a sheet leaves to its default, as a block always does."""
    for key, other in (("HP", "ST"), ("FP", "HT"), ("Will", "IQ"), ("Per", "IQ")):
        if key in sheet and sheet[key] is None:
            sheet[key] = sheet[other]
    if "basic_speed" in sheet:
        sheet["basic_speed"] = sheet["basic_speed"] or (sheet["HT"] + sheet["DX"]) / 4
        move = sheet["basic_move"]
        sheet["basic_move"] = int(sheet["basic_speed"]) if move is None else move
    return sheet


def cut(texts: list[str]) -> st.SearchStrategy[str]:
    """Give stretches of real blocks, put together anew with anything between."""
    of_a_block = st.sampled_from(texts).flatmap(
        lambda text: st.tuples(st.integers(0, len(text)), st.integers(0, 200)).map(
            lambda at: text[at[0] : at[0] + at[1]]
        )
    )
    odd = st.one_of(
        st.text(max_size=30), st.sampled_from(["(", ")", "\n\n", ": ", "99999", "-", ";;", "\u202e"])
    )
    return st.lists(st.one_of(of_a_block, odd), max_size=12).map("".join)


@pytest.mark.parametrize("system", WITH_BLOCKS, ids=lambda system: system.id)
@settings(max_examples=150, deadline=None)
@given(written=cut(KEPT))
def test_any_text_makes_a_sheet_or_is_refused(system: System, written: str) -> None:
    try:
        imported, lines = read(system, written)
    except Refusal as refusal:
        if refusal.code != "bad-sheet":
            raise
        return
    system.read_sheet(imported.sheet)
    shown = "\n".join("".join(piece.words for piece in line.pieces) for line in lines)
    assert shown == written.replace("\r\n", "\n").replace("\r", "\n").expandtabs(2)[:20_000]
    assert len(imported.name) <= 60
