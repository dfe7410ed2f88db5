"""What happens in the 3d6 game, beside what happens in any battle. Kinds stand in saved battles."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from rules.engine.dice import Modifier
from rules.engine.events import Event
from rules.engine.state import BattleState
from rules.map.model import Place
from rules.systems.gurps.state import (
    Aim,
    Brace,
    Evaluation,
    GurpsState,
    MentalStun,
    Opening,
    Posture,
    Suppressed,
    Taken,
    Waiting,
)


def _now(state: BattleState, who: str) -> GurpsState:
    now = state.combatants[who].state
    assert isinstance(now, GurpsState)
    return now


def _without(ids: tuple[str, ...], id_: str) -> tuple[str, ...]:
    return tuple(other for other in ids if other != id_)


def _with(ids: tuple[str, ...], *more: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*ids, *more)))


# ------------------------------------------------------------------------------------------------------ turns
@dataclass(frozen=True, slots=True, kw_only=True)
class Surprised(Event):
    """A combatant was surprised, and is mentally stunned (GU-606)."""

    kind: ClassVar[str] = "surprised"
    who: str
    freeze: int

    def apply(self, state: BattleState) -> BattleState:
        """Stun it."""
        return state.with_state(self.who, mental_stun=MentalStun(self.freeze, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class MentalStunEased(Event):
    """A second of freezing went by, or the next IQ roll became easier (GU-607)."""

    kind: ClassVar[str] = "mental-stun-eased"
    who: str
    freeze: int
    bonus: int

    def apply(self, state: BattleState) -> BattleState:
        """Write both down."""
        return state.with_state(self.who, mental_stun=MentalStun(self.freeze, self.bonus))


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOpened(Event):
    """The maneuver in force and the counts since the last turn lapsed, and shock came due (GU-608)."""

    kind: ClassVar[str] = "turn-opened"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Clear them."""
        now = _now(state, self.who)
        return state.with_state(
            self.who,
            maneuver=None,
            moved=0,
            closed=False,
            dodges=0,
            parries={},
            blocked=False,
            retreated=False,
            locked=(),
            attacked_with=(),
            zone=None,
            wait=None,
            shock=now.shock_pending,
            shock_pending=0,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnClosed(Event):
    """Shock went by, and so did what was due this turn (GU-609)."""

    kind: ClassVar[str] = "turn-closed"
    who: str
    aim_lapses: bool = False
    evaluation_lapses: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Let them lapse; a feint or riposte that was not due yet is so at the end of the next turn."""
        now = _now(state, self.who)

        def older(opening: Opening | None) -> Opening | None:
            return None if opening is None or opening.due else replace(opening, due=True)

        return state.with_state(
            self.who,
            shock=0,
            closed=True,
            aim=None if self.aim_lapses else now.aim,
            evaluate=None if self.evaluation_lapses else now.evaluate,
            feint=older(now.feint),
            riposte=older(now.riposte),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FacingSet(Event):
    """A combatant faces a direction (GU-502, GU-507)."""

    kind: ClassVar[str] = "facing-set"
    who: str
    facing: str
    by_itself: bool = False
    """Whether it was not chosen, but is how the combatant came onto the map."""

    def apply(self, state: BattleState) -> BattleState:
        """Turn it."""
        return state.with_state(self.who, facing=self.facing)


# -------------------------------------------------------------------------------------------------- maneuvers
@dataclass(frozen=True, slots=True, kw_only=True)
class ManeuverTaken(Event):
    """A combatant took its maneuver, on its turn or out of it (a wait that was triggered)."""

    kind: ClassVar[str] = "maneuver-taken"
    who: str
    maneuver: str
    variant: str | None = None
    defence: str | None = None
    target: str | None = None
    detail: str = ""
    out_of_turn: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Put it in force; a wait that it fires is over."""
        now = _now(state, self.who)
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
        now = _now(state, self.who)
        leaning = now.braced is not None and now.braced.on == "surface"
        return state.with_state(
            self.who, moved=now.moved + self.yards, braced=None if leaning else now.braced
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Aimed(Event):
    """A weapon was aimed for another turn (GU-710)."""

    kind: ClassVar[str] = "aimed"
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

    def apply(self, state: BattleState) -> BattleState:
        """Note it."""
        feint = Opening(self.target, self.penalty) if self.penalty > 0 else None
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
class WeaponReadied(Event):
    """A weapon was made ready; what its hands held before hangs (GU-721)."""

    kind: ClassVar[str] = "weapon-readied"
    who: str
    weapon: str
    name: str
    put_away: tuple[str, ...] = ()

    def apply(self, state: BattleState) -> BattleState:
        """Take it in hand."""
        now = _now(state, self.who)
        ready = {**now.ready, **dict.fromkeys(self.put_away, False), self.weapon: True}
        return state.with_state(self.who, ready=ready, dropped=_without(now.dropped, self.weapon))


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponUnready(Event):
    """A weapon is unready (GU-744, GU-802, GU-816)."""

    kind: ClassVar[str] = "weapon-unready"
    who: str
    weapon: str
    name: str

    def apply(self, state: BattleState) -> BattleState:
        """Mark it; what was aimed or braced with it is so no more."""
        return _let_go(state, self.who, self.weapon)


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponDropped(Event):
    """A weapon fell, or was thrown."""

    kind: ClassVar[str] = "weapon-dropped"
    who: str
    weapon: str
    name: str
    at: Place | None = None
    thrown: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Let it lie."""
        state = _let_go(state, self.who, self.weapon)
        now = _now(state, self.who)
        return state.with_state(
            self.who,
            dropped=_with(now.dropped, self.weapon),
            dropped_at={**now.dropped_at, self.weapon: self.at},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponStruck(Event):
    """A weapon was struck and took damage (GU-920)."""

    kind: ClassVar[str] = "weapon-struck"
    who: str
    weapon: str
    name: str
    damage: int
    hp: int

    def apply(self, state: BattleState) -> BattleState:
        """Write down what is left of it."""
        now = _now(state, self.who)
        return state.with_state(self.who, weapon_hp={**now.weapon_hp, self.weapon: self.hp})


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponBroken(Event):
    """A weapon broke, and is gone (GU-920)."""

    kind: ClassVar[str] = "weapon-broken"
    who: str
    weapon: str
    name: str

    def apply(self, state: BattleState) -> BattleState:
        """Take it away."""
        state = _let_go(state, self.who, self.weapon)
        return state.with_state(self.who, broken=_with(_now(state, self.who).broken, self.weapon))


def _let_go(state: BattleState, who: str, weapon: str) -> BattleState:
    now = _now(state, who)
    return state.with_state(
        who,
        ready={**now.ready, weapon: False},
        aim=None if now.aim is not None and now.aim.with_.split("/")[0] == weapon else now.aim,
        braced=None if now.braced is not None and now.braced.with_.split("/")[0] == weapon else now.braced,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Disarmed(Event):
    """A weapon was struck out of somebody's hand (GU-744)."""

    kind: ClassVar[str] = "disarmed"
    who: str
    target: str
    weapon: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsFired(Event):
    """Rounds left the magazine, those wasted between targets among them (GU-305, GU-733)."""

    kind: ClassVar[str] = "rounds-fired"
    who: str
    weapon: str
    rounds: int
    wasted: int = 0

    def apply(self, state: BattleState) -> BattleState:
        """Take them out, where they are counted."""
        now = _now(state, self.who)
        if self.weapon not in now.ammo:
            return state
        left = max(0, now.ammo[self.weapon] - self.rounds - self.wasted)
        return state.with_state(self.who, ammo={**now.ammo, self.weapon: left})


@dataclass(frozen=True, slots=True, kw_only=True)
class Reloaded(Event):
    """A second was spent on reloading; with the last one the magazine is full (GU-721)."""

    kind: ClassVar[str] = "reloaded"
    who: str
    weapon: str
    name: str
    turns: int
    needed: int
    shots: int

    def apply(self, state: BattleState) -> BattleState:
        """Count it, or fill the magazine."""
        now = _now(state, self.who)
        if self.turns < self.needed:
            return state.with_state(self.who, reloading={**now.reloading, self.weapon: self.turns})
        rest = {weapon: turns for weapon, turns in now.reloading.items() if weapon != self.weapon}
        return state.with_state(self.who, reloading=rest, ammo={**now.ammo, self.weapon: self.shots})


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
    who: str
    target: str

    def apply(self, state: BattleState) -> BattleState:
        """Note it: everybody is shot at once."""
        zone = _now(state, self.who).zone
        if zone is None:
            return state
        return state.with_state(self.who, zone=replace(zone, shot=_with(zone.shot, self.target)))


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


# ---------------------------------------------------------------------------------------------------- attacks
@dataclass(frozen=True, slots=True, kw_only=True)
class AttackBegun(Event):
    """An attack began: with what, where to, on which facts, and which of them the GM overruled."""

    kind: ClassVar[str] = "attack-begun"
    who: str
    target: str | None
    weapon: str
    name: str
    location: str
    shots: int = 1
    facts: dict[str, Any] = field(default_factory=dict)
    overruled: tuple[str, ...] = ()
    notes: tuple[Modifier, ...] = ()
    used: tuple[str, ...] = ()
    """The weapon and the hands that count as having attacked."""

    def apply(self, state: BattleState) -> BattleState:
        """Remember with what (GU-714, GU-715, GU-718)."""
        now = _now(state, self.who)
        return state.with_state(self.who, attacked_with=_with(now.attacked_with, *self.used))


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackMissed(Event):
    """The attack roll failed (GU-803)."""

    kind: ClassVar[str] = "attack-missed"
    who: str
    target: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackHit(Event):
    """An attack hit, and no defence stopped it."""

    kind: ClassVar[str] = "attack-hit"
    who: str
    target: str
    location: str
    hits: int = 1
    grazed: bool = False
    """Whether it missed what it was aimed at by one, and went on against the torso (GU-760)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenceTried(Event):
    """A defence was chosen: what of it counts until the next own turn (GU-811, GU-812, section 8.1)."""

    kind: ClassVar[str] = "defence-tried"
    who: str
    defence: str
    counted: tuple[str, ...] = ()
    """The weapons and hands whose parries count one more."""
    locked: tuple[str, ...] = ()
    retreats: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Count it."""
        now = _now(state, self.who)
        parries = {**now.parries, **{id_: now.parries.get(id_, 0) + 1 for id_ in self.counted}}
        return state.with_state(
            self.who,
            dodges=now.dodges + (self.defence == "dodge"),
            parries=parries,
            blocked=now.blocked or self.defence == "block",
            retreated=now.retreated or self.retreats,
            locked=_with(now.locked, *self.locked),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDefended(Event):
    """A defence stopped the attack. `who` is the attacker."""

    kind: ClassVar[str] = "attack-defended"
    who: str
    target: str
    defence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scattered(Event):
    """An area lands so many yards off, so many degrees clockwise of the line of the attack."""

    kind: ClassVar[str] = "scattered"
    who: str
    yards: int
    degrees: int
    to: tuple[float, float] | None = None
    """The final origin on the map (of a cone: the point on its axis), in cells."""
    aimed: tuple[float, float] | None = None
    """The point that was aimed at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaBurst(Event):
    """An area comes down on the map, about a point or towards it, in cells."""

    kind: ClassVar[str] = "area-burst"
    who: str
    weapon: str
    at: tuple[float, float]
    caught: tuple[str, ...] = ()

    def as_known(self, known: Collection[str]) -> "AreaBurst":
        """Leave out whom somebody does not know of."""
        return replace(self, caught=tuple(who for who in self.caught if who in known))


# ----------------------------------------------------------------------------------------------------- injury
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
        now = _now(state, self.who)
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
        now = _now(state, self.who)
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
        now = _now(state, self.who)
        return state.with_state(self.who, fp=now.fp - self.points, hp=now.hp - self.hp)


@dataclass(frozen=True, slots=True, kw_only=True)
class Crippled(Event):
    """A limb or extremity was crippled (GU-765, GU-1006)."""

    kind: ClassVar[str] = "crippled"
    who: str
    location: str

    def apply(self, state: BattleState) -> BattleState:
        """Write it down."""
        return state.with_state(self.who, crippled=_with(_now(state, self.who).crippled, self.location))


@dataclass(frozen=True, slots=True, kw_only=True)
class Blinded(Event):
    """Eyes were blinded (GU-761, GU-764)."""

    kind: ClassVar[str] = "blinded"
    who: str
    eyes: tuple[str, ...]

    def apply(self, state: BattleState) -> BattleState:
        """Write them down, right first."""
        now = _now(state, self.who)
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
        return state.with_state(self.who, surgery_attempts=_now(state, self.who).surgery_attempts + 1)

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


GURPS_EVENTS: tuple[type[Event], ...] = (
    Surprised,
    MentalStunEased,
    TurnOpened,
    TurnClosed,
    FacingSet,
    ManeuverTaken,
    Walked,
    Aimed,
    AimLost,
    AimUsed,
    Braced,
    BraceEnded,
    Evaluated,
    EvaluationUsed,
    Feinted,
    RiposteReady,
    RiposteUsed,
    Concentrated,
    ConcentrationLost,
    Waited,
    PostureChanged,
    WeaponReadied,
    WeaponUnready,
    WeaponDropped,
    WeaponStruck,
    WeaponBroken,
    Disarmed,
    RoundsFired,
    Reloaded,
    ZoneSet,
    ZoneEntered,
    Checked,
    Noted,
    AttackBegun,
    AttackMissed,
    AttackHit,
    DefenceTried,
    AttackDefended,
    Scattered,
    AreaBurst,
    DamageDone,
    DrLost,
    BluntTrauma,
    Injured,
    Fatigued,
    Crippled,
    Blinded,
    MajorWound,
    KnockedDown,
    Stunned,
    StunEnded,
    FellUnconscious,
    DeathAvoided,
    MortallyWounded,
    MortalWoundHealed,
    SurgeryTried,
    Died,
    Destroyed,
    MayIgnite,
)
