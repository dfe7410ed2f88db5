"""The best that one combatant could do to another by an attack, from where both stand: a threat, or a chance.

Asked as in free play, where nobody waits for a turn: it is what comes next, not what may be done now.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import InitVar, dataclass, field, replace
from typing import Any

from rules.ai.foresight import ROUGH, Care, Forecast, Foresight, Measured, Watch, go_on, likeliest
from rules.ai.options import Way
from rules.ai.repertoire import Attacker, Repertoire
from rules.ai.worth import Sides
from rules.engine.action import Action, Plan
from rules.engine.command import Command
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView, Combatant, CombatantState, changed
from rules.engine.system import System
from rules.map.model import Place, with_open_doors


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack, and what it is expected to gain the side of who does it."""

    command: Command
    forecast: Forecast


@dataclass(slots=True)
class Blows:
    """What everybody could do to everybody, each worked out once.

    Two attacks of the same weapon that rest on the same numbers, and may strike the same others instead, are
    foreseen alike, whatever else has become of who strikes, so that much can be weighed where only cover,
    distance or the time left differ.
    """

    system: System
    care: InitVar[Care]
    watch: InitVar[Watch] = go_on
    wide: dict[Hashable, int] = field(default_factory=dict)
    _fine: "_Foreseen" = field(init=False)
    _rough: "_Foreseen" = field(init=False)
    _best_ones: dict[tuple[Any, ...], Blow | None] = field(default_factory=dict)
    _repertoire: Repertoire = field(default_factory=Repertoire)
    _filled: dict[tuple[Any, ...], Command] = field(default_factory=dict)
    _turned: dict[int, CombatantState] = field(default_factory=dict)
    _begun: dict[str, list[CombatantState]] = field(default_factory=dict)
    """As what somebody begins a turn: equal states are one, so that what is foreseen of them is kept."""
    _alike: dict[int, int] = field(default_factory=dict)
    _held: list[Any] = field(default_factory=list)
    """What the keys are of: it lives as long as they do."""

    def __post_init__(self, care: Care, watch: Watch) -> None:
        ends = defaultdict[str, Measured](dict)
        self._fine = _Foreseen(care, watch, self.wide, ends)
        self._rough = _Foreseen(ROUGH, watch, self.wide, ends)

    def take_for_same(self, was: Combatant, now: Combatant) -> None:
        """Let who has only moved count as before where it is asked what they could do elsewhere."""
        if now.state is not was.state:
            self._held.append((was, now))
            self._alike[id(now.state)] = self._kind(was)

    def _kind(self, one: Combatant) -> int:
        return self._alike.get(id(one.state), id(one.state))

    def best(self, state: BattleState, who: str, target: str) -> Blow | None:
        """Give the best attack of one at another as both are; None where none reaches."""
        return self._once(state, state.combatants[who], target)

    def next_turn(self, state: BattleState, who: str, target: str) -> Blow | None:
        """Give the best attack of one at another from where both stand, as its next turn begins."""
        return self._once(state, self._in_its_turn(state, who), target)

    def beside(
        self, state: BattleState, who: str, target: str, place_of: Callable[[], Place | None]
    ) -> Blow | None:
        """Give the same from a place next to the other, which is asked for only where it is not known."""
        one, other = self._in_its_turn(state, who), state.combatants[target]
        key = self._key(one, other)
        if key not in self._best_ones:
            if state.map is not None:
                state = changed(state, map=with_open_doors(state.map))
            self._note(key, state, changed(one, at=place_of()), other, is_beside=True)
        return self._best_ones[key]

    def _key(self, one: Combatant, other: Combatant, *places: Hashable) -> tuple[Any, ...]:
        return (one.id, self._kind(one), other.id, self._kind(other), *places)

    def _once(self, state: BattleState, one: Combatant, target: str) -> Blow | None:
        other = state.combatants[target]
        key = self._key(one, other, one.at, other.at, id(state.map))
        if key not in self._best_ones:
            self._note(key, state, one, other, is_beside=False)
        return self._best_ones[key]

    def _note(
        self, key: tuple[Any, ...], state: BattleState, one: Combatant, other: Combatant, *, is_beside: bool
    ) -> None:
        self._held.append((one, other, state.map))
        there = changed(state, combatants={**state.combatants, one.id: one})
        self._best_ones[key] = self._best(there, one, other, is_beside=is_beside)

    def in_its_turn(self, state: BattleState, who: str) -> BattleState:
        """Give a state in which somebody is as they will be when their next turn has begun."""
        one = self._in_its_turn(state, who)
        return changed(state, combatants={**state.combatants, who: one})

    def _in_its_turn(self, state: BattleState, who: str) -> Combatant:
        """Give somebody as they will be when their next turn has begun, as far as that is likeliest."""
        one = state.combatants[who]
        if id(one.state) not in self._turned:
            begun = likeliest(in_free_play(state), lambda view: self.system.turns.start_turn(view, who))
            after = begun.state.combatants[who].state
            known = self._begun.setdefault(who, [])
            after = next((state for state in known if state == after), after)
            known.append(after)
            self._held.append(one)
            self._turned[id(one.state)] = after
        return changed(one, state=self._turned[id(one.state)])

    def _best(self, state: BattleState, one: Combatant, other: Combatant, *, is_beside: bool) -> Blow | None:
        if not self.system.condition(one) or not self.system.condition(other):
            return None
        position = Position(self.system, in_free_play(state))
        attacker = Attacker(one.id, self._kind(one), is_beside)
        self._held.append(one)
        if not self._repertoire.knows(attacker):
            untried = self._repertoire.untried(position, one, attacker)
            ranked = self._ranked(position, untried, other, self._rough)
            self._repertoire.note(attacker, [(blow.forecast.gain, way) for blow, way in ranked])
        ways = self._repertoire.ways(attacker)
        return next((blow for blow, _ in self._ranked(position, ways, other, self._fine)), None)

    def _ranked(
        self, position: Position, ways: Sequence[Way], other: Combatant, foreseen: "_Foreseen"
    ) -> list[tuple[Blow, Way]]:
        tries = ((self._tried(position, *way, other, foreseen), way) for way in ways)
        found = [(blow, way) for blow, way in tries if blow is not None]
        return sorted(found, key=lambda entry: -entry[0].forecast.gain)

    def _tried(
        self,
        position: Position,
        action: Action,
        button: Command,
        other: Combatant,
        foreseen: "_Foreseen",
    ) -> Blow | None:
        filled = self._planned(position, action, button, other)
        if filled is None:
            return None
        whole, plan = filled
        one = position.state.combatants[whole.actor or ""]
        numbers = [m.value for m in (*plan.modifiers, *plan.notes, *plan.target_notes)]
        key = (
            *(button.do, one.id, other.id, self._kind(other)),
            *(str(sorted(button.params.items())), plan.target_number, plan.astray, *numbers),
        )
        if key not in foreseen.known:
            self._held.append(other)
            try:
                foresight, of_two = foreseen.by(self.system, one.side), (button.do, one.id, other.id)
                found = foresight.of_plan(position.state, plan, button.do, of_two)
            except Refusal:
                return None
            foreseen.known[key] = found
        return Blow(whole, foreseen.known[key])

    def _planned(
        self, position: Position, action: Action, button: Command, other: Combatant
    ) -> tuple[Command, Plan] | None:
        """Fill in an attack on somebody as before where that goes here, or else anew."""
        view = BattleView(position.state)
        if action.is_laid(view, button):
            if not isinstance(other.at, tuple):
                return None
            said: dict[str, Any] = {"at": list(other.at)}
        else:
            said = {action.aimed_key: other.id}
        begun = replace(button, params={**button.params, **said})
        key = (button.do, button.actor, repr(begun.params))
        if key in self._filled:
            with suppress(Refusal):
                return self._filled[key], position.plan(self._filled[key])
        whole = action.filled(view, begun)
        with suppress(Refusal):
            plan = position.plan(whole)
            self._filled[key] = whole
            return whole, plan
        return None


@dataclass(slots=True)
class _Foreseen:
    """What attacks were foreseen to gain, not finely, since there are many of them."""

    care: Care
    watch: Watch
    wide: dict[Hashable, int]
    ends: defaultdict[str, Measured]
    """What ends were measured as, by whose side they were foreseen for."""
    known: dict[tuple[Any, ...], Forecast] = field(default_factory=dict)
    _by_side: dict[str, Foresight] = field(default_factory=dict)

    def by(self, system: System, side: str) -> Foresight:
        """Give what foresees the attacks of a side."""
        if side not in self._by_side:
            sides = Sides(system, side, counts_points=False)
            self._by_side[side] = Foresight(sides, self.care, self.watch, self.wide, self.ends[side])
        return self._by_side[side]


def in_free_play(state: BattleState) -> BattleState:
    """Give a state as in free play, where nobody waits for a turn or an answer."""
    return changed(state, running=False, active=None, prompt=None)
