"""A combatant as a JSON file of our own: sheet and state, to keep, to change elsewhere, to bring back.

The schema is published (`battlemat schema SYSTEM`, and under `/schemas/`): it is made of the same model that
checks every sheet, so that the two cannot differ.
"""

import json
from collections.abc import Mapping
from typing import Any

from rules.engine.gm.gm_parameters import LARGEST
from rules.engine.refusal import Refusal
from rules.engine.sheets.import_report import Imported, ImportReport, text_of
from rules.engine.state import Combatant, adapter
from rules.engine.system import System, find_system
from rules.engine.text import Text, text
from webapp.sheets.sheet_schema import Schema
from webapp.table.names import LONGEST_TITLE

FORMAT, VERSION = "battlemat-sheet", 1
_KEYS = ("format", "version", "system", "name", "side", "size", "sheet", "state")
_NEEDED = ("format", "version", "system", "name", "sheet")


def as_file(system: System, combatant: Combatant) -> dict[str, Any]:
    """Write a combatant down; where it stands and who plays it are the table's. Defaults are left out."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "system": system.id,
        "name": combatant.name,
        "side": combatant.side,
        "size": combatant.size,
        "sheet": combatant.sheet.model_dump(mode="json", exclude_unset=True),
        "state": combatant.state.as_json(),
    }


def schema_of_file(system: System) -> dict[str, Any]:
    """Give the JSON schema of such a file for a system."""
    sheet = system.sheet_type.model_json_schema(mode="validation", ref_template="#/$defs/{model}")
    state = adapter(system.state_type).json_schema(mode="validation", ref_template="#/$defs/{model}")
    definitions = {**state.pop("$defs", {}), **sheet.pop("$defs", {})}
    sheet["properties"] = {key: _with_known(part, definitions) for key, part in sheet["properties"].items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A combatant of {system.name}",
        "type": "object",
        "additionalProperties": False,
        "required": list(_NEEDED),
        "properties": {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "system": {"const": system.id},
            "name": {"type": "string", "minLength": 1, "maxLength": LONGEST_TITLE},
            "side": {
                "type": "string",
                "description": "Whose side it was on; the table decides on which it is.",
            },
            "size": {"type": "integer", "minimum": 1, "maximum": LARGEST, "default": 1},
            "sheet": sheet,
            "state": {
                **state,
                "description": "What fights have done to it; what is left out is as at the start.",
            },
        },
        "$defs": definitions,
    }


def _with_known(part: dict[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    """Let the schema of a key take the ids of what is ready-made, where the key takes things by their ids."""
    known = part.get("known")
    if not known:
        return part
    by_id = {"enum": list(known)}
    if part.get("type") == "array" and _is_object(part["items"], definitions):
        return {**part, "items": {"anyOf": [by_id, part["items"]]}}
    if _is_object(part, definitions):
        inner = {key: part[key] for key in ("$ref", "type", "properties") if key in part}
        return {**{k: v for k, v in part.items() if k not in inner}, "anyOf": [by_id, inner]}
    return part


def _is_object(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> bool:
    return Schema(part, definitions).at(part).kind == "group"


def is_file(data: Mapping[str, Any]) -> bool:
    """Say whether parsed JSON claims to be such a file."""
    return data.get("format") == FORMAT


def read_file(data: bytes) -> tuple[System, Imported]:
    """Read such a file, and tell whose rules it was written for.

    Raises:
        Refusal: `bad-sheet` or `unknown-system`, naming the key and what it must be.
    """
    try:
        file = json.loads(data.decode(json.detect_encoding(data)))
    except (ValueError, RecursionError):
        raise _bad(text("it is no JSON that can be read")) from None
    if not isinstance(file, dict) or not is_file(file):
        raise _bad(text("'format' must be {format}", format=repr(FORMAT)))
    for key in file:
        if key not in _KEYS:
            raise _bad(
                text(
                    "there is no key {key}; known are {known}",
                    key=repr(str(key)[:40]),
                    known=", ".join(_KEYS),
                )
            )
    for key in _NEEDED:
        if key not in file:
            raise _bad(text("the key {key} is missing", key=repr(key)))
    version = file["version"]
    if version != VERSION or isinstance(version, bool):
        raise _bad(
            text(
                "'version' is {version}; this Battlemat reads version {known}",
                version=str(version)[:20],
                known=VERSION,
            )
        )
    name, size = text_of(file["name"], LONGEST_TITLE), file.get("size", 1)
    if not name:
        raise _bad(text("'name' must be a text"))
    if not isinstance(size, int) or isinstance(size, bool) or not 1 <= size <= LARGEST:
        raise _bad(text("'size' must be a whole number from 1 to {most}", most=LARGEST))
    for key in ("sheet", "state"):
        if not isinstance(file.get(key, {}), dict):
            raise _bad(text("{key} must be an object with keys and values", key=repr(key)))
    system = find_system(str(file["system"])[:64])
    system.read_sheet(file["sheet"])  # refuses what cannot be, naming the key
    report = ImportReport(
        read=(text("{name}, a sheet of {system}.", name=name, system=text(system.name)),),
        dropped=(),
        doubtful=(),
    )
    state = file.get("state", {})
    return system, Imported(name=name, sheet=file["sheet"], state=state, size=size, report=report)


def _bad(why: Text) -> Refusal:
    return Refusal("bad-sheet", text("This sheet file cannot be used: {why}.", why=why))
