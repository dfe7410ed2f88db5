"""Phase combat: pools of ten-sided dice, declared actions, simultaneous moments. `SYSTEM` is registered."""

from rules.systems.phases.system import PhaseCombat

SYSTEM = PhaseCombat()
