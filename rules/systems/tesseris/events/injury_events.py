"""Damage, wounds, conditions, falling and fate (sections 9 and 10)."""

from dataclasses import field, replace
from typing import Any

from rules.engine.events import OfOne, event
from rules.engine.state import BattleState, changed
from rules.systems.tesseris.events.event_state import put, without
from rules.systems.tesseris.state import LADDERS, ROUNDS, TesserisState

DAZES = ("dazed", "stunned", "staggered")
ENTICED_EGO = 3
"""What it does for somebody to be near who entices it (TS-317, TS-C8)."""


@event("damage")
class Damaged(OfOne):
    """Damage came through: what it was, what was soaked, what stamina it took (TS-250 to TS-256)."""

    damage: int
    soak: int
    stamina: int
    location: str = "torso"

    def apply(self, state: BattleState) -> BattleState:
        """Take the stamina."""
        now: TesserisState = state.combatants[self.who].state
        return put(state, self.who, changed(now, stamina=max(0, now.stamina - self.stamina)))


@event("wound")
class Wounded(OfOne):
    """A combatant took wounds, each with a point of ego and of maximum stamina (TS-258)."""

    wounds: int

    def apply(self, state: BattleState) -> BattleState:
        now: TesserisState = state.combatants[self.who].state
        ego = max(0, now.ego - self.wounds)
        return put(state, self.who, changed(now, wounds=now.wounds + self.wounds, ego=ego))


@event("condition")
class ConditionGained(OfOne):
    """A condition began (section 10); it takes the place of lower steps of its ladder (TS-322)."""

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
                conditions = without(conditions, *(one for step in steps for one in step))
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
            changes |= {"ego": now.ego + ENTICED_EGO, "cheer": ENTICED_EGO}
        conditions[self.condition] = data
        return put(state, self.who, changed(now, conditions=conditions, **changes))


@event("condition-ended")
class ConditionEnded(OfOne):
    """A condition ended."""

    condition: str

    def apply(self, state: BattleState) -> BattleState:
        now: TesserisState = state.combatants[self.who].state
        return put(state, self.who, changed(now, conditions=without(now.conditions, self.condition)))


@event("death")
class Died(OfOne):
    """Somebody died (TS-275)."""

    def apply(self, state: BattleState) -> BattleState:
        """Let it lie."""
        now: TesserisState = state.combatants[self.who].state
        conditions = {**now.conditions, "prone": now.conditions.get("prone", {})}
        dead = changed(
            now,
            dead=True,
            dying=False,
            conditions=conditions,
            held=(),
            swordpoint=None,
            watch=None,
            stance=(),
        )
        return put(state, self.who, dead)


@event("crippled")
class Crippled(OfOne):
    """Somebody burnt fate to live, and is crippled (TS-276)."""

    def apply(self, state: BattleState) -> BattleState:
        """Stay one wound short of death."""
        combatant = state.combatants[self.who]
        now: TesserisState = combatant.state
        return put(
            state,
            self.who,
            changed(
                now,
                fate=max(0, now.fate - 1),
                wounds=max(0, combatant.sheet.deadly - 1),
                crippled=True,
                dying=False,
                dead=False,
            ),
        )


@event("dying")
class BeganToDie(OfOne):
    """Somebody could not stay awake without stamina, and bleeds out (TS-270)."""

    def apply(self, state: BattleState) -> BattleState:
        """Start to count."""
        return state.with_state(self.who, dying=True, dying_rounds=0)


def _not_watching(now: TesserisState) -> tuple[Any, ...]:
    return tuple(stance for stance in now.stance if stance != "overwatch")
