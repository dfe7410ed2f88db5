"""What each temper makes of a fight: what own harm weighs beside that of foes, and how far it looks."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.engine.declared.tempers import STEADY

_PATIENT, _ROUNDS_TO_DARE = 8, 8
"""For so many rounds risks weigh what they do; after so many more hardly anything."""
_DARES = 0.9
"""By so much a risk weighs less then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """A way to fight. The weights are relative to harm done to foes, which is 1."""

    own_harm: float
    """What harm to its own side weighs."""
    risk: float
    """What the harm weighs that foes may do to it next, where it ends up."""
    is_dull: bool = False
    """Whether it does the first thing that does harm, and does not look at where that leaves it."""

    def after(self, rounds: int) -> "Temper":
        """Give what it makes of a fight that has lasted so many rounds.

        Risks weigh less and less in a long one, or those who keep out of each other's way would do so for
        ever: behind a door that is shut, out of the fire of a last foe.
        """
        waited = min(1.0, max(0.0, (rounds - _PATIENT) / _ROUNDS_TO_DARE))
        return self if not waited else replace(self, risk=self.risk * (1 - _DARES * waited))


TEMPERS: Mapping[str, Temper] = {
    "reckless": Temper(own_harm=0.4, risk=0.0),
    STEADY: Temper(own_harm=1.0, risk=0.6),
    "careful": Temper(own_harm=1.4, risk=1.0),
    "fearful": Temper(own_harm=2.0, risk=2.0),
    "dull": Temper(own_harm=0.6, risk=0.0, is_dull=True),
}
"""The weights of all tempers (`rules.engine.declared.tempers`)."""
UNMARKED = TEMPERS[STEADY]
"""That of everybody of whom nothing else is said."""


def temper_of(id_: str) -> Temper:
    """Give a temper; one that is not known counts as steady."""
    return TEMPERS.get(id_, UNMARKED)
