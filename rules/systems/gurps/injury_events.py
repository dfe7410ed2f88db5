"""What is told of injury and what follows from it (sections 9 and 10)."""

from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.events import Event
from rules.engine.state import BattleState
from rules.systems.gurps.event_state import now_of, with_more
from rules.systems.gurps.state import (
    Posture,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageDone(Event):
    """What a hit does before and after armour: the numbers of section 9 in order."""

    kind: ClassVar[str] = "damage-done"
    who: str
    location: str
    type: str
    damage: int
    dr: int
    penetrating: int
    injury: int
    wounds_as: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DrLost(Event):
    """Corrosion took DR from a location (GU-911)."""

    kind: ClassVar[str] = "dr-lost"
    who: str
    lost: dict[str, int]

    def apply(self, state: BattleState) -> BattleState:
        """Add it up."""
        now = now_of(state, self.who)
        total = {place: now.dr_lost.get(place, 0) + points for place, points in self.lost.items()}
        return state.with_state(self.who, dr_lost={**now.dr_lost, **total})


@dataclass(frozen=True, slots=True, kw_only=True)
class BluntTrauma(Event):
    """Flexible armour stopped a blow that hurts all the same (GU-913)."""

    kind: ClassVar[str] = "blunt-trauma"
    who: str
    injury: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Injured(Event):
    """A combatant lost hit points, and shock is to come (GU-914, GU-915)."""

    kind: ClassVar[str] = "injured"
    who: str
    injury: int
    location: str
    shock: int

    def apply(self, state: BattleState) -> BattleState:
        """Take them off."""
        now = now_of(state, self.who)
        return state.with_state(self.who, hp=now.hp - self.injury, shock_pending=self.shock)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fatigued(Event):
    """A combatant lost fatigue points, and hit points for those below 0 (GU-912)."""

    kind: ClassVar[str] = "fatigued"
    who: str
    points: int
    hp: int = 0

    def apply(self, state: BattleState) -> BattleState:
        """Take them off."""
        now = now_of(state, self.who)
        return state.with_state(self.who, fp=now.fp - self.points, hp=now.hp - self.hp)


@dataclass(frozen=True, slots=True, kw_only=True)
class Crippled(Event):
    """A limb or extremity was crippled (GU-765, GU-1006)."""

    kind: ClassVar[str] = "crippled"
    who: str
    location: str

    def apply(self, state: BattleState) -> BattleState:
        """Write it down."""
        return state.with_state(self.who, crippled=with_more(now_of(state, self.who).crippled, self.location))


@dataclass(frozen=True, slots=True, kw_only=True)
class Blinded(Event):
    """Eyes were blinded (GU-761, GU-764)."""

    kind: ClassVar[str] = "blinded"
    who: str
    eyes: tuple[str, ...]

    def apply(self, state: BattleState) -> BattleState:
        """Write them down, right first."""
        now = now_of(state, self.who)
        both = [*now.blind, *self.eyes]
        order = [eye.id for eye in state.combatants[self.who].sheet.body.eyes()]
        return state.with_state(self.who, blind=tuple(eye for eye in order if eye in both))


@dataclass(frozen=True, slots=True, kw_only=True)
class MajorWound(Event):
    """An injury was a major wound (GU-916)."""

    kind: ClassVar[str] = "major-wound"
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockedDown(Event):
    """A knockdown roll failed (GU-1000)."""

    kind: ClassVar[str] = "knocked-down"
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stunned(Event):
    """A combatant is stunned (GU-1001)."""

    kind: ClassVar[str] = "stunned"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Mark it; it can hold no place under fire, and waits for nothing."""
        return state.with_state(self.who, stunned=True, zone=None, wait=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class StunEnded(Event):
    """A stun went by; it acts again from its next turn (GU-607, GU-1002)."""

    kind: ClassVar[str] = "stun-ended"
    who: str
    mental: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Take it away."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class FellUnconscious(Event):
    """A combatant lost consciousness (GU-1004)."""

    kind: ClassVar[str] = "fell-unconscious"
    who: str
    rule: str = "GU-1004"

    def apply(self, state: BattleState) -> BattleState:
        """Let it lie there."""
        return state.with_state(self.who, unconscious=True, posture=Posture.PRONE, **_SENSELESS)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeathAvoided(Event):
    """A death roll was made (GU-1015)."""

    kind: ClassVar[str] = "death-avoided"
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MortallyWounded(Event):
    """A death roll failed by a little: it is dying, and out of its senses (GU-1020)."""

    kind: ClassVar[str] = "mortally-wounded"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Write it down."""
        return state.with_state(self.who, mortal=True, unconscious=True, posture=Posture.PRONE, **_SENSELESS)


@dataclass(frozen=True, slots=True, kw_only=True)
class MortalWoundHealed(Event):
    """A mortal wound is one no more; points and consciousness stay as they are (GU-1021, GU-1023)."""

    kind: ClassVar[str] = "mortal-wound-healed"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Take it away."""
        return state.with_state(self.who, mortal=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SurgeryTried(Event):
    """A surgeon tried to stabilize a mortal wound (GU-1023); `who` is the patient."""

    kind: ClassVar[str] = "surgery-tried"
    who: str
    by: str
    helped: bool

    def apply(self, state: BattleState) -> BattleState:
        """Count the attempt."""
        return state.with_state(self.who, surgery_attempts=now_of(state, self.who).surgery_attempts + 1)

    def subjects(self) -> tuple[str, ...]:
        """Name the patient and the surgeon."""
        return self.who, self.by


@dataclass(frozen=True, slots=True, kw_only=True)
class Died(Event):
    """A combatant died."""

    kind: ClassVar[str] = "died"
    who: str
    rule: str = "GU-1018"

    def apply(self, state: BattleState) -> BattleState:
        """Let it lie there; who is dead is dying no more."""
        return state.with_state(self.who, dead=True, mortal=False, posture=Posture.PRONE, **_SENSELESS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Destroyed(Event):
    """Nothing much is left of the body (GU-1019)."""

    kind: ClassVar[str] = "destroyed"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Write it down."""
        return state.with_state(self.who, destroyed=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class MayIgnite(Event):
    """Fire got through, and may set alight; the GM decides (GU-910)."""

    kind: ClassVar[str] = "may-ignite"
    who: str
