"""An actor that Foundry has exported: bytes to the actor's object, and a clear word for what is none."""

import json
from math import isfinite
from typing import Any

from webapp.importers.pictures import megabytes
from webapp.importers.problem import ImportProblem

MAX_ACTOR_BYTES = 8_000_000
"""Largest actor file, in bytes."""
MAX_ITEMS = 500
_LONGEST = 60
_ADVICE = "In Foundry, open the actor's menu in the sidebar and choose Export Data."


def open_actor(data: bytes) -> dict[str, Any]:
    """Parse a file and check that it holds one actor, of whatever game.

    Raises:
        ImportProblem: if it is empty, too large, no JSON, or something else than an actor.
    """
    if len(data) > MAX_ACTOR_BYTES:
        text = (
            f"The file has {megabytes(len(data))} MB; an actor has at most {megabytes(MAX_ACTOR_BYTES)} MB."
        )
        raise ImportProblem(f"{text} {_ADVICE}")
    actor = _parse(data)
    if isinstance(actor, list):
        raise ImportProblem(
            f"The file holds a list, such as a whole folder. {_ADVICE} One file is one actor."
        )
    if not isinstance(actor, dict):
        raise ImportProblem(f"The file is JSON, but no actor. {_ADVICE}")
    _require_actor(actor)
    return actor


def _parse(data: bytes) -> Any:
    def refuse(constant: str) -> Any:
        raise ImportProblem(f"The file holds {constant} where a number should be: it is damaged. {_ADVICE}")

    if not data.removeprefix(b"\xef\xbb\xbf").strip():
        raise ImportProblem(f"The file is empty. {_ADVICE}")
    try:
        text = data.decode(json.detect_encoding(data))
        # whole numbers as floats too: a digit string of any length is then at worst infinite
        return json.loads(text, parse_constant=refuse, parse_int=float)
    except RecursionError:
        raise ImportProblem(f"The file nests far deeper than any actor. {_ADVICE}") from None
    except json.JSONDecodeError as error:
        problem = f"The file is no actor, or a damaged one: it isn't JSON in line {error.lineno}."
        raise ImportProblem(f"{problem} {_ADVICE}") from None
    except ValueError:
        raise ImportProblem(f"The file is no readable text. {_ADVICE}") from None


_NO_ACTORS = {
    "vehicle": "This is a vehicle",
    "group": "This is a group of actors",
    "Actor": "This is a folder",
    "weapon": "This is an item",
    "armor": "This is an item",
    "shield": "This is an item",
    "edge": "This is an item",
    "hindrance": "This is an item",
    "skill": "This is an item",
    "power": "This is an item",
    "gear": "This is an item",
}


def _require_actor(actor: dict[str, Any]) -> None:
    kind = actor.get("type")
    if isinstance(kind, str) and kind in _NO_ACTORS and not isinstance(actor.get("items"), list):
        raise ImportProblem(f"{_NO_ACTORS[kind]}, not a character. {_ADVICE}")
    if kind in ("vehicle", "group"):
        raise ImportProblem(f"{_NO_ACTORS[str(kind)]}, not a character: only characters and NPCs are read.")
    if not isinstance(actor.get("items"), list) or not isinstance(actor.get("system"), dict):
        raise ImportProblem(f"The file is JSON, but no actor of Foundry. {_ADVICE}")
    if len(actor["items"]) > MAX_ITEMS:
        text = f"The actor has {len(actor['items']):,} items; at most {MAX_ITEMS} are read."
        raise ImportProblem(f"{text} Take away what is not needed.")


def game_of(actor: dict[str, Any]) -> str:
    """Give the id of the Foundry system that wrote an actor, as far as the file says."""
    stats = actor.get("_stats")
    found = stats.get("systemId") if isinstance(stats, dict) else None
    return found[:_LONGEST] if isinstance(found, str) else ""


def part(data: Any, *path: str) -> Any:
    """Follow keys down through objects; None where one of them is missing."""
    for key in path:
        data = data.get(key) if isinstance(data, dict) else None
    return data


def text_of(value: Any, longest: int = _LONGEST) -> str:
    """Tidy a text: one line of printable signs, cut where it is too long; empty for what is no text."""
    if not isinstance(value, str):
        return ""
    line = "".join(sign if sign.isprintable() else " " for sign in value[: 4 * longest])
    return " ".join(line.split())[:longest].strip()


def whole(value: Any) -> int | None:
    """Read a whole number, also from a text such as `+2`; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return int(number) if isfinite(number) and abs(number) < 1e6 else None
