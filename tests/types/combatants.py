"""A mistyped field of a sheet or a state is an error for mypy.

Each `type: ignore` says so: mypy is told to complain about those that it does not need.
"""

from typing import assert_type

from rules.engine.state import Combatant
from rules.systems.atomic.state import AtomicState
from rules.systems.atomic.state import Fighter as AtomicFighter
from rules.systems.gurps.state import Fighter as GurpsFighter
from rules.systems.phases.state import Fighter as PhasesFighter
from rules.systems.savage.state import Fighter as SavageFighter
from rules.systems.tesseris.state import Fighter as TesserisFighter


def atomic(fighter: AtomicFighter) -> None:
    """Know the types of sheet and state."""
    assert_type(fighter.state, AtomicState)
    assert_type(fighter.state.wounds, int)
    print(fighter.state.wound)  # type: ignore[attr-defined]
    print(fighter.sheet.wounds)  # type: ignore[attr-defined]


def gurps(fighter: GurpsFighter) -> None:
    """Know them here too."""
    print(fighter.state.hitpoints)  # type: ignore[attr-defined]


def phases(fighter: PhasesFighter) -> None:
    """Know them here too."""
    print(fighter.state.stuned)  # type: ignore[attr-defined]


def savage(fighter: SavageFighter) -> None:
    """Know them here too."""
    print(fighter.state.shakken)  # type: ignore[attr-defined]


def tesseris(fighter: TesserisFighter) -> None:
    """Know them here too."""
    print(fighter.state.stamnia)  # type: ignore[attr-defined]


def of_any_system(combatant: Combatant) -> None:
    """Leave who knows no system alone: there a combatant may be anybody's, and one system's serves."""
    print(combatant.state.anything)
    savage(combatant)
