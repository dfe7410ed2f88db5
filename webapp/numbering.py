"""Numbering newcomers on from those of their kind who are here already, and finding them places."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine.state import BattleState
from rules.engine.system import StockItem
from rules.map.model import Place
from webapp.placing import cells_taken, free_places, places_in_shape


def numbered(
    state: BattleState, item: StockItem, count: int, side: str, size: int = 1
) -> list[dict[str, Any]]:
    """Write down new combatants for the command `add`: their ids and names numbered on from those present.

    Args:
        size: the side of each one's footprint, in cells.

    Raises:
        Refusal: `no-room`, if the map cannot hold them.
    """
    here = {id_: c.name for id_, c in state.combatants.items()}
    called, last = _numbered_so_far(here, item.id, item.name)
    alone = count == 1 and item.id not in here and last == 0
    sheet = dict(item.sheet)
    added: list[dict[str, Any]] = []
    for number in range(last + 1, last + 1 + count):
        id_, name = (item.id, called) if alone else (f"{item.id}-{number}", f"{called} {number}")
        added.append({"id": id_, "name": name, "side": side, "sheet": sheet, "size": size})
    if state.map is not None:
        places = free_places(state.map, [size] * count, cells_taken(state), _beside(state, side))
        for data, place in zip(added, places, strict=True):
            data["at"] = place
    return added


def numbered_group(state: BattleState, members: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Write a kept group down for the command `add`, its members standing to each other as they were kept.

    Who has a namesake here is numbered on; who has none comes under the name that was kept.

    Args:
        members: what `add` takes for each; `at` is where they stood when they were kept.

    Raises:
        Refusal: `no-room`, if the map cannot hold them.
    """
    here = {id_: c.name for id_, c in state.combatants.items()}
    added: list[dict[str, Any]] = []
    renamed: dict[str, str] = {}
    for member in members:
        id_, name = str(member["id"]), str(member["name"])
        if id_ in here:
            kind, digits = _kind_of(id_)
            called, last = _numbered_so_far(here, kind, name.removesuffix(f" {digits}"))
            number = max(last, 1) + 1
            id_, name = f"{kind}-{number}", f"{called} {number}"
            renamed[str(member["id"])] = id_
        here[id_] = name
        added.append({**member, "id": id_, "name": name})
    for data in added:
        data["state"] = _with_ids(data.get("state", {}), renamed)
    if state.map is not None:
        sizes = [int(data.get("size", 1)) for data in added]
        stood = [tuple(at) if isinstance(at := data.get("at"), list) else at for data in added]
        near = _beside(state, str(added[0].get("side", "")))
        places = places_in_shape(state.map, stood, sizes, cells_taken(state), near)
        for data, place in zip(added, places, strict=True):
            data["at"] = place
    return added


def _numbered_so_far(here: Mapping[str, str], kind: str, name: str) -> tuple[str, int]:
    """Give what those of a kind are called here, and their highest number. `here` has names by ids."""
    called, last = name.split(",")[0], 0  # "Kit Calloway, rocket jockey" is too long for a token
    for id_, present in here.items():
        its_kind, digits = _kind_of(id_)
        if its_kind == kind and digits and int(digits) > last:
            last = int(digits)
            stem = present.removesuffix(f" {digits}")
            called = stem if stem != present else called
    return called, last


def _kind_of(id_: str) -> tuple[str, str]:
    """Split an id into its kind and its number, if it has one."""
    kind, _, digits = id_.rpartition("-")
    return (kind, digits) if kind and digits.isascii() and digits.isdigit() else (id_, "")


def _with_ids(said: Any, renamed: Mapping[str, str]) -> Any:
    """Let a state speak of who has a new id by that, at whatever depth."""
    if isinstance(said, Mapping):
        return {key: _with_ids(value, renamed) for key, value in said.items()}
    if isinstance(said, list):
        return [_with_ids(value, renamed) for value in said]
    return renamed.get(said, said) if isinstance(said, str) else said


def _beside(state: BattleState, side: str) -> Place | None:
    """Say where the last of a side stands, to put others beside."""
    friends = [c.at for c in state.combatants.values() if c.side == side and c.at is not None]
    return friends[-1] if friends else None
