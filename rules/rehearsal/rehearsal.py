"""Many fights from one state, on numbered streams of dice: a question that can be sent to be played.

Fight k is the same whoever plays it and whatever else is played. The first few fill the memory of who chooses
(`rules.ai.quick`), always in the same order. All later ones run in series: in each, who chooses begins with
what was remembered of the first ones, and goes on to remember what comes there. A series is played by one
process. So whoever has played the first ones can go on to the later ones at any time, as if it had played all
at once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.ai.foresight import go_on
from rules.ai.quick import QuickPlayer
from rules.engine.history.open_exchange import OpenExchange
from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.rehearsal.dice_stream import DiceStreams
from rules.rehearsal.fight import Start, play_fight
from rules.rehearsal.outcome import Outcome

FIRST_FIGHTS = 4
"""So many fights fill the memory that all later ones begin with."""
SERIES = 4
"""All later ones are played in so many series, each with a memory of its own: so many can share them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FightsWanted:
    """Which of a rehearsal's fights are to be played by one of several who share them."""

    seed: str
    most: int
    """How many fights there are in all, whoever plays them."""
    share: int = 0
    of: int = 1
    """Who shares them plays every so manieth series, from that of this number on."""
    open_exchange: OpenExchange | None = None
    begin: Mapping[str, Any] | None = None
    """What is said as the fight begins, for one that has not begun."""

    def has(self, number: int) -> bool:
        """Say whether a fight is one of those that are wanted."""
        return number < self.most and number % SERIES % self.of == self.share


@dataclass(frozen=True, slots=True, kw_only=True)
class _FirstFights:
    """The first fights from a start, all over, and who played them."""

    start: Start
    seed: str
    outcomes: Sequence[Outcome]
    player: QuickPlayer

    def are_of(self, start: Start, wanted: FightsWanted) -> bool:
        """Say whether they are the first ones of those that are wanted too."""
        is_one_rehearsal = (self.seed, len(self.outcomes)) == (wanted.seed, _firsts(wanted))
        return is_one_rehearsal and self.start == start


@dataclass(slots=True)
class FightsBegun:
    """Keeps the first fights that were played last, for when more of the same are wanted."""

    last: _FirstFights | None = None


def fights(
    state: BattleState,
    wanted: FightsWanted,
    watch: Callable[[], None] = go_on,
    begun: FightsBegun | None = None,
) -> Iterator[tuple[int, Outcome]]:
    """Play fights, each with its number.

    The first ones are played by everybody who shares them, for what is remembered of them.

    Args:
        watch: called as each thing is chosen; it may raise, to give up what nobody waits for any more.
        begun: what was played before, to go on from where it is of the same rehearsal.
    """
    start = Start(state=state, open_exchange=wanted.open_exchange, begin=wanted.begin)
    first = begun.last if begun is not None else None
    if first is None or not first.are_of(start, wanted):
        player, outcomes = QuickPlayer(find_system(state.system), watch=watch), list[Outcome]()
        for number in range(_firsts(wanted)):
            outcomes.append(play_fight(start, player, DiceStreams(wanted.seed, number)))
            if wanted.has(number):
                yield number, outcomes[-1]
        first = _FirstFights(start=start, seed=wanted.seed, outcomes=outcomes, player=player)
        if begun is not None:
            begun.last = first
    else:
        yield from ((number, one) for number, one in enumerate(first.outcomes) if wanted.has(number))
    players = [first.player.branch(watch) for _ in range(SERIES)]
    for number in filter(wanted.has, range(FIRST_FIGHTS, wanted.most)):
        yield number, play_fight(start, players[number % SERIES], DiceStreams(wanted.seed, number))


def _firsts(wanted: FightsWanted) -> int:
    return min(FIRST_FIGHTS, wanted.most)
