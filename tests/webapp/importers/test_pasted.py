"""What is pasted: whose layout it is in is known, whatever rules are asked; and what it cannot be is said."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.refusal import Refusal
from rules.engine.sheets.stat_block import Mark
from rules.engine.system import StockItem, System, systems
from rules.systems import load_systems
from tests.rules.kept_blocks import TEXTS, layout_of
from webapp.importers.pasted import read_pasted
from webapp.importers.problem import ImportProblem

load_systems()
SYSTEMS = [system for system in systems() if system.sheets.stat_block is not None]
SOME = [(system, item) for system in SYSTEMS for item in system.stock[::9]]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("system", "item"), SOME, ids=[f"{s.id}-{i.id}" for s, i in SOME])
def test_a_block_is_known_for_its_own_system_and_refused_by_every_other(
    system: System, item: StockItem, language: str
) -> None:
    sheet = system.read_sheet(item.sheet)
    written = "\n".join(layout_of(system).write(str(item.name), sheet, language)).encode()
    assert read_pasted(written, "", system).imported.name == str(item.name)
    for other in SYSTEMS:
        if other is not system and getattr(sheet, "kind", "") != "object":  # a thing has hardly any words
            with pytest.raises(Refusal) as refused:
                read_pasted(written, "", other)
            assert refused.value.code == "other-system"


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_kept_block_is_known_by_the_rules_that_it_is_written_for(path: Path) -> None:
    system = next(system for system in SYSTEMS if system.id == path.parent.name)
    found = read_pasted(path.read_bytes(), "", system)
    assert found.count(Mark.READ) > 2


@settings(max_examples=300, deadline=None)
@given(
    data=st.one_of(st.binary(max_size=300), st.text(max_size=300).map(str.encode)),
    of=st.sampled_from(SYSTEMS),
)
def test_any_bytes_are_read_or_refused_in_a_sentence(data: bytes, of: System) -> None:
    said = "."
    try:
        read_pasted(data, "some.txt", of)
    except (ImportProblem, Refusal) as problem:
        said = str(problem)
    assert said.endswith(".")
