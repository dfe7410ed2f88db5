"""The fog of war as a battle keeps it: whether there is any, and what of the map has been explored, by whom.

Explored ground is kept for each combatant that explores, and with the side that it was on then. So what a
party knows, and what a player alone knows, can both be told at any time, whoever leaves.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from rules.map.cell_bits import CellBits

_NOBODY: Mapping[tuple[str, str], CellBits] = {}


@dataclass(frozen=True, kw_only=True)
class Fog:
    """The fog of one scene."""

    on: bool = False
    each: bool = False
    """Whether each player sees alone, and not what the whole party does."""
    lasting: bool = False
    """Whether what was explored stays so when what led to it is taken back."""
    sides: tuple[str, ...] = ()
    """Whose exploring is kept; none named: everybody's."""
    explored: Mapping[tuple[str, str], CellBits] = field(default_factory=lambda: _NOBODY)
    """The cells that each side's combatants have seen so far, by side and combatant."""
    shown: CellBits = 0
    """What the GM has shown to all by hand."""
    covered: CellBits = 0
    """What the GM has covered by hand: nobody sees it, whoever looks."""

    def keeps(self, side: str) -> bool:
        """Say whether what a side explores is kept."""
        return not self.sides or side in self.sides

    def known_to(
        self, sides: Collection[str], whom: Collection[str], silent: Collection[str] = ()
    ) -> CellBits:
        """Give the cells that sides, and combatants whatever their side, have explored or been shown.

        Args:
            silent: combatants of those sides who tell nobody what they saw.
        """
        bits = self.shown
        for (side, who), cells in self.explored.items():
            if who in whom or (side in sides and who not in silent):
                bits |= cells
        return bits & ~self.covered

    def with_explored(self, side: str, who: str, cells: CellBits) -> "Fog":
        """Add what a combatant has seen."""
        before = self.explored.get((side, who), 0)
        return replace(self, explored={**self.explored, (side, who): before | cells})

    def unexplored(self) -> "Fog":
        """Give the same fog without what anybody has explored."""
        return replace(self, explored=_NOBODY)

    def over_another_map(self) -> "Fog":
        """Give the fog of a map of which nobody has seen anything."""
        return replace(self, explored=_NOBODY, shown=0, covered=0)


NO_FOG = Fog()
