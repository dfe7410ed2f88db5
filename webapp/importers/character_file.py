"""A character file, ours or another program's: bytes to JSON, and JSON to the system that knows its keys."""

import json
from pathlib import PureWindowsPath
from typing import Any

from rules.engine.refusal import Refusal
from rules.engine.sheets.import_report import Imported, text_of
from rules.engine.system import System, systems
from rules.engine.text import Words, text
from webapp.importers.pictures import megabytes
from webapp.importers.problem import ImportProblem
from webapp.sheets.sheet_file import is_file, read_file

MAX_CHARACTER_BYTES = 8_000_000
"""Largest character file, in bytes."""


def read_character(data: bytes, filename: str, here: System) -> tuple[System, Imported]:
    """Read a character, and tell whose rules it was written for.

    Args:
        here: the system that is asked first, and whose word counts if no other knows the file.

    Raises:
        ImportProblem: if the file holds nothing that any system can read.
        Refusal: `bad-sheet`, if it does, and no sheet can be made of it.
    """
    character = open_character(data)
    if is_file(character):
        return read_file(data)
    name = text_of(PureWindowsPath(filename).stem).removeprefix("fvtt-Actor-") or "Nameless"
    problem: Words = ""
    for system in (here, *(other for other in systems() if other.id != here.id)):
        try:
            return system, system.import_character(character, name)
        except Refusal as refusal:
            if refusal.code != "unknown-format":
                raise
            problem = problem or refusal.text
    raise ImportProblem(problem)


def open_character(data: bytes) -> dict[str, Any]:
    """Parse a file and check that it holds one object, of whatever program.

    Raises:
        ImportProblem: if it is empty, too large, no JSON, or something else than an object.
    """
    if len(data) > MAX_CHARACTER_BYTES:
        said = text(
            "The file has {size} MB; a character has at most {most} MB.",
            size=megabytes(len(data)),
            most=megabytes(MAX_CHARACTER_BYTES),
        )
        raise ImportProblem(said)
    character = _parse(data)
    if isinstance(character, list):
        said = text(
            "The file holds a list, such as a whole folder: export each character as a file of its own."
        )
        raise ImportProblem(said)
    if not isinstance(character, dict):
        raise ImportProblem(text("The file is JSON, but no character."))
    return character


def _parse(data: bytes) -> Any:
    def refuse(constant: str) -> Any:
        said = text("The file holds {word} where a number should be: it is damaged.", word=constant)
        raise ImportProblem(said)

    if not data.removeprefix(b"\xef\xbb\xbf").strip():
        raise ImportProblem(text("The file is empty."))
    try:
        written = data.decode(json.detect_encoding(data))
        # whole numbers as floats too: a digit string of any length is then at worst infinite
        return json.loads(written, parse_constant=refuse, parse_int=float)
    except RecursionError:
        raise ImportProblem(text("The file nests far deeper than any character.")) from None
    except json.JSONDecodeError as error:
        said = text(
            "The file is no character, or a damaged one: it isn't JSON in line {line}.", line=error.lineno
        )
        raise ImportProblem(said) from None
    except ValueError:
        raise ImportProblem(text("The file is no readable text.")) from None
