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
from rules.report.exchanges import Fought, is_down
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
    is_vague: bool = False
    """Whether its harm is not told, and counts as none."""


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
    """None where several had declared what came about, and for somebody unknown."""
    is_declared: bool
    is_foreseen: bool
    """Whether it is known how it could have come out; if not, it was to be expected as it came."""
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
    if not fought.is_foreseeable:
        return as_it_came(fought)
    system = find_system(before.system)
    try:
        make = _maker(system, before, fought)
    except Refusal:
        return None
    budget = system.aim_budget if len(fought.targets) == 1 else system.area_budget

    def ways(who: str, measure: Measure) -> tuple[Odds, Odds]:
        """Give the odds as they were, and those for the answer that was given."""
        found = odds(before, make, who, measure, budget, system.odds_draws, watch=watch)
        given = next((said for said in fought.answers_of(who) if said in found.by_answer), None)
        return found, found if given is None else found.by_answer[given]

    blows = []
    for who, came in zip(fought.targets, fought.came, strict=True):
        best, given = ways(who, _judge_of(system, (who,), fought.vague))
        blows.append(
            Blow(
                target=who,
                hit=came.hit,
                harm=came.harm,
                down=came.down,
                chance=given.hit,
                down_chance=0.0 if is_down(system, before, who) else given.down,
                foreseen=Sum.of(given.harm),
                cost=max(0.0, given.mean_harm - best.mean_harm),
                sampled=given.sampled,
                is_vague=who in fought.vague,
            )
        )
    together, sampled = blows[0].foreseen, any(blow.sampled for blow in blows)
    if len(blows) > 1:
        _, both = ways(fought.targets[0], _judge_of(system, fought.targets, fought.vague))
        together, sampled = Sum.of(both.harm), sampled or both.sampled
    return _put_together(fought, blows, together, sampled=sampled)


def as_it_came(fought: Fought) -> Reckoned:
    """Take what came for what was to be expected, where nobody can say what was: it is no luck."""
    blows = [
        Blow(
            target=who,
            hit=came.hit,
            harm=came.harm,
            down=came.down,
            chance=float(came.hit),
            down_chance=float(came.down),
            foreseen=Sum(least=came.harm),
            is_vague=who in fought.vague,
        )
        for who, came in zip(fought.targets, fought.came, strict=True)
    ]
    return _put_together(fought, blows, Sum(least=sum(blow.harm for blow in blows)))


def _put_together(fought: Fought, blows: Sequence[Blow], together: Sum, *, sampled: bool = False) -> Reckoned:
    return Reckoned(
        entry=fought.entry,
        point=fought.point,
        round=fought.round,
        do=fought.command.do,
        actor=fought.actor,
        is_declared=fought.is_declared,
        is_foreseen=fought.is_foreseeable,
        blows=tuple(blows),
        dealt=sum(blow.harm for blow in blows),
        foreseen=together,
        sampled=sampled,
    )


def _maker(system: System, before: BattleState, fought: Fought) -> _Maker:
    """Give the exchange that is foreseen. Raises `Refusal`."""
    position, command = Position(system, before), fought.command
    if fought.moment is not None:
        make: _Maker = position.carrying_out(fought.moment, command.actor or "")
    else:
        plan = position.plan(command)
        make = plan.exchange if fought.amendments else plan.foreseen or plan.exchange
    if not fought.amendments:
        return make
    return lambda view: amended(make(view), fought.amendments)


def _judge_of(system: System, targets: Sequence[str], vague: frozenset[str]) -> Measure:
    """Judge one target, or several by the sum of what is done to them; none is done to the vague."""

    def judge(before: BattleState, after: BattleState, told: Sequence[Event]) -> Harm:
        each = [system.harm.judge(before, after, who, told) for who in targets]
        return Harm(
            hit=any(one.hit for one in each),
            harm=sum(one.harm for who, one in zip(targets, each, strict=True) if who not in vague),
            down=any(one.down for one in each),
        )

    return judge
