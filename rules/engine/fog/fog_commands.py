"""The GM's commands over the fog of war: `set-fog`, and `paint-fog` for what the hand shows and covers."""

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.command import Command
from rules.engine.exchange import Exchange, tell
from rules.engine.fog.fog_events import WAYS, FogPainted, FogSet
from rules.engine.gm.gm_parameters import ALL, CELLS, EACH, HOW, LASTING, ON, SIDES
from rules.engine.parameters import read_all
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.text import joined, text
from rules.map.cell_bits import CellBits, bits_of, every_cell, write_bits
from rules.map.grid import has_cells, is_inside
from rules.map.model import BattleMap, Cell


def set_fog(view: BattleView, command: Command) -> Exchange[None]:
    """Set `on`, `each`, `lasting` and `sides`; what is left out stays as it is."""
    fog = view.state.fog
    wanted = replace(fog, **read_all((ON, EACH, LASTING, SIDES), command))
    wanted = replace(wanted, sides=tuple(dict.fromkeys(side for side in wanted.sides if side)))
    if wanted.on:
        _require_cells(view.state)
    if wanted == fog:
        raise Refusal("no-change", text("The fog is like that already."))
    yield from tell(FogSet(on=wanted.on, each=wanted.each, sides=wanted.sides, lasting=wanted.lasting))


def paint_fog(view: BattleView, command: Command) -> Exchange[None]:
    """Show, cover or forget (`how`) the cells listed in `cells`, or those of the whole map with `all`."""
    battle_map, how = _require_cells(view.state), HOW.of(command)
    if how not in WAYS:
        said = text("Fog is painted by {ways}; not by {how}.", ways=joined(WAYS), how=repr(how))
        raise Refusal("bad-command", said)
    whole = ALL.of(command)
    bits = every_cell(battle_map.grid) if whole else _painted(battle_map, CELLS.of(command) or ())
    painted = FogPainted(how=how, cells=write_bits(bits))
    if painted.apply(view.state).fog == view.state.fog:
        raise Refusal("no-change", text("The fog lies there like that already."))
    yield from tell(painted)


def _painted(battle_map: BattleMap, cells: Sequence[Cell]) -> CellBits:
    if not cells:
        raise Refusal("bad-command", text("Painting fog needs a list of cells, each a column and a row."))
    for column, row in cells:
        if not is_inside(battle_map.grid, (column, row)):
            raise Refusal(
                "no-place", text("The cell {column}, {row} is off the map.", column=column, row=row)
            )
    return bits_of(battle_map.grid, cells)


def _require_cells(state: BattleState) -> BattleMap:
    if state.map is None or not has_cells(state.map.grid):
        raise Refusal("no-cells", text("Fog lies over the cells of a map, and here there are none."))
    return state.map
