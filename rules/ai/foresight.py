"""What an exchange would gain a side: by the driver of the odds, within a number of steps, by no clock."""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from rules.ai.worth import Sides
from rules.engine.action import Plan
from rules.engine.chances.aim_odds import MOST_CAUGHT
from rules.engine.chances.odds import NOTHING_SAID, odds_sampled, odds_within
from rules.engine.chances.odds_figures import Harm, Odds
from rules.engine.chances.outcome_tree import AS_FORESEEN, Ends, foreseen_answer
from rules.engine.command import Command
from rules.engine.dice import Roll
from rules.engine.events import Event
from rules.engine.exchange import Ask, Exchange, Request
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Combatant

Watch = Callable[[], None]
"""Called before each exchange is foreseen; it may raise, to give up what nobody waits for any more."""


def go_on() -> None:
    """Let it go on."""


Maker = Callable[[BattleView], Exchange[None]]
Measured = dict[Hashable, tuple[BattleState, Ends]]
"""What ends were measured as, by of whom it is and how all were before, with a state where they were so."""
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
    astray: int
    """So many while those are walked whom it may strike in its target's place, which is seldom."""
    fewest: int = 6
    """So many ways are drawn at least."""
    is_plain: bool = False
    """Whether the target answers as it is foreseen to, which is quicker, and not as is best for it."""


FINE = Care(walked=400, drawn=240, astray=1200)
PLAIN = Care(walked=120, drawn=60, astray=360, fewest=4, is_plain=True)
"""For what comes only next turn: there is much of it."""
ROUGH = Care(walked=60, drawn=20, astray=60, fewest=3, is_plain=True)
"""For choosing what is worth a closer look."""
_WORTH_ANOTHER_TRY = 3
"""So many times as many steps are worth another try to walk what was too wide."""
_FARTHER = 6
"""So many times as far whom it strikes in the target's place is walked where that was too wide once."""
_TOO_WIDE = 10**9
"""More steps than are ever walked: what was too wide twice is not tried again."""
_SELDOM = 3
"""So many times as many steps are drawn for who is struck in the target's place."""
_INSTEAD = "instead"
_A_FEW = 2
"""So often each answer is tried at least before the best of them is taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """What an exchange is expected to gain, and what it does to its target."""

    gain: float
    hit: float = 0.0
    down: float = 0.0
    sampled: bool = False
    instead: tuple[tuple[str, float], ...] = ()
    """Whom it may hit in the target's place (`Plan.astray`), and how likely; what that gains is in `gain`."""


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
    ends: Measured = field(default_factory=dict)
    """What ends were measured as: shared by those who look ahead for the same side in the same way."""
    walked: set[Hashable] = field(default_factory=set)
    """What was walked once, and is again though others of its kind were too wide: what is compared is worked
    out alike."""

    def of(self, state: BattleState, make: Maker, target: str, kind: Hashable = None) -> Forecast:
        """Work out what an exchange gains.

        Args:
            target: at whom it is aimed, who answers it as is best for them; empty for nobody.
            kind: what is as wide as this.
        """
        forecast, _ = self._of(state, make, target, kind)
        return forecast

    def of_answer(self, state: BattleState, make: Maker, asked: str, others: Collection[str]) -> Forecast:
        """Work out what an exchange gains that goes on from a question.

        Args:
            others: whom it may harm besides who is asked. What is thrown for one is left aside by the odds of
                all others, so that each has a walk of their own.
        """
        found, _ = self._of(state, make, asked, None, but=others)
        for who in others:
            theirs, _ = self._of(state, make, who, None, is_alone=True)
            gain = round(found.gain + theirs.gain, _DIGITS) or 0.0
            found = replace(found, gain=gain, sampled=found.sampled or theirs.sampled)
        return found

    def of_plan(
        self, state: BattleState, plan: Plan, kind: Hashable = None, one: Hashable = None
    ) -> Forecast:
        """Work out what a planned command gains, at whom it is aimed or who is caught first in its area.

        Of whom it may strike in the target's place each has a walk of their own, as an aim has it: the odds
        of the target tell its misses not apart.

        Args:
            kind: what is as wide as this.
            one: which of its kind it is, where it is compared with itself in other states.
        """
        target, astray = _target_of(plan), plan.astray[:MOST_CAUGHT]
        make = maker_of(plan)
        if self.care.is_plain:  # the target answers as foreseen, whoever is struck
            struck = self._instead(state, make, astray, kind, NOTHING_SAID)
            found, _ = self._of(state, make, target, kind, but=struck, one=one)
        else:
            found, best = self._of(state, make, target, kind, but=astray, one=one)
            struck = self._instead(
                state, make, astray, kind, NOTHING_SAID if best is None else {target: best}
            )
        for who, theirs in struck.items():
            found = _together(found, who, theirs)
        return replace(found, gain=found.gain * _share_a_turn(plan))

    def of_target(self, state: BattleState, plan: Plan, kind: Hashable = None, tried: int = 0) -> Forecast:
        """Work out what a plan gains, whatever comes of it for who may be struck in the target's place.

        Args:
            tried: how many estimates there are already: where ways are drawn others are.
        """
        astray = plan.astray[:MOST_CAUGHT]
        found, _ = self._of(state, maker_of(plan), _target_of(plan), kind, but=astray, tried=tried)
        return replace(found, gain=found.gain * _share_a_turn(plan))

    def of_struck(self, state: BattleState, plan: Plan, who: str, kind: Hashable = None) -> float:
        """Work out what a plan gains by what becomes of one who may be struck in the target's place.

        It is 0 where that is too wide to be walked, and looked at roughly.
        """
        found = self._struck_instead(state, maker_of(plan), who, kind, NOTHING_SAID)
        return 0.0 if found is None else found.gain * _share_a_turn(plan)

    def _of(
        self,
        state: BattleState,
        make: Maker,
        target: str,
        kind: Hashable,
        but: Collection[str] = (),
        *,
        is_alone: bool = False,
        one: Hashable = None,
        tried: int = 0,
    ) -> tuple[Forecast, str | None]:
        """Work out what an exchange gains, what becomes of some left out, and the best answer to it.

        Args:
            is_alone: whether nothing counts but what becomes of the target.
            tried: how many estimates there are already.
        """
        self.watch()
        aimed_at = state.combatants.get(target)
        sign = self._sign(aimed_at)

        def measure(before: BattleState, after: BattleState, told: Sequence[Event]) -> Harm:
            sides = self.sides
            gained = sides.gained_by(before, after, target) if is_alone else sides.gained(before, after, but)
            harm = _in_steps(sign * gained)
            if aimed_at is None:
                return Harm(hit=False, harm=harm, down=False)
            found = self.sides.system.harm.judge(before, after, target, told)
            now = after.combatants.get(target)
            return Harm(hit=found.hit, harm=harm, down=now is None or not self.sides.condition_at_end(now))

        care, found, says = self.care, None, AS_FORESEEN
        may_be_narrow = kind is None or care.walked >= _WORTH_ANOTHER_TRY * self.wide.get(kind, 0)
        if may_be_narrow or (one is not None and one in self.walked):
            first, ends = says if care.is_plain else None, self._ends_of(state, (target, is_alone, *but))
            found = odds_within(state, make, target, measure, care.walked, first, ends=ends)
        if found is not None:
            self.walked.add(one)
        else:
            self.wide[kind] = max(care.walked, self.wide.get(kind, 0))
            draws = partial(odds_sampled, state, make, target, measure, even=True)
            if not care.is_plain:  # each answer a few times, and then the best of them
                says = draws(care.drawn // 2, _A_FEW).best or AS_FORESEEN
            found = draws(care.drawn, care.fewest, says, after=tried * care.drawn)
        gain = _from_steps(found, sign)
        return Forecast(gain=gain, hit=found.hit, down=found.down, sampled=found.sampled), found.best

    def _instead(
        self,
        state: BattleState,
        make: Maker,
        astray: Sequence[str],
        kind: Hashable,
        says: Mapping[str, str],
    ) -> dict[str, Forecast]:
        """Work out what comes of it for each of some whom it may strike in its target's place.

        Args:
            says: what others answer, by who they are.
        """
        found = ((who, self._struck_instead(state, make, who, kind, says)) for who in astray)
        return {who: one for who, one in found if one is not None}

    def _struck_instead(
        self, state: BattleState, make: Maker, who: str, kind: Hashable, says: Mapping[str, str]
    ) -> Forecast | None:
        """Work out what an exchange gains by what becomes of one whom it may strike in its target's place.

        What is seldom is not met in a few draws: if it is too wide it is None where it is looked at roughly.
        """
        sign = self._sign(state.combatants[who])

        def measure(before: BattleState, after: BattleState, told: Sequence[Event]) -> Harm:
            harm = _in_steps(sign * self.sides.gained_by(before, after, who))
            hit = self.sides.system.harm.judge(before, after, who, told).hit
            return Harm(hit=hit, harm=harm, down=False)

        kind, care = (kind, _INSTEAD), self.care
        tried, found = self.wide.get(kind, 0), None
        steps = min(care.astray, _FARTHER * tried) if tried else care.astray
        if steps > tried:
            self.watch()
            first = AS_FORESEEN if care.is_plain else None
            ends = self._ends_of(state, (_INSTEAD, (who,)))
            found = odds_within(state, make, who, measure, steps, first, says, ends)
        if found is None:
            self.wide[kind] = _TOO_WIDE if tried else steps
            if care.is_plain:
                return None
            drawn = _SELDOM * care.drawn
            found = odds_sampled(state, make, who, measure, drawn, care.fewest, even=True, others_say=says)
        return Forecast(gain=_from_steps(found, sign), hit=found.hit, sampled=found.sampled)

    def _ends_of(self, state: BattleState, whose: Hashable) -> Ends:
        """Give what ends were measured as of the same ones, where all were as they are in a state."""
        people = state.combatants.values()
        key = whose, tuple((id(one.state), id(one.sheet)) for one in people)
        return self.ends.setdefault(key, (state, {}))[1]

    def _sign(self, aimed_at: Combatant | None) -> float:
        """Give -1 for a friend: the odds answer for whom they are of with what costs least."""
        return 1.0 if aimed_at is None or self.sides.is_foe(aimed_at) else -1.0


def _in_steps(gain: float) -> int:
    """Give a gain as the harm that the odds are made of, which is never below 0."""
    return round((min(_SPAN, max(-_SPAN, gain)) + _SPAN) * _FINE)


def _from_steps(found: Odds, sign: float) -> float:
    return round(sign * (found.mean_harm / _FINE - _SPAN), _DIGITS) or 0.0


def _together(found: Forecast, who: str, struck: Forecast) -> Forecast:
    """Add to a forecast what comes of it that somebody is struck in the target's place."""
    return replace(
        found,
        gain=round(found.gain + struck.gain, _DIGITS) or 0.0,
        sampled=found.sampled or struck.sampled,
        instead=(*found.instead, (who, struck.hit)),
    )


def _target_of(plan: Plan) -> str:
    """Name at whom a plan is aimed, or who is caught first in its area; empty for nobody."""
    caught = plan.laid.caught if plan.laid is not None else ()
    return plan.target or next(iter(caught), "")


def _share_a_turn(plan: Plan) -> float:
    """Say how much of what a plan does comes of one turn: some take several."""
    return 1.0 if plan.promises is None else 1 / (1 + plan.promises.turns)


def maker_of(plan: Plan) -> Maker:
    """Give what is foreseen of a plan."""
    return plan.foreseen or plan.exchange


@dataclass(frozen=True, slots=True)
class Likeliest:
    """Where an exchange leads if each roll comes out as is likeliest, and each question as is foreseen."""

    state: BattleState
    is_certain: bool
    """Whether nothing was rolled or asked, so that it leads nowhere else."""


def likeliest(state: BattleState, make: Maker, *, in_turn_of: str | None = None) -> Likeliest:
    """Run an exchange once, as is likeliest.

    Args:
        in_turn_of: whose turn it is to be followed in, where they act: what comes once it has passed on, as
            the next one recovers say, is left out, for it comes of no deed.
    """
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
            was, view.state = view.state.active, request.apply(view.state)
            if in_turn_of is not None and was == in_turn_of != view.state.active:
                return Likeliest(view.state, is_certain)
        elif isinstance(request, Roll):
            reply, is_certain = max(request.outcomes(), key=lambda outcome: outcome[1])[0], False
        elif isinstance(request, Ask):
            reply, is_certain = foreseen_answer(request), False


def led_to(position: Position, command: Command) -> Likeliest | None:
    """Give where a command leads in its actor's turn, as is likeliest; None where it may not be done."""
    try:
        return likeliest(position.state, maker_of(position.plan(command)), in_turn_of=command.actor)
    except Refusal:
        return None
