"""The report of a fight as it is read: rows of figures, each as it is shown."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules.engine.names import side_words
from rules.engine.state import Combatant
from rules.engine.system import System
from rules.engine.text import Text, Words, as_typed, counted, listed, text
from rules.report.luck import Blow, Reckoned
from rules.report.tally import Share, Tally, tallied
from webapp.report.reports import Read

_OF = 100
"""Luck is told as how many of so many like it would have done worse."""
_EVEN = 2
"""Within so many of the middle it is neither good nor bad."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LuckView:
    """Where a sum lies among all that it could have come to."""

    percent: int
    """From 0, none could have come out worse, to 100."""
    words: Words
    is_good: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RowView:
    """What one combatant, or one side, did and took."""

    name: Words
    side: int
    """Which of the sides' colours it has."""
    is_side: bool
    attacks: int
    hits: int
    hits_foreseen: str
    dealt: int | None
    """None where some of it is not told."""
    dealt_foreseen: str
    taken: int | None
    taken_foreseen: str
    felled: int
    felled_foreseen: str
    cost: str
    """What its answers made more to be expected; empty for nothing."""
    luck: LuckView | None
    """None where nothing was left to chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlowView:
    """One exchange in a sentence, beside what was to be expected."""

    words: Words
    foreseen: Words
    """What was to be expected; empty where nobody can say."""
    luck: LuckView | None
    moment: int
    """Where the replay shows it: for the GM an event of the whole log, for others a moment of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """What was done in one round."""

    name: Words
    blows: tuple[BlowView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportView:
    """The whole report."""

    sides: tuple[RowView, ...]
    each: tuple[RowView, ...]
    best: tuple[BlowView, ...]
    worst: tuple[BlowView, ...]
    rounds: tuple[RoundView, ...]
    done: int
    of: int
    left_out: int
    is_whole: bool
    is_sampled: bool
    is_vague: bool
    """Whether the harm of some is not told."""
    has_unforeseen: bool
    """Whether it was not known of something how it could have come out."""
    unit: Words
    """What harm is counted in, for one of it."""


def report_view(system: System, read: Read, moment_of: Callable[[int], int]) -> ReportView:
    """Lay a report out.

    Args:
        moment_of: says where the replay shows an event of the battle's whole log.
    """
    side_of = {who: one.side for who, one in read.people.items()}
    tally = tallied(read.exchanges, side_of)
    teller = Teller(system, read.people, moment_of)

    def row(name: Words, side: str, found: Tally, *, is_side: bool) -> RowView:
        return RowView(
            name=name,
            side=read.sides.get(side, 0),
            is_side=is_side,
            attacks=found.attacks,
            hits=found.hits,
            hits_foreseen=_about(found.hits_foreseen),
            dealt=None if found.dealt_is_vague else found.dealt.came,
            dealt_foreseen=_about(found.dealt.foreseen.mean),
            taken=None if found.taken_is_vague else found.taken.came,
            taken_foreseen=_about(found.taken.foreseen.mean),
            felled=found.felled,
            felled_foreseen=_about(found.felled_foreseen),
            cost="" if round(found.cost, 1) == 0 else _about(found.cost),
            luck=luck_of(found.luck),
        )

    return ReportView(
        sides=tuple(row(side_words(side), side, found, is_side=True) for side, found in tally.sides.items()),
        each=tuple(
            row(as_typed(read.people[who].name), side_of[who], found, is_side=False)
            for who, found in tally.each.items()
        ),
        best=teller.blows(tally.best),
        worst=teller.blows(tally.worst),
        rounds=teller.rounds(read.exchanges),
        done=read.done,
        of=read.of,
        left_out=read.left_out,
        is_whole=read.is_whole,
        is_sampled=tally.sampled,
        is_vague=any(blow.is_vague for one in read.exchanges for blow in one.blows),
        has_unforeseen=not all(one.is_foreseen for one in read.exchanges),
        unit=system.harm_words[1] if len(system.harm_words) > 1 else text("harm"),
    )


def luck_of(share: Share) -> LuckView | None:
    """Word where a sum lies; None where nothing was left to chance."""
    below = share.below
    if below is None:
        return None
    return _luck(below)


def _luck(below: float) -> LuckView:
    percent = min(_OF - 1, max(1, round(below * _OF)))
    is_good = percent >= _OF // 2
    if abs(percent - _OF // 2) <= _EVEN:
        words = text("about even")
    elif is_good:
        words = text("luckier than {n} of {of}", n=percent, of=_OF)
    else:
        words = text("unluckier than {n} of {of}", n=_OF - percent, of=_OF)
    return LuckView(percent=percent, words=words, is_good=is_good)


def _about(number: float) -> str:
    return f"{number:.1f}"


@dataclass(frozen=True, slots=True)
class Teller:
    """Words exchanges.

    Args:
        moment_of: says where the replay shows an event of the battle's whole log.
    """

    system: System
    people: dict[str, Combatant]
    moment_of: Callable[[int], int]

    def blows(self, exchanges: Iterable[Reckoned]) -> tuple[BlowView, ...]:
        """Word some exchanges."""
        return tuple(map(self._blow, exchanges))

    def rounds(self, exchanges: Sequence[Reckoned]) -> tuple[RoundView, ...]:
        """Word all exchanges, by their rounds."""
        return tuple(
            RoundView(
                name=text("Round {n}", n=number) if number else text("Outside of rounds"),
                blows=self.blows(blows),
            )
            for number, blows in groupby(exchanges, key=lambda one: one.round)
        )

    def words(self, one: Reckoned) -> Text:
        """Say who did what to whom, and what came of it."""
        came = listed([self._came(blow) for blow in one.blows])
        action = self.system.action(one.do)
        if one.is_declared or action is None:
            return text("What was declared comes about: {came}", came=came)
        if one.actor is None:
            return text("Somebody: {came}", came=came)
        who = as_typed(self.people[one.actor].name)
        return text("{who}, {action}: {came}", who=who, action=action.label, came=came)

    def _blow(self, one: Reckoned) -> BlowView:
        return BlowView(
            words=self.words(one),
            foreseen=self._foreseen(one) if one.is_foreseen else "",
            luck=_luck(one.share) if one.foreseen.is_open else None,
            moment=self.moment_of(one.point),
        )

    def _came(self, blow: Blow) -> Text:
        name = as_typed(self.people[blow.target].name)
        if not blow.hit:
            return text("{name} not hit", name=name)
        if blow.is_vague:
            return (
                text("{name} hit, and out of the fight", name=name)
                if blow.down
                else text("{name} hit", name=name)
            )
        words = self.system.harm_in_words(self.people[blow.target])
        harm = words[blow.harm] if blow.harm < len(words) else counted("{n} point", "{n} points", n=blow.harm)
        if blow.down:
            return text("{name} hit, {harm}, and out of the fight", name=name, harm=harm)
        return text("{name} hit, {harm}", name=name, harm=harm)

    def _foreseen(self, one: Reckoned) -> Text:
        mean = _about(one.foreseen.mean)
        if all(blow.is_vague for blow in one.blows):
            return text("{chance} % to hit", chance=round(one.blows[0].chance * _OF))
        if len(one.blows) > 1:
            return text("{mean} to be expected together", mean=mean)
        chance = round(one.blows[0].chance * _OF)
        return text("{chance} % to hit, {mean} to be expected", chance=chance, mean=mean)
