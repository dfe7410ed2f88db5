"""The exchanges of a fight, found again in its log: each from its command to the last answer in it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
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
    """Find the exchanges that stand in a battle's log: not those undone, nor those that are still open."""
    declared = dict[str, None]()  # the targets of what is declared and has not come about, in order
    for point, entries in exchanges_in(battle.told(), battle.is_undone):
        (first, steps), *_ = entries
        told = tuple(event for _, steps in entries for event, _, _ in steps[1:])
        command, amendments = command_of(first)
        before = steps[0][1]
        action, plan = battle.system.action(command.do), plan_of(battle.system, before, command)
        targets = targets_of(plan)
        if not is_thrown(told):
            if plan is not None and plan.foreseen is not None:
                declared |= dict.fromkeys(targets)
            continue
        is_last = (
            plan is not None and plan.foreseen is not None
        )  # or the last to declare, after which all acts
        is_of_table = not targets and (action is None or action.of_table)
        is_declared = bool(declared) and (is_last or is_of_table)
        if is_declared:
            targets = tuple(declared | dict.fromkeys(targets))
            declared.clear()
        whom = tuple(who for who in targets if who in before.combatants)
        if whom:
            yield (
                before,
                Fought(
                    entry=first.id,
                    point=point,
                    command=command,
                    amendments=amendments,
                    round=number_of_round(before),
                    actor=None if is_declared else command.actor,
                    targets=whom,
                    came=what_came(battle.system, before, whom, told, told),
                    is_declared=is_declared,
                    told=told,
                ),
            )


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


def is_thrown(told: Iterable[Event]) -> bool:
    """Say whether dice decided what came of something."""
    return any(isinstance(event, Rolled) and event.thrown for event in told)


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
