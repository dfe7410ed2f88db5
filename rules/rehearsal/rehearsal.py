"""Many fights from one state, on numbered streams of dice: a question that can be sent to be played.

Fight k is the same whoever plays it and whatever was played before. The first few fill the memory of who
chooses (`rules.ai.quick`), always in the same order; all later ones are played from what was remembered then.
So whoever has played the first ones can go on to the later ones at any time, as if it had played all at once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
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


@dataclass(frozen=True, slots=True, kw_only=True)
class FightsWanted:
    """Which of a rehearsal's fights are to be played by one of several who share them."""

    seed: str
    most: int
    """How many fights there are in all, whoever plays them."""
    share: int = 0
    of: int = 1
    """Every so manieth fight is played, from that of this number on."""
    open_exchange: OpenExchange | None = None
    begin: Mapping[str, Any] | None = None
    """What is said as the fight begins, for one that has not begun."""


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
            if number % wanted.of == wanted.share:
                yield number, outcomes[-1]
        first = _FirstFights(start=start, seed=wanted.seed, outcomes=outcomes, player=player)
        if begun is not None:
            begun.last = first
    else:
        yield from islice(enumerate(first.outcomes), wanted.share, None, wanted.of)
    later = FIRST_FIGHTS + (wanted.share - FIRST_FIGHTS) % wanted.of
    for number in range(later, wanted.most, wanted.of):
        yield number, play_fight(start, first.player.branch(watch), DiceStreams(wanted.seed, number))


def _firsts(wanted: FightsWanted) -> int:
    return min(FIRST_FIGHTS, wanted.most)
