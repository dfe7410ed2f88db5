"""Many fights from one state, on numbered streams of dice: a question that can be sent to be played.

Fight k is the same whoever plays it and whatever was played before. The first few fill the memory of who
chooses (`rules.ai.quick`), always in the same order; all later ones are played from what was remembered then.
"""

from collections.abc import Callable, Iterator, Mapping
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


def fights(
    state: BattleState, wanted: FightsWanted, watch: Callable[[], None] = go_on
) -> Iterator[tuple[int, Outcome]]:
    """Play fights, each with its number.

    The first ones are played by everybody who shares them, for what is remembered of them.

    Args:
        watch: called as each thing is chosen; it may raise, to give up what nobody waits for any more.
    """
    start = Start(state=state, open_exchange=wanted.open_exchange, begin=wanted.begin)
    player = QuickPlayer(find_system(state.system), watch=watch)
    for number in range(min(FIRST_FIGHTS, wanted.most)):
        outcome = play_fight(start, player, DiceStreams(wanted.seed, number))
        if number % wanted.of == wanted.share:
            yield number, outcome
    first = FIRST_FIGHTS + (wanted.share - FIRST_FIGHTS) % wanted.of
    for number in range(first, wanted.most, wanted.of):
        yield number, play_fight(start, player.branch(), DiceStreams(wanted.seed, number))
