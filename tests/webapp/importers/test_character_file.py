"""Files of characters: whatever the bytes are, somebody's system reads them, or a sentence says why not."""

import codecs
import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.engine.refusal import Refusal
from rules.engine.sheets.import_report import Imported
from rules.engine.system import find_system
from rules.systems import load_systems
from tests.rules.kit import in_english
from tests.rules.systems.savage.sheet.swade import actor, as_file, item, skill, weapon
from webapp.importers import ImportProblem, read_character

load_systems()
SAVAGE, ATOMIC = find_system("savage"), find_system("atomic")
ACTOR = as_file(
    actor(
        skill("Fighting", 8),
        weapon("Dart", "@str+d4", range="3/6/12", ap=1, minStr="d6"),
        item("armor", "Coat", armor=2, locations={"torso": True}),
    )
)


def read(data: bytes, filename: str = "some.json") -> Imported:
    return read_character(data, filename, SAVAGE)[1]


def test_whoever_is_asked_the_system_that_knows_the_file_reads_it() -> None:
    found = [read_character(ACTOR, "some.json", here) for here in (SAVAGE, ATOMIC)]
    assert [system.id for system, _ in found] == ["savage", "savage"]
    assert found[0][1] == found[1][1]


def test_who_has_no_name_is_called_after_the_file() -> None:
    nameless = as_file(actor(name=None))
    assert read(nameless, r"C:\actors\fvtt-Actor-Vex.json").name == "Vex"
    assert read(nameless, "").name == "Nameless"


def test_a_byte_order_mark_and_other_encodings_are_read() -> None:
    text = json.dumps(actor())
    assert read(codecs.BOM_UTF8 + text.encode()).name == "Vex Marrow"
    assert read(text.encode("utf-16")).name == "Vex Marrow"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"not json", "isn't JSON"),
        (b"[" * 100_000, "nests"),
        (b"\xff\xfe\x00", "text"),
        (b"[]", "holds a list"),
        (b'"text"', "no character"),
        (b"{}", "no actor"),
        (as_file(actor(wounds={"value": float("nan")})), "NaN"),
        (b" " * 8_000_001, "8 MB"),
    ],
)
def test_what_is_no_character_is_refused_in_a_sentence(data: bytes, words: str) -> None:
    with pytest.raises(ImportProblem) as refused:
        read(data)
    assert words in str(refused.value)
    assert str(refused.value).endswith(".")


def test_numbers_of_any_length_do_no_harm() -> None:
    found = read(as_file(actor()).replace(b'"ground": 6', b'"ground": ' + b"9" * 5000))
    assert in_english(found.report.doubtful) == ("Pace is no number from 0 to 24; 6 is taken.",)


def read_or_refuse(data: bytes) -> None:
    """Read a file, or get a sentence."""
    refused = "."
    try:
        read(data)
    except ImportProblem as problem:
        refused = str(problem)
    except Refusal as refusal:
        refused = refusal.message
    assert refused.endswith(".")
    assert refused.isprintable()


@settings(max_examples=80, deadline=None)
@given(st.integers(0, len(ACTOR)), st.binary(max_size=6))
@example(0, b"\xef\xbb\xbf")
def test_any_damage_to_the_bytes_is_read_or_refused(at: int, noise: bytes) -> None:
    read_or_refuse(ACTOR[:at] + noise + ACTOR[at + len(noise) :])
    read_or_refuse(ACTOR[:at])


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    read_or_refuse(data)
