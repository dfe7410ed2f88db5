"""The GM's commands over the fog of war: `set-fog`, and `paint-fog` for what the hand shows and covers.

And `set-lamp`, by which somebody carries a light.
"""

from collections.abc import Sequence
from dataclasses import replace

from rules.engine.command import Command, Said
from rules.engine.exchange import Exchange, tell
from rules.engine.fog.fog_events import WAYS, FogPainted, FogSet, LampSet
from rules.engine.gm.gm_parameters import ALL, BRIGHT, CELLS, DIM, EACH, HOW, LASTING, ON, SIDES, TARGET
from rules.engine.parameters import read_all
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Lamp
from rules.engine.text import combatant as named
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


def set_lamp(view: BattleView, command: Command) -> Exchange[None]:
    """Let `target` carry a light, `bright` and `dim` so many cells far; a `dim` of 0 puts it out."""
    combatant = view.combatant(TARGET.of(command), "target")
    lamp = read_lamp(command)
    lit = LampSet(who=combatant.id, bright=lamp.bright, dim=lamp.dim)
    if lit.apply(view.state).combatants[combatant.id] == combatant:
        raise Refusal(
            "no-change",
            text("The light that {combatant} carries is like that already.", combatant=named(combatant)),
        )
    yield from tell(lit)


def read_lamp(given: Said) -> Lamp:
    """Read how far a light is bright and dim, in cells. Raises `Refusal` `bad-command`."""
    bright, dim = BRIGHT.of(given) or 0.0, DIM.of(given) or 0.0
    if bright > dim:
        said = text(
            "A light is dim at least as far as it is bright; {dim} cells are less than {bright}.",
            dim=dim,
            bright=bright,
        )
        raise Refusal("bad-command", said)
    return Lamp(bright, dim)


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
