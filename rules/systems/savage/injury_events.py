"""What a blow does in this system: shaken, wounds, bleeding, death, and things that break."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.state import BattleState
from rules.systems.savage.event_state import OfOne, out_of_order, shared
from rules.systems.savage.state import MOST_PENALTY, table_of


@dataclass(frozen=True, slots=True, kw_only=True)
class NoEffect(OfOne):
    """A blow did not get through."""

    kind: ClassVar[str] = "no-effect"


@dataclass(frozen=True, slots=True, kw_only=True)
class BecameShaken(OfOne):
    """Somebody is Shaken; Aim and Hold end, and the held turn is lost (SW-33, SW-68, SW-125)."""

    kind: ClassVar[str] = "shaken"

    def apply(self, state: BattleState) -> BattleState:
        """Shake it."""
        held = state.combatants[self.who].state.on_hold
        state = state.with_state(self.who, shaken=True, on_hold=False, aimed=None, aim_is_new=False)
        pending = any(who == self.who for _, who in table_of(state).after)
        return shared(state, table_of(state).without(self.who)) if held or pending else state


@dataclass(frozen=True, slots=True, kw_only=True)
class ShakenEnded(OfOne):
    """Somebody is Shaken no more (SW-128, SW-140, SW-141)."""

    kind: ClassVar[str] = "unshaken"

    def apply(self, state: BattleState) -> BattleState:
        """Let it act again."""
        return state.with_state(self.who, shaken=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class StunEnded(OfOne):
    """Somebody is Stunned no more; it stays Vulnerable for a while (SW-144)."""

    kind: ClassVar[str] = "unstunned"
    vulnerable: int

    def apply(self, state: BattleState) -> BattleState:
        """Let it act again."""
        left = max(self.vulnerable, state.combatants[self.who].state.vulnerable)
        return state.with_state(self.who, stunned=False, vulnerable=left)


@dataclass(frozen=True, slots=True, kw_only=True)
class BecameVulnerable(OfOne):
    """Somebody is Vulnerable until so many of its turns have ended (SW-143)."""

    kind: ClassVar[str] = "vulnerable"
    turns: int

    def apply(self, state: BattleState) -> BattleState:
        """Keep a higher count."""
        now = state.combatants[self.who].state.vulnerable
        return state.with_state(self.who, vulnerable=max(now, self.turns))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wounded(OfOne):
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
class Soaked(OfOne):
    """A Soak roll took wounds away (SW-127)."""

    kind: ClassVar[str] = "soaked"
    wounds: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BecameIncapacitated(OfOne):
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
        return out_of_order(state, self.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class BecameUnconscious(OfOne):
    """Somebody was knocked out for some hours (SW-211)."""

    kind: ClassVar[str] = "unconscious"
    hours: int

    def apply(self, state: BattleState) -> BattleState:
        """Note them."""
        return state.with_state(self.who, unconscious_hours=self.hours)


@dataclass(frozen=True, slots=True, kw_only=True)
class BeganBleeding(OfOne):
    """Somebody is bleeding out (SW-136)."""

    kind: ClassVar[str] = "bleeding"

    def apply(self, state: BattleState) -> BattleState:
        """Let it bleed."""
        return state.with_state(self.who, bleeding=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stabilised(OfOne):
    """Somebody incapacitated is in no danger any more (SW-136, SW-138)."""

    kind: ClassVar[str] = "stabilised"

    def apply(self, state: BattleState) -> BattleState:
        """Stop the bleeding."""
        return state.with_state(self.who, bleeding=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Died(OfOne):
    """Somebody died (SW-136, SW-138)."""

    kind: ClassVar[str] = "died"

    def apply(self, state: BattleState) -> BattleState:
        """Let it be dead."""
        return state.with_state(self.who, dead=True, bleeding=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FellFromMount(OfOne):
    """Somebody fell out of the saddle (SW-188)."""

    kind: ClassVar[str] = "fell-from-mount"
    target: str

    def apply(self, state: BattleState) -> BattleState:
        """Lie beside the mount; an Aim is lost."""
        return state.with_state(self.who, mount=None, prone=True, aimed=None, aim_is_new=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectBroken(OfOne):
    """A thing broke (SW-233)."""

    kind: ClassVar[str] = "object-broken"

    def apply(self, state: BattleState) -> BattleState:
        """Let it be broken."""
        return state.with_state(self.who, broken=True)
