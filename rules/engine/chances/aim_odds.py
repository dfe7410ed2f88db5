"""What an aim would do to each whom it may strike: exactly where that is little work, or first an estimate.

It is made of values that can be sent to another process, and needs no battle.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.action import Plan
from rules.engine.chances.odds import odds, odds_sampled, odds_within
from rules.engine.chances.odds_figures import Measure, Odds
from rules.engine.command import Command
from rules.engine.events import Event
from rules.engine.state import BattleState, BattleView
from rules.engine.system import System, find_system

_MOST_CAUGHT = 6
"""For so many of those whom an area catches the odds are worked out: each takes a while."""
_AT_ONCE, _FIRST = 60, 2_500
"""Steps for what is worked out while everybody waits, and for a first estimate. One takes 10 to 100 µs.

Of what is aimed with the systems' stock, no aim that takes more than 60 steps takes less than 200.
"""

Found = tuple[tuple[str, Odds], ...]
"""The odds of each whom an aim may strike, by their ids."""


def chance_of(found: Found, target: str) -> float | None:
    """Give the chance to hit somebody, of the odds of an aim."""
    return next((odds.hit for who, odds in found if who == target), None)


@dataclass(frozen=True, slots=True)
class ProvokedStrike:
    """A strike that a command provokes, and by whom (`Action.provoked_strike`)."""

    command: Command
    by: str


class AimOdds:
    """The odds of one aim, as somebody knows the battle."""

    def __init__(self, system: System, state: BattleState, plan: Plan) -> None:
        self._system, self._state, self._plan = system, state, plan
        if plan.laid is not None:
            self._targets, self._budget = plan.laid.caught[:_MOST_CAUGHT], system.area_budget
        else:
            self._targets, self._budget = (plan.target,) if plan.target else (), system.aim_budget

    @classmethod
    def of(cls, state: BattleState, asked: Command | ProvokedStrike) -> "AimOdds":
        """Plan an aim anew from what was sent, or a strike that it provokes. Raises `Refusal`."""
        system = find_system(state.system)
        command = asked.command if isinstance(asked, ProvokedStrike) else asked
        action = system.action(command.do)
        assert action is not None, f"{system.id} has the action {command.do}"
        if isinstance(asked, ProvokedStrike):
            strike = action.provoked_strike(BattleView(state), command, asked.by)
            assert strike is not None, f"{command.do} says what {asked.by} may do"
            return cls(system, state, strike)
        return cls(system, state, action.plan(BattleView(state), command))

    def at_once(self) -> Found | None:
        """Give the exact odds where they are little work; None where they are not."""
        steps = _AT_ONCE // max(1, len(self._targets))
        found = []
        for who in self._targets:
            one = odds_within(self._state, self._make, who, self._measure(who), steps)
            if one is None:
                return None
            found.append((who, one))
        return tuple(found)

    def first(self) -> Found:
        """Give an estimate, with its error."""
        steps = _FIRST // max(1, len(self._targets))
        return self._each(lambda who: odds_sampled(self._state, self._make, who, self._measure(who), steps))

    def whole(self, watch: Callable[[], None] | None = None) -> Found:
        """Give the odds as exactly as the system's budget allows (`odds`)."""
        draws = self._system.odds_draws
        return self._each(
            lambda who: odds(
                self._state, self._make, who, self._measure(who), self._budget, draws, watch=watch
            )
        )

    def _each(self, work_out: Callable[[str], Odds]) -> Found:
        return tuple((who, work_out(who)) for who in self._targets)

    @property
    def _make(self) -> Callable[[BattleView], Any]:
        return self._plan.foreseen or self._plan.exchange

    def _measure(self, who: str) -> Measure:
        return measure_of(self._system, self._plan, who, in_its_words=self._plan.laid is None)


def measure_of(system: System, plan: Plan, target: str, *, in_its_words: bool) -> Measure:
    """Give what judges the ways of a plan: the system, or a contest as it is told (`Plan.contest`)."""
    if in_its_words and plan.contest is not None and plan.contest.measure is not None:
        return plan.contest.measure

    def measure(before: BattleState, after: BattleState, told: Sequence[Event]) -> Any:
        return system.harm.judge(before, after, target, told)

    return measure
