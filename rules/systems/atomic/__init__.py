"""Atomic Tomorrow Adventures: percentile dice, four ranges, five wounds. `SYSTEM` is registered."""

from rules.systems.atomic.system import AtomicTomorrow

SYSTEM = AtomicTomorrow()
