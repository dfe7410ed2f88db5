"""What was declared before and comes about in one exchange: each by itself, from its first event to its last.

Where several come about in one exchange, each is thrown on what those before it have left, although it is
worked out on the state before its moment. So each has a distribution of its own that was there before its
dice were thrown, and those of one target are no more one than the attacks of two turns are.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rules.engine.battle_events import Rolled
from rules.engine.command import Command
from rules.engine.declared.system_rules import CarriedOut
from rules.engine.dice import Roll
from rules.engine.events import Event
from rules.engine.exchange import Checkpoint, Shortcut
from rules.engine.history.amendment import Amendment
from rules.engine.history.log_fold import Step
from rules.engine.position import Position
from rules.engine.state import BattleState, BattleView
from rules.engine.system import System


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one combatant had declared against another, as it was carried out: numbers of events."""

    who: str
    do: str
    target: str
    at_moment: int
    """The first event of its moment."""
    begin: int
    end: int
    """The first event that is no more of it."""

    def before(self, steps: Sequence[Step]) -> BattleState:
        """Give the state that it was thrown on."""
        return steps[self.begin][1]

    def moment(self, steps: Sequence[Step]) -> BattleState:
        """Give the state before its moment."""
        return steps[self.at_moment][1]

    def told(self, steps: Sequence[Step]) -> Iterator[Event]:
        """List its events."""
        return (event for event, _, _ in steps[self.begin : self.end])

    def command(self, of: Command) -> Command:
        """Name what was done, as a command of its own.

        Args:
            of: the command with which it came about.
        """
        return Command(do=self.do, actor=self.who, id=of.id)

    def amendments(self, steps: Sequence[Step], of: Sequence[Amendment]) -> tuple[Amendment, ...]:
        """Take those modifiers that the GM added to rolls of this part, numbered from its own first roll."""
        first = _thrown(event for event, _, _ in steps[: self.begin])
        past = first + _thrown(self.told(steps))
        return tuple(replace(one, roll=one.roll - first) for one in of if first <= one.roll < past)


def parts_in(system: System, steps: Sequence[Step]) -> tuple[Part, ...]:
    """Find what was declared against somebody and is decided by dice in an exchange, in order."""
    begun = [
        (number, one)
        for number, (event, before, _) in enumerate(steps)
        if (one := system.turns.carried_out(event, before)) is not None
    ]
    ends = [number for number, _ in begun[1:]] + [len(steps)]
    found, first = [], 0
    for at, (number, one) in enumerate(begun):
        if not at or one.moment != begun[at - 1][1].moment:
            first = number
        part = _part(one, first, number, ends[at])
        if part is not None and is_thrown(part.told(steps)):
            found.append(part)
    return tuple(found)


def would_throw(system: System, before: BattleState, moment: BattleState, who: str) -> bool:
    """Say whether somebody would come to throw dice for what is declared, on what is known of the battle.

    Args:
        before: the state on which it begins.
        moment: the state before its moment.
    """
    if not {who} <= before.combatants.keys() & moment.combatants.keys():
        return False
    view = BattleView(before)
    exchange = Position(system, before).carrying_out(moment, who)(view)
    for request in exchange:
        if isinstance(request, Event):
            view.state = request.apply(view.state)
        elif not isinstance(request, Checkpoint | Shortcut):
            return isinstance(request, Roll)
    return False


def _part(one: CarriedOut, first: int, begin: int, end: int) -> Part | None:
    if one.target is None:
        return None
    return Part(who=one.who, do=one.do, target=one.target, at_moment=first, begin=begin, end=end)


def is_thrown(told: Iterable[Event]) -> bool:
    """Say whether dice decided what came of something."""
    return any(isinstance(event, Rolled) and event.thrown for event in told)


def _thrown(told: Iterable[Event]) -> int:
    return sum(isinstance(event, Rolled) and event.thrown for event in told)
