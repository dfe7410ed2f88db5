"""What is told of maneuvers: what somebody does, prepares, watches and waits for (section 7)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.events import Event
from rules.engine.state import BattleState
from rules.map.model import Place
from rules.systems.gurps.event_state import now_of, with_more
from rules.systems.gurps.state import (
    Aim,
    Brace,
    Evaluation,
    Opening,
    Posture,
    Suppressed,
    Taken,
    Waiting,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ManeuverTaken(Event):
    """A combatant took its maneuver, on its turn or out of it (a wait that was triggered)."""

    kind: ClassVar[str] = "maneuver-taken"
    of_doer: ClassVar[bool] = True
    who: str
    maneuver: str
    variant: str | None = None
    defence: str | None = None
    target: str | None = None
    detail: str = ""
    out_of_turn: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Put it in force; a wait that it fires is over."""
        now = now_of(state, self.who)
        return state.with_state(
            self.who,
            maneuver=Taken(self.maneuver, self.variant, self.defence),
            wait=None if self.out_of_turn else now.wait,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Walked(Event):
    """Yards were covered; leaning on something ends with any movement (GU-741)."""

    kind: ClassVar[str] = "walked"
    who: str
    yards: float

    def apply(self, state: BattleState) -> BattleState:
        """Count them."""
        now = now_of(state, self.who)
        leaning = now.braced is not None and now.braced.on == "surface"
        return state.with_state(
            self.who, moved=float(now.moved + self.yards), braced=None if leaning else now.braced
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Aimed(Event):
    """A weapon was aimed for another turn (GU-710)."""

    kind: ClassVar[str] = "aimed"
    of_doer: ClassVar[bool] = True
    who: str
    weapon: str
    target: str
    turns: int

    def apply(self, state: BattleState) -> BattleState:
        """Note it."""
        return state.with_state(self.who, aim=Aim(self.weapon, self.target, self.turns))


@dataclass(frozen=True, slots=True, kw_only=True)
class AimLost(Event):
    """An aim came to nothing (GU-710)."""

    kind: ClassVar[str] = "aim-lost"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Forget it."""
        return state.with_state(self.who, aim=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class AimUsed(Event):
    """The attack that was aimed was made (GU-710)."""

    kind: ClassVar[str] = "aim-used"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Forget the aim."""
        return state.with_state(self.who, aim=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Braced(Event):
    """A weapon was braced (GU-741)."""

    kind: ClassVar[str] = "braced"
    who: str
    weapon: str
    on: str

    def apply(self, state: BattleState) -> BattleState:
        """Note it."""
        return state.with_state(self.who, braced=Brace(self.weapon, self.on))


@dataclass(frozen=True, slots=True, kw_only=True)
class BraceEnded(Event):
    """A weapon is braced no more: the hand was needed, or moved (GU-741)."""

    kind: ClassVar[str] = "brace-ended"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Forget it."""
        return state.with_state(self.who, braced=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluated(Event):
    """An enemy was watched for another turn (GU-716)."""

    kind: ClassVar[str] = "evaluated"
    of_doer: ClassVar[bool] = True
    who: str
    target: str
    bonus: int

    def apply(self, state: BattleState) -> BattleState:
        """Note it."""
        return state.with_state(self.who, evaluate=Evaluation(self.target, self.bonus))


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationUsed(Event):
    """The attack that the watching was for was made (GU-716)."""

    kind: ClassVar[str] = "evaluation-used"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Forget the bonus."""
        return state.with_state(self.who, evaluate=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feinted(Event):
    """A feint was worked out: what it takes from the enemy's dodge, 0 for nothing (GU-717)."""

    kind: ClassVar[str] = "feinted"
    who: str
    target: str
    penalty: int
    due: bool = False
    """Whether it was made out of turn (a wait), and so ends with the turn that comes next (GU-717)."""

    def apply(self, state: BattleState) -> BattleState:
        """Note it."""
        feint = Opening(self.target, self.penalty, self.due) if self.penalty > 0 else None
        return state.with_state(self.who, feint=feint)


@dataclass(frozen=True, slots=True, kw_only=True)
class RiposteReady(Event):
    """A parry left the attacker open to the parrier's next attack."""

    kind: ClassVar[str] = "riposte-ready"
    who: str
    target: str
    penalty: int
    due: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Note it."""
        return state.with_state(self.who, riposte=Opening(self.target, self.penalty, self.due))


@dataclass(frozen=True, slots=True, kw_only=True)
class RiposteUsed(Event):
    """The attack that a riposte was for was made."""

    kind: ClassVar[str] = "riposte-used"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Forget it."""
        return state.with_state(self.who, riposte=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Concentrated(Event):
    """Somebody concentrates on something (GU-720)."""

    kind: ClassVar[str] = "concentrated"
    who: str
    on: str

    def apply(self, state: BattleState) -> BattleState:
        """Note it."""
        return state.with_state(self.who, concentrating=self.on)


@dataclass(frozen=True, slots=True, kw_only=True)
class ConcentrationLost(Event):
    """A defence broke the concentration (GU-720)."""

    kind: ClassVar[str] = "concentration-lost"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Forget it."""
        return state.with_state(self.who, concentrating=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waited(Event):
    """Somebody waits for something (GU-722)."""

    kind: ClassVar[str] = "waited"
    who: str
    trigger: str
    then: str

    def apply(self, state: BattleState) -> BattleState:
        """Note it."""
        return state.with_state(self.who, wait=Waiting(self.trigger, self.then))


@dataclass(frozen=True, slots=True, kw_only=True)
class PostureChanged(Event):
    """A combatant rose, crouched, knelt or lay down."""

    kind: ClassVar[str] = "posture-changed"
    who: str
    posture: Posture

    def apply(self, state: BattleState) -> BattleState:
        """Change it."""
        return state.with_state(self.who, posture=self.posture)


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneSet(Event):
    """A place was put under fire until the next turn (GU-712)."""

    kind: ClassVar[str] = "zone-set"
    who: str
    weapon: str
    at: Place | None
    width: int
    shots: int

    def apply(self, state: BattleState) -> BattleState:
        """Note it."""
        zone = Suppressed(self.weapon, self.at, self.width, self.shots)
        return state.with_state(self.who, zone=zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneEntered(Event):
    """Somebody came into a place that is under fire (GU-724); `who` is the one who fires."""

    kind: ClassVar[str] = "zone-entered"
    of_doer: ClassVar[bool] = True
    who: str
    target: str

    def apply(self, state: BattleState) -> BattleState:
        """Note it: everybody is shot at once."""
        zone = now_of(state, self.who).zone
        if zone is None:
            return state
        return state.with_state(self.who, zone=replace(zone, shot=with_more(zone.shot, self.target)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked(Event):
    """Somebody checked a skill or an attribute; the GM says what comes of it."""

    kind: ClassVar[str] = "checked"
    who: str
    what: str
    outcome: str
    margin: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted(Event):
    """Somebody did something that takes a second; the GM says what comes of it (GU-721)."""

    kind: ClassVar[str] = "noted"
    who: str
    note: str = ""
