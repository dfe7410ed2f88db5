"""What would make legal what was refused: where to stand, what to do first, whom or with what else.

Nothing is known here of why something is refused. Candidates are tried on states in which they have been done
as is likeliest, and the same check that refused says whether it still does. What is tried is bounded by
numbers and not by time.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from rules.ai.blows import in_free_play
from rules.ai.foresight import Watch, go_on, likeliest, maker_of
from rules.ai.ground_figures import foes_of, state_at
from rules.ai.options import buttons, filled_in, place_key
from rules.engine.action import Action
from rules.engine.chances.attack_ways import attack_ways
from rules.engine.command import Command
from rules.engine.kinds import PLACE
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import System, find_system
from rules.map.grid import Footprint
from rules.map.line_of_fire import prepare_lines
from rules.map.model import Place

MOST_EACH = 3
"""So many remedies of a kind are told."""
MOST_DEEDS = 60
"""So many things to do first are tried."""
MOST_PLACES_BEHIND = 150
"""So many places are tried behind something that is done first."""
MOST_TURNS = 4
"""So many turns in a row the same is tried to be done, to load what takes several, say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemediesWanted:
    """A question: what would make a refused command legal."""

    command: Command
    """As it was refused; it may leave out what is chosen last, its target."""
    costs: Mapping[Place, float]
    """Where who gives it may go, with what it costs to get there; empty where they may not move."""
    is_whole: bool = False
    """Whether nothing is left to choose, though it is aimed at nobody: it has to be planned, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standpoint:
    """A place from which the same is legal."""

    place: Place
    cost: float
    turns: int
    """How many turns must begin first: 0 where it may follow at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """Something to do first."""

    command: Command
    turns: int
    """How many turns must begin before what was refused may follow; above 1 it is done anew in each."""
    then: Place | None = None
    """Where to go after it, if it is not enough by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedies:
    """What would make it legal, the nearest places first; all empty where nothing was found."""

    places: tuple[Standpoint, ...] = ()
    deeds: tuple[Deed, ...] = ()
    targets: tuple[str, ...] = ()
    """Whom the same may be done to, the nearest first."""
    ways: tuple[Command, ...] = ()
    """What may be done to the same target instead."""
    moves: tuple[Command, ...] = ()
    """How else one may go where a refused move was to lead."""


def remedies_of(state: BattleState, wanted: RemediesWanted, watch: Watch = go_on) -> Remedies:
    """Find what would make a refused command legal; nothing where it is legal, or it is not their turn.

    Args:
        state: the battle as who asks knows it; nobody else's knowledge counts.
        watch: may raise, to give up what nobody waits for any more.
    """
    system, who = find_system(state.system), wanted.command.actor or ""
    action = system.action(wanted.command.do)
    if action is None or who not in state.combatants:
        return Remedies()
    try:
        Position(system, state).legal_action(wanted.command)
    except Refusal:  # whose turn it is, and who is able at all, is nothing that they could do about
        return Remedies()
    trials = _Trials(system, action, wanted, watch)
    if trials.holds(state):
        return Remedies()
    return Remedies(
        places=tuple(islice(trials.places(state, wanted.costs), MOST_EACH)),
        deeds=tuple(trials.deeds(state, wanted.costs)[:MOST_EACH]),
        targets=tuple(islice(trials.targets(state), MOST_EACH)),
        ways=tuple(islice(trials.ways(state), MOST_EACH)),
        moves=tuple(islice(trials.moves(state), MOST_EACH)),
    )


class _Trials:
    """One refused command, tried under other circumstances."""

    def __init__(self, system: System, action: Action, wanted: RemediesWanted, watch: Watch) -> None:
        command = wanted.command
        self._system, self._action, self._command, self._watch = system, action, command, watch
        self._is_whole, self._who = wanted.is_whole, command.actor or ""
        self._target = command.text(action.aimed_key) or ""

    def holds(self, state: BattleState, command: Command | None = None) -> bool:
        """Say whether the command may be given in a state."""
        return not self._why(state, command)

    def _why(self, state: BattleState, command: Command | None = None) -> str:
        """Tell for what reason it is refused, by its code; empty where it is not. A whole one is planned."""
        self._watch()
        command = command or self._command
        position, view = Position(self._system, state), BattleView(state)
        try:
            action = position.legal_action(command)
            command = action.filled(view, command)
            refusal = action.why_not(view, command)
            if refusal is not None:
                return refusal.code
            if self._is_whole or self._target or command.place("at") is not None:
                position.plan(command)
        except Refusal as refusal:
            return refusal.code
        return ""

    def _done(self, state: BattleState, command: Command) -> BattleState | None:
        """Give where a command leads as is likeliest; None where it may not be given."""
        self._watch()
        try:
            plan = Position(self._system, state).plan(command)
            return likeliest(state, maker_of(plan)).state
        except Refusal:
            return None

    def _next_turn(self, state: BattleState) -> BattleState:
        """Give a state in which their next turn has begun, and nobody waits for another's."""
        free = in_free_play(state)
        return likeliest(free, lambda view: self._system.turns.start_turn(view, self._who)).state

    # --------------------------------------------------------------------------------------- places
    def places(self, state: BattleState, costs: Mapping[Place, float]) -> Iterator[Standpoint]:
        """Give the places from which it is legal, the nearest first, each tried by going there."""
        here = state.combatants[self._who].at
        near = sorted((p for p in costs if p != here), key=lambda place: (costs[place], str(place)))
        self._look(state, near)
        for place in near:
            if self.holds(in_free_play(state_at(state, self._who, place))):
                turns = self._turns_from(state, place)
                if turns is not None:
                    yield Standpoint(place=place, cost=costs[place], turns=turns)

    def _look(self, state: BattleState, places: list[Place]) -> None:
        """Judge the lines of fire from all places together, which is quicker than one by one."""
        target = state.combatants.get(self._target)
        if state.map is not None and target is not None and isinstance(target.at, tuple):
            who = state.combatants[self._who]
            spots = [Footprint(place, who.size, who.altitude) for place in places if isinstance(place, tuple)]
            prepare_lines(state.map, spots, [Footprint(target.at, target.size, target.altitude)])

    def _turns_from(self, state: BattleState, place: Place) -> int | None:
        """Count the turns until it is legal once they have gone somewhere; None where that fails."""
        to = list(place) if isinstance(place, tuple) else place
        gone = self._done(state, Command(do="move", actor=self._who, params={"to": to}))
        if gone is None or gone.combatants[self._who].at != place:
            return None
        if self.holds(gone):
            return 0
        return 1 if self.holds(self._next_turn(gone)) else None

    # ---------------------------------------------------------------------------------------- deeds
    def deeds(self, state: BattleState, costs: Mapping[Place, float]) -> list[Deed]:
        """List what may be done first, so that it is legal then; what may follow at once comes first.

        Where nothing is enough, what changes why it is refused may be, with a way behind it.
        """
        waits_for_it = self.holds(self._next_turn(state))
        commands = list(islice(self._candidates(state), MOST_DEEDS))
        found = []
        for command in commands:
            turns = self._turns_after(state, command, waits_for_it=waits_for_it)
            if turns is not None:
                found.append(Deed(command=command, turns=turns))
        if not found:
            found = [deed for command in commands for deed in self._with_a_way(state, command, costs)]
        return sorted(found, key=lambda deed: deed.turns)

    def _with_a_way(self, state: BattleState, command: Command, costs: Mapping[Place, float]) -> list[Deed]:
        """Give what may be done first with the nearest place to go to afterwards, if the two are enough."""
        done = self._done(state, command)
        if done is None or self._why(in_free_play(done)) == self._why(in_free_play(state)):
            return []
        near = sorted(costs, key=lambda place: (costs[place], str(place)))[:MOST_PLACES_BEHIND]
        fits = (place for place in near if self.holds(in_free_play(state_at(done, self._who, place))))
        place = next(fits, None)
        if place is None or self.holds(in_free_play(state_at(state, self._who, place))):
            return []
        turns = self._turns_from(done, place)
        return [] if turns is None else [Deed(command=command, turns=turns, then=place)]

    def _candidates(self, state: BattleState) -> Iterator[Command]:
        """List what stands open on their card and is aimed at nobody, filled in; not what only moves."""
        position, view = Position(self._system, state), BattleView(state)
        for action, command in buttons(position, self._who):
            if action.id == self._command.do or action.is_aimed(view, command):
                continue
            if place_key(action, position, command) is None:
                yield from filled_in(position, action, command)

    def _turns_after(self, state: BattleState, command: Command, *, waits_for_it: bool) -> int | None:
        """Count the turns until it is legal once something was done, in each of them if need be.

        Args:
            waits_for_it: whether a turn alone makes it legal, so that this is nothing to do with it.
        """
        done = self._done(state, command)
        if done is None:
            return None
        if self.holds(done):
            return 0
        if waits_for_it:
            return None
        for turns in range(1, MOST_TURNS + 1):
            fresh = self._next_turn(done)
            if self.holds(fresh):
                return turns
            again = self._done(fresh, command)
            if again is None or again.combatants == fresh.combatants:
                return None
            done = again
        return None

    # ------------------------------------------------------------------------------ whom, with what
    def targets(self, state: BattleState) -> Iterator[str]:
        """Give the other foes to whom it may be done."""
        if not self._target:
            return
        for foe in foes_of(self._system, state, self._who):
            said = {**self._command.params, self._action.aimed_key: foe.id}
            if foe.id != self._target and self.holds(state, replace(self._command, params=said)):
                yield foe.id

    def ways(self, state: BattleState) -> Iterator[Command]:
        """Give the other attacks that may be made on the target, those that suit what is in hand."""
        target = state.combatants.get(self._target)
        if target is None or target.side == state.combatants[self._who].side:
            return
        view, actor = BattleView(state), state.combatants[self._who]
        for command, action in attack_ways(self._system, view, actor, self._target):
            if action.listed and not self._is_same(command) and self._strikes(state, action, command):
                yield command

    def moves(self, state: BattleState) -> Iterator[Command]:
        """Give the other moves that lead to the same place, where a whole move was refused."""
        own = (p.id for p in self._action.parameters if p.kind == PLACE)
        to = next((self._command.params[key] for key in own if key in self._command.params), None)
        if to is None or not self._is_whole:
            return
        position = Position(self._system, state)
        for action, command in buttons(position, self._who):
            key = place_key(action, position, command)
            if key is None or self._is_same(command):
                continue
            whole = replace(command, params={**command.params, key: to})
            if self.holds(state, whole):
                yield whole

    def _strikes(self, state: BattleState, action: Action, command: Command) -> bool:
        """Say whether something may be done now, and rolls to strike its target at once."""
        if not self.holds(state, command) or not action.suits(BattleView(state), command):
            return False
        plan = Position(self._system, state).plan(action.filled(BattleView(state), command))
        rolls = plan.target_number is not None or plan.chance is not None or bool(plan.roll)
        return rolls and plan.contest is None and plan.promises is None

    def _is_same(self, command: Command) -> bool:
        said = self._command.params
        fixed = {key: value for key, value in command.params.items() if key in said}
        return command.do == self._command.do and all(said[key] == value for key, value in fixed.items())
