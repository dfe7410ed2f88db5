"""What an exchange would gain a side: by the driver of the odds, within a number of steps, by no clock."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from rules.ai.worth import Sides
from rules.engine.action import Plan
from rules.engine.chances.odds import odds_sampled, odds_within
from rules.engine.chances.odds_figures import Harm
from rules.engine.chances.outcome_tree import AS_FORESEEN, foreseen_answer
from rules.engine.dice import Roll
from rules.engine.events import Event
from rules.engine.exchange import Ask, Exchange, Request
from rules.engine.state import BattleState, BattleView

Watch = Callable[[], None]
"""Called before each exchange is foreseen; it may raise, to give up what nobody waits for any more."""


def go_on() -> None:
    """Let it go on."""


Maker = Callable[[BattleView], Exchange[None]]
_SPAN, _FINE = 3.0, 50
"""Gains are counted in steps of a fiftieth, from three fresh fighters lost to three won."""
_DIGITS = 9
"""Finer differences come of the order in which fractions are added, and are no reason to prefer anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Care:
    """How finely an exchange is foreseen: in replies and events that may be gone over again."""

    walked: int
    """So many while all its ways are walked, for exact figures."""
    drawn: int
    """So many where it is too wide for that, while ways are drawn at random."""
    fewest: int = 6
    """So many ways are drawn at least."""
    is_plain: bool = False
    """Whether the target answers as it is foreseen to, which is quicker, and not as is best for it."""


FINE = Care(walked=400, drawn=240)
PLAIN = Care(walked=120, drawn=60, fewest=4, is_plain=True)
"""For what comes only next turn: there is much of it."""
ROUGH = Care(walked=60, drawn=20, fewest=3, is_plain=True)
"""For choosing what is worth a closer look."""
_WORTH_ANOTHER_TRY = 3
"""So many times as many steps are worth another try to walk what was too wide."""
_A_FEW = 2
"""So often each answer is tried at least before the best of them is taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What an exchange is expected to gain, and what it does to its target."""

    gain: float
    hit: float = 0.0
    down: float = 0.0
    sampled: bool = False


@dataclass(slots=True)
class Foresight:
    """What exchanges would gain a side: exactly where that takes few steps, by samples where not.

    What was too wide to be walked once is sampled at once from then on, unless it may be walked much farther.
    """

    sides: Sides
    care: Care = FINE
    watch: Watch = go_on
    wide: dict[Hashable, int] = field(default_factory=dict)
    """What was too wide to be walked, with the steps in which it was tried: shared by all who look ahead."""

    def of(self, state: BattleState, make: Maker, target: str, kind: Hashable = None) -> Forecast:
        """Work out what an exchange gains.

        Args:
            target: at whom it is aimed, who answers it as is best for them; empty for nobody.
            kind: what is as wide as this.
        """
        self.watch()
        aimed_at = state.combatants.get(target)
        # The odds answer for the target with what costs it least: what a friend gains counts as less.
        sign = 1.0 if aimed_at is None or self.sides.is_foe(aimed_at) else -1.0

        def measure(before: BattleState, after: BattleState, told: Sequence[Event]) -> Harm:
            gain = min(_SPAN, max(-_SPAN, self.sides.gained(before, after)))
            harm = round((sign * gain + _SPAN) * _FINE)
            if aimed_at is None:
                return Harm(hit=False, harm=harm, down=False)
            found = self.sides.system.harm.judge(before, after, target, told)
            now = after.combatants.get(target)
            return Harm(hit=found.hit, harm=harm, down=now is None or not self.sides.system.condition(now))

        care, found, says = self.care, None, AS_FORESEEN
        if kind is None or care.walked >= _WORTH_ANOTHER_TRY * self.wide.get(kind, 0):
            found = odds_within(state, make, target, measure, care.walked, says if care.is_plain else None)
        if found is None:
            self.wide[kind] = max(care.walked, self.wide.get(kind, 0))
            draws = partial(odds_sampled, state, make, target, measure, even=True)
            if not care.is_plain:  # each answer a few times, and then the best of them
                says = draws(care.drawn // 2, _A_FEW).best or AS_FORESEEN
            found = draws(care.drawn, care.fewest, says)
        gain = round(sign * (found.mean_harm / _FINE - _SPAN), _DIGITS) or 0.0
        return Forecast(gain=gain, hit=found.hit, down=found.down, sampled=found.sampled)

    def of_plan(self, state: BattleState, plan: Plan, kind: Hashable = None) -> Forecast:
        """Work out what a planned command gains, at whom it is aimed or who is caught first in its area."""
        caught = plan.laid.caught if plan.laid is not None else ()
        found = self.of(state, maker_of(plan), plan.target or next(iter(caught), ""), kind)
        if plan.promises is None:
            return found
        return replace(found, gain=found.gain / (1 + plan.promises.turns))  # so many turns go into it


def maker_of(plan: Plan) -> Maker:
    """Give what is foreseen of a plan."""
    return plan.foreseen or plan.exchange


@dataclass(frozen=True, slots=True)
class Likeliest:
    """Where an exchange leads if each roll comes out as is likeliest, and each question as is foreseen."""

    state: BattleState
    is_certain: bool
    """Whether nothing was rolled or asked, so that it leads nowhere else."""


def likeliest(state: BattleState, make: Maker) -> Likeliest:
    """Run an exchange once, as is likeliest."""
    view = BattleView(state)
    send = make(view).send
    reply: object = None
    is_certain = True
    while True:
        try:
            request: Request = send(reply)
        except StopIteration:
            return Likeliest(view.state, is_certain)
        reply = None
        if isinstance(request, Event):
            view.state = request.apply(view.state)
        elif isinstance(request, Roll):
            reply, is_certain = max(request.outcomes(), key=lambda outcome: outcome[1])[0], False
        elif isinstance(request, Ask):
            reply, is_certain = foreseen_answer(request), False
