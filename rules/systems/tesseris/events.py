"""What happens in this system, beside what happens in any battle. Kinds stand in saved battles."""

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from rules.engine.events import Event, Rolled
from rules.engine.state import BattleState
from rules.systems.tesseris.state import (
    LADDERS,
    ROUNDS,
    Cover,
    Fear,
    Hold,
    Table,
    TesserisState,
    settled,
    table_of,
)

DAZES = ("dazed", "stunned", "staggered")
ENTICED_EGO = 3


def _put(state: BattleState, who: str, now: TesserisState) -> BattleState:
    combatant = state.combatants[who]
    return state.with_combatant(replace(combatant, state=settled(combatant.sheet, now)))


def _without(conditions: Any, *gone: str) -> dict[str, Any]:
    return {id_: data for id_, data in conditions.items() if id_ not in gone}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Of(Event):
    """An event of one combatant."""

    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RollClosed(Rolled):
    """The outcome of a roll that had none when it was thrown (TS-047)."""

    kind: ClassVar[str] = "roll-closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept(_Of):
    """Counts and allowances of a combatant became these: `values` has whole state keys as JSON."""

    kind: ClassVar[str] = "kept"
    values: dict[str, Any] = field(default_factory=dict)

    def apply(self, state: BattleState) -> BattleState:
        """Write the values."""
        combatant = state.combatants[self.who]
        return state.with_changes(
            self.who, state=settled(combatant.sheet, combatant.state.replaced(self.values))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TicksSpent(_Of):
    """Ticks were spent, and others borrowed from the next round, or the free reaction was used (TS-060)."""

    kind: ClassVar[str] = "ticks-spent"
    what: str
    ticks: int = 0
    borrowed: int = 0
    free_reaction: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Take them."""
        now: TesserisState = state.combatants[self.who].state
        return state.with_state(
            self.who,
            ticks=max(0, now.ticks - self.ticks),
            debt=now.debt + self.borrowed,
            free_reaction=now.free_reaction and not self.free_reaction,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Attacked(_Of):
    """An attack action was declared, with what it is done (section 8)."""

    kind: ClassVar[str] = "attack"
    target: str
    action: str
    weapon: str
    rounds: int = 0
    counts: bool = True
    targets: tuple[str, ...] = ()

    def apply(self, state: BattleState) -> BattleState:
        """Count it, and take its rounds out of the magazine (TS-028, TS-233)."""
        now: TesserisState = state.combatants[self.who].state
        changes: dict[str, Any] = {}
        if self.rounds and self.weapon in now.ammo:
            changes["ammo"] = {**now.ammo, self.weapon: max(0, now.ammo[self.weapon] - self.rounds)}
        if self.counts:
            changes |= {"attacks": now.attacks + 1, "has_attacked": True}
        return state.with_state(self.who, **changes) if changes else state


@dataclass(frozen=True, slots=True, kw_only=True)
class Defended(_Of):
    """A defence roll was made, which counts (TS-244)."""

    kind: ClassVar[str] = "defence"
    how: str

    def apply(self, state: BattleState) -> BattleState:
        """Count it."""
        return state.with_state(self.who, defences=state.combatants[self.who].state.defences + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class BulletsFlew(_Of):
    """Several bullets flew at somebody, each with a total of its own (TS-203)."""

    kind: ClassVar[str] = "bullets"
    target: str
    weapon: str
    totals: tuple[int, ...]
    against: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck(_Of):
    """A blow or bullet hit somebody (TS-202)."""

    kind: ClassVar[str] = "hit"
    target: str
    net: int
    weapon: str = ""
    location: str = "torso"
    critical: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed(_Of):
    """An attack hit nobody (TS-202)."""

    kind: ClassVar[str] = "miss"
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Prevailed(_Of):
    """An action that strikes nothing won: a grapple, a disarming, a word (TS-209)."""

    kind: ClassVar[str] = "prevailed"
    target: str
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Damaged(_Of):
    """Damage came through: what it was, what was soaked, what stamina it took (TS-250 to TS-256)."""

    kind: ClassVar[str] = "damage"
    damage: int
    soak: int
    stamina: int
    location: str = "torso"

    def apply(self, state: BattleState) -> BattleState:
        """Take the stamina."""
        now: TesserisState = state.combatants[self.who].state
        return _put(state, self.who, replace(now, stamina=max(0, now.stamina - self.stamina)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wounded(_Of):
    """A combatant took wounds, each with a point of ego and of maximum stamina (TS-258)."""

    kind: ClassVar[str] = "wound"
    wounds: int

    def apply(self, state: BattleState) -> BattleState:
        """Add them."""
        now: TesserisState = state.combatants[self.who].state
        ego = max(0, now.ego - self.wounds)
        return _put(state, self.who, replace(now, wounds=now.wounds + self.wounds, ego=ego))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionGained(_Of):
    """A condition began (section 10); it takes the place of lower steps of its ladder (TS-322)."""

    kind: ClassVar[str] = "condition"
    condition: str
    data: dict[str, Any] = field(default_factory=dict)
    beside: bool = False
    """Whether a daze that stands is left beside it (R51)."""

    def apply(self, state: BattleState) -> BattleState:
        """Put it on, with what it does at once."""
        combatant = state.combatants[self.who]
        now: TesserisState = combatant.state
        data = dict(self.data)
        conditions = dict(now.conditions)
        for steps in LADDERS.values():
            if any(self.condition in step for step in steps) and not self.beside:
                conditions = _without(conditions, *(one for step in steps for one in step))
        if self.condition in DAZES:
            data.setdefault("rounds", ROUNDS)
        fresh = self.condition not in now.conditions
        changes: dict[str, Any] = {}
        if self.condition == "unconscious":
            conditions["prone"] = conditions.get("prone", {})
            changes |= {"held": (), "swordpoint": None, "watch": None, "stance": _not_watching(now)}
            if now.cover is not None:
                changes["cover"] = replace(now.cover, hunkered=False)
        elif self.condition == "surrendered":
            changes |= {"held": (), "swordpoint": None}
        elif self.condition == "grappled":
            held = combatant.sheet.held_weapons(now.held)
            changes["held"] = tuple(weapon.id for weapon in held if weapon.hands < 2)
        elif self.condition == "enticed" and fresh:
            changes["ego"] = now.ego + ENTICED_EGO
        conditions[self.condition] = data
        return _put(state, self.who, replace(now, conditions=conditions, **changes))


def _not_watching(now: TesserisState) -> tuple[Any, ...]:
    return tuple(stance for stance in now.stance if stance != "overwatch")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionEnded(_Of):
    """A condition ended."""

    kind: ClassVar[str] = "condition-ended"
    condition: str

    def apply(self, state: BattleState) -> BattleState:
        """Take it off."""
        now: TesserisState = state.combatants[self.who].state
        return _put(state, self.who, replace(now, conditions=_without(now.conditions, self.condition)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Jammed(_Of):
    """A weapon jammed, and a round more is lost (TS-222)."""

    kind: ClassVar[str] = "jam"
    weapon: str

    def apply(self, state: BattleState) -> BattleState:
        """Jam it."""
        now: TesserisState = state.combatants[self.who].state
        jammed = now.jammed if self.weapon in now.jammed else (*now.jammed, self.weapon)
        ammo = dict(now.ammo)
        if self.weapon in ammo:
            ammo[self.weapon] = max(0, ammo[self.weapon] - 1)
        return state.with_state(self.who, jammed=jammed, ammo=ammo)


@dataclass(frozen=True, slots=True, kw_only=True)
class JamCleared(_Of):
    """A jam was cleared (TS-182)."""

    kind: ClassVar[str] = "jam-cleared"
    weapon: str

    def apply(self, state: BattleState) -> BattleState:
        """Let it shoot again."""
        now: TesserisState = state.combatants[self.who].state
        return state.with_state(self.who, jammed=tuple(id_ for id_ in now.jammed if id_ != self.weapon))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reloaded(_Of):
    """A magazine was filled (TS-182)."""

    kind: ClassVar[str] = "reloaded"
    weapon: str
    rounds: int

    def apply(self, state: BattleState) -> BattleState:
        """Fill it."""
        now: TesserisState = state.combatants[self.who].state
        return state.with_state(self.who, ammo={**now.ammo, self.weapon: self.rounds})


# ------------------------------------------------------------------------------------------------------ cover
@dataclass(frozen=True, slots=True, kw_only=True)
class CoverTaken(_Of):
    """Somebody is in cover now, or in it differently (TS-165, TS-287 to TS-289)."""

    kind: ClassVar[str] = "cover-taken"
    cover: Cover

    def apply(self, state: BattleState) -> BattleState:
        """Stand behind it."""
        return state.with_state(self.who, cover=self.cover)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverLeft(_Of):
    """Somebody is no longer in cover."""

    kind: ClassVar[str] = "cover-left"

    def apply(self, state: BattleState) -> BattleState:
        """Stand in the open."""
        return state.with_state(self.who, cover=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverDamaged(_Of):
    """The cover of somebody took damage (TS-290 to TS-292)."""

    kind: ClassVar[str] = "cover-damage"
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
        return replace(state, shared=replace(table, pieces={**table.pieces, self.piece: damage}))


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverDestroyed(_Of):
    """The cover of somebody is shot to pieces (TS-293)."""

    kind: ClassVar[str] = "cover-destroyed"
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
            state = replace(state, shared=replace(table, pieces=pieces))
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class WallDamaged(Event):
    """A piece of a wall took damage with nobody behind it (TS-135, TS-293)."""

    kind: ClassVar[str] = "wall-damage"
    piece: str
    damage: int
    material: str
    broken: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Remember it for whoever takes cover there next; what is broken is no more."""
        table = table_of(state)
        pieces = {**table.pieces, self.piece: table.pieces.get(self.piece, 0) + self.damage}
        if self.broken:
            del pieces[self.piece]
        return replace(state, shared=replace(table, pieces=pieces))


# -------------------------------------------------------------------------------------------- falls and words
@dataclass(frozen=True, slots=True, kw_only=True)
class Redirected(_Of):
    """A shot into a melee goes to somebody else (TS-240)."""

    kind: ClassVar[str] = "redirected"
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Died(_Of):
    """Somebody died (TS-275)."""

    kind: ClassVar[str] = "death"

    def apply(self, state: BattleState) -> BattleState:
        """Let it lie."""
        now: TesserisState = state.combatants[self.who].state
        conditions = {**now.conditions, "prone": now.conditions.get("prone", {})}
        changed = replace(
            now,
            dead=True,
            dying=False,
            conditions=conditions,
            held=(),
            swordpoint=None,
            watch=None,
            stance=(),
        )
        return _put(state, self.who, changed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Crippled(_Of):
    """Somebody burnt fate to live, and is crippled (TS-276)."""

    kind: ClassVar[str] = "crippled"

    def apply(self, state: BattleState) -> BattleState:
        """Stay one wound short of death."""
        combatant = state.combatants[self.who]
        now: TesserisState = combatant.state
        return _put(
            state,
            self.who,
            replace(
                now,
                fate=max(0, now.fate - 1),
                wounds=max(0, combatant.sheet.deadly - 1),
                crippled=True,
                dying=False,
                dead=False,
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BeganToDie(_Of):
    """Somebody could not stay awake without stamina, and bleeds out (TS-270)."""

    kind: ClassVar[str] = "dying"

    def apply(self, state: BattleState) -> BattleState:
        """Start to count."""
        return state.with_state(self.who, dying=True, dying_rounds=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class EgoDamaged(_Of):
    """Words took ego (TS-331)."""

    kind: ClassVar[str] = "ego-damage"
    ego: int

    def apply(self, state: BattleState) -> BattleState:
        """Take it."""
        return state.with_state(self.who, ego=max(0, state.combatants[self.who].state.ego - self.ego))


@dataclass(frozen=True, slots=True, kw_only=True)
class EgoGained(_Of):
    """Ego came back (TS-336)."""

    kind: ClassVar[str] = "ego-gained"
    ego: int

    def apply(self, state: BattleState) -> BattleState:
        """Add it, up to the maximum, or leave what is above it already."""
        combatant = state.combatants[self.who]
        now = combatant.state.ego
        return state.with_state(self.who, ego=max(now, min(combatant.sheet.full_ego, now + self.ego)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SociallyBeaten(_Of):
    """Somebody has no ego left to argue with (TS-333)."""

    kind: ClassVar[str] = "social-defeat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Feared(_Of):
    """A fear has this difficulty, and begins anew (TS-187)."""

    kind: ClassVar[str] = "feared"
    difficulty: int

    def apply(self, state: BattleState) -> BattleState:
        """Note it."""
        return state.with_state(self.who, fear=Fear(difficulty=self.difficulty))


@dataclass(frozen=True, slots=True, kw_only=True)
class Went(_Of):
    """Somebody moved so many yards; where to on a map is an event of its own (TS-160)."""

    kind: ClassVar[str] = "move"
    yards: float
    how: str

    def apply(self, state: BattleState) -> BattleState:
        """Note that it has moved, or taken its quick step."""
        changes = {"has_stepped": True} if self.how == "quick-step" else {"moved": True}
        return state.with_state(self.who, **changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped(_Of):
    """Something fell from somebody's hands."""

    kind: ClassVar[str] = "dropped"
    weapon: str

    def apply(self, state: BattleState) -> BattleState:
        """Hold it no longer."""
        held = state.combatants[self.who].state.held
        return state.with_state(self.who, held=tuple(id_ for id_ in held if id_ != self.weapon))


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn(_Of):
    """Something was drawn, into the last hand (TS-183)."""

    kind: ClassVar[str] = "drawn"
    weapon: str

    def apply(self, state: BattleState) -> BattleState:
        """Hold it."""
        held = state.combatants[self.who].state.held
        return state.with_state(self.who, held=(*held, self.weapon))


@dataclass(frozen=True, slots=True, kw_only=True)
class SwordpointTaken(_Of):
    """Somebody holds another at swordpoint (TS-340)."""

    kind: ClassVar[str] = "swordpoint-taken"
    target: str

    def apply(self, state: BattleState) -> BattleState:
        """Hold."""
        state = state.with_state(self.who, swordpoint=Hold(on=self.target))
        return state.with_state(self.target, held_by=self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwordpointOver(_Of):
    """A hold at swordpoint is over (TS-342, TS-345)."""

    kind: ClassVar[str] = "swordpoint-over"
    target: str

    def apply(self, state: BattleState) -> BattleState:
        """Let go."""
        if self.who in state.combatants:
            state = state.with_state(self.who, swordpoint=None)
        if self.target in state.combatants and state.combatants[self.target].state.held_by == self.who:
            state = state.with_state(self.target, held_by=None)
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class MayhemGranted(_Of):
    """The GM gave mayhem points (TS-280)."""

    kind: ClassVar[str] = "mayhem-granted"
    amount: int

    def apply(self, state: BattleState) -> BattleState:
        """Add them."""
        return state.with_state(self.who, mayhem=state.combatants[self.who].state.mayhem + self.amount)


@dataclass(frozen=True, slots=True, kw_only=True)
class Did(_Of):
    """Somebody did something that needs no more than words: spoke, looked, opened a door, tossed a thing."""

    kind: ClassVar[str] = "did"
    what: str
    target: str | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted(Event):
    """A round began: fresh ticks, counts at nothing (TS-056)."""

    kind: ClassVar[str] = "round"
    clock: dict[str, int | bool | str]

    def apply(self, state: BattleState) -> BattleState:
        """Set the clock; nobody has acted or is active."""
        shared = replace(table_of(state), acted=())
        return replace(state, shared=shared, clock=self.clock, active=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTaken(_Of):
    """A turn of this round is over, or was lost (TS-055)."""

    kind: ClassVar[str] = "turn-taken"

    def apply(self, state: BattleState) -> BattleState:
        """Note it, and let nobody be active."""
        table: Table = table_of(state)
        acted = table.acted if self.who in table.acted else (*table.acted, self.who)
        return replace(state, shared=replace(table, acted=acted), active=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delayed(_Of):
    """Somebody waits: its initiative is this now (TS-070)."""

    kind: ClassVar[str] = "delayed"
    initiative: int

    def apply(self, state: BattleState) -> BattleState:
        """Step back; the turn is still to come."""
        now: TesserisState = state.combatants[self.who].state
        state = state.with_state(self.who, initiative=self.initiative, delays=now.delays + 1)
        return replace(state, active=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stalemate(Event):
    """Those who are left only wait for one another: the round ends (TS-071)."""

    kind: ClassVar[str] = "stalemate"


TESSERIS_EVENTS: tuple[type[Event], ...] = (
    RollClosed,
    Kept,
    TicksSpent,
    Attacked,
    Defended,
    BulletsFlew,
    Struck,
    Missed,
    Prevailed,
    Damaged,
    Wounded,
    ConditionGained,
    ConditionEnded,
    Jammed,
    JamCleared,
    Reloaded,
    CoverTaken,
    CoverLeft,
    CoverDamaged,
    CoverDestroyed,
    WallDamaged,
    Redirected,
    Died,
    Crippled,
    BeganToDie,
    EgoDamaged,
    EgoGained,
    SociallyBeaten,
    Feared,
    Went,
    Dropped,
    Drawn,
    SwordpointTaken,
    SwordpointOver,
    MayhemGranted,
    Did,
    RoundStarted,
    TurnTaken,
    Delayed,
    Stalemate,
)
