"""In which unit of its system's clock a command counts."""

from rules.engine.command import Command
from rules.engine.declared.clock_units import ROUND
from rules.engine.gm.time_parameters import UNIT
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.engine.text import joined, text


def read_unit(state: BattleState, command: Command) -> str:
    """Read in which unit of the system's clock something is counted. Refuses `bad-command`."""
    units = find_system(state.system).turns.clock_units
    unit = UNIT.of(command) or ROUND.id
    if all(one.id != unit for one in units):
        said = text("Time is counted in {units} here.", units=joined(one.label for one in units))
        raise Refusal("bad-command", said)
    return unit
