"""The exchanges of a fight, found again in its log: each from its command to the last answer in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce

from rules.engine.action import Plan
from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.events import Amended, Commanded, Event, PromptAnswered, PromptOpened, Rolled
from rules.engine.fog.fog_events import Explored
from rules.engine.history.amendment import AMENDING, Amendment, from_params
from rules.engine.history.entry import Entry
from rules.engine.history.log_fold import Step
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState

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
    targets: tuple[str, ...]
    """Whom it was aimed at, or what was declared before and came about in it."""
    is_declared: bool = False
    """Whether it carried out what several had declared before: nobody in particular did it."""
    told: tuple[Event, ...] = field(repr=False)
    """What came of it, rolls and questions included."""

    @property
    def actor(self) -> str | None:
        """Who did it; None for what several had declared."""
        return None if self.is_declared else self.command.actor

    @property
    def own(self) -> tuple[Event, ...]:
        """What the rules told of it."""
        return tuple(event for event in self.told if type(event) not in _ROUND_IT)

    def after(self, before: BattleState) -> BattleState:
        """Give what it alone led to, whatever the GM changed meanwhile."""
        return reduce(lambda state, event: event.apply(state), self.told, before)

    def answers_of(self, who: str) -> tuple[str, ...]:
        """List what somebody answered, in order."""
        answers = (event for event in self.told if isinstance(event, PromptAnswered))
        return tuple(event.answer for event in answers if event.to == who)


def fought_in(battle: Battle) -> Iterator[tuple[BattleState, Fought]]:
    """Find the exchanges that stand in a battle's log: not those undone, nor those that are still open."""
    declared = dict[str, None]()  # the targets of what is declared and has not come about, in order
    for point, entries in _exchanges(battle):
        (first, steps), *_ = entries
        told = tuple(event for _, steps in entries for event, _, _ in steps[1:])
        command, amendments = _command_of(first)
        before = steps[0][1]
        action, plan = battle.system.action(command.do), _plan(battle, before, command)
        is_thrown = any(isinstance(event, Rolled) and event.thrown for event in told)
        targets = _targets(plan)
        if not is_thrown:
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
                    round=_round(before),
                    targets=whom,
                    is_declared=is_declared,
                    told=told,
                ),
            )


def _round(state: BattleState) -> int:
    number = state.clock.get("round", 0) if state.running else 0
    return number if isinstance(number, int) else 0


_Told = tuple[Entry, Sequence[Step]]


def _exchanges(battle: Battle) -> Iterator[tuple[int, list[_Told]]]:
    """Group what stands in the log: an entry, and the answers to the questions that it led to.

    Each comes with the place of its last event among all events of the log.
    """
    open_one: list[_Told] = []
    point = -1
    for entry, steps in battle.told():
        point += entry.count
        if entry.undoes or battle.is_undone(entry):
            continue
        if open_one and entry.do == "answer":
            open_one.append((entry, steps))
        elif steps[0][1].prompt is None:
            open_one = [(entry, steps)]
        if open_one and steps[-1][2].prompt is None:
            yield point, open_one
            open_one = []


def _command_of(entry: Entry) -> tuple[Command, tuple[Amendment, ...]]:
    said = entry.command
    command = Command(do=said.do, actor=said.actor, id=said.id, by=said.by, params=said.params)
    return from_params(command.params) if command.do == AMENDING else (command, ())


def _plan(battle: Battle, before: BattleState, command: Command) -> Plan | None:
    """Plan a command anew; None for what is no action, or what the rules of today refuse."""
    if battle.system.action(command.do) is None:
        return None
    try:
        return Position(battle.system, before).plan(command)
    except Refusal:
        return None


def _targets(plan: Plan | None) -> tuple[str, ...]:
    """List whom something is aimed at, or caught in its area; nobody where only something is won or lost."""
    if plan is None or plan.contest is not None:
        return ()
    if plan.laid is not None:
        return plan.laid.caught
    return () if plan.target is None else (plan.target,)
