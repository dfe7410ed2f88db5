"""The events of fog and light: fog is set, painted by hand, and lifted by who looks around; lamps are lit.

As with all events a `kind` is never renamed. Cells are written by `rules.map.cell_bits.write_bits`.
"""

from dataclasses import replace

from rules.engine.events import Event, OfOne, event
from rules.engine.state import BattleState, Lamp
from rules.map.cell_bits import read_bits

SHOW, COVER, FORGET = "show", "cover", "forget"
WAYS = (SHOW, COVER, FORGET)
"""What the GM's hand does to cells: shows them to all, covers them whoever looks, makes them unseen again."""


@event("fog-set")
class FogSet(Event):
    """The GM set whether there is fog, who sees with whom, and what of what is explored is kept."""

    on: bool
    each: bool = False
    sides: tuple[str, ...] = ()
    lasting: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Set it; what has been explored stays."""
        fog = replace(state.fog, on=self.on, each=self.each, sides=self.sides, lasting=self.lasting)
        return replace(state, fog=fog)


@event("fog-painted")
class FogPainted(Event):
    """The GM showed, covered or forgot cells by hand."""

    how: str
    cells: str

    def apply(self, state: BattleState) -> BattleState:
        """Paint over what was painted, or explored."""
        fog, cells = state.fog, read_bits(self.cells)
        shown, covered, explored = fog.shown & ~cells, fog.covered & ~cells, fog.explored
        if self.how == SHOW:
            shown |= cells
        elif self.how == COVER:
            covered |= cells
        else:
            explored = {key: seen & ~cells for key, seen in explored.items()}
        return replace(state, fog=replace(fog, shown=shown, covered=covered, explored=explored))


@event("explored")
class Explored(OfOne):
    """A combatant saw cells that it had not seen before."""

    side: str
    cells: str

    def apply(self, state: BattleState) -> BattleState:
        """Add them to what it knows."""
        return replace(state, fog=state.fog.with_explored(self.side, self.who, read_bits(self.cells)))


@event("lamp-set")
class LampSet(OfOne):
    """A combatant carries a light from now on, bright and dim so many cells far, or (both 0) none."""

    bright: float
    dim: float

    def apply(self, state: BattleState) -> BattleState:
        """Give it the light, or put it out."""
        lamp = Lamp(self.bright, self.dim) if self.dim else None
        return state.with_changes(self.who, lamp=lamp, put_out=None)


@event("lamp-timed")
class LampTimed(OfOne):
    """The light that a combatant carries burns so long, or (None) for as long as the GM wants."""

    left: int | None
    unit: str = "round"

    def apply(self, state: BattleState) -> BattleState:
        """Note it, if the light still burns."""
        lamp = state.combatants[self.who].lamp
        timed = None if lamp is None else replace(lamp, left=self.left, unit=self.unit)
        return state.with_changes(self.who, lamp=timed)


@event("lamp-counted")
class LampCounted(OfOne):
    """The clock went on, and a light that is carried burns so much longer."""

    left: int

    def apply(self, state: BattleState) -> BattleState:
        """Let it burn so long."""
        lamp = state.combatants[self.who].lamp
        return state.with_changes(self.who, lamp=None if lamp is None else replace(lamp, left=self.left))


@event("lamp-out")
class LampOut(OfOne):
    """The light that a combatant carries went out: it was put out, or has burnt down."""

    ended: bool = False
    """Whether it has burnt down, so that nothing is left of it."""

    def apply(self, state: BattleState) -> BattleState:
        """Keep what is left of it."""
        lamp = state.combatants[self.who].lamp
        return state.with_changes(self.who, lamp=None, put_out=None if self.ended else lamp)


@event("lamp-lit")
class LampLit(OfOne):
    """A light that was put out was lit again."""

    def apply(self, state: BattleState) -> BattleState:
        """Let it burn on."""
        return state.with_changes(self.who, lamp=state.combatants[self.who].put_out, put_out=None)
