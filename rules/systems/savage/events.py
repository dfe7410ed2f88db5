"""What happens in this system, beside what happens in any battle. Kinds stand in saved battles."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from rules.engine.dice import Modifier
from rules.engine.events import Event
from rules.engine.state import BattleState
from rules.systems.savage.state import MOST_PENALTY, SavageState, Table, table_of

JOKERS = frozenset({"JR", "JB"})
FRESH: Mapping[str, Any] = {
    "actions_declared": 1,
    "actions_used": 0,
    "moved": 0,
    "run_bonus": 0,
    "ran": False,
    "defending": False,
    "has_readied": False,
    "aim_is_new": False,
    "turn_over": False,
    "straight": 0,
}
"""What a turn starts with (SW-27)."""


def _shared(state: BattleState, table: Table) -> BattleState:
    return replace(state, shared=table)


def _out_of_order(state: BattleState, who: str) -> BattleState:
    """Take somebody's turn of this round away (SW-28, SW-33)."""
    order = tuple(other for other in state.order if other != who)
    return replace(_shared(state, table_of(state).without(who)), order=order)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Of(Event):
    """An event of one combatant."""

    who: str


# ------------------------------------------------------------------------------------------- cards and rounds
@dataclass(frozen=True, slots=True, kw_only=True)
class DeckShuffled(Event):
    """The action deck was shuffled: all cards are in it but those in use (SW-25)."""

    kind: ClassVar[str] = "deck-shuffled"
    in_use: tuple[str, ...] = ()

    def apply(self, state: BattleState) -> BattleState:
        """Put the cards back, those too that an earlier battle left lying before somebody."""
        for who, combatant in state.combatants.items():
            if combatant.state.card is not None and combatant.state.card not in self.in_use:
                state = state.with_state(who, card=None, joker=False)
        return _shared(state, replace(table_of(state), drawn=self.in_use))


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDealt(Event):
    """These drew cards and keep one of them; a group of Extras shares it (SW-21, SW-34)."""

    kind: ClassVar[str] = "card-dealt"
    who: str
    """Whom it is dealt to; of a group the first."""
    card: str
    cards: tuple[str, ...]
    """All that were drawn for it, in order."""
    members: tuple[str, ...]

    def apply(self, state: BattleState) -> BattleState:
        """Lay it before all of them; a Joker helps them this round (SW-23)."""
        table = table_of(state)
        fresh = tuple(card for card in self.cards if card not in table.drawn)
        state = _shared(state, replace(table, drawn=(*table.drawn, *fresh)))
        drawn = self.cards if len(self.cards) > 1 else ()
        for who in self.members:
            state = state.with_state(who, card=self.card, drawn=drawn, joker=self.card in JOKERS)
        if JOKERS & set(self.cards) and state.running:
            state = replace(state, clock={**state.clock, "joker_dealt": True})
        return state

    def subjects(self) -> tuple[str, ...]:
        """Name all who act on it."""
        return self.members

    def as_known(self, known: Collection[str]) -> "CardDealt":
        """Leave out members of the group who are not known."""
        members = tuple(who for who in self.members if who in known)
        return replace(self, who=members[0] if members else self.who, members=members or self.members)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted(Event):
    """A round started with this order (SW-22, SW-26)."""

    kind: ClassVar[str] = "round-started"
    order: tuple[str, ...]
    clock: dict[str, int | bool]

    def apply(self, state: BattleState) -> BattleState:
        """Set order and clock; nobody has acted yet."""
        table = replace(table_of(state), acted=(), after=(), interrupted=())
        return replace(_shared(state, table), order=self.order, clock=self.clock, active=None)

    def subjects(self) -> tuple[str, ...]:
        """Name nobody: the order is told apart from it."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundEnded(Event):
    """A round ended: cards and Jokers go, and so does surprise (SW-26, SW-29)."""

    kind: ClassVar[str] = "round-ended"
    round: int

    def apply(self, state: BattleState) -> BattleState:
        """Take the cards away."""
        for who in state.combatants:
            state = state.with_state(who, card=None, drawn=(), joker=False, surprised=False)
        return replace(state, active=None, clock={**state.clock, "joker_dealt": False})


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWaits(Event):
    """All turns of the round are over, and somebody is still on Hold (SW-26, SW-R20)."""

    kind: ClassVar[str] = "round-waits"

    def apply(self, state: BattleState) -> BattleState:
        """Let nobody be active."""
        return replace(state, active=None)


# ------------------------------------------------------------------------------------------------------ turns
@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRenewed(_Of):
    """The allowances of a turn were renewed, Defend and Hold ended (SW-27, SW-31)."""

    kind: ClassVar[str] = "turn-renewed"

    def apply(self, state: BattleState) -> BattleState:
        """Fill them."""
        table = table_of(state)
        if self.who not in table.acted:
            table = replace(table, acted=(*table.acted, self.who))
        after = tuple(pair for pair in table.after if pair[1] != self.who)
        state = state.with_state(self.who, on_hold=False, **FRESH)
        return _shared(state, replace(table, after=after))


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSettled(_Of):
    """At the end of its turn: conditions counted down, an old Aim was lost (SW-27, SW-142, SW-143)."""

    kind: ClassVar[str] = "turn-settled"

    def apply(self, state: BattleState) -> BattleState:
        """Count down."""
        now: SavageState = state.combatants[self.who].state
        return state.with_state(
            self.who,
            vulnerable=max(0, now.vulnerable - 1),
            distracted=max(0, now.distracted - 1),
            aimed=now.aimed if now.aim_is_new else None,
            aim_is_new=False,
            turn_over=not state.running,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Held(_Of):
    """Somebody is on Hold, by its own choice or because it surprises (SW-29, SW-30)."""

    kind: ClassVar[str] = "held"

    def apply(self, state: BattleState) -> BattleState:
        """Take it out of the order; a held turn can be taken whenever it likes."""
        state = state.with_state(self.who, on_hold=True)
        if not state.running:
            return state
        state = _out_of_order(state, self.who)
        table = table_of(state)
        acted = tuple(other for other in table.acted if other != self.who)
        active = None if state.active == self.who else state.active
        return replace(_shared(state, replace(table, acted=acted)), active=active)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAwaited(_Of):
    """A held turn will start right after another's turn (SW-31, SW-32)."""

    kind: ClassVar[str] = "turn-awaited"
    after: str
    holds: bool
    """Whether it stays on Hold until then."""

    def apply(self, state: BattleState) -> BattleState:
        """Note it."""
        table = table_of(state)
        state = state.with_state(self.who, on_hold=self.holds)
        return _shared(state, replace(table, after=(*table.after, (self.after, self.who))))

    def subjects(self) -> tuple[str, ...]:
        """Name both."""
        return self.who, self.after


@dataclass(frozen=True, slots=True, kw_only=True)
class Interrupted(_Of):
    """Somebody on Hold broke into another's turn (SW-32)."""

    kind: ClassVar[str] = "interrupted"
    target: str
    won: bool
    by_joker: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Let the other's turn wait, if the interruption came in time."""
        if not self.won:
            return state
        table = table_of(state)
        table = replace(table, interrupted=(*table.interrupted, self.target))
        return replace(_shared(state, table), active=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnResumed(_Of):
    """An interrupted turn goes on where it stopped (SW-32)."""

    kind: ClassVar[str] = "turn-resumed"

    def apply(self, state: BattleState) -> BattleState:
        """Make it active again."""
        table = table_of(state)
        rest = tuple(other for other in table.interrupted if other != self.who)
        return replace(_shared(state, replace(table, interrupted=rest)), active=self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class WasSurprised(_Of):
    """Somebody did not notice the ambush in time (SW-29)."""

    kind: ClassVar[str] = "surprised"

    def apply(self, state: BattleState) -> BattleState:
        """Let it do nothing in round 1."""
        return state.with_state(self.who, surprised=True, card=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOrder(_Of):
    """Somebody dropped out of the fight, and with it out of the order (SW-28)."""

    kind: ClassVar[str] = "left-order"

    def apply(self, state: BattleState) -> BattleState:
        """Take its turn away."""
        return _out_of_order(state, self.who)


# ------------------------------------------------------------------------------------------- what a turn buys
@dataclass(frozen=True, slots=True, kw_only=True)
class ActionsDeclared(_Of):
    """Somebody said how many actions the turn will have (SW-63)."""

    kind: ClassVar[str] = "actions-declared"
    count: int

    def apply(self, state: BattleState) -> BattleState:
        """Note it."""
        return state.with_state(self.who, actions_declared=self.count)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionSpent(_Of):
    """One action of the turn was used; an Aim is used up or lost with it (SW-64, SW-68)."""

    kind: ClassVar[str] = "action-spent"

    def apply(self, state: BattleState) -> BattleState:
        """Count it."""
        used = state.combatants[self.who].state.actions_used
        return state.with_state(self.who, actions_used=used + 1, aimed=None, aim_is_new=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementSpent(_Of):
    """So many inches of the turn's movement were used (SW-61); an Aim is lost by it (SW-68)."""

    kind: ClassVar[str] = "movement-spent"
    inches: float
    heading: tuple[float, float] | None = None
    """The direction of the last step, None where no step was taken on a map."""
    straight: float = 0
    """Inches in a straight line up to here."""

    def apply(self, state: BattleState) -> BattleState:
        """Count them."""
        now: SavageState = state.combatants[self.who].state
        changes: dict[str, Any] = {"moved": round(float(now.moved + self.inches), 9)}
        if self.inches:
            changes |= {"aimed": None, "aim_is_new": False}
        if self.heading is not None:
            changes |= {"heading": self.heading, "straight": self.straight}
        return state.with_state(self.who, **changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran(_Of):
    """Somebody runs this turn (SW-71)."""

    kind: ClassVar[str] = "ran"
    bonus: int

    def apply(self, state: BattleState) -> BattleState:
        """Add to its Pace."""
        return state.with_state(self.who, ran=True, run_bonus=self.bonus, aimed=None, aim_is_new=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stood(_Of):
    """Somebody got up (SW-145)."""

    kind: ClassVar[str] = "stood"

    def apply(self, state: BattleState) -> BattleState:
        """Stand."""
        return state.with_state(self.who, prone=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FellProne(_Of):
    """Somebody lies down or falls; an Aim is lost (SW-68)."""

    kind: ClassVar[str] = "fell-prone"

    def apply(self, state: BattleState) -> BattleState:
        """Lie."""
        return state.with_state(self.who, prone=True, aimed=None, aim_is_new=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemDropped(_Of):
    """Something was let go of."""

    kind: ClassVar[str] = "item-dropped"
    item: str
    item_name: str

    def apply(self, state: BattleState) -> BattleState:
        """Take it out of the hands."""
        held = state.combatants[self.who].state.held
        return state.with_state(self.who, held=tuple(id_ for id_ in held if id_ != self.item))


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemReadied(_Of):
    """Something was taken in hand (SW-R24)."""

    kind: ClassVar[str] = "item-readied"
    item: str
    item_name: str

    def apply(self, state: BattleState) -> BattleState:
        """Hold it."""
        held = state.combatants[self.who].state.held
        return state.with_state(self.who, held=(*held, self.item), has_readied=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoke(_Of):
    """A short phrase was said."""

    kind: ClassVar[str] = "spoke"
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mounted(_Of):
    """Somebody got into the saddle (SW-R25)."""

    kind: ClassVar[str] = "mounted"
    target: str

    def apply(self, state: BattleState) -> BattleState:
        """Sit on it, where it stands."""
        at = state.combatants[self.target].at
        return state.with_state(self.who, mount=self.target).with_changes(self.who, at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismounted(_Of):
    """Somebody left the saddle on its feet (SW-R25)."""

    kind: ClassVar[str] = "dismounted"
    target: str

    def apply(self, state: BattleState) -> BattleState:
        """Stand on its own feet."""
        return state.with_state(self.who, mount=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aimed(_Of):
    """Somebody spent the turn aiming (SW-68)."""

    kind: ClassVar[str] = "aimed"
    weapon: str
    weapon_name: str

    def apply(self, state: BattleState) -> BattleState:
        """Note it; the turn's actions are gone."""
        declared = state.combatants[self.who].state.actions_declared
        return state.with_state(self.who, aimed=self.weapon, aim_is_new=True, actions_used=declared)


@dataclass(frozen=True, slots=True, kw_only=True)
class Defended(_Of):
    """Somebody does nothing but defend (SW-69)."""

    kind: ClassVar[str] = "defended"

    def apply(self, state: BattleState) -> BattleState:
        """Raise Parry; the turn's actions are gone, and an Aim with them."""
        declared = state.combatants[self.who].state.actions_declared
        return state.with_state(self.who, defending=True, actions_used=declared, aimed=None, aim_is_new=False)


# ----------------------------------------------------------------------------------------------- the exchange
@dataclass(frozen=True, slots=True, kw_only=True)
class BennyGained(_Of):
    """A Joker brought a Benny (SW-24)."""

    kind: ClassVar[str] = "benny-gained"

    def apply(self, state: BattleState) -> BattleState:
        """Take it."""
        return state.with_state(self.who, bennies=min(99, state.combatants[self.who].state.bennies + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class BennySpent(_Of):
    """A Benny was spent (SW-51); `on` is reroll, soak or unshake."""

    kind: ClassVar[str] = "benny-spent"
    on: str

    def apply(self, state: BattleState) -> BattleState:
        """Give it."""
        return state.with_state(self.who, bennies=max(0, state.combatants[self.who].state.bennies - 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDeclared(_Of):
    """An attack began: with what, how, on which facts; those of `overruled` are the GM's."""

    kind: ClassVar[str] = "attack-declared"
    target: str | None
    weapon: str
    weapon_name: str
    mode: str
    facts: dict[str, Any] = field(default_factory=dict)
    overruled: tuple[str, ...] = ()
    notes: tuple[Modifier, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeAttack(_Of):
    """Somebody strikes at one who moves away (SW-150)."""

    kind: ClassVar[str] = "free-attack"
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackHit(_Of):
    """One die of an attack hit its target (SW-103)."""

    kind: ClassVar[str] = "attack-hit"
    target: str
    with_raise: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackMissed(_Of):
    """An attack hit nothing that it was aimed at."""

    kind: ClassVar[str] = "attack-missed"
    target: str | None
    """None for a cone or line that was aimed at nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BystanderHit(_Of):
    """A stray shot found somebody next to the target (SW-220)."""

    kind: ClassVar[str] = "bystander-hit"
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deviated(_Of):
    """A blast came down elsewhere (SW-166, SW-167): so many inches, towards an hour of the clock face."""

    kind: ClassVar[str] = "deviated"
    inches: int
    hour: int
    centre: tuple[int, int] | None = None
    aimed: tuple[int, int] | None = None
    """The cell that it was aimed at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaHit(_Of):
    """An area attack came down on all whom it catches (SW-164)."""

    kind: ClassVar[str] = "area-hit"
    caught: tuple[str, ...]
    with_raise: bool = False
    template: str = ""
    centre: tuple[int, int] | None = None
    """The cell in which a blast comes down, or at which a cone or line points."""

    def as_known(self, known: Collection[str]) -> "AreaHit":
        """Leave out those caught who are not known."""
        return replace(self, caught=tuple(who for who in self.caught if who in known))


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponSet(_Of):
    """Somebody on Hold set a long weapon against a charge (SW-184)."""

    kind: ClassVar[str] = "weapon-set"
    target: str
    won: bool

    def apply(self, state: BattleState) -> BattleState:
        """Use up its held turn (SW-186)."""
        return _shared(state.with_state(self.who, on_hold=False), table_of(state).without(self.who))


# --------------------------------------------------------------------------------------------------- injuries
@dataclass(frozen=True, slots=True, kw_only=True)
class NoEffect(_Of):
    """A blow did not get through."""

    kind: ClassVar[str] = "no-effect"


@dataclass(frozen=True, slots=True, kw_only=True)
class BecameShaken(_Of):
    """Somebody is Shaken; Aim and Hold end, and the held turn is lost (SW-33, SW-68, SW-125)."""

    kind: ClassVar[str] = "shaken"

    def apply(self, state: BattleState) -> BattleState:
        """Shake it."""
        held = state.combatants[self.who].state.on_hold
        state = state.with_state(self.who, shaken=True, on_hold=False, aimed=None, aim_is_new=False)
        pending = any(who == self.who for _, who in table_of(state).after)
        return _shared(state, table_of(state).without(self.who)) if held or pending else state


@dataclass(frozen=True, slots=True, kw_only=True)
class ShakenEnded(_Of):
    """Somebody is Shaken no more (SW-128, SW-140, SW-141)."""

    kind: ClassVar[str] = "unshaken"

    def apply(self, state: BattleState) -> BattleState:
        """Let it act again."""
        return state.with_state(self.who, shaken=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class StunEnded(_Of):
    """Somebody is Stunned no more; it stays Vulnerable for a while (SW-144)."""

    kind: ClassVar[str] = "unstunned"
    vulnerable: int

    def apply(self, state: BattleState) -> BattleState:
        """Let it act again."""
        left = max(self.vulnerable, state.combatants[self.who].state.vulnerable)
        return state.with_state(self.who, stunned=False, vulnerable=left)


@dataclass(frozen=True, slots=True, kw_only=True)
class BecameVulnerable(_Of):
    """Somebody is Vulnerable until so many of its turns have ended (SW-143)."""

    kind: ClassVar[str] = "vulnerable"
    turns: int

    def apply(self, state: BattleState) -> BattleState:
        """Keep a higher count."""
        now = state.combatants[self.who].state.vulnerable
        return state.with_state(self.who, vulnerable=max(now, self.turns))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wounded(_Of):
    """Somebody took wounds that no Soak cancelled (SW-125)."""

    kind: ClassVar[str] = "wounded"
    wounds: int

    def apply(self, state: BattleState) -> BattleState:
        """Count them, up to the limit (SW-07)."""
        combatant = state.combatants[self.who]
        limit = min(MOST_PENALTY, combatant.sheet.limit)
        return state.with_state(
            self.who, wounds=max(combatant.state.wounds, min(limit, combatant.state.wounds + self.wounds))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Soaked(_Of):
    """A Soak roll took wounds away (SW-127)."""

    kind: ClassVar[str] = "soaked"
    wounds: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BecameIncapacitated(_Of):
    """Somebody is out of the fight (SW-134)."""

    kind: ClassVar[str] = "incapacitated"

    def apply(self, state: BattleState) -> BattleState:
        """Lay it down, and take its turn, Hold, Aim, Defend and saddle away."""
        state = state.with_state(
            self.who,
            incapacitated=True,
            prone=True,
            shaken=False,
            stunned=False,
            on_hold=False,
            defending=False,
            aimed=None,
            aim_is_new=False,
            mount=None,
        )
        return _out_of_order(state, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class BecameUnconscious(_Of):
    """Somebody was knocked out for some hours (SW-211)."""

    kind: ClassVar[str] = "unconscious"
    hours: int

    def apply(self, state: BattleState) -> BattleState:
        """Note them."""
        return state.with_state(self.who, unconscious_hours=self.hours)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeganBleeding(_Of):
    """Somebody is bleeding out (SW-136)."""

    kind: ClassVar[str] = "bleeding"

    def apply(self, state: BattleState) -> BattleState:
        """Let it bleed."""
        return state.with_state(self.who, bleeding=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stabilised(_Of):
    """Somebody incapacitated is in no danger any more (SW-136, SW-138)."""

    kind: ClassVar[str] = "stabilised"

    def apply(self, state: BattleState) -> BattleState:
        """Stop the bleeding."""
        return state.with_state(self.who, bleeding=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Died(_Of):
    """Somebody died (SW-136, SW-138)."""

    kind: ClassVar[str] = "died"

    def apply(self, state: BattleState) -> BattleState:
        """Let it be dead."""
        return state.with_state(self.who, dead=True, bleeding=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FellFromMount(_Of):
    """Somebody fell out of the saddle (SW-188)."""

    kind: ClassVar[str] = "fell-from-mount"
    target: str

    def apply(self, state: BattleState) -> BattleState:
        """Lie beside the mount; an Aim is lost."""
        return state.with_state(self.who, mount=None, prone=True, aimed=None, aim_is_new=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectBroken(_Of):
    """A thing broke (SW-233)."""

    kind: ClassVar[str] = "object-broken"

    def apply(self, state: BattleState) -> BattleState:
        """Let it be broken."""
        return state.with_state(self.who, broken=True)


SAVAGE_EVENTS: tuple[type[Event], ...] = (
    DeckShuffled,
    CardDealt,
    RoundStarted,
    RoundEnded,
    RoundWaits,
    TurnRenewed,
    TurnSettled,
    Held,
    TurnAwaited,
    Interrupted,
    TurnResumed,
    WasSurprised,
    LeftOrder,
    ActionsDeclared,
    ActionSpent,
    MovementSpent,
    Ran,
    Stood,
    FellProne,
    ItemDropped,
    ItemReadied,
    Spoke,
    Mounted,
    Dismounted,
    Aimed,
    Defended,
    BennyGained,
    BennySpent,
    AttackDeclared,
    FreeAttack,
    AttackHit,
    AttackMissed,
    BystanderHit,
    Deviated,
    AreaHit,
    WeaponSet,
    NoEffect,
    BecameShaken,
    ShakenEnded,
    StunEnded,
    BecameVulnerable,
    Wounded,
    Soaked,
    BecameIncapacitated,
    BecameUnconscious,
    BeganBleeding,
    Stabilised,
    Died,
    FellFromMount,
    ObjectBroken,
)
