"""Cover that is taken, worn down and shot to pieces (TS-283 to TS-293)."""

from dataclasses import replace

from rules.engine.events import Event, OfOne, event
from rules.engine.state import BattleState, changed
from rules.map.model import Point
from rules.systems.tesseris.state import Cover, table_of


@event("cover-taken")
class CoverTaken(OfOne):
    """Somebody is in cover now, or in it differently (TS-165, TS-287 to TS-289)."""

    cover: Cover

    def apply(self, state: BattleState) -> BattleState:
        """Stand behind it."""
        return state.with_state(self.who, cover=self.cover)


@event("cover-left")
class CoverLeft(OfOne):
    """Somebody is no longer in cover."""

    def apply(self, state: BattleState) -> BattleState:
        """Stand in the open."""
        return state.with_state(self.who, cover=None)


@event("cover-damage")
class CoverDamaged(OfOne):
    """The cover of somebody took damage (TS-290 to TS-292)."""

    damage: int
    piece: str = ""

    def apply(self, state: BattleState) -> BattleState:
        """Wear it down, for whoever stands behind the same piece of the map (TS-293)."""
        cover = state.combatants[self.who].state.cover
        if cover is None:
            return state
        damage = cover.damage + self.damage
        for who, other in state.combatants.items():
            theirs = other.state.cover
            same = self.piece and theirs is not None and theirs.piece == cover.piece
            if who == self.who or same:
                state = state.with_state(who, cover=replace(theirs, damage=damage))
        if not self.piece:
            return state
        table = table_of(state)
        return changed(state, shared=replace(table, pieces={**table.pieces, self.piece: damage}))


@event("cover-destroyed")
class CoverDestroyed(OfOne):
    """The cover of somebody is shot to pieces (TS-293)."""

    material: str
    piece: str = ""

    def apply(self, state: BattleState) -> BattleState:
        """Take it from all who stood behind it."""
        cover = state.combatants[self.who].state.cover
        for who, other in state.combatants.items():
            theirs = other.state.cover
            same = cover is not None and cover.piece is not None and theirs and theirs.piece == cover.piece
            if who == self.who or same:
                state = state.with_state(who, cover=None)
        if self.piece:
            table = table_of(state)
            pieces = {id_: damage for id_, damage in table.pieces.items() if id_ != self.piece}
            state = changed(state, shared=replace(table, pieces=pieces))
        return state


@event("wall-damage")
class WallDamaged(Event):
    """A piece of a wall took damage with nobody behind it (TS-135, TS-293)."""

    piece: str
    damage: int
    material: str
    broken: bool = False

    def spots(self) -> tuple[Point, ...]:
        """Name a point on either side of the piece: who has seen one side of it knows of it."""
        x1, y1, x2, y2 = (float(number) for number in self.piece.split())
        x, y, across = (x1 + x2) / 2, (y1 + y2) / 2, (0.1 * (y2 - y1), 0.1 * (x1 - x2))
        return (x + across[0], y + across[1]), (x - across[0], y - across[1])

    def apply(self, state: BattleState) -> BattleState:
        """Remember it for whoever takes cover there next; what is broken is no more."""
        table = table_of(state)
        pieces = {**table.pieces, self.piece: table.pieces.get(self.piece, 0) + self.damage}
        if self.broken:
            del pieces[self.piece]
        return changed(state, shared=replace(table, pieces=pieces))
