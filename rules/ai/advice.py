"""What somebody would best do now: complete commands, weighed by what they gain and by where they lead.

It is handed the battle as the side of who acts knows it, and sees nothing else. The same state gives the same
advice: it is limited in what it tries, by no clock, and nothing is left to chance.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import nlargest
from itertools import islice
from typing import Any

from rules.ai.blows import Blow, Blows
from rules.ai.effort import DEFAULT_EFFORT, Effort
from rules.ai.foresight import ROUGH, Forecast, Foresight, Likeliest, Watch, go_on, led_to
from rules.ai.harmless import Harmless
from rules.ai.options import Besides, aimed, buttons, choices_besides
from rules.ai.over_turns import PATIENCE, over_turns
from rules.ai.prospects import FAR, NEXT, Prospects, Standing
from rules.ai.provoked import Provoked
from rules.ai.temper import UNMARKED, Temper
from rules.ai.turn_left import gain_of, times_left
from rules.engine.action import Action
from rules.engine.command import Command
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant
from rules.engine.system import System

END_TURN = "end-turn"
_TRIED_AGAIN = 6
"""So many of the attacks, the best by a rough look, are foreseen finely."""
_PROVEN = 3
"""So much of what may be chosen besides, the best for one attack, is tried with others of its kind."""
_WEAK = 0.1
"""Who has no better attack than that looks for what is ready only after some turns."""
_MARGIN = 0.005
"""By so much something must be worth more than doing nothing."""
_SLIGHT = 0.1
"""By this share of what there is to gain an attack must be, where that is little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """One thing to do, and why."""

    command: Command
    worth: float
    """All in all, beside doing nothing: 1 is a fresh fighter."""
    gain: float = 0.0
    """What it is expected to gain at once."""
    hit: float | None = None
    down: float | None = None
    """The chances that it hits its target and takes it out of the fight; None for what is not aimed."""
    instead: tuple[tuple[str, float], ...] = ()
    """Whom it may hit in its target's place, with the chance."""
    risk: float = 0.0
    """What foes are expected to gain by attacks on who acts, where it leads."""
    better: float = 0.0
    """By so much it is worth more than ending the turn."""
    then: Blow | None = None
    """The attack that it leads up to within the same turn."""
    times: int = 0
    """How often that attack may be made in what is left of the turn."""
    then_to: Command | None = None
    """The way that is gone afterwards within the same turn, out of danger."""
    sampled: bool = False


class Advisor:
    """Weighs what one combatant may do in one state of a battle, as its side knows it."""

    def __init__(
        self,
        system: System,
        state: BattleState,
        who: str,
        temper: Temper = UNMARKED,
        effort: Effort = DEFAULT_EFFORT,
        watch: Watch = go_on,
    ) -> None:
        self.system, self.state, self.who = system, state, who
        self.temper = temper.after(state.round)
        self.effort = effort
        self.position = Position(system, state)
        self._blows = blows = Blows(system, self.effort.care_besides, watch)
        self.prospects = Prospects(system, state, who, self.temper, self.effort.foes, blows)
        self._foresight = Foresight(self.prospects.sides, self.effort.care, watch, blows.wide)
        self._rough = Foresight(self.prospects.sides, ROUGH, watch, blows.wide, self._foresight.ends)
        self._proven = dict[tuple[str, str], Sequence[Besides]]()
        """What was best to choose besides, for each kind of attack."""
        self._provoked = Provoked(system, state, self._rough)
        self._places = list[tuple[Command, Standing]]()
        """The places that were looked at closely, and what may come there."""

    def best(self, count: int = 3) -> tuple[Advice, ...]:
        """Give the best things to do, the best first; doing nothing is among them where that is best.

        It is empty where nothing may be done at all, not even to end the turn.
        """
        ended = self._ended()
        found = [ended] if self._may_end() else []
        found += self._attacks()
        looks_further = not self.temper.is_dull or not self.prospects.purpose.chases
        if looks_further or not any(advice.gain > 0 for advice in found):
            found += self._others()
            found = [self._withdrawing(advice) for advice in found]
        best = sorted(found, key=_rank)[:count]
        return tuple(replace(advice, better=advice.worth - ended.worth) for advice in best)

    # ---------------------------------------------------------------------------------------- candidates
    def _may_end(self) -> bool:
        try:
            self.position.exchange(Command(do=END_TURN, actor=self.who))
        except Refusal:
            return False
        return True

    def _ended(self) -> Advice:
        worth = self._here.worth(self.temper, self.prospects.purpose) + self._margin
        return Advice(command=Command(do=END_TURN, actor=self.who), worth=worth, risk=self._here.risk)

    def _attacks(self) -> list[Advice]:
        """Weigh all that may be aimed: what it does first, and of the best of them where it leads."""
        harmful = (found for found in self._struck if found[1].forecast.gain > self._margin)
        chosen = [
            (action, blow)
            for action, rough in nlargest(_TRIED_AGAIN, harmful, key=_by_gain)
            if (blow := self._tried(rough.command)) is not None
        ]
        best = nlargest(self.effort.looked_into, chosen, key=_by_gain) or self._harmless_ones()
        improved = [self._improved(action, blow) for action, blow in best]
        return [self._after_attack(blow) for blow in improved if blow.forecast.gain > 0]

    def _harmless_ones(self) -> list[tuple[Action, Blow]]:
        """Give what hits and does no harm, the likeliest first: to strike where no armour is may do some."""
        hitting = (found for found in self._struck if found[1].forecast.hit > 0)
        return nlargest(self.effort.looked_into, hitting, key=lambda found: found[1].forecast.hit)

    @cached_property
    def _struck(self) -> list[tuple[Action, Blow]]:
        """All that may be aimed at somebody, foreseen roughly."""
        return [
            (action, blow)
            for action, button in buttons(self.position, self.who, is_aimed=True)
            for command in aimed(self.position, action, button, self.prospects.foes)
            if (blow := self._tried(command, self._rough)) is not None
        ]

    def _tried(self, command: Command, foresight: Foresight | None = None) -> Blow | None:
        try:
            plan = self.position.plan(command)
            found = (foresight or self._foresight).of_plan(self.state, plan, command.do)
        except Refusal:
            return None
        return Blow(command, found)

    def _improved(self, action: Action, blow: Blow) -> Blow:
        """Choose besides what makes an attack better, once.

        All is tried with the first attack of a kind; with the others, at others, what was best there.
        """
        best = plain = self._tried(blow.command, self._rough)
        of_a_kind = action.id, repr(sorted(_as_begun(action, blow.command).items()))
        known, found = self._proven.get(of_a_kind), list[tuple[float, Besides]]()
        for besides, command in choices_besides(self.position, action, blow.command, known):
            other = self._tried(command, self._rough)
            if other is not None:
                found.append((other.forecast.gain, besides))
            if best is None or (
                other is not None and other.forecast.gain > best.forecast.gain + self._margin
            ):
                best = other
        if known is None:
            ranked = nlargest(_PROVEN, found, key=lambda entry: entry[0])
            self._proven[of_a_kind] = [besides for _, besides in ranked]
        better = self._tried(best.command) if best is not None and best is not plain else None
        return better if better is not None and better.forecast.gain > blow.forecast.gain else blow

    def _others(self) -> Iterator[Advice]:
        """Weigh what does no harm itself: going somewhere, making ready, and all else that a card offers.

        It must lead somewhere better than where one is already.
        """
        harmless = Harmless(self.position, self.who, self.prospects, self._blows)
        ways = harmless.ways(self.effort)
        for command, after in nlargest(self.effort.looked_around, ways, key=self._by_nearest_foe):
            yield from self._moved(command, after)
        readied = harmless.readied(self._struck, self._margin, is_far=self._here.far > 1)
        for command, after in islice(readied, self.effort.besides):
            yield from self._made_ready(command, after)

    def _by_nearest_foe(self, way: tuple[Command, Likeliest]) -> float:
        """Say what a place is worth that a way leads to, as far as the nearest foe is concerned."""
        _, after = way
        self.prospects.moved(after.state)
        there = self._worth(after.state, self.prospects.standing(after.state, is_quick=True))
        return there + self._provoked.loss(way[0])

    # ------------------------------------------------------------------------------------------- weighing
    @cached_property
    def _here(self) -> Standing:
        """What may come of the state as it is."""
        return self.prospects.standing(self.state)

    @cached_property
    def _margin(self) -> float:
        """By how much an attack must be worth more than doing nothing.

        Against who is hardly ever hurt it is less, or nobody would strike, and the fight would have no end.
        """
        most = max(self._here.coming, self._here.now.forecast.gain if self._here.now is not None else 0.0)
        return min(_MARGIN, _SLIGHT * most) if most else _MARGIN

    def _after_attack(self, blow: Blow) -> Advice:
        """Add to what an attack gains what may come where one stands, and what may still be done now."""
        led = led_to(self.position, blow.command)
        after = self.state if led is None else led.state
        stays = self.who in after.combatants and after.combatants[self.who].at == self._actor.at
        standing = self._here if stays else self.prospects.standing(after)
        if stays:
            standing = replace(standing, risk=self.prospects.struck_back(after, standing))
        found, times = blow.forecast, times_left(self.system, after, standing.now)
        worth = self.prospects.purpose.strikes * found.gain + self._provoked.loss(blow.command)
        return Advice(
            command=blow.command,
            worth=worth + self._worth_of(after, standing, times),
            gain=found.gain,
            hit=found.hit,
            down=found.down,
            instead=found.instead,
            risk=standing.risk,
            then=standing.now if times else None,
            times=times,
            sampled=found.sampled,
        )

    def _moved(self, command: Command, after: Likeliest) -> Iterator[Advice]:
        standing = self.prospects.standing(after.state)
        self._places.append((command, standing))
        return self._better(command, after, standing, self._worth(self.state, self._here))

    def _made_ready(self, command: Command, after: Likeliest) -> Iterator[Advice]:
        standing = self.prospects.standing(after.state, is_quick=True)
        found = list(self._better(command, after, standing, self._worth(self.state, self._here_quick)))
        if found or self._here.coming > _WEAK:
            return iter(found)
        return self._ready_later(command, after.state)

    def _ready_later(self, command: Command, after: BattleState) -> Iterator[Advice]:
        """Give what makes an attack ready if it is done for some turns, where there is none to speak of.

        So does what shortens the way to the nearest foe by more turns than it takes, to rise say.
        """
        left, here = 1.0, self._here_quick
        for turns, later in enumerate(over_turns(self._blows, after, command), start=2):
            left *= PATIENCE
            there = self.prospects.standing(later, is_quick=True)
            better = NEXT * (left * there.coming - here.coming)
            if self.prospects.purpose.chases:
                better += FAR * max(0.0, here.far - there.far - turns)
            if better > _MARGIN:
                yield Advice(command=command, worth=better + self._worth(self.state, self._here))
                return

    @cached_property
    def _here_quick(self) -> Standing:
        return self.prospects.standing(self.state, is_quick=True)

    def _better(
        self, command: Command, after: Likeliest, standing: Standing, already: float
    ) -> Iterator[Advice]:
        """Give what only makes ready, if it leads somewhere better than where one is already."""
        found, times = self._gained(command, after), times_left(self.system, after.state, standing.now)
        better = found.gain + self._worth_of(after.state, standing, times) - already
        if better > _MARGIN:
            yield Advice(
                command=command,
                worth=better + self._worth(self.state, self._here),
                gain=found.gain,
                risk=standing.risk,
                then=standing.now if times else None,
                times=times,
                sampled=found.sampled,
            )

    def _gained(self, command: Command, after: Likeliest) -> Forecast:
        """Give what a command gains at once, which is plain where nothing is left to the dice."""
        plain = Forecast(gain=self.prospects.sides.gained(self.state, after.state))
        blow = None if after.is_certain else self._tried(command, self._rough)
        found = plain if blow is None else blow.forecast
        return replace(found, gain=found.gain + self._provoked.loss(command))

    def _worth(self, state: BattleState, standing: Standing) -> float:
        return self._worth_of(state, standing, times_left(self.system, state, standing.now))

    def _worth_of(self, state: BattleState, standing: Standing, times: int) -> float:
        gain = 0.0
        if standing.now is not None:
            target = state.combatants.get(self._target(standing.now.command))
            most = abs(self.prospects.sides.of(target)) if target is not None else 0.0
            gain = gain_of(standing.now.forecast.gain, most, times)
        return standing.worth(self.temper, self.prospects.purpose, gain)

    def _target(self, command: Command) -> str:
        action = self.system.action(command.do)
        return "" if action is None else str(command.params.get(action.aimed_key, ""))

    def _withdrawing(self, advice: Advice) -> Advice:
        """Go out of danger after an attack, where that may still be done and is better than to stay.

        Where the GM has sent it, it goes first.
        """
        led = led_to(self.position, advice.command) if advice.hit is not None and self._places else None
        if led is None:
            return advice
        exposed = advice.risk / self._here.risk if self._here.risk else 1.0
        for command, there in self._places:
            if there.aim > self._here.aim:
                continue
            standing = replace(there, risk=there.risk * exposed)
            worth = advice.gain * self.prospects.purpose.strikes + standing.worth(
                self.temper, self.prospects.purpose
            )
            worth += self._provoked.loss(command) * (1 - (advice.down or 0.0))
            if worth > advice.worth + _MARGIN and self._may(led.state, command):
                advice = replace(advice, worth=worth, risk=standing.risk, then_to=command, then=None, times=0)
        return advice

    def _may(self, state: BattleState, command: Command) -> bool:
        try:
            Position(self.system, state).plan(command)
        except Refusal:
            return False
        return True

    @property
    def _actor(self) -> Combatant:
        return self.state.combatants[self.who]


def _by_gain(found: tuple[Action, Blow]) -> float:
    return found[1].forecast.gain


def _as_begun(action: Action, command: Command) -> dict[str, Any]:
    """Give what tells a kind of attack, by which weapon say, and not at whom or where."""
    left_out = (action.aimed_key, "at", "options")
    return {key: value for key, value in command.params.items() if key not in left_out}


def _rank(advice: Advice) -> tuple[float, str]:
    return (-round(advice.worth, 9), repr(advice.command))
