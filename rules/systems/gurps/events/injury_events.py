"""What is told of injury and what follows from it (sections 9 and 10)."""

from typing import Any

from rules.engine.events import OfOne, event
from rules.engine.state import BattleState
from rules.engine.text import Words
from rules.systems.gurps.events.event_state import now_of, with_more
from rules.systems.gurps.state import (
    Posture,
)


@event("damage-done")
class DamageDone(OfOne):
    """What a hit does before and after armour: the numbers of section 9 in order."""

    location: str
    type: str
    damage: int
    dr: int
    penetrating: int
    injury: int
    wounds_as: str
    notes: tuple[Words, ...] = ()


@event("dr-lost")
class DrLost(OfOne):
    """Corrosion took DR from a location (GU-911)."""

    lost: dict[str, int]

    def apply(self, state: BattleState) -> BattleState:
        now = now_of(state, self.who)
        total = {place: now.dr_lost.get(place, 0) + points for place, points in self.lost.items()}
        return state.with_state(self.who, dr_lost={**now.dr_lost, **total})


@event("blunt-trauma")
class BluntTrauma(OfOne):
    """Flexible armour stopped a blow that hurts all the same (GU-913)."""

    injury: int


@event("injured")
class Injured(OfOne):
    """A combatant lost hit points, and shock is to come (GU-914, GU-915)."""

    injury: int
    location: str
    shock: int

    def apply(self, state: BattleState) -> BattleState:
        now = now_of(state, self.who)
        return state.with_state(self.who, hp=now.hp - self.injury, shock_pending=self.shock)


@event("fatigued")
class Fatigued(OfOne):
    """A combatant lost fatigue points, and hit points for those below 0 (GU-912)."""

    points: int
    hp: int = 0

    def apply(self, state: BattleState) -> BattleState:
        now = now_of(state, self.who)
        return state.with_state(self.who, fp=now.fp - self.points, hp=now.hp - self.hp)


@event("crippled")
class Crippled(OfOne):
    """A limb or extremity was crippled (GU-765, GU-1006)."""

    location: str

    def apply(self, state: BattleState) -> BattleState:
        """Write it down."""
        return state.with_state(self.who, crippled=with_more(now_of(state, self.who).crippled, self.location))


@event("blinded")
class Blinded(OfOne):
    """Eyes were blinded (GU-761, GU-764)."""

    eyes: tuple[str, ...]

    def apply(self, state: BattleState) -> BattleState:
        """Write them down, right first."""
        now = now_of(state, self.who)
        both = [*now.blind, *self.eyes]
        order = [eye.id for eye in state.combatants[self.who].sheet.body.eyes()]
        return state.with_state(self.who, blind=tuple(eye for eye in order if eye in both))


@event("major-wound")
class MajorWound(OfOne):
    """An injury was a major wound (GU-916)."""


@event("knocked-down")
class KnockedDown(OfOne):
    """A knockdown roll failed (GU-1000)."""


@event("stunned")
class Stunned(OfOne):
    """A combatant is stunned (GU-1001)."""

    def apply(self, state: BattleState) -> BattleState:
        """Mark it; it can hold no place under fire, and waits for nothing."""
        return state.with_state(self.who, stunned=True, zone=None, wait=None)


@event("stun-ended")
class StunEnded(OfOne):
    """A stun went by; it acts again from its next turn (GU-607, GU-1002)."""

    mental: bool = False

    def apply(self, state: BattleState) -> BattleState:
        if self.mental:
            return state.with_state(self.who, mental_stun=None)
        return state.with_state(self.who, stunned=False)


_SENSELESS: dict[str, Any] = {
    "aim": None,
    "braced": None,
    "concentrating": None,
    "wait": None,
    "zone": None,
    "evaluate": None,
    "feint": None,
    "riposte": None,
}


@event("fell-unconscious")
class FellUnconscious(OfOne):
    """A combatant lost consciousness (GU-1004)."""

    rule: str = "GU-1004"

    def apply(self, state: BattleState) -> BattleState:
        """Let it lie there."""
        return state.with_state(self.who, unconscious=True, posture=Posture.PRONE, **_SENSELESS)


@event("death-avoided")
class DeathAvoided(OfOne):
    """A death roll was made (GU-1015)."""


@event("mortally-wounded")
class MortallyWounded(OfOne):
    """A death roll failed by a little: it is dying, and out of its senses (GU-1020)."""

    def apply(self, state: BattleState) -> BattleState:
        """Write it down."""
        return state.with_state(self.who, mortal=True, unconscious=True, posture=Posture.PRONE, **_SENSELESS)


@event("mortal-wound-healed")
class MortalWoundHealed(OfOne):
    """A mortal wound is one no more; points and consciousness stay as they are (GU-1021, GU-1023)."""

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, mortal=False)


@event("surgery-tried")
class SurgeryTried(OfOne):
    """A surgeon tried to stabilize a mortal wound (GU-1023); `who` is the patient."""

    by: str
    helped: bool

    def apply(self, state: BattleState) -> BattleState:
        """Count the attempt."""
        return state.with_state(self.who, surgery_attempts=now_of(state, self.who).surgery_attempts + 1)

    def subjects(self) -> tuple[str, ...]:
        """Name the patient and the surgeon."""
        return self.who, self.by


@event("died")
class Died(OfOne):
    """A combatant died."""

    rule: str = "GU-1018"

    def apply(self, state: BattleState) -> BattleState:
        """Let it lie there; who is dead is dying no more."""
        return state.with_state(self.who, dead=True, mortal=False, posture=Posture.PRONE, **_SENSELESS)


@event("destroyed")
class Destroyed(OfOne):
    """Nothing much is left of the body (GU-1019)."""

    def apply(self, state: BattleState) -> BattleState:
        """Write it down."""
        return state.with_state(self.who, destroyed=True)


@event("may-ignite")
class MayIgnite(OfOne):
    """Fire got through, and may set alight; the GM decides (GU-910)."""
