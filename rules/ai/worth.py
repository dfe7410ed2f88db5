"""What a state of the fight is worth to a side: how much fight is left in its own and in its foes."""

from collections.abc import Collection
from dataclasses import dataclass, field

from rules.ai.purpose import Purpose
from rules.engine.sides import are_foes
from rules.engine.state import BattleState, Combatant
from rules.engine.system import System

_STANDING = 0.45
"""What it is worth that somebody is not down at all; the rest is how fresh they are."""
_A_POINT = 0.04
"""What a point of something that one has some of is worth (`Gauge.shape` `count`): a re-roll, say."""
_LATELY = 32
"""So many people of the latest ends are kept, as they were there."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Who is on whose side, as one of them sees it."""

    system: System
    side: str
    own_harm: float = 1.0
    purpose: Purpose | None = None
    """What it is after besides: whom it guards, whether it takes foes alive."""
    counts_points: bool = True
    """Whether what somebody has some of counts too, re-rolls, say; without, it is quicker."""
    _before: dict[int, tuple[Combatant, float]] = field(default_factory=dict, compare=False, repr=False)
    """What people add as they were, whom thousands of ends are compared with; each is held with it."""
    _lately: dict[int, tuple[Combatant, float, float]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """What people add as the latest ends have them, and their condition: an attacker is the same in many."""
    _pointless: set[str] = field(default_factory=set, compare=False, repr=False)
    """Who has no points of anything, as they were: to draw gauges with their words costs much."""

    def is_foe(self, combatant: Combatant) -> bool:
        """Say whether somebody is of a side that this one fights against."""
        return are_foes(self.side, combatant.side)

    def of(self, combatant: Combatant) -> float:
        """Give what one of them adds to the worth of a state: what is left of a foe takes from it."""
        return self._of(combatant, self.system.condition(combatant))

    def _of(self, combatant: Combatant, condition: float) -> float:
        if not self.is_foe(combatant):
            weight = 1.0 if self.purpose is None else self.purpose.weight(combatant)
            return self._left(combatant, condition) * self.own_harm * weight
        if self.purpose is not None and self.purpose.takes_alive and self.system.is_dead(combatant):
            return -1.0  # as bad as if nothing had been done
        return -self._left(combatant, condition)

    def left(self, combatant: Combatant) -> float:
        """Give what is left of somebody: 1 of the fresh, 0 of who is down, and what may still be spent."""
        return self._left(combatant, self.system.condition(combatant))

    def _left(self, combatant: Combatant, condition: float) -> float:
        if not condition:
            return 0.0
        left = _STANDING + (1 - _STANDING) * condition
        if not self.counts_points or combatant.id in self._pointless:
            return left
        return left + _A_POINT * sum(self._points(combatant))

    def _points(self, combatant: Combatant) -> list[float]:
        return [gauge.value for gauge in self.system.looks.gauges(combatant) if gauge.shape == "count"]

    def _of_before(self, combatant: Combatant) -> float:
        known = self._before.get(id(combatant))
        if known is None:
            if self.counts_points and not self._points(combatant):
                self._pointless.add(combatant.id)
            known = self._before[id(combatant)] = combatant, self.of(combatant)
        return known[1]

    def condition_at_end(self, combatant: Combatant) -> float:
        """Give somebody's condition (`System.condition`), known where it was just asked what they add."""
        known = self._lately.get(id(combatant))
        return self.system.condition(combatant) if known is None else known[2]

    def _at_end(self, combatant: Combatant) -> tuple[Combatant, float, float]:
        """Give what somebody adds, and in what condition they are; each is held with it, for its id."""
        known = self._lately.get(id(combatant))
        if known is None:
            if len(self._lately) >= _LATELY:
                self._lately.clear()
            condition = self.system.condition(combatant)
            known = combatant, self._of(combatant, condition), condition
            self._lately[id(combatant)] = known
        return known

    def gained(self, before: BattleState, after: BattleState, but: Collection[str] = ()) -> float:
        """Give what a side has gained between two states; who has not changed costs nothing to compare.

        Args:
            but: those who do not count.
        """
        gain = 0.0
        for who, now in after.combatants.items():
            was = before.combatants.get(who)
            if now is not was and was is not None and now.state is not was.state and who not in but:
                gain -= self._of_before(was)
                gain += self._at_end(now)[1]
        return gain

    def gained_by(self, before: BattleState, after: BattleState, who: str) -> float:
        """Give what a side has gained by what has become of one alone."""
        was, now = before.combatants[who], after.combatants.get(who, before.combatants[who])
        return 0.0 if now.state is was.state else self._at_end(now)[1] - self._of_before(was)
