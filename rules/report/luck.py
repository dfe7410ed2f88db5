"""How an exchange could have come out, by the same odds that an aim shows, and how it did."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.chances.odds import odds
from rules.engine.chances.odds_figures import Harm, Measure, Odds
from rules.engine.events import Event
from rules.engine.history.amendment import amended
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import System, find_system
from rules.report.exchanges import Fought
from rules.report.sums import Sum

_Maker = Callable[[BattleView], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow:
    """What an exchange did to one of its targets, beside what it might have done."""

    target: str
    hit: bool
    harm: int
    down: bool
    """Whether it was taken out of the fight by this."""
    chance: float
    """Of hitting, as was to be expected."""
    down_chance: float
    """Of taking it out of the fight by this; nothing for who was out already."""
    foreseen: Sum
    """The harm that was to be expected, for the answer that the target gave."""
    cost: float = 0.0
    """By how much its answer made more harm to be expected than its best one."""
    sampled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckoned:
    """An exchange and its blows."""

    entry: str
    point: int
    """Which event of the battle's whole log was its last, from 0."""
    round: int
    """0 outside of rounds."""
    do: str
    actor: str | None
    """None where several had declared what came about."""
    blows: tuple[Blow, ...]
    dealt: int
    """The harm to all of them together."""
    foreseen: Sum
    """What they were to expect together: those in one area are struck by the same dice."""
    sampled: bool

    @property
    def share(self) -> float:
        """How much of what could have come was less harm than what came."""
        return self.foreseen.share_below(self.dealt)


def reckoned(before: BattleState, fought: Fought, watch: Callable[[], None] | None = None) -> Reckoned | None:
    """Work out how an exchange could have come out.

    Args:
        before: the state on which it began.
        watch: called at each way through it; it may raise, to give up what nobody waits for any more.

    Returns:
        None for what the rules of today do not allow any more.
    """
    system = find_system(before.system)
    try:
        make = _maker(system, before, fought)
    except Refusal:
        return None
    after, own = fought.after(before), fought.own
    budget = system.aim_budget if len(fought.targets) == 1 else system.area_budget

    def ways(who: str, measure: Measure) -> tuple[Odds, Odds]:
        """Give the odds as they were, and those for the answer that was given."""
        found = odds(before, make, who, measure, budget, system.odds_draws, watch=watch)
        given = next((said for said in fought.answers_of(who) if said in found.by_answer), None)
        return found, found if given is None else found.by_answer[given]

    blows = []
    for who in fought.targets:
        judge, was_down = _judge_of(system, (who,)), _is_down(system, before, who)
        came = judge(before, after, own)
        best, given = ways(who, judge)
        blows.append(
            Blow(
                target=who,
                hit=came.hit,
                harm=came.harm,
                down=came.down and not was_down,
                chance=given.hit,
                down_chance=0.0 if was_down else given.down,
                foreseen=Sum.of(given.harm),
                cost=max(0.0, given.mean_harm - best.mean_harm),
                sampled=given.sampled,
            )
        )
    together, sampled = blows[0].foreseen, any(blow.sampled for blow in blows)
    if len(blows) > 1:
        _, both = ways(fought.targets[0], _judge_of(system, fought.targets))
        together, sampled = Sum.of(both.harm), sampled or both.sampled
    return Reckoned(
        entry=fought.entry,
        point=fought.point,
        round=fought.round,
        do=fought.command.do,
        actor=fought.actor,
        blows=tuple(blows),
        dealt=sum(blow.harm for blow in blows),
        foreseen=together,
        sampled=sampled,
    )


def _maker(system: System, before: BattleState, fought: Fought) -> _Maker:
    """Give the exchange that is foreseen. Raises `Refusal`."""
    position, command = Position(system, before), fought.command
    if fought.is_declared:
        make: _Maker = position.exchange(command)
    else:
        plan = position.plan(command)
        make = plan.exchange if fought.amendments else plan.foreseen or plan.exchange
    if not fought.amendments:
        return make
    return lambda view: amended(make(view), fought.amendments)


def _judge_of(system: System, targets: Sequence[str]) -> Measure:
    """Judge one target, or several by the sum of what is done to them."""

    def judge(before: BattleState, after: BattleState, told: Sequence[Event]) -> Harm:
        each = [system.harm.judge(before, after, who, told) for who in targets]
        return Harm(
            hit=any(one.hit for one in each),
            harm=sum(one.harm for one in each),
            down=any(one.down for one in each),
        )

    return judge


def _is_down(system: System, state: BattleState, who: str) -> bool:
    return system.condition(state.combatants[who]) == 0
