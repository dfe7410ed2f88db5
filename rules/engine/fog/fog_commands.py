"""The GM's commands over the fog of war: `set-fog`, and `paint-fog` for what the hand shows and covers.

And `set-lamp`, by which somebody carries a light.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.command import Command
from rules.engine.exchange import Exchange, tell
from rules.engine.fog.fog_events import HOW, FogPainted, FogSet, LampSet
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Lamp
from rules.engine.text import combatant as named
from rules.engine.text import joined, text
from rules.map.cell_bits import CellBits, bits_of, every_cell, write_bits
from rules.map.grid import has_cells, is_inside
from rules.map.model import BattleMap

FARTHEST = 1000
"""How many cells far a light that is carried may shine."""


def set_fog(view: BattleView, command: Command) -> Exchange[None]:
    """Set `on`, `each`, `lasting` and `sides`; what is left out stays as it is."""
    fog = view.state.fog
    on = _truth(command.params.get("on", fog.on), "on")
    each = _truth(command.params.get("each", fog.each), "each")
    lasting = _truth(command.params.get("lasting", fog.lasting), "lasting")
    sides = command.params.get("sides", fog.sides)
    if not isinstance(sides, list | tuple) or not all(isinstance(side, str) for side in sides):
        raise Refusal("bad-command", text("'sides' must be a list of the sides whose exploring is kept."))
    sides = [side for side in sides if side]
    if on:
        _require_cells(view.state)
    wanted = replace(fog, on=on, each=each, lasting=lasting, sides=tuple(dict.fromkeys(sides)))
    if wanted == fog:
        raise Refusal("no-change", text("The fog is like that already."))
    yield from tell(FogSet(on=on, each=each, sides=wanted.sides, lasting=lasting))


def paint_fog(view: BattleView, command: Command) -> Exchange[None]:
    """Show, cover or forget (`how`) the cells listed in `cells`, or those of the whole map with `all`."""
    battle_map, how = _require_cells(view.state), command.text("how")
    if how not in HOW:
        raise Refusal(
            "bad-command", text("Fog is painted by {ways}; not by {how}.", ways=joined(HOW), how=f"{how!r}")
        )
    whole = _truth(command.params.get("all", False), "all")
    bits = every_cell(battle_map.grid) if whole else _cells(battle_map, command.params.get("cells"))
    painted = FogPainted(how=how, cells=write_bits(bits))
    if painted.apply(view.state).fog == view.state.fog:
        raise Refusal("no-change", text("The fog lies there like that already."))
    yield from tell(painted)


def set_lamp(view: BattleView, command: Command) -> Exchange[None]:
    """Let `target` carry a light, `bright` and `dim` so many cells far; a `dim` of 0 puts it out."""
    combatant = view.combatant(command.text("target"), "target")
    lamp = read_lamp(command.params)
    lit = LampSet(who=combatant.id, bright=lamp.bright, dim=lamp.dim)
    if lit.apply(view.state).combatants[combatant.id] == combatant:
        raise Refusal(
            "no-change",
            text("The light that {combatant} carries is like that already.", combatant=named(combatant)),
        )
    yield from tell(lit)


def read_lamp(data: Mapping[str, Any]) -> Lamp:
    """Read how far a light is bright and dim, in cells. Raises `Refusal` `bad-command`."""
    bright, dim = (_cells_far(data.get(key, 0), key) for key in ("bright", "dim"))
    if bright > dim:
        said = text(
            "A light is dim at least as far as it is bright; {dim} cells are less than {bright}.",
            dim=dim,
            bright=bright,
        )
        raise Refusal("bad-command", said)
    return Lamp(bright, dim)


def _cells_far(value: Any, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= FARTHEST:
        said = text(
            "{key} must be 0 to {most} cells; {given} is not.",
            key=f"{key!r}",
            most=FARTHEST,
            given=f"{str(value)[:40]!r}",
        )
        raise Refusal("bad-command", said)
    return float(value)


def _cells(battle_map: BattleMap, listed: Any) -> CellBits:
    if not isinstance(listed, list) or not listed:
        raise Refusal("bad-command", text("Painting fog needs a list of cells, each a column and a row."))
    cells = []
    for item in listed:
        is_pair = isinstance(item, list | tuple) and len(item) == 2
        if not is_pair or any(isinstance(part, bool) or not isinstance(part, int) for part in item):
            raise Refusal(
                "bad-command",
                text("A cell is a column and a row; {given} is not.", given=f"{str(item)[:40]!r}"),
            )
        if not is_inside(battle_map.grid, (item[0], item[1])):
            raise Refusal(
                "no-place", text("The cell {column}, {row} is off the map.", column=item[0], row=item[1])
            )
        cells.append((item[0], item[1]))
    return bits_of(battle_map.grid, cells)


def _require_cells(state: BattleState) -> BattleMap:
    if state.map is None or not has_cells(state.map.grid):
        raise Refusal("no-cells", text("Fog lies over the cells of a map, and here there are none."))
    return state.map


def _truth(value: Any, key: str) -> bool:
    if not isinstance(value, bool):
        raise Refusal(
            "bad-command",
            text(
                "{key} must be true or false; {given} is not.", key=f"{key!r}", given=f"{str(value)[:40]!r}"
            ),
        )
    return value
