"""What a blow does in this system: shaken, wounds, bleeding, death, and things that break."""

from rules.engine.events import OfOne, event
from rules.engine.state import BattleState
from rules.systems.savage.events.event_state import out_of_order, shared
from rules.systems.savage.state import MOST_PENALTY, table_of


@event("no-effect")
class NoEffect(OfOne):
    """A blow did not get through."""


@event("shaken")
class BecameShaken(OfOne):
    """Somebody is Shaken; Aim and Hold end, and the held turn is lost (SW-33, SW-68, SW-125)."""

    def apply(self, state: BattleState) -> BattleState:
        """Shake it."""
        held = state.combatants[self.who].state.on_hold
        state = state.with_state(self.who, shaken=True, on_hold=False, aimed=None, aim_is_new=False)
        pending = any(who == self.who for _, who in table_of(state).after)
        return shared(state, table_of(state).without(self.who)) if held or pending else state


@event("unshaken")
class ShakenEnded(OfOne):
    """Somebody is Shaken no more (SW-128, SW-140, SW-141)."""

    def apply(self, state: BattleState) -> BattleState:
        """Let it act again."""
        return state.with_state(self.who, shaken=False)


@event("unstunned")
class StunEnded(OfOne):
    """Somebody is Stunned no more; it stays Vulnerable for a while (SW-144)."""

    vulnerable: int

    def apply(self, state: BattleState) -> BattleState:
        """Let it act again."""
        left = max(self.vulnerable, state.combatants[self.who].state.vulnerable)
        return state.with_state(self.who, stunned=False, vulnerable=left)


@event("vulnerable")
class BecameVulnerable(OfOne):
    """Somebody is Vulnerable until so many of its turns have ended (SW-143)."""

    turns: int

    def apply(self, state: BattleState) -> BattleState:
        """Keep a higher count."""
        now = state.combatants[self.who].state.vulnerable
        return state.with_state(self.who, vulnerable=max(now, self.turns))


@event("wounded")
class Wounded(OfOne):
    """Somebody took wounds that no Soak cancelled (SW-125)."""

    wounds: int

    def apply(self, state: BattleState) -> BattleState:
        """Count them, up to the limit (SW-07)."""
        combatant = state.combatants[self.who]
        limit = min(MOST_PENALTY, combatant.sheet.limit)
        return state.with_state(
            self.who, wounds=max(combatant.state.wounds, min(limit, combatant.state.wounds + self.wounds))
        )


@event("soaked")
class Soaked(OfOne):
    """A Soak roll took wounds away (SW-127)."""

    wounds: int
    left: int


@event("incapacitated")
class BecameIncapacitated(OfOne):
    """Somebody is out of the fight (SW-134)."""

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


@event("unconscious")
class BecameUnconscious(OfOne):
    """Somebody was knocked out for some hours (SW-211)."""

    hours: int

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, unconscious_hours=self.hours)


@event("bleeding")
class BeganBleeding(OfOne):
    """Somebody is bleeding out (SW-136)."""

    def apply(self, state: BattleState) -> BattleState:
        """Let it bleed."""
        return state.with_state(self.who, bleeding=True)


@event("stabilised")
class Stabilised(OfOne):
    """Somebody incapacitated is in no danger any more (SW-136, SW-138)."""

    def apply(self, state: BattleState) -> BattleState:
        """Stop the bleeding."""
        return state.with_state(self.who, bleeding=False)


@event("died")
class Died(OfOne):
    """Somebody died (SW-136, SW-138)."""

    def apply(self, state: BattleState) -> BattleState:
        """Let it be dead."""
        return state.with_state(self.who, dead=True, bleeding=False)


@event("fell-from-mount")
class FellFromMount(OfOne):
    """Somebody fell out of the saddle (SW-188)."""

    target: str

    def apply(self, state: BattleState) -> BattleState:
        """Lie beside the mount; an Aim is lost."""
        return state.with_state(self.who, mount=None, prone=True, aimed=None, aim_is_new=False)


@event("object-broken")
class ObjectBroken(OfOne):
    """A thing broke (SW-233)."""

    def apply(self, state: BattleState) -> BattleState:
        """Let it be broken."""
        return state.with_state(self.who, broken=True)
