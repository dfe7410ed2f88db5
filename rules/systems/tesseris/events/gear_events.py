"""Weapons in hand: drawn, dropped, jammed, loaded (TS-182, TS-183, TS-220 to TS-222)."""

from dataclasses import replace

from rules.engine.events import OfOne, event
from rules.engine.state import BattleState
from rules.systems.tesseris.sheet.gear import Weapon
from rules.systems.tesseris.state import TesserisState


@event("jam")
class Jammed(OfOne):
    """A weapon jammed, and a round more is lost (TS-222)."""

    weapon: str

    def apply(self, state: BattleState) -> BattleState:
        """Jam it."""
        now: TesserisState = state.combatants[self.who].state
        jammed = now.jammed if self.weapon in now.jammed else (*now.jammed, self.weapon)
        ammo = dict(now.ammo)
        if self.weapon in ammo:
            ammo[self.weapon] = max(0, ammo[self.weapon] - 1)
        return state.with_state(self.who, jammed=jammed, ammo=ammo)


@event("jam-cleared")
class JamCleared(OfOne):
    """A jam was cleared (TS-182)."""

    weapon: str

    def apply(self, state: BattleState) -> BattleState:
        """Let it shoot again."""
        now: TesserisState = state.combatants[self.who].state
        return state.with_state(self.who, jammed=tuple(id_ for id_ in now.jammed if id_ != self.weapon))


@event("reloaded")
class Reloaded(OfOne):
    """A magazine was filled (TS-182)."""

    weapon: str
    rounds: int

    def apply(self, state: BattleState) -> BattleState:
        """Fill it."""
        now: TesserisState = state.combatants[self.who].state
        return state.with_state(self.who, ammo={**now.ammo, self.weapon: self.rounds})


@event("dropped")
class Dropped(OfOne):
    """Something fell from somebody's hands."""

    weapon: str

    def apply(self, state: BattleState) -> BattleState:
        """Hold it no longer; what comes into that hand instead is no other hand's (TS-235)."""
        now: TesserisState = state.combatants[self.who].state
        held = tuple(id_ for id_ in now.held if id_ != self.weapon)
        used = tuple(id_ for id_ in now.hands_used if id_ != self.weapon)
        return state.with_state(self.who, held=held, hands_used=used)


@event("weapon-won")
class WeaponWon(OfOne):
    """A weapon that was struck away went to who won it, with what its owner's sheet said of it (TS-C1)."""

    target: str
    """Who had it."""
    weapon: str
    as_id: str
    """The id that it has on the winner's sheet, which may have another of that id already."""

    def apply(self, state: BattleState) -> BattleState:
        """Take it from one sheet and its hands, and put it on the other and into a hand."""
        loser, winner = state.combatants[self.target], state.combatants[self.who]
        weapon: Weapon | None = loser.sheet.weapon(self.weapon)
        assert weapon is not None, "what is won was on the loser's sheet"
        rounds = loser.state.ammo.get(weapon.id)
        now, had = winner.state, loser.state
        ammo = now.ammo if rounds is None else {**now.ammo, self.as_id: rounds}
        jammed = (*now.jammed, self.as_id) if weapon.id in had.jammed else now.jammed
        got = replace(now, held=(*now.held, self.as_id), ammo=ammo, jammed=jammed)
        won = weapon.model_copy(update={"id": self.as_id, "name": weapon.label})
        state = state.with_changes(self.who, sheet=winner.sheet.with_weapon(won), state=got)
        rid = replace(
            had,
            held=_but(had.held, weapon.id),
            hands_used=_but(had.hands_used, weapon.id),
            jammed=_but(had.jammed, weapon.id),
            ammo={id_: rounds for id_, rounds in had.ammo.items() if id_ != weapon.id},
        )
        return state.with_changes(self.target, sheet=loser.sheet.without_weapon(weapon.id), state=rid)


def _but(ids: tuple[str, ...], gone: str) -> tuple[str, ...]:
    return tuple(id_ for id_ in ids if id_ != gone)


@event("drawn")
class Drawn(OfOne):
    """Something was drawn, into the last hand (TS-183)."""

    weapon: str

    def apply(self, state: BattleState) -> BattleState:
        """Hold it."""
        held = state.combatants[self.who].state.held
        return state.with_state(self.who, held=(*held, self.weapon))
