"""What happens in Atomic Tomorrow, beside what happens in any battle. Kinds stand in saved battles."""

from dataclasses import replace
from typing import Any

from rules.engine.dice import Modifier
from rules.engine.events import OfOne, event
from rules.engine.state import BattleState
from rules.systems.atomic.state import (
    MOST_WOUNDS,
    Allowances,
    Condition,
    Initiative,
    LastStandUse,
    TableNotes,
)

FULL = Allowances()


def _notes(state: BattleState) -> TableNotes:
    notes = state.shared
    assert isinstance(notes, TableNotes)
    return notes


@event("initiative-taken")
class InitiativeTaken(OfOne):
    """What a combatant rolled for initiative counts from here on (AT-43)."""

    face: int
    succeeded: bool

    def apply(self, state: BattleState) -> BattleState:
        """Note it for the order."""
        rolled = Initiative(self.face, self.succeeded)
        return replace(state, shared=_notes(state).with_initiative(self.who, rolled))


@event("refreshed")
class Refreshed(OfOne):
    """Allowances were filled and the counts of a turn set to nothing (AT-48)."""

    def apply(self, state: BattleState) -> BattleState:
        """Fill and clear them."""
        return state.with_state(self.who, allowances=FULL, defences=0, melee_blocks=0, two_fisted_used=False)


@event("conscious-round-spent")
class ConsciousRoundSpent(OfOne):
    """One of the turns that a special last stand gave began (AT-100); `left` follow it."""

    left: int

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, conscious_rounds=self.left)


@event("allowance-spent")
class AllowanceSpent(OfOne):
    """A turn's significant action, move or quick action was used up (AT-55)."""

    allowance: str

    def apply(self, state: BattleState) -> BattleState:
        left = state.combatants[self.who].state.allowances
        return state.with_state(self.who, allowances=replace(left, **{self.allowance: 0}))


@event("grant-used")
class GrantUsed(OfOne):
    """The one action that a last stand granted was begun (AT-98)."""

    def apply(self, state: BattleState) -> BattleState:
        """Take it away: it will not come again."""
        return state.with_state(self.who, granted=None)


@event("grant-lost")
class GrantLost(OfOne):
    """The one action that a last stand granted was not used in time (AT-98)."""

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, granted=None)


@event("action-lost")
class ActionLost(OfOne):
    """The GRIT roll failed, and with it the action or defence (AT-95)."""

    action: str


@event("attack-started")
class AttackStarted(OfOne):
    """An attack began: with what, on which facts, and which of them the GM overruled."""

    target: str
    weapon: str
    weapon_name: str
    facts: dict[str, Any]
    overruled: tuple[str, ...] = ()
    notes: tuple[Modifier, ...] = ()
    """What cover, armour and armour-piercing will do to a hit."""


@event("engagement-begun")
class EngagementBegun(OfOne):
    """A melee attack put two into a fight hand to hand, on a map of zones alone (AT-34)."""

    target: str

    def apply(self, state: BattleState) -> BattleState:
        """Write each down with the other."""
        for one, other in ((self.who, self.target), (self.target, self.who)):
            known = state.combatants[one].state.engaged_with
            if other not in known:
                state = state.with_state(one, engaged_with=(*known, other))
        return state


@event("engagements-ended")
class EngagementsEnded(OfOne):
    """A move took somebody out of all fights hand to hand, on a map of zones alone (AT-34)."""

    def apply(self, state: BattleState) -> BattleState:
        """Strike it from everybody's list, and empty its own."""
        state = state.with_state(self.who, engaged_with=())
        for other in state.combatants.values():
            if self.who in other.state.engaged_with:
                left = tuple(id_ for id_ in other.state.engaged_with if id_ != self.who)
                state = state.with_state(other.id, engaged_with=left)
        return state


@event("attack-missed")
class AttackMissed(OfOne):
    """The attack roll failed (AT-63)."""

    target: str


@event("hit-instead")
class HitInstead(OfOne):
    """A shot that missed for those in the way alone goes to one of them (AT-R41)."""

    target: str


@event("defence-counted")
class DefenceCounted(OfOne):
    """A defence was chosen: what of it counts for the rest of the turn (AT-67, AT-68, AT-69)."""

    defence: str
    counted: bool
    melee_block: bool = False
    two_fisted: bool = False

    def apply(self, state: BattleState) -> BattleState:
        now = state.combatants[self.who].state
        return state.with_state(
            self.who,
            defences=now.defences + self.counted,
            melee_blocks=now.melee_blocks + self.melee_block,
            two_fisted_used=now.two_fisted_used or self.two_fisted,
        )


@event("attack-defended")
class AttackDefended(OfOne):
    """A defence beat the attack (AT-78). `who` is the attacker."""

    target: str
    defence: str


@event("hit")
class Hit(OfOne):
    """An attack hit; what its wounds are made of before the soak (AT-79 to AT-85)."""

    target: str
    rating: int
    cover: int
    bonus: int
    armour: int
    incoming: int


@event("no-wound")
class NoWound(OfOne):
    """A hit did nothing: protection stopped it, or the soak took it all (AT-86, AT-87)."""

    soaked: bool


@event("wounds-taken")
class WoundsTaken(OfOne):
    """A combatant took wounds that were not soaked; those above five are lost (AT-88)."""

    wounds: int
    soaked: int = 0

    def apply(self, state: BattleState) -> BattleState:
        now = state.combatants[self.who].state.wounds
        return state.with_state(self.who, wounds=min(MOST_WOUNDS, now + self.wounds))


@event("condition-changed")
class ConditionChanged(OfOne):
    """A combatant's condition became another (AT-89 to AT-94)."""

    condition: Condition

    def apply(self, state: BattleState) -> BattleState:
        """Write it down; who falls to five wounds has a new last stand (AT-97)."""
        if self.condition is Condition.DYING:
            return state.with_state(
                self.who, condition=self.condition, last_stand=LastStandUse.UNUSED, conscious_rounds=None
            )
        return state.with_state(self.who, condition=self.condition)


@event("weapon-changed")
class WeaponChanged(OfOne):
    """A weapon was drawn, stowed or dropped (AT-16, AT-53)."""

    weapon: str
    weapon_name: str
    change: str

    def apply(self, state: BattleState) -> BattleState:
        """Put it in or take it out of the hand; what is dropped is carried no more."""
        ready = state.combatants[self.who].state.ready
        left = tuple(id_ for id_ in ready if id_ != self.weapon)
        state = state.with_state(self.who, ready=(*left, self.weapon) if self.change == "drawn" else left)
        notes = _notes(state)
        after = notes.with_weapon(self.who, self.weapon, is_dropped=self.change == "dropped")
        return state if after is notes else replace(state, shared=after)


@event("noted")
class Noted(OfOne):
    """Somebody used a device or did something quick; the GM says what comes of it (AT-51, AT-53)."""

    action: str
    note: str = ""
    outcome: str | None = None


@event("last-stand")
class LastStandMade(OfOne):
    """A dying combatant tried its last stand, and this is what it gave (AT-97 to AT-102)."""

    outcome: str
    granted: int | None = None
    conscious_rounds: int | None = None
    wounds: int = MOST_WOUNDS

    def apply(self, state: BattleState) -> BattleState:
        """Write down what it gave; below five wounds the next fall has a last stand of its own."""
        stands = self.wounds < MOST_WOUNDS
        return state.with_state(
            self.who,
            wounds=self.wounds,
            last_stand=LastStandUse.UNUSED if stands else LastStandUse.USED,
            granted=self.granted,
            conscious_rounds=self.conscious_rounds,
        )
