"""The win curve as the GM reads it: lines over the fight, rows of figures, the exchanges that swung most."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.names import side_words
from rules.engine.system import System
from rules.engine.text import Text, Words, as_typed, text
from rules.rehearsal.intervals import Share
from rules.report.luck import as_it_came
from rules.report.win_curve import Cut, Swing, chances, swings
from webapp.drawing.tokens import side_numbers
from webapp.report.page import Teller
from webapp.report.win_curves import CurveRead, win_curves
from webapp.table.host import Host

WIDTH, HEIGHT = 640, 200
"""Of the drawing, in its own units: the time from left to right, the chance from bottom to top."""
_OF = 100
_FEWEST = 8
"""Of fewer fights no chance is told: a single one would be a peak in the curve."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineView:
    """One side's chance over the fight."""

    name: Words
    side: int
    """Which of the sides' colours it has."""
    points: str
    """As a polyline has them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkView:
    """Something to be marked on the drawing."""

    words: str
    x: int
    y: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SwingView:
    """An exchange that swung the fight."""

    words: Words
    change: Text
    is_sure: bool
    point: int
    """The event of the whole log at which the replay shows it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowView:
    """The chances at one moment."""

    when: Words
    chances: tuple[tuple[int, int, int], ...]
    """For each side its chance and where it may truly lie, in per cent, nobody's last; none if not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveView:
    """The whole curve."""

    lines: tuple[LineView, ...]
    rounds: tuple[MarkView, ...]
    """Where rounds begin."""
    marks: tuple[MarkView, ...]
    """Where the exchanges that swung most stand, by their places among them."""
    swings: tuple[SwingView, ...]
    rows: tuple[RowView, ...]
    fights: int
    """How many have been played."""
    done: int
    of: int
    is_running: bool
    has_gone_on: bool


def curve_of(host: Host) -> CurveView | None:
    """Lay out what is known of a scene's curve; None where there is none."""
    read = win_curves().read(host)
    return None if read is None else curve_view(host.battle.system, read)


def curve_view(system: System, read: CurveRead) -> CurveView:
    """Lay a curve out."""
    sides = tuple(dict.fromkeys(one.side for cut in read.cuts for one in cut.state.combatants.values()))
    people = {who: one for cut in read.cuts for who, one in cut.state.combatants.items()}
    numbers = side_numbers(read.cuts[-1].state) if read.cuts else {}
    won = {at: found for at, found in sorted(read.won.items()) if len(found) >= _FEWEST}
    told = swings(read.cuts, won, sides)
    teller = Teller(system, people, lambda point: point)
    known = {at: chances(found, sides) for at, found in won.items()}
    last = max(1, len(read.cuts) - 1)

    def line(side: str) -> LineView:
        points = [f"{_x(at, last)},{_y(each[side].value)}" for at, each in known.items()]
        return LineView(name=side_words(side), side=numbers.get(side, 0), points=" ".join(points))

    return CurveView(
        lines=tuple(map(line, sides)),
        rounds=_rounds(read.cuts, last),
        marks=tuple(
            MarkView(words=str(n), x=_x(one.cut, last), y=_y(known[one.cut][one.side].value))
            for n, one in enumerate(told, 1)
        ),
        swings=tuple(_swing(teller, one) for one in told),
        rows=tuple(
            RowView(
                when=_when(teller, cut, is_last=at == len(read.cuts) - 1),
                chances=tuple(map(_percent, known[at].values())) if at in known else (),
            )
            for at, cut in enumerate(read.cuts)
        ),
        fights=sum(map(len, read.won.values())),
        done=read.done,
        of=read.of,
        is_running=read.is_running,
        has_gone_on=read.has_gone_on,
    )


def _x(at: int, last: int) -> int:
    return round(WIDTH * at / last)


def _y(chance: float) -> int:
    return round(HEIGHT * (1 - chance))


def _percent(share: Share) -> tuple[int, int, int]:
    low, high = share.interval
    return round(_OF * share.value), round(_OF * low), round(_OF * high)


def _rounds(cuts: Sequence[Cut], last: int) -> tuple[MarkView, ...]:
    """Mark where the number of the round is another one than before."""
    return tuple(
        MarkView(words=str(cut.round), x=_x(at, last))
        for at, cut in enumerate(cuts[:-1])
        if cut.round and (at == 0 or cut.round != cuts[at - 1].round)
    )


def _when(teller: Teller, cut: Cut, *, is_last: bool) -> Words:
    """Say of whose turn a cut is the beginning; outside of turns, what came before it."""
    if is_last:
        return text("In the end")
    if cut.active is None:
        if cut.fought is None:
            return text("Outside of turns")
        return text("After “{deed}”", deed=teller.words(as_it_came(cut.fought)))
    name = as_typed(teller.people[cut.active].name)
    if cut.round:
        return text("Round {n}, {who}", n=cut.round, who=name)
    return name


def _swing(teller: Teller, swing: Swing) -> SwingView:
    before, after = round(_OF * swing.before), round(_OF * swing.after)
    return SwingView(
        words=teller.words(as_it_came(swing.fought)),
        change=text(
            "{side}: {before} % → {after} %", side=side_words(swing.side), before=before, after=after
        ),
        is_sure=swing.is_sure,
        point=swing.fought.point,
    )
