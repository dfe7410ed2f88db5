"""What is told of maneuvers: what somebody does, prepares, watches and waits for (section 7)."""

from dataclasses import replace
from typing import ClassVar

from rules.engine.events import Event, OfOne, event
from rules.engine.state import BattleState
from rules.map.model import Place
from rules.systems.gurps.events.event_state import now_of, with_more
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


@event("maneuver-taken")
class ManeuverTaken(Event):
    """A combatant took its maneuver, on its turn or out of it (a wait that was triggered)."""

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


@event("walked")
class Walked(OfOne):
    """Yards were covered; leaning on something ends with any movement (GU-741)."""

    yards: float

    def apply(self, state: BattleState) -> BattleState:
        now = now_of(state, self.who)
        leaning = now.braced is not None and now.braced.on == "surface"
        return state.with_state(
            self.who, moved=float(now.moved + self.yards), braced=None if leaning else now.braced
        )


@event("aimed")
class Aimed(Event):
    """A weapon was aimed for another turn (GU-710)."""

    of_doer: ClassVar[bool] = True
    who: str
    weapon: str
    target: str
    turns: int

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, aim=Aim(self.weapon, self.target, self.turns))


@event("aim-lost")
class AimLost(OfOne):
    """An aim came to nothing (GU-710)."""

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, aim=None)


@event("aim-used")
class AimUsed(OfOne):
    """The attack that was aimed was made (GU-710)."""

    def apply(self, state: BattleState) -> BattleState:
        """Forget the aim."""
        return state.with_state(self.who, aim=None)


@event("braced")
class Braced(OfOne):
    """A weapon was braced (GU-741)."""

    weapon: str
    on: str

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, braced=Brace(self.weapon, self.on))


@event("brace-ended")
class BraceEnded(OfOne):
    """A weapon is braced no more: the hand was needed, or moved (GU-741)."""

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, braced=None)


@event("evaluated")
class Evaluated(Event):
    """An enemy was watched for another turn (GU-716)."""

    of_doer: ClassVar[bool] = True
    who: str
    target: str
    bonus: int

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, evaluate=Evaluation(self.target, self.bonus))


@event("evaluation-used")
class EvaluationUsed(OfOne):
    """The attack that the watching was for was made (GU-716)."""

    def apply(self, state: BattleState) -> BattleState:
        """Forget the bonus."""
        return state.with_state(self.who, evaluate=None)


@event("feinted")
class Feinted(OfOne):
    """A feint was worked out: what it takes from the enemy's dodge, 0 for nothing (GU-717)."""

    target: str
    penalty: int
    due: bool = False
    """Whether it was made out of turn (a wait), and so ends with the turn that comes next (GU-717)."""

    def apply(self, state: BattleState) -> BattleState:
        feint = Opening(self.target, self.penalty, self.due) if self.penalty > 0 else None
        return state.with_state(self.who, feint=feint)


@event("riposte-ready")
class RiposteReady(OfOne):
    """A parry left the attacker open to the parrier's next attack."""

    target: str
    penalty: int
    due: bool = False

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, riposte=Opening(self.target, self.penalty, self.due))


@event("riposte-used")
class RiposteUsed(OfOne):
    """The attack that a riposte was for was made."""

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, riposte=None)


@event("concentrated")
class Concentrated(OfOne):
    """Somebody concentrates on something (GU-720)."""

    on: str

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, concentrating=self.on)


@event("concentration-lost")
class ConcentrationLost(OfOne):
    """A defence broke the concentration (GU-720)."""

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, concentrating=None)


@event("waited")
class Waited(OfOne):
    """Somebody waits for something (GU-722)."""

    trigger: str
    then: str

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, wait=Waiting(self.trigger, self.then))


@event("posture-changed")
class PostureChanged(OfOne):
    """A combatant rose, crouched, knelt or lay down."""

    posture: Posture

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, posture=self.posture)


@event("zone-set")
class ZoneSet(OfOne):
    """A place was put under fire until the next turn (GU-712)."""

    weapon: str
    at: Place | None
    width: int
    shots: int

    def apply(self, state: BattleState) -> BattleState:
        zone = Suppressed(self.weapon, self.at, self.width, self.shots)
        return state.with_state(self.who, zone=zone)


@event("zone-entered")
class ZoneEntered(Event):
    """Somebody came into a place that is under fire (GU-724); `who` is the one who fires."""

    of_doer: ClassVar[bool] = True
    who: str
    target: str

    def apply(self, state: BattleState) -> BattleState:
        """Note it: everybody is shot at once."""
        zone = now_of(state, self.who).zone
        if zone is None:
            return state
        return state.with_state(self.who, zone=replace(zone, shot=with_more(zone.shot, self.target)))


@event("checked")
class Checked(OfOne):
    """Somebody checked a skill or an attribute; the GM says what comes of it."""

    what: str
    outcome: str
    margin: int


@event("noted")
class Noted(OfOne):
    """Somebody did something that takes a second; the GM says what comes of it (GU-721)."""

    note: str = ""
