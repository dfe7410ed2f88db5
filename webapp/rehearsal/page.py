"""A rehearsal as the GM reads it: bars, a histogram and rows of figures, each as it is shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from rules.engine.names import side_words
from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.engine.text import Words, as_typed, listed, text
from rules.rehearsal.intervals import Share
from rules.rehearsal.tally import FEWEST, Fared, Tally
from webapp.rehearsal.changes import FEWER, Key
from webapp.rehearsal.fair_page import FairView
from webapp.rehearsal.read_rehearsal import Read, ReadRow

_MOST_BARS = 6
"""So many bars find room on a phone; where fights differ by more, a bar stands for several rounds."""
_LEAST_CHANGE = 0.05
"""What changed by less on average is not told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceView:
    """A side's chance, or that of nobody, with where it may truly lie; all in per cent."""

    name: Words
    side: int
    """Which of the sides' colours it has."""
    percent: int
    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BarView:
    """How many fights took so many rounds."""

    rounds: str
    fights: int
    height: int
    """Of 100, the highest bar."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowView:
    """What a change makes of the heroes' chance, beside the fights without it on the same dice."""

    words: Words
    fights: int
    is_running: bool
    percent: int
    difference: str
    """In points, with its sign."""
    low: str
    high: str
    verdict: Words
    """Whether it is more than chance."""
    tone: str
    """`good` or `bad` for the heroes where it is; else empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaredView:
    """How one combatant fared on average."""

    name: Words
    side: int
    down: int
    """How often it was down in the end, in per cent, and dead."""
    dead: int
    left: int
    """How much fight was left in it, in per cent."""
    harm_done: str
    """In fresh fighters."""
    changes: Words
    """How its gauges changed; empty where they did not."""
    without: RowView | None
    """How the fight goes without it, where that was compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RehearsalView:
    """What a rehearsal has found by now."""

    fights: int
    most: int
    is_running: bool
    plays_plain: bool
    """Whether the fights without a change are still being played."""
    has_gone_on: bool
    half_width: int
    """How far a side's chance may lie off to either side, in points."""
    chances: tuple[ChanceView, ...]
    rounds: tuple[BarView, ...]
    fared: tuple[FaredView, ...]
    tells_dead: bool
    """Whether the rules tell who is dead from who is down."""
    heroes: Words
    """Whose chance is compared."""
    rows: tuple[RowView, ...]
    fair: FairView | None
    tells_deciders: bool
    """Whether it was compared how the fight goes without some foe."""


def rehearsal_view(read: Read, sides: Mapping[str, int]) -> RehearsalView:
    """Lay a rehearsal out.

    Args:
        sides: the numbers of the sides' colours.
    """
    tally = read.tally
    rows = {row.run.key: _compared(row) for row in read.rows}
    return RehearsalView(
        fights=tally.fights if tally is not None else 0,
        most=read.most,
        is_running=read.is_running,
        plays_plain=read.plays_plain,
        has_gone_on=read.has_gone_on,
        half_width=_percent(tally.half_width) if tally is not None else 100,
        chances=see_chances(tally.won, tally.undecided, sides) if tally is not None else (),
        rounds=_bars(tally.rounds) if tally is not None else (),
        fared=_fared(tally, read.state, sides, rows) if tally is not None else (),
        tells_dead=find_system(read.state.system).harm.is_dead is not None,
        heroes=side_words(read.heroes),
        rows=tuple(rows.values()),
        fair=read.fair,
        tells_deciders=any(_is_without_one(key) for key in rows),
    )


def _percent(share: float) -> int:
    return round(100 * share)


def see_chances(won: Mapping[str, Share], nobody: Share, sides: Mapping[str, int]) -> tuple[ChanceView, ...]:
    """Give each side's chance, and that of nobody where there were fights that nobody won.

    Args:
        sides: the numbers of the sides' colours.
    """
    found = [_chance(side_words(side), sides.get(side, 0), share) for side, share in won.items()]
    if nobody.count:
        found.append(_chance(text("Nobody"), -1, nobody))
    return tuple(found)


def _chance(name: Words, side: int, share: Share) -> ChanceView:
    low, high = share.interval
    return ChanceView(
        name=name, side=side, percent=_percent(share.value), low=_percent(low), high=_percent(high)
    )


def _bars(rounds: Mapping[int, int]) -> tuple[BarView, ...]:
    """Give a bar for each number of rounds from the shortest fight to the longest, or for a few of them."""
    if not rounds:
        return ()
    first, last = min(rounds), max(rounds)
    step = ceil((last - first + 1) / _MOST_BARS)
    counted = [
        (start, sum(rounds.get(number, 0) for number in range(start, start + step)))
        for start in range(first, last + 1, step)
    ]
    most = max(count for _, count in counted)
    return tuple(
        BarView(
            rounds=str(start) if step == 1 else f"{start}–{start + step - 1}",
            fights=count,
            height=_percent(count / most),
        )
        for start, count in counted
    )


def _compared(row: ReadRow) -> RowView:
    found = row.difference
    low, high = (_points(end) for end in found.interval)
    is_known = found.of >= FEWEST and found.is_more_than_chance
    return RowView(
        words=row.run.words,
        fights=found.of,
        is_running=row.is_running,
        percent=_percent(row.chance.value),
        difference=_points(found.value),
        low=low,
        high=high,
        verdict=_verdict(row),
        tone=("good" if found.value > 0 else "bad") if is_known else "",
    )


def _verdict(row: ReadRow) -> Words:
    found = row.difference
    if found.of < FEWEST:
        return text("Not enough fights yet") if row.is_running else text("Too few fights")
    if found.is_more_than_chance:
        return text("More than chance")
    if not found.gained and not found.lost:
        return text("No fight ends otherwise")
    return text("May be chance")


def _points(share: float) -> str:
    points = round(100 * share)
    return f"{points:+d}".replace("-", "\u2212") if points else "0"


def _is_without_one(key: Key) -> bool:
    return len(key) == 2 and key[0] == FEWER


def _fared(
    tally: Tally, state: BattleState, sides: Mapping[str, int], rows: Mapping[Key, RowView]
) -> tuple[FaredView, ...]:
    """Give everybody, by sides, who did most harm first: those decide the fight."""
    order = list(tally.won)
    ranked = sorted(
        tally.fared, key=lambda one: (order.index(state.combatants[one.who].side), -one.harm_done)
    )
    return tuple(_row(one, state, sides, rows.get((FEWER, one.who))) for one in ranked)


def _row(one: Fared, state: BattleState, sides: Mapping[str, int], without: RowView | None) -> FaredView:
    combatant = state.combatants[one.who]
    changes = [
        text("{gauge} {change}", gauge=label, change=f"{change:+.1f}".replace("-", "\u2212"))
        for label, change in one.gauges.items()
        if abs(change) >= _LEAST_CHANGE
    ]
    if one.shots >= _LEAST_CHANGE:
        changes.append(text("{shots} shots fired", shots=f"{one.shots:.1f}"))
    return FaredView(
        name=as_typed(combatant.name),
        side=sides.get(combatant.side, 0),
        down=_percent(one.down.value),
        dead=_percent(one.dead.value),
        left=_percent(one.condition),
        harm_done=f"{one.harm_done:.1f}",
        changes=listed(changes) if changes else "",
        without=without,
    )
