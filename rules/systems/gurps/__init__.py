"""A 3d6 game: one-second turns, maneuvers, hit locations, active defences. `SYSTEM` is registered."""

from rules.systems.gurps.system import Gurps

SYSTEM = Gurps()
