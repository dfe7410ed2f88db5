"""The exchanges of a fight, found again in its log: each from its command to the last answer in it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from rules.engine.action import Plan
from rules.engine.battle import Battle
from rules.engine.battle_events import Amended, Commanded, PromptAnswered, PromptOpened, Rolled
from rules.engine.chances.odds_figures import Harm
from rules.engine.command import Command
from rules.engine.events import Event
from rules.engine.fog.fog_events import Explored
from rules.engine.history.amendment import AMENDING, Amendment, from_params
from rules.engine.history.entry import Entry
from rules.engine.history.log_fold import Step
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import System
from rules.report.parts import Part, is_thrown, parts_in

_ROUND_IT = frozenset({Commanded, Rolled, PromptOpened, PromptAnswered, Explored, Amended})
"""What the battle puts round what the rules tell: these very kinds, not those that systems make of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought:
    """One exchange in which dice decided what became of somebody, as it stands in the log.

    It comes with the state on which it began.
    """

    entry: str
    """The id of the command that began it."""
    point: int
    """Which event of the battle's whole log was its last, from 0."""
    command: Command
    amendments: tuple[Amendment, ...] = ()
    """The modifiers that the GM added afterwards."""
    round: int = 0
    """The number of its round; 0 outside of turns and where a system counts otherwise."""
    actor: str | None
    """Who did it; None for what several had declared, and for somebody unknown."""
    targets: tuple[str, ...]
    """Whom it was aimed at, or what was declared before and came about in it."""
    part: int = 0
    """Which it is of those that one exchange carried out, from 0."""
    moment: BattleState | None = field(default=None, repr=False)
    """Where its actor had declared it before: the state before its moment, on which it is worked out."""
    came: tuple[Harm, ...]
    """What it did to each of them, `down` only for who was not out before."""
    is_declared: bool = False
    """Whether it carried out what several had declared before: nobody in particular did it."""
    is_foreseeable: bool = True
    """Whether it is known how it could have come out."""
    vague: frozenset[str] = frozenset()
    """Those of whom no harm is told: it counts as none."""
    told: tuple[Event, ...] = field(repr=False)
    """What came of it, rolls and questions included."""

    def answers_of(self, who: str) -> tuple[str, ...]:
        """List what somebody answered, in order."""
        answers = (event for event in self.told if isinstance(event, PromptAnswered))
        return tuple(event.answer for event in answers if event.to == who)


def fought_in(battle: Battle) -> Iterator[tuple[BattleState, Fought]]:
    """Find the exchanges that stand in a battle's log: not those undone, nor those that are still open.

    What several had declared, and what one had declared that comes about as another's deed is done, is one
    exchange: of all of it together nobody says how it could have come out (`struck_in`).
    """
    for one in _whole_ones(battle):
        command, _ = command_of(one.entry)
        doers = {part.who for part in one.parts}
        is_declared = bool(one.parts) and doers != {command.actor}
        targets = targets_of(plan_of(battle.system, one.before, command))
        if one.parts:
            targets = tuple(dict.fromkeys(part.target for part in one.parts))
        if whom := tuple(who for who in targets if who in one.before.combatants):
            fought = one.fought(battle.system, whom)
            yield (
                one.before,
                replace(fought, actor=None, is_declared=True, is_foreseeable=False)
                if is_declared
                else fought,
            )


def struck_in(battle: Battle) -> Iterator[tuple[BattleState, Fought]]:
    """Find the same, with each that had declared something by itself, on the state that it was thrown on."""
    for one in _whole_ones(battle):
        if one.parts:
            yield from one.by_part(battle.system)
            continue
        command, _ = command_of(one.entry)
        targets = targets_of(plan_of(battle.system, one.before, command))
        if whom := tuple(who for who in targets if who in one.before.combatants):
            yield one.before, one.fought(battle.system, whom)


@dataclass(frozen=True, slots=True)
class _Whole:
    """An exchange in which dice were thrown."""

    point: int
    entry: Entry
    steps: Sequence[Step]
    parts: tuple[Part, ...]

    @property
    def before(self) -> BattleState:
        return self.steps[0][1]

    def fought(self, system: System, targets: tuple[str, ...]) -> Fought:
        """Tell of it as of one."""
        command, amendments = command_of(self.entry)
        told = tuple(event for event, _, _ in self.steps[1:])
        return Fought(
            entry=self.entry.id,
            point=self.point,
            command=command,
            amendments=amendments,
            round=number_of_round(self.before),
            actor=command.actor,
            targets=targets,
            came=what_came(system, self.before, targets, told, told),
            told=told,
        )

    def by_part(self, system: System) -> Iterator[tuple[BattleState, Fought]]:
        """Tell of each that was carried out in it."""
        command, amendments = command_of(self.entry)
        for number, part in enumerate(self.parts):
            before, told = part.before(self.steps), tuple(part.told(self.steps))
            whom = (part.target,) if part.target in before.combatants else ()
            if whom:
                yield (
                    before,
                    Fought(
                        entry=self.entry.id,
                        point=self.point,
                        command=part.command(command),
                        amendments=part.amendments(self.steps, amendments),
                        round=number_of_round(before),
                        actor=part.who,
                        targets=whom,
                        part=number,
                        moment=part.moment(self.steps),
                        came=what_came(system, before, whom, told, told),
                        told=told,
                    ),
                )


def _whole_ones(battle: Battle) -> Iterator[_Whole]:
    for point, entries in exchanges_in(battle.told(), battle.is_undone):
        steps = [step for _, steps in entries for step in steps]
        if is_thrown(event for event, _, _ in steps[1:]):
            yield _Whole(point, entries[0][0], steps, parts_in(battle.system, steps))


def what_came(
    system: System, before: BattleState, targets: Iterable[str], done: Sequence[Event], about: Sequence[Event]
) -> tuple[Harm, ...]:
    """Judge what an exchange alone did to each of its targets, whatever the GM changed meanwhile.

    Args:
        done: all that was done in it.
        about: the part of it by which it is judged who was hit.
    """
    after = reduce(lambda state, event: event.apply(state), done, before)
    own = [event for event in about if type(event) not in _ROUND_IT]

    def one(who: str) -> Harm:
        came = system.harm.judge(before, after, who, own)
        return Harm(hit=came.hit, harm=came.harm, down=came.down and not is_down(system, before, who))

    return tuple(map(one, targets))


def is_down(system: System, state: BattleState, who: str) -> bool:
    """Say whether somebody is out of the fight already, as the odds of an attack count it."""
    return system.harm.judge(state, state, who, ()).down


def number_of_round(state: BattleState) -> int:
    """Give the number of the round; 0 outside of turns and where a system counts otherwise."""
    number = state.clock.get("round", 0) if state.running else 0
    return number if isinstance(number, int) else 0


Told = tuple[Entry, Sequence[Step]]
"""An entry of the log, and its events with the states round each."""


def exchanges_in(
    told: Iterable[Told], is_undone: Callable[[Entry], bool]
) -> Iterator[tuple[int, list[Told]]]:
    """Group what stands in a log: an entry, and the answers to the questions that it led to.

    Each comes with the place of its last event among all events of the log.
    """
    open_one: list[Told] = []
    point = -1
    for entry, steps in told:
        point += entry.count
        if entry.undoes or is_undone(entry):
            continue
        if open_one and entry.do == "answer":
            open_one.append((entry, steps))
        elif steps[0][1].prompt is None:
            open_one = [(entry, steps)]
        if open_one and steps[-1][2].prompt is None:
            yield point, open_one
            open_one = []


def command_of(entry: Entry) -> tuple[Command, tuple[Amendment, ...]]:
    """Read an entry's command, and the modifiers that the GM added to it afterwards."""
    said = entry.command
    command = Command(do=said.do, actor=said.actor, id=said.id, by=said.by, params=said.params)
    return from_params(command.params) if command.do == AMENDING else (command, ())


def plan_of(system: System, before: BattleState, command: Command) -> Plan | None:
    """Plan a command anew; None for what is no action, or what the rules of today refuse."""
    if system.action(command.do) is None:
        return None
    try:
        return Position(system, before).plan(command)
    except Refusal:
        return None


def targets_of(plan: Plan | None) -> tuple[str, ...]:
    """List whom something is aimed at, or caught in its area; nobody where only something is won or lost."""
    if plan is None or plan.contest is not None:
        return ()
    if plan.laid is not None:
        return plan.laid.caught
    return () if plan.target is None else (plan.target,)
