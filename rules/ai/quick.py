"""How the AI plays where a whole fight is to be over in about a second: its own choices, few of them tried.

It has the options of who is advised (`rules.ai.advice`): the same buttons, places and answers, weighed by the
same worth of harm, less what is lost by strikes that they provoke. It does the attack that gains most; where
none does any good it goes where one does, or makes one ready. Who is more careful than most minds what the
nearest foes may do next, where an attack of several kinds or a place among those tried leaves a choice;
nobody else does, and nobody seeks cover: who depends on that wins less often than under the AI itself
(`tests.load.rules.rehearsal`).

It is quick by what it remembers. An attack on the same numbers by and on those alike (who have the same sheet
and are in about as good a condition) is foreseen once, or a few times where that is an estimate. A question
that offers the same is answered as it was before. Of the attacks of those with one sheet it leaves out what
was tried often and was always far worse than another, or could never be made, as long as one does good that
can. All that it remembers is its own: two that begin anew and meet the same play alike.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from heapq import nsmallest
from itertools import chain, islice
from operator import itemgetter
from typing import Any

from rules.ai.advice import END_TURN
from rules.ai.answers import best_answers
from rules.ai.blows import in_free_play
from rules.ai.foresight import ROUGH, Forecast, Foresight, Watch, go_on, likeliest, maker_of
from rules.ai.options import (
    Way,
    after_a_way,
    buttons,
    choices_besides,
    filled_in,
    not_aimed_unchecked,
    opens_nothing,
    place_key,
    reached,
    unchecked,
)
from rules.ai.provoked import Provoked
from rules.ai.question import as_its_side_knows
from rules.ai.quick_memory import UNTRIED, Memory, Proven, kind_of
from rules.ai.temper import UNMARKED, temper_of
from rules.ai.worth import Sides
from rules.engine.action import Action, Plan
from rules.engine.chances.aim_odds import MOST_CAUGHT
from rules.engine.command import Command
from rules.engine.history.open_exchange import OpenExchange
from rules.engine.moves.lazy_places import nearest_first
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Combatant, Prompt
from rules.engine.system import System
from rules.map.model import Place

_WORTH_DOING = 0.005
"""By so much an attack must gain to be made."""
_LEVELS = 4
"""So many levels of a chance are told apart where who acts is asked about a throw of its own."""
_WEAK = 0.1
"""What gains no more than that is done only where nothing better can be made ready or be gone to."""
_MADE_READY, _ELSEWHERE = 0.75, 0.9
"""What an attack is worth that must be made ready first, and one that a way lies before."""
_AT_HAND = 2
"""So many cells from whom it attacks a way may end that an attack begins with."""
_A_DOOR = 0.05
"""What it is worth to open a way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Haste:
    """How little is tried; the figures count, so that the same is tried on every machine."""

    foes: int = 2
    """So many of the foes are reckoned with, the nearest first."""
    places: int = 3
    """So many places are weighed, the nearest to the foes."""
    far: int = 2
    """So many others, far from them, where who goes there minds what they may do."""
    ways: int = 2
    """With so many of its attacks, the first on its card, each place is tried."""
    besides: int = 6
    """So much that is neither an attack nor a move is tried, where no attack does any good."""


DEFAULT_HASTE = Haste()


class QuickPlayer:
    """Plays all sides of a fight, each combatant by what its side knows."""

    def __init__(self, system: System, haste: Haste = DEFAULT_HASTE, watch: Watch = go_on) -> None:
        self.system, self.haste, self.watch = system, haste, watch
        self._memory = Memory(system)

    def branch(self, watch: Watch = go_on) -> "QuickPlayer":
        """Give one that remembers what this one does, and from now on each by itself."""
        other = QuickPlayer(self.system, self.haste, watch)
        other._memory = self._memory.copy()
        return other

    def act(self, state: BattleState, who: str) -> Command:
        """Choose what somebody does next in their turn."""
        self.watch()
        known = as_its_side_knows(state, who)
        return _Turn(self.system, known, who, self.haste, self._memory).choice()

    def answer(self, state: BattleState, open_exchange: OpenExchange) -> tuple[str, Mapping[str, Any]]:
        """Choose an answer to the open question, and what is said with it."""
        prompt = state.prompt
        assert prompt is not None, "a question is open"
        asked, answers = state.combatants[prompt.to], self._memory.answers
        is_own = prompt.to == open_exchange.command.actor and prompt.about is None
        own = _levels(prompt) if is_own else ()
        key = (prompt.purpose, self._memory.like(asked), prompt.choices, asked.temper, own)
        if key not in answers:
            answers[key] = best_answers(self.system, state, open_exchange, temper_of(asked.temper), ROUGH)[0]
        return answers[key].answer, answers[key].extra


def _levels(prompt: Prompt) -> tuple[int, ...]:
    """Tell apart how likely what a question offers succeeds: what came out well is left alone."""
    return tuple(round(_LEVELS * (offer.chance or 0.0)) for offer in prompt.offers)


class _Turn:
    """What somebody may do next, as things stand in their turn."""

    def __init__(self, system: System, state: BattleState, who: str, haste: Haste, memory: Memory) -> None:
        self.system, self.state, self.who, self.haste, self.memory = system, state, who, haste, memory
        self.me, self.position = state.combatants[who], Position(system, state)
        risk = temper_of(self.me.temper).risk
        self.caution = risk if risk > UNMARKED.risk else 0.0
        self.sides = self._sides_of(self.me)
        able = [one for one in state.combatants.values() if self.sides.is_foe(one) and system.condition(one)]
        self.reaches_somebody = False
        """Whether there is an attack on one of the foes that may be made."""
        self.ways_of_foes = dict[str, list[Way]]()
        """The attacks that foes may be tried with: wherever who acts stands, they are the same."""
        self.provoked = Provoked(system, state, self._foresight(self.me), memory.strikes, self._like_striker)
        self.foes = nsmallest(haste.foes, able, key=lambda foe: (self._way(self.me.at, foe), foe.id))

    def choice(self) -> Command:
        """Choose an attack, or what leads to one, or to end the turn."""
        ended = Command(do=END_TURN, actor=self.who)
        if not self.foes:
            return ended
        gain, command = self._attack()
        if command is not None and gain > _WEAK:
            return command
        others = list(not_aimed_unchecked(self.position, self.who))
        went, there = self._going(others)
        ready, made = self._making_ready(others)
        gain = max(gain, _WORTH_DOING)
        if made is not None and _MADE_READY * ready > max(gain, went):
            return made
        if there is not None and (_ELSEWHERE * went > gain or (command is None and went >= 0)):
            return there
        if command is None:
            command = self._where_it_hurts() if self.reaches_somebody else self._able_again(others)
        return command or ended

    def _sides_of(self, one: Combatant) -> Sides:
        return Sides(self.system, one.side, temper_of(one.temper).own_harm, counts_points=False)

    def _like_striker(self, by: str) -> Hashable:
        return self.memory.like(self.state.combatants[by]), self.memory.like(self.me), self.me.temper

    def _way(self, place: Place | None, foe: Combatant) -> float:
        return self.memory.way(self.state, self.me, place, foe)

    # -------------------------------------------------------------------------------------------- attacks
    def _attack(self) -> tuple[float, Command | None]:
        """Give the attack that gains most, and remember how each that was tried has proved itself.

        What was always poor, or could never be made, is tried where nothing else does much good: what is
        better may have no shot left.
        """
        best = dict[str, tuple[float, Command]]()
        gains = dict[Hashable, list[float]]()
        self._try(lambda known: not known.is_left_out, best, gains)
        gain, command = self._guarded(best)
        if gain <= _WEAK:
            self._try(lambda known: known.is_barred or (known.is_poor and known.most >= gain), best, gains)
            gain, command = self._guarded(best)
        self.memory.note(self.me, gains)
        self.reaches_somebody = bool(gains)
        return gain, command

    def _where_it_hurts(self) -> Command | None:
        """Give the attack on the nearest foe that gains most by what is chosen besides: no armour there, say.

        It is for who gains nothing by any plain attack.
        """
        best: tuple[float, Command | None] = _WORTH_DOING, None
        ways = self._ways(self.position, self.who, lambda known: True)
        for _, plain in islice(self._blows(self.position, ways, self.foes[:1]), self.haste.ways):
            action = self.system.action(plain.do)
            for _, command in choices_besides(self.position, action, plain) if action is not None else ():
                with suppress(Refusal):
                    best = max(best, (self._gain(self.position, command), command), key=itemgetter(0))
        return best[1]

    def _best(
        self, position: Position, ways: Iterable[Way], target: Combatant
    ) -> tuple[float, Command | None]:
        """Give the attack on somebody that gains most, of the first few that may be made on them there."""
        found = self._blows(position, ways, (target,))
        return max(islice(found, self.haste.ways), key=itemgetter(0), default=(0.0, None))

    def _ways(
        self,
        position: Position,
        who: str,
        is_wanted: Callable[[Proven], bool] = lambda known: not known.is_left_out,
    ) -> list[Way]:
        """List the attacks that somebody may be tried with, by how they have proved themselves.

        By default it is all but those that have always been poor, or could never be made.
        """
        tried = self.memory.tried(position.state.combatants[who])

        def is_one(action: Action, button: Command) -> bool:
            return is_wanted(tried.get(kind_of(action, button), UNTRIED))

        return list(unchecked(position, who, is_aimed=True, is_wanted=is_one))

    def _blows(
        self, position: Position, ways: Iterable[Way], targets: Sequence[Combatant]
    ) -> Iterator[tuple[float, Command]]:
        """List all attacks on some that may be made as things stand, with what each gains."""
        view = BattleView(position.state)
        for action, button in ways:
            laid = action.is_laid(view, button)
            for target in targets:
                if laid and not isinstance(target.at, tuple):
                    continue
                said = {"at": list(target.at or ())} if laid else {action.aimed_key: target.id}
                try:
                    command = action.filled(view, replace(button, params={**button.params, **said}))
                except Refusal:
                    continue
                nearer = iter(()) if laid else after_a_way(position, action, command, target, _AT_HAND)
                for one in chain((command,), islice(nearer, 1)):
                    with suppress(Refusal):
                        yield self._gain(position, one), one
                        break

    def _gain(self, position: Position, command: Command) -> float:
        """Give what an attack gains, no less than nothing. Raises `Refusal` where it may not be made."""
        plan, state, memory = position.plan(command), position.state, self.memory
        actor = state.combatants[command.actor or ""]
        key = self._key(state, plan, command, actor)

        def of_target(tried: int) -> Forecast:
            return self._foresight(actor).of_target(state, plan, command.do, tried)

        gain = memory.gain(key, of_target)
        for who in plan.astray[:MOST_CAUGHT]:
            instead = key, memory.like(state.combatants[who]), len(plan.astray)
            if instead not in memory.struck:
                memory.struck[instead] = self._foresight(actor).of_struck(state, plan, who, command.do)
            gain += memory.struck[instead]
        return max(0.0, gain)

    def _foresight(self, actor: Combatant) -> Foresight:
        return Foresight(self._sides_of(actor), ROUGH, wide=self.memory.wide)

    def _key(self, state: BattleState, plan: Plan, command: Command, actor: Combatant) -> Hashable:
        """Say on what an attack's gain rests: what is done, by and on whom, and the numbers of the plan.

        Whom it may strike in the target's place makes no difference to the target, nor does it where a way
        led before.
        """
        whom = plan.laid.caught if plan.laid is not None else (plan.target or "",)
        struck = tuple(self.memory.like(state.combatants[one]) for one in whom if one in state.combatants)
        params = {k: v for k, v in command.params.items() if k != "at" and v not in whom}
        action = self.system.action(command.do)
        if action is not None and action.goes_first is not None and "options" in params:
            params["options"] = {k: v for k, v in command.table("options").items() if k != action.goes_first}
        said = repr(sorted(params.items()))
        added = (plan.modifiers, plan.notes, plan.target_notes)
        numbers = (plan.target_number, *(sum(one.value for one in some) for some in added))
        return command.do, said, self.memory.like(actor), actor.temper, struck, numbers

    # ------------------------------------------------------------------------------------------------ guard
    def _guarded(self, best: Mapping[str, tuple[float, Command]]) -> tuple[float, Command | None]:
        """Give the attack that gains most of the best ones, less what it lays who makes it open to."""
        if len(best) < 2 or not self.caution:
            return max(best.values(), key=itemgetter(0), default=(0.0, None))
        return max(best.values(), key=lambda found: found[0] - self._exposed_by(found[1]))

    def _try(
        self,
        is_wanted: Callable[[Proven], bool],
        best: dict[str, tuple[float, Command]],
        gains: dict[Hashable, list[float]],
    ) -> None:
        """Try attacks on each foe.

        Args:
            best: is added to: what gains most, less the strikes that it provokes, by what is done.
            gains: is added to: what each gains, by its kind.
        """
        for way in self._ways(self.position, self.who, is_wanted):
            kind, found = kind_of(*way), [0.0] * len(self.foes)
            for at, foe in enumerate(self.foes):
                for gain, command in self._blows(self.position, (way,), (foe,)):
                    gains[kind] = found
                    found[at] = gain
                    gain += self.provoked.loss(command)
                    if gain > max(0.0, best.get(command.do, (0.0, command))[0]):
                        best[command.do] = gain, command
            if kind not in gains:
                self.memory.note_refused(self.me, kind)

    def _exposed_by(self, command: Command) -> float:
        """Give what it is worth to who acts not to be left as an attack leaves them."""
        try:
            after = likeliest(self.state, maker_of(self.position.plan(command))).state
        except Refusal:
            return 0.0
        return self.caution * (self._threat(after) if self.who in after.combatants else 0.0)

    def _threat(self, state: BattleState) -> float:
        """Give what the nearest foes may gain by attacks on who acts where all stand, one friend's share."""
        position, me = Position(self.system, in_free_play(state)), state.combatants[self.who]
        found = 0.0
        for one in self.foes:
            foe = state.combatants.get(one.id)
            if foe is not None and self.system.condition(foe):
                if foe.id not in self.ways_of_foes:
                    self.ways_of_foes[foe.id] = self._ways(position, foe.id)
                found += self._best(position, self.ways_of_foes[foe.id], me)[0]
        friends = (one for one in state.combatants.values() if one.side == me.side)
        return found / max(1, sum(bool(self.system.condition(one)) for one in friends))

    # --------------------------------------------------------------------------------------- what leads there
    def _going(self, others: Sequence[Way]) -> tuple[float, Command | None]:
        """Give a move to where an attack gains most, or else nearer to a foe; None where none does."""
        for action, button in others:
            key = place_key(action, self.position, button)
            if key is not None and self.position.check(button) is None:
                gain, place = self._place(reached(self.position, button))
                if place is not None:
                    said = list(place) if isinstance(place, tuple) else place
                    command = replace(button, params={**button.params, key: said})
                    return gain + self.provoked.loss(command), command
        return 0.0, None

    def _place(self, costs: Mapping[Place, float]) -> tuple[float, Place | None]:
        foe = self.foes[0]
        here = self._way(self.me.at, foe)
        near = self._first(costs, self.haste.places, lambda place: self._way(place, foe))
        ways: list[Way] | None = None
        found: list[tuple[float, float, Place]] = []
        for place in dict.fromkeys((*near, *self._far_off(costs, foe))):
            there = in_free_play(self.state).with_changes(self.who, at=place)
            position = Position(self.system, there)
            ways = ways or self._ways(position, self.who)
            gain, _ = self._best(position, ways, foe)
            if gain > 0:
                risk = self.caution * self._threat(there) if self.caution else 0.0
                found.append((gain - risk, gain, place))
        if found:
            _, gain, place = max(found, key=itemgetter(0))
            return gain, place
        return 0.0, near[0] if near and self._way(near[0], foe) < here else None

    def _far_off(self, costs: Mapping[Place, float], foe: Combatant) -> list[Place]:
        """List places far from a foe, for who minds what it may do there."""
        if not self.caution:
            return []
        return self._first(costs, self.haste.far, lambda place: -self._way(place, foe))

    def _first(self, costs: Mapping[Place, float], count: int, far: Callable[[Place], float]) -> list[Place]:
        """List the first few places elsewhere than who acts stands."""
        return list(islice((place for place in nearest_first(costs, far) if place != self.me.at), count))

    def _making_ready(self, others: Sequence[Way]) -> tuple[float, Command | None]:
        """Give what makes an attack ready: drawing, loading, getting up, finding somebody."""
        best: tuple[float, Command | None] = 0.0, None
        for command in islice(self._besides(others), self.haste.besides):
            try:
                after = likeliest(self.state, maker_of(self.position.plan(command))).state
            except Refusal:
                continue
            now = after.combatants.get(self.who)
            if now is None or (now.state is self.me.state and after.map is self.state.map):
                continue
            if after.map is not self.state.map and self._is_nearer(after) and best[1] is None:
                best = _A_DOOR, command
            position = Position(self.system, in_free_play(after))
            foe = after.combatants.get(self.foes[0].id)
            if foe is not None:
                ways = self._ways(position, self.who, lambda known: not known.is_poor)
                gain, _ = self._best(position, ways, foe)
                best = max(best, (gain, command), key=itemgetter(0))
        return best

    def _able_again(self, others: Sequence[Way]) -> Command | None:
        """Give what lets who could attack nobody next turn either do so then: to come to, say."""
        if self._may_attack_in_next_turn(self.state):
            return None
        for command in islice(self._besides(others), self.haste.besides):
            with suppress(Refusal):
                after = likeliest(self.state, maker_of(self.position.plan(command))).state
                if self._may_attack_in_next_turn(after):
                    return command
        return None

    def _may_attack_in_next_turn(self, state: BattleState) -> bool:
        try:
            begun = likeliest(in_free_play(state), lambda view: self.system.turns.start_turn(view, self.who))
        except Refusal:  # who is out has no turn
            return False
        position = Position(self.system, in_free_play(begun.state))
        return next(buttons(position, self.who, is_aimed=True), None) is not None

    def _is_nearer(self, after: BattleState) -> bool:
        """Say whether the way to the nearest foe has become shorter: a door stands open."""
        foe = self.foes[0]
        return self.memory.way(after, self.me, self.me.at, foe) < self._way(self.me.at, foe)

    def _besides(self, others: Sequence[Way]) -> Iterator[Command]:
        for action, button in sorted(others, key=opens_nothing):  # of equals in the order of the card
            leads_nowhere = place_key(action, self.position, button) is None
            if leads_nowhere and self.position.check(button) is None:
                yield from islice(filled_in(self.position, action, button), 1)
