"""Naming newcomers, and finding them places.

A number that counted would count those too whom the players do not see: a "Raider 3" tells of two others. So
the number of a newcomer is drawn, out of more than there are, and so is its id, which stands in the players'
pages: neither says how many there are, nor what somebody is who has another name by now. Both are given once,
whether hidden or not, so that a name means the same in the log for ever. With two digits nobody takes a drawn
number for a count. Who is alone of its kind on a side that people play, or was named by the GM, has none.
"""

import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rules.engine.state import BattleState
from rules.engine.system import StockItem
from rules.map.model import Place
from webapp.table.names import new_id
from webapp.table.setup.free_places import cells_taken, free_places, places_in_shape

_NUMBERED = re.compile(r"(?P<called>.+) (?P<number>[0-9]+)")
_FEWEST_TO_DRAW = 45
"""Of so many numbers one is drawn at least, so that what has gone says little of how many there are."""


def numbered(
    state: BattleState,
    item: StockItem,
    count: int,
    side: str,
    size: int = 1,
    *,
    by_name: bool = True,
    in_sight: bool = False,
    spot: Place | None = None,
) -> list[dict[str, Any]]:
    """Write down new combatants for the command `add`: those that have namesakes with numbers drawn for them.

    Args:
        size: the side of each one's footprint, in cells.
        by_name: whether one who is alone of its kind goes by its mere name.
        in_sight: whether the players see who comes, so that its id may say it.
        spot: where they are to stand, or round it; None puts them beside their own side.

    Raises:
        Refusal: `no-room`, if the map cannot hold them.
    """
    names = {c.name for c in state.combatants.values()}
    called = _called_here(state, item)
    alone = by_name and count == 1 and not any(_stem(name) == called for name in names)
    sheet = dict(item.sheet)
    added: list[dict[str, Any]] = []
    for _ in range(count):
        name = called if alone else _drawn(called, names)
        names.add(name)
        id_ = item.id if alone and in_sight and item.id not in state.combatants else new_id()
        added.append(
            {
                "id": id_,
                "name": name,
                "side": side,
                "sheet": sheet,
                "size": size,
                "portrait": item.portrait,
                "temper": item.temper,
            }
        )
    if state.map is not None:
        near = _beside(state, side) if spot is None else spot
        places = free_places(state.map, [size] * count, cells_taken(state), near, pocket=spot is not None)
        for data, place in zip(added, places, strict=True):
            data["at"] = place
    return added


def numbered_group(
    state: BattleState, members: Sequence[Mapping[str, Any]], *, hidden: bool = False
) -> list[dict[str, Any]]:
    """Write a kept group down for the command `add`, its members standing to each other as they were kept.

    Who has a namesake here gets a number; who has none comes under the name that was kept.

    Args:
        members: what `add` takes for each; `at` is where they stood when they were kept.
        hidden: whether the players do not see them come: numbers that were kept are drawn anew then.

    Raises:
        Refusal: `no-room`, if the map cannot hold them.
    """
    names = {c.name for c in state.combatants.values()}
    added: list[dict[str, Any]] = []
    renamed: dict[str, str] = {}
    for member in members:
        id_, name = str(member["id"]), str(member["name"])
        if hidden or id_ in state.combatants:
            renamed[id_] = new_id()
        if name in names or id_ in state.combatants or (hidden and _NUMBERED.fullmatch(name)):
            name = _drawn(_stem(name.split(",")[0]), names)
        names.add(name)
        added.append({**member, "id": renamed.get(id_, id_), "name": name})
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


def _stem(name: str) -> str:
    """Give a name without the number that ends it."""
    found = _NUMBERED.fullmatch(name)
    return found["called"] if found else name


def _called_here(state: BattleState, item: StockItem) -> str:
    """Tell what those of a kind are called here: as their stock says, unless a ready-made fight says else."""
    for who, present in state.combatants.items():
        if re.fullmatch(rf"{re.escape(item.id)}-[0-9]+", who) and _NUMBERED.fullmatch(present.name):
            return _stem(present.name)
    return item.name.split(",")[0]  # "Kit Calloway, rocket jockey" is too long for a token


def _drawn(called: str, taken: Collection[str]) -> str:
    """Add a number to a name that makes it nobody else's."""
    low, high = 10, 100
    while True:
        free = [name for number in range(low, high) if (name := f"{called} {number}") not in taken]
        if len(free) >= _FEWEST_TO_DRAW:
            return secrets.choice(free)
        low, high = high, 10 * high


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
