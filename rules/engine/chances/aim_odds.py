"""What an aim would do to each whom it may strike: exactly where that is little work, or first an estimate.

It is made of values that can be sent to another process, and needs no battle.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.action import Plan
from rules.engine.chances.odds import NOTHING_SAID, odds, odds_sampled, odds_within
from rules.engine.chances.odds_figures import Measure, Odds
from rules.engine.command import Command
from rules.engine.events import Event
from rules.engine.state import BattleState, BattleView
from rules.engine.system import System, find_system

MOST_CAUGHT = 6
"""For so many of those whom an area catches, or whom a miss may find, the odds are worked out: each takes a
while."""
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


@dataclass(frozen=True, slots=True)
class WithStrays:
    """An aim of which the odds are wanted for those too whom a miss may find (`Plan.strays`)."""

    command: Command


class AimOdds:
    """The odds of one aim, as somebody knows the battle."""

    def __init__(self, system: System, state: BattleState, plan: Plan, *, strays: bool = False) -> None:
        """Prepare to work them out.

        Args:
            strays: whether for those too whom it may strike in its target's place: they come last.
        """
        self._system, self._state, self._plan = system, state, plan
        self._strays = plan.astray[:MOST_CAUGHT] if strays else ()
        if plan.laid is not None:
            self._targets, self._budget = plan.laid.caught[:MOST_CAUGHT], system.area_budget
        else:
            self._targets, self._budget = (plan.target,) if plan.target else (), system.aim_budget

    @classmethod
    def of(cls, state: BattleState, asked: Command | WithStrays | ProvokedStrike) -> "AimOdds":
        """Plan an aim anew from what was sent, or a strike that it provokes. Raises `Refusal`."""
        system = find_system(state.system)
        command = asked if isinstance(asked, Command) else asked.command
        action = system.action(command.do)
        assert action is not None, f"{system.id} has the action {command.do}"
        if isinstance(asked, ProvokedStrike):
            strike = action.provoked_strike(BattleView(state), command, asked.by)
            assert strike is not None, f"{command.do} says what {asked.by} may do"
            return cls(system, state, strike)
        plan = action.plan(BattleView(state), command)
        return cls(system, state, plan, strays=isinstance(asked, WithStrays))

    def at_once(self) -> Found | None:
        """Give the exact odds where they are little work; None where they are not."""

        def within(who: str, others_say: Mapping[str, str], share: int) -> Odds | None:
            steps, measure = _AT_ONCE // share, self._measure(who)
            return odds_within(self._state, self._make, who, measure, steps, others_say=others_say)

        return self._each(within)

    def first(self) -> Found:
        """Give an estimate, with its error."""

        def sampled(who: str, others_say: Mapping[str, str], share: int) -> Odds:
            steps, measure = _FIRST // share, self._measure(who)
            return odds_sampled(self._state, self._make, who, measure, steps, others_say=others_say)

        found = self._each(sampled)
        assert found is not None
        return found

    def whole(self, watch: Callable[[], None] | None = None) -> Found:
        """Give the odds as exactly as the system's budget allows (`odds`)."""
        budget, draws = self._budget, self._system.odds_draws

        def walked(who: str, others_say: Mapping[str, str], _: int) -> Odds:
            return odds(
                *(self._state, self._make, who, self._measure(who), budget, draws),
                watch=watch,
                others_say=others_say,
            )

        found = self._each(walked)
        assert found is not None
        return found

    def _each(self, work_out: Callable[[str, Mapping[str, str], int], Odds | None]) -> Found | None:
        """Work out the odds of each whom it is aimed at, then of whom it may find while they answer best.

        Args:
            work_out: for somebody, with what others answer, and among how many the work is shared; None
                where it is too much.
        """
        found: list[tuple[str, Odds]] = []
        says: Mapping[str, str] = NOTHING_SAID
        for several, share in ((self._targets, len(self._targets)), (self._strays, 1)):
            for who in several:
                one = work_out(who, says, share)
                if one is None:
                    return None
                found.append((who, one))
            says = {who: one.best for who, one in found if one.best is not None}
        return tuple(found)

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
